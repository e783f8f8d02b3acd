"""Fields that belong together or exclude each other, reported along with invalid fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import InitErrorDetails

T = TypeVar("T")


def with_combinations(
    data: Any, handler: Callable[[Any], T], wrong: Callable[[frozenset[str]], Iterable[str]]
) -> T:
    """Validate a section, and which of its fields are entered, even if some of them are invalid.

    Pydantic checks a section as a whole only once all of its fields are valid, so that errors would
    come one after another.

    Parameters
    ----------
    wrong
        What is wrong with a combination of fields that are entered.

    Raises
    ------
    ValidationError
        If fields are invalid, or their combination, or both.
    """
    found, errors = None, list[InitErrorDetails]()
    try:
        found = handler(data)
    except ValidationError as error:
        errors += [
            InitErrorDetails(
                type=one["type"], loc=one["loc"], input=one["input"], ctx=one.get("ctx", {})
            )
            for one in error.errors(include_url=False)
        ]
    if found is None and not isinstance(data, Mapping):
        stated = frozenset[str]()
    elif found is None:
        stated = frozenset(name for name, value in data.items() if value not in (None, ""))
    else:
        entered: Any = found
        stated = frozenset(
            name for name in entered.model_fields_set if getattr(entered, name) not in (None, "")
        )
    if what := "; ".join(wrong(stated)):
        context = {"error": ValueError(what)}
        errors.append(InitErrorDetails(type="value_error", loc=(), input=data, ctx=context))
    if errors:
        raise ValidationError.from_exception_data("section", errors)
    assert found is not None
    return found
