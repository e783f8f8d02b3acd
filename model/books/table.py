"""A book as a table of rows: what must hold of the facts, and the chapter that comes in then.

>>> from model.records import dataclass
>>> @dataclass(frozen=True)
... class Facts:
...     cached: bool
>>> when = of(Facts)
>>> chapters = Book("drives"), Book("caches")
>>> tier = Table("tier", (ALWAYS, chapters[0]), (when.cached, chapters[1]))
>>> [chapter.name for chapter in tier.chapters(Facts(cached=False))]
['drives']
>>> (~when.cached).name
'not cached'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from model.books.late import Late
from model.engine.quantity import Book
from model.records import dataclass

Chapter = Book | Callable[[Any], Book]
"""A chapter, or what makes the one that the facts ask for; the same facts give the same one."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold of the facts, and how people say it."""

    name: str
    holds: Callable[[Any], bool]

    def __call__(self, *wanted: object) -> Condition:
        """Ask for some of a fact's values rather than for its truth."""
        words, value = " or ".join(str(one) for one in wanted), self.holds
        return Condition(f"{self.name}: {words}", lambda facts: value(facts) in wanted)

    def __invert__(self) -> Condition:
        """Ask for the contrary."""
        holds = self.holds
        return Condition(f"not {self.name}", lambda facts: not holds(facts))

    def __and__(self, other: Condition) -> Condition:
        """Ask for both."""
        if self is ALWAYS:
            return other
        one, two = self.holds, other.holds
        return Condition(f"{self.name}, {other.name}", lambda facts: one(facts) and two(facts))

    def __or__(self, other: Condition) -> Condition:
        """Ask for one of both; written around an `and`, as the name has no brackets."""
        one, two = self.holds, other.holds
        return Condition(f"{self.name} or {other.name}", lambda facts: one(facts) or two(facts))


ALWAYS = Condition("always", lambda _: True)


class Conditions:
    """The conditions on a record of facts: one for each of its fields and properties."""

    def __init__(self, facts: type) -> None:
        self._facts = facts
        self._names = {*dir(facts), *getattr(facts, "__dataclass_fields__", ())}

    def __getattr__(self, name: str) -> Condition:
        if name not in self._names:
            raise AttributeError(f"{self._facts.__name__} has no fact '{name}'")
        return Condition(name.replace("_", " "), lambda facts: getattr(facts, name))


def of(facts: type) -> Conditions:
    """Give the conditions on a record of facts."""
    return Conditions(facts)


Row = tuple[Condition, Chapter]
NOTHING = ()
"""The facts of an instance of which nothing decides on its book."""


class Table:
    """All chapters that one kind of instance may have, in their order, each with its condition."""

    def __init__(self, name: str, *rows: Row) -> None:
        self.name = name
        self._rows = rows
        self._known: dict[object, Book] = {}
        self._books: dict[tuple[Book, ...], Book] = {}
        self._facts: dict[Book, object] = {}

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows; files of formulas that no book took as yet are read for it."""
        return tuple(
            (condition, chapter.read() if isinstance(chapter, Late) else chapter)
            for condition, chapter in self._rows
        )

    def chapters(self, facts: object) -> tuple[Book, ...]:
        """Give the chapters that these facts ask for."""
        return tuple(
            chapter if isinstance(chapter, Book) else chapter(facts)
            for condition, chapter in self._rows
            if condition.holds(facts)
        )

    def book(self, facts: object = NOTHING) -> Book:
        """Give the book of an instance of which this is known; of the same chapters, the same."""
        found = self._known.get(facts)  # each look-up compares all facts
        if found is None:
            found = self._known[facts] = self._made(facts)
        return found

    def _made(self, facts: object) -> Book:
        chapters = self.chapters(facts)
        if chapters not in self._books:
            made = self._books[chapters] = Book(self.name, *chapters)
            self._facts[made] = facts
        return self._books[chapters]

    def facts_of(self, book: Book) -> object:
        """Give the facts that a book was first made of; None: it is none of this table's."""
        return self._facts.get(book)
