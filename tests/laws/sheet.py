"""Computes a term as a spreadsheet does: unknown is #N/A, and IF looks only where it goes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from model.engine.ops import TABLE
from model.engine.trace import Term


class NotAvailable(Exception):
    """The cell shows #N/A."""


def value(term: Any, cells: Mapping[str, float | None]) -> float:
    """Compute a term; `cells` hold None where a cell is #N/A.

    Raises
    ------
    NotAvailable
        The result is #N/A.
    """
    if not isinstance(term, Term):
        return float(term)
    if term.op == "name":
        found = cells[term.operands[0]]
        if found is None:
            raise NotAvailable
        return found
    if term.op in _LAZY:
        return _LAZY[term.op](*(_later(x, cells) for x in term.operands))
    return TABLE[term.op].scalar(*(value(x, cells) for x in term.operands))


Later = Callable[[], float]


def _later(term: Any, cells: Mapping[str, float | None]) -> Later:
    return lambda: value(term, cells)


def _is_na(x: Later) -> bool:
    try:
        x()
    except NotAvailable:
        return True
    return False


def _if(condition: Later, then: Later, other: Later) -> float:
    return then() if condition() else other()


def _otherwise(x: Later, y: Later) -> float:
    return y() if _is_na(x) else x()


def _pieces(count: Later, figure: Later) -> float:
    return 0.0 if count() == 0 else count() * figure()


def _least_known(*xs: Later) -> float:
    known = [x() for x in xs if not _is_na(x)]
    if not known:
        raise NotAvailable
    return min(known)


def _all_met(*xs: Later) -> float:
    """Multiply what is known first, as the sheet does: what is unknown counts only after it."""
    if any(x() == 0 for x in xs if not _is_na(x)):
        return 0.0
    return min(x() for x in xs)


_LAZY: dict[str, Callable[..., float]] = {
    "where": _if,
    "where_less": lambda a, b, then, other: _if(lambda: a() < b(), then, other),
    "otherwise": _otherwise,
    "pieces": _pieces,
    "least_known": _least_known,
    "all_met": _all_met,
    "known_total": lambda *xs: math.fsum(x() for x in xs if not _is_na(x)),
    "unknown_count": lambda *xs: float(sum(map(_is_na, xs))),
}


def value_or_nan(term: Any, cells: Mapping[str, float | None]) -> float:
    """Compute a term; NaN where the sheet shows #N/A."""
    try:
        return value(term, cells)
    except NotAvailable:
        return math.nan
