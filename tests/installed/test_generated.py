"""Outputs that are printed from a known system: each reader gives that system back, whole.

The forms are those that the readers' modules name. All figures, warnings and what follows for
tiers are computed here from the system, not from the text.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from model.installed import beegfs_targets, ceph_df, ceph_osd_df, gpfs, lctl_osd, lfs_df
from model.installed.beegfs_tiers import beegfs_tiers
from model.installed.binary_sizes import usual
from model.installed.files import read_file
from model.installed.lustre_tiers import lustre_tiers
from model.installed.occupancy import Inodes, Target
from model.installed.reading import Reading
from model.installed.scale_tiers import scale_tiers

KIB, MIB, GIB, TIB = 2**10, 2**20, 2**30, 2**40
few = settings(max_examples=25)


def all_of(text: str) -> list[Reading]:
    return [one.reading for one in read_file("x.txt", text)]


def read(text: str) -> Reading:
    (reading,) = all_of(text)
    return reading


def tenths(count: int, unit: int) -> int:
    """So many tenths of a unit, to the nearest byte."""
    return int(Fraction(count * unit, 10) + Fraction(1, 2))


def some(elements: st.SearchStrategy[Any], least: int = 1, most: int = 5) -> Any:
    return st.lists(elements, min_size=least, max_size=most)


def odd_sizes(sizes: list[int], what: str) -> list[str]:
    odd = sum(size != usual(sizes) for size in sizes)
    return [f"{odd} of {len(sizes)} {what} have another size than the others"] if odd else []


BEEGFS = st.tuples(
    st.integers(1, 3),  # its node
    st.sampled_from((1_117_587, 99_990, 5)),  # tenths of GiB
    st.integers(0, 4),  # tenths of GiB that are free
    st.sampled_from((0, 7, 12_884_9)),  # tenths of a million inodes
    st.booleans(),  # whether it is mirrored
)


@few
@given(some(BEEGFS), some(BEEGFS, 0))
def test_targets_of_beegfs(data, metadata):
    columns = "MirrorGroupID MGMemberType TargetID Reachability Total Free % ITotal IFree % NodeID"

    def table(command: str, rows: list[tuple[int, ...]], first: int) -> str:
        lines = [f"[root@mgmt ~]# beegfs-ctl --listtargets --nodetype={command} --spaceinfo"]
        lines += [columns, "=" * 9] if rows else []
        for number, (node, size, free, inodes, mirrored) in enumerate(rows, first):
            group = f"{number} primary" if mirrored else "- none"
            lines.append(
                f"  {group} {number} Online {size / 10:.1f}GiB {free / 10:.1f}GiB 3% "
                f"{inodes / 10:.1f}M {inodes / 10:.1f}M 1% node {node} [ID: {node}]"
            )
        return "\n".join(lines) + "\n"

    reading = read(table("meta", metadata, 1) + table("storage", data, 11))
    nodes = list(dict.fromkeys(node for node, *_ in (*metadata, *data)))
    expected = [
        beegfs_targets.Target(
            metadata=is_metadata,
            size=tenths(size, GIB),
            free=tenths(free, GIB),
            inodes=inodes * 10**5,
            inodes_free=inodes * 10**5,
            node=nodes.index(node),
            mirrored=mirrored,
            group=str(number) if mirrored else "",
        )
        for is_metadata, rows, first in ((True, metadata, 1), (False, data, 11))
        for number, (node, size, free, inodes, mirrored) in enumerate(rows, first)
    ]
    assert reading.found.targets == tuple(expected)
    assert (reading.found.rounded, reading.found.is_cut) == (True, False)
    sizes = [tenths(size, GIB) for _, size, *_ in data]
    mirrored = sum(row[-1] for row in data)
    figures = {
        "targets": len(data),
        "target_bytes": usual(sizes),
        "inodes_known": any(row[3] for row in data),
        "rounded_to": "0.1 GiB",
    }
    figures |= {"meta_targets": len(metadata)} if metadata else {}
    figures |= {"mirrored_targets": mirrored} if mirrored else {}
    assert reading.reading == figures
    told = ["mirrored targets (buddy groups) hold each file twice"] if mirrored else []
    *others, end = reading.warnings
    assert others == told + odd_sizes(sizes, "targets")
    assert "cut" in end


@few
@given(some(BEEGFS), some(BEEGFS, 0))
def test_tiers_of_beegfs(data, metadata):
    """From JSON, where a target may not say what is free in it."""
    document = [
        {
            "nodeType": kind,
            "node": {"uid": f"secret-{node}"},
            "totalSpaceBytes": size,
            **({} if is_silent else {"freeSpaceBytes": min(free, size)}),
            "totalInodes": str(inodes),
            "freeInodes": inodes // 3,
        }
        for kind, rows in (("META", metadata), ("storage", data))
        for node, size, free, inodes, is_silent in rows
    ]
    found = read(json.dumps(document)).found
    assert isinstance(found, beegfs_targets.Targets)
    assert [one.size for one in found.data] == [row[1] for row in data]
    first, *others = beegfs_tiers(found)
    assert first.tier["given"] == {
        "capacity": {
            "value": f"{sum(row[1] for row in data)} B",
            "status": "measured",
            "because": f"Total of {len(data)} targets",
        }
    }
    assert [path for path, _ in first.questions] == [
        *("given.capacity", "given.raw_capacity"),
        *("given.read_bandwidth", "given.write_bandwidth"),
    ]
    assert len(others) == bool(metadata)
    for draft, rows in ((first, data), *((one, metadata) for one in others)):
        used = draft.occupancy
        if all(is_silent for *_, is_silent in rows):
            assert used is None
            continue
        assert used is not None
        assert used.targets == tuple(
            Target(f"target {number}", size - min(free, size), size)
            for number, (_, size, free, _, is_silent) in enumerate(rows, 1)
            if not is_silent
        )
        with_inodes = [row[3] for row in rows if row[3]]
        assert used.inodes == (sum(with_inodes) or None)
        assert used.inodes_used == (
            sum(inodes - inodes // 3 for inodes in with_inodes) if with_inodes else None
        )
        assert used.inode_targets == tuple(
            Inodes(f"target {number}", row[3] - row[3] // 3, row[3])
            for number, row in enumerate(rows, 1)
            if row[3]
        )
    for draft in others:
        total = {"status": "measured", "because": "totalInodes"}
        inodes = {"inodes": total | {"value": sum(row[3] for row in metadata)}}
        capacity = {
            "value": f"{sum(row[1] for row in metadata)} B",
            "status": "measured",
            "because": f"totalSpaceBytes of {len(metadata)} targets of metadata",
        }
        is_known = all(row[3] for row in metadata)
        assert draft.tier["given"] == {"capacity": capacity} | (inodes if is_known else {})
        assert (draft.tier["name"], draft.tier["holds"]) == ("beegfs-meta", "metadata")


OSD = st.tuples(
    st.sampled_from(("hdd", "ssd", "")),
    st.sampled_from((91, 91, 145, 0)),  # tenths of TiB
    st.integers(0, 90),  # tenths of TiB in use
    st.sampled_from((0, 0, 1)),  # whether it is out
    st.sampled_from((9.09558, 14.5523, 0)),
)


def osds_in(osds: list[tuple[Any, ...]]) -> list[int]:
    return [n for n, (_, size, _, is_out, _) in enumerate(osds) if size and not is_out]


def told_of_osds(osds: list[tuple[Any, ...]], sizes: list[int]) -> list[str]:
    def named(numbers: list[int]) -> str:
        names = ", ".join(f"osd.{n}" for n in numbers[:6])
        return f"{names} … ({len(numbers)})" if len(numbers) > 6 else names

    inside = osds_in(osds)
    texts = []
    if out := [n for n in range(len(osds)) if n not in inside]:
        texts.append(f"{named(out)}: out, so their drives don't count")
    for name in sorted({osds[n][0] for n in inside}):
        own = [n for n in inside if osds[n][0] == name]
        if odd := [n for n in own if sizes[n] != usual(sizes[m] for m in own)]:
            texts.append(f"{named(odd)}: another size than the other OSDs of their class")
    return texts


@few
@given(some(some(OSD, 1, 4), 1, 4), st.booleans())
def test_osds_of_ceph(hosts, in_json):
    """As a table and as JSON; hosts are numbered, never named."""
    osds = [osd for host in hosts for osd in host]
    numbers = iter(range(len(osds)))
    of_hosts = [[next(numbers) for _ in host] for host in hosts]
    lines = ["ID CLASS WEIGHT REWEIGHT SIZE RAW USE DATA AVAIL %USE STATUS TYPE NAME"]
    nodes: list[dict[str, Any]] = [{"id": -1, "type": "root", "children": [-2]}]
    for place, own in enumerate(of_hosts):
        lines.append(f"-{place + 2} 9.0 - 18 TiB 1 GiB 1 GiB 18 TiB 4.2 - host secret-{place}")
        nodes.append({"id": -place - 2, "type": "host", "name": "secret", "children": own})
        for n in own:
            name, size, used, is_out, weight = osds[n]
            used = min(used, size)
            lines.append(
                f" {n} {name} {weight} {'0' if is_out else '0.95001'} {size / 10:.1f} TiB "
                f"{used / 10:.1f} TiB 3 TiB 2 TiB 34.07 up osd.{n}"
            )
            nodes.append(
                {
                    "id": n,
                    "type": "osd",
                    "device_class": name,
                    "crush_weight": weight,
                    "kb": tenths(size, TIB) // KIB,
                    "kb_used": tenths(used, TIB) // KIB,
                    "reweight": 0 if is_out else 0.95001,
                }
            )
    whole = sum(size for _, size, *_ in osds) / 10
    lines.append(f" TOTAL {whole:.1f} TiB 2 TiB 6 TiB 34 TiB 4.2")
    text = json.dumps({"nodes": nodes, "stray": []}) if in_json else "\n".join(lines) + "\n"
    reading = read(text)

    def in_bytes(count: int) -> int:
        return tenths(count, TIB) // KIB * KIB if in_json else tenths(count, TIB)

    sizes = [in_bytes(size) for _, size, *_ in osds]
    host_of = [place for place, own in enumerate(of_hosts) for _ in own]
    inside = osds_in(osds)
    expected = tuple(
        ceph_osd_df.Osd(
            n,
            name,
            sizes[n],
            in_bytes(min(used, size)),
            n in inside,
            host_of[n],
            round(weight * 2**16),
        )
        for n, (name, size, used, _, weight) in enumerate(osds)
    )
    assert reading.found == ceph_osd_df.Osds(expected, rounded=not in_json)
    full = [expected[n].used / sizes[n] for n in inside]
    figures = {
        "osds": len(osds),
        "osds_in": len(inside),
        "osd_bytes": usual(sizes[n] for n in inside),
        "raw_bytes": sum(sizes[n] for n in inside),
        "most_full_share": round(max(full), 4) if full else None,
        "hosts": len(hosts),
    }
    assert reading.reading == figures | ({} if in_json else {"rounded": True})
    rounded = [] if in_json else ["sizes are rounded: run it with '-f json' for exact ones"]
    assert [*reading.warnings] == rounded + told_of_osds(osds, sizes)


POOL = st.tuples(*(st.integers(1, 999) for _ in range(4)))


@few
@given(some(POOL, 0), POOL, st.booleans())
def test_pools_of_ceph_df(pools, total, in_json):
    """Sizes in TiB, objects in thousands as the table rounds them."""
    size, available, used, raw = total
    if in_json:
        stats = {
            "total_bytes": size * TIB,
            "total_avail_bytes": available * TIB,
            "total_used_bytes": used * TIB,
            "total_used_raw_bytes": raw * TIB,
        }
        of_pools = [
            {
                "name": f"p{n}",
                "stats": {
                    "stored": one[0] * TIB,
                    "bytes_used": one[1] * TIB,
                    "max_avail": one[2] * TIB,
                    "objects": one[3] * 1024,
                },
            }
            for n, one in enumerate(pools)
        ]
        text = json.dumps({"stats": stats, "pools": of_pools})
    else:
        lines = [
            "--- RAW STORAGE ---",
            "CLASS SIZE AVAIL USED RAW USED %RAW USED",
            f"hdd {size} TiB {available} TiB {used} TiB {raw} TiB 40.00",
            f"TOTAL {size} TiB {available} TiB {used} TiB {raw} TiB 40.00",
            "",
            "--- POOLS ---",
            "POOL ID PGS STORED OBJECTS USED %USED MAX AVAIL",
        ]
        lines += [
            f"p{n} {n} 64 {one[0]} TiB {one[3]}k {one[1]} TiB 40.20 {one[2]} TiB"
            for n, one in enumerate(pools)
        ]
        text = "\n".join(lines) + "\n"
    reading = read(text)
    expected = tuple(
        ceph_df.Pool(f"p{n}", one[0] * TIB, one[1] * TIB, one[2] * TIB, one[3] * 1024)
        for n, one in enumerate(pools)
    )
    found = ceph_df.Space(size * TIB, available * TIB, raw * TIB, expected, rounded=not in_json)
    assert reading.found == found
    most = max((one[0] for one in pools), default=None)
    assert found.largest == next((one for one in expected if one.stored == (most or 0) * TIB), None)
    assert reading.reading == {
        "raw_bytes": size * TIB,
        "raw_used_bytes": raw * TIB,
        "pools": [
            {
                "pool": one.name,
                "stored_bytes": one.stored,
                "used_bytes": one.used,
                "max_avail_bytes": one.max_avail,
            }
            for one in expected
        ],
    } | ({} if in_json else {"rounded": True})
    assert len(reading.warnings) == (1 if in_json else 2)
    assert "ceph osd df tree" in reading.warnings[0]
    assert in_json or "sizes are rounded" in reading.warnings[1]


LUSTRE = st.tuples(
    st.sampled_from((91_004_215_296, 91_004_215_296, 81_004_215_296)),  # KiB
    st.integers(0, 10**9),  # KiB in use
    st.sampled_from((0, 512, 4_550_000_000)),  # KiB for root
    st.integers(0, 2 * 10**6),  # inodes
)
SPACE = ("1K-blocks", "Used", "Available")


@few
@given(some(LUSTRE, 0, 3), some(LUSTRE, 1, 9), st.permutations(SPACE), st.integers(0, 3))
def test_targets_of_lustre(mdts, osts, columns, hidden):
    """Columns in any order; space and inodes in a table each; the last OSTs are inactive."""
    targets = [("MDT", n, row) for n, row in enumerate(mdts)]
    targets += [("OST", n, row) for n, row in enumerate(osts)]
    space = [f"UUID {' '.join(columns)} Use% Mounted on"]
    inodes = ["UUID Inodes IUsed IFree IUse% Mounted on"]
    for kind, n, (size, used, kept, count) in targets:
        figures = {"1K-blocks": size, "Used": used, "Available": size - used - kept}
        name, mount = f"big-{kind}{n:04x}_UUID", f"/big[{kind}:{n}]"
        space.append(f"{name} {' '.join(str(figures[one]) for one in columns)} 7% {mount}")
        inodes.append(f"{name} {count} {count // 3} {count - count // 3} 3% {mount}")
    names = [f"big-OST{n:04x}_UUID : inactive device" for n in range(len(osts), len(osts) + hidden)]
    sums = {
        "1K-blocks": sum(row[0] for row in osts),
        "Used": sum(row[1] for row in osts),
        "Available": sum(row[0] - row[1] - row[2] for row in osts),
    }
    summary = f"filesystem_summary: {' '.join(str(sums[one]) for one in columns)} 9% /big"
    reading = read("\n".join([*space, *names, "", summary, "", *inodes, ""]))
    found = reading.found
    assert isinstance(found, lfs_df.FileSystem)
    listed = [
        lfs_df.Target(
            file_system="big",
            kind=kind,
            index=n,
            size=size * KIB,
            used=used * KIB,
            available=(size - used - kept) * KIB,
            inodes=count,
            inodes_used=count // 3,
        )
        for kind, n, (size, used, kept, count) in targets
    ]
    inactive = [
        lfs_df.Target("big", "OST", n, active=False) for n in range(len(osts), len(osts) + hidden)
    ]
    assert found.targets == (*listed, *inactive)
    assert found.osts_there == len(osts) + hidden
    kept = sum(row[2] for row in osts)
    fillable = (sums["1K-blocks"] - kept) * KIB
    sizes = [row[0] * KIB for row in osts]
    expected = {
        "file_system": "big",
        "osts_listed": len(osts),
        "osts_of_the_file_system": len(osts) + hidden,
        "size_bytes_of_an_ost": usual(sizes),
        "size_bytes_total": sum(sizes),
        "users_may_fill_bytes": fillable,
        "kept_for_root_share": round(kept * KIB / sum(sizes), 4),
        "rounded": False,
        "rounded_to": None,
        "ost_inodes": sum(row[3] for row in osts),
    }
    if mdts:
        expected["mdt_inodes"] = sum(row[3] for row in mdts)
    assert reading.reading == expected
    texts = []
    if hidden:
        texts.append(
            f"{hidden} of {len(osts) + hidden} OSTs of big are inactive or not listed: their space "
            "is missing from the sum"
        )
    if odd := [f"OST{n:04x}" for n, size in enumerate(sizes) if size != usual(sizes)]:
        shown = ", ".join(odd[:6]) + (" …" if len(odd) > 6 else "")
        texts.append(f"{shown} of big: another size than the other OSTs")
    assert [*reading.warnings] == texts

    data, *metadata = lustre_tiers([found], [])
    assert data.tier["given"]["capacity"]["value"] == f"{fillable} B"
    assert data.occupancy is not None
    assert data.occupancy.targets == tuple(
        Target(f"OST{n:04x}", used * KIB, (size - kept) * KIB)
        for n, (size, used, kept, _) in enumerate(osts)
    )
    assert len(metadata) == bool(mdts)
    with_inodes = [row for row in mdts if row[3]]
    for draft in metadata:
        assert draft.tier["given"]["inodes"]["value"] == sum(row[3] for row in mdts)
        assert draft.occupancy is not None
        assert (draft.occupancy.inodes, draft.occupancy.inodes_used) == (
            sum(row[3] for row in mdts),
            sum(row[3] // 3 for row in mdts),
        )
        whole = sum(size - kept for size, _, kept, _ in mdts)
        assert draft.tier["given"]["capacity"]["value"] == f"{whole * KIB} B"
    of_targets = [
        Inodes(f"{kind}{n:04x}", row[3] // 3, row[3]) for kind, n, row in targets if row[3]
    ]
    assert data.occupancy.inode_targets == (tuple(of_targets) if with_inodes else ())
    assert data.occupancy.inodes == (sum(row[3] for row in mdts) if with_inodes else None)


@few
@given(some(LUSTRE, 1, 4), some(LUSTRE, 0, 3), st.sampled_from(("zfs", "ldiskfs")))
def test_devices_of_lustre(osts, mdts, form):
    lines, expected = [], []
    for kind, rows in (("OST", osts), ("MDT", mdts)):
        for n, (size, used, kept, inodes) in enumerate(rows, 10):
            at = f"osd-{form}.big-{kind}{n:04x}."
            figures = {
                "filestotal": inodes,
                "kbytesavail": size - used - kept,
                "kbytesfree": size - used,
                "kbytestotal": size,
            }
            lines += [f"{at}fstype={form}", *(f"{at}{name}={x}" for name, x in figures.items())]
            osd = lctl_osd.Osd("big", kind, n, form, figures)
            assert (osd.size, osd.used, osd.kept) == (size * KIB, used * KIB, kept * KIB)
            assert osd.inodes == (None if form == "zfs" else inodes)
            expected.append(osd)
    reading = read("\n".join(lines) + "\n")
    assert reading.found == tuple(expected)
    size = usual(row[0] for row in osts)
    kept = usual(row[2] for row in osts)
    figures = reading.reading
    assert figures["osts_here"] == len(osts)
    assert figures.get("mdts_here", 0) == len(mdts)
    assert figures["size_bytes_of_an_ost"] == size * KIB
    assert figures["kept_for_root_share"] == round(kept / size, 4)
    assert figures["inodes_of_an_ost"] == (None if form == "zfs" else usual(x[3] for x in osts))
    assert reading.warnings == ()
    (draft,) = lustre_tiers([], expected)
    whole = sum(size - kept for size, _, kept, _ in osts) * KIB
    assert draft.tier["given"]["capacity"]["value"] == f"{whole} B"
    assert draft.occupancy is not None
    assert draft.occupancy.targets == tuple(
        Target(f"OST{n:04x}", used * KIB, (size - kept) * KIB)
        for n, (size, used, kept, _) in enumerate(osts, 10)
    )


NSD = st.tuples(
    st.sampled_from((130_518_089_728, 130_518_089_728, 10**9)),  # KiB
    st.integers(0, 10**8),  # KiB in free blocks
    st.integers(0, 10**5),  # KiB in free fragments
    st.sampled_from(((True, True), (True, False), (False, True))),  # data, metadata
)
COMMANDS = ("mmlsfs", "mmlsdisk", "mmdf")


@few
@given(some(NSD, 1, 5), st.integers(1, 3), st.sets(st.sampled_from(COMMANDS), min_size=1))
def test_a_file_system_of_scale(nsds, replicas, ran):
    def yes(value: bool, *, capital: bool = False) -> str:
        word = "yes" if value else "no"
        return word.capitalize() if capital else word

    lines = []
    if "mmlsfs" in ran:
        lines.append("mmlsfs::HEADER:version:reserved:reserved:deviceName:fieldName:data:remarks:")
        fields = {
            "minFragmentSize": 16384,
            "blockSize": 2**24,
            "defaultDataReplicas": replicas,
            "maxNumberOfInodes": 777,
            "storagePools": "system",
            "defaultMountPoint": "%2Fg",
        }
        lines += [f"mmlsfs::0:1:::gpfs1:{name}:{value}::" for name, value in fields.items()]
    if "mmlsdisk" in ran:
        lines.append("mmlsdisk::HEADER:version:nsdName:failureGroup:metadata:data:storagePool:")
        lines[-1] += "diskSizeKB:"
        lines += [
            f"mmlsdisk::0:1:nsd{n}:{n}:{yes(metadata)}:{yes(data)}:system:{size}:"
            for n, (size, _, _, (data, metadata)) in enumerate(nsds)
        ]
    whole = sum(row[0] for row in nsds)
    of_data = [row for row in nsds if row[3][0]]
    if "mmdf" in ran:
        lines.append("mmdf:nsd:HEADER:version:nsdName:storagePool:diskSize:failureGroup:metadata:")
        lines[-1] += "data:freeBlocks:freeFragments:"
        lines += [
            f"mmdf:nsd:0:1:nsd{n}:system:{size}:{n}:{yes(metadata, capital=True)}:"
            f"{yes(data, capital=True)}:{blocks}:{fragments}:"
            for n, (size, blocks, fragments, (data, metadata)) in enumerate(nsds)
        ]
        lines.append("mmdf:data:HEADER:version:totalData:freeBlocks:")
        lines.append(f"mmdf:data:0:1:{sum(row[0] for row in of_data)}:5:")
        lines.append("mmdf:fsTotal:HEADER:version:fsSize:freeBlocks:freeFragments:")
        lines.append(f"mmdf:fsTotal:0:1:{whole}:7000:70:")
        lines.append("mmdf:inode:HEADER:version:usedInodes:freeInodes:allocatedInodes:maxInodes:")
        lines.append("mmdf:inode:0:1:300:600:900:1000:")
    reading = read("\n".join(lines) + "\n")
    listed, measured = bool(ran & {"mmlsdisk", "mmdf"}), "mmdf" in ran
    is_named = "mmlsfs" in ran
    found = reading.found
    assert found == gpfs.FileSystem(
        "gpfs1" if is_named else None,
        2**24 if is_named else None,
        16384 if is_named else None,
        replicas if is_named else None,
        tuple(
            gpfs.Nsd(
                *(f"nsd{n}", size * KIB, "system", data, metadata, str(n)),
                (blocks + fragments) * KIB if measured else None,
            )
            for n, (size, blocks, fragments, (data, metadata)) in enumerate(nsds)
        )
        if listed
        else (),
        whole * KIB if measured else None,
        sum(row[0] for row in of_data) * KIB if measured else None,
        7070 * KIB if measured else None,
        300 if measured else None,
        1000 if measured else 777 if is_named else None,
        5 * KIB if measured else None,
    )
    fillable = sum(row[0] for row in of_data) * KIB // replicas if is_named and listed else None
    sizes = [row[0] * KIB for row in of_data or nsds]
    assert reading.reading == {
        "file_system": "gpfs1" if is_named else None,
        "block_size": 2**24 if is_named else None,
        "subblock": 16384 if is_named else None,
        "default_data_replicas": replicas if is_named else None,
        "nsds": len(nsds) if listed else None,
        "nsd_bytes": usual(sizes) if listed else None,
        "size_bytes": whole * KIB if listed else None,
        "users_may_fill_bytes": fillable,
        "max_inodes": 1000 if measured else 777 if is_named else None,
        "mount_point": "/g" if is_named else None,
    }
    missing = [one for one in COMMANDS if one not in ran]
    text = f"run {' and '.join(missing)} with -Y, too: not in this output"
    assert [*reading.warnings] == ([text] if missing else [])

    drafts = scale_tiers(found)
    assert len(drafts) == bool(fillable)
    for draft in drafts:
        assert draft.tier["given"]["capacity"]["value"] == f"{fillable} B"
        if not measured:
            assert draft.occupancy is None
            continue
        assert draft.occupancy is not None
        assert draft.occupancy.targets == tuple(
            Target(
                f"NSD {n}",
                (size - blocks - fragments) * KIB // replicas,
                size * KIB // replicas,
            )
            for n, (size, blocks, fragments, (data, _)) in enumerate(nsds, 1)
            if data
        )
        assert draft.occupancy.bytes_fillable == fillable
        assert (draft.occupancy.inodes, draft.occupancy.inodes_used) == (1000, 300)


def test_the_usual_size_is_the_most_common_one():
    """Of equally common ones the largest; where all differ, the middle one, of two the smaller."""
    for sizes, size in (
        ((), None),
        ((7,), 7),
        ((7, 7, 9), 7),
        ((7, 9, 9), 9),
        ((7, 7, 9, 9), 9),
        ((9, 9, 7, 7, 8), 9),
        ((3, 1, 2), 2),
        ((4, 1, 3, 2), 2),
        ((5, 4, 1, 3, 2), 3),
    ):
        assert usual(sizes) == size, sizes
    assert usual(Counter({5: 3, 6: 2}).elements()) == 5
