"""Sentences as formulas, so that they say what the sheets say after every change."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from model.answers.counted_prices import CERTAINTY, least_certain
from model.answers.results import Results
from model.answers.sentences import (
    UNKNOWN,
    Choice,
    Figure,
    Listed,
    Piece,
    Sentence,
    Unchanged,
    least,
    sentence_text,
)
from model.answers.summary import CERTAIN, limiting
from model.engine.tree import Address
from model.units import kinds
from model.units.figures import turns
from model.units.kinds import UNITS
from report.cell_text import plain
from report.workbook import texts
from report.workbook.chain_rows import in_prose, limiting_formula, next_formula, next_name
from report.workbook.formula import count_unknown
from report.workbook.sheets import BILL, PRICE_CERTAINTY, PRICE_DAY, Cell, Layout
from report.workbook.steps import STEPS, seen_from

LONGEST_TEXT = 250
"""A text within a formula may have 255 characters."""
NESTED = 2
"""So many kinds of certainty are asked for in one formula."""
COUNTED = 6
"""Of so many cells a formula asks in one go whether they are unknown, or as they were."""


def quoted(text: str) -> str:
    """Write a text as a formula does."""
    text = plain(text)
    parts = [text[at : at + LONGEST_TEXT] for at in range(0, len(text), LONGEST_TEXT)] or [""]
    return "&".join('"{}"'.format(part.replace('"', '""')) for part in parts)


def alive(results: Results, layout: Layout, sheet: str, found: Sentence, of: str) -> str:
    """Write a sentence as a formula of a sheet; what has no cell stays as it is.

    `of` says which one it is, beside the steps that it takes.
    """
    return seen_from(sheet, _joined(results, layout, found, of))


def _joined(results: Results, layout: Layout, found: Sentence, of: str) -> str:
    pieces = [
        (_alive(results, layout, piece, of), sentence_text(results, (piece,))) for piece in found
    ]
    return layout.steps.joined(pieces, of)


def _alive(results: Results, layout: Layout, piece: Piece, of: str) -> str:
    if isinstance(piece, str):
        return quoted(piece)
    if isinstance(piece, Listed):
        return _listed(results, layout, piece)
    if not all(address in layout.cells for address in piece.addresses):
        return quoted(sentence_text(results, (piece,)))
    if isinstance(piece, Unchanged):
        then, other = (_joined(results, layout, p, of) for p in (piece.then, piece.otherwise))
        formula = f"IF({_unchanged(results, layout, piece.addresses, of)},{then},{other})"
        return layout.steps.cell(formula, of, sentence_text(results, piece.then))
    cells = [layout.cells[address] for address in piece.addresses]
    value = _least(cells, STEPS)
    if isinstance(piece, Choice):
        then, other = (_joined(results, layout, p, of) for p in (piece.then, piece.otherwise))
        if piece.value == UNKNOWN:
            return f"IF({_unknown(results, layout, piece, of)}>0,{then},{other})"
        return f"IF({_equals(value, piece.value)},{then},{other})"
    currency = results.plan.scenario.economics.currency
    item = results.item(*piece.addresses[0])

    kept = layout.steps.keeper(f"{item.label}, in the unit that suits it")
    said = figure(piece, value, currency, least(results, piece.addresses), kept)
    formula = f"IFERROR({said},{quoted(piece.unknown)})"
    return layout.steps.cell(formula, item.label, sentence_text(results, (piece,)))


def _equals(cell: str, value: float) -> str:
    """Write whether a cell is a value; of one with many digits, to the ninth."""
    if float(f"{value:g}") == value:
        return f"IFERROR({cell},-1)={value:g}"
    return f"IFERROR(ABS({cell}/{value!r}-1),1)<1E-9"


def unchanged(
    results: Results, layout: Layout, sheet: str, addresses: Sequence[Address], of: str
) -> str:
    """Return a formula condition: whether the values are still those of the export."""
    return seen_from(sheet, _unchanged(results, layout, addresses, of))


def _unchanged(results: Results, layout: Layout, addresses: Sequence[Address], of: str) -> str:
    """Return that condition, split into steps that fit a formula."""
    tests = [_is_as_exported(layout.cells[at].seen_from(STEPS), results[at]) for at in addresses]
    if len(tests) == 1:
        return tests[0]
    few = [tests[n : n + COUNTED] for n in range(0, len(tests), COUNTED)]
    as_exported, otherwise = texts.AS_EXPORTED, texts.NOT_RECALCULATED
    while True:
        formulas = (f'IF(AND({",".join(some)}),"{as_exported}","{otherwise}")' for some in few)
        cells = [layout.steps.cell(formula, of, as_exported) for formula in formulas]
        tests = [f'{cell}="{as_exported}"' for cell in cells]
        if len(tests) <= COUNTED:
            return f"AND({','.join(tests)})"
        few = [tests[n : n + COUNTED] for n in range(0, len(tests), COUNTED)]


def _is_as_exported(cell: str, value: float | None) -> str:
    return f"ISNA({cell})" if value is None else _equals(cell, value)


def _unknown(results: Results, layout: Layout, piece: Choice, of: str) -> str:
    """Write how many of what a choice rests on is unknown, in steps that can be read."""
    at = {layout.cells[address]: results[address] for address in piece.addresses}
    cells = sorted(at)
    few = [cells[n : n + COUNTED] for n in range(0, len(cells), COUNTED)]
    counts = [count_unknown(some, STEPS) for some in few]
    if len(counts) > 1:
        now = [float(sum(at[cell] is None for cell in some)) for some in few]
        pairs = zip(counts, now, strict=True)
        counts = [layout.steps.cell(count, of, known) for count, known in pairs]
    return "+".join(counts)


def _least(cells: list[Cell], sheet: str) -> str:
    seen = [cell.seen_from(sheet) for cell in cells]
    return seen[0] if len(seen) == 1 else f"MIN({','.join(seen)})"


def _listed(results: Results, layout: Layout, piece: Listed) -> str:
    if piece.of == "limiting stage":
        first, _ = limiting(results, piece.path, piece.way)
        formula = limiting_formula(results, piece.path, piece.way, STEPS)
        now = first.label if first else piece.text
        return in_prose(layout.steps.cell(formula, texts.LIMITING_STAGE, now))
    if piece.of == "next stage":
        _, second = limiting(results, piece.path, piece.way)
        formula = next_name(results, piece.path, piece.way, STEPS)
        name = layout.steps.cell(formula, texts.NEXT_STAGE, second.label if second else "")
        return next_formula(results, piece.path, piece.way, STEPS, in_prose(name))
    if piece.of == "least certain price":
        return _least_certain(results, layout, STEPS)
    days = days_of_prices(layout, STEPS)
    day = f"MIN({days})"  # TEXT would ask for the letters of each language
    date = f'YEAR({day})&"-"&TEXT(MONTH({day}),"00")&"-"&TEXT(DAY({day}),"00")'
    return f'IF(COUNT({days})=0,"",". Oldest price: "&{date})'


def _least_certain(results: Results, layout: Layout, sheet: str) -> str:
    """Write which line's price is least certain: the first of the worst kind."""
    said, names = (_of_bill(layout, sheet, column) for column in (PRICE_CERTAINTY, 0))
    text, least = '""', least_certain(results.plan, results.values)
    for n, word in enumerate(reversed(CERTAINTY)):
        if n == NESTED:
            now = f". Least certain price: {least[0]} ({CERTAIN[least[1]]})" if least else ""
            now = now if least and CERTAINTY.index(least[1]) >= len(CERTAINTY) - n else ""
            text = layout.steps.cell(text, "Least certain price", now)
        name = f'INDEX({names},MATCH("{word}",{said},0))'
        text = f'IFERROR(". Least certain price: "&{name}&" ({CERTAIN[word]})",{text})'
    return text


def days_of_prices(layout: Layout, sheet: str) -> str:
    """Write the range of the days on which the prices of the bill's lines were seen."""
    return _of_bill(layout, sheet, PRICE_DAY)


def _of_bill(layout: Layout, sheet: str, column: int) -> str:
    """Write the range of a column of the bill's lines."""
    rows = layout.bill_rows.values()
    first, last = (Cell(BILL, of(rows), column) for of in (min, max))
    return f"{first.seen_from(sheet)}:{last.seen_from(BILL)}"


def _inline(formula: str, now: float | None) -> str:  # noqa: ARG001
    return formula


def figure(
    piece: Figure,
    cell: str,
    currency: str,
    now: float | None = None,
    kept: Callable[[str, float | None], str] = _inline,
) -> str:
    """Write a figure in the unit that suits it then, to four digits, as people are shown it.

    `kept` gives a cell to a step of it, by its formula and what it gives `now`.
    """
    cell = f"({cell}-{piece.less:g})" if piece.less else cell
    if piece.percent:
        return f'{_rounded(f"100*{cell}")}&" %"'
    if piece.unit == "1":
        return _whole(cell)
    if piece.unit == "currency":
        return f'{_whole(cell)}&" {currency}"'
    kind = UNITS[piece.unit]
    steps = kind.binary if piece.binary else kind.decimal
    limits = turns(steps)
    at = None if now is None else max(0, bisect_right(limits, now) - 1)

    def shown(others: tuple[kinds.Step, ...]) -> str:
        """Write it in the step that stands where the one that suits it stands."""
        value = None if now is None or at is None else now / float(others[at].factor)
        factors = _looked_up(cell, limits, [f"{float(step.factor):.17g}" for step in others])
        labels = _looked_up(cell, limits, [f'" {step.label}"' for step in others])
        return f"{_rounded(kept(f'{cell}/{factors}', value))}&{labels}"

    said = shown(steps)
    if not piece.both:
        return said
    return f'{said}&IF({cell}<{limits[1]:.17g},""," ("&{shown(kind.binary)}&")")'


def _looked_up(cell: str, limits: list[float], texts: list[str]) -> str:
    """Write what stands at the last of the limits that a cell reaches."""
    return f"LOOKUP({cell},{{{','.join(f'{x:.17g}' for x in limits)}}},{{{','.join(texts)}}})"


def _rounded(term: str) -> str:
    """Write a number with four digits, and never less than its whole part."""
    return f"ROUND({term},MAX(0,3-INT(LOG10(MAX(ABS({term}),1E-9)))))"


def _whole(cell: str) -> str:
    """Write a number with four digits; a large one with its thousands apart, as cells have them."""
    return f'IF({cell}<9999.5,{_rounded(cell)}&"",FIXED({cell},0))'
