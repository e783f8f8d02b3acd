"""The capacity of each tier as a text for a tender: every step with its numbers and its meaning."""

from __future__ import annotations

import textwrap

from model.design.given import GivenTier
from model.design.targets import CephTarget, DeclusteredTarget
from model.design.tier import Tier
from model.results import Results
from model.summary import DEFINITION
from model.targets import fill_bound
from model.units import show, show_both
from report.answers import BESIDE, beside_steps
from report.figures import CapacityStep, capacity_steps
from ui.elements import UNKNOWN, shown

WIDTH = 72
"""Columns of the text; so many fit on a narrow screen, and on paper."""
TB, TIB = 10**12, 2**40
SIGNS = {"start": "", "loss": "\N{MINUS SIGN} ", "total": "= "}


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


def _made_of(results: Results, name: str, path: str) -> str:
    """Say what a tier's targets are, and how full they may be."""
    tier = next(tier for tier in results.plan.scenario.tiers if tier.name == name)
    words = ["capacity as given"] if isinstance(tier, GivenTier) else _target(results, path, tier)
    if (path, "fill_limit") in results.values:
        bound = fill_bound(results.values, path, tier)
        by = f" (bounded by {bound})" if bound else ""
        words.append(f"filled to {shown(results, path, 'fill_limit')} at most{by}")
    return f"Tier {name}: {', '.join(words)}."


def _target(results: Results, path: str, tier: Tier) -> list[str]:
    record = results.values.get((f"{path}/pools:target", "record_size"))
    if record is None or isinstance(tier.target, CephTarget | DeclusteredTarget):
        return [f"targets of {tier.target.layout}"]
    release = f"targets of {tier.target.layout} on OpenZFS {tier.target.release}"
    return [release, f"records of {show(record, 'byte', binary=True)}"]


def _columns(name: str, *figures: str) -> str:
    return f"{name:<30}" + "".join(f"{figure:>14}" for figure in figures)


def _row(label: str, value: float | None, raw: float | None, meaning: str) -> str:
    figures = [UNKNOWN if value is None else f"{value / unit:,.3f}" for unit in (TB, TIB)]
    share = UNKNOWN if value is None or not raw else f"{value / raw:.2%}"
    title = meaning.replace("`", "").rstrip(".")
    return f"{_columns(label, *figures, share)}\n{_wrapped(f'{title}.', '    ')}"


def _step(step: CapacityStep, raw: float | None) -> str:
    return _row(SIGNS[step.kind] + step.item.label, step.value, raw, step.item.title)


def _tier(results: Results, name: str, path: str) -> str:
    steps = capacity_steps(results, path)
    raw = steps[0].value if steps else None
    head = _columns("Step", "TB", "TiB", "of raw")
    rows = [_step(step, raw) for step in steps]
    others = [
        _row(answer.label, answer.value, raw, answer.meaning)
        for answer in beside_steps(results, path)
    ]
    first = [_wrapped(_made_of(results, name, path)), "", head, "-" * WIDTH]
    return "\n".join([*first, *rows, "", BESIDE, "-" * WIDTH, *others])


def statement(results: Results) -> str:
    """Write the statement of all tiers."""
    scenario = results.plan.scenario
    usable = show_both(results["site", "usable_capacity"])
    first = (
        f"{scenario.title or scenario.name}: usable capacity {usable}, measured as "
        f"{DEFINITION.replace('`', '')}."
    )
    tiers = [_tier(results, name, path) for name, path in results.tiers()]
    return "\n\n".join([_wrapped(first), *tiers])
