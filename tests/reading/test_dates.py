"""Days as people and programs write them: each form with the day that it is."""

from __future__ import annotations

import datetime

import pytest

from model.reading.dates import ORDER, day_of, days_of

DAYS = {
    "2026-08-04": "2026-08-04",
    " 2026-08-04 ": "2026-08-04",
    "2026-08-04 00:00:00": "2026-08-04",
    "2026-08-04T23:59": "2026-08-04",
    "4.8.2026": "2026-08-04",
    "04.08.26": "2026-08-04",
    "4. 8. 2026": "2026-08-04",
    "4.8.26, 14:30": "2026-08-04",
    "4.8.26 14:30 Uhr": "2026-08-04",
    "4.8.99": "2099-08-04",
    "4.8.00": "2000-08-04",
    "31.12.1999": "1999-12-31",
    "2026-01": "2026-01-31",
    "2026-2": "2026-02-28",
    "2028-02": "2028-02-29",
    "2026-04": "2026-04-30",
    "2026-12": "2026-12-31",
}
WRITTEN = {
    **DAYS,
    "31/8/2026": "2026-08-31",
    "8/31/26": "2026-08-31",
    "8/31/99, 11:00 PM": "2099-08-31",
    "2026/08/04": "2026-08-04",
    "2026.8.4": "2026-08-04",
    "2026/8/4 12:00": "2026-08-04",
    "2026/02": "2026-02-28",
    "2026.12": "2026-12-31",
    "03/2027": "2027-03-31",
    "3.2027": "2027-03-31",
    "Aug 2026": "2026-08-31",
    "August 26": "2026-08-31",
    "Okt. 26": "2026-10-31",
    "dez-2026": "2026-12-31",
    "Feb'28": "2028-02-29",
    "4 Aug 2026": "2026-08-04",
    "4. August 2026": "2026-08-04",
    "04-Mai-26": "2026-05-04",
    "Aug 4, 2026": "2026-08-04",
    "Sept 4 26": "2026-09-04",
    "1785801600": "2026-08-04",
    "1785887999": "2026-08-04",
    "1785888000": "2026-08-05",
    "1785801600.5": "2026-08-04",
    "1785801600000": "2026-08-04",
    "1785887999999": "2026-08-04",
    "999999999": "2001-09-09",
    "999999999999": "2001-09-09",
    "20270401": "2027-04-01",
}


@pytest.mark.parametrize("text", DAYS)
def test_a_day_or_the_last_one_of_a_month(text: str) -> None:
    assert str(day_of(text)) == DAYS[text]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_column_of_one_form(text: str) -> None:
    assert [*map(str, days_of([text, f" {text}", text]))] == [WRITTEN[text]] * 3


MONTHS = (
    *("Jan Januar january jän Jänner janvier", "feb Februar February février fév"),
    *("mar mär mrz march März mars", "apr April avril avr", "may Mai", "jun June Juni juin"),
    *("jul July Juli juillet", "aug August août", "sep Sept September septembre"),
    *("oct okt October Oktober octobre", "nov November novembre"),
    "dec dez December Dezember décembre déc",
)


def test_names_of_months_are_of_three_languages() -> None:
    for month, names in enumerate(MONTHS, 1):
        for name in names.split():
            assert days_of([f"7 {name} 2026"]) == [datetime.date(2026, month, 7)], name


@pytest.mark.parametrize(
    "texts",
    [["2026-13-01"], ["30.2.2026"], ["2026-00"], ["Foo 2026"], ["soon"], [""], ["13/13/2026"]],
)
def test_what_is_no_day_is_refused(texts: list[str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        days_of(texts)


@pytest.mark.parametrize(
    ("texts", "days"),
    [
        (["1/13/26", "2/1/26"], ["2026-01-13", "2026-02-01"]),
        (["13/1/26", "2/1/26"], ["2026-01-13", "2026-01-02"]),
        (["12/13/26", "1/12/26"], ["2026-12-13", "2026-01-12"]),
        (["3/3/26"], ["2026-03-03"]),
        (["3/3/26", "4/4/26"], ["2026-03-03", "2026-04-04"]),
        (["1/2/26", "1/3/26"], ["2026-02-01", "2026-03-01"]),
        (["2/1/26", "3/1/26"], ["2026-02-01", "2026-03-01"]),
        (["2/1/26", "2026-05-06", "3/1/26"], ["2026-02-01", "2026-05-06", "2026-03-01"]),
    ],
)
def test_other_days_of_a_column_tell_the_order(texts: list[str], days: list[str]) -> None:
    assert [*map(str, days_of(texts))] == days


@pytest.mark.parametrize(
    "texts",
    [
        ["2/1/26"],
        ["1/2/26"],
        ["2/3/26", "4/5/26"],
        ["13/1/26", "1/13/26"],
        ["1/1/26", "1/2/26", "2/1/26"],
    ],
)
def test_what_leaves_the_order_open_is_refused(texts: list[str]) -> None:
    with pytest.raises(ValueError, match=r"^write days as 2026-08-04") as error:
        days_of(texts)
    assert str(error.value) == ORDER
