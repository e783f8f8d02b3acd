"""How any number comes about: its formula, the numbers put in, and so on down to the datasheet."""

from __future__ import annotations

import streamlit as st

from model.answers.explain import Explanation, explain, find
from model.answers.results import Results
from model.engine.tree import Address
from ui import session
from ui.elements import Cell, escaped, table
from ui.walk import HERE, go, select, trail

DEFAULT = ("site", "usable_capacity")
MOST_ROWS = 400
DEEPEST = 12


def asked(results: Results) -> Address:
    """Give the number that the address asks for."""
    text = st.query_params.get(HERE, "")
    path, _, name = text.rpartition(".")
    if (path, name) in results.values:
        return path, name
    if text:
        try:
            return find(results, text)[0]
        except LookupError:
            st.warning(f"This plan has no {escaped(text)}; here is its usable capacity.")
    return DEFAULT


def formula(node: Explanation) -> None:
    """Draw the formula: as a paper writes it, in words, with the numbers put in."""
    if node.term is None and not node.operands:
        st.info("An input: nothing computes it.", icon=":material/input:")
        return
    if node.latex:
        st.latex(node.latex)
        st.code(f"{node.item.name} = {node.formula}", language=None, wrap_lines=True)
        st.code(f"{node.shown} = {node.substituted}", language=None, wrap_lines=True)
    else:
        st.markdown("A sum, a least, or a procedure over what is listed below.")


def operands(node: Explanation) -> None:
    """Draw what it is computed from; each can be opened."""
    if not node.operands:
        return
    st.subheader("Computed from")
    for n, operand in enumerate({one.address: one for one in node.operands}.values()):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.button(
                operand.label,
                key=f"operand {n}",
                icon=":material/south_east:",
                on_click=go,
                args=(operand.address,),
            )
            st.markdown(
                f"**{escaped(operand.shown)}** — {escaped(operand.item.title)} "
                f":gray[{escaped(operand.source)}]"
            )


def derivation(node: Explanation) -> None:
    """Draw the whole derivation, indented."""
    with st.expander("The whole derivation, down to the sources"):
        rows = []
        for depth, step, repeated in node.walk():
            source = "see above" if repeated else step.source
            rows.append(
                (
                    Cell(step.label, indent=min(depth, DEEPEST)),
                    step.shown,
                    Cell(step.formula if not repeated else ""),
                    source,
                )
            )
        table(("Number", "Value", "Formula", "Source"), "lrll", rows[:MOST_ROWS])
        if len(rows) > MOST_ROWS:
            st.caption(
                f"The first {MOST_ROWS} of {len(rows)} lines; open an operand to see the rest."
            )


def draw(results: Results) -> None:
    """Draw the page."""
    st.title("Why?")
    address = asked(results)
    select(results, address)
    trail(results, address)
    node = explain(results, *address)
    st.metric(node.label, node.shown, help=escaped(node.item.title))
    st.markdown(escaped(node.item.title.rstrip(".")) + ".")
    formula(node)
    st.markdown(f"**Source:** {escaped(node.source or 'none')}")
    if node.value is None:
        waits = {results.item(*at).label for at in results.waits_for(*address)}
        st.warning(f"Unknown, because these are: {escaped(', '.join(sorted(waits)))}.")
    operands(node)
    derivation(node)


draw(session.current())
