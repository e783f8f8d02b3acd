"""Each page runs, and shows what the results say."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from model.answers.ranges import likely
from model.units.figures import THIN, show
from tests.ui.visits import (
    PLACES,
    ROOT,
    opened,
    plain,
    results,
    tables,
    went,
)
from tests.ui.working import work_of


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["astra", "cri", "sequoia"])
def test_each_page_runs_without_an_exception(scenario: str) -> None:
    at = opened(scenario, menu=True)
    for page in PLACES:
        went(at, page)
        assert not at.exception, page
        assert not at.error, page
        assert at.title, page
        told = [one.value for kind in (at.info, at.markdown, at.caption) for one in kind]
        assert not [text for text in told if "```" in text or "\n    " in text], f"YAML on {page}"
        # Streamlit makes 1 of a typed 1.5 in a box of whole numbers, before anybody sees it.
        cutting = [one.label for one in at.number_input if one.proto.data_type == one.proto.INT]
        assert not cutting, page


def parts_of(page: Path) -> list[str]:
    """Name the parts of a page; one that has none is a part of no name.

    The steps of a tender stand beside *Compare*, whose parts are named.
    """
    found: list[str] = []
    for node in ast.parse(page.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("PARTS", "STEPS"):
            found += [key.value for key in node.value.keys]
    return [part for part in found if part != "Compare"] or [""]


def test_each_page_and_part_is_among_the_places() -> None:
    folder = ROOT / "ui/pages"
    pages = [page for page in folder.rglob("*.py") if page.stem != "__init__"]
    there = {
        (page.relative_to(folder).with_suffix("").as_posix(), part)
        for page in pages
        for part in parts_of(page)
    }
    assert there == set(PLACES.values())


def test_a_number_is_found_by_words() -> None:
    """The site's first, as a door to its derivation."""
    at = went(opened("astra"), "numbers")
    at.text_input(key="sought number").set_value("usable capacity").run()
    found = tables(at).partition("</tr>")[2]
    assert found.index("413.7") < found.index("scratch")
    assert 'data-why="site.usable_capacity"' in found


@pytest.mark.parametrize(
    ("name", "value"),
    [("other_servers_hit", "20"), ("fill_limit", "80 %")],
)
def test_shares_are_in_percent_and_counts_are_not(name: str, value: str) -> None:
    """Twenty servers that a state hits were 2,000 %."""
    at = went(opened("astra"), "numbers")
    at.text_input(key="sought number").set_value(name).run()
    figures = re.findall(rf"<tr(?:(?!</tr>).)*>{name}<", tables(at))
    assert figures
    assert any(f">{value}<" in one.replace(THIN, " ") for one in figures), figures


@pytest.mark.parametrize("page", sorted({page for page, _ in PLACES.values()}))
def test_a_page_has_no_loose_text(page: str) -> None:
    """Streamlit would show the docstring of a constant at the top of the page."""
    body = ast.parse((ROOT / f"ui/pages/{page}.py").read_text(encoding="utf-8")).body[1:]
    assert not [n for n in body if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)]


def test_each_page_runs_for_every_tier() -> None:
    at = opened("beluga")
    work_of(at).tier = "metadata"
    for page in PLACES:
        went(at, page)
        assert not at.exception, page
        assert work_of(at).tier == "metadata", page


def test_the_overview_says_what_is_committed_and_what_the_bound_would_do() -> None:
    at = opened()
    found = results(at)
    expected, range_ = (
        show(found["site", "write_bandwidth"], "byte/s"),
        likely(found, "site", "write_bandwidth"),
    )
    assert (
        f"Expected write bandwidth {expected}, {range_}; at most 250 GB/s, limited "
        "by NIC (next: targets" in plain(at.markdown[1].value)
    )
    text = tables(at)
    assert f">{expected}</button>" in text, "in the head"
    assert likely(found, "site", "write_bandwidth") in text
    for words in ("204.8 GB/s", expected, "✗ not met", "✓ met", "at most 250 GB/s", "27 %"):
        assert words in text
    assert "204.8 GB/s is not met" in at.warning[0].value
    assert "at 100 % efficiency of all stages" in at.warning[0].value
    assert "at most 250 GB/s" in at.warning[0].value


def test_one_selector_shows_the_tier() -> None:
    """What is chosen on one page is what the next one is about."""
    at = opened("beluga", "design")
    at.segmented_control(key="tier on the page").set_value("metadata").run()
    for page in ("capacity", "performance", "caches"):
        went(at, page)
        assert [one.value for one in at.segmented_control if one.label == "Tier"] == ["metadata"]
