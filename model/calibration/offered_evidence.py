"""Measured systems as evidence for the efficiencies of stages, in the form of the catalog.

A system has no name of its own there: a number that follows from its figures tells runs of several
systems apart.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from model.answers.evidence_of_efficiencies import text_of
from model.answers.explain import find
from model.answers.results import WAYS, Results, evaluate
from model.calibration.fit import Compared
from model.design.scenario import Scenario
from model.design.tier import Tier
from model.errors import InputError, Place, Problem
from model.formulas.chain.stage_efficiencies import STAGES, kind_of
from model.kinds.file_systems import FILE_SYSTEMS, FileSystem
from model.parts.delivered import Delivered, delivered
from model.planning.efficiencies import pooled, seen_in
from model.planning.loading import edited
from model.procedures.pooling import pool
from model.records import dataclass
from model.units.figures import percent, show

HEAD = """\
# Measured bandwidths, offered as evidence for the efficiencies of stages. Copy this file to
# catalogs/efficiencies, next to measured.yaml: the fit takes all files there.
"""
NOT_OF_SYSTEM = "only measured read_bandwidth and write_bandwidth of a tier are evidence"
PARTS_UNKNOWN = "{}: the upper bound isn't known, as {} are unknown: enter them first"
ABOVE = "{}: {} measured are above the upper bound of {}: check the parts"


@dataclass(frozen=True)
class Offered:
    """What a measured system is evidence for, and why other measurements aren't."""

    evidence: tuple[Delivered, ...]
    left_out: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return the evidence as a file of the catalog holds it.

        Raises
        ------
        InputError
            Nothing measured is evidence.
        """
        if not self.evidence:
            what = "no measurement is evidence: " + "; ".join(self.left_out or (NOT_OF_SYSTEM,))
            raise InputError([Problem(Place("--evidence"), "", what)])
        return text_of(self.evidence, HEAD)


def effects(evidence: Sequence[Delivered]) -> tuple[str, ...]:
    """Say what evidence would change: the efficiency that is expected of such stages elsewhere."""
    if not evidence:
        return ()
    before, after = pooled(), pool([seen_in(one) for one in (*delivered(), *evidence)])
    found = []
    for one in evidence:
        stage = seen_in(one).stage
        was, now = (percent(each.share(stage).expected, 1) for each in (before, after))
        words = next(each.words for each in STAGES if each.name == one.stage)
        title = FILE_SYSTEMS[cast(FileSystem, one.software)].title
        found.append(
            f"{one.way.capitalize()}s of {title} limited by {words}: {percent(one.share, 1)} of "
            f"the upper bound measured; expected of such stages {was}, with it {now}"
        )
    return tuple(found)


def offered(scenario: Scenario, points: Iterable[Compared]) -> Offered:
    """Return what measurements of a scenario's system are evidence for, of each way the highest."""
    found: dict[tuple[str, str], Delivered] = {}
    left_out: list[str] = []
    for one in points:
        point = one.point
        results = evaluate(edited(scenario, point.change) if point.change else scenario)
        for tier, path, way in _measured(results, point.quantity):
            new = _delivered(results, tier, path, way, one.measured)
            if isinstance(new, str):
                left_out.append(new)
            elif (path, way) not in found or found[path, way].measured < new.measured:
                found[path, way] = new
    return Offered(tuple(_named(found.values())), tuple(dict.fromkeys(left_out)))


def _measured(results: Results, quantity: str) -> Iterator[tuple[Tier, str, str]]:
    """Yield the tier and the way whose bandwidth a quantity is."""
    built = {path: tier for path, tier in results.designs if isinstance(tier, Tier)}
    for path, name in find(results, quantity):
        way, _, what = name.partition("_")
        if way not in WAYS or what not in ("bandwidth", "bandwidth_bound"):
            continue
        data = [one for one, tier in built.items() if tier.holds == "data"]
        at = data[0] if path == "site" and len(data) == 1 else path
        if at in built:
            yield built[at], at, way


def _delivered(
    results: Results, tier: Tier, path: str, way: str, measured: float
) -> Delivered | str:
    """Return the evidence of a tier one way, or why it is none."""
    bound, stages = results.values.get((path, f"{way}_bandwidth_bound")), results.stages(path, way)
    unknown = [stage.not_known for stage in stages if not stage.is_known]
    missing = {"drives", "nic"} - {stage.name for stage in stages if stage.is_known}
    if not bound or missing:
        return PARTS_UNKNOWN.format(tier.name, ", ".join(unknown) or "all stages")
    if measured > bound:
        return ABOVE.format(tier.name, show(measured, "byte/s"), show(bound, "byte/s"))
    return Delivered.model_validate(
        {
            "system": "measured",
            "family": "measured",
            "software": tier.file_system,
            "on_zfs": tier.target.on_zfs,
            "way": way,
            "stage": stages[0].name,
            "kind": kind_of(stages[0].name),
            "measured": _rate(measured),
            "bound": _rate(bound),
            "servers": int(results.known(path, "servers")),
        }
    )


def _rate(bandwidth: float) -> str:
    return f"{bandwidth / 1e9:.6g} GB/s"


def _named(found: Iterable[Delivered]) -> Iterator[Delivered]:
    """Name a system by its figures: the same ones give the same name, and none of a person."""
    every = list(found)
    figures = repr([(one.software, one.way, one.measured, one.bound) for one in every])
    name = f"Installed {hashlib.sha256(figures.encode()).hexdigest()[:8]}"
    return (one.model_copy(update={"system": name, "family": name}) for one in every)
