"""What the program itself knows, as pages to read: `python -m report.reference` writes them.

The fields of a scenario are its schema's, the quantities those that formulas declare, and the words
those of the pages: nothing is written here a second time.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import model.formulas
from model.answers.glossary import WORDS
from model.books.schemas import schemas
from model.engine.quantity import Book, Quantity
from model.formulas.states.healthy import WHEN_HEALTHY
from report.cell_text import in_markdown as cell
from report.systems import SYSTEMS, page

FOLDER = Path(__file__).resolve().parents[1] / "docs"
MODEL = FOLDER.parent / "model"
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
        if "properties" in said:
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
    yield (
        "The last column gives the file in `model/` and the line of each definition. If a chapter "
        "is a template for several variants, it also gives the name in the template."
    )
    declared = declarations()
    shelf = ""
    for where, found in quantities():
        if where != shelf:
            shelf = where
            yield from ("", f"## {where}", "")
            yield "| Quantity | Unit | What it is | Source | Declared in |"
            yield "|---|---|---|---|---|"
        place = ", ".join(f"`{one}`" for one in places(found, declared))
        if found.template:
            place += f" as `{found.template}`"
        cells = (f"`{found.name}`", found.unit, found.title, found.source, place)
        yield f"| {' | '.join(cell(text) for text in cells)} |"
    listed = {place for _, one in quantities() for place in places(one, declared)}
    yield from ("", "## Quantities of chapters that are built for each site or tier", "")
    yield from ("| Quantity or template | What it is | Declared in |", "|---|---|---|")
    for name, texts in sorted(declared.items()):
        for title, file, line in texts:
            if " " in title and f"{file}:{line}" not in listed:
                yield f"| `{name}` | {cell(title)} | `{file}:{line}` |"


Declarations = Mapping[str, Sequence[tuple[str, str, int]]]
"""For each name, perhaps of a template: the title, the file in `model/` and the line of each."""
DECLARING = {
    *("quantity", "alias", "over", "least_stage", "sum_of_parts", "all_of_parts"),
    *("known_of_parts", "unknown_of_parts", "PackingFigure"),
}
"""The methods of a book, and the record, that declare a quantity."""


def declarations() -> Declarations:
    """Find every declaration of a quantity in the source of the model."""
    found: dict[str, list[tuple[str, str, int]]] = {}
    for file in sorted(MODEL.glob("formulas/**/*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for call in node.decorator_list if isinstance(node, ast.FunctionDef) else [node]:
                if not isinstance(call, ast.Call) or (called := _called(call)) not in DECLARING:
                    continue
                texts = [
                    " ".join(one.value.split())
                    for one in call.args
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                ]
                if isinstance(node, ast.FunctionDef):
                    named = [word.value for word in call.keywords if word.arg == "name"]
                    name = ast.literal_eval(named[0]) if named else node.name
                    texts = [" ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())]
                elif called == "quantity":
                    continue  # that of a decorator
                else:
                    name = _name(call)
                line = node.lineno if isinstance(node, ast.FunctionDef) else call.lineno
                place = file.relative_to(MODEL).as_posix(), line
                found.setdefault(name, []).extend((text, *place) for text in texts)
    return found


def _called(call: ast.Call) -> str:
    """Return the name of the function or method that is called."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def _name(call: ast.Call) -> str:
    """Return the name in a call that declares a quantity over children or parts."""
    texts = [one for one in call.args if isinstance(one, ast.Constant)]
    name = call.args[1] if _called(call) == "over" else texts[0]
    return str(name.value) if isinstance(name, ast.Constant) else ""  # a helper's, for several


def places(quantity: Quantity, declared: Declarations) -> list[str]:
    """Give the files and lines in which a quantity is declared: more than one if it has variants.

    Raises
    ------
    LookupError
        There is none.
    """
    sentence = quantity.title.removesuffix(WHEN_HEALTHY).rstrip(".")
    found = {
        f"{file}:{line}"
        for title, file, line in declared.get(quantity.template or quantity.name, ())
        if re.fullmatch(re.sub(r"\\\{\w+\\\}", ".*", re.escape(title.rstrip("."))), sentence)
    }
    if not found:
        raise LookupError(f"{quantity.name} of '{quantity.chapter}' is declared in no file")
    return sorted(found)


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
