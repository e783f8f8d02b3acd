"""Boxes of a form, derived from a class of the schema: how they are drawn, read and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from model.design.limits import limits_of
from model.engine.quantity import label
from model.errors import Problem
from model.reading.documents import scalar
from model.reading.fields import Strict
from ui.base.elements import escaped
from ui.base.examples import example


@dataclass(frozen=True)
class Box:
    """The box of one field: its label, help text and example; whether it holds a count."""

    field: str
    label: str
    note: str
    example: str
    is_count: bool


@dataclass(frozen=True)
class Boxes:
    """The boxes of a form, in their order, and the schema class that they belong to."""

    shape: type[Strict]
    boxes: Sequence[Box]

    def draw(self, key: str, values: Mapping[str, str]) -> dict[str, str]:
        """Draw the boxes side by side with their values; return the text in each."""
        with st.container(horizontal=True, gap="small"):
            return {
                box.field: st.text_input(
                    escaped(box.label),
                    values.get(box.field, ""),
                    key=f"{key}.{box.field}",
                    placeholder=box.example,
                    help=escaped(box.note),
                    width=210,
                ).strip()
                for box in self.boxes
            }

    def read(self, texts: Mapping[str, str], source: str = "") -> dict[str, Any]:
        """Return the value of each box that isn't empty, with its source if there is one."""
        counts = {box.field for box in self.boxes if box.is_count}
        values = {
            field: scalar(text.strip()) if field in counts else text.strip()
            for field, text in texts.items()
            if text.strip()
        }
        if not source:
            return values
        return {field: {"value": value, "source": source} for field, value in values.items()}

    def messages(self, problems: Iterable[Problem]) -> Iterator[str]:
        """Write a line for each problem, with the label of its box."""
        labels = {box.field: box.label for box in self.boxes}
        for one in problems:
            keys = one.field.split(".")
            field = next((key for key in keys if key in self.shape.model_fields), "")
            yield f"{labels.get(field) or (label(field) if field else one.field)}: {one.what}"


def boxes_of(
    shape: type[Strict],
    fields: Iterable[str],
    currency: str,
    labels: Mapping[str, str] | None = None,
) -> Boxes:
    """Derive boxes from a schema class; `labels` replace those of the schema."""
    notes, own = shape.field_docs(), labels or {}
    limits = {field: limits_of(shape, field) for field in fields}
    found = [
        Box(
            field,
            own.get(field) or label(field),
            notes.get(field, ""),
            example(limit, currency),
            limit is None,
        )
        for field, limit in limits.items()
    ]
    return Boxes(shape, found)
