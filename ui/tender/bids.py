"""The bids: forms that came back, what is wrong with them, and what they come to."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Results
from model.reading.tables import TABLES
from model.tender import views
from model.tender.bid_reading import LARGEST
from model.tender.comparison import Compared, Comparison
from model.tender.letters import letter
from model.units.brief import several
from ui.base import elements
from ui.base.elements import escaped, folded
from ui.state import drafts
from ui.tender import files, tables, texts

BOX, TURN = "filled forms", "turn of bids"
SIDE_BY_SIDE, STEPS, POSITIONS, UNITS, QUESTIONS = ANGLES = (
    "Side by side",
    "Steps to the price",
    "Positions",
    "Unit prices",
    "Questions",
)


def draw(results: Results) -> None:
    """Draw the part."""
    files.complain(files.rules().problems, texts.RULES_CANT_BE_USED)
    if not files.kept(files.BIDS):
        _bring()
        files.offer_example()
        st.info(texts.NO_BIDS, icon=":material/inbox:")
        return
    if room := folded("Add or remove bids", "files of bids", icon=":material/folder:"):
        with room:
            _bring()
            _files()
    if tables.names() and (
        room := folded("How tables are read", "tables of bidders", icon=":material/table_view:")
    ):
        with room:
            tables.draw()
    files.offer_example()
    found = files.bids()
    files.complain(found.problems)
    if not found.bids:
        st.info(texts.NO_BID_CAN_BE_COMPARED, icon=":material/inbox:")
        return
    angle = elements.one_of("Show", ANGLES, "what is shown of bids", labelled=False)
    if angle == SIDE_BY_SIDE:
        _side_by_side(results, found.comparison)
    elif angle == POSITIONS:
        elements.draw(results, views.price_lines(found.comparison))
    elif angle == UNITS:
        elements.draw(results, views.per_unit(found.comparison))
    elif angle == STEPS:
        one = _chosen(found.comparison.bids)
        elements.draw(results, views.reasons(one, found.comparison.tender.currency))
    else:
        _questions(found.comparison.bids, found.comparison.tender.id)


def _side_by_side(results: Results, found: Comparison) -> None:
    elements.draw(results, views.overview(found))
    if meant := views.meaning(found):
        st.caption(texts.VERDICTS_ON_BANDWIDTH, help=escaped(meant))
    for text in found.warnings:
        st.warning(escaped(f"{text[:1].upper()}{text[1:]}."))


def _bring() -> None:
    key = f"{BOX} {st.session_state.setdefault(TURN, 0)}"
    st.file_uploader(
        "Filled-in forms and tables of bidders (XLSX, YAML, CSV)",
        type=list(dict.fromkeys(["xlsx", "yaml", "yml", *TABLES])),
        accept_multiple_files=True,
        max_upload_size=LARGEST // 1_000_000,
        key=key,
        help=texts.CONFIDENTIAL.format(how_long=drafts.HOW_LONG),
        on_change=files.bring,
        args=(files.BIDS, key, TURN),
    )


def _chosen(bids: tuple[Compared, ...]) -> Compared:
    names = {one.name: one for one in bids}
    name = st.selectbox("Bid", list(names), key="bid that is shown", format_func=escaped, width=300)
    return names[name]


def _questions(bids: tuple[Compared, ...], tender_id: str) -> None:
    """Draw the open questions to a bidder, as they can be sent."""
    asked = tuple(one for one in bids if one.questions)
    if not asked:
        st.success("No open questions.")
        return
    one = _chosen(asked)
    text = letter(one, tender_id)
    title = f"Letter: {several(len(one.questions), 'question')}"
    if room := folded(title, f"letter to {one.name}", icon=":material/mail:"):
        with room:
            st.code(text, language=None, wrap_lines=True)
    st.download_button(
        "Questions (.txt)",
        text,
        "questions.txt",
        "text/plain",
        icon=":material/mail:",
        help=texts.SEND_QUESTIONS,
        on_click="ignore",
    )


def _files() -> None:
    """Draw the files that there are, and the way to remove them."""
    for name in files.kept(files.BIDS):
        st.button(
            f"Remove {escaped(name)}",
            key=f"remove bid {name}",
            icon=":material/delete:",
            on_click=files.forget,
            args=(files.BIDS, [name]),
        )
    st.button("Remove all", key="remove all bids", on_click=files.forget, args=(files.BIDS,))
