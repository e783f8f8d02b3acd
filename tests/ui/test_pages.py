"""Each page runs, shows what the results say, and takes edits and files without losing anything."""

from __future__ import annotations

import ast
import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml
from streamlit.testing.v1 import AppTest

from model.answers.results import Results
from model.answers.sensitivity import ranked
from model.calibration.fit import shares
from model.design.binding import below, said
from model.planning.loading import load_scenario
from model.pools.answers import zfs_answers
from model.pools.groups import raid_groups
from model.pools.pool import zfs_pool
from model.reading.fields import Stated, Strict
from model.reading.rewritten import rewritten
from model.units.brief import about
from model.units.figures import THIN, grouped, show, show_both
from report.statement import statement
from ui import figures, origins, wanted
from ui.fields import Reader
from ui.marked import BOX

ROOT = Path(__file__).parents[2]
APP = ROOT / "app.py"
PLACES = {
    "start": ("start", ""),
    "overview": ("needs", "Requirements"),
    "machine": ("needs", "Machine"),
    "demand": ("needs", "Growth"),
    "contents": ("needs", "Files and clients"),
    "measured": ("needs", "Workloads"),
    "room": ("needs", "Room and policy"),
    "basis": ("needs", "What it rests on"),
    "design": ("design", ""),
    "capacity": ("capacity", "From raw to planned"),
    "growth": ("capacity", "Growth"),
    "files": ("capacity", "Files and memory"),
    "performance": ("performance", "Chain"),
    "states": ("performance", "States"),
    "remedies": ("performance", "What next"),
    "workloads": ("performance", "Workloads"),
    "checkpoint": ("performance", "Checkpoints"),
    "caches": ("performance", "Caches and latency"),
    "cost": ("cost", "Cost"),
    "racks": ("cost", "Racks"),
    "questions": ("cost", "Questions"),
    "certainty": ("certainty", ""),
    "compare": ("compare", "Beside each other"),
    "search": ("compare", "Search"),
    "catalog": ("library/catalog", ""),
    "glossary": ("library/glossary", ""),
    "numbers": ("library/numbers", ""),
    "validation": ("library/validation", ""),
    "calibration": ("library/calibration", ""),
    "calculator": ("library/calculator", ""),
    "explorer": ("library/explorer", ""),
    "units": ("library/units", ""),
}
"""Where what is tested stands: the page, and which part of it."""
SCENARIOS = tuple(sorted(file.stem for file in (ROOT / "scenarios").glob("*.yaml")))
NBSP = "\N{NO-BREAK SPACE}"
ASTRA = (ROOT / "scenarios/astra.yaml").read_bytes()


def unfolded(at: AppTest, *keys: str) -> AppTest:
    """Open lines of the page: what is below them is made then."""
    for key in keys:
        at.session_state[f"{key} of {at.session_state.choice} is open"] = True
    return at.run()


def went(at: AppTest, place: str) -> AppTest:
    """Turn to a page, and to a part of it."""
    page, part = PLACES[place]
    if part:
        at.session_state[f"{page}_part"] = part
    return at.switch_page(f"ui/pages/{page}.py").run()


def opened(scenario: str = "astra", page: str = "overview", **params: str | list[str]) -> AppTest:
    at = AppTest.from_file(str(APP), default_timeout=60)
    at.session_state["menu is open"] = True
    at.query_params["scenario"] = scenario
    for name, value in params.items():
        at.query_params[name] = value
    if not params:
        return went(at, page)
    at.switch_page("ui/pages/needs.py").run()
    went(at, page)
    for name, value in params.items():
        at.query_params[name] = value
    return at.run()


def change(at: AppTest, path: str, value: Any) -> AppTest:
    """Change a figure as its widget does, wherever that stands."""
    edits = at.session_state["edits"].setdefault(at.session_state["choice"], {})
    if value == "":
        edits.pop(path, None)
    else:
        edits[path] = value
    return at.run()


def results(at: AppTest) -> Results:
    found: Results = at.session_state["results"]
    return found


def tables(at: AppTest) -> str:
    """What the tables say; narrow spaces are drawn as others, for fonts have hardly any."""
    return "".join(element.proto.body for element in at.get("html")).replace(NBSP, THIN)


def metric(at: AppTest, label: str) -> str:
    """What the card of a number says."""
    return cards(at)[label]


def cards(at: AppTest) -> dict[str, str]:
    found = re.findall(
        r'class="card"><span class="label"[^>]*>(.*?)</span><button[^>]*>(.*?)</', tables(at)
    )
    return {unescape(label): unescape(value) for label, value in found}


def as_table(at: AppTest, what: str = "steps") -> AppTest:
    """Choose the table in place of the bars."""
    at.session_state[f"{what} as"] = "Table"
    return at.run()


def usable_exactly(at: AppTest) -> int:
    """How much is usable, as the page says it to the byte."""
    (found,) = re.findall(r"to the byte: <button[^>]*>([^<]*) B<", tables(at))
    return int(unescape(found).replace(THIN, ""))


def field(at: AppTest, path: str) -> str:
    return f"{at.session_state['choice']}:{path} in its place"


@pytest.mark.parametrize("scenario", ["astra", "cri", "sequoia"])
def test_each_page_runs_without_an_exception(scenario: str) -> None:
    at = opened(scenario)
    for page in PLACES:
        went(at, page)
        assert not at.exception, page
        assert not at.error, page
        assert at.title, page
        told = [one.value for kind in (at.info, at.markdown, at.caption) for one in kind]
        assert not [text for text in told if "```" in text or "\n    " in text], f"YAML on {page}"
        # Streamlit makes 1 of a typed 1.5 in a box of whole numbers, before anybody sees it.
        cutting = [one.label for one in at.number_input if one.proto.data_type == one.proto.INT]
        assert not cutting, page


def parts_of(page: Path) -> list[str]:
    """Name the parts of a page; one that has none is a part of no name."""
    for node in ast.parse(page.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PARTS":
            return [key.value for key in node.value.keys]
    return [""]


def test_each_page_and_part_is_among_the_places() -> None:
    folder = ROOT / "ui/pages"
    pages = [page for page in folder.rglob("*.py") if page.stem != "__init__"]
    there = {
        (page.relative_to(folder).with_suffix("").as_posix(), part)
        for page in pages
        for part in parts_of(page)
    }
    assert there == set(PLACES.values())


def test_a_number_is_found_by_words() -> None:
    """The site's first, as a door to its derivation."""
    at = went(opened("astra"), "numbers")
    at.text_input(key="sought number").set_value("usable capacity").run()
    found = tables(at).partition("</tr>")[2]
    assert found.index("413.7") < found.index("scratch")
    assert 'data-why="site.usable_capacity"' in found


@pytest.mark.parametrize(
    ("name", "value"),
    [("other_servers_hit", "20"), ("fill_limit", "80 %")],
)
def test_shares_are_in_percent_and_counts_are_not(name: str, value: str) -> None:
    """Twenty servers that a state hits were 2,000 %."""
    at = went(opened("astra"), "numbers")
    at.text_input(key="sought number").set_value(name).run()
    figures = re.findall(rf"<tr(?:(?!</tr>).)*>{name}<", tables(at))
    assert figures
    assert any(f">{value}<" in one.replace(THIN, " ") for one in figures), figures


@pytest.mark.parametrize("page", sorted({page for page, _ in PLACES.values()}))
def test_a_page_has_no_loose_text(page: str) -> None:
    """Streamlit would show the docstring of a constant at the top of the page."""
    body = ast.parse((ROOT / f"ui/pages/{page}.py").read_text(encoding="utf-8")).body[1:]
    assert not [n for n in body if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)]


def test_each_page_runs_for_every_tier() -> None:
    at = opened("beluga")
    at.session_state["tier"] = "metadata"
    for page in PLACES:
        went(at, page)
        assert not at.exception, page
        assert at.session_state["tier"] == "metadata", page


def test_metrics_are_the_results() -> None:
    at = opened("astra", "checkpoint")
    best = results(at)["site", "checkpoint_interval"]
    assert metric(at, "Best interval") == show(best, "second") == "6.962 h"


def test_the_overview_says_what_is_committed_and_what_the_bound_would_do() -> None:
    at = opened()
    assert "commits 187.5 GB/s write (at most 250 GB/s bound)" in at.markdown[0].value
    text = tables(at)
    for words in ("204.8 GB/s", "187.5 GB/s", "✗ not met", "✓ met", "at most 250 GB/s"):
        assert words in text
    assert "204.8 GB/s is not met" in at.warning[0].value
    assert "if each stage delivers all of its rate" in at.warning[0].value
    assert "at most 250 GB/s" in at.warning[0].value


def stages_as(at: AppTest, how: str) -> AppTest:
    """Choose what shows the stages of a chain: data path, bars or table."""
    at.session_state["stages as"] = how
    return at.run()


def test_an_unknown_stage_is_listed_and_not_drawn() -> None:
    at = stages_as(opened("lcpq", "performance"), "Table")
    said = " ".join(element.value for element in at.markdown)
    assert "Not known, so not counted: CPU and memory, HBA, HBA PCIe" in said
    assert any("CPU and memory (Processor write time" in one.help for one in at.markdown)
    assert "its parts, in part" in tables(at), "of memory a bound is known"
    stages_as(at, "Bars")
    assert "HBA PCIe" not in at.get("plotly_chart")[0].proto.spec


def test_a_scenario_without_checkpoints_has_an_empty_state() -> None:
    at = opened("beluga", "checkpoint")
    assert "No checkpoints are planned yet" in at.info[0].value


def test_an_edit_changes_the_result_and_can_be_reset() -> None:
    at = opened("astra", "capacity")
    before = results(at)["site", "usable_capacity"]
    change(at, "tiers.0.blocks", 20)
    assert results(at)["site", "usable_capacity"] == pytest.approx(2 * (before or 0))
    assert usable_exactly(at) == results(at)["site", "usable_capacity"]
    went(at, "design")
    assert at.number_input(key=field(at, "tiers.0.blocks")).value == 20
    next(button for button in at.button if button.label == "Reset edits").click().run()
    assert results(at)["site", "usable_capacity"] == before
    assert at.number_input(key=field(at, "tiers.0.blocks")).value == 10


def test_a_fraction_of_a_block_is_refused_at_its_box_and_not_cut() -> None:
    at = opened("beluga", "design")
    at.number_input(key=field(at, "tiers.0.blocks")).set_value(1.5).run()
    assert "found 1.5\\: write a whole number" in at.error[0].value
    assert results(at).plan.scenario.tiers[0].blocks.value == 1
    assert at.number_input(key=field(at, "tiers.0.blocks")).value == 1.5
    at.number_input(key=field(at, "tiers.0.blocks")).set_value(2.0).run()
    assert not at.error
    assert at.session_state["edits"]["beluga"] == {"tiers.0.blocks": 2}
    assert results(at).plan.scenario.tiers[0].blocks.value == 2


def test_a_fraction_of_a_vdev_is_refused_and_the_last_whole_number_counts() -> None:
    at = opened(page="explorer", vdevs="3")
    of_three = tables(at)
    at.number_input(key="vdevs").set_value(2.5).run()
    assert not at.exception
    words = tables(at).replace("\\2e ", ".").replace("\\3a ", ":").replace("\\2c ", ",")
    assert "write a whole number, not 2.5: 3 counts" in words
    assert [one for one in of_three.splitlines() if one not in tables(at)] == []


def test_an_edit_plans_anew_only_what_it_touches() -> None:
    at = opened("beluga", "design")
    before = results(at).plan.root.children
    at.number_input(key=field(at, "tiers.0.blocks")).set_value(9).run()
    after = results(at).plan.root.children
    assert after["tiers"][0] is not before["tiers"][0]
    assert after["metadata"][0] is before["metadata"][0]


def test_edits_of_a_scenario_wait_while_another_one_is_shown() -> None:
    at = unfolded(opened(page="design"), "how 0")
    at.text_input(key=field(at, "tiers.0.drives.capacity")).set_value("3.2 TB").run()
    edited = results(at)["site", "raw_capacity"]
    at.selectbox(key="chosen scenario").select("beluga").run()
    at.selectbox(key="chosen scenario").select("astra").run()
    assert results(at)["site", "raw_capacity"] == edited
    unfolded(at, "how 0")
    assert at.text_input(key=field(at, "tiers.0.drives.capacity")).value == "3.2 TB"


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        ("tiers.0.drives.capacity", "3.2", "has no unit"),
        ("tiers.0.drives.capacity", "3.2 Tb", "bits or bytes"),
        ("tiers.0.target.layout", "raidz9:8", "is no layout"),
        ("tiers.0.target.layout", "draid1:40d:8c:0s", "leave 7 for data"),
        ("economics.energy_price", "0.2 EUR/kWh", "the scenario counts in USD"),
    ],
)
def test_a_wrong_edit_is_said_and_the_plan_stays(path: str, text: str, words: str) -> None:
    at = opened(page="cost" if path.startswith("economics.") else "design")
    unfolded(at, "economics", "how 0")
    before = results(at)["site", "usable_capacity"]
    at.text_input(key=field(at, path)).set_value(text).run()
    assert words in at.error[0].value
    assert not at.exception
    assert results(at)["site", "usable_capacity"] == before
    assert at.text_input(key=field(at, path)).value == text
    at.text_input(key=field(at, path)).set_value("").run()
    assert not at.error


def test_the_address_brings_edits_and_never_money() -> None:
    at = opened(edit=["tiers.0.blocks=12", "tiers.9.nothing=1", "nonsense"])
    assert results(at)["site/tiers:scratch", "blocks"] == 12
    change(at, "requirements.budget", "1 MUSD")
    change(at, "economics.energy_price", "0.2 USD/kWh")
    change(at, "economics.pue", "1.3")
    assert at.query_params["edit"] == ["tiers.0.blocks=12", "economics.pue=1.3"]
    assert at.query_params["scenario"] in ("astra", ["astra"])


def test_an_address_may_name_a_scenario_in_capitals() -> None:
    at = opened("Sequoia", edit=["tiers.0.blocks=12"])
    assert results(at).plan.scenario.name.startswith("Sequoia")
    assert results(at).plan.scenario.tiers[0].blocks.value == 12


@pytest.mark.parametrize(
    "edit",
    [
        "tiers.0.blocks=-3",
        "tiers.0.blocks=many",
        "tiers.0.blocks=9007199254740993",
        "tiers.0.policy.fill_limit=x",
        "economics.years=25",
        "a=b",
    ],
)
def test_nonsense_in_the_address_is_no_traceback(edit: str) -> None:
    at = opened(edit=[edit])
    assert not at.exception
    assert results(at)["site/tiers:scratch", "blocks"] == 10


def test_a_count_may_be_none_where_the_scenario_says_so() -> None:
    at = opened("beluga", "contents")
    clients = {"nodes": 100, "cores": 40, "login_nodes": 0}
    at.file_uploader[0].upload("mine.yaml", put("clients")(clients)).run()
    assert not at.error
    assert not at.exception
    (box,) = [one for one in at.text_input if one.key.endswith(" clients.login_nodes")]
    assert box.value == "0"


@pytest.mark.parametrize(
    ("scenario", "path"),
    [("lcpq", "tiers.0.drives.surface_factor"), ("sequoia", "tiers.1.drives.surface_factor")],
)
def test_every_figure_that_a_page_offers_outlives_a_reload(scenario: str, path: str) -> None:
    """Those of the largest assumptions, and those that a calibration takes over, too."""
    at = opened(scenario, edit=[f"{path}=0.55", "nope=2"])
    assert at.session_state.edits[scenario] == {path: 0.55}
    assert "'nope'" in at.warning[0].value
    assert not at.exception


def test_no_staff_is_no_money_a_year() -> None:
    at = unfolded(opened("sequoia", "cost"), "economics")
    staff = field(at, "economics.staff_cost")
    assert at.text_input(key=staff).value == "0 USD/year"
    at.text_input(key=staff).set_value("0 USD/year").run()
    assert not at.error


def test_what_pages_offer_can_stand_in_an_address() -> None:
    for scenario in SCENARIOS:
        at = opened(scenario)
        fields = Reader(results(at)).everywhere()
        offered = {one.path for one in shares(results(at))}
        offered |= {one.provenance.field for one in ranked(results(at)) if one.provenance.field}
        assert offered <= fields.keys()


def test_an_edit_in_the_address_that_changes_nothing_is_none() -> None:
    at = opened(edit=["tiers.0.blocks=10", "tiers.0.policy.fill_limit=0.7"])
    assert at.session_state.edits["astra"] == {"tiers.0.policy.fill_limit": 0.7}
    went(at, "design")
    at.number_input(key=field(at, "tiers.0.blocks")).set_value(12).run()
    at.number_input(key=field(at, "tiers.0.blocks")).set_value(10).run()
    assert at.session_state.edits["astra"] == {"tiers.0.policy.fill_limit": 0.7}


def test_a_figure_is_set_back_while_another_is_wrong() -> None:
    at = opened(page="design")
    blocks, layout = field(at, "tiers.0.blocks"), field(at, "tiers.0.target.layout")
    at.number_input(key=blocks).set_value(20).run()
    at.text_input(key=layout).set_value("raidz9:8").run()
    assert at.error
    at.number_input(key=blocks).set_value(10).run()
    assert at.number_input(key=blocks).value == 10
    at.number_input(key=blocks).set_value(20).run()
    at.text_input(key=layout).set_value("").run()
    assert not at.error
    assert at.session_state.edits["astra"] == {"tiers.0.blocks": 20}
    assert results(at)["site/tiers:scratch", "blocks"] == 20


def test_amounts_have_four_digits_on_a_page_and_all_under_the_pointer() -> None:
    """What the lines of a tier come to is no bill; the lines themselves are, and are exact."""
    at = opened("templates/project-space", "cost")
    cost = results(at)["site", "equipment_cost"]
    full = f"{grouped(cost or 0.0)} EUR".replace(THIN, NBSP)
    assert f'title="{full}"><button' in tables(at).replace(THIN, NBSP)
    assert about(cost or 0.0, "EUR", 4) == "1.755 M EUR"
    assert ">1.755 M EUR</button>" in tables(at)
    assert full not in re.sub('title="[^"]*"', "", tables(at).replace(THIN, NBSP))
    at.toggle(key="all lines of the bill").set_value(True).run()
    line = next(line for line in results(at).plan.lines if line.name.startswith("Western"))
    price = results(at)[line.path, "unit_price"] or 0.0
    assert f">{grouped(price)} EUR<".replace(THIN, NBSP) in tables(at).replace(THIN, NBSP)


def test_a_price_enters_the_cost() -> None:
    at = unfolded(opened("astra", "cost"), "entered")
    prices = [box for box in at.text_input if box.key and ".price " in box.key]
    for box in prices:
        box.set_value("1000 USD")
    at.run()
    gross = results(at)["site", "gross_capital_cost"]
    assert metric(at, "Purchase with VAT") == ("unknown" if gross is None else about(gross, "USD"))
    assert at.get("plotly_chart")
    # Energy has no price yet: of the years, the known part stands there, and says what is missing.
    assert "With years, discounted" not in cards(at)
    assert metric(at, "With years, known part") != "unknown"
    assert "Purchase, known part" not in cards(at)


def test_a_price_in_another_currency_is_said() -> None:
    at = unfolded(opened("astra", "cost"), "entered")
    price = next(box for box in at.text_input if box.key and "servers.price " in box.key)
    price.set_value("1000 EUR").run()
    assert "the scenario counts in USD" in at.error[0].value
    assert not at.exception


def asked(at: AppTest, number: str) -> AppTest:
    """Click a number, as far as the server sees it."""
    at.session_state["asked number"] = number
    return at.run()


def test_any_number_opens_its_derivation_down_to_the_source() -> None:
    at = as_table(opened("astra", "capacity"))
    assert 'data-why="site/tiers:scratch.raw_capacity"' in tables(at)
    asked(at, "site/tiers:scratch.raw_capacity")
    text = tables(at)
    assert ">Raw capacity (scratch)</span><strong>512 TB</strong>" in text
    assert any("drives*drive_capacity" in code.value.replace(" ", "") for code in at.code)
    assert at.latex[0].value
    assert 'data-why="site/tiers:scratch.drive_capacity">1.6 TB' in text
    assert "scenarios/astra.yaml" in text
    cited = at.code[-1].value
    assert cited.startswith("Raw capacity (scratch): 512 TB = ")
    assert cited.endswith(", Astra.")
    at.run()
    assert "<strong>512 TB" not in tables(at), "another run closes it"


def test_a_link_opens_a_derivation_once() -> None:
    at = opened("astra", "overview", why="site.usable_capacity")
    assert "<strong>413.7 TB</strong>" in tables(at)
    assert "why" not in at.query_params
    at = opened("astra", "overview", why="site.nothing")
    assert not at.exception
    assert "no quantity of this scenario" in at.toast[0].value


def test_what_only_hands_a_number_on_is_passed_over() -> None:
    """The site's usable capacity is its only tier's, and that its only pool's."""
    at = asked(opened("astra"), "site.usable_capacity")
    assert not any("total(usable_capacity)" in code.value for code in at.code)


def test_an_unknown_number_says_what_it_waits_for() -> None:
    at = asked(opened("astra"), "site.capital_cost")
    assert any("Unit price" in one.value for one in at.warning)


@pytest.mark.parametrize("scenario", ["beluga", "cri"])
def test_every_number_can_be_explained(scenario: str) -> None:
    at = opened(scenario)
    for path, name in list(results(at).values)[::150]:
        asked(at, f"{path}.{name}")
        assert not at.exception, (path, name)
        assert "ost drawer" in tables(at)


def spoilt(edit: Callable[[dict], None]) -> bytes:
    data = yaml.safe_load(ASTRA)
    data["economics"]["price_date"] = "2019-12-31"
    data["published"] = []
    edit(data)
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False).encode()


def put(*keys: str | int) -> Callable[[object], bytes]:
    def spoil(value: object) -> bytes:
        def edit(data: dict) -> None:
            for key in keys[:-1]:
                data = data[key]
            data[keys[-1]] = value

        return spoilt(edit)

    return spoil


TIER = ("tiers", 0)
BOMB = b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (c, c, b",".join([b"*%c" % (c - 1)] * 9)) for c in b"bcdefghij"
)
BAD_FILES = {
    "a misspelt field": (put(*TIER, "blokcs")(3), "did you mean 'blocks'"),
    "a wrong unit": (put(*TIER, "drives", "capacity")("10 GB/s"), "is of another kind"),
    "an unknown part": (put(*TIER, "servers", "part")("hpe-apolo-4520"), "hpe-apollo-4520"),
    "more spares than drives": (put(*TIER, "target", "reserved_spares")(80), "than the 32 drives"),
    "a negative count": (put(*TIER, "blocks")(-1), "tiers.0.blocks"),
    "nothing": (b"", "the file is empty"),
    "no text": (bytes(range(256)) * 8, "UTF-8"),
    "a bomb": (BOMB, ""),
    "too much": (b"a: " + b"x" * 5_500_000, "too large"),
    "no scenario": (b"- 1\n- 2\n", ""),
}


@pytest.mark.parametrize(("text", "words"), BAD_FILES.values(), ids=BAD_FILES.keys())
def test_a_bad_file_gives_clear_lines_and_the_plan_stays(text: bytes, words: str) -> None:
    at = opened()
    before = results(at)["site", "usable_capacity"]
    at.file_uploader[0].upload("mine.yaml", text).run()
    assert not at.exception
    assert words in at.error[-1].value
    assert "mine" in at.error[-1].value
    assert at.session_state["choice"] == "astra"
    assert results(at)["site", "usable_capacity"] == before


def test_a_file_that_is_refused_does_not_look_opened() -> None:
    """Beside its chip it says so, and which scenario stays chosen, until another is opened."""
    at = opened("astra")
    at.file_uploader[0].upload("mine.yaml", b"schema: ostimate.scenario/1\nname: 3\n").run()
    words = "mine.yaml isn't opened, the page says why; Astra stays chosen."
    assert words in [one.value for one in at.error]
    assert at.selectbox(key="chosen scenario").value == "astra"
    at.file_uploader[0].upload("mine.yaml", ASTRA).run()
    assert not at.error


def test_a_refused_edit_is_told_by_its_label() -> None:
    at = opened("astra")
    change(at, "tiers.0.target.layout", "raidz9:4")
    assert "Layout of a target\\: 'raidz9" in at.error[0].value
    field = '[class*="-tiers-0-target-layout-"]'
    assert f"{field} {BOX} {{ outline" in tables(at), "and its field is marked"
    assert f'{field}::after {{ content: "\\27 raidz9\\3a 4\\27  is no layout' in tables(at)


def test_no_text_leaves_the_style_that_says_it() -> None:
    """What somebody typed stands in a complaint, and is neither a rule nor a tag."""
    at = opened("astra")
    change(at, "tiers.0.target.layout", '8"} </style><script>x()</script> \\" é')
    (said,) = (one for one in tables(at).split("<style>") if "::after" in one)
    assert "<script>x" not in tables(at)
    assert said.partition('content: "')[2].partition('"')[2].startswith("; color")


def test_one_selector_shows_the_tier() -> None:
    """What is chosen on one page is what the next one is about."""
    at = opened("beluga", "design")
    at.segmented_control(key="tier on the page").set_value("metadata").run()
    for page in ("capacity", "performance", "caches"):
        went(at, page)
        assert [one.value for one in at.segmented_control if one.label == "Tier"] == ["metadata"]


def test_all_problems_of_a_file_are_said() -> None:
    def edit(data: dict) -> None:
        data["tiers"][0]["blokcs"] = 3
        data["machine"]["node_memory"] = "128"
        data["tiers"][0]["servers"]["part"] = "hpe-apolo-4520"
        data["tiers"][0]["target"]["reserved_spares"] = 80

    at = opened()
    at.file_uploader[0].upload("mine.yaml", spoilt(edit)).run()
    assert at.error[-1].value.count("\n- ") == 4
    assert "hpe-apollo-4520" in at.error[-1].value
    assert "than the 32 drives" in at.error[-1].value


def test_a_good_file_is_chosen_and_can_be_taken_away_again() -> None:
    at = opened()
    at.file_uploader[0].upload("mine.yaml", put("name")("Mine")).run()
    assert results(at).plan.scenario.name == "Mine"


def test_a_saved_scenario_plans_the_same() -> None:
    at = opened()
    change(at, "tiers.0.blocks", 7)
    change(at, "tiers.0.target.layout", "raidz2:8")
    data = results(at).plan.scenario.data
    text = rewritten(ASTRA, data)
    again = origins.planned(load_scenario("again.yaml", text), {})
    assert again.values == results(at).values


def test_a_file_that_comes_again_is_planned_again() -> None:
    at = opened()
    at.file_uploader[0].upload("mine.yaml", put(*TIER, "blocks")(3)).run()
    before = results(at)["site", "raw_capacity"] or 0
    at.file_uploader[0].clear().run()
    at.file_uploader[0].upload("mine.yaml", put(*TIER, "blocks")(6)).run()
    assert results(at)["site", "raw_capacity"] == 2 * before


def test_the_calculator_says_what_the_pool_does() -> None:
    """The answer is the model's, and a wrong layout gets a line."""
    at = opened("astra", "calculator")
    assert grouped(zfs_pool("19 x raidz3:11", "10 TB").available) in tables(at)
    at.text_input(key="layout").set_value("raidz9:4").run()
    assert not at.exception
    assert "is no layout" in at.error[0].value


@pytest.mark.parametrize("page", ["calculator", "explorer"])
def test_a_link_with_values_that_are_not_known(page: str) -> None:
    """What can't be shown is said, with what is shown instead, until somebody chooses another."""
    at = opened("astra", page, release="9.9", ashift="77", partitioning="foo")
    [warning] = [one.value for one in at.warning]
    for words in ("'9.9'", "2.4 is shown", "ashift '77'", "12 is shown", "'foo'", "none is shown"):
        assert words in warning
    at.selectbox(key="release").set_value("2.1").run()
    assert "9.9" not in at.warning[0].value
    assert not opened("astra", page, release="2.1", ashift="13").warning


@pytest.mark.parametrize("page", ["calculator", "explorer"])
def test_a_tools_link_holds_its_own_fields_alone(page: str) -> None:
    """These pages need no scenario; those that do share it again, with its edits."""
    at = opened("beluga", page, edit=["tiers.0.blocks=3"], drive="12 TB")
    assert at.session_state["choice"] == "beluga"
    assert set(at.query_params) == {"drive"}
    went(at, "capacity")
    assert at.query_params["scenario"] in ("beluga", ["beluga"])
    assert at.query_params["edit"] in ("tiers.0.blocks=3", ["tiers.0.blocks=3"])


def test_the_unit_page_says_both_bases() -> None:
    """3.9 PB are 3.464 PiB; the prefixes' distances are exact; a bare T is refused."""
    at = opened("astra", "units")
    assert at.metric[1].value.startswith("3.463")
    assert "+12.5900 %" in tables(at)
    at.text_input(key="capacity").set_value("10T").run()
    assert not at.exception
    assert "TB" in at.error[0].value


def test_a_queue_with_too_many_requests_grows_without_end() -> None:
    """60 requests a second of 20 ms each ask for 1.2 stations: all five waits have no end."""
    at = opened("astra", "caches")
    assert "grows without end" not in tables(at)
    at.text_input(key="queue arrival_rate").set_value("60 /s").run()
    assert not at.exception
    assert tables(at).count("grows without end") == 5
    assert "1.2" in tables(at)


@pytest.mark.parametrize(
    ("edit", "path", "value"),
    [
        ("tiers.0.target.release=2.1", "release", "2.1"),
        ("tiers.0.target.layout=raidz2:16", "layout", "raidz2:16"),
    ],
)
def test_a_text_in_the_address_stays_a_text(edit: str, path: str, value: str) -> None:
    """A release looks like a number, and a reload must not make it one."""
    at = opened(edit=[edit])
    assert not at.error
    assert getattr(results(at).plan.scenario.tiers[0].target, path) == value


def test_every_edit_of_the_address_comes_back_as_it_was_made() -> None:
    at = opened()
    change(at, "tiers.0.target.release", "2.1")
    change(at, "checkpoint.ratio", "150")
    change(at, "tiers.0.policy.fill_limit", 0.7)
    change(at, "tiers.0.blocks", 11)
    shared = at.query_params["edit"]
    again = opened(edit=shared)
    assert not again.error
    assert results(again).values == results(at).values
    assert again.session_state["edits"] == at.session_state["edits"]


def test_a_lost_upload_is_said_and_its_edits_are_not_taken() -> None:
    at = opened("Mine (from mine.yaml)", edit=["tiers.0.blocks=12"])
    assert "stays in the browser that opened it; open it again" in at.info[0].value
    assert results(at)["site/tiers:scratch", "blocks"] == 10
    at.selectbox(key="chosen scenario").select("beluga").run()
    assert not at.info or "reload" not in at.info[0].value
    assert "no scenario 'nowhere'" in opened("nowhere").info[0].value


def said_of_cost(at: AppTest) -> str:
    """What is said below the sums; where no price is known, a part of it under the pointer."""
    (found,) = (one for one in at.caption if "discount rate" in f"{one.value} {one.help}")
    return f"{found.value} {found.help}".replace("\\", "")


def test_what_is_left_out_of_the_cost_is_said_until_it_is_entered() -> None:
    at = opened("astra", "cost")
    assert "stated of it: maintenance, staff, space" in said_of_cost(at)
    change(at, "economics.maintenance_rate", "5 %")
    assert "stated of it: staff, space" in said_of_cost(at)
    change(at, "economics.staff_cost", "80000 USD/year")
    assert "stated of it: space" in said_of_cost(at)


def test_a_step_that_takes_nothing_is_left_out() -> None:
    at = opened("astra", "capacity")
    assert "Distributed spare capacity" not in tables(at)
    assert "Distributed spare" not in at.get("plotly_chart")[0].proto.spec
    change(at, "tiers.0.target.layout", "draid2:6d:16c:2s")
    assert not at.error
    assert "Distributed spare" in at.get("plotly_chart")[0].proto.spec
    assert "Distributed spare capacity" in tables(as_table(at))
    assert not at.get("plotly_chart"), "a figure stands once"


def test_only_tiers_on_zfs_offer_its_release() -> None:
    """ZFS on drives or on RAID groups has a release; ext4 under BeeGFS has none."""
    for name, has in (("beluga", True), ("sequoia", True), ("lcpq", False)):
        reader = Reader(results(opened(name, "capacity")))
        paths = {field.path for field in reader.all()}
        assert ("tiers.0.target.release" in paths) is has
        assert ("tiers.0.target.layout" in paths) is True


def test_a_tier_given_as_a_whole_is_drawn_in_its_units() -> None:
    """CRI's raw capacity is unknown: its columns are in PB and PiB all the same."""
    drawn = tables(as_table(opened("cri", "capacity")))
    assert re.search(r'<th class="r"[^>]*>PB</th>', drawn)
    assert re.search(r'<th class="r"[^>]*>PiB</th>', drawn)
    assert "3.900" in drawn


def test_the_statement_for_a_tender_says_all_steps_of_all_tiers() -> None:
    at = unfolded(opened("beluga", "capacity"), "statement")
    text = next(code.value for code in at.code if "df reports" in code.value)
    said = " ".join(text.split())
    for tier in statement(results(at)).tiers:
        for sentence in tier.sentences:
            assert sentence.text in said
    for _, path in results(at).tiers():
        raw, planned = (results(at)[path, f"{step}_capacity"] or 0 for step in ("raw", "planned"))
        assert f"{100 * planned / raw:.2f} %" in text
    for words in ("TB", "TiB", "of raw", "10^12", "What ZFS keeps back for itself."):
        assert words in text
    assert max(map(len, text.splitlines())) <= 72


def test_the_calculator_takes_roles_partitions_and_encryption() -> None:
    layout = "draid2:8d:53c:3s + special mirror:2 of 960 GB"
    at = opened("astra", "calculator")
    at.text_input(key="layout").set_value(layout).run()
    at.selectbox(key="partitioning").select("linux").run()
    at.text_input(key="luks").set_value("16 MiB").run()
    pool = zfs_pool(layout, "10 TB", partitioning="linux", luks="16 MiB")
    assert grouped(pool.available) in tables(at)
    assert not at.error
    assert "2.1 is the first" in tables(at)


def test_the_calculator_takes_raid_groups() -> None:
    """Layouts of tiers are answered for, too; a wrong one gets a line, with what to write."""
    at = opened("astra", "calculator")
    at.text_input(key="layout").set_value("2 x gridraid:41").run()
    assert grouped(raid_groups("2 x gridraid:41", "10 TB").exported) in tables(at)
    assert not at.error
    at.text_input(key="layout").set_value("raid6:41").run()
    assert not at.exception
    assert "at most 32 drives" in at.error[0].value


def test_the_calculator_says_what_may_be_kept() -> None:
    """Fill limit, snapshots, compression and files are the model's; bad ones get a line."""
    at = opened("astra", "calculator")
    for key, text in (
        ("fill_limit", "90 %"),
        ("snapshot_reserve", "0.1"),
        ("compression_ratio", "1.5"),
        ("files", "4 KiB: 60 %, 1 MiB: 40 %"),
    ):
        at.text_input(key=key).set_value(text)
    at.run()
    assert not at.error
    policy = {"fill_limit": 0.9, "snapshot_reserve": 0.1, "compression_ratio": 1.5}
    mix = {4096: 0.6, 2**20: 0.4}
    found = zfs_answers("19 x raidz3:11", "10 TB", policy=policy, mix=mix, recordsize="1 MiB")
    for answer in found.listed():
        assert grouped(answer.size) in tables(at)
    for key, text, words in (
        ("fill_limit", "9", "write 0 to 1"),
        ("files", "4 KiB: 60 %", "write shares that make 1"),
    ):
        before = at.text_input(key=key).value
        at.text_input(key=key).set_value(text).run()
        assert words in at.error[0].value
        assert not at.exception
        at.text_input(key=key).set_value(before).run()


def test_the_calculator_says_what_an_expansion_hides() -> None:
    at = opened("astra", "calculator")
    at.text_input(key="layout").set_value("raidz2:6 -> raidz2:8").run()
    grown, anew = (zfs_pool(layout, "10 TB") for layout in ("raidz2:6 -> raidz2:8", "raidz2:8"))
    assert grouped(grown.available) in tables(at)
    assert grouped(anew.available) in tables(at)
    assert "AVAIL goes on counting as it was made" in at.info[0].value
    assert "has no RAIDZ expansion; 2.3 is the first" in tables(at)


def test_the_calculator_says_which_release_the_published_table_is() -> None:
    text = tables(opened("astra", "calculator"))
    assert "what the table of jro.io shows" in text
    assert "each larger vdev gives up to 16 GiB to a log" in text


def test_the_capacity_page_has_more_than_one_right_answer() -> None:
    at = opened("beluga", "capacity")
    path = "site/tiers:project"
    text = tables(at)
    for name in ("listed_capacity", "reference_capacity"):
        assert show_both(results(at)[path, name]) in text
    # A step stands among the steps, and not a second time; what is usable, to the byte.
    assert show_both(results(at)[path, "usable_capacity"]) not in text
    assert usable_exactly(at) == results(at)[path, "usable_capacity"]
    assert show_both(results(at)[f"{path}/pools:target", "pool_available"]) in text
    assert show_both(results(at)[path, "stored_capacity"]) in text
    change(at, "tiers.0.policy.snapshot_reserve", 0.25)
    assert "Snapshot" in at.get("plotly_chart")[0].proto.spec
    change(at, "tiers.0.target.record_size", "128 KiB")
    assert "Stored: records of 128 KiB" in tables(at)
    assert "Snapshot capacity" in tables(as_table(at))


def test_the_calculator_compares_releases_and_says_how_they_are_known() -> None:
    at = opened("astra", "calculator")
    new, old = (zfs_pool("19 x raidz3:11", "10 TB", release=name) for name in ("2.4", "0.7"))
    assert grouped(old.available - new.available, sign="+") in tables(at)
    assert not at.info
    at.selectbox(key="release").select("0.7").run()
    assert grouped(new.available - old.available, sign="+") in tables(at)
    assert "read in the source" in at.info[0].value


def test_the_calculator_needs_no_drive_where_the_layout_says_them() -> None:
    at = opened("astra", "calculator")
    at.text_input(key="layout").set_value("raidz2:10 of 960 GB").run()
    at.text_input(key="drive").set_value("").run()
    assert not at.error
    at.text_input(key="layout").set_value("raidz2:10").run()
    assert "says no drives" in at.error[0].value


def test_the_explorer_agrees_with_the_calculator() -> None:
    at = opened("astra", "explorer")
    assert len(at.get("plotly_chart")) == 2
    pool = zfs_pool("raidz2:10", "10 TB")
    assert f"{100 * pool.stored['1 MiB'] / pool.raw:.2f} %" in tables(at)
    at.selectbox(key="parity").select(3).run()
    assert "raidz3:11" in tables(at)
    at.text_input(key="drive").set_value("10T").run()
    assert "TB" in at.error[0].value
    at.text_input(key="drive").set_value("1 MB").run()
    assert "too small" in at.error[0].value
    assert not at.exception


def test_one_missing_price_is_singular() -> None:
    at = unfolded(opened("astra", "cost"), "entered")
    for box in [box for box in at.text_input if box.key and ".price " in box.key][1:]:
        box.set_value("1000 USD")
    at.run()
    assert "1 of 7 prices is missing" in at.warning[0].value


def test_growth_says_what_to_write_where_nothing_is_stated() -> None:
    at = opened("astra", "growth")
    assert "No demand is stated yet" in at.info[0].value
    assert "Nothing is moved yet" in at.info[1].value
    assert not at.get("plotly_chart")


def test_growth_of_cri_and_its_edits() -> None:
    at = opened("cri", "growth")
    assert metric(at, "Kept at the purchase") == "1.19 PB"
    assert metric(at, "The purchase is full") == "2025-12-13"
    assert metric(at, "Takes at least") == "15.65 days"
    assert any("more gateways don't help" in text.value for text in at.markdown)
    assert "Human Genetics" in tables(at)
    change(at, "demand.growth", "40 %")
    assert metric(at, "The purchase is full") == "2021-11-11"
    assert "✗ not met" in tables(at)


def test_growth_says_what_flash_must_stand() -> None:
    wear = "writes_per_day: 0.1, drives: 10168, drive_capacity: 4 TB, data_share: 0.8"
    purge = f"after: 28 days, growth: 133 TB/day, endurance: {{{wear}, amplification: 2.68}}"
    beluga = (ROOT / "scenarios/beluga.yaml").read_text(encoding="utf-8")
    tier = "tiers:\n  - name: project\n"
    text = beluga.replace(tier, f"{tier}    demand: {{purge: {{{purge}}}}}\n")
    at = opened("beluga", "growth")
    at.session_state["uploads"] = {"mine": origins.read("mine.yaml", text.encode())}
    at.session_state["choice"] = "mine"
    at.run()
    assert not at.exception
    assert metric(at, "Drive writes a day") == "1.171"
    assert any("what they are rated for is unknown" in text.value for text in at.markdown)


def test_growth_of_a_tier_that_buys_blocks_and_runs_out_of_inodes() -> None:
    beluga = (ROOT / "scenarios/beluga.yaml").read_text(encoding="utf-8")
    demand = "demand: {groups: [{name: a, volume: 0.6 PB, growth: 25 %}]}"
    tier = "tiers:\n  - name: project\n"
    assert tier in beluga
    assert "value: 2 MB" in beluga
    at = opened("beluga", "growth")
    text = beluga.replace(tier, f"{tier}    {demand}\n").replace("value: 2 MB", "value: 20 kB")
    at.session_state["uploads"] = {"mine": origins.read("mine.yaml", text.encode())}
    at.session_state["choice"] = "mine"
    at.run()
    assert not at.exception
    found = results(at)
    assert metric(at, "Blocks in the last year") == show(
        found["site/tiers:project/years:year 5", "blocks_owned"], "1"
    )
    assert metric(at, "The purchase is full").startswith("after 2.9")
    assert metric(at, "The inodes are full") == "at once"
    assert "Bought" in tables(at)


def test_a_scenario_that_names_a_file_can_be_brought_back() -> None:
    """A download of CRI names its departments' file, which is there for uploads, too."""
    text = (ROOT / "scenarios/cri.yaml").read_bytes()
    brought = origins.read("mine.yaml", text)
    assert origins.planned(brought.scenario, {})["site", "groups_volume"] == 1190e12


def beside(at: AppTest) -> Any:
    return next(one for one in at.file_uploader if one.key == "files beside")


def test_files_that_a_scenario_names_come_beside_it() -> None:
    """Past usage is asked for by its name, and read when it is there; groups are, too."""
    text = put(*TIER, "demand")({"history": {"file": "usage.csv"}})
    days = "".join(f"2026-01-{n:02},{400 + n} TB\n" for n in range(1, 29))
    at = opened("beluga", "growth")
    at.file_uploader[0].upload("mine.yaml", text).run()
    assert "open it beside the scenario, as a CSV file" in at.error[-1].value
    assert at.session_state["choice"] == "beluga"
    beside(at).upload("other.csv", b"name,volume\na,3 TB\n").run()
    assert "'usage.csv' is not here" in at.error[-1].value
    beside(at).upload("other.csv", b"name,volume\na,3 TB\n")
    beside(at).upload("usage.csv", f"date,bytes\n{days}".encode()).run()
    assert not at.error
    [tier] = [path for _, path in results(at).tiers() if path.startswith("site/tiers:")][:1]
    assert results(at)[f"{tier}/years:year 0", "demand"] == 428e12
    at.file_uploader[0].clear().run()
    at.file_uploader[0].upload("mine.yaml", put(*TIER, "demand")({"file": "other.csv"})).run()
    assert results(at)[tier, "groups_volume"] == 3e12


def test_caches_show_what_the_results_say() -> None:
    at = opened("lcpq", "caches")
    tier = "site/tiers:beegfs"
    found = show(results(at)[tier, "cached_write_bandwidth"], "byte/s")
    assert f"{found} write; a burst at that rate fills them after 40.98 h" in at.markdown[0].value
    assert len(at.get("plotly_chart")) == 1
    change(at, "tiers.0.cache.drain_share", 0.0)
    assert "fills them after 2.125 h" in at.markdown[0].value
    assert ">2.125 h</button>" in tables(unfolded(at, "caches of beegfs"))


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
    assert tables(at).count("grows without end") == 5
    at.radio(key="service").set_value("of a disk").run()
    assert "12.69 ms" in tables(at)
    at.text_input(key="queue stations").set_value("1.5").run()
    assert "must be a whole number" in at.error[0].value
    at.text_input(key="queue stations").set_value("none").run()
    assert "'none' is no number" in at.error[0].value
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


SURVEY = (ROOT / "tests/calibration/measurements/data/obdfilter_survey.summary").read_bytes()


def calibrating(scenario: str, *files: tuple[str, bytes]) -> AppTest:
    at = opened(scenario, "calibration")
    uploader = next(one for one in at.file_uploader if one.key == "outputs")
    for name, text in files:
        uploader.upload(name, text)
    return at.run()


def test_calibration_without_files_says_what_to_bring() -> None:
    at = opened("astra", "calibration")
    assert "Bring the output of IOR, mdtest" in at.info[0].value


def test_calibration_lists_what_was_read_and_says_what_can_not_be() -> None:
    at = calibrating("astra", ("survey.txt", SURVEY), ("notes.txt", b"coffee, milk"))
    assert not at.exception
    assert "notes.txt\\: this is not the output of a benchmark" in at.error[0].value
    assert "5912.78 MiB/s" in tables(at)
    assert "survey.txt, line 3" in tables(at)
    assert "Choose at least one" in at.info[0].value


def test_what_the_data_cant_tell_apart_is_named_as_people_do() -> None:
    at = calibrating("astra", ("survey.txt", SURVEY))
    names = [option for option in at.multiselect(key="explained").options if "best write" in option]
    at.multiselect(key="explained").select(names[0]).run()
    free = at.multiselect(key="free in astra")
    for share in ("Delivery factor of scratch", "NIC efficiency of scratch"):
        free.select(next(option for option in free.options if share in option))
    warning = at.run().warning[0].value.replace("\\", "")
    assert "Delivery factor (scratch: policy) and NIC efficiency (scratch: network)" in warning
    assert "tiers.0" not in warning


def test_a_fitted_share_is_taken_over_with_its_file() -> None:
    """Astra's servers are bound to 12.5 GB/s; 5912.78 MiB/s are 0.496 of it."""
    at = calibrating("astra", ("survey.txt", SURVEY))
    names = [option for option in at.multiselect(key="explained").options if "best write" in option]
    at.multiselect(key="explained").select(names[0]).run()
    free = at.multiselect(key="free in astra")
    free.select(next(o for o in free.options if "Delivery factor of scratch" in o)).run()
    assert not at.exception
    factor = 5912.78 * 2**20 / 12.5e9
    assert "no evidence left" in at.warning[0].value
    assert f"{factor:.4g}" in tables(at)
    next(b for b in at.button if b.label == "Take over into the scenario").click().run()
    path = "tiers.0.policy.delivery_factor"
    assert at.session_state["edits"]["astra"][path] == pytest.approx(factor, rel=1e-5)
    known = results(at).plan.provenance["site/tiers:scratch", "delivery_factor"]
    assert known.status == "calibrated"
    assert known.source == "survey.txt:3"
    assert results(at)["site/tiers:scratch", "server_write_bandwidth"] == pytest.approx(
        5912.78 * 2**20, rel=1e-5
    )
    data = results(at).plan.scenario.data
    assert data["tiers"][0]["policy"]["delivery_factor"]["source"] == "survey.txt:3"
    change(at, path, 0.6)
    assert (
        results(at).plan.provenance["site/tiers:scratch", "delivery_factor"].status != "calibrated"
    )


def test_a_share_without_effect_is_not_taken_over() -> None:
    """Béluga has a calibration of its own, which limits its servers already: no value is told."""
    at = calibrating("beluga", ("survey.txt", SURVEY))
    names = [option for option in at.multiselect(key="explained").options if "best read" in option]
    at.multiselect(key="explained").select(names[0]).run()
    free = at.multiselect(key="free in beluga")
    free.select(next(o for o in free.options if "Delivery factor of project" in o)).run()
    assert "only a limit is known: at least 0.76" in at.warning[0].value.replace("\\", "")


def explained(at: AppTest, *parts: str) -> AppTest:
    """Choose all figures whose line holds some words."""
    box = at.multiselect(key="explained")
    for option in [o for o in box.options if all(part in o for part in parts)]:
        box.select(option)
    return at.run()


def test_files_of_one_name_and_jobs_of_one_line_are_told_apart() -> None:
    """Each IO500 brings a result.txt; fio writes its JSON on one line where it is told to."""
    head = b"version = io500-isc20\n[ior-easy-write]\n"
    job = b'{"jobname": "a", "write": {"bw_bytes": %d}}'
    fio = b'{"fio version": "fio-3.33", "jobs": [%s, %s]}' % (job % 10**11, job % (2 * 10**11))
    at = calibrating(
        "astra",
        ("result.txt", head + b"score = 100.5\n"),
        ("result.txt", head + b"score = 140.5\n"),
        ("fio.json", fio),
    )
    at = explained(at, "write bandwidth")
    free = at.multiselect(key="free in astra")
    free.select(next(o for o in free.options if "Delivery factor of scratch" in o)).run()
    assert not at.exception
    assert not at.error
    next(b for b in at.button if b.label == "Take over into the scenario").click().run()
    known = results(at).plan.provenance["site/tiers:scratch", "delivery_factor"]
    for source in ("result.txt:3", "result.txt (2):3", "fio.json:1 (a)", "fio.json:1 (a (2))"):
        assert source in known.source.split(", ")


def test_a_choice_goes_with_its_file_when_another_of_its_name_stays() -> None:
    """Of two result.txt the first is removed: the figure of the other was never chosen."""
    head = b"version = io500-isc20\n[ior-easy-write]\n"
    first, second = (("result.txt", head + text) for text in (b"score = 3.5\n", b"score = 4.5\n"))
    other = ("other.txt", head + b"score = 5.5\n")
    at = calibrating("lcpq", first, second, other)
    box = at.multiselect(key="explained")
    for words in ("3.5 GiB/s", "5.5 GiB/s"):
        box.select(next(option for option in box.options if words in option))
    assert counted(at.run()) == ["3.5 GiB/s of result.txt:3", "5.5 GiB/s of other.txt:3"]
    uploader = next(one for one in at.file_uploader if one.key == "outputs")
    uploader._files = uploader._get_files_to_register()[1:]  # as its cross does
    assert counted(at.run()) == ["5.5 GiB/s of other.txt:3"]
    at = explained(at, "4.5 GiB/s")
    assert not at.exception
    assert counted(at) == ["5.5 GiB/s of other.txt:3", "4.5 GiB/s of result.txt (2):3"]


def test_a_figure_that_its_benchmark_calls_invalid_says_so_where_it_is_chosen() -> None:
    text = b"[RESULT]  ior-easy-write  2.5 GiB/s : time 1.3 seconds [INVALID]\n"
    at = explained(calibrating("lcpq", ("result_summary.txt", text)), "the IO500 calls it invalid")
    assert counted(at) == ["2.5 GiB/s of result_summary.txt:1"]
    free = at.multiselect(key="free in lcpq")
    at = free.select(next(o for o in free.options if "Delivery factor" in o)).run()
    assert "(result_summary.txt:1)" in at.warning[0].value.replace("\\", "")
    assert "the IO500 calls it invalid" in at.warning[0].value


def counted(at: AppTest) -> list[str]:
    """The figures that are asked what they measure."""
    labels = [one.label for one in at.selectbox if one.label.endswith(", measures")]
    return [label.partition(", ")[2].removesuffix(", measures") for label in labels]


def test_the_chain_of_a_state_can_be_looked_at() -> None:
    at = opened("beluga", "performance")
    at.selectbox(key="state").select("server down").run()
    assert not at.exception
    said = next(m.value for m in at.markdown if "in this state" in m.value)
    assert "50.0 % less than when healthy" in said
    assert "6.2 GB/s" in said
    assert "limited by **CPU and memory**" in said


def test_the_picture_of_a_state_is_drawn_anew() -> None:
    """It says what flows as the results do; while a server is down, the racks are one short."""
    at = opened("templates/project-space", "performance")

    def pictures() -> list[str]:
        addresses = (image.proto.imgs[0].url for image in at.get("image"))
        return [b64decode(url.partition(",")[2]).decode() for url in addresses]

    (healthy,) = pictures()
    assert "Write: 55.8 GB/s" in healthy
    at.selectbox(key="state").select("server down").run()
    unfolded(at, "racks left")
    down, racks = pictures()
    flow = results(at)["site/tiers:project/states:server down", "degraded_write_bandwidth"]
    assert f"Write: {show(flow, 'byte/s')}" in down
    assert racks.count('class="lost"') == 1


def test_remedies_say_what_they_buy_and_take() -> None:
    text = tables(opened("astra", "remedies"))
    assert "A second port of each network adapter" in text
    assert "at most 309.2" in text
    assert "+20" in text
    assert "+26 %; commits" in text


def test_goals_are_counted_in_racks() -> None:
    text = tables(opened("sequoia", "workloads"))
    for words in ("XDD 1 MiB random read", "487.7 GB/s", "✗ not met", "50", "asked for"):
        assert words in text
    above = text.partition("128 % of the bound")[2].partition("</td>")[0]
    assert "more than the chain, whose limit, Targets, rests on ZPIOS, through ZFS" in above
    unproven = "unproven: a server that is left serves 2 targets in place of 1"
    assert unproven in tables(opened("sequoia", "states"))


def test_the_chain_of_a_survivor_says_what_is_unproven_and_unknown() -> None:
    at = opened("sequoia", "performance")
    at.selectbox(key="state").select("server down").run()
    said = next(m.value for m in at.markdown if "in this state" in m.value)
    assert "Unproven: a server that is left serves 2 targets in place of 1" in said.replace(
        "\\", ""
    )
    assert "Not known, so not counted: CPU and memory" in said


def test_a_tier_as_given_has_no_other_states() -> None:
    at = opened("cri", "states")
    assert not at.exception
    assert any("given as a whole" in caption.value for caption in at.caption)


def test_a_burst_tier_is_judged_with_its_drain() -> None:
    """The page of checkpoints says what absorbs, what drains and what holds the dumps."""
    text = (ROOT / "tests/report/burst.yaml").read_bytes()
    at = opened("astra", "checkpoint")
    at.session_state["uploads"] = {"mine": origins.read("mine.yaml", text)}
    at.session_state["choice"] = "mine"
    at.run()
    assert not at.exception
    found, shown_rows = results(at), tables(at)
    for check, name in (
        ("Bandwidth that drains a dump in time", "drain_bandwidth"),
        ("Capacity for dumps before they are drained", "burst_capacity"),
        ("Write bandwidth that checkpoints require of what drains", "absorbed_bandwidth"),
    ):
        assert check in shown_rows
        assert show(found["site", name], found.item("site", name).unit) in shown_rows


def test_the_state_table_says_what_limits_files_over_all_targets() -> None:
    """Ports limit Astra's independent files; where rebuilds take half, targets those over all."""
    at = opened("astra", "states", edit="tiers.0.states.rebuild_share=0.5")
    assert "over all targets: Targets" in tables(at)


def test_the_chain_of_affected_servers_says_whose_it_is() -> None:
    """One of Astra's 20 servers rebuilds: how far its stages are used is known."""
    at = opened("astra", "performance", edit="tiers.0.states.rebuild_share=0.5")
    stages_as(at, "Table")
    assert "if all servers were" not in tables(at)
    at.selectbox(key="state").select("drive rebuilding").run()
    said = " ".join(m.value for m in at.markdown if "in this state" in m.value)
    assert "as when healthy" in said
    assert "0.0 %" not in said
    assert "files over all targets get at most 154.6 GB/s, 17.5 % less than when healthy" in said
    assert "limited by **Targets**" in said
    assert "the affected server." in said
    text = tables(at)
    assert "Tier if all servers were as the affected ones, TB/s" in text
    chain = text.partition("Used at the bound")[2].partition("</table>")[0]
    assert "100 %" in chain
    assert chain.count("in part") == 1  # memory is stated, the work of CPU and memory isn't


def test_the_page_says_how_stages_combine_and_targets_split() -> None:
    at = stages_as(opened("beluga", "performance"), "Table")
    combined = [c.value for c in at.caption if "Stages overlap" in c.value]
    assert len(combined) == 2  # one for each way
    assert all("add their times" in words for words in combined)
    assert any("19 targets on the 2 servers" in m.value for m in at.markdown)
    went(at, "remedies")
    assert re.search(r"[+]0 %; commits [0-9.]+; over all targets", tables(at))


def bound_paths(results: Results) -> set[str]:
    """Give the path of each figure that the schema binds, in what the scenario has.

    Without those of states that the tier can't be in: where nothing is redundant, none rebuilds.
    """
    tiers = dict(results.tiers())
    found = set()
    for path, bound in _said_in_lists(results.plan.scenario, ""):
        keys = path.split(".")
        state = bound.of if bound.of.startswith("states:") else ""
        tier = tiers[results.plan.scenario.tiers[int(keys[1])].name] if state else ""
        if not state or f"{tier}/{state}" in results.plan.instances:
            found.add(path)
    return found


def _said_in_lists(model: Strict, at: str) -> Iterator[tuple[str, Any]]:
    """Give what is bound below a model, and in its lists, too."""
    yield from ((path, bound) for path, bound, *_ in said(model, at))
    waiting = [(model, at)]
    while waiting:
        owner, here = waiting.pop()
        for name in type(owner).model_fields:
            inner, path = getattr(owner, name), below(here, name)
            if isinstance(inner, tuple):
                for n, one in enumerate(inner):
                    if isinstance(one, Strict) and not isinstance(one, Stated):
                        yield from _said_in_lists(one, f"{path}.{n}")
            elif isinstance(inner, Strict) and not isinstance(inner, Stated):
                waiting.append((inner, path))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_figure_of_the_schema_is_offered_by_a_page(scenario: str) -> None:
    """Whatever a scenario may state, where it has the section that the figure stands in."""
    at = opened(scenario)
    reader = Reader(results(at))
    tiers = [(f"tiers.{n}",) for n in range(len(reader.scenario.tiers))]
    offers = [reader.under(*prefixes) for prefixes in (*figures.PAGES.values(), *tiers)]
    offers.append({f"{wanted.SECTION}.{name}": label for name, label in wanted.labels().items()})
    offered = {path: name for offer in offers for path, name in offer.items()}
    assert bound_paths(results(at)) - offered.keys() == set()
    assert offered.keys() <= reader.everywhere().keys()
    for offer in offers:
        assert len(set(offer.values())) == len(offer)
    for path in offered:
        assert reader.of(path).label
        assert reader.doc(path)


@pytest.mark.parametrize(
    ("scenario", "page", "path", "text"),
    [
        ("beluga", "design", "tiers.0.enclosures.expander_bandwidth", "4 GB/s"),
        ("beluga", "design", "tiers.0.adapters.active_paths", "5 %"),
        ("astra", "design", "tiers.0.fabric.link_bandwidth", "6 GB/s"),
    ],
)
def test_any_figure_is_chosen_changed_and_outlives_a_reload(
    scenario: str, page: str, path: str, text: str
) -> None:
    at = opened(scenario, page)
    before = results(at)["site", "read_bandwidth"]
    tier = path.removeprefix("tiers.0.")
    at.selectbox(key=f"figure of {scenario} tiers.0").set_value(path).run()
    key = f"{scenario}:{path} among all figures"
    empty = at.text_input(key=key).value == ""
    assert empty == (tier != "fabric.link_bandwidth")
    at.text_input(key=key).set_value(text).run()
    assert not at.exception
    assert not at.error
    after = results(at)["site", "read_bandwidth"]
    assert after is not None
    assert before is not None
    assert after < before
    again = opened(scenario, page, edit=[f"{path}={text}"])
    assert results(again)["site", "read_bandwidth"] == after
    at.text_input(key=key).set_value("").run()
    assert results(at)["site", "read_bandwidth"] == before


def test_a_figure_that_nobody_states_says_what_counts() -> None:
    at = opened("beluga", "design")
    at.selectbox(key="figure of beluga tiers.0").set_value("tiers.0.drives.surface_factor").run()
    key = "beluga:tiers.0.drives.surface_factor among all figures"
    assert at.text_input(key=key).value == ""
    assert at.text_input(key=key).placeholder == "75 % (default)"


def test_a_count_that_nobody_states_can_be_emptied_again() -> None:
    at = opened("beluga", "design")
    path = "tiers.0.target.per_block"
    at.selectbox(key="figure of beluga tiers.0").set_value(path).run()
    key = f"beluga:{path} among all figures"
    assert at.text_input(key=key).placeholder == "19 (computed)"
    at.text_input(key=key).set_value("5").run()
    assert at.session_state.edits["beluga"] == {path: 5}
    at.text_input(key=key).set_value("many").run()
    assert "many" in at.error[0].value
    at.text_input(key=key).set_value("").run()
    assert at.session_state.edits["beluga"] == {}
    assert not at.error
