"""A view in texts: for a terminal, a page, and HTML."""

from __future__ import annotations

from dataclasses import replace

from model.answers import sentences
from model.answers.explain import is_binary
from model.answers.losses import NEGLIGIBLE, chance_of_loss
from model.answers.metadata import count
from model.answers.ranges import LOSS, LOSSES, chance_text
from model.answers.results import Results
from model.answers.sentences import Sentence
from model.answers.views.view import (
    Column,
    Entry,
    FixedValue,
    Look,
    Row,
    Tone,
    Value,
    View,
    differing,
    is_share,
    named,
    number,
)
from model.answers.views.view_formulas import door_of
from model.records import NamedTuple, dataclass
from model.units.brief import about, change, lifetime, share
from model.units.figures import MINUS, Scale, grouped, percent, show, show_both
from model.units.money import minor_digits

UNKNOWN = "unknown"
VERDICTS: dict[bool | None, tuple[str, Tone]] = {
    True: ("✓ met", "good"),
    False: ("✗ not met", "bad"),
    None: (UNKNOWN, "faint"),
}
"""How it is said whether something is met."""
FITS: dict[bool | None, tuple[str, Tone]] = {
    True: ("✓ fits", "good"),
    False: ("✗ doesn't fit", "bad"),
    None: (UNKNOWN, "faint"),
}
"""How it is said whether something fits."""
_VERDICTS = {"met": VERDICTS, "fits": FITS}
TAKEN, COMES_TO = f"{MINUS} ", "= "
BRIEF = 4
"""Digits of an amount on a screen; a bill, a sheet and a paper have all of them."""
LEAST_LOSS = 5e-4
"""Losses below this are none."""
LARGEST_BLOCK = 2.0**30
"""Bytes: a power of two below is taken for the size of a block or record: 1 MiB, not 1.049 MB."""


class Text(NamedTuple):
    """The text of a cell: its tone, the small print below it, and its indentation.

    `door` names the number that it shows; `exact` is it in full, where the text has four digits of
    it. `parts` are what the small line is put together of.
    """

    text: str
    tone: str = ""
    small: str = ""
    indent: int = 0
    door: str = ""
    exact: str = ""
    parts: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A view as text; `align` has "l" or "r" for each column, the row labels first."""

    title: str
    heads: tuple[str, ...]
    align: str
    rows: tuple[tuple[Text, ...], ...]


_BRIEF: dict[Look, Look] = {"": "brief", "promise": "brief promise", "score": "brief score"}
"""How the figures of a column are written in few digits, by how they are otherwise."""


def text_table(
    results: Results | None, view: View, *, binary: bool = False, brief: bool = False
) -> Table:
    """Format a view as text; a column in a single unit names it in its heading.

    A view of fixed values and plain texts needs no results.

    With `brief`, amounts of money have four digits where they aren't those of a bill.
    With `binary`, a capacity is in powers of 1024, unless the view has columns for both bases.
    """
    columns = list(view.columns)
    folded = [n for n, column in enumerate(columns) if column.below]
    scales = {
        n: _scale(results, view, n, binary)
        for n, column in enumerate(columns)
        if column.look in ("decimal", "binary")
    }
    if brief:
        columns = [replace(c, look=_BRIEF.get(c.look, c.look)) for c in columns]
    cells = [
        [
            _marked(_cell(results, row, column, entry, scales.get(n), binary), differs)._replace(
                door=_door(column, entry)
            )
            for n, (column, entry, differs) in found
        ]
        for row in view.rows
        for found in [enumerate(zip(columns, row.entries, differing(view, row), strict=True))]
    ]
    own = [n for n in range(len(columns)) if n not in folded]
    below = {n: [m for m in folded if columns[m].below == columns[n].key] for n in own}
    rows = [
        (_name(results, row), *(_fold(line, n, below[n]) for n in own))
        for row, line in zip(view.rows, cells, strict=True)
    ]
    heads = (_head(columns[n], scales.get(n)) for n in own)
    left = ("text", "met", "fits", "limits")
    align = "".join("l" if columns[n].look in left else "r" for n in own)
    return Table(view.title, (view.head, *heads), f"l{align}", tuple(rows))


def _marked(text: Text, differs: bool) -> Text:
    return text._replace(tone="differs") if differs and text.tone in ("", "faint") else text


def _door(column: Column, entry: Entry) -> str:
    own = entry.own if isinstance(entry, FixedValue) else entry
    return door_of(own) if isinstance(own, Value) and column.look != "limits" else ""


def _head(column: Column, scale: Scale | None) -> str:
    return ", ".join(filter(None, (column.head, scale.label if scale else "")))


def _scale(results: Results | None, view: View, n: int, binary: bool) -> Scale:
    """The unit of a column, and of those that share it; bytes in the base that is wanted."""
    column = view.columns[n]
    alike = [m for m, other in enumerate(view.columns) if column.scale == other.scale != ""]
    entries = [row.entries[m] for row in view.rows for m in alike or [n]]
    figures = [entry for entry in entries if isinstance(entry, Value | FixedValue)]
    known = [abs(found) for f in figures if (found := number(results, f)) is not None]
    unit = figures[0].unit if figures else "byte"
    is_free = unit == "byte" and not any(other.look == "binary" for other in view.columns)
    in_tib = column.look == "binary" or (binary and is_free)
    return Scale(max(known, default=None), unit, binary=in_tib)


def _name(results: Results | None, row: Row) -> Text:
    sign = TAKEN if row.takes else COMES_TO if row.comes_to else ""
    return Text(sign + row.label, row.tone, _sentence(results, row.note))


def _sentence(results: Results | None, sentence: Sentence) -> str:
    if results is None:
        return "".join(piece for piece in sentence if isinstance(piece, str))
    return sentences.sentence_text(results, sentence)


def _fold(line: list[Text], n: int, below: list[int]) -> Text:
    parts = tuple(line[m] for m in below if line[m].text)
    small = "; ".join(part.text for part in parts)
    worst = next((part.tone for part in parts if part.tone == "bad"), line[n].tone)
    return line[n]._replace(small=small, tone=worst, parts=parts)


def _cell(
    results: Results | None,
    row: Row,
    column: Column,
    entry: Entry,
    scale: Scale | None,
    binary: bool,
) -> Text:
    tone = column.tone or row.tone
    if isinstance(entry, str):
        return Text(entry, tone)
    if not isinstance(entry, Value | FixedValue):
        return Text(_sentence(results, entry), tone)
    value = number(results, entry)
    if column.look in _VERDICTS:
        words, verdict = _VERDICTS[column.look][None if value is None else bool(value)]
        return Text(words, verdict)
    if column.look == "limits":
        return Text("limits" if value else "", tone)
    if column.look == "loss":
        lost = value is not None and value >= LEAST_LOSS and percent(-value, 1, signed=True)
        return Text(lost or "", "bad" if lost else "")
    if value is None:
        return Text(UNKNOWN, "faint")
    if isinstance(name := named(results, entry), str):
        return Text(name, tone)
    text, exact = _number(results, column, entry, value, scale, binary), ""
    is_brief = column.look in _BRIEF.values()
    if is_brief and entry.unit == "currency":
        full, text = text, about(value, _currency(results, entry), BRIEF)
        exact = full if full != text else ""
    if column.look == "brief score":
        full, text = text, f"{value:.{BRIEF}g}"
        exact = full if full != text else ""
    least = "≥" if is_brief else "at least"
    is_most = isinstance(entry, Value) and entry.at_most
    end = "at most" if is_most else least if entry.at_least else ""
    text, exact = (MINUS + one[1:] if one.startswith("-") else one for one in (text, exact))
    return Text(f"{end} {text}" if end else text, tone, exact=exact)


def _currency(results: Results | None, entry: Value | FixedValue) -> str:
    if isinstance(entry, FixedValue) and entry.currency:
        return entry.currency
    return "" if results is None else results.plan.scenario.economics.currency


def _number(
    results: Results | None,
    column: Column,
    entry: Value | FixedValue,
    value: float,
    scale: Scale | None,
    binary: bool,
) -> str:
    if scale:
        return scale(value)
    match column.look:
        case "both":
            return show_both(value)
        case "promise" | "brief promise" if entry.unit == "byte":
            return show_both(value, binary=binary)
        case "twin":
            return show(value, entry.unit, binary=not binary)
        case "memory":
            return show(value, entry.unit, binary=True)
        case "count":
            return count(value)
        case "bytes":
            return grouped(value)
        case "share":
            return percent(value, 2)
        case "percent":
            return percent(value)
        case "chance":
            return chance_text(value)
        case "change":
            return change(value, than="required" if "margin" in column.key else "as much")
        case "life":
            return lifetime(value)
        case "ratio":
            return f"{value:.3f}"
        case "score" | "brief score":
            return f"{value:.10g}"
    currency = _currency(results, entry)
    if column.look == "paid":
        return paid(value, currency)
    if _is_loss(entry, value):
        return chance_of_loss(value)
    if is_share(results, entry):
        return share(value)
    is_block = value < LARGEST_BLOCK and is_binary(value, entry.unit)
    in_binary = is_block or column.look == "binary" or (binary and entry.unit == "byte")
    return show(value, entry.unit, binary=in_binary, currency=currency)


def _is_loss(entry: Value | FixedValue, value: float) -> bool:
    """Whether an entry is a probability of loss, shown as 1 in so many; not a limit of about 0."""
    if isinstance(entry, FixedValue):
        return entry.is_loss
    name = entry.addresses[0][1]
    return entry.formula is None and (name == LOSS or (name in LOSSES and value >= NEGLIGIBLE))


def paid(value: float, currency: str) -> str:
    """Return an amount to the cent; whole ones without cents.

    >>> paid(18000.0, "EUR").replace(chr(0x202F), "_"), paid(9.5, "EUR")
    ('18_000 EUR', '9.50 EUR')
    """
    return f"{grouped(value, 0 if value.is_integer() else minor_digits(currency))} {currency}"
