"""What outputs say of several plans, of samples and of layouts, as plain lines: see `in_full`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model import edited, evaluate
from model.answers.certainty import Drawn, sample
from model.answers.comparison import Compared, compare, comparison_json
from model.answers.explored_layouts import (
    ARRAYS,
    GROUPS,
    OVER_SERVERS,
    explore_groups,
    explore_servers,
)
from model.answers.extension_tries import (
    most_drives,
    most_vdevs,
)
from model.answers.extensions import (
    drives_added,
    extensions,
    steps_to_plan,
    vdevs_added,
)
from model.answers.failures import failures
from model.answers.glossary import hints
from model.answers.layout_capacity import layout_capacity
from model.answers.numbers import not_modelled, numbers
from model.answers.placement import survival_of
from model.answers.prices import considered
from model.answers.regrets import Regrets, regret
from model.answers.results import WAYS, Results
from model.answers.spare_budget import budget_json, budget_sentences, spare_budget, split_table
from model.answers.step_phases import with_phase
from model.answers.unlike_quotes import warnings_of_quotes
from model.answers.validation import Row, headline, summary, validate
from model.answers.views import (
    certainty_charts,
    certainty_tables,
    comparison_charts,
    comparison_tables,
    validation_charts,
)
from model.answers.views.effects import effects, effects_text, turned
from model.answers.views.payments import phases
from model.answers.views.quote_terms import quote_terms, term_sentence
from model.placement.verdicts import Tier
from tests.answers import test_extensions
from tests.answers.in_full import drawn, flat, lines, output, plain, said
from tests.answers.test_warnings_of_plans import plan, priced
from tests.planned import like
from tests.prices import quoted

Lines = list[str] | Iterator[str]
UNRANGED: Any = {"bands": {"deliveries": False}}
MEASURED: Any = {"read_bandwidth": "20 GB/s", "write_bandwidth": "10 GB/s"}
ONE = like("given", "t", given=MEASURED)
TWO = like("given", "t", given={"capacity": "5 PB"}, policy={"fill_limit": 0.9})
BUILT = like("disks cabled", enclosures={"power": "500 W", "weight": "60 kg"},
             cables={"weight": "0.5 kg"}, servers={"rack_units": 2})  # fmt: skip
DOLLARS: Any = {"years": 2, "currency": "USD", "staff_cost": None, "energy_price": None}
ASKED: Any = {"capacity": "3 PB", "write_bandwidth": "12 GB/s", "budget": "6 MEUR"}


# Designs beside each other.


@cache
def compared() -> Compared:
    built = plan(BUILT, requirements=ASKED, **UNRANGED)
    more = plan({**BUILT, "blocks": 6}, requirements={**ASKED, "capacity": "9 PB"}, **UNRANGED)
    whole = plan(ONE, like("given", "u"), economics=DOLLARS, existing=[], common=[],
                 requirements={"write_bandwidth": "12 GB/s"})  # fmt: skip
    return compare([built, more, whole], ["a", "b", "c"])


@cache
def in_euros() -> Compared:
    return compare(list(compared().designs.values())[:2])


def _compared() -> Mapping[str, Callable[[], Lines]]:
    found: dict[str, Callable[[], Lines]] = {}
    tables = comparison_tables
    for name, of in (
        ("figures", tables.figures),
        ("requirements", tables.requirements),
        ("capacity", tables.capacity),
        ("reading", partial(tables.chain, way="read")),
        ("writing", partial(tables.chain, way="write")),
        ("bill", tables.bill),
        ("years", tables.years),
        ("bases", tables.bases),
    ):
        found[name] = partial(_table, of)
    found["alike"] = lambda: said(compared().all[0], tables.alike(compared()))
    found["differences"] = lambda: _table(tables.differences)[-8:]
    found["titles"] = lambda: [view.title for view in tables.views(compared())]
    found["for programs"] = lambda: (
        line for line in flat(comparison_json(compared())) if ".bom." not in line
    )
    found["charts"] = _charts
    return found


def _table(of: Callable[[Compared], Any]) -> list[str]:
    return lines(compared().all[0], of(compared()))


def _charts() -> Iterator[str]:
    found, first = compared(), compared().all[0]
    yield from drawn(first, comparison_charts.capacities(found))
    yield from drawn(first, comparison_charts.bandwidths(found))
    steps = comparison_tables.capacity(found)
    yield from drawn(first, comparison_charts.where_raw_goes(steps))
    for way in WAYS:
        chain = comparison_tables.chain(found, way)
        yield from drawn(first, comparison_charts.chains(found, chain, way))
    for each in (found, in_euros()):
        years = comparison_tables.years(each)
        yield from drawn(first, comparison_charts.costs(each, years))


# Samples.

BANDS: Any = {
    "deliveries": False,
    "economics.energy_price": {"median": "0.25 EUR/kWh", "spread": 1.2},
    "tiers.0.policy.fill_limit": {"low": 0.7, "likely": 0.8, "high": 0.9},
    "tiers.0.drives.power": {"values": ["8 W", "12 W"]},
}


@cache
def results_drawn() -> Results:
    asked = {"capacity": "11 PB", "power": "14 kW", "loss": 0.1}
    return priced(bands=BANDS, requirements=asked, machine=None, checkpoint=None)


@cache
def cases() -> Drawn:
    return sample(results_drawn(), 64, 3)


def _sampled() -> Mapping[str, Callable[[], Lines]]:
    def tornados() -> Iterator[str]:
        for name in ("total_cost_of_ownership", "planned_capacity", "equipment_power"):
            yield from lines(results_drawn(), certainty_tables.tornado(cases(), ("site", name)))
            yield from drawn(None, certainty_charts.tornado_chart(cases(), ("site", name)))

    return {
        "quantiles": lambda: lines(results_drawn(), certainty_tables.quantiles(cases())),
        "chances": lambda: lines(results_drawn(), certainty_tables.chances(cases())),
        "tornados": tornados,
        "bands": lambda: lines(results_drawn(), certainty_tables.bands(results_drawn()))[:7],
        "without": lambda: [
            line
            for line in lines(results_drawn(), certainty_tables.without(cases()))
            if "measured systems" not in line
        ],
        "counted": lambda: [plain(certainty_tables.counted(cases()))],
        "against requirements": lambda: drawn(None, certainty_charts.against_requirements(cases())),
        "regrets": _regrets,
    }


def _regrets() -> Iterator[str]:
    one = results_drawn()
    more = one.edited({"tiers.0.blocks": 5, "requirements": {"capacity": "11 PB"}})
    designs = {"four": one, "five": more}
    for options in ({}, {"cost_of_miss": 5e5}, {"figure": "planned_capacity", "maximise": True}):
        found: Regrets = regret(designs, cases(), **options)
        yield from lines(None, comparison_tables.regrets(found))
        yield plain(comparison_tables.least(found))


# Published figures.

PUBLISHED: list[dict[str, Any]] = [
    {"figure": "raw", "quantity": "site.raw_capacity", "value": "5 PB", "kind": "derived",
     "tolerance": 0},
    {"figure": "usable", "quantity": "site.usable_capacity", "value": "4 PB", "kind": "carried",
     "tolerance": 0.05, "note": "rounded"},
    {"figure": "usable, off", "quantity": "site.usable_capacity", "value": "3 PB",
     "kind": "carried", "tolerance": 0.1},
    {"figure": "read", "quantity": "t.read_bandwidth", "value": "25 GB/s", "kind": "predicted",
     "evidence": "capability"},
    {"figure": "write", "quantity": "t.write_bandwidth", "value": "12 GB/s", "kind": "predicted",
     "evidence": "rated"},
    {"figure": "write, half", "quantity": "t.write_bandwidth", "value": "7 GB/s",
     "kind": "predicted", "evidence": "capability", "tolerance": 0.5},
    {"figure": "fitted", "quantity": "t.write_bandwidth", "value": "14.1 GB/s",
     "kind": "calibrated", "tolerance": 0.02},
    {"figure": "most", "quantity": "t.write_bandwidth_bound", "value": "13 GB/s", "kind": "bound",
     "evidence": "production"},
    {"figure": "beyond", "quantity": "t.read_bandwidth_bound", "value": "30 GB/s",
     "kind": "bound", "evidence": "capability"},
    {"figure": "years", "quantity": "site.energy_price", "value": "0.5 EUR/kWh", "kind": "input"},
    {"figure": "files", "value": 12345, "kind": "data", "slip": "a slip"},
    {"figure": "name", "value": "unknown", "kind": "data"},
    {"figure": "fill", "quantity": "t.fill_limit", "value": "80 %", "kind": "derived",
     "tolerance": 0},
    {"figure": "changed", "quantity": "site.raw_capacity", "value": "6 PB", "kind": "derived",
     "tolerance": 0, "change": {"tiers.0.given.raw_capacity": "6 PB"}},
]  # fmt: skip


@cache
def rows() -> tuple[Row, ...]:
    found = plan(like("given"), published=PUBLISHED)
    return tuple(validate(found.plan.scenario))


def _validated() -> Mapping[str, Callable[[], Lines]]:
    def figures() -> Iterator[str]:
        for one in rows():
            yield plain(
                f"{one.compares} | {one.kind_text} | {one.published_text} | {one.model_text} | "
                f"{one.error_text} | {one.tolerance_text} | {one.within} | "
                f"{'' if one.used is None else f'{one.used:.4g}'} | {one.note}{one.slip}"
            )

    def for_programs() -> Iterator[str]:
        yield from flat({k: v for k, v in summary(rows()).items() if k != "left_out"})

    def charts() -> Iterator[str]:
        for of in ("error_dots", "prediction_bars", "bound_bars"):
            yield from drawn(None, getattr(validation_charts, of)(rows()))

    def headlines() -> Iterator[str]:
        for few in (rows(), rows()[:3], rows()[3:4], rows()[3:6], ()):
            yield plain(headline(few))

    return {
        "rows": figures,
        "headlines": headlines,
        "for programs": for_programs,
        "charts": charts,
    }


# Quotes.

QUOTES: Any = (
    quoted.quote(lines=[{"part": quoted.DRIVE, "price": 600},
                        {"part": quoted.SWITCH, "price": 9e3}]),
    quoted.quote(number="Q-2", vendor="Other", valid_until="2026-12-20", taxes="gross",
                 vat_rate=0.19, lines=[{"part": quoted.DRIVE, "price": 730, "discount": 0.05}]),
    quoted.quote(number="Q-3", vendor="Late", date="2026-10-01", valid_until="2026-11-01",
                 lines=[{"part": quoted.DRIVE, "price": 500}]),
)  # fmt: skip
BOOK: Any = {
    "schema": "ostimate.prices/1",
    "lines": [{"part": quoted.DRIVE, "price": "650 EUR", "date": "2026-10-01", "from": 10,
               "confidence": "medium", "note": "by phone"}],
}  # fmt: skip


FOLDER = tempfile.TemporaryDirectory()
"""Where quotes are; it lives as long as their plan."""


SERVERS: Any = (
    quoted.quote(number="S-1", lines=[{"part": quoted.SERVER, "price": 12_000}]),
    quoted.quote(number="S-2", vendor="Other", lines=[
        {"part": quoted.SERVER, "price": 12_500, "includes": "processors"}]),
    quoted.quote(number="S-3", vendor="Third", lines=[
        {"part": quoted.SERVER, "price": 12_300, "includes": "memory, adapters"}]),
    quoted.quote(number="S-4", vendor="Dear", lines=[
        {"part": quoted.SERVER, "price": 14_500, "includes": "processors"}]),
)  # fmt: skip


@cache
def with_servers(**unpriced: Any) -> Results:
    day = {"price_date": "2026-11-22"}
    folder = Path(tempfile.mkdtemp(dir=FOLDER.name))
    return quoted.planned(folder, SERVERS, economics=day, servers__price=None, **unpriced)


@cache
def with_quotes() -> Results:
    day = {"price_date": "2026-11-22"}
    return quoted.planned(Path(FOLDER.name), QUOTES, (BOOK,), economics=day)


def _quoted() -> Mapping[str, Callable[[], Lines]]:
    found = with_quotes()
    names = ("prices", "quotes", "price list", "prices to replace", "sums by tier")
    tables = {name: partial(_of_folder, found, name) for name in names}

    def unlike() -> Iterator[str]:
        for unpriced in ({}, {"memory__price": None}):
            found = with_servers(**unpriced)
            yield from said(found, *warnings_of_quotes(found.plan, found.values))
            for line in found.plan.lines:
                if line.role == "servers":
                    for one in considered(found, line):
                        yield plain(f"{one.price.origin}: {one.counts}, {one.why_not}")

    return {
        **tables,
        "unlike": unlike,
        "terms": lambda: [plain(term_sentence(found, one)) for one in quote_terms(found)],
    }


def _of_folder(results: Results, name: str) -> list[str]:
    """Leave out where a test keeps its files, and what the catalog has seen."""
    folder = str(Path(results.plan.scenario.folder or ""))
    shown = (line for line in output(results, name) if "a public price" not in line)
    return [line.replace(f"{folder}/", "") for line in shown]


# Edits.

EDITS: list[dict[str, Any]] = [
    {"tiers.0.blocks": 5},
    {"tiers.0.blocks": 1},
    {"tiers.0.drives.price": None, "tiers.0.drives.part": None, "tiers.0.drives.name": "x",
     "tiers.0.drives.capacity": "24 TB"},
    {"economics.years": 7},
    {"tiers.0.enclosures.bays": 80},
    {"requirements.capacity": "2 PB"},
    {"economics.currency": "USD", "economics.exchange": {"EUR": {
        "rate": 1.1, "date": "2026-08-01", "source": "ECB"}}},
]  # fmt: skip


def _edited() -> Mapping[str, Callable[[], Lines]]:
    def every() -> Iterator[str]:
        before = priced(**UNRANGED)
        for changes in EDITS:
            after = evaluate(edited(before.plan.scenario, changes))
            yield ", ".join(changes)
            for one, other in ((before, after), (after, before)):
                yield plain(effects_text(effects(one, other))) or "no effect"
                for turn in turned(one, other):
                    yield plain(f"- {turn} ({turn.tone})")

    return {"effects": every, "spares": _spares, "words": _words}


def _spares() -> Iterator[str]:
    found = priced(tiers__0__spares={"failure_rate": "1 %"}, **UNRANGED)
    for amount in (1.0, 30000.0, 100000.0):
        budget = spare_budget(found, amount)
        yield from lines(found, split_table(budget))
        yield from map(plain, budget_sentences(found, budget))
    yield from flat(budget_json(found, spare_budget(found, 30000.0)))


def _words() -> Iterator[str]:
    found = priced(**UNRANGED)
    for words in ("usable capacity", "mttdl", "Dump_Time", "no such figure", "uptime"):
        yield f"{words}: {', '.join('.'.join(at) for at in numbers(found, words)[:6])}"
        yield from said(found, not_modelled(found, words))
    for text in ("raidz2 vdevs", "KiB blocks", "PUE and VAT of a tier", "nothing"):
        yield f"{text}: {hints(text)}".replace("\n", " / ")


# Steps as phases.


def _phased() -> Mapping[str, Callable[[], Lines]]:
    def every() -> Iterator[str]:
        named = test_extensions.TEXT.replace(
            "part: seagate-st10000nm0096,", "name: disk, capacity: 10 TB,"
        )
        results = test_extensions.planned(named)
        for kind in ("widen_raidz", "add_enclosure"):
            tier = extensions(results)[0]
            step = next(one for one in tier.steps if one.step == kind and one.is_possible)
            found = with_phase(results, tier, step)
            yield f"{found.name} on {found.day}"
            results = found.results
            economics = results.plan.scenario.data["economics"]
            yield from flat({key: economics[key] for key in ("order_date", "phases")})
        yield from lines(results, phases(results))

    def added() -> Iterator[str]:
        results = test_extensions.planned(test_extensions.TEXT + test_extensions.SMALL)
        for name in ("project", "samples"):
            yield f"{name}: {most_vdevs(results, name)} vdevs, {most_drives(results, name)} drives"
        for add in (vdevs_added, drives_added):
            title, changes = add(results, "project", 1)
            yield title
            yield from flat(changes)
            with pytest.raises(ValueError, match="free bay") as refused:
                add(results, "samples", 1)
            yield str(refused.value)
        for one in steps_to_plan(results, "project"):
            if "template" not in one.title and "Seagate" not in one.title:
                yield f"{one.step}: {one.title}, {', '.join(one.changes)}, {one.why_not}"

    return {"phases": every, "added": added}


# Layouts by themselves, and failures of a block.


def _laid_out() -> Mapping[str, Callable[[], Lines]]:
    def capacities() -> Iterator[str]:
        for layout, more in (
            ("ceph:8+3", {"servers": 12, "drives_per_server": 12}),
            ("daos:8+2", {"servers": 12, "drives_per_server": 4}),
            ("raid6:10", {"copies": 2}),
            ("2 x raidz2:10", {"copies": 2, "of_zfs": {"release": "2.2", "sector_size": "4096 B"}}),
            ("raid6:8", {"copies": 2, "servers": 3, "policy": {"fill_limit": 0.5}}),
        ):
            found = layout_capacity(layout, "10 TB", **more)
            yield (
                f"{found.layout}: {found.servers} servers, {found.drives_per_server} drives, "
                f"{found.copies} copies, {found.raw} B raw"
            )
            yield from flat(found.figures)
            yield from (plain(f"- {one.what}: {one.size} ({one.meaning})") for one in found.answers)
            yield from map(plain, found.warnings)

    def maps() -> Iterator[str]:
        groups = {of: explore_groups(of, "10 TB", widest=12) for of in (GROUPS, ARRAYS)}
        codes = {
            of: explore_servers(of, "10 TB", most=12, drives_per_server=4)
            for of in OVER_SERVERS[:2]
        }
        for of, found in (groups | codes).items():
            for name in list(found.shares)[:2]:
                yield f"{of}: {name} for {found.columns[0]} to {found.columns[-1]}"
                for row, shares in zip(found.rows, found.shares[name], strict=True):
                    known = ("-" if np.isnan(one) else f"{one:.3f}" for one in shares)
                    yield f"{row}: {' '.join(known)}"
            marked = np.argwhere(found.marked)
            yield f"marked: {', '.join(f'{row} {column}' for row, column in marked)}"

    return {"capacities": capacities, "maps": maps, "failures": _failures}


def _failures() -> Iterator[str]:
    for words in ("disks cabled", "disks loose inside weka", "disks arrays raid"):
        found = survival_of(plan(like(words, blocks=1)), "site/tiers:t")
        if isinstance(found, Tier):
            shown = list(failures(found.block))
            yield f"{words}: {len(shown)} failures"
            yield from (plain(one.text) for one in [*shown[:12], *shown[-2:]])


SEVERAL: dict[str, Callable[[], Mapping[str, Callable[[], Lines]]]] = {
    "compared": _compared,
    "sampled": _sampled,
    "validated": _validated,
    "quoted": _quoted,
    "edited": _edited,
    "phased": _phased,
    "laid out": _laid_out,
}
"""What is said of several plans, and of what is no plan: outputs by name."""
