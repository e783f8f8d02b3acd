"""Files of formulas that no book of a plan takes aren't read for it."""

from __future__ import annotations

import subprocess
import sys

from model.books.late import Late
from model.books.table import ALWAYS, Table
from model.engine.quantity import Book
from model.formulas.space import ceph

READ = """
import sys
from model import evaluate, load_scenario
evaluate(load_scenario("scenarios/astra.yaml"))
for name in ("space.declustered", "time_and_money.migration", "space.zpool"):
    print(f"model.formulas.{name}" in sys.modules)
"""


def test_a_plan_reads_no_formulas_of_other_designs() -> None:
    """Astra has ZFS and moves no data: declustered RAID and migration stay unread."""
    run = subprocess.run([sys.executable, "-c", READ], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["False", "False", "True"]


def test_a_late_chapter_is_the_chapter_itself() -> None:
    """A table gives the chapters of such files, whoever asks: a book, or the list of all rows."""
    late = Late("model.formulas.space.ceph", "OSD")
    assert isinstance(ceph.OSD, Book)
    table = Table("target", (ALWAYS, late))
    assert table.chapters(()) == (ceph.OSD,)
    assert table.rows == ((ALWAYS, ceph.OSD),)
    assert [item.name for item in late] == [item.name for item in ceph.OSD]
    assert late.name == ceph.OSD.name
    made = Late("model.formulas.risk.outages_of_copies", "copies_of")
    assert isinstance(made(2, in_pairs=True, in_enclosures=False), Book)
