"""The evaluation of bids as a workbook: scores and ranks are live formulas of what bids state.

It holds the figures of bids and is as confidential as they are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from model.answers.views.view import Entry, FixedValue, View
from model.engine.quantity import SHARES, Input, Quantity
from model.engine.tree import Address, Instance, compiled
from model.records import dataclass
from model.tender import views
from model.tender.comparison import Comparison
from model.tender.evaluation_file import Bid, Evaluation
from model.tender.methods import METHODS
from model.tender.scores import (
    EQUAL,
    Scores,
    bids_that_count,
    evaluation_of_criterion,
    lowest_wins,
    score_tree,
    tie_rules,
)
from model.tender.specification import specification
from model.tender.targets import targets
from model.units.figures import show
from report.workbook.document_sheet import write_document
from report.workbook.evaluated_prices import PRICES, write_prices
from report.workbook.formula import formula_of
from report.workbook.sheets import Cell
from report.workbook.tender_book import TenderBook, size_of

EVALUATION, CHECKS, ROBUSTNESS = "Evaluation", "Lines and checks", "Robustness"
SPECIFICATION = "Specification"
LABEL, COLUMN, MEANING = 38.0, 18.0, 60.0
"""Widths of the first column, those of bids, and that of explanations."""
CONFIDENTIAL = "Confidential: this workbook holds figures of bids."
LIVE = (
    "Scores and ranks are formulas of the figures of the rules and the bids on this sheet. Which "
    "bids count, and what these figures come from, isn't recalculated."
)
FIXED = "Computed by the program from the bids as they were read; not recalculated here."
IN_BAND = "9E+99"
"""What stands first in the order, as all within the band do."""
TARGETS = (
    *("score", "price_score", "rounded_score", "rounded_price_score"),
    *("is_in_band", "price_points", "quality_points"),
)
PRICE, QUALITY, FIGURE = "evaluation_price", "quality", "offered_figure"


def evaluation_workbook(found: Scores) -> bytes:
    """Write the evaluation of a file of bids; give the bytes of the .xlsx file."""
    return build(found)[0]


def comparison_of_bids_workbook(found: Comparison) -> bytes:
    """Write the evaluation of the bids of a tender; give the bytes of the .xlsx file."""
    return build(found.scores, found)[0]


def build(
    found: Scores | None, comparison: Comparison | None = None, *, spoiled: bool = False
) -> tuple[bytes, dict[Cell, float | None]]:
    """Write a workbook; also give every number by its cell.

    `spoiled` writes wrong results beside the formulas, so that a test sees whether they are alive.
    """
    names = [EVALUATION] if found is not None else []
    names += [PRICES, CHECKS] if comparison is not None else []
    names += [ROBUSTNESS] if found is not None else []
    names += [SPECIFICATION] if comparison is not None else []
    book = TenderBook(names, "Evaluation of bids", spoiled=spoiled)
    prices: Mapping[str, Cell] = {}
    if comparison is not None:
        prices = write_prices(book, comparison)
        tables = (views.checks(comparison), targets(comparison), views.per_unit(comparison))
        lines = views.price_lines(comparison)
        _write_views(book, CHECKS, (*tables, lines, views.questions(comparison)))
        write_document(book, SPECIFICATION, specification(comparison.tender))
    if found is not None:
        _Scores(book, found, prices).write()
        first, *further = views.of_scores(found) or [views.ranking(found)]
        notes = [f"{text[:1].upper()}{text[1:]}." for text in views.notes(found)]
        _write_views(book, ROBUSTNESS, (first, *further), notes)
    return book.close(), book.numbers


@dataclass(slots=True)
class _Tree:
    """The tree of an evaluation on the sheet."""

    bids: Sequence[Bid]
    cells: dict[Address, Cell]
    values: dict[Address, float | None]

    def row(self, name: str) -> list[Cell]:
        """Give the cells of a figure of each bid."""
        return [self.cells[_path(n), name] for n in range(len(self.bids))]

    def has(self, name: str) -> bool:
        """Whether the bids have a figure."""
        return bool(self.bids) and (_path(0), name) in self.cells


def _path(n: int) -> str:
    return f"evaluation/bids:bid {n}"


class _Scores:
    """Writes the sheet of scores from top to bottom."""

    def __init__(self, book: TenderBook, found: Scores, prices: Mapping[str, Cell]) -> None:
        self.book, self.found, self.prices = book, found, prices
        self.evaluation = found.evaluation
        self.scored = {one.name: one for one in found.bids}
        self.row = 0
        self.ranks: dict[str, Cell] = {}
        self.scores: dict[str, Cell] = {}

    def write(self) -> None:
        counting = [
            one
            for one in bids_that_count(self.evaluation)
            if self.scored[one.name].score is not None or self.evaluation.method == "qualitative"
        ]
        columns = max(len(counting), 3)
        self.meaning = columns + 1
        self.book.widths(EVALUATION, [LABEL, *[COLUMN] * columns, MEANING])
        self._head(columns)
        if self.evaluation.method != "qualitative" and counting:
            self._formulas(counting)
        self._verdicts()

    def _head(self, columns: int) -> None:
        book, method = self.book, METHODS[self.evaluation.method]
        wins = "lowest" if lowest_wins(self.evaluation) else "highest"
        wide = LABEL + columns * COLUMN
        book.text(Cell(EVALUATION, 0, 0), self.evaluation.title or "Evaluation of bids", "title")
        book.text(Cell(EVALUATION, 1, 0), CONFIDENTIAL, "bad")
        title = method.title[:1].upper() + method.title[1:]
        about = f"{title} ({self.evaluation.method}); the {wins} score wins."
        book.text(Cell(EVALUATION, 2, 0), about, "strong")
        book.note(Cell(EVALUATION, 3, 0), columns, LIVE, wide, "faint")
        self.row = 5

    def _formulas(self, counting: Sequence[Bid]) -> None:
        points: list[tuple[str, dict[str, Cell]]] = []
        has_criteria = any(one.criteria for one in self.found.bids)
        for criterion in (self.evaluation.criteria or ()) if has_criteria else ():
            of_one = evaluation_of_criterion(criterion, counting)
            tree = self._tree(criterion.name, of_one, of_one.bids, {})
            cells = tree.row(_ranked(tree))
            names = [one.name for one in counting]
            points.append((criterion.name, dict(zip(names, cells, strict=True))))
        bids = [one for one in counting if not has_criteria or self.scored[one.name].criteria]
        if not bids:
            return
        links = self._links(bids, points)
        full = [
            one.model_copy(update={"quality": self.scored[one.name].quality})
            if has_criteria
            else one
            for one in bids
        ]
        tree = self._tree("Scores", self.evaluation, full, links)
        self._rank(tree)

    def _links(
        self, bids: Sequence[Bid], points: Sequence[tuple[str, dict[str, Cell]]]
    ) -> dict[Address, str]:
        """Write the points for quality where criteria add to it; give the inputs that follow."""
        found: dict[Address, str] = {}
        for n, bid in enumerate(bids):
            if bid.name in self.prices:
                found[_path(n), PRICE] = self.prices[bid.name].seen_from(EVALUATION)
        if points:
            self._title("Points for quality", [bid.name for bid in bids])
            by_evaluators: dict[str, Cell | None] = {bid.name: None for bid in bids}
            rows: list[tuple[str, Mapping[str, Cell | None]]] = [
                ("By the evaluators", by_evaluators),
                *points,
            ]
            cells: dict[str, list[Cell]] = {bid.name: [] for bid in bids}
            for label, of in rows:
                self.book.text(Cell(EVALUATION, self.row, 0), label)
                for n, bid in enumerate(bids, 1):
                    cell = Cell(EVALUATION, self.row, n)
                    cells[bid.name].append(cell)
                    source = of[bid.name]
                    if source is None:
                        self.book.number(cell, bid.quality or 0.0, "large", "input")
                    else:
                        value = self.scored[bid.name].criteria[label]
                        self.book.formula(cell, source.seen_from(EVALUATION), value, "large")
                self.row += 1
            self.row += 1
            for n, bid in enumerate(bids):
                first, last = cells[bid.name][0], cells[bid.name][-1]
                ends = (one.seen_from(EVALUATION) for one in (first, last))
                found[_path(n), QUALITY] = f"SUM({':'.join(ends)})"
        return found

    def _title(self, title: str, heads: Sequence[str]) -> None:
        self.book.text(Cell(EVALUATION, self.row, 0), title, "table")
        for n, head in enumerate(heads, 1):
            self.book.text(Cell(EVALUATION, self.row, n), head, "head", "right")
        self.row += 1

    def _tree(
        self, title: str, evaluation: Evaluation, bids: Sequence[Bid], links: Mapping[Address, str]
    ) -> _Tree:
        """Write the tree of an evaluation: its rules, the figures of the bids, the formulas."""
        root = score_tree(evaluation, bids)
        program = compiled(root)
        numbers = program.run(program.start(dict(root.walk())))
        values = {
            address: (float(one) if math.isfinite(one) else None)
            for address, one in zip(program.addresses, numbers, strict=True)
        }
        steps = {program.addresses[step.slot]: step for step in program.steps}
        operands = {
            address: [program.addresses[slot] for slot in step.operands]
            for address, step in steps.items()
        }
        used = self._used(root, bids, operands)
        items = {
            (path, name): one.book[name] for path, one in root.walk() for name in one.book.items
        }
        shown = [address for address in items if address in used]
        rules = [at for at in shown if at[0] == "evaluation" and at not in steps]
        of_all = [at for at in shown if at[0] == "evaluation" and at in steps]
        tree = _Tree(bids, {}, values)
        names = [bid.name for bid in bids]
        top = self.row
        own = list(dict.fromkeys(_key(at) for at in shown if at[0] != "evaluation"))
        is_given = {_key(at): at not in steps for at in shown}
        blocks: tuple[tuple[str, Sequence[str], list[tuple[str, str]]], ...] = (
            (f"{title}: rules", (), [("", at[1]) for at in rules]),
            (f"{title}: bids", names, [key for key in own if is_given[key]]),
            (f"{title}: over all bids", (), [("", at[1]) for at in of_all]),
            (f"{title}: formulas", names, [key for key in own if not is_given[key]]),
        )
        heads: list[tuple[int, str, Sequence[str]]] = []
        labels: list[tuple[int, tuple[str, str], Input | Quantity]] = []
        row = top
        for head, of_bids, keys in blocks:
            if not keys:
                continue
            heads.append((row, head, of_bids))
            row += 1
            for step_name, name in keys:
                some = [at for at in shown if _key(at) == (step_name, name)]
                if not of_bids:
                    some = [("evaluation", name)]
                for at in some:
                    column = 1 + _number(at[0]) if of_bids else 1
                    tree.cells[at] = Cell(EVALUATION, row, column)
                labels.append((row, (step_name, name), items[some[0]]))
                row += 1
            row += 1
        for at_row, head, beside in heads:
            self.row = at_row
            self._title(head, beside)
        for at_row, (step_name, _), item in labels:
            label = f"{step_name}: {item.label}" if step_name else item.label
            self.book.text(Cell(EVALUATION, at_row, 0), label[:1].upper() + label[1:])
            title_of = item.title.rstrip(".")
            self.book.text(Cell(EVALUATION, at_row, self.meaning), title_of, "faint", "indented")
        medians = self._medians(evaluation, tree)
        for at, cell in tree.cells.items():
            look = self._look(items[at], tree, at)
            if at in steps:
                cells = [tree.cells[one] for one in operands[at]]
                formula = formula_of(steps[at].quantity, cells, EVALUATION)
                self.book.formula(cell, formula, values[at], look)
            elif at in links:
                self.book.formula(cell, links[at], values[at], look)
            elif "/steps:" in at[0] and _number(at[0]):
                first = tree.cells[at[0].replace(f"bid {_number(at[0])}/", "bid 0/"), at[1]]
                self.book.formula(cell, first.seen_from(EVALUATION), values[at], look)
            elif at in medians:
                self.book.formula(cell, medians[at], values[at], look)
            else:
                self.book.number(cell, values[at], look, "input")
        self.row = row
        return tree

    def _used(
        self,
        root: Instance,
        bids: Sequence[Bid],
        operands: Mapping[Address, Sequence[Address]],
    ) -> set[Address]:
        """Give what scores rest on, and the figures of the bids that decide between equal ones."""
        todo = [(_path(n), name) for n in range(len(bids)) for name in TARGETS]
        used: set[Address] = set()
        paths = dict(root.walk())
        while todo:
            at = todo.pop()
            if at in used or at[1] not in paths[at[0]].book.items:
                continue
            used.add(at)
            todo += operands.get(at, ())
        rules = tie_rules(self.evaluation)
        for rule, name in (("price", PRICE), ("quality", QUALITY)):
            if rule in rules:
                used |= {(_path(n), name) for n in range(len(bids))}
        return used

    def _look(self, item: Input | Quantity, tree: _Tree, at: Address) -> str:
        if "currency" in item.unit:
            return "money"
        if item.shown in SHARES:
            return "share"
        row = tree.cells[at].row
        values = [tree.values[one] for one, cell in tree.cells.items() if cell.row == row]
        if all(one is None or one == round(one) for one in values):
            return "base"
        return size_of(values)

    def _medians(self, evaluation: Evaluation, tree: _Tree) -> dict[Address, str]:
        """Give the formulas of reference values that are medians of the bids."""
        if evaluation.method != "median":
            return {}
        pairs = (("reference_quality", QUALITY), ("reference_price", PRICE))
        return {
            ("evaluation", name): f"MEDIAN({_range(tree.row(of))})"
            for name, of in pairs
            if ("evaluation", name) in tree.cells and tree.has(of)
        }

    def _rank(self, tree: _Tree) -> None:
        """Write by what bids are ordered, and their ranks."""
        names = [bid.name for bid in tree.bids]
        scored = tree.row(_ranked(tree))
        known = all(tree.values[_path(n), _ranked(tree)] is not None for n in range(len(names)))
        self._title("Ranks", names)
        self.scores = dict(zip(names, scored, strict=True))
        if not known:
            for n, name in enumerate(names, 1):
                self._place(n, name, "")
            self.book.text(Cell(EVALUATION, self.row, self.meaning), FIXED, "faint")
            self.row += 2
            return
        keys = [self._first_key(tree, scored)]
        if any(tie_rules(self.evaluation)):
            keys.append(self._second_key(tree))
        for n, name in enumerate(names):
            self._place(n + 1, name, self._rank_formula([key[n] for key in keys], keys, scored))
        text = (
            "1 plus the number of bids ahead: those with a higher key 1, or the same key 1 and a "
            "higher key 2"
        )
        self.book.text(Cell(EVALUATION, self.row, 0), "Rank", "strong")
        self.book.text(Cell(EVALUATION, self.row, self.meaning), text, "faint", "indented")
        self.row += 2

    def _place(self, column: int, name: str, formula: str) -> None:
        cell, rank = Cell(EVALUATION, self.row, column), self.scored[name].rank
        self.ranks[name] = cell
        if formula:
            self.book.formula(cell, formula, rank, "count", "strong")
        else:
            self.book.text(Cell(EVALUATION, self.row, 0), "Rank", "strong")
            self.book.text(cell, "-" if rank is None else f"{rank}", "right")

    def _first_key(self, tree: _Tree, scored: Sequence[Cell]) -> list[Cell]:
        sign = "-" if lowest_wins(self.evaluation) else ""
        factor = -1.0 if sign else 1.0
        in_band = tree.row("is_in_band") if tree.has("is_in_band") else None
        found = []
        name = _ranked(tree)
        for n, cell in enumerate(scored):
            own, value = f"{sign}{cell.seen_from(EVALUATION)}", tree.values[_path(n), name]
            assert value is not None, "only known scores are ranked"
            value = factor * value
            if in_band is not None:
                own = f"IF({in_band[n].seen_from(EVALUATION)}=1,{IN_BAND},{own})"
                value = float(IN_BAND) if tree.values[_path(n), "is_in_band"] == 1 else value
            found.append(Cell(EVALUATION, self.row, n + 1))
            self.book.formula(found[-1], own, value, "key", "faint")
        label = "Ranking key 1: score" + (", all equal within the score band" if in_band else "")
        self._key(f"{label}{', lowest first' if sign else ''}")
        return found

    def _second_key(self, tree: _Tree) -> list[Cell]:
        """Write what decides between equal bids: the lowest price, or the most quality."""
        within, beyond = tie_rules(self.evaluation)
        in_band = tree.row("is_in_band") if tree.has("is_in_band") else None
        found = []
        for n in range(len(tree.bids)):
            inside, outside = self._of_rule(tree, n, within), self._of_rule(tree, n, beyond)
            formula, value = outside
            if in_band is not None and inside != outside:
                formula = f"IF({in_band[n].seen_from(EVALUATION)}=1,{inside[0]},{outside[0]})"
                value = (inside if tree.values[_path(n), "is_in_band"] == 1 else outside)[1]
            found.append(Cell(EVALUATION, self.row, n + 1))
            self.book.formula(found[-1], formula, value, "key", "faint")
        words = {"price": "lowest price", "quality": "highest quality", None: "none"}
        text = f"for equal scores: {words[beyond]}"
        if in_band is not None:
            text = f"within the score band: {words[within]}; otherwise: {words[beyond]}"
        self._key(f"Ranking key 2, {text}")
        return found

    def _of_rule(self, tree: _Tree, n: int, rule: str | None) -> tuple[str, float]:
        if rule is None:
            return "0", 0.0
        at = _path(n), PRICE if rule == "price" else QUALITY
        value = tree.values.get(at)
        if value is None:
            return ("-9E+99", -9e99) if rule == "price" else ("0", 0.0)
        sign = "-" if rule == "price" else ""
        return f"{sign}{tree.cells[at].seen_from(EVALUATION)}", -value if sign else value

    def _key(self, text: str) -> None:
        self.book.text(Cell(EVALUATION, self.row, 0), text.partition(";")[0])
        self.book.text(Cell(EVALUATION, self.row, self.meaning), text, "faint", "indented")
        self.row += 1

    def _rank_formula(
        self, own: Sequence[Cell], keys: Sequence[Sequence[Cell]], scored: Sequence[Cell]
    ) -> str:
        first = own[0].seen_from(EVALUATION)
        room = f"{EQUAL:.0E}*MAX(1,ABS({first}))"
        everyone = _range(keys[0])
        formula = f"1+SUMPRODUCT(--({everyone}-{first}>{room}))"
        if len(keys) > 1:
            second, both = own[1].seen_from(EVALUATION), _range(keys[1])
            near = f"{EQUAL:.0E}*MAX(1,ABS({second}))"
            equal = f"(ABS({everyone}-{first})<={room})"
            formula += f"+SUMPRODUCT({equal}*({both}-{second}>{near}))"
        if self.evaluation.method == "utility_index":
            formula = f"IF(MIN({_range(scored)})<0,NA(),{formula})"
        return formula

    def _verdicts(self) -> None:
        """List all bids with their ranks, and why those have none that have none."""
        self._title("All bids", ("Rank", "Score"))
        self.book.text(Cell(EVALUATION, self.row - 1, 3), "Remark", "head", "indented")
        ranked = sorted(self.found.bids, key=lambda one: (one.rank is None, one.rank or 0))
        for one in ranked:
            self.book.text(Cell(EVALUATION, self.row, 0), one.name)
            rank, score = Cell(EVALUATION, self.row, 1), Cell(EVALUATION, self.row, 2)
            if one.rank is None or one.name not in self.ranks:
                self.book.text(rank, "-", "right")
            else:
                place = self.ranks[one.name].seen_from(EVALUATION)
                self.book.formula(rank, place, one.rank, "count", "strong")
            if one.rounded is not None and one.name in self.scores:
                place = self.scores[one.name].seen_from(EVALUATION)
                self.book.formula(score, place, one.rounded, size_of([one.rounded]))
            self.book.text(Cell(EVALUATION, self.row, 3), one.why, "indented")
            self.row += 1


def _ranked(tree: _Tree) -> str:
    """Name the figure by which bids are ranked."""
    names = ("rounded_score", "rounded_price_score", "score", "price_score")
    return next(name for name in names if tree.has(name))


def _key(at: Address) -> tuple[str, str]:
    """Give the row of a figure of a bid: the step of a table that it is of, and its name."""
    path, name = at
    step = path.partition("/steps:")[2]
    return (f"step {int(step.rpartition(' ')[2]) + 1}" if step else "", name)


def _number(path: str) -> int:
    """Give the number of the bid of a path."""
    return int(path.partition("/bids:bid ")[2].partition("/")[0] or 0)


def _range(cells: Sequence[Cell]) -> str:
    """Refer to cells beside each other, from their own sheet."""
    ends = (f"${one.seen_from(one.sheet).rstrip('0123456789')}${one.row + 1}" for one in
            (cells[0], cells[-1]))  # fmt: skip
    return ":".join(ends)


def _write_views(
    book: TenderBook, sheet: str, tables: Sequence[View], notes: Sequence[str] = ()
) -> None:
    """Write tables below each other, as they are computed."""
    book.text(Cell(sheet, 0, 0), sheet, "title")
    book.text(Cell(sheet, 1, 0), CONFIDENTIAL, "bad")
    book.text(Cell(sheet, 2, 0), FIXED, "faint")
    row, most = 4, 1
    for view in (one for one in tables if one.rows):
        book.text(Cell(sheet, row, 0), view.title, "table")
        book.text(Cell(sheet, row + 1, 0), view.head, "head")
        sides = ["indented" if one.look == "text" else "right" for one in view.columns]
        for n, (column, side) in enumerate(zip(view.columns, sides, strict=True), 1):
            book.text(Cell(sheet, row + 1, n), column.head, "head", side)
        row += 2
        for one in view.rows:
            book.text(Cell(sheet, row, 0), one.label)
            wide: list[tuple[str, float]] = []
            for n, (entry, side) in enumerate(zip(one.entries, sides, strict=True), 1):
                wraps = side == "indented" and n < len(sides)
                _write_entry(book, Cell(sheet, row, n), entry, side, *["wrap"] * wraps)
                if wraps and isinstance(entry, str):
                    wide.append((entry, COLUMN))
            book.heighten(sheet, row, wide)
            row += 1
        row += 1
        most = max(most, len(view.columns))
    for text in notes:
        book.text(Cell(sheet, row, 0), text, "faint")
        row += 1
    book.widths(sheet, [LABEL, *[COLUMN + 6] * most])


def _write_entry(book: TenderBook, cell: Cell, entry: Entry, *styles: str) -> None:
    if isinstance(entry, str):
        book.text(cell, entry, *styles)
        return
    assert isinstance(entry, FixedValue), "tables of bids hold fixed values and texts"
    if entry.value is None:
        book.text(cell, "unknown", "right")
    elif entry.unit == "currency":
        book.number(cell, entry.value, "money")
    elif entry.is_share:
        book.number(cell, entry.value, "share")
    elif entry.unit == "1":
        book.number(cell, entry.value, size_of([entry.value]))
    else:
        book.text(cell, show(entry.value, entry.unit), "right")
