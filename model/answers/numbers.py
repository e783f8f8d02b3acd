"""Any number of a plan, found by words: what it is called, where it stands, what it means."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from model.answers.results import Results
from model.engine.tree import Address
from model.records import NamedTuple

NO_LETTERS = str.maketrans("_/:,", "    ")


class Topic(NamedTuple):
    """What people look for under words that name no number: quantities, and what isn't modelled.

    `names` answer it, `related` are what a plan has near it.
    """

    words: Sequence[str]
    names: Sequence[str]
    related: Sequence[str]
    without: str


SPARES = ("drive_failure_rate", "expected_replacements", "failures_in_lead_time", "shelf_drives")
"""What a plan says of drives that fail."""
TOPICS = (
    Topic(
        ("dwpd", "wear", "endurance", "tbw", "drive life", "drive writes"),
        (
            *("drive_life", "planned_writes_per_day", "endurance_writes_per_day", "cache_life"),
            *("drive_writes_per_day", "checkpoint_drive_writes_per_day"),
            *("rated_writes_per_day", "endurance_suffices", "checkpoint_endurance_suffices"),
        ),
        ("checkpoint_writes_per_day", "committed_checkpoint_writes_per_day"),
        "Drive wear (DWPD) is computed where a plan states what is written per day: a purge policy "
        "with a reference system, or checkpoints onto drives of known endurance. This plan states "
        "neither.",
    ),
    Topic(
        ("availability", "uptime", "downtime", "reliability"),
        ("availability",),
        (*SPARES, "survives_enclosure_loss", "access_survives_enclosure_loss"),
        "This plan doesn't tell the availability: it needs at least servers or arrays of a known "
        "number, or 'availability: {of_site: …}'.",
    ),
    Topic(
        ("data loss", "durability", "mttdl", "loss probability"),
        ("loss_probability", "mean_time_to_data_loss", "expected_bytes_lost"),
        SPARES,
        "The probability of a data loss is not part of this plan; the command 'risk' computes it "
        "for a layout.",
    ),
)


def topic(words: str) -> Topic | None:
    """Return the topic that words are about, if they name one."""
    text = " ".join(words.lower().translate(NO_LETTERS).split())
    return next((one for one in TOPICS if any(word in text for word in one.words)), None)


def not_modelled(results: Results, words: str) -> str:
    """Say what of a topic isn't in a plan; empty if it has a number of it, or there is no topic."""
    about = topic(words)
    known = {name for (_, name), value in results.values.items() if value is not None}
    return about.without if about and known.isdisjoint(about.names) else ""


def numbers(results: Results, words: str) -> list[Address]:
    """Return the addresses of the numbers that match all words, exact labels first.

    Of alike ones the site's come first, then those of its tiers. Those of a topic come before all.
    """
    about = topic(words)
    names = (*about.names, *about.related) if about else ()
    of_topic = sorted(
        (address for address in results.values if address[1] in names),
        key=lambda address: (names.index(address[1]), address[0].count("/")),
    )
    others = _matching(results, words)
    return list(dict.fromkeys((*of_topic, *others)))


def _matching(results: Results, words: str) -> list[Address]:
    sought = words.lower().translate(NO_LETTERS).split()
    found = []
    for path, name in results.values if sought else ():
        more = f" {path} {results.item(path, name).title}".lower().translate(NO_LETTERS)
        if _has(sought, _called(results, (path, name)) + more):
            found.append((path, name))
    return sorted(found, key=partial(_rank, results, sought))


def _has(sought: list[str], text: str) -> bool:
    return all(word in text for word in sought)


def _called(results: Results, address: Address) -> str:
    """Return the name and the label of a number, in lower case without punctuation."""
    path, name = address
    return f"{name} {results.item(path, name).label}".lower().translate(NO_LETTERS)


def _rank(
    results: Results, sought: list[str], address: Address
) -> tuple[bool, bool, int, int, str]:
    path, name = address
    called = _called(results, address)
    label = results.item(path, name).label.lower().translate(NO_LETTERS)
    is_label = sought in (label.split(), name.split("_"))
    return not is_label, not _has(sought, called), path.count("/"), len(name), f"{path} {name}"
