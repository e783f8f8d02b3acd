"""Reads files of what programs of installed systems print; an archive of them, too.

The kind is recognised. One file may have outputs of several kinds: it is divided at the marks of
the readers, and outputs of one kind that follow each other go to their reader together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from model.errors import InputError, Place, Problem
from model.installed import (
    beegfs_targets,
    benchmarks,
    ceph_df,
    ceph_osd_df,
    ceph_report,
    dmidecode,
    dwalk,
    fprof,
    gpfs,
    lctl_osd,
    lfs_df,
    lsblk,
    lspci,
    mmapplypolicy,
    mmlspool,
    redfish,
    robinhood,
    sas_devices,
    sg_ses,
    storcli,
    usage_tables,
    zfs_list,
    zfs_list_json,
    zpool_list,
    zpool_list_json,
    zpool_status,
    zpool_status_json,
)
from model.installed.archives import is_archive, members
from model.installed.hints import hint_for
from model.installed.hosts import by_host
from model.installed.output import LARGEST, Output, base_name, cleaned, documents
from model.installed.reading import FileReading, Reading
from model.reading.files import contents
from model.reading.spreadsheets import is_workbook
from model.records import dataclass, replace

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
    pages: bool = False
    """Whether documents that follow each other are one output; `document` is then their list."""


TEXTS: tuple[TextReader, ...] = (
    *(
        TextReader(one.KIND, one.MARK, one.read)
        for one in (
            zpool_status,
            zpool_list,
            zfs_list,
            lfs_df,
            lctl_osd,
            gpfs,
            mmlspool,
            ceph_osd_df,
            ceph_df,
            beegfs_targets,
            sg_ses,
            sas_devices,
            storcli,
            dmidecode,
            lspci,
            dwalk,
            fprof,
            robinhood,
            mmapplypolicy,
        )
    ),
)
"""Readers of texts: `TextReader(module.KIND, module.MARK, module.read)`.

Where two marks match at one place, the first reader has it.
"""
JSONS: tuple[JsonReader, ...] = (
    JsonReader(zpool_status_json.KIND, zpool_status_json.recognises, zpool_status_json.read),
    JsonReader(zpool_list_json.KIND, zpool_list_json.recognises, zpool_list_json.read),
    JsonReader(zfs_list_json.KIND, zfs_list_json.recognises, zfs_list_json.read),
    JsonReader(lsblk.KIND, lsblk.recognises, lsblk.read),
    JsonReader(ceph_osd_df.KIND, ceph_osd_df.recognises, ceph_osd_df.read),
    JsonReader(ceph_df.KIND, ceph_df.recognises, ceph_df.read),
    JsonReader(ceph_report.KIND, ceph_report.recognises, ceph_report.read),
    JsonReader(beegfs_targets.KIND, beegfs_targets.recognises, beegfs_targets.read),
    JsonReader(redfish.KIND, redfish.recognises, redfish.read, pages=True),
    JsonReader(storcli.KIND, storcli.recognises, storcli.read),
)
"""Readers of JSON: `JsonReader(module.KIND, module.recognises, module.read)`."""

OTHERS = (benchmarks.KIND, usage_tables.KIND)
"""Kinds that are read where nothing else is recognised: outputs of benchmarks, and tables."""


def known() -> str:
    """Return the kinds that are read, for messages."""
    kinds = [one.kind for one in TEXTS] + [one.kind for one in JSONS]
    return ", ".join(dict.fromkeys([*kinds, *OTHERS]))


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
    name, folder = base_name(path), str(Path(path).parent)
    if isinstance(content, bytes) and is_archive(content):
        return _of_archive(content, name)
    if isinstance(content, bytes) and is_workbook(content):
        tables = usage_tables.table_of(content, name)
        if not tables:
            what = "no sheet has a column of dates and one of bytes in use: export such a table"
            raise InputError([Problem(Place(name), "", what)])
        return [FileReading(name, one, folder) for one in tables]
    text = cleaned(content, name)
    found = list(_of_text_file(text, name, folder))
    if not found:
        found = [FileReading(name, one, folder) for one in benchmarks.read(text, name)]
    if not found:
        found = [FileReading(name, one, folder) for one in usage_tables.table_of(text, name)]
    if not found:
        raise InputError([Problem(Place(name), "", hint_for(text) or _unrecognised())])
    return found


def _of_text_file(text: str, name: str, folder: str) -> Iterator[FileReading]:
    """Return what stands in a cleaned text, of each host for itself."""
    for host, line, part in by_host(text):
        place = f"{folder}:{host}" if host else folder
        yield from (FileReading(name, one, place) for one in read_text(part, name, line))


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
    for place, inner in members(content, name):
        member, folder = base_name(place), f"{name}:{place.rpartition('/')[0]}"
        try:
            text = cleaned(inner, member)
        except InputError:  # empty, or no text
            continue
        found += _of_text_file(text, member, folder)
    if not found:
        raise InputError([Problem(Place(name), "", f"in this archive, {_unrecognised()}")])
    return found


def _unrecognised() -> str:
    return f"not recognised as the output of a supported tool. Supported: {known()}"


def read_text(text: str, name: str, line: int = 1) -> Iterator[Reading]:
    """Return the readings of a text that begins at a line; none if nothing is recognised."""
    for reader, output in _outputs(text, name, line):
        yield from reader.read(output)


def _outputs(text: str, name: str, line: int) -> Iterator[tuple[TextReader | JsonReader, Output]]:
    """Divide a text into outputs, each with its reader."""
    at = 0
    pages: list[tuple[JsonReader, Output]] = []
    for begin, end, document in documents(text, name, line):
        between = list(_of_text(text[at:begin], name, line))
        line += text.count("\n", at, begin)
        output = Output(name, text[begin:end], line, document)
        reader = next((one for one in JSONS if one.recognises(output)), None)
        if pages and (between or reader not in (None, pages[0][0])):
            yield _bound(pages)
            pages = []
        yield from between
        if reader is not None and reader.pages:
            pages.append((reader, output))
        elif reader is not None:
            yield reader, output
        line += text.count("\n", begin, end)
        at = end
    if pages:
        yield _bound(pages)
    yield from _of_text(text[at:], name, line)


def _bound(pages: list[tuple[JsonReader, Output]]) -> tuple[JsonReader, Output]:
    """Join the pages of one reader to one output."""
    reader, first = pages[0]
    return reader, replace(first, document=[output.document for _, output in pages])


def _of_text(text: str, name: str, line: int) -> Iterator[tuple[TextReader, Output]]:
    marks = [
        (found.start(), int((found.lastgroup or "r0")[1:]))
        for found in _marks(TEXTS).finditer(text)
    ]
    begins: list[tuple[int, int]] = []
    for at, order in marks:
        if not begins or (at != begins[-1][0] and order != begins[-1][1]):
            begins.append((at, order))
    ends = [*(at for at, _ in begins[1:]), len(text)] if begins else []
    counted = 0
    for (begin, order), end in zip(begins, ends, strict=True):
        line += text.count("\n", counted, begin)
        counted = begin
        yield TEXTS[order], Output(name, text[begin:end], line)


@cache
def _marks(readers: tuple[TextReader, ...]) -> re.Pattern[str]:
    """Return the marks of all readers in one expression: one pass over a text is enough.

    All of them stand at the begin of a line, which is looked for once.
    """
    groups = (f"(?P<r{order}>{one.mark.pattern})" for order, one in enumerate(readers))
    return re.compile(f"^(?:{'|'.join(groups)})", re.MULTILINE)
