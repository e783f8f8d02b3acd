"""Which designs a budget is spent on: each list of options as a whole, from made-up tiers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from model.answers.results import Check, Results
from model.errors import InputError, Place, Problem
from model.search.budget import MOST_TRIED, _broken, _fewer, _with_partial_block, open_fields
from model.units.figures import THIN

PATH = "site/tiers:t"
SMALL: dict[str, float | None] = {"drives_per_block": 40.0, "drives_per_target": 10.0}
"""Two servers of 20 drives hold four targets."""
ON = "tiers.1.drives"
BLOCKS, ENCLOSURES = "tiers.1.blocks", "tiers.1.enclosures.per_block"
SPARES = "tiers.1.target.reserved_spares"


def site_of(
    tier: dict[str, Any], choices: dict[str, Any], known: dict[str, float | None]
) -> Results:
    """Make a site up, the second tier of which is asked for."""
    tiers = [{"name": "other"}, {"name": "t", **tier}, {"name": "last"}]
    scenario = SimpleNamespace(
        economics=SimpleNamespace(currency="EUR"),
        data={"tiers": tiers, "choices": choices},
        tiers=[SimpleNamespace(name=one["name"]) for one in tiers],
    )

    class Made:
        plan = SimpleNamespace(scenario=scenario)

        def tiers(self) -> list[tuple[str, str]]:
            return [("other", "site/tiers:other"), ("t", PATH)]

        def __getitem__(self, at: tuple[str, str]) -> float | None:
            return known.get(at[1]) if at[0] == PATH else 1e9

    return cast("Results", Made())


def disk(count: Any, **more: Any) -> dict[str, Any]:
    return {"part": "disk", "per_server": count, **more}


def opened(
    tier: dict[str, Any], choices: dict[str, Any] | None = None, **known: Any
) -> dict[str, Any]:
    found = open_fields(site_of(tier, choices or {}, SMALL | known), 1, 1)
    assert found.pop(BLOCKS) == [1, 2]
    return found


FULL = [disk(n) for n in (20, 15, 10, 5)]
OPENED: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    # what, tier, choices of the scenario, further figures: what is left open
    ("whole targets", {"drives": disk(20)}, {}, {}, {ON: FULL}),
    (
        "a number with its reason",
        {"drives": disk({"value": 20, "because": "x"})},
        {},
        {},
        {ON: [disk({"value": 20, "because": "x"}), *FULL[1:]]},
    ),
    (
        "all spares, or half of them, beside the targets",
        {"drives": disk(48)},
        {},
        {"drives_per_block": 48.0, "spare_drives_per_block": 7.0},
        {ON: [disk(n) for n in (48, 47, 43, 37, 33, 27, 23, 17, 13)]},
    ),
    (
        "no target fits",
        {"drives": disk(4)},
        {},
        {"drives_per_block": 8.0},
        {ON: [disk(4)]},
    ),
    (
        "unknown figures: each drive a target of its own, in one server",
        {"drives": disk(4)},
        {},
        {"drives_per_block": None, "drives_per_target": None},
        {ON: [disk(n) for n in (4, 3, 2, 1)]},
    ),
    (
        "of many numbers every other one",
        {"drives": disk(24)},
        {},
        {"drives_per_block": 24.0, "drives_per_target": 1.0},
        {ON: [disk(n) for n in (24, *range(23, 0, -2))]},
    ),
    (
        "alternatives, without the price of the drive",
        {"drives": disk(20, price="5 EUR", alternatives=["large"])},
        {},
        {"drives_per_target": 20.0},
        {
            ON: [
                disk(20, price="5 EUR", alternatives=["large"]),
                {"part": "large", "per_server": 20},
                disk(10, price="5 EUR", alternatives=["large"]),
                {"part": "large", "per_server": 10},
            ]
        },
    ),
    (
        "drives that the scenario leaves open",
        {"drives": disk(20)},
        {ON: [disk(20), {"name": "own", "per_server": 20}]},
        {"drives_per_target": 20.0},
        {
            ON: [
                disk(20),
                {"name": "own", "per_server": 20},
                disk(10),
                {"name": "own", "per_server": 10},
            ]
        },
    ),
    (
        "drives that it chooses by a filter are those of the tier",
        {"drives": disk(20)},
        {ON: {"kind": "hdd"}},
        {"drives_per_target": 20.0},
        {ON: [disk(20), disk(10)]},
    ),
    (
        "a field of the drives",
        {"drives": disk(20)},
        {f"{ON}.part": ["disk", "large"]},
        {},
        {f"{ON}.part": ["disk", "large"]},
    ),
    (
        "blocks and other tiers",
        {"drives": disk(20)},
        {BLOCKS: [7], "tiers.0.blocks": [8], "tiers.10.blocks": [9], f"{BLOCKS}_x": [6]},
        {"drives_per_target": 20.0},
        {f"{BLOCKS}_x": [6], ON: [disk(20), disk(10)]},
    ),
    (
        "enclosures",
        {"drives": {"name": "d", "per_enclosure": 20}, "enclosures": {"per_block": 2}},
        {},
        {"drives_per_target": 20.0},
        {
            ON: [{"name": "d", "per_enclosure": 20}, {"name": "d", "per_enclosure": 10}],
            ENCLOSURES: [1, 2],
        },
    ),
    (
        "one enclosure, and one spare",
        {
            "drives": {"name": "d", "per_enclosure": 40},
            "enclosures": {"per_block": 1},
            "target": {"reserved_spares": 1},
        },
        {},
        {"drives_per_target": 40.0},
        {ON: [{"name": "d", "per_enclosure": 40}]},
    ),
    (
        "enclosures and spares that the scenario leaves open",
        {
            "drives": {"name": "d", "per_enclosure": 10},
            "enclosures": {"per_block": 4},
            "target": {"reserved_spares": 2},
        },
        {ENCLOSURES: [2, 4], SPARES: [2, 3]},
        {"drives_per_target": 40.0},
        {ON: [{"name": "d", "per_enclosure": 10}], ENCLOSURES: [2, 4], SPARES: [2, 3]},
    ),
    (
        "spares",
        {"drives": disk(20), "target": {"reserved_spares": {"value": 5}}},
        {},
        {"drives_per_target": 40.0},
        {ON: [disk(20)], SPARES: [5, 2]},
    ),
    (
        "two spares",
        {"drives": disk(20), "target": {"reserved_spares": 2}},
        {},
        {"drives_per_target": 40.0},
        {ON: [disk(20)], SPARES: [2, 1]},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("tier", "choices", "known", "wanted"),
    [one[1:] for one in OPENED],
    ids=[one[0] for one in OPENED],
)
def test_what_is_left_open_for_a_budget(
    tier: dict[str, Any], choices: dict[str, Any], known: dict[str, Any], wanted: dict[str, Any]
) -> None:
    found = opened(tier, choices, **known)
    assert found == wanted


@pytest.mark.parametrize(
    ("blocks", "tried"),
    [
        (1, [1, 2]),
        (2, [1, 2, 3, 4]),
        (4, [3, 4, 5, 6, 7, 8]),
        (12, [*range(9, 25)]),
        (13, [*range(10, 21)]),
        (60, [*range(45, 91)]),
        (64, [*range(48, 68), *range(68, 97, 2)]),
        (91, [*range(68, 137, 2), 91]),
        (100, [*range(75, 104), *range(105, 151, 3)]),
        (110, [*range(82, 166, 3), 110, 111]),
        (120, [*range(90, 181, 3), 121]),
    ],
)  # fmt: skip
def test_numbers_of_blocks_around_the_affordable_one(blocks: int, tried: list[int]) -> None:
    found = open_fields(site_of({"drives": disk(20)}, {}, SMALL), 1, blocks)[BLOCKS]
    assert found == sorted(tried)


@pytest.mark.parametrize("blocks", [1, 2, 3, MOST_TRIED + 1, 2 * MOST_TRIED, 5000])
def test_fewer_blocks_are_tried_from_the_next_one_down_to_one(blocks: int) -> None:
    """All of up to 127; of more numbers about 64."""
    found = list(_fewer(blocks))
    assert found[:1] == [blocks - 1] * (blocks > 1)
    assert found[-1:] == [1] * (blocks > 1)
    assert found == sorted({*found}, reverse=True) or found[-2:] == [1, 1]
    assert len(found) == blocks - 1 if blocks < 2 * MOST_TRIED else 64 <= len(found) <= 130


@pytest.mark.parametrize(
    ("before", "planned", "required", "said"),
    [
        (1.0, 2.0, 2.0, []),
        (1.0, 3.0, 2.0, ["Maximum racks: 3 instead of 2"]),
        (3.0, 3.0, 2.0, ["Maximum racks: 3 instead of 2"]),
        (1.0, None, 2.0, ["Maximum racks: unknown instead of 2"]),
        (None, None, 2.0, []),
        (None, 3.0, 2.0, ["Maximum racks: 3 instead of 2"]),
        (1.0, 3.0, None, []),
    ],
)
def test_limits_of_the_site_that_a_plan_breaks(
    before: float | None,
    planned: float | None,
    required: float | None,
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was unknown before breaks none, nor does what more money may lift; misfits are new."""
    monkeypatch.setattr("model.search.budget.unfit", lambda plan: plan.unfit)
    was, now = (
        plan_of((("racks", one, required), ("budget", 9.0, 1.0))) for one in (before, planned)
    )
    assert list(_broken(now, was)) == said
    was, now = plan_of((), unfit=["old"]), plan_of((), unfit=["old", "new"])
    assert list(_broken(now, was)) == ["new"]


def plan_of(checks: Any = (), **more: Any) -> Any:
    """Make a plan up: limits as name, figure and requirement."""
    none: dict[str, Any] = {"met": None, "margin": None, "bound": None, "bound_met": None}
    none |= {"at_most": True, "bound_at_most": False}
    found = [Check(name, f"Maximum {name}", "1", high, has, **none) for name, has, high in checks]
    money = SimpleNamespace(scenario=SimpleNamespace(economics=SimpleNamespace(currency="EUR")))
    return SimpleNamespace(**{"checks": found, "plan": money, "unfit": []} | more)


BLOCK: dict[str, Any] = {
    "drives": {"name": "d", "per_enclosure": {"value": 20, "because": "x"}},
    "enclosures": {"per_block": 2, "name": "e"},
    "target": {"reserved_spares": 4},
}
"""Of 40 drives, four of them spares, for targets of ten."""
DRIVES = {"drives_per_block": 40.0, "spare_drives_per_block": 4.0, "drives_per_target": 10.0}


def block(count: int, drives: int, spares: int) -> dict[str, Any]:
    """A part of a block: so many enclosures, of so many drives each."""
    return {
        "name": "t partial block",
        "blocks": 1,
        "drives": {"name": "d", "per_enclosure": drives},
        "enclosures": {"per_block": count, "name": "e"},
        "target": {"reserved_spares": spares},
    }


def partly(
    tier: dict[str, Any], budget: float, monkeypatch: pytest.MonkeyPatch, **known: Any
) -> list[Any]:
    """Add a part of a block to 3000 blocks, where each of its drives costs 1 EUR.

    Of 24 drives none can be planned, of 22 the cost is unknown, and 17 don't fit.
    """
    site = cast("Any", site_of(tier, {}, DRIVES | known))

    class Plan(SimpleNamespace):
        def __getitem__(self, _: Any) -> float | None:
            return None if self.count == 22 else float(self.count)

    def edited(changes: dict[str, Any]) -> Plan:
        other, whole, part, last = changes["tiers"]
        assert (other, last) == ({"name": "other"}, {"name": "last"})
        assert whole == {"name": "t", **tier, "blocks": 3000}
        assert (changes["choices"], changes["objective"]) == (None, None)
        count = part.get("enclosures", {"per_block": 1})["per_block"]
        count *= part["drives"]["per_enclosure"]
        if count == 24:
            raise InputError([Problem(Place("x"), "", "refused")])
        return Plan(count=count, unfit=["full"] if count == 17 else [])

    site.edited, site.checks, site.unfit = edited, [], []
    monkeypatch.setattr("model.search.budget.unfit", lambda plan: plan.unfit)
    monkeypatch.setattr("model.search.budget._ceilings", lambda _: [])
    return _with_partial_block(site, budget, 1, 3000)


@pytest.mark.parametrize(
    ("budget", "wanted", "drives"),
    [
        (99.0, block(2, 17, 3), 34),  # 40 drives are a whole block
        (34.0, block(2, 17, 3), 34),
        (33.0, block(2, 16, 3), 32),
        (31.0, block(1, 20, 2), 20),
        (19.0, block(1, 16, 1), 16),
        (15.0, block(2, 7, 1), 14),
        (12.0, block(2, 6, 1), 12),
        (7.0, block(1, 7, 0), 7),
        (5.0, None, 0),
    ],
)
def test_a_part_of_a_block_has_as_many_drives_as_the_budget_affords(
    budget: float, wanted: dict[str, Any] | None, drives: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = partly(BLOCK, budget, monkeypatch)
    assert [one.changes["tiers"][2] for one in found] == ([wanted] if wanted else [])
    for one in found:
        options = {name: text.replace(THIN, "") for name, text in one.options.items()}
        assert options == {"blocks": "3000", "partial block": f"{drives} drives"}
        assert (one.cost, one.proven) == (drives, False)


@pytest.mark.parametrize("more", [{}, {"enclosures": {"per_block": 1}}])
def test_a_part_of_a_block_without_enclosures_or_spares_says_nothing_of_them(
    more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    tier = {"drives": {"name": "d", "per_enclosure": 20}, **more}
    known = {"drives_per_block": 20.0, "spare_drives_per_block": 0.0}
    [found] = partly(tier, 99.0, monkeypatch, **known)
    part = {"name": "t partial block", "drives": {"name": "d", "per_enclosure": 10}, "blocks": 1}
    assert found.changes["tiers"][2] == part | more
