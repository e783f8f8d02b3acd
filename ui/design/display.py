"""How the page Design writes a part, a price, and what an edit would do."""

from __future__ import annotations

import html
from collections.abc import Iterable
from pathlib import Path

import streamlit as st

from model.answers import brief
from model.answers.prices import Price, age_text
from model.answers.views.effects import Effect
from model.parts.catalog import Catalog
from model.planning.prices.prices import IN_ESTIMATE
from model.units.brief import several
from model.units.figures import show

STYLE = Path(__file__).with_name("style.css")
LESS_IS_BETTER = ("capital_cost", "total_cost_of_ownership", "racks", "equipment_power")
"""Figures of which a rise is bad news."""


def draw(body: str) -> None:
    """Draw a piece of HTML that was made here, of escaped texts."""
    st.html(f'<div class="des">{body}</div>')


def span(text: str, tone: str = "") -> str:
    """Write a text as HTML."""
    return f'<span class="{tone}">{html.escape(text)}</span>' if tone else html.escape(text)


def chips(effects: Iterable[Effect]) -> str:
    """Write what an edit does: good news green, bad news red, and each in words."""
    found = "".join(f'<span class="chip {_tone(one)}">{span(str(one))}</span>' for one in effects)
    return f'<div class="chips">{found or NOTHING}</div>'


NOTHING = '<span class="chip none faint">no significant change</span>'


def _tone(effect: Effect) -> str:
    if effect.before is None or effect.after is None:
        return "faint"
    rises = effect.after > effect.before
    return "bad" if rises == (effect.name in LESS_IS_BETTER) else "good"


def figures(catalog: Catalog, key: str) -> list[brief.Brief]:
    """Give how large and how fast a part is, as far as its datasheet says it."""
    found = (brief.size(catalog, key), brief.rate(catalog, key))
    return [one for one in found if one.name and one.value is not None]


def price(found: Price | None, inside: str) -> str:
    """Say what one piece costs, how old that is, and how it is known; or what includes it."""
    if found is None:
        return inside.replace(IN_ESTIMATE, "priced with") if inside else "price unknown"
    amount = show(found.amount, "currency", digits=5, currency=found.currency)
    aged = "" if found.age is None else f", {_old(found.age)}"
    return f"{amount} ({found.kind or 'price'}{aged})"


def _old(days: int) -> str:
    """Return an age as text, in years if it is long."""
    if days < 0:
        return age_text(days)
    return f"{several(days, 'day') if days < OLD else f'{days / 365.25:.1f} years'} old"


OLD = 730
"""Age in days from which it is shown in years."""


def lines(texts: Iterable[str], tone: str) -> str:
    """Write texts as HTML, each in a line of its own."""
    return "".join(f"<div>{span(text, tone)}</div>" for text in texts)
