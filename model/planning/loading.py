"""Reading a scenario so that everything that is wrong with it is said at once.

A wrong field ends the reading before parts and layouts are looked at. Here these are looked at
nonetheless.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from model.design import scenario as design
from model.design.scenario import Scenario, ScenarioError
from model.errors import InputError
from model.parts.catalog import Catalog


def load_scenario(
    path: Path | str,
    text: bytes | str | None = None,
    folder: Path | None = None,
    files: Mapping[str, bytes] | None = None,
    catalog: Catalog | None = None,
) -> Scenario:
    """Read a scenario from a file, or from `text` that goes by the name `path`.

    The files that it names are among `files`, or stand in `folder`, or else beside `path`.

    Raises
    ------
    InputError
        With every problem of the file, each with its line and column. If fields are wrong, parts
        that `catalog` lacks (the one that comes with the program, if none is given) and layouts
        that don't fit are among them; if none is, `evaluate` tells of these.
    """
    try:
        return design.load_scenario(path, text, folder, files)
    except ScenarioError as error:
        raise _completed(error, catalog) from None


def edited(
    scenario: Scenario,
    changes: Mapping[str, Any],
    catalog: Catalog | None = None,
    files: Mapping[str, bytes] | None = None,
) -> Scenario:
    """Give a new scenario with some figures changed, as `model.design.scenario.edited` does.

    Raises
    ------
    InputError
        With everything that is wrong, as `load_scenario` tells it.
    """
    try:
        return design.edited(scenario, changes, files)
    except ScenarioError as error:
        raise _completed(error, catalog) from None


def _completed(error: ScenarioError, catalog: Catalog | None) -> InputError:
    from model.planning.scenario_checks import wrong_beside

    return InputError([*error.problems, *wrong_beside(error.document, catalog)])
