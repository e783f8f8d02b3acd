"""Figures for display at their limits, and pasted ones: each whole text written down by hand."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest

from model.units.brief import about, change, lifetime, many, several, share
from model.units.figures import (
    MINUS,
    THIN,
    UNITS,
    UnitError,
    grouped,
    in_digits,
    parse,
    parse_money,
    percent,
    rounded,
    show,
    show_both,
    turns,
    write,
)
from model.units.money import minor_digits
from model.units.pasted import doubt, together
from model.units.words import instance_name, with_article


def plain(text: str) -> str:
    return text.replace(THIN, "_").replace(MINUS, "~")


@pytest.mark.parametrize("is_binary", [False, True])
@pytest.mark.parametrize("unit", UNITS)
def test_where_a_unit_begins_is_where_it_is_shown_from(unit: str, is_binary: bool) -> None:
    """The lowest value of each unit is shown in it, and one a little below in the one before."""
    kind = UNITS[unit]
    steps = kind.binary if is_binary else kind.decimal
    found = turns(steps)
    assert (len(found), found[0]) == (len(steps), 0.0)
    last = [step.label.rstrip("s") for step in steps]
    for n in range(1, len(steps)):
        texts = [show(found[n] * part, unit, binary=is_binary) for part in (1 + 1e-12, 1 - 1e-9)]
        assert [text.split()[-1].rstrip("s") for text in texts] == [last[n], last[n - 1]]


@pytest.mark.parametrize(
    ("function", "value", "text"),
    [
        (change, 0.0, "+0.0 %"),
        (change, 9.99, "+999.0 %"),
        (change, -9.99, "~999.0 %"),
        (change, 10, "11 times as much"),
        (change, -10, "11 times the limit"),
        (change, 1e9 - 1, "1 billion times as much"),
        (lifetime, 0.5, "0.5"),
        (lifetime, 100, "100"),
        (lifetime, 100.001, "more than 100"),
        (share, 0, "0 %"),
        (share, 0.999, "99.9 %"),
        (share, 0.9991, "99.910 %"),
        (share, 0.99999, "99.99900 %"),
        (share, 1, "100 %"),
        (share, 1.2, "120 %"),
        (many, 0.5, "0.5"),
        (many, 999, "999"),
        (many, 999_499, "999_000"),
        (many, 999_500, "1 million"),
        (many, 999.5e6, "1 billion"),
        (many, 1e12, "1 trillion"),
        (many, 1.234e15, "1230 trillion"),
    ],
)
def test_figures_in_few_digits(function: object, value: float, text: str) -> None:
    assert callable(function)
    assert plain(function(value)) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0, 3, "0 EUR"),
        (0.126, 2, "0.13 EUR"),
        (9994, 3, "9990 EUR"),
        (9995, 3, "10 k EUR"),
        (9999, 4, "9999 EUR"),
        (99_949, 3, "99.9 k EUR"),
        (999_499, 3, "999 k EUR"),
        (999_500, 3, "1 M EUR"),
        (-1_000_000, 3, "-1 M EUR"),
        (-12_345, 3, "-12.3 k EUR"),
    ],
)
def test_amounts_in_few_digits(value: float, digits: int, text: str) -> None:
    assert about(value, "EUR", digits) == text


def test_relative_changes_are_of_something() -> None:
    assert change(0.005, 0) == "+0 %"
    assert change(0.1234, 2) == "+12.34 %"
    assert change(12.5, than="required") == "13.5 times required"
    assert change(-12.5, than="required") == "13.5 times the limit"
    assert [several(n, "drive") for n in (0, 1, 2)] == ["0 drives", "1 drive", "2 drives"]
    assert several(12_345, "drive") == f"12{THIN}345 drives"


@pytest.mark.parametrize(
    ("value", "decimals", "sign", "text"),
    [
        (9999, 0, "", "9999"),
        (10_000, 0, "", "10_000"),
        (-10_000, 0, "", "-10_000"),
        (-10_000, 0, "+", "~10_000"),
        (10_000, 0, "+", "+10_000"),
        (9999.49, 0, "", "9999"),
        (9999.5, 0, "", "10_000"),
        (9999.5, 1, "", "9_999.5"),
        (1.25, 1, "+", "+1.2"),
        (0.0, 2, "", "0.00"),
    ],
)
def test_numbers_in_full(value: float, decimals: int, sign: str, text: str) -> None:
    assert plain(grouped(value, decimals, sign)) == text


def test_shares_and_rounded_numbers() -> None:
    assert percent(-0.2) == "-20 %"
    assert plain(percent(-0.2, signed=True)) == "~20 %"
    assert percent(0.12345, 2) == "12.35 %"
    assert rounded(2.675, 2) == Decimal("2.68")
    assert rounded(1e300) == Decimal("1e300")
    assert in_digits(2_225_000, 3) == 2_230_000
    assert in_digits(0.1 + 0.2, 17) == 0.1 + 0.2
    assert in_digits(0.1 + 0.2, 16) == 0.3


@pytest.mark.parametrize(
    ("value", "text", "binary"),
    [
        (-5e12, "-5 TB (-4.547 TiB)", "-4.547 TiB (-5 TB)"),
        (999.94, "999.9 B", "999.9 B"),
        (999.96, "1 kB (0.9765 KiB)", "0.9765 KiB (1 kB)"),
        (0, "0 B", "0 B"),
        (math.inf, "∞ B", "∞ B"),
        (math.nan, "unknown", "unknown"),
    ],
)
def test_capacities_in_both_customs(value: float, text: str, binary: str) -> None:
    assert show_both(value) == text
    assert show_both(value, binary=True) == binary


@pytest.mark.parametrize(
    ("value", "unit", "options", "text"),
    [
        (1000, "byte", {}, "1 kB"),
        (999, "byte", {}, "999 B"),
        (1500, "byte", {}, "1.5 kB"),
        (1_000_001, "byte", {}, "1000001 B"),
        (1_500_000, "byte", {}, "1.5 MB"),
        (1024, "byte", {"binary": True}, "1 KiB"),
        (1000, "byte", {"binary": True}, "1000 B"),
        (86_400, "second", {}, "24 h"),
        (8766 * 3600, "second", {}, "1 year"),
        (-2 * 8766 * 3600, "second", {}, "-2 years"),
        (90, "second", {}, "90 s"),
        (0.25, "1", {}, "0.25"),
        (1e22, "1", {}, "1e+22"),
        (1e6, "currency", {"currency": "EUR"}, "1000000 EUR"),
        (27e-12, "currency/byte", {"currency": "EUR"}, "27 EUR/TB"),
    ],
)
def test_figures_that_are_written_exactly(
    value: float, unit: str, options: dict[str, object], text: str
) -> None:
    assert write(value, unit, **options) == text  # type: ignore[arg-type]


CAPACITY = "write one such as '10 TB'"


@pytest.mark.parametrize(
    ("text", "unit", "what"),
    [
        (10, "byte", "10 has no unit; write a unit, such as '10 TB'"),
        (True, "byte", f"True is not a capacity; {CAPACITY}"),
        ("", "byte", "nothing is written here; write a figure such as '10 TB'"),
        ("TB", "byte", "'TB' is not a number with a unit; write one such as '10 TB'"),
        ("1,000 TB", "byte",
         "'1,000 TB' has a thousands separator; write '1000 TB' (decimals: '1.5')"),
        ("1,5 TB", "byte", "'1,5 TB' has a decimal comma; write '1.5 TB'"),
        ("10 W", "byte", "'10 W' is of another kind (power); wanted here: capacity, such as "
         "'10 TB'"),
        ("10 TB", "byte/s", "'10 TB' is of another kind (capacity); wanted here: bandwidth; write "
         "'10 TB/s'"),
        ("2 Mio TB", "byte", "'2 Mio TB': 'Mio' is not part of a unit; write '2 EB'"),
        ("10 Tb", "byte", "'10 Tb' does not say bits or bytes; write '10 TB' or '10 Tbit'"),
        ("10 Kb", "byte", "'10 Kb' does not say bits or bytes; write '10 kB' or '10 kbit'"),
        ("10 Kib", "byte", "'10 Kib' does not say bits or bytes; write '10 KiB' or '10 Kibit'"),
        ("10 G", "byte", "'10 G' does not say powers of 1000 or of 1024; write '10 GB' or "
         "'10 GiB'"),
        ("10 Gbps", "byte/s", "'10 Gbps' does not say bits or bytes; write '10 GB/s' or "
         "'10 Gbit/s'"),
        ("10 GB/s each", "byte/s", "'10 GB/s each': 'GB/s each' is not a unit for bandwidth; write "
         "'10 GB/s'"),
        ("10 tb", "byte", "'10 tb': 'tb' is not a unit for capacity; write '10 TB'"),
        ("10 hrz", "second", "'10 hrz': 'hrz' is not a unit for time; write '10 hr'"),
        ("5 potatoes", "watt", "'5 potatoes': 'potatoes' is not a unit for power; write one such "
         "as '8.5 kW'"),
        ("1e401 TB", "byte", f"'1e401 TB' is too large or too small; {CAPACITY}"),
        ("1e-401 TB", "byte", f"'1e-401 TB' is too large or too small; {CAPACITY}"),
        ("1e-330", "1", "'1e-330' is too large or too small; write one such as '0.8'"),
        (math.nan, "1", "nan is not a number; write one such as '0.8'"),
        ("5 EUR", "currency", "'5 EUR': money has a currency; read it with parse_money"),
    ],
)  # fmt: skip
def test_the_whole_text_of_what_is_refused(text: object, unit: str, what: str) -> None:
    with pytest.raises(UnitError) as refusal:
        parse(text, unit)  # type: ignore[arg-type]
    assert str(refusal.value) == what


def test_limits_of_long_figures() -> None:
    assert parse("0" * 399 + "1", "1") == 1.0
    with pytest.raises(UnitError, match="at most 400 characters are read"):
        parse("0" * 400 + "1", "1")
    assert parse("0e400", "1") == parse("0e-400", "1") == 0.0
    with pytest.raises(UnitError, match="too large or too small"):
        parse("0e401", "1")


@pytest.mark.parametrize(
    ("text", "unit", "what"),
    [
        ("20 €", "currency", "'20 €' is not an amount of money with a currency; write the ISO code "
         "of the currency, as in '1200 EUR' or '1.2 M EUR'"),
        ("0.07", "currency/joule", "'0.07' is not a price of energy with a currency; write the ISO "
         "code of the currency, as in '0.07 EUR/kWh'"),
        ("5 EUR/potato", "currency/byte", "'5 EUR/potato': 'EUR/potato' is not a unit for price of "
         "capacity; write one such as '27.42 USD/TB'"),
    ],
)  # fmt: skip
def test_the_whole_text_of_money_that_is_refused(text: str, unit: str, what: str) -> None:
    with pytest.raises(UnitError) as refusal:
        parse_money(text, unit)
    assert str(refusal.value) == what


@pytest.mark.parametrize(
    ("text", "plain", "doubts"),
    [
        ("20 000 TB", "20000 TB", ""),
        ("20'000'000 TB", "20000000 TB", ""),
        ("20 000 000,5 TB", "20 000 000,5 TB", ""),
        ("4.000.000 TB", "4000000 TB", ""),
        ("4,000,000 TB", "4000000 TB", ""),
        ("4,000 TB", "4,000 TB", ""),
        ("1.5 PB", "1.5 PB", ""),
        ("20 0000 TB", "20 0000 TB", ""),
        ("1234 000", "1234 000", ""),
        ("1 000 GB of 2 000 GB", "1000 GB of 2 000 GB", ""),
        (
            "20.000 TB",
            "20.000 TB",
            "has a dot before three digits: write '20 TB' or '20000 TB'",
        ),
        ("2000.000 TB", "2000.000 TB", ""),
        ("20.000.000 TB", "20000000 TB", ""),
        ("20.0000 TB", "20.0000 TB", ""),
        ("20.001 TB", "20.001 TB", ""),
    ],
)
def test_figures_from_other_programs(text: str, plain: str, doubts: str) -> None:
    assert (together(text), doubt(text)) == (plain, doubts)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("site", "site"),
        ("site/tiers:home", "home"),
        ("site/tiers:home/servers:busy", "busiest servers"),
        ("site/tiers:home/servers:other", "other servers"),
        ("site/tiers:busy", "busy"),
        ("site/tiers:home/lines:drives", "home, drives"),
        ("site/lines:racks", "site, racks"),
        ("lines:racks", "racks"),
    ],
)
def test_names_of_instances(path: str, name: str) -> None:
    assert instance_name(path) == name


def test_articles_and_cents() -> None:
    nouns = ("apple", "Error rate", "capacity", "")
    with_articles = ["an apple", "an Error rate", "a capacity", "an "]
    assert [with_article(noun) for noun in nouns] == with_articles
    assert [minor_digits(code) for code in ("EUR", "JPY", "KWD", "CLF")] == [2, 0, 3, 4]
