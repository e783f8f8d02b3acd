"""Who may see the pages: everybody, or, where a sign-in is configured, who is signed in.

Before a server starts, `app` runs this file by itself to learn which of the two it will be.
"""

from __future__ import annotations

import functools
import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import streamlit as st

SECTION = "auth"
NEEDED = ("redirect_uri", "cookie_secret")
"""What every sign-in has in its section, whoever provides it."""
OF_PROVIDER = ("client_id", "client_secret", "server_metadata_url")
"""What the provider has that the button asks: in the same section, or in one named default."""
VARIABLE = "OSTIMATE_SIGN_IN"
"""The environment variable that holds what `app` found: `REQUIRED` shows nothing without one."""
REQUIRED = "required"
BLOCKED = "blocked"


def ask() -> None:
    """Ask who is there, if the server's secrets say so; until then, no page is drawn."""
    if is_on():
        if st.user.to_dict().get("is_logged_in"):
            return
        st.title("Ostimate")
        st.button("Sign in", on_click=st.login, type="primary", icon=":material/login:")
    elif _unreadable():
        st.error("The server's secrets can't be read. Pages are blocked until they can.")
    elif os.environ.get(VARIABLE) == REQUIRED:
        st.error("The server requires sign-in, but none is configured. Pages are blocked.")
    else:
        return
    st.stop()


def is_on() -> bool:
    """Tell whether pages are shown only to who is signed in."""
    return _are_loaded() and SECTION in st.secrets


def state() -> str:
    """Return who may see the pages: "off": everybody; "on": signed-in users; "blocked": nobody."""
    if _unreadable() or (is_on() and problem()):
        return BLOCKED
    return "on" if is_on() else "off"


def problem() -> str:
    """Say why nobody can sign in; nothing, if all is well."""
    if file := _unreadable():
        return f"{file} can't be read"
    if not _are_loaded():
        return f"there is no {' or '.join(st.get_option('secrets.files'))}"
    if SECTION not in st.secrets:
        alike = [name for name in st.secrets if name.casefold() == SECTION]
        instead = f": write it in place of [{alike[0]}]" if alike else ""
        return f"the secrets have no section [{SECTION}]{instead}"
    section = st.secrets[SECTION]
    if lacking := [*_lacking(section, NEEDED), *_provider_lacks(section)]:
        *others, last = lacking
        names = f"{', '.join(others)} and {last}" if others else last
        return f"[{SECTION}] of the secrets lacks {names}"
    if find_spec("authlib") is None:
        return "Authlib isn't installed: pip install 'streamlit[auth]'"
    return ""


@functools.cache
def log() -> None:
    """Print whether a sign-in is asked for, where `app` didn't do so at the start."""
    if VARIABLE not in os.environ:
        what = state()
        if what == BLOCKED:
            what = f"can't work: {problem()}"
        print(f"sign-in: {what}", flush=True)


def _provider_lacks(section: Any) -> list[str]:
    own = section.get("default") if hasattr(section, "keys") else None
    return _lacking(section if own is None else own, OF_PROVIDER)


def _lacking(section: Any, names: tuple[str, ...]) -> list[str]:
    return [name for name in names if not (hasattr(section, "keys") and section.get(name))]


def _are_loaded() -> bool:
    try:
        return bool(st.secrets.load_if_toml_exists())
    except (OSError, UnicodeDecodeError):  # Streamlit tells only a file that is no TOML
        return False


def _unreadable() -> str:
    """Name the file of secrets that is there and can't be read."""
    if _are_loaded():
        return ""
    return next((str(one) for one in st.get_option("secrets.files") if _is_there(Path(one))), "")


def _is_there(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:  # in a folder that can't be read
        return True


if __name__ == "__main__":
    print(json.dumps({"state": state(), "problem": problem()}))
