"""Chapters that are written once and spelled out for their twins: read and write, and so on.

A template's names hold stand-in words, each a whole word between underscores: `server_way_least`.
A variant says what stands in for each: `{"way": "read"}` gives `server_read_least`, and an empty
text drops the word. Titles, sources and a chapter's name hold them in braces (`{way}`), symbols and
units in angle brackets (`<way>`). A formula's needs are its parameters, here as everywhere. This is
the one place where the name of a quantity is put together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from operator import attrgetter
from typing import Any

from model.engine.quantity import Book, Input, Quantity
from model.records import replace

Variant = Mapping[str, str]
_NAMES = ("stage", "carries", "of", "known_of", "unknown_of")
"""Fields of a quantity that hold another's name."""


def spelled_name(name: str, variant: Variant) -> str:
    """Put the words of a variant into a name.

    >>> spelled_name("kind_server_way_least", {"kind": "", "way": "read"})
    'server_read_least'
    """
    for word in variant:
        if word in name:
            break
    else:  # most fields that could hold a name hold none, or one without such a word
        return name
    words = name.split("_")
    return "_".join(word for word in [variant.get(word, word) for word in words] if word)


def spell(template: Book, *variants: Variant, into: Book | None = None) -> Book:
    """Give the chapter with each variant's words; what holds none of them is there once.

    `into`: add them to that chapter, as if they were declared there.
    """
    chapter = Book(_filled(template.name, "{", variants[0], "}"), topic=template.topic)
    for variant in variants:
        for item in template:
            chapter.add(_spelled(item, variant))
    if into is None:
        return chapter
    for item in chapter:
        into.add(replace(item, chapter=into.name, topic=into.topic))
    return into


def crossed(*twins: tuple[Variant, ...]) -> tuple[Variant, ...]:
    """Give a variant for each choice of one from each of the twins.

    >>> crossed(({"way": "read"}, {"way": "write"}), ({"end": "bound"},))
    ({'way': 'read', 'end': 'bound'}, {'way': 'write', 'end': 'bound'})
    """
    return tuple({k: v for one in choice for k, v in one.items()} for choice in product(*twins))


def _spelled(item: Input | Quantity, variant: Variant) -> Input | Quantity:
    fields: dict[str, Any] = {}
    texts = _texts_of_quantity(item) if isinstance(item, Quantity) else _texts_of_all(item)
    for text, (field, spell_out, mark) in zip(texts, _OF_QUANTITY, strict=False):
        if text and mark in text and (spelled := spell_out(text, variant)) != text:
            fields[field] = spelled
    if isinstance(item, Quantity):
        for field, names in (("needs", item.needs), ("names", item.names)):
            if names and (spelled_names := _spelled_names(names, variant)) != names:
                fields[field] = spelled_names
        if "of" in fields:  # the source says of what it is the total
            source = fields.get("source", item.source)
            fields["source"] = source.replace(f"'{item.of}'", f"'{fields['of']}'")
    if not fields:
        return item
    if isinstance(item, Quantity):
        fields["variants"] = *item.variants, variant
    return replace(item, **fields, template=item.template or item.name)


def _spelled_names(names: tuple[str, ...], variant: Variant) -> tuple[str, ...]:
    return tuple([spelled_name(name, variant) for name in names])


def _in_braces(text: str, variant: Variant) -> str:
    return _filled(text, "{", variant, "}")


def _in_brackets(text: str, variant: Variant) -> str:
    return _filled(text, "<", variant, ">")


def _filled(text: str, before: str, variant: Variant, after: str) -> str:
    for word, said in variant.items():
        text = text.replace(f"{before}{word}{after}", said)
    return text


_Fields = tuple[tuple[str, Callable[[str, Variant], str], str], ...]
_OF_ALL: _Fields = (
    *((field, spelled_name, "") for field in ("name", "part_of")),
    *((field, _in_braces, "{") for field in ("title", "source", "chapter")),
    *((field, _in_brackets, "<") for field in ("symbol", "unit")),
)
_OF_QUANTITY: _Fields = (*_OF_ALL, *((field, spelled_name, "") for field in _NAMES))
"""How each text of an input, and of a quantity, is spelled out, and the mark of such texts."""
_texts_of_all = attrgetter(*(field for field, *_ in _OF_ALL))
_texts_of_quantity = attrgetter(*(field for field, *_ in _OF_QUANTITY))
