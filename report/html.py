"""Views as HTML: a table for a page, and a document that stands alone."""

from __future__ import annotations

import html
from collections.abc import Sequence

from model.answers.results import Results
from model.answers.views.view import View
from model.answers.views.written import UNKNOWN, Text, written
from model.units.figures import THIN

STYLE = """
body { font-family: Arial, sans-serif; margin: 2em; color: #1c2530; }
table { border-collapse: collapse; margin-bottom: 2em; }
th, td { padding: 0.2em 0.8em; border-bottom: 1px solid #d8dde2; vertical-align: top; }
.l { text-align: left; } .r { text-align: right; } .strong { font-weight: bold; }
.good { color: #1b6e3a; } .bad { color: #a32020; } .faint, small { color: #666666; }
"""


def table(heads: Sequence[str], align: str, rows: Sequence[Sequence[str | Text]]) -> str:
    """Write a table; `align` has an l or an r for each column."""
    head = "".join(
        f'<th class="{a}">{html.escape(h)}</th>' for h, a in zip(heads, align, strict=True)
    )
    body = "".join(
        f"<tr>{''.join(_cell(cell, a) for cell, a in zip(row, align, strict=True))}</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(cell: str | Text, align: str) -> str:
    text, tone, small, indent = cell if isinstance(cell, Text) else Text(cell)
    tone = tone or ("faint" if text == UNKNOWN else "")
    text, small = _plain(text), _plain(small)
    below = f"<br><small>{html.escape(small)}</small>" if small else ""
    deep = f' style="padding-left: {indent + 1}em"' if indent else ""
    return f'<td class="{align} {tone}"{deep}>{html.escape(text)}{below}</td>'


def _plain(text: str) -> str:
    """Give a text without code marks; fonts of pages show a narrow space as hardly any."""
    return text.replace("`", "").replace(THIN, "\N{NO-BREAK SPACE}")


def drawn(results: Results, view: View) -> str:
    """Write a view as a table."""
    found = written(results, view)
    return table(found.heads, found.align, found.rows)


def document(results: Results, views: Sequence[View]) -> str:
    """Write views as a document of their own, each below its title."""
    scenario = results.plan.scenario
    title = html.escape(scenario.title or scenario.name)
    parts = [f"<h2>{html.escape(view.title)}</h2>\n{drawn(results, view)}" for view in views]
    return "\n".join(
        (
            f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>'
            f"<style>{STYLE}</style></head>",
            f"<body>\n<h1>{title}</h1>",
            *parts,
            "</body>\n</html>\n",
        )
    )
