"""Reads the bids of a tender: what is wrong with any file is reported, and the others stay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath

from model.errors import InputError, Place, Problem
from model.reading.documents import Document, read_document
from model.reading.spreadsheets import is_workbook
from model.reading.tables import TABLES
from model.records import dataclass
from model.tender.bid_file import BidFile, read_bid, twice
from model.tender.filled_form import OF_OTHER, is_form, read_form
from model.tender.form import answers, is_same_id
from model.tender.offer_tables import OfferForm, read_offer_table, settled
from model.tender.tender_file import TenderFile

LARGEST = 5_000_000
"""Bytes of a bid, at most."""
MOST_BIDS = 200
OF_TABLES = tuple(f".{one}" for one in TABLES)


@dataclass(frozen=True, slots=True)
class ReadBid:
    """A bid, and the document that it was read from."""

    file: str
    bid: BidFile
    document: Document


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that holds no bid that can be compared, and all that is wrong with it."""

    file: str
    problems: tuple[Problem, ...]
    is_of_other: bool = False
    """Whether it is a bid of another tender, which never counts here."""

    @property
    def reason(self) -> str:
        """What is wrong first, with its place in the file."""
        first, *more = self.problems
        where = str(first.place).removeprefix(self.file).strip(": ")
        text = ": ".join(part for part in (where, first.field, first.what) if part)
        return f"{text}; and {len(more)} more" if more else text


def read_bids(
    files: Iterable[tuple[str, bytes]],
    tender: TenderFile,
    form_of_bidder: Callable[[str], OfferForm | None] = lambda _: None,
) -> tuple[list[ReadBid], list[Unreadable]]:
    """Return the bids that can be read, and the other files with all that is wrong with them.

    A bid of another tender, and two of the same bidder, are none of these.

    Parameters
    ----------
    form_of_bidder
        How a bidder writes tables, by name; None if unknown.
    """
    unreadable: list[Unreadable] = []
    found: list[ReadBid] = []
    for file, content in files:
        try:
            one = _read(file, content, tender, form_of_bidder)
        except InputError as error:
            is_of_other = any(one.what == OF_OTHER for one in error.problems)
            unreadable.append(Unreadable(file, error.problems, is_of_other))
            continue
        if wrong := tuple(_of_other_tender(one, tender)):
            unreadable.append(Unreadable(file, wrong, _is_of_other(one, tender)))
        elif len(found) == MOST_BIDS:
            what = f"at most {MOST_BIDS} bids are compared"
            unreadable.append(Unreadable(file, (Problem(Place(file), "", what),)))
        else:
            found.append(one)
    same = {one.place.file: one for one in twice([(one.file, one.bid) for one in found])}
    unreadable += [Unreadable(file, (problem,)) for file, problem in same.items()]
    return [one for one in found if one.file not in same], unreadable


def bidder_of(file: str) -> str:
    """Return the name of a bidder by that of the file."""
    return PurePath(file).stem


def _read(
    file: str,
    content: bytes,
    tender: TenderFile,
    form_of_bidder: Callable[[str], OfferForm | None],
) -> ReadBid:
    """Read a filled form of the tender, YAML, or the bidder's own table."""
    document: Document
    is_book = is_workbook(content)
    if is_book and is_form(content, file):
        document = read_form(content, file, tender)
    elif is_book or file.casefold().endswith(OF_TABLES):
        bidder = bidder_of(file)
        found = read_offer_table(content, file, tender, bidder, form_of_bidder(bidder))
        document = settled(found)
    elif content.startswith(b"%PDF"):
        what = "is a PDF, which isn't read: ask the bidder for the form, or write the bid as YAML"
        raise InputError([Problem(Place(file), "", what)])
    else:
        document = read_document(content, file)
        _refuse_others(document)
    return ReadBid(file, read_bid(document), document)


OTHERS = {
    "ostimate.tender/": "the rules of a tender",
    "ostimate.scenario/": "a scenario",
    "ostimate.measured/": "measured values",
}
"""What a file is that isn't a bid, by its schema."""


def _refuse_others(document: Document) -> None:
    """Refuse a file of another kind in one line."""
    data = document.data
    schema = str(data.get("schema", "")) if isinstance(data, dict) else ""
    kind = next((words for start, words in OTHERS.items() if schema.startswith(start)), "")
    if kind:
        what = f"this file has {kind}, and no bid: leave it out"
        raise InputError([Problem(document.place(("schema",)), "schema", what)])


def _is_of_other(one: ReadBid, tender: TenderFile) -> bool:
    own = one.bid.tender
    return bool(own and tender.id) and not is_same_id(own, tender.id)


def _of_other_tender(one: ReadBid, tender: TenderFile) -> Iterator[Problem]:
    bid, document = one.bid, one.document
    if _is_of_other(one, tender):
        what = "belongs to a different tender, and doesn't count here: leave the file out"
        yield Problem(document.place(("tender",)), "tender", what)
    own, wanted = bid.requirements_hash, tender.requirements_hash
    if own and wanted and not answers(tender, own):
        what = "the bid answers other requirements: send the bidder the current form"
        yield Problem(document.place(("requirements_hash",)), "requirements_hash", what)
