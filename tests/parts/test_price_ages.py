"""How prices age: the data of the catalog, and the ranges that follow from it."""

from __future__ import annotations

import datetime

import pytest
from pydantic import ValidationError

from model.parts.catalog import load_catalog
from model.parts.price_ages import (
    PriceAge,
    PriceConfidence,
    age_of_kind,
    aged,
    confidences,
    price_ages,
)
from model.units.kinds import JULIAN_YEAR

DAY = datetime.date(2026, 11, 22)


def test_each_kind_has_one_age_and_all_others_have_the_last() -> None:
    catalog = load_catalog()
    known = {catalog.part(key).kind for key in sorted(catalog.keys())}
    kinds = [kind for one in price_ages() for kind in one.kinds]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) <= known
    assert [one.kinds for one in price_ages()].index(()) == len(price_ages()) - 1
    months = {kind: age_of_kind(kind).age / JULIAN_YEAR * 12 for kind in ("ssd", "hdd", "server")}
    assert months == {"ssd": 3, "hdd": 6, "server": 12}
    assert age_of_kind("memory").age == age_of_kind("ssd").age
    assert age_of_kind("") is price_ages()[-1]


def test_a_range_grows_with_age_and_falls_with_confidence() -> None:
    """Contracts of flash rose by 1.55 in a quarter, and by 4.5 at most."""
    of_day = aged("ssd", "high", DAY, DAY)
    assert of_day == pytest.approx((0.95, 1.05))
    quarter = aged("ssd", "high", DAY - datetime.timedelta(91.3125), DAY)
    assert quarter == pytest.approx((0.95 * 0.9, 1.05 * 1.55), rel=0.01)
    years = aged("ssd", "high", datetime.date(2018, 1, 1), DAY)
    assert years == pytest.approx((0.95 / 4.5, 1.05 * 4.5))
    low = aged("ssd", "low", DAY, DAY)
    assert low.low < of_day.low < of_day.high < low.high
    assert aged("hdd", "", DAY, DAY) == aged("hdd", "low", DAY, DAY)


def test_a_price_without_a_date_has_the_age_of_its_kind_and_without_a_day_none() -> None:
    assert aged("hdd", "high", None, DAY).high == pytest.approx(1.05 * 1.22, rel=0.001)
    assert aged("hdd", "high", datetime.date(2018, 1, 1), None) == pytest.approx((0.95, 1.05))
    assert aged("hdd", "high", DAY + datetime.timedelta(9), DAY) == pytest.approx((0.95, 1.05))


def test_factors_on_the_wrong_side_of_one_are_refused() -> None:
    age = price_ages()[0].model_dump() | {"age": "3 months"}
    for wrong in ({"fall": 1.1}, {"rise": 0.9}, {"most": 1.2}):
        with pytest.raises(ValidationError, match="write 'fall' up to 1"):
            PriceAge.model_validate(age | wrong)
    confidence = confidences()[0].model_dump()
    for wrong in ({"low": 1.1}, {"high": 0.9}):
        with pytest.raises(ValidationError, match="write 'low' up to 100 %"):
            PriceConfidence.model_validate(confidence | wrong)
