"""The form that bidders fill in, made only of what bidders may see.

Each blank has a name, by which its cell is found again, and a path in the bid.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

from model.kinds.file_systems import FileSystem
from model.records import dataclass
from model.tender.public_terms import (
    CLASSES,
    DEFINITIONS,
    UNITS_OF_DATA,
    conditions_of,
    device_of,
    devices_of,
    figures_of,
    minima_of,
    public,
    terms_of,
    texts_of,
)
from model.tender.tender_file import Asked, TenderFile

Kind = Literal["text", "number", "count", "money", "date", "choice", "percent"]
ANSWERS = ("yes", "no", "deviation")
MARKS = ("point", "comma")
DRIVE_CLASSES = ("hdd", "ssd")
MARK = "bid.decimal_mark"
ID, HASH, FORMAT = "form.id", "form.hash", "form.format"
VERSION = "2"
"""Version of the format of forms: another one if names of cells mean something else.

Forms of version 1 state none. Their hash was of all texts of the form, whose cells are the same.
"""
FREE_LINES, FREE_MILESTONES, FREE_PHASES = 5, 3, 3
DIGITS, DIGITS_OF_WORDS = 16, 8
"""Digits of the hash of the requirements, and of that of the words of a form."""


@dataclass(frozen=True, slots=True)
class Blank:
    """A cell that is filled in: its name, its path in the bid, and what it takes."""

    name: str
    path: tuple[str | int, ...]
    kind: Kind = "text"
    unit: str = ""
    choices: tuple[str, ...] = ()


Cell = str | Blank | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a sheet."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of the form: texts, then tables."""

    title: str
    texts: tuple[str, ...]
    tables: tuple[Table, ...]

    def blanks(self) -> Iterator[Blank]:
        """Give the cells that are filled in."""
        for table in self.tables:
            for row in table.rows:
                yield from (cell for cell in row if isinstance(cell, Blank))


@dataclass(frozen=True, slots=True)
class Form:
    """A form: its sheets, and what a bid made of it says already."""

    id: str
    hash: str
    """Hash of what the tender asks, whatever the words of the form."""
    format: str
    """Version of the format, and a hash of the words of the form."""
    currency: str
    sheets: tuple[Sheet, ...]
    constants: Mapping[tuple[str | int, ...], object]
    """Values of the bid that aren't filled in, by path."""
    free: tuple[tuple[str | int, ...], ...]
    """Paths of entries that vanish if nothing in them is filled in."""

    def blanks(self) -> Iterator[Blank]:
        """Give all cells that are filled in."""
        for sheet in self.sheets:
            yield from sheet.blanks()


def form_of(tender: TenderFile) -> Form:
    """Return the form of a tender."""
    return _Maker(public(tender)).make()


def with_hash(tender: TenderFile) -> str:
    """Return the hash of what the form of a tender asks."""
    return content_hash(tender)


def content_hash(tender: TenderFile) -> str:
    """Return the hash of what bidders see of a tender: its values, not how the form words them.

    What isn't stated leaves no trace, so that further fields of later versions change no hash.
    """
    asked = public(tender).model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return digest(_stated(asked))


def _stated(value: Any) -> Any:
    """Return what is stated: without what is empty."""
    if not isinstance(value, dict):
        return value
    found = {name: _stated(one) for name, one in value.items()}
    return {name: one for name, one in found.items() if one not in (None, "", {}, [])}


def digest(data: Any) -> str:
    """Return the hash of data of a tender."""
    text = json.dumps(data, default=_plain, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def is_same_id(own: str, other: str) -> bool:
    """Return whether two ids of tenders are the same, whatever their case and blanks.

    >>> is_same_id("fs 2026 ", "FS  2026"), is_same_id("FS-2026", "FS-2025")
    (True, False)
    """
    return " ".join(own.split()).casefold() == " ".join(other.split()).casefold()


def answers(tender: TenderFile, own: str) -> bool:
    """Return whether a bid with this hash answers what a tender asks.

    Rules of earlier versions state no format, and the hash that their forms have.
    """
    return own == with_hash(tender) or is_of_all_lots(tender, own) or is_earlier(tender, own)


def is_of_all_lots(tender: TenderFile, own: str) -> bool:
    """Return whether a hash is that of the form of all lots of a tender of which one is evaluated.

    The form asks for the same in each lot, so that a bid for any of them can be made with it.
    """
    return bool(tender.lot) and own == with_hash(of_all_lots(tender))


def of_all_lots(tender: TenderFile) -> TenderFile:
    """Return a tender as its form of all lots asks."""
    return tender.model_copy(update={"lot": ""})


def is_earlier(tender: TenderFile, own: str) -> bool:
    """Return whether a hash is that of a form that an earlier version made of a tender."""
    is_of_rules = not tender.form_format and own == tender.requirements_hash
    return is_of_rules and own not in ("", with_hash(tender))


class _Maker:
    """Makes the sheets of a form from what bidders may see."""

    def __init__(self, tender: TenderFile) -> None:
        self.tender = tender
        self.constants: dict[tuple[str | int, ...], object] = {}
        self.free: list[tuple[str | int, ...]] = [("design",)]

    def make(self) -> Form:
        tender = self.tender
        sheets = (
            self._read_me(),
            self._declaration(),
            self._requirements(),
            self._specification(),
            self._capacity(),
            self._performance(),
            self._prices(),
            self._service(),
            self._site(),
            self._delivery(),
        )
        asked = [(one.title, one.texts, one.tables) for one in sheets]
        asked_hash = content_hash(tender)
        about: dict[tuple[str | int, ...], object] = {
            ("tender",): tender.id,
            ("requirements_hash",): asked_hash,
            ("form_format",): VERSION,
            ("currency",): tender.currency,
            ("prices",): tender.price,
        }
        constants = {**about, **self.constants}
        words = f"{VERSION}.{digest(asked)[:DIGITS_OF_WORDS]}"
        return Form(
            *(tender.id, asked_hash, words, tender.currency, sheets, constants), tuple(self.free)
        )

    def _read_me(self) -> Sheet:
        rows: list[tuple[Cell, ...]] = [*terms_of(self.tender)]
        rows.append(
            ("Which decimal mark do you use in texts?", Blank(MARK, (), "choice", choices=MARKS))
        )
        texts = (
            "Fill in the yellow cells. Don't move or rename cells and sheets: they are found by "
            "their names.",
            "Enter values, not formulas. A missing price makes the bid incomplete.",
            UNITS_OF_DATA,
        )
        return Sheet("Read me", texts, (Table("", ("", ""), tuple(rows)),))

    def _fields(self, *rows: tuple[Cell, ...]) -> tuple[Table, ...]:
        return (Table("", ("", "Your answer", "Unit"), rows),)

    def _declaration(self) -> Sheet:
        rows = self._fields(
            ("Bidder", Blank("bid.bidder", ("bidder",)), ""),
            ("Offer number", Blank("bid.offer", ("offer",)), ""),
            ("Offer date", Blank("bid.date", ("date",), "date"), ""),
            ("Valid until", Blank("bid.valid_until", ("valid_until",), "date"), ""),
            (
                "Main bid or alternative",
                Blank("bid.kind", ("kind",), "choice", choices=("main", "alternative")),
                "",
            ),
            ("Name of the signatory", Blank("bid.signer", ("signer",)), ""),
        )
        return Sheet("Declaration", (), rows)

    def _requirements(self) -> Sheet:
        tender = self.tender
        figures: list[tuple[Cell, ...]] = [*figures_of(tender)]
        answered: list[tuple[Cell, ...]] = []
        for n, (key, text, kind) in enumerate(texts_of(tender), 1):
            at = f"bid.R{n:03}"
            answered.append(
                (
                    key,
                    text,
                    kind,
                    Blank(f"{at}.answer", ("musts", key), "choice", choices=ANSWERS),
                    Blank(f"{at}.offered", ("evidence", key, "offered")),
                    Blank(f"{at}.measured", ("evidence", key, "measured")),
                    Blank(f"{at}.page", ("evidence", key, "page")),
                )
            )
        heads = ("Id", "Text", "Class", "Met?", "Offered", "How measured", "Page in the offer")
        tables = [Table("Figures", ("Id", "Figure", "Required", "Class"), tuple(figures))]
        if answered:
            tables.append(Table("Requirements", heads, tuple(answered)))
        texts = tuple(f"{kind}: {meaning}" for kind, meaning in CLASSES.items())
        return Sheet("Requirements", texts, tuple(tables))

    def _specification(self) -> Sheet:
        rows: list[tuple[Cell, ...]] = []
        for n, one in enumerate(devices_of(self.tender)):
            at = f"bid.S{n + 1:03}"
            self.constants["products", n, "device"] = device_of(one)
            self.free.append(("products", n))
            rows.append(
                (
                    device_of(one),
                    minima_of(one),
                    Blank(f"{at}.product", ("products", n, "product")),
                    Blank(f"{at}.count", ("products", n, "count"), "count"),
                    Blank(f"{at}.meets", ("products", n, "meets"), "choice", choices=ANSWERS),
                )
            )
        heads = ("Device", "Minimum requirements", "Product offered", "Number", "Met?")
        texts = (
            "These are minimum requirements for each device. You choose the number of devices.",
        )
        return Sheet("Specification", texts, (Table("", heads, tuple(rows)),) if rows else ())

    def _capacity(self) -> Sheet:
        definition = DEFINITIONS[self.tender.capacity]
        systems = get_args(FileSystem)
        rows = self._fields(
            (f"Capacity, {definition}", Blank("bid.capacity", ("capacity",), "number", "TB"), "TB"),
            (
                "Nominal capacity of all drives",
                Blank("bid.raw_capacity", ("raw_capacity",), "number", "TB"),
                "TB",
            ),
            (
                "Layout of a target, such as 5 x raidz2:11",
                Blank("bid.layout", ("design", "layout")),
            ),
            (
                "Capacity of a drive",
                Blank("bid.drive", ("design", "drive"), "number", "TB"),
                "TB",
            ),
            ("Number of targets", Blank("bid.targets", ("design", "targets"), "count"), ""),
            (
                "File system",
                Blank("bid.file_system", ("design", "file_system"), "choice", choices=systems),
                "",
            ),
            ("Number of servers", Blank("bid.servers", ("design", "servers"), "count"), ""),
            (
                "Drives per server (only for erasure codes across servers)",
                Blank("bid.drives_per_server", ("design", "drives_per_server"), "count"),
                "",
            ),
            (
                "Class of the drives",
                Blank(
                    "bid.drive_class", ("design", "drive_class"), "choice", choices=DRIVE_CLASSES
                ),
                "",
            ),
            *(
                (
                    f"Sequential {way} bandwidth of a drive, by its datasheet",
                    Blank(f"bid.drive_{way}", ("design", f"drive_{way}"), "number", "MB/s"),
                    "MB/s",
                )
                for way in ("read", "write")
            ),
            (
                "Network ports of a server, for the clients",
                Blank("bid.ports", ("design", "ports"), "count"),
                "",
            ),
            (
                "Rate of a network port",
                Blank("bid.port_rate", ("design", "port_rate"), "number", "Gbit/s"),
                "Gbit/s",
            ),
        )
        texts = ("Bandwidths are checked by the layout, the drives, the servers and their ports.",)
        return Sheet("Capacity", texts, rows)

    def _performance(self) -> Sheet:
        rows: list[tuple[Cell, ...]] = []
        for way in ("read", "write"):
            name = f"{way}_bandwidth"
            rows.append(
                (
                    f"Committed {way} bandwidth, GB/s",
                    Blank(f"bid.{way}", (name, "value"), "number", "GB/s"),
                    Blank(f"bid.{way}.conditions", (name, "conditions")),
                )
            )
            self.free.append((name,))
        heads = ("", "Your answer", "Conditions: clients, processes, transfer size, fill, state")
        texts = tuple(f"{name}: {text}" for name, text in conditions_of(self.tender))
        return Sheet("Performance", texts, (Table("", heads, tuple(rows)),))

    def _prices(self) -> Sheet:
        tender = self.tender
        lines = [one for one in tender.lines if tender.lot in ("", one.lot)]
        asked = tuple(self._asked(n, one) for n, one in enumerate(lines))
        heads = ("Position", "Text", "Kind", "Quantity", "Unit price", "Total", "VAT", "Remark")
        tables = [Table("Lines", heads, asked)]
        n = len(lines)
        if tender.term is not None:
            years = range(1, tender.term + 1)
            rows = tuple(self._maintenance(n + year - 1, year) for year in years)
            further = Blank("bid.yearly", ("yearly_maintenance",), "money")
            rows = (*rows, ("", "Any further year", "", "", further, "", "", ""))
            tables.append(Table("Maintenance after the warranty, by year", heads, rows))
            n += tender.term
        for section, title, mark in (
            ("option", "Further options", "O"),
            ("unit prices", "Unit prices for later additions", "U"),
        ):
            rows = tuple(
                self._free_line(n + k, f"{mark}{k + 1}", section) for k in range(FREE_LINES)
            )
            tables.append(Table(title, heads, rows))
            n += FREE_LINES
        discount = ("discounts", 0)
        self.free.append(discount)
        tables.append(
            Table(
                "Sums",
                ("", "Your answer", "Condition"),
                (
                    (
                        "Total of all lines without options",
                        Blank("bid.total", ("total",), "money"),
                        "",
                    ),
                    (
                        "Discount on the whole offer",
                        Blank("bid.discount", (*discount, "amount"), "money"),
                        Blank("bid.discount.condition", (*discount, "condition")),
                    ),
                ),
            )
        )
        texts = (f"All prices {tender.price}, in {tender.currency}, with two decimals.",)
        return Sheet("Prices", texts, tuple(tables))

    def _line_cells(self, n: int, quantity: Cell) -> tuple[Cell, ...]:
        at = f"bid.P{n + 1:03}"
        return (
            quantity,
            Blank(f"{at}.unit_price", ("lines", n, "unit_price"), "money"),
            Blank(f"{at}.total", ("lines", n, "total"), "money"),
            Blank(f"{at}.vat", ("lines", n, "vat"), "percent"),
            Blank(f"{at}.remark", ("lines", n, "remark")),
        )

    def _quantity(self, n: int) -> Blank:
        return Blank(f"bid.P{n + 1:03}.quantity", ("lines", n, "quantity"), "number")

    def _line(self, n: int, **said: object) -> None:
        for name, value in said.items():
            self.constants["lines", n, name] = value

    def _asked(self, n: int, one: Asked) -> tuple[Cell, ...]:
        said = {"position": one.position, "kind": one.kind, "section": one.section}
        self._line(n, **said, **({"lot": one.lot} if one.lot else {}))
        if one.title:
            self._line(n, title=one.title)
        if one.quantity is None:
            quantity: Cell = self._quantity(n)
        else:
            quantity = f"{one.quantity:g}"
            self._line(n, quantity=one.quantity)
        if one.kind == "option":
            self.free.append(("lines", n))
        return (one.position, one.title, one.kind, *self._line_cells(n, quantity))

    def _maintenance(self, n: int, year: int) -> tuple[Cell, ...]:
        position = f"M{year}"
        said = {"position": position, "section": "maintenance", "year": year, "quantity": 1}
        self._line(n, **said, **({"lot": self.tender.lot} if self.tender.lot else {}))
        self.free.append(("lines", n))
        return (position, f"Year {year}", "base", *self._line_cells(n, "1"))

    def _free_line(self, n: int, position: str, section: str) -> tuple[Cell, ...]:
        said = {"position": position}
        said |= {"kind": "option"} if section == "option" else {"section": section}
        self._line(n, **said, **({"lot": self.tender.lot} if self.tender.lot else {}))
        self.free.append(("lines", n))
        title = Blank(f"bid.P{n + 1:03}.title", ("lines", n, "title"))
        kind = "option" if section == "option" else "-"
        return (position, title, kind, *self._line_cells(n, self._quantity(n)))

    def _service(self) -> Sheet:
        rows = self._fields(
            ("Warranty", Blank("bid.warranty", ("warranty",), "count"), "years"),
            ("Response class", Blank("bid.response", ("service", "response")), ""),
            ("Service hours", Blank("bid.hours", ("service", "hours")), ""),
            (
                "Failed drives stay with the buyer",
                Blank("bid.retention", ("service", "retention"), "choice", choices=ANSWERS[:2]),
                "",
            ),
            (
                "End of service",
                Blank("bid.end_of_service", ("service", "end_of_service"), "date"),
                "",
            ),
            ("Licence metric and term", Blank("bid.licence", ("service", "licence")), ""),
        )
        return Sheet("Service", (), rows)

    def _site(self) -> Sheet:
        rows = self._fields(
            ("Racks", Blank("bid.racks", ("racks",), "count"), ""),
            ("Rack units", Blank("bid.rack_units", ("site", "rack_units"), "number"), ""),
            (
                "Depth of the deepest device",
                Blank("bid.depth", ("site", "depth"), "number", "mm"),
                "mm",
            ),
            ("Total weight", Blank("bid.weight", ("site", "weight"), "number", "kg"), "kg"),
            ("Typical power", Blank("bid.power", ("power", "typical"), "number", "W"), "W"),
            ("Maximum power", Blank("bid.maximum", ("power", "maximum"), "number", "W"), "W"),
            ("Plugs", Blank("bid.plugs", ("site", "plugs")), ""),
            (
                "Share of heat removed by water",
                Blank("bid.to_water", ("site", "to_water"), "percent"),
                "%",
            ),
        )
        return Sheet("Site", (), (*rows, *self._power_by_years()))

    def _power_by_years(self) -> Iterator[Table]:
        """Give the blanks for power that changes during the term; only where energy counts."""
        if self.tender.energy is None:
            return
        rows: list[tuple[Cell, ...]] = []
        for n in range(FREE_PHASES):
            at = f"bid.W{n + 1:03}"
            self.free.append(("power", "years", n))
            rows.append(
                (
                    Blank(f"{at}.until", ("power", "years", n, "until"), "count"),
                    Blank(f"{at}.typical", ("power", "years", n, "typical"), "number", "W"),
                )
            )
        heads = ("Last year of the phase", "Typical power, W")
        yield Table("Typical power by phase, if it changes during the term", heads, tuple(rows))

    def _delivery(self) -> Sheet:
        rows: list[tuple[Cell, ...]] = []
        for n in range(FREE_MILESTONES):
            at = f"bid.D{n + 1:03}"
            self.free.append(("milestones", n))
            rows.append(
                (
                    Blank(f"{at}.title", ("milestones", n, "title")),
                    Blank(f"{at}.month", ("milestones", n, "month"), "number"),
                    Blank(f"{at}.share", ("milestones", n, "share"), "percent"),
                )
            )
        lead = self._fields(
            ("Months from order to delivery", Blank("bid.months", ("months",), "number"), "months")
        )
        heads = ("Milestone", "Month after the order", "Share of the price")
        return Sheet("Delivery", (), (*lead, Table("Milestones", heads, tuple(rows))))


def _plain(one: Any) -> object:
    """Return a record as the JSON that its hash is of."""
    return {name: getattr(one, name) for name in type(one).__slots__}


def bid_data(form: Form, filled: Mapping[tuple[str | int, ...], object]) -> dict[str, Any]:
    """Return the bid of a filled form: its constants, and what is filled in by path."""
    empty = tuple(path for path in form.free if not any(at[: len(path)] == path for at in filled))
    values = {
        path: value
        for path, value in {**form.constants, **filled}.items()
        if not any(path[: len(one)] == one for one in empty)
    }
    root: dict[str | int, Any] = {}
    for path, value in values.items():
        inside = root
        for step in path[:-1]:
            inside = inside.setdefault(step, {})
        inside[path[-1]] = value
    data: dict[str, Any] = _with_lists(root)
    return data


def _with_lists(data: Any) -> Any:
    """Return mappings by number as lists."""
    if not isinstance(data, dict):
        return data
    values = {key: _with_lists(value) for key, value in data.items()}
    if values and all(isinstance(key, int) for key in values):
        return [values[key] for key in sorted(values)]
    return values


def places(
    form: Form, filled: Mapping[tuple[str | int, ...], object]
) -> dict[tuple[str | int, ...], tuple[str | int, ...]]:
    """Return the path of each filled value in the lists of the bid, without what vanished."""
    numbers: dict[str | int, dict[int, int]] = {}
    kept = {**form.constants, **filled}
    empty = [path for path in form.free if not any(at[: len(path)] == path for at in filled)]
    for path in sorted(
        (one for one in kept if len(one) > 1 and isinstance(one[1], int)), key=lambda one: one[1]
    ):
        if not any(path[: len(one)] == one for one in empty):
            of = numbers.setdefault(path[0], {})
            of.setdefault(int(path[1]), len(of))
    return {
        path: (
            (path[0], numbers[path[0]][path[1]], *path[2:])
            if len(path) > 1 and isinstance(path[1], int)
            else path
        )
        for path in filled
    }
