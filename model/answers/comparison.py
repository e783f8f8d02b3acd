"""Several designs beside each other: what their scenarios say otherwise, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from model.answers.capacity_steps import CapacityStep, capacity_steps
from model.answers.certainty import site_figures
from model.answers.ranges import BANDWIDTHS, HIGH, range_of, ranges
from model.answers.results import BillLine, Check, Results, Stage, data_tiers
from model.errors import InputError, Place, Problem
from model.records import dataclass

FEWEST, MOST = 2, 6
"""Designs that stand beside each other."""
WORDS = ("name", "title", "about", "sources", "published", "schema", "choices", "objective")
"""What of a scenario says nothing of a design, what it leaves open neither."""
RISKS = ("availability", "loss_probability")
"""What of the risks of designs is compared, where it is known."""
UPPER_LIMITS = {"availability": 1.0}
"""Figures whose known part is the most they can be, by its value where nothing is known."""
ABSENT = "-"
KNOWN = "known_"
"""What stands before the name of the part of a sum that is known."""
COMPARISON_SCHEMA = "ostimate.comparison/1"


@dataclass(frozen=True)
class Compared:
    """Designs by name; the others are compared with the first."""

    designs: Mapping[str, Results]

    @property
    def all(self) -> list[Results]:
        """The results of each, in their order."""
        return list(self.designs.values())

    @property
    def figures(self) -> list[str]:
        """The site's figures that any of them knows, in the order of the first that does."""
        found = [name for one in self.all for name in site_figures(one)]
        risks = [
            name for name in RISKS for one in self.all if one.values.get(("site", name)) is not None
        ]
        return list(dict.fromkeys((*found, *risks)))

    @property
    def measures(self) -> list[str]:
        """The same figures, each once, whether all of it is known or a part."""
        return list(dict.fromkeys(name.removeprefix(KNOWN) for name in self.figures))

    @property
    def requirements(self) -> list[str]:
        """The requirements that any of them states."""
        return list(dict.fromkeys(check.name for one in self.all for check in one.checks))

    def checks(self, name: str) -> list[Check | None]:
        """The check of a requirement in each design."""
        return [next((c for c in one.checks if c.name == name), None) for one in self.all]

    @property
    def currencies(self) -> list[str]:
        """What each counts in."""
        return [one.plan.scenario.economics.currency for one in self.all]

    def alike(self, name: str) -> list[tuple[str, str]]:
        """The pairs of designs that can't be told apart by a bandwidth of the site.

        Their ranges overlap. Designs of one scenario are off together, so that they can be told
        apart if one of them has more in nearly all draws.
        """
        pairs = combinations(self.designs.items(), 2)
        return [(a, b) for (a, one), (b, other) in pairs if _is_uncertain(one, other, name)]

    @property
    def lines(self) -> dict[tuple[str, str, str], list[BillLine | None]]:
        """The lines of the bill by tier, role and name, as each design has them."""
        found: dict[tuple[str, str, str], list[BillLine | None]] = {}
        for n, one in enumerate(self.all):
            for row in one.bill:
                key = row.line.tier, row.line.role, row.line.name
                lines = found.setdefault(key, [None] * len(self.designs))
                lines[n] = lines[n] or row
        return found

    @property
    def tiers(self) -> dict[str, tuple[Results, str]]:
        """The tiers of data of each design, and where each stands."""
        return {
            f"{design}: {name}" if len(data_tiers(one)) > 1 else design: (one, path)
            for design, one in self.designs.items()
            for name, path in data_tiers(one)
        }

    @property
    def steps(self) -> dict[str, list[CapacityStep | None]]:
        """The steps from raw to live capacity by their names, as each of `tiers` has them."""
        of_each = [
            {step.label: step for step in capacity_steps(one, path)}
            for one, path in self.tiers.values()
        ]
        return {name: [of.get(name) for of in of_each] for name in _in_order(of_each)}

    def stages(self, way: str) -> dict[str, list[Stage | None]]:
        """The stages of the chains by their names, in the data's way, as `tiers` have them."""
        of_each = [
            {stage.label: stage for stage in in_way(one, path, way)}
            for one, path in self.tiers.values()
        ]
        return {name: [of.get(name) for of in of_each] for name in _in_order(of_each)}

    @property
    def years(self) -> int:
        """The most years that any of them has, the purchase included."""
        return max(len(one.years()) for one in self.all)

    @property
    def differences(self) -> dict[str, list[str]]:
        """What the scenarios say otherwise: the path of each field, and what each says there."""
        stated = [dict(_written_values(one.plan.scenario.data)) for one in self.all]
        paths = list(dict.fromkeys(path for one in stated for path in one))
        found = {path: [one.get(path, ABSENT) for one in stated] for path in paths}
        return {path: texts for path, texts in found.items() if len(set(texts)) > 1}


def _is_uncertain(one: Results, other: Results, name: str) -> bool:
    """Tell whether it is uncertain which of two designs has more bandwidth."""
    first, second = (range_of(each, "site", name) for each in (one, other))
    if first is None or second is None or first.low > second.high or second.low > first.high:
        return False
    if one.plan.scenario.name != other.plan.scenario.name:
        return True
    a, b = (ranges(each).draws[name] for each in (one, other))
    return bool(max(np.mean(a > b), np.mean(b > a)) < HIGH)


def in_way(results: Results, path: str, way: str) -> list[Stage]:
    """Return the stages of a tier's chain in the order of the data path."""
    declared = results.plan.instances[f"{path}/healthy:healthy"].book.stages(way)
    return sorted(results.stages(path, way), key=lambda stage: declared.index(stage.quantity))


def _in_order(of_each: Sequence[Mapping[str, object]]) -> list[str]:
    """Merge lists of names: what only some have stands behind what it follows there."""
    found: list[str] = []
    for names in of_each:
        at = 0
        for name in names:
            if name not in found:
                found.insert(at, name)
            at = found.index(name) + 1
    return found


def _written_values(data: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Give each figure and each text of a scenario with its path, without reasons."""
    if isinstance(data, dict) and "value" in data:
        yield at, str(data["value"])
    elif isinstance(data, dict):
        for key, inner in data.items():
            if at or key not in WORDS:
                yield from _written_values(inner, f"{at}.{key}" if at else str(key))
    elif isinstance(data, list):
        for n, inner in enumerate(data):
            yield from _written_values(inner, f"{at}.{n}")
    elif data is not None:
        yield at, str(data).lower() if isinstance(data, bool) else str(data)


def compare(results: Sequence[Results], words: Sequence[str] = ()) -> Compared:
    """Build a comparison; designs of the same name get distinct names.

    Parameters
    ----------
    results
        The plan of each.
    words
        What tells each from others of its name; they are numbered where it doesn't.

    Raises
    ------
    InputError
        There are fewer than two, or more than six.
    """
    if not FEWEST <= len(results) <= MOST:
        what = f"write {FEWEST} to {MOST} scenarios, not {len(results)}"
        raise InputError([Problem(Place("compare"), "", what)])
    names = [one.plan.scenario.name for one in results]
    called = list(_told_apart(names, words or [""] * len(names)))
    return Compared(dict(zip(called, results, strict=True)))


def _told_apart(names: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    """Give each name once: with its word if that tells it from its like, else with a number."""
    for n, name in enumerate(names):
        like = [word for other, word in zip(names, words, strict=True) if other == name]
        own = words[n] if len(set(like)) == len(like) else f"{names[: n + 1].count(name)}"
        yield name if len(like) == 1 else f"{name} ({own})"


def comparison_json(compared: Compared) -> dict[str, Any]:
    """Return a comparison in base units, ready for JSON; None for unknown values."""
    return {
        "schema": COMPARISON_SCHEMA,
        "designs": {name: _design(compared, one) for name, one in compared.designs.items()},
        "alike": {name: compared.alike(name) for name in BANDWIDTHS},
        "differences": {
            path: dict(zip(compared.designs, texts, strict=True))
            for path, texts in compared.differences.items()
        },
    }


def _design(compared: Compared, one: Results) -> dict[str, Any]:
    economics = one.plan.scenario.economics
    return {
        "currency": economics.currency,
        "price_date": str(economics.price_date) if economics.price_date else None,
        "years_of_service": economics.years,
        "left_out": list(economics.left_out),
        "design_fits": one.truth("site", "design_fits"),
        "figures": {
            name: {"value": _found(one, name), "unit": unit_of(compared, name)}
            for name in compared.figures
        }
        | dict(_ends(one)),
        "requirements": {
            check.name: {"required": check.required, "planned": check.planned, "met": check.met}
            for check in one.checks
        },
        "bom": [
            {"tier": r.line.tier, "role": r.line.role, "description": r.line.name}
            | {"count": r.count, "cost": r.cost}
            for r in one.bill
        ],
        "years": [one.values.get((path, "year_cost")) for path in one.years()],
    }


def _ends(one: Results) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in BANDWIDTHS:
        if (found := range_of(one, "site", name)) is not None:
            for end, value in found._asdict().items():
                yield f"{name}_{end}", {"value": value, "unit": "byte/s"}


def has(one: Results, name: str) -> bool:
    """Whether a design has a figure of the site, known or not: none of dumps without a machine."""
    return ("site", name) in one.values or ("site", f"{KNOWN}{name}") in one.values


def measured(one: Results, name: str) -> tuple[float | None, bool]:
    """Return a figure of the site, or its known part and True ("at least").

    Nothing known isn't nothing: what no figure was put into is unknown. Nor is a known part shown
    that is an upper limit.
    """
    whole, known = one.values.get(("site", name)), ("site", f"{KNOWN}{name}")
    if whole or known not in one.values or name in UPPER_LIMITS:
        return whole, False
    part = one.values[known] or None
    return part, part is not None


def _found(one: Results, name: str) -> float | None:
    value = one.values.get(("site", name))
    if not name.startswith(KNOWN):
        return value
    return None if value == UPPER_LIMITS.get(name.removeprefix(KNOWN), 0.0) else value


def unit_of(compared: Compared, name: str) -> str:
    """Return the unit of a figure of the site."""
    known = next(one for one in compared.all if ("site", name) in one.values)
    return known.item("site", name).unit
