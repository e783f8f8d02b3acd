"""LibreOffice as the judge of a workbook: opens it, computes every cell anew, saves it again."""

from __future__ import annotations

import datetime
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

# Without this LibreOffice believes the results that stand in the file, and a test proves nothing.
_RECALCULATE_ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" \
xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">\
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""

# Comma, double quote, UTF-8, from line 1, columns as they are, English; texts in quotes and numbers
# not, each in full, results for formulas, all sheets. As xlsx it takes twice the time.
_VALUES = "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,true,false,false,false,-1"
# What is kept open isn't an xlsx: threads read the sheets of these, and where the first workbook is
# handed over meanwhile, one start of six waits for them for ever, at the cost of a core.
_EMPTY = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" office:version="1.3" \
office:mimetype="application/vnd.oasis.opendocument.spreadsheet">\
<office:body><office:spreadsheet><table:table table:name="Empty"/></office:spreadsheet>\
</office:body></office:document>
"""
PATIENCE, LONGEST, LONGEST_ANEW = 20, 100, 300
"""Seconds that LibreOffice may take to end, that a run takes that is handed over, or one anew."""
_OPEN: dict[Path, subprocess.Popen[bytes]] = {}
"""What is kept open, by its profile."""
_CELL = re.compile(r'(?:"((?:[^"]|"")*)"|([^,\n]*))([,\n])')

Value = float | bool | str | datetime.datetime | None
"""What a cell shows; an error is a text, such as #N/A."""
Sheets = dict[str, list[list[Value]]]
"""The rows of each sheet, by its name."""


def find_office() -> str | None:
    """Find LibreOffice's command, or nothing."""
    return shutil.which("soffice") or shutil.which("libreoffice")


def find_writer() -> str | None:
    """Find the library of LibreOffice Writer, or nothing: Calc comes without it."""
    office = find_office()
    if office is None:
        return None
    found = Path(office).resolve().parent / "libswlo.so"
    return str(found) if found.exists() else None


def make_profile(folder: Path) -> Path:
    """Make a profile of our own: runs that share one clash, and the user's must stay as it is."""
    settings = folder / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    settings.write_text(_RECALCULATE_ALWAYS, encoding="utf-8")
    return folder


@contextmanager
def kept_open(profile: Path) -> Iterator[Path]:
    """Keep LibreOffice open on an empty workbook: each run of the profile is handed over to it.

    A start takes 0.85 s of CPU, a run that is handed over 0.06 s. Where nothing is open any more,
    a run starts LibreOffice by itself.
    """
    book = profile / "open.fods"
    book.write_text(_EMPTY, encoding="utf-8")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    office = _OPEN[profile] = subprocess.Popen(
        [*_command(profile), str(book)], start_new_session=True, **quiet
    )
    is_open, begun = profile / f".~lock.{book.name}#", time.monotonic()
    while not is_open.exists() and office.poll() is None and time.monotonic() < begun + 60:
        time.sleep(0.02)
    try:
        yield profile
    finally:
        _end(profile)


def _end(profile: Path) -> None:
    """End what is kept open, if anything is, with what it started."""
    office = _OPEN.pop(profile, None)
    if office is None:
        return
    with suppress(ProcessLookupError):
        os.killpg(office.pid, signal.SIGTERM)
    try:
        office.wait(PATIENCE)
    except subprocess.TimeoutExpired:  # it may compute for ever, and then hears nothing
        os.killpg(office.pid, signal.SIGKILL)
        office.wait()


def _command(profile: Path) -> list[str]:
    of_profile = f"-env:UserInstallation={profile.resolve().as_uri()}"
    return [find_office() or "soffice", "--headless", "--norestore", of_profile]


def _run(
    workbooks: Sequence[Path], profile: Path, into: Path, target: str
) -> subprocess.CompletedProcess[str]:
    """Run LibreOffice, by what is kept open; once more by itself, where that hears nothing.

    Seldom one that was kept open computes for ever, whatever it was given.
    """
    command = [*_command(profile), "--convert-to", target, "--outdir", str(into)]
    command += map(str, workbooks)
    if profile in _OPEN:
        try:
            return _within(LONGEST, command)
        except subprocess.TimeoutExpired:
            _end(profile)
    return _within(LONGEST_ANEW, command)


def _within(seconds: float, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)


def convert(
    workbooks: Sequence[Path],
    profile: Path,
    into: Path,
    target: str = "xlsx:Calc MS Excel 2007 XML",
) -> list[Path]:
    """Recalculate workbooks in one run, for its start costs more than a file; names must differ."""
    if len({workbook.stem for workbook in workbooks}) < len(workbooks):
        raise ValueError("two workbooks have one name, and the results would overwrite each other")
    run = _run(workbooks, profile, into, target)
    results = [into / f"{book.stem}.{target.partition(':')[0]}" for book in workbooks]
    missing = [result.name for result in results if not result.exists()]
    if run.returncode or missing:
        raise RuntimeError(f"LibreOffice did not write {missing}:\n{run.stdout}\n{run.stderr}")
    return results


def computed(workbooks: Mapping[str, bytes], profile: Path, folder: Path) -> dict[str, Sheets]:
    """Compute workbooks anew, and read what each cell shows: twice as quick as from xlsx."""
    files = [folder / f"{n}.xlsx" for n in range(len(workbooks))]
    for file, content in zip(files, workbooks.values(), strict=True):
        file.write_bytes(content)
    run = _run(files, profile, folder, _VALUES)
    results = {}
    for name, file in zip(workbooks, files, strict=True):
        before = f"{file.stem}-"
        written = sorted(folder.glob(f"{before}*.csv"))
        if run.returncode or not written:
            raise RuntimeError(f"LibreOffice did not write {name}:\n{run.stdout}\n{run.stderr}")
        results[name] = {
            sheet.stem.removeprefix(before): _rows(sheet.read_text(encoding="utf-8"))
            for sheet in written
        }
    return results


def _rows(text: str) -> list[list[Value]]:
    rows: list[list[Value]] = [[]]
    for quoted, plain, end in _CELL.findall(text):
        rows[-1].append(quoted.replace('""', '"') or _value(plain))
        if end == "\n":
            rows.append([])
    return rows[:-1]


def _value(text: str) -> Value:
    """Read what stands without quotes: a number, a share, a date, a truth, an error, nothing."""
    if text in ("", "TRUE", "FALSE"):
        return {"TRUE": True, "FALSE": False}.get(text)
    try:
        return float(text[:-1]) / 100 if text[-1] == "%" else float(text)
    except ValueError:
        pass
    try:
        return datetime.datetime.fromisoformat(text)
    except ValueError:
        return text
