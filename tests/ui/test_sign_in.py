"""Where a sign-in is configured, no page is shown before it."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.working import work_of

APP = Path(__file__).parents[2] / "app.py"
AUTH = {
    "redirect_uri": "https://plan.example.org/oauth2callback",
    "cookie_secret": "x" * 40,
    "client_id": "ostimate",
    "client_secret": "y",
    "server_metadata_url": "https://sso.example.org/.well-known/openid-configuration",
}


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))


def opened(**secrets: object) -> AppTest:
    at = AppTest.from_file(str(APP), default_timeout=60)
    for name, value in secrets.items():
        at.secrets[name] = value
    return at.switch_page("ui/pages/library/units.py").run()


def test_without_a_sign_in_pages_are_shown() -> None:
    at = opened()
    assert not at.exception
    assert work_of(at).results is not None


def test_with_one_only_its_button_is() -> None:
    at = opened(auth=AUTH)
    assert not at.exception
    assert [button.label for button in at.button] == ["Sign in"]
    assert work_of(at).results is None


def test_secrets_that_cant_be_read_show_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import streamlit as st

    file = tmp_path / "secrets.toml"
    file.write_text("[auth")
    monkeypatch.setattr(st.secrets, "load_if_toml_exists", lambda: False)
    monkeypatch.setattr(st, "get_option", lambda name: [str(file)])
    at = opened()
    assert len(at.error) == 1
    assert work_of(at).results is None
