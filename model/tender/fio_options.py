"""Options of jobs of fio: whether a run moved data as the terms of an acceptance say.

Spellings and defaults are those of fio (its HOWTO: kb_base, bs, rw, direct, ioengine, directory),
tried with version 3.33: '4k', '4K', '4kB' and '4Ki' are 4096 bytes, '4KiB' is 4000; with
'kb_base=1000', the other way round.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping

from model.errors import quoted
from model.tender.acceptance_terms import Terms
from model.units.figures import show

STATED = ("rw", "bs", "ioengine", "direct", "directory", "filename")
"""Options of which an output has some, if it has any."""
TRANSFER = "4k"
"""Bytes of a transfer unless stated."""
ENGINES = (
    *("sync", "psync", "vsync", "pvsync", "pvsync2"),
    *("libaio", "posixaio", "io_uring"),
)
"""Engines that read and write files by system calls; others move nothing, memory, or objects."""
WAYS = ("read", "write")
"""Ways, in the order in which 'bs' has them."""
SIZE = re.compile(r"(0x[0-9a-f]{1,15}|[0-9]{1,15})(?:([kmgtp])(ib)?)?[bi]?", re.IGNORECASE)
"""A size as fio reads it."""


def size_of(text: str, kb_base: str = "1024") -> float | None:
    """Return the bytes of a size as fio reads it; None if it isn't one.

    >>> size_of("16m"), size_of("4K"), size_of("4KiB"), size_of("4k", "1000"), size_of("1.5k")
    (16777216.0, 4096.0, 4000.0, 4000.0, None)
    """
    found = SIZE.fullmatch(text)
    if found is None or kb_base not in ("1000", "1024"):
        return None
    number, letter, is_other = found.groups()
    base = int(kb_base) if not is_other else 2024 - int(kb_base)
    power = "kmgtp".index(letter.lower()) + 1 if letter else 0
    return float(int(number, 16 if number[:2].lower() == "0x" else 10) * base**power)


def is_direct(options: Mapping[str, str]) -> bool:
    """Whether a job bypassed the caches of its client, which fio does only if told to."""
    direct, buffered = options.get("direct"), options.get("buffered")
    return direct != "0" and buffered != "1" and (direct == "1" or buffered == "0")


def differences(options: Mapping[str, str], way: str, terms: Terms) -> Iterator[str]:
    """Say how a job differs from the agreed one; the way is 'read' or 'write'."""
    if not any(key in options for key in STATED):
        yield "the output doesn't state the options of its jobs: give the whole output of fio"
        return
    if (found := options.get("rw", "read")) != way:
        yield f"its rw is {quoted(found)}, and {way} is agreed"
    yield from _transfers(options, way, terms)
    if (engine := options.get("ioengine", "psync")) not in ENGINES:
        yield f"its ioengine is {quoted(engine)}: repeat it with psync"
    yield from _place(options, terms)
    if "filename" in options and options.get("numjobs", "1") != "1":
        yield "it isn't one file per process"


def _transfers(options: Mapping[str, str], way: str, terms: Terms) -> Iterator[str]:
    if "bssplit" in options or "bsrange" in options:
        yield "its transfers are of several sizes"
        return
    text = options.get("bs", TRANSFER)
    each = text.split(",")
    at = WAYS.index(way)
    own = each[at] if at < len(each) else each[-1]
    size = size_of(own or TRANSFER, options.get("kb_base", "1024"))
    if size is None:
        yield f"the size of its transfers can't be read: {quoted(text)}"
    elif size != terms.transfer_size:
        yield f"its transfers are {show(size, 'byte', binary=True)}, not as agreed"


def _place(options: Mapping[str, str], terms: Terms) -> Iterator[str]:
    """Say so if files were elsewhere; fio puts names of files below the directory, if there is one.

    Several directories or names are separated by colons.
    """
    directories, names = options.get("directory", ""), options.get("filename", "")
    places = [
        f"{directory}/{name.lstrip('/')}" if directory else name
        for directory in directories.split(":")
        for name in names.split(":")
    ]
    if not all(one.startswith("/") for one in places):
        yield "it doesn't state the directory of its files: state 'directory' in the job"
    elif wrong := [one for one in places if not _is_below(one, terms.directory)]:
        yield f"its files were in {quoted(wrong[0].rstrip('/'))}, not below {terms.directory}"


def _is_below(place: str, directory: str) -> bool:
    found, wanted = (posixpath.normpath("/" + one.lstrip("/")) for one in (place, directory))
    return f"{found}/".startswith(f"{wanted.rstrip('/')}/")
