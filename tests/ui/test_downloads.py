"""What is made for a download when it is asked for: outside of the run of a page."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

UI = Path(__file__).parents[2] / "ui"
OF_SESSION = ("ui.state", "ui.base.work", "ui.tender")
"""Modules that ask what the session works on; in another thread it works on nothing."""
TEXTS = {"texts"}


def of_session(tree: ast.Module) -> set[str]:
    """Return the names that a file imports from modules of the session."""
    found = [one for one in tree.body if isinstance(one, ast.ImportFrom)]
    found = [one for one in found if (one.module or "").startswith(OF_SESSION)]
    return {name.asname or name.name for one in found for name in one.names} | {"st"}


def deferred(tree: ast.Module) -> Iterator[ast.Lambda]:
    """Yield what is made on demand: functions in place of the data of a download."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            data = call.args[1] if len(call.args) > 1 else None
            if call.func.attr == "download_button" and isinstance(data, ast.Lambda):
                yield data


def test_what_is_made_on_demand_asks_nothing_of_the_session() -> None:
    """It runs in a thread without one: a saved plan was exported without title and version."""
    found, wrong = 0, []
    for file in sorted(UI.rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        for made in deferred(tree):
            found += 1
            names = {one.id for one in ast.walk(made) if isinstance(one, ast.Name)}
            wrong += [f"{file.name}:{made.lineno}"] * bool(names & of_session(tree) - TEXTS)
    assert found > 10
    assert wrong == []
