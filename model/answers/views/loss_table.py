"""The table of data loss: how likely it is for each tier, and what that rests on."""

from __future__ import annotations

from model.answers.losses import (
    UPPER_BOUND,
    assumed_words,
    chance_of_loss,
    is_upper_bound,
    rebuilt_words,
    rests_on,
    slowest_rebuild,
    why_unknown,
    years_of,
)
from model.answers.ranges import LOSS, LOST, TIME_TO_LOSS, likely_sentence
from model.answers.results import Results
from model.answers.views.view import Column, Entry, Row, View, figure

NO_RANGE = "no likely range: none of its rates has an uncertainty range"
COLUMNS = (
    Column("Probability", "probability", "text"),
    Column("Likely", "likely", "text", below="probability"),
    Column("Assumed", "assumed", "text", below="probability"),
    Column("Bound", "bound", "text", below="probability"),
    Column("Reason", "reason", "text", below="probability"),
    Column("Mean time to data loss", "mttdl", "text"),
    Column("Likely time", "likely_time", "text", below="mttdl"),
    Column("Rebuild time", "rebuild"),
    Column("Rebuilt", "rebuilt", "text", below="rebuild"),
    Column("Average data loss", "lost"),
    Column("Likely loss", "likely_lost", "text", below="lost"),
    Column("Based on", "rests_on", "text"),
)


def losses(results: Results) -> View:
    """Return the probability that each tier loses data within the years of service."""
    years = results.known("site", "years_of_service")
    rows = tuple(_row(results, name, path) for name, path in results.tiers())
    return View(f"Data loss within {years:g} years", "Tier", COLUMNS, rows)


def _row(results: Results, name: str, path: str) -> Row:
    known = results.values.get
    at = slowest_rebuild(results, path)
    is_uncounted = (path, "mean_time_to_data_loss") not in results.values
    rebuild: Entry = "unknown" if at is None else figure(results, *at)
    if at is None and (path, "drive_failure_rate") in results.values and not is_uncounted:
        rebuild = "none: nothing is redundant"
    probability, range_of_loss = (
        known((path, "loss_probability")),
        likely_sentence(results, path, LOSS),
    )
    reason = why_unknown(results, path)
    no_range = NO_RANGE if not (reason or range_of_loss) else ""
    return Row(
        name,
        (
            chance_of_loss(probability),
            range_of_loss,
            assumed_words(results, path),
            "" if reason or not is_upper_bound(results, path) else UPPER_BOUND,
            reason or no_range,
            years_of(known((path, "mean_time_to_data_loss"))),
            likely_sentence(results, path, TIME_TO_LOSS),
            rebuild,
            rebuilt_words(results, path),
            figure(results, path, LOST) if (path, LOST) in results.values else "unknown",
            likely_sentence(results, path, LOST),
            "" if reason else rests_on(results, path),
        ),
    )
