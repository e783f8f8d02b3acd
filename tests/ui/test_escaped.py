"""Texts of users on pages: each is shown as it is, and is no markup and no link."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from markdown_it import MarkdownIt

from ui.base.elements import escaped

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
PLAIN = {"paragraph_open", "paragraph_close", "inline", "text", "softbreak"}
FOUND = (
    re.compile(r"(https?://|www(?=\.))([-.\w]+)([^ \t\r\n]*)", re.IGNORECASE | re.ASCII),
    re.compile(r"([-.\w+]+)@([-\w]+(?:\.[-\w]+)+)", re.ASCII),
)
"""What mdast-util-gfm-autolink-literal makes links of, in texts that are parsed already."""
MARKUP = "\n".join(
    (
        "<b>b</b> **b** _b_ ~~b~~ [b](//b) ![b](b) :red[b] $b$ &lt;b&gt;",
        *("# b", "- b", "+ b", "1. b", "1) b", "> b", "| b |\n|---|\n| b |", "b\n===", "b\n---"),
        "\n    b\n\n\tb",
    )
)


def tokens(text: str) -> tuple[set[str], str]:
    """Give what Markdown makes of a text: the kinds of its pieces, and what it shows."""
    blocks = PARSER.parse(escaped(text))
    pieces = [piece for block in blocks for piece in block.children or ()]
    return {one.type for one in (*blocks, *pieces)}, "".join(piece.content for piece in pieces)


def bare(text: str) -> str:
    return re.sub(r"[\s`\N{WORD JOINER}]", "", text)


@given(some.text(alphabet="-+=*_#>|:~$&\\[]()<!.)1a \t\n"))
@example(MARKUP)
@example("1  \n1")
def test_no_text_is_markup(text: str) -> None:
    kinds, shown = tokens(text)
    assert kinds <= PLAIN
    assert bare(shown) == bare(text)


@pytest.mark.parametrize(
    "text", ["https://e.test/a", "HTTP://e.test", "see www.e.test", "WWW.e.test", "(me@e.test)"]
)
def test_no_address_is_a_link(text: str) -> None:
    assert any(one.search(text) for one in FOUND)
    shown = tokens(text)[1]
    assert not any(one.search(shown) for one in FOUND)
    assert bare(shown) == bare(text)


def test_the_colon_of_an_address_is_escaped() -> None:
    """The cut alone isn't enough: while a page parses a text, a link may hold the cut, too."""
    assert escaped("https://e.test") == "https\\://\N{WORD JOINER}e.test"


def test_a_colon_between_words_has_no_mark_which_would_be_read_out() -> None:
    assert escaped("Drives: unit power") == "Drives: unit power"
    assert escaped(":red[b] :material/add:") == r"\:red\[b\] \:material/add:"
