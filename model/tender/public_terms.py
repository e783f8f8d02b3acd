"""What bidders may see of a tender, in words: the form and the specification are made of it.

`public` takes the fields that leave the house; nothing else reaches a text for bidders.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from model.tender.tender_file import Minimum, Required, TenderFile
from model.units.brief import several
from model.units.figures import percent, show, show_both, write

PUBLIC = (
    "id",
    "title",
    "lot",
    "currency",
    "valid_until",
    "deadline",
    "price",
    "vat",
    "options",
    "marked",
    "term",
    "discount_rate",
    "line_rule",
    "energy",
    "rack_price",
    "fixed_price",
    "capacity",
    "lines",
    "requirements",
    "targets",
    "optional",
    "workload",
    "conditions",
    "musts",
    "should",
    "may",
    "texts",
    "specification",
)
"""The fields of a tender that bidders see. All others stay: the estimate, limits, decisions."""
UNITS: Mapping[str, tuple[str, str]] = {
    "capacity": ("Usable capacity", "byte"),
    "raw_capacity": ("Nominal capacity of all drives", "byte"),
    "read_bandwidth": ("Read bandwidth", "byte/s"),
    "write_bandwidth": ("Write bandwidth", "byte/s"),
    "power": ("Typical power", "watt"),
    "racks": ("Racks", "1"),
}
"""Required figures: their labels and units."""
DEFINITIONS = {
    "usable": "as reported by df on the empty system (ZFS pools: by zfs list), used + available",
    "planned": "as reported by df, with the headroom left free that the file system needs",
    "raw": "nominal capacity of all drives",
}
CLASSES = {
    "must": "mandatory; a bid that misses it is excluded.",
    "target": "desired; a bid that misses it is not excluded.",
    "option": "may be offered; it counts only if the rules of the tender say so.",
}
"""Classes of requirements, and what they mean."""
UNITS_OF_DATA = (
    "1 TB = 10^12 bytes, 1 PB = 10^15 bytes, 1 TiB = 2^40 bytes, 1 GB/s = 10^9 bytes per second."
)


def public(tender: TenderFile) -> TenderFile:
    """Return a tender as bidders may see it: the fields of `PUBLIC` alone."""
    stated = {name: getattr(tender, name) for name in PUBLIC if name in tender.model_fields_set}
    return TenderFile.model_construct(**stated)


def terms_of(tender: TenderFile) -> Iterator[tuple[str, str]]:
    """Give the terms of a tender: their names and what is asked."""
    rows: list[tuple[str, str]] = [("Tender", tender.id), ("Title", tender.title)]
    if tender.lot:
        rows.append(("Lot", tender.lot))
    if tender.deadline is not None:
        rows.append(("Bids are due on", str(tender.deadline)))
    if tender.valid_until is not None:
        rows.append(("Bids must be valid until", str(tender.valid_until)))
    vat = "" if tender.vat is None else f"; value added tax {tender.vat * 100:g} %"
    rows += [
        ("Currency", tender.currency),
        ("Prices", f"{tender.price}{vat}"),
        (
            "If the unit price and total of a line disagree",
            f"the {_worded(tender.line_rule)} counts",
        ),
        ("Options that count", ", ".join(tender.marked) or tender.options),
    ]
    if tender.fixed_price is not None:
        price = f"{tender.fixed_price.amount:.2f} {tender.currency}"
        rows.append(("Maximum price of a bid", price))
    if tender.energy is not None:
        energy = tender.energy
        years = energy.years or tender.term
        assert years is not None, "rules with energy state their years"
        rows.append(
            (
                "Energy (the same figures apply to all bids)",
                f"{energy.price.amount * 3.6e6:.6g} {tender.currency}/kWh, PUE {energy.pue:g}, "
                f"{energy.hours / 3600:g} h per year, {several(years, 'year')}",
            )
        )
    if tender.discount_rate is not None:
        rows.append(
            (
                "Discount rate of maintenance and energy (the same for all bids)",
                f"{tender.discount_rate * 100:g} % per year, from the purchase on",
            )
        )
    if tender.rack_price is not None:
        price = f"{tender.rack_price.amount:.2f} {tender.currency}"
        rows.append(("Price of the space of one rack over the term", price))
    yield from rows


def figures_of(tender: TenderFile) -> Iterator[tuple[str, str, str, str]]:
    """Give each required figure: its id, its label, what is required, and its class."""
    classes = zip(CLASSES, (tender.requirements, tender.targets, tender.optional), strict=True)
    figures = ((label, text, kind) for kind, of in classes for label, text in _required(of))
    for n, (label, text, kind) in enumerate(figures, 1):
        yield f"F{n:02}", label, text, kind


def texts_of(tender: TenderFile) -> Iterator[tuple[str, str, str]]:
    """Give each requirement that bids answer: its id, its text and its class."""
    for kind, ids in zip(CLASSES, (tender.musts, tender.should, tender.may), strict=True):
        for one in ids:
            yield one, tender.texts.get(one, ""), kind


def devices_of(tender: TenderFile) -> tuple[Minimum, ...]:
    """Return the devices of the lot that is asked for, and those of no lot."""
    return tuple(
        one for one in tender.specification if not tender.lot or one.lot in ("", tender.lot)
    )


def device_of(one: Minimum) -> str:
    """Return the class of a device, and what it is for."""
    lot = f"lot {one.lot}" if one.lot else ""
    option = "option" if one.kind == "option" else ""
    return ", ".join(filter(None, (one.device, one.use, lot, option)))


def minima_of(one: Minimum) -> str:
    """Return the minima of a device; equivalents may be offered."""
    return "; ".join((*one.minima, "or equivalent"))


def conditions_of(tender: TenderFile) -> Iterator[tuple[str, str]]:
    """Give the conditions under which capacity and bandwidth are stated."""
    stated = tender.conditions
    if tender.workload:
        yield "Benchmark", tender.workload
    for name, value in (("Clients", stated.clients), ("Processes", stated.processes)):
        if value is not None:
            yield name, f"{value:g}"
    if stated.transfer_size is not None:
        yield "Transfer size", show(stated.transfer_size, "byte", binary=True)
    if stated.access is not None:
        yield "Files", stated.access
    if stated.record_size is not None:
        yield "Record size of the files", show(stated.record_size, "byte", binary=True)
    if stated.fill is not None:
        yield "Maximum fill of the usable capacity", percent(stated.fill)


def _required(of: Required) -> Iterator[tuple[str, str]]:
    """Give the label and the text of each figure."""
    for name, (label, _) in UNITS.items():
        value = getattr(of, name)
        if value is not None:
            yield label, figure_text(name, value)


def figure_text(name: str, value: float) -> str:
    """Write what is required of a figure.

    >>> figure_text("capacity", 4e15), figure_text("racks", 2)
    ('at least 4 PB (3.553 PiB)', 'at most 2')
    """
    unit = UNITS[name][1]
    limit = "at most" if name in ("power", "racks") else "at least"
    return f"{limit} {show_both(value) if unit == 'byte' else write(value, unit)}"


def _worded(name: str) -> str:
    return name.replace("_", " ")
