"""Outputs of several commands become one scenario, which plans; nothing personal is in it."""

from __future__ import annotations

import io
import json
import tarfile

import pytest

from model import evaluate, load_scenario
from model.__main__ import main
from model.design.given import GivenTier
from model.design.tier import Tier
from model.errors import InputError
from model.installed.files import read_file
from model.installed.joining import FURTHER, Joined, join
from model.reading.yaml_edits import plain
from tests.installed.examples import DATA, expected

FILES = sorted(
    file.name
    for file in DATA.iterdir()
    if not file.name.endswith((".md", ".reading.json"))
    and not file.name.startswith(("zpool", "zfs", "lsblk"))
)


def joined(*texts: str) -> Joined:
    return join([one for text in texts for one in read_file("x.txt", text)])


def of(name: str) -> str:
    return (DATA / name).read_text()


@pytest.mark.parametrize("name", FILES)
def test_each_output_gives_a_scenario_or_says_what_is_needed(name):
    found = joined(of(name))
    if found.scenario is None:
        assert any("not enough for a scenario yet: also import " in one for one in found.warnings)
        return
    scenario = load_scenario("mine.yaml", plain(found.scenario))
    assert evaluate(scenario)["site", "usable_capacity"]
    assert found.questions
    for one in found.questions:
        if one.path == "demand":
            continue
        tiers, number, field, *_ = one.path.split(".")
        assert tiers == "tiers"
        fields = (
            {*GivenTier.model_fields}
            if "given" in found.scenario["tiers"][int(number)]
            else {*Tier.model_fields}
        )
        assert field in fields


def test_commands_of_storage_scale_may_be_in_a_file_each():
    lines = of("gpfs-Y-1.txt").splitlines(keepends=True)
    parts = ["".join(x for x in lines if x.startswith(c)) for c in ("mmdf", "mmlsdisk", "mmlsfs")]
    assert joined(*parts).scenario == joined(of("gpfs-Y-1.txt")).scenario
    assert joined(*parts).occupancies == joined(of("gpfs-Y-1.txt")).occupancies


def test_space_and_inodes_may_be_in_a_file_each():
    inodes = (
        "UUID                      Inodes       IUsed       IFree IUse% Mounted on\n"
        "atlas1-MDT0000_UUID    939524096   120000000   819524096  13% /atlas1[MDT:0]\n"
    )
    found = joined(of("lfs-df-1.txt"), inodes)
    assert found.scenario is not None
    assert found.scenario["tiers"][1]["given"]["inodes"]["value"] == 939524096
    assert found.scenario == joined(inodes, of("lfs-df-1.txt")).scenario
    assert "13 % of the inodes" in found.occupancies[0].sentence


def test_two_days_of_lfs_df_count_once():
    later = of("lfs-df-1.txt").replace("54602529176", "54602529999")
    found = joined(of("lfs-df-1.txt"), later)
    assert found.scenario is not None
    assert len(found.scenario["tiers"]) == 2
    assert "two outputs of lfs df" in found.warnings[0]


def test_systems_of_several_kinds_are_tiers_of_one_scenario():
    found = joined(*(of(name) for name in FILES))
    assert found.scenario is not None
    names = [one["name"] for one in found.scenario["tiers"]]
    assert {"atlas1", "flash2", "gpfs1", "gpfs2", "ceph", "beegfs"} <= set(names)
    assert len(set(names)) == len(names)


def test_targets_of_lustre_on_pools_are_the_pools():
    """What servers say of pools tells more than what a client sees of the same targets."""
    pools = [of(f"{one}-1.txt") for one in ("zpool-status", "zpool-list-vp", "zfs-list-p")]
    alone, with_lustre = joined(*pools), joined(*pools, of("lfs-df-1.txt"))
    assert alone.scenario is not None
    assert with_lustre.scenario is not None
    names = [one["name"] for one in with_lustre.scenario["tiers"]]
    assert names == ["scratch0", "atlas1-mdt"]
    assert with_lustre.scenario["tiers"][0]["file_system"] == "lustre"
    assert with_lustre.occupancies[0].name == "atlas1"
    assert "pools hold 143.7 TB, the targets of Lustre 371.3 TB" in " ".join(with_lustre.warnings)


def test_equal_names_of_tiers_are_numbered():
    lustre = of("lfs-df-1.txt").replace("atlas1", "ceph")
    found = joined(lustre, of("ceph-osd-df-1.json"))
    assert found.scenario is not None
    assert [one["name"] for one in found.scenario["tiers"]] == ["ceph", "ceph-mdt", "ceph-2"]


def test_volumes_of_controllers_are_a_tier_where_nothing_else_is():
    found = joined(of("redfish-storage-1.json"))
    assert found.scenario is not None
    planned = evaluate(load_scenario("mine.yaml", plain(found.scenario)))
    case = expected("redfish-storage-1")["reading"]
    assert planned["site", "usable_capacity"] == case["volume_bytes"]
    assert "tiers.0.target.format" in {one.path for one in found.questions}
    same = joined(of("redfish-storage-1.json"), of("redfish-storage-1.json"))
    assert same.scenario["tiers"][0]["blocks"]["value"] == 1
    other = of("redfish-storage-1.json").replace("ZX", "ZY").replace("5000C5", "5000C6")
    more = joined(of("redfish-storage-1.json"), other)
    assert more.scenario is not None
    assert more.scenario["tiers"][0]["blocks"]["value"] == 2
    beside = joined(of("redfish-storage-1.json"), of("lfs-df-1.txt"))
    assert beside.scenario is not None
    assert [one["name"] for one in beside.scenario["tiers"]] == ["atlas1", "atlas1-mdt"]


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("disk         driver   sector     failure holds    holds\n", "mmlsdisk and mmdf with -Y"),
        ("flag                value                    description\n", "mmlsfs with -Y"),
        ("METADATA SERVERS:\nTargetID   Cap. Pool\n", "beegfs-ctl --listtargets"),
        ("ID    TYPE     ALIAS    NODE\n", "--output=json"),
        ("ID CLASS WEIGHT  TYPE NAME       STATUS REWEIGHT PRI-AFF\n", "ceph osd df tree"),
        ("  cluster:\n    id:     fb2f\n", "ceph osd df tree"),
        ("Filesystem     1K-blocks  Used Available Use% Mounted on\n", "run 'lfs df'"),
        ("oak\n|--host1 HBA 9500-16e\n", "sas_devices"),
        ("Slot 01 [0,0]  Element type: Array device slot\n", "run 'sg_ses -p cf DEVICE'"),
        ("Slot:\t00:00.0\nClass:\tHost bridge [0600]\n", "run 'lspci -nn'"),
    ],
)
def test_outputs_that_say_too_little_name_the_command(text, remedy):
    with pytest.raises(InputError) as wrong:
        joined(text)
    assert remedy in str(wrong.value)


@pytest.mark.parametrize(
    "text",
    [
        "NAME  SIZE  ALLOC \nost1  500  60  7  8\n",
        "NAME  USED  AVAIL  USED  MOUNTPOINT\nost1  5  6  -  /x\n",
        "NAME  USED  AVAIL  REFER  AVAIL\nost1  5  6  4  -\n",
    ],
)
def test_damaged_heads_are_refused_in_a_line(text):
    with pytest.raises(InputError) as wrong:
        joined(text)
    assert len(str(wrong.value).splitlines()) == 1


def test_a_sos_report_is_read_by_what_is_in_it():
    """As sos lays it out: what commands printed, logs, and links; lspci with all details."""
    verbose = of("lspci-1.txt").replace(
        "\n", "\n\tSubsystem: MADEUP Device [1028:0001]\n\tNUMA: 0\n"
    )
    at = "sosreport-secret-2026-11-27-abc"
    contents = {
        f"{at}/sos_commands/lustre/lfs_df": of("lfs-df-1.txt"),
        f"{at}/sos_commands/hardware/dmidecode": of("dmidecode-1.txt"),
        f"{at}/sos_commands/pci/lspci_-nnvv": verbose,
        f"{at}/var/log/messages": "Nov 27 01:00:00 secret kernel: sda: sda1\n",
        f"{at}/version.txt": "sosreport: 4.8.0\n",
    }
    buffer = io.BytesIO()
    with tarfile.open(mode="w:xz", fileobj=buffer) as archive:
        for name, text in contents.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
    files = read_file("sos.tar.xz", buffer.getvalue())
    assert [one.file for one in files] == ["lfs_df", "dmidecode", "lspci_-nnvv"]
    found = join(files)
    assert found.scenario is not None
    shown = json.dumps([found.scenario, [one.reading.reading for one in files]])
    assert "secret" not in shown.lower()
    assert files[2].reading.reading["network_adapters"][0]["functions"] == 2


def test_metadata_alone_is_no_scenario():
    text = "".join(x for x in of("lfs-df-1.txt").splitlines(keepends=True) if "OST" not in x)
    found = joined(text.split("filesystem_summary")[0])
    assert found.scenario is None


def test_kinds_that_need_more_are_kinds():
    kinds = {one.reading.kind for name in FILES for one in read_file("x", of(name))}
    measured = DATA.parents[1] / "calibration/measurements/data/ior-4.0.0.txt"
    kinds |= {one.reading.kind for one in read_file(str(measured))}
    assert set(FURTHER) <= kinds


def test_the_command_writes_what_plans(capsys, tmp_path):
    out = tmp_path / "mine.yaml"
    arguments = ["import", str(DATA / "ceph-osd-df-1.json"), str(DATA / "lspci-1.txt")]
    assert main([*arguments, "--out", str(out), "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "ostimate.installed/1"
    assert [one["kind"] for one in document["files"]] == ["ceph-osd-df", "lspci"]
    assert document["scenario"]["tiers"][0]["name"] == "ceph"
    assert {"path", "question"} == set(document["questions"][0])
    assert document["used"][0]["fullest"]["target"] == "osd.5"
    assert not any(
        one["path"].endswith((".enclosures", ".adapters")) for one in document["questions"]
    )
    assert main(["plan", str(out)]) == 0
    assert "Usable 30.4 TB" in capsys.readouterr().out
    assert main([*arguments, "--out", str(out)]) == 0  # the same again
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    assert main([*arguments, "--out", str(notes)]) == 1
    assert "already exists and is not overwritten" in capsys.readouterr().err
    assert notes.read_text() == "mine"


def test_what_is_not_enough_for_a_scenario_is_shown_as_read(capsys, tmp_path):
    out = tmp_path / "mine.yaml"
    arguments = ["import", str(DATA / "lspci-1.txt"), "--out", str(out)]
    assert main(arguments) == 1
    shown, told = capsys.readouterr()
    assert "adapters" in shown
    assert "not enough for a scenario yet" in told
    assert "not enough for a scenario yet" not in shown
    assert main([*arguments, "--json", "-"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["scenario"] is None
    assert document["files"][0]["kind"] == "lspci"
    assert not out.exists()
