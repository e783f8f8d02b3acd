"""Losses of data in a plan: by hand, against the calculator, and where they aren't counted."""

from __future__ import annotations

import json
import math

import pytest

from model import evaluate, load_scenario
from model.answers.loss_remedies import loss_remedies
from model.answers.losses import (
    BELOW,
    UPPER_BOUND,
    assumed_text,
    chance_of_loss,
    rebuilt_words,
    rests_on,
    slowest_rebuild,
    why_unknown,
)
from model.answers.output import plan_json
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.views.loss_table import losses
from model.answers.views.requirements import requirements
from model.answers.views.shelf_table import shelf
from model.errors import InputError
from model.pools.risk import Group, Repair, redundancy_groups, risk
from tests.planned import EXAMPLES, like
from tests.trees import OTHERS

HOUR, DAY, YEAR = 3600.0, 86400.0, 8766 * 3600.0
TEXT = """
schema: ostimate.scenario/1
name: losses
economics: {years: 5}
tiers:
  - name: t
    blocks: 2
    servers: {name: server, per_block: 2}
    enclosures: {name: JBOD, per_block: 4, bays: 60}
    drives: {name: disk, per_enclosure: 55, capacity: 20 TB, write_bandwidth: 250 MB/s}
    spares: {failure_rate: 1.4 %}
    target: {layout: "raidz3:11"}
"""
TIER = "site/tiers:t"


def planned(*changes: tuple[str, str]) -> Results:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return evaluate(load_scenario("losses.yaml", text))


def lost(*changes: tuple[str, str]) -> float:
    return planned(*changes)[TIER, "loss_probability"] or 0.0


def test_rebuild_time_by_hand() -> None:
    """80 % of 20 TB at 0.3 x 0.75 x 250 MB/s take 79 h, and begin after three days."""
    results = planned()
    at = slowest_rebuild(results, TIER)
    assert at is not None
    size = results[f"{TIER}/pools:target/groups:group 1", "leaf_capacity"] or 0.0
    assert results[at] == pytest.approx(3 * DAY + 0.8 * size / (0.3 * 0.75 * 250e6))
    assert plan_json(results)["tiers"]["t"]["rebuild_time"] == results[at]


def test_a_plan_and_the_calculator_agree() -> None:
    """40 vdevs on two blocks of 220 drives."""
    results = planned()
    at = slowest_rebuild(results, TIER)
    assert at is not None
    assert results[TIER, "targets"] == 40
    found = risk(
        redundancy_groups("40 x raidz3:11"), 0.014, Repair(results[at] or 0.0), period=5 * YEAR
    )
    assert lost() == pytest.approx(found.loss_probability, rel=1e-12)
    mean = results[TIER, "mean_time_to_data_loss"]
    assert mean == pytest.approx(found.mean_time_to_data_loss, rel=1e-12)
    data = results[TIER, "planned_capacity"] or 0.0
    assert results[TIER, "expected_bytes_lost"] == pytest.approx(lost() * data / 40)
    assert results[TIER, "expected_share_lost"] == pytest.approx(lost() / 40)


def test_what_lowers_the_loss() -> None:
    """More parity, narrower vdevs, spares in place, faster rebuilds, better drives."""
    now = lost()
    ready = ('layout: "raidz3:11"', 'layout: "raidz3:10", reserved_spares: 20')
    assert lost(("raidz3:11", "raidz2:11")) > 100 * now
    assert lost(("raidz3:11", "raidz3:10")) < now
    assert lost(ready) < 0.5 * now
    assert lost(("1.4 %", "0.7 %")) == pytest.approx(now / 16, rel=0.01)
    faster = ("    spares:", "    states: {rebuild_share: 0.6}\n    spares:")
    at_once = ("    spares:", "    states: {rebuild_delay: 1 min}\n    spares:")
    assert lost(faster) < now
    assert lost(at_once) < lost(faster)
    assert lost(("years: 5", "years: 10")) == pytest.approx(2 * now, rel=1e-3)


def test_all_drives_rebuild_a_distributed_spare() -> None:
    """Of dRAID 54 drives read 8 strips and write one for each that is lost: (55 - 1) / 9."""
    results = planned(("raidz3:11", "draid2:8d:55c:2s"))
    group = f"{TIER}/pools:target/groups:group 1"
    assert results[group, "rebuild_bandwidth"] == pytest.approx(0.3 * 0.75 * 250e6 * 54 / 9)
    assert results[TIER, "rebuild_delay"] == HOUR


def test_failure_domains_make_draid_less_likely_to_be_lost() -> None:
    """A plan and the calculator agree: of 24 drives in 12 domains, 22 and 20 count next."""
    layout = '"draid2:4d:12c:24w:2s", release: next'
    results = planned(('"raidz3:11"', layout), ("per_enclosure: 55", "per_enclosure: 48"))
    at = slowest_rebuild(results, TIER)
    assert at is not None
    assert results[at[0], "second_drives_left"] == 22
    assert results[at[0], "third_drives_left"] == 20
    found = risk(
        redundancy_groups("16 x draid2:4d:12c:24w:2s"),
        0.014,
        Repair(results[at] or 0.0),
        period=5 * YEAR,
    )
    assert results[TIER, "targets"] == 16
    whole = 1 / found.mean_time_to_data_loss
    assert results[TIER, "drive_loss_rate"] == pytest.approx(whole, rel=1e-12)


def test_a_mirrored_array_loses_its_pairs_alone() -> None:
    """RAID 10 of 10 drives is five mirrors, each lost by its own two drives."""
    results = planned(
        ('layout: "raidz3:11"', "redundancy: raid, layout: raid10:10, format: ldiskfs")
    )
    at = f"{TIER}/pools:target"
    assert results[at, "redundancy_groups"] == 5
    assert results[at, "redundancy_group_drives"] == 2
    rebuilt = results[at, "rebuilt_data"]
    assert rebuilt == 20e12, "RAID rebuilds whole drives"


def test_a_pool_on_raid_groups_is_lost_with_any_of_them() -> None:
    """As often as a file system on the same groups; what lies on them has other names alone."""
    pool, plain = (
        planned(('layout: "raidz3:11"', f'redundancy: raid, layout: "3 x raid6:10", format: {one}'))
        for one in ("zfs", "ldiskfs")
    )
    at = f"{TIER}/pools:target"
    assert pool[at, "redundancy_groups"] == 3
    assert pool[at, "target_loss_rate"] == plain[at, "target_loss_rate"]
    assert pool[TIER, "loss_probability"] == plain[TIER, "loss_probability"]
    one = risk(
        redundancy_groups("raid6:10"), 0.014, Repair(pool[at, "rebuild_time"] or 0.0), period=1
    )
    assert pool[at, "group_loss_time"] == pytest.approx(one.groups[0].mttdl, rel=1e-12)


COPIED = (
    ("    enclosures: {name: JBOD, per_block: 4, bays: 60}\n", ""),
    ("per_enclosure: 55", "per_server: 55"),
    (
        "    spares:",
        "    measured_target: {read_bandwidth: 1 GB/s, write_bandwidth: 1 GB/s}\n    spares:",
    ),
    ("name: t\n", "name: t\n    file_system: beegfs\n"),
    ('layout: "raidz3:11"', "redundancy: raid, layout: drive, format: xfs, copies: 2"),
)


def test_buddy_mirrors_are_lost_as_often_as_mirrors_of_the_same_targets() -> None:
    """Of 220 bare drives, 110 pairs: the exact chain of a mirror, its repair the copying."""
    results = planned(*COPIED)
    assert results[TIER, "targets"] == 220
    restored = results[TIER, "copy_restore_time"] or 0.0
    data, bandwidth = (results[TIER, one] or 0.0 for one in ("planned_capacity", "write_bandwidth"))
    assert restored == pytest.approx(3 * DAY + data / (0.3 * bandwidth))
    exact = risk(redundancy_groups("110 x mirror:2"), 0.014, Repair(restored), period=5 * YEAR)
    chance = results[TIER, "loss_probability"] or 0.0
    assert exact.loss_probability < chance < 1.01 * exact.loss_probability
    assert results[TIER, "expected_bytes_lost"] == pytest.approx(chance * data / 220)
    [cause] = plan_json(results)["loss_causes"]["t"]
    assert cause["cause"] == "all copies of a file"
    assert cause["share"] == 1
    alone = planned(*COPIED[:-1], (COPIED[-1][0], COPIED[-1][1].replace(", copies: 2", "")))
    assert (alone[TIER, "loss_probability"] or 0.0) > 100 * chance


def test_copies_on_any_targets_are_lost_by_any_two() -> None:
    """The chain of all targets, of which one may be lost at a time."""
    any_two = planned(*COPIED[:3], (COPIED[4][0], COPIED[4][1].replace("xfs", "ldiskfs")))
    restored = any_two[TIER, "copy_restore_time"] or 0.0
    exact = risk([Group(1, 220, 1)], 0.014, Repair(restored), period=5 * YEAR)
    chance = any_two[TIER, "loss_rate"] or 0.0
    assert 1 < chance * exact.mean_time_to_data_loss < 1.1
    assert chance > 100 * (planned(*COPIED)[TIER, "loss_rate"] or 0.0)


@pytest.mark.parametrize(
    ("blocks", "layout", "rule", "fatal", "alone"),
    [
        (1, "raidz3:11", "spread", 0, 0),  # 3 drives of each group in an enclosure
        (2, "raidz3:11", "spread", 0, 0),
        (1, "5 x raidz2:11", "packed", 1, 0),  # each target in an enclosure of its own
        (1, "10 x raidz1:11", "spread", 1, 1),  # both targets in each
        (2, "10 x raidz1:11", "spread", 1, 0),
        (1, "6 x raidz2:11", "packed", 1, 0.5),  # the second of three shares one with each other
    ],
)
def test_copies_in_enclosures_are_lost_with_one_that_has_both(
    blocks: int, layout: str, rule: str, fatal: int, alone: float
) -> None:
    """As the table of survival says of each; others that take targets take one copy of a file."""
    results = planned(
        *COPIED[2:4],
        ("    target:", f"    placement: {{rule: {rule}}}\n    target:"),
        ('layout: "raidz3:11"', f'layout: "{layout}", copies: 2'),
        ("blocks: 2", f"blocks: {blocks}"),
    )
    rate = results[TIER, "enclosures_destroyed"] or 0.0
    assert rate == pytest.approx(blocks * 4 * 0.01 * 0.001 / YEAR)
    assert results[TIER, "fatal_enclosures_destroyed"] == pytest.approx(rate * fatal)
    assert results[TIER, "enclosure_loss_rate"] == pytest.approx(rate * alone)
    survives = results.truth(TIER, "survives_enclosure_loss")
    assert survives is (alone == 0)


def test_a_drive_alone_is_lost_with_each_failure() -> None:
    results = planned(('layout: "raidz3:11"', "redundancy: raid, layout: drive, format: ldiskfs"))
    assert results[TIER, "loss_probability"] == pytest.approx(1 - math.exp(-440 * 0.014 * 5))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("    spares: {failure_rate: 1.4 %}\n", ""), "missing: the failure rate"),
        (
            (", write_bandwidth: 250 MB/s", ""),
            "missing: drive write bandwidth",
        ),
        (
            ("raidz3:11", "raidz3:11 + special mirror:2 of 1.6 TB"),
            "missing: failures and rebuilds of special or dedup vdevs",
        ),
    ],
)
def test_what_is_unknown_says_why(change: tuple[str, str], reason: str) -> None:
    results = planned(change)
    assert results.values.get((TIER, "loss_probability")) is None
    assert why_unknown(results, TIER).startswith(reason)
    assert chance_of_loss(None) == "unknown"


STATES = "    spares:"


def test_correlated_failures_and_unreadable_sectors_as_the_calculator_has_them() -> None:
    """Eight drives are read with three of eleven failed; errors are half a scrub interval old."""
    stated = (
        "{correlated_failures: 10, latent_errors: 0.02, scrub_interval: 14 days, "
        "sector_error_is_fatal: 1}"
    )
    results = planned((STATES, f"    states: {stated}\n{STATES}"))
    at = slowest_rebuild(results, TIER)
    assert at is not None
    met = 1 - math.exp(-8 * 0.02 * 7 * DAY / YEAR)
    repair = Repair(
        results[at] or 0.0,
        sector_error_probability=met,
        sector_error_is_fatal=True,
        factors=(1.0, 10.0, 10.0, 10.0),
    )
    found = risk(redundancy_groups("40 x raidz3:11"), 0.014, repair, period=5 * YEAR)
    probability = results[TIER, "loss_probability"]
    assert probability == pytest.approx(found.loss_probability, rel=1e-12)
    assert results[at[0], "sector_events_per_year"] == pytest.approx(
        found.groups[0].sector_events_per_year, rel=1e-9
    )


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("correlated_failures: 2", "correlated_failures: 180"),
        (
            "latent_errors: 0.01, sector_error_is_fatal: 1",
            "latent_errors: 0.1, sector_error_is_fatal: 1",
        ),
        (
            "latent_errors: 0.1, sector_error_is_fatal: 1, scrub_interval: 7 days",
            "latent_errors: 0.1, sector_error_is_fatal: 1, scrub_interval: 90 days",
        ),
        ("sector_error_is_fatal: 1", "sector_error_is_fatal: 1, sector_error_probability: 1 %"),
    ],
)
def test_more_of_either_raises_the_loss(less: str, more: str) -> None:
    """Off by default: then nothing is raised."""
    assert lost() <= lost((STATES, f"    states: {{{less}}}\n{STATES}"))
    low, high = (lost((STATES, f"    states: {{{one}}}\n{STATES}")) for one in (less, more))
    assert low < high


def test_unreadable_sectors_that_lose_only_files_leave_the_loss_as_it_is() -> None:
    counted = planned((STATES, f"    states: {{latent_errors: 0.1}}\n{STATES}"))
    assert counted[TIER, "loss_probability"] == lost()
    at = slowest_rebuild(counted, TIER)
    assert at is not None
    assert (counted[at[0], "sector_events_per_year"] or 0.0) > 0


LESS = ("per_block: 4, bays: 60", "per_block: 2, bays: 60")


def test_an_enclosure_beyond_parity_that_dies_loses_data() -> None:
    """Of four enclosures each holds three drives of eleven: survived; of two, six."""
    assert planned()[TIER, "enclosure_loss_rate"] == 0
    results = planned(LESS)
    rate = results[TIER, "enclosure_loss_rate"] or 0.0
    assert rate == pytest.approx(2 * 2 * 0.01 * 0.001 / YEAR)
    assert results[TIER, "loss_rate"] == rate + (results[TIER, "drive_loss_rate"] or 0.0)
    data, block = results[TIER, "planned_capacity"] or 0.0, 2
    mean = results[TIER, "expected_bytes_lost"] or 0.0
    assert mean == pytest.approx(
        (results[TIER, "loss_probability"] or 0.0) * data / block, rel=0.01
    )
    stated = ("economics:", "availability: {enclosure_destruction: 0}\neconomics:")
    assert planned(LESS, stated)[TIER, "enclosure_loss_rate"] == 0


def test_of_stated_bays_only_enclosures_beyond_parity_count() -> None:
    """One vdev has four drives in the first enclosure; no other holds more than three."""
    even = "1:{0}-{1} 2:{0}-{1} 3:{0}-{1} 4:{0}-{2}"
    bays = [even.format(3 * n + 1, 3 * n + 3, 3 * n + 2) for n in range(17)]
    odd = "1:52-55 2:52-54 3:52-53 4:52-53"
    slots = ", ".join(f'"{one}"' for one in (odd, *bays))
    placed = (
        'layout: "raidz3:11"}',
        f'layout: "raidz3:11", per_block: 18}}\n    placement: {{slots: [{slots}]}}',
    )
    results = planned(placed)
    assert results[TIER, "survives_enclosure_loss"] == 0
    assert results[TIER, "fatal_enclosures"] == 2 * 1
    mended = planned(
        (placed[0], placed[1].replace("1:52-55 2:52-54 3:52-53", "1:52-54 2:52-54 3:52-54"))
    )
    assert mended[TIER, "survives_enclosure_loss"] == 1
    assert mended[TIER, "fatal_enclosures"] == 0
    assert planned(LESS)[TIER, "fatal_enclosures"] == 4


CACHED = (
    ("    enclosures: {name: JBOD, per_block: 4, bays: 60}\n", ""),
    ("per_enclosure: 55", "per_server: 55"),
    (
        STATES,
        "    cache: {name: nvme, per_server: 11, capacity: 4 TB, per_drive: 80 GB}\n" + STATES,
    ),
)


def test_a_cache_takes_the_drives_behind_it_along() -> None:
    """Five drives behind each of 44 caches: more than three of parity, so each failure loses."""
    results = planned(*CACHED)
    assert results[TIER, "cache_failure_rate"] == 0.0022, "that of all SSDs in the field"
    rate = results[TIER, "cache_loss_rate"] or 0.0
    assert rate == pytest.approx(4 * 11 * 0.0022 / YEAR)
    data = results[TIER, "planned_capacity"] or 0.0
    lost = data / (results[TIER, "targets"] or 0.0)
    assert results[TIER, "cache_data_loss_rate"] == pytest.approx(rate * max(lost, data * 5 / 220))
    causes = [one["cause"] for one in plan_json(results)["loss_causes"]["t"]]
    assert causes == ["caches with unwritten data", "failed drives"]
    fewer = planned(
        *CACHED[:2], (CACHED[2][0], CACHED[2][1].replace("per_server: 11", "per_server: 19"))
    )
    assert fewer[TIER, "cache_loss_rate"] == 0, "2.9 drives behind each are as many as parity"
    through = CACHED[2][1].replace("80 GB", "80 GB, mode: writethrough, read_hit: 0.5")
    clean = planned(*CACHED[:2], (CACHED[2][0], through))
    assert (TIER, "cache_loss_rate") not in clean.values
    stated = CACHED[2][1].replace("80 GB", "80 GB, failure_rate: 1 %")
    known = planned(*CACHED[:2], (CACHED[2][0], stated))
    assert known[TIER, "cache_loss_rate"] == pytest.approx(4 * 11 * 0.01 / YEAR)


def test_moving_drives_below_parity_takes_enclosures_out_of_the_loss() -> None:
    """A vdev over one enclosure alone is lost with it; spread over four, no vdev is."""
    placed = ('layout: "raidz3:11"}', 'layout: "raidz3:11"}\n    placement: {rule: packed}')
    packed, spread = planned(placed), planned()
    assert (packed[TIER, "loss_probability"] or 0) > (spread[TIER, "loss_probability"] or 0)
    assert packed[TIER, "drive_loss_rate"] == spread[TIER, "drive_loss_rate"]


def test_the_shares_of_causes_are_all_of_the_loss() -> None:
    fatal = (STATES, f"    states: {{latent_errors: 0.1, sector_error_is_fatal: 1}}\n{STATES}")
    mirrors = ("raidz3:11", "2 x raidz2:11 + special mirror:3")
    results = planned(LESS, fatal, mirrors)
    found = plan_json(results)["loss_causes"]["t"]
    assert {one["cause"] for one in found} == {
        "destroyed enclosures",
        "failed drives: 2 x raidz2:11",
        "unreadable sectors: 2 x raidz2:11",
        "failed drives: special mirror:3",
        "unreadable sectors: special mirror:3",
    }
    assert [one["assumed"] for one in found] == ["destr" in one["cause"] for one in found]
    shares = [one["share"] for one in found]
    assert sum(shares) == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    for one in found:
        assert -math.log1p(-one["loss_probability"]) == pytest.approx(
            one["share"] * -math.log1p(-(results[TIER, "loss_probability"] or 0.0))
        )
    assert "destroy the drives (assumed)" in rests_on(results, TIER)


def test_it_is_said_how_much_of_a_loss_is_assumed() -> None:
    """As long as one of both rates is; nothing of a tier that survives the loss of an enclosure."""
    required = ("tiers:\n", "requirements: {loss: 1e-6}\ntiers:\n")
    results = planned(LESS, required)
    whole = results[TIER, "loss_rate"] or 0.0
    assumed = (results[TIER, "enclosure_loss_rate"] or 0.0) / whole
    assert assumed > 0.5
    assert plan_json(results)["tiers"]["t"]["assumed_loss_share"] == assumed
    said = f"{100 * assumed:.1f} % of it rests on an assumption"
    assert said in sentence_text(results, requirements(results).rows[0].note)
    [row] = losses(results).only("assumed").rows
    assert row.entries == (said,)
    assert "No field study" in assumed_text(results)
    rates = "availability: {enclosure_destruction: 0.1 %, enclosure_failures: 1 %}\n"
    for known in (planned(), planned(LESS, ("economics:", f"{rates}economics:"))):
        assert plan_json(known)["tiers"]["t"]["assumed_loss_share"] == 0
        assert losses(known).only("assumed").rows[0].entries == ("",)
        assert assumed_text(known) == ""
    half = planned(LESS, ("economics:", "availability: {enclosure_destruction: 0.1 %}\neconomics:"))
    assert plan_json(half)["tiers"]["t"]["assumed_loss_share"] == assumed


WHOLE = "\n  - {name: other, given: {capacity: 1 PB}}\n"
UNKNOWN = """
  - name: other
    blocks: 1
    servers: {name: server, per_block: 1}
    drives: {name: disk, per_server: 11, capacity: 20 TB}
    spares: {failure_rate: 1.4 %}
    target: {layout: "raidz3:11"}
"""


@pytest.mark.parametrize("further", [WHOLE, UNKNOWN], ids=["not counted", "of unknown rebuilds"])
@pytest.mark.parametrize(("loss", "met"), [("1e-6", False), ("0.9", None)])
def test_a_tier_that_misses_a_loss_decides_whatever_is_unknown_of_others(
    further: str, loss: str, met: bool | None
) -> None:
    required = f"requirements: {{loss: {loss}}}\ntiers:\n"
    text = TEXT.replace("tiers:\n", required).replace(*LESS) + further
    results = evaluate(load_scenario("losses.yaml", text))
    assert results["site", "loss_probability"] is None
    assert results["site", "known_loss_probability"] == results[TIER, "loss_probability"]
    [check] = results.checks
    assert check.met is met
    note = sentence_text(results, requirements(results).rows[0].note)
    assert ("t alone misses it" in note) == (met is False)


def test_tiers_that_miss_a_loss_together_decide_too() -> None:
    each = 1.5 * lost(LESS)
    second = TEXT[TEXT.index("  - name: t") :].replace("name: t\n", "name: u\n").replace(*LESS)
    required = f"requirements: {{loss: {each}}}\ntiers:\n"
    text = TEXT.replace("tiers:\n", required).replace(*LESS) + second + WHOLE
    results = evaluate(load_scenario("losses.yaml", text))
    [check] = results.checks
    assert check.met is False
    assert "t, u together miss it" in sentence_text(results, requirements(results).rows[0].note)
    stated = text.replace("economics:", "availability: {loss_of_site: 1e-9}\neconomics:")
    [entered] = evaluate(load_scenario("losses.yaml", stated)).checks
    assert entered.met is True, "what is entered is that of all tiers"


def test_spreading_lowers_a_loss_by_enclosures() -> None:
    """In ten enclosures of a block no vdev has more than two of its eleven drives in one."""
    [best] = (one.title for one in loss_remedies(planned(LESS), "t")[:1])
    assert best == "the same drives in 5 times as many enclosures"
    placed = ('layout: "raidz3:11"}', 'layout: "raidz3:11"}\n    placement: {rule: packed}')
    assert loss_remedies(planned(placed), "t")[0].title.startswith("each group spread")


def test_the_rates_are_said() -> None:
    assert rests_on(planned(), TIER) == (
        "1.40 % of the drives fail per year; a rebuild starts after 72 h and uses 30 % of a "
        "drive's bandwidth; failures are independent; unreadable sectors are not counted"
    )
    counted = planned(
        (STATES, "    states: {correlated_failures: 10, latent_errors: 0.01}\n" + STATES)
    )
    assert rests_on(counted, TIER).endswith(
        "10 times as many failures while one is rebuilt; unreadable sectors lose files in them"
    )


def test_the_field_gives_the_rate_without_spares() -> None:
    """A drive of the catalog fails as all disks in the field do."""
    results = planned(
        ("    spares: {failure_rate: 1.4 %}\n", ""),
        (
            "{name: disk, per_enclosure: 55, capacity: 20 TB, write_bandwidth: 250 MB/s}",
            "{part: seagate-st10000nm0096, per_enclosure: 55}",
        ),
    )
    assert results[TIER, "drive_failure_rate"] == pytest.approx(0.0136, abs=1e-4)


def test_below_what_is_modelled_is_said_of_a_requirement_too() -> None:
    """In the column below what is planned, and of nothing that is more likely."""
    required = ("tiers:\n", "requirements: {loss: 1e-6}\ntiers:\n")
    [row] = requirements(planned(required, ("1.4 %", "0.01 %"))).only("likely").rows
    assert BELOW in str(row.entries)
    [row] = requirements(planned(required)).only("likely").rows
    assert BELOW not in str(row.entries)


def test_special_vdevs_of_other_drives_lose_data_by_their_own_rates() -> None:
    """A pool is lost with its vdevs of data, or with the mirror that stands beside."""
    layout = "raidz3:11 + special mirror:2 of 1.6 TB"
    vdevs = "{failure_rate: 0.5 %, rebuild_time: 6 h}"
    alone = planned()
    both = planned(("raidz3:11", layout), (f'"{layout}"', f'"{layout}", special_vdevs: {vdevs}'))
    [mirror] = risk([Group(1, 2, 1)], 0.005, Repair(6 * HOUR), period=YEAR).groups
    targets = both[TIER, "targets"] or 0.0
    more = (both[TIER, "loss_rate"] or 0.0) - (alone[TIER, "loss_rate"] or 0.0)
    assert more == pytest.approx(targets / mirror.mttdl, rel=1e-9)
    assert both[TIER, "drive_failure_rate"] == alone[TIER, "drive_failure_rate"]
    said = rests_on(both, TIER)
    assert "0.50 % of the drives in special vdevs fail per year, and are rebuilt in 6 h" in said
    assert "special" not in rests_on(alone, TIER)


def test_special_vdevs_of_the_tiers_drives_have_its_rates() -> None:
    with pytest.raises(InputError, match="'special_vdevs' is for special or dedup vdevs of a"):
        planned(
            ('"raidz3:11"', '"raidz3:11", special_vdevs: {failure_rate: 0.01, rebuild_time: 6 h}')
        )


def test_no_rebuild_is_said_of_drives_without_redundancy() -> None:
    """Each failed drive loses its target: nothing is rebuilt, after no time and at no share."""
    said = rests_on(planned(("raidz3:11", "disk")), TIER)
    assert said.startswith("1.40 % of the drives fail per year; failures are independent")
    assert "a rebuild starts after 72 h" in rests_on(planned(), TIER)


AGED = "    states: {early_failures: 3, early_life: 182.625 days, late_failures: 2}\n"


def test_new_and_worn_drives_raise_the_loss_by_the_power_of_the_failures_that_lose_a_group() -> (
    None
):
    """Of five years half a year at three times the rate, and 365 days at twice the rate."""
    constant, ages = planned(), planned((STATES, AGED + STATES))
    mean = 1 + 0.1 * (3**4 - 1) + 365 * DAY / (5 * YEAR) * (2**4 - 1)
    ratio = (ages[TIER, "drive_loss_rate"] or 0.0) / (constant[TIER, "drive_loss_rate"] or 1.0)
    assert ratio == pytest.approx(mean, rel=1e-12)
    assert "new drives fail 3 times as often for 182.6 days" in rests_on(ages, TIER)
    assert "worn drives fail 2 times as often for 365 days" in rests_on(ages, TIER)


@pytest.mark.parametrize("times", [1.5, 3, 30])
def test_ageing_is_an_upper_limit_of_the_exact_chain(times: float) -> None:
    """All of the service at a multiple of the rate: the chain at that rate loses no more often."""
    states = f"    states: {{early_failures: {times}, early_life: 5 years}}\n"
    found = planned((STATES, states + STATES))[TIER, "drive_loss_rate"] or 0.0
    exact = planned(("1.4 %", f"{1.4 * times} %"))[TIER, "drive_loss_rate"] or 0.0
    assert exact <= found * (1 + 1e-12)
    assert found < 1.3 * exact


def test_copies_on_ageing_drives_are_lost_by_the_power_of_each() -> None:
    """Bare drives in pairs, new for all of the service: both copies fail at the higher rate."""
    states = "    states: {early_failures: 2, early_life: 5 years}\n"
    ages = planned((STATES, states + STATES), *COPIED)
    twice = planned(("1.4 %", "2.8 %"), *COPIED)
    assert ages[TIER, "loss_rate"] == pytest.approx(twice[TIER, "loss_rate"], rel=1e-9)


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ("raidz3:11", "raidz3:11, client I/O takes 70 %"),
        ("raidz2:10 + special mirror:2 of 1.6 TB", "special mirror:2, as entered"),
    ],
)
def test_the_rebuild_time_says_whose_it_is_and_under_which_load(layout: str, words: str) -> None:
    """The longest one; of special vdevs as entered."""
    special = f'layout: "{layout}", special_vdevs: {{failure_rate: 1 %, rebuild_time: 400 h}}'
    more = special if "special" in layout else f'layout: "{layout}"'
    results = planned(('layout: "raidz3:11"', more))
    at = slowest_rebuild(results, TIER)
    assert at is not None
    found = rebuilt_words(results, TIER)
    assert found == words
    assert found in [text for row in losses(results).rows for text in row.entries]


@pytest.mark.long
@pytest.mark.parametrize("words", sorted(set(OTHERS.values())))
def test_each_kind_of_target_says_what_is_rebuilt(words: str) -> None:
    """Also pools on RAID groups, whose layout isn't of vdevs; and tables of spares are drawn."""
    counted = any(word in words for word in ("failing", "given", "unequal"))
    tier = like(words if counted else f"{words} failing")
    text = {"schema": "ostimate.scenario/1", **EXAMPLES["site"], "tiers": [tier]}
    results = evaluate(load_scenario("example.yaml", json.dumps(text)))
    [(_, path)] = results.tiers()
    slowest = slowest_rebuild(results, path)
    known = slowest is not None and results[slowest] is not None
    assert bool(rebuilt_words(results, path)) is known
    assert shelf(results).rows


def test_what_loses_nothing_is_no_cause() -> None:
    """Each enclosure holds three drives of a group at most, as many as its parity."""
    results = planned()
    assert results[TIER, "enclosure_loss_rate"] == 0
    assert [one["cause"] for one in plan_json(results)["loss_causes"]["t"]] == ["failed drives"]


def test_the_copies_of_a_target_are_made_again() -> None:
    assert rebuilt_words(planned(*COPIED), TIER).startswith(
        "the copies of a target, client I/O takes"
    )


def test_a_probability_says_where_it_is_an_upper_bound() -> None:
    """If a group lives for less than 100 rebuild times, losses don't come at a constant rate."""
    slow = ("1.4 %", "30 %"), (STATES, "    states: {rebuild_delay: 60 days}\n" + STATES)
    for results, bound in ((planned(), False), (planned(*slow, ("raidz3", "raidz1")), True)):
        (row,) = losses(results).rows
        assert (UPPER_BOUND in row.entries) is bound
        assert plan_json(results)["tiers"]["t"]["loss_is_upper_bound"] is bound
