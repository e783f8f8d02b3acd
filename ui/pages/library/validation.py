"""Every published figure beside the model's: what it is worth, how far off, and why."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import streamlit as st

from model.answers.validation import (
    EVIDENCE,
    JUDGED,
    KIND_NAMES,
    KINDS,
    Row,
    counts,
    headline,
    predicted_without_kin,
    reference_files,
)
from model.answers.views.validation_charts import (
    MOST,
    bound_bars,
    differing,
    error_dots,
    prediction_bars,
)
from model.units.brief import several
from report.systems import SYSTEMS, page
from ui.base import elements
from ui.base import page_texts as texts
from ui.base.elements import Cell, escaped, folded, table
from ui.results.published import compared, files
from ui.state import origins

ALL, MEASURED, CALCULATORS = "All systems", "Measured systems", "Other calculators"
# Scenarios that aren't offered for planning: the folder, and what they are chosen by.
FOLDERS = {"measured": MEASURED, "peers": CALCULATORS}
HEADS = ("Figure", "Kind", "Published", "Model", "Error", "Allowed", "")
PEERS = "scenarios/peers"
MEASURED_FOLDER = "measured"
APART = 12  # so many systems stand apart on the page


# The scenarios that an address opens, by the names of their systems.
opens: dict[str, str] = {}


def gathered() -> dict[str, list[Row]]:
    """Compare every scenario that has published figures; say what can't be compared."""
    found: dict[str, list[Row]] = {}
    for name, place, text in files():
        rows, wrong = compared(place, text)
        if wrong:
            st.error(escaped(f"{name} can't be compared: {wrong}"), icon=":material/error:")
        if rows:
            found[name] = list(rows)
            path = Path(place).with_suffix("")
            is_shipped = path.parts[0] == origins.FOLDER.name
            if is_shipped and (choice := origins.known("/".join(path.parts[1:]))):
                opens[rows[0].system] = choice
    return found


def chosen(found: dict[str, list[Row]]) -> list[Row]:
    """Let the user choose a system and kinds of rows."""
    own = origins.choices()
    groups = {
        name: FOLDERS[file.parent.name]
        for file in reference_files()
        if (name := file.stem) in found and file.parent.name in FOLDERS
    }
    names = {ALL: ALL}
    names.update({name: rows[0].system for name, rows in found.items() if name in own})
    names.update({group: group for group in groups.values()})
    with st.container(horizontal=True, gap="medium"):
        which = st.selectbox("System", list(names), format_func=names.__getitem__, key="validated")
        kinds = st.pills(
            "Types of comparison",
            list(KINDS),
            default=list(KINDS),
            format_func=KIND_NAMES.__getitem__,
            selection_mode="multi",
            key="kinds of rows",
            width="content",
        )
    shown = []
    for name, rows in found.items():
        if which in (ALL, name, groups.get(name)):
            shown += [row for row in rows if row.kind in kinds]
    return shown


def in_words(name: str) -> None:
    """Say of one of the systems of `docs/systems` what its page there says; made when opened."""
    if name not in SYSTEMS:
        return
    words = st.expander(
        "Description, differences and sources",
        key="system in words",
        on_change="rerun",
    )
    if words.open:
        words.markdown("\n".join(line for line in page(name) if not line.startswith("# ")))


def drawn(rows: list[Row]) -> None:
    """Draw the errors within their tolerances, and what was reached of bounds."""
    differ = len(differing(rows))
    exact = len([row for row in rows if row.used is not None]) - differ
    nearest = (
        (f"the {MOST} closest to their tolerance, of {differ}")
        if differ > MOST
        else f"all {differ}"
    )
    charts = {
        "Predictions": (
            prediction_bars(rows),
            (
                "Predictions of measured or rated bandwidths. Nothing in these scenarios was "
                "fitted to them, but some stage efficiencies come from the same systems, so "
                "expect larger errors for a new system."
            ),
        ),
        "Errors": (
            error_dots(rows),
            f"Rows that differ, {nearest}; {exact} more agree to the last digit.",
        ),
        "Bounds": (
            bound_bars(rows),
            (
                "Measured bandwidth divided by the upper bound of the known stages. It must not "
                "exceed 1. Stage efficiencies account for the difference."
            ),
        ),
    }
    there = {name: (of, about) for name, (of, about) in charts.items() if of is not None}
    for tab, (name, (figure, about)) in zip(
        st.tabs(list(there)) if there else (), there.items(), strict=True
    ):
        with tab:
            st.caption(about)
            elements.draw_chart(None, figure, name.lower())


def listed(rows: list[Row]) -> None:
    """Draw a table for each system, folded where there are several and nothing is wrong.

    Of many systems, the measured ones whose rows are all within are folded together.
    """
    st.subheader("By system")
    systems = {system: [row for row in rows if row.system == system] for system in _names(rows)}
    together = []
    for system, of_it in systems.items():
        within, judged = counts(of_it)
        is_of_parts = opens.get(system, "").startswith(f"{MEASURED_FOLDER}/")
        if len(systems) > APART and is_of_parts and within == judged:
            together.append(system)
            continue
        is_open = len(systems) == 1 or within < judged
        with st.expander(_sentence(system, of_it), expanded=is_open):
            _tabled(system, of_it)
    title = texts.OTHER_SYSTEMS.format(count=len(together))
    if together and (room := folded(title, "other systems", icon=":material/checklist:")):
        with room:
            for system in together:
                st.markdown(_sentence(system, systems[system]))
                _tabled(system, systems[system])


def _names(rows: list[Row]) -> dict[str, None]:
    return dict.fromkeys(row.system for row in rows)


def _sentence(system: str, rows: list[Row]) -> str:
    within, judged = counts(rows)
    sentence = f"**{escaped(system)}**: {within} of {judged} judged rows within their tolerance"
    return f"{sentence}; {several(len(rows), 'row')} in total"


def _tabled(system: str, rows: list[Row]) -> None:
    if system in opens:
        at = quote(opens[system], safe="/")
        st.markdown(f"[Open {escaped(system)} as a plan](performance?scenario={at})")
    table(HEADS, "llrrrrl", [_row(row) for row in rows])


def _row(row: Row) -> tuple[str | Cell, ...]:
    verdicts = {
        True: Cell("✓ within", "good"),
        False: Cell("✗ outside", "bad"),
        None: Cell("not compared" if row.kind == "input" else "shown only", "faint"),
    }
    source = f"The source: {row.slip}" if row.slip else ""
    why = ". ".join(words for words in (EVIDENCE[row.evidence], row.note, source) if words)
    return (
        Cell(row.compares, "strong", why),
        row.kind_text,
        Cell(row.published_text, "words" if row.published is None else ""),
        row.model_text,
        row.error_text,
        row.tolerance_text,
        verdicts[row.within],
    )


def slips(rows: list[Row]) -> None:
    """List what the sources themselves seem to have got wrong."""
    found = [row for row in rows if row.slip]
    if not found:
        return
    cells = [(row.system, Cell(row.figure, "strong"), row.slip) for row in found]
    with st.expander(
        f"Probable errors in the sources: {len(found)}; the model is not adjusted to them"
    ):
        table(("System", "Figure", "Likely error"), "lll", cells)


def draw() -> None:
    """Draw the page."""
    st.title("Validation")
    found = gathered()
    every = [row for rows in found.values() for row in rows]
    within, judged = counts(every)
    head = headline(every)
    if within < judged:
        head = f"{judged - within} of {judged} judged rows are outside their tolerance. {head}"
    shown = st.success if within == judged else st.error
    shown(escaped(f"{head[:1].upper()}{head[1:]}."), icon=":material/verified:")
    st.markdown(escaped(f"{predicted_without_kin().text}."))
    st.markdown(
        "Figures published by owners of real systems, or computed by other calculators, "
        "compared with the model's results for the same parts. Published figures are never "
        "copied into results. Scenarios are used as shipped, without your edits."
    )
    with st.expander("Types of comparison as evidence"):
        notable = [
            (Cell(KIND_NAMES[kind], "strong"), words, "judged" if kind in JUDGED else "not judged")
            for kind, words in KINDS.items()
        ]
        table(("Kind", "Value as evidence", ""), "lll", notable)
    rows = chosen(found)
    if not rows:
        st.info("No rows of these types. Choose more types.", icon=":material/filter_alt:")
        return
    in_words(st.session_state["validated"])
    drawn(rows)
    slips(rows)
    listed(rows)
    st.caption(f"For the settings of the other tools, see {PEERS}.")


draw()
