"""Sentences as formulas, so that they say what the sheets say after every change."""

from __future__ import annotations

from model.answers.counted_prices import CERTAINTY
from model.answers.results import Results
from model.answers.sentences import UNKNOWN, Choice, Figure, Listed, Piece, Sentence, written
from model.answers.summary import CERTAIN
from model.units.figures import THIN, turns
from model.units.kinds import UNITS, Step
from report.chain_rows import limiting_formula, next_formula
from report.formula import count_unknown
from report.sheets import BILL, PRICE_CERTAINTY, PRICE_DAY, Cell, Layout
from report.texts import plain

LONGEST_TEXT = 250
"""A text within a formula may have 255 characters."""


def quoted(text: str) -> str:
    """Write a text as a formula does."""
    text = plain(text)
    parts = [text[at : at + LONGEST_TEXT] for at in range(0, len(text), LONGEST_TEXT)] or [""]
    return "&".join('"{}"'.format(part.replace('"', '""')) for part in parts)


def alive(results: Results, layout: Layout, sheet: str, found: Sentence) -> str:
    """Write a sentence as a formula of a sheet; what has no cell stays as it is."""
    return "&".join(_alive(results, layout, sheet, piece) for piece in found) or '""'


def _alive(results: Results, layout: Layout, sheet: str, piece: Piece) -> str:
    if isinstance(piece, str):
        return quoted(piece)
    if isinstance(piece, Listed):
        return _listed(results, layout, sheet, piece)
    if not all(address in layout.cells for address in piece.addresses):
        return quoted(written(results, (piece,)))
    cells = [layout.cells[address] for address in piece.addresses]
    value = _least(cells, sheet)
    if isinstance(piece, Choice):
        then, other = (
            alive(results, layout, sheet, part) for part in (piece.then, piece.otherwise)
        )
        if piece.value == UNKNOWN:
            return f"IF({count_unknown(cells, sheet)}>0,{then},{other})"
        return f"IF(IFERROR({value},-1)={piece.value:g},{then},{other})"
    currency = results.plan.scenario.economics.currency
    return f"IFERROR({figure(piece, value, currency)},{quoted(piece.unknown)})"


def _least(cells: list[Cell], sheet: str) -> str:
    seen = [cell.seen_from(sheet) for cell in cells]
    return seen[0] if len(seen) == 1 else f"MIN({','.join(seen)})"


def _listed(results: Results, layout: Layout, sheet: str, piece: Listed) -> str:
    if piece.of == "limiting stage":
        return limiting_formula(results, piece.path, piece.way, sheet)
    if piece.of == "next stage":
        return next_formula(results, piece.path, piece.way, sheet)
    if piece.of == "least certain price":
        return _least_certain(layout, sheet)
    days = days_of_prices(layout, sheet)
    day = f"MIN({days})"  # TEXT would ask for the letters of each language
    date = f'YEAR({day})&"-"&TEXT(MONTH({day}),"00")&"-"&TEXT(DAY({day}),"00")'
    return f'IF(COUNT({days})=0,"",", oldest price "&{date})'


def _least_certain(layout: Layout, sheet: str) -> str:
    """Write which line's price is least certain: the first of the worst kind."""
    said, names = (_of_bill(layout, sheet, column) for column in (PRICE_CERTAINTY, 0))
    text = '""'
    for word in reversed(CERTAINTY):
        name = f'INDEX({names},MATCH("{word}",{said},0))'
        found = f'", least certain "&{name}&" ({CERTAIN[word]})"'
        text = f'IF(COUNTIF({said},"{word}")>0,{found},{text})'
    return text


def days_of_prices(layout: Layout, sheet: str) -> str:
    """Write the range of the days on which the prices of the bill's lines were seen."""
    return _of_bill(layout, sheet, PRICE_DAY)


def _of_bill(layout: Layout, sheet: str, column: int) -> str:
    """Write the range of a column of the bill's lines."""
    rows = layout.bill_rows.values()
    first, last = (Cell(BILL, of(rows), column) for of in (min, max))
    return f"{first.seen_from(sheet)}:{last.seen_from(BILL)}"


def figure(piece: Figure, cell: str, currency: str) -> str:
    """Write a figure in the unit that suits it then, to four digits, as people are shown it."""
    cell = f"({cell}-{piece.less:g})" if piece.less else cell
    if piece.percent:
        return f'{_rounded(f"100*{cell}")}&" %"'
    if piece.unit == "1":
        return _whole(cell)
    if piece.unit == "currency":
        return f'{_whole(cell)}&" {currency}"'
    kind = UNITS[piece.unit]
    steps = kind.binary if piece.binary else kind.decimal
    said = _in_steps(cell, steps, steps)
    if not piece.both:
        return said
    both = f'{said}&" ("&{_in_steps(cell, steps, kind.binary)}&")"'
    return f"IF({cell}<{turns(steps)[1]:.17g},{said},{both})"


def _in_steps(cell: str, steps: tuple[Step, ...], shown: tuple[Step, ...]) -> str:
    """Write a figure in the step of `shown` that stands where the one that suits it stands."""

    def at(cells: list[str]) -> str:
        return f"LOOKUP({cell},{{{','.join(limits)}}},{{{','.join(cells)}}})"

    limits = [f"{limit:.17g}" for limit in turns(steps)]
    factors = at([f"{float(step.factor):.17g}" for step in shown])
    labels = at([f'" {step.label}"' for step in shown])
    return f"{_rounded(f'{cell}/{factors}')}&{labels}"


def _rounded(term: str) -> str:
    """Write a number with four digits, and never less than its whole part."""
    return f"ROUND({term},MAX(0,3-INT(LOG10(MAX(ABS({term}),1E-9)))))"


def _whole(cell: str) -> str:
    """Write a number with four digits; a large one with its thousands apart."""
    # Without decimals, what isn't a digit is what that language puts between thousands.
    grouped = f"FIXED({cell},0)"
    for sign in (",", "."):
        grouped = f'SUBSTITUTE({grouped},"{sign}","{THIN}")'
    return f'IF({cell}<9999.5,{_rounded(cell)}&"",{grouped})'
