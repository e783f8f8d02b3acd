"""Laws of every formula of every book: units, bare numbers, one text for all, unknowns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from model.engine.ops import TABLE, Num, otherwise, whole_up
from model.engine.quantity import Book, Quantity
from model.engine.trace import NotTraceableError, Term, excel, latex, name
from model.units.figures import UNITS
from tests import trees
from tests.laws import samples, sheet
from tests.laws.measures import REGISTRY, Measure, UnitsClash, unit_of

CASES = trees.cases()
each_case = pytest.mark.parametrize("case", CASES, ids=str)
LONGEST = 8000
"""Excel takes 8,192 characters."""
ULP = 2


def traced(case: trees.Case) -> Num:
    """Give what the formula does, its operands named by their places."""
    return case.quantity.function(*(name(str(n)) for n in range(len(case.operands))))


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


def measured(case: trees.Case) -> None:
    """Feed a formula with numbers that have units; what comes out must have the declared one."""
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


@each_case
def test_units(case: trees.Case) -> None:
    """Operands in their declared units give the declared unit, with a factor of 1."""
    measured(case)


@each_case
def test_no_bare_number(case: trees.Case) -> None:
    """A formula holds no number but 0, 1, 2 and its declared coefficients: no hidden factor."""
    allowed = {0.0, 1.0, 2.0, *case.quantity.coefficients}
    assert set(literals(traced(case))) - allowed <= set() or not case.operands


@each_case
def test_traceable(case: trees.Case) -> None:
    """A formula can be written down: by listed operators, short enough for a cell, as LaTeX too."""
    term = traced(case)
    assert set(operators(term)) <= set(TABLE)
    cells = [name(f"'Some tier and pool'!$AB${100 + n}") for n in range(len(case.operands))]
    assert 0 < len(excel(case.quantity.function(*cells))) < LONGEST
    symbols = [item.symbol for item in case.operands]
    text = latex(term, lambda n: symbols[int(n)])
    depth = 0
    for brace in text.replace(r"\{", "").replace(r"\}", ""):
        depth += (brace == "{") - (brace == "}")
        assert depth >= 0
    assert depth == 0
    assert text.count(r"\left") == text.count(r"\right")


@each_case
def test_all_that_is_needed_is_used(case: trees.Case) -> None:
    """A parameter that a formula doesn't read is a false edge."""
    used = set(traced(case).names()) if case.operands else set()
    assert used == {str(n) for n in range(len(case.operands))}


@each_case
def test_scalar_is_vector(case: trees.Case) -> None:
    """A formula gives the same for an array as for each of its floats, within 2 ulp."""
    columns = samples.fed(case)
    swept = np.broadcast_to(case.quantity.function(*columns), samples.COUNT)
    for i in range(samples.COUNT):
        plain = case.quantity.function(*(float(column[i]) for column in columns))
        numpys = case.quantity.function(*(column[i] for column in columns))
        for one in (float(plain), float(numpys)):
            assert one == pytest.approx(swept[i], rel=0, abs=ULP * math.ulp(swept[i]), nan_ok=True)


@each_case
def test_total(case: trees.Case) -> None:
    """Sensible operands give a finite number, and nothing overflows on the way."""
    columns = samples.fed(case)
    if case.quantity.kind == "stages" and not columns:
        assert math.isnan(case.quantity.function()), "a chain without stages is unknown"
        return
    assert all(np.isfinite(column).all() for column in columns)
    with np.errstate(all="raise"):
        assert np.isfinite(case.quantity.function(*columns)).all()


each_procedure = pytest.mark.parametrize("case", trees.procedures(), ids=str)


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
    """Each figure that a procedure is given counts."""
    figures = [float(column[0]) for column in samples.fed(case)]
    for n in range(len(figures)):
        assert math.isnan(case.quantity.function(*figures[:n], math.nan, *figures[n + 1 :]))


def subsets(count: int) -> Iterator[tuple[int, ...]]:
    """Give no operand, each, each pair, and all."""
    yield from combinations(range(count), 0)
    yield from combinations(range(count), 1)
    yield from combinations(range(count), 2)
    yield tuple(range(count))


@each_case
def test_unknown_propagates(case: trees.Case) -> None:
    """A formula is unknown exactly where a sheet shows #N/A; elsewhere they agree."""
    term = traced(case)
    for design in (0, 1, 2):
        figures = [float(column[design]) for column in samples.fed(case)]
        for unknown in subsets(len(figures)):
            cells = {str(n): None if n in unknown else x for n, x in enumerate(figures)}
            fed = [np.float64(math.nan if x is None else x) for x in cells.values()]
            expected = sheet.value_or_nan(term, cells)
            with np.errstate(all="ignore"):
                plain = case.quantity.function(*fed)
                [swept] = np.broadcast_to(case.quantity.function(*(x[None] for x in fed)), 1)
            names = [case.operands[n].name for n in unknown]
            assert float(plain) == pytest.approx(expected, rel=1e-9, nan_ok=True), names
            assert float(swept) == pytest.approx(expected, rel=1e-9, nan_ok=True), names


def wrong(unit: str, function: Callable[..., Num], *operands: str) -> trees.Case:
    """Make a case of a formula that is in no book, fed by the figures of a tier."""
    book = Book("wrong")
    book.quantity(unit, "x", "nowhere", name="wrong_one")(function)
    quantity = book.quantities["wrong_one"]
    example = "site by ratio"
    program = trees.program(example)
    path = "site/tiers:project"
    slots = tuple(program.slots[path, operand] for operand in operands)
    instance = dict(trees.examples()[example].walk())[path]
    declared = tuple(instance.book[operand] for operand in operands)
    return trees.Case(example, (path, quantity.name), quantity, slots, declared)


CAPACITIES = "raw_capacity", "usable_capacity"
RATED = "raw_capacity", "read_bandwidth"


@pytest.mark.parametrize(
    "case",
    [
        wrong("byte/s", lambda a, b: a + b, *CAPACITIES),
        wrong("byte", lambda a, b: a * b, *CAPACITIES),
        wrong("1", lambda a, b: np.maximum(a, b), *CAPACITIES),
        wrong("byte", lambda a, b: a + b, *RATED),
        wrong("byte", lambda a, b: np.where(a > b, a, a), *RATED),
        wrong("byte", lambda a, b: np.where(a > 1, a, b), *CAPACITIES),
        wrong("byte", lambda a, b: otherwise(a, 1.0) + b, *CAPACITIES),
        wrong("joule", lambda a, b: a / b, *RATED),
        wrong("byte", lambda a, b: whole_up(a) + b, *CAPACITIES),
        wrong("1", lambda a, b: np.exp(a / b), *RATED),
        wrong("byte", lambda a, b: np.sqrt(a * b / b), *CAPACITIES),
    ],
)
def test_a_wrong_unit_is_caught(case: trees.Case) -> None:
    """The law of units fails where it should."""
    with pytest.raises(UnitsClash):
        measured(case)


def test_a_hidden_factor_is_caught() -> None:
    """The law of bare numbers fails where it should: units alone don't see a factor."""
    case = wrong("byte", lambda a, b: a / 1024 + b, *CAPACITIES)
    measured(case)
    with pytest.raises(AssertionError):
        test_no_bare_number(case)


def test_a_unit_with_a_factor_is_caught() -> None:
    """The number must be that of the declared unit, not a multiple."""
    REGISTRY.define("hour = 3600 second")
    with pytest.raises(AssertionError):
        assert Measure(1.0, unit_of("hour")).as_declared("second") == 1


def test_a_branch_is_caught() -> None:
    """A formula that branches can't be written down."""
    case = wrong("byte", lambda a, b: a if a > b else b, *CAPACITIES)
    with pytest.raises(NotTraceableError, match="may not branch"):
        test_traceable(case)


def test_a_careless_unknown_is_caught() -> None:
    """`np.where` takes a side although the condition is unknown; a sheet shows #N/A."""
    case = wrong("byte", lambda a, b: np.where(a > b, a, b * 0), *CAPACITIES)
    with pytest.raises(AssertionError):
        test_unknown_propagates(case)


def test_an_unused_parameter_is_caught() -> None:
    """The law of used parameters fails where it should."""
    with pytest.raises(AssertionError):
        test_all_that_is_needed_is_used(wrong("byte", lambda a, b: a * 1, *CAPACITIES))


def test_many_quantities_are_under_the_laws() -> None:
    """The laws are not about an empty set."""
    quantities: set[Quantity] = {case.quantity for case in CASES}
    assert len(quantities) > 200
