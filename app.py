"""The pages of Ostimate; `streamlit run app.py` serves them."""

import streamlit as st

from ui import drafts, history, session, sidebar, start

start.once()
st.set_page_config(page_title="Ostimate", page_icon=start.ICON, layout="wide")
st.html(start.STYLE)
page = st.navigation(
    {
        "Plan": [
            st.Page("ui/overview.py", title="Overview", icon=":material/fact_check:", default=True),
            st.Page("ui/capacity.py", title="Capacity", icon=":material/stacked_bar_chart:"),
            st.Page("ui/growth.py", title="Growth", icon=":material/trending_up:"),
            st.Page("ui/performance.py", title="Performance", icon=":material/speed:"),
            st.Page("ui/caches.py", title="Caches and latency", icon=":material/cached:"),
            st.Page("ui/files.py", title="Files and memory", icon=":material/folder_copy:"),
            st.Page("ui/checkpoint.py", title="Checkpoint", icon=":material/save:"),
            st.Page("ui/cost.py", title="Cost", icon=":material/payments:"),
            st.Page("ui/racks.py", title="Racks and questions", icon=":material/dns:"),
            st.Page("ui/compare.py", title="Compare", icon=":material/compare_arrows:"),
            st.Page("ui/saved.py", title="Saved", icon=":material/inventory_2:"),
        ],
        "Evidence": [
            st.Page("ui/why.py", title="Why?", icon=":material/account_tree:"),
            st.Page("ui/calibration.py", title="Calibration", icon=":material/tune:"),
            st.Page("ui/certainty.py", title="Certainty", icon=":material/casino:"),
            st.Page("ui/validation.py", title="Validation", icon=":material/verified:"),
        ],
        "Tools": [
            st.Page("ui/calculator.py", title="Pool calculator", icon=":material/calculate:"),
            st.Page("ui/explorer.py", title="Layout explorer", icon=":material/grid_on:"),
            st.Page("ui/units.py", title="TB and TiB", icon=":material/straighten:"),
        ],
    },
    expanded=True,
)
session.prepare(page.url_path)
sidebar.draw()
drafts.remember()
session.show_problems()
history.draw()
page.run()
