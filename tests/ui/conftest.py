"""What all tests of pages share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache

from model.answers.results import Results, evaluate
from model.design.scenario import Scenario
from model.parts.catalog import Catalog


@pytest.fixture(scope="session", autouse=True)
def packages_are_scanned_once() -> Iterator[None]:
    """Streamlit looks for components in all packages at each start of an app: half of a test."""
    once = cache(manifest_scanner.scan_component_manifests)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", once)
        yield


KEPT = 16
"""Plans that are kept from test to test."""


@pytest.fixture(scope="session", autouse=True)
def scenarios_are_planned_once() -> Iterator[None]:
    """Each tab plans what it opens: for tests, a scenario that comes with the program once."""
    plans: list[tuple[Scenario, Catalog, Results]] = []

    def planned(scenario: Scenario, parts: Catalog, *, before: Results | None = None) -> Results:
        if before is not None:
            return evaluate(scenario, parts, before=before)
        same = (n for n, one in enumerate(plans) if one[0] is scenario and one[1] is parts)
        n = next(same, None)
        found = (scenario, parts, evaluate(scenario, parts)) if n is None else plans.pop(n)
        plans.append(found)
        del plans[:-KEPT]
        return found[2]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ui.state.origins.evaluate", planned)
        yield


@pytest.fixture(scope="session", autouse=True)
def pages_are_compiled_once() -> Iterator[None]:
    """A server keeps what it compiled; in a test each run of a page would compile it anew."""
    compiled = cache(ScriptCache().get_bytecode)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ScriptCache, "get_bytecode", lambda _, path: compiled(path))
        yield
