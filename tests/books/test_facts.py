"""Facts that nobody states: a tier or site of which nothing is said has nothing further."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from model.books import facts, site_facts

TRUE = {
    "GroupFacts": {"metaslab_limit", "in_tier"},
    "TargetFacts": {"on_zfs", "spares_inside", "keeps_back", "in_tier"},
    "TierFacts": {"holds_data"},
}
"""What holds unless something else is said: ZFS in a tier that holds data."""


def test_a_fact_that_is_not_stated_does_not_hold() -> None:
    holds: dict[str, set[str]] = {}
    count = 0
    for module in (facts, site_facts):
        for kind in vars(module).values():
            if isinstance(kind, type) and is_dataclass(kind):
                defaults = {one.name: one.default for one in fields(kind)}
                flags = {name: value for name, value in defaults.items() if isinstance(value, bool)}
                count += len(flags)
                if any(flags.values()):
                    holds[kind.__name__] = {name for name, value in flags.items() if value}
    assert holds == TRUE
    assert count > 80
    assert site_facts.SiteFacts().years == 0
