"""Prices of a bill case by case: which one counts, how old it is, and what is owned already."""

from __future__ import annotations

import datetime
from types import SimpleNamespace as Of
from typing import Any

import pytest

from model.answers import counted_prices, prices
from model.units.figures import THIN
from model.units.kinds import DAY, JULIAN_YEAR

TODAY = datetime.date(2026, 11, 1)
MONTH = JULIAN_YEAR / 12


def days_ago(days: int) -> datetime.date:
    return TODAY - datetime.timedelta(days=days)


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        (MONTH, "1 month"), (6 * MONTH, "6 months"), (11 * MONTH, "11 months"),
        (12 * MONTH, "1 year"), (18 * MONTH, "1.5 years"), (6.5 * MONTH, "198 days"),
        (30 * DAY, "30 days"),
    ],
)  # fmt: skip
def test_an_age_is_in_whole_months_below_a_year(limit: float, text: str) -> None:
    assert counted_prices.limit_text(limit).replace(THIN, " ") == text


def plan(
    *lines: tuple[str, str, int | None],
    day: datetime.date | None = TODAY,
    limit: float | None = None,
) -> Any:
    """Lines with their kinds, and how many days ago their prices were seen (None: no day)."""
    made = [
        Of(
            path=name,
            name=name,
            kind=kind,
            counts_by=name,
            date=ago if ago is None else days_ago(ago),
        )
        for name, kind, ago in lines
    ]
    found = {
        one.path: Of(at=lambda _, one=one: Of(date=one.date)) for one in made if one.name != "free"
    }
    economics = Of(price_date=day, price_age_limit=limit)
    return Of(scenario=Of(economics=economics), lines=made, prices=found)


AGES = {"hdd": 100, "ssd": 50}
SINCE = ", the day of the newest price"
OLD: list[tuple[list[tuple[str, str, int | None]], dict[str, Any], list[str]]] = [
    # lines, what differs, and the warnings
    ([], {}, []),
    ([("a", "hdd", 100)], {}, []),
    ([("a", "hdd", 101)], {},
     ["1 price of hdd is older than 100 days on 2026-11-01: a (2026-07-23, 101 days old)"]),
    ([("a", "ssd", 60), ("b", "ssd", 300), ("c", "hdd", 60), ("d", "ssd", None)], {},
     ["2 prices of ssd are older than 50 days on 2026-11-01: b (2026-01-05, 300 days old), "
      "a (2026-09-02, 60 days old)"]),
    ([("a", "ssd", 60), ("b", "hdd", 200)], {},
     ["1 price of ssd is older than 50 days on 2026-11-01: a (2026-09-02, 60 days old)",
      "1 price of hdd is older than 100 days on 2026-11-01: b (2026-04-15, 200 days old)"]),
    ([("a", "ssd", 60), ("b", "hdd", 70)], {"limit": 60 * DAY},
     ["1 price is older than 60 days on 2026-11-01: b (2026-08-23, 70 days old)"]),
    ([("a", "ssd", 60), ("b", "ssd", 0)], {"day": None},
     [f"1 price of ssd is older than 50 days on 2026-11-01{SINCE}: a (2026-09-02, 60 days old)"]),
    ([("a", "ssd", 60), ("b", "ssd", 9)], {"day": None},
     [f"1 price of ssd is older than 50 days on 2026-10-23{SINCE}: a (2026-09-02, 51 days old)"]),
    ([("a", "ssd", None)], {"day": None}, []),
    ([("free", "ssd", 90)], {}, []),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "more", "said"), OLD)
def test_old_prices_are_named_by_kind_the_oldest_first(
    monkeypatch: pytest.MonkeyPatch,
    lines: list[tuple[str, str, int | None]],
    more: dict[str, Any],
    said: list[str],
) -> None:
    """From the day after the limit of their kind on, or of the scenario for all."""
    monkeypatch.setattr(
        counted_prices, "age_of_kind", lambda kind: Of(age=AGES[kind] * DAY, title=kind)
    )
    found = counted_prices.warnings_of_prices(plan(*lines, **more), {})
    assert [one.replace(THIN, " ") for one in found] == said


def test_further_old_prices_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted_prices, "age_of_kind", lambda _: Of(age=DAY, title="x"))
    monkeypatch.setattr(counted_prices, "MOST_TOLD", 2)
    for count, end in ((2, "old)"), (3, "old) and 1 more"), (4, "old) and 2 more")):
        [text] = counted_prices.warnings_of_prices(
            plan(*((str(n), "hdd", 10 + n) for n in range(count))), {}
        )
        assert text.startswith(f"{count} prices of x are older than")
        assert text.endswith(end)
        assert f": {count - 1} (" in text


def seen(confidence: str, *, is_estimate: bool = False) -> Any:
    return Of(confidence=confidence, layer=Of(is_estimate=is_estimate))


@pytest.mark.parametrize(
    ("certain", "found"),
    [
        ([], None), ([None], None), ([seen("high")], None), ([None, seen("low")], ("1", "low")),
        ([seen("low"), seen("assumed")], ("1", "assumed")),
        ([seen("low"), seen("high", is_estimate=True)], ("1", "estimate")),
        ([seen("medium"), seen("low"), seen("low")], ("1", "low")),
    ],
)  # fmt: skip
def test_the_least_certain_price_is_the_first_of_its_like(
    certain: list[Any], found: tuple[str, str] | None
) -> None:
    lines = [Of(path=str(n), name=str(n), counts_by=n) for n in range(len(certain))]
    known = {str(n): Of(at=lambda _, one=one: one) for n, one in enumerate(certain)}
    results: Any = Of(lines=lines, prices=known)
    assert counted_prices.least_certain(results, {}) == found


class Found(dict[Any, Any]):
    """Values of results, with a plan."""

    def __init__(self, values: dict[Any, Any], **more: Any) -> None:
        super().__init__(values)
        self.__dict__.update(more)


PIECES = {"bought": 3.0, ("x", "line_count"): 5.0}


@pytest.mark.parametrize(
    ("owned", "values", "text"),
    [
        (None, {}, ""), ("all", {}, prices.OWNED), (2, {}, f"2 of 5 {prices.OWNED}"),
        (2, {"bought": None}, "partly owned"), (2, {("x", "line_count"): None}, "partly owned"),
        (0, {"bought": 5.0}, f"0 of 5 {prices.OWNED}"),
    ],
)  # fmt: skip
def test_owned_pieces_of_a_line_are_counted(owned: Any, values: Any, text: str) -> None:
    line: Any = Of(path="x", owned=owned, pieces_bought="bought")
    assert prices.owned_text(Found(PIECES | values), line) == text  # type: ignore[arg-type]


FREE: list[tuple[float | None, Any, str]] = [
    (0.0, Of(because="included"), "included"), (5.0, Of(because="included"), ""),
    (None, Of(because="included"), ""), (0.0, None, ""),
]  # fmt: skip


@pytest.mark.parametrize(("price", "known", "text"), FREE)
def test_a_price_of_nothing_has_its_reason(price: float | None, known: Any, text: str) -> None:
    at = ("x", "unit_price")
    found = Found({at: price}, plan=Of(provenance={} if known is None else {at: known}))
    assert prices.why_free(found, Of(path="x")) == text  # type: ignore[arg-type]


def known(**more: Any) -> Any:
    return Of(**{"status": "stated", "date": None, "source": "", "because": "", "place": "x.yaml",
                 "field": ""} | more)  # fmt: skip


def of_list(**more: Any) -> Any:
    return Of(**{"net": (7.0, "EUR"), "date": TODAY, "layer": Of(name="offers"), "price": None,
                 "discount": 0.1, "valid_until": None, "confidence": "high", "note": "n",
                 "includes": "", "lead_time": None} | more)  # fmt: skip


LISTED = of_list(price=Of(amount=9.0), valid_until=TODAY)
PRICES: list[tuple[float | None, Any, Any, tuple[Any, ...] | None]] = [
    # the unit price, what counts of the layers, what is known of it; amount, status, source, age
    (None, LISTED, known(), None),
    (5.0, None, None, None),
    (5.0, None, known(), (5.0, "stated", "x.yaml", None, "stated")),
    (5.0, None, known(because="asked"), (5.0, "stated", "asked", None, "stated")),
    (5.0, None, known(because="asked", source="s"), (5.0, "stated", "s", None, "stated")),
    (5.0, LISTED, known(field="tiers.0"), (5.0, "stated", "x.yaml", 1, "stated")),
    (5.0, of_list(net=None), known(), (5.0, "stated", "x.yaml", 1, "stated")),
    (5.0, LISTED, known(), (7.0, "by list", "the list", 1, "offers")),
    (5.0, LISTED, None, (7.0, "by list", "the list", 1, "offers")),
]  # fmt: skip


@pytest.mark.parametrize(("price", "used", "of", "expected"), PRICES)
def test_the_price_of_a_line_is_the_stated_one_or_that_which_counts(
    monkeypatch: pytest.MonkeyPatch, price: float | None, used: Any, of: Any, expected: Any
) -> None:
    at = ("x", "unit_price")
    monkeypatch.setattr(prices, "counting", lambda *_: used)
    monkeypatch.setattr(prices, "stated_amount", lambda results, where: (results[where], "EUR"))
    monkeypatch.setattr(prices, "age_of", lambda _, day: 1 if day else None)
    listed = known(status="by list", source="the list", date=TODAY)
    monkeypatch.setattr(prices, "known_by", lambda _: listed)
    results: Any = Found({at: price}, plan=Of(provenance={} if of is None else {at: of}))
    found = prices.price_of(results, Of(path="x"))  # type: ignore[arg-type]
    if expected is None:
        assert found is None
        return
    assert found is not None
    said = (found.amount, found.kind, found.source, found.age, found.layer)
    assert said == expected
    assert found.valid_until == ("2026-11-01" if expected[-1] == "offers" else "")
    assert found.list_price == (9.0 if expected[-1] == "offers" else None)
