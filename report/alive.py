"""Sentences as formulas, so that they say what the sheets say after every change."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.sentences import Choice, Figure, Sentence, least, written
from model.engine.tree import Address
from model.units.figures import THIN, parse, show
from report.sheets import Layout
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


def _alive(results: Results, layout: Layout, sheet: str, piece: str | Figure | Choice) -> str:
    if isinstance(piece, str):
        return quoted(piece)
    if not all(address in layout.cells for address in piece.addresses):
        return quoted(written(results, (piece,)))
    value = _least(layout, sheet, piece.addresses)
    if isinstance(piece, Choice):
        then, other = (
            alive(results, layout, sheet, part) for part in (piece.then, piece.otherwise)
        )
        return f"IF(IFERROR({value},-1)={piece.value:g},{then},{other})"
    return (
        f"IFERROR({_figure(piece, value, least(results, piece.addresses))},{quoted(piece.unknown)})"
    )


def _least(layout: Layout, sheet: str, addresses: tuple[Address, ...]) -> str:
    cells = [layout.cells[address].seen_from(sheet) for address in addresses]
    return cells[0] if len(cells) == 1 else f"MIN({','.join(cells)})"


def _figure(piece: Figure, cell: str, value: float | None) -> str:
    """Write a figure in the unit that suits it now, to four digits, as people are shown it."""
    value = None if value is None else value - piece.less
    cell = f"({cell}-{piece.less:g})" if piece.less else cell
    if piece.percent:
        return f'{_rounded(f"100*{cell}")}&" %"'
    if piece.unit == "1":
        return _whole(cell)
    label = _label(value, binary=piece.binary)
    if not piece.both:
        return _in(cell, label)
    return f'{_in(cell, label)}&" ("&{_in(cell, f"{label[0].upper()}iB")}&")"'


def _label(value: float | None, *, binary: bool) -> str:
    """Give the unit in which a capacity is shown now; none is known of an unknown one."""
    default = "TiB" if binary else "TB"
    return show(value, "byte", binary=binary).rpartition(" ")[2] if value else default


def _in(cell: str, label: str) -> str:
    rounded = _rounded(f"{cell}/{parse(f'1 {label}', 'byte'):.0f}")
    return f'{rounded}&" {label}"'


def _rounded(term: str) -> str:
    """Write a number with four digits, and never less than its whole part."""
    return f"ROUND({term},MAX(0,3-INT(LOG10(MAX(ABS({term}),1E-9)))))"


def _whole(cell: str) -> str:
    """Write a number with four digits; a large one with its thousands apart."""
    thousands = f'INT(ROUND({cell},0)/1000)&"{THIN}"&TEXT(MOD(ROUND({cell},0),1000),"000")'
    return f'IF({cell}<9999.5,{_rounded(cell)}&"",{thousands})'
