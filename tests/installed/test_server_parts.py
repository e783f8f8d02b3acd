"""Parts of servers from dmidecode, lspci and sg_ses: filled in, or named in questions."""

from __future__ import annotations

import pytest

from model import evaluate, load_scenario
from model.installed.files import read_file
from model.installed.joining import Joined, join
from model.installed.server_parts import _fitting, part_of
from model.reading.yaml_edits import plain
from tests.installed.examples import DATA


def of(name: str) -> str:
    return (DATA / name).read_text()


def joined(*texts: str) -> Joined:
    return join([one for text in texts for one in read_file("x.txt", text)])


CEPH = of("ceph-osd-df-1.json")
DMI = of("dmidecode-1.txt")
KNOWN = DMI.replace("MADEUP 6300   CPU", "Intel(R) Xeon(R) Gold 6326 CPU @ 2.90GHz").replace(
    "Core Count: 32", "Core Count: 16"
)


def questions(found: Joined) -> dict[str, str]:
    return {one.path.removeprefix("tiers.0."): one.question for one in found.questions}


def test_servers_that_agree_are_filled_in():
    known = KNOWN.replace("Server 2000", "PowerEdge R750")
    found = joined(CEPH, known)
    assert found.scenario is not None
    tier = found.scenario["tiers"][0]
    assert tier["processors"] == {"part": "intel-xeon-gold-6326", "per_server": 2}
    assert tier["memory"]["per_server"] == 3
    assert tier["memory"]["capacity"] == "34359738368 B"
    assert tier["servers"]["part"] == "dell-r750"
    assert "name" not in tier["servers"]
    assert not {"processors", "memory", "servers.part"} & set(questions(found))
    assert evaluate(load_scenario("mine.yaml", plain(found.scenario)))


def test_servers_have_no_more_drives_than_bays():
    """Most drives of storage servers are in enclosures, which no output names."""
    known = KNOWN.replace("Server 2000", "PowerEdge R750")
    found = joined(of("redfish-storage-1.json"), known)
    assert found.scenario is not None
    assert found.scenario["tiers"][0]["servers"]["part"] == "dell-r750"
    many = {"drives": {"per_server": 60}}
    assert _fitting(many, {"part": "dell-r760"}) == {"name": "PowerEdge R760"}


def test_unknown_models_keep_their_name_and_are_asked():
    found = joined(CEPH, DMI)
    assert found.scenario is not None
    tier = found.scenario["tiers"][0]
    assert tier["processors"] == {"name": "MADEUP 6300 CPU", "per_server": 2, "cores": 32}
    assert tier["servers"]["name"] == "Server 2000"
    assert "dmidecode lists 3 x 32 GiB DDR4." in questions(found)["memory"]
    assert "servers.part" in questions(found)
    assert evaluate(load_scenario("mine.yaml", plain(found.scenario)))


def test_servers_that_differ_are_asked():
    found = joined(CEPH, DMI, KNOWN)
    assert found.scenario is not None
    assert "processors" not in found.scenario["tiers"][0]
    assert any("servers differ by dmidecode" in one for one in found.warnings)
    assert "2 x Server 2000" in questions(found)["servers.part"]


def test_adapters_and_enclosures_are_named_in_questions():
    asked = questions(joined(*map(of, ("redfish-storage-1.json", "lspci-1.txt", "sg-ses-1.txt"))))
    assert "1 x Mellanox Technologies MT27800 Family ConnectX-5" in asked["network"]
    assert "SAS3008 Fury" in asked["adapters"]
    assert "1 x MADEUP JB4U60 of 60 bays" in asked["enclosures"]


@pytest.mark.parametrize(
    ("kind", "model", "figures", "key"),
    [
        ("cpu", "Intel(R) Xeon(R) CPU E5-2670 0 @ 2.60GHz", {}, "intel-xeon-e5-2670"),
        ("cpu", "Intel(R) Xeon(R) CPU E5-2670 v3 @ 2.30GHz", {}, "intel-xeon-e5-2670-v3"),
        ("cpu", "Intel(R) Xeon(R) CPU E5-2670 v9 @ 2.30GHz", {}, None),
        ("cpu", "Intel(R) Xeon(R) Gold 6326 CPU @ 2.90GHz", {"cores": 8}, None),
        ("cpu", "AMD EPYC 7742 64-Core Processor", {"cores": 64}, "amd-epyc-7742"),
        ("cpu", "", {}, None),
        ("server", "PowerEdge R740", {}, "dell-r740"),
        ("server", "PowerEdge R740xd", {}, None),
        ("server", "PowerEdge", {}, None),
    ],
)
def test_parts_are_found_by_model(kind, model, figures, key):
    assert part_of(kind, model, figures) == key
