"""A score by one's own formula, in a few operators: parsed, never executed as code."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import cache
from operator import add, mul, sub, truediv
from typing import Any

import numpy as np

from model.engine.ops import Num, power
from model.engine.quantity import ANY_SIGN, Book, Quantity
from model.errors import shortened

NAMES: Mapping[str, str] = {
    "quality": "quality",
    "price": "price_in_units",
    "quantity": "offered_figure",
    "lowest_price": "lowest_price_in_units",
    "highest_quality": "highest_quality",
    "quality_max": "quality_maximum",
    "quality_weight": "quality_weight",
    "price_weight": "price_weight",
}
"""What a formula may name, and the quantity or input that it means."""
CHAPTER = "score: one's own formula"
LONGEST = 500
_INFIX: Mapping[type, Callable[[Num, Num], Num]] = {
    ast.Add: add,
    ast.Sub: sub,
    ast.Mult: mul,
    ast.Div: truediv,
    ast.Pow: power,
}
_FUNCTIONS: Mapping[str, Callable[[Num, Num], Num]] = {"min": np.minimum, "max": np.maximum}
_ALLOWED = f"numbers, + - * / **, min(a, b), max(a, b) and {', '.join(NAMES)}"


class FormulaError(ValueError):
    """A formula that can't be read; the message says what may be written."""


@cache
def own_formula(text: str) -> Book:
    """Return the chapter that has the formula as `score`.

    >>> own_formula("price / quantity").quantities["score"].needs
    ('price_in_units', 'offered_figure')

    Raises
    ------
    FormulaError
        If the text holds anything but the numbers, names and operators that are allowed.
    """
    if len(text) > LONGEST:
        raise FormulaError(f"has more than {LONGEST} characters: write a shorter formula")
    try:
        body = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormulaError(f"can't be read: write {_ALLOWED}") from None
    _check(body)
    names = tuple(dict.fromkeys(_name_of(n) for n in ast.walk(body) if _is_figure(n)))
    if not {"quality", "price", "quantity"} & set(names):
        raise FormulaError("names no figure of a bid: write 'quality', 'price' or 'quantity'")

    def score(*operands: Num) -> Num:
        return _value(body, dict(zip(names, operands, strict=True)))

    chapter = Book(CHAPTER, topic="tender")
    chapter.add(
        Quantity(
            "score",
            "1",
            "Z",
            "Score of the bid by the formula of the tender.",
            f"definition: {text}",
            chapter.name,
            score,
            tuple(NAMES[name] for name in names),
            topic="tender",
            low=ANY_SIGN,
        )
    )
    return chapter


def _is_figure(node: ast.AST) -> Any:
    return isinstance(node, ast.Name) and node.id in NAMES


def _check(node: ast.AST) -> None:
    """Refuse what a formula may not hold."""
    if isinstance(node, ast.BinOp) and type(node.op) in _INFIX:
        below: list[ast.AST] = [node.left, node.right]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        below = [node.operand]
    elif isinstance(node, ast.Call) and _name_of(node.func) in _FUNCTIONS:
        if len(node.args) != 2 or node.keywords:
            raise FormulaError(f"{_name_of(node.func)} takes two figures, as in min(a, b)")
        below = list(node.args)
    elif (isinstance(node, ast.Constant) and type(node.value) in (int, float)) or _is_figure(node):
        below = []
    else:
        found = shortened(ast.unparse(node))
        raise FormulaError(f"'{found}' isn't read: write {_ALLOWED}")
    for one in below:
        _check(one)


def _name_of(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _value(node: ast.AST, figures: Mapping[str, Num]) -> Num:
    if isinstance(node, ast.BinOp):
        return _INFIX[type(node.op)](_value(node.left, figures), _value(node.right, figures))
    if isinstance(node, ast.UnaryOp):
        return -_value(node.operand, figures)
    if isinstance(node, ast.Call):
        one, other = node.args
        return _FUNCTIONS[_name_of(node.func)](_value(one, figures), _value(other, figures))
    if isinstance(node, ast.Constant):
        return float(node.value)  # type: ignore[arg-type]
    return figures[_name_of(node)]
