"""Steps that are tried of a tier: each with its edits, before any of them is planned.

How many vdevs or drives fit in free bays, how many blocks hold a code, and why something can't be.
"""

from __future__ import annotations

from types import SimpleNamespace as Of
from typing import Any

import pytest

from model.answers.extension_tries import (
    AS_A_WHOLE,
    BAYS_UNKNOWN,
    DATA_FIRST,
    EMPTY_VDEVS,
    NEWER_PARTS,
    NO_BOOK_VALUE,
    ONE_BY_ONE,
    OWN_CODE,
    REWRITE,
    SPREAD_ANEW,
    UNLIKE_VDEVS,
    WHOLE_MAINTENANCE,
    WHOLE_VDEVS,
    most_drives,
    most_vdevs,
)
from model.answers.extensions import (
    EMPTY_TARGETS,
    SLOWEST,
    UNLIKE_TARGETS,
    mixed_generations,
    steps_to_plan,
)
from tests.answers.test_laws_upgrades import results_of
from tests.answers.test_warnings_of_plans import plan
from tests.planned import like

Steps = dict[str, dict[str, Any] | str]
TWICE: dict[str, Any] = {"drives.capacity": "20000000000000 B", "drives.price": None}
RAIDZ = "add {} to each RAIDZ vdev: {}"
POOL = "add {} to each pool: {}"
LARGER, RETIRE = "replace all drives with drives of 20 TB", "retire one block"
PLANNED: Steps = {
    "add one block of the same parts": {"blocks": 5}, LARGER: TWICE, RETIRE: {"blocks": 3},
}  # fmt: skip
OWNED = {"owned": True}
KEPT = {"drives.owned": 160}
"""What an owned tier has: a step buys what is beyond it."""
HDD = {"name": None, "capacity": None, "read_bandwidth": None, "write_bandwidth": None,
       "surface_factor": None, "part": "seagate-st10000nm0096"}  # fmt: skip


def inside(bays: int | None, drives: int, layout: str, pools: int, **more: Any) -> dict[str, Any]:
    """Drives in servers, of which each block has two unless it says otherwise."""
    servers = {"bays": bays, **more.pop("servers", {})}
    target = {"layout": layout, "per_block": pools, **more.pop("target", {})}
    return {"servers": servers, "drives": {"per_server": drives}, "target": target, **more}


def widened(drives: int, layout: str, per_server: int) -> Steps:
    title = RAIDZ.format("1 drive" if drives == 1 else f"{drives} drives", layout)
    return {title: {"target.layout": layout, "drives.per_server": per_server}}


def deeper(vdevs: int, layout: str, per_server: int) -> Steps:
    title = POOL.format("1 vdev" if vdevs == 1 else f"{vdevs} vdevs", layout)
    return {title: {"target.layout": layout, "drives.per_server": per_server}}


CASES: list[tuple[dict[str, Any], Steps, int | None, int | None]] = [
    # a tier, what is tried; how many vdevs and drives of each fit
    # 12 bays are free: for a vdev of 8 in both pools 16 are needed; 6 drives fit in each vdev
    (inside(30, 24, "raidz2:8", 2),
     {POOL.format("1 vdev", "2 x raidz2:8"): "it needs 16 free bays in a block; 12 are free"}
     | widened(1, "raidz2:9", 25) | widened(2, "raidz2:10", 26) | widened(6, "raidz2:14", 30)
     | PLANNED, 0, 6),
    # 16 free bays: just enough for both
    (inside(32, 24, "raidz2:8", 2),
     deeper(1, "2 x raidz2:8", 32) | widened(1, "raidz2:9", 25) | widened(2, "raidz2:10", 26)
     | widened(8, "raidz2:16", 32) | PLANNED, 1, 8),
    # 8 free bays: two further mirrors in both pools; mirrors aren't widened
    (inside(24, 20, "10 x mirror:2", 2),
     deeper(1, "11 x mirror:2", 22) | deeper(2, "12 x mirror:2", 24) | PLANNED, 2, None),
    # one bay is free in each server, or none
    (inside(21, 20, "2 x raidz1:10", 2),
     {POOL.format("1 vdev", "3 x raidz1:10"): "it needs 20 free bays in a block; 2 are free",
      RAIDZ.format("1 drive", "2 x raidz1:11"): "it needs 4 free bays in a block; 2 are free"}
     | PLANNED, 0, 0),
    (inside(7, 6, "raidz1:6", 1, servers={"per_block": 1}),
     {POOL.format("1 vdev", "2 x raidz1:6"): "it needs 6 free bays in a block; 1 is free"}
     | widened(1, "raidz1:7", 7) | PLANNED, 0, 1),
]  # fmt: skip


def tried(words: str, edits: dict[str, Any]) -> dict[str, Any]:
    """Give the changes of each step, or why it can't be; those of a template aren't looked at."""
    steps = steps_to_plan(results_of(words, edits), "t")
    return {
        one.title: one.why_not
        or {name.removeprefix("tiers.0."): value for name, value in one.changes.items()}
        for one in steps
        if "template" not in one.title
    }


@pytest.mark.parametrize(("edits", "wanted", "vdevs", "drives"), CASES)
def test_pools_grow_by_what_their_free_bays_hold(
    edits: dict[str, Any], wanted: Steps, vdevs: int | None, drives: int | None
) -> None:
    """By one, by two and by the most; where not even one fits, by how many bays are free."""
    assert tried("disks inside", edits) == wanted
    results = results_of("disks inside", edits)
    assert (most_vdevs(results, "t"), most_drives(results, "t")) == (vdevs, drives)


def test_where_bays_are_unknown_one_of_each_is_tried() -> None:
    """However many enclosures there are: nobody knows of room for more."""
    boxes = {"part": None, "name": "box", "per_block": 6}
    edits = {"enclosures": boxes, "drives": {"per_enclosure": 1},
             "target": {"layout": "2 x raidz1:3", "per_block": 1}}  # fmt: skip
    found = tried("disks", edits)
    in_boxes = {"drives.per_enclosure": 2}
    assert found == PLANNED | {
        POOL.format("1 vdev", "3 x raidz1:3"): {"target.layout": "3 x raidz1:3", **in_boxes},
        RAIDZ.format("1 drive", "2 x raidz1:4"): {"target.layout": "2 x raidz1:4", **in_boxes},
        "add one enclosure with its drives to each block": {
            "enclosures.per_block": 7,
            "target.per_block": 1,
        },
    }
    results = results_of("disks", edits)
    assert most_vdevs(results, "t") is most_drives(results, "t") is None
    said = [one.warnings for one in steps_to_plan(results, "t") if "vdev" in one.title]
    assert said == [(BAYS_UNKNOWN.format("enclosure"),)] * 2


def test_an_owned_pool_keeps_what_it_was_created_as() -> None:
    """It fills its bays by further targets, and buys only the drives beyond those it has."""
    owned = inside(30, 20, "2 x raidz1:5", 4, **OWNED)
    found = tried("disks inside", owned)
    new = found.pop("add one block of the same parts, as another tier")["tiers"]
    assert [(one["name"], one["blocks"], "owned" in one) for one in new] == [
        ("t", 4, True), ("t 2", 1, False),
    ]  # fmt: skip
    made = {"target.created": "2 x raidz1:5"}
    assert found == {
        "fill all 30 bays of each server": {
            "drives.per_server": 30, "target.per_block": 6, **KEPT},
        POOL.format("1 vdev", "3 x raidz1:5"): {
            "target.layout": "3 x raidz1:5", "drives.per_server": 30, **KEPT},
        RAIDZ.format("1 drive", "2 x raidz1:6"): {
            "target.layout": "2 x raidz1:6", "drives.per_server": 24, **made, **KEPT},
        RAIDZ.format("2 drives", "2 x raidz1:7"): {
            "target.layout": "2 x raidz1:7", "drives.per_server": 28, **made, **KEPT},
        LARGER: TWICE | {"drives.owned": 0, "target.created": "2 x raidz1:5 of 10 TB"},
        RETIRE: {"blocks": 3},
        "replace the tier with new parts of the same models": {"owned": False, "installed": None},
    }  # fmt: skip
    said = {one.step: one.warnings for one in steps_to_plan(results_of("disks inside", owned), "t")}
    assert said["fill_bays"] == ()
    assert said["add_vdevs"] == (EMPTY_VDEVS,)
    assert said["widen_raidz"] == (ONE_BY_ONE, REWRITE)
    assert said["replace_drives"] == (WHOLE_VDEVS,)
    assert said["retire_block"] == said["replace_tier"] == (DATA_FIRST,)
    grown = inside(33, 11, "raidz2:11", 2, target={"created": "raidz2:10"}, **OWNED)
    steps = {one.step: one for one in steps_to_plan(results_of("disks inside", grown), "t")}
    assert steps["add_vdevs"].warnings == (EMPTY_VDEVS, UNLIKE_VDEVS)
    assert steps["add_vdevs"].title.endswith(": raidz2:11 + 2 x raidz2:11")
    assert steps["widen_raidz"].changes["tiers.0.target.created"] == "raidz2:10"


@pytest.mark.parametrize(
    ("words", "blocks"),
    [
        ("disks inside weka", 4),  # 4+2 on seven servers, of which a block has two
        ("disks inside weka trio", 3),
        ("disks inside weka blocks", 7),  # each strip in a block of its own
    ],
)
def test_other_drives_beside_a_code_are_as_many_as_hold_it(words: str, blocks: int) -> None:
    """And one failure domain more, to rebuild on; the same parts join those there."""
    edits = {**OWNED, "drives": HDD}
    tier = results_of(words, edits).plan.scenario.tiers[0].built
    assert tier is not None
    steps = [one for one in steps_to_plan(results_of(words, edits), "t") if one.step == "add_block"]
    same, larger = steps
    assert same.changes["tiers.0.blocks"] == tier.blocks.value + 1
    assert same.warnings == (SPREAD_ANEW,)
    assert larger.title == (
        f"add {blocks} blocks with Seagate ST12000NM0027 (Exos X12 SAS) drives, as another tier"
    )
    new = larger.changes["tiers"][1]
    assert (new["blocks"], new["drives"]) == (
        blocks, {"part": "seagate-st12000nm0027", "per_server": 24},
    )  # fmt: skip
    assert larger.warnings == (OWN_CODE,)
    bought = steps_to_plan(results_of(words, {"drives": HDD}), "t")
    assert [one.warnings for one in bought if one.step == "add_block"] == [()]


def named(steps: Any) -> dict[str, Any]:
    return {one.title: one for one in steps if "template" not in one.title}


SHELF = {"buy": "shelf", "failure_rate": "2 %", "lead_time": "60 days"}
INSTALLED = {"maintenance": "9000 EUR/year", "book_value": "80000 EUR"}
NEW_TIER, NEW = "replace the tier with new parts of the same models", "installed"
OLD: list[tuple[str, dict[str, Any], dict[str, tuple[Any, tuple[str, ...]]]]] = [
    # words of an owned tier, what differs, and some steps (None: not tried) with what is said
    ("disks", {"blocks": 1}, {RETIRE: (None, ())}),
    ("disks", {"blocks": 2}, {RETIRE: ({"blocks": 1}, (DATA_FIRST,))}),
    ("disks", {"installed": {"book_value": "9 EUR"}}, {RETIRE: ({"blocks": 3}, (DATA_FIRST,))}),
    ("disks", {"installed": INSTALLED}, {
        RETIRE: ({"blocks": 3}, (DATA_FIRST, WHOLE_MAINTENANCE)),
        LARGER: (TWICE | {"drives.owned": 0, "target.created": "raidz3:11 of 10 TB"},
                 (WHOLE_VDEVS, NO_BOOK_VALUE))}),
    ("disks", {"spares": SHELF, "drives": {"price": None}}, {
        LARGER: ({"drives.capacity": TWICE["drives.capacity"], "drives.owned": 0,
                  "spares.owned": 0, "target.created": "raidz3:11 of 10 TB"}, (WHOLE_VDEVS,)),
        NEW_TIER: ({"owned": False, NEW: None}, (DATA_FIRST,))}),
    ("disks", {"spares": SHELF | {"owned": 3}, "drives": {"owned": 800, "price": None},
               "target": {"created": "raidz3:10"}}, {
        LARGER: ({"drives.capacity": TWICE["drives.capacity"], "drives.owned": 0,
                  "spares.owned": 0, "target.created": "raidz3:10 of 10 TB"}, (WHOLE_VDEVS,)),
        NEW_TIER: ({"owned": False, NEW: None, "drives.owned": None, "spares.owned": None},
                   (DATA_FIRST,))}),
    ("disks inside weka", {}, {
        LARGER: (TWICE | {"drives.owned": 0}, (SPREAD_ANEW,)),
        RETIRE: ({"blocks": 3}, (SPREAD_ANEW,))}),
    ("disks arrays raid", {}, {LARGER: (TWICE | {"drives.owned": 0}, (DATA_FIRST,))}),
]  # fmt: skip


@pytest.mark.parametrize(("words", "edits", "wanted"), OLD)
def test_what_an_owned_tier_gives_up_is_said(
    words: str, edits: dict[str, Any], wanted: dict[str, tuple[Any, tuple[str, ...]]]
) -> None:
    """Its last block stays; drives that are replaced are no longer owned, nor their spares."""
    found = named(steps_to_plan(results_of(words, {**OWNED, **edits}), "t"))
    for title, (changes, warnings) in wanted.items():
        if changes is None:
            assert title not in found
            continue
        step = found[title]
        assert {k.removeprefix("tiers.0."): v for k, v in step.changes.items()} == changes
        assert step.warnings == warnings


@pytest.mark.parametrize(
    ("words", "blocks", "notes"),
    [("disks", 1, (NEWER_PARTS,)), ("disks inside weka", 4, (OWN_CODE, NEWER_PARTS))],
)
def test_alternatives_make_newer_blocks(words: str, blocks: int, notes: tuple[str, ...]) -> None:
    edits = {**OWNED, "servers": {"alternatives": ["dell-r7625"]}}
    found = named(steps_to_plan(results_of(words, edits), "t"))
    count = "one block" if blocks == 1 else f"{blocks} blocks"
    step = found[f"add {count} with Dell PowerEdge R7625, as another tier"]
    new = step.changes["tiers"][1]
    assert (new["blocks"], new["servers"]["part"]) == (blocks, "dell-r7625")
    assert step.warnings == notes
    larger = [title for title in found if "with drives of" in title]
    assert larger == [LARGER], "drives without a part have no other part"


USED = {"start": "2026-03-01", "groups": [{"name": "a", "volume": "1 PB"}]}
ADDED, ANEW, GONE = (
    "add another tier with the same figures",
    "replace it with a new tier with the same figures",
    "retire the tier",
)
WHOLES: list[tuple[str, list[dict[str, Any]], dict[str, Any], list[str], Any, str]] = [
    # which tier, its site; names of all tiers once one is added, whose demand then is the
    # site's (None: as before); why it can't be retired
    ("t", [{}], {}, ["t", "t 2"], None, "it is the only data tier: add another one first"),
    ("t", [{}, {}], {}, ["t", "t 2", "u"], None, ""),
    ("t", [{}, {}], {"demand": {**USED, "tier": "t"}}, ["t", "t 2", "u"], "t", ""),
    ("t", [{"demand": USED}, {}], {}, ["t", "t 2", "u"], None, ""),
    ("t", [{"drains_into": "u"}, {}], {}, ["t", "t 2", "u"], None, ""),
    ("u", [{"drains_into": "u"}, {}], {}, ["t", "u", "u 2"], None,
     "'t' drains into it: change that first"),
    ("u", [{}, {"holds": "metadata"}], {}, ["t", "u", "u 2"], None,
     "it is the only metadata tier: add another one first"),
    ("u", [{}, {"holds": "metadata"}], {"demand": {**USED, "tier": "t"}}, ["t", "u", "u 2"], None,
     "it is the only metadata tier: add another one first"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "tiers", "more", "names", "grows", "why"), WHOLES)
def test_a_tier_of_unknown_parts_grows_by_another_one(
    name: str,
    tiers: list[dict[str, Any]],
    more: dict[str, Any],
    names: list[str],
    grows: str | None,
    why: str,
) -> None:
    """Which isn't owned, has no demand of its own, and drains nowhere."""
    made = [
        like("given", own, owned=True, **edits)
        for own, edits in zip("tu", tiers, strict=False)
    ]  # fmt: skip
    found = named(steps_to_plan(plan(*made, **more), name))
    assert list(found) == [ADDED, ANEW, GONE]
    added = found[ADDED].changes
    assert [one["name"] for one in added["tiers"]] == names
    new = next(one for one in added["tiers"] if one["name"] == f"{name} 2")
    assert {"owned", "demand", "drains_into"}.isdisjoint(new)
    assert added.get("demand") == (None if grows is None else {**USED, "tier": grows})
    assert found[ADDED].warnings == (AS_A_WHOLE,)
    at = [one["name"] for one in made].index(name)
    assert found[ANEW].changes == {f"tiers.{at}.owned": False}
    assert found[GONE].why_not == why
    left = [one["name"] for one in made if one["name"] != name]
    stays = [] if why else [one["name"] for one in found[GONE].changes["tiers"]]
    assert stays == ([] if why else left)
    assert found[ANEW].warnings == found[GONE].warnings == (DATA_FIRST,)


LUSTRE: Any = Of(built=Of(file_system="lustre"))
MIXED: list[tuple[Any, dict[str, tuple[float | None, float | None]], tuple[str, ...]]] = [
    # a tier; usable, read and write of 4 old and 2 new targets; what is said
    (LUSTRE, {}, (EMPTY_TARGETS,)),
    (LUSTRE, {"usable_capacity": (8.0, 4.0), "read_bandwidth": (4.0, 2.0)}, (EMPTY_TARGETS,)),
    (LUSTRE, {"usable_capacity": (8.0, 8.0)}, (EMPTY_TARGETS, UNLIKE_TARGETS)),
    (LUSTRE, {"usable_capacity": (8.0, None)}, (EMPTY_TARGETS, UNLIKE_TARGETS)),
    (LUSTRE, {"read_bandwidth": (4.0, 4.0)}, (EMPTY_TARGETS, SLOWEST)),
    (LUSTRE, {"write_bandwidth": (4.0, 1.0)}, (EMPTY_TARGETS, SLOWEST)),
    (LUSTRE, {"usable_capacity": (8.0, 4.001)}, (EMPTY_TARGETS, UNLIKE_TARGETS)),
    (LUSTRE, {"usable_capacity": (8.0, 4.0001)}, (EMPTY_TARGETS,)),
    (Of(built=Of(file_system="zfs")), {"usable_capacity": (8.0, 8.0)}, (EMPTY_TARGETS,)),
    (Of(built=None), {"usable_capacity": (8.0, 8.0)}, (EMPTY_TARGETS,)),
]  # fmt: skip


@pytest.mark.parametrize(("tier", "values", "said"), MIXED)
def test_targets_of_several_generations_are_compared(
    tier: Any, values: dict[str, tuple[float | None, float | None]], said: tuple[str, ...]
) -> None:
    """Each by itself: new ones are empty, may be of another size, and may be slower."""
    known: dict[tuple[str, str], float | None] = {("old", "targets"): 4.0, ("new", "targets"): 2.0}
    for name, (old, new) in values.items():
        known |= {("old", name): old, ("new", name): new}
    after: Any = Of(values=known)
    assert tuple(mixed_generations(after, tier, "old", ["new"])) == said
    assert not list(mixed_generations(after, tier, "old", []))
