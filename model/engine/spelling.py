"""Chapters that are written once and spelled out for their twins: read and write, and so on.

A template's names hold stand-in words, each a whole word between underscores: `server_way_least`.
A variant says what stands in for each: `{"way": "read"}` gives `server_read_least`, and an empty
text drops the word. Titles and sources hold them in braces (`{way}`), symbols in angle brackets
(`<way>`). A formula's needs are its parameters, here as everywhere. This is the one place where
the name of a quantity is put together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from model.engine.quantity import Book, Input, Quantity

Variant = Mapping[str, str]


class Template(Book):
    """A chapter whose names hold stand-in words: in no book until it is spelled."""


def spelled_name(name: str, variant: Variant) -> str:
    """Put the words of a variant into a name.

    >>> spelled_name("kind_server_way_least", {"kind": "", "way": "read"})
    'server_read_least'
    """
    words = (variant.get(word, word) for word in name.split("_"))
    return "_".join(word for word in words if word)


def spell(template: Book, *variants: Variant, into: Book | None = None) -> Book:
    """Give the chapter with each variant's words; what holds none of them is there once.

    `into`: add them to that chapter, as if they were declared there.
    """
    spelled = Book(template.name, topic=template.topic)
    for variant in variants:
        for item in template:
            spelled.add(_spelled(item, variant))
    if into is None:
        return spelled
    for item in spelled:
        into.add(replace(item, chapter=into.name, topic=into.topic))
    return into


def _spelled(item: Input | Quantity, variant: Variant) -> Input | Quantity:
    fields: dict[str, Any] = {
        "name": spelled_name(item.name, variant),
        "title": _filled(item.title, "{", variant, "}"),
        "source": _filled(item.source, "{", variant, "}"),
        "symbol": _filled(item.symbol, "<", variant, ">"),
    }
    if isinstance(item, Quantity):
        fields |= {
            field: spelled_name(getattr(item, field), variant)
            for field in ("stage", "carries", "of")
        }
        if item.of:  # the source of a total names what it adds up
            fields["source"] = fields["source"].replace(f"'{item.of}'", f"'{fields['of']}'")
        needs = tuple(spelled_name(need, variant) for need in item.needs)
        if needs != item.needs:
            return replace(item, **fields, needs=needs, template=_origin(item))
    if all(getattr(item, field) == value for field, value in fields.items()):
        return item
    return replace(item, **fields, template=_origin(item))


def _origin(item: Input | Quantity) -> str:
    return item.template or item.name


def _filled(text: str, before: str, variant: Variant, after: str) -> str:
    for word, said in variant.items():
        text = text.replace(f"{before}{word}{after}", said)
    return text
