"""All fields of a scenario: sections are added, what can't be stated says why, shares say so."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import TextInput

from model.units.figures import parse
from tests.ui.visits import SCENARIOS, cards, opened, results, unfolded
from tests.ui.working import work_of
from ui.base.examples import in_percent
from ui.base.fields import Reader
from ui.forms import optional_sections, texts
from ui.state import origins

NUMA = {"tiers.0.numa.links": 2, "tiers.0.numa.link_bandwidth": "2 GB/s"}


def chosen(at: AppTest, path: str, kind: str = "figure", of: str = "tiers.0") -> AppTest:
    at = unfolded(at, f"figures below {of}")
    key = f"{kind} of {work_of(at).choice} {of}"
    box = at.text_input(key=key) if kind == "figure" else at.selectbox(key=key)
    return box.set_value(path).run()


def box(at: AppTest, path: str, where: str = "") -> TextInput:
    """Give the box of a field in one of its places, or else in the form of a new section."""
    if where:
        return at.text_input(key=f"{work_of(at).choice}:{path} {where}")
    keys = (one.key for one in at.text_input if str(one.key).endswith(f" {path}"))
    return at.text_input(key=next(key for key in keys if str(key).startswith(f"{texts.ADD} in ")))


def added(at: AppTest, figures: dict[str, object], of: str = "tiers.0") -> AppTest:
    section = next(iter(figures)).rpartition(".")[0]
    at = chosen(at, section, "section", of)
    for path, text in figures.items():
        box(at, path).set_value(str(text))
    return next(b for b in at.button if b.label == "Add").click().run()


def edits(at: AppTest) -> dict[str, object]:
    found: dict[str, object] = work_of(at).of(work_of(at).choice).figures
    return found


def test_what_a_shut_line_hides_is_not_drawn() -> None:
    at = opened("beluga", "design")
    (line,) = (one for one in at.expander if one.label.startswith("All fields of"))
    assert not line.proto.expanded
    assert not line.children
    at = unfolded(at, "figures below tiers.0")
    (line,) = (one for one in at.expander if one.label.startswith("All fields of"))
    assert len(line.selectbox) == 3
    assert len(line.text_input) == 1


def test_fields_are_searched_by_words_and_by_group() -> None:
    at = unfolded(opened("beluga", "design"), "figures below tiers.0")
    search = at.text_input(key="figure of beluga tiers.0")
    assert "fields, e.g. efficiency" in search.placeholder
    at = search.set_value("efficiency").run()
    assert not at.exception
    drawn = [one.key for one in at.text_input if str(one.key).endswith("among all figures")]
    drawn += [one.key for one in at.slider if str(one.key).endswith("among all figures")]
    assert "beluga:tiers.0.adapters.efficiency among all figures" in drawn
    assert 1 < len(drawn) <= 12
    heads = [one.value for one in at.markdown]
    assert {"**Host bus adapters**", "**Network**"} <= set(heads)
    at.selectbox(key="group of beluga tiers.0").select("Network").run()
    drawn = [str(one.key) for one in (*at.text_input, *at.slider)]
    found = [one for one in drawn if one.endswith(("in its section", "among all figures"))]
    assert found == ["beluga:tiers.0.network.efficiency among all figures"]
    at = at.text_input(key="figure of beluga tiers.0").set_value("no such thing").run()
    assert at.info[0].value == "No field matches."


def test_a_section_is_added_outlives_a_reload_and_is_removed() -> None:
    at = unfolded(opened("beluga", "design"), "figures below tiers.0")
    before = results(at)["site", "read_bandwidth"]
    names = at.selectbox(key="section of beluga tiers.0").options
    assert {"NUMA links", "Fabric", "Fabric: routers", "Cache", "Partial stripes"} <= set(names)
    at = added(at, NUMA)
    assert not at.exception
    assert not at.error
    assert edits(at) == NUMA
    after = results(at)["site", "read_bandwidth"]
    assert (after or 0) < (before or 0)
    assert "NUMA links" not in at.selectbox(key="section of beluga tiers.0").options
    assert set(NUMA) <= set(Reader(results(at)).under("tiers.0"))
    shared = at.query_params["edit"]
    again = opened("beluga", "design", edit=shared)
    assert edits(again) == NUMA
    assert results(again)["site", "read_bandwidth"] == after
    next(b for b in again.button if b.label == "Remove NUMA links").click().run()
    assert edits(again) == {}
    assert results(again)["site", "read_bandwidth"] == before


def test_a_section_that_is_refused_keeps_what_was_typed() -> None:
    at = opened("beluga", "design")
    wrong = "tiers.0.numa.link_bandwidth"
    at = added(at, {"tiers.0.numa.links": 2, wrong: "20"})
    assert not at.exception
    assert "has no unit" in at.error[0].value
    assert "NUMA link bandwidth" in at.error[0].value
    assert edits(at) == {}
    assert box(at, wrong).value == "20"
    assert box(at, "tiers.0.numa.links").value == "2"
    assert box(at, wrong).label == "NUMA link bandwidth (required)"
    assert box(at, wrong).placeholder == "25 GB/s"
    assert box(at, "tiers.0.numa.crossing").label == "NUMA crossing"
    box(at, wrong).set_value("")
    next(b for b in at.button if b.label == "Add").click().run()
    assert edits(at) == {}
    assert "missing: 'Link bandwidth'" in at.error[0].value.replace("\\", "")
    box(at, wrong).set_value("2 GB/s")
    next(b for b in at.button if b.label == "Add").click().run()
    assert not at.error
    assert edits(at) == NUMA


def test_nothing_entered_is_said() -> None:
    at = added(opened("beluga", "design"), {"tiers.0.fabric.routers.count": ""})
    assert "Enter at least one value" in at.error[0].value
    assert edits(at) == {}


def test_a_piece_of_equipment_is_added() -> None:
    at = added(
        opened("beluga", "design"),
        {
            "tiers.0.cache.name": "Flash",
            "tiers.0.cache.per_server": 2,
            "tiers.0.cache.per_drive": "1 TB",
        },
    )
    assert not at.error
    assert results(at).plan.scenario.tiers[0].cache.name == "Flash"  # type: ignore[union-attr]


def test_checkpoints_are_added_where_a_scenario_has_none() -> None:
    at = opened("beluga", "checkpoint")
    at = chosen(at, "checkpoint", "section", "machine")
    assert "'checkpoint' needs 'machine'" in at.info[-1].value
    at = added(at, {"machine.memory": "100 TB"}, "machine")
    at = added(
        at,
        {
            "checkpoint.fraction": "50 %",
            "checkpoint.job_mtti": "24 h",
            "checkpoint.ratio": "200",
        },
        "machine",
    )
    assert not at.error
    assert "Checkpoint time" in cards(at)


def test_a_section_of_an_added_section_outlives_a_reload() -> None:
    volume = {"migration.volume": "2 PB"}
    gateways = {"migration.gateways.count": 2, "migration.gateways.rate": "1 GB/s"}
    at = unfolded(opened("beluga", "growth"), "figures below demand")
    assert "Migration: gateways" not in at.selectbox(key="section of beluga demand").options
    at = added(added(at, volume, "demand"), gateways, "demand")
    assert edits(at) == volume | gateways
    again = opened("beluga", "growth", edit=at.query_params["edit"])
    assert edits(again) == volume | gateways
    assert not again.error
    next(b for b in again.button if b.label == "Remove Migration: gateways").click().run()
    assert edits(again) == volume


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_section_says_how_it_is_filled_in_or_why_it_cannot_be(scenario: str) -> None:
    reader = Reader(origins.planned(origins.shipped(scenario).scenario, {}))
    tiers = [f"tiers.{n}" for n in range(len(reader.scenario.tiers))]
    found = optional_sections.absent(reader.scenario, "machine", "files", "migration", *tiers)
    assert found
    assert len({one.path for one in found}) == len(found)
    for section in found:
        fields = section.fields()
        assert section.about
        assert section.trials
        assert [field.path for field in fields if not field.note or not field.example] == []
        assert {field.path for field in fields} == set(section.paths)
        assert section.needed <= set(section.paths)
        both = {field.path for field in fields} & reader.everywhere().keys()
        assert both <= {f"{section.path}.price"}, "of a line that the bill has without it"


def test_a_figure_that_cannot_be_stated_says_why() -> None:
    at = chosen(opened("beluga", "design"), "tiers.0.data_on_mdt")
    assert "requires a Lustre tier with" in at.info[0].value
    at = chosen(at, "tiers.0.enclosures.expander_bandwidth")
    assert not at.info
    assert box(at, "tiers.0.enclosures.expander_bandwidth", "among all figures").value == ""
    assert not [c for c in at.caption if "Nothing in this plan would ask" in c.value]


def test_two_figures_that_need_each_other_are_entered_one_by_one() -> None:
    routers = {"tiers.0.fabric.routers.count": 9, "tiers.0.fabric.routers.bandwidth": "9 GB/s"}
    links = {"tiers.0.fabric.links": 2, "tiers.0.fabric.link_bandwidth": "1 GB/s"}
    at = added(opened("beluga", "design"), routers)
    for n, (path, text) in enumerate(links.items()):
        at = chosen(at, path)
        assert bool(at.info) == (n == 0)
        box(at, path, "among all figures").set_value(str(text)).run()
        assert bool(at.error) == (n == 0)
    assert edits(at) == routers | links
    assert results(at)["site/tiers:project", "fabric_links"] == 2


def test_a_figure_that_changes_nothing_says_so() -> None:
    at = chosen(opened("beluga", "cost"), "economics.price_decline", of="economics")
    assert [c for c in at.caption if "This plan doesn't use it" in c.value]


@pytest.mark.parametrize("page", ["design"])
def test_a_wrong_entry_leaves_its_field_in_sight(page: str) -> None:
    at = chosen(opened("beluga", page), "tiers.0.adapters.active_paths")
    box(at, "tiers.0.adapters.active_paths", "among all figures").set_value("2").run()
    assert at.error
    expander = next(one for one in at.expander if one.label.startswith("All fields of"))
    assert expander.proto.expanded


def test_shares_stand_in_percent() -> None:
    path = "tiers.0.adapters.active_paths"
    at = chosen(opened("beluga", "design"), path)
    assert box(at, path, "among all figures").label == "Active paths"
    assert box(at, path, "among all figures").placeholder == "100 % (default)"
    path = "economics.price_decline"
    at = chosen(opened("beluga", "cost"), path, of="economics")
    assert box(at, path, "among all figures").placeholder == "not stated; e.g. 10 %"


def test_the_decline_of_prices_is_no_money() -> None:
    path = "economics.price_decline"
    at = chosen(opened("beluga", "cost"), path, of="economics")
    box(at, path, "among all figures").set_value("12 %").run()
    assert not at.error
    assert at.query_params["edit"] in (f"{path}=12 %", [f"{path}=12 %"])
    assert edits(opened("beluga", "cost", edit=[f"{path}=12 %"])) == {path: "12 %"}


def test_parts_are_picked_by_their_names_and_keys_tell_those_alike() -> None:
    """The key is in the help, where who writes a file finds it."""
    at = opened("templates/project-space", "design")
    reader = Reader(work_of(at).results)
    field = reader.everywhere()["tiers.0.drives.part"]
    catalog = reader.results.plan.catalog
    assert field.choices[field.value] == catalog.names(field.value)
    assert f"{field.value} in the catalog" in field.note
    assert len(set(field.choices.values())) == len(field.choices)


def test_a_calibration_says_what_was_measured_with() -> None:
    """With it other modules count: of twice the rate, memory takes half the time."""
    at, calibration = opened("astra", "design"), "tiers.0.calibration"
    measured = {"read_bandwidth": "9 GB/s", "write_bandwidth": "6 GB/s", "channels": 12}
    measured |= {"fewer_channels": 6, "write_bandwidth_with_fewer": "5 GB/s"}
    at = added(at, {f"{calibration}.{field}": said for field, said in measured.items()})
    told = {f"{calibration}.memory.part": "ddr3-1600-rdimm-8gb"}
    at = added(at, told)
    assert not at.exception
    assert not at.error
    assert told.items() <= edits(at).items()
    fields = {field.path: field for field in Reader(results(at)).tier(0)}
    assert "ddr4-2400-rdimm-16gb" in fields[f"{calibration}.memory.part"].choices
    processors = f"{calibration}.processors"
    at = added(at, {f"{processors}.part": "intel-xeon-e5-2670", f"{processors}.per_server": 2})
    assert not at.error
    assert results(at)["site/tiers:scratch", "measured_cpus"] == 2


def test_a_measured_server_is_taken_and_changed() -> None:
    """As a section with the server's key; then the sidebar offers the others."""
    like = {"tiers.0.processing.like": "beluga-oss-2019"}
    at = added(opened("astra", "design"), like)
    assert not at.exception
    assert edits(at) == like
    stages = results(at).stages("site/tiers:scratch", "write")
    (server,) = (stage for stage in stages if stage.name == "cpu_memory")
    assert server.evidence == "alike"
    field = next(f for f in Reader(results(at)).tier(0) if f.path.endswith("processing.like"))
    assert field.value == "beluga-oss-2019"
    assert "louwrentius-nas-2014" in field.choices


def test_shares_are_written_in_percent_as_exactly_as_they_were() -> None:
    for value in (0.0, 0.0035, 0.1, 0.3, 0.29, 0.5725, 0.9999, 1.0, 0.1 + 0.2):
        assert in_percent(value).endswith(" %")
        assert parse(in_percent(value), "1") == value
