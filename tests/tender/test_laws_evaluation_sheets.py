"""Sheets of an evaluation read back: bids in their columns, ranks, prices step by step, tables."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from typing import Any

import openpyxl
import pytest
from openpyxl.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from model.answers.views.view import FixedValue, View
from model.errors import Place, Problem
from model.tender import views
from model.tender.bid_reading import Unreadable
from model.tender.comparison import Comparison
from model.tender.methods import METHODS
from model.tender.scores import Scores, bids_that_count, lowest_wins, scores, tie_rules
from model.tender.targets import targets
from model.units.figures import show
from report.workbook import evaluation_workbook as of_evaluation
from report.workbook.evaluated_prices import PRICES
from report.workbook.evaluation_workbook import CHECKS, EVALUATION, ROBUSTNESS, build
from tests.each import of_each
from tests.report.test_sheet_structure import in_cells
from tests.tender.test_evaluation_workbook import ALL, TENDERS, examples

YELLOW = "FFFFF6D6"
Row = tuple[Cell, ...]


@cache
def found_of(name: str) -> tuple[Scores, Comparison | None]:
    if name in TENDERS:
        comparison = examples(**TENDERS[name])
        assert comparison.scores is not None
        return comparison.scores, comparison
    return scores(ALL[name]), None


@cache
def book_of(name: str) -> tuple[openpyxl.Workbook, openpyxl.Workbook]:
    """The workbook with the results of its formulas, and with the formulas."""
    data = build(*found_of(name))[0]
    shown, alive = (openpyxl.load_workbook(io.BytesIO(data), data_only=of) for of in (True, False))
    return shown, alive


ONE_WAY_EACH = ("", " rounded", " with a band", " of the price alone")
"""The ways of a method, of which each is read of every second method in turn."""
SPECIAL = ("ratio_band with a band", "weighted_share with a band", "median", "criteria")


def every() -> Iterator[str]:
    for n, method in enumerate([*METHODS][::2]):
        name = f"{method}{ONE_WAY_EACH[n % 4]}"
        yield name if name in ALL else method
    yield from (*SPECIAL, "qualitative")
    yield from ("a bid without a value", *TENDERS)


def ranked() -> Iterator[str]:
    yield from (name for name in every() if found_of(name)[0].evaluation.method != "qualitative")


def blocks(sheet: Worksheet) -> dict[str, tuple[Row, list[Row]]]:
    """The rows below each title, up to an empty one."""
    rows = [tuple(row) for row in sheet.iter_rows()]
    return {
        str(row[0].value): (
            row,
            list(takewhile(lambda one: one[0].value not in (None, ""), rows[n + 1 :])),
        )
        for n, row in enumerate(rows)
        if row[0].font.b and row[0].font.sz == 11
    }


def values(row: Row, first: int = 1, last: int | None = None) -> list[Any]:
    return [cell.value for cell in row[first:last]]


def ends(row: Row) -> list[Any]:
    """What a row holds beside its label, up to the last filled cell."""
    held = values(row)
    while held and held[-1] in (None, ""):
        held.pop()
    return held


@pytest.mark.long
@of_each(every)
def test_the_head_says_what_wins(name: str) -> None:
    found, _ = found_of(name)
    sheet = book_of(name)[0][EVALUATION]
    first = [sheet.cell(row, 1).value for row in range(1, 7)]
    method = METHODS[found.evaluation.method]
    wins = "lowest" if lowest_wins(found.evaluation) else "highest"
    assert first[0] == (found.evaluation.title or "Evaluation of bids")
    assert first[1] == of_evaluation.CONFIDENTIAL
    title = f"{method.title[0].upper()}{method.title[1:]} ({found.evaluation.method})"
    assert first[2] == f"{title}; the {wins} score wins."
    assert first[3] == of_evaluation.LIVE
    assert first[4] is None
    assert first[5] is not None


@of_each(every)
def test_all_bids_are_listed_by_rank(name: str) -> None:
    """With rank, score and the reason of those that have none; formulas refer to the ranks."""
    found, _ = found_of(name)
    shown, alive = (blocks(book[EVALUATION])["All bids"] for book in book_of(name))
    assert values(shown[0], 0, 4) == ["All bids", "Rank", "Score", "Remark"]
    assert len(shown[1]) == len(found.bids)
    by_name = {one.name: one for one in found.bids}
    ranks = []
    has_ranks = "Ranks" in blocks(book_of(name)[0][EVALUATION])
    for row, formulas in zip(shown[1], alive[1], strict=True):
        one = by_name[str(row[0].value)]
        is_known = one.rank is not None and has_ranks
        assert row[1].value == (one.rank if is_known else "-")
        assert (formulas[1].data_type == "f") is is_known
        assert row[3].value == one.why
        ranks.append(one.rank or 1000)
        if formulas[2].data_type == "f":
            assert row[2].value == one.rounded
        else:
            assert row[2].value is None
            assert one.rounded is None or not has_ranks
    assert ranks == sorted(ranks)


@of_each(ranked)
def test_figures_stand_in_the_column_of_their_bid(name: str) -> None:
    """Yellow where a bid or a rule states them; what computes them stands below."""
    found, _ = found_of(name)
    shown, alive = (blocks(book[EVALUATION]) for book in book_of(name))
    counting = [one.name for one in bids_that_count(found.evaluation)
                if found_of(name)[0].evaluation and score_of(found, one.name)]  # fmt: skip
    states = {one.name: one for one in found.evaluation.bids}
    of_trees = [title for title in shown if ": " in title]
    assert "Scores: formulas" in of_trees
    order = [title.rpartition(": ")[2] for title in of_trees if title.startswith("Scores: ")]
    kinds = ("rules", "bids", "over all bids", "formulas")
    assert order == [kind for kind in kinds if kind in order]
    meaning = max(len(counting), 3) + 1
    for title in of_trees:
        head, rows = shown[title]
        kind = title.rpartition(": ")[2]
        names = counting if kind in ("bids", "formulas") else []
        assert ends(head)[: len(names)] == names
        assert len(ends(head)) == len(names)
        assert rows
        for row, formulas in zip(rows, alive[title][1], strict=True):
            label = str(row[0].value)
            assert label[0] == label[0].upper()
            assert isinstance(row[meaning].value, str)
            assert not row[meaning].value.endswith(".")
            filled = [cell for cell in row[1:meaning] if cell.value is not None]
            assert len(filled) == (len(names) or 1)
            for cell in filled:
                own = formulas[cell.column - 1]
                is_stated = kind in ("rules", "bids") and own.data_type != "f"
                assert (cell.fill.fgColor.rgb == YELLOW) is is_stated, (title, label)
                assert kind != "formulas" or own.data_type == "f"
            if kind == "bids" and title.startswith("Scores") and label == "Quality":
                told = [states[one].quality for one in names]
                assert (
                    None in told
                    or values(row, 1, 1 + len(names)) == told
                    or found.evaluation.criteria
                )
            if kind == "bids" and title.startswith("Scores") and label == "Evaluation price":
                paid = [money(states[one].price) for one in names]
                assert values(row, 1, 1 + len(names)) == paid
                assert {cell.number_format for cell in filled} == {"#,##0.00"}


def money(amount: Any) -> float | None:
    return None if amount is None else float(getattr(amount, "amount", amount))


def score_of(found: Scores, name: str) -> bool:
    return next(one.score for one in found.bids if one.name == name) is not None


@of_each(ranked)
def test_ranks_stand_below_what_they_follow_from(name: str) -> None:
    """The score, those of a band before all; then what decides between equals."""
    found, _ = found_of(name)
    all_blocks = blocks(book_of(name)[0][EVALUATION])
    if "Ranks" not in all_blocks:
        return
    head, rows = all_blocks["Ranks"]
    names = ends(head)
    by_name = {one.name: one for one in found.bids}
    states = {one.name: one for one in found.evaluation.bids}
    *keys, last = rows
    assert last[0].value == "Rank"
    ranks = values(last, 1, 1 + len(names))
    assert ranks == [by_name[one].rank if keys else str(by_name[one].rank or "-") for one in names]
    if not keys:
        return
    sign = -1 if lowest_wins(found.evaluation) else 1
    own = values(keys[0], 1, 1 + len(names))
    for one, key in zip(names, own, strict=True):
        rounded = by_name[one].rounded
        assert rounded is not None
        assert key == (9e99 if by_name[one].in_band else pytest.approx(sign * rounded))
    texts = [str(row[max(len(names), 3) + 1].value) for row in rows]
    assert ("lowest first" in texts[0]) is (sign < 0)
    in_band = "Is in band" in [row[0].value for row in all_blocks["Scores: formulas"][1]]
    assert ("within the score band" in texts[0]) is in_band
    within, beyond = tie_rules(found.evaluation)
    assert len(keys) == 1 + bool(within or beyond)
    said = {"price": "lowest price", "quality": "highest quality", None: "none"}
    for row, text in zip(keys[1:], texts[1:], strict=False):
        assert said[beyond] in text
        assert (
            not in_band
            or f"within the score band: {said[within]}; otherwise: {said[beyond]}" in text
        )
        for one, key in zip(names, values(row, 1, 1 + len(names)), strict=True):
            rule = within if in_band and by_name[one].in_band else beyond
            bid = states[one]
            if rule == "price":
                assert key == -(money(bid.price) or 9e99)
            elif rule == "quality":
                assert key == (bid.quality or 0.0)
            else:
                assert key == 0


def test_points_of_criteria_are_added_to_those_of_evaluators() -> None:
    """Each in a row of its name; the sum of them is what the bids are scored by."""
    found, _ = found_of("criteria")
    shown, alive = (blocks(book[EVALUATION]) for book in book_of("criteria"))
    head, rows = shown["Points for quality"]
    names = ends(head)
    by_name = {one.name: one for one in found.bids}
    assert [row[0].value for row in rows] == ["By the evaluators", "Delivery", "Power"]
    for n, name in enumerate(names, 1):
        stated = next(one.quality for one in found.evaluation.bids if one.name == name)
        assert rows[0][n].value == stated
        assert rows[0][n].fill.fgColor.rgb == YELLOW
        for row in rows[1:]:
            assert row[n].value == by_name[name].criteria[str(row[0].value)]
        sums = alive["Scores: bids"][1][0]
        letter = rows[0][n].column_letter
        span = f"{letter}{rows[0][n].row}:{letter}{rows[-1][n].row}"
        assert str(sums[n].value).replace("$", "") == f"=SUM({span})"


# Tables as they are computed.


def tables_of(name: str, title: str) -> list[View]:
    found, comparison = found_of(name)
    if title == ROBUSTNESS:
        return views.of_scores(found) or [views.ranking(found)]
    assert comparison is not None
    every_table = (views.checks(comparison), targets(comparison), views.per_unit(comparison))
    more = (views.price_lines(comparison), views.questions(comparison))
    return [one for one in (*every_table, *more) if one.rows]


def places() -> Iterator[tuple[str, str]]:
    yield from ((name, ROBUSTNESS) for name in (*TENDERS, *list(ALL)[::6], "qualitative"))
    yield from ((name, CHECKS) for name in TENDERS)


@of_each(places)
def test_tables_stand_below_each_other_as_they_are_computed(case: tuple[str, str]) -> None:
    """Heads, rows and notes; figures as such, money to the cent, shares in percent."""
    name, title = case
    sheet = book_of(name)[0][title]
    rows = [tuple(row) for row in sheet.iter_rows()]
    first = [row[0].value for row in rows[:3]]
    assert first == [title, of_evaluation.CONFIDENTIAL, of_evaluation.FIXED]
    at = 4
    for view in tables_of(name, title):
        assert rows[at - 1][0].value is None
        assert rows[at][0].value == view.title
        assert [rows[at + 1][0].value, *ends(rows[at + 1])] == [
            view.head,
            *(column.head for column in view.columns),
        ]
        for cell, column in zip(rows[at + 1][1:], view.columns, strict=False):
            side = "left" if column.look == "text" else "right"
            assert cell.alignment.horizontal == side
        for row, one in zip(rows[at + 2 :], view.rows, strict=False):
            assert (row[0].value or "") == one.label
            for cell, entry, column in zip(row[1:], one.entries, view.columns, strict=False):
                is_last = cell.column == len(view.columns) + 1
                if isinstance(entry, FixedValue):
                    is_shown(cell, entry)
                else:
                    assert (cell.value or "") == in_cells(str(entry))
                    wraps = column.look == "text" and not is_last
                    assert bool(cell.alignment.wrap_text) is (wraps and bool(entry)) or not entry
        at += 3 + len(view.rows)
    notes = views.notes(found_of(name)[0]) if title == ROBUSTNESS else ()
    below = [row[0].value for row in rows[at:]]
    assert [str(text).casefold() for text in below] == [f"{one}.".casefold() for one in notes]
    assert all(str(text)[0] == str(text)[0].upper() for text in below)


def is_shown(cell: Cell, entry: FixedValue) -> None:
    if entry.value is None:
        assert cell.value == "unknown"
    elif entry.unit == "currency":
        assert cell.value == pytest.approx(entry.value)
        assert cell.number_format == "#,##0.00"
    elif entry.is_share:
        assert cell.value == pytest.approx(entry.value)
        assert "%" in cell.number_format
    elif entry.unit == "1":
        assert cell.value == pytest.approx(entry.value)
        assert cell.number_format == ("0.000000" if abs(entry.value) < 10 else "#,##0.00##")
    else:
        assert cell.value == show(entry.value, entry.unit)


# Evaluated prices.


@pytest.mark.parametrize("name", TENDERS)
def test_rules_of_prices_stand_in_units_of_people(name: str) -> None:
    """Each that may be typed is yellow, above what follows from it in base units."""
    _, comparison = found_of(name)
    assert comparison is not None
    tender = comparison.tender
    assert tender.energy is not None
    assert tender.rack_price is not None
    sheet = book_of(name)[0][PRICES]
    assert [sheet.cell(row, 1).value for row in (1, 3)] == [tender.title, "Net prices, in EUR"]
    _, rows = blocks(sheet)["Rules"]
    price = float(tender.energy.price.amount)
    wanted: list[tuple[str, float, bool]] = [
        ("Energy price, EUR/kWh", price * 3.6e6, True),
        ("Energy price, EUR/J", price, False),
        ("PUE", tender.energy.pue, True),
        ("Hours of use a year", tender.energy.hours / 3600, True),
        ("Use a year, s", tender.energy.hours, False),
        ("Years", float(tender.energy.years or tender.term or 0), False),
    ]
    if tender.discount_rate:
        wanted.append(("Discount rate a year", tender.discount_rate, True))
    wanted.append(("Space of a rack, EUR", float(tender.rack_price.amount), True))
    for row, (label, value, is_typed) in zip(rows, wanted, strict=True):
        assert row[0].value == label
        assert row[1].value == pytest.approx(value)
        assert (row[1].fill.fgColor.rgb == YELLOW) is is_typed, label
        assert ("%" in row[1].number_format) is ("rate" in label)
    converted = {row[0].value: row[1].value for row in blocks(book_of(name)[1][PRICES])["Rules"][1]}
    for label, factor in (("Energy price, EUR/J", "/3600000"), ("Use a year, s", "*3600")):
        assert str(converted[label]).endswith(factor)


@pytest.mark.parametrize("name", TENDERS)
def test_each_step_of_a_price_stands_below_its_bid(name: str) -> None:
    """Amounts first as offered, last what is added; the sum follows, and the reasons below."""
    _, comparison = found_of(name)
    assert comparison is not None
    sheet = book_of(name)[0][PRICES]
    found = blocks(sheet)
    head, rows = found["Steps"]
    bids = comparison.bids
    assert ends(head) == [one.name for one in bids] == ends(found["Offered"][0])
    labels = [str(row[0].value) for row in rows]
    assert labels[0] == "Offer"
    assert labels[-5:] == ["Currency", "Value added tax", "Energy", "Space", "Evaluated price"]
    assert len(labels) == len(set(labels))
    for n, one in enumerate(bids, 1):
        steps = {step.name: step.amount for step in one.normalised.steps}
        for row in rows[:-1]:
            amount = steps.pop(str(row[0].value), None)
            assert row[n].value == (None if amount is None else pytest.approx(float(amount)))
            assert row[n].value is None or row[n].number_format == "#,##0.00"
        assert not steps.keys() - {"Evaluated price"}
        price = "incomplete" if one.price is None else pytest.approx(float(one.price))
        assert rows[-1][n].value == price
        reasons = found[f"{one.name}: reasons"][1]
        assert [(row[0].value, row[1].value) for row in reasons] == [
            (step.name, in_cells(step.reason)) for step in one.normalised.steps
        ]
    offered = found["Offered"][1]
    assert [row[0].value for row in offered] == [
        *("Typical power, W, phase 1", "Typical power, W, phase 2", "Racks"),
    ]
    for n, one in enumerate(bids, 1):
        assert offered[-1][n].value == one.normalised.bid.racks
        assert offered[0][n].fill.fgColor.rgb == YELLOW
        phases = one.normalised.bid.power.years
        assert (offered[1][n].value is not None) is bool(phases)


@pytest.mark.parametrize("is_of_other", [True, False])
def test_what_was_not_read_stands_above_all(is_of_other: bool) -> None:
    """With its reason, and one empty row below."""
    found = examples()
    file = Unreadable("x.pdf", (Problem(Place("x.pdf"), "", "no form"),), is_of_other)
    more = Comparison(**{**vars_of(found), "unreadable": (file, file)})
    data = build(more.scores, more)[0]
    sheet = openpyxl.load_workbook(io.BytesIO(data))[PRICES]
    why = "Of another tender" if is_of_other else "Not read"
    text = f"{why}, and in no rank: x.pdf: {file.reason}"
    assert [sheet.cell(row, 1).value for row in range(4, 9)] == [None, text, text, None, "Rules"]


def vars_of(found: Comparison) -> dict[str, Any]:
    return {name: getattr(found, name) for name in found.__dataclass_fields__}
