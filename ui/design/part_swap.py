"""Choosing another part from the catalog, with what the swap would do before it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import streamlit as st

from model.answers import brief
from model.answers.prices import price_of
from model.answers.results import Results
from model.answers.swaps import Swap, inside, line_at, swapped
from model.answers.views.datasheet import datasheet, observed_prices
from model.parts.catalog import Catalog
from model.parts.codes import recording_of
from model.planning.supply import KINDS
from model.units.figures import show
from model.units.words import label
from ui.base import elements
from ui.base.elements import escaped
from ui.base.fields import attribute
from ui.base.work import work
from ui.design import dialogs, display, texts
from ui.state import session

TEXTS = (
    "form_factor",
    "link",
    "sas_link",
    "takes",
    "generation",
    "socket",
    "connector",
    "recording",
)
"""Texts of datasheets by which parts are filtered: interface, size and shape, generation."""
NAMED = {"link": "Interface", "sas_link": "SAS interface", "takes": "Drive interface"}
"""What these are called, where their keys don't say it to people."""
MOST_FILTERS = 3
AT_ONCE = 6
"""Parts that are tried at once: each is a plan of its own."""
Key = Callable[[str], float]


def kinds(results: Results, path: str) -> tuple[str, ...]:
    """Give the kinds of part that may stand at a path: in a list, such as stands there now."""
    at, _, name = path.rpartition(".")
    if isinstance(attribute(results.plan.scenario, at.split(".")), tuple):
        piece = attribute(results.plan.scenario, path.split("."))
        return (results.plan.catalog.part(piece.part).kind,) if piece.part else ()
    return KINDS.get(name.removeprefix("further_"), ())


@st.dialog(texts.ANOTHER_PART_FROM_CATALOG, width="large", on_dismiss=dialogs.close)
def choose(path: str) -> None:
    """Let the user filter the parts for a place, see what each would do, and take one."""
    results = session.current()
    catalog = results.plan.catalog
    piece = attribute(results.plan.scenario, path.split("."))
    here = piece.part or ""
    if work().problems:
        st.warning(texts.FIX_OR_UNDO_ERRORS)
        return
    display.draw("".join(_now(results, path, here, piece.name)))
    keys = [key for key in catalog.keys_of_kind(*kinds(results, path)) if key != here]
    found = in_order(catalog, filtered(catalog, keys, path), here, path)
    count = st.session_state.setdefault(f"shown {path}", AT_ONCE)
    st.caption(f"{len(found)} of {len(keys)} parts")
    for key in found[:count]:
        _row(results, path, key)
    if len(found) > count:
        st.button(
            f"Show more of {len(found)}", key=f"more parts {path}", on_click=_more, args=(path,)
        )


def _more(path: str) -> None:
    st.session_state[f"shown {path}"] += AT_ONCE


def filtered(catalog: Catalog, keys: list[str], path: str) -> list[str]:
    """Draw the filters, and give the parts that pass."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        words = st.text_input(
            "Search",
            key=f"search {path}",
            placeholder="model, number or size",
            icon=":material/search:",
            width=230,
        )
        named = set(catalog.named_like(words)) if words.strip() else set(keys)
        keys = [key for key in keys if key in named]
        vendors = sorted({catalog.part(key).vendor for key in keys}, key=str.casefold)
        keys = _chosen("Vendor", vendors, keys, path, lambda key: catalog.part(key).vendor)
        for name in _useful(catalog, keys):
            values = sorted({_text(catalog, name, key) for key in keys} - {""})
            keys = _chosen(
                NAMED.get(name) or label(name),
                values,
                keys,
                path,
                partial(_text, catalog, name),
            )
        keys = _large(catalog, keys, path)
        if st.toggle("Only with a known price", key=f"priced {path}"):
            keys = [key for key in keys if catalog.prices(key)]
    return keys


def _useful(catalog: Catalog, keys: list[str]) -> list[str]:
    """Name the texts that part the parts."""
    found = [name for name in TEXTS if len({_text(catalog, name, key) for key in keys} - {""}) > 1]
    return found[:MOST_FILTERS]


def _text(catalog: Catalog, name: str, key: str) -> str:
    return recording(catalog, key) if name == "recording" else _text_of(catalog, name, key)


def _text_of(catalog: Catalog, name: str, key: str) -> str:
    return str(getattr(catalog.part(key), name, None) or "")


def recording(catalog: Catalog, key: str) -> str:
    """Name how a disk records; empty where nobody says it."""
    return recording_of(_text_of(catalog, "recording", key))


def _chosen(
    title: str, values: list[str], keys: list[str], path: str, of: Callable[[str], str]
) -> list[str]:
    """Draw one filter, and give the parts that have the chosen value, or all."""
    wanted = st.selectbox(
        title, values, None, key=f"{title} of {path}", placeholder="any", width=150
    )
    return keys if wanted is None else [key for key in keys if of(key) == wanted]


def _large(catalog: Catalog, keys: list[str], path: str) -> list[str]:
    """Draw what a part must be at least as large as."""
    sizes = {key: brief.size(catalog, key) for key in keys}
    known = sorted({one.value for one in sizes.values() if one.value is not None})
    if len(known) < 2:
        return keys
    one = next(iter(sizes.values()))
    unit, name = one.unit or "1", one.name.replace("_", " ")
    least = st.selectbox(
        f"{name.capitalize()}, at least",
        known,
        None,
        format_func=lambda value: show(value, unit),
        key=f"size of {path}",
        placeholder="any",
        width=150,
    )
    if least is None:
        return keys
    return [key for key in keys if (sizes[key].value or 0.0) >= least]


def in_order(catalog: Catalog, keys: list[str], here: str, path: str) -> list[str]:
    """Draw in which order parts are shown, and give them in it."""
    orders = _orders(catalog, here)
    chosen = st.segmented_control(
        "Sort by", list(orders), default=next(iter(orders)), required=True, key=f"order {path}"
    )
    return sorted(keys, key=orders[chosen])


def _orders(catalog: Catalog, here: str) -> dict[str, Key]:
    own = brief.size(catalog, here).value if here else None

    def size(key: str) -> float:
        return brief.size(catalog, key).value or 0.0

    return {
        **({"closest size": lambda key: abs(size(key) - own)} if own else {}),
        "largest": lambda key: -size(key),
        "fastest": lambda key: -(brief.rate(catalog, key).value or 0.0),
        "newest": lambda key: -(catalog.part(key).released or 0),
    }


def tried(results: Results, path: str, key: str) -> Swap:
    """Say what a part would do, worked out once a plan."""
    found: Swap = session.once_a_plan(
        f"swap of {path} for {key}", lambda: swapped(results, path, key)
    )
    return found


def _row(results: Results, path: str, key: str) -> None:
    """Draw a part: its figures, its price, what it would do, and the way to take it."""
    catalog, found = results.plan.catalog, tried(results, path, key)
    with st.container(border=True, gap="small"):
        left, right = st.columns((5, 1), vertical_alignment="center", gap="small")
        with left:
            display.draw("".join(_description(catalog, key, found)))
        with right:
            if st.button(
                "Use this part",
                key=f"take {path} {key}",
                type="primary" if found.fits else "secondary",
            ):
                session.edit(f"{path}.part", key)
                dialogs.close()
                st.rerun()
            is_open = st.toggle("Datasheet", key=f"sheet {path} {key}")
        if is_open:
            sheet(results, key)


def _now(results: Results, path: str, here: str, name: str) -> Iterator[str]:
    """Say what stands there now, as it is said of the others."""
    line = line_at(results, path)
    now = display.span("Current:", "faint")
    if not here:
        yield f'{now} <b class="name">{display.span(name)}</b>'
        return
    found = Swap(
        here,
        price=None if line is None else price_of(results, line),
        inside=inside(results, line),
    )
    title, details = islice(_description(results.plan.catalog, here, found), 2)
    yield f"{now} {title}{details}"


def _description(catalog: Catalog, key: str, found: Swap) -> Iterator[str]:
    part = catalog.part(key)
    year = f", {part.released}" if part.released else ""
    yield f'<b class="name">{display.span(catalog.names(key))}</b> {display.span(key, "faint")}'
    details = ", ".join(
        filter(
            None,
            (
                ", ".join(map(str, display.figures(catalog, key))) + year,
                display.price(found.price, found.inside),
            ),
        )
    )
    yield f"<div>{display.span(details)}</div>"
    for turn in found.turns:
        yield display.lines([str(turn)], turn.tone)
    yield display.chips(found.effects)


def sheet(results: Results, key: str) -> None:
    """Draw the datasheet of a part: each figure with its source, and its prices."""
    catalog = results.plan.catalog
    elements.draw(results, datasheet(catalog, key))
    prices = observed_prices(catalog, key)
    if prices.rows:
        elements.draw(results, prices)
    else:
        st.caption(texts.NO_PUBLIC_PRICE)
    if notes := catalog.part(key).notes:
        st.caption(escaped(notes))
