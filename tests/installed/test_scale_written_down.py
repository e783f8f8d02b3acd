"""Small outputs of Storage Scale: all that is read of each, and its tier, written down by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from model.errors import InputError
from model.installed.files import read_file
from model.installed.gpfs import FileSystem, Nsd
from model.installed.reading import Reading
from model.installed.scale_tiers import ALL_NSDS, PARTS, RATES, scale_tiers, tiers
from model.installed.tier_draft import TierDraft

K = 1024
FS = "mmlsfs::HEADER:version:reserved:reserved:deviceName:fieldName:data:remarks:\n"
FIELD = "mmlsfs::0:1:::{}:{}:{}:{}:\n"
DISKS = (
    "mmlsdisk::HEADER:version:reserved:reserved:nsdName:failureGroup:metadata:data:storagePool:"
    "diskSizeKB:\n"
)
DISK = "mmlsdisk::0:1:::{}:{}:{}:{}:{}:{}:\n"
SPACE = (
    "mmdf:nsd:HEADER:version:reserved:reserved:nsdName:storagePool:diskSize:failureGroup:metadata:"
    "data:freeBlocks:freeFragments:\n"
)
NSD = "mmdf:nsd:0:1:::{}:data:{}:1:No:Yes:{}:{}:\n"
DATA = (
    "mmdf:data:HEADER:version:reserved:reserved:totalData:freeBlocks:freeFragments:\n"
    "mmdf:data:0:1:::{}:{}:{}:\n"
)
TOTAL = (
    "mmdf:fsTotal:HEADER:version:reserved:reserved:fsSize:freeBlocks:freeFragments:\n"
    "mmdf:fsTotal:0:1:::{}:{}:{}:\n"
)
INODES = (
    "mmdf:inode:HEADER:version:reserved:reserved:usedInodes:maxInodes:\nmmdf:inode:0:1:::{}:{}:\n"
)
RUN = "run {} with -Y, too: not in this output"


def fields(name: str = "s", /, **values: Any) -> str:
    return FS + "".join(FIELD.format(name, key, value, "") for key, value in values.items())


def disks(*rows: tuple[Any, ...]) -> str:
    """Print name, failure group, whether of metadata and of data, pool and KiB."""
    return DISKS + "".join(DISK.format(*row) for row in rows)


def space(*rows: tuple[Any, ...]) -> str:
    """Print name, KiB, and KiB that are free, in blocks and in fragments."""
    return SPACE + "".join(NSD.format(*row) for row in rows)


def said(**other: Any) -> dict[str, Any]:
    usually = dict.fromkeys(
        (
            *("file_system", "block_size", "subblock", "default_data_replicas", "nsds"),
            *("nsd_bytes", "size_bytes", "users_may_fill_bytes", "max_inodes", "mount_point"),
        )
    )
    return {**usually, **other}


WHOLE = fields(
    blockSize=65536,
    minFragmentSize=8192,
    defaultDataReplicas=2,
    maxNumberOfInodes=70,
    storagePools="system;data",
    defaultMountPoint="%2Fs%3Aa",
)
TWO = (("a", 1, "yes", "no", "system", 400), ("b", 2, "no", "yes", "data", 1000))
ONE = {"file_system": "s", "nsds": 2, "nsd_bytes": 1000 * K, "size_bytes": 1400 * K}
PLAIN = {"block_size": 65536, "subblock": 8192, "default_data_replicas": 2, "mount_point": "/s:a"}
READ: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "all three commands": (
        WHOLE + disks(*TWO) + TOTAL.format(1400, 500, 3) + INODES.format(5, 50),
        said(**ONE, **PLAIN, users_may_fill_bytes=500 * K, max_inodes=50),
        (),
    ),
    "without mmdf": (
        WHOLE + disks(*TWO),
        said(**ONE, **PLAIN, users_may_fill_bytes=500 * K, max_inodes=70),
        (RUN.format("mmdf"),),
    ),
    "mmlsfs alone": (
        fields(blockSize=65536),
        said(file_system="s", block_size=65536, subblock=2048),
        (RUN.format("mmlsdisk and mmdf"),),
    ),
    "subblocks by their number": (
        fields(blockSize=65536, subblocksPerFullBlock=4) + disks(*TWO) + TOTAL.format(1400, 0, 0),
        said(**ONE, block_size=65536, subblock=16384),
        (),
    ),
    "of pools of several block sizes, the line of the others counts": (
        FS
        + FIELD.format("s", "blockSize", 4096, "system pool")
        + FIELD.format("s", "blockSize", 65536, "other pools")
        + FIELD.format("s", "minFragmentSize", 8192, "system pool")
        + FIELD.format("s", "minFragmentSize", 4096, "")
        + disks(*TWO)
        + TOTAL.format(1400, 0, 0),
        said(**ONE, block_size=65536, subblock=8192),
        (),
    ),
    "a pool without an NSD": (
        fields(storagePools="system;data;x;y") + disks(*TWO) + TOTAL.format(1400, 0, 0),
        said(**ONE),
        ("no NSD of pool x, y is listed: the output may be cut off, so save all of it",),
    ),
    "fewer NSDs than the total has": (
        fields() + FIELD.format("s", "x", 1, "") + disks(TWO[1]) + TOTAL.format(1400, 0, 0),
        said(file_system="s", nsds=1, nsd_bytes=1000 * K, size_bytes=1400 * K),
        (
            "lines of NSDs are missing: mmdf has 409.6 kB more than the 1 NSDs that are listed; "
            "save the whole output, and import it again",
        ),
    ),
    "NSDs of metadata only": (
        disks(TWO[0]),
        said(nsds=1, nsd_bytes=400 * K, size_bytes=400 * K),
        (RUN.format("mmlsfs and mmdf"),),
    ),
    "mmdf breaks off before its total": (
        WHOLE + disks(*TWO) + space(("b", 1000, 300, 7)),
        said(**ONE, **PLAIN, users_may_fill_bytes=500 * K, max_inodes=70),
        ("mmdf is cut off (its total is missing): save the whole output",),
    ),
    "lines that break off, or have no head": (
        WHOLE + disks(*TWO) + "mmlsdisk::0:1:::c:1\n" + "mmdf:fsTotal:0:1:::1400:0:0:\n",
        said(**ONE, **PLAIN, users_may_fill_bytes=500 * K, max_inodes=70),
        (
            "line 11 is cut off: left out",
            "line 12 has no HEADER line above it: left out",
            RUN.format("mmdf"),
        ),
    ),
    "lines without their last colon": (
        WHOLE + disks(*TWO).replace("1000:\n", "1000\n") + TOTAL.format(1400, 500, 3),
        said(**ONE, **PLAIN, users_may_fill_bytes=500 * K, max_inodes=70),
        (),
    ),
    "of several file systems the first": (
        fields(blockSize=100, subblocksPerFullBlock=3)
        + fields("t", blockSize=9)
        + disks(*TWO)
        + disks(("c", 1, "no", "yes", "data", 9))
        + TOTAL.format(1400, 0, 0)
        + TOTAL.format(9, 0, 0),
        said(**ONE, block_size=100, subblock=33),
        (
            "2 file systems in one file: only the first is read, as lines of mmlsdisk and mmdf "
            "don't name theirs; give each a file of its own",
        ),
    ),
    "NSDs without a size, without a name, and listed twice": (
        WHOLE
        + disks(*TWO, ("c", 1, "no", "yes", "data", 0), ("", 1, "no", "yes", "data", 9), TWO[1])
        + TOTAL.format(1400, 0, 0),
        said(**ONE, **PLAIN, users_may_fill_bytes=500 * K, max_inodes=70),
        (),
    ),
}


def read(text: str) -> Reading:
    (found,) = read_file("x", text)
    assert found.reading.kind == "gpfs-Y"
    return found.reading


@pytest.mark.parametrize("name", READ)
def test_all_that_is_read_of_scale(name: str) -> None:
    text, reading, warnings = READ[name]
    found = read(text)
    assert found.reading == reading
    assert found.warnings == warnings


def test_heads_alone_are_refused() -> None:
    with pytest.raises(InputError, match="only HEADER lines, or none: run the commands with -Y"):
        read(FS + DISKS)


def test_all_that_joins_of_scale() -> None:
    """Free space is that of blocks and of fragments; names of pools and groups are kept."""
    text = WHOLE + disks(*TWO) + space(("b", 1000, 300, 7), ("c", 20, 9, ""), ("d", 30, "", 9))
    text += DATA.format(1000, 300, 8) + TOTAL.format(1400, 500, 3) + INODES.format(5, 50)
    nsds = (
        Nsd("a", 400 * K, "system", False, True, "1", None),
        Nsd("b", 1000 * K, "data", True, False, "2", 307 * K),
        Nsd("c", 20 * K, "data", True, False, "1", 9 * K),
        Nsd("d", 30 * K, "data", True, False, "1", None),
    )
    assert read(text).found == FileSystem(
        *("s", 65536, 8192, 2, nsds, 1400 * K, 1000 * K, 503 * K, 5, 50, 308 * K)
    )


def nsd(name: str, size: int, free: int | None = None, *, data: bool = True) -> Nsd:
    return Nsd(name, size, "data", data, not data, "1", free)


def system(*nsds: Nsd, **other: Any) -> FileSystem:
    names = ("block", "subblock", "stated_size", "stated_data_size", "free")
    unknown = dict.fromkeys((*names, "inodes_used", "inodes"))
    return FileSystem(**{"name": "s", "replicas": 2, **unknown, "nsds": nsds, **other})


A, B, M = nsd("a", 1000, 300), nsd("b", 600, 200), nsd("m", 400, 100, data=False)
SUMS = {"stated_size": 2000, "stated_data_size": 1600}
BOTH = {"NSD 1": (350, 500), "NSD 2": (200, 300)}
Sizes = tuple[int | None, int | None, int | None, int]
SIZES: dict[str, tuple[FileSystem, Sizes, tuple[int, int, dict[str, tuple[int, int]]] | None]] = {
    "nothing": (system(), (None, None, None, 0), None),
    "a total": (system(stated_size=2001), (2001, None, 1000, 0), None),
    "totals": (system(stated_size=2001, stated_data_size=1501), (2001, 1501, 750, 0), None),
    "NSDs": (system(A, B, M), (2000, 1600, 800, 0), (550, 800, BOTH)),
    "metadata in the total": (
        system(A, B, M, stated_size=2000),
        (2000, 1600, 800, 0),
        (550, 800, BOTH),
    ),
    "a total that is more by rounding": (
        system(A, B, stated_size=1610),
        (1610, 1610, 805, 0),
        (550, 805, BOTH),
    ),
    "both totals": (system(A, B, M, **SUMS), (2000, 1600, 800, 0), (550, 800, BOTH)),
    "the total of data is not the sum": (
        system(A, B, stated_size=1605, stated_data_size=1602),
        (1605, 1602, 801, 0),
        (550, 801, BOTH),
    ),
    "an NSD is missing": (
        system(A, M, **SUMS, free=900, data_free=500),
        (2000, 1600, 800, 600),
        (550, 800, {}),
    ),
    "more is free than there is": (
        system(A, M, **SUMS, free=900, data_free=5000),
        (2000, 1600, 800, 600),
        (0, 800, {}),
    ),
    "an NSD is missing, and what is free for data": (
        system(A, M, **SUMS, free=900),
        (2000, 1600, 800, 600),
        None,
    ),
    "an NSD is missing in one total": (
        system(A, stated_size=1600, free=500),
        (1600, 1600, 800, 600),
        (550, 800, {}),
    ),
    "metadata count where there is one total": (
        system(A, M, stated_size=1400),
        (1400, 1000, 500, 0),
        (350, 500, {"NSD 1": (350, 500)}),
    ),
    "1 % is missing": (
        system(A, stated_size=1010, free=300),
        (1010, 1010, 505, 0),
        (350, 505, {"NSD 1": (350, 500)}),
    ),
    "1 % is missing, to the byte": (
        system(nsd("a", 990), stated_size=1000),
        (1000, 1000, 500, 0),
        None,
    ),
    "more than 1 % is missing": (
        system(A, stated_size=1011, free=300),
        (1011, 1011, 505, 11),
        (355, 505, {}),
    ),
    "without replicas": (
        system(A, B, stated_size=1600, replicas=None),
        (1600, 1600, None, 0),
        None,
    ),
    "an NSD whose use is unknown": (system(A, nsd("b", 600)), (1600, 1600, 800, 0), None),
    "no NSD of data": (system(M, stated_size=400), (400, 0, 0, 0), None),
}


@pytest.mark.parametrize("name", SIZES)
def test_sizes_and_use_of_a_file_system_of_scale(name: str) -> None:
    """Size, that of data, what users may fill, and what lines are missing of; by NSD its use."""
    one, sizes, use = SIZES[name]
    assert (one.size, one.data_size, one.fillable, one.unlisted) == sizes
    drafts = scale_tiers(one)
    assert len(drafts) == bool(one.fillable)
    occupancy = drafts[0].occupancy if drafts else None
    found = occupancy and (
        occupancy.bytes_used,
        occupancy.bytes_fillable,
        {each.name: (each.used, each.fillable) for each in occupancy.targets},
    )
    assert found == use


def asked(*, total: bool, nsds: int = 2) -> tuple[tuple[str, str], ...]:
    return (
        ("given.raw_capacity", PARTS),
        *(() if total else (("given.capacity", ALL_NSDS.format(nsds=nsds)),)),
        ("given.read_bandwidth", RATES.format(way="read")),
        ("given.write_bandwidth", RATES.format(way="write")),
    )


@pytest.mark.parametrize("name", [None, "s"])
@pytest.mark.parametrize("total", [True, False])
def test_the_tier_of_scale(name: str | None, total: bool) -> None:
    what = "space for data in mmdf" if total else "space of the NSDs for data in mmlsdisk"
    sums = {"stated_size": 1600} if total else {}
    (draft,) = scale_tiers(system(A, B, name=name, **sums, inodes_used=3, inodes=9))
    capacity = {
        "value": "800 B",
        "status": "measured",
        "because": f"{what}, by 2 in mmlsfs (default data replicas)",
    }
    called = name or "scale"
    assert draft.tier == {"name": called, "owned": True, "given": {"capacity": capacity}}
    assert draft.questions == asked(total=total)
    use = draft.occupancy
    assert use is not None
    assert (use.name, use.inodes_used, use.inodes) == (called, 3, 9)
    assert (draft.warnings, draft.checks) == ((), ())


def test_outputs_of_one_file_system_of_scale_are_joined() -> None:
    """What is stated first stays; outputs without a name are of the one before, or of the next."""
    texts = {
        "name": fields("s", defaultDataReplicas=1),
        "other": fields("t", defaultDataReplicas=1) + disks(("e", 1, "no", "yes", "data", 9)),
        "disks": disks(*TWO),
        "space": space(("b", 1000, 300, 7)),
        "later": space(("b", 1000, 900, 7), ("c", 500, 100, 0)),
    }

    def drafts(*names: str) -> list[TierDraft]:
        return tiers([read(texts[name]) for name in names])

    def use(found: Iterable[TierDraft]) -> list[tuple[str, int | None, int | None]]:
        return [
            (x.tier["name"], x.occupancy and x.occupancy.bytes_used, x.occupancy and
             x.occupancy.bytes_fillable)
            for x in found
        ]  # fmt: skip

    of_s = ("s", 693 * K, 1000 * K)
    assert use(drafts("name", "disks", "space")) == [of_s]
    assert use(drafts("disks", "space", "name")) == [of_s]
    more = ("s", (693 + 400) * K, 1500 * K)
    assert use(drafts("name", "disks", "space", "later")) == [more]
    assert use(drafts("name", "disks", "space", "other")) == [of_s, ("t", None, None)]
    assert use(drafts("name", "disks", "other", "name")) == [
        ("s", None, None),
        ("t", None, None),
    ]
    assert drafts("disks", "space") == []
