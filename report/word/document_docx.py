"""A document of a tender as a file of a word processor (.docx), with headings and real tables.

The same document always gives the same bytes: the file contains no time and no author.
"""

from __future__ import annotations

import datetime
import io
import zipfile
from typing import TYPE_CHECKING, Any

from model.tender.tender_document import Block, Bullets, Grid, Heading, Paragraph, TenderDocument

if TYPE_CHECKING:
    from docx.document import Document

MADE = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
WIDTH, MARGIN = 210.0, 20.0
"""Width of a page and its margins, in millimetres."""
SHORT, GAP = 12, 6
"""Rows of a table that stays on one page, and the points below a table."""
FONT, SIZE, INK, FAINT, SHADE, PAD = "Arial", 10, "1C2530", "5B6670", "EEF1F4", 2


def document_docx(document: TenderDocument) -> bytes:
    """Write a document."""
    import docx  # slow, and needed for this alone

    paper = docx.Document()
    _drop_picture(paper)
    _set_up(paper, document)
    paper.add_paragraph(document.title, style="Title")
    _faint(paper.add_paragraph(document.subtitle))
    for block in document.blocks:
        _write(paper, block)
    buffer = io.BytesIO()
    paper.save(buffer)
    return _undated(buffer.getvalue())


def _drop_picture(paper: Document) -> None:
    """Drop the picture that the template of the library has of itself."""
    relations = paper.part.package.rels
    for key in [key for key, one in relations.items() if one.reltype.endswith("/thumbnail")]:
        del relations[key]


def _set_up(paper: Document, document: TenderDocument) -> None:
    """Set fonts, page and properties."""
    from docx.shared import Mm, Pt, RGBColor

    for name, size in (("Normal", SIZE), ("Title", 20), ("Heading 1", 14), ("List Bullet", SIZE)):
        style: Any = paper.styles[name]
        style.font.name, style.font.size = FONT, Pt(size)
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        for attribute in list(fonts.attrib):  # those of the theme would win
            if "heme" in attribute:
                del fonts.attrib[attribute]
        style.font.color.rgb = RGBColor.from_string(INK)
    section = paper.sections[0]
    section.page_width, section.page_height = Mm(WIDTH), Mm(297)
    section.left_margin = section.right_margin = Mm(MARGIN)
    section.top_margin = section.bottom_margin = Mm(MARGIN)
    _foot(section.footer.paragraphs[0], document.foot, paper.styles["Normal"])
    properties = paper.core_properties
    properties.title, properties.author, properties.comments = document.title, "", ""
    properties.last_modified_by, properties.language = "", "en"
    properties.created = properties.modified = MADE


def _foot(paragraph: Any, text: str, style: Any) -> None:
    """Write the foot of each page: a text, and the number of the page."""
    from docx.enum.text import WD_TAB_ALIGNMENT
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Mm

    stops = paragraph.paragraph_format.tab_stops
    stops.add_tab_stop(Mm(WIDTH - 2 * MARGIN), WD_TAB_ALIGNMENT.RIGHT)
    paragraph.style = style
    paragraph.add_run(f"{text}\tPage ")
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), "PAGE")
    paragraph._p.append(field)
    _faint(paragraph)


def _faint(paragraph: Any) -> None:
    from docx.shared import RGBColor

    for run in paragraph.runs:
        run.font.color.rgb = RGBColor.from_string(FAINT)


def _write(paper: Document, block: Block) -> None:
    if isinstance(block, Heading):
        paper.add_heading(block.text, level=1)
    elif isinstance(block, Paragraph):
        paper.add_paragraph(block.text)
    elif isinstance(block, Bullets):
        for text in block.texts:
            paper.add_paragraph(text, style="List Bullet")
    else:
        _table(paper, block)


def _table(paper: Document, grid: Grid) -> None:
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.shared import Mm, Pt

    rows = [*([grid.heads] if grid.heads else []), *grid.rows]
    table = paper.add_table(len(rows), len(grid.widths), style="Table Grid")
    table.autofit = False
    room = WIDTH - 2 * MARGIN
    for column, share in zip(table.columns, grid.widths, strict=True):
        column.width = Mm(share * room)
    for n, (row, texts) in enumerate(zip(table.rows, rows, strict=True)):
        is_head = bool(grid.heads) and n == 0
        _keep_whole(row, repeats=is_head)
        for at, (cell, text) in enumerate(zip(row.cells, texts, strict=True)):
            cell.width = Mm(grid.widths[at] * room)
            [paragraph] = cell.paragraphs
            paragraph.paragraph_format.keep_with_next = len(rows) <= SHORT and n < len(rows) - 1
            paragraph.paragraph_format.space_before = paragraph.paragraph_format.space_after = Pt(
                PAD
            )
            run = paragraph.add_run(text)
            run.bold = is_head or (not grid.heads and at == 0)
            if at in grid.right:
                paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
            if is_head:
                _shade(cell)
    gap = paper.add_paragraph().paragraph_format
    gap.space_after, gap.line_spacing = 0, Pt(GAP)


def _keep_whole(row: Any, *, repeats: bool) -> None:
    """Break no row between pages, and repeat the head on each page."""
    from docx.oxml import OxmlElement

    properties = row._tr.get_or_add_trPr()
    properties.append(OxmlElement("w:cantSplit"))
    if repeats:
        properties.append(OxmlElement("w:tblHeader"))


def _shade(cell: Any) -> None:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    shade = OxmlElement("w:shd")
    for name, value in (("val", "clear"), ("color", "auto"), ("fill", SHADE)):
        shade.set(qn(f"w:{name}"), value)
    cell._tc.get_or_add_tcPr().append(shade)


def _undated(content: bytes) -> bytes:
    """Return a file whose parts have no dates of their own."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for one in old.infolist():
            part = zipfile.ZipInfo(one.filename, (1980, 1, 1, 0, 0, 0))
            part.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(part, old.read(one))
    return buffer.getvalue()
