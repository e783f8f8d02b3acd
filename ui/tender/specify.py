"""The specification: requirements, scoring, terms, positions, and the estimate that stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import streamlit as st

from model.answers.results import Results
from model.errors import InputError, Place, Problem
from model.reading.fields import Strict
from model.tender import reward_tables, views
from model.tender.bid_file import Code, Text
from model.tender.estimate import estimate_document, estimate_of, estimate_rows
from model.tender.evaluation_file import Criterion, Expected, References, Scoring, Step, Weights
from model.tender.methods import METHODS
from model.tender.public_terms import CLASSES, texts_of
from model.tender.rewards import Preview, of_tender
from model.tender.specification import specification
from model.tender.tender_file import Asked, Energy, TenderFile
from report.tender_files import ESTIMATE, PAGE, WORD
from report.web.document_page import document_page
from report.word.document_docx import document_docx
from ui.base import elements
from ui.base.elements import escaped, folded
from ui.forms import figures, requirements
from ui.forms.inputs import PLACE, grid
from ui.state import session
from ui.tender import files, texts
from ui.tender.entries import Group, ask, fill_in, stated_at
from ui.tender.form import DOCX

OF_CLASS = dict(zip(CLASSES, ("musts", "should", "may"), strict=True))
"""The field of the rules that lists the requirements of a class."""
NO_METHOD = ""
FLAT = ("quality_max", "points", "band", "second", "ties", "round", "price_low", "price_high")
FURTHER = ("base", "value_per_point", "formula", "wins")
OF_ALL = ("ties", "round")
"""Fields that every method takes."""
OF_PLAN = {
    "currency": "economics.currency",
    "term": "economics.years",
    "vat": "economics.vat_rate",
}
"""Fields of the rules that the plan gives, unless the rules state them."""
TERMS = (
    Group(TenderFile, ("id", "title", "deadline", "valid_until")),
    Group(TenderFile, ("price", "line_rule", "options", "lot")),
    Group(Energy, ("price", "pue", "years"), "energy"),
    Group(TenderFile, ("rack_price", "fixed_price", "abnormal", "capacity")),
)


class OfRequirement(Strict):
    """A requirement that bids answer."""

    id: Code
    """Id, such as MR-1."""
    text: Text = ""
    """What is required."""
    kind: Literal["must", "target", "option"] = "must"
    """Class: a bid that misses a must is excluded."""


def draw(results: Results) -> None:
    """Draw the part."""
    rules = files.rules()
    files.complain(rules.problems, texts.RULES_CANT_BE_USED)
    files.offer_example()
    _downloads(rules.tender)
    chosen = elements.one_of("Show", list(ANGLES), "what is specified", labelled=False)
    if rules.fixed and ANGLES[chosen] is not _scoring:
        st.warning(texts.IS_FIXED_HERE, icon=":material/push_pin:")
    ANGLES[chosen](results, rules)


def _downloads(tender: TenderFile) -> None:
    with st.container(horizontal=True):
        st.download_button(
            "Specification (.docx)",
            lambda: document_docx(specification(tender)),
            WORD,
            DOCX,
            icon=":material/description:",
            type="primary",
            on_click="ignore",
        )
        st.download_button(
            "Specification (.html)",
            lambda: document_page(specification(tender)),
            PAGE,
            "text/html",
            icon=":material/print:",
            on_click="ignore",
        )


def _requirements(results: Results, rules: files.Rules) -> None:
    """Draw what is required, and the forms that change it."""
    view = views.requirements(rules.tender)
    if view.rows:
        elements.draw(results, view)
    else:
        st.info(texts.NOTHING_REQUIRED, icon=":material/checklist:")
    if room := folded("Edit the figures", "required figures", icon=":material/tune:"):
        with room:
            if any(name in rules.stated for name in ("requirements", "targets", "optional")):
                st.info(texts.RULES_STATE_FIGURES)
            else:
                requirements.draw(results)
    if room := folded("Edit further requirements", "further requirements", icon=":material/list:"):
        with room:
            rows = [
                {"id": one, "text": text, "kind": kind}
                for one, text, kind in texts_of(rules.tender)
            ]
            fill_in(
                "further requirements",
                OfRequirement,
                ("id", "text", "kind"),
                rows,
                lambda found: _take_texts(rules.stated, found),
                "Apply the requirements",
            )


def _take_texts(stated: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> Sequence[Problem]:
    """Write requirements into the rules, each under its class."""
    ids: dict[str, list[str]] = {name: [] for name in OF_CLASS.values()}
    for row in rows:
        ids[OF_CLASS[row.get("kind") or "must"]].append(str(row.get("id", "")))
    words = {str(row.get("id", "")): str(row["text"]) for row in rows if row.get("text")}
    return _write({**stated, **ids, "texts": words})


def _write(stated: Mapping[str, Any]) -> Sequence[Problem]:
    """Take over rules without what is empty."""
    return files.state_data(
        {name: value for name, value in stated.items() if value not in ("", None, [], {}, ())}
    )


def _scoring(results: Results, rules: files.Rules) -> None:
    """Let the user choose the method, and enter what it needs."""
    held = str(stated_at(rules.stated, "scoring.method") or NO_METHOD)
    options = [NO_METHOD, *METHODS]
    method = st.selectbox(
        "Method",
        options,
        options.index(held) if held in options else 0,
        format_func=lambda one: METHODS[one].title if one else "none: compare only",
        key=f"scoring method {held}",
        width=420,
    )
    if not method:
        st.button(
            "Apply the scoring",
            key="no scoring",
            type="primary",
            disabled=not held,
            on_click=_compare_only,
            args=(rules.stated,),
        )
        return
    found = METHODS[method]
    if found.warning:
        st.warning(escaped(f"{found.warning[:1].upper()}{found.warning[1:]}."))
    takes = {*found.needs, *found.takes, *OF_ALL, "method", "criteria"}
    before = stated_at(rules.stated, "scoring") or {}
    own = {name: value for name, value in before.items() if name in takes}
    stated = {**rules.stated, "scoring": {**own, "method": method}}
    ask(
        f"scoring by {method}",
        list(_groups(takes, figure=found.figures == ("quantity",))),
        stated,
        _write,
        "Apply the scoring",
        texts.LABELS_OF_SCORING,
        texts.EXAMPLES_OF_SCORING,
        currency=rules.tender.currency,
    )
    if "steps" in takes:
        _list(stated, "steps", Step, ("at_most", "points"), "Apply the steps")
    if room := folded("What the formula rewards", "rewards", icon=":material/insights:"):
        with room:
            _rewards(results, rules)
    if "quality" in found.figures and (room := folded("Criteria by figures", "criteria")):
        with room:
            names = ("name", "method", "points", "figure")
            _list(stated, "criteria", Criterion, names, "Apply the criteria")


def _rewards(results: Results, rules: files.Rules) -> None:
    """Draw what each figure of a bid is worth, before bids are asked for."""
    ask(
        "expected bid",
        [Group(Expected, ("price", "quality", "quantity"), "scoring.expected")],
        rules.stated,
        _write,
        "Apply the expected bid",
        texts.LABELS_OF_EXPECTED,
        texts.EXAMPLES_OF_EXPECTED,
        currency=rules.tender.currency,
    )
    try:
        found: Preview | None = session.once(
            "rewards", rules.text, lambda: of_tender(rules.tender, Place(files.RULES_FILE))
        )
    except InputError as error:
        files.complain(error.problems)
        return
    if found is None:
        st.info(texts.NO_SCORING, icon=":material/rule:")
        return
    for view in reward_tables.of_preview(found):
        st.markdown(f"**{escaped(view.title)}**")
        elements.draw(results, view)
    dependence = found.dependence()
    told = st.warning if found.example is not None else st.caption
    told(escaped(f"{dependence[:1].upper()}{dependence[1:]}."))


def _compare_only(stated: Mapping[str, Any]) -> None:
    """Take the scoring out of the rules."""
    _write({name: own for name, own in stated.items() if name != "scoring"})


def _groups(takes: set[str], *, figure: bool) -> list[Group]:
    """Give the fields that a method takes."""
    groups = []
    if "weights" in takes:
        groups.append(Group(Weights, ("quality", "price"), "scoring.weights"))
    if "reference" in takes:
        groups.append(Group(References, ("quality", "price"), "scoring.reference"))
    for names in (FLAT, FURTHER):
        if own := [name for name in names if name in takes]:
            groups.append(Group(Scoring, own, "scoring"))
    if figure:
        groups.append(Group(TenderFile, ("scored", "fixed_price")))
    return groups


def _list(
    stated: Mapping[str, Any], name: str, shape: type[Strict], names: Sequence[str], button: str
) -> None:
    scoring = stated["scoring"]
    fill_in(
        f"{name} of the scoring",
        shape,
        names,
        scoring.get(name) or [],
        lambda rows: _write(
            {
                **stated,
                "scoring": {
                    **{one: own for one, own in scoring.items() if one != name},
                    **({name: rows} if rows else {}),
                },
            }
        ),
        button,
        at=f"scoring.{name}",
    )


def _terms(results: Results, rules: files.Rules) -> None:
    """Draw the terms: those of the plan, and those that the rules state."""
    of_plan = [path for name, path in OF_PLAN.items() if name not in rules.stated]
    if of_plan:
        reader = session.reader(results)
        years = {one.path: one for one in reader.section("Economics")}
        grid([years.get(path) or figures.as_stated(reader, path) for path in of_plan], PLACE)
    own = [name for name in OF_PLAN if name in rules.stated]
    ask(
        "terms of the tender",
        [*([Group(TenderFile, own)] if own else []), *TERMS],
        rules.stated,
        _write,
        "Apply the terms",
        texts.LABELS_OF_RULES,
        texts.EXAMPLES_OF_RULES,
        currency=rules.tender.currency,
    )


def _positions(_: Results, rules: files.Rules) -> None:
    """Draw the lines of the price sheet; without any stated, those that every plan has."""
    stated = rules.stated.get("lines")
    names = ("position", "title", "lot", "quantity", "kind", "section")
    rows = stated or [{name: getattr(one, name) for name in names} for one in rules.tender.lines]
    fill_in(
        "positions",
        Asked,
        names,
        rows,
        lambda found: _write({**rules.stated, "lines": found}),
        "Apply the positions",
        at="lines",
    )


def _estimate(results: Results, _: files.Rules) -> None:
    """Draw the estimated value, which never leaves with the form."""
    st.caption(texts.ESTIMATE_STAYS)
    rows = estimate_rows(estimate_of(results))
    elements.table(("", "Amount", "Remark"), "lrl", rows)
    st.download_button(
        "Estimate (.docx)",
        lambda: document_docx(estimate_document(results)),
        ESTIMATE,
        DOCX,
        icon=":material/lock:",
        on_click="ignore",
    )


ANGLES: Mapping[str, Callable[[Results, files.Rules], None]] = {
    "Requirements": _requirements,
    "Scoring": _scoring,
    "Terms": _terms,
    "Positions": _positions,
    "Estimate": _estimate,
}
