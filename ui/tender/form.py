"""The form for bidders: what it asks, and its files."""

from __future__ import annotations

import streamlit as st

from model.answers.results import Results
from model.tender.form import Form, form_of
from model.tender.form_text import cell_text, form_text
from report.workbook.bid_form import bid_form
from ui.base import elements
from ui.base.elements import escaped, folded
from ui.base.uploaded_files import files_in
from ui.tender import files, texts

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
YAML = "application/yaml"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
LARGEST_MB = 5
BOX, TURN = "rules of a tender", "turn of rules"
REFUSED = "refused rules"


def draw(_: Results) -> None:
    """Draw the part."""
    rules = files.rules()
    files.complain(rules.problems, texts.RULES_CANT_BE_USED)
    files.offer_example()
    form = form_of(rules.tender)
    name = f"{form.id or 'No tender ID'}, version {form.hash}"
    st.markdown(
        f"**{escaped(name)}**: {texts.FORM_IS_MADE_OF.format(blanks=len(list(form.blanks())))}"
    )
    with st.container(horizontal=True):
        st.download_button(
            "Form (bid.xlsx)",
            lambda: bid_form(form),
            "bid.xlsx",
            XLSX,
            icon=":material/table_view:",
            type="primary",
            on_click="ignore",
        )
        st.download_button(
            "Form as text (bid.yaml)",
            lambda: form_text(form),
            "bid.yaml",
            YAML,
            icon=":material/description:",
            on_click="ignore",
        )
        st.download_button(
            "Rules (tender.yaml)",
            lambda: rules.text,
            files.RULES_FILE,
            YAML,
            icon=":material/lock:",
            help=texts.KEEP_RULES,
            on_click="ignore",
        )
        if rules.fixed:
            st.button("Release", icon=":material/lock_open:", key="free", on_click=files.release)
        else:
            st.button(
                "Freeze this version",
                icon=":material/push_pin:",
                key="fix the form",
                help=texts.FIX_HELP,
                on_click=files.fix,
                args=(rules.text,),
            )
    if rules.fixed and rules.fixed != rules.unfixed:
        text = texts.IS_ANOTHER.format(version=rules.unfixed)
        st.warning(escaped(text), icon=":material/warning:")
    elif rules.fixed:
        st.caption(texts.IS_FIXED)
    _preview(form)
    _bring()


def _preview(form: Form) -> None:
    """Draw what the form asks, sheet by sheet."""
    room = folded("Contents of the form", "form for bidders", icon=":material/preview:")
    if room is None:
        return
    with room:
        titles = {sheet.title: sheet for sheet in form.sheets}
        sheet = titles[elements.one_of("Sheet", list(titles), "sheet of the form", labelled=False)]
        for text in sheet.texts:
            st.caption(escaped(text))
        for one in sheet.tables:
            if one.title:
                st.markdown(f"**{escaped(one.title)}**")
            width = max(map(len, one.rows), default=0)
            heads = [*one.heads, *[""] * (width - len(one.heads))]
            rows = [[*map(cell_text, row), *[""] * (len(heads) - len(row))] for row in one.rows]
            elements.table(heads, "l" * len(heads), rows)


def _bring() -> None:
    """Let the user bring rules that a file states."""
    room = folded("Rules from a file", "rules of the tender", icon=":material/upload_file:")
    refused = st.session_state.pop(REFUSED, ())
    files.complain(refused)
    if room is None:
        return
    with room:
        key = f"{BOX} {st.session_state.setdefault(TURN, 0)}"
        st.file_uploader(
            "tender.yaml, as `python -m model tender` writes it",
            type=["yaml", "yml"],
            max_upload_size=LARGEST_MB,
            key=key,
            on_change=_take,
            args=(key,),
        )
        if (stated := files.stated_file()) is not None and not files.is_example():
            st.button(
                "Use only the rules of the plan",
                key="forget rules",
                on_click=files.forget,
                args=(files.RULES, [stated[0]]),
            )


def _take(key: str) -> None:
    for file in files_in(key):
        st.session_state[REFUSED] = files.state(file.getvalue(), file.name)
    st.session_state[TURN] += 1
