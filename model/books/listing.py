"""All tables of books, and how they are printed: the whole model on one page."""

from __future__ import annotations

from collections.abc import Iterator

from model.books import (
    calculators,
    demand,
    evaluation,
    phases,
    projections,
    site,
    stages,
    state,
    target,
    tier,
    training,
    workloads,
)
from model.books.table import Chapter, Table
from model.engine.quantity import Book

MODULES = (
    site,
    tier,
    stages,
    state,
    target,
    workloads,
    demand,
    phases,
    projections,
    training,
    calculators,
    evaluation,
)
HEAD = """# The books

Which chapters of formulas each kind of instance has, and when. Each row names what must hold of the
facts (`facts.py` and `site_facts.py` of that room) and the chapter that comes in then; a law takes
and leaves each. Made by `python -m model.books`.
"""


def tables() -> dict[str, Table]:
    """Give each table by the module that it stands in and its name there."""
    return {
        f"{module.__name__.rpartition('.')[2]}.{name}": found
        for module in MODULES
        for name, found in vars(module).items()
        if isinstance(found, Table)
    }


def _chapter_name(chapter: Chapter) -> str:
    if isinstance(chapter, Book):
        return chapter.name
    says = (chapter.__doc__ or "").partition("\n")[0].removeprefix("Return the ")
    return says[:1].lower() + says[1:].rstrip(".")


def printed() -> str:
    """Write all tables as Markdown."""
    return "\n".join([HEAD, *(line for found in tables().items() for line in _lines(*found))])


def _lines(name: str, table: Table) -> Iterator[str]:
    module, _, own = name.partition(".")
    yield f"## `{own}` of `{module}`: {table.name}\n"
    yield "| When | Chapter |"
    yield "|---|---|"
    for condition, chapter in table.rows:
        yield f"| {condition.name} | {_chapter_name(chapter)} |"
    yield ""
