"""Sources of a plan: the scenario, the catalog and prices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, Literal
from weakref import WeakKeyDictionary

from model.design.demand import DemandGroup
from model.design.piece import Piece
from model.design.scenario import Scenario, source_title
from model.engine.tree import Address
from model.errors import InputError, Problem
from model.formulas.compatibility.recordings import CONVENTIONAL, SOLD
from model.formulas.risk.spares import JOINT_ORDERS
from model.parts.catalog import Catalog
from model.parts.field_failures import FIELD_FILE as FAILURES_FILE
from model.parts.field_failures import field_rate
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
    "vdev_drives": ("hdd", "ssd"),
    "cache": ("ssd",),
    "cables": ("cable",),
    "switch": ("switch",),
    "processing": ("measured-server",),
}
"""Kinds of part allowed for each piece of a tier, and for other part fields."""
ZONES = (
    "assumption: not verified: a rate that falls evenly to half of the outer zone's, "
    "on average 0.75"
)
SURFACE, RECORDING, FLASH = "surface_factor", "recording", "flash"
OF_FLASH = "definition: kind of the part; without a part, drives count as disks"
FIELD_RATE = "field_failure_rate"
LEAST_FIELD_RATE, MOST_FIELD_RATE = "least_field_failure_rate", "most_field_failure_rate"
FIELD_RATES = {FIELD_RATE: "rate", LEAST_FIELD_RATE: "low", MOST_FIELD_RATE: "high"}
"""Failure rates in the field, derived from the observations of the catalog."""
PORTS = "ports"
PORTS_BY_LINK = {"sata": 1.0, "sas": 2.0}
"""Ports of a drive by its interface; only a datasheet says how many an NVMe drive has."""
PORTS_OF = "definition: SATA drives have one port, SAS drives two (SFF-8482)"

PIECE = "piece"
"""Default unit of lines."""

_FIGURES: WeakKeyDictionary[Catalog, dict[tuple[str, str, str], Known]] = WeakKeyDictionary()
"""Cached figures of parts with their provenance, as a catalog doesn't change once read."""


@dataclass(frozen=True)
class Line:
    """Properties of a line of the bill of materials: its instance, part, and description.

    Its position is stable: adding or removing other lines doesn't change it, so that quotes may
    refer to it.
    """

    path: str
    role: str
    tier: str
    part: str
    name: str
    piece: Piece
    """The piece in the scenario."""
    kind: str = ""
    position: str = ""
    """Position in the bill: the number of the tier or purpose, then that of the piece."""
    lot: str = ""
    """Lot of the tender."""
    option: bool = False
    """Whether it is an option, not part of the purchase."""
    number: str = ""
    """Vendor's part number."""
    unit: str = PIECE
    """Unit of the count."""
    follows: str = ""
    """Path of another line with the same piece, where its figures are entered."""
    ordered: str = ""
    """Quantity of the tier that counts pieces ordered together over several lines, if any."""
    left_out: str = ""
    """Items not included in its count, as text that follows the reason for the count."""
    owned: Literal["all", "some", "rest"] | None = None
    """Which of its pieces are already owned."""

    @property
    def listed_as(self) -> str:
        """Name in price lists: its part, or its name without the destination."""
        return self.part or self.piece.name or self.name

    @property
    def pieces_bought(self) -> Address:
        """Return the quantity of its pieces that are bought."""
        return self.path, "bought_pieces" if self.owned else "line_count"

    @property
    def counts_by(self) -> Address:
        """Return the quantity that determines its volume price."""
        if self.owned:
            return self.pieces_bought
        return (
            ("site" if self.ordered in JOINT_ORDERS else self.path.rpartition("/")[0], self.ordered)
            if self.ordered
            else self.pieces_bought
        )


def _as_heading(name: str) -> str:
    """Begin a name with a capital, as product names begin.

    >>> _as_heading("network cables, 3 m"), _as_heading("mSATA drives")
    ('Network cables, 3 m', 'mSATA drives')
    """
    first = name.partition(" ")[0].rstrip(",:")
    return name[:1].upper() + name[1:] if first.isalpha() and first.islower() else name


class Supply:
    """Sources of one plan, which collect provenance, lines and warnings."""

    def __init__(self, scenario: Scenario, catalog: Catalog, *, public: bool = False) -> None:
        self.scenario = scenario
        self.catalog = catalog
        self.public = public
        """Whether the plan is public, so that confidential figures are omitted."""
        self.prices: dict[str, LinePrice] = {}
        self.amounts: dict[Address, Amount] = {}
        """Amounts of quoted inputs in their own currency."""
        self.provenance: dict[Address, Provenance] = {}
        self.fields: dict[Address, str] = {}
        self.lines: list[Line] = []
        self.warnings: list[str] = []
        self.problems: list[Problem] = []
        self.groups: dict[str, tuple[tuple[DemandGroup, ...], str]] = {}
        self.pasts: dict[str, Any] = {}
        """Usage histories by their field, read once."""
        self.changed: frozenset[tuple[str, str]] = frozenset()
        """What an earlier plan read that is other now, by source and name."""

    @cached_property
    def rack(self) -> str | None:
        """The rack part of the scenario, if any."""
        return self._common("rack")

    @cached_property
    def pdu(self) -> str | None:
        """The power distribution unit of the scenario, if any."""
        return self._common("pdu")

    def _common(self, kind: str) -> str | None:
        """Return the first part of a kind among common items."""
        for piece in self.scenario.common:
            if piece.part is not None and self.catalog.part(piece.part).kind == kind:
                return piece.part
        return None

    @staticmethod
    def keys(path: str) -> tuple[str | int, ...]:
        """Split a dotted path into keys."""
        return tuple(int(key) if key.isdecimal() else key for key in path.split("."))

    def place(self, path: str) -> str:
        """Return the place of a field in the scenario, as text."""
        return self.scenario.place_as_text(path)

    def stated(self, stated: Stated[Any], at: str) -> Provenance:
        """Return the provenance of a figure of the scenario."""
        title = source_title(self.scenario.sources, stated.source)
        return Provenance(stated.status, title, stated.because, self.place(at), at)

    def complain(self, path: str, what: str) -> None:
        """Record a problem with a field; `refuse` raises all of them together."""
        self.problems.append(Problem(self.scenario.place(self.keys(path)), path, what))

    def refuse(self) -> None:
        """Raise the recorded problems, if any."""
        if self.problems:
            raise InputError(self.problems)

    @classmethod
    def group_of(cls, at: str) -> str:
        """Return the position number of a tier, by its path in the scenario."""
        return str(int(cls.keys(at)[1]) + 1)

    def kind(self, piece: Piece) -> str:
        """Return the kind of a part; empty if it is not in the catalog."""
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
        owned: Literal["all", "some", "rest"] | None = None,
    ) -> None:
        """Record a line of the bill of materials; `text`: its description."""
        name = text or self.title(piece)
        line = Line(
            path,
            role,
            tier,
            piece.part or "",
            _as_heading(name),
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
            owned,
        )
        self.lines.append(line)

    def title(self, piece: Piece) -> str:
        """Return the title of a piece, for documents."""
        if piece.name or piece.part is None:
            return piece.name
        part = self.catalog.part(piece.part)
        return f"{part.vendor} {part.model}"

    def figure(self, part: str | None, figure: str, role: str = "") -> Known:
        """Return a figure of a piece's catalog part; unknown if it is not in the catalog."""
        if part is None:
            return None, replace(UNKNOWN, role=role) if role else UNKNOWN
        known = _FIGURES.setdefault(self.catalog, {})
        known_figure = known.get((part, figure, role))
        if known_figure is None:
            value, provenance = self._figure(part, figure)
            known_figure = known[part, figure, role] = value, replace(provenance, role=role)
        return known_figure

    def _figure(self, part: str, figure: str) -> Known:
        value = self.catalog.figures(part).get(figure)
        value = self.catalog.code(part, figure) if value is None else value
        if value is None and figure == PORTS and (ports := self._ports_of_drive(part)):
            return ports, Provenance("default", PORTS_OF, "", "", "", part, figure)
        if value is None:
            why = f"the catalog doesn't state it for {part}"
            return None, Provenance("unknown", because=why, part=part, figure=figure)
        place = str(self.catalog.place(part, figure))
        source = self.catalog.source(part, figure)
        return value, Provenance("catalog", source, "", place, "", part, figure)

    def _ports_of_drive(self, part: str) -> float | None:
        """Return the ports of a drive by its interface; None where only a datasheet says it."""
        known = self.catalog.part(part)
        link = getattr(known, "link", None) if known.kind in KINDS["drives"] else None
        return PORTS_BY_LINK.get((link or "").partition("-")[0])

    def is_on_pcie(self, part: str | None) -> bool:
        """Whether a drive of the catalog uses PCIe lanes: NVMe."""
        link = getattr(self.catalog.part(part), "link", None) if part else None
        return (link or "").startswith("pcie-")

    def any_figure(self, part: str | None, figure: str, role: str = "") -> Known:
        """Return any figure of a part for look-ups in cells, including derived drive figures."""
        if figure in FIELD_RATES:
            value, known = self.field_failures(part, figure)
        elif figure in (SURFACE, RECORDING, FLASH):
            of_drive = {
                SURFACE: self.surface_factor,
                RECORDING: self.recording,
                FLASH: self.is_flash,
            }[figure]
            is_drive = part is None or self.catalog.part(part).kind in KINDS["drives"]
            value, known = of_drive(part) if is_drive else (None, UNKNOWN)
        else:
            return self.figure(part, figure, role)
        return value, replace(known, role=role)

    def field_failures(self, part: str | None, figure: str) -> Known:
        """Return a failure rate of a drive in the field; unknown without a part of the catalog."""
        kind = self.catalog.part(part).kind if part else ""
        found = field_rate(part, kind)
        if found is None:
            return None, UNKNOWN
        value: float = getattr(found, FIELD_RATES[figure])
        return value, Provenance(
            "catalog", found.source, found.text, FAILURES_FILE, "", part or "", figure
        )

    def is_flash(self, part: str | None) -> Known:
        """Return 1 for a drive that is known to be flash, 0 for any other."""
        known = float(part is not None and self.catalog.part(part).kind == "ssd")
        return known, Provenance("default", OF_FLASH, "", "", "", part or "", FLASH)

    def surface_factor(self, part: str | None) -> Known:
        """Return the mean bandwidth over a drive's surface as a share; 1 for flash."""
        if part is not None and self.catalog.part(part).kind == "ssd":
            return 1.0, Provenance(
                "default", "definition: flash has no zones", "", "", "", part, SURFACE
            )
        return 0.75, Provenance("default", ZONES, "", "", "", part or "", SURFACE)

    def recording(self, part: str | None) -> Known:
        """Return the recording method of a drive; conventional unless its datasheet differs."""
        value, known = self.figure(part, RECORDING)
        if value is None:
            return CONVENTIONAL, Provenance("default", SOLD, "", "", "", part or "", RECORDING)
        return value, known

    def amount(self, stated: Stated[Any], at: str) -> float | None:
        """Return a figure of the scenario, money in the scenario's currency."""
        value = stated.value
        if isinstance(value, Amount):
            return self._converted(value.amount, value.currency, at)
        return float(value)

    @cached_property
    def books(self) -> tuple[QuoteBook, ...]:
        """The quotes and price books, read on first access."""
        return books_of(self.scenario, self.catalog)

    @cached_property
    def layers(self) -> PriceLayers:
        """All known prices by layer, read on first access."""
        books = self.books
        layers = PriceLayers(self.scenario, self.catalog, public=self.public, books=books)
        for text in layers.warnings():
            self.warn(text)
        return layers

    @cached_property
    def joint_orders(self) -> Mapping[str, str]:
        """Orders by tier of drives of one part in several tiers that are priced by quantity."""
        tiers: dict[tuple[str, str], list[str]] = {}
        for tier in (one.built for one in self.scenario.tiers * bool(self.books)):
            if tier is not None and not (tier.option or tier.drives.option):
                drives = tier.drives.part or "", self.title(tier.drives)
                tiers.setdefault(drives, []).append(tier.name)
        several = [
            names
            for drives, names in tiers.items()
            if len(names) > 1 and self.layers.is_priced_by_quantity(*drives)
        ]
        orders = zip(JOINT_ORDERS, several, strict=False)
        return {name: order for order, names in orders for name in names}

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
        """Add a warning to the plan, once."""
        if text not in self.warnings:
            self.warnings.append(text)

    def warn_of_decimal_memory(
        self,
        memory: Stated[Any],
        what: str = "the memory",
        also: str = ", and so would checkpoints and the bandwidth they need",
    ) -> None:
        """Warn if memory is in decimal units: a node of 128 GB has 128 GiB."""
        if memory.value % GIB and not memory.value % GB:
            label = show(memory.value / GB, "1", digits=10)
            more = 100 * (GIB / GB - 1)
            self.warn(
                f"{what} is entered as {label} GB, but memory modules are binary: {label} GiB "
                f"would be {more:.1f} % more{also}"
            )


@dataclass
class Draft:
    """An instance whose inputs are being set."""

    path: str
    supply: Supply
    inputs: dict[str, float] = field(default_factory=dict)
    offers: tuple[Counted, ...] = ()
    """For a line with quantity-dependent prices: the price by quantity."""

    def put(self, name: str, value: float | None, provenance: Provenance) -> None:
        """Set an input with its provenance; None leaves it unknown."""
        if value is not None:
            self.inputs[name] = float(value)
        if value is not None or provenance.part:
            self.supply.provenance[self.path, name] = provenance

    def forget(self, name: str, why: Provenance) -> None:
        """Set a figure of the catalog to unknown, with a reason."""
        self.inputs.pop(name, None)
        self.supply.provenance[self.path, name] = why

    def state(self, name: str, stated: Stated | None, at: str) -> bool:  # type: ignore[type-arg]
        """Set a figure from the scenario, if it is at the path; return whether it is."""
        self.supply.fields[self.path, name] = at
        if stated is None:
            return False
        self.put(name, self.supply.amount(stated, at), self.supply.stated(stated, at))
        return True
