"""The operators: scalar form, vector form and spreadsheet agree, also at the points that bite."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import openpyxl
import pytest
import xlsxwriter
from hypothesis import example, given
from hypothesis import strategies as st

from model.engine import ops
from model.engine.ops import TABLE
from model.engine.trace import Term, excel, name
from tests.each import of_each
from tests.strategies import whole_numbers

NAN = math.nan
COMPARISONS = {"less", "less_equal", "greater", "greater_equal", "equal"}
NEAR = 2.0**47 - 1
ALIKE = 2.0**47
"""LibreOffice takes two numbers for equal that differ by less than 2^-48 of them."""

POINTS: dict[str, list[tuple[float, ...]]] = {
    "add": [(1.0, 2.0), (0.1, 0.2)],
    "subtract": [(1.0, 2.0), (0.3, 0.1)],
    "multiply": [(3.0, 4.0), (0.1, 3.0)],
    "divide": [(1.0, 3.0), (7.0, 2.0)],
    "less": [(1.0, 2.0), (2.0, 2.0), (3.0, 2.0)],
    "less_equal": [(1.0, 2.0), (2.0, 2.0), (3.0, 2.0)],
    "greater": [(1.0, 2.0), (2.0, 2.0), (3.0, 2.0)],
    "greater_equal": [(1.0, 2.0), (2.0, 2.0), (3.0, 2.0)],
    "equal": [(1.0, 2.0), (2.0, 2.0)],
    "negative": [(2.0,), (-3.5,), (0.0,)],
    "power": [(2.0, 10.0), (1.035, 5.0), (1.5, -2.0), (7.0, 0.0)],
    "absolute": [(-3.5,), (3.5,)],
    "sqrt": [(2.0,), (0.0,), (1e-30,)],
    "exp": [(1.0,), (-700.0,), (0.0,)],
    "exp2": [(10.0,), (0.0,), (-3.0,)],
    "log": [(10.0,), (1.0,)],
    "expm1": [(1.0,), (1e-12,), (-1e-9,), (-5.0,), (0.0,)],
    "log1p": [(1.0,), (1e-12,), (-1e-9,), (-0.9,), (0.0,)],
    "minimum": [(1.0, 2.0), (2.0, 1.0)],
    "maximum": [(1.0, 2.0), (2.0, 1.0)],
    "where": [(1.0, 2.0, 3.0), (0.0, 2.0, 3.0)],
    "where_less": [(1.0, 2.0, 5.0, 6.0), (2.0, 2.0, 5.0, 6.0), (3.0, 2.0, 5.0, 6.0)],
    "logical_and": [(1.0, 0.0), (1.0, 1.0)],
    "logical_or": [(1.0, 0.0), (0.0, 0.0)],
    "floor_quotient": [
        (7.0, 2.0),
        (6.0, 2.0),
        (0.0, 5.0),
        (NEAR, 2.0**20),
        (2.0**46 - 64, 64.0),
        (2.0**53 - 1, 2.0**26),
        (10e12, 262144.0),
        (2.0**45 - 1, 3.0),
    ],
    "ceil_quotient": [
        (7.0, 2.0),
        (6.0, 2.0),
        (0.0, 5.0),
        (1.0, 1e6),
        (NEAR - 1, 2.0**20),
        (2.0**46 + 1, 2.0**20),
        (2.0**53 - 1, 2.0**26),
    ],
    "whole_up": [((0.1 + 0.2) / 0.1,), (3.0,), (3.1,), (2.999999999999,), (0.0,), (-1.5,), (1e12,)],
    "whole_down": [(0.3 / 0.1,), (3.0,), (3.9,), (2.9999999999,), (0.0,), (-1.5,), (1e12,)],
    "rounded": [
        (2.675, 2.0),
        (1.005, 2.0),
        (-2.675, 2.0),
        (2.674999, 2.0),
        (19.99 * (1 - 0.15), 2.0),
        (1234.5, 0.0),
        (0.0005, 3.0),
        (1e9 + 0.125, 2.0),
        (0.0, 2.0),
    ],
    "bit_length": [
        (-2.0,),
        (0.0,),
        (1.0,),
        (2.0,),
        (3.0,),
        (2.0**45 - 1,),
        (2.0**45,),
        (2.0**53 - 1,),
    ],
    "common_divisor": [
        (12.0, 18.0),
        (7.0, 1.0),
        (2.0**24, 11 * 4096.0),
        (2.0**34, 40960.0),
        (2.0**52, 3.0 * 2**51),
        (2.0**52 + 1, 2.0**52),
    ],
    "erlang_b": [(10.0, 8.0), (10.0, 5.0), (1.0, 0.8), (64.0, 0.5), (2.0, 20.0)],
    "poisson_quantile": [
        (2.0, 0.99),
        (2.0, 0.95),
        (0.25, 0.5),
        (38.0, 0.99),
        (0.0, 0.99),
        (900.0, 0.999),
        (5000.0, 0.99),
        (2e4, 0.99),
    ],
    "otherwise": [(1.0, 2.0), (NAN, 2.0), (NAN, NAN), (1.0, NAN)],
    "pieces": [(3.0, 2.0), (0.0, 2.0), (0.0, NAN), (3.0, NAN), (NAN, 2.0)],
    "at_least": [(1.0, 2.0), (2.0, 2.0), (3.0, 2.0), (NAN, 2.0), (2.0, NAN)],
    "total": [(1.0,), (1.0, 2.0, 3.5), (1.0, NAN, 3.0), ()],
    "least": [(1.0,), (3.0, 2.0, 3.5), (1.0, NAN, 3.0)],
    "least_known": [(1.0,), (3.0, 2.0, 3.5), (4.0, NAN, 3.0), (NAN, NAN), ()],
    "all_met": [(1.0,), (1.0, 1.0, 0.0), (1.0, NAN, 1.0), (0.0, NAN, 1.0), (NAN, 0.0), ()],
    "known_total": [(1.0,), (1.0, 2.0, 3.5), (1.0, NAN, 3.0), (NAN, NAN), ()],
    "unknown_count": [(1.0,), (1.0, NAN, 3.5), (NAN, NAN), ()],
}
BY_NUMPY = {"minimum", "maximum", "where", "logical_and", "logical_or"}
"""Operators whose vector form is NumPy's own; formulas never reach their scalar form."""


def test_every_operator_has_its_points() -> None:
    """An operator without a point to test it at would not be tested."""
    assert set(TABLE) <= set(POINTS)


def same(one: object, other: object) -> bool:
    a, b = float(one), float(other)  # type: ignore[arg-type]
    return (math.isnan(a) and math.isnan(b)) or abs(a - b) <= 2 * math.ulp(b)


CALLS = [(op, point) for op in TABLE for point in POINTS[op]]


@of_each(lambda: CALLS)
def test_scalar_is_vector(call: tuple[str, tuple[float, ...]]) -> None:
    """The plain form and the array form agree within 2 ulp."""
    op, point = call
    operator = TABLE[op]
    with np.errstate(all="ignore"):
        plain = operator.scalar(*point)
        swept = operator.vector(*(np.array([x, x]) for x in point))
        numpys = operator.vector(*map(np.float64, point))
    for result in (*np.broadcast_to(swept, 2), numpys):
        assert same(plain, result)


PROPAGATES = sorted(set(TABLE) - COMPARISONS - BY_NUMPY - {
    "otherwise", "pieces", "at_least", "total", "least", "least_known", "all_met", "known_total",
    "unknown_count", "where_less",
})  # fmt: skip


@pytest.mark.parametrize("op", PROPAGATES)
def test_unknown_passes_through(op: str) -> None:
    """What isn't known stays unknown, in both forms."""
    point = POINTS[op][0]
    for n in range(len(point)):
        operands = [*point[:n], NAN, *point[n + 1 :]]
        with np.errstate(all="ignore"):
            assert math.isnan(TABLE[op].scalar(*operands))
            assert np.isnan(TABLE[op].vector(*(np.array([x]) for x in operands))).all()


@given(whole_numbers(), whole_numbers(2**40).map(lambda b: max(b, 1.0)))
@example(2.0**53 - 1, 3.0)
@example(NEAR, 64.0)
def test_quotients_are_exact(a: float, b: float) -> None:
    """Floored and ceiled quotients are those of whole numbers, whatever the division rounds to."""
    exact = Fraction(int(a), int(b))
    for floor, ceil in (
        (ops.floor_quotient(a, b), ops.ceil_quotient(a, b)),
        (ops.floor_quotient(np.array([a]), b)[0], ops.ceil_quotient(np.array([a]), b)[0]),
    ):
        assert floor == math.floor(exact)
        assert ceil == math.ceil(exact)


@given(st.integers(0, 10**8), st.floats(-1e-10, 1e-10))
def test_whole_counts_forgive_rounding(count: int, error: float) -> None:
    """A count that is whole but for rounding stays what it is."""
    x = count * (1 + error)
    assert ops.whole_up(x) == ops.whole_down(x) == count
    assert ops.whole_up(np.array([x]))[0] == ops.whole_down(np.array([x]))[0] == count


def test_racks_by_the_tenth() -> None:
    """0.3 / 0.1 is three racks, although the division says 3.0000000000000004."""
    assert math.ceil((0.1 + 0.2) / 0.1) == 4
    assert ops.whole_up((0.1 + 0.2) / 0.1) == 3
    assert ops.whole_down(0.3 / 0.1) == 3


@given(st.integers(0, 2**52))
def test_whole_counts_stay(count: int) -> None:
    """A whole count is left alone, however large."""
    for x in (float(count), np.array([float(count)])):
        assert ops.whole_up(x) == ops.whole_down(x) == count


@given(st.floats(0, 1e9), st.floats(1e-6, 1e6))
def test_whole_counts_are_neighbours(x: float, step: float) -> None:
    """Rounding up gives no less than rounding down, at most one more; both rise with the count."""
    assert 0 <= ops.whole_up(x) - ops.whole_down(x) <= 1
    assert ops.whole_up(x + step) >= ops.whole_up(x)
    assert ops.whole_down(x + step) >= ops.whole_down(x)


@given(whole_numbers(2**53 - 1))
@example(0.0)
@example(2.0**45)
def test_bit_length(x: float) -> None:
    """The digits are those of Python's whole numbers."""
    assert ops.bit_length(x) == int(x).bit_length()
    assert ops.bit_length(np.array([x]))[0] == int(x).bit_length()


@given(st.lists(st.one_of(st.just(NAN), st.floats(-1e6, 1e6)), min_size=1, max_size=8))
def test_known_and_unknown_parts(xs: list[float]) -> None:
    """The known part and the number of unknowns make the total: it is known if none is missing."""
    known = [x for x in xs if not math.isnan(x)]
    missing = len(xs) - len(known)
    for ys in (xs, [np.array([x]) for x in xs]):
        assert ops.unknown_count(*ys) == missing
        assert float(np.squeeze(ops.known_total(*ys))) == pytest.approx(sum(known))
        assert bool(np.isnan(ops.total(*ys))) == bool(missing)
        assert bool(np.isnan(ops.least(*ys))) == bool(missing)
        least = float(np.squeeze(ops.least_known(*ys)))
        assert least == min(known) if known else math.isnan(least)


def test_nothing_to_compare_is_unknown() -> None:
    """The least of no children is unknown, and their total is 0."""
    assert ops.total() == ops.known_total() == ops.unknown_count() == 0
    assert math.isnan(ops.least_known())


def points_in_sheet() -> list[tuple[str, tuple[float, ...]]]:
    """Give each point of each operator, and each operand of its first point unknown."""
    calls = [(op, point) for op, point in CALLS if "quotient" not in op or max(point) < ALIKE]
    for op in TABLE:
        first = POINTS[op][0]
        calls += [(op, (*first[:n], NAN, *first[n + 1 :])) for n in range(len(first))]
    return calls


def expected_in_sheet(op: str, point: tuple[float, ...]) -> float:
    """Give what a sheet must show: an unknown operand makes all unknown, if not tolerated."""
    tolerant = {"otherwise", "pieces", "least_known", "all_met", "known_total", "unknown_count"}
    looked_at = {"where": 1, "where_less": 2}.get(op)
    strict = op not in tolerant and (looked_at is None or any(map(math.isnan, point[:looked_at])))
    if strict and any(map(math.isnan, point)):
        return NAN
    with np.errstate(all="ignore"):
        return float(TABLE[op].scalar(*point))


@pytest.mark.office
def test_the_sheet_agrees(recalculate: Callable[[Path], Path], tmp_path: Path) -> None:
    """LibreOffice computes each operator as Python does, and never keeps the wrong result given.

    Quotients are compared below 2^47, and exactly.
    """
    calls = points_in_sheet()
    with xlsxwriter.Workbook(tmp_path / "operators.xlsx") as workbook:
        sheet = workbook.add_worksheet()
        for row, (op, point) in enumerate(calls):
            for n, x in enumerate(point):
                if math.isnan(x):
                    sheet.write_formula(row, n + 1, "=NA()", value="#N/A")
                else:
                    sheet.write_number(row, n + 1, x)
            cells = tuple(name(f"{'BCDE'[n]}{row + 1}") for n in range(len(point)))
            sheet.write_formula(row, 0, f"={excel(Term(op, cells))}", value=-98765.4321)
    book = openpyxl.load_workbook(recalculate(tmp_path / "operators.xlsx"), data_only=True)
    shown = [line[0] for line in book.worksheets[0].iter_rows(max_col=1, values_only=True)]
    assert len(shown) == len(calls) > 150
    wrong = []
    for (op, point), cell in zip(calls, shown, strict=True):
        expected = expected_in_sheet(op, point)
        agrees = (
            cell == "#N/A"
            if math.isnan(expected)
            else isinstance(cell, int | float)
            and cell == pytest.approx(expected, rel=0 if "quotient" in op else 1e-13, abs=0)
        )
        if not agrees:
            wrong.append((op, point, cell, expected))
    assert wrong == []


BILLION = 1e9
RESULTS: list[tuple[str, tuple[float, ...], float]] = [
    # a relative 1e-9 is forgiven, of what is below 1 that of 1, and never more than 0.1
    ("whole_up", (3.05,), 4),
    ("whole_up", (1 + 0.9e-9,), 1),
    ("whole_up", (1 + 1.5e-9,), 2),
    ("whole_up", (0.9e-9,), 0),
    ("whole_up", (1.1e-9,), 1),
    ("whole_up", (1e6 + 0.9e-3,), 1e6),
    ("whole_up", (1e6 + 1.1e-3,), 1e6 + 1),
    ("whole_up", (BILLION + 0.09,), BILLION),
    ("whole_up", (BILLION + 0.11,), BILLION + 1),
    ("whole_up", (math.inf,), math.inf),
    ("whole_down", (3.95,), 3),
    ("whole_down", (2 - 1.9e-9,), 2),
    ("whole_down", (2 - 2.2e-9,), 1),
    ("whole_down", (1 - 0.9e-9,), 1),
    ("whole_down", (1 - 1.5e-9,), 0),
    ("whole_down", (1e6 - 0.9e-3,), 1e6),
    ("whole_down", (1e6 - 1.1e-3,), 1e6 - 1),
    ("whole_down", (BILLION - 0.09,), BILLION),
    ("whole_down", (BILLION - 0.11,), BILLION - 1),
    ("whole_down", (-math.inf,), -math.inf),
    ("floor_quotient", (-7, 2), -4),
    ("ceil_quotient", (-7, 2), -3),
    ("rounded", (1e308, 300), math.inf),
    ("rounded", (2.5, 0), 3),
    ("rounded", (-2.5, 0), -3),
    ("rounded", (2.499999999, 0), 2),
    ("bit_length", (math.inf,), 0),
    ("bit_length", (0.5,), 0),
    ("common_divisor", (math.inf, 2), NAN),
    ("common_divisor", (2, math.inf), NAN),
    ("common_divisor", (5, 0), 5),
    # 3 stations: (2^3/6) of 1 + 2 + 2 + 4/3
    ("erlang_b", (3, 2), (8 / 6) / (1 + 2 + 2 + 8 / 6)),
    ("erlang_b", (0, 5), 1),
    ("erlang_b", (math.inf, 1), NAN),
    ("erlang_b", (2, math.inf), NAN),
    # at a mean of 2 none to six: 0.135, 0.406, 0.677, 0.857, 0.947, 0.983, 0.995
    ("poisson_quantile", (2, 0.13), 0),
    ("poisson_quantile", (2, 0.40), 1),
    ("poisson_quantile", (2, 0.41), 2),
    ("poisson_quantile", (2, 0.94), 4),
    ("poisson_quantile", (2, 0.98), 5),
    ("poisson_quantile", (2, 0.99), 6),
    ("poisson_quantile", (0, 1), 0),
    ("poisson_quantile", (0, 1.5), NAN),
    ("poisson_quantile", (math.inf, 0.5), NAN),
    ("poisson_quantile", (1, math.inf), NAN),
    # a whole mean is the median; what needs 9,999 or more is unknown
    ("poisson_quantile", (695, 0.5), 695),
    ("poisson_quantile", (800, 0.5), 800),
    ("poisson_quantile", (9998, 0.5), 9998),
    ("poisson_quantile", (9999, 0.5), NAN),
    ("log", (0,), -math.inf),
    ("log", (-1,), NAN),
    ("all_met", (0, 1), 0),
    ("all_met", (1, 0), 0),
]  # fmt: skip


@pytest.mark.parametrize(("op", "operands", "result"), RESULTS)
def test_results_at_what_is_forgiven_and_at_the_ends(
    op: str, operands: tuple[float, ...], result: float
) -> None:
    operator = TABLE[op]
    floats = [float(x) for x in operands]
    with np.errstate(all="ignore"):
        found = [operator.scalar(*floats), *operator.vector(*(np.array([x, x]) for x in floats))]
    for one in found:
        assert float(one) == pytest.approx(result, rel=1e-14, abs=0, nan_ok=True)
