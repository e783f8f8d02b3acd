"""How likely a tier loses data, in words, and what the figure rests on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from model.answers.results import Results
from model.answers.usable import TARGET
from model.engine.tree import Address
from model.planning.losses import WHOLE, why_not_counted
from model.units.brief import many, share
from model.units.figures import percent, show
from model.units.kinds import JULIAN_YEAR
from model.zfs.vdevs import parse_layout

SITE = "site"
NEGLIGIBLE = 1e-9
"""Probability below which what isn't modelled dominates."""
LIKELY = 0.01
"""Probability from which on it is read in percent; a rarer one as one in so many."""
RARELY = "below 1e-9"
AS_ENTERED = "as entered, with the whole tier"
LITTLE = 0.01
"""A share of a loss that rests on assumptions, below which it isn't worth a word."""
BELOW = f"{RARELY}; what isn't modelled dominates"
NOT_MODELLED = (
    "Not modelled: human error, software, and anything but enclosures and caches that fails "
    "several drives at once."
)
NOT_IN_LAYOUTS = (
    "Not modelled: human error, software, enclosures, caches, and anything else that fails several "
    "drives at once."
)


ENCLOSURES = "enclosure_loss_rate"
AGEING = (("new", "early_failures", "early_life"), ("worn", "late_failures", "late_life"))
"""Drives that fail more often than others: their factor, and its time."""
RATES_OF_ENCLOSURES = ("enclosure_failure_rate", "enclosure_destruction_share")


def are_enclosures_assumed(results: Results) -> bool:
    """Whether the rate of destroyed enclosures rests on an assumption of the catalog."""
    known = results.plan.provenance
    sources = [known.get((SITE, name)) for name in RATES_OF_ENCLOSURES]
    return any(one is not None and one.status == "default" for one in sources)


def assumed_share(results: Results, *paths: str) -> float:
    """Return the share of the losses of tiers that rests on assumed rates; 0 if none is known."""
    if not are_enclosures_assumed(results):
        return 0.0
    known = [path for path in paths if results.values.get((path, "loss_rate"))]
    whole = sum(results.known(path, "loss_rate") for path in known)
    assumed = sum(results.values.get((path, ENCLOSURES)) or 0.0 for path in known)
    return assumed / whole if whole else 0.0


def assumed_words(results: Results, *paths: str) -> str:
    """Say how much of a loss rests on assumed rates; empty if that is little."""
    found = assumed_share(results, *paths)
    return f"{percent(found, 1)} of it rests on an assumption" if found >= LITTLE else ""


def assumed_text(results: Results) -> str:
    """Say what is assumed of enclosures, where much of a loss rests on it; else nothing."""
    if assumed_share(results, *(path for _, path in results.tiers())) < LITTLE:
        return ""
    return (
        "Assumed: how often enclosures destroy their drives. No field study counts it; enter your "
        "own figures in 'availability.enclosure_failures' and 'availability.enclosure_destruction'."
    )


def chance_of_loss(probability: float | None) -> str:
    """Return a probability of loss; below what the model can tell apart, say so.

    >>> chance_of_loss(0.0123), chance_of_loss(6.88069e-08), chance_of_loss(1e-12)
    ('1.23 %', '1 in 14.5 million', "below 1e-9; what isn't modelled dominates")
    """
    if probability is None:
        return "unknown"
    if probability < NEGLIGIBLE:
        return BELOW
    return share(probability) if probability >= LIKELY else f"1 in {many(1 / probability)}"


def years_of(seconds: float | None) -> str:
    """Return a long time in years.

    >>> years_of(2293199614730543.5)
    '72.7 million years'
    >>> years_of(31557600.0), years_of(None)
    ('1 year', 'unknown')
    """
    if seconds is None:
        return "unknown"
    count = many(seconds / JULIAN_YEAR)
    return f"{count} year{'s' * (count != '1')}"


def slowest_rebuild(results: Results, path: str) -> Address | None:
    """Return the address of a tier's longest rebuild time.

    Of drives without redundancy it is the time in which lost copies are made again. None where
    losses aren't counted, or nothing is rebuilt.
    """
    built = dict(results.designs)[path].built
    if built is not None and not built.target.rebuilds:
        copied = path, "copy_restore_time"
        return copied if copied in results.values else None
    found = [
        (at, "rebuild_time")
        for at in results.plan.instances
        if at.startswith(f"{path}/") and (at, "rebuild_time") in results.values
    ]
    return max(found, key=lambda one: results.values[one] or 0.0, default=None)


FAR = 100.0
"""Rebuild times from which on losses come at a rate that is as good as constant."""
UPPER_BOUND = "an upper bound: a group is lost within 100 rebuild times on average"


def is_upper_bound(results: Results, path: str) -> bool:
    """Whether the probability of loss of a tier is an upper bound: rebuilds aren't far faster."""
    for at in results.plan.instances:
        if not at.startswith(f"{path}/"):
            continue
        lost, rebuilt = (results.values.get((at, n)) for n in ("group_loss_time", "rebuild_time"))
        if lost is not None and rebuilt is not None and lost < FAR * rebuilt:
            return True
    rate, time = (results.values.get((path, n)) for n in ("copy_loss_rate", "copy_restore_time"))
    return rate is not None and time is not None and rate * time * FAR > 1


def rebuilt_words(results: Results, path: str) -> str:
    """Say whose rebuild takes longest, and what users take of the bandwidth; or nothing."""
    at = slowest_rebuild(results, path)
    if at is None or results.values[at] is None:
        return ""
    if (at[0], "special_rebuild_time") in results.values:
        return f"{group_words(results, at[0])}, as entered"
    copied = at[1] == "copy_restore_time"
    whose = "the copies of a target" if copied else group_words(results, at[0])
    return f"{whose}, client I/O takes {percent(1 - results.known(path, 'rebuild_share'))}"


def group_words(results: Results, at: str) -> str:
    """Name the vdevs, or the layout, of a redundancy group by its path."""
    tier = next(tier.built for path, tier in results.designs if at.startswith(f"{path}/"))
    assert tier is not None
    head, _, number = at.rpartition(":group ")
    if not head or not tier.target.on_zfs or tier.target.on_raid:
        return tier.target.layout
    return str(replace(parse_layout(tier.target.layout)[int(number) - 1], count=1))


RISKS_OF_PARTS = (
    *("loss_probability", "mean_time_to_data_loss", "rebuild_time", "expected_bytes_lost"),
    *("availability", "survives_enclosure_loss", "drive_life"),
)
"""What programs read of the risks of a tier, which only its parts tell unless they are entered."""


def losses_json(results: Results, path: str) -> dict[str, Any]:
    """Return what programs read of a tier's loss besides its figures; nothing if not counted.

    They are the rebuild time, the share of the loss that rests on assumed rates, and whether the
    probability is an upper bound. Of a tier entered as a whole they are all figures of its risks,
    and which of these aren't known.
    """
    if next(tier for at, tier in results.designs if at == path).built is None:
        known = {name: results.values.get((path, name)) for name in RISKS_OF_PARTS}
        missing = [name for name, value in known.items() if value is None]
        return {**known, "unknown_risks": {"figures": missing, "because": WHOLE}}
    if (path, "loss_rate") not in results.values:
        return {}
    at = slowest_rebuild(results, path)
    is_known = results.values.get((path, "loss_rate")) is not None
    assumed = assumed_share(results, path) if is_known else None
    rebuild = None if at is None else results.values[at]
    bound = is_upper_bound(results, path) if is_known else None
    return {
        "rebuild_time": rebuild,
        "assumed_loss_share": assumed,
        "loss_is_upper_bound": bound,
    }


def why_unknown(results: Results, path: str) -> str:
    """Say what the probability of loss of a tier waits for; empty if it is known."""
    if results.values.get((path, "loss_probability")) is not None:
        return ""
    if (path, "loss_rate") not in results.values:
        return next(why_not_counted(tier) for at, tier in results.designs if at == path)
    if results.values.get((path, "drive_failure_rate")) is None:
        return "the failure rate of the drives is unknown"
    if results.values.get((path, "copy_loss_rate")) is not None:
        return (
            "the time until lost copies are made again is unknown: the write bandwidth is missing"
        )
    if results.values.get((path, "drive_loss_rate")) is not None:
        return "the loss of an enclosure is neither known to be survived nor known not to be"
    return "missing: drive write bandwidth"


def rests_on(results: Results, path: str) -> str:
    """Say the rates that the probability of loss of a tier rests on."""
    if reason := why_unknown(results, path):
        return reason
    if (path, "stated_loss_probability") in results.values:
        return AS_ENTERED
    rate = results.known(path, "drive_failure_rate")
    return (
        f"{percent(rate, 2)} of the drives fail per year; {_of_rebuilds(results, path)}"
        f"{_of_strips(results, path)}{_raised(results, path)}{_of_special(results, path)}"
        f"{_of_caches(results, path)}{_of_enclosures(results, path)}"
    )


def _of_rebuilds(results: Results, path: str) -> str:
    """Say when rebuilds start, and what they take; nothing where nothing is rebuilt."""
    if slowest_rebuild(results, path) is None:
        return ""
    delay, taken = (results.known(path, f"rebuild_{name}") for name in ("delay", "share"))
    return (
        f"a rebuild starts after {show(delay, 'second')} and uses {percent(taken)} of a drive's "
        "bandwidth; "
    )


def _of_strips(results: Results, path: str) -> str:
    """Say which drives lose data together, where strips lie on many."""
    if (path, "stripe_share_at_stake") not in results.values:
        return ""
    parity = results.values.get((f"{path}/{TARGET}", "code_parity")) or 0.0
    apart = results.values.get((f"{path}/{TARGET}", "drives_per_failure"), 1.0)
    tier = next(tier for at, tier in results.designs if at == path)
    domain = tier.built.target.failure_domain_name if tier.built else ""
    of = f" of different {domain}s" if domain and apart != 1.0 else ""
    return f"any {parity + 1:.0f} drives{of} have strips of the same data; "


def _of_special(results: Results, path: str) -> str:
    """Say how often drives of special vdevs fail, where these have rates of their own."""
    found = [
        (results.known(at, "drive_failure_rate"), results[at, "rebuild_time"])
        for at in results.plan.instances
        if at.startswith(f"{path}/{TARGET}/special:")
        and (at, "drive_failure_rate") in results.values
    ]
    if not found:
        return ""
    rate, time = found[0]
    return (
        f"; {percent(rate, 2)} of the drives in special vdevs fail per year, and are "
        f"rebuilt in {show(time, 'second')}"
    )


def _of_caches(results: Results, path: str) -> str:
    """Say how often cache drives fail, where that loses data."""
    if not results.values.get((path, "fatal_cache_failures")):
        return ""
    rate = results.known(path, "cache_failure_rate")
    return f"; {percent(rate, 2)} of the cache drives fail per year"


def _of_enclosures(results: Results, path: str) -> str:
    """Say how often enclosures destroy drives, where that loses data."""
    if not results.values.get((path, ENCLOSURES)):
        return ""
    rate, destroyed = (results.known(SITE, name) for name in RATES_OF_ENCLOSURES)
    marked = " (assumed)" if are_enclosures_assumed(results) else ""
    return (
        f"; {percent(rate, 2)} of the enclosures fail per year, and {percent(destroyed, 2)} of "
        f"these failures destroy the drives{marked}"
    )


def _raised(results: Results, path: str) -> str:
    """Say whether failures are correlated, and whether unreadable sectors are counted."""
    factor = results.known(path, "correlated_failures")
    errors = results[path, "latent_errors_of_a_drive"], results[path, "sector_error_probability"]
    failures = f"{factor:g} times as many failures while one is rebuilt"
    ageing = "".join(
        f"{which} drives fail {results.known(path, name):g} times as often for "
        f"{show(results[path, time], 'second')}; "
        for which, name, time in AGEING
        if results.values.get((path, name), 1.0) != 1.0
    )
    sectors = "lose the group" if results[path, "sector_error_is_fatal"] else "lose files in them"
    return (
        f"{ageing}{failures if factor > 1 else 'failures are independent'}; "
        f"unreadable sectors {sectors if any(errors) else 'are not counted'}"
    )
