"""In the row of a part: checks that it fails, with what it needs and has, and unknown ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import streamlit as st

from model.answers.compatibility import checks, compared, names_of, unanswered
from model.answers.results import Results
from model.engine.quantity import Quantity
from model.engine.tree import Address
from model.formulas.compatibility.misfits import MISFITS, UNSUITED
from model.units.brief import several
from report.web.html import door
from ui.base.elements import escaped, folded, shown
from ui.base.error_marks import mark
from ui.base.fields import Field
from ui.design import display, texts
from ui.forms.figures import as_stated
from ui.forms.inputs import PLACE, asked_at, grid, key_of
from ui.state import session

BEGINNINGS = {
    "servers": ("server_", "shared_", "memory_fits", "cards_", "wide_", "tall_", "pcie_"),
    "processors": ("cpu", "channels_"),
    "memory": ("memory_generation", "modules_"),
    "adapters": ("cables_fit",),
    "network": ("links_",),
    "enclosures": ("enclosure_", "drives_fit"),
    "further_enclosures": ("further_drives_fit", "further_bay", "further_enclosure_"),
    "drives": ("drive_",),
    "further_drives": ("further_drive_",),
    "cache": ("cache_",),
    "cables": ("plugs_", "cable_"),
}
"""How the names of checks begin that are said at a part; all others are the tier's."""

SITE = "site"
ICON = ":material/help:"
REFUSED, REFUSED_NAME = "refused tiers", "refused name of a tier"
"""What holds why an edit of tiers wasn't made, and why one wasn't renamed."""


@cache
def owner(check: str) -> str:
    """Name the part at which a check is said: the one whose beginning is the longest; or none."""
    pairs = ((one, part) for part, those in BEGINNINGS.items() for one in those)
    found = ((len(one), part) for one, part in pairs if check.startswith(one))
    return max(found, default=(0, ""))[1]


def of_part(results: Results, path: str, part: str = "") -> str:
    """Write what doesn't fit of a part of a tier, as HTML; without a part, what is of none."""
    those = _of(results, path, part)
    return _wrongs(results, path, those) + display.lines(_doubts(results, path, part), "bad")


def ask(results: Results, path: str, part: str = "") -> None:
    """Draw what nobody knows to fit of a part of a tier, each figure with its box, if it has one.

    What only a datasheet says has none: it is listed.
    """
    open_checks = [
        check for check in _of(results, path, part) if results.truth(path, check.name) is None
    ]
    if not open_checks:
        return
    title = several(len(open_checks), "open check")
    if room := folded(title, f"questions of {path} {part}", icon=ICON, compact=True):
        with room:
            _answers(results, path, part, open_checks)


def _answers(results: Results, path: str, part: str, open_checks: list[Quantity]) -> None:
    reader = session.reader()
    fields = {at: field for field, at in reader.addresses.items()}
    boxes: dict[str, Field] = {}
    others: dict[str, None] = {}
    lines = {line.path for line in results.plan.lines}
    for check in open_checks:
        for at, item in unanswered(results, (path, check.name)):
            if results[at] is not None:
                continue
            if at not in fields:
                others[item.label] = None
                continue
            field = as_stated(reader, fields[at])
            if at[0] in lines:
                field = replace(field, label=reader.called(field.path, item.label))
            boxes[field.path] = field
    names = ", ".join(check.label for check in open_checks)
    st.caption(escaped(texts.NOT_KNOWN.format(checks=names)))
    grid(boxes.values(), asked_at(SITE if path == SITE else part))
    if others:
        st.caption(escaped(texts.ONLY_IN_DATA_SHEETS.format(figures=", ".join(others))))


def _of(results: Results, path: str, part: str) -> list[Quantity]:
    """Return the checks that are shown in the row of a part."""
    return [check for check in _at(results, path) if owner(check.name) == part]


def _doubts(results: Results, path: str, part: str) -> Iterator[str]:
    """Say what of a part can be built and shouldn't be."""
    for name, words in UNSUITED.items():
        if owner(name) == part and results.values.get((path, name)) == 0:
            yield f"! {words}"


def of_all(results: Results) -> str:
    """Write what doesn't fit of all tiers together, as racks and their power, as HTML."""
    return _wrongs(results, SITE, _at(results, SITE))


def _at(results: Results, path: str) -> list[Quantity]:
    """Give the checks of a tier, or of the site."""
    found = session.once_a_plan("checks of fit", lambda: list(checks(results)))
    return [check for at, check in found if at == path]


def _failed(results: Results, path: str, those: list[Quantity]) -> list[Quantity]:
    return [check for check in those if results.truth(path, check.name) is False]


def _wrongs(results: Results, path: str, those: list[Quantity]) -> str:
    return "".join(_wrong(results, path, check) for check in _failed(results, path, those))


def _wrong(results: Results, path: str, check: Quantity) -> str:
    """Write what is wrong; what is needed and what there is open their derivation."""
    has, needs = compared(results, path, check)
    needed, there = (door(".".join(at), _figure(results, at, check)) for at in (needs, has))
    words = f"{display.span('✗ ' + MISFITS[check.name])} (needs {needed}, has {there})"
    return f'<div class="bad">{words}</div>'


def _figure(results: Results, at: Address, check: Quantity) -> str:
    value, names = results[at], names_of(check, at[1])
    return names[int(value) - 1] if names and value is not None else shown(results, *at)


def mark_causes(results: Results, path: str) -> None:
    """Mark the counts of a tier that ask for more than there is, and say how many may be."""
    paths = {at: field for field, at in session.reader().addresses.items()}
    why: dict[str, str] = {}
    for check in _failed(results, path, _at(results, path)):
        has, needs = compared(results, path, check)
        counts = [paths[at] for at in _counts(results, needs) if at in paths]
        most = f"at most {shown(results, *has)}" if counts and paths.get(needs) == counts[0] else ""
        why |= {key_of(field, PLACE): most for field in counts}
    mark(why)


def _counts(results: Results, address: Address) -> Iterator[Address]:
    """Give the counts that a count is made of, down to what is stated."""
    if results.item(*address).unit != "1":
        return
    step = results.steps.get(address)
    if step is None:
        yield address
    for operand in results.operands(step) if step else ():
        yield from _counts(results, operand)
