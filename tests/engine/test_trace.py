"""Terms: what a formula does, written for a sheet, a paper, and a person; and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.engine import ops
from model.engine.ops import TIMES
from model.engine.trace import NotTraceableError, Term, excel, latex, name, text

A, B, C = (name(text) for text in "abc")


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (A + B * C, "a+b*c"),
        ((A + B) * C, "(a+b)*c"),
        (A - (B - C), "a-(b-c)"),
        (A - B - C, "a-b-c"),
        (A / (B * C), "a/(b*c)"),
        (A / B / C, "a/b/c"),
        (A * (B / C), "a*(b/c)"),
        (2 * A, "2*a"),
        (A * 0.5, "a*0.5"),
        (1e-9 * A, "1E-09*a"),
        (1 - A, "1-a"),
        (-A * B, "(-a)*b"),
        (-(A + B), "(-(a+b))"),
        (A**2, "POWER(a,2)"),
        (np.minimum(A, B + C), "MIN(a,b+c)"),
        (np.where(A > 0, B, C), "IF(a>0,b,c)"),
        (np.sqrt(A) + np.exp(B), "SQRT(a)+EXP(b)"),
        (ops.whole_up(A / B), "(-INT(1E-9*MIN(1E8,MAX(1,ABS((a/b))))-((a/b))))"),
        (ops.floor_quotient(A, B), "(INT(a/b)-(INT(a/b)*b>a))"),
        (ops.total(A, B, C), "SUM(a,b,c)"),
        (ops.least_known(A, B), "IF(AND(ISNA(a),ISNA(b)),NA(),MIN(IF(ISNA(a),9.99E307,a),"
                                "IF(ISNA(b),9.99E307,b)))"),
        (ops.known_total(A, B), "(IF(ISNA(a),0,a)+IF(ISNA(b),0,b))"),
        (ops.unknown_count(A, B), "(ISNA(a)+ISNA(b))"),
        (ops.otherwise(A, B), "IF(ISNA(a),b,a)"),
        (ops.at_least(A, B), "IF(a>=b,1,0)"),
    ],
)  # fmt: skip
def test_excel_text(term: Term, text: str) -> None:
    """A sheet gets the brackets that it needs; a sign too, for -2^2 is 4 there."""
    assert excel(term) == text


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (A / (B + C), r"\frac{a}{b + c}"),
        ((A + B) * C, r"\left(a + b\right) \cdot c"),
        (np.sqrt(A), r"\sqrt{a}"),
        ((A + B) ** 2, r"{\left(a + b\right)}^{2}"),
        (np.minimum(A, B), r"\min\left(a,\, b\right)"),
        (ops.total(A, B), r"\sum\left(a,\, b\right)"),
        (np.where(A >= 2, B, C), r"\begin{cases}b & a \ge 2\\c & \text{otherwise}\end{cases}"),
    ],
)
def test_latex_text(term: Term, text: str) -> None:
    """A paper gets fractions, roots and cases."""
    assert latex(term, str) == text


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ((A + B) * C, f"(a + b) {TIMES} c"),
        (A - (B - C), "a - (b - c)"),
        (-(A + B) * C, f"-(a + b) {TIMES} c"),
        (1e-9 * A, f"1E-09 {TIMES} a"),
        (np.maximum(A - B, 0) * 2, f"max(a - b, 0) {TIMES} 2"),
        (ops.ceil_quotient(A + 1, B * C) * B, f"ceil((a + 1) / (b {TIMES} c)) {TIMES} b"),
        (ops.floor_quotient(A * B, C), f"floor(a {TIMES} b / c)"),
        (ops.where_less(A, B, A + 1, C) * 2, f"(a + 1 if a < b else c) {TIMES} 2"),
        (ops.least_known(A, B, C), "lowest known of(a, b, c)"),
        (ops.otherwise(A, 2 * B), f"a, or 2 {TIMES} b if unknown"),
        (ops.otherwise(A, ops.otherwise(B, C + 1)) * 2, f"first known of(a, b, c + 1) {TIMES} 2"),
        (ops.otherwise(ops.otherwise(A, B), C), "first known of(a, b, c)"),
        (ops.pieces(A, B + C) / B, f"a {TIMES} (b + c) / b"),
        (ops.whole_up(A / B) >= C, "ceil(a / b) ≥ c"),
        ((A + B) ** 2, "(a + b)^2"),
    ],
)
def test_text_for_people(term: Term, expected: str) -> None:
    """A person gets signs with room around them, and words for what has no sign."""
    assert text(term) == expected


def test_braces_of_symbols_survive() -> None:
    """A symbol with braces of its own is put in as it is."""
    assert (
        latex(A / B, {"a": r"C_\mathrm{x}", "b": "{y}"}.__getitem__) == r"\frac{C_\mathrm{x}}{{y}}"
    )


def test_names_in_order() -> None:
    """The names of an expression come once each, in the order of appearance."""
    assert (B * A + np.where(C > A, B, 1.0)).names() == ("b", "a", "c")
    assert ops.total(A, A).names() == ("a",)


@pytest.mark.parametrize(
    "act",
    [
        lambda: A if A > B else B,
        lambda: bool(A),
        lambda: float(A),
        lambda: math.sqrt(A),
        lambda: np.sin(A),
        lambda: np.add.reduce(A),
        lambda: np.add(A, B, out=np.zeros(1)),
        lambda: np.where(A > 0, B, C) if A == B else C,
        lambda: np.clip(A, 0, 1),
        lambda: np.sum(A, axis=0),
        lambda: A % B,
        lambda: A // B,
        lambda: max(A, B),
    ],
)
def test_what_cant_be_written_down_is_refused(act: object) -> None:
    """A branch, a conversion, or a foreign operator is an error where the formula is written."""
    with pytest.raises(NotTraceableError):
        act()  # type: ignore[operator]


def test_a_term_is_not_its_expansion() -> None:
    """`whole_up` and the like are one node each."""
    assert ops.whole_up(A).op == "whole_up"
    assert ops.ceil_quotient(A, 2.0).operands == (A, 2.0)


@given(st.recursive(
    st.sampled_from(["a", "b", "c"]) | st.integers(1, 9),
    lambda inner: st.tuples(st.sampled_from("+-*/"), inner, inner),
    max_leaves=12,
))  # fmt: skip
def test_brackets_keep_the_value(tree: object) -> None:
    """The text, read by the rules of arithmetic, has the value of the expression."""
    env = {"a": 1.7, "b": -0.3, "c": 11.0}

    def build(node: object, leaf: object) -> object:
        if not isinstance(node, tuple):
            return leaf(node) if isinstance(node, str) else float(node)  # type: ignore[operator,arg-type]
        sign, left, right = node
        x, y = build(left, leaf), build(right, leaf)
        forms = {
            "+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x / y,
        }  # fmt: skip
        return forms[sign]()

    try:
        plain = float(build(tree, env.__getitem__))  # type: ignore[arg-type]
    except ZeroDivisionError:
        return
    for written in (excel(build(tree, name)), text(build(tree, name)).replace(TIMES, "*")):
        assert float(eval(written, {}, env)) == pytest.approx(plain, rel=1e-12, abs=1e-12)


def _in_python(formula: str) -> str:
    """Read LaTeX of sums, products, fractions and powers by what it looks like."""
    for sign, meant in (
        (r"\left(", "("), (r"\right)", ")"), (r" \cdot ", "*"), (r"\frac{", "(("),
        ("}{", ")/("), ("}^{", ")**("), ("{", "(("), ("}", "))"),
    ):  # fmt: skip
        formula = formula.replace(sign, meant)
    return formula


@given(st.recursive(
    st.sampled_from(["a", "b", "c"]) | st.integers(1, 9),
    lambda inner: st.tuples(st.sampled_from("+-*/^"), inner, inner),
    max_leaves=10,
))  # fmt: skip
def test_latex_has_the_brackets_that_the_value_needs(tree: object) -> None:
    env = {"a": 1.7, "b": 0.3, "c": 11.0}

    def build(node: object, leaf: object) -> object:
        if not isinstance(node, tuple):
            return leaf(node) if isinstance(node, str) else float(node)  # type: ignore[operator,arg-type]
        sign, left, right = node
        x, y = build(left, leaf), build(right, leaf)
        forms = {
            "+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "/": lambda: x / y,
            "^": lambda: ops.power(x, 2.0),
        }  # fmt: skip
        return forms[sign]()

    try:
        plain = float(build(tree, env.__getitem__))  # type: ignore[arg-type]
    except (ZeroDivisionError, OverflowError):
        return
    if math.isfinite(plain):
        written = _in_python(latex(build(tree, name), str))
        assert float(eval(written, {}, env)) == pytest.approx(plain, rel=1e-9, abs=1e-9)


def test_latex_has_no_parentheses_that_say_nothing() -> None:
    """A sum of sums from the left needs none; what is taken away together does."""
    assert "left(" not in latex(A + B + A, str)
    assert "left(" not in latex(A * B * A, str)
    assert "left(" in latex(A - (B - A), str)
