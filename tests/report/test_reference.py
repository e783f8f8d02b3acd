"""Pages of what the program itself knows."""

import pytest

from model.answers.glossary import WORDS
from model.design.scenario import Requirements
from report.reference import FOLDER, pages, quantities

PAGES = pages()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_what_the_program_says_now(name):
    """If it fails: `python -m report.reference`."""
    assert (FOLDER / f"{name}.md").read_text(encoding="utf-8") == PAGES[name]


def test_fields_quantities_and_words_are_all_there():
    for field in Requirements.model_fields:
        assert f"`{field}`" in PAGES["fields"]
    for name in ("usable_capacity", "write_bandwidth", "gross_capital_cost", "job_efficiency"):
        assert f"| `{name}` |" in PAGES["quantities"]
    assert all(f"| {word} |" in PAGES["glossary"] for word in WORDS)


def test_no_template_stands_for_the_quantities_that_it_spells():
    for _, one in quantities():
        assert "{" not in one.title
        assert "<" not in one.unit
