"""The page Catalog: parts with what tells them from each other, and no name cut."""

from __future__ import annotations

import json

from tests.ui.visits import opened


def test_disks_say_how_they_record_and_names_have_room() -> None:
    """Host-managed SMR stands beside the size; the longest name has 67 letters."""
    at = opened("beluga", "catalog")
    (table,) = at.dataframe
    recorded = dict(zip(table.value["Key"], table.value["Recording"], strict=True))
    assert recorded["seagate-exos-x26z-25tb"] == "host-managed SMR"
    assert recorded["wd-hc680-28tb"] == "SMR"
    assert recorded["seagate-exos-m-30tb"] == "CMR"
    assert recorded["seagate-st2400mm0129"] == "unknown"
    longest = max(map(len, table.value["Part"]))
    assert json.loads(table.proto.columns)["Part"]["width"] > 6.4 * longest > 400


def test_other_parts_have_no_recording() -> None:
    at = opened("beluga", "catalog")
    at.pills(key="kind of part").set_value("SSDs").run()
    (table,) = at.dataframe
    assert "Recording" not in table.value.columns
