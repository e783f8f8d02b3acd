"""The bandwidth of a tier in each state, compared with the healthy state."""

from __future__ import annotations

from model.answers.ranges import likely
from model.answers.results import WAYS, Results
from model.answers.states import HEALTHY, Flow, State
from model.answers.states import states as states_of
from model.answers.summary import committing_stage
from model.answers.views.view import Column, Entry, Row, View, figure

SAID = {
    "server down": (
        "one server is down: the one whose failure reduces bandwidth most; other servers of its "
        "block serve its targets, if they can"
    ),
    "cable lost": "one server has lost a cable and continues to serve its targets",
    "adapter lost": (
        "one server has lost a host bus adapter with its cables or internal drives; a server with "
        "only one adapter is down"
    ),
    "enclosure module lost": (
        "one enclosure has lost an I/O module (or an array a controller) with its share of the "
        "bandwidth and its cables, and the drives that no other module reaches"
    ),
    "drive rebuilding": "one target is rebuilding a drive, which uses a share of its bandwidth",
    "nearly full": (
        "drives are filled to the fill limit: HDDs write to inner zones; "
        "fragmentation counts only if the scenario states its effect"
    ),
}
"""What each state is, by its name."""
IN_PROPORTION = "in other states the range is in proportion to the expected bandwidth"
NO_TARGET = "no target left"
FIGURES = tuple(
    key for way in WAYS for key in (way, f"{way}_loss", f"striped_{way}", f"striped_{way}_loss")
)
"""The keys of the columns that hold figures."""


def _columns(way: str) -> tuple[Column, ...]:
    name = way.capitalize()
    return (
        Column(name, way, "decimal", scale="rates"),
        Column("Change from healthy", f"{way}_loss", "loss", below=way),
        Column(f"{name}, striped files", f"striped_{way}", "decimal", scale="rates"),
        Column("Change from healthy", f"striped_{way}_loss", "loss", below=f"striped_{way}"),
        Column(f"{name} limited by", f"{way}_limit", "text"),
        Column("Striped files limited by", f"striped_{way}_limit", "text", below=f"{way}_limit"),
    )


def states(results: Results, tier: str) -> View:
    """Return the states of the tier at a path, healthy first; a whole tier has only that."""
    columns = tuple(column for way in WAYS for column in _columns(way))
    rows = tuple(_row(results, tier, state) for state in states_of(results, tier))
    name = tier.rpartition(":")[2]
    return View(f"{name}: expected bandwidth in each state", "State", columns, rows)


def ranges_text(results: Results, tier: str) -> str:
    """Say between what the healthy tier's bandwidths likely are, and those of its other states."""
    found = {way: likely(results, tier, f"{way}_bandwidth") for way in WAYS}
    texts = [f"{way} {text}" for way, text in found.items() if text]
    return f"healthy: {', '.join(texts)}; {IN_PROPORTION}" if texts else ""


def _row(results: Results, tier: str, state: State) -> Row:
    ranges = ranges_text(results, tier) if state.name == HEALTHY else ""
    words = SAID.get(state.name, ""), state.gone, state.unproven, ranges.partition(": ")[2]
    note = "; ".join(filter(None, words))
    entries = (entry for way in WAYS for entry in _flow(results, tier, state, way))
    return Row(state.name, tuple(entries), (note,) if note else (), key=state.path)


def _flow(results: Results, tier: str, state: State, way: str) -> tuple[Entry, ...]:
    """Give the rates of a state one way, for independent and for striped files."""
    flow = state.flows[way]
    healthy = state.name == HEALTHY
    path, prefix = (tier, "") if healthy else (state.path, "degraded_")

    def entry(name: str, *, at_most: bool = False) -> Entry:
        known = (path, name) in results.values
        return figure(results, path, name, at_most=at_most) if known else ""

    return (
        entry(f"{prefix}{way}_bandwidth"),
        "" if healthy else entry(f"{way}_loss"),
        entry(f"{prefix}striped_{way}_bandwidth"),
        "" if healthy else entry(f"striped_{way}_loss"),
        _limit(results, tier, flow, way),
        _striped_limit(flow),
    )


def _limit(results: Results, tier: str, flow: Flow, way: str) -> str:
    """Name the stage that limits what is expected, and that of the upper bound if it is another."""
    if flow.limit is None:
        return NO_TARGET if flow.independent == 0 else "unknown"
    least = committing_stage(results, tier, way)
    is_other = least is not None and least.name != flow.limit.name
    if least is None or not is_other:
        return flow.limit.label
    return f"{least.label} (upper bound: {flow.limit.label})"


def _striped_limit(flow: Flow) -> str:
    """Name the stage that limits files over all targets, where it is another one."""
    first, other = flow.limit, flow.striped_limit
    is_other = other is not None and (first is None or first.name != other.name)
    return f"striped files: {other.label}" if other and is_other else ""
