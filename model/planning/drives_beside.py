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
OF_POWER = "assumption: 25 W, the most that a U.2 drive draws; its model is unknown"
OF_WEIGHT = "assumption: 1 kg, more than any drive of the catalog; its model is unknown"
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
    if lists_drives(supply.scenario, supply):
        return
    for n, one in enumerate(tier.target.drives_beside):
        yield LineDraft(
            f"{DRIVES_BESIDE} {n + 1}",
            DRIVES_BESIDE,
            Piece(name=f"Drives of {show(one.size, 'byte')} for {one.vdevs}, part not specified"),
            f"{at}.target.layout",
            position(supply.group_of(at), AT + n),
            tier.name,
            tier.option,
            tier.lot,
            counted="pieces_per_target",
            per="targets",
            in_bay=True,
            flash_size=one.size if one.holds_fast_data else None,
            put=partial(_put_figures, tier, at, one),
        )


def _put_figures(tier: Tier, at: str, one: DrivesBeside, draft: Draft) -> None:
    known = layout_provenance(tier.target, f"{at}.target", draft.supply)
    draft.put("pieces_per_target", float(one.pieces), known)
    draft.put("unit_power", MOST_POWER, Provenance("default", OF_POWER))
    draft.put("unit_weight", MOST_WEIGHT, Provenance("default", OF_WEIGHT))
    fields = draft.supply.fields  # no field of the scenario is of these drives: 'common' is
    for of_line in [one for one in fields if one[0] == draft.path]:
        del fields[of_line]
