"""The rate of a server stands beside it on Design, with what was measured of others like it."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from model.answers.servers import comparable
from tests.ui.visits import opened, plain, results, tables, unfolded

TEMPLATE = "templates/project-space"
BOX = f"{TEMPLATE}:tiers.0.processing.write_rate beside the server"


def expected(at: AppTest) -> str:
    """Give what is said of the servers of the tier that is shown."""
    (said,) = (one.value for one in at.markdown if "Expected per server" in one.value)
    return plain(said)


def test_what_is_expected_of_a_server_stands_beside_it() -> None:
    at = opened(TEMPLATE, "design")
    assert "6.41 GB/s read, 4.32 GB/s write (assumed)" in expected(at)
    assert any("Weakest: " in one.value and "Béluga OSS, 2019" in one.value for one in at.info)
    tier = results(at).plan.scenario.tiers[0]
    names = [one.name for one in comparable(results(at).plan, tier)]
    assert names[0] == "Béluga OSS, 2019"
    unfolded(at, "measured servers of site/tiers:project")
    assert all(name in tables(at) for name in names)


def test_more_than_was_ever_measured_is_warned_of_where_it_is_typed() -> None:
    at = opened(TEMPLATE, "design")
    above = "times the highest measured with ZFS and redundancy in software"
    assert not any(above in one.value for one in at.warning)
    at.text_input(key=BOX).set_value("18 GB/s").run()
    assert not at.exception
    (said,) = (one.value for one in at.warning if above in one.value)
    assert said.startswith("18 GB/s writing is stated for each server, 2.9 times the highest")
    assert "6.2 GB/s (Béluga OSS, 2019)" in plain(said).replace("\\", "")
