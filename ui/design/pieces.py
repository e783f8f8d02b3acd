"""The parts of a tier, a row each: what it is, how many, its price, and what doesn't fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import streamlit as st

from model.answers.fits import checks, question
from model.answers.prices import price_of
from model.answers.results import Results
from model.answers.sentences import written
from model.answers.swaps import inside, line_at
from model.design import reshaped
from model.design.services import Service
from model.design.tier import PIECES, Piece
from model.engine.quantity import label
from model.units.figures import show
from ui import session
from ui.design import dialogs, look, own, swap
from ui.fields import Field, Reader, attribute
from ui.inputs import PLACE, inputs

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


def pieces(results: Results, n: int) -> list[str]:
    """Name the parts that a tier has, in the order of the way from the clients to the drives."""
    tier = results.plan.scenario.tiers[n]
    found = [name for name in PIECES if isinstance(getattr(tier, name, None), Piece)]
    given = ["equipment"] if getattr(tier, "equipment", None) else []
    return [*sorted(found, key=ORDER.index), *given]


ORDER = (
    *("network", "servers", "processors", "memory", "cache", "adapters", "cables"),
    *("enclosures", "further_enclosures", "drives", "further_drives"),
)


def counts(reader: Reader, path: str) -> Iterator[Field]:
    """Give the counts of a part that the scenario writes: how many of it there are."""
    for at in reader.addresses:
        if at.rpartition(".")[0] == path and reader.limits(at) is None and reader.iswritten(at):
            yield reader.of(at)


def draw(results: Results, n: int) -> set[str]:
    """Draw a row for each part of a tier; give the fields that are drawn with them."""
    drawn: set[str] = set()
    for name in pieces(results, n):
        wrong = look.lines((f"✗ {one}" for one in misfits(results, n, name)), "bad")
        asked = look.folded("question", unknown(results, n, name))
        is_shared = _is_shared(results, n, name)
        drawn |= row(
            results, f"tiers.{n}.{name}", label(name), wrong + asked, counted=not is_shared
        )
    return drawn


def row(
    results: Results, path: str, role: str, below: str = "", *, counted: bool = True
) -> set[str]:
    """Draw a row for the part at a path, with HTML below its name; give its fields."""
    said = counts(session.reader(), path) if counted else ()
    fields = [replace(field, label=_short(field.label)) for field in said]
    with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small"):
        look.draw(_told(results, path, role) + below)
        inputs(fields, PLACE, WIDE)
        _actions(results, path)
    return {field.path for field in fields} | {f"{path}.part"}


def _short(name: str) -> str:
    """Leave out of a count's name what its row is called: "Per server", "Ports" of the network."""
    _, per, whole = name.partition(" per ")
    first, _, rest = name.partition(" ")
    if per:
        return f"Per {whole}"
    return rest.capitalize() if rest and first in CALLED else name


def _is_shared(results: Results, n: int, name: str) -> bool:
    """Tell whether a tier has a part in the servers of another: it is edited there."""
    from_other = ("servers", "processors", "memory", "network")
    return bool(results.plan.scenario.tiers[n].shares_servers_of) and name in from_other


def _told(results: Results, path: str, role: str) -> str:
    """Write what a part is, how many there are, and what one costs."""
    piece: Piece = attribute(results.plan.scenario, path.split("."))
    catalog = results.plan.catalog
    if piece.part:
        title, figures = catalog.names(piece.part), look.figures(catalog, piece.part)
    else:
        title, figures = piece.name, "" if isinstance(piece, Service) else "own part"
    line = line_at(results, path)
    count = results[line.path, "line_count"] if line else None
    many = "" if count is None else f" \N{MULTIPLICATION SIGN} {show(count, '1')}"
    # Where nobody knows any price, the head says so for all.
    is_said = line and results["site", "known_capital_cost"]
    cost = look.price(price_of(results, line), inside(results, line)) if line and is_said else ""
    said = ", ".join(filter(None, (figures, cost)))
    return (
        f'<div class="role">{look.said(role + many)}</div>'
        f'<b class="name">{look.said(title)}</b><div>{look.said(said, "faint")}</div>'
    )


@cache
def owner(check: str) -> str:
    """Name the part at which a check is said: the one whose beginning is the longest; or none."""
    pairs = ((one, part) for part, those in BEGINNINGS.items() for one in those)
    found = ((len(one), part) for one, part in pairs if check.startswith(one))
    return max(found, default=(0, ""))[1]


def misfits(results: Results, n: int, name: str) -> list[str]:
    """Say what doesn't fit of a part; with no name, of the tier and of none of its parts."""
    return list(_judged(results, n, name, False))


def unknown(results: Results, n: int, name: str) -> list[str]:
    """Say what nobody knows to fit, and what to ask the vendor."""
    beginning = "ask the vendor: "
    return [one.removeprefix(beginning) for one in _judged(results, n, name, None)]


def _judged(results: Results, n: int, name: str, verdict: bool | None) -> Iterator[str]:
    at = dict(results.tiers())[results.plan.scenario.tiers[n].name]
    for path, check in session.once_a_plan("checks of fit", lambda: list(checks(results))):
        if path == at and owner(check.name) == name and results.truth(path, check.name) is verdict:
            yield written(results, question(results, (path, check.name)))


SWAP, OWN, STATED, REMOVE = (
    "Another part from the catalog …",
    "An own part …",
    "Price, watts, weight …",
    "Remove it",
)
CALLED = ("Cache", "Enclosure", "HBA", "Memory", "NIC")
"""How names of counts begin that stand in the row of that part."""
WIDE = 150
"""Pixels of the box of a count."""
OPENS = {SWAP: "swap", OWN: "own", STATED: "stated"}
"""What opens which dialog."""


def _actions(results: Results, path: str) -> None:
    """Draw what can be done with a part."""
    options = [SWAP] * bool(swap.kinds(results, path)) + [OWN] * own.can_be(results, path)
    options += [STATED] + [REMOVE] * (not _is_needed(results, path))
    key = f"change {st.session_state.choice} {path}"
    st.menu_button("Change", options, key=key, on_click=_change, args=(path, key))


def _is_needed(results: Results, path: str) -> bool:
    """Tell whether what a part stands in can't be without it."""
    at, _, name = path.rpartition(".")
    holder = attribute(results.plan.scenario, at.split("."))
    return not isinstance(holder, tuple) and type(holder).model_fields[name].is_required()


def _change(path: str, key: str) -> None:
    chosen = st.session_state[key]
    if chosen in OPENS:
        dialogs.opens(OPENS[chosen], path)
    elif chosen == REMOVE:
        data = session.current().plan.scenario.data
        problems = session.reshape(reshaped.without(data, path))
        st.session_state["refused tiers"] = [problem.what for problem in problems]
