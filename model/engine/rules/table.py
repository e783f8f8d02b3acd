"""What each operator does to ranges, to differences and to degrees, and how it is compiled.

The further columns of `model.engine.ops.TABLE`, which only searches and sweeps read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np

from model.engine import forms
from model.engine.rules import degree, interval, loops, sign
from model.records import dataclass

Unknown = Literal["spreads", "is known", "depends", ""]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one operator."""

    bounds: Callable[..., interval.Bounds]
    """From the bounds of its operands to those of its result."""
    move: sign.Rule
    """From moves and bounds of its operands to how its result moves."""
    growth: degree.Rule
    """From the degrees of its operands to that of its result."""
    loop: loops.Rule | None
    """The lines of a compiled loop; None where a C library may differ from NumPy by a bit."""
    unknown: Unknown = ""
    """What an unknown operand makes of the result: unknown, known all the same, or the one or the
    other by the value of another operand; else the operator has a way of its own."""


RULES: dict[str, Rules] = {
    "add": Rules(
        interval.folded(np.add), sign.rises, degree.same, loops.folded("{0} + {1}"), "spreads"
    ),
    "subtract": Rules(
        lambda a, b: interval.wide(a[0] - b[1], a[1] - b[0]),
        sign.falls_with_last,
        degree.same,
        loops.plain("{0} - {1}"),
        "spreads",
    ),
    "multiply": Rules(
        interval.multiply, sign.product, degree.product, loops.plain("{0} * {1}"), "spreads"
    ),
    "divide": Rules(
        interval.divide, sign.quotient, degree.quotient, loops.plain("{0} / {1}"), "spreads"
    ),
    "less": Rules(
        interval.less,
        sign.falls_with_first,
        degree.comparison,
        loops.truth("{0} < {1}"),
        "is known",
    ),
    "less_equal": Rules(
        interval.less_equal,
        sign.falls_with_first,
        degree.comparison,
        loops.truth("{0} <= {1}"),
        "is known",
    ),
    "greater": Rules(
        lambda a, b: interval.less(b, a),
        sign.falls_with_last,
        degree.comparison,
        loops.truth("{0} > {1}"),
        "is known",
    ),
    "greater_equal": Rules(
        lambda a, b: interval.less_equal(b, a),
        sign.falls_with_last,
        degree.comparison,
        loops.truth("{0} >= {1}"),
        "is known",
    ),
    "equal": Rules(
        interval.equal, sign.unsure, degree.comparison, loops.truth("{0} == {1}"), "is known"
    ),
    "negative": Rules(
        lambda a: (-a[1], -a[0]),
        lambda moves, _: sign.opposite(moves[0]),
        degree.same_alone,
        loops.plain("-{0}"),
    ),
    "power": Rules(interval.power, sign.power, degree.stays, loops.passes("{0} ** {1}")),
    "absolute": Rules(interval.absolute, sign.absolute, degree.same_alone, loops.plain("abs({0})")),
    "sqrt": Rules(
        lambda a: interval.wide(np.sqrt(np.maximum(a[0], 0.0)), np.sqrt(np.maximum(a[1], 0.0))),
        lambda moves, ranges: moves[0] if ranges[0][0] >= 0 else sign.unsure(moves, ranges),
        degree.stays,
        loops.plain("math.sqrt({0})"),
    ),
    "exp": Rules(interval.rising(np.exp), sign.rises, degree.stays, None),
    "exp2": Rules(interval.rising(np.exp2), sign.rises, degree.stays, loops.plain("np.exp2({0})")),
    "log": Rules(interval.logarithm(np.log, 0.0), sign.above(0.0), degree.stays, None),
    "expm1": Rules(interval.rising(np.expm1), sign.rises, degree.stays, None),
    "log1p": Rules(interval.logarithm(np.log1p, -1.0), sign.above(-1.0), degree.stays, None),
    "minimum": Rules(
        interval.folded(np.minimum, exact=True),
        sign.rises,
        degree.same,
        loops.extreme("<"),
        "spreads",
    ),
    "maximum": Rules(
        interval.folded(np.maximum, exact=True),
        sign.rises,
        degree.same,
        loops.extreme(">"),
        "spreads",
    ),
    "where": Rules(
        interval.where,
        sign.where,
        degree.choice(1),
        loops.plain("{1} if {0} != 0.0 else {2}"),
        "depends",
    ),
    "where_less": Rules(
        lambda a, b, x, y: interval.choice(a[1] < b[0], a[0] >= b[1], x, y),
        sign.where_less,
        degree.choice(2),
        loops.passes("{2} if {0} < {1} else {3}"),
        "depends",
    ),
    "logical_and": Rules(
        lambda a, b: interval.truth(
            ((a[0] > 0) | (a[1] < 0)) & ((b[0] > 0) | (b[1] < 0)),
            ((a[0] != 0) | (a[1] != 0)) & ((b[0] != 0) | (b[1] != 0)),
        ),
        sign.logical,
        degree.stays,
        loops.truth("({0} != 0.0 and {1} != 0.0)"),
        "is known",
    ),
    "logical_or": Rules(
        lambda a, b: interval.truth(
            (a[0] > 0) | (a[1] < 0) | (b[0] > 0) | (b[1] < 0),
            (a[0] != 0) | (a[1] != 0) | (b[0] != 0) | (b[1] != 0),
        ),
        sign.logical,
        degree.stays,
        loops.truth("({0} != 0.0 or {1} != 0.0)"),
        "is known",
    ),
    "floor_quotient": Rules(
        interval.whole_quotient(np.floor),
        sign.whole_quotient,
        degree.comparison,
        loops.quotient,
        "spreads",
    ),
    "ceil_quotient": Rules(
        interval.whole_quotient(np.ceil),
        sign.whole_quotient,
        degree.comparison,
        lambda name, xs: [
            *loops.quotient(name, xs),
            f"{name} = {name} + (1.0 if {name} * {xs[1]} < {xs[0]} else 0.0)",
        ],
        "spreads",
    ),
    "whole_up": Rules(
        interval.stepping(forms.whole_up),
        sign.rises,
        degree.stays,
        loops.whole("ceil", "-"),
        "spreads",
    ),
    "whole_down": Rules(
        interval.stepping(forms.whole_down),
        sign.rises,
        degree.stays,
        loops.whole("floor", "+"),
        "spreads",
    ),
    "rounded": Rules(
        interval.rounded,
        lambda moves, ranges: moves[0] if moves[1] == sign.SAME else sign.unsure(moves, ranges),
        degree.stays,
        loops.rounded,
        "spreads",
    ),
    "bit_length": Rules(interval.bits, sign.rises, degree.stays, loops.plain("bit_length({0})")),
    "common_divisor": Rules(
        interval.divisor, sign.unsure, degree.stays, loops.plain("common_divisor({0}, {1})")
    ),
    "erlang_b": Rules(interval.erlang, sign.unsure, degree.stays, None),
    "poisson_quantile": Rules(interval.quantile, sign.unsure, degree.stays, None),
    "otherwise": Rules(
        interval.hull, sign.rises, degree.same, loops.plain("{1} if {0} != {0} else {0}")
    ),
    "pieces": Rules(
        interval.multiply,
        sign.product,
        degree.product,
        loops.plain("0.0 if {0} == 0.0 else {0} * {1}"),
        "depends",
    ),
    "at_least": Rules(
        lambda a, b: interval.less_equal(b, a),
        sign.falls_with_last,
        degree.comparison,
        loops.passes("1.0 if {0} >= {1} else 0.0"),
        "spreads",
    ),
    "total": Rules(
        interval.folded(np.add), sign.rises, degree.same, loops.summed("{0}", "{0}"), "spreads"
    ),
    "least": Rules(
        interval.folded(np.minimum, exact=True),
        sign.rises,
        degree.same,
        loops.extreme("<"),
        "spreads",
    ),
    "least_known": Rules(interval.at_least_known, sign.rises, degree.same, loops.least_known),
    "all_met": Rules(
        interval.all_met,
        sign.rises,
        degree.stays,
        loops.folded(
            "0.0 if ({0} == 0.0 or {1} == 0.0) else ({0} if ({0} <= {1} or {0} != {0}) else {1})",
            "1.0",
        ),
        "depends",
    ),
    "known_total": Rules(
        interval.known_total,
        sign.rises,
        degree.same,
        loops.summed("(0.0 if {0} != {0} else {0})", "{0}"),
    ),
    "unknown_count": Rules(
        interval.unknown_count,
        lambda *_: sign.SAME,
        lambda degrees: 0,  # noqa: ARG005  # whatever grows, it stays as known
        loops.summed("(1.0 if {0} != {0} else 0.0)", "0.0"),
    ),
}
"""The rules of every operator of `ops.TABLE`."""
