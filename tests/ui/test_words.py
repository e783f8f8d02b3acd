"""Words of the field have their meaning a hover away, on each page where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from model.answers.glossary import WORDS, hints
from tests.ui.visits import opened, tables

JARGON = (
    *("AFR", "band", "upper bound", "expected", "efficiency", "dRAID", "failover", "inode", "MTTI"),
    *("Latin hypercube", "NUMA", "OST", "parity", "RAIDZ", "slop", "stage", "vdev", "case"),
)
"""Of the glossary, what a buyer doesn't know; nobody asks what a drive is."""
PAGES = (
    *("overview", "capacity", "growth", "files", "performance", "states", "remedies"),
    *("checkpoint", "caches", "cost", "survival", "loss", "availability"),
    *("uncertainty", "compare", "search"),
)


def said_of(at: AppTest) -> Iterator[tuple[str, str]]:
    """Give each text of a page, and what its hover says; alerts can't have one."""
    for kind in ("markdown", "caption"):
        yield from ((one.value, one.help or "") for one in getattr(at, kind))
    for kind in ("number_input", "text_input", "selectbox", "toggle"):
        yield from ((one.label, one.help or "") for one in getattr(at, kind))
    for found in re.finditer(r"<(th|td)([^>]*)>(.*?)</\1>", tables(at), re.DOTALL):
        hovers = " ".join(re.findall('title="([^"]*)"', found[2] + found[3]))
        yield re.sub("<[^>]*>", " ", found[3]), hovers


def unexplained(at: AppTest) -> set[str]:
    """Name the words of a page that have no hover where they stand, nor at another place of it."""
    stand, hover = set(), set()
    for text, about in said_of(at):
        plain, meant = (unescape(one).replace("\\", "") for one in (text, about))
        found = {line.partition(":")[0] for line in hints(plain).splitlines()}
        stand |= found & set(JARGON)
        hover |= {word for word in found if WORDS[word] in meant or WORDS[word][:40] in meant}
    return stand - hover


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("scenario", ["beluga", "templates/project-space"])
def test_each_word_of_the_field_has_a_hover_on_its_page(scenario: str, page: str) -> None:
    assert unexplained(opened(scenario, page, menu=True)) == set()


def test_words_are_in_the_glossary() -> None:
    assert set(JARGON) <= set(WORDS)
    assert WORDS["RAIDZ"] in hints("5 x raidz2:10")
