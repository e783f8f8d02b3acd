"""The neutral specification of a tender: what is asked, with definitions, and no product.

It is made of what bidders may see (`public_terms`), so no price and no name of the plan is in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from model.tender.award_criteria import award_criteria, award_hash
from model.tender.form import DIGITS_OF_WORDS, with_hash
from model.tender.public_terms import (
    CLASSES,
    DEFINITIONS,
    UNITS_OF_DATA,
    conditions_of,
    devices_of,
    figures_of,
    minima_of,
    public,
    terms_of,
    texts_of,
)
from model.tender.tender_document import Block, Bullets, Grid, Heading, Paragraph, TenderDocument
from model.tender.tender_file import Asked, TenderFile

SECTIONS = {
    "goods": "goods",
    "software": "software",
    "services": "services",
    "training": "training",
    "spares": "spare parts",
}
AFTER = "after redundancy, hot spares and the file system's own share"
MEASURES = {
    "usable": f"Usable capacity: {DEFINITIONS['usable']}, in bytes, {AFTER}.",
    "planned": f"Capacity: {DEFINITIONS['planned']}, in bytes, {AFTER}.",
    "raw": f"Capacity: {DEFINITIONS['raw']}, in bytes, before redundancy.",
}
EQUIVALENT = (
    "Devices are described by minimum requirements. Equivalent products of any make are accepted; "
    "the bidder shows that they are equivalent.",
    "Bidders choose how many devices they need to meet the requirements.",
)


def specification(tender: TenderFile) -> TenderDocument:
    """Return the specification of a tender."""
    digest = with_hash(tender)
    seen = public(tender)
    blocks = (
        *_terms(seen),
        *_definitions(seen),
        *_requirements(seen),
        *_devices(seen),
        *_positions(seen),
        *award_criteria(tender),
    )
    about = ", ".join(filter(None, (seen.id, f"lot {seen.lot}" if seen.lot else "")))
    version = f"Version {digest}"
    if award := award_hash(tender):
        version = f"{version}, award criteria {award[:DIGITS_OF_WORDS]}"
    return TenderDocument(
        seen.title or "Storage system",
        ", ".join(filter(None, ("Specification", about))),
        blocks,
        f"{about}, {version.lower()}" if about else version,
    )


def _terms(tender: TenderFile) -> Iterator[Block]:
    yield Heading("Terms")
    rows = [row for row in terms_of(tender) if row[1] and row[0] != "Title"]
    if tender.term is not None:
        years = f"{tender.term} year{'s' * (tender.term != 1)}"
        rows.append(("Term of service", f"{years}; maintenance is priced by year"))
    lots = dict.fromkeys(one.lot for one in tender.lines if one.lot)
    if lots:
        rows.append(("Lots", ", ".join(lots)))
    yield Grid((), tuple(rows), (0.35, 0.65))
    yield Paragraph("Bidders answer in the form, not in this document.")


def _definitions(tender: TenderFile) -> Iterator[Block]:
    yield Heading("Definitions")
    yield Bullets(
        (
            UNITS_OF_DATA,
            MEASURES[tender.capacity],
            "Bandwidth is that of all clients together, between the memory of the clients and the "
            "file system, in the healthy state. What stays in a cache doesn't count.",
            *(f"{name.capitalize()}: {meaning}" for name, meaning in CLASSES.items()),
        )
    )
    if conditions := tuple(conditions_of(tender)):
        yield Paragraph("Conditions of capacity and bandwidth, the same for all bids:")
        yield Grid((), conditions, (0.35, 0.65))


def _requirements(tender: TenderFile) -> Iterator[Block]:
    yield Heading("Requirements")
    figures = tuple(figures_of(tender))
    texts = tuple(texts_of(tender))
    if not figures and not texts:
        yield Paragraph("No figure is required.")
    if figures:
        of_figures = ("No.", "Figure", "Required", "Class")
        yield Grid(of_figures, figures, (0.1, 0.35, 0.4, 0.15))
    if texts:
        heads = ("No.", "Requirement", "Class")
        yield Grid(heads, texts, (0.12, 0.73, 0.15))


def _devices(tender: TenderFile) -> Iterator[Block]:
    devices = devices_of(tender)
    if not devices:
        return
    yield Heading("Devices")
    yield Bullets(EQUIVALENT)
    columns = {
        "No.": [f"S{n:02}" for n in range(1, len(devices) + 1)],
        "Device": [one.device for one in devices],
        "Use": [one.use for one in devices],
        "Lot": [one.lot for one in devices],
        "Class": ["option" if one.kind == "option" else "must" for one in devices],
        "Minimum requirements": [minima_of(one) for one in devices],
    }
    widths = {
        "No.": 0.08,
        "Device": 0.2,
        "Use": 0.14,
        "Lot": 0.1,
        "Class": 0.1,
        "Minimum requirements": 0.38,
    }
    yield _grid(columns, widths)


def _positions(tender: TenderFile) -> Iterator[Block]:
    lines = tuple(one for one in tender.lines if tender.lot in ("", one.lot))
    if not lines:
        return
    yield Heading("Price sheet")
    columns = {
        "Position": [one.position for one in lines],
        "Text": [one.title for one in lines],
        "Lot": [one.lot for one in lines],
        "Section": [SECTIONS[one.section] for one in lines],
        "Class": ["option" if one.kind == "option" else "base" for one in lines],
        "Quantity": [_quantity(one) for one in lines],
    }
    widths = {
        "Position": 0.12,
        "Text": 0.4,
        "Lot": 0.1,
        "Section": 0.14,
        "Class": 0.1,
        "Quantity": 0.14,
    }
    yield _grid(columns, widths)
    options = [one.position for one in lines if one.kind == "option"]
    texts = [f"Options, priced apart from the offer: {', '.join(options)}."] if options else []
    if tender.term is not None:
        years = "the year" if tender.term == 1 else f"each of the {tender.term} years"
        texts.append(f"Maintenance is priced for {years}, unless a warranty covers it.")
    texts.append("Bidders may add options, and unit prices for later additions.")
    yield Bullets(tuple(texts))


def _quantity(one: Asked) -> str:
    return "bidder's choice" if one.quantity is None else f"{one.quantity:g}"


def _grid(columns: dict[str, list[str]], widths: dict[str, float]) -> Grid:
    """Return a table of columns, without those that are empty."""
    shown = {head: texts for head, texts in columns.items() if any(texts)}
    whole = sum(widths[head] for head in shown)
    return Grid(
        tuple(shown),
        tuple(zip(*shown.values(), strict=True)),
        tuple(widths[head] / whole for head in shown),
    )
