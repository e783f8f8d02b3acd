"""A document of a tender as one page of HTML that stands alone: to read, to send, to print."""

from __future__ import annotations

from html import escape

from model.tender.tender_document import Block, Bullets, Grid, Heading, Paragraph, TenderDocument

STYLE = """
body { font: 11pt/1.45 Arial, sans-serif; color: #1c2530; background: #fff; max-width: 55rem;
  margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 3rem); }
h1 { font-size: 1.8rem; margin: 0; } h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem; }
.faint { color: #5b6670; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; margin: 0.6rem 0; }
th, td { border: 1px solid #b9c2ca; padding: 0.3rem 0.5rem; text-align: left;
  vertical-align: top; overflow-wrap: break-word; }
thead th { background: #eef1f4; } .r { text-align: right; }
thead { display: table-header-group; } tr { break-inside: avoid; } h2 { break-after: avoid; }
@page { size: A4; margin: 20mm 18mm; } @media print { body { padding: 0; font-size: 10pt; } }
"""


def document_page(document: TenderDocument) -> str:
    """Write a document."""
    title = escape(document.title)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n"
        f'<p class="faint">{escape(document.subtitle)}</p>\n'
        + "\n".join(map(_block, document.blocks))
        + f'\n<p class="faint">{escape(document.foot)}</p>\n</body>\n</html>\n'
    )


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"<h2>{escape(block.text)}</h2>"
    if isinstance(block, Paragraph):
        return f"<p>{escape(block.text)}</p>"
    if isinstance(block, Bullets):
        return f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in block.texts)}</ul>"
    return _table(block)


def _table(grid: Grid) -> str:
    widths = "".join(f'<col style="width: {share:.0%}">' for share in grid.widths)
    heads = "".join(
        f'<th scope="col"{_side(grid, n)}>{escape(head)}</th>' for n, head in enumerate(grid.heads)
    )
    head = f"<thead><tr>{heads}</tr></thead>" if heads else ""
    body = "".join(f"<tr>{_cells(grid, row)}</tr>" for row in grid.rows)
    return f"<table><colgroup>{widths}</colgroup>{head}<tbody>{body}</tbody></table>"


def _cells(grid: Grid, row: tuple[str, ...]) -> str:
    cells = [f"<td{_side(grid, n)}>{escape(cell)}</td>" for n, cell in enumerate(row)]
    if not grid.heads:
        cells[0] = f'<th scope="row">{escape(row[0])}</th>'
    return "".join(cells)


def _side(grid: Grid, column: int) -> str:
    return ' class="r"' if column in grid.right else ""
