"""The pages that people write in Markdown."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 120
"""Characters of a line; rows of tables and what is generated may have more."""


def test_lines_end_where_diffs_can_be_read() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    too_long = [
        f"{page.relative_to(ROOT)}:{number}"
        for page in pages
        if page.name != "books.md"
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST and not line.startswith("|")
    ]
    assert len(pages) > 20
    assert too_long == []
