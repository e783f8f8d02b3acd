"""What went wrong with outputs of installed systems once."""

from __future__ import annotations

import time

import pytest

from model.errors import InputError
from model.installed.files import read_file
from model.installed.joining import join
from tests.installed.examples import DATA

ROW = "   {id}   Online   Good  {size}   {size}  79%  12.9M  12.8M 99%    {node}\n"
HEAD = "TargetID  Reachability  Consistency  Total  Free  %  ITotal  IFree  %  NodeID\n"
LINE = "========  ============  ===========  =====  ====  =  ======  =====  =  ======\n"


def of(name: str) -> str:
    return (DATA / name).read_text()


def rows(*ids: int, size: str = "100.0GiB", node: int | str = 1) -> str:
    return "".join(ROW.format(id=one, size=size, node=node) for one in ids)


def reading(text: str, name: str = "x.txt"):
    (found,) = read_file(name, text)
    return found.reading


def test_pages_that_were_got_twice_are_one() -> None:
    text = of("redfish-storage-1.json")
    assert reading(f"{text}\n{text}").reading["raid"] == "raid6:11"


def test_pages_of_two_servers_with_the_same_addresses_are_two() -> None:
    text = of("redfish-storage-1.json")
    other = text.replace("ZX", "ZY").replace("5000C5", "5000C6")
    found = reading(f"{text}\n{other}").reading
    assert (found["drives"], found["raid"]) == (24, "2 x raid6:11")


def test_rows_of_beegfs_above_the_head_count() -> None:
    found = reading(rows(101, 102) + HEAD + LINE + rows(103)).reading
    assert found["targets"] == 3


def test_rows_of_beegfs_without_a_head_are_no_table() -> None:
    with pytest.raises(InputError, match="the head of the table is missing"):
        read_file("x.txt", rows(101, 102))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("$ beegfs-ctl --listtargets --nodetype=meta --spaceinfo\n", "x.txt"),
        ("[root@m1 ~]# beegfs-ctl --listtargets --nodetype=meta --state --spaceinfo\n", "x.txt"),
        ("", "beegfs-meta.txt"),
    ],
)
def test_targets_of_metadata_are_no_data(text: str, name: str) -> None:
    found = reading(text + HEAD + LINE + rows(1) + rows(2, node=2), name).reading
    assert (found["targets"], found["meta_targets"]) == (0, 2)


def test_a_list_of_each_kind_in_one_paste() -> None:
    meta = "$ beegfs-ctl --listtargets --nodetype=meta --spaceinfo\n" + HEAD + LINE + rows(1)
    data = "$ beegfs-ctl --listtargets --nodetype=storage --spaceinfo\n" + HEAD + LINE + rows(101)
    found = reading(meta + data).reading
    assert (found["targets"], found["meta_targets"]) == (1, 1)


@pytest.mark.parametrize("node", ["{}", "meta07 [ID: {}]"])
def test_what_may_be_metadata_is_asked(node: str) -> None:
    targets = (rows(n, node=node.format(n)) for n in (11, 21))
    found = reading(HEAD + LINE + "".join(targets))
    assert any("--nodetype=meta" in one for one in found.warnings)
    (end,) = reading(HEAD + LINE + rows(101, 102)).warnings
    assert "check the number" in end


def test_a_target_that_can_not_be_reached_is_not_the_fullest() -> None:
    found = reading(HEAD + LINE + rows(101, 102) + rows(103, size="0.0GiB"))
    assert found.reading["targets"] == 2
    assert found.warnings[:-1] == ("line 5 has no size: its target is left out",)
    gone = '{"nodeType": "storage", "totalSpaceBytes": 0, "freeSpaceBytes": 0}'
    text = of("beegfs-targets-2.json").strip().removesuffix("]") + f",{gone}]"
    whole = reading(of("beegfs-targets-2.json")).reading
    assert reading(text).reading == whole
    assert reading(text).warnings == ("1 targets have no size: they are left out",)
    with pytest.raises(InputError, match="no target has a size here"):
        reading(HEAD + LINE + rows(101, size="0.0GiB"))


def test_pages_of_an_enclosure_that_are_cut_off_are_told() -> None:
    text = of("sg-ses-1.txt")
    assert not reading(text).warnings
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if "Element index: 41" in line)
    cut = reading("\n".join(lines[:at]))
    (told,) = cut.warnings
    assert "is cut off: 40 of 60 bays are listed" in told
    assert (cut.reading["bays"], cut.reading["drives"]) == (60, None)
    at = next(n for n, line in enumerate(lines) if "Element type: Cooling" in line)
    assert any("configuration is cut off" in one for one in reading("\n".join(lines[:at])).warnings)


@pytest.mark.parametrize(
    "text",
    [
        "UUID 1K-blocks Used Available Use% Mounted on\n"
        "big-OST0000_UUID 0 0 0 0% /big[OST:0]\n\nfilesystem_summary: 0 0 0 0% /big\n",
    ],
)
def test_nothing_is_no_tier(text: str) -> None:
    joined = join(read_file("x.txt", text))
    assert joined.scenario is None
    assert any("0 B in total is no tier" in one for one in joined.warnings)


@pytest.mark.parametrize(
    "text",
    [
        "Dateisystem    1K-Blöcke Benutzt Verfügbar Verw% Eingehängt auf\n/dev/sda 1 1 1 1% /\n",
        "Name  Größe  Belegt\ntank  10T  5T\n",
        "Sys. de fichiers blocs de 1K  Utilisé Disponible Uti% Monté sur\n",
        "bash: zpool: Kommando nicht gefunden.\n",
        "UUID 1K-Blöcke Benutzt Verfügbar Verw% Eingehängt auf\n"
        "a-OST0000_UUID 1000 100 900 10% /a[OST:0]\n",
        "UUID Inodes IBenutzt IFrei IVer% Eingehängt auf\n"
        "a-OST0000_UUID 1000 100 900 10% /a[OST:0]\n",
        "UUID blocs-1K Utilisé Disponible Uti% Monté sur\na-OST0000_UUID 9 1 8 10% /a[OST:0]\n",
        "NAME GRÖSSE BELEGT FREI\ntank 1000 10 990\n",
        "NAME BELEGT VERFÜGBAR REFER EINHÄNGEPUNKT\ntank 1000 100 10 /tank\n",
        "  Pool: tank\n Status: ONLINE\nKonfiguration:\n\n\tNAME STATUS\n\ttank ONLINE 0 0 0\n",
    ],
)
def test_other_languages_get_a_hint(text: str) -> None:
    with pytest.raises(InputError, match="run the command with LC_ALL=C"):
        read_file("x.txt", text)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("NAME  GRÖSSE  BELEGT  FREI\ntank 1000 10 990\n", "zpool list -vp"),
        ("NAME  TAILLE  ALLOC  LIBRE\ntank 1000 10 990\n", "zpool list -vp"),
        ("NAME BELEGT VERFÜGBAR REFER EINHÄNGEPUNKT\ntank 1 1 1 /tank\n", "zfs list -p"),
        ("  Pool: tank\n Status: ONLINE\nKonfiguration:\n", "zpool status -P"),
        ("UUID 1K-Blöcke Benutzt Verfügbar Verw%\na-OST0000_UUID 9 1 8 10% /a[OST:0]\n", "lfs df"),
    ],
)
def test_the_hint_names_the_command_whose_output_it_is(text: str, command: str) -> None:
    with pytest.raises(InputError) as wrong:
        read_file("x.txt", text)
    assert f"with LC_ALL=C in front (LC_ALL=C {command}), as root" in str(wrong.value)


def test_a_head_in_another_language_is_told_in_another_encoding_too() -> None:
    text = "UUID 1K-Blöcke Benutzt Verfügbar Verw%\na-OST0000_UUID 1000 100 900 10% /a[OST:0]\n"
    with pytest.raises(InputError, match="run the command with LC_ALL=C"):
        read_file("x.txt", text.encode("latin-1"))
    with pytest.raises(InputError, match="run the command with LC_ALL=C"):
        read_file("x.txt", "NAME  GRÖSSE  BELEGT  FREI\ntank 1 1 1\n".encode("latin-1"))


def test_a_list_of_a_large_pool_takes_linear_time() -> None:
    head = "NAME SIZE ALLOC FREE CKPOINT EXPANDSZ FRAG CAP DEDUP HEALTH ALTROOT\n"
    pool = f"{head}p  215985315381248  79914566688768  1 - - 1 36 1.00 ONLINE -\n"
    drives = "".join("    wwn-0x5000c5000000-part1 - - - - - - - - ONLINE\n" for _ in range(10))
    times = []
    for vdevs in (300, 1200):
        text = pool + "".join(
            f"  raidz2-{n}  107992657690624 1 1 - - 0 1.0 - ONLINE\n{drives}" for n in range(vdevs)
        )
        taken = []
        for _ in range(5):  # the least: others have waited for a busy machine
            begin = time.process_time()
            read_file("x.txt", text)
            taken.append(time.process_time() - begin)
        times.append(min(taken) / len(text))
    assert times[1] < 2.5 * times[0]


def test_a_list_of_targets_without_its_summary_may_be_cut_off() -> None:
    text = of("lfs-df-1.txt")
    assert not reading(text).warnings
    cut = reading("\n".join(text.split("\n")[:4]))
    assert cut.reading["osts_listed"] == 2
    assert any("'filesystem_summary' of atlas1 is missing" in one for one in cut.warnings)


def test_a_pool_of_which_no_nsd_is_listed_is_told() -> None:
    text = of("gpfs-Y-1.txt")
    assert not reading(text).warnings
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if "gpfs1_nsd2" in line)
    assert any("no NSD of pool data" in one for one in reading("\n".join(lines[:at])).warnings)
    at = next(n for n, line in enumerate(lines) if line.startswith("mmlsdisk"))
    assert reading("\n".join(lines[:at])).reading["nsds"] is None
