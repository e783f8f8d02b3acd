"""The verdict of a plan: what is met as expected, how often all of it is, and the weakest lever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.answers.evidence import known_by
from model.answers.growth_limits import behind_growth, exceeded, growth_verdict
from model.answers.ranges import Chance, ranges, rests_on
from model.answers.results import READ, WRITE, Check, Results, Stage, front_tiers
from model.answers.sentences import Sentence, Unchanged
from model.answers.servers import highest_measured
from model.design.tier import Tier
from model.engine.tree import Address
from model.formulas.chain.stage_efficiencies import STAGES
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.kinds.file_systems import FILE_SYSTEMS
from model.parts.delivered import delivered
from model.records import NamedTuple
from model.units.brief import several
from model.units.figures import show

SURE = 0.995
"""A chance from which on nothing is weak."""
FITS: Address = ("site", "design_fits")


class Weakest(NamedTuple):
    """The requirement that is met least often, and the stage that decides on it, if one does.

    Without a chance, as its planned figure is the same in all cases, it is never met.
    """

    check: Check
    chance: Chance | None
    tier: str = ""
    path: str = ""
    stage: Stage | None = None


def counted(results: Results) -> str:
    """Count the requirements that are met at expected values; empty without requirements."""
    met = [check.met for check in results.checks if not check.is_target]
    aims = [check.met for check in results.checks if check.is_target]
    targets = f"{aims.count(True)} of {several(len(aims), 'target')}" if aims else ""
    if not met:
        return f"{targets} at expected values" if targets else ""
    unknown = f" ({several(met.count(None), 'verdict')} unknown)" * (None in met)
    text = f"{met.count(True)} of {len(met)} at expected values{unknown}"
    return "; ".join(filter(None, (text, targets)))


def together(results: Results) -> str:
    """Say in which share of the samples all requirements are met; empty if nothing is drawn."""
    found = ranges(results).together
    if found is None or found.unknown == 1:
        return ""
    return f"all met in {found.text} of sampled cases"


def weakest(results: Results) -> Weakest | None:
    """Return the requirement that is met least often; None if each is as good as sure.

    One whose verdict is unknown has no chance, not one of 0 %.
    """
    drawn = ranges(results).chances
    chances = {
        check.name: drawn[check.name].most if check.name in drawn else float(check.met)
        for check in results.checks
        if not check.is_target and check.met is not None
    }
    judged = [check for check in results.checks if check.name in chances]
    check = min(judged, key=lambda one: chances[one.name], default=None)
    if check is None or chances[check.name] >= SURE:
        return None
    chance = drawn.get(check.name)
    if REQUIREMENTS[check.name].unit != "byte/s":
        return Weakest(check, chance)
    way = READ if check.name.startswith(READ) else WRITE
    stages = [
        (min(known, key=lambda stage: stage.committed or 0.0), name, path)
        for name, path in front_tiers(results)
        if (known := [s for s in results.stages(path, way) if s.committed])
    ]
    if not stages:
        return Weakest(check, chance)
    stage, tier, path = min(stages, key=lambda one: one[0].committed or 0.0)
    return Weakest(check, chance, tier, path, stage)


def weakest_text(results: Results, found: Weakest) -> str:
    """Say which requirement is met least often, and what is known of the stage that decides."""
    title = REQUIREMENTS[found.check.name].subject
    title = title[:1].lower() + title[1:]
    text = f"{title}, {f'met in {found.chance.text}' if found.chance else 'not met'}"
    stage = found.stage
    if stage is None:
        return text
    way = READ if found.check.name.startswith(READ) else WRITE
    rate = show(stage.committed, "byte/s", digits=3)
    if stage.name == "cpu_memory" and stage.per_server and stage.delivery:
        rate = f"{show(stage.per_server * stage.delivery, 'byte/s', digits=3)} per server"
    of = f" of {found.tier}" * (len(front_tiers(results)) > 1)
    text += f", limited by {stage.in_sentence}{of} ({rate}, {known_by(results, stage)})"
    seen = _seen(results, found, stage, way)
    return f"{text}. {seen[:1].upper()}{seen[1:]}" if seen else text


def _seen(results: Results, found: Weakest, stage: Stage, way: str) -> str:
    """Say what systems of the same software were seen to do at such a stage."""
    if stage.name == "cpu_memory" and (
        most := highest_measured(results.plan, results.values, found.path, way)
    ):
        return most
    tier = dict(results.designs)[found.path]
    kind = next((one.kind for one in STAGES if one.name == stage.name), "")
    if not isinstance(tier, Tier):
        return ""
    shares = [
        one.share
        for one in delivered()
        if (one.software, one.kind, one.way) == (tier.file_system, kind, way)
    ]
    if not shares:
        return ""
    title, least = FILE_SYSTEMS[tier.file_system].title, min(shares)
    between = f"{least:.2f}" if len(shares) == 1 else f"{least:.2f} to {max(shares):.2f}"
    systems = several(len(shares), f"measured {title} system")
    return f"{systems} reached {between} of the upper bound"


def lever(results: Results) -> Address | None:
    """Return the address of what decides the weakest requirement; None where nothing is weak."""
    found = weakest(results)
    if found is None:
        return None
    if found.stage is None:
        return "site", REQUIREMENTS[found.check.name].planned
    way = READ if found.check.name.startswith(READ) else WRITE
    return found.stage.path, f"{found.stage.name}_{way}_committed"


def verdict(results: Results) -> Sentence:
    """Return what is met and how often all of it is, as a sentence; empty without requirements."""
    if not results.checks:
        return ()
    text = as_expected(results)
    otherwise = ("see the table; the share of samples that meet all is not recalculated",)
    return ("requirements met: ", Unchanged(_decide(results), (text,), otherwise))


def as_expected(results: Results) -> str:
    """Say how many requirements are met, how often all, and which ones growth exceeds later.

    Empty without requirements.
    """
    later = growth_verdict(results.values, results.years())
    return "; ".join(filter(None, (counted(results), together(results), later)))


def weakest_sentence(results: Results) -> str:
    """Return what is weakest as a sentence without its end; empty where nothing is."""
    found = weakest(results)
    return "" if found is None else f"Weakest: {weakest_text(results, found)}"


def _decide(results: Results) -> tuple[Address, ...]:
    """Return what the verdict rests on: what is met, and all that its chances are drawn from."""

    def found() -> Iterator[Address]:
        for check in results.checks:
            yield from rests_on(results, "site", f"{check.name}_is_met")
        yield from behind_growth(results.values, results.years())
        yield FITS

    return tuple(dict.fromkeys(found()))


def chance_json(chance: Chance | None) -> dict[str, float | None]:
    """Return a chance for programs: None if unknown, with its limit if it is in some cases."""
    if chance is None or chance.unknown == 1:
        return {"chance": None}
    if chance.unknown:
        return {"chance": None, "chance_at_least": chance.met, "chance_at_most": chance.most}
    return {"chance": chance.met}


def verdict_json(results: Results) -> dict[str, Any] | None:
    """Return the verdict for programs; None without requirements."""
    if not results.checks:
        return None
    met = [check.met for check in results.checks if not check.is_target]
    aims = [check.met for check in results.checks if check.is_target]
    all_of, found = ranges(results).together, weakest(results)
    later = {
        one.name: {"from_year": one.first, "highest": one.most, "required": one.required}
        for one in exceeded(results.values, results.years())
    }
    return {
        "met": met.count(True),
        "unknown": met.count(None),
        "of": len(met),
        **({"targets_met": aims.count(True), "targets": len(aims)} if aims else {}),
        **chance_json(all_of),
        **({"exceeded_by_growth": later} if later else {}),
        "weakest": None
        if found is None
        else {
            "requirement": found.check.name,
            **(chance_json(found.chance) if found.chance else {"chance": 0.0}),
            "tier": found.tier or None,
            "stage": found.stage.name if found.stage else None,
            "text": weakest_text(results, found),
        },
    }
