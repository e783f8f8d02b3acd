"""Figures of the parts that could be chosen, as the Parts sheet holds them to be looked up."""

from __future__ import annotations

from functools import cached_property

from xlsxwriter.utility import xl_col_to_name

from model.answers.results import Results
from model.design.scenario import Scenario
from model.engine.tree import Address
from model.parts.catalog import Catalog
from model.planning.offers import NO_RATE, Candidate, steps
from model.planning.supply import Line, Supply
from model.provenance import Provenance
from report.rates import Rates
from report.sheets import BILL, BILL_KEY, PARTS, Cell, Layout

TOP = 4
AFTER_KEY = ": "
"""Ends the key in what is offered to be chosen."""
TEXTS = ("key", "kind", "vendor", "model")


ALIKE = (("hdd", "ssd"),)
"""Kinds of parts of which one may be chosen in place of another: a workbook's rows stay."""


def alike(kind: str, scenario: Scenario) -> tuple[str, ...]:
    """Give the kinds of which one may be chosen in place of that one, itself among them.

    Checkpoints ask flash for its endurance: with them, disks have other rows.
    """
    found = ALIKE if scenario.checkpoint is None else ()
    return next((kinds for kinds in found if kind in kinds), (kind,))


class Lookups:
    """The parts of the kinds in use, and a column for each figure that some cell looks up."""

    def __init__(self, results: Results) -> None:
        self.results = results
        catalog: Catalog = results.plan.catalog
        looked_up = {at: p for at, p in results.plan.provenance.items() if p.part}
        used = looked_up.values()
        self.figures = list(dict.fromkeys(p.figure for p in used))
        instances, scenario = results.plan.instances, results.plan.scenario
        self._units = {
            p.figure: instances[path].book[name].unit
            for (path, name), p in looked_up.items()
            if name in instances[path].book
        }
        kinds = {k: None for p in used for k in alike(catalog.part(p.part).kind, scenario)}
        self.keys = [key for kind in kinds for key in catalog.keys_of_kind(kind)]
        self.values = self._looked_up()
        priced = self.keys if "price" in self.figures else []
        self.prices = {key: best for key in priced if (best := self._best(key))}
        """The price that counts for one piece of a part, as it was offered or seen."""
        amounts = [best.net for best in self.prices.values() if best.net is not None]
        self.rates = Rates(results, amounts, TOP + 2 + len(self.keys))
        bought = [line for line in results.plan.lines if line.part]
        self._lines = {(line.tier, line.part): line.path for line in bought}
        self._lines |= {(line.tier, line.role): line.path for line in bought}
        self.choice_column = self.day_column + 4
        self.lists = {kind: self._span(alike(kind, scenario), catalog) for kind in kinds}

    def unit(self, figure: str) -> str:
        """The base unit of a figure: that of what looks it up; what nothing reads is a count."""
        return self._units.get(figure, "1")

    def _looked_up(self) -> dict[str, dict[str, tuple[float | None, Provenance]]]:
        """Ask the same supply as the plan did, so that a look-up gives what the plan would take."""
        supply = self._supply
        return {key: {f: supply.any_figure(key, f) for f in self.figures} for key in self.keys}

    @cached_property
    def _supply(self) -> Supply:
        plan = self.results.plan
        return Supply(plan.scenario, plan.catalog, public=plan.public)

    def _best(self, key: str) -> Candidate | None:
        """Give the price that counts for one piece of a part; also one that waits for a rate."""
        found = self._supply.layers.candidates(key)
        counted = steps(found)
        first = counted[0].counts if counted else None
        waiting = (one for one in found if one.why_not == NO_RATE)
        return first or (None if counted else next(waiting, None))

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

    def lookup(self, key: str, figure: str) -> str:
        """Write the look-up of a figure by the key in a cell."""
        return self._index(key, len(TEXTS) + self.figures.index(figure))

    @property
    def day_column(self) -> int:
        """The column of the day that a part's price was seen on."""
        return len(TEXTS) + len(self.figures)

    def seen_on(self, key: str, price: str) -> str:
        """Write the look-up of the day of a price, by the cells of key and price; or nothing."""
        day = self._index(key, self.day_column)
        return f'IF(ISNA({price}),"",IFERROR(IF({day}>0,{day},""),""))'

    def description(self, line: Line) -> str | None:
        """What a line is called by the catalog; None where its name isn't looked up."""
        if line.part not in self.keys:
            return None
        part = self.results.plan.catalog.part(line.part)
        return f"{part.vendor} {part.model}"

    def describe(self, key: str) -> str:
        """Write the look-up of a part's vendor and model by the key in a cell."""
        vendor, model = (self._index(key, TEXTS.index(text)) for text in ("vendor", "model"))
        return f'{vendor}&" "&{model}'

    def _index(self, key: str, number: int) -> str:
        column = xl_col_to_name(number, col_abs=True)
        first, last = TOP + 2, TOP + 1 + len(self.keys)
        chosen = f'IFERROR(LEFT({key},FIND("{AFTER_KEY}",{key})-1),{key})'
        return (
            f"INDEX({PARTS}!{column}${first}:{column}${last},"
            f"MATCH({chosen},{PARTS}!$A${first}:$A${last},0))"
        )
