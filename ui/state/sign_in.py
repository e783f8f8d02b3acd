"""Who may see the pages: everybody, or, where a sign-in is configured, who is signed in."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

SECTION = "auth"


def ask() -> None:
    """Ask who is there, if the server's secrets say so; until then, no page is drawn."""
    if not st.secrets.load_if_toml_exists():
        if any(Path(file).exists() for file in st.get_option("secrets.files")):
            st.error("The server's secrets can't be read: nothing is shown before they can.")
            st.stop()
        return
    if SECTION not in st.secrets or st.user.to_dict().get("is_logged_in"):
        return
    st.title("Ostimate")
    st.button("Sign in", on_click=st.login, type="primary", icon=":material/login:")
    st.stop()
