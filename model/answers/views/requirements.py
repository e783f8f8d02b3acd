"""What is required beside what is committed, and what the bound would do."""

from __future__ import annotations

from typing import get_args

from model.answers.availability import ASSUMED_RATES, assumed
from model.answers.growth_limits import behind_growth, growth_remark
from model.answers.losses import BELOW, NEGLIGIBLE, assumed_words
from model.answers.questions import MOST_OF_VERDICT, verdict_waits_for, waited_for
from model.answers.ranges import LOSS, STALE, likely_sentence, of_mean_run, ranges, rests_on
from model.answers.results import OF_ALL_TIERS, READ, WRITE, Check, Results, data_tiers
from model.answers.sentences import Figure, Sentence, Unchanged
from model.answers.streams import stated_streams
from model.answers.targets import idle_text, no_failover, reached_without_server
from model.answers.views.view import Column, Entry, Row, View, figure
from model.answers.views.view_formulas import computed, spare_beside_two, two_fit
from model.design.needs import PRIORITIES, Level
from model.engine.tree import Address
from model.formulas.time_and_money.requirements import OF_CHECKPOINTS, REQUIREMENTS

FITS = "site", "design_fits"
COLUMNS = (
    Column("Required", "required", "promise"),
    Column("Planned or expected", "planned", "promise", "strong"),
    Column("Met?", "met", "met"),
    Column("Margin", "margin", "change"),
    Column("Upper bound", "bound", "promise", below="bound_met"),
    Column("At upper bound", "bound_met", "met"),
    Column("Margin of the upper bound", "bound_margin", "change", below="bound_met"),
    Column("Priority", "level", "text", below="met"),
    Column("Chance", "chance", "text"),
    Column("Likely", "likely", "text", below="planned"),
)
FAILING = ("read_bandwidth", "write_bandwidth")
"""Requirements that a server without failover misses while it is down; said of the first one."""
OF_MEAN_RUN = "the upper bound is that of an average run, which single runs exceed"
LEVELS: tuple[Level, ...] = get_args(Level)
"""How binding requirements are, in the order in which they are shown."""


def _row(results: Results, check: Check) -> Row:
    requirement = REQUIREMENTS[check.name]
    entries: list[Entry] = [
        figure(results, "site", requirement.required, at_most=check.at_most),
        figure(results, "site", requirement.planned),
        figure(results, "site", f"{check.name}_is_met"),
        figure(results, "site", f"{check.name}_margin"),
        "",
        "",
        "",
        PRIORITIES[results.plan.scenario.requirements.level(check.name)],
        _chance(results, check),
        _likely(results, requirement.planned),
    ]
    if f"{check.name}_bound_is_met" in results.plan.root.book:
        entries[4:7] = [
            figure(results, "site", requirement.bound, at_most=check.bound_at_most),
            figure(results, "site", f"{check.name}_bound_is_met"),
            figure(results, "site", f"{check.name}_bound_margin"),
        ]
    return Row(requirement.subject, tuple(entries), _remark(results, check), key=check.name)


def _likely(results: Results, planned: str) -> Sentence:
    """Return the range of what is planned; of a loss below what is modelled, that it is so."""
    value = results.values.get(("site", planned))
    if planned == LOSS and value is not None and value < NEGLIGIBLE:
        return (Unchanged((("site", planned),), (BELOW,), (STALE,)),)
    return likely_sentence(results, "site", planned)


def _remark(results: Results, check: Check) -> Sentence:
    """Say what a verdict waits for, what it leaves open, and of which tiers it is."""
    unknown, tiers = _unknown_behind(results, check), results.judged_together
    texts = [_waits(results, check) if check.met is None else ""]
    texts += [f"unknown stages: {unknown}"] * bool(unknown)
    if REQUIREMENTS[check.name].planned == "availability" and assumed(results):
        texts += [ASSUMED_RATES]
    if REQUIREMENTS[check.name].planned == LOSS:
        texts += [assumed_words(results, *(path for _, path in results.tiers()))]
    texts += [_missed_alone(results, check)]
    texts += _drives_or_failover(results, check)
    texts += [f"{tiers} together"] * bool(tiers and check.name in OF_ALL_TIERS)
    if results.item("site", REQUIREMENTS[check.name].planned).unit == "byte/s":
        texts += [_of_mean_run(results, check), *stated_streams(results)]
    text = "; ".join(filter(None, texts))
    found: Sentence = (Unchanged(_behind(results, check), (text,), (STALE,)),) if text else ()
    if filled := _filled(results, check):
        found = (*filled, *(("; ", *found) if found else ()))
    later = growth_remark(results.values, results.years(), check.name)
    if not later:
        return found
    at = behind_growth(results.values, results.years(), check.name)
    return (*found, "; " * bool(found), Unchanged(at, (later,), (f"growth {STALE}",)))


def _behind(results: Results, check: Check) -> tuple[Address, ...]:
    """Return the values that a remark rests on: in a sheet it holds as long as these stay."""
    requirement = REQUIREMENTS[check.name]
    names = (
        *(requirement.required, requirement.planned, requirement.known, requirement.bound),
        *(f"{check.name}_is_met", f"{check.name}_bound_is_met"),
    )
    found = [("site", name) for name in names]
    found += [(path, requirement.planned) for _, path in results.tiers()]
    if check.name in FAILING:
        found += [reached_without_server(path) for path, _ in results.designs]
    if check.met is None:
        found += verdict_waits_for(results, check.name)
    stages = results.behind_stages("site", requirement.planned) if check.bound_at_most else ()
    found += [at for at in stages if results[at] is None]
    return tuple(at for at in dict.fromkeys(found) if at in results.values)


def _filled(results: Results, check: Check) -> Sentence:
    """Say how much may be filled where that is less than a requirement that is met."""
    at = ("site", "planned_capacity")
    filled = results.values.get(at)
    if check.name != "capacity" or not check.met or filled is None or check.required is None:
        return ()
    return (Figure((at,), "byte", both=True), " fillable") * (filled < check.required)


def _of_mean_run(results: Results, check: Check) -> str:
    """Say why a requirement above the upper bound may be met: runs differ from the average one."""
    way = next((way for way in (READ, WRITE) if check.name == f"{way}_bandwidth"), None)
    misses = results.values.get(("site", f"{check.name}_bound_is_met")) == 0
    return OF_MEAN_RUN if misses and way and of_mean_run(results, "site", way) else ""


def _drives_or_failover(results: Results, check: Check) -> list[str]:
    """Say which drives hold nothing, or that no server takes over, where a figure suffers."""
    if check.name == "capacity":
        built = ((path, tier.built) for path, tier in results.designs)
        data = [(path, tier) for path, tier in built if tier is not None and tier.holds == "data"]
        return [idle_text(results.values, path, tier) for path, tier in data]
    first = next((one.name for one in results.checks if one.name in FAILING), None)
    return [no_failover(results.values, results.designs)] if check.name == first else []


def _missed_alone(results: Results, check: Check) -> str:
    """Name the tiers that miss a requirement on their own while the site's figure is unknown."""
    if check.planned is not None or check.met is not False or check.required is None:
        return ""
    requirement, required = REQUIREMENTS[check.name], check.required

    def misses(value: float | None) -> bool:
        return value is not None and (value > required if check.at_most else value < required)

    of_tiers = [
        (name, results.values.get((path, requirement.planned))) for name, path in results.tiers()
    ]
    names = [name for name, value in of_tiers if misses(value)]
    if not names and misses(results.values.get(("site", requirement.known))):
        return (
            f"{', '.join(name for name, value in of_tiers if value is not None)} together miss it"
        )
    if not names:
        return ""
    return f"{', '.join(names)} alone {'miss' if len(names) > 1 else 'misses'} it"


def _waits(results: Results, check: Check) -> str:
    """Say what the verdict waits for, as far as that is a figure that can be asked for."""
    unknown = verdict_waits_for(results, check.name)
    waits = waited_for(results, *unknown, most=MOST_OF_VERDICT)
    return f"needs {waits}" if waits else ""


def _unknown_behind(results: Results, check: Check) -> str:
    """Name the stages that are unknown behind what meets a requirement: they may carry less."""
    if not (check.met and check.bound_at_most):
        return ""
    way = READ if check.name.startswith(READ) else WRITE
    stages = (stage for _, at in data_tiers(results) for stage in results.unknown_stages(at, way))
    return ", ".join(dict.fromkeys(stage.not_known for stage in stages))


def _chance(results: Results, check: Check) -> Entry:
    """Return in which share of draws a requirement is met; a sheet changed since doesn't know."""
    chance = ranges(results).chances.get(check.name)
    if chance is None and check.met is not None:
        return ""
    of_draws = rests_on(results, "site", f"{check.name}_is_met")
    addresses = (("site", f"{check.name}_margin"), *of_draws, FITS)
    text = "" if chance is None else chance.text
    return (Unchanged(addresses, (text,), (STALE,)),)


def requirements(results: Results) -> View:
    """Return a row for each requirement, mandatory ones first."""
    level = results.plan.scenario.requirements.level
    checks = sorted(results.checks, key=lambda check: LEVELS.index(level(check.name)))
    rows = tuple(_row(results, check) for check in checks)
    return View("Requirements", "Requirement", COLUMNS, rows)


def verdicts(results: Results) -> dict[Level, list[bool | None]]:
    """Return whether each requirement is met, by priority, mandatory ones first."""
    level = results.plan.scenario.requirements.level
    found: dict[Level, list[bool | None]] = {
        one: [c.met for c in results.checks if level(c.name) == one] for one in LEVELS
    }
    return {one: met for one, met in found.items() if met}


def of_checkpoints(results: Results) -> View:
    """Return the requirements of checkpoints, and whether two checkpoints fit."""
    rows = [_row(results, check) for check in results.checks if check.name in OF_CHECKPOINTS]
    fit = "site", "checkpoints_that_fit"
    entries = (
        "2, so that one survives while the next one is written",
        figure(results, *fit),
        computed(results, two_fit, fit, ("site", "design_fits")),
        computed(results, spare_beside_two, fit),
        "",
        "",
        "",
        "",
        "",
        "",
    )
    rows.append(Row("Checkpoints that fit", entries))
    return View("What checkpoints require", "Requirement", COLUMNS, tuple(rows))
