"""The parts of a tier, a row each: what it is, how many, its price, and what doesn't fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import streamlit as st

from model.answers.brief import PORT, RATES, SIZES, Brief
from model.answers.prices import owned_text, price_of
from model.answers.results import Results
from model.answers.swaps import inside, line_at
from model.design import tier_edits
from model.design.equipment import PIECES
from model.design.piece import Piece
from model.design.services import Service
from model.planning.racks import DRIVES_BESIDE
from model.planning.supply import Line
from model.units.figures import show
from model.units.words import label
from report.web.html import door
from ui.base.elements import shown
from ui.base.fields import Field, Reader, attribute
from ui.base.work import work
from ui.design import compatibility, dialogs, display, own_part, part_swap, server_rate
from ui.forms.inputs import PLACE, inputs
from ui.state import session


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
    stated = reader.scenario.written_at(path)
    for at in reader.within.get(path, ()) if isinstance(stated, dict) else ():
        if stated.get(at.rpartition(".")[2]) is not None and reader.limits(at) is None:
            yield reader.of(at)


def draw(results: Results, n: int) -> set[str]:
    """Draw a row for each part of a tier; give the fields that are drawn with them."""
    drawn: set[str] = set()
    at = dict(results.tiers())[results.plan.scenario.tiers[n].name]
    for name in pieces(results, n):
        below = compatibility.of_part(results, at, name)
        is_shared = _is_shared(results, n, name)
        ask = partial(_below, results, n, name)
        path = f"tiers.{n}.{name}"
        drawn |= row(results, path, label(name), below, ask, counted=not is_shared)
    tier = results.plan.scenario.tiers[n].built
    lines = {one.path: one for one in results.plan.lines}
    for m, of in enumerate(tier.target.drives_beside if tier else (), 1):
        if line := lines.get(f"{at}/lines:{DRIVES_BESIDE} {m}"):
            _beside(results, line, of.vdevs)
    compatibility.mark_causes(results, at)
    return drawn


def _beside(results: Results, line: Line, vdevs: str) -> None:
    """Draw a row for drives of special, log and cache vdevs: the layout says how many there are."""
    title = results.plan.catalog.names(line.part) if line.part else line.name
    cost = _cost(results, line) if results["site", "known_capital_cost"] else ""
    with st.container(border=True, gap="xsmall"):
        display.draw(
            f'<div class="role">{display.span(f"Drives of {vdevs}")}{_many(results, line)}</div>'
            f'<b class="name">{display.span(title)}</b><div class="faint">{cost}</div>'
        )


def _below(results: Results, n: int, name: str) -> None:
    """Draw what stands below the row of a part of a tier."""
    if name == "servers" and not _is_shared(results, n, name):
        server_rate.draw(results, n)
    compatibility.ask(results, dict(results.tiers())[results.plan.scenario.tiers[n].name], name)


def row(
    results: Results,
    path: str,
    role: str,
    below: str = "",
    ask: Callable[[], None] | None = None,
    *,
    counted: bool = True,
) -> set[str]:
    """Draw a row for the part at a path, with HTML below its name; give its fields.

    What is to `ask` of it is drawn below.
    """
    counted_fields = counts(session.reader(), path) if counted else ()
    fields = [replace(field, label=_short(field.label)) for field in counted_fields]
    with st.container(border=True, gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            display.draw(_description(results, path, role) + below)
            inputs(fields, PLACE, WIDE)
            _actions(results, path)
        if ask is not None:
            ask()
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


def _description(results: Results, path: str, role: str) -> str:
    """Write what a part is, how many there are, and what one costs."""
    piece: Piece = attribute(results.plan.scenario, path.split("."))
    catalog, figures = results.plan.catalog, []
    title = catalog.names(piece.part) if piece.part else piece.name
    if piece.part:
        found = display.figures(catalog, piece.part)
        figures = [_figure(results, path, piece.part, one) for one in found]
    elif not isinstance(piece, Service):
        figures = ["own part", *_own_figures(results, path, piece)]
    line = line_at(results, path)
    # Where nobody knows any price, the head says so for all.
    cost = _cost(results, line) if line and results["site", "known_capital_cost"] else ""
    details = ", ".join(filter(None, (*figures, cost)))
    return (
        f'<div class="role">{display.span(role)}{_many(results, line)}{_owned(results, line)}</div>'
        f'<b class="name">{display.span(title)}</b><div class="faint">{details}</div>'
    )


def _figure(results: Results, path: str, part: str, found: Brief) -> str:
    """Write a figure of a part; one that the plan counts with opens its datasheet."""
    *_, n, role = path.split(".")
    tiers = results.plan.scenario.tiers
    at = dict(results.tiers())[tiers[int(n)].name] if n.isdigit() else "site"
    names: dict[tuple[str, str, str], str] = session.once_a_plan("parts", _names_of_figures)
    name = names.get((at, part, found.name), PORTS * (found.name == PORT and role == "network"))
    is_there = results.values.get((at, name)) == found.value
    return door(f"{at}.{name}", str(found)) if is_there else display.span(str(found))


def _own_figures(results: Results, path: str, piece: Piece) -> Iterator[str]:
    """Write how large and how fast an own part is said to be."""
    addresses = session.reader().addresses
    for field, given, _ in piece.in_place():
        at = addresses.get(f"{path}.{field}")
        if at is not None and given.figure in TOLD:
            yield door(".".join(at), shown(results, *at))


TOLD = {*SIZES.values(), *RATES.values()}
"""The figures that say how large and how fast a part is."""
PORTS = "nic_port_bandwidth"
"""What the rate of a port is called in a plan."""


def _names_of_figures() -> dict[tuple[str, str, str], str]:
    """Name the figures of the plan by where they are, and by the part and its figure."""
    known = session.current().plan.provenance.items()
    return {(path, one.part, one.figure): name for (path, name), one in known if one.part}


def _many(results: Results, line: Line | None) -> str:
    """Write how many there are, and how many of the same piece stand elsewhere, as spares."""
    if line is None or results[line.path, "line_count"] is None:
        return ""
    beside = [one for one in results.plan.lines if one.follows == line.path]
    words = [f" \N{MULTIPLICATION SIGN} {_count(results, line)}"]
    words += (
        f"{_count(results, one)} {display.span(_called(one, count))}"
        for one in beside
        if (count := results[one.path, "line_count"])
    )
    return f'<span class="many">{" + ".join(words)}</span>'


def _owned(results: Results, line: Line | None) -> str:
    """Mark what is already owned, and how much of it."""
    words = owned_text(results, line) if line is not None else ""
    return f' <span class="chip none">{display.span(words)}</span>' if words else ""


def _called(line: Line, count: float) -> str:
    """Say what pieces of the same part are there for; a role is called as many of them are."""
    words = label(line.role).lower()
    return words.removesuffix("s") if count == 1 else words


def _count(results: Results, line: Line) -> str:
    return door(f"{line.path}.line_count", show(results[line.path, "line_count"], "1"))


def _cost(results: Results, line: Line) -> str:
    """Write what one costs; a price opens where it is from."""
    found = price_of(results, line)
    words = display.price(found, inside(results, line))
    if found is None:
        return display.span(words)
    amount, kind, known = words.partition(" (")
    return door(f"{line.path}.unit_price", amount) + display.span(kind + known)


SWAP, OWN, STATED, REMOVE = (
    "Another part from the catalog …",
    "Custom part …",
    "Price, power, weight …",
    "Remove",
)
CALLED = ("Cache", "Enclosure", "HBA", "Memory", "NIC")
"""How names of counts begin that stand in the row of that part."""
WIDE = 150
"""Pixels of the box of a count."""
OPENS = {SWAP: "swap", OWN: "own", STATED: "stated"}
"""What opens which dialog."""


def _actions(results: Results, path: str) -> None:
    """Draw what can be done with a part."""
    options = [SWAP] * bool(part_swap.kinds(results, path)) + [OWN] * own_part.can_be(results, path)
    options += [STATED] + [REMOVE] * (not _is_needed(results, path))
    key = f"change {work().choice} {path}"
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
        problems = session.reshape(tier_edits.without(data, path))
        st.session_state[compatibility.REFUSED] = [problem.what for problem in problems]
