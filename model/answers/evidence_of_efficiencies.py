"""Evidence for efficiencies, from the measured systems among the scenarios.

`python -m model.answers.evidence_of_efficiencies` writes it to the catalog anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from model.answers.explain import find
from model.answers.results import WAYS, evaluate
from model.answers.validation import reference_files
from model.design.scenario import Scenario
from model.design.tier import Tier
from model.formulas.chain.stage_efficiencies import kind_of
from model.parts.delivered import FILE, Delivered, evidence_in, files_of_evidence
from model.planning.efficiencies import seen_in
from model.planning.loading import edited, load_scenario
from model.procedures.pooling import pool
from model.units.figures import parse

FAMILIES = {
    "Ceph 3x Clyso": "Ceph Clyso",
    "Ceph 6-2 Clyso": "Ceph Clyso",
    "Alpine 10 nodes": "Alpine",
    "Bracewell 10 nodes": "Bracewell",
    "Bracewell 26 nodes": "Bracewell",
    "Dell Lustre FDR": "Dell Lustre",
    "Dell Lustre EDR": "Dell Lustre",
    "Clemson BeeGFS": "Clemson",
    "Clemson Lustre": "Clemson",
    "TStor3000": "Inspur",
    "Inspur BeeGFS": "Inspur",
    "HPE DL360 DAOS": "HPE DAOS",
    "HPE DL320 DAOS": "HPE DAOS",
}
"""Systems that are no families of their own."""
HEAD = """\
# yaml-language-server: $schema=../../docs/schemas/delivered.schema.json
# What measured systems delivered of their upper bound: the evidence for the efficiency of stages.
# Made by `python -m model.answers.evidence_of_efficiencies` from the scenarios in `scenarios/`,
# which cite the sources. Systems of a family count as one.
"""


def evidence(scenarios: Iterable[Scenario]) -> Iterator[Delivered]:
    """Yield what each scenario's system delivered, where a capability was measured or rated."""
    for scenario in scenarios:
        for one in scenario.published:
            if one.kind != "bound" or one.evidence not in ("capability", "rated"):
                continue
            results = evaluate(edited(scenario, one.change) if one.change else scenario)
            path, name = find(results, one.quantity or "")[0]
            tier, way = dict(results.designs).get(path), name.partition("_")[0]
            if name != f"{way}_bandwidth_bound" or way not in WAYS or not isinstance(tier, Tier):
                continue
            bound, stages = results[path, name], results.stages(path, way)
            if bound:
                found = {
                    "system": scenario.name,
                    "family": FAMILIES.get(scenario.name, scenario.name),
                    "software": tier.file_system,
                    "on_zfs": tier.target.on_zfs,
                    "way": way,
                    "stage": stages[0].name,
                    "kind": kind_of(stages[0].name),
                    "measured": _rate(parse(one.value, "byte/s")),
                    "bound": _rate(bound),
                    "servers": int(results.values.get((path, "servers")) or 0) or None,
                }
                yield Delivered.model_validate(found)


def _rate(bandwidth: float) -> str:
    return f"{bandwidth / 1e9:.6g} GB/s"


def text_of(found: Iterable[Delivered], head: str = HEAD) -> str:
    """Return the evidence as the catalog holds it."""
    lines = [head]
    for one in found:
        names = f"system: {one.system}, family: {one.family}, software: {one.software}"
        zfs = ", on_zfs: true" * one.on_zfs
        servers = f", servers: {one.servers}" if one.servers else ""
        rates = f"measured: {_rate(one.measured)}, bound: {_rate(one.bound)}{servers}"
        stage = f"way: {one.way}, stage: {one.stage}, kind: {one.kind}"
        lines.append(f"- {{{names}{zfs}, {stage}, {rates}}}\n")
    return "".join(lines)


def main(file: Path = FILE) -> None:
    """Write the evidence to the catalog, and print the effects fitted to it."""
    file.parent.mkdir(exist_ok=True)
    found = list(evidence(map(load_scenario, reference_files())))
    file.write_text(text_of(found), "utf-8")
    offered = (evidence_in(one) for one in files_of_evidence() if one != file)
    fitted = pool([seen_in(one) for one in (*found, *(each for one in offered for each in one))])
    for effect, place in fitted.places.items():
        print(f"{' '.join(effect):40} {fitted.effects[place]:+.2f}")


if __name__ == "__main__":
    main()
