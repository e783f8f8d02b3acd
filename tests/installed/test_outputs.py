"""What stands around an output, and archives of outputs."""

from __future__ import annotations

import gc
import gzip
import io
import tarfile
import time
import zipfile
from contextlib import suppress

import pytest

from model.errors import InputError
from model.installed import files
from model.installed.files import JsonReader, TextReader, read_file
from model.installed.output import LARGEST, Output, cleaned, without_prompts
from model.installed.reading import Reading


def lines_of(kind):
    def read(output: Output):
        yield Reading(kind, {"line": output.first_line, "lines": [x for _, x in output.lines()]})

    return read


@pytest.fixture(autouse=True)
def readers(monkeypatch: pytest.MonkeyPatch) -> None:
    import re

    marks = {"a": "^alpha", "b": "^beta"}
    monkeypatch.setattr(
        files,
        "TEXTS",
        tuple(TextReader(k, re.compile(m, re.MULTILINE), lines_of(k)) for k, m in marks.items()),
    )
    json = JsonReader("j", lambda o: "j" in o.document, lines_of("j"))
    monkeypatch.setattr(files, "JSONS", (json,))


def kinds(content):
    return [(one.reading.kind, one.reading.reading["line"]) for one in read_file("x.txt", content)]


def test_a_paste_is_divided_at_marks_and_json() -> None:
    text = 'hello\nalpha 1\nalpha 2\nbeta\n{"j": [1,\n 2]}\nbeta\n[0]\nalpha\n'
    assert kinds(text) == [("a", 2), ("b", 4), ("j", 5), ("b", 7), ("a", 9)]


def test_json_that_is_indented_as_a_whole() -> None:
    assert kinds('\n  {"j": 1}\n  alpha\n') == [("j", 2)]
    assert kinds('\talpha\n  {"j": 1}\nalpha\n') == [("a", 3)]


@pytest.mark.parametrize("number", ["nan", "-nan", "inf", "-inf"])
def test_json_with_quotients_by_zero_as_c_prints_them(number: str) -> None:
    assert kinds(f'{{"var":{number}, "x": [{number}, {number}], "j": "nan, inf"}}') == [("j", 1)]


@pytest.mark.parametrize(
    "line",
    [
        "[root@oss1 ~]# zpool status",
        "root@oss1:~# zpool status -P",
        "oss1 user@host:/a b$ lsblk"[5:],
        "$ zpool status",
        "# a comment",
        "// another",
        "(base) jd@login3 ~ % zfs list",
    ],
)
def test_prompts_and_comments_are_removed(line: str) -> None:
    assert without_prompts(cleaned(f"{line}\nalpha\n", "x")) == "\nalpha\n"


def test_colours_and_other_line_ends_are_removed() -> None:
    text = "\ufeff\x1b]0;oss1\x07\x1b[1;31malpha\x1b[0m  x\r\nbeta\r\n"
    assert cleaned(text, "x") == "alpha  x\nbeta\n"
    assert cleaned(text.encode("utf-16"), "x") == "alpha  x\nbeta\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "x.txt: the file is empty: save what the command prints, and import it again"),
        (b"\0\1" * 90, "x.txt: not a text file: save what the command prints"),
        (b"a" * (LARGEST + 1), "x.txt: the file is too large: at most 50 MB are read"),
        (
            b"some words",
            "x.txt: not recognised as the output of a supported tool. Supported: a, b, j",
        ),
        (b'alpha\n{"j": [1,', "x.txt:2:1: the JSON that begins here is cut off: save the whole"),
        (
            gzip.compress(b"alpha" * 99, mtime=0)[:20],
            "x.txt: the archive is damaged or cut off: pack it",
        ),
        (
            gzip.compress(bytes(LARGEST + 1), mtime=0),
            "x.txt: the archive is too large (at most 1000 MB",
        ),
    ],
)
def test_what_is_wrong_is_one_line(content: bytes, message: str) -> None:
    with pytest.raises(InputError) as wrong:
        read_file("/home/somebody/x.txt", content)
    assert str(wrong.value).startswith(message)
    assert "\n" not in str(wrong.value)


def tar(mode: str, **contents: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(mode=mode, fileobj=buffer) as archive:
        for name, content in contents.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return buffer.getvalue()


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:xz", "w:bz2"])
def test_an_archive_is_read_by_base_names(mode: str) -> None:
    content = tar(mode, **{"../../host/one": b"alpha\n", "/two": b"beta\n", "three": b"\0\0\0"})
    found = read_file("r.tar", content)
    assert [(one.file, one.reading.kind) for one in found] == [("one", "a"), ("two", "b")]


def test_a_zip_is_an_archive_and_a_workbook_is_none() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("host/one", "alpha\n")
        archive.writestr("three", b"\0\0\0")
    found = read_file("r.zip", buffer.getvalue())
    assert [(one.file, one.reading.kind) for one in found] == [("one", "a")]
    with pytest.raises(InputError, match="the archive is damaged or cut off"):
        read_file("r.zip", buffer.getvalue()[:60])
    book = io.BytesIO()
    with zipfile.ZipFile(book, "w") as archive:
        archive.writestr("xl/workbook.xml", "alpha\n")
    with pytest.raises(InputError) as wrong:
        read_file("r.xlsx", book.getvalue())
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    "text",
    [
        "[root@a1 ~]# x\nalpha\nbeta\n[root@a1 ~]# y\nalpha\n[root@a2 ~]# x\nalpha\n",
        "-----------\na1\n-----------\nalpha\nbeta\nalpha\n-----------\na2\n-----------\nalpha\n",
        "a1: alpha\na2: alpha\na1:\na1: beta\na2: \na1: alpha\na2:  x\n",
        "root@a1:~# x\nalpha\nbeta\nalpha\nroot@a2:~# x\nalpha\nroot@a2:~# \n",
        "a1 | CHANGED | rc=0 >>\nalpha\nbeta\nalpha\na2 | SUCCESS | rc=0 >>\nalpha\n",
        "a1.b.c:\n    alpha\n    beta\n\n    alpha\na2.b.c:\n    alpha\n",
    ],
)
def test_outputs_of_hosts_are_kept_apart(text: str) -> None:
    found = read_file("dir/x.txt", text)
    assert [one.reading.kind for one in found] == ["a", "b", "a", "a"]
    assert len({one.folder for one in found[:3]}) == 1
    assert found[3].folder != found[0].folder
    assert "a1" not in repr(found)


@pytest.mark.parametrize(
    ("names", "count"),
    [
        ("oss[1-3] (3)", 3),
        ("oss[01-03]", 3),
        ("oss[1-2,7],mds1", 4),
        ("r[1-2]n[1-3]", 6),
        ("oss1,oss2 (2)", 2),
        ("oss1", 1),
        ("oss[3-1]", 1),
        ("oss[1-99999999]", 1),
    ],
)
def test_what_is_equal_on_several_hosts_counts_for_each(names: str, count: int) -> None:
    """Documents: manuals of clush (-b) and dshbak (-c), which print it once."""
    rule = "-" * 15
    found = read_file("x.txt", f"{rule}\n{names}\n{rule}\nalpha\n{rule}\nz9\n{rule}\nbeta\n")
    assert [one.reading.kind for one in found] == ["a"] * count + ["b"]
    assert len({one.folder for one in found}) == count + 1


def test_numbers_of_lines_stay_those_of_the_file() -> None:
    text = "[root@a1 ~]# x\nalpha\n[root@a2 ~]# x\nbeta\n"
    assert kinds(text) == [("a", 2), ("b", 4)]
    with pytest.raises(InputError, match=r"x\.txt:5:1: the JSON"):
        read_file("x.txt", text + "[1,")


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ('NAME="sda" KNAME="sda" MODEL="X" SIZE="16.4T"\n', "run 'lsblk -J -b -o NAME"),
        ("NAME MODEL SIZE ROTA\nsda X 16.4T 1\n", "run 'lsblk -J -b -o NAME"),
        ("Node          SN     Model     Namespace Usage\n", "which lists all drives at once"),
        ('{"Devices" : [{"DevicePath": "/dev/nvme0n1"}]}', "which lists all drives at once"),
        ("[0:0:1:0]    disk    SEAGATE  ST18  E002  /dev/sda\n", "which lists all drives at once"),
        ('{"nodes": [{"id": 0, "crush_weight": 9.1}]}', "run 'ceph osd df tree -f json' and"),
        ("pool 3 'data' erasure profile p size 6 min_size 5\n", "run 'ceph osd df tree -f json'"),
        ("mmlscluster:clusterSummary:HEADER:version:\n", "run mmlsfs, mmlsdisk and mmdf with -Y"),
        ("  0 UP osd-ldiskfs fs-OST0000-osd fs-OST0000-osd_UUID 5\n", "lctl get_param"),
        ("Personalities : [raid6]\nmd0 : active raid6 sdb[1]\n", "md RAID of Linux isn't read"),
        ("  LV    VG   Attr       LSize\n  ost0  vg0  -wi-a  9.1t\n", "volumes of LVM aren't read"),
        ("Adapter #0\n\nEnclosure Device ID: 252\nSlot Number: 0\n", "in place of MegaCli"),
        ("Smart Array P408i-a in Slot 0 (Embedded)\n", "controllers of HPE aren't read"),
    ],
)
def test_what_is_not_read_names_what_to_run(text: str, remedy: str) -> None:
    with pytest.raises(InputError) as wrong:
        read_file("x.txt", text)
    assert remedy in str(wrong.value)
    assert "\n" not in str(wrong.value)


@pytest.mark.long
@pytest.mark.parametrize("piece", ["{\n", "[1]\n", "a@", "[", "\x1b["])
def test_nonsense_takes_linear_time(piece: str) -> None:
    """Eight times as much takes eight times as long, not 64 times; of CPU, as others may work."""

    def seconds(count: int) -> float:
        gc.disable()  # it looks through all that other tests have left, the more often the larger
        begin = time.process_time()
        with suppress(InputError):
            read_file("x", piece * count)
        spent = time.process_time() - begin
        gc.enable()
        return spent

    assert seconds(240_000) < 20 * seconds(30_000) + 1
