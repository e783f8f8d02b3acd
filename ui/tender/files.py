"""The files of a tender: its rules and bids, kept as quotes are, and what is read from them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st
import yaml

from model.errors import InputError, Problem
from model.reading.documents import read_document, validate
from model.tender.bid_reading import ReadBid, read_bids
from model.tender.comparison import Comparison, compare
from model.tender.form import with_hash
from model.tender.offer_tables import TAKES, OfferForm
from model.tender.public_terms import PUBLIC
from model.tender.rules_from_plan import rules_of
from model.tender.tender_file import TenderFile
from store.errors import StoreError
from ui.base.elements import escaped
from ui.base.uploaded_files import files_in
from ui.state import drafts, origins, session
from ui.tender import texts
from ui.tender.entries import text_of

RULES, BIDS, TERMS, RESULTS, PROTOCOL, TABLES = origins.TENDER
RULES_FILE, FIXED_FILE = "tender.yaml", "fixed.yaml"
"""Names of the rules that the user states, and of those of a form that was fixed."""
OF_EXAMPLE = dict(zip(origins.TENDER, origins.OF_TENDER[len(origins.TENDER) :], strict=True))
"""Where the files of the example are kept, so that those of the user stay as they are."""
TERMS_FILE = "terms.yaml"
OF_FORM = ("requirements_hash", "form_format")
"""What rules state of the form that was sent."""
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
    fixed: str = ""
    """The version of the form that was fixed; empty if none was."""
    unfixed: str = ""
    """The version that plan and rules would make."""
    of_lot: tuple[str, TenderFile] | None = None
    """The rules, as text and as read, of a lot that is evaluated since a form of all was fixed."""

    @property
    def evaluated(self) -> TenderFile:
        """The rules by which bids are compared."""
        return self.tender if self.of_lot is None else self.of_lot[1]

    @property
    def evaluated_text(self) -> str:
        """These rules as text."""
        return self.text if self.of_lot is None else self.of_lot[0]


class Read(NamedTuple):
    """The bids that can be compared, and what is wrong with the other files."""

    comparison: Comparison
    bids: Sequence[ReadBid]
    problems: Sequence[Problem]


def is_example() -> bool:
    """Tell whether the example is shown."""
    return OF_EXAMPLE[RULES] in session.of_tender()


def _place(field: str) -> str:
    return OF_EXAMPLE[field] if is_example() else field


def kept(field: str) -> Mapping[str, bytes]:
    """Give the files of one kind: of the example, while that is shown."""
    return session.of_tender().get(_place(field), {})


def offer(field: str, files: Mapping[str, bytes]) -> None:
    """Take over the files of one kind; those that aren't among them are forgotten."""
    session.offer(_place(field), files)


def stated_file() -> tuple[str, bytes] | None:
    """Give the name and the text of the rules that the user states; none if nothing is."""
    return next(((name, text) for name, text in kept(RULES).items() if name != FIXED_FILE), None)


def rules() -> Rules:
    """Give the rules of the tender: what the user states goes before what follows from the plan.

    Of a form that was fixed, all that bidders see stays as it was then.
    """
    found: Rules = session.once("rules", tuple(kept(RULES).items()), _rules)
    return found


def _rules() -> Rules:
    results = session.current()
    file = stated_file()
    problems: tuple[Problem, ...] = ()
    stated: dict[str, Any] = {}
    try:
        document = None if file is None else read_document(file[1], file[0])
        text, tender = rules_of(results, document)
        if document is not None and isinstance(document.data, dict):
            stated = dict(document.data)
        if (fixed := kept(RULES).get(FIXED_FILE)) is not None:
            return _fixed(fixed, stated, with_hash(tender))
    except InputError as error:
        problems = error.problems
        text, tender = rules_of(results)
    return Rules(text, tender, stated, problems)


def _fixed(fixed: bytes, stated: Mapping[str, Any], unfixed: str) -> Rules:
    """Give the rules of a form that was fixed, with what the user states beside it since."""
    data: dict[str, Any] = dict(read_document(fixed, FIXED_FILE).data)
    of_form = (*PUBLIC, *OF_FORM)
    own = {name: value for name, value in stated.items() if name not in of_form}
    seen = {name: value for name, value in data.items() if name in (*of_form, *ESTIMATES_KEPT)}
    text, tender = _sent({**seen, **own})
    lot, lots = stated.get("lot"), {one.lot for one in tender.lines}
    of_lot = (
        None if tender.lot or lot not in lots or not lot else _sent({**seen, **own, "lot": lot})
    )
    return Rules(text, tender, stated, fixed=with_hash(tender), unfixed=unfixed, of_lot=of_lot)


ESTIMATES_KEPT = ("estimate", "estimate_lots")
"""What stays of the estimate, too, where a form was fixed."""


def _sent(data: Mapping[str, Any]) -> tuple[str, TenderFile]:
    document = read_document(yaml.safe_dump(dict(data), allow_unicode=True), FIXED_FILE)
    return rules_of(session.current(), document, is_sent=True)


def fix(text: str) -> None:
    """Keep what the form asks as it is."""
    offer(RULES, {**kept(RULES), FIXED_FILE: text.encode()})


def release() -> None:
    """Let the form follow plan and rules again."""
    forget(RULES, [FIXED_FILE])


def state(content: bytes, name: str = "") -> tuple[Problem, ...]:
    """Take over rules, or give what is wrong with them."""
    before = stated_file()
    name = name or (before[0] if before is not None else RULES_FILE)
    name = RULES_FILE if name == FIXED_FILE else name
    try:
        rules_of(session.current(), read_document(content, name))
    except InputError as error:
        return error.problems
    fixed = {one: text for one, text in kept(RULES).items() if one == FIXED_FILE}
    offer(RULES, {**fixed, name: content})
    return ()


def state_data(stated: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Take over what the rules state, or give what is wrong with it."""
    return state(text_of(stated))


def bids() -> Read:
    """Give what is read of the bids by the rules."""
    by = rules()
    found: Read = session.once(
        "bids",
        (by.evaluated_text, tuple(kept(BIDS).items()), tuple(kept(TABLES).items())),
        lambda: _bids(by.evaluated),
    )
    return found


def _bids(tender: TenderFile) -> Read:
    found, unreadable = read_bids(kept(BIDS).items(), tender, form_of_bidder)
    said = [
        replace(
            one,
            problems=tuple(
                replace(problem, what=problem.what.replace(TAKES, texts.CHOOSE_TABLE))
                for problem in one.problems
            ),
        )
        for one in unreadable
    ]
    problems = [problem for one in said for problem in one.problems]
    pairs = [(one.bid, one.document) for one in found]
    return Read(compare(tender, pairs, said), found, problems)


def form_of_bidder(bidder: str) -> OfferForm | None:
    """Give how a bidder writes tables, as chosen here, or as kept of former ones."""
    if (chosen := kept(TABLES).get(f"{bidder}.yaml")) is not None:
        with suppress(InputError):
            return validate(OfferForm, read_document(chosen, f"{bidder}.yaml"))
    with suppress(StoreError, ValueError):
        if body := drafts.store().forms.get(bidder):
            return OfferForm.model_validate(json.loads(body))
    return None


def bring(field: str, key: str, turn: str) -> None:
    """Add uploaded files to the bids, and empty the upload box."""
    files = dict(kept(field))
    for file in files_in(key):
        _add(files, Path(file.name).name, file.getvalue())
    offer(field, files)
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
    offer(field, {name: text for name, text in kept(field).items() if name not in gone})


def show_example() -> None:
    """Show the example beside the files of the user, which stay."""
    named = {f"{name}.yaml": f"example-bid-{name}.yml" for name in EXAMPLE_BIDS}
    of = {
        RULES: {RULES_FILE: "example-tender.yml"},
        BIDS: named,
        TERMS: {TERMS_FILE: "example-terms.yml"},
    }
    for field, names in of.items():
        texts_of = {name: (EXAMPLE / file).read_bytes() for name, file in names.items()}
        session.offer(OF_EXAMPLE[field], texts_of)


def leave_example() -> None:
    """Forget the example."""
    for field in OF_EXAMPLE.values():
        session.offer(field, {})


def offer_example() -> None:
    """Draw the way to the example where there is nothing yet, and the way out of it."""
    if is_example():
        st.button(
            "Leave the example",
            key="leave the example",
            icon=":material/science:",
            help=texts.EXAMPLE_IS_SHOWN,
            on_click=leave_example,
        )
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
