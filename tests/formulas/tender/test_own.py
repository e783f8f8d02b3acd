"""A tender's own formula: what it computes, and what is refused without being executed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.formulas.tender.own import NAMES, FormulaError, own_formula

FIGURES = {name: 1.5 + n for n, name in enumerate(NAMES)}


def _trees(below: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return (
        st.builds("({} {} {})".format, below, st.sampled_from("+-*/"), below)
        | st.builds("-{}".format, below)
        | st.builds("{}({}, {})".format, st.sampled_from(("min", "max")), below, below)
    )


texts = st.recursive(
    st.sampled_from([*NAMES]) | st.sampled_from(["2", "0.5", "10"]), _trees, max_leaves=12
)


def _scored(text: str) -> float:
    quantity = own_formula(text).quantities["score"]
    figures = {NAMES[name]: figure for name, figure in FIGURES.items()}
    return float(quantity.function(*(figures[need] for need in quantity.needs)))


@given(texts)
def test_a_formula_computes_what_python_would(text: str) -> None:
    whole = f"({text}) + price"
    names: dict[str, Any] = {
        "min": min,
        "max": max,
        **{k: np.float64(x) for k, x in FIGURES.items()},
    }
    with np.errstate(all="ignore"):
        try:
            expected = float(eval(whole, {"__builtins__": {}}, names))
        except ZeroDivisionError:
            return
        try:
            found = _scored(whole)
        except ZeroDivisionError:
            return
    assert found == expected or (math.isnan(found) and math.isnan(expected))


def test_powers_and_signs() -> None:
    assert _scored("price ** 2") == FIGURES["price"] ** 2
    assert _scored("-quality") == -FIGURES["quality"]
    assert _scored("-(2 - price)") == FIGURES["price"] - 2
    assert own_formula("quality").quantities["score"].low == -math.inf


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("quality" + " + 1" * 124, "more than 500 characters"),
        ("quality +", "can't be read: write numbers, + - * / **, min"),
        ("quality_weight + 1", "names no figure of a bid: write 'quality', 'price' or 'quantity'"),
        ("lowest_price", "names no figure of a bid"),
        ("min(quality)", "min takes two figures, as in min(a, b)"),
        ("max(quality, price, 3)", "max takes two figures"),
        ("min(quality, price, key=price)", "min takes two figures"),
        ("abs(quality)", "'abs(quality)' isn't read: write numbers"),
        ("quality // price", "'quality // price' isn't read"),
        ("+quality", "'+quality' isn't read"),
        ("quality and price", "isn't read"),
        ("quality * True", "'True' isn't read"),
        ("quality * 'a'", "isn't read"),
        ("quality.real", "isn't read"),
        ("weight * quality", "'weight' isn't read"),
        ("quality * (2 if price else 3)", "isn't read"),
    ],
)
def test_what_is_no_formula_is_refused(text: str, what: str) -> None:
    with pytest.raises(FormulaError) as wrong:
        own_formula(text)
    assert what in str(wrong.value)


def test_a_formula_has_at_most_five_hundred_characters() -> None:
    text = "quality" + " + 1" * 123
    assert len(text) == 499
    assert _scored(text + " ") == FIGURES["quality"] + 123
