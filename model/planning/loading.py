"""Loading of a scenario with all problems reported together.

Validation stops at invalid fields, before parts and layouts are checked. Here they are checked
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
    """Load a scenario from a file, or from `text` with the file name `path`.

    The files it names are taken from `files`, from `folder`, or from the folder of `path`.

    Raises
    ------
    InputError
        With all problems of the file, each with its line and column. If fields are invalid, this
        includes parts that are not in `catalog` (by default, that of the program) and invalid
        layouts; otherwise, `evaluate` reports these.
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
    """Return a new scenario with some figures changed, as `model.design.scenario.edited` does.

    Raises
    ------
    InputError
        With all problems, as in `load_scenario`.
    """
    try:
        return design.edited(scenario, changes, files)
    except ScenarioError as error:
        raise _completed(error, catalog) from None


def _completed(error: ScenarioError, catalog: Catalog | None) -> InputError:
    from model.planning.scenario_checks import wrong_beside

    return InputError([*error.problems, *wrong_beside(error.document, catalog)])
