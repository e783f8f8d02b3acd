"""LibreOffice as the judge of a workbook: opens it, computes every cell anew, saves it again."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

# Without this LibreOffice believes the results that stand in the file, and a test proves nothing.
_RECALCULATE_ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" \
xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">\
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


def find_office() -> str | None:
    """Find LibreOffice's command, or nothing."""
    return shutil.which("soffice") or shutil.which("libreoffice")


def make_profile(folder: Path) -> Path:
    """Make a profile of our own: runs that share one clash, and the user's must stay as it is."""
    settings = folder / "user" / "registrymodifications.xcu"
    settings.parent.mkdir(parents=True)
    settings.write_text(_RECALCULATE_ALWAYS, encoding="utf-8")
    return folder


def convert(
    workbooks: Sequence[Path],
    profile: Path,
    into: Path,
    target: str = "xlsx:Calc MS Excel 2007 XML",
) -> list[Path]:
    """Recalculate workbooks in one run, for its start costs more than a file; names must differ."""
    if len({workbook.stem for workbook in workbooks}) < len(workbooks):
        raise ValueError("two workbooks have one name, and the results would overwrite each other")
    command = [
        find_office() or "soffice",
        "--headless",
        "--norestore",
        f"-env:UserInstallation={profile.resolve().as_uri()}",
        *("--convert-to", target, "--outdir", str(into)),
        *map(str, workbooks),
    ]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    results = [into / f"{book.stem}.{target.partition(':')[0]}" for book in workbooks]
    missing = [result.name for result in results if not result.exists()]
    if run.returncode or missing:
        raise RuntimeError(f"LibreOffice did not write {missing}:\n{run.stdout}\n{run.stderr}")
    return results
