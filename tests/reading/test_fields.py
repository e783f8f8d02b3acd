"""The types of fields: what they read, what they refuse, and what they tell an editor."""

from __future__ import annotations

import datetime
import math
import re
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from model.books.schemas import Documented
from model.design.demand import DemandGroup
from model.reading import fields
from model.reading.fields import Amount, Stated, Strict


def read(kind, value):
    return TypeAdapter(kind).validate_python(value)


def message(kind, value):
    with pytest.raises(ValidationError) as caught:
        read(kind, value)
    return str(caught.value.errors()[0]["msg"])


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("Bytes", "10 TB", 10e12),
        ("Bytes", "16 GiB", 16 * 2**30),
        ("ByteRate", "25.78125 Gbit/s", 25.78125e9 / 8),
        ("ByteRate", "550 TB/year", 550e12 / (365.25 * 86400)),
        ("Seconds", "2500000 h", 9e9),
        ("Watts", "8.5 kW", 8500.0),
        ("Kilograms", "850 g", 0.85),
        ("Metres", "45 in", 1.143),
        ("Hertz", "2.1 GHz", 2.1e9),
        ("Volts", "230 V", 230.0),
        ("Amperes", "32 A", 32.0),
        ("VoltAmperes", "17.3 kVA", 17300.0),
        ("Iops", "75 kIOPS", 75000.0),
        ("TransferRate", "2400 MT/s", 2.4e9),
        ("ErrorRate", "1e-15 /bit", 8e-15),
        ("Fraction", "80 %", 0.8),
        ("Fraction", 1, 1.0),
        ("Factor", 1.43, 1.43),
        ("Factor", "200", 200.0),
    ],
)
def test_figures_become_floats_in_base_units(kind, text, value):
    figure = read(getattr(fields, kind), text)
    assert type(figure) is float
    assert figure == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("Money", "405 USD", Amount(405.0, "USD")),
        ("EnergyPrice", "3.6 EUR/kWh", Amount(1e-6, "EUR")),
        ("MoneyRate", "86400 CAD/day", Amount(1.0, "CAD")),
        ("CapacityPrice", "25 USD/TB", Amount(25e-12, "USD")),
    ],
)
def test_money_keeps_its_currency(kind, text, value):
    assert read(getattr(fields, kind), text) == value


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ("5 PB", "of another kind (capacity); wanted here: growth; write '5 PB/year'"),
        ("10 Tb", "does not say bits or bytes; write '10 TB/year' or '10 Tbit/year'"),
        ("5 W", "of another kind (power); wanted here: growth, such as '20 TB/year'"),
        (5, "5 has no unit; write a unit, such as '20 TB/year'"),
    ],
)
def test_what_grows_is_written_per_year(value: Any, what: str) -> None:
    """Bytes a second would be 30 million times as many."""
    with pytest.raises(ValueError, match=re.escape(what)):
        read(DemandGroup.model_fields["added"].annotation, {"value": value})


@pytest.mark.parametrize(
    ("kind", "value", "what"),
    [
        (fields.Bytes, "-1 TB", "must be at least 0, is -1 TB"),
        (fields.PositiveBytes, "-1 TB", "must be above 0, is -1 TB"),
        (fields.PositiveFactor, -1, "must be above 0, is -1"),
        (fields.Share, "-5 %", "must be above 0 %, is -5 %"),
        (fields.Bytes, 3, "3 has no unit; write a unit, such as '10 TB'"),
        (fields.Bytes, None, "nothing is written here; write a figure such as '10 TB'"),
        (fields.Bytes, "3 W", "is of another kind (power)"),
        (fields.Bytes, True, "True is not a capacity"),
        (fields.Fraction, "120 %", "must be at most 100 %, is 120 %"),
        (fields.Fraction, 1.2, "must be at most 1, is 1.2"),
        (fields.Share, "0 %", "must be above 0 %, is 0 %"),
        (fields.PositiveMetres, "0 m", "must be above 0, is 0 m"),
        (fields.Compression, "150 %", "is a ratio, no share: write 1.5 for 150 %"),
        (fields.Fraction, -0.1, "must be at least 0, is -0.1"),
        (fields.Factor, math.inf, "is not a number"),
        (fields.Factor, math.nan, "is not a number"),
        (fields.Money, "12", "with a currency"),
        (fields.Money, 12, "has no unit"),
        (fields.Money, None, "nothing is written"),
        (fields.Money, "-1 USD", "must be at least 0, is -1 USD"),
        (fields.Count, True, "valid integer"),
        (fields.Count, 1.0, "valid integer"),
        (fields.Count, "1", "valid integer"),
        (fields.Count, -1, "greater than or equal to 0"),
        (fields.PositiveCount, 0, "greater than or equal to 1"),
        (fields.Flag, "no", "valid boolean"),
        (fields.Flag, 1, "valid boolean"),
        (fields.Day, 86400, "write a date such as 2026-08-04"),
        (fields.Day, "86400", "write a date such as 2026-08-04"),
        (fields.Day, " -0. ", "write a date such as 2026-08-04"),
        (fields.Day, "2026-02-30", "valid date"),
    ],
)
def test_what_is_refused(kind, value, what):
    assert what in message(kind, value)


def test_a_bound_just_below_a_whole_number_is_written_in_full():
    """An availability of 1 isn't refused as 'at most 1'."""
    near = fields.Figure("1", most=0.9999999)
    assert near.refused(1.0, 1) == "must be at most 0.9999999, is 1"
    assert near.refused(1.0, "100 %") == "must be at most 99.99999 %, is 100 %"


def test_counts_flags_and_days():
    assert read(fields.Count, 0) == 0
    assert read(fields.Flag, False) is False
    assert read(fields.Day, "2026-08-04") == datetime.date(2026, 8, 4)


class Need(Strict):
    """What somebody needs."""

    share: Stated[fields.Fraction]
    """How much of it."""
    size: Stated[fields.Bytes] | None = None
    """How large.

    More on it.
    """
    bare: fields.Count = 0


class Further(Need):
    size: Stated[fields.Bytes] | None = None
    """Larger than before."""


def test_a_figure_may_be_plain_or_have_a_reason():
    plain = Need(share="80 %")
    assert plain.share.value == 0.8
    assert plain.share.status == "stated"
    reason = {"value": 0.5, "because": "a guess", "status": "assumed"}
    assert Need(share=reason).share.because == "a guess"
    assert Need(share=plain.share).share == plain.share


def test_a_stated_fraction_is_no_stated_size():
    """pydantic caches generic types: two figures of one Python type must not share one."""
    with pytest.raises(ValidationError, match="no unit"):
        Need(share=0.5, size=0.5)
    assert Need(share=0.5, size="1 TB").size.value == 1e12


@pytest.mark.parametrize("status", ["assumed", "measured", "calibrated", "published"])
def test_what_is_not_simply_stated_needs_a_reason(status):
    with pytest.raises(ValidationError, match=f"a figure that is {status} needs 'because'"):
        Need(share={"value": 0.5, "status": status})
    assert Need(share={"value": 0.5, "status": status, "source": "a talk"}).share.value == 0.5


def test_an_unknown_field_is_refused_and_nothing_changes_later():
    with pytest.raises(ValidationError, match="extra_forbidden"):
        Need(share=0.5, shrae=1)
    need = Need(share=0.5)
    with pytest.raises(ValidationError, match="frozen"):
        need.bare = 2


def test_docstrings_under_fields_document_them():
    assert Need.field_docs() == {"share": "How much of it.", "size": "How large.\n\nMore on it."}
    assert Further.field_docs()["size"] == "Larger than before."
    assert Further.field_docs()["share"] == "How much of it."
    assert "because" in Stated[fields.Fraction].field_docs()


def test_schemas_show_an_example_and_both_ways_to_write_a_figure():
    schema = Need.model_json_schema(schema_generator=Documented)
    ways = next(iter(schema["$defs"].values()))["anyOf"]
    plain = [(way.get("type"), way.get("examples")) for way in ways]
    assert (["number", "string"], [0.8]) in plain
    assert any("because" in way.get("properties", {}) for way in ways)
    assert TypeAdapter(fields.Bytes).json_schema()["examples"] == ["10 TB"]
    assert TypeAdapter(fields.Money).json_schema()["type"] == "string"


@pytest.mark.parametrize("kind", ["Bytes", "Watts", "TransferRate", "EnergyPrice", "Fraction"])
def test_the_example_of_a_schema_is_accepted(kind):
    figure = getattr(fields, kind)
    for example in TypeAdapter(figure).json_schema()["examples"]:
        assert read(figure, example)
