"""Lines of the bill of materials: inputs of a piece, its price, its position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from model.books.site_facts import SiteFacts
from model.books.tier import LINE, LINE_YEAR, OFFER, LineFacts, OfferFacts
from model.design.piece import Piece
from model.design.tier import Tier
from model.engine.tree import Instance
from model.parts.catalog import Catalog
from model.planning.binding import put_bound
from model.planning.contradictions import other_figures
from model.planning.estimates import UNITS, estimated
from model.planning.prices.bill import priced
from model.planning.prices.layers import rate_of
from model.planning.prices.prices import ASSUMED, BillLine, Counted, LinePrice, known_by, owned
from model.planning.supply import PIECE, Draft, Supply
from model.provenance import Provenance
from model.records import dataclass, replace


def line_role(*, option: bool) -> str:
    """Return the role of a line: options have a separate total."""
    return "options" if option else "lines"


def by_role(lines: Sequence[Instance]) -> dict[str, list[Instance]]:
    """Return lines by their role."""
    return {role: [line for line in lines if line.role == role] for role in ("lines", "options")}


def position(group: str, number: int) -> str:
    """Return the position of a line: '1.03', 'C.01'."""
    return f"{group}.{number:02}"


NOTHING = {
    ("rack", "rack_units"): "definition: a rack contains the others",
    ("rack", "power"): "definition: a rack draws no power; its PDUs are separate lines",
    ("cable", "rack_units"): "definition: cables use no rack units",
}
"""Kinds of part that need none of a resource, with the source."""


NOUNS = {"hdd": "drive", "ssd": "drive", "cpu": "processor", "hba": "adapter", "nic": "adapter"}
"""Nouns for kinds of part, other than "part"."""


def noun_of(kind: str) -> str:
    """Return the noun of a kind of part."""
    return NOUNS.get(kind, "part")


AS_GIVEN = "as given"
"""Name of the only line of a tier entered as a whole."""
HOT = "hot spares"
"""Name of the line of hot spares."""
OF_THE_SAME = ("measured", "calibrated")
"""Provenance of figures measured on the part itself, whatever its datasheet says."""


def is_another(piece: Piece, catalog: Catalog) -> bool:
    """Whether the entered figures of a piece make it a different item than its part."""
    others = other_figures(piece, catalog)
    return any(stated.status not in OF_THE_SAME for _, _, stated in others)


def _plain(draft: Draft) -> None:
    """Set nothing further."""


@dataclass(frozen=True, slots=True)
class LineDraft:
    """A line of the bill of materials before pricing: the piece, its count, its description."""

    name: str
    role: str
    piece: Piece
    at: str
    """Path of the piece in the scenario."""
    position: str
    tier: str = ""
    option: bool = False
    """Whether it belongs to an option."""
    lot: str = ""
    unit: str = PIECE
    text: str = ""
    """Text of the line, if it differs from the piece's title."""
    follows: str = ""
    """Name of another line in the same bill with the same piece."""
    ordered: str = ""
    """Quantity of pieces ordered together, if they are on several lines."""
    left_out: str = ""
    counted: str = ""
    per: str = ""
    """Quantity that counts its pieces, or that multiplies them."""
    counted_as: str = "line_count"
    """Input for the count in the scenario."""
    share: bool = False
    linked: bool = False
    passive: bool = False
    holder: Piece | None = None
    """The server that contains the piece."""
    in_bay: bool = False
    port_rate: float | None = None
    """Bandwidth of the ports that it connects or is one of."""
    flash_size: float | None = None
    """Size of a drive with flash that is known by its size alone."""
    drawn_by: Piece | None = None
    """The piece whose estimated power includes that of this one."""
    of_tier: str = ""
    """Field of the tier that contains it."""
    grows: bool = False
    """Whether its pieces are counted again in each year, as blocks are bought."""
    owned_at: str = ""
    """Path of the field that says that all its pieces are owned."""
    owned_in_part: bool = False
    """Whether another field than that of its piece says how many are owned."""
    put: Callable[[Draft], None] = _plain
    """Function that sets further inputs."""

    @property
    def owned(self) -> Literal["all", "some", "rest"] | None:
        """Which of its pieces are already owned."""
        if self.owned_in_part or (self.piece.owned is not None and not self.follows):
            return "some"
        if self.piece.owned is not None and self.name == HOT:
            return "rest"
        return "all" if self.owned_at else None

    @property
    def key(self) -> str:
        """Its role and name below its parent instance."""
        return f"{line_role(option=self.option or self.piece.option)}:{self.name}"


def counted_again(drafts: Iterable[LineDraft], facts: SiteFacts) -> list[LineDraft]:
    """Let lines be counted in each year, where blocks are bought later; options never are."""
    return [
        replace(one, grows=facts.growing and not (one.option or one.piece.option)) for one in drafts
    ]


def bill(
    path: str, drafts: Iterable[LineDraft], supply: Supply, tier: Tier | None = None
) -> list[Instance]:
    """Create the lines of a bill of materials below the instance at a path, priced together."""
    drafts = list(drafts)
    _warn_of_power(drafts, supply)
    priced_lines = [asked_of(one, supply) for one in drafts]
    prices = priced(priced_lines, supply.layers, tier) if drafts else []
    prices = [
        owned(price, supply.place(one.owned_at)) if one.owned == "all" else price
        for one, price in zip(drafts, prices, strict=True)
    ]
    keys = {one.name: one.key for one in drafts}
    return [_line(path, *pair, keys, supply) for pair in zip(drafts, prices, strict=True)]


OF_PIECES = ("processors", "memory", "adapters", "network", "in_servers")
"""Fields of pieces in servers that draw power."""


def _warn_of_power(drafts: Sequence[LineDraft], supply: Supply) -> None:
    """Say which pieces the stated power of servers is taken to include."""
    found = [one for one in drafts if one.of_tier in OF_PIECES and _is_inside(one, "power")]
    if not found:
        return
    names = " and ".join(dict.fromkeys(supply.title(one.piece) for one in found))
    fields = ", ".join(f"'{one.at}.power'" for one in found)
    at = found[0].at.partition(f".{found[0].of_tier}")[0]
    supply.warn(
        f"{at}.servers.power: the power stated for the server is taken to include {names}: "
        f"if it doesn't, enter {fields}"
    )


def _is_inside(one: LineDraft, measure: str) -> bool:
    """Whether a figure stated for the server counts for a piece in it that states none."""
    is_stated = one.holder is not None and getattr(one.holder, measure) is not None
    return is_stated and getattr(one.piece, measure) is None


def asked_of(one: LineDraft, supply: Supply) -> BillLine:
    """Return the pricing request of a line."""
    piece = one.piece
    return BillLine(
        piece.part or "",
        supply.title(piece),
        piece.price,
        one.at,
        noun_of(supply.kind(piece)),
        is_another(piece, supply.catalog),
        one.of_tier,
        one.port_rate,
        one.flash_size,
    )


def _line(
    path: str, one: LineDraft, price: LinePrice, keys: Mapping[str, str], supply: Supply
) -> Instance:
    """Create a line: its inputs, its entry in the bill of materials, its book."""
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
        owned=one.owned,
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
        grows=one.grows,
        owned=one.owned,
    )
    ordered = "bought_pieces" if one.owned else one.ordered
    offers = [_offer(draft, counted, ordered) for counted in draft.offers]
    role = one.key.partition(":")[0]
    children = {"offers": offers} if offers else {}
    if one.grows:
        book, years = LINE_YEAR.book(facts), range(scenario.economics.years + 1)
        children["years"] = [Instance("years", f"year {year}", book) for year in years]
    return Instance(role, one.name, LINE.book(facts), draft.inputs, children)


def _put_line(draft: Draft, one: LineDraft, price: LinePrice) -> None:
    """Set the inputs of a line."""
    supply, piece = draft.supply, one.piece
    scenario = supply.scenario
    if not price.is_stated and piece.price is not None:
        piece = piece.model_copy(update={"price": None})
    put_bound(draft, piece, one.at, of="lines", line_count=one.counted_as)
    for name, figure in price.figures.items():
        draft.put(name, *figure)
    if piece.price is not None:
        known = replace(supply.stated(piece.price, f"{one.at}.price"), field="")
        is_assumed, first = piece.price.status == ASSUMED, price.first()
        if is_assumed:
            draft.put("is_assumed", 1.0, known)
        if first is not None and (is_assumed or (first.has_range and scenario.has_bands)):
            draft.put("low_price_share", first.low_share, known)
            draft.put("high_price_share", first.high_share, known)
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
            reason = "definition: sits inside another part"
        elif _is_inside(one, measure):
            reason = f"definition: inside the {measure} stated for the server"
        elif measure == "power" and one.drawn_by is not None:
            reason = f"definition: included in the estimate of {supply.title(one.drawn_by)}"
        if reason:
            draft.put(f"unit_{measure}", 0.0, Provenance("default", reason))
        elif measure in UNITS and (estimate := estimated(piece, measure, supply)):
            draft.put(f"unit_{measure}", estimate[0].likely, estimate[1])


def _offer(line: Draft, counted: Counted, ordered: str) -> Instance:
    """Create the instance of the price from a minimum quantity."""
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
