"""Drives of vdevs of a size of their own, such as special mirrors, as lines of the bill."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from model.design.piece import Piece
from model.design.scenario import Scenario
from model.design.tier import Tier
from model.kinds.kind import DrivesBeside
from model.planning.kinds.kind import layout_provenance
from model.planning.lines import LineDraft, position
from model.planning.racks import DRIVES_BESIDE
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.units.figures import show

AT = 42
"""First position of these lines, in a tier."""
MOST_POWER, MOST_WEIGHT = 25.0, 1.0
OF_POWER = "assumption: 25 W, the most that a U.2 drive draws; its own is unknown"
OF_WEIGHT = "assumption: 1 kg, more than any drive of the catalog; its own is unknown"
ALMOST = 1 - 1e-6
"""Share of the size of the layout that a part has at least: sizes are written in a few digits."""
MUCH_LARGER = 1.1
"""Capacity of a part, over that of the layout, from which on the rest is worth a word."""
BESIDE = "no bay or rate is counted for them"
TO_STATE = "their part, price and power are 'vdev_drives'"
DRIVES = ("hdd", "ssd")
"""Kinds of parts that drives are."""
_CALLED = re.compile(
    r"\b(?:drives?|disks?|ssds?|hdds?|nvme|flash|special|dedup|slog|l2arc)\b", re.I
)


def lists_drives(scenario: Scenario, supply: Supply) -> bool:
    """Whether 'common' lists drives, which may be those of vdevs of a size of their own."""
    return any(
        supply.kind(one) in DRIVES or (not one.part and _CALLED.search(one.name))
        for one in scenario.common
    )


def drives_beside(tier: Tier, at: str, supply: Supply) -> Iterator[LineDraft]:
    """Return a line for each kind of such vdevs, unless 'common' lists drives."""
    are_listed = lists_drives(supply.scenario, supply)
    for n, one in enumerate(tier.target.drives_beside):
        is_stated = are_listed or n < len(tier.vdev_drives)
        what = f"the drives of '{one.vdevs}' of {show(one.size, 'byte')} in each target"
        said = BESIDE if is_stated else f"{BESIDE}; {TO_STATE}"
        supply.warn(f"{tier.name}: {what} stand beside the tier's: {said}")
    if are_listed:
        if tier.vdev_drives:
            supply.complain(
                f"{at}.vdev_drives",
                "'common' lists drives, too: enter those of special vdevs in one place",
            )
        return
    for n, one in enumerate(tier.target.drives_beside):
        stated = tier.vdev_drives[n] if n < len(tier.vdev_drives) else None
        if stated is not None:
            _check_size(stated, one, f"{at}.vdev_drives.{n}", supply)
        yield LineDraft(
            f"{DRIVES_BESIDE} {n + 1}",
            DRIVES_BESIDE,
            stated or piece_beside(one),
            f"{at}.vdev_drives.{n}" if stated else f"{at}.target.layout",
            position(supply.group_of(at), AT + n),
            tier.name,
            tier.option,
            tier.lot,
            counted="pieces_per_target",
            per="targets",
            in_bay=True,
            flash_size=one.size if one.holds_fast_data else None,
            put=partial(_put_figures, tier, at, one, stated),
        )


def kinds_beside(tier: Tier, supply: Supply) -> tuple[str, ...]:
    """Return the kind of each line of such drives: that of its part, or flash; or unknown."""
    kinds = tier.target.drives_beside
    if not kinds or lists_drives(supply.scenario, supply):
        return ()
    stated = dict(enumerate(tier.vdev_drives))
    return tuple(
        supply.kind(stated[n])
        if n in stated and stated[n].part
        else "ssd"
        if one.holds_fast_data
        else ""
        for n, one in enumerate(kinds)
    )


def piece_beside(one: DrivesBeside) -> Piece:
    """Return the drives of vdevs of a size of their own, of which nothing else is known."""
    size = show(one.size, "byte")
    return Piece(name=f"Drives of {size} for {one.vdevs}, part not specified")


def _check_size(piece: Piece, one: DrivesBeside, at: str, supply: Supply) -> None:
    """Refuse a part that is smaller than the layout says, and say that one is larger."""
    size = getattr(supply.catalog.part(piece.part), "capacity", None) if piece.part else None
    if size is None:
        return
    if size > one.size * MUCH_LARGER:
        supply.warn(
            f"{at}.part: it has {show(size, 'byte')}, of which the layout counts "
            f"{show(one.size, 'byte')}, as '{one.vdevs}' says: write its size in the layout, or "
            "choose a smaller part"
        )
    if size < one.size * ALMOST:
        what = (
            f"has {show(size, 'byte')}, and the layout has {one.vdevs} of "
            f"{show(one.size, 'byte')}: choose a larger part, or write its size in the layout"
        )
        supply.complain(f"{at}.part", what)


def _put_figures(
    tier: Tier, at: str, one: DrivesBeside, stated: Piece | None, draft: Draft
) -> None:
    known = layout_provenance(tier.target, f"{at}.target", draft.supply)
    draft.put("pieces_per_target", float(one.pieces), known)
    of_part = draft.supply.catalog.figures(stated.part) if stated and stated.part else {}
    for measure, most, why in (
        ("power", MOST_POWER, OF_POWER),
        ("weight", MOST_WEIGHT, OF_WEIGHT),
    ):
        is_stated = stated is not None and getattr(stated, measure) is not None
        if not is_stated and of_part.get(measure) is None:
            draft.put(f"unit_{measure}", most, Provenance("default", why))
    if stated is not None:
        return
    fields = draft.supply.fields  # nothing is entered for these drives
    for of_line in [one for one in fields if one[0] == draft.path]:
        del fields[of_line]
