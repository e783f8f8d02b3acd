"""Figures of the parts that could be chosen, as the Parts sheet holds them to be looked up."""

from __future__ import annotations

from xlsxwriter.utility import xl_col_to_name

from model.answers.counted_prices import counted
from model.answers.results import Results
from model.design.scenario import Scenario
from model.engine.tree import Address
from model.parts.catalog import Catalog
from model.parts.price_layers import TYPED
from model.planning.contradictions import SAME, other_figures
from model.planning.lines import OF_THE_SAME, is_another, noun_of
from model.planning.prices.bill import priced
from model.planning.prices.layers import NO_RATE
from model.planning.prices.prices import BillLine, KnownPrice, LinePrice
from model.planning.supply import SURFACE, Line, Supply
from model.provenance import UNKNOWN, Provenance
from model.reading.binding import bindings
from report.workbook import texts
from report.workbook.rates import Rates
from report.workbook.sheets import (
    BILL,
    BILL_KEY,
    IS_ANOTHER,
    OWN_CURRENCY,
    OWN_PRICE,
    PARTS,
    PRICES,
    ROW_IN_PARTS,
    Cell,
    Layout,
)
from report.workbook.steps import STEPS, seen_from

TOP = 4
PORTS = "ports"
"""A figure that a drive's interface tells where its datasheet doesn't; interposers add one."""
AFTER_KEY = ": "
"""Ends the key in what is offered to be chosen."""
OF_BOOK = (TYPED.label, TYPED.confidence)
"""What layer a price is of that a buyer typed, and how certain it is."""
TEXTS = ("key", "kind", "vendor", "model")
OF_PRICES = {"is_estimated": 0, "low_price_share": 1, "high_price_share": 1}
"""What a line takes of its price beside the amount, and what holds of a certain one."""
COMPARED = 2
"""Figures of a line that one formula compares with those of its part."""


ALIKE = (("hdd", "ssd"),)
"""Kinds of parts of which one may be chosen in place of another: a workbook's rows stay."""


def alike(kind: str, scenario: Scenario) -> tuple[str, ...]:
    """Give the kinds of which one may be chosen in place of that one, itself among them.

    Checkpoints ask flash for its endurance: with them, disks have other rows.
    """
    found = ALIKE if scenario.checkpoint is None else ()
    return next((kinds for kinds in found if kind in kinds), (kind,))


class Lookups:
    """The parts in play and their alternatives, and a column for each figure that is looked up."""

    def __init__(self, results: Results) -> None:
        self.results = results
        catalog: Catalog = results.plan.catalog
        looked_up = {at: p for at, p in results.plan.provenance.items() if p.part}
        used = looked_up.values()
        instances, scenario = results.plan.instances, results.plan.scenario
        self.lines = {line.path: line for line in results.plan.lines}
        bought = [line for line in results.plan.lines if line.part]
        self._replaceable = {line.path: self._replaceable_figures(line) for line in bought}
        figures = {at: p.figure for at, p in looked_up.items()}
        for found in self._replaceable.values():
            figures.update(found)
        figures |= {(line.path, "unit_price"): "price" for line in bought if self._yields(line)}
        figures |= {
            (line.path, name): name
            for line in bought
            for name in OF_PRICES
            if (line.path, name) in results.values and (line.path, "unit_price") in looked_up
        }
        self.figures = sorted(set(figures.values()))
        self._units = {
            figure: instances[path].book[name].unit
            for (path, name), figure in figures.items()
            if name in instances[path].book
        }
        kinds = {k: None for p in used for k in alike(catalog.part(p.part).kind, scenario)}
        in_play = {p.part for p in used} | {key for _, key in scenario.alternatives()}
        self.keys = [k for kind in kinds for k in catalog.keys_of_kind(kind) if k in in_play]
        self.not_offered = sorted(in_play - set(self.keys))
        is_priced = "price" in self.figures
        supply = Supply(scenario, catalog, public=results.plan.public)
        asked = [BillLine(key) for key in self.keys] if is_priced else []
        prices = priced(asked, supply.layers) if asked else []
        of_part = dict(zip((line.part for line in asked), prices, strict=True))
        self.values = {key: self._looked_up(supply, key, of_part.get(key)) for key in self.keys}
        self.prices = {key: best for key, one in of_part.items() if (best := _best(one))}
        """The price that counts for one piece of a part, as it was offered or seen."""
        amounts = [best.net for best in self.prices.values() if best.net is not None]
        self.rates = Rates(results, amounts, TOP + 2 + len(self.keys))
        self._lines = {(line.tier, line.part): line.path for line in bought}
        self._lines |= {(line.tier, line.role): line.path for line in bought}
        self._differing: dict[str, str] = {}
        self.choice_column = self.day_column + 4
        self.own_rows = self._own_rows(bought)
        last = TOP + len(self.keys)
        waiting = (line.listed_as for line in results.plan.lines if self._waits(line))
        self.own_names = {name: last + n for n, name in enumerate(dict.fromkeys(waiting), 1)}
        self.lists = {kind: self._span(alike(kind, scenario), catalog) for kind in kinds}

    def _own_rows(self, bought: list[Line]) -> dict[str, int]:
        """Give the rows of the parts whose price a buyer's own one goes before."""
        steps = self.results.steps
        fixed = {line.part for line in bought if (line.path, "unit_price") in steps}
        open_ = {line.part for line in bought if not self._states(line) or self._yields(line)}
        fixed |= {line.part for line in bought} - open_
        quoted = {key for key, best in self.prices.items() if best.layer.precedes(TYPED)}
        keys = self.keys if "price" in self.figures else []
        return {k: TOP + 1 + n for n, k in enumerate(keys) if k not in fixed | quoted}

    def _waits(self, line: Line) -> bool:
        """Tell whether the price of a line without a part is unknown or assumed, and no offer's."""
        address = (line.path, "unit_price")
        is_unknown = self.results[address] is None and address not in self.results.plan.provenance
        is_open = is_unknown or self._yields(line)
        return not line.part and address not in self.results.steps and is_open

    def _states(self, line: Line) -> bool:
        """Tell whether the price that counts is as the scenario states it."""
        return self.results.plan.prices[line.path].counts_stated

    def _yields(self, line: Line) -> bool:
        """Tell whether it is one that an offer goes before: it is assumed, or was published."""
        price = line.piece.price
        return self._states(line) and price is not None and price.yields

    def takes_own(self, line: Line) -> bool:
        """Tell whether a price that is typed goes before what is assumed, or known of no part."""
        if line.part:
            return line.part in self.own_rows and self._yields(line)
        return line.listed_as in self.own_names and self._waits(line)

    def own_cell(self, layout: Layout, line: Line, column: int, sheet: str) -> str:
        """Refer to what a buyer types of a line."""
        if not line.part:
            return Cell(PRICES, self.own_names[line.listed_as], column).seen_from(sheet)
        key = Cell(BILL, layout.bill_rows[line.path], BILL_KEY)
        letter = xl_col_to_name(column, col_abs=True)
        first, last = TOP + 2, TOP + 1 + len(self.keys)
        return (
            f"INDEX({PRICES}!{letter}${first}:{letter}${last},{_beside(key, ROW_IN_PARTS, sheet)})"
        )

    def if_own(self, layout: Layout, line: Line, sheet: str, own: str, otherwise: str) -> str:
        """Write what holds of such a line if the buyer typed its price, and what otherwise."""
        typed = f"ISNUMBER({self.own_cell(layout, line, OWN_PRICE, sheet)})"
        key = Cell(BILL, layout.bill_rows[line.path], BILL_KEY)
        if line.part and self.is_another(layout, line.path, key):
            typed = f"AND({typed},{_beside(key, IS_ANOTHER, sheet)}=0)"
        return f"IF({typed},{own},{otherwise})"

    def own_of(self, layout: Layout, line: Line, sheet: str) -> str:
        """Write the price that a buyer typed of such a line, in the scenario's currency."""
        if not line.part:
            return self.own_price(self.own_names[line.listed_as], sheet)
        return self.lookup(Cell(BILL, layout.bill_rows[line.path], BILL_KEY), "price", sheet)

    def unless_own(self, row: int, sheet: str, own: str, otherwise: str) -> str:
        """Write what holds if the buyer typed a price in that row, and what otherwise."""
        price = Cell(PRICES, row, OWN_PRICE).seen_from(sheet)
        return f"IF(ISNUMBER({price}),{own},{otherwise})"

    def own_price(self, row: int, sheet: str) -> str:
        """Write the price that a buyer typed, in the scenario's currency."""
        price, currency = (
            Cell(PRICES, row, column).seen_from(sheet) for column in (OWN_PRICE, OWN_CURRENCY)
        )
        own = self.results.plan.scenario.economics.currency
        return f'{price}*IF({currency}="{own}",1,{self.rates.of(currency, sheet)})'

    def ranged_by(self, line: Line) -> Line | None:
        """Give the line whose range a line's price has: its own, or that of an estimate it is in.

        None of prices that are certain.
        """
        used = counted(self.results.plan, self.results.values, line)
        if used is not None:
            return line if used.layer.source in ("classes", "catalog") else None
        known = self.results.plan.provenance.get((line.path, "unit_price"))
        if known is None or known.status != "estimate":
            return None
        servers = self._lines.get((line.tier, "servers"), "")
        return self.lines.get(servers)

    def holder(self, line: Line) -> Line | None:
        """Give the line whose estimate a line's price is inside of, until one is typed for it."""
        found = self.ranged_by(line)
        is_open = found is not None and found is not line and found.part in self.own_rows
        return found if is_open and line.part in self.keys else None

    def unless_typed(self, key: Cell, sheet: str, own: str, otherwise: str) -> str:
        """Write what holds if the buyer typed a price of the part in a cell, and what otherwise."""
        column = xl_col_to_name(OWN_PRICE, col_abs=True)
        first, last = TOP + 2, TOP + 1 + len(self.keys)
        row = _beside(key, ROW_IN_PARTS, sheet)
        price = f"INDEX({PRICES}!{column}${first}:{column}${last},{row})"
        return f"IF(ISNUMBER({price}),{own},{otherwise})"

    def unit(self, figure: str) -> str:
        """The base unit of a figure: that of what looks it up; what nothing reads is a count."""
        return self._units.get(figure, "1")

    def _looked_up(
        self, supply: Supply, key: str, price: LinePrice | None
    ) -> dict[str, tuple[float | None, Provenance]]:
        """Give the figures of a part as the plan would take them."""
        of_price: dict[str, tuple[float | None, Provenance]]
        of_price = {name: (float(value), UNKNOWN) for name, value in OF_PRICES.items()}
        if price is not None:
            of_price["price"] = price.of_one
        if price is not None and (best := _best(price)) is not None:
            of_price["is_estimated"] = float(best.layer.is_estimate), UNKNOWN
            if supply.scenario.has_bands:
                of_price["low_price_share"] = best.low_share, UNKNOWN
                of_price["high_price_share"] = best.high_share, UNKNOWN
        return {name: of_price.get(name) or supply.any_figure(key, name) for name in self.figures}

    def _span(self, kinds: tuple[str, ...], catalog: Catalog) -> str:
        rows = [TOP + 1 + n for n, key in enumerate(self.keys) if catalog.part(key).kind in kinds]
        column = xl_col_to_name(self.choice_column, col_abs=True)
        return f"='{PARTS}'!{column}${rows[0] + 1}:{column}${rows[-1] + 1}"

    def key_cell(
        self, layout: Layout, address: Address, provenance: Provenance | None
    ) -> Cell | None:
        """The cell of the key that a value is looked up by; None where it isn't looked up."""
        if provenance is None or not provenance.part:
            return None
        path = address[0]
        line = path if path in layout.bill_rows else self._line_of(path, provenance)
        return Cell(BILL, layout.bill_rows[line], BILL_KEY) if line else None

    def _line_of(self, path: str, known: Provenance) -> str | None:
        """Find the line of a figure's piece; one that names no piece has a part for itself."""
        tier = path.split("/")[1].partition(":")[2] if "/" in path else ""
        return self._lines.get((tier, known.role)) or self._lines.get((tier, known.part))

    def row(self, key: Cell) -> str:
        """Write where the Parts sheet has the key in a cell: once for all that is looked up."""
        first, last = TOP + 2, TOP + 1 + len(self.keys)
        return f"MATCH({_chosen(key.seen_from(BILL))},{PARTS}!$A${first}:$A${last},0)"

    def lookup(self, key: Cell, figure: str, sheet: str) -> str:
        """Write the look-up of a figure by the key in a cell."""
        return self._index(key, len(TEXTS) + self.figures.index(figure), sheet)

    def price(self, layout: Layout, line: str, key: Cell, sheet: str) -> str:
        """Write the look-up of a line's price, which is of the part with its own figures."""
        price = self.lookup(key, "price", sheet)
        if not self.is_another(layout, line, key):
            return price
        return f"IF({_beside(key, IS_ANOTHER, sheet)},NA(),{price})"

    def is_another(self, layout: Layout, line: str, key: Cell) -> str:
        """Write whether a figure of a line's part is another one: typed over, or stated so."""
        if line not in self._differing:
            self._differing[line] = self._differs_in_steps(layout, line, key)
        return self._differing[line]

    def _differs_in_steps(self, layout: Layout, line: str, key: Cell) -> str:
        seen = {at: f for at, f in self._replaceable[line].items() if at in layout.cells}
        if self._differs_unseen(line, set(seen.values())):
            return "1"
        bought = self.lines[line]
        conditions = []
        for at, figure in seen.items():
            own = self.lookup(key, figure, STEPS)
            if text := self._differs(layout.cells[at], at, own, STEPS):
                conditions.append(
                    (text, self._differs_now(at, self.values[bought.part][figure][0]))
                )
        few = [conditions[n : n + COMPARED] for n in range(0, len(conditions), COMPARED)]
        tests = [f"IF(OR({','.join(text for text, _ in some)}),1,0)" for some in few]
        if len(tests) > 1:
            of = f"Other figures than the part's: {bought.tier} {bought.role}"
            known = [float(any(now for _, now in some)) for some in few]
            pairs = zip(tests, known, strict=True)
            tests = [f"MAX({','.join(layout.steps.cell(test, of, now) for test, now in pairs)})"]
        return seen_from(BILL, tests[0]) if tests else ""

    def _differs_now(self, at: Address, own: float | None) -> bool:
        """Tell whether a figure is another one than the part's as the plan stands."""
        here, known = self.results[at], self.results.plan.provenance.get(at)
        if here is None or own is None or (known and not (known.part or known.field)):
            return False
        return abs(here - own) > SAME * abs(here)

    def _differs(self, cell: Cell, at: Address, own: str, sheet: str) -> str:
        """Write whether a figure is another one than the part's; nothing where it may be."""
        known = self.results.plan.provenance.get(at)
        if known is not None and known.status in OF_THE_SAME:
            return ""
        here = cell.seen_from(sheet)
        differs = f"IFERROR(ABS({here}-{own})>{SAME:.0E}*ABS({here}),FALSE)"
        if known is not None and not (known.part or known.field):  # no figure of the part counts
            return f"AND({here}<>{self.results[at]!r},{differs})"
        return differs

    def _differs_unseen(self, line: str, seen: set[str]) -> bool:
        """Whether a figure that no cell shows makes a line's part another one."""
        others = other_figures(self.lines[line].piece, self.results.plan.catalog)
        return any(
            given.figure not in seen and stated.status not in OF_THE_SAME
            for _, given, stated in others
        )

    def _replaceable_figures(self, line: Line) -> dict[Address, str]:
        """Give the figures of a line's part that a scenario could state otherwise."""
        instances, above = self.results.plan.instances, line.path.rpartition("/")[0]
        found = {}
        own = self.results.plan.catalog.figures(line.part) if line.part else {}
        inferred = () if PORTS in own else (PORTS,)
        for given in (bound.input for bound in bindings(type(line.piece))):
            at = (line.path if given.of == "lines" else above, given.name)
            if given.figure not in ("", "price", SURFACE, *inferred) and not given.uses:
                found[at] = given.figure
        return {at: figure for at, figure in found.items() if at[1] in instances[at[0]].book}

    @property
    def day_column(self) -> int:
        """The column of the day that a part's price was seen on."""
        return len(TEXTS) + len(self.figures)

    def seen_on(self, layout: Layout, line: Line, key: Cell, price: str) -> str:
        """Write the look-up of the day of a price, by the cells of key and price; or nothing.

        Where the figures are of another piece than the price, that stands in its place.
        """
        day = self._index(key, self.day_column, BILL)
        broken = self._broken(layout, line, key)
        unknown = f'IF({broken},"{self.another(line)}","")' if broken else '""'
        return f'IF(ISNA({price}),{unknown},IFERROR(IF({day}>0,{day},""),""))'

    def _broken(self, layout: Layout, line: Line, key: Cell) -> str:
        """Write whether there is a price that is of another part; nothing where none can be."""
        if not self.is_another(layout, line.path, key):
            return ""
        return f"AND({_beside(key, IS_ANOTHER, BILL)},ISNUMBER({self.lookup(key, 'price', BILL)}))"

    def beside(self, key: Cell, price: str, offset: int) -> str:
        """Write the look-up of a text on a price, as far beyond what is offered to be chosen."""
        text = self._index(key, self.choice_column + offset, BILL)
        return f'IF(ISNA({price}),"",IFERROR({text}&"",""))'

    def seen_by(self, layout: Layout, line: Line, key: Cell, price: str) -> str:
        """Write the look-up of who saw a price; of one that doesn't count, why."""
        day, source = (self._index(key, self.day_column + n, BILL) for n in (0, 1))
        currency = self._index(key, self.choice_column + 4, BILL)
        chosen = _chosen(key.seen_from(BILL))
        unknown = (
            f'IF(IFERROR({day}>0,FALSE),"{texts.NO_RATE}"&{currency},"{texts.NO_PRICE}"&{chosen})'
        )
        broken = self._broken(layout, line, key)
        if broken:
            before, after = texts.REPLACED
            before = before.format(another=self.another(line))
            unknown = f'IF({broken},"{before}"&{chosen}&"{after}",{unknown})'
        return f'IF(ISNA({price}),{unknown},{source}&"")'

    def is_of_another(self, line: Line) -> bool:
        """Whether the figures of a line make its part another one."""
        return is_another(line.piece, self.results.plan.catalog)

    def is_priced_as_another(self, line: Line) -> bool:
        """Whether there is a price of a line's part, which is of another piece."""
        best = self.prices.get(line.part)
        return self.is_of_another(line) and best is not None and best.converted is not None

    def another(self, line: Line) -> str:
        """Say of what a price is that isn't taken."""
        return texts.OF_ANOTHER.format(noun_of(line.kind))

    def description(self, line: Line) -> str | None:
        """What a line is called by the catalog; None where its name isn't looked up."""
        if line.part not in self.keys:
            return None
        part = self.results.plan.catalog.part(line.part)
        return f"{part.vendor} {part.model}"

    def describe(self, key: Cell) -> str:
        """Write the look-up of a part's vendor and model by the key in a cell."""
        vendor, model = (self._index(key, TEXTS.index(text), BILL) for text in ("vendor", "model"))
        return f'{vendor}&" "&{model}'

    @property
    def number_column(self) -> int:
        """The column of the vendor's part number: the last one, after how a price was offered."""
        return self.day_column + len(texts.PART_HEADS) - 1

    def ordered_as(self, key: Cell) -> str:
        """Write the look-up of the vendor's part number by the key in a cell; or nothing."""
        return f'{self._index(key, self.number_column, BILL)}&""'

    def _index(self, key: Cell, number: int, sheet: str) -> str:
        column = xl_col_to_name(number, col_abs=True)
        first, last = TOP + 2, TOP + 1 + len(self.keys)
        row = _beside(key, ROW_IN_PARTS, sheet)
        return f"INDEX({PARTS}!{column}${first}:{column}${last},{row})"


def _best(price: LinePrice) -> KnownPrice | None:
    """Give the price that counts for one piece of a part; also one that waits for a rate."""
    waiting = (one for one in price.known if one.why_not == NO_RATE)
    return price.first() or (None if price.counted else next(waiting, None))


def _beside(key: Cell, column: int, sheet: str) -> str:
    """Refer to another column of the line whose key stands in a cell."""
    return Cell(key.sheet, key.row, column).seen_from(sheet)


def _chosen(key: str) -> str:
    """Write the key of a part in a cell, whatever follows it there."""
    return f'IFERROR(LEFT({key},FIND("{AFTER_KEY}",{key})-1),{key})'
