"""Lines of the bill: what one takes of a piece, its price of the best layer, its position."""

from __future__ import annotations

from collections.abc import Sequence

from model.books.tier import LINE, OFFER, LineFacts, OfferFacts
from model.design.piece import Price
from model.design.tier import Piece
from model.engine.tree import Instance
from model.parts.catalog import Catalog
from model.planning.binding import put_bound
from model.planning.checks import other_figures
from model.planning.estimates import UNITS, estimated
from model.planning.prices.layers import rate_of
from model.planning.prices.prices import (
    ASSUMED,
    IN_ESTIMATE,
    IN_PRICE,
    REPLACED,
    STATUS,
    AnyLayer,
    KnownPrice,
    Step,
    known_by,
    steps,
)
from model.planning.prices.prices import CONFIDENTIAL as OFFERED
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.records import replace


def line_role(*, option: bool) -> str:
    """Give the role of a line: an option is summed apart from what is bought."""
    return "options" if option else "lines"


def by_role(lines: Sequence[Instance]) -> dict[str, list[Instance]]:
    """Give lines by their role."""
    return {role: [line for line in lines if line.role == role] for role in ("lines", "options")}


def position(group: str, number: int) -> str:
    """Give the position of a line: '1.03', 'C.01'."""
    return f"{group}.{number:02}"


NOTHING = {
    ("rack", "rack_units"): "holds the others",
    ("rack", "power"): "a rack draws nothing; its PDUs are lines of their own",
    ("cable", "rack_units"): "cables take no rack units",
}
"""What kinds of part take nothing of a measure, and why."""


NOUNS = {"hdd": "drive", "ssd": "drive", "cpu": "processor", "hba": "adapter", "nic": "adapter"}
"""What a piece of a kind is called, where it isn't called a part."""


def noun_of(kind: str) -> str:
    """Give what a piece of a kind of part is called."""
    return NOUNS.get(kind, "part")


OF_THE_SAME = ("measured", "calibrated")
"""How figures are known that were found at the part itself, whatever its data sheet says."""


def is_another(piece: Piece, catalog: Catalog) -> bool:
    """Tell whether a piece is made another one than its part by what is stated of it."""
    others = other_figures(piece, catalog)
    return any(stated.status not in OF_THE_SAME for _, _, stated in others)


def put_line(
    draft: Draft,
    piece: Piece,
    at: str,
    holder: Piece | None = None,
    in_bay: bool = False,
    covering: tuple[Piece, AnyLayer] | None = None,
    counted_as: str = "line_count",
    drawn_by: Piece | None = None,
) -> None:
    """Gather the inputs of a line; `holder` is the server that the piece sits in.

    `covering` is the piece whose price includes this one, with that price's layer; `drawn_by` that
    whose estimated power does.
    """
    offered = known_prices_of(draft.supply, piece, at)
    if covering is not None or any(one.is_replaced for one in offered):
        piece = piece.model_copy(update={"price": None})
    put_bound(draft, piece, at, of="lines", line_count=counted_as)
    _put_price(draft, piece, at, offered)
    if piece.price is not None and piece.price.status == ASSUMED:
        _put_assumed(draft, piece.price, f"{at}.price")
    if covering is not None:
        _put_inside(draft, *covering)
    for measure in ("power", "weight", "rack_units"):
        if getattr(piece, measure) is not None:
            continue
        reason = NOTHING.get((draft.supply.kind(piece), measure), "")
        if measure == "rack_units" and (holder or in_bay):
            reason = "sits inside another part"
        elif holder and getattr(holder, measure) is not None:
            reason = f"inside the {measure} stated for the server"
        elif measure == "power" and drawn_by is not None:
            reason = f"inside the estimate of {draft.supply.title(drawn_by)}"
        if reason:
            draft.put(f"unit_{measure}", 0.0, Provenance("default", reason))
        elif measure in UNITS and (found := estimated(piece, measure, draft.supply)):
            draft.put(f"unit_{measure}", found[0].likely, found[1])


def _put_inside(draft: Draft, holder: Piece, layer: AnyLayer) -> None:
    """Put that the price of another piece includes this one, in place of what it would cost."""
    supply, is_estimated = draft.supply, layer == "estimate"
    why = f"{IN_ESTIMATE if is_estimated else IN_PRICE} {supply.title(holder)}"
    known = Provenance(STATUS[layer], because=why)
    draft.offers = ()
    supply.amounts.pop((draft.path, "unit_price"), None)
    draft.put("unit_price", 0.0, known)
    draft.put("is_estimated", float(is_estimated), known)
    supply.known_prices[draft.path] = tuple(
        replace(one, why_not=why) for one in supply.known_prices[draft.path]
    )


def known_prices_of(supply: Supply, piece: Piece, at: str) -> tuple[KnownPrice, ...]:
    """Give what a piece may cost; some of it until a quote or price book knows."""
    where = supply.place(f"{at}.price")
    found = supply.layers.known(piece.part, supply.title(piece), piece.price, where)
    if is_another(piece, supply.catalog):
        why = _of_another(supply, piece)
        return tuple(
            c if c.layer == "stated" else replace(c, why_not=c.why_not or why) for c in found
        )
    yields = piece.price is not None and piece.price.yields
    if yields and any(c.layer in OFFERED and not c.why_not for c in found):
        return tuple(replace(c, why_not=REPLACED) if c.layer == "stated" else c for c in found)
    return found


def _of_another(supply: Supply, piece: Piece) -> str:
    noun = noun_of(supply.kind(piece))
    return f"the price is of another {noun}: figures of '{piece.part}' are replaced"


def _put_price(draft: Draft, piece: Piece, at: str, found: tuple[KnownPrice, ...]) -> None:
    """Take the price of the best layer that counts, and keep what the others would be."""
    supply = draft.supply
    if piece.price is None and is_another(piece, supply.catalog):
        why = _of_another(supply, piece)
        if any(one.why_not == why for one in found):
            known = Provenance("unknown", because=why, part=piece.part or "", figure="price")
            draft.forget("unit_price", known)
            supply.warn(f"{at}: {why}")
    supply.known_prices[draft.path] = found
    if piece.price is None and found:
        _put_offered(draft, found, piece.part or "")


def _put_offered(draft: Draft, found: tuple[KnownPrice, ...], part: str) -> None:
    """Put the price that counts: one that is plain as an input, others as steps of offers."""
    supply, counted = draft.supply, steps(found)
    only = counted[0].counts if len(counted) == 1 else None
    if counted and ((only and only.is_plain) or supply.hidden(found, part)):
        if not part:  # that of a part is taken like its other figures
            draft.put("unit_price", *supply.price_of(found, part))
        if only and only.net:
            supply.amounts[draft.path, "unit_price"] = only.net
        if only and only.layer == "estimate":
            _put_band(draft, only)
    elif counted:
        draft.inputs.pop("unit_price", None)
        supply.provenance.pop((draft.path, "unit_price"), None)
        draft.offers = counted


def _put_assumed(draft: Draft, price: Price, at: str) -> None:
    """Put that the price is assumed, and how far it may be off."""
    known = replace(draft.supply.stated(price, at), field="")
    draft.put("is_assumed", 1.0, known)
    for name, share in zip(("low_price_share", "high_price_share"), price.shares, strict=True):
        draft.put(name, share, known)


def _put_band(draft: Draft, estimate: KnownPrice) -> None:
    """Put how far the price may be off that is an estimate."""
    known = replace(known_by(estimate), figure="")
    draft.put("is_estimated", 1.0, known)
    draft.put("low_price_share", estimate.low_share, known)
    draft.put("high_price_share", estimate.high_share, known)


def line_of(
    draft: Draft,
    name: str,
    counted: str = "",
    per: str = "",
    *,
    share: bool = False,
    linked: bool = False,
    passive: bool = False,
    ordered: str = "",
) -> Instance:
    """Make the line of a draft that `put_line` filled: its pieces, for each of `per` if given.

    `ordered` counts the pieces that are ordered together, if they are on several lines.
    """
    scenario = draft.supply.scenario
    facts = LineFacts(
        counted,
        per,
        offered=bool(draft.offers),
        share=share,
        maintained=scenario.maintains_lines,
        estimates=scenario.has_bands,
        linked=linked,
        passive=passive,
    )
    offers = (
        {"offers": [_offer(draft, step, ordered) for step in draft.offers]} if draft.offers else {}
    )
    role = draft.path.rpartition("/")[2].partition(":")[0]
    return Instance(role, name, LINE.book(facts), draft.inputs, offers)


def _offer(line: Draft, step: Step, ordered: str) -> Instance:
    """Make the instance of what a piece costs from some number of pieces on."""
    supply, best = line.supply, step.counts
    name = f"from {max(step.first, 1)}"
    draft = Draft(f"{line.path}/offers:{name}", supply)
    if best is None or best.price is None:
        why = Provenance("unknown", because="no price counts for so few pieces")
        known = dict.fromkeys(("list_price", "offered_discount", "included_tax_rate"), None)
    else:
        why = replace(known_by(best), figure="")
        rate = rate_of(supply.scenario.economics, best.price.currency) or 0.0
        supply.amounts[draft.path, "list_price"] = best.price
        known = {
            "list_price": best.price.amount * rate,
            "offered_discount": best.discount,
            "included_tax_rate": best.tax,
        }
    for figure, value in known.items():
        draft.put(figure, value, why)
    draft.put("offered_from", step.first, why)
    draft.put("offered_below", step.below, why)
    book = OFFER.book(OfferFacts(ordered) if ordered else OfferFacts())
    return Instance("offers", name, book, draft.inputs)
