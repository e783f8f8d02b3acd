"""How long the server takes for a page after an edit, with the collection that follows it."""

from __future__ import annotations

import gc
from itertools import cycle
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from streamlit.testing.v1 import AppTest

from tests.ui.working import work_of

APP = Path(__file__).parents[1] / "app.py"
PAGES = ("needs", "design", "capacity", "performance", "cost")


@pytest.mark.parametrize("scenario", ["astra", "beluga"])
@pytest.mark.parametrize("page", PAGES)
def test_edit(benchmark: BenchmarkFixture, page: str, scenario: str) -> None:
    at = AppTest.from_file(str(APP), default_timeout=60)
    at.query_params["scenario"] = scenario
    at.run()
    at.switch_page(f"ui/pages/{page}.py").run()
    blocks = cycle(range(2, 40))

    def edit() -> None:
        work_of(at).edits.setdefault(scenario, {})["tiers.0.blocks"] = next(blocks)
        at.run()
        gc.collect()

    benchmark(edit)
    assert not at.exception
