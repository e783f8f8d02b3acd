"""Checks of a design's catalog parts and targets, before planning.

Each problem is the path of a field and the correction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from model.design.equipment import Drives, FurtherDrives
from model.design.tier import Tier
from model.errors import MOST_SHOWN
from model.formulas.space import layout as layouts
from model.kinds.kind import Places
from model.kinds.layouts import parse_code
from model.parts.catalog import Catalog
from model.planning.kinds.kind import Problems
from model.planning.kinds.targets import plan_of
from model.planning.placements import wrong_slots
from model.planning.supply import KINDS
from model.reading.fields import Stated
from model.units.figures import show


def _kinds(at: str) -> tuple[str, ...]:
    """Return the kinds of part allowed in a field: a piece's own, or one of its alternatives."""
    names = at.split(".")
    above = names[-3] if names[-2] == "alternatives" else names[-2]
    return KINDS.get(names[-3] if above.isdigit() else above, ())


def wrong_parts(named: Iterable[tuple[str, str]], catalog: Catalog) -> Problems:
    """Return problems of parts that are not in the catalog, or of another kind, by field path."""
    wrong = ((at, what) for at, part in named if (what := catalog.problem_with(part, *_kinds(at))))
    yield from islice(wrong, MOST_SHOWN + 1)  # each is compared with the whole catalog


def wrong_choices(choices: Mapping[str, Any], catalog: Catalog) -> Problems:
    """Return problems of a search's parts that are not in the catalog, or of another kind."""
    yield from wrong_parts(_parts_of(choices), catalog)


def _parts_of(choices: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for path, options in choices.items():
        at = f"{path.removesuffix('.part')}.part"
        for option in options if isinstance(options, tuple) else ():
            part = option.get("part") if isinstance(option, Mapping) else option
            if isinstance(part, str) and (at == path or isinstance(option, Mapping)):
                yield at, part


def wrong_figures(tier: Tier, at: str, catalog: Catalog) -> Problems:
    """Return the invalid figures of a target: rest of a drive, inodes, spare space."""
    size = _size_of(tier.drives, catalog)
    for check in plan_of(tier.target.kind).checks:
        for path, what in check(tier, tier.target, size):
            yield f"{at}.{path}", what
    yield from _of_another_size(tier, at, catalog)


def _size_of(drives: Drives | FurtherDrives, catalog: Catalog) -> float | None:
    if drives.capacity is None and drives.part is not None and drives.part in catalog:
        return catalog.figures(drives.part).get("capacity")
    return drives.capacity.value if drives.capacity else None


def _of_another_size(tier: Tier, at: str, catalog: Catalog) -> Problems:
    """Return drives of a layout whose size differs from the further drives."""
    further = tier.target.further_drive
    size = _size_of(tier.further_drives, catalog) if tier.further_drives else None
    if further is not None and size is not None and size != further:
        there, wanted = show(size, "byte"), show(float(further), "byte")
        yield (
            f"{at}.target.layout",
            f"'of {wanted}', but the 'further_drives' have {there}: write 'of {there}', or "
            "drives of that size",
        )


def _count(stated: Stated[int] | None, otherwise: int = 0) -> int:
    return stated.value if stated else otherwise


def shares_drives(tier: Tier) -> bool:
    """Whether the servers of a block reach all its drives: internal ones only with failover."""
    failover = tier.states.failover
    return tier.drives.per_server is None or (failover is not None and failover.value)


def _fitting(tier: Tier, needed: int, have: int, reserved: int) -> int:
    """Return the number of targets that the drives of a block make."""
    shared = tier.target.targets_per_array
    if tier.drives.per_server is None or shares_drives(tier):
        return (have - reserved) // needed * shared
    servers = tier.servers.per_block.value
    spares = servers, tier.drives.per_server.value, reserved, needed
    return int(layouts.can_targets_per_block_in_servers(*spares)) * shared


def _splits_an_array(tier: Tier, needed: int, have: int, reserved: int) -> bool:
    """Whether drives left over would make targets, though no whole declustered array."""
    shared = tier.target.targets_per_array
    if shared == 1 or tier.target.per_block is not None:
        return False
    return (have - reserved) * shared // needed > (have - reserved) // needed * shared


def wrong_layout(tier: Tier, at: str) -> Problems:
    """Return the problems that make a layout impossible to plan.

    A block with too few drives is an incompatible design (`layout_fits`, `targets_fit`); errors are
    only layouts without any capacity: more spares than drives, or a code over too few servers.
    """
    layout = tier.target.layout
    needed, have = tier.target.drives, tier.drives_in_block
    reserved, stated = _count(tier.target.reserved_spares), _count(tier.target.per_block)
    what, wanted = "", max(stated, 1)
    if stated % tier.target.targets_per_array:
        shared = tier.target.targets_per_array
        what = f"{stated} targets don't fill arrays of {shared} each"
        yield f"{at}.target.per_block", f"{what}: write a multiple of {shared}"
        return
    if reserved > have:
        too_many = f"{reserved} reserved spares are more than the {have} drives of a block"
        yield f"{at}.target.reserved_spares", f"{too_many}: write fewer"
    elif tier.target.spread and needed * wanted + reserved > have:
        what = (
            f"{wanted} x '{layout}' need {needed * wanted + reserved} drives, "
            f"but a block has {have}: write a layout that fits, or more drives"
        )
    elif tier.target.spread:
        what = _too_few_places(tier)
    elif _splits_an_array(tier, needed, have, reserved):
        fit = _fitting(tier, needed, have, reserved)
        what = (
            f"the drives left over make no whole array of {needed}: write 'target.per_block: {fit}'"
        )
    elif tier.has_copies_apart:  # ZFS alone writes its copies to the same target
        fit = _fitting(tier, needed, have, reserved)
        fit = min(fit, stated) if stated else fit
        copies, targets = tier.target.passed_copies, fit * tier.blocks.value
        if copies > targets > 0:
            what = f"{copies} copies need as many targets, but there are {targets}: add targets"
    if what:
        yield f"{at}.target.layout", what
    else:
        yield from wrong_slots(tier, at, stated or _fitting(tier, needed, have, reserved))


def _too_few_places(tier: Tier) -> str:
    """Return the problem of a code with more strips than failure domains."""
    what, blocks = tier.target.strips_lie_on, tier.blocks.value
    code, in_block = parse_code(tier.target.layout), tier.drives_in_block
    there: dict[Places, int] = {
        "drives in a block": in_block,
        "drives": in_block * blocks,
        "servers": tier.servers.per_block.value * blocks,
        "blocks": blocks,
    }
    if there[what] >= code.data + code.parity:
        return ""
    return (
        f"'{tier.target.layout}' needs {code.data + code.parity} {what}, but there are "
        f"{there[what]}: write a narrower code, or more of them"
    )
