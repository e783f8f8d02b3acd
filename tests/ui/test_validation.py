"""The validation page: every row of every system, filters, slips, and the user's own figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from model.answers.validation import Row, counts, headline
from tests.published import SCENARIOS, every_row, rows_of
from tests.ui.visits import ASTRA, opened, results, tables, unfolded, went
from tests.ui.working import work_of
from ui.results import published

MEASURED = Path(__file__).parents[2] / "scenarios/measured"


def listed(text: str, row: Row) -> bool:
    return row.figure.replace("&", "&amp;").replace("'", "&#x27;") in text


def whole() -> AppTest:
    """Open the page with the systems that are folded together."""
    return unfolded(opened("astra", "validation"), "other systems")


def systems(at: AppTest) -> list[str]:
    """Name the systems that have a table, each in what folds it."""
    labels = (one.label for one in at.expander if "judged rows within" in one.label)
    return [label.split("**")[1] for label in labels]


@pytest.mark.long
def test_all_rows_are_there_with_their_count() -> None:
    at = whole()
    text = tables(at)
    assert all(listed(text, row) for row in every_row())
    judged = counts(every_row())[1]
    said = headline(every_row())
    assert at.success[0].value.replace("\\", "") == f"{said}."
    assert text.count("✓ within") == judged
    assert "✗ outside" not in text
    for words in ("Silver 4140", "12.2 GiB/s, which is above the line rate", "IOR prints MiB/s"):
        assert words in text
    assert len(at.get("plotly_chart")) == 3
    folded = [one for one in at.expander if "judged rows within" in one.label]
    together = [one for one in at.markdown if "judged rows within" in one.value]
    assert len(folded) + len(together) == len({row.system for row in every_row()})
    assert not any(one.proto.expanded for one in folded)


def test_one_system_or_one_kind_at_a_time() -> None:
    at = opened("astra", "validation")
    at.selectbox(key="validated").select("sequoia").run()
    assert systems(at) == ["Sequoia"]
    (folded,) = (one for one in at.expander if "judged rows within" in one.label)
    assert folded.proto.expanded
    at.pills(key="kinds of rows").set_value(["input"]).run()
    text = tables(at)
    assert "not compared" in text
    assert "✓ within" not in text
    assert not at.get("plotly_chart")
    at.pills(key="kinds of rows").set_value([]).run()
    assert "No rows of these types" in at.info[0].value


def test_other_calculators_stand_apart() -> None:
    at = opened("astra", "validation")
    at.selectbox(key="validated").select("Other calculators").run()
    wanted = {rows_of(stem)[0].system for stem in SCENARIOS if "quobyte" in stem}
    assert set(systems(at)) == wanted


def test_each_system_can_be_opened_by_its_link() -> None:
    """Those of other calculators aren't plans that somebody would open."""
    at = whole()
    links = dict(re.findall(r"\[Open (.+) as a plan\]\(performance\?scenario=(.+)\)", at_once(at)))
    measured = {f"measured/{file.stem}" for file in MEASURED.glob("*.yaml")}
    assert links["Astra"] == "astra"
    assert links["Lise"] == "measured/lise"
    assert measured <= set(links.values())
    assert not any(choice.startswith("peers") for choice in links.values())
    for choice in ("measured/lise", "Measured/LISE"):
        there = opened(choice, "performance")
        assert not there.error
        assert work_of(there).choice == "measured/lise"
        assert results(there).plan.scenario.name == "Lise"


def test_menus_offer_a_measured_system_only_while_it_is_open() -> None:
    at = opened("measured/lise", menu=True)
    menu = at.selectbox(key="chosen scenario")
    assert menu.value == "measured/lise"
    assert [one for one in menu.options if "measured" in one] == ["Lise (measured)"]
    menu.select("beluga").run()
    assert not any("measured" in one for one in at.selectbox(key="chosen scenario").options)


def at_once(at: AppTest) -> str:
    return "\n".join(one.value.replace("\\", "") for one in at.markdown)


def test_the_users_own_figures_are_judged_too() -> None:
    at = opened("astra", menu=True)
    text = ASTRA.replace(b"name: Astra", b"name: Mine").replace(b"value: 1296 s", b"value: 1300 s")
    at.file_uploader(key="uploaded").set_value(("mine.yaml", text, "text/yaml")).run()
    went(at, "validation")
    judged, own = counts(every_row())[1], counts(rows_of("astra"))[1]
    assert f"1 of {judged + own} judged rows are outside" in at.error[0].value
    at.selectbox(key="validated").select("Mine (from mine.yaml)").run()
    assert tables(at).count("✗ outside") == 1
    assert work_of(at).choice == "Mine (from mine.yaml)"


def test_a_system_that_cant_be_compared_is_said() -> None:
    wrong = ASTRA.replace(b"quantity: site.dump_time", b"quantity: site.dump_tim")
    rows, said = published.compared("scenarios/astra.yaml", wrong)
    assert not rows
    assert "did you mean" in said
