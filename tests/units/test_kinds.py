"""All units against the registry of pint, and the formats of sheets by what they show."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.units.figures import UNITS, Scale, show
from model.units.kinds import DAY, GB, GIB, HOUR, JULIAN_YEAR, KIB, MB, MIB, TB, TIB, percent_meant
from model.units.prefixes import prefixes
from model.units.words import label

PINT = pint.UnitRegistry()
PINT.define("money = [money]")
PINT.define("voltampere = volt * ampere = VA")
OTHER_NAMES = {
    "%": "1 / 100",
    "1": "1",
    "IOPS": "1 / second",
    "T": "1",  # transfers, which are counted
    "o": "byte",
    "U": "1.75 * inch",
    "BTU": "Btu_it",
    "m2": "m**2",
    "m²": "m**2",
    "t": "metric_ton",
    "¤": "money",
    **dict.fromkeys(("a", "y", "yr", "yrs"), "year"),
    "mo": "month",
    "w": "week",
    "wk": "week",
    "d": "day",
    "sec": "second",
    **dict.fromkeys(("hr", "hrs"), "hour"),
}
"""What pint calls otherwise, or not at all."""
UNPREFIXED = ("¤", "IOPS", "T")
DECIMAL = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18}


def _by_pint(symbol: str) -> pint.Quantity:
    """Give a unit of the product as a quantity of pint."""
    found = PINT.Quantity(1.0)
    for place, part in enumerate(symbol.split("/")):
        prefix = next((p for p in "kMGTPE" if part[:1] == p and part[1:] in UNPREFIXED), "")
        text = OTHER_NAMES.get(part.removeprefix(prefix), part) or "1"
        text = re.sub(r"^([A-Z]i?|k)?o$", r"\1B", text)
        one = PINT.Quantity(PINT.parse_expression(text)) * DECIMAL[prefix]
        found = found / one if place else found * one
    return found


def _base(unit: str) -> pint.Quantity:
    base = unit.replace("currency", "money").replace("transfer/second", "1/second")
    return PINT.Quantity(PINT.parse_expression(base))


@pytest.mark.parametrize("unit", UNITS)
def test_each_unit_has_the_factor_that_pint_knows(unit: str) -> None:
    wrong = {}
    for symbol, factor in UNITS[unit].symbols.items():
        expected = float((_by_pint(symbol) / _base(unit)).to("").magnitude)
        if not math.isclose(float(factor), expected, rel_tol=1e-12):
            wrong[symbol] = float(factor), expected
    assert wrong == {}


def test_the_sizes_and_times_of_formats() -> None:
    assert (KIB, MIB, GIB, TIB) == (2.0**10, 2.0**20, 2.0**30, 2.0**40)
    assert (MB, GB, TB) == (1e6, 1e9, 1e12)
    assert (HOUR, DAY, JULIAN_YEAR) == (60.0 * 60.0, 24 * HOUR, 365.25 * DAY)


def _in_sheet(text: str, value: float) -> tuple[float, str, str]:
    """Give what a cell of a format shows of a value: number, unit, and the format of the number."""
    for section in text.split(";"):
        condition, number, unit = re.fullmatch(
            r'(?:\[>(=?[0-9.]+)\])?([^\\"]*)(?:\\ "([^"]*)")?', section
        ).groups()  # type: ignore[union-attr]
        limit = float((condition or "=-inf").lstrip("="))
        if value > limit or ((condition or "=").startswith("=") and value == limit):
            return value / 1000.0 ** (len(number) - len(number.rstrip(","))), unit or "", number
    raise AssertionError(text)


SCALED = [unit for unit in UNITS if UNITS[unit].rungs]


@given(st.sampled_from(SCALED), st.floats(1e-3, 1e21) | st.sampled_from((0.0, 1.0, 999.0, 1e3)))
def test_a_cell_shows_its_value_in_the_unit_that_it_names(unit: str, value: float) -> None:
    kind = UNITS[unit]
    for near in (value, None, 0.0):
        shown, name, _ = _in_sheet(kind.excel_near(near), value)
        assert math.isclose(shown * float(kind.symbols[name]), value, rel_tol=1e-12)


@given(st.sampled_from(SCALED), st.floats(1.0, 1e18))
def test_a_cell_shows_about_its_value_with_few_digits(unit: str, value: float) -> None:
    """From 1 of the base unit on, no cell shows 0.000 of a larger one."""
    shown, _, number = _in_sheet(UNITS[unit].excel_near(value), value)
    assert shown >= 1.0
    assert number.rstrip(",") == "0.000" if "," in number else number in ("0.000", "General")


def test_the_cell_of_a_zero_suits_what_comes_later() -> None:
    """A year without figures has a format in which those of other years can be read, too."""
    zero = '[>=1000000000000]0.000,,,,\\ "TB";[>0]0.000,,,\\ "GB";0\\ "B"'
    assert UNITS["byte"].excel_near(0.0) == zero
    assert UNITS["byte"].excel_near(8.0) == '[>=1000]0.000,\\ "kB";General\\ "B"'


@pytest.mark.parametrize(
    ("value", "format_of_cell"),
    [
        (0.0, "[>=10000]#,##0;General"),
        (0.1234, "[>=10000]#,##0;General"),
        (0.12345, "[>=10000]#,##0;0.0000"),
        (-0.12345, "[>=10000]#,##0;0.0000"),
        (0.00101, "[>=10000]#,##0;0.0000"),
        (0.00099, "[>=10000]#,##0;0.00##E+00"),
        (None, "General"),
    ],
)
def test_a_bare_number_has_four_decimals_or_an_exponent(
    value: float | None, format_of_cell: str
) -> None:
    assert UNITS["1"].excel_near(value) == format_of_cell


STEPS = {
    "second": "ns µs ms s min h days years",
    "byte": "B kB MB GB TB PB EB",
    "byte/s": "B/s kB/s MB/s GB/s TB/s PB/s EB/s",
    "watt": "W kW MW GW",
    "joule": "J Wh kWh MWh GWh",
    "metre": "mm m",
    "kilogram": "g kg",
    "second/byte": "s/TB s/GB",
    "transfer/second": "T/s MT/s GT/s",
    "1/second": "/year /h /s",
    "hertz": "Hz kHz MHz GHz",
}
BEGIN_LATER = {"min": 600.0, "h": 3600.0, "days": 4 * DAY, "GT/s": 1e10, "/h": 1 / 3600, "/s": 1.0}
"""Where a unit is shown from more than one of it on, as 599 s and 95 h are."""


@pytest.mark.parametrize("unit", STEPS)
def test_each_unit_is_shown_from_where_it_begins(unit: str) -> None:
    symbols = UNITS[unit].symbols
    labels = STEPS[unit].split()
    for below, name in pairwise(labels):
        least = BEGIN_LATER.get(name, float(symbols[name]))
        assert show(least, unit).split()[-1].rstrip("s") == name.rstrip("s"), name
        assert show(least * (1 - 1e-3), unit).split()[-1].rstrip("s") == below.rstrip("s"), name


@pytest.mark.parametrize(
    ("largest", "value", "text"),
    [
        (9.99e9, 1e9, "1.000"),
        (10e9, 1e9, "1.00"),
        (99e9, 1e9, "1.00"),
        (100e9, 1e9, "1.0"),
        (None, 5.0, "5.000"),
        (100e9, None, "unknown"),
    ],
)
def test_a_column_has_fewer_decimals_for_larger_values(
    largest: float | None, value: float | None, text: str
) -> None:
    assert Scale(largest, "byte/s")(value) == text


@pytest.mark.parametrize(
    ("written", "figure", "least", "most", "meant"),
    [
        (2, 2.0, 0.0, 1.0, ", as in '2 %'"),
        (1.9, 1.9, 0.0, 1.0, ""),
        (100, 100.0, 0.0, 1.0, ", as in '100 %'"),
        (101, 101.0, 0.0, 1.0, ""),
        (50, 50.0, 0.5, 1.0, ", as in '50 %'"),
        (49, 49.0, 0.5, 1.0, ""),
        (60, 60.0, 0.0, 0.6, ", as in '60 %'"),
        (61, 61.0, 0.0, 0.6, ""),
        ("50 %", 50.0, 0.0, 1.0, ""),
    ],
)
def test_percent_is_suggested_where_it_would_be_accepted(
    written: object, figure: float, least: float, most: float, meant: str
) -> None:
    assert percent_meant(written, figure, least, most) == meant


def test_a_decimal_unit_falls_short_of_the_binary_one() -> None:
    """As the binary one exceeds it: 1 TiB is 9.95 % more, 1 TB 9.05 % less."""
    for prefix in prefixes():
        assert math.isclose((1 + prefix.excess) * (1 - prefix.shortfall), 1.0, rel_tol=1e-15)
        assert prefix.excess > prefix.shortfall > 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("own_hba_read_delivery", "HBA read efficiency, set or default"),
        ("own_hba_write_delivery", "HBA write efficiency, set or default"),
        ("own_hba_delivery", "HBA efficiency, set or default"),
        ("hba_pcie_bandwidth", "HBA PCIe bandwidth"),
        ("own_power", "Own power"),
    ],
)
def test_names_as_people_write_them(name: str, text: str) -> None:
    assert label(name) == text
