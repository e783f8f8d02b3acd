"""The form of a tender as YAML: the same blanks, beside what they ask."""

from __future__ import annotations

import yaml

from model.tender.form import MARK, Blank, Cell, Form, bid_data

HEAD = """\
# Bid: fill in the values below, and leave out what you don't offer.
# Add lines for maintenance by year, options, products and milestones as listed at the end.
# Amounts are plain numbers in the currency of the tender, with a point before the cents and no
# mark between thousands. Other figures have units.
"""


def form_text(form: Form) -> str:
    """Return a form as text that can be filled in and read back as a bid."""
    further = [path for path in form.free if len(path) > 1]
    blanks = {
        blank.path: None
        for blank in form.blanks()
        if blank.name != MARK and not any(blank.path[: len(one)] == one for one in further)
    }
    data = bid_data(form, blanks)
    asked = {
        sheet.title: [
            *sheet.texts,
            *(
                " | ".join(cell_text(cell) for cell in row)
                for table in sheet.tables
                for row in table.rows
                if any(isinstance(cell, str) and cell for cell in row)
            ),
        ]
        for sheet in form.sheets
    }
    return HEAD + yaml.safe_dump(
        {"schema": "ostimate.bid/1", **data, "form": asked},
        sort_keys=False,
        allow_unicode=True,
        width=110,
        default_flow_style=False,
    )


def cell_text(cell: Cell) -> str:
    """Return what stands in a cell of the form; of a blank, what it takes."""
    if isinstance(cell, Blank):
        units = f" {cell.unit}" if cell.unit else ""
        return f"[{' / '.join(cell.choices) or cell.kind}{units}]"
    return cell or ""
