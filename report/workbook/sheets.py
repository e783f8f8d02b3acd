"""Where each figure stands in the workbook: its sheet, its table, its cell.

A sheet holds one table for each kind of instance: a row for each figure, a column for each
instance. The bill of materials is turned: a row for each line. Cells are fixed before anything is
written, so that a formula may refer to any of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property

from xlsxwriter.utility import xl_col_to_name, xl_rowcol_to_cell

from model.answers.racks import elevation
from model.answers.results import Results
from model.answers.uncertainty import uncertain
from model.answers.views.bill import COLUMNS, bill, column_of, with_sums
from model.answers.views.compatibility_table import fit
from model.answers.views.requirements import requirements
from model.answers.views.view import Value, View
from model.engine.quantity import Input, Quantity
from model.engine.tree import Address
from report.drawings.elevation import MOST_RACKS
from report.workbook.steps import STEPS, Steps

SUMMARY = "Summary"
BILL = "Bill of materials"
PRICES = "Prices"
PARTS = "Parts"
FIT = "Compatibility"
RACKS = "Racks"
PATHS = "Data path"
QUESTIONS = "Questions"
CAPACITY = "Capacity"
STATEMENT = "Statement"
SPECIFICATION = "Specification"
ACCEPTANCE = "Acceptance"
PERFORMANCE = "Performance"
CHECKPOINT = "Checkpoint"
RISK = "Risk"
COST = "Cost by year"
PRICE_PATHS = "Price paths"
CHARTED = (COST, "years")
"""The sheet and the kind of the table below which a chart of it stands."""
ROWS_OF_CHART = 18
CERTAINTY = "Certainty"
DESIGNS = "Designs"
"""Only in the workbook of a search."""
ASSUMPTIONS = "Assumptions and sources"
SHEETS = (
    SUMMARY,
    BILL,
    PRICES,
    PARTS,
    FIT,
    RACKS,
    PATHS,
    QUESTIONS,
    CAPACITY,
    STATEMENT,
    SPECIFICATION,
    ACCEPTANCE,
    PERFORMANCE,
    CHECKPOINT,
    RISK,
    COST,
    PRICE_PATHS,
    CERTAINTY,
    ASSUMPTIONS,
    STEPS,
)
OPTIONAL = (CHECKPOINT, RISK, PRICE_PATHS)
"""The sheets of tables that not every plan has: without them, they are left out."""


def sheets_of(results: Results) -> tuple[str, ...]:
    """Name the sheets of a plan: nothing is said of how sure it is where no figure has a band."""
    has_bands = bool(uncertain(results))
    return tuple(name for name in SHEETS if name != CERTAINTY or has_bands)


_BY_TOPIC = {
    "bill": BILL,
    "capacity": CAPACITY,
    "checkpoint": CHECKPOINT,
    "cost": COST,
    "fit": FIT,
    "memory": CAPACITY,
    "performance": PERFORMANCE,
    "price path": PRICE_PATHS,
    "requirement": SUMMARY,
    "risk": RISK,
}
"""The sheet of each topic that a chapter may declare."""
_IN_BOTH = ("site", "tiers")
"""Kinds of instances whose capacities are shown in TB and in TiB."""

FIRST_COLUMN = 2
"""The column of the first instance, after the figure's name and unit."""
BILL_KEY = column_of("key")
"""The bill's column of the part's key."""
PRICE_DAY = 1 + len(COLUMNS)
"""The bill's column of the day that a price was seen on."""
PRICE_LAYER, PRICE_CERTAINTY = PRICE_DAY + 1, PRICE_DAY + 2
"""The bill's columns of what layer a price is of, and how certain it is."""
ROW_IN_PARTS, IS_ANOTHER = PRICE_CERTAINTY + 1, PRICE_CERTAINTY + 2
"""The bill's columns of where the Parts sheet has the key, and whether other figures count."""
OWN_PRICE, OWN_CURRENCY, OWN_DAY, OWN_SOURCE, OWN_NOTE = 5, 6, 7, 8, 9
"""The columns of the sheet of prices that a buyer types into."""
TOP_OF_FIT = 4
"""The row of the first check of what fits, on its sheet."""
TOP_OF_CHECKS = 7
"""The summary's row of the first requirement."""
_ORDER = (
    "site",
    "tiers",
    "pools",
    "groups",
    "special",
    "files",
    "healthy",
    "tasks",
    "states",
    "cases",
    "servers",
    "workloads",
    "goals",
    "single files",
    "extents",
    "latencies",
    "levels",
    "lines",
    "offers",
    "demand",
    "lead_times",
    "years",
    "tier years",
    "demand years",
    "phases",
    "phase years",
    "milestones",
    "milestone years",
    "timings",
    "projections",
    "items",
    "guides",
)
_TOGETHER = {
    "metadata": "tiers",
    "common": "tiers",
    "services": "tiers",
    "racking": "tiers",
    "options": "lines",
}


def sheet_of(item: Input | Quantity) -> str:
    """The sheet that shows an item of the model."""
    return _BY_TOPIC[item.topic]


@dataclass
class Table:
    """One table: its instances are the columns, its items the rows."""

    sheet: str
    kind: str
    top: int
    tier: str = ""
    paths: list[str] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    items: dict[str, Input | Quantity] = field(default_factory=dict)

    @property
    def source_column(self) -> int:
        """The column after the last instance."""
        return FIRST_COLUMN + len(self.paths)

    @property
    def bottom(self) -> int:
        """The first row after the table."""
        return max(self.rows.values(), default=self.top) + 2


@cache
def _column(number: int) -> str:
    letters: str = xl_col_to_name(number)
    return letters


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """A cell of a sheet, by row and column from 0."""

    sheet: str
    row: int
    column: int

    def seen_from(self, sheet: str) -> str:
        """Refer to the cell from a formula of that sheet."""
        here = f"{_column(self.column)}{self.row + 1}"
        return here if sheet == self.sheet else f"'{self.sheet}'!{here}"

    def fixed(self) -> str:
        """Refer to the cell from anywhere, wherever it is copied to."""
        return f"'{self.sheet}'!{xl_rowcol_to_cell(self.row, self.column, True, True)}"


IN_HOURS = ("rebuild_time",)
"""Times of the risk that are short; all others are written in years, too."""


def twin_unit(item: Input | Quantity, kind: str) -> str:
    """Return the unit of a second row of a figure in a table of that kind; empty without one.

    Capacities stand in TiB beside TB; times of the risk, which are entered nowhere, in years or
    hours beside seconds.
    """
    if item.unit == "byte" and item.topic == "capacity" and kind in _IN_BOTH:
        return "TiB"
    if item.unit == "second" and isinstance(item, Quantity) and sheet_of(item) == RISK:
        return "hours" if item.name in IN_HOURS else "years"
    return ""


def has_entry(item: Input | Quantity) -> bool:
    """Whether people write an input in another unit than its base unit, as in EUR/kWh.

    The row above the input's own is for that: there it is typed in, and the input follows.
    """
    return isinstance(item, Input) and (item.unit.startswith("currency/") or item.name in SPANS)


SPANS = {
    "warranty": "years",
    "drive_rating_period": "years",
    "spare_lead_time": "days",
    "rebuild_delay": "hours",
    "price_relief_time": "years",
    "later_order_time": "years",
}
"""Times that people write in another unit than seconds, and that unit."""


Item = tuple[str, Input | Quantity]
"""An item of the book of the instance at a path."""


class Layout:
    """The cell of every value of the results."""

    @cached_property
    def source_columns(self) -> dict[str, int]:
        """The last column of sources on each sheet that has tables, once all are laid."""
        found: dict[str, int] = {}
        for table in self.tables:
            found[table.sheet] = max(found.get(table.sheet, 0), table.source_column)
        return found

    def __init__(self, results: Results, tops: dict[str, int]) -> None:
        self.cells: dict[Address, Cell] = {}
        self.tables: list[Table] = []
        self.elevation = elevation(results)
        self.racks = list(self.elevation.alike())[:MOST_RACKS] if self.elevation else []
        self.steps = Steps()
        self._lay(results, requirements(results), SUMMARY, TOP_OF_CHECKS)
        self._lay(results, fit(results), FIT, TOP_OF_FIT)
        first = tops[BILL] + 1
        self._lay(results, bill(results), BILL, first)
        self.follows = {line.path: line.follows for line in results.plan.lines if line.follows}
        self.bill_rows = {line.path: n for n, line in enumerate(results.plan.lines, first)}
        tops = {**tops, BILL: tops[BILL] + len(with_sums(results).rows) + 3}
        found, kinds = self._by_table(results), _kinds(results)
        for sheet in SHEETS:
            top = tops.get(sheet, 0)
            for kind, tier in kinds:
                if items := found.get((sheet, kind, tier)):
                    table = self._table(Table(sheet, kind, top, tier), items)
                    self.tables.append(table)
                    top = table.bottom + 1 + (ROWS_OF_CHART if (sheet, kind) == CHARTED else 0)

    def _lay(self, results: Results, view: View, sheet: str, top: int) -> None:
        """Give a view's cells to the values that belong to its sheet."""
        for at, row in enumerate(view.rows, top):
            for column, entry in enumerate(row.entries, 1):
                if isinstance(entry, Value) and entry.formula is None and not entry.names:
                    (address,) = entry.addresses
                    if sheet_of(results.item(*address)) == sheet:
                        self.cells[address] = Cell(sheet, at, column)

    def _by_table(self, results: Results) -> dict[tuple[str, str, str], list[Item]]:
        """Give the items that have no cell yet by sheet, kind and tier of their table."""
        found: dict[tuple[str, str, str], list[Item]] = {}
        for path, instance in results.plan.instances.items():
            kind = _kind(path)
            for item in instance.book:
                if (path, item.name) not in self.cells:
                    found.setdefault((sheet_of(item), *kind), []).append((path, item))
        return found

    def _table(self, table: Table, found: list[Item]) -> Table:
        table.paths = list(dict.fromkeys(path for path, _ in found))
        row = table.top + 1
        for _, item in sorted(found, key=lambda one: isinstance(one[1], Input) and one[1].constant):
            if item.name not in table.rows:
                row += 1 + has_entry(item)
                table.rows[item.name] = row
                table.items[item.name] = item
                row += bool(twin_unit(item, table.kind))
        columns = {path: n for n, path in enumerate(table.paths)}
        for path, item in found:
            column = FIRST_COLUMN + columns[path]
            self.cells[path, item.name] = Cell(table.sheet, table.rows[item.name], column)
        return table


def _kind(path: str) -> tuple[str, str]:
    """The kind of an instance; years and servers make a table for each of what is named too."""
    roles, names = zip(*(step.partition(":")[::2] for step in path.split("/")), strict=True)
    if roles[-1] == "years" and "demand" in roles:
        return "demand years", names[1]
    if roles[-1] == "years" and "milestones" in roles:
        return "milestone years", f"{names[1]}, {names[2]}"
    if roles[-1] == "years" and "phases" in roles:
        return "phase years", names[1]
    if roles[-1] == "years" and len(roles) > 2:
        return "tier years", names[1]
    if roles[-1] == "cases":
        return "cases", names[1]
    if roles[-1] == "servers":
        return "servers", f"{names[1]}, {names[2]}"
    return _TOGETHER.get(roles[-1], roles[-1]), ""


def _kinds(results: Results) -> list[tuple[str, str]]:
    found = dict.fromkeys(map(_kind, results.plan.instances))
    return sorted((kind for kind in found if kind[0] in _ORDER), key=lambda k: _ORDER.index(k[0]))
