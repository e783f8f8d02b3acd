"""The files of a tender: its rules and bids, kept as quotes are, and what is read from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from model.errors import InputError, Problem
from model.reading.documents import Document, read_document
from model.tender.bid_reading import ReadBid, read_bids
from model.tender.comparison import Comparison, compare, offered_of
from model.tender.rules_from_plan import rules_of
from model.tender.tender_file import TenderFile
from ui.base.elements import escaped
from ui.base.uploaded_files import files_in
from ui.state import origins, session
from ui.tender import texts

RULES, BIDS, TERMS, RESULTS = origins.OF_TENDER
RULES_FILE, EXAMPLE_FILE = "tender.yaml", "example.yaml"
"""Names of the rules: as of the user, and as of the example."""
TERMS_FILE = "terms.yaml"
EXAMPLE = origins.FOLDER / "data"
"""The folder of the example's rules and bids."""
EXAMPLE_BIDS = ("alpha", "beta", "gamma")


class Rules(NamedTuple):
    """The rules of the tender: as text, as read, and as far as the user states them."""

    text: str
    tender: TenderFile
    stated: Mapping[str, Any]
    problems: tuple[Problem, ...] = ()
    """Why what the user states isn't used."""


class Read(NamedTuple):
    """The bids that can be compared, and what is wrong with the other files."""

    comparison: Comparison
    bids: Sequence[ReadBid]
    problems: Sequence[Problem]


def kept(field: str) -> Mapping[str, bytes]:
    """Give the files of one kind."""
    return session.of_tender().get(field, {})


def is_example() -> bool:
    """Tell whether the rules are those of the example."""
    return EXAMPLE_FILE in kept(RULES)


def rules() -> Rules:
    """Give the rules of the tender: what the user states goes before what follows from the plan."""
    found: Rules = session.once("rules", tuple(kept(RULES).items()), _rules)
    return found


def _rules() -> Rules:
    results = session.current()
    document = None
    problems: tuple[Problem, ...] = ()
    try:
        for name, content in kept(RULES).items():
            document = read_document(content, name)
        text, tender = rules_of(results, document)
    except InputError as error:
        problems, document = error.problems, None
        text, tender = rules_of(results)
    return Rules(text, tender, _data(document), problems)


def _data(document: Document | None) -> Mapping[str, Any]:
    return document.data if document is not None and isinstance(document.data, dict) else {}


def state(content: bytes, name: str = "") -> tuple[Problem, ...]:
    """Take over rules, or give what is wrong with them."""
    name = name or next(iter(kept(RULES)), RULES_FILE)
    try:
        rules_of(session.current(), read_document(content, name))
    except InputError as error:
        return error.problems
    session.offer(RULES, {name: content})
    return ()


def bids() -> Read:
    """Give what is read of the bids by the rules."""
    by = rules()
    found: Read = session.once(
        "bids", (by.text, tuple(kept(BIDS).items())), lambda: _bids(by.tender)
    )
    return found


def _bids(tender: TenderFile) -> Read:
    found, problems = read_bids(kept(BIDS).items(), tender)
    offered, wrong = offered_of(tender, [(one.bid, one.document) for one in found])
    found = [one for one in found if one.bid.name in offered]
    pairs = [(one.bid, one.document) for one in found]
    return Read(compare(tender, pairs, offered), found, [*problems, *wrong])


def bring(field: str, key: str, turn: str) -> None:
    """Take over the files of a box beside those that are there; the box begins anew."""
    files = dict(kept(field))
    for file in files_in(key):
        _add(files, Path(file.name).name, file.getvalue())
    session.offer(field, files)
    st.session_state[turn] += 1


def _add(files: dict[str, bytes], name: str, content: bytes) -> None:
    """Add a file; another one of its name stays, as many bidders send a bid.xlsx."""
    if content in files.values():
        return
    path = Path(name)
    numbered = (f"{path.stem} ({n}){path.suffix}" for n in count(2))
    while name in files:
        name = next(numbered)
    files[name] = content


def forget(field: str, names: Iterable[str] = ()) -> None:
    """Forget some files, or all of a kind."""
    gone = set(names) or set(kept(field))
    session.offer(field, {name: text for name, text in kept(field).items() if name not in gone})


def show_example() -> None:
    """Take the rules and bids of the example; those of the user are there again by undo."""
    session.offer(RULES, {EXAMPLE_FILE: (EXAMPLE / "example-tender.yml").read_bytes()})
    named = {f"{name}.yaml": f"example-bid-{name}.yml" for name in EXAMPLE_BIDS}
    session.offer(BIDS, {name: (EXAMPLE / file).read_bytes() for name, file in named.items()})
    session.offer(TERMS, {TERMS_FILE: (EXAMPLE / "example-terms.yml").read_bytes()})


def leave_example() -> None:
    """Forget the example."""
    for field in origins.OF_TENDER:
        session.offer(field, {})


def offer_example() -> None:
    """Draw the way to the example where there is nothing yet, and the way out of it."""
    if is_example():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(f":material/science: {texts.EXAMPLE_IS_SHOWN}", width="content")
            st.button("Remove the example", key="leave the example", on_click=leave_example)
    elif not kept(BIDS):
        st.button(
            "Show an example",
            key="show the example",
            icon=":material/science:",
            on_click=show_example,
        )


def complain(problems: Sequence[Problem], about: str = "") -> None:
    """Say what is wrong with files, a line each."""
    if problems:
        lines = "\n".join(f"- {escaped(str(one))}" for one in problems)
        st.error(f"{about}\n\n{lines}" if about else lines, icon=":material/error:")
