"""Results of a search as tables: designs, and their choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter

from model.answers.ranges import BANDWIDTHS, likely, likely_sentence
from model.answers.views.view import Column, Entry, FixedValue, Row, View, figure
from model.search.answers import Alternative, Price, Reason
from model.search.options import Option, names_of
from model.search.phases import Phased
from model.search.search import Design, SearchResult
from model.search.spaces import COST
from model.units.brief import several
from model.units.figures import percent, show

PROCEDURE = "model/search"
"""Module of the procedure that finds the designs."""
BEST = "Best"
SEVERAL = "No single requirement is the obstacle: the others exclude all designs even without it"
"""Text if dropping a single requirement is not sufficient."""
MOST_REFUSED = 12
"""Maximum number of impossible options listed with their reasons."""


def procedure_text(result: SearchResult) -> str:
    """Return the procedure, the number of designs, and the certainty of the result."""
    sure = "proven" if result.proven else "not proven"
    return (
        f"Procedure: {PROCEDURE}, {_way(result.aim.sense)} {result.label(result.aim.name).lower()} "
        f"of {several(result.choosing.designs, 'design')}, {sure}"
    )


def sentence(result: SearchResult) -> str:
    """Return a sentence on the result and its certainty."""
    if result.stopped and not result.choosing.structures:
        return "Stopped while the options were being planned; no design was evaluated"
    designs = several(result.choosing.designs, "design")
    name = result.aim.name.replace("_", " ")
    if result.best is None:
        sure = "none" if result.proven else "none of those evaluated"
        return f"{designs}: {sure} meets all requirements"
    figure = written(result, result.aim.name, result.figure)
    if result.proven:
        return f"{designs}: the {_way(result.aim.sense)} {name} is {figure}, proven"
    return f"{designs}: the {_way(result.aim.sense)} {name} found is {figure}, {_gap(result.gap)}"


def _way(sense: float) -> str:
    return "lowest" if sense > 0 else "highest"


def _gap(gap: float | None) -> str:
    """Return how far from the best the best known design may be."""
    if gap is None:
        return "not proven; how much better another could be is unknown"
    return f"not proven; another could be at most {percent(gap, 1)} better"


def written(result: SearchResult, name: str, value: float | None, *, binary: bool = False) -> str:
    """Format a figure of the site with its unit; bytes in the chosen base."""
    currency, unit = result.choosing.scenario.economics.currency, result.unit(name)
    return show(value, unit, binary=binary and unit == "byte", currency=currency)


def sentence_of_phases(result: Phased) -> str:
    """Return a sentence on the best purchase in phases and its certainty."""
    if result.results is None:
        if result.stopped:
            return "Stopped before a purchase was found that meets all requirements"
        sure = "no purchase meets" if result.proven else "no purchase was found that meets"
        choices = ", or ".join(
            f"at least {show(least, 'currency', currency=result.currency)} "
            f"for {name or 'all phases'}"
            for name, least in result.budget_needed.items()
        )
        least = f"; with the other budgets unchanged, {choices} would be needed"
        return f"{sure} all requirements in these phases{least if choices else ''}"
    book = result.results.plan.root.book
    name = result.aim.name
    figure = show(result.figure, book[name].unit, currency=result.currency)
    paid = " (at the prices of each phase)" if name == COST[1] else ""
    head = (
        f"{several(result.designs, 'design')} for each phase: the {_way(result.aim.sense)} "
        f"{book[name].label.lower()}"
    )
    if result.proven:
        return f"{head}{paid} is {figure}, proven"
    return f"{head} found{paid} is {figure}, {_gap(result.gap)}"


def _as_written(_: str, field: str, option: Option) -> str:
    return f"{field} {option.label}"


def bought(result: Phased, told: Callable[[str, str, Option], str] = _as_written) -> View:
    """Return the purchase of each phase; `told` formats a choice: tier, field, option."""
    columns = (Column("Tier", "tier", "text"), Column("Choice", "choices", "text"))
    rows = []
    for phase in result.phases:
        for one in phase.bought:
            chosen = "; ".join(told(one.tier, *each) for each in one.options.items())
            rows.append(Row(phase.name, (one.tier, chosen)))
        if not phase.bought:
            rows.append(Row(phase.name, ("—", "nothing")))
    return View("Purchases per phase", "Phase", columns, tuple(rows))


def by_phase(result: Phased) -> View:
    """Return the cost of each phase, and the figures after it against the required ones."""
    assert result.results is not None
    book = result.results.plan.root.book
    has_budgets = any(phase.budget is not None for phase in result.phases)
    columns = [Column("Price", "price")] + [Column("Budget", "budget")] * has_budgets
    for name in result.phases[0].there:
        columns += [Column(book[name].label, name), Column("Required by then", f"{name} needed")]
    rows = []
    for phase in result.phases:
        entries: list[Entry] = [FixedValue(phase.cost, "currency")]
        if has_budgets:
            entries.append("—" if phase.budget is None else FixedValue(phase.budget, "currency"))
        for name, there in phase.there.items():
            entries += [FixedValue(x, book[name].unit) for x in (there, phase.needed[name])]
        rows.append(Row(phase.name, tuple(entries)))
    return View("After each phase", "Phase", tuple(columns), tuple(rows))


def named(result: SearchResult, design: Design) -> dict[str, str]:
    """Return the options of a design by path, each by what tells it from the others."""
    names = {one.path: names_of(one.options) for one in result.choosing.choices}
    return {path: names[path].get(label, label) for path, label in design.choices.items()}


def excluded(result: SearchResult) -> View:
    """Return the number of designs that each requirement or incompatibility excludes."""
    estimated = any(one.estimated for one in result.excluded)
    counted = "estimated from a sample; " if estimated else ""
    title = f"Excluded designs by reason ({counted}a design can have several)"
    rows = (Row(one.by, (FixedValue(round(one.designs), "1"),)) for one in result.excluded)
    return View(title, "Excluded by", (Column("Designs", "designs"),), tuple(rows))


def refused(result: SearchResult, told: Callable[[Option], str] = attrgetter("label")) -> View:
    """Return the impossible options, formatted by `told`, with their reasons."""
    choices = result.choosing.choices
    rows = []
    reasons = result.choosing.refused
    for one in reasons[:MOST_REFUSED]:
        picked = zip(one.choices, one.options, strict=True)
        named = ", ".join(told(choices[choice].options[option]) for choice, option in picked)
        rows.append(Row(named, (one.why,)))
    if len(reasons) > MOST_REFUSED:
        rows.append(Row(f"and {len(reasons) - MOST_REFUSED:,} more", ("",)))
    return View("Impossible options", "Option", (Column("Reason", "why", "text"),), tuple(rows))


def obstacles(reasons: Sequence[Reason]) -> View:
    """Return the reachable values of single requirements, if no design is valid.

    None: several of them together are the obstacle.
    """
    columns = (Column("Required", "asked"), Column("Possible, if only this changes", "reached"))
    rows = (
        Row(one.what, (FixedValue(one.needed, one.unit), FixedValue(one.figure, one.unit)))
        for one in reasons
        if one.figure is not None
    )
    return View("Feasible requirements", "Requirement", columns, tuple(rows))


def waiting(result: SearchResult, waits: str) -> str:
    """Return the inputs that an unknown objective requires."""
    return f"{result.label(result.aim.name)} is unknown for all designs; missing: {waits}"


def prices(result: SearchResult, marginal_prices: Sequence[Price]) -> View:
    """Return the effects of a 5 % increase of each requirement."""
    name = result.label(result.aim.name)
    head = f"Change of {name[:1].lower()}{name[1:]}"
    rows = (
        Row(
            one.what, ("no design meets it" if one.change is None else FixedValue(one.change, "1"),)
        )
        for one in marginal_prices
    )
    column = Column(head, "change", "change")
    return View("Cost of requirements", "Requirement, 5 % higher", (column,), tuple(rows))


def designs(
    result: SearchResult,
    others: Sequence[Alternative] = (),
    front: Sequence[Design] = (),
    along: str = "",
    priced: Sequence[Price] = (),
) -> tuple[View, ...]:
    """Return the best design, its alternatives and those of a front, with their choices.

    They are followed by the costs of requirements, and the limits that exclude other designs.

    The best design is that of the displayed results, so that its figures are live.
    """
    if result.best is None:
        return ()
    near = {f"Alternative {n}": one.design for n, one in enumerate(others, 1)}
    gaps = {f"Alternative {n}": one.gap for n, one in enumerate(others, 1)}
    edge = {f"Front {n}": one for n, one in enumerate(front, 1)}
    title = f"No design is better in both: {result.label(result.aim.name)}"
    views = [_figures("Best design and alternatives", result, {BEST: result.best, **near}, gaps)]
    views += [_choices(result, "Choices", {BEST: result.best, **near})]
    if edge:
        views.append(_figures(f"{title} and {result.label(along)}", result, edge, {}))
        views.append(_choices(result, "Choices of the front", edge))
    return tuple(one for one in (*views, prices(result, priced), excluded(result)) if one.rows)


def _figures(
    title: str, result: SearchResult, shown: dict[str, Design], gaps: dict[str, float]
) -> View:
    assert result.best is not None
    names = list(result.best.figures)
    columns: list[Column] = []
    for name in names:
        columns.append(Column(result.label(name), name))
        if name in BANDWIDTHS:
            head = f"{result.label(name)}: range"
            columns.append(Column(head, f"{name} range", "text", below=name))
    gap = [Column("Worse by", "gap", "percent")] * bool(gaps)
    rows = []
    for called, design in shown.items():
        entries = [one for name in names for one in _entries(result, design, name)]
        entries += [FixedValue(gaps.get(called, 0.0), "1")] * bool(gaps)
        rows.append(Row(called, tuple(entries), tone="strong" if called == BEST else ""))
    return View(title, "Design", (*columns, *gap), tuple(rows))


def _entries(result: SearchResult, design: Design, name: str) -> Iterator[Entry]:
    """Give a figure of a design; a bandwidth with its range."""
    is_best = design is result.best
    yield (
        figure(design.results, "site", name)
        if is_best
        else FixedValue(design.figures[name], result.unit(name))
    )
    if name in BANDWIDTHS:
        of = likely_sentence if is_best else likely
        yield of(design.results, "site", name)


def _choices(result: SearchResult, title: str, shown: dict[str, Design]) -> View:
    columns = tuple(Column(called, called, "text") for called in shown)
    options = [named(result, design) for design in shown.values()]
    rows = (Row(path, tuple(one[path] for one in options)) for path in options[0])
    return View(title, "Field", columns, tuple(rows))
