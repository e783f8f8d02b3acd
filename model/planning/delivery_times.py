"""Instances of lead times: of the kinds of parts that a growing demand needs more of."""

from __future__ import annotations

from collections.abc import Iterable

from model.books.demand import LEAD_TIME
from model.design.given import GivenTier
from model.design.tier import Tier
from model.engine.tree import Instance
from model.parts.lead_times import KINDS, NAME, Ordered, lead_time
from model.planning.binding import put_bound
from model.planning.supply import Draft, Supply
from model.provenance import Provenance


def lead_times_of(kinds: Iterable[Ordered], above: Draft) -> list[Instance]:
    """Create an instance for each kind of part whose lead time is known."""
    economics = above.supply.scenario.economics
    stated = {one.parts: (n, one) for n, one in enumerate(economics.lead_times)}
    instances = []
    for kind in dict.fromkeys(kinds):
        draft = Draft(f"{above.path}/lead_times:{kind}", above.supply)
        if kind in stated:
            n, entered = stated[kind]
            put_bound(draft, entered, f"economics.lead_times.{n}")
        elif (known := lead_time(kind, economics.price_date)) is not None:
            because = f"{known.text}, as of {known.date:%Y-%m}"
            draft.put(
                "lead_time", known.longest, Provenance("catalog", str(known.source), because, NAME)
            )
        else:
            continue
        instances.append(Instance("lead_times", kind, LEAD_TIME.book(), draft.inputs))
    return instances


def kinds_of(tier: Tier | GivenTier, supply: Supply) -> tuple[Ordered, ...]:
    """Return the kinds of parts of a data tier that have lead times; none of a whole tier."""
    if not isinstance(tier, Tier) or tier.holds != "data":
        return ()
    pieces = (tier.drives, tier.servers, tier.memory, tier.network)
    kinds = (KINDS.get(supply.kind(piece)) for piece in pieces if piece is not None)
    return tuple(dict.fromkeys(kind for kind in kinds if kind is not None))
