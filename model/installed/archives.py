"""Archives of outputs, such as a sos report: read in memory, with bounds; nothing is extracted."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any, cast

from model.errors import InputError, Place, Problem
from model.installed.output import LARGEST

MOST = 1_000_000_000
"""Limit of what is unpacked, in bytes."""
MOST_FILES = 100_000
_PACKED: dict[bytes, Callable[..., Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ": lzma.open,
}
_TAR = 257, b"ustar"
_ZIP = b"PK\x03\x04"
_OF_WORKBOOKS = "xl/workbook.xml"
_WRONG = (
    *(OSError, EOFError, ValueError, NotImplementedError),
    *(lzma.LZMAError, zlib.error, tarfile.TarError, zipfile.BadZipFile),
)


class _TooLarge(Exception):
    """More is unpacked than the limit."""


class _Limited(io.RawIOBase):
    """Reads from a stream up to a limit."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self._stream, self._left = stream, most

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= 1 << 20:
            size = 1 << 20
        content = self._stream.read(size)
        self._left -= len(content)
        if self._left < 0:
            raise _TooLarge
        return content


def is_archive(content: bytes) -> bool:
    """Whether a file is a tar, a zip, or packed; a workbook is none."""
    at, mark = _TAR
    if content.startswith(_ZIP):
        return _is_zip(content)
    return content.startswith(tuple(_PACKED)) or content[at : at + len(mark)] == mark


def members(content: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """Return path and contents of each regular file that isn't too large.

    A single packed file counts as an archive of one.

    Raises
    ------
    InputError
        If the archive is damaged, or too much is in it.
    """

    def refuse(what: str) -> InputError:
        return InputError([Problem(Place(name), "", what)])

    try:
        if content.startswith(_ZIP):
            yield from _of_zip(content)
            return
        stream = _unpacked(content)
        if not _is_tar(stream):
            yield _single(_unpacked(content), name)
            return
        limited = cast("IO[bytes]", _Limited(_unpacked(content), MOST))
        with tarfile.open(mode="r|", fileobj=limited) as archive:
            for n, member in enumerate(archive):
                if n >= MOST_FILES:
                    raise _TooLarge
                if not member.isreg() or not 0 < member.size <= LARGEST:
                    continue
                file = archive.extractfile(member)
                if file is not None:
                    yield member.name, file.read()
    except _TooLarge:
        limit = f"at most {MOST // 1_000_000} MB and {MOST_FILES:,} files are unpacked"
        raise refuse(f"the archive is too large ({limit}): import the files one by one") from None
    except _WRONG:
        raise refuse("the archive is damaged or cut off: pack it again, or unpack it") from None


def _is_zip(content: bytes) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _OF_WORKBOOKS not in archive.namelist()
    except _WRONG:
        return True


def _of_zip(content: bytes) -> Iterator[tuple[str, bytes]]:
    left = MOST
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = [one for one in archive.infolist() if not one.is_dir() and one.file_size]
        if len(members) > MOST_FILES:
            raise _TooLarge
        for one in members:
            if one.file_size > LARGEST or one.flag_bits & 1:  # encrypted
                continue
            with archive.open(one) as file:
                found = file.read(LARGEST + 1)
            left -= len(found)
            if left < 0:
                raise _TooLarge
            if len(found) <= LARGEST:
                yield one.filename, found


def _unpacked(content: bytes) -> IO[bytes]:
    for magic, opened in _PACKED.items():
        if content.startswith(magic):
            return cast("IO[bytes]", opened(io.BytesIO(content), "rb"))
    return io.BytesIO(content)


def _is_tar(stream: IO[bytes]) -> bool:
    at, mark = _TAR
    return stream.read(at + len(mark))[at:] == mark


def _single(stream: IO[bytes], name: str) -> tuple[str, bytes]:
    """Return a packed file that is no archive."""
    found = stream.read(LARGEST + 1)
    if len(found) > LARGEST:
        raise _TooLarge
    return name, found
