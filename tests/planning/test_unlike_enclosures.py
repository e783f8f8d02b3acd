"""Enclosures of two kinds in one block, or otherwise filled: drives, bays, bill, controllers."""

from __future__ import annotations

import pytest

from model import InputError, evaluate, load_scenario
from model.answers.results import Results

TEXT = """
schema: ostimate.scenario/1
name: SSU
tiers:
  - name: disk
    blocks: 8
    servers: {name: node, per_block: 2}
    adapters: {part: broadcom-9300-8e, per_server: 2}
    network: {part: mellanox-mcx653105a-hdat, per_server: 1}
    enclosures: {part: seagate-exos-e-4u106, per_block: 1, price: 5000 EUR}
    further_enclosures: {part: seagate-exos-e-4u106, per_block: 1, drives: 105, price: 4000 EUR}
    drives: {part: seagate-exos-x18-16tb, per_enclosure: 106, price: 400 EUR}
    target: {layout: raidz2:10}
"""
TIER = "site/tiers:disk"


def planned(*changes: tuple[str, str]) -> Results:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return evaluate(load_scenario("ssu.yaml", text))


def test_unequally_filled_enclosures() -> None:
    """106 and 105 drives a block, 105.5 in each: 211, of which one is in no target."""
    results = planned()
    assert results[TIER, "drives"] == 8 * 211
    assert results[TIER, "targets_per_block"] == 21
    assert results[TIER, "spare_drives_per_block"] == 1
    assert results[TIER, "enclosures"] == 16
    assert results[TIER, "raw_capacity"] == 8 * 211 * 16e12
    bill = {row.line.role: (row.count, row.cost) for row in results.bill}
    assert bill["enclosures"] == (8, 40000)
    assert bill["further_enclosures"] == (8, 32000)
    assert bill["drives"] == (8 * 211, 8 * 211 * 400)
    assert results.truth(TIER, "further_drives_fit") is True


def test_a_recovery_group_has_the_drives_of_further_enclosures() -> None:
    """Of 211 drives in a block a code of 8+2 leaves 201 to spare."""
    said = "    target: {redundancy: declustered, layout: 8+2p, spare_drives: %s}"
    disk = TEXT.replace("  - name: disk\n", "  - name: disk\n    file_system: scale\n")
    for spare in (201, 202):
        text = disk.replace("    target: {layout: raidz2:10}", said % spare)
        scenario = load_scenario("ssu.yaml", text)
        if spare == 201:
            assert evaluate(scenario)[TIER, "drives"] == 8 * 211
        else:
            with pytest.raises(InputError, match=r"of 211 drives .* leaves 201 to spare"):
                evaluate(scenario)


def test_spares_may_be_in_further_enclosures() -> None:
    """Also where something else is wrong, so that what is right is complained of never."""
    change = ("{layout: raidz2:10}", "{layout: raidz2:10, reserved_spares: 150}")
    assert planned(change)[TIER, "targets_per_block"] == 6
    with pytest.raises(InputError) as refused:
        planned(change, ("blocks: 8", "blocks: many"))
    assert len(refused.value.problems) == 1
    beyond = ("{layout: raidz2:10}", "{layout: raidz2:10, reserved_spares: 212}")
    with pytest.raises(InputError, match="more than the 211 drives of a block"):
        planned(beyond)


def test_drives_of_further_enclosures_need_bays() -> None:
    results = planned(("drives: 105", "drives: 107"))
    assert results.truth(TIER, "further_drives_fit") is False
    assert results.truth("site", "design_fits") is False


def test_drives_must_be_of_the_kind_of_further_bays() -> None:
    """SATA goes into SAS enclosures of 3.5 inches; NVMe of 2.5 inches has carriers, no link."""
    disks, flash = planned(), planned(("seagate-exos-x18-16tb", "samsung-pm9a3-7680gb"))
    for results, speaks in ((disks, True), (flash, False)):
        assert results.truth(TIER, "further_bay_shape_fits") is True
        assert results.truth(TIER, "further_bay_interface_fits") is speaks


def test_a_vdev_lies_in_enclosures_as_drives_do() -> None:
    """Of 10 drives over 84 and 21 bays 8 share one: two of parity don't survive its loss."""
    alike = planned(("drives: 105", "drives: 106"), ("raidz2:10", "mirror:2"))
    assert alike.truth(TIER, "survives_enclosure_loss") is True
    unlike = planned(("drives: 105", "drives: 20"), ("raidz2:10", "mirror:2"))
    assert unlike.truth(TIER, "survives_enclosure_loss") is False


def test_an_expansion_has_no_controllers() -> None:
    """An ESU hangs on the controllers of the SSU; a second array brings its own."""
    array = (
        "{part: seagate-exos-e-4u106, per_block: 1, price: 5000 EUR}",
        "{part: netapp-e5760, per_block: 1, read_bandwidth: 10 GB/s, write_bandwidth: 8 GB/s}",
    )
    raid = ("{layout: raidz2:10}", "{redundancy: raid, format: ldiskfs, layout: raid6:10}")
    alone = ("    adapters: {part: broadcom-9300-8e, per_server: 2}\n", "")
    room = ("per_enclosure: 106", "per_enclosure: 60")
    esu = planned(array, raid, alone, room)
    at = f"{TIER}/healthy:healthy"
    assert esu[at, "array_read_stage"] == pytest.approx(10e9 / 2)
    second = (
        "{part: seagate-exos-e-4u106, per_block: 1, drives: 105",
        "{part: netapp-e5760, per_block: 1, drives: 60",
    )
    both = planned(array, raid, alone, room, second)
    assert both[at, "array_read_stage"] == pytest.approx(2 * 10e9 / 2)


def test_further_enclosures_need_first_ones() -> None:
    with pytest.raises(InputError, match="'further_enclosures' require 'enclosures'"):
        planned(
            ("    enclosures: {part: seagate-exos-e-4u106, per_block: 1, price: 5000 EUR}\n", ""),
            ("per_enclosure", "per_server"),
            ("    adapters: {part: broadcom-9300-8e, per_server: 2}\n", ""),
        )


@pytest.mark.parametrize("system", ["sequoia", "beluga", "astra"])
def test_who_loses_targets_with_an_enclosure_is_warned(system: str) -> None:
    """Sequoia's files don't survive it, its mirrored metadata do; of Astra it isn't known."""
    results = evaluate(load_scenario(f"scenarios/{system}.yaml"))
    warned = {text.partition(":")[0] for text in results.warnings if "loss of one encl" in text}
    assert warned == {
        name
        for name, path in results.tiers()
        if results.values.get((path, "survives_enclosure_loss")) == 0
    }
    assert warned == {"sequoia": {"grove"}, "beluga": {"project", "metadata"}}.get(system, set())
