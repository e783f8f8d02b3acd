"""The overview and its headline say the same of the same tiers."""

from __future__ import annotations

from model.answers.results import evaluate
from model.answers.summary import headline
from model.design.scenario import load_scenario
from tests.ui.visits import change, opened, tables
from ui.base.elements import escaped

FRONT = """
schema: ostimate.scenario/1
name: Front
machine: {memory: 100 TB}
checkpoint: {fraction: 0.8, job_mtti: 24 h, ratio: 200}
requirements: {read_bandwidth: 150 GB/s}
tiers:
  - name: burst
    drains_into: disk
    given: {capacity: 2 PB, read_bandwidth: 200 GB/s, write_bandwidth: 100 GB/s}
  - name: disk
    file_system: beegfs
    blocks: 3
    servers: {part: hpe-dl345-gen10-plus, per_block: 2}
    network: {part: mellanox-mcx653105a-hdat, per_server: 1}
    drives: {part: seagate-exos-x18-18tb, per_server: 14}
    target: {redundancy: raid, layout: drive, format: ext4}
"""
"""Clients reach a burst tier whose rates are known; the chain of the tier behind isn't complete."""


def test_at_most_is_said_of_the_tiers_that_clients_reach() -> None:
    """A chain behind a burst tier bounds the drain, and not what clients get."""
    results = evaluate(load_scenario("front.yaml", FRONT))
    assert results.unknown_stages("site/tiers:disk", "read")
    assert "; upper bound 100 GB/s" in headline(results)
    checks = {check.name: check for check in results.checks}
    assert not checks["read_bandwidth"].bound_at_most
    assert checks["drain_bandwidth"].bound_at_most
    at = opened(menu=True)
    at.file_uploader[0].upload("front.yaml", FRONT.encode()).run()
    assert not at.exception
    assert "200 GB/s" in tables(at)
    assert "at most 200 GB/s" not in tables(at)
    assert "at most 17.01 GB/s" in tables(at)


def test_what_cant_be_built_is_said_first() -> None:
    """130 drives in 106 bays: the sentence begins with it, and no requirement is met."""
    at = opened("beluga")
    change(at, "requirements.capacity", "1 PB")
    assert "✓ met" in tables(at)
    change(at, "tiers.0.drives.per_enclosure", 130)
    assert not at.exception
    said = "Can't be built: project: there are more drives than bays; "
    assert any(text.value.startswith(escaped(said)) for text in at.markdown)
    assert "✓ met" not in tables(at)
    assert "✗ doesn&#x27;t fit" in tables(at)
