"""Readers of Lustre, Storage Scale, Ceph, BeeGFS, enclosures and RAID controllers.

Examples are made-up outputs in the tools' forms.
"""

from __future__ import annotations

import json
import re
from types import ModuleType
from typing import Any

import pytest

from model.errors import InputError
from model.installed import (
    beegfs_targets,
    ceph_df,
    ceph_osd_df,
    ceph_report,
    dmidecode,
    gpfs,
    lctl_osd,
    lfs_df,
    lspci,
    mmlspool,
    raid_tiers,
    redfish,
    sas_devices,
    sg_ses,
    storcli,
)
from model.installed.files import read_file
from model.installed.output import Output
from model.installed.raid_volumes import Volume, layout
from model.installed.reading import Reading
from tests.installed.examples import DATA

TIB, GIB = 2**40, 2**30


def all_of(module: ModuleType, text: str) -> list[Reading]:
    found = [one.reading for one in read_file("x.txt", text)]
    assert {one.kind for one in found} == {module.KIND}
    json.dumps([one.reading for one in found], allow_nan=False)
    return found


def read(module: ModuleType, text: str) -> Reading:
    (reading,) = all_of(module, text)
    return reading


def figures(module: ModuleType, text: str) -> dict[str, Any]:
    return read(module, text).reading


def refusal(module: ModuleType, text: str) -> str:
    with pytest.raises(InputError) as wrong:
        all_of(module, text)
    assert len(str(wrong.value).splitlines()) == 1
    return str(wrong.value)


def of(name: str) -> str:
    return (DATA / name).read_text()


LFS = of("lfs-df-1.txt")
LFS_ROWS = LFS.splitlines(keepends=True)


def test_inactive_osts_are_counted_and_missing_from_the_sum():
    """With -v an inactive OST has a line without figures; without, it has none."""
    shown = LFS.replace(LFS_ROWS[3], "atlas1-OST0001_UUID : inactive device\n")
    hidden = LFS.replace(LFS_ROWS[3], "")
    for text in (shown, hidden):
        reading = read(lfs_df, text.split("\nfilesystem_summary")[0])
        assert reading.reading["osts_listed"] == 3
        assert reading.reading["osts_of_the_file_system"] == 4
        assert reading.reading["size_bytes_total"] == 3 * 93188316463104
        assert "1 of 4 OSTs" in " ".join(reading.warnings)


def test_old_summary_and_no_summary():
    old = LFS.replace("filesystem_summary:", "filesystem summary:")
    none = LFS.split("\nfilesystem_summary")[0] + "\n"
    assert figures(lfs_df, old) == figures(lfs_df, LFS) == figures(lfs_df, none)


def test_inodes_join_the_space_of_the_same_targets():
    inodes = (
        "UUID                      Inodes       IUsed       IFree IUse% Mounted on\n"
        "atlas1-MDT0000_UUID    939524096   120000000   819524096  13% /atlas1[MDT:0]\n"
        "atlas1-OST0000_UUID     91000000    50000000    41000000  55% /atlas1[OST:0]\n"
    )
    joined = figures(lfs_df, LFS + inodes)
    assert joined["mdt_inodes"] == 939524096
    assert joined["ost_inodes"] == 91000000
    assert joined["size_bytes_total"] == 372753265852416
    alone = figures(lfs_df, inodes)
    assert alone["size_bytes_total"] is None
    assert alone["mdt_inodes"] == 939524096


def test_several_lustre_file_systems_in_one_file():
    other = LFS.replace("atlas1", "home").replace("91004215296", "81004215296")
    first, second = (one.reading for one in all_of(lfs_df, LFS + other))
    assert (first["file_system"], second["file_system"]) == ("atlas1", "home")
    assert second["size_bytes_of_an_ost"] == 81004215296 * 1024


def test_an_ost_of_another_size_is_listed():
    odd = LFS_ROWS[5].replace("91004215296", "81004215296")
    reading = read(lfs_df, LFS.replace(LFS_ROWS[5], odd))
    assert reading.reading["size_bytes_of_an_ost"] == 93188316463104
    assert "OST0003 of atlas1: another size" in " ".join(reading.warnings)


def test_an_ost_listed_twice_counts_once():
    reading = read(lfs_df, LFS + LFS.replace("54602529176", "54602529177"))
    assert reading.reading["osts_listed"] == 4
    assert "OST0000 is listed twice" in " ".join(reading.warnings)


def test_columns_of_lfs_df_are_read_by_their_heads():
    """`lfs df --output` chooses columns and their order."""
    text = (
        "UUID                   Available      1K-blocks         Used Mounted on\n"
        "w-OST0000_UUID          30000000       91000000     60000000 /w[OST:0]\n"
    )
    reading = figures(lfs_df, text)
    assert reading["size_bytes_total"] == 91000000 * 1024
    assert reading["users_may_fill_bytes"] == 90000000 * 1024


def test_a_line_of_lfs_df_that_breaks_off_is_left_out():
    text = LFS.split("filesystem_summary")[0].rstrip()
    reading = read(lfs_df, text[: -len(" 70% /atlas1[OST:3]") - 3])
    assert reading.reading["osts_listed"] == 3
    assert "line 6 is cut off" in " ".join(reading.warnings)
    assert "head above" in refusal(lfs_df, "".join(LFS_ROWS[1:]))


LCTL = of("lctl-osd-1.txt")


@pytest.mark.parametrize(
    ("size", "inodes", "ratio"),
    [
        (36139960369152, 276824064, 131072),
        (int(100 * TIB * 0.995), 100 * 2**20, 1048576),
        (int(6 * TIB * 0.993), 6 * 2**21, 524288),
        (int(69905 * 3_000_000 * 0.985), 3_000_000, 69905),
        (int(100 * TIB * 0.7), 100 * 2**20, None),
        (None, 5, None),
        (5, None, None),
    ],
)
def test_the_ratio_of_inodes_is_the_next_usual_one(size, inodes, ratio):
    assert lctl_osd.bytes_per_inode(size, inodes) == ratio


def test_zfs_has_no_fixed_inodes():
    reading = figures(lctl_osd, LCTL.replace("osd-ldiskfs", "osd-zfs").replace("=ldiskfs", "=zfs"))
    assert reading["inodes_of_an_ost"] is None
    assert reading["device_bytes"] is None
    assert reading["size_bytes_of_an_ost"] == 36139960369152


def test_mdts_are_no_osts():
    mdt = LCTL.replace("-OST0001", "-MDT0000").replace("276824064", "939524096")
    reading = figures(lctl_osd, mdt)
    assert (reading["osts_here"], reading["mdts_here"]) == (1, 1)


def test_an_mdt_that_does_not_answer_is_told():
    """Its line ends in the error, as showdf of lfs.c prints it."""
    inodes = (
        "UUID Inodes IUsed IFree IUse% Mounted on\n"
        "big-MDT0000_UUID 1000 500 500 50% /big[MDT:0]\n"
        "big-MDT0001_UUID : Cannot send after transport endpoint shutdown\n"
        "big-OST0000_UUID 600 100 500 17% /big[OST:0]\n"
        "\nfilesystem_summary: 1000 500 500 50% /big\n"
    )
    reading = read(lfs_df, inodes)
    assert reading.reading["rounded"] is False
    assert reading.reading["mdt_inodes"] == 1000
    assert "1 of 2 MDTs of big are inactive" in " ".join(reading.warnings)


GPFS = of("gpfs-Y-1.txt")


def test_columns_of_gpfs_are_read_by_their_names():
    """A later release has more columns, in another order."""
    text = (
        "mmlsdisk::HEADER:version:reserved:reserved:diskSizeKB:data:metadata:nsdName:storagePool:x:\n"
        "mmlsdisk::0:1:::1000:yes:no:a%3Ab:data:x:\n"
        "mmlsdisk::0:1:::1000:yes:no:c:data:x:\n"
    )
    reading = read(gpfs, text)
    assert reading.reading["nsds"] == 2
    assert reading.reading["nsd_bytes"] == 1024000
    assert [one.name for one in reading.found.nsds] == ["a:b", "c"]
    assert "run mmlsfs and mmdf with -Y" in reading.warnings[0]


def test_a_metadata_nsd_is_no_space_for_files():
    text = GPFS.replace(":1:no:yes:", ":1:yes:no:").replace("522072358912", "522072358912", 1)
    text = text.replace("mmdf:data:0:1:::522072358912", "mmdf:data:0:1:::391554269184")
    reading = figures(gpfs, text)
    assert reading["size_bytes"] == 522072358912 * 1024
    assert reading["users_may_fill_bytes"] == 391554269184 * 1024


def test_32_subblocks_before_release_5():
    old = "".join(
        line
        for line in GPFS.splitlines(keepends=True)
        if "minFragmentSize" not in line and "subblocksPerFullBlock" not in line
    )
    assert figures(gpfs, old)["subblock"] == 16777216 // 32


def test_a_second_gpfs_file_system_is_named_as_unread():
    text = GPFS.replace(
        "mmlsdisk::HEADER", "mmlsfs::0:1:::other:blockSize:1::\nmmlsdisk::HEADER", 1
    )
    reading = read(gpfs, text)
    assert reading.reading["file_system"] == "gpfs1"
    assert "2 file systems in one file" in reading.warnings[0]
    assert "other" not in reading.warnings[0].replace("other systems", "")


def test_of_two_gpfs_file_systems_in_one_file_only_the_first_counts():
    reading = read(gpfs, GPFS + of("gpfs-Y-2.txt"))
    alone = read(gpfs, GPFS)
    assert reading.reading == alone.reading
    assert reading.found == alone.found


MMLSPOOL = of("mmlspool-1.txt")


def test_pools_of_mmlspool():
    reading = figures(mmlspool, MMLSPOOL)
    assert reading["data_bytes"] == 162531639296 * 1024
    assert reading["metadata_bytes"] == 25004867584 * 1024
    assert [one["block_size"] for one in reading["pools"]] == [1048576, 8388608]


OSDS = of("ceph-osd-df-3.txt")
TREE = of("ceph-osd-df-4.txt")


def test_osds_as_a_table():
    reading = read(ceph_osd_df, OSDS)
    assert reading.reading["osds"] == 3
    assert reading.reading["osds_in"] == 2
    assert reading.reading["osd_bytes"] == round(9.1 * TIB)
    assert reading.reading["most_full_share"] == round(4.2 / 9.1, 4)
    assert "rounded" in reading.warnings[0]
    assert "osd.1: out" in reading.warnings[1]


def test_hosts_of_a_tree_are_no_osds_and_stay_unnamed():
    reading = read(ceph_osd_df, TREE)
    assert reading.reading["osds"] == 4
    assert reading.reading["hosts"] == 2
    assert "secret" not in json.dumps(reading.reading) + " ".join(reading.warnings)


def test_hosts_of_a_tree_in_json():
    document = json.loads(of("ceph-osd-df-1.json"))
    document["nodes"] = [
        {"id": -1, "type": "root", "name": "default", "children": [-2, -3], "kb": 5, "kb_used": 1},
        {
            "id": -2,
            "type": "host",
            "name": "secret-a",
            "children": [0, 1, 2],
            "kb": 5,
            "kb_used": 1,
        },
        {
            "id": -3,
            "type": "host",
            "name": "secret-b",
            "children": [3, 4, 5],
            "kb": 5,
            "kb_used": 1,
        },
        *document["nodes"],
    ]
    reading = figures(ceph_osd_df, f"\n{json.dumps(document)}\n[root@mon ~]# \n")
    assert (reading["osds"], reading["hosts"]) == (6, 2)
    assert reading["raw_bytes"] == 96005378801664


CEPH_DF = of("ceph-df-1.txt")
CEPH_DF_JSON = of("ceph-df-2.json")


def test_pools_of_ceph_df():
    for text in (CEPH_DF, CEPH_DF_JSON):
        reading = read(ceph_df, text)
        assert reading.reading["raw_bytes"] == 100 * TIB
        assert reading.reading["raw_used_bytes"] == 40 * TIB
        assert reading.reading["pools"][-1] == {
            "pool": "cephfs_data",
            "stored_bytes": 24 * TIB,
            "used_bytes": 37 * TIB,
            "max_avail_bytes": 31 * TIB,
        }
        assert "ceph osd df tree" in reading.warnings[0]


DETAIL = """--- POOLS ---
POOL         ID  PGS   STORED   (DATA)  (OMAP)  OBJECTS     USED   (DATA)  (OMAP)  %USED  \
MAX AVAIL  QUOTA OBJECTS  QUOTA BYTES  DIRTY  USED COMPR  UNDER COMPR
data of all   3   64   24 TiB   24 TiB     0 B     6.1M   37 TiB   37 TiB     0 B  40.20     \
31 TiB            N/A          N/A    N/A         0 B          0 B
"""


def test_pools_of_ceph_df_detail():
    """Two names of columns have a blank; so may the name of a pool."""
    reading = figures(ceph_df, CEPH_DF.partition("--- POOLS")[0] + DETAIL.replace("\\\n", ""))
    assert reading["pools"] == [
        {
            "pool": "data of all",
            "stored_bytes": 24 * TIB,
            "used_bytes": 37 * TIB,
            "max_avail_bytes": 31 * TIB,
        }
    ]


def test_osds_had_no_class():
    """Before 12: document: OSDMap.cc of Ceph 10.2, print_osd_utilization."""
    text = (
        "ID WEIGHT  REWEIGHT SIZE   USE    AVAIL  %USE  VAR\n"
        " 0 5.45999  1.00000  5588G  3000G  2588G 53.69 1.03\n"
        " 1 5.45999        0      0      0      0     0    0\n"
        "              TOTAL  5588G  3000G  2588G 53.69\n"
    )
    reading = figures(ceph_osd_df, text)
    assert (reading["osds"], reading["osds_in"], reading["osd_bytes"]) == (2, 1, 5588 * 2**30)


TWO_OSDS = """\
ID CLASS WEIGHT REWEIGHT SIZE    RAW USE DATA    AVAIL   %USE VAR  PGS STATUS TYPE NAME
-3       14.55  -        15 TiB  6.7 TiB 6.6 TiB 8.0 TiB 45.4 1.00 -          host n1
 0 hdd   7.28   1.00000  7.3 TiB 3.3 TiB 3.3 TiB 4.0 TiB 45.4 1.00 80  up     osd.0
 1       7.28   1.00000  7.3 TiB 3.3 TiB 3.3 TiB 4.0 TiB 45.4 1.00 80  up     osd.1
                 TOTAL   15 TiB  6.7 TiB 6.6 TiB 8.0 TiB 45.4
"""


@pytest.mark.parametrize(
    ("end", "osds", "warned"),
    [
        (" 45.4\n", 2, []),
        ("osd.1", 2, [ceph_osd_df.CUT]),
        ("80  up     osd.0", 1, [ceph_osd_df.CUT]),
        ("1.00 -          host n1", None, []),
    ],
)
def test_osds_end_with_total(end, osds, warned):
    """document: OSDMap.cc of Ceph, OSDUtilizationPlainDumper: the table ends with TOTAL."""
    text = TWO_OSDS[: TWO_OSDS.rindex(end) + len(end)]
    if osds is None:
        with pytest.raises(InputError, match="no OSD has figures"):
            read(ceph_osd_df, text)
        return
    reading = read(ceph_osd_df, text)
    assert reading.reading["osds"] == osds
    assert [one for one in reading.warnings if "cut off" in one] == warned


@pytest.mark.parametrize("row", ["80  up", "45.4 1.00 8", "4.0 TiB"])
def test_a_last_row_that_breaks_off_is_left_out(row):
    text = TWO_OSDS[: TWO_OSDS.rindex(row, 0, TWO_OSDS.index("TOTAL")) + len(row)]
    reading = read(ceph_osd_df, text)
    assert reading.reading["osds"] == 1
    assert "line 4 is cut off: left out" in reading.warnings
    assert ceph_osd_df.CUT in reading.warnings
    again = read(ceph_osd_df, text + "\n" + TWO_OSDS)
    assert again.reading["osds"] == 2
    assert ceph_osd_df.CUT in again.warnings


REPORT = of("ceph-report-1.json")


def test_codes_of_pools_of_a_ceph_report():
    reading = read(ceph_report, REPORT)
    expected = {
        "osds": 3,
        "osds_in": 2,
        "osd_bytes": 16000896466944,
        "pool": "data",
        "pool_code": "4+2",
        "pools": [{"pool": ".mgr", "pool_code": "3-way"}, {"pool": "data", "pool_code": "4+2"}],
        "most_full_share": None,
        "device_bytes": 16000896466944,
        "db_bytes_inside": 0,
        "full_ratio": 0.95,
        "hosts": 2,
    }
    assert {name: reading.reading[name] for name in expected} == expected
    shown = json.dumps(reading.reading) + " ".join(reading.warnings)
    assert "secret" not in shown
    assert "10.9.8" not in shown


BUDDIES = of("beegfs-targets-3.txt")


def test_an_old_ceph_report_has_the_use_of_each_osd():
    document = json.loads(REPORT.partition("\n")[2])
    for one in document["osd_stats"]:
        one |= {"kb": 15625875456 + 60_000_000, "kb_used": 4687762636 + one["osd"]}
    for one in document["osd_metadata"]:
        one |= {"bluefs_dedicated_db": "1", "bluefs_db_size": str(60_000_000 * 1024)}
    reading = figures(ceph_report, json.dumps(document))
    assert reading["osd_bytes"] == 16000896466944 + 60_000_000 * 1024
    assert reading["db_bytes_inside"] == 60_000_000 * 1024
    assert reading["most_full_share"] == round(4687762638 / (15625875456 + 60_000_000), 4)


def test_buddy_groups_and_long_names_of_nodes():
    reading = read(beegfs_targets, BUDDIES)
    assert reading.reading["targets"] == 2
    assert reading.reading["mirrored_targets"] == 2
    assert reading.reading["inodes_known"] is False
    assert "secret" not in json.dumps(reading.reading) + " ".join(reading.warnings)
    assert len({one.node for one in reading.found.targets}) == 2


def test_targets_of_two_days_count_once_as_the_last_list_says():
    monday = of("beegfs-targets-1.txt")
    reading = read(beegfs_targets, monday + monday.replace("88289.4GiB", "80000.0GiB"))
    assert reading.reading["targets"] == 3
    assert {one.free for one in reading.found.targets} == {80000 * 2**30}
    assert "targets are listed several times: the last list counts" in reading.warnings


def test_targets_without_sizes_name_the_option():
    text = "TargetID   NodeID\n========   ======\n     101        1\n"
    assert "--spaceinfo" in refusal(beegfs_targets, text)


SES = of("sg-ses-2.txt")


def test_an_enclosure_that_answers_twice_counts_once():
    assert figures(sg_ses, SES + SES) == figures(sg_ses, SES)


PART = """    Subenclosure identifier: 1
      relative ES process id: 2, number of ES processes: 2
      number of type descriptor headers: 2
      enclosure logical identifier (hex): 50000d1701001040
      enclosure vendor: MADEUP    product: EXPANDER          rev: 2040
"""
TYPES = """    Element type: Cooling, subenclosure id: 0
      number of possible elements: 3
      text: Fan of the module
    Element type: Array device slot, subenclosure id: 1, number of possible elements: 2
"""


def test_parts_of_an_enclosure_are_no_enclosures():
    """Types stand below all parts; one kind may stand there twice."""
    at, rest = "  type descriptor header", SES.index("Additional element")
    begin = SES.index(at)
    text = SES[:begin] + PART + SES[begin:rest] + TYPES + SES[rest:]
    reading = read(sg_ses, text)
    whole = figures(sg_ses, SES)
    assert reading.reading == whole | {"bays": 26, "fans": 7, "drives": None}
    assert "24 of 26 bays" in " ".join(reading.warnings)
    assert not [one for one in reading.warnings if "configuration is cut off" in one]


def test_the_bays_of_two_enclosures_are_told_apart():
    """Document: sg3_utils, sg_ses.c: other pages begin with the identifier of the whole."""
    one, mark, bays = SES.partition("Additional element")
    other = one.replace("50000d1701001000", "50000d1701002000")
    empty = re.sub(r"(\n {10}SAS address: 0x)[0-9a-f]+", r"\g<1>0", mark + bays)
    line = "  Primary enclosure logical identifier (hex): {}\n"
    pages = (line.format("50000d1701001000"), mark + bays, line.format("50000d1701002000"), empty)
    found = all_of(sg_ses, one + other + "".join(pages))
    assert [each.reading["drives"] for each in found] == [figures(sg_ses, SES)["drives"], 0]


@pytest.mark.parametrize(
    "empty",
    [
        "        flagged as invalid (no further information)\n",
        "        Transport protocol: SAS\n        number of phys: 0, not all phys: 0\n",
    ],
)
def test_bays_without_a_drive(empty):
    """By firmware: phys without a device, as in the example; no phys; or flagged as invalid."""
    head, mark, last = SES.rpartition("      Element index: 24  eiioe=1\n")
    assert last
    reading = figures(sg_ses, head + mark + empty)
    assert (reading["bays"], reading["drives"]) == (24, 20)
    head, mark, rest = SES.partition("      Element index: 5  eiioe=1\n")
    gone = head + mark + empty + rest[rest.index("      Element index: 6  ") :]
    assert figures(sg_ses, gone)["drives"] == 19


@pytest.mark.parametrize(("total", "free", "used"), [(1000, 400, 600), (10, 20, 0)])
def test_what_a_device_of_lustre_has_in_use(total, free, used):
    """In KiB; more free than there is is nothing in use."""
    device = lctl_osd.Osd("fs", "OST", 0, "ldiskfs", {"kbytestotal": total, "kbytesfree": free})
    assert device.used == used * 1024


def test_a_bay_of_an_nvme_drive_is_used():
    """It has no SAS address. Source: document: sg3_utils 1.48 (2023), sg_ses.c, which prints so."""
    nvme = "        Transport protocol: PCIe\n        PCIe protocol type: NVMe\n"
    head, mark, last = SES.rpartition("      Element index: 24  eiioe=1\n")
    assert last
    assert figures(sg_ses, head + mark + nvme)["drives"] == 21


def test_the_configuration_page_alone_asks_for_the_other():
    alone = SES.partition("Additional element status")[0]
    reading = read(sg_ses, alone)
    assert reading.reading["drives"] is None
    assert "-p aes" in reading.warnings[0]
    assert "-p cf" in refusal(sg_ses, "Additional element status diagnostic page:\n")


SAS_DEVICES = of("sas-devices-1.txt")


def test_groups_of_sas_devices():
    reading = read(sas_devices, SAS_DEVICES)
    assert reading.reading["drives"] == 60
    assert reading.reading["drive_bytes"] == 8 * 10**12
    assert reading.reading["paths_to_a_drive"] == 2
    assert "secret" not in json.dumps(reading.reading)


REDFISH = json.loads(of("redfish-storage-1.json"))


def redfish_of(*groups: tuple[int, int], volumes: tuple[tuple[int, str, int], ...]) -> str:
    """Write drives: number and bytes of each group; volumes: group, level and bytes."""
    drives, links = [], []
    for g, (count, size) in enumerate(groups):
        names = [f"/redfish/v1/Systems/1/Storage/R/Drives/{g}-{n}" for n in range(count)]
        links.append([{"@odata.id": name} for name in names])
        drives += [
            {"@odata.id": name, "@odata.type": "#Drive.v1_11_0.Drive", "CapacityBytes": size}
            | {"MediaType": "HDD", "SerialNumber": name[-5:]}
            for name in names
        ]
    found = [
        {"@odata.id": f"/redfish/v1/Systems/1/Storage/R/Volumes/{n}", "RAIDType": level}
        | {"@odata.type": "#Volume.v1_9_0.Volume", "CapacityBytes": size}
        | {"Links": {"Drives": links[group]}}
        for n, (group, level, size) in enumerate(volumes)
    ]
    return json.dumps({"Drives": drives, "Volumes": found})


def test_the_largest_volume_of_redfish_has_its_own_drives():
    flash, disk = 480 * 10**9, 16 * 10**12
    text = redfish_of(
        (8, flash), (6, disk), volumes=((0, "RAID5", 7 * flash), (1, "RAID6", 4 * disk))
    )
    reading = read(redfish, text)
    assert (reading.reading["raid"], reading.reading["drive_bytes"]) == ("raid6:6", disk)
    (draft,) = raid_tiers.tiers([reading])
    assert draft.tier["drives"]["per_server"] == 6


def test_volumes_of_redfish_on_one_group_are_one():
    text = redfish_of((6, 10**13), volumes=((0, "RAID6", 10**13), (0, "RAID6", 3 * 10**13)))
    reading = figures(redfish, text)
    assert (reading["raid"], reading["volume_bytes"]) == ("raid6:6", 4 * 10**13)


def test_pages_of_redfish_one_after_the_other():
    pages = [REDFISH["Storage"], *REDFISH["Drives"], *REDFISH["Volumes"]]
    text = "\n".join(json.dumps(page, indent=1) for page in pages)
    assert figures(redfish, text) == figures(redfish, json.dumps(REDFISH))


def test_equal_addresses_on_two_servers_are_two_drives():
    twice = json.loads(json.dumps(REDFISH["Drives"]))
    for drive in twice:
        drive["SerialNumber"] += "B"
    text = "\n".join(map(json.dumps, [*REDFISH["Drives"], {"other": 1}, *twice]))
    assert figures(redfish, text)["drives"] == 24


def test_old_volumes_have_a_type_only():
    old = json.loads(json.dumps(REDFISH))
    old["Volumes"][0]["VolumeType"] = "StripedWithParity"
    del old["Volumes"][0]["RAIDType"]
    assert figures(redfish, json.dumps(old))["raid"] == "raid6:11"


def test_links_to_drives_ask_for_their_pages():
    storage = REDFISH["Storage"] | {"Drives": [{"@odata.id": "/redfish/v1/x"}]}
    assert "links" in refusal(redfish, json.dumps(storage))


@pytest.mark.parametrize(
    ("volume", "drive", "written"),
    [
        (Volume("RAID60", 16 * TIB, 20), TIB, "raid60:2x10"),
        (Volume("RAID60", 34 * TIB, 40), TIB, "raid60:3x13"),
        (Volume("RAID50", 17 * TIB, 20), TIB, None),
        (Volume("RAID50", 18 * TIB, 20), TIB, "raid50:2x10"),
        (Volume("RAID60", 16 * TIB, 20, 2), None, "raid60:2x10"),
        (Volume("RAID6", 8 * TIB, 10), TIB, "raid6:10"),
        (Volume("RAID0", TIB, 1), TIB, "drive"),
        (Volume("RAID6", 8 * TIB, 0), TIB, None),
        (Volume("RAIDX", 8 * TIB, 10), TIB, None),
    ],
)
def test_spans_follow_from_the_size(volume, drive, written):
    written = None if written == "raid60:3x13" else written
    assert layout(volume, drive) == written


STORCLI = of("storcli-1.txt")


def test_tb_of_storcli_are_tib():
    reading = read(storcli, STORCLI)
    assert reading.reading["drives"] == 11
    assert reading.reading["drive_bytes"] == round(7.276 * TIB)
    assert reading.reading["hot_spares"] == 1
    assert reading.reading["raid"] == "raid60:2x5"
    assert reading.reading["volume_bytes"] == round(43.656 * TIB)
    assert "TiB" in reading.warnings[0]
    assert "secret" not in (json.dumps(reading.reading) + " ".join(reading.warnings)).lower()


def test_storcli_in_json():
    drives = [
        {"EID:Slt": f"8:{n}", "DID": n, "State": "Onln", "DG": 0, "Size": "7.276 TB", "Med": "HDD"}
        for n in range(10)
    ]
    document = {
        "Controllers": [
            {
                "Command Status": {"Controller": number, "Status": "Success"},
                "Response Data": {
                    "Serial Number": "SKSECRET",
                    "VD LIST": [
                        {"DG/VD": "0/0", "TYPE": "RAID6", "State": "Optl", "Size": "58.2 TB"}
                    ],
                    "PD LIST": drives,
                },
            }
            for number in range(2)
        ]
    }
    reading = figures(storcli, json.dumps(document))
    assert reading["drives"] == 20
    assert reading["raid"] == "2 x raid6:10"


DRIVE = "{slot}  {n} {state}  {group}  {size} SAS HDD N  N  512B MADEUP  U -\n"
HEAD_OF_DRIVES = "EID:Slt DID State DG Size Intf Med SED PI SeSz Model Sp Type\n"
HEAD_OF_VOLUMES = "DG/VD TYPE State Access Consist Cache Cac sCC Size Name\n"
VOLUME = "{0} {1} Optl RW Yes RWBD - ON {2} a name\n"


def drives_of(*groups: tuple[str, str, str, int]) -> str:
    """Print drives: state, group, size and number of each group."""
    rows = [(state, group, size) for state, group, size, count in groups for _ in range(count)]
    return HEAD_OF_DRIVES + "".join(
        DRIVE.format(slot=f"8:{n}", n=n, state=state, group=group, size=size)
        for n, (state, group, size) in enumerate(rows)
    )


def test_drives_to_boot_from_are_none_of_the_tier():
    """The larger volumes count, with their drives, although there are more of the others."""
    rows = drives_of(
        ("Onln", "0", "446.625 GB", 8), ("Onln", "1", "5.457 TB", 6), ("DHS", "1", "5.457 TB", 1)
    )
    volumes = VOLUME.format("0/0", "RAID5", "3.053 TB") + VOLUME.format("1/1", "RAID6", "21.8 TB")
    reading = read(storcli, rows + "\n" + HEAD_OF_VOLUMES + volumes)
    assert reading.reading["raid"] == "raid6:6"
    assert reading.reading["drive_bytes"] == round(5.457 * TIB)
    assert (reading.reading["drives"], reading.reading["hot_spares"]) == (15, 1)
    (draft,) = raid_tiers.tiers([reading])
    assert draft.tier["drives"]["per_server"] == 7


def test_slices_of_a_group_are_one_volume():
    rows = drives_of(("Onln", "0", "7.276 TB", 10))
    volumes = VOLUME.format("0/0", "RAID6", "29.1 TB") + VOLUME.format("0/1", "RAID6", "29.1 TB")
    reading = figures(storcli, rows + "\n" + HEAD_OF_VOLUMES + volumes)
    assert reading["raid"] == "raid6:10"
    assert reading["volume_bytes"] == pytest.approx(58.2 * TIB)


SECOND = """CLI Version = 008.0011.0000.0014 Sep 26, 2024
Controller = 0
EID:Slt PID State Status DG        Size Intf Med SED_Type SeSz Model    Sp LU/NS Count Alt-EID
308:0   283 Conf  Online  0 223.062 GiB SATA SSD Opal     512B MADEUP-1 U            1 -
308:4   287 Conf  Online  0 223.062 GiB SATA SSD Opal     512B MADEUP-1 U            1 -
308:8   291 Conf  Online  1   6.985 TiB NVMe SSD Opal     512B MADEUP-2 U            1 -
308:12  292 Conf  Failed  1   6.985 TiB NVMe SSD Opal     512B MADEUP-2 U            1 -
308:16  293 Conf  Online  1   6.985 TiB NVMe SSD Opal     512B MADEUP-2 U            1 -
308:20  294 GHS   Online  -   6.985 TiB NVMe SSD Opal     512B MADEUP-2 U            1 -

PID LUN/NSID Index Status        Size
283 0/-          0 Online 223.062 GiB

DG/VD TYPE  State Access CurrentCache DefaultCache       Size Name
0/1   RAID1 Optl  RW     NR,WB        NR,WB       223.062 GiB
1/2   RAID5 Dgrd  RW     NR,WB        NR,WB        13.970 TiB data
"""


def test_the_second_version_of_storcli():
    """Document: StorCLI 8, whose forms are in tests of Checkmk and machine-tools on GitHub."""
    reading = read(storcli, SECOND)
    found = reading.reading
    assert (found["drives"], found["hot_spares"], found["raid"]) == (6, 1, "raid5:3")
    assert found["drive_bytes"] == round(6.985 * TIB)
    assert "1 of 6 drives are offline or bad" in reading.warnings
    assert "sizes are rounded: run 'lsblk -J -b' for exact sizes of drives" in reading.warnings
    older = read(storcli, SECOND.replace("TiB", "TB").replace("GiB", "GB"))
    assert older.warnings[0].startswith("its TB are TiB")


def test_spans_of_the_second_version_in_json():
    drives = [
        {"EID:Slt": f"8:{n}", "PID": n, "State": "Conf", "Status": "Online", "DG": 0}
        | {"Size": "893.137 GiB", "Med": "SSD"}
        for n in range(12)
    ]
    spans = [{"DG": 0, "Span": n % 2, "Row": n // 2, "Type": "DRIVE"} for n in range(12)]
    volume = {"DG/VD": "0/1", "TYPE": "RAID60", "State": "Optl", "Size": "7.0 TiB"}
    data = {"TOPOLOGY": spans, "VD LIST": [volume], "PD LIST": drives}
    status = {"Controller": "0", "Status": "Success"}
    document = {"Controllers": [{"Command Status": status, "Response Data": data}]}
    assert figures(storcli, json.dumps(document))["raid"] == "raid60:2x6"


DMI = of("dmidecode-1.txt")


def test_processors_and_memory_of_dmidecode():
    reading = figures(dmidecode, DMI)
    assert reading["processors"] == [{"model": "MADEUP 6300 CPU", "cores": 32, "count": 2}]
    module = {"bytes": 32 * GIB, "type": "DDR4", "rate": 3200, "count": 3}
    assert reading["memory_modules"] == [module]
    assert reading["memory_bytes"] == 96 * GIB
    assert reading["memory_slots"] == 4
    assert "SECRET" not in json.dumps(reading)


def test_persistent_memory_is_no_memory():
    """Document: dmidecode.c, dmi_memory_device_type: Logical non-volatile device, Flash."""
    device = (
        "\nHandle 0x1102, DMI type 17, 92 bytes\nMemory Device\n\tSize: 128 GB\n\tType: {}\n"
        "\tSpeed: 2666 MT/s\n"
    )
    more = device.format("Logical non-volatile device") + device.format("Flash")
    assert figures(dmidecode, DMI + more) == figures(dmidecode, DMI) | {"memory_slots": 6}


LSPCI = of("lspci-1.txt")


def test_virtual_functions_are_no_adapters():
    card = next(line for line in LSPCI.splitlines() if "ConnectX-5" in line)
    virtual = card.replace("ConnectX-5]", "ConnectX-5 Virtual Function]")
    assert figures(lspci, f"{LSPCI}\n{virtual}\n") == figures(lspci, LSPCI)


def test_ports_of_one_card_are_one_adapter():
    reading = figures(lspci, LSPCI)
    card = {"name": "Mellanox Technologies MT27800 Family [ConnectX-5]", "count": 1, "functions": 2}
    assert reading["network_adapters"] == [card]
    assert reading["nvme_drives"][0]["count"] == 2
    assert len(reading["storage_adapters"]) == 1


def test_json_that_breaks_off_names_its_line():
    text = of("ceph-osd-df-1.json")
    assert "x.txt:3:1: the JSON that begins here is cut off" in refusal(
        ceph_osd_df, "a\n\n" + text[:2000]
    )


@pytest.mark.parametrize(
    ("document", "is_one"),
    [
        ({"cluster_fingerprint": "a", "osdmap": {}}, True),
        ({"cluster_fingerprint": "a"}, False),
        ({"osdmap": {}}, False),
        ([], False),
    ],
)
def test_a_report_of_monitors_has_their_fingerprint_and_map(document: object, is_one: bool) -> None:
    """An output of `ceph osd dump` has a map, too, and is no report."""
    assert ceph_report.recognises(Output("a.json", "", document=document)) is is_one
