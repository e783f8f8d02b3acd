"""The sheet of evaluated prices: the steps of each bid, with energy and space as live formulas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from model.books.evaluation import PRICE
from model.engine.forms import LAST_DIGITS
from model.tender.comparison import Compared, Comparison
from model.tender.normalisation import EVALUATED_PRICE, energy_payments, power_phases
from report.workbook.formula import formula_of_texts
from report.workbook.sheets import Cell
from report.workbook.tender_book import TenderBook

PRICES = "Evaluated prices"
LABEL, COLUMN, REASON = 38.0, 18.0, 70.0
ENERGY, SPACE, CURRENCY = "Energy", "Space", "Currency"
FIRST = ("Offer", "Options", "Maintenance")
LAST = (CURRENCY, "Value added tax", ENERGY, SPACE)
"""Order of the rows; further steps stand in between."""
RATE = "evaluation_discount_rate"
JOULES, SECONDS = 3.6e6, 3600.0
ABOUT = (
    "Confidential: this sheet holds figures of bids. Energy, space and the sum are formulas; the "
    "other amounts were computed from the bids as they were read, with the reasons below."
)


def write_prices(book: TenderBook, found: Comparison) -> Mapping[str, Cell]:
    """Write the sheet; return the cell of the evaluated price of each bid that has one."""
    return _Prices(book, found).write()


class _Prices:
    """Writes the sheet from top to bottom."""

    def __init__(self, book: TenderBook, found: Comparison) -> None:
        self.book, self.found, self.tender = book, found, found.tender
        self.row = 0
        self.rules: dict[str, Cell] = {}
        self.offered: dict[tuple[str, str], Cell] = {}

    def write(self) -> Mapping[str, Cell]:
        book, columns = self.book, max(len(self.found.bids), 3)
        book.widths(PRICES, [LABEL, *[COLUMN] * columns])
        book.text(Cell(PRICES, 0, 0), self.tender.title or EVALUATED_PRICE, "title")
        book.note(Cell(PRICES, 1, 0), columns, ABOUT, LABEL + columns * COLUMN, "bad")
        about = f"{self.tender.price} prices, in {self.tender.currency}"
        book.text(Cell(PRICES, 2, 0), f"{about[:1].upper()}{about[1:]}", "faint")
        self.row = 4
        for one in self.found.unreadable:
            why = "Of another tender" if one.is_of_other else "Not read"
            text = f"{why}, and in no rank: {one.file}: {one.reason}"
            book.note(Cell(PRICES, self.row, 0), columns, text, LABEL + columns * COLUMN, "bad")
            self.row += 1
        self.row += bool(self.found.unreadable)
        self._rules()
        self._title("Offered", [one.name for one in self.found.bids])
        self._figures()
        self._title("Steps", [one.name for one in self.found.bids])
        found = self._steps()
        self._reasons(columns)
        return found

    def _title(self, title: str, heads: list[str]) -> None:
        self.book.text(Cell(PRICES, self.row, 0), title, "table")
        for n, head in enumerate(heads, 1):
            self.book.text(Cell(PRICES, self.row, n), head, "head", "right")
        self.row += 1

    def _label(self, text: str, *styles: str) -> None:
        self.book.text(Cell(PRICES, self.row, 0), text, *styles)

    def _rule(self, label: str, value: float, name: str, look: str = "base") -> Cell:
        cell = Cell(PRICES, self.row, 1)
        self._label(label)
        self.book.number(cell, value, look, "input")
        self.rules[name] = cell
        self.row += 1
        return cell

    def _converted(self, label: str, source: Cell, factor: str, value: float, name: str) -> None:
        """Write a rule in its base unit, by the cell in which people write it."""
        self._label(label, "faint")
        self.rules[name] = Cell(PRICES, self.row, 1)
        formula = f"{source.seen_from(PRICES)}{factor}"
        self.book.formula(self.rules[name], formula, value, "faint")
        self.row += 1

    def _rules(self) -> None:
        energy, rack_price = self.tender.energy, self.tender.rack_price
        if energy is None and rack_price is None:
            return
        self._title("Rules", [])
        code = self.tender.currency
        if energy is not None:
            price = float(energy.price.amount)
            cell = self._rule(f"Energy price, {code}/kWh", price * JOULES, "kWh")
            name = "evaluation_energy_price"
            self._converted(f"Energy price, {code}/J", cell, "/3600000", price, name)
            self._rule("PUE", energy.pue, "evaluation_pue")
            cell = self._rule("Hours of use a year", energy.hours / SECONDS, "hours")
            self._converted("Use a year, s", cell, "*3600", energy.hours, "evaluation_hours")
            years = float(energy.years or self.tender.term or 0)
            self._rule("Years", years, "evaluation_years")
            if self._splits_years():
                cell = self.rules["evaluation_years"]
                self.book.number(cell, years, "base", "faint")  # the payments have their own years
            if self.tender.discount_rate:
                self._rule("Discount rate a year", self.tender.discount_rate, RATE, "share")
        if rack_price is not None:
            name = "evaluation_rack_price"
            self._rule(f"Space of a rack, {code}", float(rack_price.amount), name, "money")
        self.row += 1

    def _splits_years(self) -> bool:
        """Whether energy is paid in parts, so that the number of years is fixed in its formula."""
        phases = any(one.normalised.bid.power.years for one in self.found.bids)
        return bool(self.tender.discount_rate) or phases

    def _figures(self) -> None:
        """Write the figures of the bids that energy and space rest on."""
        energy = self.tender.energy
        if energy is not None:
            years = energy.years or self.tender.term or 0
            phases = [[*power_phases(one.normalised.bid.power, years)] for one in self.found.bids]
            most = max(map(len, phases), default=0)
            for n in range(most):
                self._label(f"Typical power, W, phase {n + 1}" if most > 1 else "Typical power, W")
                for column, (one, of) in enumerate(zip(self.found.bids, phases, strict=True), 1):
                    if n < len(of):
                        self._offer(one, f"power {n}", of[n][0], column)
                self.row += 1
        if self.tender.rack_price is not None:
            self._label("Racks")
            for column, one in enumerate(self.found.bids, 1):
                self._offer(one, "racks", one.normalised.bid.racks, column)
            self.row += 1
        if energy is None and self.tender.rack_price is None:
            self._label("Neither energy nor space counts.", "faint")
            self.row += 1
        self.row += 1

    def _offer(self, one: Compared, name: str, value: float | None, column: int) -> None:
        cell = self.offered[one.name, name] = Cell(PRICES, self.row, column)
        self.book.number(cell, None if value is None else float(value), "base", "input")

    def _steps(self) -> Mapping[str, Cell]:
        steps = {
            one.name: {step.name: step.amount for step in one.normalised.steps}
            for one in self.found.bids
        }
        used = dict.fromkeys(name for of in steps.values() for name in of)
        between = [name for name in used if name not in (*FIRST, *LAST, EVALUATED_PRICE)]
        shown = [name for name in (*FIRST, *between, *LAST) if name in used]
        cells: dict[tuple[str, str], Cell] = {}
        for name in shown:
            self._label(name)
            for n, one in enumerate(self.found.bids, 1):
                if name in steps[one.name]:
                    cells[one.name, name] = Cell(PRICES, self.row, n)
                    self._step(one, name, steps[one.name][name], cells[one.name, name])
            self.row += 1
        self._label(EVALUATED_PRICE, "strong")
        found = {}
        for n, one in enumerate(self.found.bids, 1):
            cell = Cell(PRICES, self.row, n)
            if one.price is None:
                self.book.text(cell, "incomplete", "right", "strong")
                continue
            own = [name for name in steps[one.name] if name != EVALUATED_PRICE]
            counted = own[own.index(CURRENCY) :] if CURRENCY in own else own
            terms = [cells[one.name, name].seen_from(PRICES) for name in counted]
            self.book.formula(cell, "+".join(terms), float(one.price), "money", "strong")
            found[one.name] = cell
        self.row += 2
        return found

    def _step(self, one: Compared, name: str, amount: Decimal | None, cell: Cell) -> None:
        value = None if amount is None else float(amount)
        if name == SPACE:
            operands = {"offered_racks": self._seen(self.offered[one.name, "racks"])}
            self.book.formula(cell, self._rounded("space_of_term", operands), value, "money")
        elif name == ENERGY and value is not None:
            self.book.formula(cell, "+".join(self._energy(one)), value, "money")
        else:
            self.book.number(cell, value, "money")

    def _energy(self, one: Compared) -> Iterator[str]:
        """Give the formulas of the payments for energy: by phases of power, and discounted."""
        rule, power = self.tender.energy, one.normalised.bid.power
        assert rule is not None, "energy counts"
        phases = power_phases(power, rule.years or self.tender.term or 0)
        for n, (_, first, last) in enumerate(phases):
            for years, year in energy_payments(self.tender, first, last):
                is_whole = not self._splits_years()
                whole = self._seen(self.rules["evaluation_years"])
                operands = {
                    "offered_power": self._seen(self.offered[one.name, f"power {n}"]),
                    "evaluation_years": whole if is_whole else f"{years:.12g}",
                }
                paid = self._rounded("energy_of_term", operands)
                if year is not None:
                    later = {"later_payment": paid, "bid_payment_year": f"{year}"}
                    paid = self._rounded("discounted_payment", later)
                yield paid

    def _rounded(self, name: str, operands: Mapping[str, str]) -> str:
        """Write a formula of the evaluated price, to the cent."""
        quantity = PRICE.book().quantities[name]
        texts = [
            operands[need] if need in operands else self._seen(self.rules[need])
            for need in quantity.needs
        ]
        return f"ROUND(({formula_of_texts(quantity, texts)})*(1+{LAST_DIGITS:.0E}),2)"

    def _seen(self, cell: Cell) -> str:
        return cell.seen_from(PRICES)

    def _reasons(self, columns: int) -> None:
        for one in self.found.bids:
            self._title(f"{one.name}: reasons", [])
            for step in one.normalised.steps:
                self._label(step.name)
                last, wide = columns, COLUMN * columns
                self.book.note(Cell(PRICES, self.row, 1), last, step.reason, wide)
                self.row += 1
            self.row += 1
