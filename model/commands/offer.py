"""`offer`: a bidder's own table as a bid; how it is read is proposed, and can be chosen."""

from __future__ import annotations

import argparse

from model.commands import quote
from model.commands.terminal import paragraph, table, write_file, wrong_option
from model.errors import InputError
from model.parts.quote_tables import TableForm
from model.reading.documents import read_document
from model.reading.files import given_contents
from model.reading.yaml_edits import plain
from model.tender.amounts import shown
from model.tender.bid_file import read_bid
from model.tender.bid_reading import bidder_of
from model.tender.offer_tables import OfferForm, OfferTable, read_offer_table, settled
from model.tender.tender_file import read_tender

LARGEST = 5_000_000
MOST_SHOWN = 40


def run(options: argparse.Namespace) -> int:
    """Show how a bidder's table is read, or write it as a bid."""
    rules = given_contents(options.tender, LARGEST, "the rules of a tender, a YAML file")
    tender = read_tender(read_document(rules, options.tender))
    content = quote.content_of(options.table)
    form = OfferForm.model_validate(
        {**quote.form_of(options).model_dump(by_alias=True), "positions": _positions(options)}
    )
    bidder = options.vendor or bidder_of(options.table)
    found = read_offer_table(content, options.table, tender, bidder, form)
    if options.keep and not options.vendor:
        raise wrong_option("--keep", "write the --bidder whose form is kept")
    if options.out:
        read_bid(settled(found))
        write_file(options.out, plain(found.data).encode(), anew=True)
        print(f"{options.out}: {len(found.rows)} rows; complete it with what else is offered")
    elif found.problems:
        raise InputError(found.problems)
    else:
        _show(found)
    if options.save_form:
        write_file(options.save_form, plain(quote.stated(_of_vendor(found))).encode())
    if options.keep:
        quote.keep(options, _of_vendor(found))
    return 0


def form_of_bidder(bidder: str) -> OfferForm:
    """Return the form that was kept of a bidder."""
    return OfferForm.model_validate(quote.kept_form(bidder))


def _of_vendor(found: OfferTable) -> TableForm:
    """Return what the form says of the bidder; positions are of this tender alone."""
    known = found.form.model_dump(by_alias=True)
    known.pop("positions")
    return TableForm.model_validate(known)


def _positions(options: argparse.Namespace) -> dict[str, str]:
    found = {}
    for text in options.position:
        row, equals, position = text.rpartition("=")
        if not equals:
            what = "write ROW=POSITION, as in 'row 7=1.2'"
            raise wrong_option("--position", what)
        found[row.strip()] = position.strip()
    return found


def _show(found: OfferTable) -> None:
    """Show how a table is read."""
    form = found.form
    fields = {head: field for field, head in form.columns.items()}
    table(("column", "read as"), [(head, fields.get(head, "")) for head in found.heads])
    rows = [(name.replace("_", " "), str(value)) for name, value in quote.stated(form).items()]
    rows = [(name, repr(text) if name == "separator" else text) for name, text in rows]
    left = ("schema", "columns", "positions")
    table(("form", ""), [row for row in rows if row[0] not in left])
    currency = found.data["currency"]
    table(
        ("row", "position", "text", "quantity", "price"),
        [
            (
                str(one.row),
                one.position + ("" if one.is_asked else " (not asked for)"),
                one.title + (" (option)" if one.is_option else ""),
                "" if one.quantity is None else f"{one.quantity:g}",
                "missing" if one.amount is None else shown(one.amount, currency),
            )
            for one in found.rows[:MOST_SHOWN]
        ],
    )
    if len(found.rows) > MOST_SHOWN:
        print(f"and {len(found.rows) - MOST_SHOWN} more")
    for number, why in found.skipped:
        print(f"row {number} is skipped: {why}")
    for number, question in found.questions:
        paragraph(f"to decide: {f'row {number}: ' if number else ''}{question}")
    for question in found.data.get("questions", ()):
        paragraph(f"to ask the bidder: {question}")
    print("write the bid with --out BID.yaml, or give the table to 'bids'")
