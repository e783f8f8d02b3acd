"""What pydantic found wrong, in words that say what to write instead.

pydantic names a place by steps through its own types as well as through the data. Here both are
walked side by side, so that a place is one in the data, and the fields allowed there are known.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, Discriminator, Tag, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from model.errors import MOST_JUDGED, QUOTED, shortened
from model.reading.binding import bindings
from model.reading.fields import CURRENCY, KEY, NAME
from model.records import NamedTuple
from model.units.words import label, with_article

Path = tuple[str | int, ...]

_MAPPING, _LIST = "a mapping ('name: value' lines)", "a list ('- value' lines)"
_WANTED = {
    "string": "a text",
    "int": "a whole number",
    "float": "a number",
    "finite_number": "a number",
    "bool": "true or false",
    "model": _MAPPING,
    "dict": _MAPPING,
    "mapping": _MAPPING,
    "list": _LIST,
    "tuple": _LIST,
    "set": _LIST,
    "date": "a date such as 2026-08-04",
}
_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "greater_than": ("more than", "gt"),
    "less_than_equal": ("at most", "le"),
    "less_than": ("less than", "lt"),
}
_NAMES_A_FIELD = ("extra_forbidden", "missing")


class Complaint(NamedTuple):
    """One thing that is wrong: its path in the data, what it is and what to write instead."""

    path: Path
    what: str
    lacks: str = ""
    """The field that is missing there."""
    meant: str = ""
    """The field that the unknown one was likely to be."""
    or_else: bool = False
    """Whether it speaks of one of several types that would do."""


def complaints(
    error: ValidationError, model_type: Any, data: Any, at: Path = ()
) -> Iterator[tuple[Path, str]]:
    """Yield the path in the data and what to write instead, for the first things that are wrong."""
    for step in at:
        data = data[step]
    first = error.errors(include_url=False)[:MOST_JUDGED]
    details = [d for d in first if not _is_echo(d)]
    problems = [_complaint(detail, model_type, data) for detail in details]
    misspelt = {(complaint.path[:-1], complaint.meant) for complaint in problems if complaint.meant}
    alternatives: dict[Path, list[str]] = {}
    for complaint in problems:
        if complaint.or_else:
            alternatives.setdefault(at + complaint.path, []).append(complaint.what)
        elif (complaint.path, complaint.lacks) not in misspelt:
            yield at + complaint.path, complaint.what
    for path, whats in alternatives.items():
        yield path, "; or ".join(dict.fromkeys(whats))


def _is_echo(detail: Mapping[str, Any]) -> bool:
    """Whether a list is called too short only because an entry of it is wrong."""
    least = detail.get("ctx", {}).get("min_length")
    is_list = isinstance(detail["input"], list)
    return detail["type"] == "too_short" and is_list and len(detail["input"]) >= least


def meant(word: str, words: Iterable[str]) -> str:
    """Return which of the words was likely meant, or an empty text."""
    if len(word) > QUOTED:
        return ""
    folded = {known.casefold(): known for known in words}
    near = difflib.get_close_matches(word.casefold(), folded, 1)
    return folded[near[0]] if near else ""


def remedy(word: str, words: Sequence[str]) -> str:
    """Return, in parentheses, the word that was meant, or else the words that may be written."""
    if near := meant(word, words):
        return f" (did you mean '{near}'?)"
    shown = ", ".join(words[:15]) + (", …" if len(words) > 15 else "")
    return f" (write one of: {shown})" if words else ""


def _complaint(detail: Any, model_type: Any, data: Any) -> Complaint:
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    loc = detail["loc"]
    names_a_field = kind in _NAMES_A_FIELD
    path, choices, in_union = _walk(loc[:-1] if names_a_field else loc, model_type, data)
    fields = [name for choice in choices for name in _fields(choice.type)]
    if kind == "extra_forbidden":
        near = meant(str(loc[-1]), fields)
        what = f"unknown field{remedy(str(loc[-1]), fields)}"
        return Complaint((*path, loc[-1]), what, meant=near, or_else=in_union)
    if kind == "missing":
        what = f"missing: '{loc[-1]}'{_explain(str(loc[-1]), choices)}"
        return Complaint(path, what, lacks=str(loc[-1]), or_else=in_union)
    if kind.startswith("union_tag"):
        return _tag_complaint(context, path, choices, in_union)
    return Complaint(path, _wrong_value(kind, context, value, detail["msg"]), or_else=in_union)


def _tag_complaint(
    context: Mapping[str, Any], path: Path, choices: Sequence[_Choice], in_union: bool
) -> Complaint:
    name = context["discriminator"].strip("'()")
    tags = [tag for choice in choices for tag in choice.tags]
    if "tag" not in context:
        return Complaint(path, f"missing: '{name}'{remedy('', tags)}", or_else=in_union)
    what = f"unknown {name} {_show(context['tag'])}{remedy(context['tag'], tags)}"
    return Complaint((*path, name), what, or_else=in_union)


_WRITTEN = {
    NAME: "name: write letters, digits, spaces, dots and dashes only",
    KEY: "key: write lower-case letters and digits, separated by dashes, as in "
    "seagate-exos-x24-24tb",
    CURRENCY: "currency: write the three letters of its code, as in EUR",
}
"""What texts of a pattern are, and how they are written."""


def _wrong_value(kind: str, context: Mapping[str, Any], value: Any, message: str) -> str:
    if kind in ("value_error", "assertion_error"):
        return str(context["error"])
    if kind in ("literal_error", "enum"):
        possible = [text for text in re.findall(r"'([^']*)'", context["expected"]) if text]
        return f"{_show(value)} isn't possible here{remedy(str(value), possible)}"
    if kind in _BOUNDS:
        words, key = _BOUNDS[kind]
        return f"must be {words} {context[key]}, is {shortened(str(value))}"
    if kind.endswith(("too_short", "too_long")):
        side = "least" if kind.endswith("short") else "most"
        bound = next(context[key] for key in ("min_length", "max_length") if key in context)
        one, more = (
            ("character", "characters") if kind.startswith("string") else ("entry", "entries")
        )
        entries = one if bound == 1 else more
        return f"must have at {side} {bound} {entries}, has {len(value)}"
    if kind == "string_pattern_mismatch" and (pattern := _WRITTEN.get(context["pattern"])):
        return f"{_show(value)} is not {with_article(pattern)}"
    if kind == "string_pattern_mismatch":
        return f"{_show(value)} isn't written as it must be: {context['pattern']}"
    if kind.startswith("string") and isinstance(value, int | float) and not isinstance(value, bool):
        number = shortened(str(value))
        return f'{number} is a number, but a text is wanted: write it in quotes, "{number}"'
    if wanted := next((text for word, text in _WANTED.items() if kind.startswith(word)), ""):
        return f"found {_show(value)}: write {wanted}"
    return message[:1].lower() + message[1:]


def _show(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f"'{value[:40]}…'" if len(value) > 40 else f"'{value}'"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    return shortened(str(value).lower())


def _explain(name: str, choices: Iterable[_Choice]) -> str:
    """Return what a field is, in parentheses: the label of its input, or its first sentence.

    Empty if it only repeats the field's name.
    """
    owners = [choice.type for choice in choices if hasattr(choice.type, "field_docs")]
    inputs = (one.input.name for owner in owners for one in bindings(owner) if one.field == name)
    docs = (owner.field_docs().get(name, "") for owner in owners)
    labels = map(label, inputs)
    for text in chain(labels, filter(None, docs)):
        sentence = " ".join(text.split()).split(". ")[0].rstrip(".")
        if sentence[1:2].islower():
            sentence = sentence[0].lower() + sentence[1:]
        if sentence.replace(" ", "_") != name:
            return f" ({sentence})"
    return ""


class _Choice(NamedTuple):
    """A type that would do at some place, and the tags that choose it among its fellows."""

    type: Any
    tags: tuple[str, ...] = ()


def _fields(annotation: Any) -> dict[str, FieldInfo]:
    if not (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
        return {}
    return {info.alias or name: info for name, info in annotation.model_fields.items()}


def _walk(loc: Sequence[str | int], model_type: Any, data: Any) -> tuple[Path, list[_Choice], bool]:
    """Return the path in the data, the types possible there, and whether one of several is meant.

    A step that isn't in the data names a type: a tag, a member of a union, a wrapped plain value.
    """
    root = model_type._type if isinstance(model_type, TypeAdapter) else model_type
    path: list[str | int] = []
    choices, in_union, named = _unfold(root), False, False
    for step in loc:
        if len(choices) > 1 and not named:
            in_union = in_union or not choices[0].tags
            choices, named = _named(str(step), choices) or choices, True
            continue
        if _has(data, step):
            path.append(step)
            data = data[step]
        choices, named = [to for choice in choices for to in _inside(choice.type, step)], False
    return tuple(path), choices, in_union


def _has(data: Any, step: str | int) -> bool:
    if isinstance(data, Mapping):
        return step in data
    return isinstance(data, list) and isinstance(step, int) and step < len(data)


def _named(label: str, choices: Iterable[_Choice]) -> list[_Choice]:
    """Return the choices that pydantic names so: by a tag, or by the name of the type."""
    names = [
        (choice, choice.tags or (getattr(choice.type, "__name__", str(choice.type)),))
        for choice in choices
    ]
    same = [choice for choice, own in names if label in own]
    return same or [choice for choice, own in names if any(name in label for name in own)]


def _unfold(annotation: Any, discriminator: Any = None) -> list[_Choice]:
    """Return the types that a type stands for: the members of a union, what an alias names."""
    if hasattr(annotation, "__value__"):
        return _unfold(annotation.__value__, discriminator)
    if get_origin(annotation) is Annotated:
        inner, *metadata = get_args(annotation)
        for note in metadata:
            discriminator = discriminator or getattr(note, "discriminator", None)
        return _unfold(inner, discriminator)
    if get_origin(annotation) not in (Union, UnionType):
        return [] if annotation is NoneType else [_Choice(annotation)]
    members = [member for member in get_args(annotation) if member is not NoneType]
    if discriminator is None:
        return [choice for member in members for choice in _unfold(member)]
    return [_Choice(_unfold(member)[0].type, _tags(member, discriminator)) for member in members]


def _tags(member: Any, discriminator: str | Discriminator) -> tuple[str, ...]:
    if isinstance(discriminator, str):
        info = _fields(_unfold(member)[0].type)[discriminator]
        return tuple(map(str, get_args(info.annotation)))
    return tuple(note.tag for note in get_args(member)[1:] if isinstance(note, Tag))


def _inside(outer: Any, step: str | int) -> list[_Choice]:
    """Return what is possible one step inside of a type."""
    if info := _fields(outer).get(str(step)):
        return _unfold(info.annotation, info.discriminator)
    extra = getattr(outer, "__annotations__", {}).get("__pydantic_extra__")
    arguments = [argument for argument in get_args(extra or outer) if argument is not ...]
    return _unfold(arguments[-1]) if arguments else []
