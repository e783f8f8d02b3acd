"""The closed list of operators that a formula may use, each in every form that a reader needs.

A formula is written with `+ - * /`, comparisons, NumPy's own functions (`np.minimum`, `np.where`,
`np.log1p` …) and the functions of this module. Each is one row of `TABLE`: what it does to arrays,
what it does to plain floats, how a spreadsheet writes it, and how a paper does.

Quotients are floored and ceiled exactly (`floor_quotient`, `ceil_quotient`), because a file system
counts bytes; counts of things to buy (`whole_up`, `whole_down`) forgive a relative 1e-9, because
0.3 / 0.1 is three racks. An unknown figure is NaN: it passes through everything but `otherwise`,
`pieces`, `least_known`, `known_total` and `unknown_count`; `all_met` is 0 if any check is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from model.engine import forms
from model.records import dataclass

Num: TypeAlias = Any
"""A float, an array of floats, or a recorded term: what a formula takes and gives."""


TIMES = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator: what computes it, and how it is written.

    A text may repeat an operand; `{*}` stands for all operands, separated by commas, and `{+}` for
    their sum. What is not written is called by the operator's name.
    """

    vector: Callable[..., Any]
    """Its NumPy form."""
    scalar: Callable[..., float]
    """Its form for plain floats, which gives the same to 2 ulp."""
    excel: str | Callable[[Sequence[str]], str]
    latex: str
    python: str = ""
    """An expression of plain floats, which gives the same to the last bit, or raises an error."""
    text: str = ""
    """How people read it; its own brackets go where nothing is around them."""
    level: int | None = None
    """The binding strength of an infix sign; None: written as a call."""

    def repeats(self, operand: int) -> bool:
        """Whether a sheet's formula holds an operand more than once."""
        return isinstance(self.excel, str) and self.excel.count(f"{{{operand}}}") > 1


def _infix(
    ufunc: Any, sign: str, level: int, latex: str | None = None, text: str | None = None
) -> Operator:
    python = f"({{0}} {'==' if sign == '=' else sign} {{1}})"
    return Operator(ufunc, ufunc, sign, latex or f" {sign} ", python, text or sign, level)


def _known_total_in_excel(cells: Sequence[str]) -> str:
    return "(" + "+".join(f"IF(ISNA({x}),0,{x})" for x in cells) + ")" if cells else "0"


def _unknown_count_in_excel(cells: Sequence[str]) -> str:
    return "(" + "+".join(f"ISNA({x})" for x in cells) + ")" if cells else "0"


def _all_met_in_excel(cells: Sequence[str]) -> str:
    failed = "*".join(f"IF(ISNA({x}),1,{x})" for x in cells)
    return f"IF({failed}=0,0,MIN({','.join(cells)}))" if cells else "NA()"


def _least_known_in_excel(cells: Sequence[str]) -> str:
    safe = ",".join(f"IF(ISNA({x}),9.99E307,{x})" for x in cells)
    missing = ",".join(f"ISNA({x})" for x in cells)
    return f"IF(AND({missing}),NA(),MIN({safe}))" if cells else "NA()"


_FLOOR = "(INT({0}/{1})-(INT({0}/{1})*{1}>{0}))"

_FLOOR_IN_PYTHON = "(q - 1.0 if (q := float(floor({0} / {1}))) * {1} > {0} else q)"
_CEIL_IN_PYTHON = f"(q + 1.0 if (q := {_FLOOR_IN_PYTHON}) * {{1}} < {{0}} else q)"

TABLE: dict[str, Operator] = {
    "add": _infix(np.add, "+", 2),
    "subtract": _infix(np.subtract, "-", 2),
    "multiply": _infix(np.multiply, "*", 3, r" \cdot ", TIMES),
    "divide": _infix(np.divide, "/", 3),
    "less": _infix(np.less, "<", 1),
    "less_equal": _infix(np.less_equal, "<=", 1, r" \le ", "≤"),
    "greater": _infix(np.greater, ">", 1),
    "greater_equal": _infix(np.greater_equal, ">=", 1, r" \ge ", "≥"),
    "equal": _infix(np.equal, "=", 1),
    "negative": Operator(np.negative, lambda x: -x, "(-{0})", r"-{0}", python="(-{0})"),
    "power": Operator(
        forms.power, forms.plain_power, "POWER({0},{1})", r"{{{0}}}^{{{1}}}", text="{0}^{1}"
    ),
    "absolute": Operator(np.absolute, abs, "ABS({0})", r"\left|{0}\right|", text="|{0}|"),
    "sqrt": Operator(np.sqrt, math.sqrt, "SQRT({0})", r"\sqrt{{{0}}}", python="sqrt({0})"),
    "exp": Operator(np.exp, math.exp, "EXP({0})", r"e^{{{0}}}"),
    "exp2": Operator(np.exp2, lambda x: 2.0**x, "POWER(2,{0})", r"2^{{{0}}}", text="2^{0}"),
    "log": Operator(np.log, forms.plain_log, "LN({0})", r"\ln\left({0}\right)", text="ln({0})"),
    "expm1": Operator(
        np.expm1,
        math.expm1,
        "(2*SINH(MAX({0},-1400)/2)*EXP(MAX({0},-1400)/2))",
        r"\left(e^{{{0}}}-1\right)",
        text="(exp({0}) - 1)",
    ),
    "log1p": Operator(
        np.log1p,
        math.log1p,
        "(2*ATANH(({0})/(2+({0}))))",
        r"\ln\left(1+{0}\right)",
        text="ln(1 + {0})",
    ),
    "minimum": Operator(
        np.minimum,
        forms.plain_least,
        "MIN({0},{1})",
        r"\min\left({*}\right)",
        python="({0} if {0} <= {1} or {0} != {0} else {1})",
        text="min({0}, {1})",
    ),
    "maximum": Operator(
        np.maximum,
        lambda x, y: -forms.plain_least(-x, -y),
        "MAX({0},{1})",
        r"\max\left({*}\right)",
        python="({0} if {0} >= {1} or {0} != {0} else {1})",
        text="max({0}, {1})",
    ),
    "where": Operator(
        np.where,
        forms.plain_where,
        "IF({0},{1},{2})",
        r"\begin{{cases}}{1} & {0}\\{2} & \text{{otherwise}}\end{{cases}}",
        python="({1} if {0} else {2})",
        text="({1} if {0} else {2})",
    ),
    "where_less": Operator(
        forms.where_less,
        lambda a, b, x, y: math.nan if a != a or b != b else x if a < b else y,
        "IF({0}<{1},{2},{3})",
        r"\begin{{cases}}{2} & {0} < {1}\\{3} & \text{{otherwise}}\end{{cases}}",
        python="(nan if {0} != {0} or {1} != {1} else {2} if {0} < {1} else {3})",
        text="({2} if {0} < {1} else {3})",
    ),
    "logical_and": Operator(
        np.logical_and,
        lambda x, y: bool(x and y),
        "AND({0},{1})",
        r"{0} \wedge {1}",
        text="({0} and {1})",
    ),
    "logical_or": Operator(
        np.logical_or,
        lambda x, y: bool(x or y),
        "OR({0},{1})",
        r"{0} \vee {1}",
        text="({0} or {1})",
    ),
    "floor_quotient": Operator(
        forms.floor_quotient,
        forms.plain_floor_quotient,
        _FLOOR,
        r"\left\lfloor \frac{{{0}}}{{{1}}} \right\rfloor",
        python=_FLOOR_IN_PYTHON,
        text="floor({0} / {1})",
    ),
    "ceil_quotient": Operator(
        forms.ceil_quotient,
        forms.plain_ceil_quotient,
        f"({_FLOOR}+({_FLOOR}*{{1}}<{{0}}))",
        r"\left\lceil \frac{{{0}}}{{{1}}} \right\rceil",
        python=_CEIL_IN_PYTHON,
        text="ceil({0} / {1})",
    ),
    "whole_up": Operator(
        forms.whole_up,
        forms.plain_whole_up,
        "(-INT(1E-9*MIN(1E8,MAX(1,ABS({0})))-({0})))",
        r"\left\lceil {0} \right\rceil",
        text="ceil({0})",
    ),
    "whole_down": Operator(
        forms.whole_down,
        forms.plain_whole_down,
        "INT(({0})+1E-9*MIN(1E8,MAX(1,ABS({0}))))",
        r"\left\lfloor {0} \right\rfloor",
        text="floor({0})",
    ),
    "rounded": Operator(
        forms.rounded,
        forms.plain_rounded,
        f"ROUND(({{0}})*(1+{forms.LAST_DIGITS:.0E}),{{1}})",
        r"\operatorname{{round}}_{{{1}}}\left({0}\right)",
        text="round({0}, {1})",
    ),
    "bit_length": Operator(
        forms.bit_length,
        forms.plain_bit_length,
        "IF({0}<1,0,LEN(_xlfn.BASE({0},2)))",
        r"\operatorname{{bits}}\left({0}\right)",
        python="float(max(0, int({0})).bit_length())",
        text="bits({0})",
    ),
    "common_divisor": Operator(
        forms.common_divisor,
        forms.plain_common_divisor,
        "GCD({0},{1})",
        r"\gcd\left({0}, {1}\right)",
        python="float(gcd(int({0}), int({1})))",
        text="gcd({0}, {1})",
    ),
    "erlang_b": Operator(
        forms.erlang_b,
        forms.plain_erlang_b,
        "(POISSON({0},{1},FALSE)/POISSON({0},{1},TRUE))",
        r"B\left({0}, {1}\right)",
        text="Erlang B({0}, {1})",
    ),
    "poisson_quantile": Operator(
        forms.poisson_quantile,
        forms.plain_poisson_quantile,
        "IF(POISSON(9998,MAX({0},1E-300),TRUE)<{1},NA(),SUMPRODUCT(--(POISSON(ROW($1:$9999)-1,MAX({0},1E-300),TRUE)<{1})))",
        r"Q_\mathrm{{Poisson}}\left({0}, {1}\right)",
        text="Poisson quantile({0}, {1})",
    ),
    "otherwise": Operator(
        forms.otherwise,
        lambda x, y: y if x != x else x,
        "IF(ISNA({0}),{1},{0})",
        r"{0}\ \text{{(if unknown: }}{1}\text{{)}}",
        python="({1} if {0} != {0} else {0})",
        text="({0}, or {1} if unknown)",
    ),
    "pieces": Operator(
        forms.pieces,
        lambda n, x: 0.0 if n == 0 else n * x,
        "IF({0}=0,0,({0})*({1}))",
        r"{0} \cdot {1}",
        python="(0.0 if {0} == 0.0 else {0} * {1})",
        text=TIMES,
    ),
    "at_least": Operator(
        forms.at_least,
        lambda x, y: math.nan if x != x or y != y else float(x >= y),
        "IF({0}>={1},1,0)",
        r"\left[{0} \ge {1}\right]",
        text="({0} ≥ {1})",
    ),
    "total": Operator(
        forms.total,
        forms.total,
        "SUM({*})",
        r"\sum\left({*}\right)",
        python="(0.0 + {+})",
        text="sum({*})",
    ),
    "least": Operator(
        forms.least, forms.plain_least, "MIN({*})", r"\min\left({*}\right)", text="min({*})"
    ),
    "least_known": Operator(
        forms.least_known,
        lambda *xs: min([x for x in xs if x == x], default=math.nan),
        _least_known_in_excel,
        r"\min_\text{{known}}\left({*}\right)",
        text="lowest known of({*})",
    ),
    "all_met": Operator(
        forms.all_met,
        forms.plain_all_met,
        _all_met_in_excel,
        r"\bigwedge\left({*}\right)",
        text="all of({*})",
    ),
    "known_total": Operator(
        forms.known_total,
        lambda *xs: forms.total(*(x for x in xs if x == x)),
        _known_total_in_excel,
        r"\sum_\text{{known}}\left({*}\right)",
        text="sum of known({*})",
    ),
    "unknown_count": Operator(
        forms.unknown_count,
        lambda *xs: forms.total(*(1.0 for x in xs if x != x)),
        _unknown_count_in_excel,
        r"\#_\text{{unknown}}\left({*}\right)",
        text="number unknown of({*})",
    ),
}
"""Every operator that a formula may hold, by NumPy's name or ours."""


_PLAIN = frozenset((float, int, bool, np.float64))
"""Types of plain figures."""
_SCALARS = {name: operator.scalar for name, operator in TABLE.items()}


def _apply(name: str, *operands: Num) -> Num:
    """Give the operands to whoever records them, or else compute."""
    if _PLAIN.issuperset(map(type, operands)):
        return _SCALARS[name](*operands)
    for operand in operands:
        record = getattr(operand, "apply_operator", None)
        if record is not None:
            return record(name, operands)
    return TABLE[name].vector(*operands)


def where_less(a: Num, b: Num, x: Num, y: Num) -> Num:
    """Give `x` where `a` is less than `b`, else `y`; unknown where `a` or `b` is."""
    return _apply("where_less", a, b, x, y)


def power(x: Num, y: Num) -> Num:
    """Raise `x` to `y`; unknown where either is, even where `y` is 0."""
    return _apply("power", x, y)


def floor_quotient(a: Num, b: Num) -> Num:
    """Give the whole number of `b` in `a`, exact for whole numbers below 2^53."""
    return _apply("floor_quotient", a, b)


def ceil_quotient(a: Num, b: Num) -> Num:
    """Give the fewest `b` that hold `a`, exact for whole numbers below 2^53."""
    return _apply("ceil_quotient", a, b)


def whole_up(x: Num) -> Num:
    """Round a count up, forgiving a relative 1e-9 above a whole number."""
    return _apply("whole_up", x)


def whole_down(x: Num) -> Num:
    """Round a count down, forgiving a relative 1e-9 below a whole number."""
    return _apply("whole_down", x)


def rounded(x: Num, digits: Num) -> Num:
    """Round to so many digits after the point, halves away from 0, as merchants do."""
    return _apply("rounded", x, digits)


def bit_length(x: Num) -> Num:
    """Give the binary digits of a whole number below 2^53; 0 has none."""
    return _apply("bit_length", x)


def common_divisor(x: Num, y: Num) -> Num:
    """Give the largest whole number that divides two whole numbers from 1 to 2^53."""
    return _apply("common_divisor", x, y)


def erlang_b(stations: Num, load: Num) -> Num:
    """Give Erlang's share of lost calls for a whole number of stations; a load above 0."""
    return _apply("erlang_b", stations, load)


def poisson_quantile(mean: Num, level: Num) -> Num:
    """Give the fewest that a Poisson number of that mean doesn't exceed with that probability."""
    return _apply("poisson_quantile", mean, level)


def otherwise(x: Num, y: Num) -> Num:
    """Give `x`, or `y` where `x` is unknown."""
    return _apply("otherwise", x, y)


def pieces(count: Num, figure: Num) -> Num:
    """Multiply a count by a figure of one piece; zero pieces of an unknown part are 0."""
    return _apply("pieces", count, figure)


def at_least(x: Num, y: Num) -> Num:
    """Give 1 where `x` reaches `y`, 0 where it doesn't, unknown where either is."""
    return _apply("at_least", x, y)


def total(*xs: Num) -> Num:
    """Add all; unknown if any is."""
    return _apply("total", *xs)


def least(*xs: Num) -> Num:
    """Give the smallest of all; unknown if any is."""
    return _apply("least", *xs)


def least_known(*xs: Num) -> Num:
    """Give the smallest of those that are known; unknown if none is."""
    return _apply("least_known", *xs)


def all_met(*xs: Num) -> Num:
    """Give 0 where any check is 0, else unknown where any is unknown, else 1."""
    return _apply("all_met", *xs)


def known_total(*xs: Num) -> Num:
    """Add those that are known."""
    return _apply("known_total", *xs)


def unknown_count(*xs: Num) -> Num:
    """Count those that are unknown."""
    return _apply("unknown_count", *xs)
