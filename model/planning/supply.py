"""What a plan draws from: figures of the scenario, the catalog and the price book."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from model.design.demand import DemandGroup
from model.design.scenario import Scenario
from model.design.tier import Piece
from model.engine.tree import Address
from model.errors import InputError, Problem
from model.formulas.compatibility.recordings import CONVENTIONAL, SOLD
from model.parts.catalog import Catalog
from model.planning.prices.layers import PriceLayers, rate_of
from model.planning.prices.prices import Counted, Known, LinePrice
from model.planning.prices.quotes import QuoteBook, books_of
from model.provenance import UNKNOWN, Provenance
from model.reading.fields import Amount, Stated
from model.records import dataclass, replace
from model.units.figures import show
from model.units.kinds import GB, GIB

KINDS = {
    "servers": ("server",),
    "processors": ("cpu",),
    "memory": ("memory",),
    "adapters": ("hba",),
    "network": ("nic",),
    "enclosures": ("enclosure", "array"),
    "drives": ("hdd", "ssd"),
    "further_drives": ("hdd", "ssd"),
    "cache": ("ssd",),
    "cables": ("cable",),
    "switch": ("switch",),
    "processing": ("measured-server",),
}
"""What kinds of part each piece of a tier may be, or whatever else names one."""
ZONES = "not verified: a rate that falls evenly to half of the outer zone's, on average 0.75"
SURFACE, RECORDING = "surface_factor", "recording"

PIECE = "piece"
"""What most lines count."""

_FIGURES: WeakKeyDictionary[Catalog, dict[tuple[str, str, str], Known]] = WeakKeyDictionary()
"""Figures of parts with where they come from: a catalog stays as it is once it is read."""


@dataclass(frozen=True)
class Line:
    """A line of the bill of materials beside its numbers: the instance, the part, what it is.

    Its position is its own: a line that comes in or goes leaves those of others as they are, so
    that a quote may refer to it.
    """

    path: str
    role: str
    tier: str
    part: str
    name: str
    piece: Piece
    """What the scenario says of it."""
    kind: str = ""
    position: str = ""
    """Its number in the bill: that of the tier or of what it is for, then that of the piece."""
    lot: str = ""
    """Lot of the tender."""
    option: bool = False
    """Whether it is offered beside the purchase."""
    number: str = ""
    """The number that the vendor sells it by."""
    unit: str = PIECE
    """What is counted."""
    follows: str = ""
    """The path of the line whose piece it has, too: what is stated of it is typed there."""
    ordered: str = ""
    """What of the tier counts the pieces ordered together with those of other lines, if any."""
    left_out: str = ""
    """What its number leaves out, in words that follow why it is so many."""

    @property
    def listed_as(self) -> str:
        """What price lists call it: its part, or its name without where it goes."""
        return self.part or self.piece.name or self.name

    @property
    def counts_by(self) -> Address:
        """Give the number of pieces that decides on a price by quantity."""
        return (
            (self.path.rpartition("/")[0], self.ordered)
            if self.ordered
            else (self.path, "line_count")
        )


def _missing(part: str, figure: str) -> Provenance:
    why = f"the catalog doesn't know it: {part}"
    return Provenance("unknown", because=why, part=part, figure=figure)


class Supply:
    """The sources of one plan; gathers provenance, lines and warnings on the way."""

    def __init__(self, scenario: Scenario, catalog: Catalog, *, public: bool = False) -> None:
        self.scenario = scenario
        self.catalog = catalog
        self.public = public
        """Whether others see the plan: then what is confidential is left out of it."""
        self.prices: dict[str, LinePrice] = {}
        self.amounts: dict[Address, Amount] = {}
        """Amounts in their own currency, of inputs that offers give."""
        self.provenance: dict[Address, Provenance] = {}
        self.fields: dict[Address, str] = {}
        self.lines: list[Line] = []
        self.warnings: list[str] = []
        self.problems: list[Problem] = []
        self.groups: dict[str, tuple[tuple[DemandGroup, ...], str]] = {}

    @cached_property
    def rack(self) -> str | None:
        """The rack that the scenario names, if it names one."""
        return self._common("rack")

    @cached_property
    def pdu(self) -> str | None:
        """The power distribution unit that the scenario names, if it names one."""
        return self._common("pdu")

    def _common(self, kind: str) -> str | None:
        """Name the first part of a kind among what is common."""
        for piece in self.scenario.common:
            if piece.part is not None and self.catalog.part(piece.part).kind == kind:
                return piece.part
        return None

    @staticmethod
    def keys(path: str) -> tuple[str | int, ...]:
        """Split a dotted path into keys."""
        return tuple(int(key) if key.isdecimal() else key for key in path.split("."))

    def place(self, path: str) -> str:
        """Where the scenario says it, as text."""
        return self.scenario.place_as_text(path)

    def stated(self, stated: Stated[Any], at: str) -> Provenance:
        """How a figure of the scenario is known."""
        source = self.scenario.sources.get(stated.source)
        title = (
            ", ".join(filter(None, (source.author, source.title, source.date)))
            if source
            else stated.source
        )
        return Provenance(stated.status, title, stated.because, self.place(at), at)

    def complain(self, path: str, what: str) -> None:
        """Note what is wrong with a field; `refuse` raises all of it together."""
        self.problems.append(Problem(self.scenario.place(self.keys(path)), path, what))

    def refuse(self) -> None:
        """Raise whatever was complained of."""
        if self.problems:
            raise InputError(self.problems)

    @classmethod
    def group_of(cls, at: str) -> str:
        """Give the number of a tier in the bill, by its path in the scenario."""
        return str(int(cls.keys(at)[1]) + 1)

    def kind(self, piece: Piece) -> str:
        """The kind of part in the catalog; empty for what the catalog lacks."""
        return self.catalog.part(piece.part).kind if piece.part else ""

    def line(
        self,
        path: str,
        role: str,
        tier: str,
        piece: Piece,
        *,
        position: str,
        lot: str = "",
        unit: str = PIECE,
        text: str = "",
        follows: str = "",
        ordered: str = "",
        left_out: str = "",
    ) -> None:
        """Note a line of the bill of materials; `text`: what it is called there."""
        line = Line(
            path,
            role,
            tier,
            piece.part or "",
            text or self.title(piece),
            piece,
            self.kind(piece),
            position,
            lot,
            "/options:" in path,
            piece.number or (self.catalog.part(piece.part).number if piece.part else ""),
            unit,
            follows,
            ordered,
            left_out,
        )
        self.lines.append(line)

    def title(self, piece: Piece) -> str:
        """What a piece is called on paper."""
        if piece.name or piece.part is None:
            return piece.name
        part = self.catalog.part(piece.part)
        return f"{part.vendor} {part.model}"

    def figure(self, part: str | None, figure: str, role: str = "") -> Known:
        """A figure of a catalog part, which is that piece; unknown where the catalog lacks it."""
        if part is None:
            return None, replace(UNKNOWN, role=role) if role else UNKNOWN
        known = _FIGURES.setdefault(self.catalog, {})
        found = known.get((part, figure, role))
        if found is None:
            value, provenance = self._figure(part, figure)
            found = known[part, figure, role] = value, replace(provenance, role=role)
        return found

    def _figure(self, part: str, figure: str) -> Known:
        value = self.catalog.figures(part).get(figure)
        value = self.catalog.code(part, figure) if value is None else value
        if value is None:
            return None, _missing(part, figure)
        place = str(self.catalog.place(part, figure))
        source = self.catalog.source(part, figure)
        return value, Provenance("catalog", source, "", place, "", part, figure)

    def is_on_pcie(self, part: str | None) -> bool:
        """Tell whether a drive of the catalog hangs on PCIe lanes: NVMe."""
        link = getattr(self.catalog.part(part), "link", None) if part else None
        return (link or "").startswith("pcie-")

    def any_figure(self, part: str | None, figure: str, role: str = "") -> Known:
        """Whatever a cell may look up of a part: a figure, what is told of drives."""
        if figure in (SURFACE, RECORDING):
            of_drive = self.surface_factor if figure == SURFACE else self.recording
            is_drive = part is None or self.catalog.part(part).kind in KINDS["drives"]
            value, known = of_drive(part) if is_drive else (None, UNKNOWN)
        else:
            return self.figure(part, figure, role)
        return value, replace(known, role=role)

    def surface_factor(self, part: str | None) -> Known:
        """The mean over a drive's surface: flash has no zones."""
        if part is not None and self.catalog.part(part).kind == "ssd":
            return 1.0, Provenance("default", "flash has no zones", "", "", "", part, SURFACE)
        return 0.75, Provenance("default", ZONES, "", "", "", part or "", SURFACE)

    def recording(self, part: str | None) -> Known:
        """How a drive records: conventionally, where its data sheet doesn't say otherwise."""
        value, known = self.figure(part, RECORDING)
        if value is None:
            return CONVENTIONAL, Provenance("default", SOLD, "", "", "", part or "", RECORDING)
        return value, known

    def amount(self, stated: Stated[Any], at: str) -> float | None:
        """A stated figure, money in the scenario's currency."""
        value = stated.value
        if isinstance(value, Amount):
            return self._converted(value.amount, value.currency, at)
        return float(value)

    @cached_property
    def books(self) -> tuple[QuoteBook, ...]:
        """Each quote and each price book; files are read when first asked."""
        return books_of(self.scenario, self.catalog)

    @cached_property
    def layers(self) -> PriceLayers:
        """Every price that is known, by its layer; files are read when a price is first asked."""
        books = self.books
        layers = PriceLayers(self.scenario, self.catalog, public=self.public, books=books)
        for text in layers.warnings():
            self.warn(text)
        return layers

    def _converted(self, amount: float, currency: str, at: str) -> float | None:
        economics = self.scenario.economics
        rate = rate_of(economics, currency)
        if rate is None:
            if at:
                what = (
                    f"this is in {currency}, but the scenario counts in {economics.currency}: "
                    f"write it in {economics.currency}, or a rate in 'economics.exchange'"
                )
                self.complain(at, what)
            return None
        return amount * rate

    def warn(self, text: str) -> None:
        """Say something that the reader of the plan should know, once."""
        if text not in self.warnings:
            self.warnings.append(text)

    def warn_of_decimal_memory(
        self,
        memory: Stated[Any],
        what: str = "the memory",
        also: str = ", and so would dumps and the bandwidth they need",
    ) -> None:
        """Memory modules are binary: a node of 128 GB holds 128 GiB."""
        if memory.value % GIB and not memory.value % GB:
            label = show(memory.value / GB, "1", digits=10)
            more = 100 * (GIB / GB - 1)
            self.warn(
                f"{what} is given as {label} GB, but memory modules are binary: {label} GiB "
                f"would be {more:.1f} % more{also}"
            )


@dataclass
class Draft:
    """One instance while its inputs are gathered."""

    path: str
    supply: Supply
    inputs: dict[str, float] = field(default_factory=dict)
    offers: tuple[Counted, ...] = ()
    """Of a line whose price follows offers: what counts for how many pieces."""

    def put(self, name: str, value: float | None, provenance: Provenance) -> None:
        """Take over a figure with its provenance; None leaves it unknown."""
        if value is not None:
            self.inputs[name] = float(value)
        if value is not None or provenance.part:
            self.supply.provenance[self.path, name] = provenance

    def forget(self, name: str, why: Provenance) -> None:
        """Leave a figure unknown that the catalog gives, and say why."""
        self.inputs.pop(name, None)
        self.supply.provenance[self.path, name] = why

    def state(self, name: str, stated: Stated | None, at: str) -> bool:  # type: ignore[type-arg]
        """Take over a figure that the scenario may state at a path; False where it doesn't."""
        self.supply.fields[self.path, name] = at
        if stated is None:
            return False
        self.put(name, self.supply.amount(stated, at), self.supply.stated(stated, at))
        return True
