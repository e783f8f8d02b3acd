"""Tiers of Ceph from `ceph osd df`, `ceph report` and `ceph df`: each OSD is one drive.

What can still be stored follows from the fullest OSD, as in `PGMap::get_rule_avail` of Ceph's
`src/mon/PGMap.cc`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from model.installed import ceph_df, ceph_osd_df, ceph_report
from model.installed.capacity_checks import Check
from model.installed.ceph_osd_df import Osd, Osds
from model.installed.occupancy import Occupancy, Target
from model.installed.reading import Reading
from model.installed.tier_draft import TierDraft, assumed, exact, found_in, known, tier_name
from model.kinds.layouts import LayoutTextError, parse_code
from model.records import replace
from model.units.brief import several
from model.units.figures import show

NAME = "ceph"
MOST_LISTED = 8
ODD_DRIVES = 0.1
"""Share of the drives by which equal hosts may be off: more, and the hosts are too unequal."""
USUAL_COPIES = 3
"""osd_pool_default_size."""
FULL_RATIO = 0.95
"""mon_osd_full_ratio, unless the cluster says otherwise."""
LIMIT = "up to the full ratio, {:g}"
ALIKE = 0.001
"""Figures that differ by less have no cause of their own."""
CODE = (
    "Which replication or erasure code do the pools use? Until you answer, 3-way is assumed, "
    "Ceph's default (osd_pool_default_size). Run 'ceph report' and import its output, too"
)
HOSTS = (
    "How many servers hold the {osds} OSDs? Until you answer, one OSD per server is assumed. Run "
    "'ceph osd df tree -f json'"
)
UNEQUAL = (
    "The hosts are unequal ({groups}), but the servers of a tier are equal: how many servers, with "
    "how many drives each? Until you answer, one OSD per server is assumed"
)
CUT = (
    "ceph: 'ceph osd df' is cut off (its line TOTAL is missing), so that the OSDs are not planned: "
    "save the whole output, and import it again"
)
DRIVE = (
    "How large is the drive of an OSD as sold? Then enter what its OSD doesn't use as "
    "'target.kept_back': that size less {size} byte. Run 'ceph osd metadata'"
)
DIVIDED = (
    "How large are the drives of the {osds} OSDs as sold, and how many does each server have? "
    "Until you answer, the space of the OSDs is divided evenly among {places} drives"
)
BY_WEIGHT = (
    "{name}: the CRUSH weights of the OSDs don't follow their sizes: MAX AVAIL of an empty pool is "
    "{by_weight} by their weights, but {by_size} by their sizes, as in the plan"
)
ROUNDING = {True: 0.03, False: 0.003}
"""Share by which capacities by weights and by sizes may differ: where sizes are rounded, or not."""
DATABASE = (
    "Is a database on another device part of the OSD's {size} byte? Then it is no drive space"
)


def tiers(readings: Sequence[Reading]) -> list[TierDraft]:
    """Return the tiers of a cluster; of several outputs of one kind the last counts."""
    osds = found_in(readings, ceph_osd_df.KIND, Osds)
    reports = found_in(readings, ceph_report.KIND, ceph_report.Cluster)
    spaces = found_in(readings, ceph_df.KIND, ceph_df.Space)
    drafts = ceph_tiers(
        osds[-1] if osds else None,
        reports[-1] if reports else None,
        spaces[-1] if spaces else None,
    )
    if len(osds) > 1 and drafts:
        what = f"OSDs are listed in {len(osds)} outputs of ceph osd df: the last one counts"
        drafts[0] = replace(drafts[0], warnings=(*drafts[0].warnings, what))
    return drafts


def ceph_tiers(
    osds: Osds | None, report: ceph_report.Cluster | None, space: ceph_df.Space | None
) -> list[TierDraft]:
    """Return a tier for each class of device; none without OSDs."""
    listed = osds or (report.osds if report else None)
    if listed is None:
        return []
    if report is not None and listed.hosts is None:
        hosts = {one.number: one.host for one in report.osds.osds}
        known = (replace(one, host=hosts.get(one.number)) for one in listed.osds)
        listed = replace(listed, osds=tuple(known))
    if listed.is_cut and not _is_whole(listed, report, space):
        return [TierDraft({}, warnings=(CUT,))]
    taking = [one for one in listed.inside if one.weight != 0] or listed.inside
    classes = list(dict.fromkeys(one.device_class for one in taking))
    drafts = []
    for name in classes:
        of = [one for one in taking if one.device_class == name]
        tier = tier_name(f"{NAME}-{name}" if len(classes) > 1 and name else NAME, NAME)
        drafts.append(_of_class(tier, of, listed, report, space))
    of_class = [[x.host for x in taking if x.device_class == name] for name in classes]
    if _has_same_hosts(of_class):
        drafts[1:] = [_on_servers_of(drafts[0], one) for one in drafts[1:]]
    if drained := len(listed.inside) - len(taking):
        has = "has" if drained == 1 else "have"
        what = (
            f"{several(drained, 'OSD')} {has} weight 0 in CRUSH: no data go there, so not counted"
        )
        drafts[0] = replace(drafts[0], warnings=(*drafts[0].warnings, what))
    return drafts


def _is_whole(
    listed: Osds, report: ceph_report.Cluster | None, space: ceph_df.Space | None
) -> bool:
    """Whether another output shows that a table without its last line has all OSDs."""
    if report is not None:
        return {one.number for one in report.osds.inside} <= {one.number for one in listed.inside}
    raw = sum(one.size for one in listed.inside)
    return space is not None and raw >= space.size * (1 - ceph_osd_df.CLOSE[True])


def _has_same_hosts(classes: list[list[int | None]]) -> bool:
    """Whether each class has OSDs on the same hosts, equally many on each or nearly so."""
    hosts = [Counter(one) for one in classes]
    return (
        len(hosts) > 1
        and all(None not in one and one.keys() == hosts[0].keys() for one in hosts)
        and all(_alike_hosts(one) is not None for one in hosts)
    )


def _on_servers_of(first: TierDraft, draft: TierDraft) -> TierDraft:
    """Return the tier of a further class: its servers are those of the first."""
    if "servers" not in first.tier or "servers" not in draft.tier:
        return draft
    tier = {name: value for name, value in draft.tier.items() if name != "blocks"}
    tier["servers"] = {"shared_with": first.tier["name"]}
    asked = tuple(one for one in draft.questions if one[0] not in ("servers.part", "blocks"))
    return replace(draft, tier=tier, questions=asked)


def _of_class(
    name: str,
    osds: list[Osd],
    listed: Osds,
    report: ceph_report.Cluster | None,
    space: ceph_df.Space | None,
) -> TierDraft:
    raw = sum(one.size for one in osds)
    sizes = Counter(one.size for one in osds)
    because = "kb of an OSD" if not listed.rounded else "SIZE of an OSD, rounded"
    if len(sizes) > 1:
        because = f"mean of {len(sizes)} sizes of OSDs"
    one_class = {one.device_class for one in listed.inside} == {osds[0].device_class}
    pool = report.largest_on(osds[0].device_class) if report else None
    code = _code(pool)
    stated = _stated(pool, space, one_class=one_class)
    questions = []
    if code is None:
        questions.append(("target.layout", CODE))
    layout = code or f"{min(USUAL_COPIES, len(osds))}-way"
    needed = _strips(layout)
    servers, per_server, hosts_known = _servers(osds)
    why, ask = _unknown_servers(osds)
    warnings = [*_deviations(name, osds, listed)]
    if hosts_known and servers < needed:
        warnings.append(
            f"{name}: {layout} needs {needed} failure domains, and there are {servers} hosts: each "
            "OSD counts as a server of its own"
        )
        why = f"one OSD a server: {servers} hosts are too few for {layout}"
        servers, per_server, hosts_known = len(osds), 1, False
        warnings = warnings[-1:]
    if not hosts_known:
        questions.append(("blocks", ask))
    places = servers * per_server
    size = raw // places
    if places != len(osds):
        because = f"space of {len(osds)} OSDs in {places} places"
    drive: dict[str, Any] = {"name": "installed drive", "capacity": known(exact(size), because)}
    target: dict[str, Any] = {
        "redundancy": "ceph",
        "layout": layout,
        "because": "ceph report" if code else "assumed until it is known: Ceph's default",
    }
    device, database = report.device_of(osds) if report else (None, None)
    own = size - (database or 0)
    if device is not None and device >= own:
        drive["capacity"] = known(exact(device), "bluestore_bdev_size of an OSD in ceph report")
        if device > own:
            target["kept_back"] = known(exact(device - own), "of the device, what its OSD lacks")
    else:
        if places == len(osds) and len(sizes) == 1:
            questions.append(("drives.capacity", DRIVE.format(size=size)))
            questions.append(("target.kept_back", DATABASE.format(size=size)))
        else:
            ask_drives = DIVIDED.format(osds=len(osds), places=places)
            questions.append(("drives.capacity", ask_drives))
    for ratio in ("nearfull_ratio", "backfillfull_ratio", "full_ratio"):
        if report is not None and ratio in report.ratios:
            target[ratio] = known(f"{report.ratios[ratio]:g}", "ceph report")
    questions += [
        ("servers.part", "Which servers are used (model, processors, memory, network)?"),
        ("drives.part", "Which drive model is used? Run 'lsblk -J -b' on a server"),
    ]
    tier = {
        "name": name,
        "file_system": "ceph",
        "owned": True,
        "blocks": known(servers, "hosts in ceph osd df tree")
        if hosts_known
        else assumed(servers, why),
        "servers": {"name": "installed server", "per_block": 1},
        "drives": drive | {"per_server": per_server},
        "target": target,
    }
    full = report.ratios.get("full_ratio", FULL_RATIO) if report else FULL_RATIO
    if unlike := _unlike_weights(name, osds, layout, full, listed.rounded):
        warnings.append(unlike)
        drive["capacity"]["because"] += (
            "; CRUSH weights don't follow the sizes: " + (unlike.partition("sizes: ")[2])
        )
    use = occupancy(name, osds, code, full, stated)
    if use is None and report is not None and report.used is not None and one_class:
        fillable = sum(int(one.size * Fraction(str(full))) for one in osds)
        whole_use = (Target("all OSDs", report.used, fillable),)
        use = Occupancy(f"{name}, raw", whole_use, limit=LIMIT.format(full))
    if len(osds) < needed:
        what = f"{name}: {layout} needs {needed} OSDs, and {len(osds)} are in: taken as a whole"
        empty = [replace(one, used=0) for one in osds]
        capacity = known(exact(max_avail(empty, layout, full)), "MAX AVAIL of the OSDs if empty")
        whole = {"name": name, "owned": True, "given": {"capacity": capacity}}
        asks = (("given.raw_capacity", "Why are so few OSDs in? Which drives are missing?"),)
        return TierDraft(whole, asks, (what,), use)
    checks = tuple(_checks(osds, listed, code, full, space, stated)) if one_class else ()
    return TierDraft(tier, tuple(questions), tuple(warnings), use, checks)


def _unlike_weights(name: str, osds: list[Osd], layout: str, full: float, is_rounded: bool) -> str:
    """Say that less fits by the weights of the OSDs than by their sizes; empty if it doesn't."""
    if any(one.weight is None for one in osds) or len(osds) < _strips(layout):
        return ""
    empty = [replace(one, used=0) for one in osds]
    by_weight = max_avail(empty, layout, full)
    by_size = max_avail([replace(one, weight=None) for one in empty], layout, full)
    if by_weight >= by_size * (1 - ROUNDING[is_rounded]):
        return ""
    return BY_WEIGHT.format(
        name=name, by_weight=show(by_weight, "byte"), by_size=show(by_size, "byte")
    )


def _checks(
    osds: list[Osd],
    listed: Osds,
    code: str | None,
    full: float,
    space: ceph_df.Space | None,
    pool: ceph_df.Pool | None,
) -> Iterator[Check]:
    """Compare what ceph df says with what follows from the OSDs, as its monitors compute it."""
    if space is None or space.rounded or listed.rounded:
        return
    raw = sum(one.size for one in listed.inside)
    cause = (
        "" if _alike(raw, space.size) else "ceph df and ceph osd df were taken on different days"
    )
    yield Check("ceph", "SIZE of ceph df", space.size, raw, cause)
    if pool is None or pool.max_avail is None or code is None:
        return
    if any(one.used is None for one in osds):
        return
    left = max_avail(osds, code, full)
    cause = "the pool isn't on all OSDs, has a quota, or the outputs were taken on different days"
    yield Check(
        pool.name,
        "MAX AVAIL of ceph df",
        pool.max_avail,
        left,
        "" if _alike(left, pool.max_avail) else cause,
    )


def _alike(one: int, other: int) -> bool:
    return abs(one - other) <= ALIKE * max(one, other)


def _strips(layout: str) -> int:
    strips = parse_code(layout)
    return strips.data + strips.parity


def _stated(
    pool: ceph_report.Pool | None, space: ceph_df.Space | None, *, one_class: bool
) -> ceph_df.Pool | None:
    """Return what ceph df says of a pool; with one class of devices, of the largest."""
    if space is None:
        return None
    if pool is not None and (found := space.named(pool.name)):
        return found
    return space.largest if one_class else None


def _code(largest: ceph_report.Pool | None) -> str | None:
    """Return the code of the pool that holds the most, if the model knows it."""
    if largest is None or largest.code is None:
        return None
    try:
        parse_code(largest.code)
    except LayoutTextError:
        return None
    return largest.code


def _servers(osds: list[Osd]) -> tuple[int, int, bool]:
    """Return servers and OSDs of each; one OSD a server where hosts are unknown or too unequal."""
    hosts = Counter(one.host for one in osds)
    usual_count = _alike_hosts(hosts)
    if usual_count is None:
        return len(osds), 1, False
    return len(hosts), usual_count, True


def _alike_hosts(hosts: Counter[int | None]) -> int | None:
    """Return how many OSDs most hosts have, if that is so of nearly all; else None."""
    usual_count, times = Counter(hosts.values()).most_common(1)[0]
    osds = hosts.total()
    is_near = abs(len(hosts) * usual_count - osds) <= ODD_DRIVES * osds
    return usual_count if None not in hosts and times * 2 > len(hosts) and is_near else None


def _deviations(name: str, osds: list[Osd], listed: Osds) -> Iterator[str]:
    """List the hosts that hold another number of OSDs than most: by number, never by name."""
    hosts = Counter(one.host for one in osds)
    servers, usual_count, is_known = _servers(osds)
    odd = [(host, count) for host, count in hosts.items() if count != usual_count]
    if not is_known or not odd:
        return
    out = Counter(
        one.host
        for one in listed.osds
        if not one.inside and one.device_class in ("", osds[0].device_class)
    )
    for host, count in odd[:MOST_LISTED]:
        gone = f" and {out[host]} that are out" if out[host] else ""
        yield (
            f"{name}: host {(host or 0) + 1} of the list has {several(count, 'OSD')}{gone}, most "
            f"have {usual_count}"
        )
    if len(odd) > MOST_LISTED:
        yield f"{name}: {len(odd) - MOST_LISTED} other hosts differ in their number of OSDs, too"
    yield (
        f"{name}: planned as {servers} equal hosts with {several(usual_count, 'drive')} each; the "
        f"space of its {len(osds)} OSDs is divided among these drives"
    )


def _unknown_servers(osds: list[Osd]) -> tuple[str, str]:
    """Return why servers aren't known, and what to ask."""
    hosts = Counter(one.host for one in osds)
    if None in hosts or len(set(hosts.values())) == 1:
        return "one OSD a server: the outputs name no hosts", HOSTS.format(osds=len(osds))
    counts = sorted(Counter(hosts.values()).items(), reverse=True)
    groups = ", ".join(
        f"{several(n, 'host')} with {several(each, 'OSD')}" for each, n in counts[:5]
    )
    ask = UNEQUAL.format(groups=groups + " …" * (len(counts) > 5))
    return f"one OSD a server: {len(hosts)} hosts hold unequal numbers of OSDs", ask


def max_avail(osds: list[Osd], code: str, full_ratio: float) -> int:
    """Return what a pool on all of these OSDs can still store until the fullest is full.

    Each OSD takes a share of the data by its weight; the least of what each has left, over its
    share, is what all can take, with the redundancy.
    """
    strips = parse_code(code)
    by_size = any(one.weight is None for one in osds)
    weights = [one.size if by_size or one.weight is None else one.weight for one in osds]
    ratio = Fraction(str(full_ratio))
    least: Fraction | None = None
    for one, weight in zip(osds, weights, strict=True):
        if weight:
            left = max(Fraction(0), one.size * ratio - (one.used or 0))
            taken = left * sum(weights) / weight
            least = taken if least is None else min(least, taken)
    whole = Fraction(strips.data, strips.data + strips.parity)
    return int((least or Fraction(0)) * whole)


def occupancy(
    name: str,
    osds: list[Osd],
    code: str | None,
    full_ratio: float,
    pool: ceph_df.Pool | None,
) -> Occupancy | None:
    """Return the use of each OSD, up to the full ratio; MAX AVAIL where the code is known."""
    targets = tuple(
        Target(f"osd.{one.number}", one.used, int(one.size * Fraction(str(full_ratio))))
        for one in osds
        if one.used is not None
    )
    if len(targets) < len(osds):
        return None
    stated = pool.max_avail if pool is not None else None
    left = max_avail(osds, code, full_ratio) if code else None
    avail = left if stated is None else stated
    return Occupancy(f"{name}, raw", targets, max_avail=avail, limit=LIMIT.format(full_ratio))
