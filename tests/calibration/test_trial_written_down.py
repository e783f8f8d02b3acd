"""Free values and measurements of a small system: bounds, and the whole text of each refusal."""

from __future__ import annotations

from typing import Any

import pytest

from model.calibration.fit import calibrate
from model.calibration.points import Free, Point
from model.errors import InputError, Place
from model.planning.loading import load_scenario

SCENARIO = load_scenario(
    "s.yaml",
    """
schema: ostimate.scenario/1
name: parts
tiers:
  - name: project
    file_system: zfs
    owned: true
    blocks: 2
    servers: {name: server, per_block: 1, bays: 12}
    network: {name: card, per_server: 1, bandwidth: 12 GB/s, ports: 1}
    drives: {name: disk, per_server: 12, capacity: 10 TB, read_bandwidth: 250 MB/s,
             write_bandwidth: 250 MB/s}
    adapters: {name: hba, per_server: 2, bandwidth: 8 GB/s, efficiency: 0.9}
    processing: {read_rate: 20 GB/s, write_rate: 20 GB/s}
    target: {layout: 'raidz2:12'}
""",
)
HBA, AMPLIFIED = "tiers.0.adapters.efficiency", "tiers.0.network.write_amplification"
RATE, COPIES = "tiers.0.processing.write_rate", "tiers.0.target.copies"
WRITE = "project.write_bandwidth"
FREE, MEASURED = Place("fit.yaml", 4, 5), Place("fit.yaml", 9, 7)


def free(path: str, low: Any = None, high: Any = None, start: Any = None) -> Free:
    return Free(path, low, high, start, FREE)


def point(value: Any = "3 GB/s", quantity: str = WRITE, unit: str = "") -> Point:
    return Point(quantity, value, "a test", unit, place=MEASURED)


@pytest.mark.parametrize(
    ("one", "before", "value", "low", "high"),
    [
        (free(HBA), 0.9, 0.9, 0.0, 1.0),
        (free(HBA, 0.2, 0.8), 0.9, 0.8, 0.2, 0.8),
        (free(HBA, 0.95, 1), 0.9, 0.95, 0.95, 1.0),
        (free(HBA, "10 %", "90 %", "95 %"), 0.9, 0.9, 0.1, 0.9),
        (free(AMPLIFIED, high=3), 1.0, 1.0, 1.0, 3.0),
        (free(RATE, high="40 GB/s"), 20e9, 20e9, 0.0, 40e9),
        (free(RATE, "30 GB/s", "40 GB/s"), 20e9, 30e9, 30e9, 40e9),
    ],
)
def test_bounds_and_start_of_what_has_no_effect(
    one: Free, before: float, value: float, low: float, high: float
) -> None:
    """Drives limit this system, so that nothing else moves from where it starts."""
    found = calibrate(SCENARIO, [one], [point()])
    (fitted,) = found.values
    assert (fitted.before, fitted.low, fitted.high) == (before, low, high)
    assert fitted.value == pytest.approx(value, rel=1e-9)
    assert not fitted.has_effect
    assert found.edits == {}
    what = f"{one.path} has no effect on the measurements: something else limits"
    assert found.warnings == (what,)


LIKE = "no quantity of this scenario is called '{}': did you mean {}?"


@pytest.mark.parametrize(
    ("frees", "points", "problems"),
    [
        ([free(HBA, 0.8, 0.2)], [point()],
         [(FREE, HBA, "'low' must be below 'high', but 0.8 isn't below 0.2")]),
        ([free(HBA, 0.8, 0.8)], [point()],
         [(FREE, HBA, "'low' must be below 'high', but 0.8 isn't below 0.8")]),
        ([free(AMPLIFIED), free(RATE)], [point()],
         [(FREE, path, "has no highest value of its own: write 'high'")
          for path in (AMPLIFIED, RATE)]),
        ([free(COPIES)], [point()],
         [(FREE, COPIES, "can't be fitted: only shares, factors and rates can")]),
        ([free(HBA), free(HBA)], [point()], [(FREE, HBA, "is free twice: write it once")]),
        ([free("tiers.0.drives.name")], [point()],
         [(FREE, "tiers.0.drives.name", "this figure can't be fitted: write the path of a share, a "
           "factor or a rate")]),
        ([free(HBA, high="1 GB/s")], [point()],
         [(FREE, HBA, "'1 GB/s' is of another kind (bandwidth); wanted here: number, such as "
           "'0.8'")]),
        ([free(HBA)], [point(quantity="write_bandwidht")],
         [(MEASURED, "write_bandwidht", LIKE.format("write_bandwidht", "write_bandwidth or "
           "own_write_bandwidth or pace_write_bandwidth"))]),
        ([free(HBA)], [point("5 EUR", "site.capital_cost")],
         [(MEASURED, "site.capital_cost", "is unknown; missing: "
           "site/common:fabric/lines:switches.unit_price")]),
        ([free(HBA)], [point("5 GB"), point(9.0, unit="1/second"), point("0 GB/s")],
         [(MEASURED, WRITE, "'5 GB' is of another kind (capacity); wanted here: bandwidth; write "
           "'5 GB/s'"),
          (MEASURED, WRITE, "is in byte/s, but the figure that was measured is in 1/second"),
          (MEASURED, WRITE, "a measured figure must be above 0, is 0 GB/s")]),
    ],
)  # fmt: skip
def test_the_whole_text_of_what_can_not_be_fitted(
    frees: list[Free], points: list[Point], problems: list[tuple[Place, str, str]]
) -> None:
    with pytest.raises(InputError) as error:
        calibrate(SCENARIO, frees, points)
    found = [(one.place, one.field, one.what) for one in error.value.problems]
    assert sorted(found) == sorted(problems)
