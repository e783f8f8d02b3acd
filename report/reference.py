"""What the program itself knows, as pages to read: `python -m report.reference` writes them.

The fields of a scenario are its schema's, the quantities those that formulas declare, and the words
those of the pages: nothing is written here a second time.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import model.formulas
from model.answers.glossary import WORDS
from model.design.schemas import schemas
from model.engine.quantity import Book, Quantity
from report.systems import SYSTEMS, page
from report.texts import in_markdown as cell

FOLDER = Path(__file__).resolve().parents[1] / "docs"
MADE = "Made by `python -m report.reference`; what is wrong here is wrong in the program."
FIRST = "The scenario"


def pages() -> dict[str, str]:
    """Give each page by its place in `docs`, as Markdown."""
    made = {
        "reference/fields": _fields(),
        "reference/quantities": _quantities(),
        "reference/glossary": _glossary(),
        **{f"systems/{name}": page(name) for name in SYSTEMS},
    }
    return {name: "\n".join(lines) + "\n" for name, lines in made.items()}


def _fields() -> Iterator[str]:
    schema = schemas()["scenario"]
    yield from ("# The fields of a scenario", "", MADE)
    yield (
        "In bold: what must be there. A figure may be stated with its reason: "
        "`{value: 10, because: …}`."
    )
    parts = {FIRST: schema, **schema["$defs"]}
    for name, said in parts.items():
        if "properties" in said and "because" not in said["properties"]:
            yield from _section(name, said)


def _section(name: str, said: dict[str, Any]) -> Iterator[str]:
    must = set(said.get("required", ()))
    yield from ("", f"## {name}", "")
    if "description" in said and name != FIRST:
        yield from (cell(said["description"].partition("\n\n")[0]), "")
    yield from ("| Field | What it says |", "|---|---|")
    for field, about in said["properties"].items():
        shown = f"**`{field}`**" if field in must else f"`{field}`"
        yield f"| {shown} | {cell(about.get('description', ''))} |"


def _quantities() -> Iterator[str]:
    yield from ("# The quantities", "", MADE)
    yield (
        "Each is one formula; `python -m model explain SCENARIO.yaml NAME` shows it with the "
        "numbers put in. A name that stands twice is defined in several ways; a plan has one."
    )
    shelf = ""
    for where, found in quantities():
        if where != shelf:
            shelf = where
            yield from ("", f"## {where}", "")
            yield from ("| Quantity | Unit | What it is | Source |", "|---|---|---|---|")
        cells = (f"`{found.name}`", found.unit, found.title, found.source)
        yield f"| {' | '.join(cell(said) for said in cells)} |"


def quantities() -> list[tuple[str, Quantity]]:
    """Give all quantities that formulas declare, each once, with the chapter that it stands in."""
    found: dict[tuple[str, str], tuple[str, Quantity]] = {}
    for module in pkgutil.walk_packages(model.formulas.__path__, "model.formulas."):
        for book in vars(importlib.import_module(module.name)).values():
            if isinstance(book, Book):
                where = module.name.removeprefix("model.formulas.").replace(".", ", ")
                for name, one in book.quantities.items():
                    if "{" not in one.title and "<" not in one.unit:  # no template for others
                        found.setdefault((name, one.title), (where.replace("_", " "), one))
    return sorted(found.values(), key=lambda known: (known[0], known[1].name, known[1].title))


def _glossary() -> Iterator[str]:
    yield from ("# The words", "", MADE, "", "| Word | What it means |", "|---|---|")
    for word, meaning in WORDS.items():
        yield f"| {cell(word)} | {cell(meaning)} |"


if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).parent.mkdir(exist_ok=True)
        (FOLDER / f"{name}.md").write_text(text, encoding="utf-8")
