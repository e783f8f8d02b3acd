"""Bands: which inputs they reach, what is refused, what rises together."""

from __future__ import annotations

import math
import re

import pytest

from model import InputError, evaluate, load_scenario
from model.planning.bands import Banded
from model.planning.loading import edited
from model.procedures.draws import Factor, Listed, Triangle, TwoPiece
from tests import planned

BELUGA = "scenarios/beluga.yaml"
PROJECT = "scenarios/templates/project-space.yaml"


def text_of(bands: str, file: str = PROJECT) -> str:
    with open(file, encoding="utf-8") as source:  # noqa: PTH123
        said, _, _ = source.read().partition("\nbands:")
        return f"{said}\nbands:\n{bands}\n"


def bands_of(bands: str, file: str = PROJECT) -> dict[str, Banded]:
    results = evaluate(load_scenario("a.yaml", text_of(bands, file)))
    return {one.called: one for one in results.plan.bands}


def test_a_band_reaches_the_input_of_its_field() -> None:
    """Three points, a factor, a list; money in another currency, units as they are written."""
    found = bands_of("""
  tiers.0.policy.fill_limit: {low: 70 %, likely: 0.8, high: 0.85, because: our last system}
  economics.energy_price: {median: 0.2 EUR/kWh, spread: 1.3}
  tiers.0.drives.power: {values: [9 W, 0.008 kW]}""")
    limit = found["tiers.0.policy.fill_limit"]
    assert limit.addresses == (("site/tiers:project", "fill_limit"),)
    assert limit.law == Triangle(0.7, 0.8, 0.85)
    assert limit.because == "our last system"
    energy = found["economics.energy_price"].law
    assert energy == Factor(pytest.approx(0.2 / 3.6e6), 1.3, 0.0, math.inf)  # type: ignore[arg-type]
    assert found["tiers.0.drives.power"].law == Listed((8.0, 9.0))
    assert found["tiers.0.drives.power"].addresses == (
        ("site/tiers:project/lines:drives", "unit_power"),
        ("site/tiers:project/lines:hot spares", "unit_power"),
    )


def test_a_share_of_a_link_beside_a_known_server_needs_its_figure() -> None:
    """Its band would change nothing: 'wires' counts there."""
    with pytest.raises(InputError, match="have the efficiency 'wires'"):
        bands_of("  tiers.0.policy.deliveries.write.sas: {values: [0.9]}")


def test_an_estimate_has_the_band_of_its_class() -> None:
    """Its shares times what is likely; lines of one class, and public prices of one kind of part,
    move together, assumed pieces alone.
    """
    results = evaluate(load_scenario("a.yaml", text_of("  prices: true")))
    assert results.plan.bands
    for one in results.plan.bands:
        ((path, name),) = one.addresses
        likely = results[path, name]
        assert isinstance(one.law, TwoPiece)
        assert likely == one.law.median
        assert one.law.low == likely * (results[path, "low_price_share"] or 0.0)
        assert one.law.low < likely < one.law.high
    of_classes = [one for one in results.plan.bands if one.column.startswith("prices: ")]
    assert {one.column for one in of_classes} == {
        "prices: budget class memory-ddr5", "prices: budget class server-two-processors",
        "prices: other equipment",
    }  # fmt: skip
    assumed = [one for one in results.plan.bands if one not in of_classes]
    assert assumed
    assert all(one.because for one in assumed)
    spares = [one for one in assumed if "spares" in one.called or "on the shelf" in one.called]
    assert all(one.column == one.called for one in assumed if one not in spares)
    assert spares  # they cost what the drives do that they stand in for
    assert {one.column for one in spares} <= {one.column for one in assumed if one not in spares}


WRONG = {
    "economics.energy_prise: {median: 0.2 EUR/kWh, spread: 2}": "did you mean 'economics.energy_p",
    "economics.energy_price: {median: 0.2 SEK/kWh, spread: 2}": "this is in SEK, but the scenario",
    "economics.energy_price: {median: 0 EUR/kWh, spread: 2}": "must be above 0",
    "tiers.0.drives.power: {low: 5, likely: 6 W, high: 7 W}": "5 has no unit",
    "tiers.0.drives.power: {low: 8 W, likely: 6 W, high: 7 W}": "must rise from 'low' over",
    "tiers.0.blocks: {low: 1, likely: 2, high: 3}": "this is a count: write the 'values'",
    "tiers.0.blocks: {values: [1.5]}": "this is a count: write whole numbers",
    "tiers.0.policy.fill_limit: {values: [80 %, 1.2]}": "must be at most 1, is 1.2",
    "tiers.0.policy.fill_limit: {values: [0]}": "must be above 0, is 0",
    "tiers.0.policy.delivery_factor: {values: [0.7]}": "enter it along with its range",
    "tiers.0.target.layout: {values: [3]}": "it determines what is built",
    "tiers.0.policy.fill_limit: {low: 0.7}": "found 'low'",
    "tiers.0.policy.fill_limit: {low: 0.7, likely: 0.8, high: 0.9, spread: 2}": "and 'spread'",
    "tiers.0.policy.fill_limit: {values: [true]}": "write a figure of the field",
    "tiers.0.policy.fill_limit: 0.7": "write a mapping",
    "delivery: true": "only 'deliveries', 'prices' and 'failures' take that",
    "tiers.0.policy.fill_limit: {median: 0.8, spred: 2}": "did you mean 'spread'?",
}


@pytest.mark.parametrize("band", WRONG)
def test_a_wrong_band_is_one_clear_line(band: str) -> None:
    """With its line, its field, and what to write instead."""
    with pytest.raises(InputError) as wrong:
        bands_of(f"  {band}")
    lines = str(wrong.value).splitlines()
    assert any(WRONG[band] in line for line in lines), lines
    assert all(line.startswith("a.yaml:") and "bands" in line for line in lines)


@pytest.mark.parametrize("file", ["scenarios/beluga.yaml", PROJECT])
def test_a_share_that_may_be_off_is_no_more_than_its_inputs(file: str) -> None:
    """Putting another share into its inputs gives what planning anew with it gives, all of it."""
    results = evaluate(load_scenario(file))
    scenario, anew = results.plan.scenario, {}
    for (path, name), field in results.plan.fields.items():
        share = results.values.get((path, name))
        item = results.item(path, name) if share else None
        if share and share < 1 and item and item.unit == "1" and name != "delivery_factor":
            known = results.plan.provenance.get((path, name))
            if re.match("own_(sas|hba|nic|fabric)", name) and not (known and known.field):
                continue  # of links beside known servers 'wires' counts, unless stated
            kept = known.status if known and known.field else "assumed"
            anew[field] = {"value": 0.9, "status": kept, "because": "tried"}
    anew = {field: said for field, said in anew.items() if "phases" not in field}
    assert len(anew) > 5
    for field, share in list(anew.items())[::3]:
        one = bands_of(f"  {field}: {{values: [{share['value']}]}}", file)[field]
        found = planned.evaluated(results.plan.root, dict.fromkeys(one.addresses, 0.9))
        expected = evaluate(edited(scenario, {field: share}))
        known_now = {at: x if math.isfinite(x) else None for at, x in found.items()}
        assert known_now == expected.values, field


def test_money_stays_an_amount() -> None:
    """A band in a currency with a rate is converted at it."""
    said = text_of("  tiers.0.drives.price: {values: [400 SEK]}")
    rate = "  exchange:\n    SEK: {rate: 0.5, date: 2026-01-01}"
    one, *_ = evaluate(load_scenario("a.yaml", said.replace("  exchange:", rate))).plan.bands
    assert one.law == Listed((200.0,))
