"""Where a sign-in is configured, no page is shown before it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit import config
from streamlit.runtime.secrets import Secrets
from streamlit.testing.v1 import AppTest

from model.__main__ import main
from model.commands import app
from tests.serving import free_port
from tests.ui.working import work_of
from ui.state import sign_in

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
    file = tmp_path / "secrets.toml"
    file.write_text("[auth")
    monkeypatch.setattr(st.secrets, "load_if_toml_exists", lambda: False)
    monkeypatch.setattr(st, "get_option", lambda name: [str(file)])
    at = opened()
    assert len(at.error) == 1
    assert work_of(at).results is None


def test_secrets_in_a_folder_that_cant_be_read_show_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They may have a section for a sign-in."""

    def refused(*_: object) -> bool:
        raise PermissionError

    monkeypatch.setattr(Path, "exists", refused)
    monkeypatch.setattr(st.secrets, "load_if_toml_exists", refused)
    monkeypatch.setattr(st, "get_option", lambda name: ["home/secrets.toml"])
    assert (sign_in.state(), sign_in.problem()) == ("blocked", "home/secrets.toml can't be read")


def test_where_a_sign_in_is_required_nothing_is_shown_without_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(sign_in.VARIABLE, sign_in.REQUIRED)
    for secrets in ({}, {"Auth": AUTH}):
        at = opened(**secrets)
        assert [one.value for one in at.error] == [
            "The server requires sign-in, but none is configured. Pages are blocked."
        ]
        assert work_of(at).results is None
    assert [button.label for button in opened(auth=AUTH).button] == ["Sign in"]


def test_a_server_that_app_didnt_start_logs_it_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cases: tuple[tuple[str | None, dict[str, object], str], ...] = (
        ("off", {}, ""),
        (None, {}, "sign-in: off\n"),
        (None, {"auth": {}}, "sign-in: can't work: [auth] of the secrets lacks "),
    )
    for found, secrets, lines in cases:
        sign_in.log.cache_clear()
        monkeypatch.delenv(sign_in.VARIABLE, raising=False)
        if found:
            monkeypatch.setenv(sign_in.VARIABLE, found)
        opened(**secrets)
        opened(**secrets)
        log = capsys.readouterr().out
        assert log.startswith(lines)
        assert log.count("\n") == bool(lines)


SECTION = "".join(f'{name} = "{value}"\n' for name, value in AUTH.items())
SECRETS: tuple[tuple[bytes | None, str], ...] = (
    (None, "there is no {home}/.streamlit/secrets.toml or {here}/.streamlit/secrets.toml"),
    (b"", "the secrets have no section [auth]"),
    (
        f"[Auth]\n{SECTION}".encode(),
        "the secrets have no section [auth]: write it in place of [Auth]",
    ),
)
"""What the server may find in place of a sign-in, and what it says of it."""
UNREADABLE = b"[auth", b"\xff"


PROVIDER = "client_id", "client_secret", "server_metadata_url"
LACKS_ALL = (
    "[auth] of the secrets lacks redirect_uri, cookie_secret, client_id, client_secret and "
    "server_metadata_url"
)


def without(*names: str) -> bytes:
    """Write the section of a sign-in that lacks these."""
    kept = [f'{name} = "{value}"\n' for name, value in AUTH.items() if name not in names]
    return f"[auth]\n{''.join(kept)}".encode()


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Start the app with such secrets; what it becomes then only prints what it is told."""

    def started(secrets: bytes | None, *options: str, authlib: bool = True) -> int:
        for name in ("home/.streamlit", "here/.streamlit", "modules"):
            (tmp_path / name).mkdir(parents=True)
        if secrets is not None:
            (tmp_path / "here/.streamlit/secrets.toml").write_bytes(secrets)
        if authlib:
            (tmp_path / "modules/authlib.py").touch()
        monkeypatch.chdir(tmp_path / "here")
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        monkeypatch.setenv("PYTHONPATH", str(tmp_path / "modules"))
        monkeypatch.setenv(app.SIGN_IN, "")
        monkeypatch.setattr(os, "execv", lambda *_: print("told:", os.environ[app.SIGN_IN]))
        return main(["app", "--port", str(free_port()), *options])

    return started


@pytest.fixture
def found_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Find in this process what a new one would: to import Streamlit takes it a second."""

    def asked(*_: object, **__: object) -> SimpleNamespace:
        folders = (Path(os.environ["HOME"]), Path.cwd())
        files = [str(folder / ".streamlit/secrets.toml") for folder in folders]
        config.set_option("secrets.files", files)
        monkeypatch.syspath_prepend(tmp_path / "modules")
        answer = {"state": sign_in.state(), "problem": sign_in.problem()}
        return SimpleNamespace(stdout=json.dumps(answer))

    monkeypatch.setattr(app, "subprocess", SimpleNamespace(run=asked, PIPE=None))
    monkeypatch.setattr(st, "secrets", Secrets())
    monkeypatch.setattr(Secrets, "_maybe_install_file_watchers", lambda _: None)
    monkeypatch.setattr(Secrets, "_maybe_set_environment_variable", lambda *_: None)
    before = config.get_option("secrets.files")
    yield
    config.set_option("secrets.files", before)


@pytest.mark.usefixtures("found_here")
@pytest.mark.parametrize(("secrets", "why"), SECRETS)
def test_where_one_is_required_it_doesnt_start_without(
    start: Callable[..., int],
    secrets: bytes | None,
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert start(secrets, "--sign-in") == 1
    why = why.format(home=tmp_path / "home", here=tmp_path / "here")
    printed = capsys.readouterr()
    assert printed.err == f"--sign-in: no sign-in is configured: {why}\n"
    assert printed.out == ""


def test_a_process_of_its_own_finds_the_files_of_who_starts_it(
    start: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start(None, "--sign-in") == 1
    why = SECRETS[0][1].format(home=tmp_path / "home", here=tmp_path / "here")
    assert capsys.readouterr().err == f"--sign-in: no sign-in is configured: {why}\n"


def test_where_none_is_required_it_starts_and_says_that_it_is_off(
    start: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    start(b"")
    log = capsys.readouterr().out.splitlines()
    assert log[0] == "sign-in: off (the secrets have no section [auth])"
    assert log[-1] == "told: off"


def test_with_a_sign_in_it_starts(
    start: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    start(f"[auth]\n{SECTION}".encode(), "--sign-in")
    log = capsys.readouterr().out.splitlines()
    assert (log[0], log[-1]) == ("sign-in: on", "told: required")


@pytest.mark.usefixtures("found_here")
@pytest.mark.parametrize(
    ("secrets", "authlib", "why"),
    [
        (b"[auth]", True, LACKS_ALL),
        (b"auth = 1", True, LACKS_ALL),
        (without("cookie_secret"), True, "[auth] of the secrets lacks cookie_secret"),
        (
            without("client_id", "server_metadata_url"),
            True,
            "[auth] of the secrets lacks client_id and server_metadata_url",
        ),
        (  # a provider that the button doesn't ask
            without(*PROVIDER) + f"[auth.google]\n{SECTION}".encode(),
            True,
            "[auth] of the secrets lacks client_id, client_secret and server_metadata_url",
        ),
        (
            f"[auth]\n{SECTION}".encode(),
            False,
            "Authlib isn't installed: pip install 'streamlit[auth]'",
        ),
    ],
)
def test_a_sign_in_that_cant_work_is_told(
    start: Callable[..., int],
    secrets: bytes,
    authlib: bool,
    why: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if not authlib and find_spec("authlib"):
        pytest.skip("Authlib is installed")
    assert start(secrets, "--sign-in", authlib=authlib) == 1
    assert capsys.readouterr().err == f"--sign-in: the sign-in can't work: {why}\n"


@pytest.mark.usefixtures("found_here")
def test_a_store_that_cant_be_used_is_told_when_it_starts(
    start: Callable[..., int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The pages run without one, so it starts."""
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path))
    start(b"")
    log = capsys.readouterr().out.splitlines()
    assert log[1] == (
        f"store: the store {tmp_path} can't be opened: is a directory; "
        "changes are stored in their browser tabs only"
    )
    assert log[2].startswith("Ostimate is at ")


@pytest.mark.usefixtures("found_here")
def test_the_provider_may_have_a_section_of_its_own(
    start: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    start(without(*PROVIDER) + f"[auth.default]\n{SECTION}".encode(), "--sign-in")
    assert capsys.readouterr().out.startswith("sign-in: on\n")


def test_with_one_that_cant_work_it_doesnt_start_where_none_is_required(
    start: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody could sign in, and nobody sees the pages by accident."""
    assert start(b"[auth]") == 1
    printed = capsys.readouterr()
    assert printed.err == (
        f"app: the sign-in can't work: {LACKS_ALL}; to show the pages to everybody, "
        "remove the section or the file\n"
    )
    assert printed.out == ""


@pytest.mark.usefixtures("found_here")
@pytest.mark.parametrize("secrets", UNREADABLE)
@pytest.mark.parametrize("options", [(), ("--sign-in",)])
def test_with_secrets_that_cant_be_read_it_doesnt_start(
    start: Callable[..., int],
    secrets: bytes,
    options: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert start(secrets, *options) == 1
    printed = capsys.readouterr()
    what = f"the sign-in can't work: {tmp_path}/here/.streamlit/secrets.toml can't be read"
    if options:
        assert printed.err == f"--sign-in: {what}\n"
    else:
        assert printed.err.startswith(f"app: {what}; to show the pages to everybody, remove")
    assert printed.out == ""
