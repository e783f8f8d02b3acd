"""Ages, layers, codes and rates of parts: at each boundary, and against arithmetic of their own."""

from __future__ import annotations

import datetime
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from model.parts import field_failures, lead_times
from model.parts.codes import CODED, RECORDINGS, code, recording_of
from model.parts.delivered import Delivered
from model.parts.field_failures import FailuresSeen, field_rate
from model.parts.lead_times import DatedLeadTime, lead_time
from model.parts.part_failures import part_failure, part_failures
from model.parts.price_ages import (
    PriceAge,
    PriceConfidence,
    age_of_kind,
    aged,
    confidences,
    price_ages,
)
from model.parts.price_layers import LAYERS, OF_FILES, TYPED, files_called, layer
from model.parts.price_series import latest, price_series
from model.parts.prices import PublicPrice, last_day

DAY = datetime.date(2026, 11, 27)
SOURCE = {"document": "a list of prices", "date": "2026-08-04", "url": "https://example.org"}


def source() -> Any:
    return price_ages()[0].source


def age(**changed: Any) -> PriceAge:
    stated = {"kinds": ("hdd",), "title": "Disks", "age": "100 days", "because": "as seen"}
    stated |= {"fall": 0.8, "rise": 1.5, "most": 3, "source": source()}
    return PriceAge(**(stated | changed))


@pytest.mark.parametrize(
    ("changed", "is_taken"),
    [
        ({"fall": 1}, True),
        ({"fall": 1.01}, False),
        ({"rise": 1}, True),
        ({"rise": 0.99}, False),
        ({"most": 1.5}, True),
        ({"most": 1.49}, False),
        ({"title": "abc"}, True),
        ({"title": "ab"}, False),
        ({"because": "ab"}, False),
    ],
)
def test_prices_fall_up_to_1_and_rise_up_to_most(changed: dict[str, Any], is_taken: bool) -> None:
    if is_taken:
        assert age(**changed)
        return
    with pytest.raises(ValidationError):
        age(**changed)


@given(st.integers(-50, 2000))
@settings(max_examples=30)
def test_prices_move_by_their_age(days: int) -> None:
    fallen, risen = age().moved(days)
    ages = max(days, 0) / 100
    assert fallen == pytest.approx(max(0.8**ages, 1 / 3))
    assert risen == pytest.approx(min(1.5**ages, 3))
    assert (fallen, risen) == (1, 1) or days > 0


@pytest.mark.parametrize(
    ("low", "high", "is_taken"), [(1, 1, True), (1.1, 2, False), (0.5, 0.9, False)]
)
def test_what_a_price_may_be_off_surrounds_it(low: float, high: float, is_taken: bool) -> None:
    stated = {"confidence": "low", "because": "as seen", "source": source()}
    if is_taken:
        assert PriceConfidence(low=low, high=high, **stated)
        return
    with pytest.raises(ValidationError, match="write 'low' up to 100 %"):
        PriceConfidence(low=low, high=high, **stated)


@pytest.mark.parametrize("confidence", ["high", "medium", "low", "none"])
def test_a_price_without_a_date_is_one_age_old(confidence: str) -> None:
    known = {one.confidence: one for one in confidences()}
    off = known.get(confidence, known["low"])  # the last is the widest
    kind = age_of_kind("hdd")
    days = int(kind.age / 86400)
    for date, day, moved in (
        (DAY, None, 0),
        (None, None, 0),
        (None, DAY, days),
        (DAY - datetime.timedelta(days=40), DAY, 40),
        (DAY, DAY, 0),
        (DAY + datetime.timedelta(days=9), DAY, 0),
    ):
        fallen, risen = kind.moved(moved)
        assert aged("hdd", confidence, date, day) == (off.low * fallen, off.high * risen)
    assert age_of_kind("no such kind").kinds == ()


def test_layers_go_before_each_other_in_their_order() -> None:
    assert [one.name for one in LAYERS] == ["stated", "quote", "book", "public", "estimate"]
    for one, other in permutations(LAYERS, 2):
        assert one.precedes(other) == (LAYERS.index(one) < LAYERS.index(other))
        assert not one.precedes(one)
    assert [one.name for one in LAYERS if one.is_estimate] == ["estimate"]
    assert [one.name for one in LAYERS if one.is_quote] == ["quote"]
    assert [one.name for one in LAYERS if one.confidential] == ["quote", "book"]
    assert [one.name for one in OF_FILES] == ["quote", "book"]
    assert layer("quote").suffixes == ["yaml", "yml"]
    assert TYPED.suffixes == ["yaml", "yml", "csv", "xlsx"]
    assert [layer(name).confidence for name in ("quote", "book")] == ["high", "medium"]
    assert files_called() == "quotes and price books"
    assert files_called("or", plural=False) == "quote or price book"


@pytest.mark.parametrize(
    ("written", "day"),
    [
        (2026, "2026-12-31"),
        ("2026", "2026-12-31"),
        ("2026-02", "2026-02-28"),
        ("2024-02", "2024-02-29"),
        ("2026-08-04", "2026-08-04"),
        ("4.8.2026", "2026-08-04"),
    ],
)
def test_a_date_is_its_last_day(written: str | int, day: str) -> None:
    assert str(last_day(written)) == day


@pytest.mark.parametrize("written", ["", "x", "2026-13", 2026.5, None, 10**6])
def test_what_is_no_date(written: Any) -> None:
    with pytest.raises(ValueError, match="write a date, such as 2026-08-04 or 2026-08"):
        last_day(written)


def test_a_price_is_of_a_piece_or_of_its_capacity() -> None:
    stated = {"part": "x", "date": "2026-08", "source": source()}
    each = PublicPrice(**stated, price="400 EUR")
    assert each.for_capacity(None) is each
    by_size = PublicPrice(**stated, price_per_capacity="20 EUR/TB")
    assert by_size.for_capacity(None) is None
    sized = by_size.for_capacity(24e12)
    assert sized is not None
    assert sized.price is not None
    assert sized.price.amount == pytest.approx(480)
    assert sized.price.currency == "EUR"
    for wrong in ({}, {"price": "1 EUR", "price_per_capacity": "1 EUR/TB"}):
        with pytest.raises(ValidationError, match="write either 'price' or 'price_per_capacity'"):
            PublicPrice(**stated, **wrong)


def test_the_latest_lead_time_up_to_a_day_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def of(kind: str, day: str) -> DatedLeadTime:
        return DatedLeadTime(of=kind, longest="9 weeks", text=day, date=day, source=source())

    days = (of("disks", f"2026-0{n}-10") for n in (3, 5, 4))
    listed = (*days, of("flash", "2026-06-10"))
    monkeypatch.setattr(lead_times, "lead_times", lambda: listed)
    for day, text in (
        (None, "2026-05-10"),
        ("2026-05-10", "2026-05-10"),
        ("2026-05-09", "2026-04-10"),
        ("2026-03-10", "2026-03-10"),
        ("2026-03-09", None),
    ):
        found = lead_time("disks", None if day is None else datetime.date.fromisoformat(day))
        assert (found and found.text) == text
    assert lead_time("memory", None) is None


CODES = [
    *(("form_factor", text, n) for n, text in enumerate(("2.5in", "3.5 in", "E3.S"), 1)),
    *(("form_factor", text, n) for text, n in (("U.2", 1), ("SFF", 1), ("LFF", 2), ("M.2", 7))),
    *(("form_factor", text, None) for text in ("2.5in and 3.5in", "", "other")),
    ("form_factor", "E3.S (also E1.S)", 3),
    *(
        ("link", text, n)
        for text, n in (("sata-6", 1), ("sas-12", 2), ("pcie-5x4", 3), ("x", None))
    ),
    *(("sas_link", text, n) for text, n in (("sas-24", 2), ("", None))),
    *(("takes", text, n) for n, text in enumerate(("SATA", "SAS", "SAS and NVMe"), 1)),
    ("takes", "NVMe", None),
    *(("connector", text, n) for text, n in (("2 x SFF-8644", 3), ("SFF-8643", 2))),
    *(("connector", text, None) for text in ("SFF-8643 or SFF-8644", "none")),
    *(("generation", text, n) for text, n in (("DDR5 RDIMM", 5), ("DDR3", 3), ("DDR2", None))),
    *(("psu_inlet", text, n) for text, n in (("C14", 1), ("C20", 2), ("C13", None))),
    *(("height", text, n) for text, n in (("low profile", 1), ("full height", 2), ("tall", None))),
    *(("socket", text, n) for text, n in (("LGA 1366", 1), ("SP3", 8), ("SP5", 9), ("AM4", None))),
    *(("recording", text, n) for text, n in (("CMR", 1), ("pmr", 1), ("SMR", 2), ("", None))),
    *(("recording", text, 3) for text in ("host-managed SMR", "HM-SMR", "HMSMR, not CMR")),
    ("other", "CMR", None),
    ("link", 5, None),
]


@pytest.mark.parametrize(("field", "text", "number"), CODES)
def test_texts_of_datasheets_have_codes(field: str, text: Any, number: int | None) -> None:
    assert code(field, text) == number
    if field == "recording":
        assert recording_of(text) == ("" if number is None else RECORDINGS[number - 1])


def test_each_code_has_a_case() -> None:
    assert {field for field, _, number in CODES if number} == {*CODED}


def test_the_rate_of_a_model_counts_from_a_million_drive_days(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def seen(**stated: Any) -> FailuresSeen:
        return FailuresSeen(**{"what": "Disks", "period": "2025", "source": source()} | stated)

    of_kind = seen(kind="hdd", rate=0.0157, low=0.003, high=0.05, band="models")
    first = seen(part="x", failures=10, drive_days=600_000, period="2024")

    def with_days(days: int) -> Any:
        second = seen(part="x", failures=30, drive_days=days)
        monkeypatch.setattr(field_failures, "failures_seen", lambda: (first, second, of_kind))
        field_rate.cache_clear()
        found = field_rate("x", "hdd")
        assert field_rate("y", "hdd") == field_rate(None, "hdd")
        assert field_rate(None, "ssd") is None
        field_rate.cache_clear()
        return found

    enough, few = with_days(400_000), with_days(399_999)
    assert enough.rate == pytest.approx(40 * 365.25 / 1e6)
    assert enough.low == pytest.approx(10 * 365.25 / 6e5)
    assert enough.high == pytest.approx(30 * 365.25 / 4e5)
    assert "Disks: 40 failures in 1,000,000 drive-days; 2024; 2025; range over these" in (
        enough.text
    )
    assert enough.text.endswith("periods: 0.6088 to 2.739 %")
    assert (few.rate, few.low, few.high) == (0.0157, 0.003, 0.05)
    assert few.text == "Disks, 2025; models: 0.3 to 5 %"


WRONG_FAILURES = [
    ({}, "either 'part' or 'kind'"),
    ({"part": "x", "kind": "hdd", "rate": 0.1}, "either 'part' or 'kind'"),
    ({"part": "x"}, "either 'rate', or 'failures' and 'drive_days'"),
    ({"part": "x", "failures": 3}, "either 'rate', or 'failures' and 'drive_days'"),
    ({"part": "x", "failures": 3, "drive_days": 9, "rate": 0.1}, "either 'rate', or"),
    ({"kind": "hdd", "rate": 0.1, "low": 0.1}, "write 'low' and 'high'"),
    ({"kind": "hdd", "rate": 0.1, "high": 0.1}, "write 'low' and 'high'"),
    ({"part": "x", "failures": -1, "drive_days": 9}, "failures"),
    ({"part": "x", "failures": 0, "drive_days": 0}, "drive_days"),
]


@pytest.mark.parametrize(("stated", "message"), WRONG_FAILURES)
def test_failures_are_stated_whole(stated: dict[str, Any], message: str) -> None:
    about = {"what": "Disks", "period": "2025", "source": source()}
    with pytest.raises(ValidationError, match=message):
        FailuresSeen(**about | stated)
    right = FailuresSeen(**about | {"part": "x", "failures": 0, "drive_days": 1})
    assert right.yearly == 0


def test_times_to_repair_are_those_of_the_support() -> None:
    for one in part_failures():
        found = part_failure(one.figure, one.support)
        assert found.figure == one.figure
        assert found.support in (None, one.support)
    with_support = [one for one in part_failures() if one.support]
    assert len({(one.figure, one.support) for one in with_support}) == len(with_support)
    for one in with_support:
        assert part_failure(one.figure, one.support) == one


def test_what_a_server_delivered() -> None:
    stated = {"system": "x", "family": "x", "software": "lustre", "way": "read", "stage": "nic"}
    one = Delivered(**stated, kind="wire", measured="8 GB/s", bound="10 GB/s", servers=4)
    assert (one.share, one.of_server, one.on_zfs) == (0.8, 2e9, False)
    unknown = Delivered(**stated, kind="wire", measured="8 GB/s", bound="10 GB/s")
    assert unknown.of_server is None
    with pytest.raises(ValidationError):
        Delivered(**stated, kind="wire", measured="8 GB/s", bound="10 GB/s", servers=0)


def test_the_latest_price_of_all_kinds() -> None:
    days = [one.date for kind in price_series().kinds for one in kind.prices]
    assert latest() == sorted(days)[-1]
    for kind in price_series().kinds:
        assert all(one.date <= other.date for one, other in pairwise(kind.prices))
