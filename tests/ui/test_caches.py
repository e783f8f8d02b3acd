"""Caches, metadata, queues and latencies: what the results say, and what is asked."""

from __future__ import annotations

from model.units.figures import show
from tests.ui.visits import (
    cards,
    change,
    opened,
    results,
    tables,
    unfolded,
)


def test_a_queue_with_too_many_requests_grows_without_end() -> None:
    """60 requests a second of 20 ms each ask for 1.2 stations: all five waits have no end."""
    at = opened("astra", "caches")
    assert "grows without limit" not in tables(at)
    at.text_input(key="queue arrival_rate").set_value("60 /s").run()
    assert not at.exception
    assert tables(at).count("grows without limit") == 5
    assert "1.2" in tables(at)


def test_caches_show_what_the_results_say() -> None:
    at = opened("lcpq", "caches")
    tier = "site/tiers:beegfs"
    found = show(results(at)[tier, "cached_write_bandwidth"], "byte/s")
    filled = show(results(at)[tier, "time_to_fill"], "second")
    assert f"{found} write; a burst at that rate fills them after {filled}" in at.markdown[0].value
    assert len(at.get("plotly_chart")) == 1
    change(at, "tiers.0.cache.drain_share", 0.0)
    filled = show(results(at)[tier, "time_to_fill"], "second")
    assert f"fills them after {filled}" in at.markdown[0].value
    assert f">{filled}</button>" in tables(unfolded(at, "caches of beegfs"))


def test_caches_that_never_fill_show_no_time() -> None:
    at = opened("lcpq", "caches")
    change(at, "tiers.0.cache.write_hit", 0.0)
    assert not at.exception
    assert "Until caches are full" not in cards(at)
    assert "caches never fill" in at.markdown[0].value
    assert not at.get("plotly_chart")


def test_rates_of_metadata_are_labelled() -> None:
    at = opened("beluga", "caches")
    assert any("measured on 4" in m.value and "upper bound" in m.value for m in at.markdown)
    assert show(142e3, "1/second") in tables(at)


def test_a_queue_is_asked() -> None:
    at = opened("astra", "caches")
    assert "100 ms" in tables(at)
    at.text_input(key="queue arrival_rate").set_value("50 /s").run()
    assert tables(at).count("grows without limit") == 5
    at.radio(key="service").set_value("of a disk").run()
    assert "12.69 ms" in tables(at)
    at.text_input(key="queue stations").set_value("1.5").run()
    assert "must be a whole number" in at.error[0].value
    at.text_input(key="queue stations").set_value("none").run()
    assert "'none' is not a number" in at.error[0].value
    at.text_input(key="queue stations").set_value("4").run()
    at.text_input(key="cache cache_hit").set_value("120 %").run()
    assert "must be from 0 to 1" in at.error[0].value


def test_latencies_follow_the_clock() -> None:
    at = opened("cri", "caches")
    assert "50 s" in tables(at)
    at.text_input(key="ladder clock").set_value("1 GHz").run()
    assert "150 s" in tables(at)
    at.text_input(key="ladder clock").set_value("0 GHz").run()
    assert "must be above 0" in at.error[0].value


def test_benchmarks_stand_as_data() -> None:
    text = tables(opened("cri", "caches"))
    for figure in ("14.54 GB/s", "12 MB/s", show(4854983.0, "1/second"), "209 /s"):
        assert figure in text


def test_benchmarks_of_another_site_say_whose_they_are() -> None:
    """Under each chart: site, year, and the doubt about the unit; no other scenario shows them."""
    assert not any(
        "Chicago" in one.value for one in opened("astra", "caches").caption if "IOR" in one.value
    )
    at = opened("cri", "caches")
    said = [one.value for one in at.caption if "University of Chicago, 2018" in one.value]
    assert [one.partition(" at ")[0] for one in said] == ["IOR", "mdtest"]
    assert "IOR prints MiB/s, so that each figure may be 4.9 % more" in said[0]
    folded = [caption.value for one in at.expander for caption in one.caption]
    assert not set(said) & set(folded)
