"""One description of a field follows from the schema: a new field has its box without a UI file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from pydantic import TypeAdapter, ValidationError

from model.reading.binding import gives
from model.reading.fields import Bytes, Stated, Strict
from tests.each import of_each
from tests.laws.test_bindings import FIGURES, models
from tests.ui.test_widgets import fields as of_schema
from ui.forms import boxes, text_fields, texts
from ui.forms.schema_fields import field_of, shape_of

CURRENCY = "EUR"


def boxed() -> Iterator[tuple[type[Strict], str]]:
    """Give each field of the schema that users state in a box."""
    for owner, name in of_schema():
        is_figure = bool(FIGURES.get(f"{owner.__name__}.{name}"))
        is_here = is_figure or shape_of(owner, name) is not None
        if is_here and not text_fields.is_elsewhere(owner, name) and name != "schema_":
            yield owner, name


@of_each(lambda: [*boxed()], lambda one: f"{one[0].__name__}.{one[1]}")
def test_each_field_that_users_state_is_described(one: tuple[type[Strict], str]) -> None:
    """Its label and help are there, and the schema accepts what its box has as an example."""
    owner, name = one
    field = field_of(owner, name, CURRENCY)
    assert field.label
    assert field.note
    if field.kind in ("figure", "whole"):
        assert field.example
        _accepts(owner, name, field.read(field.example))
    for choice in (one for one in field.choices if one not in ("", None)):
        assert field.read(boxes.as_text(choice)) == choice
    assert field.read("  ") is None


def _accepts(owner: type[Strict], name: str, value: Any) -> None:
    held = owner.model_fields[name]
    annotation = held.annotation
    if held.metadata:
        annotation = Annotated[annotation, *held.metadata]
    try:
        TypeAdapter(annotation).validate_python(value)
    except ValidationError as error:
        pytest.fail(f"'{value}': {error}")


class Newcomer(Strict):
    """A section that no UI file knows."""

    scratch_size: Annotated[Stated[Bytes] | None, gives("drive_capacity")] = None
    """Space that jobs leave behind."""
    is_shared: bool | None = None
    """Whether several jobs use it."""


def test_a_new_field_has_its_box_column_and_error_without_a_file_of_the_ui() -> None:
    found = boxes.fields_of(Newcomer, Newcomer.model_fields, CURRENCY)
    size, shared = found["scratch_size"], found["is_shared"]
    assert (size.label, size.note) == (
        "Scratch size",
        "Nominal capacity of one drive. Space that jobs leave behind.",
    )
    assert field_of(Newcomer, "scratch_size", CURRENCY).label == "Drive capacity"
    assert size.read(" 20 000 TB ") == "20000 TB"
    assert shared.choices == {None: texts.NOT_STATED, True: "yes", False: "no"}
    assert boxes.values(found, {"scratch_size": "", "is_shared": "True"}) == {"is_shared": True}
    assert boxes.column(shared)["type_config"]["options"] == ["True", "False"]


def test_texts_name_fields_of_the_schema() -> None:
    """A label of a field that was renamed doesn't stay in the table."""
    known = {name for owner in models() for name in owner.model_fields}
    for path in (*texts.LABELS, *texts.EXAMPLES, *texts.NAMED):
        assert path.rpartition(".")[2] in known, path
