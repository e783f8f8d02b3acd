"""The files to take away: the workbook, the page to print, the results, the scenario."""

from __future__ import annotations

import streamlit as st

from model.answers.output import plan_json, to_text
from model.answers.results import Results, evaluate
from model.parts.price_layers import files_called
from model.reading.yaml_edits import rewritten, to_take_away
from report.web.page import page
from report.workbook.workbook import workbook_bytes
from ui.base.work import work
from ui.state import origins, signatures

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def is_confidential(results: Results) -> bool:
    """Tell whether a plan knows prices that are nobody else's business."""
    known = (one for price in results.plan.prices.values() for one in price.known)
    return any(one.layer.confidential for one in known)


def without_quotes(results: Results) -> Results:
    """Give the results without what is confidential."""
    if not is_confidential(results):
        return results
    return evaluate(results.plan.scenario, origins.catalog(), public=True)


def for_others(results: Results) -> Results:
    """Give the results without what is confidential, if the user asks for that."""
    is_asked = is_confidential(results) and st.toggle(
        f"For sharing: leave out prices from {files_called()}, and their sums",
        key="downloads for others",
    )
    return without_quotes(results) if is_asked else results


def downloads(results: Results) -> None:
    """Draw the buttons; a workbook is built when it is asked for."""
    name, shown = signatures.file_stem(), for_others(results)
    came = origins.origin(work().choice).text
    fields = signatures.fields(shown)  # now: what is made on demand runs outside of the session

    def signed() -> Results:
        return signatures.signed_by(shown, fields)

    with st.container(horizontal=True):
        st.download_button(
            "Workbook (.xlsx)",
            lambda: workbook_bytes(signed()),
            f"{name}.xlsx",
            XLSX,
            icon=":material/table_view:",
            type="primary",
            on_click="ignore",
        )
        st.download_button(
            "Page to print (.html)",
            lambda: page(signed()),
            f"{name}.html",
            "text/html",
            icon=":material/print:",
            on_click="ignore",
        )
        st.download_button(
            "Results (.json)",
            lambda: to_text(plan_json(signed())),
            f"{name}.json",
            "application/json",
            icon=":material/data_object:",
            on_click="ignore",
        )
        st.download_button(
            "Scenario (.yaml)",
            lambda: to_take_away(rewritten(came, signed().plan.scenario.data)),
            f"{name}.yaml",
            "application/yaml",
            icon=":material/description:",
            on_click="ignore",
        )
