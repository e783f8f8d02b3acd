"""What a plan comes to in a few sentences, for the head of a page, a sheet or a terminal."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Iterator, Sequence

from model.answers import usable
from model.answers.compatibility import misfit
from model.answers.counted_prices import least_certain
from model.answers.evidence import is_elsewhere, known_by
from model.answers.metadata import count, inodes_are_bound, inodes_end_in_plan, remedy_of_inodes
from model.answers.needs import Move, Need, NeedOfYear, inodes_full, move, needs
from model.answers.prices import days_seen
from model.answers.ranges import PURCHASE, STALE, likely, of_mean_run, rests_on
from model.answers.results import READ, STATED, WRITE, Results, Stage, front_tiers
from model.answers.sentences import (
    UNKNOWN,
    Choice,
    Figure,
    Listed,
    Piece,
    Sentence,
    Unchanged,
    capitalized,
    counted,
    sentence_text,
)
from model.answers.survival import survival
from model.answers.targets import OF_IDLE, idle_text
from model.answers.verdict import verdict
from model.engine.tree import Address
from model.formulas.chain.metadata_rates import OPERATIONS
from model.planning.racks import DRIVES_BESIDE
from model.units.brief import many, several, share
from model.units.figures import rounded, show, show_both

UNITS = "1 TB = 10^12 byte, 1 TiB = 2^40 byte"

ABOVE = 1 + 1e-9
"""Stages nearer than this to the limiting one limit as well."""


def definition(results: Results) -> Sentence:
    """What the usable capacity of the site means, with the units that it is said in."""
    return (*usable.definition(results), f"; {UNITS}")


def limiting(results: Results, tier: str, way: str) -> tuple[Stage | None, Stage | None]:
    """The stage that limits a tier's chain, and the next one."""
    known = [stage for stage in results.stages(tier, way) if stage.bandwidth is not None]
    first = known[0] if known else None
    wider = [s for s in known if first and (s.bandwidth or 0) > (first.bandwidth or 0) * ABOVE]
    return first, (wider[0] if wider else None)


def committing(results: Results, tier: str, way: str) -> str:
    """Say which stage delivers least, where another one limits the bound; else nothing."""
    least = committing_stage(results, tier, way)
    if least is None:
        return ""
    if is_elsewhere(least):
        rate = show(least.committed, "byte/s")
        return f"limited by {least.in_sentence} at {rate}, {known_by(results, least)}"
    bound = show(least.bandwidth, "byte/s")
    return f"limited by {least.in_sentence}, with an efficiency of {least.delivery:.2f} of {bound}"


def committing_stage(results: Results, tier: str, way: str) -> Stage | None:
    """Give the stage that delivers least, where another one limits the bound."""
    known = [s for s in results.stages(tier, way) if s.committed is not None]
    least = min(known, key=lambda s: s.committed or 0.0, default=None)
    first, _ = limiting(results, tier, way)
    if least is None or first is None or least.name == first.name:
        return None
    if (least.committed or 0) >= (first.committed or 0):
        return None
    return least


def headline(results: Results) -> str:
    """What the plan comes to, in a few sentences."""
    return sentence_text(results, conclusion(results))


def conclusion(results: Results) -> Sentence:
    """What doesn't fit, capacity with its definition, bandwidth with its limit, cost with gaps."""
    return (
        *misfit(results),
        "Usable ",
        Figure((("site", "usable_capacity"),), "byte", both=True),
        *usable.nothing_left(results),
        ", ",
        *definition(results),
        ". Expected write bandwidth ",
        Figure((("site", "write_bandwidth"),), "byte/s"),
        *_likely(results, "write_bandwidth"),
        "; ",
        *_bound_words(results, "write_bandwidth_bound"),
        Figure((("site", "write_bandwidth_bound"),), "byte/s"),
        *_of_mean_run(results, WRITE),
        ", limited by ",
        *_limits(results),
        ". ",
        *capitalized(survival(results)),
        *_idle(results),
        ". ",
        *_money(results),
        *_verdict(results),
        ".",
    )


def _verdict(results: Results) -> Sentence:
    found = verdict(results)
    return (". ", *capitalized(found)) if found else ()


def _idle(results: Results) -> Iterator[Piece]:
    """Say how many drives of the tiers that clients reach are in no target."""
    for _, path in front_tiers(results):
        tier = dict(results.designs)[path].built
        if tier is not None and (text := idle_text(results.values, path, tier)):
            at = tuple((path, name) for name in OF_IDLE if (path, name) in results.values)
            yield Unchanged(at, (f"; {text}",), ("; drives in no target are not recalculated",))


def _bound_words(results: Results, bound: str) -> Sentence:
    """Introduce an upper bound; of one that leaves stages out, that it is at most that."""
    upper: Sentence = ("upper bound ",)
    stages = tuple(dict.fromkeys(results.behind_stages("site", bound)))
    if not stages:
        return upper
    known: Sentence = (Choice(stages, UNKNOWN, ("at most ",), upper),)
    return (Choice((("site", bound),), UNKNOWN, upper, known),)


def _likely(results: Results, name: str) -> Sentence:
    """Say the range of an expected value; a sheet that was changed since says that it is none."""
    value, text = results["site", name], likely(results, "site", name)
    if value is None or not text:
        return ()
    otherwise = (", its range not recalculated",)
    return (Unchanged(rests_on(results, "site", name), (f", {text}",), otherwise),)


def _of_mean_run(results: Results, way: str) -> Sentence:
    text = of_mean_run(results, "site", way)
    return (Unchanged(rests_on(results, "site", f"{way}_bandwidth"), (text,), ()),) if text else ()


def _limits(results: Results) -> Iterator[Piece]:
    """Name the stage that limits writing in each tier that clients reach, and the next one."""
    tiers = front_tiers(results)
    for n, (name, path) in enumerate(tiers):
        first, second = limiting(results, path, WRITE)
        yield " and " * (n > 0)
        if first and first.label == STATED:  # the only stage of a tier entered as a whole
            yield first.in_sentence
        else:
            yield Listed(first.in_sentence if first else NO_STAGE, "limiting stage", path, WRITE)
        yield f" in {name}" * (len(tiers) > 1)
        gain = ""
        if first and second and first.bandwidth and second.bandwidth:
            more = rounded(100 * (second.bandwidth / first.bandwidth - 1))
            gain = f"{NEXT}{second.in_sentence}, {f'{more} % higher' if more else SAME_RATE})"
        yield Listed(gain, "next stage", path, WRITE)


def _money(results: Results) -> Sentence:
    def money(name: str) -> Figure:
        return Figure((("site", name),), "currency")

    def known_of(name: str, nothing: Sentence, after: str = "") -> Choice:
        """Say what is known of a sum: an amount of 0 would sound like a price."""
        known: Sentence = ("at least ", money(name), f" net{after}")
        return Choice((("site", name),), 0.0, nothing, known)

    purchase, gross, total = (
        (("site", name),)
        for name in ("capital_cost", "gross_capital_cost", "total_cost_of_ownership")
    )
    known: Sentence = (
        "Purchase cost unknown (",
        known_of("known_capital_cost", (), "; "),
        *counted((("site", "unknown_equipment_cost"),), "price"),
        " missing)",
    )
    with_tax: Sentence = (", ", money("gross_capital_cost"), " gross")
    untaxed: Sentence = (", gross unknown without a VAT rate",)
    whole: Sentence = (
        "Purchase ",
        money("capital_cost"),
        " net",
        Choice(gross, UNKNOWN, untaxed, with_tax),
    )
    years = f"{results.plan.scenario.economics.years} years"
    nothing_but = left_out(results, is_first=True)
    part: Sentence = (
        f". Cost over {years} unknown (",
        Choice(
            (("site", "known_total_cost_of_ownership"),),
            0.0,
            (Choice(purchase, UNKNOWN, ("purchase unknown", *left_out(results)), nothing_but),),
            ("at least ", money("known_total_cost_of_ownership"), " net", *left_out(results)),
        ),
        ")",
    )
    discounted = Choice((("site", "discount_rate"),), 0.0, (), (", discounted",))
    net: Sentence = (f". Over {years} ", money("total_cost_of_ownership"), " net", discounted)
    both: Sentence = (
        f". Over {years} ",
        money("total_cost_of_ownership"),
        " net and ",
        money("gross_total_cost_of_ownership"),
        " gross",
        discounted,
    )
    with_taxes = (("site", "gross_total_cost_of_ownership"),)
    all_of_it: Sentence = (Choice(with_taxes, UNKNOWN, net, both),)
    days, uncertain = days_seen(results), ""
    if found := least_certain(results.plan, results.values):
        uncertain = f". Least certain price: {found[0]} ({CERTAIN[found[1]]})"
    return (
        Choice(purchase, UNKNOWN, known, whole),
        _not_bought(results),
        *_estimated(results),
        _assumed_rates(results),
        Choice(total, UNKNOWN, part, all_of_it),
        *_growth(results),
        Listed(f". Oldest price: {min(days)}" if days else "", "oldest price"),
        Listed(uncertain, "least certain price"),
    )


NO_STAGE, NEXT = "unknown stages", " (next: "
"""In place of the limiting stage where none is known, and before the next one."""
SAME_RATE = "at the same rate"
"""Follows the next stage if it is no faster."""

RUNNING = {
    "years_of_unknown_expansion": "expansions",
    "years_of_unknown_energy": "energy",
    "years_of_unknown_maintenance": "maintenance",
    "years_of_unknown_owned_maintenance": "maintenance of owned tiers",
}
"""The years of which a kind of cost is unknown, and what it is called."""


def left_out(results: Results, *, is_first: bool = False) -> Sentence:
    """Say what the known part of all years leaves out beside prices, by kind."""
    counts = [("site", name) for name in RUNNING if ("site", name) in results.values]
    return _left_out(counts, is_first=is_first)


def _left_out(counts: Sequence[Address], *, is_first: bool) -> Sentence:
    """Begin with a mark between clauses, unless the first that is left out begins the list."""
    if not counts:
        return ("no cost is known",) if is_first else ()
    at, *others = counts
    said: Sentence = (
        f"{'' if is_first else '; '}{RUNNING[at[1]]} of ",
        *counted((at,), "year"),
        " unknown",
    )
    after = _left_out(others, is_first=False)
    if is_first:
        return (Choice((at,), 0.0, _left_out(others, is_first=True), (*said, *after)),)
    return (Choice((at,), 0.0, (), said), *after)


def _estimated(results: Results) -> Sentence:
    """Say how much of the price is assumed or an estimate, and between which ends it lies."""
    if ("site", "estimated_lines") not in results.values:
        return ()

    def money(name: str) -> Figure:
        return Figure((("site", name),), "currency")

    def of_lines(name: str, how: str, first: Sentence) -> Sentence:
        lines = (("site", f"{name}_lines"),)
        text: Sentence = (
            *first,
            money(f"{name}_capital_cost"),
            f" {how} for ",
            *counted(lines, "line"),
        )
        return (Choice(lines, 0.0, (), text),)

    whole = Choice(
        (("site", "unknown_equipment_cost"),), 0.0, (" net in total)",), (" net for known prices)",)
    )
    full: Sentence
    if text := likely(results, *PURCHASE):
        is_same = (f" ({text} net in total)",), (f" (likely range {STALE})",)
        full = (Unchanged(rests_on(results, *PURCHASE), *is_same),)
    else:  # of a part of the purchase, no samples are drawn
        ends = money("low_capital_cost"), money("high_capital_cost")
        low, high = (results.values.get(("site", f"{end}_capital_cost")) for end in ("low", "high"))
        full = (
            ()
            if low == high
            else (" (at all low to all high prices: ", ends[0], " to ", ends[1], whole)
        )
    if_estimated = Choice((("site", "estimated_lines"),), 0.0, (), full)
    band = Choice((("site", "assumed_lines"),), 0.0, (if_estimated,), full)
    including, joined = (", including ",), (" and ",)
    second = Choice((("site", "assumed_lines"),), 0.0, including, joined)
    return (
        *of_lines("assumed", "assumed", including),
        *of_lines("estimated", "estimated", (second,)),
        band,
    )


def _not_bought(results: Results) -> str:
    """Return the vdevs whose drives no tier buys; whether items for all tiers do is not known."""
    plan = results.plan
    lines = [one for one in plan.lines if one.role == DRIVES_BESIDE]
    unpriced = {one.tier for one in lines if results[one.path, "unit_price"] is None}
    built = [design.built for _, design in results.designs if design.built]
    vdevs = dict.fromkeys(
        one.vdevs
        for tier in built
        if tier.name in unpriced or not lines
        for one in tier.target.drives_beside
    )
    if not vdevs:
        return ""
    unless = "" if lines else " unless they are in 'common'"
    return f", without the drives of {' and '.join(vdevs)}{unless}"


def _assumed_rates(results: Results) -> str:
    """Return the assumed exchange rates that the sums use, as a sentence."""
    known = results.plan.scenario.economics
    found = [
        f"1 {currency} = {one.rate:g} {known.currency}"
        for currency, one in sorted(known.exchange.items())
        if one.status == "assumed"
    ]
    return f", at an assumed {' and '.join(found)}" if found else ""


CERTAIN = {
    "assumed": "assumed",
    "estimate": "estimated",
    "low": "low confidence",
    "medium": "medium confidence",
}
"""Text for each certainty of a price."""

FULL_RULE = (
    "Full means that demand has reached the live capacity: usable capacity below the fill "
    "limit, less the snapshot reserve. Demand is compressed data as stored, without snapshots."
)
"""What is meant by full, wherever its date stands."""


def full_sentence(need: Need) -> str:
    """When demand reaches the live capacity of what was bought."""
    if not need.is_known:
        return "the date at which it is full is unknown"
    early = _when(need.time_full, need.full_on, need.horizon)
    if need.source != "history":
        return early
    late = _when(need.late_time, need.late_on, need.horizon)
    return f"{early}; {late} at the lower end of the range"


def growth_left_out(need: Need) -> str:
    """Say that growth isn't in the cost, and until when the purchase suffices; or empty."""
    if need.buys or (need.is_known and need.time_full is None):
        return ""
    name = "" if need.path == "site" else f" of {need.name}"
    return f"growth{name} not included: {_full_in(need)}"


def _full_in(need: Need) -> str:
    """Say in which month demand reaches the live capacity of what was bought."""
    if not need.is_known or need.time_full is None:
        return "the date at which it is full is unknown"
    if need.full_on is not None and need.time_full > 0:
        return f"full in {calendar.month_name[need.full_on.month]} {need.full_on.year}"
    return _when(need.time_full, None, need.horizon)


def _growth(results: Results) -> Sentence:
    """Say what of the cost of all years is for growth, or that none of it is."""
    found = list(needs(results))
    bought: Sentence = ()
    if any(need.buys for need in found):
        later = (("site", "later_capital_cost"),)
        with_growth = (", including ", Figure(later, "currency"), " net for growth")
        known = Choice(later, 0.0, (", without purchases for growth",), with_growth)
        bought = (Choice(later, UNKNOWN, (), (known,)),)
    otherwise = (", growth not recalculated",)
    left = tuple(
        Unchanged(((need.path, "time_full"),), (f", {text}",), otherwise)
        for need in found
        if (text := growth_left_out(need))
    )
    return (*bought, *left)


def full_when(
    time: float | None, date: datetime.date | None, horizon: int, *, known: bool
) -> tuple[str, str]:
    """When something is full, in a word or a date, and what to know beside it."""
    if not known:
        return "unknown", ""
    if time is None:
        return f"not in {horizon} years", ""
    if time == 0:
        return "at once", ""
    after = f"after {show(time, 'second')}"
    return (after, "") if date is None else (str(date), after)


def _when(time: float | None, date: datetime.date | None, horizon: int) -> str:
    if time is None:
        return f"not full within {several(horizon, 'year')}"
    if time == 0:
        return "full from the first day"
    return f"full after {show(time, 'second')}{'' if date is None else f', on {date}'}"


def year_name(year: NeedOfYear) -> str:
    """A year of the plan, with its date where the demand says when it begins."""
    return f"year {year.year}" if year.date is None else f"{year.date} (year {year.year})"


def need_sentence(need: Need) -> str:
    """What is needed at the end of the plan, and the blocks that it takes."""
    text = f"{show_both(need.end.needed)} usable capacity required by {year_name(need.end)}"
    blocks = "block" if need.end.blocks == 1 else "blocks"
    return f"{text}, on {show(need.end.blocks, '1')} {blocks}" if need.buys else text


def endurance_sentence(results: Results, path: str) -> str:
    """How often drives will be written a day, and what they are rated for; empty if not asked."""
    known = results.values.get
    if (path, "drive_writes_per_day") not in results.values:
        return ""
    text = (
        f"drives must endure {show(known((path, 'drive_writes_per_day')), '1')} drive writes "
        f"per day at the capacity derived from the purge policy"
    )
    if (path, "endurance_suffices") not in results.values:
        return text
    words = "enough" if known((path, "endurance_suffices")) else "insufficient"
    rated = known((path, "rated_writes_per_day"))
    if rated is None:
        return f"{text}; their rating is unknown"
    return f"{text}; they are rated for {show(rated, '1')}: {words}"


def migration_sentence(results: Results) -> str:
    """How long the move takes, what limits it, and whether more gateways help; or nothing."""
    found = move(results)
    if found is None:
        return ""
    volume, rate = results["site", "migration_volume"], results["site", "migration_rate"]
    if found.time is None:
        return f"{show(volume, 'byte')} to move at an unknown rate"
    moved = f"{show(volume, 'byte')} at {show(rate, 'byte/s')}"
    text = f"{moved} takes at least {show(found.time, 'second')}, limited by the {found.limit}"
    return f"{text}; {gateways_sentence(results, found)}"


def gateways_sentence(results: Results, found: Move) -> str:
    """Whether more gateways make the move shorter, and up to how many."""
    useful = show(results["site", "useful_gateways"], "1")
    if found.helps is None:
        unknown = [words for words, rate in found.rates.items() if rate is None]
        return f"whether more gateways help is unknown: {' and '.join(unknown)} not known"
    return (
        f"more gateways would help, up to {useful}"
        if found.helps
        else "more gateways would not help"
    )


def inodes_sentence(results: Results) -> str:
    """Say if inodes or capacity run out first, and when inodes do; empty if no files are stated."""
    known = results.values.get
    if ("site", "inodes_available") not in results.values:
        return ""
    have, need = known(("site", "inodes_available")), known(("site", "files_expected"))
    counted = ("site", "file_count") in results.values
    what = "are expected" if counted else "fill the planned capacity"
    bound = "at most " if inodes_are_bound(results.values) and have is not None else ""
    text = f"{bound}{count(have)} inodes for {count(need)} files that {what}"
    first, ends = known(("site", "bytes_fill_first")), inodes_end_in_plan(results.values)
    if first and any(need.first_purchase for need in needs(results)):
        text += ": blocks are added before capacity runs out"
        text += ", but inodes run out within the plan" if ends else ""
    elif first is not None:
        text += f": {'capacity runs' if first else 'inodes run'} out first"
    elif known(("site", "inodes_suffice")) == 0:
        text += ": insufficient"
    short = ends or 0 in (first, known(("site", "inodes_suffice")))
    if short and (remedy := remedy_of_inodes(results.values, results.designs)):
        text += f" ({remedy})"
    full = inodes_full(results)
    if full is None:
        return text
    words = {None: " at best", 0.0: ""}.get(full.time, ", at the latest") if bound else ""
    return f"{text}; the inodes are {_when(full.time, full.date, full.horizon)}{words}"


def caches_sentence(results: Results, tier: str) -> str:
    """What clients get of a tier's caches, and how long they hold; empty if no hit rate is said."""
    if (tier, "cached_write_bandwidth") not in results.values:
        return ""

    def rate(name: str) -> str:
        return show(results[tier, name], "byte/s")

    def time(name: str) -> str:
        return show(results[tier, name], "second")

    text = (
        f"while caches hold, clients can expect {rate('cached_read_bandwidth')} read and "
        f"{rate('cached_write_bandwidth')} write{_less_than_drives(results, tier)}"
    )
    holds = results.values.get((tier, "caches_hold"), 1.0)
    if holds == 1:
        through = (tier, "caches_hold") not in results.values
        return text if through else f"{text}; the drives keep up, so the caches never fill"
    if holds is None:
        return f"{text}; how long a burst lasts is unknown"
    absorbed, usable = results[tier, "absorbed_burst"], results[tier, "usable_capacity"]
    full = absorbed is not None and usable is not None and absorbed > usable
    return (
        f"{text}; a burst at that rate fills them after {time('time_to_fill')}"
        f" ({show(absorbed, 'byte')}{', more than fits in the tier' if full else ''}), then "
        f"clients write {rate('write_bandwidth_after_burst')}; full caches drain in "
        f"{time('time_to_drain')}"
    )


def _less_than_drives(results: Results, tier: str) -> str:
    """Say so where less is committed with caches than without, though they could give more."""
    for way in (WRITE, READ):
        ends, at = ("", "_bound"), ("cached_", "")
        found = (results[tier, f"{a}{way}_bandwidth{end}"] or 0.0 for end in ends for a in at)
        cached, alone, most, most_alone = found
        if 0 < cached < alone and most > most_alone:
            return (
                f" (without them {show(alone, 'byte/s')} {way}: that figure is measured, "
                f"whereas the one with caches is derived from stage efficiencies)"
            )
    return ""


def requests_sentence(results: Results, tier: str) -> str:
    """The random requests that a tier serves at most; empty where its drives' aren't known."""
    if None in (results.values.get((tier, f"drive_random_{way}_rate")) for way in (READ, WRITE)):
        return ""
    bounds = [results[tier, f"random_{way}_rate_bound"] for way in (READ, WRITE)]
    read, write = ("an unknown number of" if one is None else many(one) for one in bounds)
    size = show(results[tier, "request_size"], "byte", binary=True)
    return (
        f"at most {read} random reads or {write} random writes of {size} per second, without caches"
    )


def metadata_sentence(results: Results, tier: str) -> str:
    """The rates of a tier's metadata and what they rest on; empty if none is stated."""
    if (tier, "measured_mdts") not in results.values:
        return ""
    rates = [
        f"{operation} {show(results[tier, name], '1/second')}"
        for operation in OPERATIONS
        if results[tier, name := f"metadata_{operation}_rate"] is not None
    ]
    known = results.plan.provenance
    evidence = sorted(
        {
            known[tier, name].status
            for operation in OPERATIONS
            if (tier, name := f"measured_{operation}_rate") in known
        }
    )
    targets, measured = results[tier, "targets"], results[tier, "measured_mdts"]
    scaling = results.known(tier, "mdt_scaling")
    text = (
        f"{', '.join(rates)}, on {show(targets, '1')} target{'s' * (targets != 1)}; "
        f"{' and '.join(evidence)} on {show(measured, '1')}"
    )
    if targets == measured:
        return text
    if scaling == 1:
        return f"{text} and scaled in proportion, so an upper bound"
    return f"{text}; each further target adds {share(scaling)} of the first"
