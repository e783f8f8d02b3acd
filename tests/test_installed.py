"""What `pip install` brings: the command with its catalog and its scenarios."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from model.__main__ import main
from model.commands import app
from tests.serving import free_port, is_up

ROOT = Path(__file__).parents[1]
BUILT_FROM = ("app.py", "pyproject.toml", "README.md", "requirements.txt")
CONFIGURATION = ROOT / ".streamlit/config.toml"
FOLDERS = ("model", "report", "store", "ui", "catalogs", "scenarios")


def said_in(file: Path) -> Iterator[str]:
    """Give the texts of a module that somebody may read: not its docstrings.

    Most modules name no such file anywhere, and needn't be parsed to see it.
    """
    source = file.read_text(encoding="utf-8")
    if "docs/" not in source and "requirements" not in source:
        return
    tree = ast.parse(source)
    expressions = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    docstrings = {id(node) for node in expressions}
    for node in ast.walk(tree):
        is_said = isinstance(node, ast.Constant) and id(node) not in docstrings
        if is_said and isinstance(node.value, str):
            yield node.value


def test_no_message_names_a_file_that_only_a_clone_has() -> None:
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")]
    of_clones = re.compile(r"docs/\S+\.md|requirements\S*\.txt")
    assert files
    assert [text for file in files for text in said_in(file) if of_clones.search(text)] == []


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with nothing of the project but what its wheel holds."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    for name in BUILT_FROM:
        shutil.copy(ROOT / name, source)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(target)]
    subprocess.run([*pip, str(source)], check=True, cwd=target)
    return target


@pytest.fixture(scope="module")
def served_here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of an app that has one name more."""
    port = free_port()
    command = [sys.executable, "-m", "model", "app", "--port", str(port)]
    folder = tmp_path_factory.mktemp("here")
    environment = {**os.environ, "OSTIMATE_STORE": str(folder / "store.db")}
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [*command, "--name", "plan.example.org"],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=log,
        )
    try:
        deadline = time.monotonic() + 60
        while not is_up(f"http://127.0.0.1:{port}"):
            assert server.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield port
    finally:
        server.terminate()
        server.wait(20)


def said(installed: Path, *words: str) -> str:
    command = [sys.executable, "-m", "model", *words]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(
        command, cwd=installed, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.long
def test_an_installed_command_validates_the_reference_systems(installed: Path) -> None:
    rows = json.loads(said(installed, "validate", "--json", "-"))["rows"]
    assert {row["system"] for row in rows} >= {"Astra", "Béluga", "CRI", "LCPQ", "Sequoia"}


def test_an_installed_command_plans_with_the_catalog(installed: Path) -> None:
    shutil.copy(ROOT / "scenarios" / "astra.yaml", installed / "mine.yaml")
    plan = json.loads(said(installed, "plan", "mine.yaml", "--json", "-"))
    assert plan["bom"]


@pytest.mark.long
def test_an_installed_command_serves_the_app_as_a_clone_does(
    installed: Path, tmp_path: Path
) -> None:
    """From any folder, whatever lies in it, configured as a clone is."""
    (tmp_path / "click.py").write_text("raise RuntimeError('a file of the user')")
    port = free_port()
    command = [sys.executable, "-P", "-m", "model", "app", "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    server = subprocess.Popen(command, cwd=tmp_path, env=environment, **quiet)
    try:
        deadline = time.monotonic() + 30
        while not is_up(f"http://127.0.0.1:{port}") and time.monotonic() < deadline:
            assert server.poll() is None, server.communicate()[0]
            time.sleep(0.05)
        assert is_up(f"http://127.0.0.1:{port}")
    finally:
        server.terminate()
        out, _ = server.communicate(timeout=20)
    assert f"Ostimate is at http://127.0.0.1:{port}" in out
    assert (installed / "ui/config.toml").read_bytes() == CONFIGURATION.read_bytes()


def test_the_served_pages_are_configured_as_in_a_clone() -> None:
    """Each setting of the file is an option, a list as JSON."""
    options = app.command(8600, "127.0.0.1")
    server = str(ROOT / "ui/base/server_output.py")
    assert options[:5] == [sys.executable, "-P", server, "run", str(ROOT / "app.py")]
    settings = tomllib.loads(CONFIGURATION.read_text(encoding="utf-8"))
    assert settings["server"]["address"] == "127.0.0.1"
    colours = json.dumps(settings["theme"]["chartCategoricalColors"])
    for wanted in (
        f"--theme.chartCategoricalColors={colours}",
        "--server.address=127.0.0.1",
        "--server.port=8600",
        "--server.enableXsrfProtection=true",
        "--browser.gatherUsageStats=false",
        f"--server.maxUploadSize={settings['server']['maxUploadSize']}",
    ):
        assert wanted in options


def hosts(options: list[str]) -> list[str]:
    mark = "--server.allowedHosts="
    return [one.removeprefix(mark) for one in options if one.startswith(mark)]


def test_it_answers_to_its_own_names_alone(capsys: pytest.CaptureFixture[str]) -> None:
    own = ["localhost", "127.0.0.1", "::1"]
    assert hosts(app.command(8600, "127.0.0.1")) == own
    assert hosts(app.command(8600, "10.0.0.7")) == [*own, "10.0.0.7"]
    named = app.command(8600, "0.0.0.0", ["plan.example.org"])
    assert hosts(named) == [*own, "plan.example.org"]
    assert main(["app", "--address", "0.0.0.0"]) == 2
    assert (
        "--address: also write the host name that browsers use: --name" in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("host", "status"),
    [("127.0.0.1", 101), ("localhost", 101), ("plan.example.org", 101), ("evil.test", 403)],
)
def test_no_page_elsewhere_reaches_it_by_a_name_of_its_own(
    served_here: int, host: str, status: int
) -> None:
    """A name that somebody else makes lead here: its pages may ask what has their own origin."""
    at = f"{host}:{served_here}"
    with socket.create_connection(("127.0.0.1", served_here), 20) as asked:
        head = (
            "GET /_stcore/stream HTTP/1.1",
            *(f"Host: {at}", f"Origin: http://{at}"),
            *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
            *("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""),
        )
        asked.sendall("\r\n".join(head).encode())
        assert asked.recv(100).split()[1] == str(status).encode()


@pytest.mark.parametrize("port", ["0", "70000"])
def test_a_port_that_is_none_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["app", "--port", port]) == 2
    assert "--port: write a port from 1 to 65535" in capsys.readouterr().err


def test_a_place_that_cant_be_listened_at_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """In a line of its own, and before it is said that the app is there."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["app", "--port", str(port)]) == 2
    said = capsys.readouterr()
    assert said.err == f"--port: port {port} is in use: write another one\n"
    assert said.out == ""
    assert main(["app", "--address", "192.0.2.1"]) == 2
    assert "--address: can't listen on 192.0.2.1:8501: " in capsys.readouterr().err


@pytest.mark.long
def test_an_installed_command_says_its_version(installed: Path) -> None:
    assert re.fullmatch(r"ostimate \d+\.\d+\.\d+\n", said(installed, "--version"))
    assert not (installed / "pyproject.toml").exists()
