"""Filled forms built by hand in the way of Excel; none of them was ever opened in Excel.

Excel writes texts as shared strings, in runs and with pronunciations, a calculation chain, and on
Macs days from 1904. Cells stand elsewhere than where the form has them: only their names count.
"""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from model.reading.spreadsheets import FIRST_DAY, FIRST_OF_1904
from model.tender.form import FORMAT, HASH, ID, Blank, Form

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
DATED = 1
"""Style of dates."""
FIRST_ROW, FIRST_COLUMN = 4, 3
"""Where sheets begin."""


@dataclass(frozen=True)
class Peculiar:
    """What is peculiar in a file."""

    is_of_1904: bool = False
    inline: bool = False
    """Whether texts stand in their cells, and not in a table of their own."""
    runs: bool = True
    """Whether texts have formatted runs and pronunciations."""
    states: Mapping[str, str] = field(default_factory=dict)
    """Sheets that are hidden."""
    merged: Mapping[str, str] = field(default_factory=dict)
    """Merged cells of sheets."""
    formulas: Mapping[str, str] = field(default_factory=dict)
    """Formulas by the names of their cells; their values are shown beside."""
    hidden_rows: bool = False
    hidden_by: str = 'hidden="1"'
    """What hides a row."""
    local_copy: bool = False
    """Whether a sheet was copied: names of the copy are local to it."""
    parts: Mapping[str, str | bytes] = field(default_factory=dict)
    """Further parts, or others."""
    moved: Mapping[str, str] = field(default_factory=dict)
    """Names, and the cells that they stand for instead."""
    gone: frozenset[str] = frozenset()
    """Sheets that are removed."""


@dataclass(frozen=True)
class Cell:
    """A cell with its value, at its place."""

    row: int
    column: int
    value: Any
    name: str = ""

    @property
    def reference(self) -> str:
        """Such as C4."""
        return f"{chr(ord('A') + self.column - 1)}{self.row}"


def cells_of(form: Form, values: Mapping[str, Any]) -> Iterator[tuple[str, list[Cell]]]:
    """Give the cells of each sheet."""
    for n, sheet in enumerate(form.sheets):
        row = FIRST_ROW
        cells: list[Cell] = []
        for table in sheet.tables:
            for line in table.rows:
                for column, one in enumerate(line, FIRST_COLUMN):
                    if isinstance(one, Blank):
                        cells.append(Cell(row, column, values.get(one.name), one.name))
                    elif one:
                        cells.append(Cell(row, column, one))
                row += 1
            row += 1
        if n == 0:
            cells.append(Cell(row, FIRST_COLUMN, form.id, ID))
            cells.append(Cell(row + 1, FIRST_COLUMN, form.hash, HASH))
            cells.append(Cell(row + 2, FIRST_COLUMN, form.format, FORMAT))
        yield sheet.title, cells


class _Book:
    """Writes the parts of a workbook."""

    def __init__(self, peculiar: Peculiar) -> None:
        self.peculiar = peculiar
        self.texts: list[str] = []

    def text(self, value: str) -> str:
        """Return a text in runs, with a pronunciation that is no part of it."""
        half = len(value) // 2
        if not self.peculiar.runs or not half:
            return f'<t xml:space="preserve">{escape(value)}</t>'
        return (
            f'<r><t xml:space="preserve">{escape(value[:half])}</t></r><r><rPr><b/><sz val="11"/>'
            f'</rPr><t xml:space="preserve">{escape(value[half:])}</t></r>'
            f'<rPh sb="0" eb="{half}"><t>4711</t></rPh><phoneticPr fontId="1"/>'
        )

    def cell(self, cell: Cell) -> str:
        """Return a cell."""
        at, value = f'r="{cell.reference}"', cell.value
        if formula := self.peculiar.formulas.get(cell.name):
            return f"<c {at}><f>{escape(formula)}</f><v>{escape(str(value))}</v></c>"
        if value is None:
            return f'<c {at} s="0"/>'
        if isinstance(value, datetime.date):
            first = FIRST_OF_1904 if self.peculiar.is_of_1904 else FIRST_DAY
            return f'<c {at} s="{DATED}"><v>{(value - first).days}</v></c>'
        if isinstance(value, bool):
            return f'<c {at} t="b"><v>{int(value)}</v></c>'
        if isinstance(value, int | float):
            return f"<c {at}><v>{value!r}</v></c>"
        if self.peculiar.inline:
            return f'<c {at} t="inlineStr"><is>{self.text(value)}</is></c>'
        self.texts.append(f"<si>{self.text(value)}</si>")
        return f'<c {at} t="s"><v>{len(self.texts) - 1}</v></c>'

    def sheet(self, title: str, cells: list[Cell]) -> str:
        """Return a sheet."""
        rows: dict[int, list[Cell]] = {}
        for cell in cells:
            rows.setdefault(cell.row, []).append(cell)
        hidden = f" {self.peculiar.hidden_by}" if self.peculiar.hidden_rows else ""
        written = "".join(
            f'<row r="{row}" spans="1:16384"{hidden}>{"".join(map(self.cell, of))}</row>'
            for row, of in rows.items()
        )
        merged = self.peculiar.merged.get(title, "")
        merged = f'<mergeCells count="1"><mergeCell ref="{merged}"/></mergeCells>' if merged else ""
        return (
            f'{HEAD}<worksheet {MAIN}><dimension ref="A1:XFD9"/><sheetData>{written}'
            f'<row r="9000"><c r="XFD9000" s="0"/></row></sheetData>'
            f'<sheetProtection sheet="1" objects="1"/>{merged}</worksheet>'
        )


def by_hand(form: Form, values: Mapping[str, Any], peculiar: Peculiar | None = None) -> bytes:
    """Return a filled form in the way of Excel."""
    peculiar = peculiar or Peculiar()
    book = _Book(peculiar)
    pages = [one for one in cells_of(form, values) if one[0] not in peculiar.gone]
    names = {
        cell.name: f"'{title}'!${cell.reference[0]}${cell.row}"
        for title, cells in pages
        for cell in cells
        if cell.name
    }
    names |= {name: "#REF!" for name in _lost(form, names)} | dict(peculiar.moved)
    if peculiar.local_copy:
        title, cells = pages[-4]
        copied = [replace(one, value=815 if one.name else one.value) for one in cells]
        pages.append((f"{title} (2)", copied))
    parts: dict[str, str | bytes] = {
        f"xl/worksheets/sheet{n}.xml": book.sheet(title, cells)
        for n, (title, cells) in enumerate(pages, 1)
    }
    sheets = "".join(
        f"<sheet name={quoteattr(title)} sheetId={quoteattr(str(n))} "
        f'state="{peculiar.states.get(title, "visible")}" r:id="rId{n}"/>'
        for n, (title, _) in enumerate(pages, 1)
    )
    local = "".join(
        f"<definedName name={quoteattr(cell.name)} localSheetId={quoteattr(str(len(pages) - 1))}>"
        f"'{pages[-1][0]}'!${cell.reference[0]}${cell.row}</definedName>"
        for cell in (pages[-1][1] if peculiar.local_copy else ())
        if cell.name
    )
    defined = "".join(
        f"<definedName name={quoteattr(name)}>{escape(to)}</definedName>"
        for name, to in sorted(names.items())
    )
    parts |= {
        "[Content_Types].xml": _types([*parts, "xl/sharedStrings.xml", "xl/styles.xml"]),
        "_rels/.rels": f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships"><Relationship '
        f'Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{HEAD}<workbook {MAIN} xmlns:r="{OFFICE}">'
        f'<fileVersion appName="xl" lastEdited="7"/><workbookPr '
        f'date1904="{int(peculiar.is_of_1904)}"/><sheets>{sheets}</sheets>'
        f'<definedNames>{defined}{local}</definedNames><calcPr calcId="191029"/></workbook>',
        "xl/_rels/workbook.xml.rels": f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">'
        + "".join(
            f'<Relationship Id="rId{n}" Type="{OFFICE}/worksheet" '
            f'Target="/xl/worksheets/sheet{n}.xml"/>'
            for n in range(1, len(pages) + 1)
        )
        + f'<Relationship Id="s" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
        f'<Relationship Id="t" Type="{OFFICE}/styles" Target="styles.xml"/></Relationships>',
        "xl/sharedStrings.xml": f"{HEAD}<sst {MAIN}>{''.join(book.texts)}</sst>",
        "xl/styles.xml": f'{HEAD}<styleSheet {MAIN}><cellXfs count="2"><xf numFmtId="0"/>'
        '<xf numFmtId="14"/></cellXfs></styleSheet>',
        "xl/calcChain.xml": f'{HEAD}<calcChain {MAIN}><c r="A1" i="1"/></calcChain>',
        "docProps/app.xml": f"{HEAD}<Properties><Application>Microsoft Excel</Application>"
        "</Properties>",
    }
    return zipped({**parts, **peculiar.parts})


def _types(parts: list[str]) -> str:
    kinds = {"worksheets": "worksheet", "sharedStrings": "sharedStrings", "styles": "styles"}
    of = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    found = "".join(
        f'<Override PartName="/{part}" ContentType="{of}.{kind}+xml"/>'
        for part in parts
        for word, kind in kinds.items()
        if word in part
    )
    return (
        f'{HEAD}<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/><Override '
        f'PartName="/xl/workbook.xml" ContentType="{of}.sheet.main+xml"/>{found}</Types>'
    )


def _lost(form: Form, names: Mapping[str, str]) -> list[str]:
    return [blank.name for blank in form.blanks() if blank.name not in names]


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """Pack parts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return buffer.getvalue()
