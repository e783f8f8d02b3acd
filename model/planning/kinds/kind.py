"""What planning asks of every kind of target, and what several kinds have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from model.books.facts import TierFacts
from model.books.target import FILES_OF_ONE_SIZE, POOL
from model.design.tier import AnyTarget, Tier
from model.engine.tree import Instance
from model.kinds.files import SizedFiles
from model.kinds.layouts import parse_code
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.records import dataclass
from model.units.figures import show

Problems = Iterator[tuple[str, str]]
"""What is wrong, by its field."""
Check = Callable[[Tier, Any, float | None], Problems]
"""Checks a tier's target, whose drives have so many bytes, or an unknown number."""
Put = Callable[[Tier, Any, str, Draft], None]
"""Puts what follows from a target's layout."""


def _put_nothing(_draft: Draft, _target: Any, _at: str) -> None:
    """Put nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindPlan:
    """What a kind of target gives to the tree, and what is checked of its figures."""

    instance: Callable[[Tier, TierFacts, str, str, Supply], Instance]
    """Makes the instance of a target."""
    put_of_tier: Callable[[Draft, Any, str], None] = _put_nothing
    """Puts what its targets say of the whole tier."""
    checks: tuple[Check, ...] = ()


def pool_of(put: Put) -> Callable[[Tier, TierFacts, str, str, Supply], Instance]:
    """Make instances of targets without ZFS, by what puts the figures of their layout."""

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
    """Make the instances of the files of each size."""
    made = []
    for n, one in enumerate(files):
        draft = Draft(f"{path}/files:files {n + 1}", supply)
        put_bound(draft, one, f"{at}.files.{n}")
        made.append(Instance("files", f"files {n + 1}", FILES_OF_ONE_SIZE.book(), draft.inputs))
    return {"files": made} if made else {}


def said_layout(target: AnyTarget, at: str, supply: Supply) -> Provenance:
    """Give the provenance of what the text of a layout says."""
    because = target.because
    return Provenance("stated", "", because, supply.place(f"{at}.layout"), f"{at}.layout")


def put_code(tier: Tier, target: Any, at: str, draft: Draft) -> None:
    """Put the strips of data and parity of a code."""
    del tier
    code, said = parse_code(target.layout), said_layout(target, at, draft.supply)
    draft.put("code_data", code.data, said)
    draft.put("code_parity", code.parity, said)


def requests_known(tier: Tier) -> bool:
    """Tell whether it may be known how many random requests the drives of a target serve.

    Drives of the catalog may have them, be they unknown of one, so that another can be chosen.
    """
    drives = tier.drives
    stated = drives.random_read_rate is not None and drives.random_write_rate is not None
    return tier.target.counts_requests and (drives.part is not None or stated)


def is_flash(tier: Tier, supply: Supply) -> bool:
    """Tell whether the drives are known to be flash."""
    part = tier.drives.part
    return part is not None and supply.catalog.part(part).kind == "ssd"


def drive_too_small(_: Tier, target: Any, size: float | None, kept: float = 0.0) -> Problems:
    """Say where nothing of a drive is left, of which so much is kept unless it is stated."""
    if target.kept_back is not None:
        kept = target.kept_back.value
    if size is not None and kept >= size:
        field = "target.kept_back" if target.kept_back else "drives.capacity"
        taken = f"{show(kept, 'byte')} of a drive of {show(size, 'byte')} are kept back"
        yield field, f"{taken}: nothing is left: write less, or larger drives"
