"""What is said of a search, for each way that it may end; and its tables, cell by cell."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from model import choices, load_scenario
from model.answers.views.view import FixedValue
from model.design.scenario import edited
from model.search import views
from model.search.answers import Alternative, Price, Reason
from model.search.search import Excluded, SearchResult, search
from tests.search.spaces import FILE


@pytest.fixture(scope="module")
def found() -> SearchResult:
    fields = {"tiers.0.blocks": [6, 7], "tiers.0.target.layout": ["raidz2:10", "raidz2:4000"]}
    result = search(choices(edited(load_scenario(FILE), {"choices": fields})))
    assert result.proven
    assert result.best is not None
    return result


def test_the_gap_is_how_much_better_another_could_be(found: SearchResult) -> None:
    open_one = replace(found, proven=False, bound=found.cost * 0.75)
    assert open_one.gap == pytest.approx(0.25)
    assert replace(open_one, bound=found.cost * 1.25).gap == pytest.approx(0.25)
    assert replace(open_one, bound=-math.inf).gap is None
    assert replace(open_one, cost=0.0).gap is None
    assert replace(open_one, best=None).gap is None
    assert found.gap == 0.0
    assert replace(found, best=None).gap == 0.0


def test_the_sentence_says_how_the_search_ended(found: SearchResult) -> None:
    cost = views.written(found, "capital_cost", found.figure)
    designs = f"{found.choosing.designs} designs"
    says = {
        f"{designs}: the lowest capital cost is {cost}, proven": found,
        f"{designs}: the lowest capital cost found is {cost}, not proven; another could be at most "
        "25.0 % better": replace(found, proven=False, bound=found.cost * 0.75),
        f"{designs}: the lowest capital cost found is {cost}, not proven; how much better another "
        "could be is unknown": replace(found, proven=False, bound=-math.inf),
        f"{designs}: none meets all requirements": replace(found, best=None),
        f"{designs}: none of those evaluated meets all requirements": replace(
            found, best=None, proven=False
        ),
        "Stopped while the options were being planned; no design was evaluated": replace(
            found, stopped=True, choosing=replace(found.choosing, structures=[])
        ),
    }
    assert {text: views.sentence(result) for text, result in says.items()} == {t: t for t in says}
    highest = replace(found, aim=replace(found.aim, sense=-1), cost=-found.cost)
    assert views.sentence(highest) == f"{designs}: the highest capital cost is {cost}, proven"
    assert views.procedure_text(found).endswith(f"capital cost of {designs}, proven")
    assert views.procedure_text(replace(found, proven=False)).endswith(", not proven")


def test_alternatives_and_the_front_are_designs_with_their_figures(found: SearchResult) -> None:
    best = found.best
    assert best is not None
    others = [Alternative("tiers.0.blocks", "3", best, 0.125)]
    tables = views.designs(found, others, [best, best], "equipment_power")
    named = {table.title: table for table in tables}
    designs = named["Best design and alternatives"]
    assert [(row.label, row.tone) for row in designs.rows] == [
        ("Best", "strong"),
        ("Alternative 1", ""),
    ]
    assert [row.entries[-1] for row in designs.rows] == [
        FixedValue(0.0, "1"),
        FixedValue(0.125, "1"),
    ]
    assert designs.columns[-1].key == "gap"
    assert [column.head for column in named["Choices"].columns] == ["Best", "Alternative 1"]
    front = next(table for title, table in named.items() if title.startswith("No design is bett"))
    assert front.title.endswith(
        f"{found.label('capital_cost')} and {found.label('equipment_power')}"
    )
    assert [row.label for row in front.rows] == ["Front 1", "Front 2"]
    assert [column.head for column in named["Choices of the front"].columns] == [
        "Front 1",
        "Front 2",
    ]
    assert views.designs(replace(found, best=None)) == ()
    assert "Choices of the front" not in {table.title for table in views.designs(found)}


def test_what_excludes_designs_says_whether_it_is_counted(found: SearchResult) -> None:
    for estimated in (False, True):
        some = replace(found)
        some.__dict__["excluded"] = [Excluded("power", 2.6, estimated), Excluded("b", 1.0, False)]
        table = views.excluded(some)
        assert ("estimated from a sample" in table.title) is estimated
        assert [(row.label, row.entries) for row in table.rows] == [
            ("power", (FixedValue(3, "1"),)),
            ("b", (FixedValue(1, "1"),)),
        ]


def test_a_dozen_impossible_options_are_listed(found: SearchResult) -> None:
    [one, *_] = found.choosing.refused
    for count, rows in ((12, 12), (13, 13), (14, 13)):
        some = replace(found, choosing=replace(found.choosing, refused=[one] * count))
        table = views.refused(some)
        assert len(table.rows) == rows
        assert table.rows[0].entries == (one.why,)
        assert (table.rows[-1].label == f"and {count - 12} more") is (count > 12)
    field, options = one.choices[0], one.options
    assert found.choosing.choices[field].options[options[0]].label in table.rows[0].label


def test_obstacles_and_prices_are_rows(found: SearchResult) -> None:
    reasons = [Reason("Power", 5.0, 4.0, "watt"), Reason("several", None, 4.0, "watt")]
    assert [(row.label, row.entries) for row in views.obstacles(reasons).rows] == [
        ("Power", (FixedValue(4.0, "watt"), FixedValue(5.0, "watt")))
    ]
    table = views.prices(found, [Price("Capacity", 0.02), Price("Power", None)])
    assert [(row.label, row.entries) for row in table.rows] == [
        ("Capacity", (FixedValue(0.02, "1"),)),
        ("Power", ("no design meets it",)),
    ]
    assert table.columns[0].head == "Change of capital cost"
    waits = views.waiting(found, "the price of drives")
    label = found.label("capital_cost")
    assert waits == f"{label} is unknown for all designs; missing: the price of drives"


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (Reason("Power", 5e3, 4e3, "watt"), "Power: 5 kW instead of 4 kW"),
        (Reason("Cost", 5.0, 4.0, "currency", "EUR"), "Cost: 5 EUR instead of 4 EUR"),
        (Reason("Drives", None, 1.0, "1"), "Drives: unknown instead of 1"),
        (Reason("no bays for it", 0.0, 0.5, "1"), "no bays for it"),
        (Reason("Depth", 0.6, 0.5, "metre"), "Depth: 600 mm instead of 500 mm"),
    ],
    ids=lambda one: str(one)[:20],
)
def test_a_reason_names_the_figure_and_what_is_needed(reason: Reason, text: str) -> None:
    """Of parts that don't fit there is no figure: half is between yes and no."""
    assert str(reason) == text
