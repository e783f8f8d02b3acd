"""Vdevs for data of two sizes of drives in one tier: exact as a pool, each billed by its part."""

from __future__ import annotations

import pytest

from model import evaluate, load_scenario, zfs_pool
from model.answers.results import Results
from model.errors import InputError

TIER = "site/tiers:t"
SCENARIO = """
schema: ostimate.scenario/1
name: s
tiers:
  - name: t
    file_system: {file_system}
    blocks: 3
    servers: {{name: a server, per_block: 2}}
    enclosures: {{name: a box, per_block: 2, bays: 60}}
    drives: {{name: small, per_enclosure: 21, capacity: 10 TB, price: 200 EUR, power: 8 W}}
    {further}
    target: {{layout: "{layout}"{more}}}
economics: {{currency: EUR}}
"""
LARGE = "further_drives: {name: large, capacity: 20 TB, price: 400 EUR, power: 10 W}"


def planned(layout: str, further: str = LARGE, more: str = "", system: str = "lustre") -> Results:
    text = SCENARIO.format(layout=layout, further=further, more=more, file_system=system)
    return evaluate(load_scenario("s.yaml", text))


@pytest.mark.parametrize("cut", [{}, {"partitioning": "linux", "luks": "16 MiB"}])
@pytest.mark.parametrize(
    "layout", ["raidz2:10 + raidz2:10 of 20 TB", "raidz2:10 + 3 x mirror:2 of 20 TB"]
)
def test_a_target_of_two_sizes_is_the_pool_of_the_same_text(
    layout: str, cut: dict[str, str]
) -> None:
    """OpenZFS adds up vdevs, whatever the drives of each."""
    results = planned(layout, more="".join(f", {at}: {said}" for at, said in cut.items()))
    pool = zfs_pool(layout, "10 TB", **cut)
    assert results[f"{TIER}/pools:target", "pool_size"] == pool.size
    targets = results[TIER, "targets"] or 0
    assert results[TIER, "usable_capacity"] == targets * pool.lustre


def test_each_size_is_bought_by_its_own_part() -> None:
    """Two targets of 20 in 42 drives of a block: 20 of them are large, and two small ones spare."""
    results = planned("raidz2:10 + raidz2:10 of 20 TB")
    bill = {row.line.role: (row.count, row.cost) for row in results.bill}
    assert bill["drives"] == (3 * 22, 3 * 22 * 200)
    assert bill["further_drives"] == (3 * 20, 3 * 20 * 400)
    assert results[TIER, "raw_capacity"] == 3 * (22 * 10e12 + 20 * 20e12)
    assert results[TIER, "redundancy_capacity"] == 3 * 2 * (2 * 10e12 + 2 * 20e12)
    assert results[TIER, "spare_capacity"] == 3 * 2 * 10e12
    steps = ("spare", "special", "redundancy", "formatting", "slop", "headroom", "planned")
    known = sum(results[TIER, f"{step}_capacity"] or 0 for step in steps)
    known += results[TIER, "file_system_reserve"] or 0
    assert known == pytest.approx(results[TIER, "raw_capacity"])


def test_the_size_follows_from_the_layout_where_nothing_else_says_it() -> None:
    """A drive that the catalog lacks has the size that the layout names."""
    results = planned("raidz2:10 + raidz2:10 of 20 TB", "further_drives: {name: large}")
    assert results[TIER, "further_drive_capacity"] == 20e12
    assert any("with the rates of the tier's drives" in words for words in results.warnings)


def test_copies_count_once() -> None:
    """Parity and copies take what users don't get, on drives of both sizes."""
    results = planned("mirror:2 + mirror:2 of 20 TB", more=", copies: 2", system="beegfs")
    at = results[TIER, "targets"] or 0
    assert results[TIER, "redundancy_capacity"] == at * 1.5 * (10e12 + 20e12)


@pytest.mark.parametrize(
    ("layout", "further", "words"),
    [
        ("raidz2:10 of 20 TB", LARGE, "some data vdevs must consist of the tier's drives"),
        ("raidz2:10 + raidz2:10 of 20 TB", "", "write 'further_drives' with their 'part'"),
        ("raidz2:10", LARGE, "'further_drives' are in no vdev: name their size"),
        ("raidz2:10 + raidz2:10 of 18 TB", LARGE, "'further_drives' have 20 TB: write 'of 20 TB'"),
        ("mirror:2 + mirror:2 of 20 TB + mirror:2 of 8 TB", LARGE, "at most two drive sizes"),
        ("mirror:2 + draid2:4d:8c of 20 TB", LARGE, "write RAIDZ or mirrors of others"),
    ],
)
def test_drives_that_layout_and_parts_say_otherwise(layout: str, further: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        planned(layout, further)


def test_a_long_layout_is_quoted_in_some_words() -> None:
    """What is wrong stays to be read."""
    layout = " + ".join(["raidz2:10 of 20 TB"] * 100)
    with pytest.raises(InputError, match="some data vdevs must consist of the tier's") as wrong:
        planned(layout)
    assert len(str(wrong.value)) < 500
