"""Ranges of bandwidths, risks and of the purchase, and how often requirements are met.

They are the 5 and 95 % quantiles, and the shares, of the samples that certainty is judged by: the
same draws for every plan and place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from model.answers.losses import NEGLIGIBLE, RARELY, chance_of_loss, years_of
from model.answers.results import WAYS, Results
from model.answers.sampling import Samples, axes_at, columns_of
from model.answers.sentences import Sentence, Unchanged
from model.answers.uncertainty import SPREADS, of_tier, uncertain
from model.engine.quantity import SHARES
from model.engine.tree import Address
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.planning.bands import Banded
from model.procedures.draws import levels
from model.records import NamedTuple
from model.units.brief import about, share
from model.units.figures import percent, show

DRAWS, SEED = 512, 0
"""As certainty is sampled unless one asks for others."""
LOW, HIGH = 0.05, 0.95
"""Levels of the ends of a range."""
COMMITTED = tuple(f"committed_{way}" for way in WAYS)
"""Tags of the rates that stages are expected to deliver."""
STALE = "not recalculated"
"""What a sheet says that was changed after the draws."""
SERVERS = "working_servers", "serving_servers"
BANDWIDTHS = tuple(f"{way}_bandwidth" for way in WAYS)
LOSS = "loss_probability"
LOSSES = (LOSS, "required_loss", "required_loss_target")
"""Probabilities of loss, planned and required."""
LOST, OUTAGE = "expected_bytes_lost", "yearly_outage"
TIME_TO_LOSS = "mean_time_to_data_loss"
RISKS = LOSS, LOST, "availability", OUTAGE
PURCHASE: Address = ("site", "capital_cost")
GROSS: Address = ("site", "gross_capital_cost")
ALL, FIT = "all", "fit"
"""What the chance of all requirements together is called, and that the design fits."""
FITS = "Parts are compatible"


class Range(NamedTuple):
    """The ends of a 90 % range, in base units."""

    low: float
    high: float


class Chance(NamedTuple):
    """The shares of samples in which something is met, and in which that is unknown."""

    name: str
    title: str
    met: float
    unknown: float

    @property
    def most(self) -> float:
        """The share in which it may be met: all but those in which it is missed."""
        return self.met + self.unknown

    @property
    def text(self) -> str:
        """The share as text, a range where some samples are unknown; empty where all are."""
        if self.unknown == 1:
            return ""
        if self.unknown == 0:
            return chance_text(self.met)
        low, most = chance_text(self.met), chance_text(self.most)
        if low == most:
            return most
        return f"{'0' if self.met == 0 else low.removesuffix(' %')} to {most}"


class Ranges(NamedTuple):
    """Ranges of bandwidths, risks and the purchase, by address; chances of requirements.

    A chance is that a requirement is met; one whose planned figure is the same in all samples has
    none, and neither has one whose verdict is unknown in all. `together` is that of all
    requirements and the fit; None without requirements.
    `draws` are those of the site's bandwidths.
    """

    of: Mapping[Address, Range]
    chances: Mapping[str, Chance]
    draws: Mapping[str, Samples]
    together: Chance | None = None


def ranges(results: Results) -> Ranges:
    """Return the ranges of a plan's bandwidths and purchase, and the chances of requirements."""
    found: Ranges = results.once(("ranges",), lambda: _drawn(results))
    return found


def range_of(results: Results, path: str, name: str) -> Range | None:
    """Return the range of a figure; None where it has none."""
    if name == TIME_TO_LOSS:
        return _time_to_loss(results, path)
    return ranges(results).of.get((path, name))


def _time_to_loss(results: Results, path: str) -> Range | None:
    """Return the range of the mean time to data loss: that of the probability within a period."""
    loss = ranges(results).of.get((path, LOSS))
    period = results.values.get((path, "risk_period"), results.values.get(("site", "risk_period")))
    known = (path, TIME_TO_LOSS) in results.values
    if loss is None or not known or not period or loss.low <= 0 or loss.high >= 1:
        return None
    return Range(*(float(-period / np.log1p(-end)) for end in (loss.high, loss.low)))


def rests_on(results: Results, path: str, name: str) -> tuple[Address, ...]:
    """Return the values that ranges of a figure rest on: as long as these stay, so do its ranges.

    They are the figure itself, what stages deliver, how many servers do, and measured spreads.
    """
    found: tuple[Address, ...] = results.once(
        ("ranges rest on", path, name), lambda: tuple(_rests_on(results, path, name))
    )
    return found


def _rests_on(results: Results, path: str, name: str) -> Iterator[Address]:
    yield path, name
    stages = [s for s in results.below(path, name) if s.quantity.stage in COMMITTED]
    yield from sorted((stage.path, stage.quantity.name) for stage in stages)
    for at in sorted({stage.path for stage in stages}):
        yield from ((at, counted) for counted in SERVERS if (at, counted) in results.values)
    for at, _ in results.designs:
        if any(stage.path.startswith(at) for stage in stages):
            yield from ((at, spread) for spread in SPREADS if (at, spread) in results.values)


def likely(results: Results, path: str, name: str) -> str:
    """Say between what a bandwidth, a risk or an amount likely is; empty where it has no range."""
    found = range_of(results, path, name)
    if found is None:
        return ""
    if name == LOSS and found.high < NEGLIGIBLE:
        return f"likely {RARELY}"
    if name == TIME_TO_LOSS:
        least, most = years_of(found.low), years_of(found.high)
        shorter = least.removesuffix("s").removesuffix(" year")
        return f"likely {most}" if least == most else f"likely {shorter} to {most}"
    low, high = (_end(results, path, name, end) for end in found)
    (figure, _, unit), (_, _, of_high) = low.partition(" "), high.partition(" ")
    between = high if low == high else f"{figure if unit == of_high else low} to {high}"
    return f"likely {between}{_outside(results, path, name)}"


def _end(results: Results, path: str, name: str, end: float) -> str:
    """Write an end of a range as the figure itself is written."""
    item = results.item(path, name)
    if name == LOSS:
        return RARELY if end < NEGLIGIBLE else chance_of_loss(end)
    if item.unit == "currency":
        return about(end, results.plan.scenario.economics.currency)
    return share(end) if item.shown in SHARES else show(end, item.unit, digits=3)


def _outside(results: Results, path: str, name: str) -> str:
    """Say so if a figure is outside its own range; empty if it is within.

    Few skewed ranges leave the median of a sum where it is, many independent ones don't; and a
    range that the scenario states may leave the planned value out.
    """
    found, value = range_of(results, path, name), results.values.get((path, name))
    if found is None or value is None or found.low <= value <= found.high:
        return ""
    side = "above" if value < found.low else "below"
    return f" ({side} the plan, as most ranges that it rests on are)"


def of_mean_run(results: Results, path: str, way: str) -> str:
    """Say that a bound is of a mean run where the range goes beyond it, as runs of one system do.

    The limiting stage was measured or calibrated then: a bound from data sheets is never exceeded.
    """
    bound, found = (
        results[path, f"{way}_bandwidth_bound"],
        range_of(results, path, f"{way}_bandwidth"),
    )
    is_beyond = bound is not None and found is not None and found.high > bound * (1 + 1e-9)
    return " in an average run" if is_beyond else ""


def likely_sentence(results: Results, path: str, name: str) -> Sentence:
    """Say between what a figure likely is, or in a changed sheet that it isn't recalculated."""
    text = likely(results, path, name)
    return (Unchanged(rests_on(results, path, name), (text,), (STALE,)),) if text else ()


def chance_text(chance: float) -> str:
    """Return a chance as text: 0 and 100 % only where no draw meets a requirement, or each does."""
    if 0 < chance <= 0.005:
        return "under 1 %"
    return "over 99 %" if 0.995 <= chance < 1 else percent(chance)


def verdicts(results: Results) -> list[Address]:
    """What chances rest on: both sides of each requirement, verdicts, and whether all fits."""
    required = [REQUIREMENTS[check.name] for check in results.checks]
    sides = [("site", name) for one in required for name in (one.planned, one.required)]
    met = [("site", f"{one.name}_is_met") for one in required]
    return [*sides, *met, ("site", "design_fits")]


def chances_of(results: Results, drawn: Mapping[Address, Samples]) -> tuple[Chance, ...]:
    """Return the chance that each requirement is met, that the design fits, and of all together."""
    met = {check.name: drawn["site", f"{check.name}_is_met"] for check in results.checks}
    fits = drawn["site", "design_fits"]
    found = [_chance(check.name, check.title, met[check.name]) for check in results.checks]
    found.append(_chance(FIT, FITS, fits))
    targets = {check.name for check in results.checks if check.is_target}
    met = {name: of for name, of in met.items() if name not in targets}
    if met:
        missed = np.any([fits == 0, *(of == 0 for of in met.values())], axis=0)
        known = np.all([np.isfinite(of) for of in met.values()], axis=0)
        together = np.where(missed, 0.0, np.where(known, 1.0, np.nan))
        found.append(_chance(ALL, "All requirements", together))
    return tuple(found)


def _chance(name: str, title: str, of: Samples) -> Chance:
    return Chance(name, title, float((of == 1).mean()), float((~np.isfinite(of)).mean()))


def _drawn(results: Results) -> Ranges:
    asked = uncertain(results)
    bands = *asked, *(one for one in results.plan.failures if one not in asked)
    if not bands:
        return Ranges({}, {}, {})
    figures = [
        (path, name)
        for path in ("site", *(path for _, path in results.tiers()))
        for name in (*BANDWIDTHS, *RISKS)
        if results.values.get((path, name)) is not None
    ]
    figures += [at for at in (PURCHASE, GROSS) if results.values.get(at) is not None]
    targets = tuple(dict.fromkeys((*figures, *verdicts(results))))
    drawn = results.varied(_axes(results, bands), targets)
    ends = {at: _range(drawn[at]) for at in figures}
    chances = chances_of(results, drawn)
    varied = {
        check.name
        for check in results.checks
        if np.ptp(drawn["site", REQUIREMENTS[check.name].planned])
    }
    return Ranges(
        {at: one for at, one in ends.items() if one.low < one.high},
        {one.name: one for one in chances if one.name in varied and one.unknown < 1},
        {name: drawn["site", name] for name in BANDWIDTHS if ("site", name) in drawn},
        next((one for one in chances if one.name == ALL), None),
    )


def _axes(results: Results, bands: Sequence[Banded]) -> Mapping[Address, Samples]:
    """Return the figures that have ranges in all draws; those of a plan are drawn once."""
    columns = columns_of(bands)

    def draw() -> Mapping[Address, Samples]:
        at = dict(zip(columns, levels(columns, 0, DRAWS, SEED, "lhs"), strict=True))
        return axes_at(results.plan, bands, at)

    found: Mapping[Address, Samples] = results.once(("axes", columns), draw)
    return found


def ranges_after(before: Results, after: Results, path: str) -> Mapping[str, Range]:
    """Return the ranges of the bandwidths of the tier at a path after an edit, by their names.

    They are those of the edited plan. What its stages deliver as before has the draws of before.
    """
    targets = [(path, name) for name in BANDWIDTHS if after.values.get((path, name)) is not None]
    bands = _of_tier(before, path)
    axes = _axes(before, bands) if bands else {}
    if _deliver(after, path) != _deliver(before, path) or any(
        after.values.get(at) != before.values[at] for at in axes
    ):
        bands = _of_tier(after, path)
        axes = _axes(after, bands) if bands else {}
    if not axes:
        return {}
    drawn = after.varied(axes, targets)
    ends = {name: _range(drawn[path, name]) for _, name in targets}
    return {name: one for name, one in ends.items() if one.low < one.high}


def _of_tier(results: Results, path: str) -> tuple[Banded, ...]:
    """Return what the bandwidths of a tier may rest on that is uncertain; prices aren't of it."""

    def found() -> tuple[Banded, ...]:
        stated = (one for one in results.plan.bands if one.origin == "scenario")
        return (*stated, *of_tier(results, path))

    bands: tuple[Banded, ...] = results.once(("uncertain of", path), found)
    return bands


def _deliver(results: Results, path: str) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Name the stages of a tier that are known, with their evidence, each way."""
    return {
        way: sorted((s.name, s.evidence) for s in results.stages(path, way) if s.committed)
        for way in WAYS
    }


def _range(drawn: Samples) -> Range:
    """Return the quantiles at both ends; `np.quantile` would import all of masked arrays."""
    ends = np.array([LOW, HIGH]) * (DRAWS - 1)
    return Range(*map(float, np.interp(ends, np.arange(DRAWS), np.sort(drawn))))
