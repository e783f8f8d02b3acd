"""Plans that are begun today: their price date is today's, on cards as in the plan."""

import datetime

import pytest

from model import evaluate, load_scenario
from model.clock import VARIABLE, today
from model.search.families import TEMPLATES, begun_empty, begun_from, family, names
from model.search.start import begin
from model.search.wishes import Wishes

LATER = "2027-03-01"


def read(text):
    return load_scenario("mine.yaml", text, TEMPLATES)


@pytest.fixture
def _later(monkeypatch):
    monkeypatch.setenv(VARIABLE, LATER)


def test_the_day_is_that_of_the_environment_or_of_the_clock(monkeypatch):
    monkeypatch.setenv(VARIABLE, LATER)
    assert today() == datetime.date(2027, 3, 1)
    monkeypatch.setenv(VARIABLE, "")
    assert today() >= datetime.date(2026, 1, 1)


@pytest.mark.usefixtures("_later")
def test_what_is_begun_today_counts_the_prices_of_today_and_files_keep_theirs():
    for text in (*map(begun_from, names()), begun_empty()):
        assert str(read(text).economics.price_date) == LATER
    for name in names():
        shipped = load_scenario(TEMPLATES / f"{name}.yaml")
        assert shipped.economics.price_date < datetime.date(2027, 1, 1)
        begun = read(begun_from(name))
        assert begun.title == ""
        assert shipped.title != ""
        assert begun_from(name).decode().count("#") == text_of(name).count("#")
        assert evaluate(begun)["site", "racks"] == evaluate(shipped)["site", "racks"]


def text_of(name):
    return (TEMPLATES / f"{name}.yaml").read_text(encoding="utf-8")


def test_no_clock_that_is_behind_takes_prices_away(monkeypatch):
    monkeypatch.setenv(VARIABLE, "2020-01-01")
    for name in names():
        shipped = load_scenario(TEMPLATES / f"{name}.yaml")
        assert read(begun_from(name)).economics.price_date == shipped.economics.price_date


def test_a_card_has_the_price_date_of_its_plan(monkeypatch):
    one = family("flash-scratch")
    assert family("flash-scratch") is one
    monkeypatch.setenv(VARIABLE, LATER)
    assert family("flash-scratch") is not one
    *_, found = begin(Wishes(2e15), ["flash-scratch"])
    for card in found.cards:
        plan = read(card.text)
        assert str(plan.economics.price_date) == LATER
        sized = card.row.figure("gross_capital_cost")
        assert evaluate(plan)["site", "gross_capital_cost"] == pytest.approx(sized, rel=1e-9)
