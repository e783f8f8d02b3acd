"""`risk`: how likely redundancy groups lose data."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from model.answers.losses import NEGLIGIBLE, NOT_IN_LAYOUTS, chance_of_loss, years_of
from model.commands.terminal import Collected, paragraph, table, write_json, wrong_option
from model.parts.field_failures import field_rate
from model.pools.closed_forms import other_models
from model.pools.layouts import drive_bytes
from model.pools.risk import (
    FAILURES,
    REPAIRS,
    SCRUBS,
    Group,
    GroupRisk,
    LowerLoss,
    Repair,
    Risk,
    lower_losses,
    redundancy_groups,
    wrong_groups,
)
from model.pools.risk import risk as risk_of
from model.units.brief import change
from model.units.figures import UnitError, parse, percent, show
from model.units.kinds import JULIAN_YEAR

SCHEMA = "ostimate.risk/1"
YEARS = 100.0
MOST_ERRORS = 100.0
COUNTED = (
    "Unreadable sectors lose only the files in them, so they don't change the probability of a "
    "data loss above. If they lose the whole group, write --sector-error fatal."
)
FATAL = "Each unreadable sector in a rebuild without redundancy left loses its group."
COUNTS = {"drives": 1, "tolerated": 0, "groups": 1}
"""Options that are counts, with the least of each."""
MOST_GROUPS = 1_000_000
INTERVALS = (3600.0, 10 * JULIAN_YEAR)
"""Shortest and longest time between scrubs, in seconds."""


def run(options: argparse.Namespace) -> int:
    """Compute the risk of a layout, or of groups."""
    wrong = Collected()
    groups = _groups(options, wrong)
    field = field_rate(None, "hdd") if options.failure_rate is None else None
    stated = () if field else (options.failure_rate, *FAILURES)
    rate = field.rate if field else wrong.read(_share, "failure-rate", *stated) or 0.0
    years = wrong.read(_number, "years", options.years, 1e-6, YEARS) or 1.0
    repair = _repair(options, wrong)
    for what in dict.fromkeys(wrong_groups(groups, repair)):
        wrong.add("risk", what)
    drive = None if options.drive is None else wrong.read(_drive, options.drive)
    wrong.report()
    period = years * JULIAN_YEAR
    found = risk_of(groups, rate, repair, period=period, drive=drive)
    lower = []
    if found.loss_probability >= NEGLIGIBLE:
        lower = lower_losses(options.layout, groups, rate, repair, period=period)
    if options.json:
        document = {
            "schema": SCHEMA,
            "layout": options.layout,
            "failure_rate": rate,
            "repair_time": repair.time,
            "repair": options.repair,
            "sector_error": options.sector_error,
            "years": years,
            **_figures(found),
            "remedies": [_of_remedy(one) for one in lower],
        }
        write_json(document, options.json)
        return 0
    _show(found, years, repair)
    _show_models(groups, rate, repair)
    _show_lower(lower)
    if field:
        paragraph(f"Assumed: {percent(rate, 2)} failures per drive-year: {field.text}.")
    paragraph(NOT_IN_LAYOUTS)
    return 0


def _repair(options: argparse.Namespace, wrong: Collected) -> Repair:
    """Return how failed drives are replaced, and what a rebuild may meet."""
    if options.scrub_interval is not None and options.latent_errors is None:
        wrong.add("--scrub-interval", "counts with --latent-errors only: write both")
    latent, scrubs = options.latent_errors or "0", options.scrub_interval
    sector = "sector-error-probability", options.sector_error_probability, 0.0, 1.0
    return Repair(
        wrong.read(_repair_time, options.repair_time) or 1.0,
        options.repair == "parallel",
        wrong.read(_share, *sector) or 0.0,
        options.sector_error == "fatal",
        wrong.read(_factors, options.rate_factors) or (),
        wrong.read(_share, "latent-errors", latent, 0.0, MOST_ERRORS) or 0.0,
        (scrubs and wrong.read(_time, "scrub-interval", scrubs, *INTERVALS)) or SCRUBS,
    )


def _groups(options: argparse.Namespace, wrong: Collected) -> tuple[Group, ...]:
    """Return the groups of the layout, or those of --drives, --tolerated and --groups."""
    texts = {name: getattr(options, name) for name in COUNTS}
    counts = {
        name: wrong.read(_count, name, text, least)
        for (name, least), text in zip(COUNTS.items(), texts.values(), strict=True)
        if text is not None
    }
    if options.layout is not None:
        if counts:
            wrong.add("risk", "write either a layout, or --drives, --tolerated and --groups")
        try:
            return redundancy_groups(options.layout)
        except ValueError as error:
            wrong.add("risk", str(error))
            return ()
    if not {"drives", "tolerated"} <= counts.keys():
        what = "write a layout, such as '19 x raidz3:11', or --drives and --tolerated"
        wrong.add("risk", what)
        return ()
    if None in counts.values():
        return ()
    drives, tolerated = (int(counts[name] or 0) for name in ("drives", "tolerated"))
    name = f"{drives} drives that survive {tolerated} failures"
    return (Group(int(counts.get("groups") or 1), drives, tolerated, name, drives - tolerated),)


def _count(option: str, text: str, least: int) -> int:
    number = text.strip()
    if not (number.isascii() and number.isdigit()) or not least <= int(number) <= MOST_GROUPS:
        what = f"write a whole number from {least} to {MOST_GROUPS}, not '{text}'"
        raise wrong_option(f"--{option}", what)
    return int(number)


def _drive(text: str) -> float:
    try:
        return float(drive_bytes(text))
    except ValueError as error:
        raise wrong_option("--drive", str(error)) from None


def _share(option: str, text: str, low: float, high: float) -> float:
    try:
        value = parse(float(text), "1") if _is_number(text) else parse(text, "1")
    except UnitError as error:
        raise wrong_option(f"--{option}", str(error)) from None
    return _within(option, value, low, high, text)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _repair_time(text: str | None) -> float:
    if text is None:
        what = "missing: write the time from a failure until the data are redundant, as in '30 h'"
        raise wrong_option("--repair-time", what)
    return _time("repair-time", text, *REPAIRS)


def _number(option: str, text: str, low: float, high: float) -> float:
    if not _is_number(text):
        raise wrong_option(f"--{option}", f"write a number, not '{text}'")
    return _within(option, float(text), low, high, text)


def _within(option: str, value: float, low: float, high: float, text: str) -> float:
    if not low <= value <= high:
        raise wrong_option(f"--{option}", f"must be between {low:g} and {high:g}, not {text}")
    return value


def _time(option: str, text: str, low: float, high: float) -> float:
    try:
        value = parse(text, "second")
    except UnitError as error:
        raise wrong_option(f"--{option}", str(error)) from None
    if not low <= value <= high:
        between = f"{show(low, 'second')} and {show(high, 'second')}"
        raise wrong_option(f"--{option}", f"must be between {between}, not {text}")
    return value


def _factors(text: str | None) -> tuple[float, ...]:
    if text is None:
        return ()
    parts, wrong = [part.strip() for part in text.split(",")], Collected()
    found = [wrong.read(_number, "rate-factors", part, 0.1, 1000.0) for part in parts]
    wrong.report()
    return tuple(one for one in found if one is not None)


def _figures(found: Risk) -> dict[str, Any]:
    """Return the figures of the document; those of one group only if all groups are alike."""
    one = found.groups[0] if len(found.groups) == 1 else None
    return {
        "mttdl": one.mttdl if one else None,
        "loss_probability": found.loss_probability,
        "sector_events_per_year": one.sector_events_per_year if one else None,
        "closed_form": one.closed_form if one else None,
        "mean_time_to_data_loss": found.mean_time_to_data_loss,
        "expected_bytes_lost": found.expected_bytes_lost,
        "expected_share_lost": found.expected_share_lost,
        "groups": [_of_group(each) for each in found.groups],
    }


def _of_group(each: GroupRisk) -> dict[str, Any]:
    return {
        "name": each.group.name,
        "groups": each.group.count,
        "drives": each.group.drives,
        "tolerated": each.group.tolerated,
        "mttdl": each.mttdl,
        "loss_probability": each.loss_probability,
        "sector_events_per_year": each.sector_events_per_year,
        "closed_form": each.closed_form,
    }


def _of_remedy(one: LowerLoss) -> dict[str, Any]:
    return {
        "remedy": one.title,
        "loss_probability": one.loss_probability,
        "data_share": one.data_share,
    }


def _show(found: Risk, years: float, repair: Repair) -> None:
    heads = ("groups", "layout", "MTTDL of one group", f"loss in {years:g} years")
    rows = [
        (
            f"{each.group.count}",
            each.group.name,
            years_of(each.mttdl),
            chance_of_loss(each.loss_probability),
        )
        for each in found.groups
    ]
    table(heads, rows)
    print()
    paragraph(
        f"Probability of a data loss in {years:g} years: {chance_of_loss(found.loss_probability)} "
        f"(mean time to data loss: {years_of(found.mean_time_to_data_loss)})."
    )
    if found.expected_bytes_lost is not None and found.expected_share_lost is not None:
        in_pool = found.groups[0].group.in_pool
        paragraph(
            f"Expected data lost: {show(found.expected_bytes_lost, 'byte')}, "
            f"{found.expected_share_lost:.3g} of the data, if a lost "
            f"{'vdev loses its whole pool' if in_pool else 'group loses all its data'}"
            f" and all space is filled."
        )
    for each in found.groups:
        if not each.group.tolerated:
            paragraph(f"! {each.group.name} has no redundancy: any failed drive loses data.")
        if each.sector_events_per_year:
            paragraph(
                f"Unreadable sectors in rebuilds without redundancy left: "
                f"{each.sector_events_per_year:.3g} a year in one {each.group.name}."
            )
        if each.mttdl < 100 * repair.time:
            paragraph(
                f"! The MTTDL of one {each.group.name} is less than 100 times the repair time: "
                f"the probability is an upper bound."
            )
    if any(each.sector_events_per_year for each in found.groups):
        paragraph(FATAL if repair.sector_error_is_fatal else COUNTED)


def _show_models(groups: Sequence[Group], rate: float, repair: Repair) -> None:
    """Print what other models say of one group of each kind, and why they differ."""
    for group in groups:
        if found := other_models(group, rate, repair):
            rows = [(one.name, years_of(one.mttdl)) for one in found]
            table((f"model of one {group.name}", "MTTDL"), rows)
            for one in found[1:]:
                paragraph(f"{one.name}: {one.why}.", "  ")
            print()


def _show_lower(found: Sequence[LowerLoss]) -> None:
    """Print what would lower the loss, and what it leaves for data."""
    if found:
        table(
            ("change that lowers the loss", "probability then", "data drives"),
            [
                (
                    one.title,
                    chance_of_loss(one.loss_probability),
                    "unchanged" if one.data_share == 1 else change(one.data_share - 1),
                )
                for one in found
            ],
        )
        print()
