"""The head of every page: which scenario, whether it is met, what it comes to, the last edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from model.answers.compatibility import WHOLE
from model.answers.growth_limits import exceeded
from model.answers.ranges import PURCHASE as PURCHASED
from model.answers.ranges import likely, ranges
from model.answers.results import Results
from model.answers.verdict import lever
from model.answers.views.requirements import verdicts
from model.answers.views.view_text import FITS, VERDICTS
from model.design.needs import PRIORITIES, Level
from model.units.figures import show
from model.units.words import label
from report.web.html import door, hint
from ui.base import pictures
from ui.base.elements import brief_value, escaped, in_tib
from ui.frame import drawer, notices, opening, unit_display
from ui.frame.downloads import downloads
from ui.state import history, save_dialog, session, signatures

USABLE, WRITES, PURCHASE, RACKS = "Usable", "Write bandwidth", "Purchase, net", "Racks"
POWER = "Power"
"""What the figures that matter are called here."""
CAPACITY = "usable_capacity"
ESTIMATE = "Estimated cost, net"
"""What a purchase is called of which prices are estimates, or assumed; below it stands its band."""
AT_ENDS = "at all low to all high prices"
"""What the head calls the range of a known part, which is not a likely one."""
KNOWN = "Cost, known part, net"
"""What it is called where other prices are unknown, too."""
NOTHING_BINDS = ("none mandatory", "faint")
"""What is said where requirements are wishes only."""


LIKELY = 0.9
"""A chance below which requirements are only expected to be met."""


def draw(*, of_plan: bool = True, in_library: bool = False) -> None:
    """Draw the head; it stays in sight while the page moves below it.

    A page of the library that isn't of a plan has none; nor has Start as long as nothing is chosen:
    it would be of an example.
    """
    results = session.current()
    unit_display.keep()
    if of_plan or not (in_library or session.is_example()):
        _head(results)
    notices.draw(of_plan=of_plan)
    save_dialog.tell()
    drawer.listen()
    pictures.offer()


def _head(results: Results) -> None:
    with st.container(key="head"):
        with st.container(horizontal=True, wrap=False, gap="small", vertical_alignment="center"):
            name = escaped(signatures.name())
            icon, key = ":material/folder_open:", save_dialog.MENU
            menu = st.popover(name, icon=icon, key=key, on_change="rerun")
            st.html(
                f'<div class="ost sums">{_verdict(results)}{_sums(results)}</div>', width="stretch"
            )
            history.draw()
            save_dialog.button()
        if menu.open:
            with menu:
                _menu(results)
        if effect := history.last_effect():
            st.html(f'<div class="ost effect" role="status">{effect}</div>')


def _menu(results: Results) -> None:
    """Draw what is done with a scenario as a whole."""
    opening.choice()
    with st.expander("Open your own scenario"):
        opening.file()
    save_dialog.draw()
    downloads(results)
    unit_display.draw(results)
    edits = session.edits()
    edit_lines = [f"{session.named_fields([path])} = {value}" for path, value in edits.items()]
    edit_lines += [f"{label(section)} replaced" for section in session.shapes()]
    if edit_lines:
        count = f"{len(edit_lines)} figure{'s' if len(edit_lines) > 1 else ''} changed"
        st.caption(f"{count}: " + ", ".join(map(escaped, edit_lines)))
        st.button("Reset edits", icon=":material/undo:", on_click=session.reset)


def _verdict(results: Results) -> str:
    """Say whether what must be met is; below it, how many requirements of each class are.

    What can't be built is said first: of such a design nothing is met.
    """
    found = verdicts(results)
    if results.truth(*WHOLE) is False:
        text, _ = FITS[False]
        below = counted(found) if found else "none entered"
        return _sum("Requirements", f'<b class="bad">{door(".".join(WHOLE), text)}</b>', below)
    if not found:
        return _sum("Requirements", '<b class="faint">none entered</b>')
    text, tone = NOTHING_BINDS
    if must := found.get("must"):
        text, tone = VERDICTS[False if False in must else None if None in must else True]
    below, chance = escape(counted(found)), ranges(results).together
    if chance is not None and chance.unknown < 1 and chance.met < 1:
        share, at = chance.text, lever(results)
        door_to = door(".".join(at), share) if at else escape(share)
        met = must or []
        is_plain = list(found) == ["must"] and all(met)
        at_once = f"{door_to} of cases"
        below = at_once if is_plain else f"{below}; all met in {at_once}"
        if tone == "good" and chance.most < LIKELY:
            text, tone = f"all {len(met)} met", ""
    if any(exceeded(results.values, results.years())):
        below, tone = f"{below}; growth exceeds limits", "" if tone == "good" else tone
    return _sum("Requirements", f'<b class="{tone}">{escape(text)}</b>', below)


def counted(found: Mapping[Level, Sequence[bool | None]]) -> str:
    """Count the requirements met at each priority: 3 of 3 mandatory, 1 of 2 desired."""
    return ", ".join(
        f"{met.count(True)} of {len(met)} {PRIORITIES[level]}"
        + f" ({met.count(None)} unknown)" * (None in met)
        for level, met in found.items()
    )


def _sum(label: str, value: str, below: str = "") -> str:
    """Write a figure as HTML, of a value and what stands below it as HTML."""
    small = f"<small>{below}</small>" if below else ""
    return f'<div><span class="label"{hint(label)}>{escape(label)}</span>{value}{small}</div>'


def _sums(results: Results) -> str:
    """Write the four figures that matter, each above what belongs to it."""
    label, cost, band = _purchase(results)
    power = _door(results, "equipment_power", "known_equipment_power")
    usable = results.values.get(("site", CAPACITY))
    found = [
        (USABLE, _capacity(results), escape(show(usable, "byte", binary=not in_tib()))),
        (WRITES, _rate(results), likely(results, "site", "write_bandwidth")),
        (label, cost, band),
        (RACKS, _door(results, "racks"), power),
    ]
    if not found[-1][1]:
        found[-1] = (POWER, power, "")
    return "".join(_sum(label, value, below) for label, value, below in found if value)


def _purchase(results: Results) -> tuple[str, str, str]:
    """Write what the purchase costs, by what it is called: for sure, as an estimate, or in part.

    Of a part that is an estimate "at least" would be wrong: its band begins below it.
    """
    known, band = "known_capital_cost", _band(results)
    if band and results["site", "capital_cost"] is None:
        return KNOWN, _door(results, known), band
    return ESTIMATE if band else PURCHASE, _door(results, "capital_cost", known), band


def _rate(results: Results) -> str:
    """Return the expected write bandwidth, as a link to its derivation."""
    name = "write_bandwidth"
    if ("site", name) not in results.values:
        return ""
    return door(f"site.{name}", brief_value(results, "site", name))


def _door(results: Results, name: str, known: str = "") -> str:
    """Write a figure of the site, of which what is known where nobody knows all, as a door."""
    if ("site", name) not in results.values:
        return ""
    # Of nothing known, "at least nothing" would only sound like an answer.
    at_least = results["site", name] is None and results.values.get(("site", known))
    of = known if at_least else name
    value = brief_value(results, "site", of)
    return door(f"site.{of}", f"at least {value}" if at_least else value)


def _capacity(results: Results) -> str:
    if ("site", CAPACITY) not in results.values:
        return ""
    return door(f"site.{CAPACITY}", show(results["site", CAPACITY], "byte", binary=in_tib()))


def _band(results: Results) -> str:
    """Say between what the purchase likely lies; of a part of it, between what it can lie."""
    if text := likely(results, *PURCHASED):
        return escape(text)
    ends = [("site", "low_capital_cost"), ("site", "high_capital_cost")]
    low, high = (results.values.get(end) for end in ends)
    if low is None or high is None or low >= high:
        return ""
    (least, _, unit), (most, _, same) = (brief_value(results, *end).partition(" ") for end in ends)
    written = (f"{least}{'' if unit == same else f' {unit}'}", f"{most} {same}")
    doors = " to ".join(door(".".join(at), text) for at, text in zip(ends, written, strict=True))
    return f"{doors} {AT_ENDS}"
