"""What is installed: outputs of its commands, read, checked against the model, and planned from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from model.errors import InputError
from model.units.brief import several
from model.units.figures import show, show_both
from ui.base.elements import escaped
from ui.base.uploaded_files import files_in
from ui.base.work import work
from ui.start import start_page, texts
from ui.state import uploads

if TYPE_CHECKING:
    from model.calibration.offered_evidence import Offered
    from model.installed.capacity_checks import Check

FOUND, TURN = "installed outputs", "installed turn"
"""Keys of what was read, and of how often: new boxes hold none of the outputs any longer."""
PASTED = "pasted"
SCENARIO = "installed.yaml"
MOST_FIGURES = 8
"""Figures that agree are shown one by one; of more, their number."""
LARGEST_MB = 50
"""As the readers take: they are imported when they are asked for, as Start opens without them."""


class Found(NamedTuple):
    """What outputs said, without anything personal."""

    kinds: tuple[str, ...]
    checks: tuple[Check, ...]
    notes: tuple[str, ...]
    used: tuple[str, ...]
    questions: tuple[str, ...]
    text: str
    """The scenario as YAML; empty if none follows yet."""
    problems: tuple[str, ...] = ()
    evidence: Offered | None = None
    """What benchmarks among them are evidence for."""


def draw() -> None:
    """Accept outputs, and show what they contain."""
    turn = st.session_state.setdefault(TURN, 0)
    files, pasted = f"outputs {turn}", f"pasted outputs {turn}"
    st.file_uploader(
        texts.OUTPUTS_OF_SYSTEM,
        accept_multiple_files=True,
        max_upload_size=LARGEST_MB,
        key=files,
        help=texts.COPY_COMMANDS,
    )
    st.text_area(texts.PASTE_OUTPUTS, key=pasted, height=120)
    st.button("Read", type="primary", key="read outputs", on_click=_read, args=(files, pasted))
    found: Found | None = st.session_state.get(FOUND)
    if found is not None:
        _show(found)


def _read(files: str, pasted: str) -> None:
    """Read what was brought; the boxes begin anew, so that nothing of it stays."""
    from model.installed.files import read_files
    from model.installed.joining import join

    brought: list[tuple[str, bytes | str | None]] = [
        (file.name, file.getvalue()) for file in files_in(files)
    ]
    if text := (st.session_state.get(pasted) or "").strip():
        brought.append((PASTED, text))
    if not brought:
        st.session_state[FOUND] = Found((), (), (), (), (), "", (texts.NO_OUTPUTS,))
        return
    try:
        readings = read_files(brought)
        joined = join(readings)
    except InputError as error:
        problems = tuple(str(one) for one in error.problems)
        st.session_state[FOUND] = Found((), (), (), (), (), "", problems)
        return
    told: dict[str, list[str]] = {}
    for one in readings:
        for note in one.reading.warnings:
            told.setdefault(note, []).append(one.file)
    notes = [f"{at[0]}{_others(len(at) - 1)}: {note}" for note, at in told.items()]
    st.session_state[FOUND] = Found(
        tuple(one.reading.kind for one in readings),
        joined.checks,
        (*notes, *joined.warnings),
        (*(one.sentence for one in joined.occupancies), *joined.files),
        tuple(one.question for one in joined.questions),
        joined.text() if joined.scenario is not None else "",
        (),
        joined.evidence,
    )
    st.session_state[TURN] += 1


def _others(outputs: int) -> str:
    return f" and {several(outputs, 'other output')}" if outputs else ""


def _show(found: Found) -> None:
    for problem in found.problems:
        st.error(escaped(problem))
    if found.problems:
        return
    kinds = ", ".join(dict.fromkeys(found.kinds))
    st.markdown(escaped(texts.READ_OUTPUTS.format(count=len(found.kinds), kinds=kinds)))
    _show_checks(found.checks)
    for sentence in found.used:
        st.markdown(escaped(sentence))
    if found.text:
        st.button(
            "Open as a plan",
            key="open what is installed",
            type="primary",
            on_click=_open,
            args=(found,),
        )
    else:
        st.info(texts.NO_PLAN_YET)
    if found.questions:
        with st.expander(texts.OPEN_QUESTIONS.format(count=len(found.questions))):
            st.markdown("\n".join(f"- {escaped(one)}" for one in found.questions))
    if found.evidence is not None:
        from ui.base import evidence

        evidence.draw(found.evidence, texts.EVIDENCE_LATER)
    if found.notes:
        st.warning("\n".join(f"- {escaped(note)}" for note in found.notes))


def _show_checks(checks: tuple[Check, ...]) -> None:
    """Show what is reported beside what the model says; what agrees in one line."""
    same = [one for one in checks if one.agrees]
    if len(same) > MOST_FIGURES:
        pools = several(len({one.pool for one in same}), "pool")
        figures = f"{several(len(same), 'figure')} of {pools}, to the byte"
        st.success(escaped(texts.AS_MODEL_SAYS.format(figures=figures)))
    elif same:
        figures = "; ".join(f"{one.pool}: {one.figure} {show_both(one.reported)}" for one in same)
        st.success(escaped(texts.AS_MODEL_SAYS.format(figures=figures)))
    for one in checks:
        if one.agrees:
            continue
        model = "unknown" if one.model is None else show(one.model, "byte", digits=6)
        reported = show(one.reported, "byte", digits=6)
        why = f": {one.cause}" if one.cause else ""
        st.warning(escaped(f"{one.pool}: {one.figure} {reported}, model {model}{why}"))


def _open(found: Found) -> None:
    """Begin a plan with what is installed."""
    uploads.upload(SCENARIO, found.text.encode())
    if not work().file.name:
        st.session_state.pop(FOUND, None)
        start_page.go_on()
