"""What a table shows, and nothing of how it is drawn: columns, rows, and addresses of values.

A sheet makes live cells of the addresses; every other output makes texts (`text_table`). All of
them therefore show the same figures.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import Literal, Union

import numpy as np

from model.answers.results import Results
from model.answers.sentences import Sentence
from model.engine.ops import Num
from model.engine.quantity import SHARES
from model.engine.tree import Address
from model.records import NamedTuple, dataclass

Look = Literal[
    "",
    "text",
    "decimal",
    "binary",
    "both",
    "promise",
    "brief promise",
    "twin",
    "memory",
    "count",
    "bytes",
    "share",
    "percent",
    "chance",
    "change",
    "loss",
    "ratio",
    "life",
    "score",
    "brief score",
    "paid",
    "brief",
    "met",
    "fits",
    "limits",
]
"""How the figures of a column are written.

Without one as their unit is, each in the step that suits it; "decimal" and "binary": bytes and
rates, all in one unit of that custom; "both": each in the steps of both customs that suit it;
"promise": capacities as "both", all else as without, with "brief" as that says;
"twin": capacities in the custom that isn't chosen, for small print below a "decimal" column;
"memory": bytes in powers of 1024, each in the step that suits it; "count": what is counted in
words such as 7.16 billion; "bytes": in full; "share" and "percent": in percent, with
decimals and without; "chance": in percent, 0 and 100 only if exact; "change": in percent with
its sign; "loss": in percent, as what is lost;
"ratio": with three decimals; "life": in years, of more than 100 only that; "score": with ten
digits, with "brief" in four;
"paid": to the cent of the currency; "brief": as without, amounts in four digits; "met", "fits" and
"limits": as a verdict.
"""
Tone = Literal["", "strong", "faint", "good", "bad", "differs"]
"""What a text looks like; "differs": it says otherwise than what it is compared with."""


@dataclass(frozen=True, slots=True)
class Value:
    """A figure of a table: a value of the results, or a formula of several of them.

    The formula is a plain one of operands, as those of the model are: so a sheet can write it.
    """

    addresses: tuple[Address, ...]
    unit: str
    formula: Callable[..., Num] | None = None
    at_most: bool = False
    """Whether something unknown could make it less."""
    at_least: bool = False
    """Whether it is the known part of a figure that is unknown."""
    names: tuple[str, ...] = ()
    """What its figures 1, 2, … stand for, where they number kinds of things."""


class Procedure(NamedTuple):
    """What a figure without a formula comes from, and the values that it rests on."""

    name: str
    needs: str
    rests_on: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class FixedValue:
    """A figure without an address in the plan: from a procedure, or from another plan.

    A sheet shows it as a number, a share in percent. `currency` is set if it isn't the plan's.
    """

    value: float | None
    unit: str
    currency: str = ""
    at_least: bool = False
    """Whether it is the known part of a figure that is unknown."""
    is_share: bool = False
    is_loss: bool = False
    """Whether it is a probability of loss, which texts show as 1 in so many."""
    own: Value | None = field(default=None, compare=False)
    """The same figure as the plan that is shown has it, if it is one of these."""
    procedure: Procedure | None = None
    """Where it comes from, if a sheet must say that it isn't recalculated."""


Entry = Union[Value, FixedValue, str, Sentence]  # noqa: UP007  # a name for types
"""What stands in a cell: a figure, a text, or a sentence that follows figures."""


def is_share(results: Results | None, entry: Value | FixedValue) -> bool:
    """Whether an entry is shown in percent."""
    if isinstance(entry, FixedValue):
        return entry.is_share
    assert results is not None, "a value of a plan is declared in its results"
    return entry.formula is None and results.item(*entry.addresses[0]).shown in SHARES


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading, and how its figures are formatted.

    By its `key` an output picks it. Where there is little room it stands below the column of the
    key `below`, in small print. Columns of one `scale` are in one unit. What is said otherwise than
    in the column of the key `against` is marked.
    """

    head: str
    key: str
    look: Look = ""
    tone: Tone = ""
    below: str = ""
    scale: str = ""
    against: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its label, and an entry for each column.

    `note` says what is meant, below its name or beside it; `takes` that it is taken away from the
    rows above, `comes_to` that it is what they come to. Programs know it by its `key`.
    """

    label: str
    entries: tuple[Entry, ...]
    note: Sentence = ()
    tone: Tone = ""
    takes: bool = False
    comes_to: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """One table: its title, the heading of its row labels, its columns, its rows."""

    title: str
    head: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def only(self, *keys: str) -> View:
        """Return the view with some of the columns, in that order."""
        at = [next(n for n, c in enumerate(self.columns) if c.key == key) for key in keys]
        rows = (replace(row, entries=tuple(row.entries[n] for n in at)) for row in self.rows)
        return replace(self, columns=tuple(self.columns[n] for n in at), rows=tuple(rows))

    def entries(self, key: str) -> list[Entry]:
        """Return the entries of one column."""
        return [row.entries[0] for row in self.only(key).rows]

    def unknown(self, results: Results) -> list[Column]:
        """Return the columns of figures in which every figure is unknown."""
        found = []
        for column in self.columns:
            entries = self.entries(column.key)
            figures = [one for one in entries if isinstance(one, Value | FixedValue)]
            if figures and len(figures) == len(entries):
                found += [column] * all(number(results, one) is None for one in figures)
        return found

    def noted(self, key: str) -> View:
        """Move the texts of a column into the rows' notes, where there is more room for them."""
        rows = zip(self.rows, self.entries(key), strict=True)
        noted = (replace(row, note=(*row.note, *_after(row, text))) for row, text in rows)
        keys = (column.key for column in self.columns if column.key != key)
        return replace(self, rows=tuple(noted)).only(*keys)


def _after(row: Row, text: Entry) -> Sentence:
    """Give a text as what follows a row's note."""
    pieces = text if isinstance(text, tuple) else (f"{text}",)
    return (*(("; ",) if row.note and any(pieces) else ()), *pieces)


def differing(view: View, row: Row) -> tuple[bool, ...]:
    """Return for each entry of a row whether it differs from the column compared with."""
    by_key = {c.key: entry for c, entry in zip(view.columns, row.entries, strict=True)}
    return tuple(
        bool(column.against) and not _is_alike(entry, by_key[column.against])
        for column, entry in zip(view.columns, row.entries, strict=True)
    )


def _is_alike(one: Entry, other: Entry) -> bool:
    """Tell whether two entries say the same; unknown is unknown, in whichever currency."""
    if (
        isinstance(one, FixedValue)
        and isinstance(other, FixedValue)
        and one.value is other.value is None
    ):
        return True
    return one == other


def figure(
    results: Results, path: str, name: str, *, at_most: bool = False, at_least: bool = False
) -> Value:
    """Return a reference to a value of the results."""
    unit = results.item(path, name).unit
    return Value(((path, name),), unit, at_most=at_most, at_least=at_least)


def number(results: Results | None, value: Value | FixedValue) -> float | None:
    """Return the current value of a figure in base units; None if unknown.

    Only fixed values do without the results of a plan.
    """
    if isinstance(value, FixedValue):
        return value.value
    assert results is not None, "a value of a plan is read from its results"
    known = [results[address] for address in value.addresses]
    if value.formula is None:
        return known[0]
    operands = (np.float64(np.nan if operand is None else operand) for operand in known)
    with np.errstate(all="ignore"):  # a share of nothing is unknown
        found = float(value.formula(*operands))
    return found if math.isfinite(found) else None


def numbers(results: Results, view: View, row: Row, *keys: str) -> list[float | None]:
    """Return the figures of a row in the columns of the given keys; None for texts."""
    by_key = {c.key: entry for c, entry in zip(view.columns, row.entries, strict=True)}
    found = (by_key[key] for key in keys)
    return [number(results, one) if isinstance(one, Value | FixedValue) else None for one in found]


def named(results: Results | None, entry: Entry) -> float | str | None:
    """Return a figure, or the name of the kind that it numbers; None where it is unknown."""
    if not isinstance(entry, Value | FixedValue):
        return None
    value = number(results, entry)
    names = entry.names if isinstance(entry, Value) else ()
    return names[int(value) - 1] if names and value else value


def addresses(view: View, keys: Sequence[str] = ()) -> list[Address]:
    """Return the addresses that a view shows, each once: of all columns, or of some."""
    shown = view.only(*keys) if keys else view
    entries = (entry for row in shown.rows for entry in row.entries)
    found = (at for entry in entries if isinstance(entry, Value) for at in entry.addresses)
    return list(dict.fromkeys(found))
