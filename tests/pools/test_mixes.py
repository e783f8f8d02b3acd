"""Mixes of files as people write them: what is read, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.errors import InputError
from model.pools.mixes import parse_files, read_files


@pytest.mark.parametrize(
    ("text", "mix"),
    [
        ("0 B: 10 %, 4 KiB: 90 %", {0: 0.1, 4096: 0.9}),
        ("4 KiB: 60 %, 1 MiB: 40 %", {4096: 0.6, 1048576: 0.4}),
        ("4 KiB: 600, 1 MiB: 400, 4 KiB: 5", {4096: 605, 1048576: 400}),
        ("6 KiB", {6144: 1}),
        ("1 GB:3,2 GB:0", {10**9: 3}),
    ],
)
def test_a_text(text: str, mix: dict[int, float]) -> None:
    """Shares or counts; a size alone is all files; sizes that no file has are left out."""
    assert parse_files(text) == pytest.approx(mix)


@given(st.dictionaries(st.integers(1, 10**15), st.integers(1, 10**9), min_size=1, max_size=9))
def test_what_is_written_is_read(files: dict[int, int]) -> None:
    """Whole bytes and counts come back as they were."""
    assert parse_files(", ".join(f"{size} B: {count}" for size, count in files.items())) == files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a mix of files: write '4 KiB: 60 %"),
        ("4 KiB: 60 %,", "is not a mix of files"),
        ("4 KiB:", "is not a mix of files"),
        ("4 KiB: 60 %, 1 MiB: 30 %", "make 0.9: write shares that make 1"),
        ("4 Kib: 1", "bits or bytes"),
        ("4096: 1", "unit"),
        ("0 B: 1", "all files are empty: write sizes of others too"),
        ("4 KiB: -1", r"write 0 to 1e\+18"),
        ("4 KiB: 1e300", "is neither a number of files"),
        ("4 KiB: 0", "there are no files"),
        ("4 KiB: many", "not a number"),
    ],
)
def test_what_is_no_mix_is_refused(text: str, message: str) -> None:
    """The message says what to write instead."""
    with pytest.raises(ValueError, match=message):
        parse_files(text)


@pytest.mark.parametrize(
    ("text", "mix"),
    [
        ("size,share\n0,0.1\n4 KiB,0.9\n", {0: 0.1, 4096: 0.9}),
        ("size,share\n4 KiB,0.6\n1 MiB,40 %\n", {4096: 0.6, 1048576: 0.4}),
        ("# from a scan\nCount,Size\n 7 , 4096\n0,8192\n\n3,1 MiB\n", {4096: 7, 1048576: 3}),
        ("\ufeffsize,count\n1 GiB,1e9\n", {2**30: 1e9}),
        ("Size;Count\n4096; 7\n", {4096: 7}),
        ('size\tcount\n"1 MiB"\t3\n', {1048576: 3}),
        ("Scan of 4 May;\n\nSize (KiB);Files\n4;1.000.000\n1,5;3\n", {4096: 1e6, 1536: 3}),
    ],
)
def test_a_file(text: str, mix: dict[int, float], tmp_path: Path) -> None:
    """A line for each size, its columns in any order; bare sizes are bytes."""
    file = tmp_path / "files.csv"
    file.write_text(text, encoding="utf-8")
    assert read_files(str(file)) == pytest.approx(mix)


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (b"", [":1:1: the first line must name the columns: write 'size,count'"]),
        (b"size,number\n1 B,1\n", [":1:1: the first line must name the columns"]),
        (b"size,count,count\n", [":1:1: the first line must name the columns"]),
        (b"size,count\n", [": there are no files"]),
        (
            b"size,count\n4 Kib,1\n4 KiB\n4 KiB,x\n-1 B,1\n",
            [
                ":2:1: '4 Kib' does not say",
                ":3:1: has 1 cells, but the head has 2: write one for each column",
                ":4:1: ",
                ":5:1: no file",
            ],
        ),
        (
            b"size,share\n4 KiB,1.2\n",
            [":2:1: '1.2' is not a share of the files: did you mean '1.2 %'?"],
        ),
        (b"size,count\n1e300 B,1\n", [":2:1: 1e+300 bytes are too many"]),
        (b"size,share\n4 KiB,0.2\n", [": the shares of the files make 0.2"]),
        (b'size,share\n"4 KiB,1\n', [": not a CSV text (unexpected end of data): save it"]),
        (b"\xff\xfe\x00", [":1:1: this is not UTF-8 text: save the file as UTF-8"]),
        (None, [": can't be read (no such file"]),
    ],
)
def test_a_file_that_is_no_mix(text: bytes | None, messages: list[str], tmp_path: Path) -> None:
    """All lines that are wrong are named, each with its place."""
    file = tmp_path / "files.csv"
    if text is not None:
        file.write_bytes(text)
    with pytest.raises(InputError) as error:
        read_files(str(file))
    lines = str(error.value).splitlines()
    assert len(lines) == len(messages)
    for line, message in zip(lines, messages, strict=True):
        assert line.startswith(f"{file}{message}")
