"""A measured system, offered as evidence for the efficiencies of others."""

from __future__ import annotations

import streamlit as st

from model.calibration.offered_evidence import Offered, effects
from ui.base import page_texts as texts
from ui.base.elements import escaped


def draw(offered: Offered, later: str = "") -> None:
    """Show what it would change, and offer the file; or say why it is none yet."""
    if not offered.evidence and not offered.left_out:
        return
    with st.expander("Evidence for other systems", icon=":material/experiment:"):
        for text in (*effects(offered.evidence), *offered.left_out):
            st.markdown(escaped(f"{text}."))
        if not offered.evidence:
            if later:
                st.caption(escaped(later))
            return
        st.download_button(
            "Evidence (.yaml)",
            offered.text,
            "evidence.yaml",
            "application/yaml",
            icon=":material/download:",
            on_click="ignore",
            help=texts.EVIDENCE_IS_YOURS,
        )
