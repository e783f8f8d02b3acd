"""A document read back from the file of a word processor: texts, tables, paper and properties."""

from __future__ import annotations

import datetime
import io
import zipfile
from itertools import pairwise
from typing import Any

import docx
import pytest
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_TAB_ALIGNMENT
from docx.oxml.ns import qn

from model.tender.tender_document import Bullets, Grid, Heading, Paragraph, TenderDocument
from report.word.document_docx import document_docx

FACTS = Grid((), (("Offer", "1 <PB>"), ("Bidder", "A & B")), (0.3, 0.7))
PRICES = Grid(
    ("Line", "Title", "Price"), (("1", "a", "7.5"), ("2", "b", "8")), (0.1, 0.6, 0.3), (2,)
)
LONGEST = Grid(("No.",), tuple((str(n),) for n in range(11)), (1.0,))
"""With its heads so long that it just stays on one page; the next one is a row longer."""
LONGER = Grid(("No.",), tuple((str(n),) for n in range(12)), (1.0,))
GRIDS = (FACTS, PRICES, LONGEST, LONGER)
DOCUMENT = TenderDocument(
    "Title",
    "Subtitle",
    (Heading("First"), Paragraph("Text"), Bullets(("one", "two")), *GRIDS),
    "Foot",
)
FAINT, INK, SHADE = "5B6670", "1C2530", "EEF1F4"


@pytest.fixture(scope="module")
def paper() -> Any:
    return docx.Document(io.BytesIO(document_docx(DOCUMENT)))


def rows_of(grid: Grid) -> list[tuple[str, ...]]:
    return [*([grid.heads] if grid.heads else []), *grid.rows]


def test_blocks_have_their_style(paper: Any) -> None:
    shown = [(one.style.name, one.text) for one in paper.paragraphs if one.text]
    assert shown == [
        ("Title", "Title"),
        ("Normal", "Subtitle"),
        ("Heading 1", "First"),
        ("Normal", "Text"),
        ("List Bullet", "one"),
        ("List Bullet", "two"),
    ]
    subtitle = next(one for one in paper.paragraphs if one.text == "Subtitle")
    assert [str(run.font.color.rgb) for run in subtitle.runs] == [FAINT]


def test_texts_are_larger_the_higher_they_stand(paper: Any) -> None:
    sizes = [paper.styles[name].font.size.pt for name in ("Title", "Heading 1", "Normal")]
    assert sizes == [20, 14, 10]
    assert paper.styles["List Bullet"].font.size.pt == 10
    for name in ("Title", "Heading 1", "Normal", "List Bullet"):
        style = paper.styles[name]
        assert style.font.name == "Arial"
        assert str(style.font.color.rgb) == INK
        assert not [key for key in style.element.rPr.rFonts.attrib if "heme" in key]


@pytest.mark.parametrize("n", range(len(GRIDS)))
def test_a_table_is_as_its_grid_says(paper: Any, n: int) -> None:
    """Texts, widths in all of the page between the margins, sides, and what is bold or shaded."""
    grid, table = GRIDS[n], paper.tables[n]
    room = 210 - 2 * 20
    assert table.autofit is False
    assert [round(one.width.mm, 1) for one in table.columns] == [
        round(share * room, 1) for share in grid.widths
    ]
    for at, (row, texts) in enumerate(zip(table.rows, rows_of(grid), strict=True)):
        is_head = bool(grid.heads) and at == 0
        for column, (cell, text) in enumerate(zip(row.cells, texts, strict=True)):
            [paragraph] = cell.paragraphs
            assert cell.text == text
            assert cell.width.mm == pytest.approx(grid.widths[column] * room, abs=0.1)
            names = not grid.heads and column == 0
            assert [bool(run.bold) for run in paragraph.runs] == [is_head or names]
            assert (paragraph.alignment == WD_ALIGN_PARAGRAPH.RIGHT) is (column in grid.right)
            shades = cell._tc.get_or_add_tcPr().findall(qn("w:shd"))
            fills = [one.get(qn("w:fill")) for one in shades]
            assert fills == [SHADE] * is_head


@pytest.mark.parametrize("n", range(len(GRIDS)))
def test_no_row_is_cut_and_heads_stand_on_each_page(paper: Any, n: int) -> None:
    """A table of up to 12 rows stays whole: each row but the last keeps with the next one."""
    grid, rows = GRIDS[n], paper.tables[n].rows
    properties = [row._tr.get_or_add_trPr() for row in rows]
    assert all(len(one.findall(qn("w:cantSplit"))) == 1 for one in properties)
    repeated = [len(one.findall(qn("w:tblHeader"))) for one in properties]
    assert repeated == [int(bool(grid.heads)), *[0] * (len(rows) - 1)]
    keeps = [
        {bool(one.paragraph_format.keep_with_next) for cell in row.cells for one in cell.paragraphs}
        for row in rows
    ]
    stays = len(rows_of(grid)) <= 12
    assert keeps == [{stays}] * (len(rows) - 1) + [{False}]


def test_cells_have_room_and_tables_a_gap_below(paper: Any) -> None:
    inner = list(paper.iter_inner_content())
    for one, after in pairwise(inner):
        if isinstance(one, docx.table.Table):
            gap = after.paragraph_format
            assert (after.text, gap.space_after.pt, gap.line_spacing.pt) == ("", 0, 6)
            formats = [
                p.paragraph_format for row in one.rows for c in row.cells for p in c.paragraphs
            ]
            assert {(f.space_before.pt, f.space_after.pt) for f in formats} == {(2, 2)}


def test_the_paper_is_a4_with_one_margin(paper: Any) -> None:
    [section] = paper.sections
    assert (round(section.page_width.mm), round(section.page_height.mm)) == (210, 297)
    margins = (section.left_margin, section.right_margin, section.top_margin, section.bottom_margin)
    assert {round(one.mm) for one in margins} == {20}


def test_the_foot_has_its_text_and_the_number_of_the_page_at_the_right_margin(paper: Any) -> None:
    [foot] = paper.sections[0].footer.paragraphs
    assert foot.text == "Foot\tPage "
    assert foot.style.name == "Normal"
    assert {str(run.font.color.rgb) for run in foot.runs} == {FAINT}
    [field] = foot._p.findall(qn("w:fldSimple"))
    assert field.get(qn("w:instr")) == "PAGE"
    assert foot._p[-1] is field
    [stop] = foot.paragraph_format.tab_stops
    assert (round(stop.position.mm), stop.alignment) == (170, WD_TAB_ALIGNMENT.RIGHT)


def test_a_file_tells_nothing_of_who_made_it_and_when(paper: Any) -> None:
    known = paper.core_properties
    assert (known.title, known.language) == ("Title", "en")
    assert (known.author, known.comments, known.last_modified_by) == ("", "", "")
    day = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
    assert (known.created, known.modified) == (day, day)
    with zipfile.ZipFile(io.BytesIO(document_docx(DOCUMENT))) as file:
        assert {one.date_time for one in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {one.compress_type for one in file.infolist()} == {zipfile.ZIP_DEFLATED}
        assert not [name for name in file.namelist() if "thumbnail" in name]
