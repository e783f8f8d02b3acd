"""Joins what outputs say to one scenario, with the questions that they leave open.

What no output states is a question, and never guessed; the scenario leaves it out, or marks it as
assumed where it can't be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from model.answers.results import Results, evaluate
from model.calibration.offered_evidence import Offered
from model.design.scenario import MOST_TIERS
from model.design.sharing import SHARED
from model.errors import InputError
from model.installed import (
    beegfs_tiers,
    ceph_tiers,
    lustre_tiers,
    raid_tiers,
    scale_tiers,
    server_parts,
    zfs_tiers,
)
from model.installed.benchmarks import KIND as BENCHMARK
from model.installed.benchmarks import calibrated, evidence_of
from model.installed.capacity_checks import AVAILABLE, Check
from model.installed.growth import used
from model.installed.occupancy import Occupancy
from model.installed.questions import Question
from model.installed.reading import FileReading, Reading
from model.installed.tier_draft import TierDraft
from model.planning.loading import load_scenario
from model.reading.yaml_edits import plain
from model.records import dataclass, replace
from model.units.figures import show

FAMILIES: tuple[Callable[[Sequence[Reading]], list[TierDraft]], ...] = (
    lustre_tiers.tiers,
    scale_tiers.tiers,
    ceph_tiers.tiers,
    beegfs_tiers.tiers,
)
"""What makes tiers of readings, beside ZFS: of each family of systems one."""
SHARED_DEMAND = (
    "usage over time isn't in the scenario: tiers share servers, so that no blocks of one of them "
    "can be bought as it grows"
)
FURTHER = {
    "gpfs-Y": "'mmlsfs FS -Y', 'mmlsdisk FS -Y' and 'mmdf FS -Y'",
    "mmlspool": "'mmlsfs FS -Y', 'mmlsdisk FS -Y' and 'mmdf FS -Y'",
    "ceph-df": "'ceph osd df tree -f json'",
    "lfs-df": "'lfs df'",
    "sg-ses": "'zpool status -P' and 'lsblk -J -b', or 'lfs df' on a client",
    "sas-devices": "'zpool status -P' and 'lsblk -J -b', or 'lfs df' on a client",
    "redfish-storage": "'lfs df' on a client, or the output of its other file systems' tools",
    "storcli": "'lfs df' on a client, or the output of its other file systems' tools",
    "dmidecode": "the output of 'zpool status -P', 'lfs df' or 'ceph osd df tree'",
    "benchmark": "the output of 'zpool status -P', 'lfs df' or 'ceph osd df tree'",
    "file-sizes": "the output of 'zpool status -P', 'lfs df' or 'ceph osd df tree'",
    "usage-table": "the output of 'zpool status -P', 'lfs df' or 'ceph osd df tree'",
    "lspci": "the output of 'zpool status -P', 'lfs df' or 'ceph osd df tree'",
}
"""What a lone output needs beside it, before a scenario follows."""
OF_WHOLE = (("equipment", "what are its power, weight and rack units?"),)
OF_PARTS = (
    ("processors", "which processors does each server have, and how many?"),
    ("memory", "which memory modules does each server have?"),
    ("network", "which network adapters does each server have, on which network?"),
    (
        "enclosures",
        "which enclosures hold the drives, and how many? Leave empty if none",
    ),
    ("adapters", "which host bus adapters connect the servers to the drives?"),
    ("installed.since", "when was it purchased?"),
    ("installed.warranty_until", "when does its warranty end?"),
    ("installed.maintenance", "what does maintenance cost per year?"),
    ("installed.book_value", "what is its book value today?"),
)
"""What outputs state of no system: of one that is known as a whole, or by its parts."""
NOT_OF_CEPH = {"enclosures", "adapters"}
OF_SERVERS = {"processors", "memory", "network"}
"""Its drives are in servers."""
Asked = tuple[dict[str, Any], tuple[Question, ...]]

KIB = 1024
"""`lfs df` prints whole KiB of each target."""
ALIKE = 0.001
"""Figures that differ by less have no cause of their own."""
SAME_SPACE = 0.02
"""Lustre's reserve on pools is less than this share."""
EXISTING = ("switches", "network cables", "SAS cables", "power cords")
"""What an installed system has, and needn't buy."""


@dataclass(frozen=True)
class Joined:
    """The scenario as a document, or None; open questions; what differs; the check of capacity."""

    scenario: dict[str, Any] | None
    questions: tuple[Question, ...] = ()
    warnings: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    occupancies: tuple[Occupancy, ...] = ()
    """What is in use today."""
    files: tuple[str, ...] = ()
    """What is known of the files, in sentences."""
    evidence: Offered | None = None
    """What a measured system is evidence for, for efficiencies of others; None without one."""

    def text(self) -> str:
        """Return the scenario as YAML, with the open questions in front as comments."""
        import yaml

        open_ = "".join(f"#   {one.path}: {one.question}\n" for one in self.questions)
        text = yaml.safe_dump(self.scenario, allow_unicode=True, sort_keys=False, width=120)
        return f"# Made by `import`. Open questions:\n{open_}{text}"


def _with_one_owner(tiers: Sequence[Asked]) -> tuple[list[Asked], list[str]]:
    """Give tiers servers of their own where those of several are shared: a plan can share one's."""
    named = {str(tier["name"]): tier for tier, _ in tiers}
    owners = dict.fromkeys(str(x[0]["servers"]["shared_with"]) for x in tiers if _shares_servers(x))
    first = next(iter(owners), "")
    found, apart = [], []
    for tier, asked in tiers:
        owner = named.get(str(tier.get("servers", {}).get("shared_with")), {})
        if owner and owner["name"] != first:
            apart.append(str(tier["name"]))
            own = {name: owner[name] for name in (*SHARED, "servers") if name in owner}
            tier = {**tier, **own}
        found.append((tier, asked))
    note = "{} counts servers of its own, though they are shared: a plan can share those of {} only"
    return found, [note.format(one, first) for one in apart]


def _without_demand(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "demand"}


def _shares_servers(tier: Asked) -> bool:
    servers = tier[0].get("servers")
    return isinstance(servers, dict) and "shared_with" in servers


def join(files: Sequence[FileReading]) -> Joined:
    """Join readings to a scenario, if the outputs suffice."""
    of_zfs = zfs_tiers.tiers(files)
    readings = [one.reading for one in files]
    drafts, empty = _with_space(draft for family in FAMILIES for draft in family(readings))
    occupancies = (
        *of_zfs.occupancies,
        *(one.occupancy for one in drafts if one.occupancy is not None),
    )
    warnings = [*of_zfs.warnings, *(warning for draft in drafts for warning in draft.warnings)]
    empty += [
        f"{one.reading.get('file_system') or one.kind}: {EMPTY}"
        for one in readings
        if one.reading.get("size_bytes_total") == 0
    ]
    warnings += empty
    if not drafts and not of_zfs.tiers and not empty:
        drafts = raid_tiers.tiers(readings)
    tiers = [*of_zfs.tiers, *_beside(of_zfs.tiers, drafts)]
    warnings += _missing_pools(of_zfs, drafts)
    if len(tiers) > MOST_TIERS:
        warnings.append(f"{len(tiers)} tiers: only the first {MOST_TIERS} are in the scenario")
    tiers, differ = server_parts.filled(_named_apart(tiers[:MOST_TIERS]), readings)
    warnings += differ
    tiers, apart = _with_one_owner(tiers)
    warnings += apart
    use = used([tier for tier, _ in tiers], occupancies, files)
    warnings += use.warnings
    if all(tier.get("holds") == "metadata" for tier, _ in tiers):
        if not of_zfs.warnings and not empty:
            warnings += _further(readings)
        return Joined(None, (), tuple(warnings), of_zfs.checks, use.occupancies, use.notes)
    if any(map(_shares_servers, tiers)):
        kept = {name: _without_demand(one) for name, one in use.of_tiers.items()}
        of_site = _without_demand(use.of_site)
        if (kept, of_site) != (use.of_tiers, use.of_site):
            use = replace(use, of_tiers=kept, of_site=of_site)
            warnings.append(SHARED_DEMAND)
    tiers = [({**tier, **use.of_tiers.get(str(tier["name"]), {})}, asked) for tier, asked in tiers]
    scenario = {
        "schema": "ostimate.scenario/1",
        "name": "installed",
        "title": "Installed system, as reported by its tools",
        "tiers": [tier for tier, _ in tiers],
        "existing": list(EXISTING),
        **use.of_site,
    }
    checks = [*of_zfs.checks, *(check for draft in drafts for check in draft.checks)]
    if drafts or use.of_tiers or use.of_site:
        try:
            results = evaluate(load_scenario("scenario", plain(scenario)))
        except InputError as error:
            wrong = [
                f"the scenario has an error: {one.field}: {one.what}" for one in error.problems
            ]
            found = (*warnings, *wrong)
            return Joined(None, (), found, of_zfs.checks, use.occupancies, use.notes)
        checks += _checks(results, tiers, drafts)
    questions = tuple(
        replace(one, path=f"tiers.{number}.{one.path}")
        for number, (_, asked) in enumerate(tiers)
        for one in asked
    )
    measured = calibrated(scenario, files)
    warnings += measured.notes
    questions = (
        *(one for one in questions if one.path not in measured.answered),
        *use.questions,
    )
    scenario = measured.scenario
    return Joined(
        scenario,
        questions,
        tuple(warnings),
        tuple(checks),
        use.occupancies,
        use.notes,
        _evidence(scenario, files),
    )


def _evidence(scenario: dict[str, Any], files: Sequence[FileReading]) -> Offered | None:
    if not any(one.reading.kind == BENCHMARK for one in files):
        return None
    return evidence_of(load_scenario("scenario", plain(scenario)), files)


NOTHING = re.compile(r"0(?:\.0+)? B")
EMPTY = (
    "0 B in total is no tier: run the command as root, where the file system is mounted and its "
    "targets are online"
)


def _with_space(drafts: Iterable[TierDraft]) -> tuple[list[TierDraft], list[str]]:
    """Leave out tiers that report no space at all: nothing was mounted, or nobody was allowed.

    Drafts without a tier say why there is none.
    """
    found, empty = [], list[str]()
    for draft in drafts:
        if not draft.tier:
            empty += draft.warnings
            continue
        capacity = draft.tier.get("given", {}).get("capacity")
        written = capacity.get("value") if isinstance(capacity, dict) else capacity
        if NOTHING.fullmatch(str(written)):
            empty.append(f"{draft.tier['name']}: {EMPTY}")
        else:
            found.append(draft)
    return found, empty


def _beside(of_zfs: Sequence[Asked], drafts: Sequence[TierDraft]) -> Iterator[Asked]:
    """Return the tiers that aren't those of pools: targets of Lustre on ZFS are the pools."""
    held = {tier.get("holds", "data") for tier, _ in of_zfs if tier.get("file_system") == "lustre"}
    for draft in drafts:
        if draft.family == "lustre" and draft.tier.get("holds", "data") in held:
            continue
        name, asked = draft.tier["name"], {path for path, _ in draft.questions}
        further = OF_WHOLE if "given" in draft.tier else OF_PARTS
        if draft.tier.get("file_system") == "ceph":
            asked |= NOT_OF_CEPH
        if "shared_with" in draft.tier.get("servers", {}):
            asked |= OF_SERVERS
        questions = (*draft.questions, *(one for one in further if one[0] not in asked))
        yield (
            draft.tier,
            tuple(
                Question(path, f"{name}: {text[0].lower()}{text[1:]}") for path, text in questions
            ),
        )


def _missing_pools(of_zfs: zfs_tiers.ZfsTiers, drafts: Sequence[TierDraft]) -> Iterator[str]:
    """Say that pools hold less, or more, than Lustre on them says."""
    there = [one.reported for one in of_zfs.checks if one.figure == AVAILABLE]
    of_lustre = [
        one.occupancy.bytes_fillable
        for one in drafts
        if one.family == "lustre" and one.occupancy is not None
    ]
    pools, targets = sum(there), sum(of_lustre)
    if there and of_lustre and abs(pools - targets) > SAME_SPACE * targets:
        yield (
            f"pools hold {show(pools, 'byte')}, the targets of Lustre {show(targets, 'byte')}: "
            "import the pools of each server, and of one file system at a time"
        )


def _named_apart(tiers: Sequence[Asked]) -> list[Asked]:
    """Give each tier a name of its own; tiers on its servers follow it, and stand behind it."""
    taken: set[str] = set()
    now: dict[str, str] = {}
    apart = []
    for tier, asked in tiers:
        former = str(tier["name"])
        name, number = former, 2
        while name in taken:
            name, number = f"{former}-{number}", number + 1
        taken.add(name)
        now[former] = name
        renamed = {**tier, "name": name}
        if name != former:
            asked = tuple(_of_tier(one, former, name) for one in asked)
        if _shares_servers((tier, asked)):
            owner = str(tier["servers"]["shared_with"])
            renamed["servers"] = {**tier["servers"], "shared_with": now.get(owner, owner)}
        apart.append((renamed, asked))
    return apart


def _of_tier(question: Question, former: str, name: str) -> Question:
    """Name a tier by its new name in a question."""
    text = question.question.removeprefix(f"{former}: ")
    return question if text == question.question else replace(question, question=f"{name}: {text}")


def _checks(
    results: Results, tiers: Sequence[Asked], drafts: Sequence[TierDraft]
) -> Iterator[Check]:
    """Compare what a client sees of Lustre with the pools that its targets are."""
    on_pools = [
        f"site/tiers:{tier['name']}"
        for tier, _ in tiers
        if tier.get("file_system") == "lustre" and tier.get("holds", "data") == "data"
    ]
    of_lustre = [
        one.occupancy
        for one in drafts
        if one.family == "lustre" and one.occupancy and one.tier.get("holds", "data") == "data"
    ]
    if not on_pools or len(of_lustre) != 1:
        return
    model = 0
    for at in on_pools:
        usable, targets = results[at, "usable_capacity"], results[at, "targets"]
        if not usable or not targets:
            return
        model += int(targets) * (int(usable / targets) // KIB) * KIB
    reported = of_lustre[0].bytes_fillable
    close = abs(model - reported) <= ALIKE * reported
    yield Check(
        of_lustre[0].name,
        "used + available of lfs df",
        reported,
        model,
        "" if close else "outputs of some servers are missing, or were taken on another day",
    )


def _further(readings: Sequence[Reading]) -> list[str]:
    """Say which commands are still needed."""
    needed = dict.fromkeys(FURTHER[one.kind] for one in readings if one.kind in FURTHER)
    return [f"not enough for a scenario yet: also import {one}" for one in needed]
