"""All figures that a scenario may state below some paths: chosen by name, then changed.

A section that the scenario lacks is chosen as well, and added with all its figures at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import streamlit as st

from model.answers.results import Results
from model.engine.quantity import Input, Quantity
from model.errors import InputError
from model.units.figures import show
from ui.base.elements import escaped, folded
from ui.base.examples import example
from ui.base.fields import Field, Kind, Reader, Value
from ui.base.messages import text_with_labels
from ui.base.work import work
from ui.forms import form, lists, optional_sections, text_fields, texts
from ui.forms.form import Form
from ui.forms.inputs import AMONG_ALL, PLACE, SECTION, grid, inputs
from ui.forms.optional_sections import Section
from ui.forms.rows import fill_in
from ui.state import origins, session

PAGES = {
    "growth": ("demand", "migration"),
    "caches": ("latencies",),
    "files": ("files", "clients"),
    "checkpoint": ("machine", "training", "checkpoint"),
    "racks": ("site", "today"),
    "cost": ("economics", "common", "projections"),
    "shared": ("fabric", "cords", "common", "services", "existing", "excluded"),
    "availability": ("availability",),
    "plan": ("name", "title", "about", "version", "author", "date"),
    "objective": ("objective",),
}
"""Whose figures a page offers; those of a tier stand on the pages on which one is chosen."""
APART = str.maketrans("_.:,", "    ")
"""What parts words of a path or a label."""
MOST_FOUND = 12
"""Fields that a search draws at once."""
ROUNDED = ("byte", "byte/s", "second")
"""Units in which computed figures are scaled, as 11.92 TB in place of 11920000000000 B."""
ROOM = ("rack_units", "rack_depth", "rack_power", "rack_load", "feeds", "floor_load")
"""Figures of the room that stand above the others."""


def of_page(results: Results, page: str) -> None:
    """Offer the figures that belong to a page."""
    offer(results, texts.ALL_FIGURES, *PAGES[page])


def each_of_page(results: Results, page: str) -> None:
    """Draw a widget for each figure that belongs to a page."""
    reader = session.reader(results)
    grid([as_stated(reader, path) for path in named(reader, *PAGES[page])], PLACE)


def these(results: Results, paths: Iterable[str]) -> None:
    """Draw a widget for each of these figures."""
    reader = session.reader(results)
    grid([as_stated(reader, path) for path in paths], PLACE)


def all_of(results: Results, prefix: str, first: Iterable[str]) -> None:
    """Draw a widget for each figure below a path: some at once, the others folded."""
    reader = session.reader(results)
    below = list(named(reader, prefix))
    at_once = [path for one in first if (path := f"{prefix}.{one}") in below]
    grid([as_stated(reader, path) for path in at_once], PLACE)
    rest = [path for path in below if path not in at_once]
    if not rest:
        return
    title = texts.MORE_FIGURES.format(len(rest), "s" * (len(rest) != 1))
    if room := folded(title, f"all below {prefix}", icon=":material/tune:"):
        with room:
            grid([as_stated(reader, path) for path in rest], PLACE)


def named(reader: Reader, *prefixes: str) -> dict[str, str]:
    """Give all that may be stated at some paths, each with its label and what it is of."""
    return {path: full for path, (full, _) in with_labels(reader, *prefixes).items()}


def with_labels(reader: Reader, *prefixes: str) -> dict[str, tuple[str, str]]:
    """Give all that may be stated at some paths, each with what it is of, and its bare label."""
    under = reader.under(*prefixes)
    found = {path: (full, reader.item(path).label) for path, full in under.items()}
    for path, field in text_fields.below(reader.scenario, *prefixes).items():
        found[path] = reader.called(path, field.label), field.label
    return found


def offer(results: Results, title: str, *prefixes: str) -> None:
    """Draw a search of the figures below some paths, and a chooser of sections that aren't there.

    They are below a line that opens them, open at once where a section was added by edits.
    """
    added = _added(*prefixes)
    key = f"figures below {prefixes[0]}"
    room = folded(escaped(title), key, icon=":material/list:", expanded=bool(added))
    if room is None:
        return
    reader = session.reader(results)
    offered = with_labels(reader, *prefixes)
    absent = optional_sections.absent(reader.scenario, *prefixes)
    lacking = {one.path: one for one in absent if one.can_begin}
    where = f"{work().choice} {prefixes[0]}"
    filled = lists.lists(reader.scenario, *prefixes)
    with room:
        if offered:
            _search(reader, offered, where)
        if lacking:
            _section(results, lacking, f"section of {where}")
        if filled:
            names = {path: lists.called(path) for path in filled}
            path = _chosen(texts.ADD_LIST, names, f"list of {where}")
            if path is not None:
                fill_in(results, filled[path])
        for one in added:
            _removal(one)


def groups(offered: Mapping[str, tuple[str, str]]) -> dict[str, list[str]]:
    """Give the paths of figures by what they are of, as people call it."""
    found: dict[str, list[str]] = {}
    for path, (full, label) in offered.items():
        found.setdefault(full.removesuffix(label).rstrip(": ") or texts.ITSELF, []).append(path)
    return found


def matching(reader: Reader, offered: Mapping[str, tuple[str, str]], words: str) -> list[str]:
    """Give the paths of the figures whose names have all words, or else their descriptions.

    A path by itself gives that figure alone.
    """
    if words in offered:
        return [words]
    sought = words.casefold().translate(APART).split()
    names = {
        path: f"{full} {path}".casefold().translate(APART) for path, (full, _) in offered.items()
    }
    found = [path for path, name in names.items() if all(word in name for word in sought)]
    if found or not sought:
        return found
    more = {path: f"{names[path]} {_about(reader, path)}".casefold() for path in offered}
    return [path for path, name in more.items() if all(word in name for word in sought)]


def _about(reader: Reader, path: str) -> str:
    if path not in reader.addresses:
        field = text_fields.at(reader.scenario, path)
        return field.note if field else ""
    return f"{reader.item(path).title} {reader.doc(path)}"


def _search(reader: Reader, offered: Mapping[str, tuple[str, str]], where: str) -> None:
    """Draw the search of a figure and the choice of a group, and the widgets of what is found."""
    by_group = groups(offered)
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        words = st.text_input(
            texts.FIND_FIGURE,
            key=f"figure of {where}",
            icon=":material/search:",
            placeholder=texts.SEARCH_AMONG.format(len(offered)),
        ).strip()
        group = None
        if len(by_group) > 1:
            group = st.selectbox(
                texts.GROUP_OF_FIELDS,
                list(by_group),
                None,
                key=f"group of {where}",
                placeholder=texts.one_of(len(by_group)),
            )
    if not words and group is None:
        return
    found = matching(reader, offered, words)
    if group is not None:
        found = [path for path in found if path in by_group[group]]
    if not found:
        st.info(texts.NO_SUCH_FIELD, icon=":material/search_off:")
    elif len(found) == 1 and words:
        _figure(reader, found[0])
    elif group is not None:
        grid([as_stated(reader, path) for path in found], SECTION)
        stated = sum(reader.iswritten(path) for path in found)
        st.caption(escaped(texts.VALUES_ENTERED.format(stated=stated, count=len(found))))
    else:
        _found(reader, by_group, found)


def _found(reader: Reader, by_group: Mapping[str, list[str]], found: list[str]) -> None:
    """Draw the first of what was found, by group."""
    first = found[:MOST_FOUND]
    for name, paths in by_group.items():
        if inside := [path for path in paths if path in first]:
            st.markdown(f"**{escaped(name)}**")
            grid([as_stated(reader, path) for path in inside], AMONG_ALL)
    if len(found) > len(first):
        st.caption(texts.MORE_FOUND.format(len(first), len(found)))


def _added(*prefixes: str) -> list[Section]:
    """Give the sections at some paths that edits alone have made."""
    base, within = session.base(), tuple(f"{prefix}." for prefix in prefixes)
    edited = {
        path
        for path in session.edits()
        if f"{path}.".startswith(within) and base.written_at(path.rpartition(".")[0]) is None
    }
    if not edited:
        return []
    came = optional_sections.absent(base, *prefixes)
    return [one for one in came if not edited.isdisjoint(one.paths)]


def _figure(reader: Reader, path: str) -> None:
    """Draw the widget of a figure, and what it is; or why it can't be stated."""
    if path not in reader.addresses:
        inputs([as_stated(reader, path)], AMONG_ALL)
        return
    is_new = not reader.iswritten(path) and path not in session.edits()
    samples = [{path: sample} for sample in reader.samples(path)]
    refused = why_not(reader, samples) if is_new else ""
    if refused not in ("", texts.UNUSED):  # another figure, entered beside it, may mend that
        message = texts.REFUSED.format(refused)
        st.info(escaped(message), icon=":material/block:")
    inputs([as_stated(reader, path)], AMONG_ALL)
    lines = [f"{path}: {reader.doc(path)}", *([refused] if refused == texts.UNUSED else [])]
    st.caption(escaped(" ".join(lines)))


def _chosen(title: str, names: Mapping[str, str], key: str) -> str | None:
    return st.selectbox(
        title,
        list(names),
        None,
        names.__getitem__,
        key=key,
        placeholder=texts.one_of(len(names)),
    )


def why_not(reader: Reader, trials: Iterable[Mapping[str, Value]]) -> str:
    """Say why none of some made-up figures can be stated; nothing if one can, or if it depends.

    A complaint that is the same whatever the figure isn't about the figure. Where something else
    is wrong, what is tried may be what it waits for.
    """
    if work().problems:
        return ""
    tried = list(trials)
    return str(session.once_a_plan(f"trial of {tried}", lambda: _tried(reader, tried)))


def _tried(reader: Reader, trials: Iterable[Mapping[str, Value]]) -> str:
    complaints = set()
    for figures in trials:
        try:
            results = origins.planned(reader.scenario, figures)
        except InputError as error:
            complaints.add(text_with_labels(reader, error.problems[0].what))
        else:
            fields = results.plan.fields.items()
            is_asked = any(path in figures and at in results.values for at, path in fields)
            return "" if is_asked else texts.UNUSED
    return complaints.pop() if len(complaints) == 1 else ""


def _section(results: Results, lacking: Mapping[str, Section], key: str) -> None:
    """Draw the chooser of a section that isn't there, and the form of the chosen one."""
    path = _chosen(texts.ADD_SECTION, {path: one.name for path, one in lacking.items()}, key)
    if path is None:
        return
    section = lacking[path]
    st.caption(escaped(f"{path}: {section.about}"))
    refused = why_not(session.reader(results), section.trials)
    if refused == texts.UNUSED:
        st.caption(texts.UNUSED)
    elif refused:
        st.info(escaped(texts.CANT_BE_ADDED.format(refused)), icon=":material/block:")
        return
    fields = {field.path: field for field in section.fields()}
    labels = {path: field.label for path, field in fields.items()}
    required = {
        path: texts.REQUIRED.format(labels[path]) for path in section.needed & labels.keys()
    }
    form.draw(
        results,
        Form(
            "",
            texts.ADD,
            [(path, field.example) for path, field in fields.items()],
            labels=labels | required,
            name=section.name,
            chooser=key,
        ),
    )


def _removal(section: Section) -> None:
    """Offer to take a section back that was added by hand."""
    st.button(
        texts.REMOVE_IT.format(section.name),
        key=f"removal of {work().choice} {section.path}",
        icon=":material/undo:",
        on_click=session.remove,
        args=([path for path in section.paths if path in session.edits()],),
    )


def as_stated(reader: Reader, path: str) -> Field:
    """Give a field as the scenario came: empty where the catalog or a default counts.

    An edit of such a figure is a text, so that it can be emptied again.
    """
    if found := text_fields.at(reader.scenario, path):
        return found
    field = reader.of(path)
    if session.base().written_at(path) is not None:
        return field
    kind: Kind = "whole" if field.kind in ("count", "whole") else "figure"
    like = otherwise(reader, field)
    return replace(field, kind=kind, value=None, example=like, is_stated=False)


def otherwise(reader: Reader, field: Field) -> str:
    """Say what counts where the scenario says nothing."""
    item = reader.item(field.path)
    if field.value is None or field.is_stated:
        like = example(reader.limits(field.path), reader.currency)
        return field.example or texts.WRITTEN_LIKE.format(like)
    known = reader.results.plan.provenance.get(field.address)
    usual = "default" if isinstance(item, Input) else "computed"
    text = f"{100 * field.value:.10g} %" if isinstance(field.value, float) else f"{field.value}"
    if isinstance(item, Quantity) and item.unit in ROUNDED:
        text = show(reader.results.values.get(field.address), item.unit)
    return f"{text} ({known.status if known else usual})"
