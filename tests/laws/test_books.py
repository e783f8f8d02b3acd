"""Laws of the books: complete, without cycles, well named, sourced, nothing forgotten."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from model import formulas
from model.engine.quantity import Book, Input, Quantity, check_name, parameters
from model.engine.spelling import spelled_name
from model.formulas.tender import own
from model.planning.kinds import code, declustered, raid, scale
from model.provenance import SOURCES
from model.units.figures import UNITS
from model.units.words import NAMES
from model.zfs.partitions import PARTITIONINGS
from model.zfs.releases import RELEASES
from report.reference import DECLARING
from tests import trees
from tests.each import of_each

SCHEMA = Path("docs/schemas/scenario.schema.json")
MODEL = Path(formulas.__path__[0]).parent
FIRST_WORDS = ("TODO", "FIXME", "XXX")
OF_RATES = re.compile(
    r".+_(bandwidth(_bound)?|rate|stage|committed|least|signalling|left"
    r"|(before|behind)_caches|bandwidth_after_burst)"
)
"""The one grammar of what is told in bytes a second; only growth isn't a rate of the data path."""


def chapters(*shelves: str) -> Iterator[Book]:
    """Give every chapter that a module of formulas declares, of these shelves or of all."""
    rooms = tuple(f"{formulas.__name__}.{shelf}." for shelf in shelves)
    for module in pkgutil.walk_packages(formulas.__path__, "model.formulas."):
        loaded = importlib.import_module(module.name)
        if shelves and not f"{module.name}.".startswith(rooms):
            continue
        for found in vars(loaded).values():
            if isinstance(found, Book):
                yield found


def test_functions_are_named_as_their_quantity() -> None:
    """One of several ways to compute it adds what it is for: `files_per_target_zfs`."""
    found = [
        f"{file.name}:{node.lineno}: {node.name} computes {name}"
        for file in sorted((MODEL / "formulas").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        for call in node.decorator_list
        if isinstance(call, ast.Call)
        for name in (ast.literal_eval(word.value) for word in call.keywords if word.arg == "name")
        if not f"{node.name}_".startswith(f"{name}_")
    ]
    assert found == []


KIND = re.compile(rf"({'|'.join(SOURCES)}): (\S|$)|arithmetic\b")
"""How a source begins; arithmetic with the figures of one instance may be of it: of the tier."""
NAMES_A_DOCUMENT = re.compile(
    r"\b(19|20)\d\d\b"  # a year
    r"|\b[\w-]+\.(com|cz|de|eu|gov|io|org|uk)\b"  # an address
    r"|\b\w[\w-]*\.(c|cc|conf|h|md|py|rst)\b|\b\w+\(\d\)"  # a file of a program, a manual page
    r"|\b(IEC|INCITS|ISO|JESD\d|MK|NFPA)"  # the number of a standard or manual
)
"""What finds a document, beside its title."""


def test_each_source_is_of_one_of_four_kinds() -> None:
    """A document has a year or an address; an input without a default gets a source with a value.

    What is declared, in chapters and for examples, and what formats and partitions are.
    """
    found = {item.source: item.name for book in chapters() for item in book}
    found |= {item.source: item.name for item in items()}
    found |= {one.source: one.name for one in (*RELEASES.values(), *PARTITIONINGS.values())}
    found |= dict.fromkeys((code.WEKA, raid.MD, scale.SUBBLOCK), "a constant of planning")
    found |= dict.fromkeys((declustered.COPIED_BLOCK, declustered.ESTIMATOR), "declustered RAID")
    found.pop("", None)
    assert {source: name for source, name in found.items() if not KIND.match(source)} == {}
    documents = {source: name for source, name in found.items() if source.startswith("document")}
    assert len(documents) > 50
    assert {s: name for s, name in documents.items() if not NAMES_A_DOCUMENT.search(s)} == {}


def test_each_default_of_planning_is_of_one_of_four_kinds() -> None:
    """Each text that may be the source of a default or constant begins with its kind.

    A name is followed to each string of its module that is assigned to it; what is taken from
    elsewhere (a release's source, an imported name) is held where it is declared.
    """
    found, calls = [], 0
    for file in sorted((MODEL / "planning").rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            match call:
                case ast.Call(
                    func=ast.Name("Provenance"),
                    args=[ast.Constant("default" | "constant"), source, *_],
                ):
                    calls += 1
                    found += [
                        f"{file.name}:{call.lineno}: {text}"
                        for text in texts_of(source, tree)
                        if not KIND.match(text)
                    ]
    assert calls > 30
    assert found == []


def texts_of(source: ast.expr, tree: ast.Module) -> Iterator[str]:
    """Yield the texts that an expression may have: the beginning, where figures are put in."""
    match source:
        case ast.Constant(str(text)):
            if text:
                yield text
        case ast.JoinedStr(values=[first, *_]):
            yield ast.literal_eval(first) if isinstance(first, ast.Constant) else "{}"
        case ast.Name(name):
            for node in ast.walk(tree):
                match node:
                    case ast.Assign(targets=[ast.Name(target)], value=value) if target == name:
                        yield from texts_of(value, tree)
        case ast.Call(func=ast.Attribute(value=ast.Name(table), attr="get")):
            yield from texts_of(ast.Name(table), tree)
        case ast.Dict(values=values):
            for value in values:
                yield from texts_of(value, tree)


@cache
def every_book() -> dict[int, Book]:
    """Give the books of all examples."""
    return {
        id(instance.book): instance.book
        for root in trees.examples().values()
        for _, instance in root.walk()
    }


@cache
def items() -> list[Input | Quantity]:
    """Give every declaration of every book, each once."""
    return list({id(item): item for book in every_book().values() for item in book}.values())


each_example = of_each(trees.examples)


def test_quantities_are_declared_in_formulas_alone() -> None:
    """Books choose chapters; they declare nothing."""
    declaring = DECLARING | {"input"}
    found = [
        f"{file.name}:{node.lineno}"
        for file in sorted((MODEL / "books").glob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in declaring
    ]
    assert found == []


@pytest.mark.long
@each_example
def test_every_need_is_given_and_nothing_needs_itself(example: str) -> None:
    """A program over the whole tree compiles: each name is found, and there is no cycle."""
    root, compiled = trees.examples()[example], trees.program(example)
    wanted = {(path, item.name) for path, i in root.walk() for item in i.book}
    assert wanted == set(compiled.addresses)
    for step in compiled.steps:
        assert all(operand < step.slot for operand in step.operands)


def test_every_chapter_is_in_an_example() -> None:
    """A chapter that no example uses would escape all laws; a template is used in its spellings."""
    covered = {id(item) for item in items()}
    spelled = {(getattr(i, "function", None), i.template) for i in items() if i.template}
    declared = {f"{item.chapter}.{item.name}": item for c in chapters() for item in c}
    assert len(declared) > 200
    unused = [name for name, item in declared.items() if id(item) not in covered
              and (getattr(item, "function", None), item.name) not in spelled]  # fmt: skip
    assert unused == []


def test_every_input_is_used() -> None:
    """An input that no quantity of any example reads would be asked for in vain."""
    cases = *trees.cases(), *trees.procedures()
    read = {id(operand) for case in cases for operand in case.operands}
    unread = [i for i in items() if isinstance(i, Input) and id(i) not in read]
    assert not unread


def declared_items() -> list[Input | Quantity]:
    """Give every declaration, in a chapter of formulas or in a book."""
    declared = [item for c in chapters() for item in c]
    return list({id(item): item for item in (*declared, *items())}.values())


def test_every_need_is_a_parameter() -> None:
    """What a formula or a procedure needs stands in its own text, or in its template's."""
    checked = 0
    for item in declared_items():
        is_own = item.chapter == own.CHAPTER  # what a tender writes has its needs in its text
        if isinstance(item, Quantity) and item.kind in ("formula", "opaque") and not is_own:
            needs = parameters(item.function)
            for variant in item.variants:
                needs = tuple(spelled_name(need, variant) for need in needs)
            assert item.needs == needs, f"{item.chapter}: {item.name}"
            checked += 1
    assert checked > 400


def test_every_name_is_found_by_search() -> None:
    """Each quantity and input can be looked for in the source, by its name or its template's."""
    called = MODEL / "units" / "words.py"  # says what some are called: there, none is made
    texts = (p.read_text(encoding="utf-8") for p in MODEL.rglob("*.py") if p != called)
    words = {word for text in texts for word in re.findall(r"\w+", text)}
    lost = [
        f"{i.chapter}: {i.name}" for i in declared_items() if (i.template or i.name) not in words
    ]
    assert lost == []


def test_a_figure_of_a_year_says_how_it_is_called() -> None:
    """`Year energy` is nobody's word; and what is called is declared, be it a stage of a chain."""
    names = {item.name for item in items()}
    assert {name for name in names if re.match("(tier_)?year_", name)} <= set(NAMES)
    fields = set(re.findall(r'"(\w+)": \{', SCHEMA.read_text("utf-8")))
    assert set(NAMES) <= names | {"cpu_memory"} | fields, "the first is a stage; fields are labels"
    assert len(set(NAMES.values())) == len(NAMES)


def test_one_name_is_about_one_thing() -> None:
    """Chapters share a name where they define the same thing: their topic is one then."""
    topics: dict[str, set[str]] = {}
    for item in (item for chapter in chapters() for item in chapter):
        topics.setdefault(item.name, set()).add(item.topic)
    assert not {name for name, found in topics.items() if len(found) > 1}


@each_example
def test_no_input_hides_another(example: str) -> None:
    """What is read from above has one meaning on the way up."""
    root = trees.examples()[example]
    instances = dict(root.walk())
    for path, instance in instances.items():
        above = path.rpartition("/")[0]
        while above:
            hidden = set(instance.book.inputs) & {i.name for i in instances[above].book}
            assert hidden == set(), f"{path} hides what {above} has"
            above = above.rpartition("/")[0]


def test_one_name_has_one_unit() -> None:
    """What several books define under one name is one kind of figure."""
    units: dict[str, set[str]] = {}
    for item in items():
        units.setdefault(item.name, set()).add(item.unit)
    assert {name: found for name, found in units.items() if len(found) > 1} == {}


def test_rates_of_bytes_are_named_alike() -> None:
    """The ending of a name says what it is: a bandwidth, its bound, a stage, the least of them."""
    rates = {item.name for item in items() if item.unit == "byte/s"}
    assert {name for name in rates if not OF_RATES.fullmatch(name)} == {
        *("group_added", "groups_added", "history_added", "purge_growth"),
        *("required_read_bandwidth_target", "required_write_bandwidth_target"),
    }


@of_each(lambda: sorted({item.chapter for item in items()}))
def test_each_is_named_titled_and_sourced(chapter: str) -> None:
    """A declaration says what it is in a sentence, its symbol, a known unit, and its source."""
    for item in (item for item in items() if item.chapter == chapter):
        check_name(item.name)
        assert item.unit in UNITS, item.name
        assert item.symbol.strip(), item.name
        assert item.title.strip(), item.name
        assert "\n" not in item.title, item.name
        assert len(item.title) <= 120, item.name
        assert not item.title.startswith(FIRST_WORDS), item.name
        if isinstance(item, Quantity) or item.default is not None:
            assert item.source.strip(), f"{item.name} has no source"
        if isinstance(item, Input) and item.default is not None:
            assert item.low <= item.default <= item.high, item.name


def test_a_share_ends_at_the_whole() -> None:
    """What is entered in percent ends at 100 % or below, or nowhere: growth, taxes, takeover."""
    shares = [one for one in items() if isinstance(one, Input) and one.shown == "percent"]
    ends = {one.name: one.high for one in shares if one.high < float("inf")}
    assert ends.pop("background_share") == 0.99  # what is left serves the rest
    assert set(ends.values()) == {1.0}
    assert len(ends) > 80


def test_nothing_of_a_template_is_left() -> None:
    """Twins are spelled out: no `<w>` stands in a symbol, no `{way}` in a sentence."""
    for item in items():
        assert not re.search(r"<[^<>]*>", item.symbol), f"{item.name}: {item.symbol}"
        assert not re.search(r"\{\w*\}", item.title + item.source), item.name


def test_each_part_has_its_sum() -> None:
    """What says that it is a part of a sum would be lost in a book without it; and in its unit."""
    parts = 0
    for book in every_book().values():
        for item in filter(lambda item: item.part_of, book):
            whole = book.quantities.get(item.part_of)
            assert whole is not None, f"{book.name} has {item.name}, but no {item.part_of}"
            assert whole.kind in ("parts", "checks"), item.name
            assert whole.unit == item.unit, item.name
            parts += 1
        for whole in book.quantities.values():
            of = {"known_parts": whole.known_of, "unknown_parts": whole.of}.get(whole.kind)
            of = whole.name if whole.kind in ("parts", "checks") else of
            assert of is None or book.parts(of), f"{whole.name} has no parts"
    assert parts


def test_a_stage_carries_a_rate_of_its_chain() -> None:
    """What a stage carries is a quantity that its own function reads."""
    carrying = [item for item in items() if isinstance(item, Quantity) and item.carries]
    assert carrying
    for stage in carrying:
        assert stage.carries in stage.needs, stage.name
        assert stage.stage in ("read", "write"), stage.name


@pytest.mark.parametrize(
    "name", ["oss2", "mdt1", "afr1", "a1", "xfd1048576", "r", "c", "r1c1", "Tier", "_x", "x__y", ""]
)
def test_a_name_that_looks_like_a_cell_is_refused(name: str) -> None:
    """A spreadsheet would silently read another cell."""
    with pytest.raises(ValueError, match="can't be the name of a quantity"):
        Book("b").input(name, "1", "x", "Title")


def test_every_item_says_what_it_is_about() -> None:
    """Outputs gather figures by the topic that their chapter declares, not by its words."""
    for book in every_book().values():
        silent = [item.name for item in book if not item.topic]
        assert not silent, book.name
