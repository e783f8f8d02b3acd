"""Figures as text: what is read, what is refused and how, and that nothing is lost on the way."""

from __future__ import annotations

import contextlib
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.units.figures import (
    UNITS,
    UnitError,
    axis_scale,
    excel_format,
    in_digits,
    parse,
    parse_money,
    show,
    show_both,
    write,
)

YEAR = 8766 * 3600
MONEY = [unit for unit in UNITS if unit.startswith("currency")]
PLAIN = [unit for unit in UNITS if unit not in MONEY]


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("10 TB", "byte", 10e12),
        ("10TB", "byte", 10e12),
        (" 10 TB\n", "byte", 10e12),
        ("10\u202fTB", "byte", 10e12),
        ("7.68 TB", "byte", 7_680_000_000_000),
        ("1.92 TB", "byte", 1_920_000_000_000),
        ("1e3 GB", "byte", 1e12),
        ("1EB", "byte", 1e18),
        ("100 TBytes", "byte", 100e12),
        ("100 GByte", "byte", 100e9),
        ("5 terabytes", "byte", 5e12),
        ("5 Tera Bytes", "byte", 5e12),
        ("2 tebibytes", "byte", 2 * 2**40),
        ("2 KiBytes", "byte", 2048),
        ("1 Byte", "byte", 1),
        ("3 GBytes/s", "byte/s", 3e9),
        ("3 GB/sec", "byte/s", 3e9),
        ("3 gigabytes per second", "byte/s", 3e9),
        ("3 gigabytes a second", "byte/s", 3e9),
        ("864 GByte per day", "byte/s", 10e6),
        ("36 GB per hour", "byte/s", 10e6),
        ("8 Gbits/s", "byte/s", 1e9),
        ("1.5PiB", "byte", 1.5 * 2**50),
        ("128 KiB", "byte", 131072),
        ("80 Tbit", "byte", 10e12),
        ("512 byte", "byte", 512),
        ("60 To", "byte", 60e12),
        ("60 Tio", "byte", 60 * 2**40),
        ("12.2 GiB/s", "byte/s", float(Fraction("12.2") * 2**30)),
        ("25 Gbit/s", "byte/s", 3.125e9),
        ("25.78125 Gbit/s", "byte/s", 3_222_656_250),
        ("1 Go/s", "byte/s", 1e9),
        ("86.4 TB/day", "byte/s", 1e9),
        ("72 h", "second", 259_200),
        ("15 min", "second", 900),
        ("1296 s", "second", 1296),
        ("3 days", "second", 259_200),
        ("5 years", "second", 5 * YEAR),
        ("5 y", "second", 5 * YEAR),
        ("5 yr", "second", 5 * YEAR),
        ("5 a", "second", 5 * YEAR),
        ("6 mo", "second", YEAR / 2),
        ("2 wk", "second", 14 * 86_400),
        ("3 hr", "second", 10_800),
        ("8.766 TB/y", "byte/s", 8.766e12 / YEAR),
        ("12 months", "second", YEAR),
        ("4.16 ms", "second", 0.00416),
        ("10 us", "second", 1e-5),
        ("10 µs", "second", 1e-5),
        ("70 ns", "second", 7e-8),
        ("8.5 kW", "watt", 8500),
        ("1 kWh", "joule", 3.6e6),
        ("230 V", "volt", 230),
        ("32 A", "ampere", 32),
        ("17.3 kVA", "voltampere", 17_300),
        ("45 in", "metre", 1.143),
        ("1143 mm", "metre", 1.143),
        ("4.5 m", "metre", 4.5),
        ("4 U", "metre", 0.1778),
        ("12.3 kg", "kilogram", 12.3),
        ("2400 MT/s", "transfer/second", 2.4e9),
        ("2.1 GHz", "hertz", 2.1e9),
        ("1.2 /s", "1/second", 1.2),
        ("75 kIOPS", "1/second", 75_000),
        ("168 IOPS", "1/second", 168),
        ("1 /year", "1/second", 1 / YEAR),
        ("2400 MT/s", "1/second", 2.4e9),
        ("0.2 ns/B", "second/byte", 2e-10),
        ("200 s/TB", "second/byte", 2e-10),
        ("1e-15 /bit", "1/byte", 8e-15),
        ("80 %", "1", 0.8),
        ("0.8", "1", 0.8),
        ("-3", "1", -3),
        (".5", "1", 0.5),
        (3, "1", 3),
        (0.1, "1", 0.1),
        (2**63, "1", 2.0**63),
    ],
)
def test_what_is_read(text: str | int | float, unit: str, value: float) -> None:
    assert parse(text, unit) == value
    assert isinstance(parse(text, unit), float)


@pytest.mark.parametrize(
    ("text", "unit", "hint"),
    [
        ("10Tb", "byte", "does not say bits or bytes; write '10 TB' or '10 Tbit'"),
        ("10 KBytes", "byte", "powers of 1000 or of 1024; write '10 kB' or '10 KiB'"),
        ("100 TBytez", "byte", "'TBytez' is not a unit for capacity; write '100 TB'"),
        ("3 tbytes", "byte", "'tbytes' is not a unit for capacity; write '3 TB'"),
        (
            "3 TBytes",
            "byte/s",
            "is of another kind (capacity); wanted here: bandwidth; write '3 TB/s'",
        ),
        ("25 Gb/s", "byte/s", "write '25 GB/s' or '25 Gbit/s'"),
        ("25 Gbps", "byte/s", "write '25 GB/s' or '25 Gbit/s'"),
        ("1,000 GB", "byte", "thousands separator; write '1000 GB'"),
        ("10 X/s", "byte/s", "write '10 B/s' (or o/s)"),
        ("1 000 GB", "byte", "thousands separator; write '1000 GB'"),
        ("20.000,5 PB", "byte", "thousands separator; write '20000.5 PB'"),
        ("1_000_000", "1", "thousands separator; write '1000000'"),
        ("1,5 TB", "byte", "decimal comma; write '1.5 TB'"),
        ("10T", "byte", "write '10 TB' or '10 TiB'"),
        ("128K", "byte", "write '128 kB' or '128 KiB'"),
        ("128 KB", "byte", "write '128 kB' or '128 KiB'"),
        ("10 tb", "byte", "write '10 TB'"),
        ("8.5 KW", "watt", "write '8.5 kW'"),
        ("72 hourz", "second", "write '72 hour'"),
        ("200 GB/s read", "byte/s", "write '200 GB/s'"),
        ("10 potatoes", "watt", "such as '8.5 kW'"),
        ("10 W", "byte", "of another kind (power); wanted here: capacity, such as '10 TB'"),
        ("10 GB", "byte/s", "of another kind (capacity); wanted here: bandwidth"),
        ("10", "byte", "has no unit; write a unit, such as '10 TB'"),
        (10, "byte", "has no unit; write a unit, such as '10 TB'"),
        (True, "1", "True is not a number"),
        (None, "byte", "None is not a capacity"),
        ("", "byte", "nothing is written here"),
        (" ", "1", "nothing is written here"),
        ("TB", "byte", "not a number with a unit"),
        ("1.2.3 TB", "byte", "not a number with a unit"),
        ("nan", "1", "not a number"),
        ("inf TB", "byte", "not a number"),
        (math.nan, "1", "not a number"),
        (math.inf, "1", "not a number"),
        (10**400, "1", "not a number"),
        ("1e400", "1", "too large"),
        ("1e999999999999 TB", "byte", "too large"),
        ("9" * 500, "1", "too large"),
        ("1e-400", "1", "too small"),
        ("2 thousand TB", "byte", "'thousand' is not part of a unit; write '2 PB'"),
        ("10 TB", "currency", "parse_money"),
        ("10 TB", "bytes", "no base unit is called 'bytes'"),
    ],
)
def test_what_is_refused_and_what_to_write_instead(text: str, unit: str, hint: str) -> None:
    with pytest.raises(UnitError) as refusal:
        parse(text, unit)
    assert hint in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "unit", "amount", "code"),
    [
        ("1200 USD", "currency", 1200, "USD"),
        ("USD 1200", "currency", 1200, "USD"),
        ("20 MEUR", "currency", 20e6, "EUR"),
        ("20 M EUR", "currency", 20e6, "EUR"),
        ("20 kUSD", "currency", 20e3, "USD"),
        ("1e3 USD", "currency", 1000, "USD"),
        ("5 MUR", "currency", 5, "MUR"),
        ("0.07 EUR/kWh", "currency/joule", float(Fraction("0.07") / 3_600_000), "EUR"),
        ("20 EUR/TByte", "currency/byte", 20e-12, "EUR"),
        ("80000 EUR/year", "currency/second", 80000 / YEAR, "EUR"),
        ("EUR 80000 / year", "currency/second", 80000 / YEAR, "EUR"),
        ("27.42 USD/TB", "currency/byte", 27.42e-12, "USD"),
    ],
)
def test_money_is_read_with_its_currency(text: str, unit: str, amount: float, code: str) -> None:
    assert parse_money(text, unit) == (amount, code)


@pytest.mark.parametrize(
    ("text", "unit", "hint"),
    [
        ("$20 M", "currency", "ISO code"),
        ("20 €", "currency", "ISO code"),
        ("20 eur", "currency", "ISO code"),
        ("20", "currency", "ISO code"),
        (20, "currency", "has no unit; write a unit, such as '1200 EUR'"),
        (False, "currency", "False is not an amount of money"),
        ("USD", "currency", "not a number"),
        ("USD 5 M", "currency", "write '5 MUSD'"),
        ("1,200 USD", "currency", "write '1200 USD'"),
        ("1,5 USD", "currency", "write '1.5 USD'"),
        ("0.07 EUR", "currency/joule", "wanted here: price of energy, such as '0.07 EUR/kWh'"),
        ("0.07 EUR/kWh", "currency", "wanted here: amount of money"),
        ("5 USD/potato", "currency/byte", "'USD/potato' is not a unit"),
    ],
)
def test_money_that_is_refused(text: str, unit: str, hint: str) -> None:
    with pytest.raises(UnitError) as refusal:
        parse_money(text, unit)
    assert hint in str(refusal.value)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (None, "byte", "unknown"),
        (math.nan, "byte", "unknown"),
        (math.inf, "second", "∞ s"),
        (1e307, "1/second", "1e307 /s"),
        (0, "byte", "0 B"),
        (413.7e12, "byte", "413.7 TB"),
        (-5e12, "byte", "-5 TB"),
        (999.96e9, "byte", "1 TB"),
        (999.9e9, "byte", "999.9 GB"),
        (25e9, "byte/s", "25 GB/s"),
        (0, "second", "0 s"),
        (2.5e-4, "second", "250 µs"),
        (1296, "second", "21.6 min"),
        (599, "second", "599 s"),
        (45 * 60, "second", "45 min"),
        (72 * 3600, "second", "72 h"),
        (10 * 86400, "second", "10 days"),
        (YEAR, "second", "1 year"),
        (5 * YEAR, "second", "5 years"),
        (8500, "watt", "8.5 kW"),
        (2.4e9, "transfer/second", "2400 MT/s"),
        (1.143, "metre", "1.143 m"),
        (0.8, "1", "0.8"),
        (1234, "1", "1234"),
        (331776, "1", "331\u202f776"),
        (1e-9, "1", "1e-9"),
        (1.5e18, "1", "1.5e18"),
        (1e15, "1", "1e15"),
        (1e14, "1", "100\u202f000\u202f000\u202f000\u202f000"),
        (1e-4, "1", "0.0001"),
        (2e-5, "1", "2e-5"),
        (75_000, "1/second", "75\u202f000 /s"),
        (1 / YEAR, "1/second", "1 /year"),
    ],
)
def test_what_people_are_shown(value: float | None, unit: str, text: str) -> None:
    assert show(value, unit) == text


def test_what_is_rounded_has_fifteen_digits() -> None:
    """As many as a spreadsheet has: 0.1 + 0.2 is 0.3 there, and a tie is rounded away from 0."""
    assert in_digits(0.123456789012346, 15) == 0.123456789012346
    assert in_digits(0.1 + 0.2, 15) == 0.3


def test_binary_prefixes_and_digits_are_shown_on_request() -> None:
    assert show(376.2 * 2**40, "byte", binary=True) == "376.2 TiB"
    assert show(1023.97 * 2**30, "byte", binary=True) == "1 TiB"
    assert show(1 / 3, "1", digits=2) == "0.33"


def test_money_is_shown_in_its_currency() -> None:
    assert show(1_234_567, "currency", currency="EUR") == "1\u202f234\u202f567 EUR"
    assert show(0.07 / 3.6e6, "currency/joule", currency="EUR") == "0.07 EUR/kWh"
    assert show(80000 / YEAR, "currency/second", currency="EUR") == "80\u202f000 EUR/year"
    assert show(27.42e-12, "currency/byte", currency="USD") == "27.42 USD/TB"
    assert show(5, "currency") == "5 ¤"
    assert show(1e307, "currency/second", currency="EUR") == "1e307 EUR/s"  # no float a year


def test_a_capacity_is_shown_in_both_customs() -> None:
    assert show_both(413.7e12) == "413.7 TB (376.3 TiB)"
    assert show_both(1e15) == "1 PB (0.8882 PiB)"
    assert show_both(999) == "999 B"
    assert show_both(None) == "unknown"


@pytest.mark.parametrize(
    ("value", "unit", "binary", "text"),
    [
        (10e12, "byte", False, "10 TB"),
        (7.68e12, "byte", False, "7.68 TB"),
        (131072, "byte", True, "128 KiB"),
        (12.2 * 2**30, "byte/s", True, "12.2 GiB/s"),
        (900, "second", False, "900 s"),
        (5 * YEAR, "second", False, "5 years"),
        (0.1 + 0.2, "1", False, "0.30000000000000004"),
        (-0.0, "byte", False, "0 B"),
    ],
)
def test_what_is_written(value: float, unit: str, binary: bool, text: str) -> None:
    assert write(value, unit, binary=binary) == text


def test_what_cannot_be_written_is_said() -> None:
    with pytest.raises(UnitError, match="leave it out"):
        write(math.nan, "byte")
    with pytest.raises(UnitError, match="in which currency"):
        write(5, "currency")


finite = st.floats(allow_nan=False, allow_infinity=False)
# As they occur in files: few digits, near a round prefix.
typical = st.builds(
    lambda n, e: float(f"{n}e{e}"), st.integers(-99999, 99999), st.integers(-12, 18)
)


@given(finite | typical, st.sampled_from(PLAIN), st.booleans())
def test_what_is_written_reads_back_to_the_bit(value: float, unit: str, binary: bool) -> None:
    assert parse(write(value, unit, binary=binary), unit) == value


@given(finite | typical, st.sampled_from(MONEY), st.sampled_from(["EUR", "USD", "MUR"]))
def test_money_that_is_written_reads_back_to_the_bit(value: float, unit: str, code: str) -> None:
    assert parse_money(write(value, unit, currency=code), unit) == (value, code)


@given(st.integers(0, 10**6), st.sampled_from(["K", "M", "G", "T", "P"]), st.sampled_from("Bo"))
def test_base_ten_and_base_two_agree(count: int, prefix: str, letter: str) -> None:
    """One KiB is 1024 B whichever way it is written, and n kB are n x 1000 B."""
    power = "KMGTP".index(prefix) + 1
    decimal = "k" if prefix == "K" else prefix
    assert parse(f"{count} {prefix}i{letter}", "byte") == float(count * 1024**power)
    assert parse(f"{count} {decimal}{letter}", "byte") == float(count * 1000**power)
    assert parse(f"{count} {decimal}bit", "byte") == count * 1000**power / 8


@given(finite | typical, st.sampled_from(list(UNITS)), st.booleans(), st.integers(1, 15))
def test_what_is_shown_names_its_unit(value: float, unit: str, binary: bool, digits: int) -> None:
    text = show(value, unit, binary=binary, digits=digits, currency="EUR")
    symbol = text.rpartition(" ")[2] if unit != "1" else ""
    assert symbol.replace("EUR", "¤") in UNITS[unit].symbols
    assert text.isprintable() or "\u202f" in text


@given(typical, st.sampled_from(PLAIN), st.booleans())
def test_what_is_shown_is_near(value: float, unit: str, binary: bool) -> None:
    text = show(value, unit, binary=binary, digits=6).replace("\u202f", "")
    assert parse(text, unit) == pytest.approx(value, rel=1e-5)


@given(finite, st.sampled_from(list(UNITS)), st.booleans())
def test_an_axis_has_a_factor_and_its_label(largest: float, unit: str, binary: bool) -> None:
    factor, label = axis_scale(largest, unit, binary, currency="EUR")
    assert factor == float(UNITS[unit].symbols[label.replace(" EUR", "¤").replace("EUR", "¤")])


def test_axes() -> None:
    assert axis_scale(3.2e15, "byte") == (1e15, "PB")
    assert axis_scale(3.2e15, "byte", binary=True) == (2.0**50, "PiB")
    assert axis_scale(5e6, "currency", currency="EUR") == (1e6, "M EUR")
    assert axis_scale(math.nan, "byte") == axis_scale(None, "byte") == (1.0, "B")
    assert axis_scale(None, "second/byte") == axis_scale(0.0, "second/byte") == (1e-12, "s/TB")


@pytest.mark.parametrize("unit", UNITS)
def test_a_kind_gives_an_example_that_is_read(unit: str) -> None:
    example = UNITS[unit].example
    value = parse_money(example, unit)[0] if unit in MONEY else parse(example, unit)
    assert value > 0
    assert UNITS[unit].name


@pytest.mark.parametrize("unit", UNITS)
def test_a_sheet_format_has_at_most_two_conditions(unit: str) -> None:
    assert excel_format(unit).count("[") <= 2


def test_the_formats_of_a_sheet() -> None:
    assert excel_format("1") == "General"
    assert excel_format("currency") == "#,##0"
    assert excel_format("byte") == (
        '[>=1000000000000000]0.000,,,,,\\ "PB";[>=1000000000000]0.000,,,,\\ "TB";0.000,,,\\ "GB"'
    )


@pytest.mark.parametrize(
    ("unit", "value", "rungs"),
    [
        ("byte", 1.2e16, ["PB", "TB", "GB"]),
        ("byte", 5e8, ["GB", "MB", "kB"]),
        ("byte", 4096.0, ["MB", "kB", "B"]),
        ("byte", 8.0, ["kB", "B"]),
        ("byte", 0.0, ["TB", "GB", "B"]),
        ("byte", None, ["PB", "TB", "GB"]),
        ("byte/s", 2e3, ["MB/s", "kB/s", "B/s"]),
        ("watt", 9.0, ["MW", "kW", "W"]),
    ],
)
def test_a_sheet_format_suits_what_its_cell_shows(
    unit: str, value: float | None, rungs: list[str]
) -> None:
    text = UNITS[unit].excel_near(value)
    assert text.split('"')[1::2] == rungs
    assert text.count("[") == len(rungs) - 1


def test_a_number_in_a_sheet_has_four_decimals_or_none() -> None:
    near = UNITS["1"].excel_near
    shown = [near(value) for value in (0.246868416790123, 12.0, 0.75, 0.000202707317519452)]
    formats = ("0.0000", "General", "General", "0.00##E+00")
    assert shown == [f"[>=10000]#,##0;{small}" for small in formats]


def test_large_numbers_in_a_sheet_have_no_decimals() -> None:
    """Nobody reads 583568531.12832 files, 31557600.0 s, or 0.0 s for a microsecond."""
    assert UNITS["1"].excel_near(583568531.12832).startswith("[>=10000]#,##0;")
    seconds = UNITS["second"].excel_near(31557600.0)
    assert seconds == '[>=1000]#,##0\\ "s";[>=0.1]0.0##\\ "s";General\\ "s"'


@given(st.text(max_size=20), st.sampled_from(list(UNITS)))
def test_any_text_is_read_or_refused(text: str, unit: str) -> None:
    with contextlib.suppress(UnitError):
        assert math.isfinite(parse_money(text, unit)[0] if unit in MONEY else parse(text, unit))


@pytest.mark.parametrize(
    ("text", "unit", "hint"),
    [
        ("10 XB", "byte", "write '10 TB' (or kB, MB, GB, PB, EB)"),
        ("10 XB/s", "byte/s", "write '10 GB/s' (or "),
        ("3 XiB", "byte", "write '3 TiB' (or KiB, MiB, GiB, PiB, EiB)"),
        ("8 XW", "watt", "write '8 kW' (or "),
        ("72 hs", "second", "write '72 hrs'"),
    ],
)
def test_a_prefix_that_does_not_exist(text: str, unit: str, hint: str) -> None:
    """The units that differ in the prefix alone are offered, not the one without any."""
    with pytest.raises(UnitError) as refusal:
        parse(text, unit)
    assert hint in str(refusal.value)
