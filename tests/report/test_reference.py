"""Pages of what the program itself knows."""

import re
import runpy
from functools import cache
from pathlib import Path

import pytest

from model.answers.glossary import WORDS
from model.answers.validation import SCENARIOS, validate
from model.books.schemas import schemas
from model.design.needs import Requirements
from model.kinds.ceph import CephTarget
from model.kinds.code import CodeTarget
from model.kinds.declustered import DeclusteredTarget
from model.kinds.raid import RaidTarget
from model.kinds.zfs import Target
from model.planning.loading import load_scenario
from model.records import replace
from report.cell_text import in_markdown
from report.reference import FOLDER, declarations, pages, places, quantities
from report.systems import SYSTEMS

of_now = cache(pages)  # when a test asks: not in each process that only looks for tests
NAMES = [f"reference/{name}" for name in ("fields", "quantities", "glossary")]
NAMES += [f"systems/{name}" for name in SYSTEMS]


@pytest.mark.long
def test_all_pages_are_compared():
    assert list(of_now()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_what_the_program_says_now(name, golden):
    """`python -m report.reference` writes all of them."""
    golden(FOLDER / f"{name}.md", of_now()[name])


def test_an_import_writes_no_page(monkeypatch):
    written = list[Path]()
    monkeypatch.setattr(Path, "write_text", lambda path, *_, **__: written.append(path))
    runpy.run_path("report/reference.py", run_name="imported")
    assert written == []


def test_what_is_shown_in_nines_is_a_share_of_time():
    """At most all of it; workbooks and searches rely on the limit."""
    shares = [(one.name, one.high) for _, one in quantities() if one.shown == "nines"]
    assert {high for _, high in shares} == {1.0}
    assert len(shares) > 3


def test_fields_quantities_and_words_are_all_there():
    for field in Requirements.model_fields:
        assert f"`{field}`" in of_now()["reference/fields"]
    for name in ("usable_capacity", "write_bandwidth", "gross_capital_cost", "job_efficiency"):
        assert f"| `{name}` |" in of_now()["reference/quantities"]
    assert all(f"| {word} |" in of_now()["reference/glossary"] for word in WORDS)


@pytest.mark.parametrize("kind", [RaidTarget, CephTarget, CodeTarget, DeclusteredTarget, Target])
def test_each_kind_of_target_has_its_fields(kind):
    """A target may have a reason ('because'), as a figure has; its fields are listed for that."""
    _, _, section = of_now()["reference/fields"].partition(f"\n## {kind.__name__}\n")
    section = section.partition("\n## ")[0]
    for field in kind.model_fields:
        assert f"`{field}`" in section, field


def rows_of(page: str, head: str = "| ") -> list[list[str]]:
    """The cells of each row of a table of a page, without heads."""
    lines = [line for line in page.splitlines() if line.startswith(head)]
    return [re.split(r"(?<!\\) \| ", line.strip("| ")) for line in lines]


def test_each_quantity_has_a_row_with_what_it_declares():
    """In the section of its chapter: name, unit, meaning, source, and where it is declared."""
    page = of_now()["reference/quantities"].partition("\n## Quantities built for each")[0]
    sections = re.split(r"(?m)^## ", page)[1:]
    found = {section.partition("\n")[0]: rows_of(section, "| `") for section in sections}
    wanted: dict[str, list[list[str]]] = {}
    declared = declarations()
    for where, one in quantities():
        place = ", ".join(f"`{at}`" for at in places(one, declared))
        place += f" as `{one.template}`" if one.template else ""
        cells = (f"`{one.name}`", one.unit, one.title, one.source, place)
        wanted.setdefault(where, []).append([in_markdown(cell) for cell in cells])
    assert found == wanted
    assert list(found) == sorted(found)
    for rows in found.values():
        names = [row[0].strip("`") for row in rows]
        assert names == sorted(names)
    assert sum(map(len, found.values())) == len(quantities()) > 1000
    heads = "| Quantity | Unit | Meaning | Source | Declared in |\n|---|---|---|---|---|\n"
    assert page.count(heads) == len(found)


def test_quantities_built_by_the_program_are_those_that_no_chapter_lists():
    """Each with a sentence, and a line of a file that declares it."""
    page = of_now()["reference/quantities"].partition("\n## Quantities built for each")[2]
    rows = rows_of(page, "| `")
    declared = declarations()
    listed = {place for _, one in quantities() for place in places(one, declared)}
    assert len(rows) > 20
    for name, title, place in rows:
        assert " " in title
        assert place.strip("`") not in listed
        file, line = place.strip("`").split(":")
        lines = (FOLDER.parent / "model" / file).read_text(encoding="utf-8").splitlines()
        near = "\n".join(lines[max(0, int(line) - 2) : int(line) + 12])
        assert name.strip("`") in near or "{" in name or not name.strip("`")
    names = [row[0].strip("`") for row in rows]
    assert names == sorted(names)


def test_declarations_are_found_by_name_with_their_sentence():
    """Of functions the first paragraph, in one line; of calls what they say, at the call."""
    found = declarations()
    [(title, file, line)] = found["raw_capacity"][:1]
    assert file.startswith("formulas/")
    text = (FOLDER.parent / "model" / file).read_text(encoding="utf-8").splitlines()[line - 1]
    assert "def raw_capacity(" in text or "raw_capacity" in text
    assert title[0].isupper()
    for several in found.values():
        for title, *_ in several:
            assert "\n" not in title
            assert "  " not in title


def test_fields_of_each_part_of_a_scenario_have_a_row():
    """In the order of the schema; required ones are in bold."""
    page = of_now()["reference/fields"]
    schema = schemas()["scenario"]
    parts = {"The scenario": schema} | {
        name: part for name, part in schema["$defs"].items() if "properties" in part
    }
    sections = re.split(r"(?m)^## ", page)[1:]
    assert [section.partition("\n")[0] for section in sections] == list(parts)
    assert sections[0].startswith("The scenario\n\n| Field | Meaning |"), "the page is about it"
    for section, (name, part) in zip(sections, parts.items(), strict=True):
        required = set(part.get("required", ()))
        rows = rows_of(section, "| `") + rows_of(section, "| **`")
        shown = {row[0].strip("*`"): row for row in rows}
        assert set(shown) == set(part["properties"])
        for field, about in part["properties"].items():
            assert shown[field][0].startswith("**") is (field in required)
            assert shown[field][1:] == [in_markdown(about.get("description", ""))] or not about.get(
                "description"
            )
        about = in_markdown(part.get("description", "").partition("\n\n")[0])
        assert (f"\n\n{about}\n\n" in section) or not about or name == "The scenario"


def test_no_template_stands_for_the_quantities_that_it_spells():
    for _, one in quantities():
        assert "{" not in one.title
        assert "<" not in one.unit


def test_each_quantity_names_the_lines_that_declare_it():
    """Each line, or the few below a decorator's, holds the name; of twins, that of the template."""
    declared = declarations()
    for _, one in quantities():
        for place in places(one, declared):
            file, line = place.split(":")
            lines = (FOLDER.parent / "model" / file).read_text(encoding="utf-8").splitlines()
            start = int(line) - 1
            assert (
                f'"{one.template or one.name}"' in "\n".join(lines[max(0, start - 12) : start + 4])
                or f"def {one.template or one.name}(" in lines[start]
            )


def test_a_quantity_that_no_file_declares_is_refused():
    stranger = replace(quantities()[0][1], name="nobodys", template="")
    with pytest.raises(LookupError, match=r"nobodys of .* is declared in no file"):
        places(stranger, declarations())


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_has_its_figures_its_differences_and_its_sources(name):
    page = of_now()[f"systems/{name}"]
    scenario = load_scenario(SCENARIOS / f"{name}.yaml")
    assert all(source.title in page for source in scenario.sources.values())
    figures = rows_of(page.partition("|---|---:|\n")[2].partition("\n\n")[0])
    in_bytes = {name for name, value in figures if re.fullmatch(r".+ .B \(.+ .iB\)", value)}
    assert in_bytes == {name for name, _ in figures if name.endswith("capacity")} != set()
    for row in validate(scenario):
        assert row.published_text in page
        assert in_markdown(row.note) in page
    assert f"(docs/systems/{name}.md)" in (FOLDER.parent / "README.md").read_text(encoding="utf-8")
