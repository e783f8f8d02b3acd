"""Sentences whose figures stay alive: as a text, or piece by piece for the formula of a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, Union

from model.answers.results import Results
from model.engine.tree import Address
from model.records import NamedTuple
from model.units.brief import share
from model.units.figures import show, show_both


class Figure(NamedTuple):
    """A figure in a sentence: the least of one or several values, rounded for people."""

    addresses: tuple[Address, ...]
    unit: Literal["1", "byte", "byte/s", "currency", "second"] = "1"
    binary: bool = False
    both: bool = False
    """Whether a capacity stands in both customs."""
    percent: bool = False
    unknown: str = "unknown"
    less: float = 0.0
    """What is taken off: one of all copies is the last."""


UNKNOWN = -1.0
"""What a choice compares an unknown value with."""


class Choice(NamedTuple):
    """A text if the least of the values equals `value`, and another text otherwise.

    It is `UNKNOWN` if one of them is.
    """

    addresses: tuple[Address, ...]
    value: float
    then: Sentence
    otherwise: Sentence


class Listed(NamedTuple):
    """A fixed text that the sheet takes from a list."""

    text: str
    of: Literal["limiting stage", "next stage", "oldest price", "least certain price"]
    path: str = ""
    way: str = ""


class Unchanged(NamedTuple):
    """A text of a procedure; a sheet in which one of the values has changed says the other."""

    addresses: tuple[Address, ...]
    then: Sentence
    otherwise: Sentence


Piece = Union[str, Figure, Choice, Listed, Unchanged]  # noqa: UP007  # they refer to each other
Sentence = tuple[Piece, ...]


def least(results: Results, addresses: tuple[Address, ...]) -> float | None:
    """Return the least of several values; None if one is unknown."""
    found = [results[address] for address in addresses]
    known = [value for value in found if value is not None]
    return min(known) if known and len(known) == len(found) else None


def sentence_text(results: Results, sentence: Sentence) -> str:
    """Return the text of a sentence with its current figures."""
    return "".join(text for text, _ in parts(results, sentence))


def parts(results: Results, sentence: Sentence) -> Iterator[tuple[str, tuple[Address, ...]]]:
    """Yield the parts of a sentence as text, each with the addresses of its figures."""
    for piece in sentence:
        if isinstance(piece, str):
            yield piece, ()
        elif isinstance(piece, Listed):
            yield piece.text, ()
        elif isinstance(piece, Figure):
            yield _figure_text(results, piece), piece.addresses
        elif isinstance(piece, Unchanged):
            yield from parts(results, piece.then)
        else:
            value = least(results, piece.addresses)
            known = UNKNOWN if value is None else value
            yield from parts(results, piece.then if known == piece.value else piece.otherwise)


def capitalized(sentence: Sentence) -> Sentence:
    """Return a sentence whose first letter is a capital, whichever way its choices go."""
    if not sentence:
        return ()
    first, rest = sentence[0], sentence[1:]
    if isinstance(first, str):
        return (first[:1].upper() + first[1:], *rest) if first else capitalized(rest)
    if isinstance(first, Choice | Unchanged):
        then, otherwise = capitalized(first.then), capitalized(first.otherwise)
        return (first._replace(then=then, otherwise=otherwise), *rest)
    return sentence


class RenderedSentence(NamedTuple):
    """The text of a sentence with its current figures, and its pieces."""

    text: str
    pieces: Sentence


def rendered(results: Results, sentence: Sentence) -> RenderedSentence:
    """Return a sentence as text, together with its pieces; backquotes are removed."""
    plain = tuple(piece.replace("`", "") if isinstance(piece, str) else piece for piece in sentence)
    return RenderedSentence(sentence_text(results, plain), plain)


def _figure_text(results: Results, piece: Figure) -> str:
    value = least(results, piece.addresses)
    if value is None:
        return piece.unknown
    value -= piece.less
    if piece.percent:
        return share(value)
    if piece.both:
        return show_both(value)
    currency = results.plan.scenario.economics.currency
    return show(value, piece.unit, binary=piece.binary, currency=currency)


def counted(addresses: tuple[Address, ...], noun: str) -> Sentence:
    """Return a count with its noun: '1 drive', '12 drives'."""
    return (Figure(addresses), " ", noun, Choice(addresses, 1.0, (), ("s",)))
