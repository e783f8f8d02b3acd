"""Reads the figures of a file from any of the benchmarks; errors are a single line."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from model.calibration.measurements import fio, io500, ior, ior_json, mdtest, obdfilter_survey
from model.calibration.measurements.measurement import Measurement, Output
from model.errors import InputError, Place, Problem
from model.reading.files import contents

LARGEST = 50_000_000
"""Size limit in bytes; larger files are request logs, not benchmark outputs."""
KNOWN = "IOR, mdtest, obdfilter-survey, fio (JSON) and IO500"

Reader = Callable[[Output], Iterator[Measurement]]
_READERS: tuple[tuple[str, re.Pattern[str], Reader], ...] = tuple(
    (kind, re.compile(mark, re.MULTILINE), read)
    for kind, mark, read in (
        (ior.KIND, ior.MARK, ior.read),
        (ior.KIND, ior_json.MARK, ior_json.read),
        (mdtest.KIND, mdtest.MARK, mdtest.read),
        (obdfilter_survey.KIND, obdfilter_survey.MARK, obdfilter_survey.read),
        (fio.KIND, fio.MARK, fio.read),
        (io500.KIND, io500.MARK, io500.read),
    )
)
_PACKED = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"PK\x03\x04": "zip",
    b"\x28\xb5\x2f\xfd": "zstd",
}
_OTHERS = {
    r"^fio-\d|^ {2,}(?:read|write) ?: ?IOPS=|\bBW=\d": (
        "this is what fio prints for people: run it with --output-format=json"
    ),
    r"\A\s*<(?:!doctype|html)": "this is a web page: save the benchmark's own output",
    r"^[ \t]*\[?global\]?[ \t]*$|^[ \t]*ioengine ?=": (
        "this is a job file of fio, not what fio printed"
    ),
    r"^schema: *ostimate": "this is an Ostimate file, not benchmark output",
}


def read_measurements(path: Path | str, text: bytes | str | None = None) -> tuple[Measurement, ...]:
    """Return the figures of a benchmark's output, in file order.

    Parameters
    ----------
    path
        The file; with `text`, only its name.
    text
        The contents of the file, if already read.

    Raises
    ------
    InputError
        If the file can't be read, or has no figure; one line describes what was found.
    """
    name = str(path)
    output = Output(name, _text(name, _content(name) if text is None else text))
    found: list[Measurement] = []
    kinds: list[str] = []
    for kind, mark, read in _READERS:
        if mark.search(output.text):
            kinds.append(kind)
            found += read(output)
    if not found:
        output.refuse(io500.without_rates(output) or _without_figures(output.text, kinds))
    return tuple(sorted(found, key=lambda one: one.line))


def _content(name: str) -> bytes:
    try:
        return contents(name, LARGEST)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        what = f"can't be read ({reason}): give the path of a file that a benchmark printed"
        raise InputError([Problem(Place(name), "", what)]) from None


def _text(name: str, content: bytes | str) -> str:
    """Decode the contents of a file; invalid bytes are allowed outside of figures."""

    def refuse(what: str) -> InputError:
        return InputError([Problem(Place(name), "", what)])

    if len(content) > LARGEST:
        raise refuse(f"the file is too large: at most {LARGEST // 1_000_000} MB are read")
    if isinstance(content, bytes):
        packed = next((kind for magic, kind in _PACKED.items() if content.startswith(magic)), "")
        if packed:
            raise refuse(f"the file is packed ({packed}): unpack it first")
        wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        content = content.decode("utf-16" if wide else "utf-8-sig", errors="replace")
    if not content.strip():
        raise refuse("the file is empty: was the benchmark run to its end?")
    if "\0" in content:
        raise refuse(f"not a text file: expected the output of {KNOWN}")
    return content.replace("\r\n", "\n").replace("\r", "\n")


def _without_figures(text: str, kinds: list[str]) -> str:
    if kinds:
        return (
            f"this looks like {' and '.join(dict.fromkeys(kinds))}, but no result stands in it: "
            "was the run, or the copy, cut off?"
        )
    for pattern, what in _OTHERS.items():
        if re.search(pattern, text[:100_000], re.MULTILINE | re.IGNORECASE):
            return what
    begins = " ".join(text.split(maxsplit=12)[:12])[:60]
    shown = "".join(letter if letter.isprintable() else "?" for letter in begins)
    return f"this is not the output of a supported benchmark ({KNOWN}); it begins '{shown}'"
