"""States of a tier: what is left of its bandwidth, and the laws of losing things."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.formulas.states import servers
from model.formulas.states.servers import BEHIND_CACHES
from tests import planned, trees

PATH = "site/tiers:t"
WAYS = ("read", "write")
ENDS = ("_bound", "")
PLAIN = "disks cabled"
CALIBRATED = "disks cabled calibrated"
INSIDE = "disks inside measured"
ALL = "disks cabled expanders cores numa routers spine clients"


def evaluated(words: str, **given_: float) -> dict[tuple[str, str], float]:
    """Evaluate a site of one tier in all its states."""
    return planned.of_tier(words, given_)


def states(words: str) -> list[str]:
    """Name the states of a tier, beside healthy."""
    [tier] = planned.planned(planned.like(words)).children["tiers"]
    return [one.name for one in tier.children["states"]]


def figures(words: str) -> Mapping[str, float]:
    """Give the inputs of a tier."""
    [tier] = planned.planned(planned.like(words)).children["tiers"]
    return tier.inputs


def state(name: str) -> str:
    """Give the path of a state."""
    return f"{PATH}/states:{name}"


@pytest.mark.parametrize("words", trees.CHAINS)
def test_degraded_never_exceeds_healthy(words: str) -> None:
    """Whatever is lost, nothing gets faster: independent or striped, bound or committed."""
    values = evaluated(words)
    names = states(words)
    for path in map(state, names):
        for way in WAYS:
            for end in ENDS:
                for files in ("", "striped_"):
                    left = values[path, f"degraded_{files}{way}_bandwidth{end}"]
                    assert left <= values[PATH, f"{files}{way}_bandwidth{end}"] * (1 + 1e-12)
            for loss in (f"{way}_loss", f"striped_{way}_loss"):
                assert -1e-12 <= values[path, loss] <= 1


@settings(max_examples=60)
@given(
    st.sampled_from([PLAIN, CALIBRATED, INSIDE, ALL]),
    st.integers(1, 12),
    st.integers(1, 4),
    st.sampled_from(["fabric_links", "nic_ports", "drive_write_bandwidth", "drive_read_bandwidth"]),
    st.floats(0.05, 3.0),
)
def test_degraded_never_exceeds_healthy_anywhere(
    words: str, blocks: int, servers: int, part: str, factor: float
) -> None:
    """The same for designs in which other stages limit."""
    inputs = figures(words)
    change = {part: inputs[part] * factor} if part in inputs else {}
    values = evaluated(words, blocks=float(blocks), servers_per_block=float(servers), **change)
    for name in states(words):
        if name == "server down" and servers == 1:
            continue  # nobody is there to take over: the plan never asks for that
        for way in WAYS:
            for files in ("", "striped_"):
                for end in ENDS:
                    left = values[state(name), f"degraded_{files}{way}_bandwidth{end}"]
                    assert left <= values[PATH, f"{files}{way}_bandwidth{end}"] * (1 + 1e-12)


@pytest.mark.parametrize("words", trees.CHAINS)
def test_striped_files_never_beat_independent_ones(words: str) -> None:
    """All targets at the pace of the slowest are never more than each at its own."""
    values = evaluated(words)
    for way in WAYS:
        striped = values[PATH, f"striped_{way}_bandwidth_bound"]
        assert striped <= values[PATH, f"{way}_bandwidth_bound"] * (1 + 1e-12)


def test_belugas_odd_split() -> None:
    """19 targets on two servers are 10 and 9: striped files move at the pace of the ten."""
    values = evaluated(CALIBRATED, blocks=1.0)
    assert values[PATH, "targets_per_block"] == 19
    assert values[PATH, "most_targets_per_server"] == 10
    assert values[PATH, "write_bandwidth"] == pytest.approx(2 * 6.2e9)
    assert values[PATH, "striped_write_bandwidth"] == pytest.approx(19 * 6.2e9 / 10)


def test_belugas_failover() -> None:
    """One server of a pair takes over all: its 6.2 GB/s are left, of either kind of file."""
    values = evaluated(CALIBRATED, blocks=1.0)
    down = state("server down")
    assert (
        values[
            f"{down}/cases:one with most targets/servers:affected, fewest targets", "served_targets"
        ]
        == 19
    )
    assert values[down, "degraded_write_bandwidth"] == pytest.approx(6.2e9)
    assert values[down, "degraded_striped_write_bandwidth"] == pytest.approx(6.2e9)
    assert values[down, "write_loss"] == pytest.approx(0.5)


def test_a_pair_among_many_halves_what_is_striped() -> None:
    """One of 8 servers costs independent files 1/8, and striped ones half: all wait for the pair.

    Lustre Operations Manual and glossary: a striped job sees the slowest target.
    """
    values = evaluated(CALIBRATED, blocks=4.0, fabric_links=1e3)
    down = state("server down")
    assert values[down, "write_loss"] == pytest.approx(1 / 8)
    assert values[down, "striped_write_loss"] == pytest.approx(1 - 10 / 19)


def test_slow_drives_lose_nothing_to_failover() -> None:
    """Where a server could serve twice its drives, its partner's failure costs nothing."""
    slow = {"drive_read_bandwidth": 1e6, "drive_write_bandwidth": 1e6}
    values = evaluated(PLAIN, **slow)
    for way in WAYS:
        assert values[state("server down"), f"{way}_loss"] == pytest.approx(0, abs=1e-12)


def test_astras_lost_targets() -> None:
    """Without failover a server of 20 takes its twentieth of the bandwidth with it."""
    gib = 2.0**30
    values = evaluated(
        INSIDE,
        blocks=10.0,
        target_read_bandwidth=7.5 * gib,
        target_write_bandwidth=7.2 * gib,
        fabric_links=36.0,
    )
    lost = state("server down")
    assert values[lost, "affected_servers"] == 0
    assert values[lost, "write_loss"] == pytest.approx(1 / 20)
    assert values[lost, "targets_left"] == values[PATH, "targets"] * 19 / 20


@given(st.floats(0.0, 1.0))
def test_a_rebuild_slows_striped_files_by_its_share(share: float) -> None:
    """B (1 - r / G) for independent files, B (1 - r) for striped ones, where drives limit."""
    slow = {"drive_read_bandwidth": 1e6, "drive_write_bandwidth": 1e6}
    path = state("drive rebuilding")
    changes = {(PATH, name): rate for name, rate in slow.items()} | {(PATH, "rebuild_share"): share}
    values = planned.evaluated(planned.planned(planned.like(PLAIN)), changes)
    targets = values[PATH, "targets"]
    assert values[path, "write_loss"] == pytest.approx(share / targets, abs=1e-12)
    assert values[path, "striped_write_loss"] == pytest.approx(share, abs=1e-12)


def test_nearly_full_disks_write_in_their_inner_zone() -> None:
    """A mean of 0.75 over the surface is 0.5 at its end: at 80 % full disks write 0.6 / 0.75."""
    slow = {"drive_read_bandwidth": 1e6, "drive_write_bandwidth": 1e6}
    values = evaluated(PLAIN, fill_limit=0.8, drive_surface_factor=0.75, **slow)
    full = state("nearly full")
    assert values[full, "inner_zone_factor"] == pytest.approx(0.5)
    assert values[full, "write_condition"] == pytest.approx(0.9 * 0.6 / 0.75)
    assert values[full, "read_condition"] == pytest.approx(0.9)
    flash = evaluated(PLAIN, fill_limit=0.8, drive_surface_factor=1.0, **slow)
    assert flash[full, "write_condition"] == pytest.approx(0.9)


def test_lost_paths() -> None:
    """One of four adapters takes a quarter of the paths; a module half of one of two enclosures."""
    values = evaluated(PLAIN)
    assert values[state("cable lost"), "cables_left"] == pytest.approx(7 / 8)
    assert values[state("adapter lost"), "cables_left"] == pytest.approx(3 / 4)
    assert values[state("adapter lost"), "hba_left"] == pytest.approx(18e9)
    assert values[state("enclosure module lost"), "cables_left"] == pytest.approx(3 / 4)
    assert values[state("enclosure module lost"), "affected_servers"] == 2


def test_the_only_adapter_takes_its_server_with_it() -> None:
    """LCPQ's two cards a server: one lost leaves 3 of 4 halves; of one card, a server's drives."""
    lcpq = load_scenario("scenarios/lcpq.yaml")
    path = "site/tiers:beegfs/states:"
    two, one = (evaluate(edited(lcpq, {"tiers.0.adapters.per_server": count})) for count in (2, 1))
    bound = "degraded_read_bandwidth_bound"
    assert two[f"{path}adapter lost", bound] == pytest.approx(0.75 * 5.6e9)
    assert one[f"{path}adapter lost", bound] == one[f"{path}server down", bound] == 2.8e9


def test_a_server_of_one_target_serves_behind_its_caches() -> None:
    """Three servers of 5 GB/s carry 15 with a target each, and none without."""
    together = BEHIND_CACHES.quantities["alike_read_behind_caches"].function
    assert together(3.0, 1.0, 5e9) == 15e9
    assert together(3.0, 0.0, 5e9) == 0


def test_what_servers_share_costs_nothing_where_it_does_not_limit() -> None:
    """A fabric just wide enough leaves a calibrated chain as it is, in each state that is whole."""
    values = evaluated(CALIBRATED, blocks=1.0, fabric_links=2.0, fabric_link_bandwidth=10e9)
    assert values[PATH, "read_bandwidth"] == pytest.approx(19e9)
    for name in ("cable lost", "adapter lost", "enclosure module lost", "nearly full"):
        assert values[state(name), "degraded_read_bandwidth"] == pytest.approx(19e9), name
        for way in WAYS:
            independent = values[state(name), f"degraded_{way}_bandwidth"]
            assert values[state(name), f"degraded_striped_{way}_bandwidth"] <= independent


@pytest.mark.parametrize(("targets", "bound"), [(1.0, 1.0), (3.0, 2.0), (4.0, 2.0)])
def test_an_uneven_block_counts_each_server_with_its_targets(targets: float, bound: float) -> None:
    """One target on two servers is served by one; of three, one server has two."""
    nic = 12.5e9
    values = evaluated(
        "disks measured two",
        blocks=1.0,
        targets_per_block=targets,
        target_read_bandwidth=nic,
        processor_read_rate=1e15,
        memory_read_traffic=1e-6,
    )
    assert values[PATH, "read_bandwidth_bound"] == pytest.approx(bound * nic, rel=1e-3)


def test_one_of_four_servers_leaves_one_with_two_targets() -> None:
    """Four targets on the three servers that are left: the busiest has two, not one and a third."""
    values = evaluated(
        "disks measured two",
        blocks=1.0,
        servers_per_block=4.0,
        targets_per_block=4.0,
        target_read_bandwidth=12.5e9,
        processor_read_rate=1e15,
        memory_read_traffic=1e-6,
        fabric_links=1e3,
    )
    down = state("server down")
    assert (
        values[
            f"{down}/cases:one with most targets/servers:affected, most targets", "served_targets"
        ]
        == 2
    )
    assert values[down, "degraded_read_bandwidth_bound"] == pytest.approx(3 * 12.5e9, rel=1e-3)
    striped = values[down, "degraded_striped_read_bandwidth_bound"]
    assert striped == pytest.approx(4 * 12.5e9 / 2, rel=1e-3)


def test_one_group_of_many_rebuilds() -> None:
    """B (1 - r / G): a target of two vdevs loses half of the share, and a group its whole."""
    slow = {"drive_read_bandwidth": 1e6, "drive_write_bandwidth": 1e6}
    values = planned.of_tier(PLAIN, slow, target={"layout": "2 x raidz2:10"})
    path = state("drive rebuilding")
    assert values[PATH, "groups_per_target"] == 2
    targets = values[PATH, "targets"]
    assert values[path, "write_loss"] == pytest.approx(0.3 / 2 / targets)
    assert values[path, "striped_write_loss"] == pytest.approx(0.3)


@settings(max_examples=40)
@given(
    st.sampled_from([PLAIN, CALIBRATED, ALL]),
    st.sampled_from(["hbas_per_server", "nic_ports", "memory_channels", "fabric_links", "blocks"]),
    st.integers(2, 4),
)
def test_more_of_a_part_is_never_less(words: str, part: str, times: int) -> None:
    """Equal shares of more hardware never lower the bound."""
    inputs = figures(words)
    before, after = (evaluated(words, **{part: inputs[part] * f}) for f in (1, times))
    for way in WAYS:
        for files in ("", "striped_"):
            name = f"{files}{way}_bandwidth_bound"
            assert after[PATH, name] >= before[PATH, name] * (1 - 1e-12)


@settings(max_examples=40)
@given(st.sampled_from([PLAIN, CALIBRATED, INSIDE]), st.integers(1, 9))
def test_blocks_scale_a_tier_until_something_shared_limits(words: str, times: int) -> None:
    """n times the blocks are n times the bandwidth, up to what all servers share."""
    one = evaluated(words, blocks=1.0, fabric_links=1e6)
    many = evaluated(words, blocks=float(times), fabric_links=1e6)
    few = evaluated(words, blocks=float(times), fabric_links=1.0)
    for way in WAYS:
        bound = f"{way}_bandwidth_bound"
        assert many[PATH, bound] == pytest.approx(times * one[PATH, bound])
        assert few[PATH, bound] == pytest.approx(min(12e9, many[PATH, bound]))


@pytest.mark.parametrize("way", WAYS)
def test_lifting_what_does_not_limit_buys_nothing(way: str) -> None:
    """Only the limiting stage, or what shares its resource, moves the bound."""
    base = evaluated(CALIBRATED)
    stage = base[f"{PATH}/healthy:healthy", f"cpu_memory_{way}_stage"]
    assert base[PATH, f"{way}_bandwidth_bound"] == pytest.approx(stage * base[PATH, "servers"])
    for part in ("hbas_per_server", "nic_ports", "fabric_links", "hba_bandwidth"):
        more = evaluated(CALIBRATED, **{part: figures(CALIBRATED)[part] * 2})
        name = f"{way}_bandwidth_bound"
        assert more[PATH, name] == pytest.approx(base[PATH, name])
    lifted = evaluated(CALIBRATED, memory_channels=24.0)
    assert lifted[PATH, f"{way}_bandwidth_bound"] > base[PATH, f"{way}_bandwidth_bound"]


@pytest.mark.parametrize(("targets", "left", "served"), [(5.0, 0.5, 2), (4.0, 0.5, 2), (3.0, 1, 3)])
def test_a_target_behind_a_lost_adapter_is_not_served_in_part(
    targets: float, left: float, served: float
) -> None:
    """Of five targets behind two adapters one of these reaches two, and not two and a half."""
    assert servers.served_targets_most_reached(targets, left) == served
    assert servers.served_targets_fewest_reached(targets, left) == served
