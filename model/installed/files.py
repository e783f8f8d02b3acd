"""Reads files of what programs of installed systems print; an archive of them, too.

The kind is recognised. One file may have outputs of several kinds: it is divided at the marks of
the readers, and outputs of one kind that follow each other go to their reader together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from model.errors import InputError, Place, Problem
from model.installed.archives import is_archive, members
from model.installed.output import LARGEST, Output, base_name, cleaned, documents
from model.installed.reading import FileReading, Reading
from model.reading.files import contents
from model.records import dataclass

Read = Callable[[Output], Iterable[Reading]]


@dataclass(frozen=True)
class TextReader:
    """Reads a text; `mark` finds where an output begins, at the begin of a line."""

    kind: str
    mark: re.Pattern[str]
    read: Read


@dataclass(frozen=True)
class JsonReader:
    """Reads JSON, which stands in `document` of the output."""

    kind: str
    recognises: Callable[[Output], bool]
    read: Read


TEXTS: tuple[TextReader, ...] = ()
"""Readers of texts: `TextReader(module.KIND, module.MARK, module.read)`.

Where two marks match at one place, the first reader has it.
"""
JSONS: tuple[JsonReader, ...] = ()
"""Readers of JSON: `JsonReader(module.KIND, module.recognises, module.read)`."""


def known() -> str:
    """Return the kinds that are read, for messages."""
    kinds = [one.kind for one in TEXTS] + [one.kind for one in JSONS]
    return ", ".join(dict.fromkeys(kinds))


def read_files(files: Iterable[tuple[str, bytes | str | None]]) -> tuple[FileReading, ...]:
    """Read files, given as a path and the contents if they are already read.

    Raises
    ------
    InputError
        With one problem for each file that can't be read.
    """
    found: list[FileReading] = []
    problems: list[Problem] = []
    for path, content in files:
        try:
            found += read_file(path, content)
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return tuple(found)


def read_file(path: str, content: bytes | str | None = None) -> list[FileReading]:
    """Return what stands in a file, or in the files of an archive, in their order.

    Raises
    ------
    InputError
        If the file can't be read, or nothing in it is recognised.
    """
    if content is None:
        content = _content(path)
    name = base_name(path)
    if isinstance(content, bytes) and is_archive(content):
        return _of_archive(content, name)
    found = [FileReading(name, one) for one in read_text(cleaned(content, name), name)]
    if not found:
        raise InputError([Problem(Place(name), "", _unrecognised())])
    return found


def _content(path: str) -> bytes:
    try:
        return contents(Path(path), LARGEST)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        what = f"can't be read ({reason}): give the path of a file with the output of a program"
        raise InputError([Problem(Place(path), "", what)]) from None


def _of_archive(content: bytes, name: str) -> list[FileReading]:
    """Read the files of an archive that are recognised; the others are no error."""
    found: list[FileReading] = []
    for member, inner in members(content, name):
        try:
            text = cleaned(inner, member)
        except InputError:  # empty, or no text
            continue
        found += (FileReading(member, one) for one in read_text(text, member))
    if not found:
        raise InputError([Problem(Place(name), "", f"in this archive, {_unrecognised()}")])
    return found


def _unrecognised() -> str:
    return f"no output of a program is recognised: these are read: {known()}"


def read_text(text: str, name: str) -> Iterator[Reading]:
    """Return the readings of a cleaned text; none if nothing is recognised."""
    for reader, output in _outputs(text, name):
        yield from reader.read(output)


def _outputs(text: str, name: str) -> Iterator[tuple[TextReader | JsonReader, Output]]:
    """Divide a text into outputs, each with its reader."""
    at, line = 0, 1
    for begin, end, document in documents(text, name):
        yield from _of_text(text[at:begin], name, line)
        line += text.count("\n", at, begin)
        output = Output(name, text[begin:end], line, document)
        for reader in JSONS:
            if reader.recognises(output):
                yield reader, output
                break
        line += text.count("\n", begin, end)
        at = end
    yield from _of_text(text[at:], name, line)


def _of_text(text: str, name: str, line: int) -> Iterator[tuple[TextReader, Output]]:
    marks = sorted(
        (found.start(), order)
        for order, reader in enumerate(TEXTS)
        for found in reader.mark.finditer(text)
    )
    begins: list[tuple[int, int]] = []
    for at, order in marks:
        if not begins or (at != begins[-1][0] and order != begins[-1][1]):
            begins.append((at, order))
    ends = [*(at for at, _ in begins[1:]), len(text)] if begins else []
    for (begin, order), end in zip(begins, ends, strict=True):
        before = text.count("\n", 0, begin)
        yield TEXTS[order], Output(name, text[begin:end], line + before)
