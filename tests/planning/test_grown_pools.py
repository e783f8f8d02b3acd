"""Tiers whose pools grew: what was set when they were made stays, as real pools report."""

from __future__ import annotations

import pytest

from model.answers.results import Results, evaluate
from model.errors import InputError
from model.planning.loading import load_scenario
from model.pools.growth import zfs_growth

TEXT = """
schema: ostimate.scenario/1
name: grown
tiers:
  - name: t
    file_system: zfs
    blocks: 1
    servers: {{name: a, per_block: 1}}
    drives: {{name: d, capacity: {size}, per_server: {count}}}
    target: {{layout: '{layout}', release: '2.3', {more}}}
"""


def planned(layout: str, created: str | None, size: str, count: int, more: str = "") -> Results:
    """Plan a server with one pool."""
    made = "" if created is None else f"created: '{created}', "
    text = TEXT.format(layout=layout, size=size, count=count, more=f"per_block: 1, {made}{more}")
    return evaluate(load_scenario("s.yaml", text))


AVAIL = [
    ("raidz1:4", "raidz1:3", "4294967296 B", 4, 10738106368),
    ("raidz1:5", "raidz1:3", "4294967296 B", 5, 13509230592),
    ("raidz1:4", "raidz1:3", "1 TB", 4, 2571960844288),
    ("raidz2:6", "raidz2:4", "10737418240 B", 6, 29986652160),
    ("raidz2:9", "raidz2:8", "8 TB", 9, 51038438555648),
    ("mirror:2", "mirror:2 of 1 TB", "4 TB", 2, 3869765533696),
    ("raidz2:6", "raidz2:6 of 100 GB", "2 TB", 6, 7851980357632),
    ("2 x raidz2:6", "raidz2:6", "4 TB", 12, 31808796229632),
]
"""USED + AVAIL of pools that OpenZFS 2.3.2 made and expanded, on sparse files of these sizes."""


@pytest.mark.parametrize(("layout", "created", "size", "count", "available"), AVAIL)
def test_a_tier_that_grew_has_what_its_pool_reports(
    layout: str, created: str, size: str, count: int, available: int
) -> None:
    """To the last byte."""
    results = planned(layout, created, size, count)
    assert results["site/tiers:t/pools:target", "pool_available"] == available


def test_new_files_of_a_widened_pool_take_less_than_it_reports() -> None:
    """Its capacity for files is larger than AVAIL, as the calculator of pools says."""
    results = planned("raidz1:5", "raidz1:3", "1 TB", 5)
    grown = zfs_growth("raidz1:3", "raidz1:5", "1 TB", release="2.3", recordsize="128 KiB")
    found = results["site/tiers:t", "stored_capacity"]
    assert found == pytest.approx(grown.stored["128 KiB"], rel=1e-9)
    assert found is not None
    assert found > 1.19 * grown.available


def test_a_pool_that_did_not_grow_is_the_same() -> None:
    """What it was made as is what it is."""
    plain, same = (planned("2 x raidz2:6", made, "4 TB", 12) for made in (None, "2 x raidz2:6"))
    for name in ("usable_capacity", "stored_capacity", "read_bandwidth_bound"):
        assert same["site/tiers:t", name] == plain["site/tiers:t", name]


@pytest.mark.parametrize("cut", ["partitioning: linux", "luks: 16 MiB", "kept_back: 2 GiB"])
def test_what_is_cut_off_drives_is_cut_off_those_of_before(cut: str) -> None:
    """Partitions and headers lie on the drives that were replaced, too."""
    grown = planned("raidz2:6", "raidz2:6", "4 TB", 6, cut)
    plain = planned("raidz2:6", None, "4 TB", 6, cut)
    assert grown["site/tiers:t", "usable_capacity"] == plain["site/tiers:t", "usable_capacity"]


WRONG = [
    ("raidz2:6", "raidz2:8", "2.3", "only mirrors can be reduced; a raidz2 keeps its drives"),
    ("raidz2:8", "raidz1:6", "2.3", "can't change its kind"),
    ("raidz2:8", "2 x raidz2:8", "2.3", "the pool had 2 vdevs"),
    ("raidz2:8", "raidz2:8 of 20 TB", "2.3", "smaller than they were"),
    ("raidz2:8", "raidz2:6", "2.2", "has no RAIDZ expansion"),
    ("raidz2:8", "raidz9", "2.3", "raidz9"),
]


@pytest.mark.parametrize(("layout", "created", "release", "says"), WRONG)
def test_what_cannot_have_grown_is_refused(
    layout: str, created: str, release: str, says: str
) -> None:
    """At its field, with what can be."""
    more = f"per_block: 1, created: '{created}'"
    text = TEXT.format(layout=layout, size="4 TB", count=8, more=more)
    with pytest.raises(InputError, match=says) as error:
        evaluate(load_scenario("s.yaml", text.replace("'2.3'", f"'{release}'")))
    assert "tiers.0.target.created" in str(error.value)


def test_pools_of_drives_without_a_capacity_count_as_made_today() -> None:
    """Which is said, and only where they grew."""
    warning = "t: without the capacity of its drives, its pools count as made today"
    for made, said in (("created: 'raidz1:3'", [warning]), ("", [])):
        text = TEXT.replace("capacity: {size}, ", "").format(layout="raidz1:4", count=4, more=made)
        results = evaluate(load_scenario("s.yaml", text))
        assert [one for one in results.plan.warnings if "made today" in one] == said
        assert results["site", "usable_capacity"] is None
