"""Outputs that are cut off say so, and become no scenario with other figures."""

from __future__ import annotations

import json
import re

import pytest

from model.errors import InputError
from model.installed.files import read_file, read_files
from model.installed.joining import Joined, join
from model.installed.output import documents
from tests.installed.examples import DATA
from tests.installed.made_systems import Made, lsblk


def joined(**files: str) -> Joined:
    return join(read_files(files.items()))


@pytest.mark.parametrize(
    ("name", "layout"),
    [("zpool-list-vp-1.txt", "2 x raidz2:6"), ("zpool-list-vp-2.txt", "draid2:8d:24c:2s")],
)
def test_a_list_cut_anywhere_has_no_other_layout(name: str, layout: str) -> None:
    text = (DATA / name).read_text()
    begin = len("".join(text.splitlines(keepends=True)[:3]))
    ends = [n + 1 for n in range(begin, len(text) - 1) if text[n] == "\n"]
    planned = 0
    for end in sorted({*range(begin + 7, len(text) - 6, 29), *ends, *(n - 1 for n in ends)}):
        found = joined(x=text[:end])
        if found.scenario is None:
            assert "cut off" in " ".join(found.warnings), end
            continue
        planned += 1
        assert found.scenario["tiers"][0]["target"]["layout"].startswith(layout), end
    assert planned <= 8  # ends of lines below which stand spares only


LIST = """NAME  SIZE  ALLOC  FREE  CKPOINT  EXPANDSZ  FRAG  CAP  DEDUP  HEALTH  ALTROOT
tank  {size}  30  270  -  -  4  10  1.00  ONLINE  -
"""


def listed(size: int, *vdevs: tuple[str, int, int], leaf: str = "-", end: str = "\n") -> str:
    """Print a pool with vdevs: name, size and number of drives."""
    row = "{0}{1}  {2}  -  -  -  -  4  10  -  ONLINE"
    lines = [
        line
        for name, of_vdev, drives in vdevs
        for line in (
            row.format("  ", name, of_vdev),
            *(row.format("    ", f"{name}d{n}", leaf) for n in range(drives)),
        )
    ]
    return LIST.format(size=size) + "\n".join(lines) + end


A = 108 * 10**12
LARGE = str(18 * 10**12)
WRONG = [
    (listed(2 * A, ("raidz2-0", A, 6)), "its vdevs have 108 TB of 216 TB"),
    (listed(2 * A, ("raidz2-0", A, 6), ("raidz2-1", A, 5)), "its last vdev has fewer drives"),
    (listed(2 * A, ("raidz2-0", A, 6), ("raidz2-1", A, 2)), "raidz2 vdev has only 2 of at least 3"),
    (listed(2 * A, ("raidz2-0", A, 6), ("raidz2-1", A, 0)), "its last vdev has no drives"),
    (listed(2 * A, ("mirror-0", A, 2), ("mirror-1", A, 1)), "mirror vdev has only 1 of at least 2"),
    (listed(A, ("raidz2-0", A, 4), leaf=LARGE), "a raidz2 vdev is larger than its 4 drives"),
    (listed(10 * A, ("raidz2-0", 10 * A, 4)), "each drive would have 270 TB"),
    (listed(A, ("draid2:4d:12c:1s-0", A, 11)), "has only 11 of at least 12 drives"),
    (listed(A, ("raidz2-0", A, 6), end="\n    sdx  -  -  -"), "its last line lacks columns"),
    (listed(A, ("raidz2-0", A, 6), end="\n    sd"), "its last line lacks columns"),
    (listed(A, ("raidz2-0", A, 6))[:-4], "its last line breaks off in the state"),
    (listed(A, ("raidz2-0", A, 6)) + "spare" + "  -" * 10, "nothing follows its last heading"),
]


@pytest.mark.parametrize(("text", "cut"), WRONG, ids=[cut for _, cut in WRONG])
def test_what_contradicts_a_list_is_named_and_not_planned(text: str, cut: str) -> None:
    (found,) = read_file("x", text)
    assert cut in found.reading.warnings[0]
    assert "save all of it" in found.reading.warnings[0]
    both = joined(x=text)
    assert both.scenario is None
    assert not both.checks
    assert any(cut in one and "not planned" in one for one in both.warnings)


RIGHT = [
    listed(A, ("raidz2-0", A, 6), leaf=LARGE, end=""),
    listed(A * 3, ("raidz2-0", 2 * A, 12), ("raidz2-1", A, 6)),
    listed(A, ("mirror-0", A // 2, 3), ("mirror-1", A // 2, 2)),
    listed(A, ("raidz2-0", A, 6)) + "real 0m1.2s\n",
    listed(A, ("raidz2-0", A, 6))
    + "cache"
    + "  -" * 9
    + "\n  sdx  -  -  -  -  -  -  -  -  -  ONLINE",
]


@pytest.mark.parametrize("text", RIGHT)
def test_a_whole_list_is_not_cut_off(text: str) -> None:
    (found,) = read_file("x", text)
    assert not [one for one in found.reading.warnings if "cut off" in one]


def test_a_whole_status_counts_and_other_pools_are_planned() -> None:
    drive = 18000207937536
    pools = [Made(name, [("raidz2", (drive,) * 6)], A, A) for name in ("tank", "pond")]
    texts = [one.listed(sizes=True) for one in pools]
    paste = texts[0] + texts[1][: texts[1].rindex("ONLINE")]
    found = joined(x=paste)
    assert found.scenario is not None
    assert [tier["name"] for tier in found.scenario["tiers"]] == ["tank"]
    assert any("pool pond: 'zpool list' is cut off" in one for one in found.warnings)
    whole = joined(x=paste, y=pools[1].status())
    assert whole.scenario is not None
    assert not any("not planned" in one for one in whole.warnings)


@pytest.mark.parametrize("end", [420, 440, 500, 505, 545, -2])
def test_targets_of_lustre_without_figures_are_cut_off(end: int) -> None:
    text = (DATA / "lctl-osd-1.txt").read_text()
    (found,) = read_file("x", text[:end])
    assert found.reading.warnings[0].startswith("the output is cut off: 1 of 2 OSTs lack")
    assert found.reading.reading["osts_here"] == 2
    both = joined(x=text[:end])
    assert both.scenario is None
    told = "1 of 2 OSTs have no size in the output of lctl"
    assert [one for one in both.warnings if f"the output is cut off: {told}" in one]


def test_osts_of_a_list_that_breaks_off_are_not_planned() -> None:
    text = (DATA / "lfs-df-1.txt").read_text()
    rows = text[: text.index("filesystem_summary")].rstrip()
    whole = joined(x=rows)
    assert whole.scenario is not None
    assert any("are these all OSTs" in one.question for one in whole.questions)
    for end in range(rows.rindex("\n") + 8, len(rows)):
        cut = joined(x=rows[:end])
        assert cut.scenario is None, rows[:end]
        assert any("lfs df is cut off: its OSTs are not planned" in one for one in cut.warnings)
    assert joined(x=rows[:-5], y=text).scenario is not None


def test_targets_of_beegfs_whose_list_breaks_off_are_not_planned() -> None:
    text = targets_of_beegfs(1, 1, 2, 2)
    whole = joined(x=text)
    assert whole.scenario is not None
    assert any("are these all storage targets (4)?" in one.question for one in whole.questions)
    assert "are these all storage targets (4)?" in whole.text()
    begin = text.rindex("104")
    for end in range(begin + 5, text.rindex("%")):
        cut = joined(x=text[:end])
        assert cut.scenario is None, text[begin:end]
        assert any("list of targets is cut off, so that they" in one for one in cut.warnings)
    halves = joined(x=targets_of_beegfs(1, 2, 1, groups="aab"))
    assert any("are these all storage targets (3)?" in one.question for one in halves.questions)


def test_the_summary_counts_where_lines_of_osts_are_missing() -> None:
    """People leave out the middle of a long list."""
    whole = (DATA / "lfs-df-1.txt").read_text().splitlines(keepends=True)
    text = "".join(["...\n" if "OST0001" in line or "OST0002" in line else line for line in whole])
    (found,) = read_file("x", text)
    assert "has 186.4 TB more than the 2 OSTs above it" in found.reading.warnings[0]
    assert not any("inactive" in one for one in found.reading.warnings)
    today, complete = (
        join(read_files([("x", each)])).occupancies[0] for each in (text, "".join(whole))
    )
    assert today.bytes_used == pytest.approx(complete.bytes_used, rel=1e-9)
    assert today.bytes_fillable == complete.bytes_fillable
    assert today.fullest is None
    assert today.until_full == today.bytes_fillable - today.bytes_used


@pytest.mark.parametrize("own", [True, False])
def test_the_total_of_mmdf_counts_where_nsds_are_missing(own: bool) -> None:
    whole = (DATA / "gpfs-Y-1.txt").read_text()
    if not own:  # disks that hold both have no line of their own for data
        whole = "".join(x for x in whole.splitlines(keepends=True) if "mmdf:data:" not in x)
        whole = whole.replace(":no:yes:", ":yes:yes:")
    lines = whole.splitlines(keepends=True)
    first = next(x for x in lines if x.startswith("mmdf:nsd:0:")).split(":")[6]
    keeps = [
        x for x in lines if not x.startswith(("mmdf:nsd:0:", "mmlsdisk::0:")) or f":{first}:" in x
    ]
    (found,) = read_file("x", "".join(keeps))
    assert any("lines of NSDs are missing" in one for one in found.reading.warnings)
    (before,) = read_file("x", whole)
    assert not any("lines of NSDs" in one for one in before.reading.warnings)
    (today,), (complete,) = (
        join(read_files([("x", each)])).occupancies for each in ("".join(keeps), whole)
    )
    assert today.bytes_used == pytest.approx(complete.bytes_used, rel=1e-3)
    assert today.fullest is None


def test_a_size_of_lustre_that_breaks_off_is_none() -> None:
    text = (DATA / "lctl-osd-1.txt").read_text()
    end = text.index("OST0000.kbytestotal=") + len("OST0000.kbytestotal=") + 4
    (found,) = read_file("x", text[:end])
    assert found.reading.reading["size_bytes_of_an_ost"] is None
    assert joined(x=text[:end]).scenario is None


def test_a_whole_output_of_lctl_is_not_cut_off_without_its_line_end() -> None:
    text = (DATA / "lctl-osd-1.txt").read_text()
    (found,) = read_file("x", text.rstrip())
    assert not found.reading.warnings
    few = "".join(line for line in text.splitlines(keepends=True) if ".kbytestotal" in line)
    assert not read_file("x", few)[0].reading.warnings


WORDS = '{"a": [true, false, null, -1.5e+7, 0.25], "b": "x\\u00e9\\n", "c": {"d": 10e3}}'


@pytest.mark.parametrize("text", [WORDS, (DATA / "ceph-osd-df-1.json").read_text()[-900:]])
def test_json_cut_anywhere_is_cut_off(text: str) -> None:
    whole = text if text is WORDS else '{"nodes": [{' + text.partition("{")[2]
    for end in range(1, whole.rindex("}")):
        with pytest.raises(InputError, match="the JSON that begins here is cut off"):
            list(documents(whole[:end], "x"))
    list(documents(whole, "x"))


@pytest.mark.parametrize("text", ["[text", "{n", "[1 .", "[1, x]", "{'a': 1}", '["\\ux"]', "[1.]"])
def test_what_is_no_json_is_not_cut_off(text: str) -> None:
    assert not list(documents(text, "x"))


DRIVE = 18000207937536
TANK = Made("tank", [("raidz2", (DRIVE,) * 8), ("spare", (DRIVE,))], 140 * 10**12, 100 * 10**12)
ALONE = Made("tank", [("raidz2", (DRIVE,) * 8)], 140 * 10**12, 100 * 10**12)


def test_a_status_that_is_cut_off_is_not_planned_with_other_vdevs() -> None:
    lines = TANK.status().splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if "raidz2-0" in line)
    drives = lsblk([TANK])
    for end in range(first + 4, len(lines)):
        found = joined(x="".join(lines[:end]), y=drives)
        assert found.scenario is None, end
        assert any("'errors:' is missing" in one for one in found.warnings)
    whole = joined(x="".join(lines), y=drives)
    assert whole.scenario is not None
    assert whole.scenario["tiers"][0]["target"]["layout"] == "raidz2:8 + spare"
    complete = joined(x="".join(lines[:-2]), y=drives, z=TANK.listed())
    assert complete.scenario is not None
    assert not any("cut off" in one for one in complete.warnings)


def test_the_status_of_a_pool_that_can_not_be_opened_has_no_line_of_errors() -> None:
    """As others published it (ZFS-8000-3C, ZFS-8000-5E); a suspended one has the line."""
    text = TANK.status().partition("\nerrors:")[0]
    (found,) = read_file("x", text.replace("state: ONLINE", "state: UNAVAIL"))
    assert not any("cut off" in one for one in found.reading.warnings)
    (found,) = read_file("x", text.replace("state: ONLINE", "state: SUSPENDED"))
    assert any("cut off" in one for one in found.reading.warnings)


@pytest.mark.parametrize("drives", [4, 7])
def test_a_list_without_sizes_that_ends_with_a_drive_is_compared_with_lsblk(drives: int) -> None:
    whole = ALONE.listed().replace("raidz2-0  -", f"raidz2-0  {ALONE.size}")
    cut = "".join(whole.splitlines(keepends=True)[: 3 + drives])
    found = joined(x=cut, y=lsblk([ALONE]))
    assert found.scenario is None
    assert any(f"larger than its {drives} drives" in one for one in found.warnings)


def test_a_list_that_lacks_lines_is_cut_off_although_it_shares_spares() -> None:
    """Its spares are divided between the pools, so that it was no longer known to be of a list."""
    pools = [
        Made(name, [("raidz2", (DRIVE,) * 8), ("spare", (DRIVE,))], 140 * 10**12, 1, first=first)
        for name, first in (("tank", 0), ("pond", 100))
    ]
    texts = [one.listed().replace("raidz2-0  -", f"raidz2-0  {one.size}") for one in pools]
    texts = [re.sub(r"  wwn-\S+([^\n]*\n)$", r"  wwn-0xspare\1", text) for text in texts]
    lines = texts[0].splitlines(keepends=True)
    found = joined(x="".join(lines[:5] + lines[8:]) + texts[1], y=lsblk(pools))
    assert any("shared by 2 pools" in one for one in found.warnings)
    assert any("pool tank: 'zpool list' is cut off" in one for one in found.warnings)
    assert found.scenario is not None
    assert [one["name"] for one in found.scenario["tiers"]] == ["pond"]


def test_a_list_that_may_lack_drives_says_so_unless_the_status_has_all() -> None:
    text = ALONE.listed().replace("raidz2-0  -", f"raidz2-0  {ALONE.size}")
    alone = joined(x=text, y=lsblk([ALONE]))
    assert any("check that its last vdev has 8 drives" in one for one in alone.warnings)
    both = joined(x=text, y=lsblk([ALONE]), z=ALONE.status())
    assert not any("check that its last vdev" in one for one in both.warnings)
    followed = TANK.listed().replace("raidz2-0  -", f"raidz2-0  {TANK.size}")
    assert not any("last vdev" in one for one in joined(x=followed, y=lsblk([TANK])).warnings)


def targets_of_beegfs(*nodes: int, groups: str = "") -> str:
    """Print a target of BeeGFS for each node, and mirror groups, each of one letter."""
    head = "TargetID Reachability Total Free % NodeID"
    rows = [f"{n} Online 100.0GiB 50.0GiB 50% {node}" for n, node in enumerate(nodes, 101)]
    if groups:
        head = f"MirrorGroupID MGMemberType {head}"
        rows = [f"{ord(g)} primary {row}" for g, row in zip(groups, rows, strict=True)]
    return "\n".join([head, "=" * 9, *rows, ""])


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (targets_of_beegfs(1, 1, 2, 2, 3, 3), "check the number of storage targets, 6:"),
        (targets_of_beegfs(1, 1, 2, 2, 3), "may be cut off: its last node has 1 target, the oth"),
        (targets_of_beegfs(1, 2, 2), "check the number of storage targets, 3:"),
        (targets_of_beegfs(1, 2, 1, 2, groups="aabb"), "check the number of storage targets, 4:"),
        (targets_of_beegfs(1, 2, 1, groups="aab"), "is cut off: 1 mirrored target without the ot"),
    ],
)
def test_a_list_of_beegfs_says_what_shows_that_it_is_cut_off(text: str, end: str) -> None:
    (found,) = read_file("x", text)
    assert end in found.reading.warnings[-1]


def test_a_head_of_beegfs_without_sizes_below_rows_is_refused() -> None:
    rows = targets_of_beegfs(1, 2).splitlines()[2]
    text = f"{rows}\nTargetID NodeID\n==== ====\n{rows}\n"
    with pytest.raises(InputError, match="run it with --spaceinfo"):
        read_file("x", text)


OSDS = """\
ID  CLASS  WEIGHT  REWEIGHT  SIZE     RAW USE  AVAIL    %USE  VAR  PGS  STATUS  TYPE NAME
-3         36.4           -   36 TiB  4.0 TiB   32 TiB  11.0  1.0    -              host secret-a
 0    hdd  18.2     1.00000   18 TiB  2.0 TiB   16 TiB  11.0  1.0   20      up          osd.0
 1    hdd  18.2     1.00000   18 TiB  2.0 TiB   16 TiB  11.0  1.0   20      up          osd.1
-5         36.4           -   36 TiB  4.0 TiB   32 TiB  11.0  1.0    -              host secret-b
 2    hdd  18.2     1.00000   18 TiB  2.0 TiB   16 TiB  11.0  1.0   20      up          osd.2
 3    hdd  18.2     1.00000   18 TiB  2.0 TiB   16 TiB  11.0  1.0   20      up          osd.3
                    TOTAL     73 TiB  8.0 TiB   64 TiB  11.0
MIN/MAX VAR: 1.00/1.00  STDDEV: 0
"""


def test_osds_cut_anywhere_are_not_planned() -> None:
    begin = OSDS.index("osd.0") + 5
    ends = range(begin, OSDS.index("TOTAL") - 20)
    for end in ends:
        found = joined(x=OSDS[:end])
        assert found.scenario is None, end
        assert any("its line TOTAL is missing" in one for one in found.warnings)
    whole = joined(x=OSDS)
    assert whole.scenario is not None
    assert whole.scenario["tiers"][0]["drives"]["capacity"]["value"] == f"{18 * 2**40} B"


def test_osds_that_ceph_df_has_are_all_of_them() -> None:
    cut = OSDS[: OSDS.index(" TOTAL")]
    space = {
        "stats": {"total_bytes": 72 * 2**40, "total_avail_bytes": 1, "total_used_raw_bytes": 1}
    }
    both = joined(x=cut, y=json.dumps({**space, "pools": []}))
    assert both.scenario is not None
    space["stats"]["total_bytes"] *= 2
    assert joined(x=cut, y=json.dumps({**space, "pools": []})).scenario is None


def test_osds_whose_lines_are_missing_are_fewer_than_the_total() -> None:
    lines = OSDS.splitlines(keepends=True)
    (found,) = read_file("x", "".join(lines[:4] + lines[7:]))
    assert "the OSDs listed have 39.58 TB of 80.26 TB in all" in found.reading.warnings[0]
    (found,) = read_file("x", OSDS)
    assert not any("lines are missing" in one for one in found.reading.warnings)


def test_osds_missing_in_json_are_fewer_than_its_summary() -> None:
    document = json.loads((DATA / "ceph-osd-df-1.json").read_text())
    document["nodes"] = document["nodes"][1:]
    (found,) = read_file("x", json.dumps(document))
    assert any("OSDs listed have 80" in one for one in found.reading.warnings)


def dmi(modules: int, *, of: int = 8, head: bool = True) -> str:
    """Print some of the memory modules of a server."""
    blocks = ["DMI type 4, 48 bytes\nProcessor Information\n\tCore Count: 32\n\tVersion: X"]
    blocks += [f"DMI type 16, 23 bytes\nPhysical Memory Array\n\tNumber Of Devices: {of}"]
    blocks += [
        "DMI type 17, 84 bytes\nMemory Device\n\tSize: 32 GB\n\tType: DDR4\n\tSpeed: 3200 MT/s"
    ] * modules
    lines = [f"Handle 0x{n:04X}, {block}\n" for n, block in enumerate(blocks)]
    first = [f"# dmidecode 3.3\n{of + 2} structures occupying 900 bytes.\n"] if head else []
    return "\n".join([*first, *lines])


@pytest.mark.parametrize("head", [True, False])
def test_memory_of_a_cut_dmidecode_is_not_taken(head: bool) -> None:
    """document: dmidecode.c, dmi_table and dmi_memory_array: both count what follows."""
    files = {"zpool": ALONE.status(), "lsblk": lsblk([ALONE])}
    whole = joined(**files, dmi=dmi(8, head=head))
    assert whole.scenario is not None
    assert "processors" in whole.scenario["tiers"][0]
    assert any("lists 8 x 32 GiB DDR4" in one.question for one in whole.questions)
    cut = dmi(5, head=head)
    (found,) = read_file("x", cut)
    told = "7 of 10 structures" if head else "5 of 8 places for memory"
    assert f"the output is cut off: {told} are here" in found.reading.warnings[0]
    without = joined(**files, dmi=cut)
    assert without.scenario is not None
    assert not any("dmidecode lists" in one.question for one in without.questions)
    assert "processors" not in without.scenario["tiers"][0]


def test_volumes_of_a_cut_storcli_are_not_planned_with_fewer_drives() -> None:
    lines = (DATA / "storcli-1.txt").read_text().splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if line.startswith("8:0 "))
    for end in range(first + 1, first + 11):
        (found,) = read_file("x", "".join(lines[:end]))
        assert f"lists {end - first} of 11 drives" in found.reading.warnings[0]
        assert found.reading.reading["raid"] is None
        assert joined(x="".join(lines[:end])).scenario is None
    assert joined(x="".join(lines)).scenario is not None


def test_whether_all_osts_are_listed_is_asked_without_the_line_of_the_total() -> None:
    whole = (DATA / "lfs-df-1.txt").read_text()
    cut = "".join(x for x in whole.splitlines(keepends=True) if "summary" not in x)
    asked = [one.question for one in joined(x=cut).questions]
    assert any("are these all OSTs (4)? The line 'filesystem_summary'" in one for one in asked)
    assert not any("all OSTs" in one.question for one in joined(x=whole).questions)


def test_nsds_without_the_total_of_mmdf_are_asked_for() -> None:
    whole = (DATA / "gpfs-Y-1.txt").read_text()
    cut = whole[: whole.index("mmdf:")]
    found = joined(x=cut)
    assert found.scenario is not None
    assert "mmlsdisk" in found.scenario["tiers"][0]["given"]["capacity"]["because"]
    (begun,) = read_file("x", whole[: whole.index("fsTotal:0") - 8])
    assert "mmdf is cut off (its total is missing): save the whole output" in begun.reading.warnings
    assert not any("not in this output" in one for one in begun.reading.warnings)
    assert any("are these all NSDs (4)?" in one.question for one in found.questions)
    complete = joined(x=whole)
    assert complete.scenario is not None
    assert "in mmdf" in complete.scenario["tiers"][0]["given"]["capacity"]["because"]
    assert not any("are these all NSDs" in one.question for one in complete.questions)


def test_a_histogram_of_fprof_that_is_cut_off_is_refused() -> None:
    lines = (DATA / "fprof-1.txt").read_text().splitlines(keepends=True)
    end = next(n for n, line in enumerate(lines) if line.startswith("\t>"))
    for upto in range(5, end):
        with pytest.raises(InputError, match="the histogram is cut off"):
            read_file("x", "".join(lines[:upto]))
    read_file("x", "".join(lines[: end + 1]))
