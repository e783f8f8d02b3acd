"""A term records what a formula does, by standing in for its operands; printers read it back.

NumPy hands its functions to an operand that asks for them (NEP 13, NEP 18), so that the plain text
of a formula, fed with terms, gives its own expression: for a spreadsheet, for a paper, or for a
person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from model.engine.ops import TABLE, Num


class NotTraceableError(TypeError):
    """A formula can't be written down: it branches, converts, or uses a foreign operator."""


class Term(NDArrayOperatorsMixin):
    """A node of an expression: an operator of `ops.TABLE` and its operands, or a name."""

    __slots__ = ("op", "operands")
    __hash__ = object.__hash__

    def __init__(self, op: str, operands: tuple[Any, ...]) -> None:
        self.op = op
        self.operands = operands

    def apply_operator(self, op: str, operands: tuple[Any, ...]) -> Term:
        """Record one more operator on top of the operands."""
        if op not in TABLE:
            raise NotTraceableError(f"'{op}' is not in the list of operators")
        return Term(op, operands)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Term:
        if method != "__call__" or options:
            raise NotTraceableError(f"a formula may not use {ufunc.__name__}.{method}")
        return self.apply_operator(ufunc.__name__, inputs)

    def __array_function__(
        self, function: Any, types: Any, args: tuple[Any, ...], options: dict[str, Any]
    ) -> Term:
        if options:
            raise NotTraceableError(f"a formula may not give options to {function.__name__}")
        return self.apply_operator(function.__name__, args)

    def __bool__(self) -> bool:
        raise NotTraceableError("a formula may not branch: use np.where")

    def __float__(self) -> float:
        raise NotTraceableError("a formula may not convert to float")

    def parts(self) -> Iterator[Term]:
        """Give the operators in the expression, itself first; no names, no numbers."""
        if self.op != "name":
            yield self
            for operand in self.operands:
                if isinstance(operand, Term):
                    yield from operand.parts()

    def names(self) -> tuple[str, ...]:
        """Give the names in the expression, in order of appearance, each once."""
        found: dict[str, None] = {}
        todo: list[Any] = [self]
        while todo:
            term = todo.pop()
            if isinstance(term, Term):
                if term.op == "name":
                    found[term.operands[0]] = None
                else:
                    todo.extend(reversed(term.operands))
        return tuple(found)


def name(text: str) -> Term:
    """Stand in for the quantity or cell of that name."""
    return Term("name", (text,))


def _number(x: Any) -> str:
    if np.isnan(x):
        return "NA()"
    text = repr(float(x))
    return text.removesuffix(".0") if "e" not in text else text.upper()


def excel(term: Num, outer: int = 0) -> str:
    """Write the expression as a spreadsheet does, without the leading `=`.

    The names must already be cell references, or names that a person reads.
    """
    if not isinstance(term, Term):
        return _number(term)
    if term.op == "name":
        return str(term.operands[0])
    operator = TABLE[term.op]
    if operator.level is not None:
        left = excel(term.operands[0], operator.level)
        right = excel(term.operands[1], operator.level + 1)
        text = f"{left}{operator.excel}{right}"
        return f"({text})" if operator.level < outer else text
    if not isinstance(operator.excel, str):
        return operator.excel([excel(x) for x in term.operands])
    tight = operator.repeats(0) or any(s in operator.excel for s in ("/", "=", "-{"))
    operands = [excel(x, 4 if tight else 0) for x in term.operands]
    if "{*}" in operator.excel:
        return operator.excel.replace("{*}", ",".join(operands)) if operands else "0"
    return operator.excel.format(*operands)


def text(term: Num) -> str:
    """Write the expression for people: signs as usual, everything else in words.

    >>> text(np.maximum(name("drives") - name("spares"), 0) / 2)
    'max(drives - spares, 0) / 2'
    """
    written = _text(term)
    bracketed = isinstance(term, Term) and term.op != "name" and TABLE[term.op].text[:1] == "("
    return written[1:-1] if bracketed and written[:1] == "(" else written


def _text(term: Num, outer: int = 0) -> str:
    if not isinstance(term, Term):
        return _number(term)
    if term.op == "name":
        return str(term.operands[0])
    operator = TABLE[term.op]
    level = TABLE["multiply"].level if term.op == "pieces" else operator.level
    if level is not None:
        left, right = _text(term.operands[0], level), _text(term.operands[1], level + 1)
        written = f"{left} {operator.text} {right}"
        return f"({written})" if level < outer else written
    if term.op == "negative":
        return f"-{_text(term.operands[0], 4)}"
    if term.op in ("floor_quotient", "ceil_quotient"):
        return operator.text.format(_text(term.operands[0], 3), _text(term.operands[1], 4))
    if term.op == "otherwise" and len(choices := [*_choices(term)]) > 2:
        return f"first known of({', '.join(map(_text, choices))})"
    operands = [_text(x, 4 if term.op in ("power", "exp2") else 0) for x in term.operands]
    if "{*}" in operator.text:
        return operator.text.replace("{*}", ", ".join(operands))
    if operator.text:
        return operator.text.format(*operands)
    return f"{term.op}({', '.join(operands)})"


def _choices(term: Num) -> Iterator[Num]:
    """Yield what a value may be, in order: each counts if those before it are unknown."""
    if isinstance(term, Term) and term.op == "otherwise":
        for operand in term.operands:
            yield from _choices(operand)
    else:
        yield term


def latex(term: Num, symbol: Callable[[str], str], outer: int = 0) -> str:
    """Write the expression as a paper does; `symbol` gives the LaTeX of a name."""
    if not isinstance(term, Term):
        return _number(term)
    if term.op == "name":
        return symbol(term.operands[0])
    if term.op == "divide":
        above, below = (latex(x, symbol) for x in term.operands)
        return rf"\frac{{{above}}}{{{below}}}"
    operator = TABLE[term.op]
    if operator.level is not None:
        left = latex(term.operands[0], symbol, operator.level)
        right = latex(term.operands[1], symbol, operator.level + 1)
        text = f"{left}{operator.latex}{right}"
        return rf"\left({text}\right)" if operator.level < outer else text
    tight = term.op in {"power", "negative", "pieces"}
    operands = [latex(x, symbol, 4 if tight else 0) for x in term.operands]
    text = operator.latex.replace(
        "{*}", r",\, ".join(operands).replace("{", "{{").replace("}", "}}")
    )
    return text.format(*operands)
