"""A plan as one page of HTML that stands alone: to read, to send, to print.

It fetches nothing and runs nothing. Its tables are the views that all outputs draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from itertools import chain as joined

from model.answers.availability import assumed_text, not_counted_text, stops_text
from model.answers.losses import NOT_MODELLED
from model.answers.losses import assumed_text as assumed_loss
from model.answers.racks import elevation
from model.answers.ranges import likely
from model.answers.results import WAYS, Results, data_tiers
from model.answers.risks import risks
from model.answers.sentences import sentence_text
from model.answers.states import HEALTHY, states
from model.answers.streams import one_stream
from model.answers.summary import definition, headline
from model.answers.verdict import weakest_sentence
from model.answers.views import capacity, chain, cover, rack_tables, years
from model.answers.views import state_table as states_views
from model.answers.views.availability_table import availability, outages
from model.answers.views.bandwidth_table import bandwidths
from model.answers.views.bill import with_sums
from model.answers.views.certain_items import certain_items
from model.answers.views.compatibility_table import misfits
from model.answers.views.loss_causes import loss_causes
from model.answers.views.loss_table import losses
from model.answers.views.order_timing import order_timing, rule, timing_sentence
from model.answers.views.payments import payments, phases
from model.answers.views.plan_charts import capacity_waterfall, cost_by_year
from model.answers.views.present_table import room_left, today_and_after
from model.answers.views.price_tables import missing
from model.answers.views.projections import projections, remark
from model.answers.views.question_list import question_table
from model.answers.views.quote_terms import terms_table
from model.answers.views.replacement_table import replacements
from model.answers.views.requirements import requirements
from model.answers.views.restore_table import RESTORED, restores
from model.answers.views.shelf_table import shelf
from model.answers.views.survival_table import (
    EXPLAINED,
    said_of_copies,
    survival,
    unknown_survival,
)
from model.answers.views.training_table import COSTS, demand_and_guides
from model.answers.views.view import View
from model.answers.views.wear_table import MEANING, wear
from model.planning.states import DOWN
from model.units.figures import show
from report.drawings import elevation as front
from report.drawings.data_path import svg
from report.web import charts, html, texts
from report.web.derived import KEY, derivations, sources
from report.web.page_style import STYLE

DRAWN = (HEALTHY, DOWN)
"""The states that the picture is drawn in."""
BILL = ("position", "tier", "line_count", "why", "net_unit_price", "line_cost", "source")
SHORT = 6
"""Rows of a table that isn't cut between pages of paper."""


def page(results: Results) -> str:
    """Write the whole page."""
    scenario = results.plan.scenario
    title = escape(scenario.title or scenario.name)
    found = [(name, "\n".join(parts)) for name, parts in _sections(results)]
    held = [(name, body) for name, body in found if body]
    links = "".join(f'<a href="#{_anchor(name)}">{name}</a>' for name, _ in held)
    sections = (
        f'<section><h2 id="{_anchor(name)}">{name}</h2>\n{body}</section>' for name, body in held
    )
    head = (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head>"
    )
    public = _faint(texts.WITHHELD) if results.plan.public else ""
    lead = f'<p class="lead">{_plain(headline(results))}</p>'
    if weak := weakest_sentence(results):
        lead += f"<p>{_plain(weak)}.</p>"
    which = _faint("; ".join(f"{head}: {said}" for head, said in cover.identity(results).items()))
    top = (
        head,
        f"<body>\n<main><h1>{title}</h1>",
        which,
        lead,
        public,
        _cards(results),
        _risks(results),
    )
    return "\n".join((*top, f"<nav>{links}</nav>", *sections, "</main></body>\n</html>\n"))


def _anchor(name: str) -> str:
    return name.lower().replace(" ", "-")


def _sections(results: Results) -> Iterator[tuple[str, Iterator[str]]]:
    """Give the sections in the order of reading; one of nothing is left out."""
    yield texts.PICTURE, _picture(results)
    yield texts.REQUIREMENTS, _required(results)
    yield texts.TODAY, _today(results)
    yield texts.CAPACITY, _capacities(results)
    yield texts.PERFORMANCE, _performance(results)
    yield texts.RISK, _risk(results)
    yield texts.BILL, _bought(results)
    yield texts.COST, _cost(results)
    yield texts.RACKS, _racks(results)
    yield texts.ASSUMPTIONS, _tables(results, cover.assumptions(results))
    yield texts.QUESTIONS, _tables(results, question_table(results))
    yield texts.DERIVATIONS, _derivations(results)
    yield texts.SOURCES, iter([html.table(*sources(results))])


def _faint(text: str) -> str:
    return f'<p class="faint">{_plain(text)}</p>'


def _plain(text: str) -> str:
    """Escape a text, and leave out marks that a terminal or Markdown would draw."""
    return escape(text.replace("`", "").replace("*", ""))


def _tables(results: Results, *views: View | None, titled: bool = False) -> Iterator[str]:
    for view in views:
        if view is not None and view.rows:
            head = f"<h3>{escape(view.title)}</h3>" * titled
            kept = " short" * (len(view.rows) <= SHORT)
            yield f'<div class="table{kept}">{head}{html.drawn(results, view)}</div>'


def _cards(results: Results) -> str:
    """Write the figures that matter most; of a cost that isn't known, what is known, if any."""
    currency, said = results.plan.scenario.economics.currency, []
    for name, label in texts.CARDS.items():
        known, unit = results["site", name], results.item("site", name).unit
        part = f"known_{name}"
        if known is None and results.values.get(("site", part)):
            name, label = part, texts.KNOWN_PART.format(label)
        value = results["site", name]
        shown = show(value, unit, currency=currency)
        is_twin = unit == "byte" and value is not None
        twin = f"<small>{escape(show(value, unit, binary=True))}</small>" * is_twin
        range_ = likely(results, "site", name)
        small = f"<small>{escape(range_)}</small>" if range_ else twin
        said.append(f"<div>{escape(label)}<b>{escape(shown)}</b>{small}</div>")
    return f'<div class="cards">{"".join(said)}</div>'


def _risks(results: Results) -> str:
    """Write the gravest risks; nothing where there are none."""
    lines = "".join(f"<li>{_plain(one)}</li>" for one in risks(results))
    return f'<div class="risks"><h3>{texts.RISKS}</h3><ul>{lines}</ul></div>' if lines else ""


def _figure(title: str, drawing: str) -> str:
    return f"<figure><figcaption>{escape(title)}</figcaption>{drawing}</figure>"


def _picture(results: Results) -> Iterator[str]:
    found = elevation(results)
    racks = found if found is not None and found.racks else None
    for n, (name, path) in enumerate(data_tiers(results)):
        drawn = [state for state in states(results, path) if state.name in DRAWN]
        shown = [
            _figure(texts.DATA_PATH.format(tier=name, state=s.name), svg(results, path, s))
            + (f'<p class="gone">✗ {escape(s.gone)}</p>' if s.gone else "")
            for s in drawn
        ]
        if racks is not None:
            for at, state in enumerate(drawn):
                lost = name if state.name == DOWN else ""
                if lost or not n:
                    drawing = _figure(texts.ELEVATIONS, front.svg(racks, lost))
                    shown[at] += f'<div class="racks{" lost" * bool(lost)}">{drawing}</div>'
        yield _switched(f"tier-{n}", [state.name for state in drawn], shown)


def _switched(group: str, names: list[str], bodies: list[str]) -> str:
    """Let one of some drawings be chosen, without a script; on paper, racks stand once, last."""
    if len(names) < 2:
        return "".join(bodies)
    chosen = " checked"
    buttons, shown = "", ""
    for n, (name, body) in enumerate(zip(names, bodies, strict=True), 1):
        at = f"{group}-{n}"
        buttons += (
            f'<input type="radio" name="{group}" id="{at}"{chosen * (n == 1)}>'
            f'<label for="{at}">{escape(name)}</label>'
        )
        shown += f'<div class="state">{body}</div>'
    return f'<div class="states" role="group" aria-label="{texts.STATE}">{buttons}{shown}</div>'


def _required(results: Results) -> Iterator[str]:
    yield from _tables(results, requirements(results))
    yield from _tables(results, misfits(results), titled=True)
    if results.warnings:
        said = "".join(f"<li>{_plain(warning)}</li>" for warning in results.warnings)
        yield f"<h3>{texts.WARNINGS}</h3><ul>{said}</ul>"


def _today(results: Results) -> Iterator[str]:
    yield from _tables(results, today_and_after(results))


def _capacities(results: Results) -> Iterator[str]:
    yield _faint(sentence_text(results, definition(results)))
    of_data = {path for _, path in data_tiers(results)}
    for _, path in results.tiers():
        steps = capacity.without_nothing(results, capacity.steps(results, path))
        chart = capacity_waterfall(results, path)
        if chart.categories and path in of_data:
            yield _figure(chart.title, charts.svg(results, chart))
        yield from _tables(results, steps, titled=True)


def _performance(results: Results) -> Iterator[str]:
    yield from _tables(results, bandwidths(results), titled=True)
    for _, path in results.tiers():
        of_ways = (chain.chain(results, f"{path}/healthy:{HEALTHY}", way) for way in WAYS[::-1])
        yield from _tables(results, *of_ways, states_views.states(results, path), titled=True)
        yield from map(_faint, filter(None, [one_stream(results, path)]))
    if (guides := demand_and_guides(results)).rows:
        yield from joined(_tables(results, guides, titled=True), [_faint(COSTS)])


def _risk(results: Results) -> Iterator[str]:
    """Write what tiers survive, how likely data are lost or away, spares and wear."""
    for name, path in results.tiers():
        found = survival(results, path) or unknown_survival()
        yield from _tables(results, replace(found, title=f"{found.title}: {name}"), titled=True)
    yield from map(_faint, filter(None, (EXPLAINED, said_of_copies(results))))
    yield from _tables(results, losses(results), loss_causes(results), titled=True)
    yield from map(_faint, filter(None, (assumed_loss(results), NOT_MODELLED)))
    yield from joined(_tables(results, restores(results), titled=True), [_faint(RESTORED)])
    yield from _tables(results, availability(results), outages(results), titled=True)
    said = stops_text(results), assumed_text(results), not_counted_text(results)
    yield from map(_faint, filter(None, said))
    yield from _tables(results, shelf(results), titled=True)
    if (worn := wear(results)).rows:
        yield from joined(_tables(results, worn, titled=True), [_faint(MEANING)])


def _bought(results: Results) -> Iterator[str]:
    yield from _tables(results, with_sums(results).only(*BILL).noted("why"))
    yield from _tables(results, missing(results), certain_items(results), titled=True)
    yield from _tables(results, terms_table(results), titled=True)


def _cost(results: Results) -> Iterator[str]:
    chart = cost_by_year(results)
    if chart is not None:
        yield _figure(chart.title, charts.svg(results, chart))
    found = (
        years.costs(results),
        replacements(results),
        years.units(results),
        phases(results),
        payments(results),
    )
    yield from _tables(results, *found, titled=True)
    yield from map(_faint, filter(None, [years.without(results)]))
    if (timing := order_timing(results)) is not None:
        yield from _tables(results, timing, titled=True)
        yield _faint(f"{sentence_text(results, timing_sentence(results))}. {rule(results)}")
    if (others := projections(results)) is not None:
        yield from joined(_tables(results, others, titled=True), [_faint(remark(results))])


def _racks(results: Results) -> Iterator[str]:
    found = elevation(results)
    if found is not None:
        yield from _tables(results, rack_tables.racks(found))
        yield from _tables(results, rack_tables.left(found), titled=True)
    yield from _tables(results, room_left(results), titled=True)


def _derivations(results: Results) -> Iterator[str]:
    """Write how the key figures come about: the formula, the numbers put in, what it is made of."""
    for name in KEY:
        if ("site", name) in results.values:
            node, rows = derivations(results, name)
            yield f"<h3>{escape(node.label)}: {escape(node.shown)}</h3>"
            if node.substituted:
                yield f"<p><code>{escape(node.item.label)} = {escape(node.substituted)}</code></p>"
            yield f'<div class="table">{html.table(*rows)}</div>'
