"""Laws of every formula of every book: units, bare numbers, one text for all, unknowns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from model.engine.ops import TABLE, Num, otherwise, whole_up
from model.engine.quantity import Book
from model.engine.trace import NotTraceableError, Term, excel, latex, name
from model.units.figures import UNITS
from tests import trees
from tests.each import of_each
from tests.laws import samples, sheet
from tests.laws.formulas import Formula, formulas
from tests.laws.measures import REGISTRY, Measure, UnitsClash, unit_of

each_formula = of_each(formulas)
each_procedure = of_each(trees.procedures)
LONGEST = 8000
"""Excel takes 8,192 characters."""
ULP = 2


def traced(formula: Formula) -> Num:
    """Give what the formula does, its operands named by their places."""
    return formula.quantity.function(*(name(str(n)) for n in range(len(formula.first.operands))))


def literals(term: Any) -> Iterator[float]:
    """Give the numbers that are written in a formula."""
    if not isinstance(term, Term):
        yield float(term)
    elif term.op != "name":
        for operand in term.operands:
            yield from literals(operand)


def operators(term: Any) -> Iterator[str]:
    """Give the operators in a formula."""
    if isinstance(term, Term) and term.op != "name":
        yield term.op
        for operand in term.operands:
            yield from operators(operand)


def measured(formula: Formula) -> None:
    """Feed a formula with numbers that have units; what comes out must have the declared one."""
    case = formula.first
    figures = [float(column[0]) for column in samples.fed(case)]
    operands = [
        Measure(x, unit_of(item.unit)) for x, item in zip(figures, case.operands, strict=True)
    ]
    result = case.quantity.function(*operands)
    result = result if isinstance(result, Measure) else Measure(float(result), None)
    plain = float(case.quantity.function(*figures))
    assert result.as_declared(case.quantity.unit) == pytest.approx(plain, rel=1e-15, nan_ok=True)


@pytest.mark.parametrize("unit", UNITS)
def test_base_units_are_coherent(unit: str) -> None:
    """Each unit of a declaration is a product of base units, with a factor of exactly 1."""
    assert REGISTRY.get_base_units(unit_of(unit))[0] == 1


@each_formula
def test_units(formula: Formula) -> None:
    """Operands in their declared units give the declared unit, with a factor of 1."""
    measured(formula)


def no_bare_number(formula: Formula) -> None:
    """A formula holds no number but 0, 1, 2 and its declared coefficients: no hidden factor."""
    allowed = {0.0, 1.0, 2.0, *formula.quantity.coefficients}
    assert set(literals(traced(formula))) - allowed <= set() or not formula.first.operands


test_no_bare_number = each_formula(no_bare_number)


def gives_more_than_a_parameter(formula: Formula) -> None:
    """A further name of another quantity is declared as such, by `Book.alias`."""
    function = formula.quantity.function
    is_alias = function.__code__.co_name == "_same"
    assert is_alias == (isinstance(term := traced(formula), Term) and term.op == "name")


@each_formula
def test_aliases_are_declared(formula: Formula) -> None:
    """No formula gives back what it is given."""
    if formula.quantity.kind == "formula":
        gives_more_than_a_parameter(formula)


def traceable(formula: Formula) -> None:
    """A formula can be written down: by listed operators, short enough for a cell, as LaTeX too."""
    term, operands = traced(formula), formula.first.operands
    assert set(operators(term)) <= set(TABLE)
    cells = [name(f"'Some tier and pool'!$AB${100 + n}") for n in range(len(operands))]
    assert 0 < len(excel(formula.quantity.function(*cells))) < LONGEST
    assert_balanced(latex(term, lambda n: operands[int(n)].symbol))


test_traceable = each_formula(traceable)


def assert_balanced(symbols: str) -> None:
    """What LaTeX opens is closed."""
    depth = 0
    for brace in symbols.replace(r"\{", "").replace(r"\}", ""):
        depth += (brace == "{") - (brace == "}")
        assert depth >= 0
    assert depth == 0
    assert symbols.count(r"\left") == symbols.count(r"\right")


def test_every_symbol_is_balanced() -> None:
    """What stands for a name in LaTeX may stand in any formula."""
    for case in trees.cases():
        for item in (case.quantity, *case.operands):
            assert_balanced(item.symbol)


def all_that_is_needed_is_used(formula: Formula) -> None:
    """A parameter that a formula doesn't read is a false edge."""
    operands = formula.first.operands
    used = set(traced(formula).names()) if operands else set()
    assert used == {str(n) for n in range(len(operands))}


test_all_that_is_needed_is_used = each_formula(all_that_is_needed_is_used)


@each_formula
def test_scalar_is_vector(formula: Formula) -> None:
    """A formula gives the same for an array as for each of its floats, within 2 ulp."""
    function, columns = formula.quantity.function, formula.fed()
    count = len(formula.cases) * samples.COUNT if columns else 1
    swept = np.broadcast_to(function(*columns), count) * 1.0
    by_row = zip(*columns, strict=True) if columns else [()]
    for row, expected in zip(by_row, swept, strict=True):
        for one in (function(*map(float, row)), function(*row)):
            is_near = abs(one - expected) <= ULP * math.ulp(expected)
            assert is_near or (math.isnan(one) and math.isnan(expected)), row


@each_formula
def test_total(formula: Formula) -> None:
    """Sensible operands give a finite number, and nothing overflows on the way."""
    columns = formula.fed()
    if formula.quantity.kind == "stages" and not columns:
        assert math.isnan(formula.quantity.function()), "a chain without stages is unknown"
        return
    assert all(np.isfinite(column).all() for column in columns)
    with np.errstate(all="raise"):
        assert np.isfinite(formula.quantity.function(*columns)).all()


@each_procedure
def test_a_procedure_is_total_and_takes_arrays(case: trees.Case) -> None:
    """A procedure gives a known number, and the same for an array as for each of its floats."""
    columns = samples.fed(case)
    swept = np.broadcast_to(case.quantity.function(*columns), samples.COUNT)
    assert np.isfinite(swept).all()
    plain = [case.quantity.function(*(float(c[n]) for c in columns)) for n in range(samples.COUNT)]
    assert list(swept) == plain


@each_procedure
def test_a_procedure_of_the_unknown_is_unknown(case: trees.Case) -> None:
    """Each figure that a procedure is given counts, but those that it says it can do without."""
    figures = [float(column[0]) for column in samples.fed(case)]
    for n, item in enumerate(case.operands):
        found = case.quantity.function(*figures[:n], math.nan, *figures[n + 1 :])
        assert math.isnan(found) is (item.name not in case.quantity.may_lack), item.name


def subsets(count: int) -> Iterator[tuple[int, ...]]:
    """Give no operand, each, each pair, and all."""
    yield from combinations(range(count), 0)
    yield from combinations(range(count), 1)
    yield from combinations(range(count), 2)
    yield tuple(range(count))


def with_gaps(case: trees.Case) -> Iterator[tuple[float, ...]]:
    """Give a few designs of a case, each with every pair of its figures unknown, and more."""
    columns = samples.fed(case)
    for design in (0, 1, 2):
        figures = [float(column[design]) for column in columns]
        for unknown in subsets(len(figures)):
            yield tuple(math.nan if n in unknown else x for n, x in enumerate(figures))


def unknown_propagates(formula: Formula) -> None:
    """A formula is unknown exactly where a sheet shows #N/A; elsewhere they agree."""
    term, function = traced(formula), formula.quantity.function
    rows = [row for case in formula.cases for row in with_gaps(case)]
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    with np.errstate(all="ignore"):
        swept = np.broadcast_to(function(*columns), len(rows))
        plain = [float(function(*map(np.float64, row))) for row in rows]
    for row, one, another in zip(rows, plain, swept, strict=True):
        cells = {str(n): None if math.isnan(x) else x for n, x in enumerate(row)}
        expected = sheet.value_or_nan(term, cells)
        assert is_about(one, expected), cells
        assert is_about(float(another), expected), cells


test_unknown_propagates = each_formula(unknown_propagates)


def is_about(found: float, expected: float) -> bool:
    """To 1e-9, as `pytest.approx` has it, which takes longer than a formula."""
    if math.isnan(expected):
        return math.isnan(found)
    return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-12)


def test_what_is_known_of_the_unknown_is_nothing() -> None:
    """The known part of one figure is that figure, and exactly 0 where it isn't known."""
    found = 0
    for formula in formulas():
        quantity = formula.quantity
        if quantity.known_of and quantity.needs == (quantity.known_of,):
            found += 1
            assert quantity.function(math.nan) == 0, quantity.name
            assert quantity.function(7.5) == 7.5, quantity.name
    assert found


def wrong(unit: str, function: Callable[..., Num], *operands: str) -> Formula:
    """Make a formula that is in no book, fed by the figures of a tier."""
    book = Book("wrong")
    book.quantity(unit, "x", "nowhere", name="wrong_one")(function)
    quantity = book.quantities["wrong_one"]
    example = "site by ratio"
    program = trees.program(example)
    path = "site/tiers:project"
    slots = tuple(program.slots[path, operand] for operand in operands)
    instance = dict(trees.examples()[example].walk())[path]
    declared = tuple(instance.book[operand] for operand in operands)
    return Formula((trees.Case(example, (path, quantity.name), quantity, slots, declared),))


CAPACITIES = "raw_capacity", "usable_capacity"
RATED = "raw_capacity", "read_bandwidth"


@pytest.mark.parametrize(
    ("unit", "function", "operands"),
    [
        ("byte/s", lambda a, b: a + b, CAPACITIES),
        ("byte", lambda a, b: a * b, CAPACITIES),
        ("1", lambda a, b: np.maximum(a, b), CAPACITIES),
        ("byte", lambda a, b: a + b, RATED),
        ("byte", lambda a, b: np.where(a > b, a, a), RATED),
        ("byte", lambda a, b: np.where(a > 1, a, b), CAPACITIES),
        ("byte", lambda a, b: otherwise(a, 1.0) + b, CAPACITIES),
        ("joule", lambda a, b: a / b, RATED),
        ("byte", lambda a, b: whole_up(a) + b, CAPACITIES),
        ("1", lambda a, b: np.exp(a / b), RATED),
        ("byte", lambda a, b: np.sqrt(a * b / b), CAPACITIES),
    ],
)
def test_a_wrong_unit_is_caught(
    unit: str, function: Callable[..., Num], operands: tuple[str, ...]
) -> None:
    """The law of units fails where it should."""
    with pytest.raises(UnitsClash):
        measured(wrong(unit, function, *operands))


def test_a_hidden_factor_is_caught() -> None:
    """The law of bare numbers fails where it should: units alone don't see a factor."""
    formula = wrong("byte", lambda a, b: a / 1024 + b, *CAPACITIES)
    measured(formula)
    with pytest.raises(AssertionError):
        no_bare_number(formula)


def test_a_unit_with_a_factor_is_caught() -> None:
    """The number must be that of the declared unit, not a multiple."""
    REGISTRY.define("hour = 3600 second")
    with pytest.raises(AssertionError):
        assert Measure(1.0, unit_of("hour")).as_declared("second") == 1


def test_a_branch_is_caught() -> None:
    """A formula that branches can't be written down."""
    formula = wrong("byte", lambda a, b: a if a > b else b, *CAPACITIES)
    with pytest.raises(NotTraceableError, match="may not branch"):
        traceable(formula)


def test_a_careless_unknown_is_caught() -> None:
    """`np.where` takes a side although the condition is unknown; a sheet shows #N/A."""
    formula = wrong("byte", lambda a, b: np.where(a > b, a, b * 0), *CAPACITIES)
    with pytest.raises(AssertionError):
        unknown_propagates(formula)


def test_an_unused_parameter_is_caught() -> None:
    """The law of used parameters fails where it should."""
    with pytest.raises(AssertionError):
        all_that_is_needed_is_used(wrong("byte", lambda a, b: a * 1, *CAPACITIES))


def test_many_quantities_are_under_the_laws() -> None:
    """The laws are not about an empty set."""
    assert len({case.quantity for formula in formulas() for case in formula.cases}) > 200
    assert len({formula.quantity.function for formula in formulas()}) > 200
