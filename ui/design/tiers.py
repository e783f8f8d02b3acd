"""The tiers of the design: chosen, added, copied, renamed, removed."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from model.answers.results import Results
from model.design import tier_edits
from model.errors import Problem
from model.units.figures import grouped
from report.web.html import door
from ui.base.elements import escaped, icon_only
from ui.base.work import work
from ui.design import compatibility, dialogs, display, texts
from ui.state import origins, session
from ui.state.shown_tier import offered, select_tier


def draw(results: Results) -> int:
    """Draw the selector of tiers, and what can be done with them; give the place of the chosen."""
    names = [tier.name for tier in results.plan.scenario.tiers]
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        name = select_tier(names)
        n = names.index(name)
        help_text = texts.RENAME_COPY_OR_REMOVE
        # Another key once a tier came or went: what is open would stay so, over the picture.
        key = f"tier menu {work().choice} {n} of {len(names)}"
        icon = ":material/edit:"
        with icon_only("tier"):
            menu = st.popover(help_text, icon=icon, help=help_text, key=key, on_change="rerun")
        if menu.open:
            with menu:
                _menu(results, n)
        st.button(
            "Add a tier",
            icon=":material/add:",
            key="add a tier",
            on_click=dialogs.opens,
            args=("tier",),
        )
    _refused()
    return n


def _menu(results: Results, n: int) -> None:
    name = results.plan.scenario.tiers[n].name
    key = f"{work().choice} {n} {name}"
    st.text_input("Name", name, key=f"tier name {key}", max_chars=40)
    _refused(compatibility.REFUSED_NAME)  # beside the box, which lies over the page
    st.button(
        "Rename",
        key=f"rename {key}",
        icon=":material/label:",
        on_click=lambda: rename(n, st.session_state[f"tier name {key}"].strip()),
        width="stretch",
    )
    st.button(
        "Copy",
        key=f"copy {key}",
        icon=":material/content_copy:",
        on_click=copy,
        args=(n,),
        width="stretch",
    )
    st.button(
        "Remove",
        key=f"remove {key}",
        icon=":material/delete:",
        on_click=remove,
        args=(n,),
        disabled=len(results.plan.scenario.tiers) == 1,
        width="stretch",
    )


def copy(n: int) -> None:
    """Put a copy of a tier behind it, and show that."""
    data = session.current().plan.scenario.data
    _take(tier_edits.copied(data, n), n + 1)


def remove(n: int) -> None:
    """Take a tier out."""
    data = session.current().plan.scenario.data
    _take(tier_edits.removed(data, n), max(n - 1, 0))


def rename(n: int, name: str) -> None:
    """Call a tier otherwise."""
    if name and name != session.current().plan.scenario.tiers[n].name:
        _take(
            tier_edits.renamed(session.current().plan.scenario.data, n, name),
            n,
            compatibility.REFUSED_NAME,
        )


def _take(
    sections: dict[str, object], shown: int, refused: str = compatibility.REFUSED
) -> tuple[Problem, ...]:
    """Make an edit of what tiers there are, and show one of them; or keep what is wrong with it."""
    problems = session.reshape(sections)
    st.session_state[refused] = [problem.what for problem in problems]
    if not problems:
        tiers = sections["tiers"]
        work().tier = tiers[shown]["name"]  # type: ignore[index]  # a list of tiers
    return problems


def _refused(key: str = compatibility.REFUSED) -> None:
    """Say why the last edit of tiers wasn't made."""
    lines: Iterable[str] = st.session_state.pop(key, [])
    if lines:
        st.error(
            "\n".join(f"- Not possible: {escaped(line)}" for line in lines),
            icon=":material/block:",
        )


@st.dialog("Add a tier", width="large", on_dismiss=dialogs.close)
def add() -> None:
    """Let the user put in a tier of this scenario, of a template or of a system."""
    here = session.current().plan.scenario
    sources = [work().choice, *offered()]
    titles = {one: origins.title(one) for one in sources}
    source = st.selectbox(
        "Copy from", sources, format_func=titles.__getitem__, key="source of a new tier"
    )
    scenario = here if source == work().choice else origins.origin(source).scenario
    names = [tier.name for tier in scenario.tiers]
    name = st.selectbox("Tier", names, key=f"new tier of {source}")
    like = scenario.data["tiers"][names.index(name)]
    called = st.text_input(
        "Name",
        tier_edits.free_name(here.data, name),
        key=f"name of a new tier like {source} {name}",
        max_chars=40,
    )
    st.caption(texts.COPY_IS_ADDED)
    if st.button("Add", type="primary", key="add this tier"):
        tiers = len(here.tiers)
        sections = tier_edits.with_tier(here.data, {**like, "name": called.strip()}, tiers)
        problems = _take(sections, tiers)
        if not problems:
            dialogs.close()
            st.rerun()
        _refused()


def heading(results: Results, n: int) -> str:
    """Say of how many targets a tier is, as HTML: its blocks and parts are counted beside them."""
    tier = results.plan.scenario.tiers[n]
    path = dict(results.tiers())[tier.name]
    count = results.values.get((path, "targets"))
    words = ""
    if count is not None:
        words = f"{door(f'{path}.targets', grouped(count))} target{'s' * (count != 1)}"
    counts = f'<div class="faint">{words}</div>'
    name = f'<b class="big">{display.span(tier.name)}</b>'
    return f"{name}{counts}{compatibility.of_part(results, path)}"
