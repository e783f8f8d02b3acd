"""Reads the bids of a tender: what is wrong with any file is reported, and the others stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from model.errors import InputError, Place, Problem
from model.reading.documents import Document, read_document
from model.reading.spreadsheets import is_workbook
from model.records import dataclass
from model.tender.bid_file import BidFile, read_bid, twice
from model.tender.filled_form import read_form
from model.tender.tender_file import TenderFile

LARGEST = 5_000_000
"""Bytes of a bid, at most."""
MOST_BIDS = 200


@dataclass(frozen=True, slots=True)
class ReadBid:
    """A bid, and the document that it was read from."""

    file: str
    bid: BidFile
    document: Document


def read_bids(
    files: Iterable[tuple[str, bytes]], tender: TenderFile
) -> tuple[list[ReadBid], list[Problem]]:
    """Return the bids that can be read, and all that is wrong with the others.

    A bid of another tender, and two of the same bidder, are none of these.
    """
    problems: list[Problem] = []
    found: list[ReadBid] = []
    for file, content in files:
        try:
            one = _read(file, content, tender)
        except InputError as error:
            problems += error.problems
            continue
        if wrong := list(_of_other_tender(one, tender)):
            problems += wrong
        elif len(found) == MOST_BIDS:
            problems.append(Problem(Place(file), "", f"at most {MOST_BIDS} bids are compared"))
        else:
            found.append(one)
    same = twice([(one.file, one.bid) for one in found])
    files_of = {one.place.file for one in same}
    return [one for one in found if one.file not in files_of], [*problems, *same]


def _read(file: str, content: bytes, tender: TenderFile) -> ReadBid:
    """Read a filled form of the tender, or YAML."""
    is_form = is_workbook(content)
    document = read_form(content, file, tender) if is_form else read_document(content, file)
    return ReadBid(file, read_bid(document), document)


def _of_other_tender(one: ReadBid, tender: TenderFile) -> Iterator[Problem]:
    bid, document = one.bid, one.document
    if bid.tender and tender.id and bid.tender != tender.id:
        what = "belongs to a different tender"
        yield Problem(document.place(("tender",)), "tender", what)
    own, wanted = bid.requirements_hash, tender.requirements_hash
    if own and wanted and own != wanted:
        what = "the bid answers other requirements: send the bidder the current form"
        yield Problem(document.place(("requirements_hash",)), "requirements_hash", what)
