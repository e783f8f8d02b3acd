"""Losses of data with strips on many drives: recovery groups, codes and copies over servers."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import combinations, product

import pytest

from model import evaluate, load_scenario
from model.answers.loss_remedies import loss_remedies
from model.answers.losses import rests_on, why_unknown
from model.answers.output import plan_json
from model.answers.results import Results
from model.answers.views.loss_table import losses
from model.formulas.risk.loss import lost_stripes
from report.workbook.risk_rows import _views
from tests.planned import EXAMPLES, like

TIER, TARGET = "site/tiers:t", "site/tiers:t/pools:target"
YEAR = 31557600


def plan_of(words: str, **edits: object) -> Results:
    text = {"schema": "ostimate.scenario/1", **EXAMPLES["site"], "tiers": [like(words, **edits)]}
    return evaluate(load_scenario("example.yaml", json.dumps(text)))


def mean_time(failures: list[Fraction], rebuilds: list[Fraction]) -> Fraction:
    """Solve the chain of states by elimination from the last: exact, not by sums from the first."""
    # time from state i: t_i = 1/(f+r) + f/(f+r) t_(i+1) + r/(f+r) t_(i-1); t_n = 0
    n = len(failures)
    slope, offset = [Fraction(0)] * (n + 1), [Fraction(0)] * (n + 1)  # t_i = slope t_(i-1) + offset
    for i in range(n - 1, 0, -1):
        total = failures[i] + rebuilds[i] - failures[i] * slope[i + 1]
        slope[i] = rebuilds[i] / total
        offset[i] = (1 + failures[i] * offset[i + 1]) / total
    return (1 / failures[0] + offset[1]) / (1 - slope[1]) if n > 1 else 1 / failures[0]


@pytest.mark.parametrize(
    ("words", "drives", "apart", "parity"),
    [
        ("disks inside ceph failing", 192, 24, 2),
        ("disks inside weka failing", 192, 24, 2),
        ("disks inside weka blocks failing", 384, 48, 2),
        ("disks inside weka loose failing", 192, 24, 0),
    ],
)
def test_codes_over_servers_are_the_exact_chain_of_their_domains(
    words: str, drives: int, apart: int, parity: int
) -> None:
    """A failure in a domain with a failed drive loses nothing more."""
    results = plan_of(words)
    rate = Fraction(0.014) / YEAR
    failures = [(drives - n * apart) * rate for n in range(parity + 1)]
    rebuilds = [1 / Fraction(results[TARGET, "rebuild_time"] or 1.0)] * (parity + 1)
    expected = float(mean_time(failures, rebuilds))
    assert results[TIER, "mean_time_to_data_loss"] == pytest.approx(expected, rel=1e-9)
    assert (
        plan_json(results)["site"]["loss_probability"]["value"] == results[TIER, "loss_probability"]
    )


def test_a_recovery_group_rebuilds_the_most_endangered_data_first() -> None:
    """8+2p over 48 drives: 9 of 47 strips of a second drive share a stripe with the first."""
    results = plan_of("disks inside scale failing")
    delay = Fraction(3600)
    whole = Fraction(results[TARGET, "rebuilt_data"] or 0.0) / Fraction(
        results[TARGET, "rebuild_bandwidth"] or 1.0
    )
    of_one = 240e6 * 0.3 * (results[TIER, "drive_surface_factor"] or 1.0)
    assert results[TARGET, "rebuild_bandwidth"] == pytest.approx(of_one * 47 / 9)
    rate = Fraction(0.014) / YEAR
    failures = [(48 - n) * rate for n in range(3)]
    rebuilds = [Fraction(0), 1 / (delay + whole), 1 / (delay + whole * Fraction(9, 47))]
    one = float(mean_time(failures, rebuilds))
    assert results[TARGET, "group_loss_time"] == pytest.approx(one, rel=1e-9)
    blocks = results[TIER, "blocks"] or 0.0
    assert results[TIER, "mean_time_to_data_loss"] == pytest.approx(one / blocks, rel=1e-9)
    assert "any 3 drives have strips of the same data" in rests_on(results, TIER)


def test_a_declustered_array_rebuilds_onto_all_its_drives() -> None:
    """Twice as many drives of an array rebuild twice as fast; each reads eight strips."""
    results = plan_of("disks arrays spread failing")
    assert results[TARGET, "rebuild_reads"] == 8
    of_one = 240e6 * 0.3 * (results[TIER, "drive_surface_factor"] or 1.0)
    assert results[TARGET, "rebuild_bandwidth"] == pytest.approx(of_one * 40 / 9)
    assert results[TIER, "rebuild_delay"] == 3600
    assert results[TIER, "loss_probability"] is not None


@pytest.mark.parametrize(
    ("words", "field", "text", "counts"),
    [
        ("disks arrays spread failing", "layout", "declustered:8d+2p:40c:{}s", (0, 1, 2, 4)),
        ("disks inside scale failing", "spare_drives", "{}", (0, 0.5, 1, 4)),
    ],
)
def test_without_spare_space_a_rebuild_waits_for_the_new_drive(
    words: str, field: str, text: str, counts: tuple[float, ...]
) -> None:
    """A failed drive is replaced within three days; with spare space it waits for an hour."""
    days, losses_of = [], []
    for count in counts:
        results = plan_of(words, target={field: text.format(count)})
        days.append((results[TIER, "rebuild_delay"] or 0.0) / 86400)
        losses_of.append(results[TIER, "loss_probability"] or 0.0)
    assert days == [3 if count < 1 else 1 / 24 for count in counts]
    assert losses_of == sorted(losses_of, reverse=True)
    assert losses_of[0] > 2 * losses_of[-1] > 0


@pytest.mark.parametrize(
    ("domains", "each", "strips", "parity"), [(6, 1, 4, 1), (5, 2, 3, 1), (4, 3, 3, 2)]
)
def test_stripes_lost_with_one_failure_more_than_parity(
    domains: int, each: int, strips: int, parity: int
) -> None:
    """Of all stripes that there can be, counted one by one."""
    stripes = [
        frozenset(zip(of, on, strict=True))
        for of in combinations(range(domains), strips)
        for on in product(range(each), repeat=strips)
    ]
    failed = {(domain, 0) for domain in range(parity + 1)}
    lost = sum(failed <= stripe for stripe in stripes) / len(stripes)
    [quantity] = [item for item in lost_stripes(parity) if item.name == "lost_stripe_share"]
    data = strips - parity
    share = quantity.function(float(data), float(parity), float(domains * each), float(each))
    assert share == pytest.approx(lost, rel=1e-12)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("given", "the tier is entered as a whole"),
        ("disks inside ceph", "missing: the failure rate of the drives"),
        (
            "disks cabled apart failing",
            "missing: failures and rebuilds of special or dedup vdevs",
        ),
    ],
)
def test_what_is_not_known_says_which_part(words: str, reason: str) -> None:
    results = plan_of(words)
    assert results.values.get((TIER, "loss_probability")) is None
    assert why_unknown(results, TIER).startswith(reason)


@pytest.mark.parametrize("words", ["disks inside ceph failing", "disks inside scale failing"])
def test_laws_of_strips(words: str) -> None:
    """Faster rebuilds and fewer failures never raise the loss."""
    found = plan_of(words)[TIER, "loss_probability"] or 0.0
    faster = plan_of(words, states={"rebuild_share": "60 %"})[TIER, "loss_probability"] or 0.0
    better = plan_of(words, spares={"failure_rate": "0.7 %"})[TIER, "loss_probability"] or 0.0
    assert 0 < faster < found
    assert 0 < better < found


def test_copies_of_single_drives_are_made_again_where_nothing_is_rebuilt() -> None:
    """A bare drive has no redundancy to rebuild; its files are copied from other targets."""
    copied = plan_of("disks inside beegfs copied failing")
    again = copied[TIER, "copy_restore_time"]
    assert plan_json(copied)["tiers"]["t"]["rebuild_time"] == again
    alone = plan_of("disks inside beegfs failing")
    assert plan_json(alone)["tiers"]["t"]["rebuild_time"] is None
    assert losses(alone).rows[0].entries[7] == "none: nothing is redundant"


def test_the_mean_time_to_loss_has_the_range_of_the_probability() -> None:
    figures = plan_json(plan_of("disks inside ceph failing"))["tiers"]["t"]
    years = 3 * YEAR
    for end, other in (("low", "high"), ("high", "low")):
        chance = figures[f"loss_probability_{other}"]["value"]
        time = figures[f"mean_time_to_data_loss_{end}"]["value"]
        assert 1 - math.exp(-years / time) == pytest.approx(chance, rel=1e-6)


def test_the_sheet_says_what_the_availability_rests_on() -> None:
    for view in _views(plan_of("disks inside ceph failing")):
        keys = [column.key for column in view.columns]
        if view.title == "Availability":
            assert "rests_on" in keys
        if view.title.startswith("Data loss within"):
            assert "likely_time" in keys


def test_codes_over_servers_have_remedies_of_their_own() -> None:
    found = loss_remedies(plan_of("disks inside ceph failing"), "t")
    titles = [one.title for one in found]
    assert "one more strip of parity: 4+3" in titles
    assert all(one.after < one.before for one in found)


@pytest.mark.parametrize(
    ("words", "field", "text"),
    [
        ("disks arrays spread failing", "layout", "declustered:8d+2p:40c:0s"),
        ("disks inside scale failing", "spare_drives", "0"),
    ],
)
def test_without_spare_space_the_new_drive_limits_its_rebuild(
    words: str, field: str, text: str
) -> None:
    """All data of a failed drive are written to the one drive that replaces it."""
    results = plan_of(words, target={field: text})
    of_one = 240e6 * 0.3 * (results[TIER, "drive_surface_factor"] or 1.0)
    assert results[TARGET, "rebuild_bandwidth"] == pytest.approx(of_one)
    waited = results[TARGET, "rebuilt_data"] / of_one  # type: ignore[operator]
    assert results[TARGET, "rebuild_time"] == pytest.approx(3 * 86400 + waited)


PAIRS = "disks inside beegfs mirrored failing"
CACHED = PAIRS.replace("mirrored", "mirrored cached")


def test_a_cache_takes_one_copy_of_the_files_behind_it() -> None:
    """Each of 40 cache drives has 4.8 drives behind it: those of up to 2.4 mirrors are lost."""
    alone, cached = plan_of(PAIRS), plan_of(CACHED)
    of_drives = alone[TIER, "copy_loss_rate"] or 0.0
    events = 8 * 5 * (cached[TIER, "cache_failure_rate"] or 0.0) / YEAR
    targets_lost = of_drives + events * 4.8 / 2
    assert cached[TIER, "copy_loss_rate"] == pytest.approx(targets_lost, rel=1e-12)
    window = cached[TIER, "copy_restore_time"] or 0.0
    pairs = targets_lost**2 * window / (cached[TIER, "targets"] or 0.0)
    assert cached[TIER, "loss_rate"] == pytest.approx(pairs, rel=1e-12)
    assert (cached[TIER, "loss_rate"] or 0.0) > (alone[TIER, "loss_rate"] or 0.0)
    assert "of the cache drives fail per year" in rests_on(cached, TIER)
    [cause] = plan_json(cached)["loss_causes"]["t"]
    assert cause["cause"] == "all copies of a file"


def test_caches_of_a_single_server_may_take_all_copies() -> None:
    """Both copies lie behind caches of one server, perhaps behind the same one."""
    one = plan_of(CACHED, blocks=1, servers={"per_block": 1})
    events = 5 * (one[TIER, "cache_failure_rate"] or 0.0) / YEAR
    assert one[TIER, "cache_loss_rate"] == pytest.approx(events, rel=1e-12)
    assert (one[TIER, "loss_rate"] or 0.0) > events
    causes = [cause["cause"] for cause in plan_json(one)["loss_causes"]["t"]]
    assert "caches with unwritten data" in causes


def test_caches_that_fail_more_often_never_lower_the_loss_of_copies() -> None:
    rates = [
        plan_of(CACHED, cache={"failure_rate": text})[TIER, "loss_rate"] or 0.0
        for text in ("0.1 %", "0.5 %", "5 %")
    ]
    assert 0 < rates[0] < rates[1] < rates[2]
