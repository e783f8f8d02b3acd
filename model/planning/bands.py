"""Conversion of a scenario's uncertainty ranges to distributions of inputs.

Ranges of the scenario take precedence over that of a budget class for a price. Prices estimated by
the same class are correlated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Literal, cast

import numpy as np

from model.design.bands import Band
from model.design.limits import Bounds, bounds
from model.design.tier import Tier
from model.engine.quantity import Input
from model.engine.tree import Address, Instance
from model.errors import Problem
from model.formulas.chain.stage_efficiencies import WIRES, own
from model.formulas.time_and_money.requirements import TARGET
from model.parts.field_failures import field_rate
from model.parts.price_ages import age_of_kind
from model.planning.availability import BOUND, default_of, support_of
from model.planning.efficiencies import is_server_known
from model.planning.prices.layers import rate_of
from model.planning.prices.prices import ASSUMED
from model.planning.supply import Supply
from model.procedures.draws import Factor, Law, Listed, SharedLaw, Triangle, TwoPiece, Vector
from model.provenance import Provenance
from model.reading.fields import Figure as Limits
from model.records import dataclass
from model.units.figures import UnitError, parse, parse_money

LINKS = "wires_delivery"
SHARED = "delivery_factor"
"""The common efficiency; if it is entered, the efficiencies of stages don't vary."""


@dataclass(frozen=True, slots=True)
class Banded:
    """Inputs with an uncertainty distribution; those of the same `column` are correlated."""

    called: str
    """Name: the path of its field, or a description."""
    column: str
    addresses: tuple[Address, ...]
    unit: str
    law: Law
    origin: Literal["scenario", "deliveries", "prices", "failures"]
    because: str = ""
    is_count: bool = False
    common: str = ""
    """Column of the part that it has in common with inputs of other columns; a law of both."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it is drawn by."""
        return (self.column, self.common) if self.common else (self.column,)

    def drawn(self, levels: Mapping[str, Vector]) -> Vector:
        """Return the figures at the levels of its columns, where any has them; else at medians."""
        if not self.common:
            return self.law.at(levels[self.column])
        middle = np.full_like(next(levels[one] for one in self.columns if one in levels), 0.5)
        law = cast("SharedLaw", self.law)
        return law.jointly(*(levels.get(column, middle) for column in self.columns))


def banded(
    supply: Supply, instances: Mapping[str, Instance], known: Mapping[Address, Provenance]
) -> tuple[tuple[Banded, ...], tuple[Banded, ...]]:
    """Return the uncertain inputs of a tree, and its uncertain failures; report invalid ranges.

    The first are those by the scenario's ranges, and failures where a requirement depends on them.
    """
    bands = supply.scenario.bands
    ranges = list(_stated(supply, instances, known)) if bands else []
    covered = {address for one in ranges for address in one.addresses}
    more = _estimated(supply, instances) if bands is None or bands.prices else ()
    ranges += [one for one in more if covered.isdisjoint(one.addresses)]
    root = instances[SITE]
    failing = _failing(supply, root, known) if bands is None or bands.failures else ()
    failures = [one for one in failing if covered.isdisjoint(one.addresses)]
    if any(f"{name}{end}" in root.book for name in OF_FAILURES for end in ("", TARGET)):
        ranges += failures
    return tuple(ranges), tuple(failures)


def _stated(
    supply: Supply, instances: Mapping[str, Instance], known: Mapping[Address, Provenance]
) -> Iterator[Banded]:
    assert supply.scenario.bands is not None
    given = defaultdict(list)
    for (path, name), at in supply.fields.items():
        if path in instances and name in instances[path].book:
            given[at].append((path, name))
    for field, entered in supply.scenario.bands.figures():
        try:
            yield _of_field(supply, instances, known, field, entered, given.get(field, []))
        except _WrongBandError as wrong:
            place = supply.scenario.place(("bands", field, *wrong.keys))
            at = ".".join(("bands", field, *wrong.keys))
            supply.problems.append(Problem(place, at, wrong.what))


class _WrongBandError(ValueError):
    """A range is not valid for its field; contains the affected keys of the range."""

    def __init__(self, what: str, *keys: str) -> None:
        super().__init__(what)
        self.what, self.keys = what, keys


def _of_field(
    supply: Supply,
    instances: Mapping[str, Instance],
    known: Mapping[Address, Provenance],
    field: str,
    band: Band,
    given: list[Address],
) -> Banded:
    if not given:
        raise _WrongBandError(_no_figure(supply, known, field))
    if any(name == SHARED and (path, name) not in known for path, name in given):
        raise _WrongBandError(
            "without this share, each stage has its own efficiency: enter it along with its "
            "range, or write ranges of single 'deliveries'"
        )
    if any(_is_idle_share(supply, known, *at) for at in given):
        raise _WrongBandError(
            "links of servers of known bandwidth have the efficiency 'wires': enter this share "
            "along with its range"
        )
    path, name = given[0]
    item = instances[path].book[name]
    figures = [instances[at].inputs.get(name) for at, name in given]
    addresses = [at for at, figure in zip(given, figures, strict=True) if figure == figures[0]]
    limits = bounds().get(name, Bounds())
    is_count = limits.whole or (isinstance(item, Input) and item.whole)
    law = _law(supply, band, item.unit, limits, whole=is_count)
    source = supply.scenario.sources.get(band.source)
    because = "; ".join(filter(None, (band.because, source.title if source else band.source)))
    column = band.group or field
    at = tuple(addresses)
    return Banded(field, column, at, item.unit, law, "scenario", because, is_count)


def _no_figure(supply: Supply, known: Mapping[Address, Provenance], field: str) -> str:
    """Return the reason why a field is not an uncertain figure."""
    fields = set(supply.fields.values())
    if field in fields:
        return "this plan doesn't use this figure: leave the range out"
    if field and field in {one.field for one in known.values()}:
        return "it determines what is built: compare designs with other values instead"
    from model.reading.complaints import meant  # slow to import, and needed only for errors

    near = meant(field, fields)
    hint = f" (did you mean '{near}'?)" if near else ": write the path of a field"
    return f"the scenario has no figure there{hint}"


def _law(supply: Supply, band: Band, unit: str, limits: Bounds, *, whole: bool) -> Law:
    """Parse a range in the unit of its figure."""

    def figure(key: str, written: object) -> float:
        try:
            figure_value = _figure(supply, written, unit)
        except UnitError as wrong:
            raise _WrongBandError(str(wrong), key) from None
        bounds = Limits(unit, limits.least, limits.most, limits.above)
        if refused := bounds.refused(figure_value, written):
            raise _WrongBandError(refused, key)
        return figure_value

    if band.values is not None:
        values = sorted(figure("values", written) for written in band.values)
        if whole and any(value % 1 for value in values):
            raise _WrongBandError("this is a count: write whole numbers", "values")
        return Listed(tuple(values))
    if whole:
        raise _WrongBandError(
            "this is a count: write the 'values' that it may have, as in [10, 12]"
        )
    if band.spread is not None:
        median = figure("median", band.median)
        if not median > 0:
            raise _WrongBandError("must be above 0, to be off by a factor", "median")
        return Factor(median, band.spread, max(limits.least, 0.0), limits.most)
    law = Triangle(*(figure(key, getattr(band, key)) for key in ("low", "likely", "high")))
    if not law.low <= law.likely <= law.high:
        raise _WrongBandError("must rise from 'low' over 'likely' to 'high'")
    return law


def _figure(supply: Supply, written: object, unit: str) -> float:
    if not unit.startswith("currency"):
        return parse(written, unit)  # type: ignore[arg-type]  # refuses what is no figure
    amount, currency = parse_money(written, unit)  # type: ignore[arg-type]
    economics = supply.scenario.economics
    rate = rate_of(economics, currency)
    if rate is None:
        raise UnitError(
            f"this is in {currency}, but the scenario counts in {economics.currency}: write it in "
            f"{economics.currency}, or a rate in 'economics.exchange'"
        )
    return amount * rate


_LINK_OF = {own(stage, way).name: stage for stage in WIRES for way in ("", "read", "write")}


def _is_idle_share(
    supply: Supply, known: Mapping[Address, Provenance], path: str, name: str
) -> bool:
    """Whether a share that nobody states is of a link beside a server whose rate is known."""
    entered = known.get((path, name))
    if name not in _LINK_OF or (entered is not None and entered.field):
        return False
    tiers = (tier for tier in supply.scenario.tiers if isinstance(tier, Tier))
    return any(
        tier.name == path.rpartition(":")[2]
        and _is_beside_known_server(tier, path, _LINK_OF[name], known)
        for tier in tiers
    )


def _is_beside_known_server(
    tier: Tier, path: str, stage: str, known: Mapping[Address, Provenance]
) -> bool:
    """Whether a link delivers what links do whose server is known, not a share of its own."""
    return stage in WIRES and (path, LINKS) in known and is_server_known(tier)


def _estimated(supply: Supply, instances: Mapping[str, Instance]) -> Iterator[Banded]:
    """Return the ranges of prices: estimated, assumed, and public ones.

    The planned price is the median of its range, so that half of the draws are below it.
    Estimates of a class, and public prices of one kind of part, are correlated; assumed prices
    vary independently.
    """
    names = {line.path: line.name for line in supply.lines}
    for line in supply.lines:
        price = instances[line.path].inputs.get("unit_price")
        best = supply.prices[line.path].first()
        if not price or best is None or not best.has_range:
            continue
        law = TwoPiece(best.low_share * price, price, best.high_share * price)
        called, at = f"price of {line.name}", ((line.path, "unit_price"),)
        if best.layer.is_estimate:
            column = f"prices: {best.source.partition(':')[0]}"
        elif best.confidence == ASSUMED:
            column = f"price of {names.get(line.follows, line.name)}"
        else:
            column = f"prices: {age_of_kind(line.kind).title}"
        because = best.range_because or best.source or best.note
        yield Banded(called, column, at, "currency", law, "prices", because)


SITE = "site"
RATE = "drive_failure_rate"
QUARTER = 0.25
"""The power of the ratio of a band's ends that is one step of its spread: they are two away."""
OF_FAILURES = ("required_availability", "required_loss")
"""Requirements, and their targets, whose verdict failure rates decide on."""


def _failing(
    supply: Supply, root: Instance, known: Mapping[Address, Provenance]
) -> Iterator[Banded]:
    """Return the ranges of failure rates and repair times of the catalog."""
    support = support_of(supply.scenario)
    for field, (name, unit) in BOUND.items():
        source = known.get((SITE, name))
        if name in root.inputs and source is not None and source.status == "default":
            found = default_of(field, support)
            law = Factor(found.value, (found.high / found.low) ** QUARTER, found.low, found.high)
            title = root.book[name].label
            at = ((SITE, name),)
            yield Banded(title, f"failures: {name}", at, unit, law, "failures", found.because)
    yield from _failing_drives(supply, known)


def _failing_drives(supply: Supply, known: Mapping[Address, Provenance]) -> Iterator[Banded]:
    """Return the ranges of the failure rates of drives: least to most in the field."""
    for tier in supply.scenario.tiers:
        if not isinstance(tier, Tier):
            continue
        at = (f"{SITE}/{'tiers' if tier.holds == 'data' else 'metadata'}:{tier.name}", RATE)
        seen = field_rate(tier.drives.part, supply.kind(tier.drives))
        if seen is None or at not in known or known[at].field or not 0 < seen.low < seen.high:
            continue
        law = Factor(seen.rate, (seen.high / seen.low) ** QUARTER, seen.low, seen.high)
        column = f"failures of {tier.drives.part or supply.kind(tier.drives)}"
        yield Banded(
            f"{tier.name}: failure rate of drives", column, (at,), "1", law, "failures", seen.text
        )
