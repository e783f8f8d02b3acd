"""Lines of the bill: what one takes of a piece, its price of the best layer, its position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from model.books.tier import LINE, OFFER, LineFacts, OfferFacts
from model.design.piece import Price
from model.design.tier import Piece, Tier
from model.engine.tree import Instance
from model.parts.catalog import Catalog
from model.planning.binding import put_bound
from model.planning.contradictions import other_figures
from model.planning.estimates import UNITS, estimated
from model.planning.prices.bill import priced
from model.planning.prices.layers import rate_of
from model.planning.prices.prices import ASSUMED, BillLine, Counted, LinePrice, known_by
from model.planning.supply import PIECE, Draft, Supply
from model.provenance import Provenance
from model.records import dataclass, replace


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


def _plain(draft: Draft) -> None:
    """Put nothing more."""


@dataclass(frozen=True, slots=True)
class LineDraft:
    """A line of the bill before it has a price: what is bought, why so many, what it is called."""

    name: str
    role: str
    piece: Piece
    at: str
    """Where the scenario says the piece."""
    position: str
    tier: str = ""
    option: bool = False
    """Whether what it is for is an option."""
    lot: str = ""
    unit: str = PIECE
    text: str = ""
    """What it is called in the bill, in place of the piece's title."""
    follows: str = ""
    """The name of the line whose piece it has, too, in the same bill."""
    ordered: str = ""
    """What counts the pieces that are ordered together, where these are on several lines."""
    left_out: str = ""
    counted: str = ""
    per: str = ""
    """What counts its pieces, for each of `per` if given."""
    counted_as: str = "line_count"
    """The input that the scenario's own count is."""
    share: bool = False
    linked: bool = False
    passive: bool = False
    holder: Piece | None = None
    """The server that the piece sits in."""
    in_bay: bool = False
    drawn_by: Piece | None = None
    """The piece whose estimated power is this one's, too."""
    of_tier: str = ""
    """The field of the tier that it is of."""
    put: Callable[[Draft], None] = _plain
    """Puts what else is known of it."""

    @property
    def key(self) -> str:
        """Its role and name below the instance that it is of."""
        return f"{line_role(option=self.option or self.piece.option)}:{self.name}"


def bill(
    path: str, drafts: Iterable[LineDraft], supply: Supply, tier: Tier | None = None
) -> list[Instance]:
    """Make the lines of a bill below the instance at a path: all prices are asked for at once."""
    drafts = list(drafts)
    asked = [asked_of(one.piece, one.at, supply, one.of_tier) for one in drafts]
    prices = priced(asked, supply.layers, tier) if drafts else []
    keys = {one.name: one.key for one in drafts}
    return [_line(path, *pair, keys, supply) for pair in zip(drafts, prices, strict=True)]


def asked_of(piece: Piece, at: str, supply: Supply, of_tier: str = "") -> BillLine:
    """Give a piece as its price is asked for."""
    return BillLine(
        piece.part or "",
        supply.title(piece),
        piece.price,
        at,
        noun_of(supply.kind(piece)),
        is_another(piece, supply.catalog),
        of_tier,
    )


def _line(
    path: str, one: LineDraft, price: LinePrice, keys: Mapping[str, str], supply: Supply
) -> Instance:
    """Make a line: its inputs, its entry in the bill, its book."""
    draft, piece = Draft(f"{path}/{one.key}", supply), one.piece
    _put_line(draft, one, price)
    one.put(draft)
    supply.line(
        draft.path,
        one.role,
        one.tier,
        piece,
        position=one.position,
        lot=one.lot,
        unit=one.unit,
        text=one.text,
        follows=f"{path}/{keys[one.follows]}" if one.follows else "",
        ordered=one.ordered,
        left_out=one.left_out,
    )
    scenario = supply.scenario
    facts = LineFacts(
        one.counted,
        one.per,
        offered=bool(draft.offers),
        share=one.share,
        maintained=scenario.maintains_lines,
        estimates=scenario.has_bands,
        linked=one.linked,
        passive=one.passive,
    )
    offers = [_offer(draft, counted, one.ordered) for counted in draft.offers]
    role = one.key.partition(":")[0]
    children = {"offers": offers} if offers else {}
    return Instance(role, one.name, LINE.book(facts), draft.inputs, children)


def _put_line(draft: Draft, one: LineDraft, price: LinePrice) -> None:
    """Gather the inputs of a line."""
    supply, piece = draft.supply, one.piece
    if not price.is_stated and piece.price is not None:
        piece = piece.model_copy(update={"price": None})
    put_bound(draft, piece, one.at, of="lines", line_count=one.counted_as)
    for name, (value, known) in price.figures.items():
        draft.put(name, value, known)
    if piece.price is not None and piece.price.status == ASSUMED:
        _put_assumed(draft, piece.price, f"{one.at}.price")
    for text in price.warnings:
        supply.warn(text)
    supply.prices[draft.path] = price
    draft.offers = price.counted if price.follows_pieces else ()
    if price.amount is not None:
        supply.amounts[draft.path, "unit_price"] = price.amount
    for measure in ("power", "weight", "rack_units"):
        if getattr(piece, measure) is not None:
            continue
        reason = NOTHING.get((supply.kind(piece), measure), "")
        if measure == "rack_units" and (one.holder or one.in_bay):
            reason = "sits inside another part"
        elif one.holder and getattr(one.holder, measure) is not None:
            reason = f"inside the {measure} stated for the server"
        elif measure == "power" and one.drawn_by is not None:
            reason = f"inside the estimate of {supply.title(one.drawn_by)}"
        if reason:
            draft.put(f"unit_{measure}", 0.0, Provenance("default", reason))
        elif measure in UNITS and (found := estimated(piece, measure, supply)):
            draft.put(f"unit_{measure}", found[0].likely, found[1])


def _put_assumed(draft: Draft, price: Price, at: str) -> None:
    """Put that the price is assumed, and how far it may be off."""
    known = replace(draft.supply.stated(price, at), field="")
    draft.put("is_assumed", 1.0, known)
    for name, share in zip(("low_price_share", "high_price_share"), price.shares, strict=True):
        draft.put(name, share, known)


def _offer(line: Draft, counted: Counted, ordered: str) -> Instance:
    """Make the instance of what a piece costs from some number of pieces on."""
    supply, (first, below, best) = line.supply, counted
    name = f"from {max(first, 1)}"
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
    draft.put("offered_from", first, why)
    draft.put("offered_below", below, why)
    book = OFFER.book(OfferFacts(ordered) if ordered else OfferFacts())
    return Instance("offers", name, book, draft.inputs)
