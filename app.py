"""The pages of Ostimate; `streamlit run app.py` serves them."""

import streamlit as st

from ui.base import callbacks, page_parts, server_start, turns
from ui.base.work import cached_work, work
from ui.frame import address, header, notices, opening
from ui.state import drafts, origins, session, sign_in

PLAN = {
    "start": ("Start", ":material/add_circle:"),
    "needs": ("Needs", ":material/fact_check:"),
    "design": ("Design", ":material/dns:"),
    "capacity": ("Capacity", ":material/stacked_bar_chart:"),
    "performance": ("Performance", ":material/speed:"),
    "cost": ("Cost and racks", ":material/payments:"),
    "risk": ("Risk", ":material/health_and_safety:"),
    "compare": ("Compare and tender", ":material/compare_arrows:"),
}
LIBRARY = {
    "numbers": ("Find a number", ":material/search:"),
    "catalog": ("Catalog", ":material/inventory_2:"),
    "validation": ("Validation", ":material/verified:"),
    "calibration": ("Calibration", ":material/tune:"),
    "calculator": ("Pool calculator", ":material/calculate:"),
    "explorer": ("Layout explorer", ":material/grid_on:"),
    "units": ("TB and TiB", ":material/straighten:"),
    "glossary": ("Glossary", ":material/dictionary:"),
}
# The addresses of pages that say nothing of a plan; that of Start is empty.
APART = {"", *LIBRARY} - {"numbers"}
# Addresses of old: the page that has what was there, and the part of it.
MOVED = {
    "home": ("start", ""),
    "start": ("start", ""),
    "overview": ("needs", ""),
    "growth": ("capacity", "Growth"),
    "files": ("capacity", "Files and memory"),
    "checkpoint": ("performance", "Checkpoints"),
    "caches": ("performance", "Caches and latency"),
    "racks": ("cost", "Racks"),
    "certainty": ("risk", "Uncertainty"),
    "saved": ("start", ""),
    "why": ("needs", ""),
}


def _moved() -> None:
    """Lead from an address of old to where its page is now."""
    here, part = MOVED[page.url_path]
    if part:
        st.session_state[page_parts.of_page(here)] = part
    st.switch_page(pages[here], query_params=st.query_params.to_dict())


server_start.once()
st.set_page_config(page_title="Ostimate", page_icon=server_start.ICON, layout="wide")
st.logo(server_start.LOGO, size="large")
st.html(server_start.STYLE)
sign_in.log()
sign_in.ask()
pages = {
    name: page_parts.page(f"ui/pages/{name}.py", *words, url_path="" if name == "start" else name)
    for name, words in PLAN.items()
}
library = [
    page_parts.page(f"ui/pages/library/{name}.py", *words) for name, words in LIBRARY.items()
]
moved = [st.Page(_moved, url_path=name, title=name, visibility="hidden") for name in MOVED]
page = st.navigation({"Plan": [*pages.values(), *moved], "Library": library}, expanded=True)
callbacks.come_to_their_end()
with turns.turn(), cached_work():
    if page.url_path not in MOVED:
        address.prepare(page.url_path)
        if work().results is None:  # not even the scenario that it opens with
            notices.draw()
            st.stop()
        of_plan = page.url_path not in APART
        if work().request.broken:
            opening.broken(with_doors=of_plan)
            if of_plan:
                notices.unopened()
                st.stop()
        header.draw(of_plan=of_plan, in_library=not of_plan and page.url_path in LIBRARY)
        named = origins.title(work().choice)  # of several tabs each says what it is
        if of_plan or not session.is_example():
            st.set_page_config(page_title=f"{page.title}: {named} | Ostimate")
        drafts.remember()
    page.run()
