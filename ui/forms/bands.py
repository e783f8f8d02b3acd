"""How far figures may be off, in a form: which figure, between what, and what moves with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from model.answers.results import Results
from model.answers.views.certainty_tables import name_of
from model.design.bands import FORMS, Band, Bands
from model.errors import Problem
from model.reading.documents import scalar
from model.units.figures import write
from model.units.words import label
from ui.base.elements import escaped, icon_only, meant
from ui.base.examples import example, is_share
from ui.base.work import work
from ui.forms import texts
from ui.forms.boxes import box, complain, fields_of, is_refused, refuse
from ui.state import session

WAYS = dict(zip(texts.BAND_WAYS, FORMS, strict=True))
"""How a band is entered, and the fields of the schema that each way asks for."""
VALUES = "values"
BANDS = "bands"
"""The section, and the key of the form."""
APART = ";"
"""What stands between figures that were seen."""


def draw(results: Results) -> None:
    """Draw what has a band, and the form of another."""
    ranges = _ranges(results)
    names = named(results)
    with st.container(horizontal=True, gap="large"):
        for flag, words in texts.BAND_FLAGS.items():
            _flag(ranges, flag, words)
    figures = [path for path in ranges if path not in texts.BAND_FLAGS]
    with st.expander(
        texts.BANDS.format(len(figures)),
        expanded=is_refused(BANDS),
        icon=":material/swap_horiz:",
        key=f"bands of single figures in {work().choice}",
    ):
        for path in figures:
            _row(ranges, path, names)
        keys = _form(results, ranges, names)
        labels = {key: label(key) for key in Band.model_fields}
        complain(BANDS, labels, otherwise=texts.RANGE, keys=keys)


def _ranges(results: Results) -> dict[str, Any]:
    """Give the bands as the scenario has them."""
    return dict(results.plan.scenario.data.get("bands") or {})


def _flag(said: Mapping[str, Any], flag: str, words: str) -> None:
    key, held = f"{flag} have bands in {work().choice}", bool(said.get(flag, True))
    if st.session_state.get(key, held) != held:
        st.session_state[key] = held
    st.toggle(
        words,
        held,
        key=key,
        help="\n\n".join(filter(None, (Bands.field_docs()[flag], meant(words)))),
        on_change=lambda: _take({**said, flag: st.session_state[key]}),
    )


def named(results: Results) -> dict[str, str]:
    """Name each figure that may have a band, by its path; alike names say the path, too."""
    known = session.reader(results).addresses
    names = {path: name_of(results, at) for path, at in known.items() if at in results.values}
    often = Counter(names.values())
    return {path: f"{said}: {path}" if often[said] > 1 else said for path, said in names.items()}


def _row(said: Mapping[str, Any], path: str, names: Mapping[str, str]) -> None:
    """Draw a band in a line, with the ways to change it and to take it out."""
    band = said[path]
    words = ", ".join(f"{label(key).lower()} {_text(band[key])}" for key in band)
    key = f"{path} in {work().choice}"
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        name = names.get(path, path)
        st.markdown(f"**{escaped(name)}** {escaped(words)}", width="stretch")
        with icon_only(f"change {key}"):
            st.button(
                texts.CHANGE_OF.format(escaped(name)),
                key=f"change the band of {key}",
                icon=":material/edit:",
                help=texts.CHANGE_OF.format(escaped(name)),
                on_click=_choose,
                args=(path,),
            )
        with icon_only(f"remove {key}"):
            st.button(
                texts.REMOVE_OF.format(escaped(name)),
                key=f"no band of {key}",
                icon=":material/delete:",
                help=texts.REMOVE_OF.format(escaped(name)),
                on_click=lambda: _take({one: said[one] for one in said if one != path}),
            )


def _chooser() -> str:
    return f"figure with a band in {work().choice}"


def _choose(path: str) -> None:
    st.session_state[_chooser()] = path


def _form(results: Results, said: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, str]:
    """Draw the form of a range of a figure that is chosen by name; give the keys of its boxes."""
    st.markdown(texts.ADD_BAND)
    if st.session_state.get(_chooser()) not in names:
        st.session_state[_chooser()] = None  # it went, as a tier does
    path = st.selectbox(
        texts.OF_WHAT,
        list(names),
        None,
        format_func=names.__getitem__,
        key=_chooser(),
        placeholder=texts.one_of(len(names)),
    )
    if path is None:
        return {}
    band: dict[str, Any] = said.get(path) or {}
    at = f"band of {path} in {work().choice}"
    before = next((way for way, form in WAYS.items() if set(form) <= set(band)), next(iter(WAYS)))
    way = st.segmented_control(
        texts.ENTERED_AS, list(WAYS), default=before, required=True, key=f"{at} by"
    )
    planned = _figure(results, path)
    keys: dict[str, str] = {}
    fields = fields_of(Band, Band.model_fields, results.plan.scenario.economics.currency)
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        for key in WAYS[way]:
            first = _text(band.get(key, planned if key in ("likely", "median") else ""))
            keys[key] = f"{at} {key}"
            like = texts.BAND_EXAMPLES.get(key, planned or _like(results, path))
            box(fields[key], keys[key], first, example=f"e.g. {like}", width=200)
        groups = sorted(
            {one["group"] for one in said.values() if isinstance(one, dict) and "group" in one}
        )
        keys["group"] = f"{at} group"
        st.selectbox(
            texts.GROUP,
            groups,
            groups.index(band["group"]) if "group" in band else None,
            key=keys["group"],
            accept_new_options=True,
            placeholder=texts.GROUP_LIKE,
            help=texts.OF_GROUP,
            width=220,
        )
        keys["because"] = f"{at} because"
        box(replace(fields["because"], label=texts.WHY), keys["because"], band.get("because", ""))
    st.button(
        texts.APPLY,
        type="primary",
        key=f"take {at}",
        on_click=_enter,
        args=(said, path, keys),
    )
    return keys


def _figure(results: Results, path: str) -> str:
    """Write a figure as a scenario does."""
    reader = session.reader(results)
    address = reader.addresses[path]
    value, unit = results[address], results.item(*address).unit
    if value is None:
        return ""
    if is_share(reader.limits(path)):
        return f"{100 * value:.10g} %"
    currency = results.plan.scenario.economics.currency
    return f"{value:.10g}" if unit == "1" else write(value, unit, currency=currency)


def _like(results: Results, path: str) -> str:
    """Give an example of a figure that is unknown."""
    limits = session.reader(results).limits(path)
    return example(limits, results.plan.scenario.economics.currency)


def _text(said: Any) -> str:
    return f"{APART} ".join(map(str, said)) if isinstance(said, list | tuple) else str(said)


def _enter(said: Mapping[str, Any], path: str, keys: Mapping[str, str]) -> None:
    """Take over what was entered of a band; what stands in no box of the form is kept."""
    band: dict[str, Any] = {}
    if "source" in (old := said.get(path) or {}):
        band["source"] = old["source"]
    for key, place in keys.items():
        text = str(st.session_state[place] or "").strip()
        if text:
            band[key] = _read(key, text)
    _take({**said, path: band}, path)


def _read(key: str, text: str) -> Any:
    """Read what stands in a box: a number, a figure with its unit, several of them, or words."""
    if key == VALUES:
        return [scalar(one.strip()) for one in text.split(APART) if one.strip()]
    return text if key in ("group", "because") else scalar(text)


def _take(said: dict[str, Any], path: str = "") -> None:
    """Plan with these bands, or keep what is wrong with them."""
    told = {key: value for key, value in said.items() if value is not True}
    problems: Sequence[Problem] = session.band(told or None)
    refuse(BANDS, [replace(one, field=one.field.removeprefix(f"bands.{path}")) for one in problems])
    if path and not problems:
        st.session_state[_chooser()] = None
