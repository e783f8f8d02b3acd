"""PCIe lanes of drives in servers, and host adapters inside servers: stages, states, what fits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model import InputError, edited, evaluate, load_scenario
from model.answers.remedies import remedies
from model.answers.results import Results
from model.answers.states import states

LANE = {3: 8e9 / 8 * 128 / 130, 4: 16e9 / 8 * 128 / 130}
"""What a lane of PCIe carries by generation, after 128b/130b."""
TIER = "site/tiers:flash"
NVME: dict[str, Any] = {
    "name": "flash",
    "blocks": 1,
    "servers": {"part": "dell-r740", "per_block": 1},
    "processors": {"part": "intel-xeon-gold-6248", "per_server": 2},
    "network": {"part": "mellanox-mcx653105a-hdat", "per_server": 2},
    "drives": {"part": "samsung-pm9a3-7680gb", "per_server": 4},
    "target": {"layout": "4 x disk"},
}


def planned(**changes: Any) -> Results:
    """Plan a tier of four NVMe drives of PCIe 4 on processors of PCIe 3, so changed."""
    scenario = load_scenario(Path("scenarios/astra.yaml"))
    tier = NVME | {name: change for name, change in changes.items() if change is not None}
    alone = {"tiers": [tier], "clients": None, "requirements": None, "published": []}
    return evaluate(edited(scenario, alone))


def stage(results: Results, name: str, way: str = "read") -> Any:
    """Give a stage of the healthy tier, or nothing."""
    return next((s for s in results.stages(TIER, way) if s.name == name), None)


def test_drives_run_at_the_generation_of_the_slower_end() -> None:
    """4 drives x 4 lanes at PCIe 3, though the drives could do PCIe 4."""
    results = planned()
    assert stage(results, "drive_pcie").bandwidth == pytest.approx(16 * LANE[3])
    assert results[TIER, "read_bandwidth_bound"] == pytest.approx(15.754e9, rel=1e-4)
    packets = planned(pcie_efficiency=0.92)
    assert packets[TIER, "read_bandwidth_bound"] == pytest.approx(14.494e9, rel=1e-4)
    assert results.stages(TIER, "read")[0].label == "Drive PCIe"
    newer = planned(processors={"part": "amd-epyc-7313p", "per_server": 1})
    assert stage(newer, "drive_pcie").bandwidth == pytest.approx(16 * LANE[4])


def test_parity_passes_the_lanes_too() -> None:
    """Of 12 drives two hold parity: of a record of 1 MiB, lanes write 308 sectors for 256."""
    results = planned(
        drives={"part": "samsung-pm9a3-7680gb", "per_server": 12}, target={"layout": "raidz2:12"}
    )
    lanes = 48 * LANE[3]
    assert stage(results, "drive_pcie").bandwidth == pytest.approx(lanes)
    assert stage(results, "drive_pcie", "write").bandwidth == pytest.approx(lanes * 256 / 308)
    assert stage(results, "drive_pcie", "write").per_server == pytest.approx(lanes)


def test_spares_bring_no_lanes() -> None:
    """Of 13 drives 12 are in a target: the lanes of the spare move nothing."""
    drives = {"part": "samsung-pm9a3-7680gb", "per_server": 13}
    results = planned(drives=drives, target={"layout": "raidz2:12"})
    assert stage(results, "drive_pcie").bandwidth == pytest.approx(48 * LANE[3])


def test_lanes_follow_targets_in_states() -> None:
    """A rebuild takes its share of one target's lanes, a lost server its lanes; zones nothing."""
    drives = {"part": "samsung-pm9a3-7680gb", "per_server": 8}
    nics = {"part": "mellanox-mcx653105a-hdat", "per_server": 9}
    share = {"rebuild_share": 0.4}
    results = planned(
        blocks=2, drives=drives, target={"layout": "raidz1:4"}, network=nics, states=share
    )
    found = {state.name: state for state in states(results, TIER)}
    healthy = found["healthy"].flows["read"]
    assert healthy.independent_bound == pytest.approx(2 * 32 * LANE[3])
    assert healthy.limit is not None
    assert healthy.limit.name == "drive_pcie"
    rebuilding = found["drive rebuilding"].flows["read"]
    assert rebuilding.independent_bound == pytest.approx((4 - 0.4) * 16 * LANE[3])
    assert rebuilding.striped_loss == pytest.approx(0.4)
    assert found["server down"].flows["read"].loss == pytest.approx(1 / 2)
    assert found["nearly full"].flows["read"].loss == pytest.approx(0)


def test_only_drives_on_pcie_in_servers_have_the_stage() -> None:
    """Not SAS drives; measured targets hold their lanes' rate."""
    for changes in (
        {"drives": {"part": "hpe-sas-10k-2400gb", "per_server": 4}},
        {"measured_target": {"read_bandwidth": "6 GB/s", "write_bandwidth": "6 GB/s"}},
    ):
        assert stage(planned(**changes), "drive_pcie") is None


@pytest.mark.parametrize("way", ["read", "write"])
def test_drives_that_are_only_named_may_take_lanes(way: str) -> None:
    """Nobody said what they hang on: the stage is named among those that are unknown."""
    named = {"name": "SSD", "capacity": "8 TB", "per_server": 4}
    results = planned(drives=named)
    assert "drive_pcie" in {one.name for one in results.unknown_stages(TIER, way)}
    adapters = {"part": "broadcom-9300-8i", "per_server": 1}
    assert stage(planned(drives=named, adapters=adapters), "drive_pcie", way) is None


def test_unknown_lanes_are_said_and_not_counted() -> None:
    """The PM1743's lanes aren't in the catalog: its stage is unknown, and the bound at most."""
    results = planned(drives={"part": "samsung-pm1743-15360gb", "per_server": 4})
    assert stage(results, "drive_pcie").bandwidth is None
    assert any("unknown stages: " in w and "Drive PCIe" in w for w in results.warnings)


def test_lanes_that_processors_lack() -> None:
    """24 drives of 4 lanes and two cards of 16 take 128 lanes; two processors of 48 have 96."""
    many = {"part": "samsung-pm9a3-7680gb", "per_server": 24}
    target = {"layout": "raidz2:12"}
    results = planned(drives=many, target=target)
    assert results[TIER, "pcie_lanes_taken"] == 24 * 4 + 2 * 16
    assert results[TIER, "pcie_lanes_fit"] == 0
    assert any("PCIe lanes" in w and "switch" in w for w in results.warnings)
    fewer = planned(drives=many | {"per_server": 16}, target={"layout": "4 x disk"})
    assert fewer[TIER, "pcie_lanes_taken"] == 96
    assert fewer[TIER, "pcie_lanes_fit"] == 1
    twice = next(r for r in remedies(fewer, "flash") if r.title.startswith("twice the drives"))
    assert any("PCIe lanes" in w for w in twice.warnings)
    assert not any("PCIe lanes" in w for w in fewer.warnings)


def test_more_drives_help_where_their_lanes_limit() -> None:
    """Twice the drives are twice the lanes: the slots of the network adapters limit next."""
    twice = next(r for r in remedies(planned(), "flash") if r.title.startswith("twice the drives"))
    gain = twice.gains["read"]
    assert gain.bound == pytest.approx(2 * 16 * LANE[3])
    assert gain.is_more


def test_lanes_of_a_network_adapter_can_be_stated() -> None:
    """Of a card that the catalog lacks its processors say the generation, and lanes the rest."""
    card = {"name": "a card", "per_server": 2, "ports": 1, "bandwidth": "25 GB/s"}
    assert stage(planned(network=card), "nic_pcie").bandwidth is None
    eight = planned(network=card | {"lanes": 8})
    assert stage(eight, "nic_pcie").bandwidth == pytest.approx(2 * 8 * LANE[3])
    assert eight[TIER, "pcie_lanes_taken"] == 4 * 4 + 2 * 8


def test_other_lanes_than_the_catalog_gives_need_a_reason() -> None:
    """A card of 16 lanes in a slot of 8 runs on these."""
    card = {"part": "mellanox-mcx653105a-hdat", "per_server": 2}
    with pytest.raises(InputError, match="has 16, not 8"):
        planned(network=card | {"lanes": 8})
    said = {"value": 8, "because": "the riser gives each slot eight lanes"}
    narrow = planned(network=card | {"lanes": said})
    assert stage(narrow, "nic_pcie").bandwidth == pytest.approx(2 * 8 * LANE[3])


SAS: dict[str, Any] = {
    "file_system": "beegfs",
    "servers": {"part": "hpe-dl345-gen10-plus", "per_block": 2},
    "network": {"part": "mellanox-mcx653105a-hdat", "per_server": 1, "ports": 1},
    "drives": {
        "part": "hpe-sas-10k-2400gb",
        "per_server": 14,
        "read_bandwidth": "200 MB/s",
        "write_bandwidth": "200 MB/s",
        "surface_factor": 1,
    },
    "target": {"redundancy": "raid", "layout": "drive", "format": "ext4"},
}


def inside(per_server: int, **changes: Any) -> Results:
    """Plan disks behind so many host adapters inside each of two servers."""
    adapters = {"part": "broadcom-9300-8i", "per_server": per_server, "bandwidth": "1.5 GB/s"}
    return planned(**SAS | {"adapters": adapters} | changes)


def test_adapters_inside_servers_are_stages_without_cables() -> None:
    """The adapters' rate and their slots count; there are no cables to price, wire or lose."""
    results = inside(1)
    names = [s.name for s in results.stages(TIER, "read")]
    assert {"hba", "hba_pcie"} <= set(names)
    assert "sas" not in names
    assert results[TIER, "read_bandwidth_bound"] == pytest.approx(2 * 1.5e9)
    assert stage(results, "hba_pcie").bandwidth == pytest.approx(2 * 8 * LANE[3])
    named = {"name": "an HBA", "per_server": 1, "bandwidth": "1.5 GB/s", "lanes": 4}
    stated = planned(**SAS | {"adapters": named})
    assert stage(stated, "hba_pcie").bandwidth == pytest.approx(2 * 4 * LANE[3])
    assert [row.line.role for row in results.bill if row.line.role in ("adapters", "cables")] == [
        "adapters"
    ]
    assert {state.name for state in states(results, TIER)} == {
        "healthy",
        "server down",
        "adapter lost",
        "nearly full",
    }


def test_the_only_adapter_of_a_server_takes_it_down() -> None:
    """Its drives are gone from that server, and nobody reaches them."""
    found = {state.name: state.flows["write"] for state in states(inside(1), TIER)}
    assert found["adapter lost"].loss == pytest.approx(1 / 2)
    assert found["adapter lost"] == found["server down"]


def test_drives_go_with_their_adapter() -> None:
    """Of 14 disks on two adapters 7 are left, at 200 MB/s each: the other server has its 14."""
    results = inside(2)
    lost = {state.name: state for state in states(results, TIER)}["adapter lost"]
    at = f"{TIER}/states:adapter lost"
    assert results[at, "targets_left"] == 28 - 7
    for way in ("read", "write"):
        flow = lost.flows[way]
        assert flow.independent_bound == pytest.approx((14 + 7) * 200e6)
        assert flow.loss == pytest.approx(1 / 4)
    assert lost.flows["write"].striped_loss == pytest.approx(1 / 4)
    assert lost.flows["read"].striped_loss == 1


def test_the_port_limits_what_an_adapter_lost_takes() -> None:
    """A port of 1.4 GB/s carries 7 disks as well as 14: their drives hardly matter."""
    slow = SAS["network"] | {"efficiency": 0.056}
    results = inside(2, network=slow)
    assert results[TIER, "read_bandwidth_bound"] == pytest.approx(2 * 1.4e9)
    found = {state.name: state.flows["read"] for state in states(results, TIER)}
    lost = found["adapter lost"]
    assert lost.independent_bound == found["healthy"].independent_bound
    assert lost.loss is not None
    assert 0 <= lost.loss < 0.02


@pytest.mark.parametrize(
    "changes",
    [
        {"cables": {"part": "sas-hd-copper"}},
        {"adapters": {"part": "broadcom-9300-8i", "per_server": 1, "cables": 2}},
        {"adapters": {"part": "broadcom-9300-8i", "per_server": 1, "active_paths": 0.5}},
    ],
)
def test_cables_need_enclosures(changes: dict[str, Any]) -> None:
    """Said at once, with the remedy: drives in the servers have no cables to enclosures."""
    with pytest.raises(InputError, match=r"needs 'enclosures'.*leave it out"):
        inside(1, **changes)
