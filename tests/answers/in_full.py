"""What outputs say of a plan as plain lines, so that a test can state all of it.

Tables, charts and documents for programs are written line by line: what a fault would change is in
one of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from model.answers import availability, composition, losses, placement, summary, usable
from model.answers.bandwidth_json import bandwidth_json
from model.answers.bill_json import bill_json
from model.answers.checkpoints import checkpoints_sentence
from model.answers.derivations import called, opened, waits
from model.answers.explain import explain
from model.answers.extensions import extensions, extensions_json, numbered
from model.answers.forecast import forecast_sentences
from model.answers.growth_limits import growth_verdict
from model.answers.levers import Levers, edits, later_text
from model.answers.losses import losses_json
from model.answers.metadata import notes_of
from model.answers.needs import needs
from model.answers.output import plan_json
from model.answers.price_sheet import as_csv, as_yaml, price_rows
from model.answers.results import READ, WAYS, WRITE, Results
from model.answers.risks import risks
from model.answers.sensitivity import ranked
from model.answers.sentences import Sentence, sentence_text
from model.answers.states import HEALTHY, states
from model.answers.streams import one_stream, stated_streams
from model.answers.survival import survival as survived
from model.answers.targets import fill_bound
from model.answers.verdict import as_expected, lever, verdict_json, weakest_sentence
from model.answers.views import (
    capacity,
    cover,
    extension_table,
    file_tables,
    plan_charts,
    price_tables,
    rack_tables,
    state_table,
    years,
)
from model.answers.views.availability_table import availability as availability_table
from model.answers.views.availability_table import outages
from model.answers.views.bandwidth_table import bandwidths
from model.answers.views.bill import by_tier, with_sums
from model.answers.views.certain_items import certain_items, missing_items
from model.answers.views.chain import chain
from model.answers.views.chart import Chart, Line, Series, number_of
from model.answers.views.closed_form_table import closed_forms
from model.answers.views.compatibility_table import fit, misfits, open_questions
from model.answers.views.efficiency_table import deliveries
from model.answers.views.growth_chart import demand_chart
from model.answers.views.loss_causes import loss_causes, loss_shares
from model.answers.views.loss_remedy_table import loss_remedies
from model.answers.views.loss_table import losses as loss_table
from model.answers.views.order_dates import order_sentence, order_table
from model.answers.views.order_timing import order_timing, timing_sentence
from model.answers.views.payments import payments, phases
from model.answers.views.pipes import paths
from model.answers.views.present_table import room_left, today_and_after
from model.answers.views.projections import projections, remark
from model.answers.views.question_list import question_table
from model.answers.views.quote_terms import terms_table
from model.answers.views.remedy_table import remedies
from model.answers.views.replacement_table import replacements
from model.answers.views.replacement_table import said as said_of_replacements
from model.answers.views.requirements import of_checkpoints, requirements
from model.answers.views.restore_table import restores
from model.answers.views.shelf_table import shelf, shelf_json
from model.answers.views.survival_table import said_of_copies, survival
from model.answers.views.training_table import demand_and_guides
from model.answers.views.view import FixedValue, Value, View, number
from model.answers.views.view_text import Text, text_table
from model.answers.views.wear_table import wear
from model.answers.why import why
from model.units.figures import MINUS, THIN

SIGNS = {"strong": "*", "faint": "~", "good": "+", "bad": "!", "differs": "#", "": ""}
"""What stands behind a text for each tone."""
_PLAIN = str.maketrans({THIN: " ", MINUS: "-", "\N{EN DASH}": "-", "\N{NO-BREAK SPACE}": " "})


def plain(text: str) -> str:
    """Write a text with the spaces and signs of a keyboard."""
    return text.translate(_PLAIN)


def said(results: Results, *sentences: Sentence | str | None) -> list[str]:
    """Write sentences with their figures; of what is empty, nothing."""
    texts = (
        one if isinstance(one, str) else sentence_text(results, one) for one in sentences if one
    )
    return [plain(text) for text in texts if text]


def lines(results: Results | None, view: View | None, *keys: str) -> list[str]:
    """Write a table, or some of its columns: title, heads, and a line for each row.

    Behind a text there are its tone and, in parentheses, what is printed small below it.
    """
    if view is None:
        return []
    table = text_table(results, view.only(*keys) if keys else view)
    rows = (" | ".join(map(_cell, row)).rstrip(" |~*") for row in table.rows)
    return [plain(one) for one in (table.title, " | ".join(table.heads), *rows)]


def _cell(text: Text) -> str:
    small = f" ({text.small})" if text.small else ""
    return f"{text.text}{SIGNS[text.tone]}{small}" if text.text or small else ""


def flat(document: Any, at: str = "") -> Iterator[str]:
    """Write a document for programs, a line for each figure and each text, in six digits."""
    if isinstance(document, Mapping) and document:
        for key, inner in document.items():
            yield from flat(inner, f"{at}.{key}" if at else str(key))
    elif isinstance(document, list | tuple) and document:
        for n, inner in enumerate(document):
            yield from flat(inner, f"{at}.{n}")
    else:
        yield f"{at}: {_short(document)}".rstrip()


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return plain(str(value))


def drawn(results: Results | None, chart: Chart | None) -> list[str]:
    """Write a chart: what each of its axes, series and lines says otherwise than others."""
    if chart is None:
        return ["no chart"]
    found = [f"{one.name} = {_part(results, one, chart)}" for one in _stated(chart)]
    for series in chart.series:
        parts = (f"{one.name} = {_part(results, one, series)}" for one in _stated(series))
        found.append(f"series: {'; '.join(parts)}")
    return [plain(one) for one in found if not one.startswith("series = ")]


def _stated(part: Any) -> list[dataclasses.Field[Any]]:
    return [
        one
        for one in dataclasses.fields(part)
        if one.default is dataclasses.MISSING or getattr(part, one.name) != one.default
    ]


def _part(results: Results | None, of: dataclasses.Field[Any], part: Any) -> str:
    return _written(results, getattr(part, of.name))


def _written(results: Results | None, value: Any) -> str:
    if isinstance(value, Value | FixedValue):
        known = number_of(results, value)
        most = " at most" * (isinstance(value, Value) and value.at_most)
        return f"{'unknown' if known is None else f'{known:.5g}'}{most}"
    if isinstance(value, tuple):
        return f"({', '.join(_written(results, one) for one in value)})"
    if isinstance(value, Series | Line) or dataclasses.is_dataclass(value):
        parts = (f"{one.name} {_part(results, one, value)}" for one in _stated(value))
        return f"<{', '.join(parts)}>"
    return f"{value:.5g}" if isinstance(value, float) else f"{value}"


def _need_lines(results: Results) -> Iterator[str]:
    for need in needs(results):
        yield f"{need.name}: {need.source}, {need.horizon} years, known {need.is_known}"
        yield from said(
            results,
            summary.full_sentence(need),
            summary.need_sentence(need),
            summary.growth_left_out(need),
            *forecast_sentences(results, need),
            order_sentence(results, need),
        )
        yield from lines(results, order_table(results, need))
        yield from lines(results, years.demand(results, need))
        yield from drawn(results, demand_chart(results, need))


def _levers(results: Results) -> Iterator[str]:
    for levers in (
        Levers(prices=0.1),
        Levers(flash=-0.2),
        Levers(exchange=0.25),
        Levers(energy=0.5),
        Levers(months=6),
    ):
        yield plain(levers.text)
        yield from flat(edits(results, levers))
    yield from said(results, later_text(results))


def _racks(results: Results) -> Iterator[str]:
    from model.answers.racks import elevation

    found = elevation(results)
    if found is not None:
        yield from lines(None, rack_tables.racks(found))
        yield from lines(None, rack_tables.left(found))
        for device in found.racks[0].devices:
            yield (
                f"{device.bottom} to {device.top}: {device.label}, {device.kind}, {device.place}, "
                f"{device.weight:g} kg, {device.power:g} W, {device.supplies:g} cords"
            )


def _pipes(results: Results, path: str) -> Iterator[str]:
    for state in states(results, path):
        for one in paths(results, path, state):
            least = one.commits_least(results)
            yield (
                f"{state.name}, {one.way}: {_figure(results, one.bound)}"
                f"{' at most' * one.bound.at_most}, expected {_figure(results, one.committed)}, "
                f"least of {least.stage.label if least else 'none'}"
            )
            for pipe in one.pipes:
                yield (
                    f"- {pipe.place}: {pipe.stage.label} {_figure(results, pipe.bound)}, expected "
                    f"{_figure(results, pipe.committed)}{', limits' * pipe.limits}"
                )


def _figure(results: Results, value: Value) -> str:
    found = number(results, value)
    return "unknown" if found is None else f"{found:.5g}"


def _whys(results: Results) -> Iterator[str]:
    for line in results.plan.lines:
        yield f"{line.name}: {said(results, why(results, line))[0]}"


def _ranked(results: Results) -> Iterator[str]:
    for one in ranked(results)[:8]:
        effects = ", ".join(f"{name} {share:+.4g}" for name, share in one.effects.items())
        yield f"{'.'.join(one.address)} = {one.value:.6g}, {one.provenance.status}: {effects}"


EXPLAINED = ("usable_capacity", "write_bandwidth", "capital_cost", "budget_margin")


def _explained(results: Results) -> Iterator[str]:
    """Write how some figures come about, down to what the scenario says."""
    for name in EXPLAINED:
        if ("site", name) not in results.values:
            continue
        node = explain(results, "site", name)
        for depth, one, repeated in node.walk():
            yield plain(f"{'  ' * depth}{one.label} = {one.shown}{', as above' * repeated}")
            if one.formula and not repeated:
                yield plain(f"{'  ' * depth}: {one.formula} = {one.substituted}; {one.latex}")
            if not one.operands:
                yield plain(f"{'  ' * depth}: {one.source}")
        yield plain(f"meant: {node.meant.label}")


DOORS = (
    "site.usable_capacity",
    "capital_cost",
    "=share_of_raw|site.usable_capacity|site.raw_capacity",
    "=sum_of_years|site/years:year 0.year_cost|site/years:year 1.year_cost",
)


def _opened(results: Results) -> Iterator[str]:
    """Write what doors open, and what that waits for."""
    for door in DOORS:
        node = opened(results, door)
        yield plain(f"{door}: {called(results, door) or 'no label'}, {node.label} = {node.shown}")
        yield plain(f": {node.formula} = {node.substituted}")
        yield plain(f"waits for: {', '.join(waits(results, node)[:6])}")
    yield called(results, "site.no_such_figure") or "no such door"


def _identity(results: Results) -> Iterator[str]:
    for label, text in cover.identity(results).items():
        if label not in ("Planned with", "Scenario hash"):
            yield f"{label}: {text}"
    yield from flat(cover.counts(results))


def _workloads(results: Results, path: str) -> Iterator[str]:
    for one in results.plan.instances[path].children.get("workloads", ()):
        at = f"{path}/workloads:{one.name}"
        above = composition.above_bound(results, path, at)
        yield plain(f"{one.name}: {results[at, 'workload_delivery'] or 0.0:.4g}, {above}")


Lines = list[str] | Iterator[str]
SITE: dict[str, Callable[[Results], Lines]] = {
    "headline": lambda r: said(r, summary.conclusion(r)),
    "definition": lambda r: said(r, summary.definition(r), usable.measure(r)),
    "weakest": lambda r: [*said(r, weakest_sentence(r), as_expected(r)), f"{lever(r)}"],
    "verdict": lambda r: flat(verdict_json(r)),
    "growth": lambda r: said(r, growth_verdict(r.values, r.years())),
    "warnings": lambda r: said(r, *r.warnings),
    "risks": lambda r: said(r, *risks(r)),
    "requirements": lambda r: lines(r, requirements(r)),
    "requirements alone": lambda r: lines(
        r, requirements(r), "required", "planned", "met", "margin", "bound", "bound_met", "level"
    ),
    "of checkpoints": lambda r: lines(r, of_checkpoints(r), "required", "planned", "met", "margin"),
    "compatibility": lambda r: lines(r, fit(r)),
    "misfits": lambda r: lines(r, misfits(r)),
    "open questions": lambda r: lines(r, open_questions(r)),
    "today": lambda r: [*lines(r, today_and_after(r)), *lines(r, room_left(r))],
    "capacity": lambda r: lines(r, capacity.tiers(r)),
    "checkpoints": lambda r: said(r, checkpoints_sentence(r)),
    "migration": lambda r: said(r, summary.migration_sentence(r)),
    "inodes": lambda r: [
        *said(r, summary.inodes_sentence(r)),
        *lines(r, file_tables.inodes(r)),
    ],
    "memory": lambda r: [*lines(r, file_tables.memory(r)), *lines(r, file_tables.terms(r))],
    "needs": _need_lines,
    "bandwidths": lambda r: lines(r, bandwidths(r)),
    "losses": lambda r: lines(r, loss_table(r)),
    "causes of loss": lambda r: [*lines(r, loss_causes(r)), *lines(r, loss_shares(r))],
    "restores": lambda r: lines(r, restores(r)),
    "shelf": lambda r: [*lines(r, shelf(r)), *flat(shelf_json(r))],
    "copies": lambda r: said(r, said_of_copies(r)),
    "availability": lambda r: [
        *lines(r, availability_table(r), "availability", "outage", "data", "rests_on"),
        *lines(r, outages(r)),
        *said(r, availability.not_counted_text(r), availability.stops_text(r)),
    ],
    "bill": lambda r: lines(r, with_sums(r)),
    "why": _whys,
    "sums by tier": lambda r: lines(r, by_tier(r)),
    "quotes": lambda r: lines(r, terms_table(r)),
    "prices": lambda r: lines(r, price_tables.prices(r)),
    "prices to replace": lambda r: lines(r, price_tables.to_replace(r)),
    "missing prices": lambda r: lines(r, price_tables.missing(r)),
    "price list": lambda r: [
        *as_csv(price_rows(r)).splitlines(),
        *as_yaml(price_rows(r)).splitlines(),
    ],
    "usual items": lambda r: [*lines(r, certain_items(r)), *said(r, missing_items(r))],
    "costs": lambda r: [*lines(r, years.costs(r)), *said(r, years.without(r))],
    "unit costs": lambda r: lines(r, years.units(r)),
    "phases": lambda r: [*lines(r, phases(r)), *lines(r, payments(r))],
    "projections": lambda r: [
        *lines(r, projections(r)),
        *said(r, remark(r)),
        *drawn(r, plan_charts.projected_costs(r)),
    ],
    "order timing": lambda r: [*lines(r, order_timing(r)), *said(r, timing_sentence(r))],
    "guides": lambda r: lines(r, demand_and_guides(r)),
    "wear": lambda r: [*lines(r, wear(r)), *lines(r, wear(r, known=False))],
    "replacements": lambda r: [*lines(r, replacements(r)), *said(r, said_of_replacements(r))],
    "questions": lambda r: lines(r, question_table(r)),
    "survival": lambda r: said(r, survived(r)),
    "streams": lambda r: said(r, *stated_streams(r)),
    "racks": _racks,
    "levers": _levers,
    "assumptions": lambda r: lines(r, cover.assumptions(r)),
    "unproven figures": _ranked,
    "bill for programs": lambda r: flat(bill_json(r)),
    "open prices for programs": lambda r: flat(
        {key: of for key, of in bill_json(r).items() if key != "bom"}
    ),
    "bandwidths for programs": lambda r: flat(bandwidth_json(r)),
    "demand for programs": lambda r: (
        line
        for line in flat({key: plan_json(r).get(key) for key in ("demand", "inodes", "migration")})
        if ".years." not in line
    ),
    "checks for programs": lambda r: flat(
        {key: plan_json(r)[key] for key in ("checks", "verdicts", "requirements", "design_fits")}
    ),
    "cost by year": lambda r: drawn(r, plan_charts.cost_by_year(r)),
    "job efficiency": lambda r: drawn(r, plan_charts.efficiency_curve(r)),
    "steps": lambda r: [
        one
        for view in extension_table.views(r)
        for one in lines(r, view)
        if "in the template" not in one
    ],
    "notes of steps": lambda r: map(
        plain,
        extension_table.notes_of(
            [(n, step) for n, _, step in numbered(extensions(r))],
            r.plan.scenario.economics.currency,
        ),
    ),
    "meaning of steps": lambda r: said(r, extension_table.meant(extensions(r))),
    "explained": _explained,
    "doors": _opened,
    "identity": _identity,
    "notes of files": lambda r: said(r, *notes_of(r.values)),
    "steps for programs": lambda r: flat(extensions_json(r)),
}
"""What is said of a plan as a whole, by name."""
TIER: dict[str, Callable[[Results, str, str], Lines]] = {
    "steps": lambda r, _, p: lines(r, capacity.steps(r, p)),
    "answers": lambda r, _, p: lines(r, capacity.answers(r, p)),
    "other answers": lambda r, _, p: [
        *lines(r, capacity.other_answers(r, p)),
        *lines(r, capacity.other_answers_in_bytes(r, p)),
    ],
    "waterfall": lambda r, _, p: drawn(r, plan_charts.capacity_waterfall(r, p)),
    "reading": lambda r, _, p: _chain(r, p, READ),
    "writing": lambda r, _, p: _chain(r, p, WRITE),
    "chains of states": lambda r, _, p: [
        one
        for state in states(r, p)[1:]
        for one in (state.name, *lines(r, chain(r, state.path, WRITE)))
    ],
    "declared": lambda r, _, p: lines(r, chain(r, f"{p}/healthy:{HEALTHY}", READ, ranked=False)),
    "bars": lambda r, _, p: drawn(r, plan_charts.stage_bars(r, p, WRITE)),
    "bars of states": lambda r, _, p: [
        *drawn(r, plan_charts.state_bars(r, p)),
        *(
            one
            for s in states(r, p)[1:]
            for one in drawn(r, plan_charts.stage_bars(r, p, READ, s.path))
        ),
    ],
    "states": lambda r, _, p: lines(r, state_table.states(r, p)),
    "pipes": lambda r, _, p: _pipes(r, p),
    "upgrades": lambda r, name, _: lines(r, remedies(r, name)),
    "efficiencies": lambda r, _, p: lines(r, deliveries(r, p)),
    "words": lambda r, _, p: said(
        r,
        summary.caches_sentence(r, p),
        summary.requests_sentence(r, p),
        summary.metadata_sentence(r, p),
        summary.endurance_sentence(r, p),
        *(summary.committing(r, p, way) for way in WAYS),
        composition.uneven_split(r, p),
        r.server_load(p),
        one_stream(r, p),
        fill_bound(r.values, p, dict(r.designs)[p]),
    ),
    "survival": lambda r, _, p: lines(r, survival(r, p)),
    "other models": lambda r, name, p: lines(r, closed_forms(r, name, p)),
    "against loss": lambda r, name, _: lines(r, loss_remedies(r, name)),
    "pools": lambda r, _, p: placement.create_script(r, p).splitlines(),
    "loss": lambda r, _, p: [
        *said(
            r,
            losses.rests_on(r, p),
            losses.rebuilt_words(r, p),
            losses.assumed_words(r, p),
            losses.why_unknown(r, p),
            availability.why_unknown(r, p),
        ),
        *flat(losses_json(r, p)),
    ],
    "stripes": lambda r, _, p: [one.text for one in placement.stripes_lost(_built(r, p))],
    "survival for programs": lambda r, _, p: _survived(r, p),
    "burst": lambda r, _, p: drawn(r, plan_charts.burst_chart(r, p)),
    "workloads": lambda r, _, p: _workloads(r, p),
    "one file": lambda r, _, p: [
        *drawn(r, plan_charts.file_curve(r, p)),
        *said(r, plan_charts.file_words(r, p)),
    ],
}
"""What is said of a tier, by name."""


def _built(results: Results, path: str) -> Any:
    return dict(results.designs)[path].built


def _survived(results: Results, path: str) -> Iterator[str]:
    found = placement.survival_of(results, path)
    if found is not None:
        yield from flat(placement.singles_json(found))
        yield from flat(placement.pairs_json(found))


def _chain(results: Results, path: str, way: str) -> list[str]:
    at = f"{path}/healthy:{HEALTHY}"
    combined = composition.how_combined(results, at, way)
    return [*lines(results, chain(results, at, way)), *said(results, combined)]


def output(results: Results, name: str) -> list[str]:
    """Write what is said under a name: 'needs' of the plan, 't: steps' of a tier."""
    tier, _, what = name.rpartition(": ")
    if not tier:
        return list(SITE[what](results))
    return list(TIER[what](results, tier, dict(results.tiers())[tier]))
