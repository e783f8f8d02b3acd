"""Where a number comes from: a drawer that any number on a page opens, down to the datasheet."""

from __future__ import annotations

from html import escape as as_html

import streamlit as st

from model.answers.derivations import called, opened, waits
from model.answers.explain import Explanation
from model.answers.results import Results
from model.parts.price_layers import files_called
from model.version import version
from report.web.html import door
from ui.base.elements import Cell, escaped, table
from ui.frame.downloads import without_quotes
from ui.state import session

HERE = "why"
"""The part of an address that names a number, whose derivation is opened at once."""
ASKED, WAY, WHOLE = "asked number", "way to the number", "whole derivation"
"""What the session holds: the number that is asked for, those before it, whether all is drawn."""
MOST_ROWS, DEEPEST, MOST_STEPS = 400, 12, 5
# One listener for all numbers of the page: they are buttons, so a keyboard reaches them, too.
_DOOR = st.components.v2.component(
    "ostimate_door",
    js="""
export default function ({ setTriggerValue }) {
  const open = (event) => {
    const door = event.target.closest?.("[data-why], a[href^='#why=']");
    if (!door) return;
    const inside = door.closest("[role=dialog]") ? "inside" : "";
    const number = door.dataset.why ?? decodeURIComponent(door.hash.slice("#why=".length));
    if (!door.dataset.why) event.preventDefault();
    setTriggerValue("asked", number + "\\n" + inside);
  };
  // A button's click follows the release of Space: the drawer would not take the focus then.
  // The numbers of a picture are one stop of Tab; arrows go from one to the next.
  const beside = { ArrowRight: "nextElementSibling", ArrowLeft: "previousElementSibling" };
  const press = (event) => {
    const number = beside[event.key] && event.target.closest?.(".over > .door");
    if (number) {
      event.preventDefault();
      number[beside[event.key]]?.focus();
    }
    if (event.key !== " " || !event.target.closest?.("[data-why]")) return;
    event.preventDefault();
    if (!event.repeat) open(event);
  };
  document.addEventListener("click", open);
  document.addEventListener("keydown", press);
  document.documentElement.dataset.doors = "open";
  return () => {
    document.removeEventListener("click", open);
    document.removeEventListener("keydown", press);
  };
}
""",
)


def listen() -> None:
    """Let the numbers of the page be clicked; open the drawer of the one that was."""
    _DOOR(key="door", on_asked_change=_ask)
    state = st.session_state
    if HERE in st.query_params:
        state[ASKED], state[WAY] = st.query_params[HERE], []
        del st.query_params[HERE]
    if asked := state.pop(ASKED, None):
        _open(session.current(), asked)


def _ask() -> None:
    """Note the number that was clicked, and from where one came to it."""
    state = st.session_state
    number, _, inside = str(state["door"].get("asked") or "").partition("\n")
    way: list[str] = state.get(WAY, []) if inside else []
    way = way[: way.index(number)] if number in way else way
    state[ASKED], state[WAY], state[WHOLE] = number, [*way, number], False


def _open(results: Results, asked: str) -> None:
    try:
        opened(results, asked)
    except LookupError as error:
        st.toast(escaped(str(error)), icon=":material/search_off:")
        return
    _drawer(results, asked)


@st.dialog("Derivation", width="medium", position="right")
def _drawer(results: Results, asked: str) -> None:
    """Draw the number, its formula with the numbers put in, and what these are."""
    node = opened(results, asked)
    _way(results)
    st.html(
        f'<div class="ost drawer"><span class="label">{as_html(node.label)}</span>'
        f"<strong>{as_html(node.shown)}</strong><p>{as_html(node.item.title.rstrip('.'))}.</p></div>"
    )
    if node.value is None:
        waiting = escaped(", ".join(waits(results, node)))
        st.warning(f"Unknown because of missing values: {waiting}.")
    made = node.meant
    if made.term is not None:
        st.code(f"{made.item.label}\n= {made.formula}\n= {made.substituted}", None, wrap_lines=True)
    elif made.operands:
        st.markdown("A sum, minimum or procedure over the values below.")
    _operands(made)
    st.markdown(f"**Source:** {escaped(made.source or 'a definition of the model')}")
    if node.operands:
        whole = st.toggle("Full derivation, down to the sources", key=WHOLE)
        if whole:
            _derivation(node)
    if made.latex:
        with st.expander("As an equation"):
            st.latex(made.latex)
    st.caption("Citation")
    st.code(_citation(results, asked), None, wrap_lines=True)
    if made.address in results.values:
        st.caption(f"Name in commands and JSON: `{made.address[1]}`")


def _way(results: Results) -> None:
    """Draw the numbers from which one came here, to climb back."""
    way = st.session_state.get(WAY, [])[:-1][-MOST_STEPS:]
    known = {one: name for one in way if (name := called(results, one))}
    if known:
        steps = (door(one, f"← {name}") for one, name in known.items())
        st.html(f'<div class="ost way">{" ".join(steps)}</div>')


def _operands(node: Explanation) -> None:
    """Draw what it is computed from; what only hands a number on is passed over."""
    if not node.operands:
        return
    rows = []
    for operand in {one.address: one for one in node.operands}.values():
        meant = operand.meant
        source = meant.source if meant.provenance is not None else ""
        rows.append(
            (
                Cell(meant.label, "", meant.item.title),
                Cell(meant.shown, "strong", door=".".join(meant.address)),
                Cell(source, "faint"),
            )
        )
    table(("Computed from", "Value", "Source"), "lrl", rows)


def _derivation(node: Explanation) -> None:
    """Draw the whole derivation, indented."""
    rows = []
    for depth, step, repeated in node.walk():
        source = "shown above" if repeated else step.source
        indented = Cell(step.label, indent=min(depth, DEEPEST))
        written = Cell("" if repeated else step.formula)
        rows.append(
            (indented, Cell(step.shown, door=".".join(step.address) * bool(depth)), written, source)
        )
    table(("Number", "Value", "Formula", "Source"), "lrll", rows[:MOST_ROWS])
    if len(rows) > MOST_ROWS:
        st.caption(f"First {MOST_ROWS} of {len(rows)} lines. Open a number to see the rest.")


def _citation(results: Results, asked: str) -> str:
    """Write what a paper or a mail says of the number: nothing of a quote, for it is sent on."""
    found = opened(without_quotes(results), asked)
    label, node = found.label, found.meant
    if found.value is None and opened(results, asked).value is not None:
        return f"{label}: confidential, because it depends on {files_called('or')}."
    formula = f" = {node.substituted}" if node.term is not None else ""
    source = f" Source: {node.source}." if node.source else ""
    when = f", prices in {node.currency}" if node.item.unit.startswith("currency") else ""
    scenario = results.plan.scenario.name
    return f"{label}: {node.shown}{formula}.{source} Ostimate {version()}, {scenario}{when}."
