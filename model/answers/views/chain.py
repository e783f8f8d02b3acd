"""The chain of a tier: every stage of the data's way, and which one limits."""

from __future__ import annotations

from model.answers.evidence import known_by
from model.answers.results import Results, Stage
from model.answers.states import is_partial
from model.answers.views.view import Column, Row, Tone, View, figure
from model.answers.views.view_formulas import (
    computed,
    is_least,
    is_least_of_servers,
    limits,
    rate_of_all_servers,
    used_at_the_least,
    used_of_servers,
)
from model.engine.tree import Address
from model.formulas.chain.stage_efficiencies import committed, moved, used

TIER = "Tier"
IF_ALL = "Tier, if all servers were affected"
FURTHER = (
    Column("One server's hardware", "server", "decimal"),
    Column("Bytes moved per byte", "amplification", "ratio"),
    Column("Use at the upper bound", "used", "percent"),
    Column("Expected", "committed", "decimal"),
    Column("Evidence", "evidence", "text"),
)


def chain(results: Results, path: str, way: str, *, ranked: bool = True) -> View:
    """Return the chain of the state at a path, the lowest rate first or in data path order."""
    stages = results.stages_in(path, way)
    if not ranked:
        declared = results.plan.instances[path].book.stages(way)
        stages = sorted(stages, key=lambda stage: declared.index(stage.quantity))
    head = IF_ALL if is_partial(results, path) else TIER
    columns = (Column("Limits?", "limits", "limits"), Column(head, "tier", "decimal"), *FURTHER)
    rows = tuple(_row(results, path, way, stage, stages, ranked=ranked) for stage in stages)
    name = path.split("/")[1].partition(":")[2]
    order = "slowest stage first" if ranked else "stages from drives to clients"
    return View(f"{name}: {way} path, {order}", "Stage", columns, rows)


def _bound(results: Results, paths: set[str], way: str) -> Address | None:
    """The least of a chain whose stages all stand in one place; of others there is none."""
    (path,) = paths if len(paths) == 1 else ("",)
    leasts = results.plan.instances[path].book.quantities.values() if path else ()
    of_all = (q for q in leasts if q.kind == "stages" and q.stage == way and not q.scopes)
    found = next(of_all, None)
    return (path, found.name) if found else None


def _has_idle_servers(results: Results, path: str) -> bool:
    """Whether some servers of a state serve no target, so that stages differ in their servers."""
    serving = results.values.get((path, "serving_servers"))
    return serving is not None and serving != results[path, "working_servers"]


def _row(
    results: Results, path: str, way: str, stage: Stage, stages: list[Stage], *, ranked: bool
) -> Row:
    rate, carries = (stage.path, stage.quantity.name), stage.quantity.carries
    hardware = results.plan.program.address(stage.path, carries) if carries else rate
    servers = results.carrying(path, stage.quantity)
    rates = tuple((one.path, one.quantity.name) for one in stages)
    bound = _bound(results, {at for at, _ in rates}, way)
    if _has_idle_servers(results, path):
        others = (
            (results.carrying(path, one.quantity), at)
            for one, at in zip(stages, rates, strict=True)
            if at != rate
        )
        counted = (servers, rate, *(at for pair in others for at in pair))
        of_rates, taken = (
            computed(results, one, *counted) for one in (is_least_of_servers, used_of_servers)
        )
    elif bound:
        of_rates, taken = (computed(results, one, rate, bound) for one in (limits, used))
    else:
        of_rates, taken = (
            computed(results, one, rate, *rates) for one in (is_least, used_at_the_least)
        )
    known = stage.bandwidth is not None
    entries = (
        of_rates,
        computed(results, rate_of_all_servers, rate, servers),
        figure(results, *hardware),
        computed(results, moved, rate, hardware),
        taken,
        computed(
            results, rate_of_all_servers, (stage.path, committed(stage.quantity).name), servers
        ),
        known_by(results, stage),
    )
    tone: Tone = "strong" if ranked and known and stage.limits else ""
    return Row(stage.label, entries, tone=tone, key=stage.name)
