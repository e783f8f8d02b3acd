"""`placement`: the bays of each vdev, what a tier survives, and lines that create the pools."""

from __future__ import annotations

import argparse
from typing import Any

from model.answers.placement import (
    create_script,
    pairs_json,
    parts_of,
    singles_json,
    slot_map,
    stripes_lost,
    survival_of,
    tier_named,
)
from model.answers.results import Results, evaluate
from model.answers.survival import ACCESS, DATA
from model.answers.views import placement_table, survival_table
from model.commands.drawn import draw
from model.commands.terminal import paragraph, write_json, write_or_print, wrong_option
from model.design.tier import Tier
from model.placement.by_vdev import vdev_id_conf
from model.placement.slots import SlotMap
from model.placement.wiring import Wiring
from model.planning.loading import load_scenario

SCHEMA = "ostimate.placement/1"
CREATE = "zpool create"


def run(options: argparse.Namespace) -> int:
    """Show the placement of all tiers, or of one."""
    results = evaluate(load_scenario(options.scenario))
    tiers = dict(results.tiers())
    if options.tier is not None and options.tier not in tiers:
        raise wrong_option("--tier", f"no tier '{options.tier}': write {' or '.join(tiers)}")
    chosen = {name: at for name, at in tiers.items() if options.tier in (None, name)}
    if options.json is not None:
        document = {name: _json(results, path) for name, path in chosen.items()}
        write_json({"schema": SCHEMA, "tiers": document}, options.json)
    if options.zpool is not None:
        scripts = _pools(results, chosen)
        write_or_print("".join(scripts.values()), options.zpool)
        pools = sum(script.count(CREATE) for script in scripts.values())
        of = ", ".join(name for name, path in chosen.items() if path in scripts)
        _report(options, options.zpool, f"'{CREATE}' of the {pools} pools of a block: {of}")
    if options.vdev_id is not None:
        confs = _vdev_id(results, chosen)
        write_or_print("\n".join(confs), options.vdev_id)
        what = f"vdev_id.conf of {len(confs)} servers, to split: replace their PCI addresses"
        _report(options, options.vdev_id, what)
    if (options.json, options.zpool, options.vdev_id) == (None, None, None):
        for name, path in chosen.items():
            _show(results, name, path)
    return 0


def _report(options: argparse.Namespace, file: str, what: str) -> None:
    """Say what was written to a file, unless something else is printed."""
    if "-" not in (options.json, options.zpool, options.vdev_id):
        paragraph(f"Written to {file}: {what}.")


def _placed(results: Results, path: str) -> tuple[Tier, SlotMap] | None:
    """Return a tier with its slot map; None where its drives have no stated place."""
    tier = tier_named(results, path)
    if tier is None or tier.target.spread:
        return None
    found = slot_map(results, path, tier)
    return None if found is None else (tier, found)


def _json(results: Results, path: str) -> dict[str, Any]:
    found, placed = survival_of(results, path), _placed(results, path)
    document: dict[str, Any] = {
        **{
            name: results.truth(path, name) if (path, name) in results.values else None
            for name in (DATA, ACCESS)
        },
        "one": None if found is None else singles_json(found),
        "two": None if found is None else pairs_json(found),
    }
    if placed is None:
        return {**document, "groups": None, "spares": None, "draid": None, "cables": None}
    tier, where = placed
    groups = zip(where.groups, where.slots, strict=True)
    wiring = Wiring(parts_of(results, path, tier))
    return {
        **document,
        "groups": [
            {"name": group.name, "survives": group.survives, "slots": [*map(str, slots)]}
            for group, slots in groups
        ],
        "spares": [str(slot) for slot in where.spares],
        "draid": [
            {"vdev": one.vdev, "failed": one.failed, "stripes_lost": one.share}
            for one in stripes_lost(tier)
        ],
        "cables": [
            {name: number + 1 for name, number in cable._asdict().items()}
            for cable in wiring.cables
        ],
    }


def _pools(results: Results, chosen: dict[str, str]) -> dict[str, str]:
    """Return the script that creates the pools of each tier that has some on drives, by path."""
    found = {path: create_script(results, path) for path in chosen.values()}
    if not any(found.values()):
        raise wrong_option("--zpool", f"no pools of ZFS on drives in {' or '.join(chosen)}")
    return {path: script for path, script in found.items() if script}


def _vdev_id(results: Results, chosen: dict[str, str]) -> list[str]:
    found = []
    for path in _pools(results, chosen):
        tier = tier_named(results, path)
        assert tier is not None
        wiring = Wiring(parts_of(results, path, tier))
        found += [vdev_id_conf(wiring, n) for n in range(wiring.parts.servers)]
    return found


def _show(results: Results, name: str, path: str) -> None:
    paragraph(name)
    if (survives := survival_table.survival(results, path)) is None:
        paragraph("Its parts are unknown or too many, so what it survives isn't listed.", "  ")
        return
    draw(results, survives, notes=True)
    paragraph(survival_table.EXPLAINED, "  ")
    if copied := survival_table.said_of_copies(results, path):
        paragraph(copied, "  ")
    if (placed := _placed(results, path)) is None:
        paragraph("Its strips lie on drives that its system chooses.", "  ")
        return
    draw(results, placement_table.bays(placed[1]))
    for lost in stripes_lost(placed[0]):
        paragraph(lost.text, "  ")
    wiring = Wiring(parts_of(results, path, placed[0]))
    if wiring.cables:
        draw(results, placement_table.cables(wiring))
