"""Views as HTML: a table for a page."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

from model.answers.glossary import hints
from model.answers.results import Results
from model.answers.views.view import View
from model.answers.views.view_text import UNKNOWN, Text, text_table
from model.units.figures import THIN


def table(
    heads: Sequence[str],
    align: str,
    rows: Sequence[Sequence[str | Text]],
    *,
    doors: bool = False,
    folds: bool = False,
) -> str:
    """Write a table; `align` has an l or an r for each column.

    With `doors` each value of the results is a button that says which one it is: where there is a
    script, it opens the derivation. With `folds` what a row's name means opens below it, and under
    the pointer.
    """
    head = "".join(
        f'<th class="{a}"{hint(h)}>{html.escape(h)}</th>' for h, a in zip(heads, align, strict=True)
    )
    body = "".join(
        f"<tr>{''.join(_cells(row, align, doors=doors, folds=folds))}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cells(row: Sequence[str | Text], align: str, *, doors: bool, folds: bool) -> Iterator[str]:
    for n, (cell, side) in enumerate(zip(row, align, strict=True)):
        yield _cell(cell, side, doors=doors, folds=folds and not n, is_name=not n)


def _cell(cell: str | Text, align: str, *, doors: bool, folds: bool, is_name: bool) -> str:
    cell = cell if isinstance(cell, Text) else Text(cell)
    text, tone, small, indent, number, exact, parts = cell
    tone = tone or ("faint" if text == UNKNOWN else "")
    about = hint(text) if is_name and not (folds and small) else ""
    about = f' title="{html.escape(_plain(exact))}"' if exact else about
    meant = "" if is_name else hint(small)
    hover = html.escape("\n".join(filter(None, (_plain(small), hints(f"{text} {small}")))))
    text, small = html.escape(_plain(text)), html.escape(_plain(small))
    if doors and any(part.door for part in parts):
        small = "; ".join(_opened(part.door, html.escape(_plain(part.text))) for part in parts)
    below = f"<br><small{meant}>{small}</small>" if small else ""
    if folds and small:
        text = f'<details><summary title="{hover}">{text}</summary><small>{small}</small></details>'
        below = ""
    deep = f' style="padding-left: {indent + 1}em"' if indent else ""
    said = _opened(number, text) if doors else text
    return f'<td class="{align} {tone}"{about}{deep}>{said}{below}</td>'


def _opened(number: str, escaped: str) -> str:
    """Write a text as a door, where it is a number that has one."""
    return _door(number, escaped) if number and escaped else escaped


def hint(text: str) -> str:
    """Write what the words of a text mean as an attribute that a hover shows."""
    said = hints(text)
    return f' title="{html.escape(said)}"' if said else ""


def door(number: str, text: str) -> str:
    """Write a number that opens its derivation; `number` is its address."""
    return _door(number, html.escape(_plain(text)))


def _door(number: str, escaped: str) -> str:
    return f'<button type="button" class="door" data-why="{html.escape(number)}">{escaped}</button>'


def _plain(text: str) -> str:
    """Give a text without code marks; fonts of pages show a narrow space as hardly any."""
    return text.replace("`", "").replace(THIN, "\N{NO-BREAK SPACE}")


def drawn(
    results: Results | None,
    view: View,
    *,
    doors: bool = False,
    folds: bool = False,
    binary: bool = False,
    brief: bool = False,
) -> str:
    """Write a view as a table; capacities in powers of 1000, or of 1024.

    If brief, amounts have four digits, and all of them in a hover.
    """
    found = text_table(results, view, binary=binary, brief=brief)
    return table(found.heads, found.align, found.rows, doors=doors, folds=folds)
