"""Tiers of Lustre from `lfs df` and `lctl get_param`: what the targets hold, as a whole.

Neither says which drives are behind a target: that is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from model.installed import lctl_osd, lfs_df
from model.installed.lctl_osd import Osd, bytes_per_inode
from model.installed.lfs_df import FileSystem, Target
from model.installed.occupancy import Inodes, Occupancy
from model.installed.occupancy import Target as Used
from model.installed.reading import Reading
from model.installed.tier_draft import TierDraft, exact, found_in, known, tier_name
from model.records import replace
from model.units.figures import show

PARTS = (
    "Which drives make {what}, how many, and in which RAID or ZFS layout? On a server, run 'zpool "
    "status' or the tool of its RAID controller, and 'lsblk -J -b'"
)
AGAIN = "its OSTs are not planned; save the whole output, and import it again"
RATES = "Which {way} bandwidth was measured on all targets together?"
TOLERANCE = 0.001
"""Sizes of a target from two commands may differ by this share: under ZFS they change with use."""


def tiers(readings: Sequence[Reading]) -> list[TierDraft]:
    """Return the tiers of all file systems of Lustre that outputs tell of."""
    systems: dict[str, FileSystem] = {}
    twice: list[str] = []
    for one in found_in(readings, lfs_df.KIND, FileSystem):
        before = systems.get(one.name)
        if before is not None and before.of("OST") and one.of("OST") and _sizes(before, one):
            twice.append(f"{one.name} is listed in two outputs of lfs df: the last one counts")
        systems[one.name] = one if before is None else before.with_more(one)
    osds = [
        osd
        for found in found_in(readings, lctl_osd.KIND, tuple)
        for osd in found
        if isinstance(osd, Osd)
    ]
    drafts = lustre_tiers(systems.values(), osds)
    return [
        replace(one, warnings=(*one.warnings, *twice)) if number == 0 else one
        for number, one in enumerate(drafts)
    ]


def _sizes(one: FileSystem, other: FileSystem) -> bool:
    return all(any(x.size is not None for x in each.of("OST")) for each in (one, other))


def lustre_tiers(systems: Iterable[FileSystem], osds: Iterable[Osd]) -> list[TierDraft]:
    """Return a tier of data and one of metadata for each file system."""
    devices = list(osds)
    drafts: list[TierDraft] = []
    listed = list(systems)
    for system in listed:
        here = [one for one in devices if one.file_system == system.name]
        drafts += _of_system(system, here)
    names = {one.name for one in listed}
    for name in dict.fromkeys(one.file_system for one in devices):
        if name not in names:
            drafts += _of_servers(name, [one for one in devices if one.file_system == name])
    return drafts


def _of_system(system: FileSystem, devices: list[Osd]) -> list[TierDraft]:
    osts, mdts = system.of("OST"), system.of("MDT")
    if system.is_cut and system.total is None:
        return [
            TierDraft({}, warnings=(f"{system.name}: the output of lfs df is cut off: {AGAIN}",))
        ]
    total = system.total.fillable if system.total else None
    fillable = _fillable(osts) if total is None else total
    drafts = []
    because = "used + available of all active OSTs in lfs df"
    if system.rounded:
        because += " -h, rounded"
    warnings = list(_differences(osts, devices))
    if fillable:
        drafts.append(
            _draft(
                system.name,
                fillable,
                because,
                (*_asks_all(system, osts), *_asks(system.rounded, devices)),
                tuple(warnings),
                _occupancy(system, osts, mdts),
            )
        )
    of_metadata = _fillable(mdts)
    if of_metadata:
        drafts.append(_metadata(system.name, of_metadata, mdts, devices))
    return drafts


def _of_servers(name: str, devices: list[Osd]) -> list[TierDraft]:
    """Return what a server alone says of a file system: only its own OSTs are there."""
    listed = {one.index for one in devices if one.kind == "OST"}
    osts = [one for one in devices if one.kind == "OST" and one.size is not None]
    fillable = sum((one.size or 0) - (one.kept or 0) for one in osts)
    if not fillable:
        return []
    used = tuple(
        Used(f"OST{one.index:04x}", one.used or 0, (one.size or 0) - (one.kept or 0))
        for one in osts
    )
    if without := listed - {one.index for one in osts}:
        told = f"{len(without)} of {len(listed)} OSTs have no size in the output of lctl"
        return [TierDraft({}, warnings=(f"{name}: the output is cut off: {told}: {AGAIN}",))]
    question = f"Do these servers have all OSTs ({len(listed)})? On a client, run 'lfs df'"
    return [
        _draft(
            name,
            fillable,
            "kbytestotal without the reserve for root, of the OSTs of these servers",
            (("given.capacity", question), *_asks(False, devices)),
            (),
            Occupancy(name, used),
        )
    ]


def _draft(
    name: str,
    fillable: int,
    because: str,
    questions: tuple[tuple[str, str], ...],
    warnings: tuple[str, ...],
    occupancy: Occupancy,
) -> TierDraft:
    tier = {
        "name": tier_name(name, "lustre"),
        "owned": True,
        "given": {"capacity": known(exact(fillable), because)},
    }
    return TierDraft(tier, questions, warnings, occupancy, family="lustre")


def _asks_all(system: FileSystem, osts: Sequence[object]) -> list[tuple[str, str]]:
    """Ask whether these are all OSTs, where the line of the total is missing."""
    if system.total is not None:
        return []
    text = "Are these all OSTs ({})? The line 'filesystem_summary' of 'lfs df' is missing"
    return [("given.capacity", text.format(len(osts)))]


def _asks(rounded: bool, devices: list[Osd]) -> list[tuple[str, str]]:
    asks = [("given.raw_capacity", PARTS.format(what=_device(devices)))]
    if rounded:
        asks.insert(0, ("given.capacity", "What does 'lfs df' print without -h? It isn't rounded"))
    asks += [(f"given.{way}_bandwidth", RATES.format(way=way)) for way in ("read", "write")]
    return asks


def _device(devices: list[Osd]) -> str:
    """Name an OST, with the size of its device if inodes and their ratio give it."""
    for one in devices:
        ratio = bytes_per_inode(one.size, one.inodes)
        if one.kind == "OST" and ratio and one.inodes:
            return f"the device of an OST, of {show(ratio * one.inodes, 'byte')} by its inodes"
    return "an OST"


def _metadata(name: str, fillable: int, mdts: list[Target], devices: list[Osd]) -> TierDraft:
    counts = [one.inodes for one in mdts if one.inodes is not None] or [
        one.inodes for one in devices if one.kind == "MDT" and one.inodes is not None
    ]
    given: dict[str, object] = {
        "capacity": known(exact(fillable), "used + available of all MDTs in lfs df")
    }
    questions = [("given.raw_capacity", PARTS.format(what="an MDT"))]
    if counts and len(counts) == len(mdts):
        given["inodes"] = known(sum(counts), "inodes of all MDTs")
    else:
        what = "How many inodes do the MDTs have? On a client, run 'lfs df -i'"
        questions.append(("given.inodes", what))
    tier = {
        "name": tier_name(f"{name}-mdt", "lustre-mdt"),
        "holds": "metadata",
        "owned": True,
        "given": given,
    }
    used = [Used(x.name, x.used, x.fillable) for x in mdts if x.used is not None and x.fillable]
    inodes_used = [one.inodes_used for one in mdts if one.inodes_used is not None]
    occupancy = Occupancy(
        f"{name}, metadata",
        tuple(used),
        sum(inodes_used) if inodes_used else None,
        sum(counts) if counts else None,
        inode_targets=_inodes_of(mdts),
    )
    return TierDraft(tier, tuple(questions), (), occupancy, family="lustre")


def _fillable(targets: list[Target]) -> int:
    return sum(one.fillable or 0 for one in targets)


def _occupancy(system: FileSystem, osts: list[Target], mdts: list[Target]) -> Occupancy:
    """Return the use of each OST; only that of all if lines of some are missing."""
    total = system.total if system.unlisted else None
    osts = [] if total else osts
    used = [Used(x.name, x.used, x.fillable) for x in osts if x.used is not None and x.fillable]
    of_inodes = [(x.inodes_used, x.inodes) for x in mdts if x.inodes and x.inodes_used is not None]
    return Occupancy(
        system.name,
        tuple(used),
        sum(used or 0 for used, _ in of_inodes) if of_inodes else None,
        sum(all_of or 0 for _, all_of in of_inodes) if of_inodes else None,
        used=total.used if total else None,
        fillable=total.fillable if total else None,
        inode_targets=_inodes_of([*mdts, *osts]) if of_inodes else (),
    )


def _inodes_of(targets: list[Target]) -> tuple[Inodes, ...]:
    return tuple(
        Inodes(one.name, one.inodes_used, one.inodes)
        for one in targets
        if one.inodes and one.inodes_used is not None
    )


def _differences(osts: list[Target], devices: list[Osd]) -> Iterable[str]:
    sizes = {one.index: one.size for one in osts}
    there = [one for one in devices if one.kind == "OST"]
    for one in there:
        size = sizes.get(one.index)
        if size and one.size and abs(size - one.size) > TOLERANCE * size:
            yield (
                f"OST{one.index:04x}: {show(size, 'byte')} in lfs df, {show(one.size, 'byte')} in "
                "lctl get_param: are they of the same day?"
            )
    if there and len(there) < len(osts):
        yield f"lctl get_param is there of {len(there)} of {len(osts)} OSTs: run it on each server"
