"""States of the shipped scenarios, read as pages and programs read them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from model import InputError, edited, evaluate, load_scenario
from model.answers.output import plan_json
from model.answers.results import WAYS, Results
from model.answers.states import states
from model.answers.views import state_table as views
from model.answers.views.view import numbers


def test_astra_loses_the_targets_of_a_lost_server() -> None:
    """No HA on the OSS: a twentieth of the bandwidth goes with a server, whatever is striped."""
    results = evaluate(load_scenario("scenarios/astra.yaml"))
    healthy, down, *_ = states(results, "site/tiers:scratch")
    assert healthy.name == "healthy"
    assert down.flows["write"].loss == pytest.approx(1 / 20)
    assert down.flows["write"].limit is not None
    assert down.flows["write"].limit.name == "nic"


def test_files_over_all_targets_are_not_read_where_one_is_gone() -> None:
    """Astra without HA: no such file is whole, new ones go around; with failover all are read."""
    astra = load_scenario("scenarios/astra.yaml")
    results = evaluate(astra)
    down = states(results, "site/tiers:scratch")[1]
    assert (down.flows["read"].striped, down.flows["read"].striped_loss) == (0, 1)
    assert down.flows["read"].striped_limit is None
    assert down.flows["write"].striped_loss == pytest.approx(1 / 20)
    assert down.gone == (
        "2 of 40 targets can't be reached: files on them, and files striped over all targets, "
        "can't be read; new files avoid them"
    )
    said = plan_json(results)["states"]["scratch"][1]["read"]
    assert (said["striped_bandwidth"], said["striped_bandwidth_bound"]) == (0, 0)
    over = states(evaluate(edited(astra, {"tiers.0.states.failover": True})), "site/tiers:scratch")
    assert over[1].flows["read"].striped_bound
    assert not over[1].gone
    mirrored = edited(astra, {"tiers.0.target.copies": 2})
    assert not states(evaluate(mirrored), "site/tiers:scratch")[1].gone


def test_no_stage_limits_where_no_target_is_left() -> None:
    """One server without a partner, down: it isn't its ports that give 0 B/s."""
    change = {"tiers.0.blocks": 1, "tiers.0.servers.per_block": 1}
    results = evaluate(edited(load_scenario("scenarios/astra.yaml"), change))
    down = states(results, "site/tiers:scratch")[1]
    assert (down.flows["read"].independent, down.flows["read"].limit) == (0, None)
    row = views.states(results, "site/tiers:scratch").rows[1]
    assert down.gone.endswith("can't be read")
    assert "no target left" in row.entries
    assert "unknown" not in row.entries


def test_nothing_is_avoided_where_the_only_target_is_gone() -> None:
    """The one server of a lab's NAS is down: there are no other targets for new files."""
    results = evaluate(load_scenario("scenarios/templates/lab-nas.yaml"))
    down = states(results, "site/tiers:nas")[1]
    assert down.gone == ("the only target can't be reached: files can be neither read nor written")


def test_failover_can_be_chosen() -> None:
    """With failover the partner serves four targets through the one port that limits already."""
    scenario = edited(load_scenario("scenarios/astra.yaml"), {"tiers.0.states.failover": True})
    down = states(evaluate(scenario), "site/tiers:scratch")[1]
    assert down.flows["write"].loss == pytest.approx(1 / 20)
    assert down.flows["write"].striped_loss == pytest.approx(0.5)


def test_what_all_servers_share_limits_in_every_state() -> None:
    """A single slow uplink limits the tier healthy and degraded alike, and is named."""
    change = {"tiers.0.fabric.uplinks": {"count": 1, "bandwidth": "10 GB/s"}}
    results = evaluate(edited(load_scenario("scenarios/astra.yaml"), change))
    for state in states(results, "site/tiers:scratch"):
        assert state.flows["read"].limit is not None
        assert state.flows["read"].limit.name == "spine"
        assert state.flows["read"].independent_bound == pytest.approx(10e9)


def test_work_of_the_cores() -> None:
    """Tasks of the cores add their times: 1/4 and 1/4 s/GB a core are 2 GB/s a core."""
    change = {
        "tiers.0.processing": {
            "cores": 4,
            "tasks": [
                {"name": "checksum", "rate": "4 GB/s"},
                {"name": "parity", "rate": "4 GB/s", "read": 0},
            ],
            "memory_read_traffic": 1e-9,
            "memory_write_traffic": 1e-9,
        }
    }
    results = evaluate(edited(load_scenario("scenarios/astra.yaml"), change))
    at = "site/tiers:scratch/healthy:healthy"
    assert results[at, "cpu_memory_write_stage"] == pytest.approx(8e9, rel=1e-6)
    assert results[at, "cpu_memory_read_stage"] == pytest.approx(16e9, rel=1e-6)


def test_numa_and_amplification_of_ports() -> None:
    """Half of the bytes cross between processors; clients' 12+4 load ports by a third more."""
    change = {
        "tiers.0.numa": {"links": 2, "link_bandwidth": "10 GB/s"},
        "tiers.0.network.write_amplification": 4 / 3,
    }
    results = evaluate(edited(load_scenario("scenarios/astra.yaml"), change))
    at = "site/tiers:scratch/healthy:healthy"
    assert results[at, "numa_read_stage"] == pytest.approx(40e9)
    assert results[at, "nic_write_stage"] == pytest.approx(12.5e9 * 3 / 4)


NODE = {
    "name": "bulk",
    "file_system": "ceph",
    "blocks": 1,
    "servers": {"name": "node", "per_block": 6},
    "network": {"part": "mellanox-mcx555a-ecat", "per_server": 1, "ports": 1},
    "drives": {
        "name": "disk",
        "per_server": 24,
        "capacity": "16 TB",
        "read_bandwidth": "200 MB/s",
        "write_bandwidth": "200 MB/s",
        "surface_factor": 0.75,
    },
}


def spread(**more: object) -> Results:
    """Evaluate a tier whose targets lie on the drives of many servers."""
    scenario = load_scenario("scenarios/lcpq.yaml")
    return evaluate(edited(scenario, {"published": [], "tiers": [{**NODE, **more}]}))


def test_a_recovery_group_is_served_by_all_its_servers() -> None:
    """Files over one declustered target are as fast as independent ones, healthy or not."""
    results = spread(file_system="scale", target={"redundancy": "declustered", "layout": "8+2p"})
    tier = "site/tiers:bulk"
    for way in ("read", "write"):
        bound = results[tier, f"{way}_bandwidth_bound"]
        assert results[tier, f"striped_{way}_bandwidth_bound"] == bound
    rebuilding = next(s for s in states(results, tier) if s.name == "drive rebuilding")
    for flow in rebuilding.flows.values():
        assert flow.loss == pytest.approx(0.3)
        assert flow.striped_loss == pytest.approx(0.3)


def test_the_whole_cluster_of_ceph_recovers() -> None:
    """Every drive takes part, so every drive loses its share."""
    results = spread(target={"redundancy": "ceph", "layout": "4+2"})
    rebuilding = next(s for s in states(results, "site/tiers:bulk") if s.name == "drive rebuilding")
    assert rebuilding.flows["read"].loss == pytest.approx(0.3)


def test_a_server_without_paths_is_as_good_as_down() -> None:
    """Losing the only adapter costs what losing the server costs, where others take over."""
    results = evaluate(load_scenario("scenarios/beluga.yaml"))
    found = {s.name: s for s in states(results, "site/metadata:metadata")}
    for way in ("read", "write"):
        lost, down = found["adapter lost"].flows[way], found["server down"].flows[way]
        assert (lost.independent, lost.striped) == (down.independent, down.striped)
        assert (down.striped or 0) > 0


def test_both_ends_of_a_link_agree_on_the_slower_generation() -> None:
    """A SAS-2 enclosure behind SAS-3 adapters carries 19.2 GB/s a server; slots are the CPU's."""
    scenario = load_scenario("scenarios/beluga.yaml")
    change = {"tiers.0.enclosures.part": "dell-md3060e", "published": []}
    tier = "site/tiers:project"
    assert evaluate(scenario)[tier, "sas_rate"] == pytest.approx(38.4e9)
    assert evaluate(edited(scenario, change))[tier, "sas_rate"] == pytest.approx(19.2e9)
    newer = edited(scenario, {"tiers.0.network.part": "mellanox-mcx653106a-hdat", "published": []})
    rate = evaluate(newer)[tier, "nic_pcie_rate"]
    assert rate == pytest.approx(16 * 8e9 / 8 * 128 / 130)  # 16 lanes of PCIe 3, not 4


def test_zfs_has_no_partial_stripes() -> None:
    """What a RAID must read before it writes, ZFS never does: the figure is refused."""
    change = {"tiers.0.policy.partial_stripes": {"share": 0.5, "amplification": 6}}
    with pytest.raises(InputError, match=r"leave 'policy\.partial_stripes' out"):
        edited(load_scenario("scenarios/astra.yaml"), change)


ARRAYS = {
    "name": "bulk",
    "blocks": 1,
    "servers": {"name": "node", "per_block": 2},
    "network": {"part": "mellanox-mcx555a-ecat", "per_server": 1, "ports": 1},
    "enclosures": {
        "part": "netapp-e5760",
        "per_block": 1,
        "read_bandwidth": "12 GB/s",
        "write_bandwidth": "8 GB/s",
    },
    "drives": {
        "part": "seagate-exos-x18-18tb",
        "per_enclosure": 60,
        "ports": 2,
        "read_bandwidth": "270 MB/s",
        "write_bandwidth": "270 MB/s",
    },
    "target": {"redundancy": "raid", "layout": "raid6:10", "format": "ldiskfs"},
}
ADAPTERS = {"adapters": {"part": "broadcom-9300-8e", "per_server": 2}}


def bounds(name: str, **tier: object) -> dict[str, float | None]:
    """Give the bounds of a tier on arrays in a state, by the beginning of their names."""
    scenario = load_scenario("scenarios/lcpq.yaml")
    results = evaluate(edited(scenario, {"published": [], "tiers": [ARRAYS | tier]}))
    path = f"site/tiers:bulk/states:{name}"
    return {
        f"{kind}{way}": results[path, f"degraded_{kind}{way}_bandwidth_bound"]
        for kind in ("", "striped_")
        for way in ("read", "write")
    }


@pytest.mark.parametrize("cabling", [{}, ADAPTERS], ids=["by the network", "by SAS"])
def test_an_array_without_one_of_two_controllers_is_half_as_fast(
    cabling: dict[str, object],
) -> None:
    """Whether or not hosts have SAS adapters, one controller carries half of what two do."""
    left = bounds("enclosure module lost", **cabling)
    assert left == pytest.approx(
        {"read": 6e9, "write": 4e9, "striped_read": 6e9, "striped_write": 4e9}
    )


@pytest.mark.parametrize("cabling", [{}, ADAPTERS], ids=["by the network", "by SAS"])
def test_a_rebuild_leaves_the_controllers_as_they_are(cabling: dict[str, object]) -> None:
    """0.7 of a group's 1.62 GB/s, not of a target's 8/6 GB/s of the controllers."""
    left = bounds("drive rebuilding", **cabling)
    assert left["striped_write"] == pytest.approx(6 * 0.7 * 8 * 270e6 * 0.75)
    assert left["striped_read"] == pytest.approx(6 * 0.7 * 10 * 270e6 * 0.75)


def test_controllers_that_targets_were_measured_with() -> None:
    """Targets measured at 1.2 GB/s with both controllers: one gives 4/6 GB/s each, or unknown."""
    measured = {"measured_target": {"read_bandwidth": "1.2 GB/s", "write_bandwidth": "1.2 GB/s"}}
    left = bounds("enclosure module lost", **measured)
    assert left["write"] == pytest.approx(4e9)
    assert left["read"] == pytest.approx(6e9)
    sequoia = states(evaluate(load_scenario("scenarios/sequoia.yaml")), "site/tiers:grove")
    lost = next(s for s in sequoia if s.name == "enclosure module lost")
    for way, flow in lost.flows.items():
        assert flow.at_most  # what an E5460's controllers carry isn't known
        assert flow.independent == sequoia[0].flows[way].independent


@pytest.mark.parametrize(("adapters", "rate"), [(1, 4.8e9), (2, 9.6e9)])
def test_a_standby_path_covers_a_lost_one(adapters: int, rate: float) -> None:
    """Half of the cables stand by, x4 of SAS-3 each: without a cable or a module they carry."""
    jbod = {
        "servers": {"name": "node", "per_block": 1},
        "network": {"part": "mellanox-mcx653105a-hdat", "per_server": 1, "ports": 1},
        "adapters": {"part": "broadcom-9300-8e", "per_server": adapters, "active_paths": 0.5},
        "enclosures": {"part": "wd-data60", "per_block": 1},
        "target": {"layout": "raidz2:10"},
    }
    for name in ("cable lost", "enclosure module lost"):
        left = bounds(name, **jbod)
        assert left["read"] == pytest.approx(rate), name
        assert left["write"] == pytest.approx(rate * 0.8), name


PARTS_OF = {
    "astra": {
        "targets": {
            "tiers.0.measured_target": {"read_bandwidth": "9 GB/s", "write_bandwidth": "9 GB/s"}
        },
        "nic": {"tiers.0.network.ports": 2},
    },
    "beluga": {"hba": {"tiers.1.adapters.bandwidth": {"value": "9 GB/s", "because": "tried"}}},
}
"""What lifts a stage of a scenario's tier."""


@pytest.mark.parametrize(
    ("name", "tier", "state", "striped"),
    [
        ("astra", "site/tiers:scratch", "healthy", "nic"),
        ("astra", "site/tiers:scratch", "server down", "nic"),
        ("astra", "site/tiers:scratch", "drive rebuilding", "nic"),
        ("beluga", "site/metadata:metadata", "healthy", "hba"),
        ("beluga", "site/metadata:metadata", "server down", "hba"),
    ],
)
def test_lifting_what_limits_striped_files_is_what_lifts_them(
    name: str, tier: str, state: str, striped: str
) -> None:
    """The stage that is named is the one whose parts make files over all targets faster."""
    scenario = load_scenario(f"scenarios/{name}.yaml")

    def committed(change: dict[str, object]) -> float:
        path = tier if state == "healthy" else f"{tier}/states:{state}"
        figure = "striped_write_bandwidth"
        figure = figure if state == "healthy" else f"degraded_{figure}"
        return evaluate(edited(scenario, change))[path, figure] or 0.0

    found = {s.name: s for s in states(evaluate(scenario), tier)}
    limit = found[state].flows["write"].striped_limit
    assert limit is not None
    assert limit.name == striped
    for stage, change in PARTS_OF[name].items():
        lifts = committed({**change, "published": []}) > committed({"published": []}) * 1.01
        assert lifts is (stage == striped)


@pytest.mark.parametrize("name", ["astra", "beluga", "lcpq", "sequoia", "cri"])
def test_the_tightest_stage_of_every_state_is_used_to_the_full(name: str) -> None:
    """Each known stage of a state has its use: that of the tightest is the whole of it."""
    results = evaluate(load_scenario(f"scenarios/{name}.yaml"))
    for _, tier in results.tiers():
        for state in states(results, tier):
            for way in state.flows:
                stages = results.stages_in(state.path, way)
                known = [stage for stage in stages if stage.bandwidth]
                assert all(stage.utilisation for stage in known)
                assert [stage.utilisation for stage in known][:1] in ([], [1.0])


def test_survivors_at_a_measured_rate_are_unproven() -> None:
    """One server at twice what was measured on one target: said, with what is unknown there."""
    results = evaluate(load_scenario("scenarios/sequoia.yaml"))
    found = {state.name: state for state in states(results, "site/tiers:grove")}
    said = found["server down"].unproven
    assert "serves 2 targets instead of 1, each at its measured rate" in said
    assert "no data on its CPU and memory" in said
    assert [name for name, state in found.items() if state.unproven] == ["server down"]
    # Astra's servers take nothing over; if they did, the port limits, whose rate is that of a port.
    for change in ({}, {"tiers.0.states.failover": True}):
        astra = evaluate(edited(load_scenario("scenarios/astra.yaml"), change))
        assert not any(state.unproven for state in states(astra, "site/tiers:scratch"))


INSIDE = {
    "name": "bulk",
    "blocks": 1,
    "servers": {"name": "node", "per_block": 2},
    "network": {"part": "mellanox-mcx555a-ecat", "per_server": 1, "ports": 1},
    "adapters": {"part": "broadcom-9300-8i", "per_server": 2},
    "drives": {
        "name": "a disk",
        "capacity": "12 TB",
        "per_server": 12,
        "read_bandwidth": "200 MB/s",
        "write_bandwidth": "200 MB/s",
    },
    "target": {"layout": "raidz2:12"},
}


def inside(**tier: object) -> Results:
    """Plan a tier whose adapters hold drives of their own server."""
    scenario = load_scenario("scenarios/lcpq.yaml")
    return evaluate(edited(scenario, {"published": [], "tiers": [INSIDE | tier]}))


def left_without_an_adapter(results: Results) -> dict[str, float]:
    """What is left of the bounds to write, as a share of when healthy, and the targets."""
    state, healthy = "site/tiers:bulk/states:adapter lost", "site/tiers:bulk/healthy:healthy"
    shares = {}
    for kind in ("", "striped_"):
        now = results[state, f"degraded_{kind}write_bandwidth_bound"]
        then = results[healthy, f"{kind}write_bandwidth_bound"]
        assert now is not None
        assert then is not None
        shares[kind] = now / then
    return shares | {"targets": results[state, "targets_left"] or 0.0}


def test_a_target_goes_whole_with_an_adapter() -> None:
    """Half of a pool of double parity is no half pool: one of two targets is left."""
    left = left_without_an_adapter(inside())
    assert left == pytest.approx({"": 0.5, "striped_": 0.5, "targets": 1.0})
    three = left_without_an_adapter(inside(target={"layout": "raidz1:4"}))  # 3 of 12 each
    assert three["targets"] == 3 + 1


def test_the_only_server_gives_its_port_to_the_targets_left() -> None:
    """Two of four targets share the port that four shared: what limits is the port as before."""
    alone = inside(
        servers={"name": "node", "per_block": 1},
        drives=INSIDE["drives"] | {"per_server": 24},
        network={"part": "mellanox-mcx555a-ecat", "per_server": 1, "ports": 1, "efficiency": 0.05},
        target={"layout": "raidz2:6"},
    )
    left = left_without_an_adapter(alone)
    assert left == pytest.approx({"": 1.0, "striped_": 1.0, "targets": 2.0})


def test_servers_beside_a_lost_one_get_more_of_what_is_shared() -> None:
    """With one of two servers down, its share of the fabric is the other's: targets limit then."""
    results = inside(
        blocks=2,
        servers={"name": "node", "per_block": 1},
        fabric={"links": 1, "link_bandwidth": "1.5 GB/s"},
        measured_target={"read_bandwidth": "0.9 GB/s", "write_bandwidth": "0.9 GB/s"},
    )
    found = {state.name: state.flows["read"] for state in states(results, "site/tiers:bulk")}
    limits = {name: flow.limit.name for name, flow in found.items() if flow.limit}
    assert (limits["healthy"], limits["server down"]) == ("fabric", "targets")
    assert found["server down"].independent_bound == pytest.approx(0.9e9)


def test_the_fabric_is_shared_by_fewer_on_spread_targets_too() -> None:
    """Two of three servers of 2 GB/s fill 4 of the 5 GB/s that three would have shared."""
    results = inside(
        blocks=3,
        servers={"name": "node", "per_block": 1},
        fabric={"links": 1, "link_bandwidth": "5 GB/s"},
        measured_target={"read_bandwidth": "2 GB/s", "write_bandwidth": "2 GB/s"},
        target={"redundancy": "declustered", "layout": "8+2p"},
        file_system="scale",
    )
    found = {state.name: state.flows["read"] for state in states(results, "site/tiers:bulk")}
    assert found["healthy"].independent_bound == pytest.approx(5e9)
    assert found["server down"].independent_bound == pytest.approx(4e9)


@pytest.mark.long
def test_changes_are_of_the_bandwidths_beside_them() -> None:
    """In all shipped scenarios, of independent files and of striped ones: value / healthy - 1."""
    compared = {"": 0, "striped_": 0}
    for name in sorted(Path("scenarios").rglob("*.yaml")):
        results = evaluate(load_scenario(name))
        told = plan_json(results)["states"]
        for tier, path in results.tiers():
            view = views.states(results, path)
            rows = zip(view.rows[1:], told[tier][1:], strict=True) if tier in told else ()
            for row, (way, files) in product(rows, product(WAYS, compared)):
                rate, loss = f"{files}{way}", f"{files}{way}_loss"
                (healthy, _), (left, lost) = (
                    numbers(results, view, one, rate, loss) for one in (view.rows[0], row[0])
                )
                if not healthy or left is None:
                    continue
                assert lost == pytest.approx(1 - left / healthy, abs=1e-12), (name, path, rate)
                said = row[1][way]
                assert said[f"{files}loss"] == lost
                assert said[f"{files}bandwidth"] == left
                compared[files] += 1
    assert min(compared.values()) > 300
