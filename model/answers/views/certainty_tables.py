"""How sure a plan is: quantiles, chances, what swings a figure most, the bands themselves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from model.answers.certainty import LEVELS, Drawn, Interval
from model.answers.ranges import ALL, FIT, LOSS, LOSSES, Chance
from model.answers.results import Results
from model.answers.sensitivity import LESS, Assumption
from model.answers.uncertainty import label_of, uncertain
from model.answers.views.view import Column, Entry, FixedValue, Row, View, figure
from model.engine.quantity import SHARES
from model.engine.tree import Address
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.planning.bands import Banded
from model.units.brief import change, several
from model.units.figures import percent, show
from model.units.words import instance_name

ORIGINS = {"deliveries": "measured systems", "prices": "budget class", "failures": "catalog"}
"""Where bands come from that no field states."""
NEVER = 1e-9
"""Shares of cases below this are none."""
MOST_SWINGS = 12
"""The widest are shown."""


def called(level: float) -> str:
    """Name a quantile: '5 %'."""
    return percent(level)


def quantiles(drawn: Drawn) -> View:
    """Give the quantiles of each figure beside the plan's own."""
    columns = (
        Column("Plan", "planned", tone="strong"),
        *(Column(called(level), f"{level}") for level in LEVELS),
        Column("Below plan in", "below", "chance"),
    )
    rows = tuple(_quantiles(drawn, address) for address in drawn.shown)
    return View("Figures, from low to high", "Figure", columns, rows)


def _quantiles(drawn: Drawn, address: Address) -> Row:
    found, item = drawn.quantiles(address), drawn.results.item(*address)
    is_share, is_loss = item.shown in SHARES, item.name == LOSS
    at = [FixedValue(value, item.unit, is_share=is_share, is_loss=is_loss) for value in found.at]
    entries: tuple[Entry, ...] = (
        figure(drawn.results, *address),
        *at,
        FixedValue(found.below, "1"),
    )
    return Row(name_of(drawn.results, address), entries, remark(drawn, address))


def name_of(results: Results, address: Address) -> str:
    """Name a figure, with what has it where that isn't the site."""
    label, where = results.item(*address).label, instance_name(address[0])
    return label if where == "site" else f"{label} ({where})"


def remark(drawn: Drawn, address: Address) -> tuple[str, ...]:
    """Say what quantiles don't: two peaks, and cases that don't know the figure."""
    texts = []
    found = drawn.peaks(address)
    if found is not None:
        unit = drawn.results.item(*address).unit
        currency = drawn.results.plan.scenario.economics.currency
        at = (found.lower, found.upper, found.valley)
        lower, upper, valley = (show(x, unit, currency=currency) for x in at)
        share = called(found.below)
        texts.append(
            f"two peaks, at {lower} and {upper}: {share} of the samples are below {valley}, and "
            "hardly any near it"
        )
    unknown = drawn.quantiles(address).unknown
    if unknown > NEVER:
        texts.append(f"unknown in {called(unknown)} of the samples, which aren't counted")
    return ("; ".join(texts),) if texts else ()


SEPARATOR = "; "
"""Stands between the notes of a row."""
NOT_COUNTED = "unknown compatibility is not counted"
CHANCES = (
    Column("Required", "required"),
    Column(called(LEVELS[0]), "low"),
    Column(called(LEVELS[2]), "middle"),
    Column(called(LEVELS[-1]), "high"),
    Column("Met in", "met", "chance", tone="strong"),
    Column("Unknown in", "unknown", "chance"),
)


def chances(drawn: Drawn) -> View:
    """Give the share of samples in which each requirement is met, the design fits, and both."""
    rows = tuple(_chance(drawn, one) for one in drawn.chances)
    return View("Chance that requirements are met", "Requirement", CHANCES, rows)


def _chance(drawn: Drawn, one: Chance) -> Row:
    further: tuple[Entry, ...] = ("",) * 4
    title = one.title
    if one.name in REQUIREMENTS:
        requirement, results = REQUIREMENTS[one.name], drawn.results
        title = requirement.subject
        at = drawn.quantiles(requirement.planned).at
        is_share = results.item("site", requirement.required).shown in SHARES
        is_loss = requirement.required in LOSSES
        known = (
            FixedValue(at[n], requirement.unit, is_share=is_share, is_loss=is_loss)
            for n in (0, 2, -1)
        )
        further = (figure(results, "site", requirement.required), *known)
    met: Entry = "unknown" if one.unknown > 1 - NEVER else FixedValue(one.met, "1")
    shares = (met, FixedValue(one.unknown, "1"))
    tone = "strong" if one.name == ALL else "faint" if one.name == FIT and one.unknown else ""
    is_open = one.name == ALL and drawn.chance_met(FIT).unknown > NEVER
    note = (NOT_COUNTED,) if is_open else ()
    return Row(title, (*further, *shares), note, tone=tone)  # type: ignore[arg-type]


SWINGS = (
    Column("At 5 %", "low"),
    Column("At 95 %", "high"),
    Column("Change at 5 %", "low_change", "change", below="low"),
    Column("Change at 95 %", "high_change", "change", below="high"),
)
INDEX = Column("Share of the variance", "total", "text")


def tornado(drawn: Drawn, address: Address, *, indices: bool = False) -> View:
    """Give what each band does to a figure by itself, the widest first."""
    item, planned = drawn.results.item(*address), drawn.results[address]
    in_percent = item.shown in SHARES
    totals = {one.column: one.total for one in drawn.indices(address)} if indices else {}
    rows = []
    for swing in drawn.tornado(address)[:MOST_SWINGS]:
        ends = (swing.low, swing.high)
        changes = (None if end is None or not planned else end / planned - 1 for end in ends)
        of = totals.get(swing.column)
        last = (within(of) if of else "",) if indices else ()
        figures = (FixedValue(end, item.unit, is_share=in_percent) for end in ends)
        entries = (*figures, *(FixedValue(x, "1") for x in changes), *last)
        rows.append(Row(label_of(swing.column), entries))
    columns = (*SWINGS, *[INDEX] * indices)
    title = f"Effect of each range on {name_of(drawn.results, address)}"
    return View(title + widest(drawn, address), "Range", columns, tuple(rows))


def widest(drawn: Drawn, address: Address) -> str:
    """Say of how many ranges the widest are shown, where there are more."""
    return _of_all(len(drawn.tornado(address)), "widest", "ranges")


def _of_all(count: int, first: str, those: str) -> str:
    return f" ({MOST_SWINGS} {first} of {count} {those})" if count > MOST_SWINGS else ""


def within(share: Interval) -> str:
    """Write a share of variance with its interval: '83 % (75 to 92 %)'."""
    at, low, high = share
    if at is None:
        return ""
    ends = "" if low is None or high is None else f" ({100 * low:.0f} to {percent(high)})"
    return f"{percent(at)}{ends}"


BANDS = (
    Column("Plan", "planned"),
    Column("5 %", "low"),
    Column("50 %", "middle", tone="strong"),
    Column("95 %", "high"),
    Column("Varies with", "column", "text"),
    Column("Evidence", "because", "text"),
)


def bands(results: Results) -> View:
    """Give the bands of a plan at their quantiles, with what they rest on."""
    found = uncertain(results)
    rows = tuple(_band(results, found, one) for one in found)
    return View("Uncertainty ranges", "Figure", BANDS, rows)


def _band(results: Results, bands: Sequence[Banded], one: Banded) -> Row:
    low, middle, high = one.law.at(np.array([LEVELS[0], 0.5, LEVELS[-1]]))
    path, name = one.addresses[0]
    in_percent = results.item(path, name).shown in SHARES
    ends = (float(value) for value in (low, middle, high))
    figures = [FixedValue(value, one.unit, is_share=in_percent) for value in ends]
    label = (
        _of_price(results, bands, one) if one.origin == "prices" else name_of(results, (path, name))
    )
    alike = sum(other.column == one.column for other in bands)
    moves = " and ".join(map(label_of, one.columns)) if alike > 1 or one.common else ""
    rests = one.because or ("the scenario" if one.origin == "scenario" else ORIGINS[one.origin])
    own = figure(results, path, name)
    planned = FixedValue(results[path, name], one.unit) if one.unit.startswith("currency/") else own
    return Row(label, (planned, *figures, moves, rests))


def _of_price(results: Results, bands: Sequence[Banded], one: Banded) -> str:
    """Name a price; where several tiers have such a part, with its tier."""
    if sum(other.called == one.called for other in bands) == 1:
        return one.called
    tiers = {line.path: line.tier for line in results.plan.lines}
    return f"{one.called} ({tiers[one.addresses[0][0]]})"


LACKING = (
    Column("Plan", "planned"),
    Column(f"{percent(1 - LESS)} less of it", "effect", "text"),
    Column("Evidence", "known", "text"),
)


def without(drawn: Drawn) -> View:
    """Return the unconfirmed figures without a range, those with the largest effect first."""
    rows = tuple(_without(drawn.results, one) for one in drawn.without_band[:MOST_SWINGS])
    title = "Significant figures without an uncertainty range"
    title += _of_all(len(drawn.without_band), "most influential", "figures")
    return View(title, "Figure", LACKING, rows)


def _without(results: Results, one: Assumption) -> Row:
    effects = ", ".join(f"{words} {change(share)}" for words, share in one.effects.items())
    known = one.provenance.because or one.provenance.source or one.provenance.status
    entries = (figure(results, *one.address), effects, known)
    return Row(name_of(results, one.address), entries)


def counted(drawn: Drawn) -> str:
    """Say what was drawn, and what was not."""
    few = len(drawn.columns)
    varied = "1 range is varied" if few == 1 else f"{few} ranges are varied"
    lacking = len(drawn.without_band)
    of_them = f"{several(lacking, 'assumed or estimated figure')}"
    more = f"; {of_them} {'has' if lacking == 1 else 'have'} no range" * bool(lacking)
    return f"{drawn.procedure}; {varied}, other values are as planned{more}"
