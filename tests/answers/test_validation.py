"""Published figures: each is judged honestly, none is an output, slips are named."""

from __future__ import annotations

import math
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from model import evaluate
from model.answers.explain import Explanation, explain, find
from model.answers.validation import (
    JUDGED,
    KINDS,
    Row,
    counts,
    headline,
    spread,
    summary,
    validate,
)
from model.design.published import Published
from model.design.scenario import Scenario, edited
from model.errors import InputError
from model.units.figures import UnitError, parse, parse_money
from tests.each import of_each
from tests.published import SCENARIOS, every_row, results_of, rows_of

ROOT = Path(__file__).parents[2]
each_system = of_each(lambda: SCENARIOS)
OF_ONE_TERM = {
    "five years of the new system": "the talk's other two terms are 0",
    "the new system over five years, as projected": "the talk's other two terms are 0",
}
"""Rows whose value is an input after all, and why that is right."""


def row(stem: str, figure: str) -> Row:
    return next(one for one in rows_of(stem) if one.figure == figure)


@each_system
def test_a_judged_row_names_a_quantity(stem: str) -> None:
    """What can be out is compared with something, and states by how much; runs just show it."""
    for one in SCENARIOS[stem].published:
        if one.kind not in JUDGED:
            assert one.tolerance is None, one.figure
            continue
        assert one.quantity is not None, one.figure
        free = one.kind == "bound" or (one.kind == "predicted" and one.evidence is not None)
        assert (one.tolerance is None) == free, one.figure


def stated(node: Explanation) -> set[tuple[float, str]]:
    """Give value and unit of every figure of the scenario that a derivation rests on."""
    return {
        (step.value, step.item.unit)
        for _, step, _ in node.walk()
        if step.value is not None
        and step.provenance is not None
        and step.provenance.status in ("stated", "assumed", "measured", "published")
    }


def rests_on(stem: str, one: Published) -> tuple[str, list[float]]:
    """Give the unit of a row's quantity, and the figures of that unit that it is made of."""
    results = results_of(stem, one)
    assert one.quantity is not None
    path, name = find(results, one.quantity)[0]
    unit = results.item(path, name).unit
    return unit, [value for value, of in stated(explain(results, path, name)) if of == unit]


@pytest.mark.long
@each_system
def test_no_published_figure_is_an_input_of_its_own_row(stem: str) -> None:
    """A derivation that rests on the very figure that it is compared with proves nothing."""
    for one in SCENARIOS[stem].published:
        if one.kind not in ("derived", "carried", "predicted", "bound"):
            continue
        unit, given = rests_on(stem, one)
        read = parse_money(one.value, unit)[0] if "currency" in unit else parse(one.value, unit)
        same = [value for value in given if math.isclose(value, read, rel_tol=1e-9)]
        excused = one.figure in OF_ONE_TERM and one.kind == "carried"
        assert bool(same) == excused, (one.figure, same)


def measured(scenario: Scenario, unit: str) -> list[float]:
    """Give what the rows that aren't modelled say in a unit; a plain number may be in any."""
    found = []
    for one in scenario.published:
        if one.kind in ("data", "bound"):
            try:
                found.append(parse(one.value, unit))
            except UnitError:
                found += [float(one.value)] if isinstance(one.value, int | float) else []
    return found


@each_system
def test_no_bound_rests_on_a_measurement_beside_it(stem: str) -> None:
    """A bound made of a part of what it is compared with can hardly be passed."""
    for one in SCENARIOS[stem].published:
        if one.kind == "bound":
            unit, given = rests_on(stem, one)
            beside = measured(SCENARIOS[stem], unit)
            same = [x for x in given if any(math.isclose(x, y, rel_tol=1e-9) for y in beside)]
            assert not same, one.figure


@each_system
def test_what_is_only_shown_is_not_what_was_put_in(stem: str) -> None:
    """A model's figure beside data is an answer; one from the scenario is an input."""
    for one in rows_of(stem):
        if one.kind == "data" and one.model is not None:
            assert one.model != pytest.approx(one.published, rel=1e-9), one.figure


@each_system
def test_inputs_are_carried_into_the_scenario(stem: str) -> None:
    """A row of kind input that names a quantity has the scenario's own value."""
    for one in rows_of(stem):
        if one.kind == "input" and one.quantity:
            assert one.model == pytest.approx(one.published, rel=1e-9), one.figure


@each_system
def test_every_judged_row_is_within(stem: str) -> None:
    within, judged = counts(rows_of(stem))
    assert within == judged > 0
    for one in rows_of(stem):
        assert one.kind in KINDS
        assert (one.within is None) == (one.kind not in JUDGED)
        if one.reached is not None:
            assert 0 < one.reached <= 1 + 1e-9


def test_a_row_that_differs_says_why() -> None:
    """More than the rounding of a printed figure (half a percent) has a sentence."""
    silent = [
        one.figure
        for one in every_row()
        if one.error is not None and abs(one.error) > 0.005 and not (one.note or one.slip)
        if one.evidence is None or (one.kind == "predicted" and abs(one.error) > 0.25)
    ]
    assert silent == []


@pytest.mark.parametrize(
    ("stem", "words"),
    [
        ("beluga", "Silver 4140"),
        ("beluga", "MiB/s"),
        ("astra", "12.2 GiB/s"),
        ("cri", "IOR prints MiB/s"),
        ("lcpq", "60 To"),
    ],
)
def test_slips_of_the_sources_are_named(stem: str, words: str) -> None:
    assert any(words in one.slip for one in rows_of(stem))


def test_values_are_shown_in_the_custom_of_the_published_one() -> None:
    """TiB beside TiB, percent beside percent, money in its currency."""
    assert row("astra", "file system").model_text == "376.2 TiB"
    job = row("astra", "efficiency of a job, restarts being free")
    assert (job.published_text, job.model_text, job.error_text) == ("90.3 %", "90.33 %", "+0.03 %")
    assert row("cri", "five years of Isilon").model_text.endswith("USD")
    bound = row("beluga", "4 adapters, vdbench")
    assert (bound.error_text, bound.tolerance_text) == ("0.92 of the bound", "at most 1")
    assert row("beluga", "memory of a server").published_text == "192 GB"


def test_evidence_for_the_delivery_factor() -> None:
    """ZPIOS over XDD at Sequoia 0.73 and 0.78, IO500 over the disks at LCPQ 0.77."""
    assert row("sequoia", "ZPIOS write over XDD write, March").model == pytest.approx(1125 / 1542)
    assert row("sequoia", "ZPIOS write over XDD write, April").model == pytest.approx(1197 / 1535)
    assert row("lcpq", "IO500 easy write, 30 processes").reached == pytest.approx(0.765, abs=0.001)


def test_the_volume_of_cri_over_isilon() -> None:
    """19 departments of the talk's table on 1.8 PB: 66 %."""
    lines = (ROOT / "scenarios/data/cri-departments.csv").read_text(encoding="utf-8").splitlines()
    volumes = re.findall(r"(\d+) TB", "\n".join(x for x in lines if not x.startswith("#")))
    assert len(volumes) == 19
    found = row("cri", "volume less Isilon's 1.8 PB, as a share of them")
    assert found.model == pytest.approx(sum(map(int, volumes)) / 1800 - 1)
    assert round(1 + (found.model or 0), 2) == 0.66


def test_binary_memory_has_fewer_dumps() -> None:
    """Astra: 376.24 TiB over 80 % of 2592 x 128 GiB."""
    usable = evaluate(SCENARIOS["astra"])["site/tiers:scratch", "usable_capacity"]
    assert usable is not None
    found = row("astra", "checkpoints of 80 % that fit, with binary modules")
    assert found.model == pytest.approx(usable / (0.8 * 2592 * 128 * 2**30))


def test_what_one_port_leaves_untapped() -> None:
    """Astra: 1 - 12.5 GB/s over 14.4 GiB/s, and over 15 GiB/s."""
    gib = 2**30
    for way, rate in (("write", 14.4 * gib), ("read", 15 * gib)):
        found = row("astra", f"target bandwidth unused behind the port, {way}").model
        assert found == pytest.approx(1 - 12.5e9 / rate)


def test_a_row_out_of_its_tolerance_is_out() -> None:
    """Derived beyond its tolerance, a bound below the measurement, an unknown value."""
    astra = SCENARIOS["astra"]
    rows = {
        "far": {"quantity": "scratch.usable_capacity", "value": "370 TiB", "kind": "derived"},
        "near": {"quantity": "site.dump_time", "value": "1297 s", "kind": "derived"},
        "above": {
            "quantity": "scratch.write_bandwidth_bound",
            "value": "251 GB/s",
            "kind": "bound",
        },
        "unknown": {"quantity": "scratch.tier_cost", "value": "1 USD", "kind": "derived"},
    }
    tolerance = {"tolerance": 0.001}
    published = [{"figure": k, **v, **({} if k == "above" else tolerance)} for k, v in rows.items()]
    judged = {one.figure: one.within for one in validate(edited(astra, {"published": published}))}
    assert judged == {"far": False, "near": True, "above": False, "unknown": False}


def test_money_of_another_currency_is_refused() -> None:
    published = [{"figure": "x", "quantity": "scratch.tier_cost", "value": "1 EUR", "kind": "data"}]
    with pytest.raises(InputError, match="write it in USD"):
        list(validate(edited(SCENARIOS["astra"], {"published": published})))


def documented() -> list[tuple[str, ...]]:
    """Give the rows of the table of Quobyte's calculator, beside the figure's name."""
    text = (ROOT / "docs/peers.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ") and "B" in line]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


PEERS = ("quobyte-nvme-12-4", "quobyte-nvme-5-3", "quobyte-hdd-5-3")


def test_the_table_of_the_documentation() -> None:
    """What is written down of Quobyte's calculator is what is compared, each within 1 %."""
    table = [cells for cells in documented() if cells[0]]
    assert len(table) == 7
    for figure, *printed in table:
        for stem, text in zip(PEERS, printed, strict=True):
            if text == "see below":
                continue
            start = figure.partition(" with")[0]
            found = [
                one for one in rows_of(stem) if one.figure.startswith(start) and one.written == text
            ]
            assert found, (figure, stem, text)
            assert all(abs(one.error or 0) <= 0.01 for one in found)


@pytest.mark.parametrize("stem", PEERS)
def test_the_network_of_the_nodes_limits_writing_with_a_code(stem: str) -> None:
    """Quobyte's 'storage_network': k of each k+m bytes that the ports of the nodes carry."""
    results = evaluate(SCENARIOS[stem])
    assert results.stages("site/tiers:cluster", "write")[0].name == "nic"


def test_few_streams_ask_for_less_than_the_cluster_gives() -> None:
    """The third case is 'per-client stripe limited': 8 clients x 5 stripes x 2176 Mbit/s."""
    one = row("quobyte-hdd-5-3", "writing with a code of 5+3, 8 clients of one stream")
    assert one.published == pytest.approx(8 * 5 * 2176e6 / 8, rel=0.001)
    assert one.model == pytest.approx(6 * 12.5e9 * 5 / 8)


def test_the_headline_counts_predictions_apart() -> None:
    """What repeats arithmetic, bounds or was fitted says nothing of how well the model predicts."""
    every = every_row()
    off, said = spread(every), headline(every)
    assert off is not None
    assert said.startswith(f"Errors of {len(off.rows)} predicted bandwidths: median")
    assert all(one.kind == "predicted" for one in off.rows)
    for kind in ("derived", "carried", "bound", "calibrated"):
        within, judged = counts(one for one in every if one.kind == kind)
        assert f"{within} of {judged}" in said
    assert summary(every)["predictions"]["median"] == off.median
    errors = [one["error"] for one in summary(every)["predictions"]["errors"]]
    assert errors == sorted(errors)


def test_predictions_of_measured_systems_are_near() -> None:
    """Half of the bandwidths come out within 15 %, and no bound is below what was measured."""
    off = spread(every_row())
    assert off is not None
    assert off.median < 0.15
    measured = [one for one in every_row() if one.evidence and one.kind == "bound"]
    assert len(measured) == 107
    assert all(one.within for one in measured)


def test_nothing_predicted_is_no_success() -> None:
    """A scenario without predictions says so, and has no spread."""
    rows = rows_of("astra")
    assert spread(rows) is None
    assert headline(rows).startswith("No bandwidth is predicted")
    assert summary(rows)["predictions"] is None


@pytest.mark.parametrize(("count", "at"), [(1, 0), (2, 0), (4, 2), (5, 3), (9, 6), (101, 75)])
def test_three_of_four_predictions_are_off_by_no_more_than_the_quartile(
    count: int, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever their sign and their order; the worst is the one that is off the most."""
    monkeypatch.setattr("model.answers.validation.is_prediction", lambda row: row.error != 99)
    errors = [(n + 1) / 100 * (-1) ** n for n in range(count)]
    rows: Any = [SimpleNamespace(error=one) for one in (*errors[::-1], 99)]
    found = spread(rows)
    assert found is not None
    assert found.upper == (at + 1) / 100
    assert found.median == pytest.approx((count + 1) / 200)
    assert found.worst.error == errors[-1]
    assert [one.error for one in found.rows] == sorted(errors)
    assert spread(rows[-1:]) is None
