"""Interface of planning to each kind of target, and helpers shared by several kinds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from model.books.facts import TierFacts
from model.books.target import FILES_OF_ONE_SIZE, POOL
from model.design.tier import Tier
from model.engine.tree import Instance
from model.kinds.files import SizedFiles
from model.kinds.layouts import parse_code
from model.kinds.targets import AnyTarget
from model.parts.catalog import Catalog
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.records import dataclass
from model.units.figures import show

Problems = Iterator[tuple[str, str]]
"""Problems, each with its field."""
Check = Callable[[Tier, Any, float | None], Problems]
"""Check of a tier's target for a drive capacity in bytes, which may be unknown."""
Put = Callable[[Tier, Any, str, Draft], None]
"""Function that sets the inputs that follow from a target's layout."""


def _put_nothing(_draft: Draft, _target: Any, _at: str) -> None:
    """Set nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindPlan:
    """Planning of a kind of target: its instance, its inputs, and its checks."""

    instance: Callable[[Tier, TierFacts, str, str, Supply], Instance]
    """Function that creates the instance of a target."""
    put_of_tier: Callable[[Draft, Any, str], None] = _put_nothing
    """Function that sets the inputs of the whole tier that follow from its targets."""
    checks: tuple[Check, ...] = ()


def pool_of(put: Put) -> Callable[[Tier, TierFacts, str, str, Supply], Instance]:
    """Create the instance of a target without ZFS, with the inputs of its layout."""

    def instance(tier: Tier, facts: TierFacts, at: str, tier_path: str, supply: Supply) -> Instance:
        at = f"{at}.target"
        draft = Draft(f"{tier_path}/pools:target", supply)
        put_bound(draft, tier.target, at, of="pools")
        put(tier, tier.target, at, draft)
        files = file_instances(tier.target.files, at, draft.path, supply)
        return Instance("pools", "target", POOL.book(facts.target), draft.inputs, files)

    return instance


def file_instances(
    files: Sequence[SizedFiles], at: str, path: str, supply: Supply
) -> dict[str, list[Instance]]:
    """Create the instances of the files of each size."""
    instances = []
    for n, one in enumerate(files):
        draft = Draft(f"{path}/files:files {n + 1}", supply)
        put_bound(draft, one, f"{at}.files.{n}")
        instances.append(
            Instance("files", f"files {n + 1}", FILES_OF_ONE_SIZE.book(), draft.inputs)
        )
    return {"files": instances} if instances else {}


def layout_provenance(target: AnyTarget, at: str, supply: Supply) -> Provenance:
    """Return the provenance of inputs from the text of a layout."""
    because = target.because
    return Provenance("stated", "", because, supply.place(f"{at}.layout"), f"{at}.layout")


def put_code(tier: Tier, target: Any, at: str, draft: Draft) -> None:
    """Set the data and parity strips of a code."""
    del tier
    code, known = parse_code(target.layout), layout_provenance(target, at, draft.supply)
    draft.put("code_data", code.data, known)
    draft.put("code_parity", code.parity, known)


def requests_known(tier: Tier) -> bool:
    """Whether the random request rate of a target's drives may be known.

    Any catalog drive qualifies, even one without that figure, so that another can be chosen.
    """
    drives = tier.drives
    stated = drives.random_read_rate is not None and drives.random_write_rate is not None
    return tier.target.counts_requests and (drives.part is not None or stated)


_FLASH = re.compile(r"\b(?:ssds?|nvme|flash|tlc|qlc)\b", re.I)
"""Words for drives of flash, in their names."""


def is_flash(tier: Tier, catalog: Catalog) -> bool:
    """Whether the drives are known to be flash: by their part or name, or by figures of flash."""
    part = tier.drives.part
    if part is None:
        return tier.drives.asks_for_life or bool(_FLASH.search(tier.drives.name))
    return catalog.part(part).kind == "ssd"


def drive_too_small(_: Tier, target: Any, size: float | None, kept: float = 0.0) -> Problems:
    """Return the problem of a drive without remaining capacity after reserves."""
    if target.kept_back is not None:
        kept = target.kept_back.value
    if size is not None and kept >= size:
        field = "target.kept_back" if target.kept_back else "drives.capacity"
        text = f"{show(kept, 'byte')} of a drive of {show(size, 'byte')} are kept back"
        yield field, f"{text}: no capacity is left: write less, or larger drives"
