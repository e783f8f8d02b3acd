"""Availability of plans: defaults by support class, what is assumed, what is judged."""

from __future__ import annotations

import numpy as np
import pytest

from model import evaluate, load_scenario, sample
from model.answers import availability as answers
from model.answers.comparison import Compared
from model.answers.output import plan_json
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.uncertainty import uncertain
from model.answers.views import availability_table as views
from model.answers.views.requirements import requirements
from model.answers.views.shelf_table import shelf
from model.design.scenario import edited
from model.parts.part_failures import part_failures
from model.planning.availability import BOUND
from model.units.figures import parse

PROJECT = "scenarios/templates/project-space.yaml"


def planned(file: str = PROJECT, **edits: object) -> Results:
    scenario = load_scenario(file)
    return evaluate(edited(scenario, edits) if edits else scenario)


def available(results: Results, path: str = "site") -> float:
    found = results[path, "availability"]
    assert found is not None
    return found


def test_each_default_of_the_catalog_has_a_band_around_it() -> None:
    """What is assumed spans a decade at least; what is published may be narrower."""
    figures = {one.figure for one in part_failures()}
    assert figures == set(BOUND)
    for one in part_failures():
        low, value, high = (parse(x, BOUND[one.figure][1]) for x in (one.low, one.value, one.high))
        assert low < value < high, one.figure
        if one.source is None and one.support is None:
            assert high / low >= 9.9, one.figure


def test_a_plan_without_switches_says_that_they_are_not_counted() -> None:
    """Owned switches fail as others do; the same servers restart in the same time with prices."""
    ports, owned = planned("scenarios/beluga.yaml"), planned("scenarios/whole/beluga.yaml")
    assert answers.ONLY_PORTS in answers.not_counted_text(ports)
    assert answers.NO_SWITCHES in answers.not_counted_text(owned)
    assert "switches" not in answers.not_counted_text(planned())
    assert owned["site", "server_restart_time"] == ports["site", "server_restart_time"] == 3120


@pytest.mark.parametrize("system", ["astra", "beluga"])
def test_ports_of_unspecified_switches_do_not_fail_as_switches(system: str) -> None:
    """A switch has many ports: 20 of these are no 20 switches that fail."""
    file = f"scenarios/{system}.yaml"
    ports = planned(file)
    for name in ("switch_outages", "edge_switches", "yearly_switch_failures", "shelf_switch"):
        assert ("site", name) not in ports.values, name
    for table, said in ((views.outages(ports), "not counted"), (shelf(ports), "unknown")):
        assert {row.entries[0] for row in table.rows if row.label == "switches"} == {said}
    known = planned(file, fabric={"switch": {"name": "Switch of 36 ports", "ports": 36}})
    pieces = known["site", "switch_pieces"]
    assert pieces == 1 < (ports["site", "fabric_ports"] or 0.0)
    assert available(known) < available(ports)


def test_shares_of_causes_are_all_of_the_outages() -> None:
    results = planned()
    loads = [results[one.load] or 0.0 for one in answers.causes(results)]
    whole = results["site", "outage_load"]
    assert whole is not None
    assert sum(loads) == pytest.approx(whole, rel=0.01)
    assert loads == sorted(loads, reverse=True)


def test_the_site_is_reached_less_than_each_tier_and_data_more_than_all() -> None:
    results = planned()
    for path in ("site", *(path for _, path in results.tiers())):
        assert available(results) <= available(results, path) < 1
        assert (results[path, "data_availability"] or 0.0) >= available(results, path)


@pytest.mark.parametrize(
    "edits",
    [
        {"availability.support": "depot"},
        {"availability.repair_time": "20 d"},
        {"availability.takeover_failure": 1},
        {"availability.server_crashes": 12},
        {"availability.planned_downtime": "24 h"},
        {"tiers.0.states": {"failover": False}},
        {"site.feeds": 1},
    ],
)
def test_what_makes_outages_longer_or_more_frequent_lowers_it(edits: dict[str, object]) -> None:
    assert available(planned(**edits)) < available(planned())


def test_spares_on_site_raise_it() -> None:
    assert available(planned(**{"availability.support": "spares on site"})) > available(planned())


def test_it_says_that_it_is_assumed_until_all_rates_are_entered() -> None:
    assert "server crash rate" in answers.assumed_text(planned())
    below = answers.assumed_text(planned(), named=False)
    assert "server crash rate" not in below
    assert "their ranges span a factor of ten" in below
    figures = {f"availability.{field}": 1 for field in BOUND if BOUND[field][1] == "1"}
    times = {f"availability.{field}": "1 h" for field in BOUND if BOUND[field][1] == "second"}
    results = planned(**figures, **times)
    assert answers.assumed_text(results) == ""
    assert views.availability(results).rows[-1].entries[-1] == "entered and published rates"


def test_a_metadata_server_without_a_partner_stops_the_file_system() -> None:
    results = planned(**{"tiers.1.servers.per_block": 1})
    assert "metadata: the loss of one metadata server stops the file system" in answers.stops_text(
        results
    )
    assert answers.stops_text(planned()) == ""


def test_tiers_entered_as_a_whole_are_not_modelled_and_may_be_entered() -> None:
    results = planned("scenarios/cri.yaml")
    assert results["site", "availability"] is None
    assert answers.why_unknown(results, "site") == answers.OF_SITE
    entered = planned("scenarios/cri.yaml", **{"availability.of_site": "99.9 %"})
    assert available(entered) == 0.999


TIER = "site/tiers:t"
SERVERS = """
schema: ostimate.scenario/1
name: copies
tiers:
  - name: t
    file_system: FILES
    blocks: 8
    servers: {name: server, per_block: 1}
    drives: {name: disk, per_server: 24, capacity: 20 TB, write_bandwidth: 250 MB/s}
    adapters: {name: hba, per_server: 2, bandwidth: 8 GB/s}
    network: {name: nic, per_server: 2, bandwidth: 100 Gbit/s}
    target: TARGET
"""


def over_servers(files: str, target: str, *changes: tuple[str, str]) -> Results:
    text = SERVERS.replace("FILES", files).replace("TARGET", target)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return evaluate(load_scenario("copies.yaml", text))


RAID = '{redundancy: raid, layout: "raid6:12", format: xfs}'
COPIED = RAID.replace("}", ", copies: 2}")


def test_copies_on_other_servers_are_waited_for_as_for_a_takeover() -> None:
    """Eight servers alone wait for the repair; with buddy mirrors, until the other copy serves."""
    alone, copied = over_servers("beegfs", RAID), over_servers("beegfs", COPIED)
    assert available(alone, TIER) < available(copied, TIER) < 1
    assert copied["site", "availability"] is not None
    wait = copied[TIER, "repair_outage_time"] or 0.0
    assert wait == copied["site", "takeover_time"] + copied["site", "takeover_failure"] * (
        copied["site", "part_repair_time"] + copied["site", "server_restart_time"]
    )
    down = copied[TIER, "server_down_share"] or 0.0
    assert copied[TIER, "copies_outages"] == pytest.approx(
        (copied[TIER, "targets"] or 0.0) / 2 * down**2
    )
    causes = {one.name for one in answers.causes(copied)}
    assert {"t: servers that fail", "t: all copies of a file at once"} <= causes
    assert answers.stops_text(copied) == ""
    one_block = over_servers("beegfs", COPIED, ("blocks: 8", "blocks: 1"))
    assert one_block[TIER, "copies_outages"] == one_block[TIER, "server_down_share"]


def test_any_two_servers_hold_both_copies_of_a_file_but_for_buddies() -> None:
    target = '{layout: "raidz2:12", copies: 2}'
    any_two, buddies = over_servers("lustre", target), over_servers("beegfs", target)
    assert (any_two[TIER, "copies_outages"] or 0) > (buddies[TIER, "copies_outages"] or 0)


def test_a_recovery_group_over_servers_goes_on_without_as_many_as_its_code_allows() -> None:
    """Of 8+2p on five servers each holds two strips; on four, some three: one or none may fail."""
    target = "{redundancy: declustered, layout: 8+2p}"
    group = ("per_block: 1", "per_block: 5"), ("blocks: 8", "blocks: 2")
    five = over_servers("scale", target, *group)
    assert five[TIER, "fatal_servers"] == 2
    four = over_servers("scale", target, (group[0][0], "per_block: 4"), group[1])
    assert four[TIER, "fatal_servers"] == 1
    assert available(four, TIER) < available(five, TIER)
    three = target.replace("8+2p", "3-way")
    assert over_servers("scale", three, *group)[TIER, "fatal_servers"] == 3


def test_an_unknown_availability_names_what_is_missing() -> None:
    without = over_servers(
        "beegfs", RAID, ("    adapters: {name: hba, per_server: 2, bandwidth: 8 GB/s}\n", "")
    )
    assert available(without, TIER) < 1, "drives in servers need no adapters"
    text = "    enclosures: {name: JBOD, per_block: 1, bays: 24}\n"
    enclosed = over_servers(
        "beegfs",
        '{layout: "raidz2:12"}',
        ("    adapters: {name: hba, per_server: 2, bandwidth: 8 GB/s}\n", text),
        ("per_server: 24", "per_enclosure: 24"),
    )
    assert enclosed[TIER, "availability"] is None
    for path in (TIER, "site"):
        assert answers.why_unknown(enclosed, path) == "unknown: HBAs per server"


@pytest.mark.parametrize(("wanted", "met"), [("99.999 %", False), ("99 %", None)])
def test_a_tier_that_misses_an_availability_decides_whatever_is_unknown(
    wanted: str, met: bool | None
) -> None:
    """Of a tier entered as a whole nothing is known; what is entered of the site decides alone."""
    whole = "\n  - {name: other, given: {capacity: 1 PB}}\n"
    required = ("tiers:\n", f"requirements: {{availability: {wanted}}}\ntiers:\n")
    results = over_servers("beegfs", RAID, required, (f"{RAID}\n", f"{RAID}{whole}"))
    assert results["site", "availability"] is None
    assert results["site", "known_availability"] == available(results, TIER)
    [check] = results.checks
    assert check.met is met
    note = sentence_text(results, requirements(results).rows[0].note)
    assert ("t alone misses it" in note) == (met is False)
    entered = over_servers(
        "beegfs",
        RAID,
        required,
        (f"{RAID}\n", f"{RAID}{whole}"),
        ("tiers:\n", "availability: {of_site: 99.9999 %}\ntiers:\n"),
    )
    assert entered.checks[0].met is True


def test_both_requirements_are_judged() -> None:
    """The margin is the share of the allowed outage that is left."""
    results = planned(
        **{"requirements.availability": "99 %", "requirements.loss": 1e-6, "site.feeds": 2}
    )
    check = next(one for one in results.checks if one.name == "availability")
    assert check.met is True
    assert check.margin == pytest.approx(1 - (1 - available(results)) / 0.01)
    assert next(one for one in results.checks if one.name == "loss").met in (False, None)


def test_programs_read_it_of_site_and_tiers() -> None:
    results = planned()
    found = plan_json(results)
    assert found["site"]["availability"]["value"] == available(results)
    for name, path in results.tiers():
        assert found["tiers"][name]["availability"]["value"] == available(results, path)


def test_beluga_restarts_as_long_as_published() -> None:
    restart = planned("scenarios/beluga.yaml")["site", "server_restart_time"]
    assert restart == (14 + 23 + 15) * 60


def test_failure_rates_have_bands_where_they_decide_on_a_verdict() -> None:
    """The plan's own value is in the middle of its band; what is entered has none."""
    alone = [one.addresses for one in uncertain(planned()) if one.origin == "failures"]
    assert alone == [(("site/tiers:project", "drive_failure_rate"),)]  # by its cold spares
    required = {
        "requirements.availability": "99.9 %",
        "requirements.loss": 1e-3,
        "tiers.0.spares.failure_rate": None,
    }
    results = planned(**required)
    found = {one.addresses[0]: one for one in uncertain(results) if one.origin == "failures"}
    assert ("site/tiers:project", "drive_failure_rate") in found
    for address, one in found.items():
        low, middle, high = one.law.at(np.array([0.01, 0.5, 0.99]))
        assert low < middle < high
        if address[0] == "site":
            assert middle == pytest.approx(results[address], rel=0.25)
    entered = planned(**required, **{"availability.server_crashes": 1})
    rates = {one.addresses[0] for one in uncertain(entered) if one.origin == "failures"}
    assert rates == set(found) - {("site", "server_crash_rate")}
    off = planned(**required, **{"bands.failures": False})
    assert not [one for one in uncertain(off) if one.origin == "failures"]


def test_samples_carry_the_bands_into_loss_and_availability() -> None:
    """Worse rates than planned are as likely as better ones, and the verdict is not certain."""
    results = planned(
        "scenarios/templates/lab-nas.yaml",
        **{
            "requirements.availability": "99.6 %",
            "requirements.loss": 1e-4,
            "tiers.0.spares.failure_rate": None,
        },
    )
    drawn = sample(results, 64)
    for name in ("availability", "loss_probability"):
        at = drawn.quantiles(("site", name)).at
        assert at[0] is not None
        assert at[-1] is not None
        assert at[0] < at[-1]


def test_a_comparison_shows_both() -> None:
    nas, project = (planned(f"scenarios/templates/{n}.yaml") for n in ("lab-nas", "project-space"))
    figures = Compared({"nas": nas, "project": project}).figures
    assert {"availability", "loss_probability"} <= set(figures)
