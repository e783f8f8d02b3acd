"""The page Design: tiers and parts are added, copied, removed, swapped; own parts and quotes."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.test_shapes import TEMPLATE, names
from tests.ui.test_store import edit, results, tab, words
from tests.ui.visits import unfolded
from tests.ui.working import work_of
from ui.design import pieces

DRIVES = "tiers.0.drives"
SECRET = "712.25"


@pytest.fixture(autouse=True)
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))


def opened(scenario: str = TEMPLATE) -> AppTest:
    return tab(scenario=scenario).switch_page("ui/pages/design.py").run()


def click(at: AppTest, key: str) -> AppTest:
    at.button(key=key).click().run()
    assert not at.exception
    return at


def with_menu(at: AppTest, n: int, of: int) -> AppTest:
    """Open the menu of a tier."""
    at.session_state[f"tier menu {TEMPLATE} {n} of {of}"] = True
    return at.run()


def change(at: AppTest, path: str, how: str) -> AppTest:
    at.menu_button(key=f"change {TEMPLATE} {path}").click(how).run()
    assert not at.exception
    return at


def shown(at: AppTest) -> str:
    return "".join(element.proto.body for element in at.get("html"))


def test_a_tier_is_copied_renamed_removed_and_all_that_undone() -> None:
    at = opened()
    usable = results(at)["site", "usable_capacity"] or 0.0
    click(with_menu(at, 0, of=2), f"copy {TEMPLATE} 0 project")
    assert names(at) == ["project", "project 2", "metadata"]
    assert results(at)["site", "usable_capacity"] == 2 * usable
    with_menu(at, 1, of=3)
    key = f"{TEMPLATE} 1 project 2"
    at.text_input(key=f"tier name {key}").set_value("cold")
    click(at, f"rename {key}")
    assert names(at) == ["project", "cold", "metadata"]
    key = f"{TEMPLATE} 1 cold"
    at.text_input(key=f"tier name {key}").set_value("project")
    click(at, f"rename {key}")
    (menu,) = (one for one in at.get("popover") if one.proto.popover.icon.endswith("edit:"))
    assert "Not possible" in menu.error[0].value, "beside the box, which lies over the page"
    at.number_input(key=f"{TEMPLATE}:tiers.1.blocks in its place").set_value(3).run()
    assert results(at)["site", "usable_capacity"] == 1.5 * usable
    click(at, f"remove {TEMPLATE} 1 cold")
    assert names(at) == ["project", "metadata"]
    for expected in (3, 3, 3, 2):
        click(at, "undo an edit")
        assert len(names(at)) == expected
    assert results(at)["site", "usable_capacity"] == usable


def test_a_tier_that_something_else_needs_stays_and_it_is_said_why() -> None:
    at = click(with_menu(opened(), 0, of=2), f"remove {TEMPLATE} 0 project")
    assert names(at) == ["project", "metadata"]
    assert "at least one tier must store data" in words(at)


def test_a_tier_of_a_template_is_added() -> None:
    at = click(opened(), "add a tier")
    at.selectbox(key="source of a new tier").select("templates/flash-scratch").run()
    click(at, "add this tier")
    assert names(at)[:2] == ["project", "metadata"]
    assert len(names(at)) == 3
    assert work_of(at).tier == names(at)[2]


def test_a_part_is_swapped_after_its_effect_was_shown() -> None:
    at = change(opened(), DRIVES, pieces.SWAP)
    now = re.search(r"Current:.*?</div>", shown(at))
    assert now
    assert "24 TB, 298 MB/s, 2023, 899 USD (assumed, 110 days old)" in now[0].replace("\xa0", " ")
    at.text_input(key=f"search {DRIVES}").set_value("exos-m-30tb").run()
    assert re.search(r"\+5\.44\sPB usable", shown(at))
    click(at, f"take {DRIVES} seagate-exos-m-30tb")
    drives = results(at).plan.scenario.tiers[0].drives
    assert drives.part == "seagate-exos-m-30tb"
    assert "+5.44" in words(at)
    click(at, "undo an edit")
    assert results(at).plan.scenario.tiers[0].drives.part == "wd-hc580-24tb-sas"


def test_why_a_part_doesnt_fit_is_said_before_it_is_taken() -> None:
    path = "tiers.0.enclosures"
    at = change(opened(), path, pieces.SWAP)
    at.text_input(key=f"search {path}").set_value("wd-data60").run()
    assert "doesn't fit: project: there are more drives than bays" in shown(at).replace(
        "&#x27;", "'"
    )
    at.toggle(key=f"sheet {path} wd-data60").set_value(True).run()
    assert ">Bays<" in shown(at)
    click(at, f"take {path} wd-data60")
    assert "✗ there are more drives than bays" in shown(at)


def marked(at: AppTest) -> str:
    return "".join(one for one in re.findall(r"<style>.*?</style>", shown(at)) if "outline" in one)


def test_what_doesnt_fit_is_said_at_the_field_with_its_figures() -> None:
    """In the row of the part, in its numbers, which open; and at the count that asks too much."""
    at = opened()
    field = "tiers-0-drives-per_enclosure"
    assert field not in marked(at)
    at.text_input(key=f"{TEMPLATE}:{DRIVES}.per_enclosure in its place").set_value("110").run()
    needs, has = (
        rf'<button[^>]*data-why="site/tiers:project\.{name}">{value}</button>'
        for name, value in (("drives_per_enclosure", 110), ("enclosure_bays", 102))
    )
    assert re.search(rf"more drives than bays \(needs {needs}, has {has}\)", shown(at))
    assert field in marked(at)
    assert "at most 102" in marked(at)
    assert "tiers-0-servers" not in marked(at)
    at.number_input(key=f"{TEMPLATE}:tiers.0.network.per_server in its place").set_value(12).run()
    for cause in ("network-per_server", "adapters-per_server"):  # 12 + 2 cards in 8 slots
        assert f"tiers-0-{cause}" in marked(at)


def test_what_doesnt_fit_of_all_tiers_is_said_where_they_share() -> None:
    at = tab(scenario=TEMPLATE, edit=["site.rack_power=1 kW"])
    at = at.switch_page("ui/pages/design.py").run()
    assert results(at).truth("site", "devices_have_places") is False
    assert re.search(r"much power \(needs <button[^>]*site\.rack_devices\"", shown(at))


def test_a_row_counts_its_spares_and_its_numbers_open() -> None:
    row = re.sub("<[^>]*>", "", shown(opened()))
    assert "Drives \N{MULTIPLICATION SIGN} 1200 + 24 hot spares + 5 spares" in row
    for number in ("lines:drives.line_count", "lines:drives.unit_price", "project.targets"):
        assert f'{number}">' in shown(opened())


def test_parts_that_are_owned_are_marked() -> None:
    """Each row says it, and the head counts no price for them."""
    assert "already owned" not in shown(opened())
    at = tab(scenario=TEMPLATE, edit=["tiers.0.owned=true"])
    at = at.switch_page("ui/pages/design.py").run()
    assert shown(at).count("already owned</span>") >= 3


def test_one_spare_is_no_spares() -> None:
    at = opened()
    (line,) = (one for one in results(at).plan.lines if one.role == "spares")
    assert pieces._called(line, 1.0) == "spare"
    assert pieces._called(line, 5.0) == "spares"


def test_filters_are_called_as_people_call_them() -> None:
    """By the interface of a drive, what an adapter takes, the generation of memory."""
    for path, filters in (
        (DRIVES, ("Interface", "Form factor", "Recording")),
        ("tiers.0.adapters", ("SAS interface", "Drive interface")),
        ("tiers.0.memory", ("Generation",)),
    ):
        at = change(opened(), path, pieces.SWAP)
        labels = [one.label for one in at.selectbox]
        assert set(filters) <= set(labels)


def test_what_a_quoted_server_includes_is_priced_with_it() -> None:
    at = click(tab(scenario="templates/flash-scratch").switch_page("ui/pages/design.py").run(),
               "enter a quote")  # fmt: skip
    for key, text in (
        ("number", "Q-1"),
        ("vendor", "Megastore"),
        ("Includes", "CPUs, memory, foo"),
    ):
        at.text_input(key=f"quote {key}").set_value(text)
    line = next(
        one for one in at.selectbox(key="quote line 0").options if "scratch: servers" in one
    )
    at.selectbox(key="quote line 0").select(line)
    at.text_input(key="quote price 0").set_value("31000")
    click(at, "take the quote")
    found = results(at)
    assert found["site/tiers:scratch/lines:servers", "unit_price"] == 31_000
    assert found["site/tiers:scratch/lines:memory", "line_cost"] == 0
    assert "in the price of Dell PowerEdge R7625" in shown(at)
    said = "quote Q-1 of Megastore includes 'foo', which isn't a part of the servers"
    assert any(said in warning for warning in found.warnings)


def test_what_a_quote_gives_for_nothing_needs_a_note() -> None:
    at = click(tab(scenario="templates/lab-nas").switch_page("ui/pages/design.py").run(),
               "enter a quote")  # fmt: skip
    at.text_input(key="quote number").set_value("Q-1")
    at.text_input(key="quote vendor").set_value("Megastore")
    line = next(one for one in at.selectbox(key="quote line 0").options if ": drives" in one)
    at.selectbox(key="quote line 0").select(line)
    at.text_input(key="quote price 0").set_value("0")
    click(at, "take the quote")
    assert "line 1, price: it costs nothing" in shown(at)
    at.text_input(key="quote note").set_value("free of charge")
    click(at, "take the quote")
    assert (
        results(at)[f"site/tiers:{line.split('(')[1].split(':')[0]}/lines:drives", "line_cost"] == 0
    )


def test_what_a_state_cant_reach_is_said_below_the_picture() -> None:
    at = tab(scenario="templates/flash-scratch").switch_page("ui/pages/design.py").run()
    said = "✗ 1 of 16 targets can&#x27;t be reached: files on it, and "
    assert said not in shown(at)
    at.selectbox(key="state of scratch").set_value("server down").run()
    assert said in shown(at)


def test_shingled_drives_say_so_before_and_after_they_are_taken() -> None:
    """SMR is warned of, host-managed SMR doesn't fit; each is a choice of the filter."""
    at = change(opened(), DRIVES, pieces.SWAP)
    at.text_input(key=f"search {DRIVES}").set_value("seagate").run()
    at.selectbox(key=f"Recording of {DRIVES}").set_value("host-managed SMR").run()
    assert "host-managed SMR, which no supported layout can use" in shown(at)
    at.selectbox(key=f"Recording of {DRIVES}").set_value("SMR").run()
    assert "✗ warning: project: the drives are SMR" in shown(at)
    click(at, f"take {DRIVES} seagate-exos-x28-28tb")
    assert "! the drives are SMR" in shown(at)


def test_an_own_part_takes_the_place_of_one_of_the_catalog() -> None:
    at = change(opened(), DRIVES, pieces.OWN)
    submit(at, "Use this part")
    assert "✗ Name: enter a name" in shown(at)
    at.text_input(key=f"own name {DRIVES}").set_value("Ours 40")
    at.text_input(key=f"own {DRIVES}.capacity").set_value("40 XB")
    submit(at, "Use this part")
    assert "✗ Capacity: " in shown(at)
    at.text_input(key=f"own {DRIVES}.capacity").set_value("40 TB")
    at.text_input(key=f"own {DRIVES}.price").set_value("900 EUR")
    at.text_input(key=f"own source {DRIVES}").set_value("their data sheet")
    submit(at, "Use this part")
    tier = results(at).plan.scenario.tiers[0]
    assert (tier.drives.part, tier.drives.name) == (None, "Ours 40")
    assert tier.drives.per_enclosure.value == 102
    assert results(at)["site/tiers:project", "drive_capacity"] == 40e12
    assert (
        'own part, <button type="button" class="door" data-why="site/tiers:project.drive_capacity">'
        in (shown(at))
    )
    assert results(at)["site/tiers:project/lines:drives", "unit_price"] == 900
    assert tier.drives.price.source == "their data sheet"
    click(at, "undo an edit")
    assert results(at).plan.scenario.tiers[0].drives.part == "wd-hc580-24tb-sas"


def submit(at: AppTest, label: str) -> AppTest:
    next(button for button in at.button if button.label == label).click().run()
    assert not at.exception
    return at


def test_a_price_is_stated_with_its_source_and_date() -> None:
    at = change(opened(), DRIVES, pieces.STATED)
    at.text_input(key=f"stated {DRIVES}.price").set_value("700 XB")
    at.text_input(key=f"stated {DRIVES}.weight").set_value("700 g")
    submit(at, "Apply")
    assert "✗ Unit price, net: " in shown(at)
    assert at.text_input(key=f"stated {DRIVES}.weight").value == "700 g"
    at.text_input(key=f"stated {DRIVES}.weight").set_value("")
    at.text_input(key=f"stated {DRIVES}.price").set_value("700 EUR")
    at.text_input(key=f"stated source {DRIVES}").set_value("a call")
    submit(at, "Apply")
    assert results(at)["site/tiers:project/lines:drives", "unit_price"] == 700
    assert results(at).plan.scenario.tiers[0].drives.price.source == "a call"
    assert "700" not in str(at.query_params)


def test_a_server_price_that_is_stated_keeps_what_it_included() -> None:
    """The estimate included processors: so does the price, unless one says otherwise."""
    servers = "tiers.0.servers"
    at = change(opened(), servers, pieces.STATED)
    at.text_input(key=f"stated {servers}.price").set_value("30000 EUR")
    assert at.pills(key=f"stated includes {servers}").value == ["processors"]
    submit(at, "Apply")
    stated = results(at).plan.scenario.tiers[0].servers.price
    assert (stated.value.amount, stated.includes) == (30_000, "processors")
    assert results(at)["site/tiers:project/lines:processors", "unit_price"] == 0
    assert results(at)["site", "capital_cost"] is not None


def test_a_quote_counts_by_its_quantities_and_stays_confidential() -> None:
    at = click(opened(), "enter a quote")
    click(at, "one more line of a quote")
    name = next(one for one in at.selectbox(key="quote line 0").options if "project: drives" in one)
    for n, price in enumerate(("800", SECRET)):
        at.selectbox(key=f"quote line {n}").select(name)
        at.text_input(key=f"quote price {n}").set_value(price)
    at.number_input(key="quote from 1").set_value(500)
    click(at, "take the quote")
    assert "missing: &#x27;number&#x27;" in shown(at)
    at.text_input(key="quote number").set_value("Q-4711")
    at.text_input(key="quote vendor").set_value("Megastore")
    click(at, "take the quote")
    assert results(at)["site/tiers:project/lines:drives", "unit_price"] == float(SECRET)
    assert list(work_of(at).of(TEMPLATE).files["quotes"]) == ["quote-q-4711.yaml"]
    assert SECRET not in str(at.query_params)
    assert re.search(r'role="status">\N{MINUS SIGN}[\d.]+ k EUR purchase cost<', shown(at))
    click(at, "enter a quote")
    at.text_input(key="quote number").set_value("q 4711")
    at.text_input(key="quote vendor").set_value("Another")
    at.selectbox(key="quote line 0").select(name)
    at.text_input(key="quote price 0").set_value("1")
    click(at, "take the quote")
    assert "a quote with this number exists" in shown(at)
    assert results(at)["site/tiers:project/lines:drives", "unit_price"] == float(SECRET)
    again = opened()
    assert results(again)["site/tiers:project/lines:drives", "unit_price"] == float(SECRET)
    assert 'role="status"' not in shown(again)
    click(again, "forget quote-q-4711.yaml")
    assert re.search(r'role="status">\+[\d.]+ k EUR purchase cost<', shown(again))
    assert results(again)["site/tiers:project/lines:drives", "unit_price"] != float(SECRET)


def test_a_part_that_a_tier_can_do_without_is_removed() -> None:
    at = change(opened(), "tiers.0.memory", pieces.REMOVE)
    assert results(at).plan.scenario.tiers[0].memory is None
    assert pieces.REMOVE not in at.menu_button(key=f"change {TEMPLATE} {DRIVES}").options
    click(at, "undo an edit")
    change(at, "tiers.0.adapters", pieces.REMOVE)
    assert "'cables' need 'adapters'" in words(at)
    assert results(at).plan.scenario.tiers[0].adapters is not None


@pytest.mark.parametrize("scenario", ["cri", "sequoia", "lcpq"])
def test_the_page_shows_systems_of_every_kind(scenario: str) -> None:
    at = opened(scenario)
    assert not at.exception
    assert at.title[0].value == "Design"


def test_what_serves_all_tiers_is_added_swapped_and_removed() -> None:
    at = unfolded(opened("beluga"), "for all tiers")
    assert ("site", "racks") not in results(at).values
    click(at, "add something shared")
    at.selectbox(key="part of shared rack").select("apc-ar3300")
    at.text_input(key="price of shared rack").set_value("lots")
    click(at, "add this to all")
    assert "✗ " in shown(at)
    at.text_input(key="price of shared rack").set_value("2000 CAD")
    click(at, "add this to all")
    assert ("site", "racks") in results(at).values
    at.menu_button(key="change beluga common.0").click(pieces.REMOVE).run()
    assert len(results(at).plan.scenario.common) == 0
    click(at, "undo an edit")
    at.menu_button(key="change beluga common.0").click(pieces.SWAP).run()
    click(at, "take common.0 apc-ar3100")
    assert results(at).plan.scenario.common[0].part == "apc-ar3100"


def test_pictures_say_what_they_show_and_open_it() -> None:
    at = opened("templates/flash-scratch")
    way, racks = (image.proto.imgs[0].alt for image in at.get("image"))
    assert way.startswith("Data path of scratch, healthy. Write, from clients to drives: Fabric:")
    assert racks.startswith("Rack elevations. Rack 1: 12 x Dell PowerEdge R7625;")
    layer, front = (b for one in at.get("html") if 'role="toolbar"' in (b := one.proto.body))
    about = "CPU and memory: upper bound"
    assert (
        layer.count(f'aria-label="{about}') == 5
    )  # its name, and for each way the bound and the rate
    assert 'data-why="site/tiers:scratch/lines:servers.line_count"' in front


def test_questions_beside_a_part_are_answered_there() -> None:
    at, room = opened("astra"), "questions of site/tiers:scratch servers"
    unfolded(at, room)
    assert not at.exception
    asked = {box.label for box in at.text_input if str(box.key).endswith("asked at servers")}
    assert {"Server memory slots", "Server x16 slots", "Drive PCIe lanes"} <= asked
    assert "CPUs per server" not in asked  # it is known
    drives = at.text_input(key="astra:tiers.0.drives.power asked at servers")
    assert drives.placeholder == "not stated; e.g. 9 W"
    assert any(
        "catalog needs them" in one.value and "NIC height" in one.value for one in at.caption
    )
    at.text_input(key="astra:tiers.0.servers.memory_slots asked at servers").set_value("16").run()
    assert not at.exception
    assert results(at).truth("site/tiers:scratch", "memory_fits") is True
    unfolded(at, room)
    left = {box.label for box in at.text_input if str(box.key).endswith("asked at servers")}
    assert asked - left == {"Server memory slots"}


def test_every_figure_of_a_section_has_its_widget() -> None:
    at = unfolded(opened(), "figures below tiers.0")
    key = f"group of {TEMPLATE} tiers.0"
    options = at.selectbox(key=key).options
    shares = "Policy stage efficiencies write"
    assert {"Drives", "Policy", shares, "States", "General"} <= set(options)
    at.selectbox(key=key).select("Drives").run()
    assert not at.exception
    rate = at.text_input(key=f"{TEMPLATE}:tiers.0.drives.read_bandwidth in its section")
    assert "298" in rate.placeholder
    assert "Survey of storage device classes" in rate.help
    rate.set_value("200 MB/s").run()
    assert results(at)["site/tiers:project", "drive_read_bandwidth"] == 200e6


def test_a_tier_given_as_a_whole_shows_what_is_given_and_has_own_parts() -> None:
    at = opened("cri")
    at.text_input(key="cri:tiers.0.given.capacity in its place").set_value("5 PB").run()
    assert results(at)["site", "usable_capacity"] == 5e15
    at.menu_button(key="change cri tiers.0.equipment").click(pieces.OWN).run()
    at.text_input(key="own tiers.0.equipment.power").set_value("9 kW")
    at.text_input(key="own name tiers.0.equipment").set_value("GPFS appliance")
    submit(at, "Use this part")
    assert results(at).plan.scenario.tiers[0].equipment.name == "GPFS appliance"
    assert results(at)["site", "equipment_power"] == 9000


def test_a_quote_after_the_price_date_says_so_and_moves_the_date() -> None:
    """Where it was entered, with the remedy at hand."""
    at = click(opened(), "enter a quote")
    for key, text in (("number", "Q-1"), ("vendor", "Megastore")):
        at.text_input(key=f"quote {key}").set_value(text)
    at.date_input(key="quote Date").set_value(datetime.date(2026, 12, 1))
    name = next(one for one in at.selectbox(key="quote line 0").options if "project: drives" in one)
    at.selectbox(key="quote line 0").select(name)
    at.text_input(key="quote price 0").set_value("700")
    click(at, "take the quote")
    price = "site/tiers:project/lines:drives", "unit_price"
    assert results(at)[price] != 700
    said = [one.value for one in at.warning if "don't count" in one.value]
    assert [one.replace("\\", "") for one in said] == [
        "quote Q-1 of Megastore: prices that don't count: later than the price date."
    ]
    click(at, "move the price date")
    assert results(at)[price] == 700
    assert not [one for one in at.warning if "don't count" in one.value]


def test_drives_of_special_vdevs_have_a_row() -> None:
    """They are named with their number and price, whether a part is stated or not."""
    at = opened()
    layout = "5 x raidz2:10 + special mirror:2 of 1.6 TB + log mirror:2 of 400 GB"
    edit(at, "tiers.0.target.layout", layout)
    assert not at.exception
    assert "Drives of special mirror:2" in shown(at)
    assert "Drives of log mirror:2" in shown(at)
    assert "400 GB for log mirror:2" in shown(at).replace("\xa0", " ")
    edit(at, "tiers.0.vdev_drives", [{"part": "micron-7600-max-1600gb", "price": "900 EUR"}])
    assert not at.exception
    assert "Micron 7600 MAX" in shown(at)
    assert re.search(r"900\sEUR", shown(at))
