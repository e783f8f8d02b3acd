"""The page that stands alone: whole, escaped, fetching nothing, saying what the views say."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from model import edited, evaluate, load_scenario
from model.__main__ import main
from model.answers.results import Results
from model.answers.risks import risks
from model.answers.views.bill import bill, sums
from model.answers.views.chart import Axis, Chart, Series, known
from model.answers.views.plan_charts import capacity_waterfall, cost_by_year
from model.answers.views.requirements import requirements
from model.answers.views.view import FixedValue
from model.answers.views.view_text import text_table
from model.units.figures import THIN, show
from report.web import charts, derived
from report.web.page import BILL, page
from report.web.texts import CARDS, WITHHELD
from tests.each import of_each
from tests.prices.quoted import planned, quote

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "scenarios").glob("*.yaml")), *(ROOT / "scenarios").glob("templates/*")]
SPACE = ROOT / "scenarios/templates/project-space.yaml"
HOSTILE = '<script>alert("&\'x")</script><img src=x onerror=alert(1)>'
NBSP = "\N{NO-BREAK SPACE}"
VOID = {"meta", "br", "input"}
OF_WORDS = {
    "p",
    "h1",
    "h2",
    "h3",
    "li",
    "ul",
    "figcaption",
    "title",
    "label",
    "section",
    "nav",
    "b",
}


@cache
def results_of(file: Path) -> Results:
    return evaluate(load_scenario(file))


@cache
def read_of(file: Path) -> Checked:
    return Checked(page(results_of(file)))


class Checked(HTMLParser):
    """Reads a page strictly: what is opened is closed, in its order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.empty: list[str] = []
        """Tags of words that hold none."""
        self.is_empty = False
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.is_empty = True
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag
        if self.is_empty and tag in OF_WORDS:
            self.empty.append(tag)
        self.is_empty = False

    def handle_data(self, data: str) -> None:
        self.is_empty = False
        self.texts.append(data)


def test_risks_stand_above_all_sections() -> None:
    results = results_of(ROOT / "scenarios/templates/flash-scratch.yaml")
    head = page(results).partition("<nav>")[0]
    assert all(f"<li>{risk}</li>" in head for risk in risks(results))
    assert len(risks(results)) > 2


def test_a_lost_server_is_chosen_in_the_picture() -> None:
    """By buttons of the page itself, the first pressed: each shows one state, racks included."""
    text = page(results_of(ROOT / "scenarios/templates/project-space.yaml"))
    assert text.count('<input type="radio"') == text.count('<div class="state">') == 2
    assert text.count(" checked>") == 1
    buttons = re.findall('<input type="radio"[^>]*>', text)
    assert [" checked>" in one for one in buttons] == [True, False]
    healthy, down = text.split('<div class="state">')[1:]
    assert "healthy: data path" in healthy
    assert 'class="lost"' not in healthy
    assert "server down: data path" in down
    assert 'class="lost"' in down


def test_what_cant_be_reached_stands_below_the_picture_of_its_state() -> None:
    """Flash in servers without failover: a share of all files is away, not only of the rate."""
    said = '<p class="gone">✗ 1 of 16 targets can&#x27;t be reached: files on it, and '
    text = page(results_of(ROOT / "scenarios/templates/flash-scratch.yaml"))
    healthy, down, *_ = text.split('<div class="state">')[1:]
    assert said not in healthy
    assert said in down
    assert 'class="gone"' not in page(results_of(ROOT / "scenarios/templates/project-space.yaml"))


@of_each(lambda: FILES, lambda file: file.stem)
def test_a_page_stands_alone(file: Path) -> None:
    """It is well formed, runs nothing, and no address in it is fetched; links stay in the page."""
    read = read_of(file)
    assert not {"script", "link", "iframe", "img", "object", "base", "form"} & set(read.tags)
    for name, value in read.attributes:
        assert name not in ("src", "srcset", "action") or not value
        assert not name.startswith("on")
        assert "url(" not in value
        if name == "href":
            assert value.startswith("#")
            assert ("id", value[1:]) in read.attributes
        elif name != "xmlns":
            assert "//" not in value
    style = read.texts[next(n for n, text in enumerate(read.texts) if "@page" in text)]
    assert "url(" not in style
    assert "@import" not in style


@of_each(lambda: FILES, lambda file: file.stem)
def test_nothing_on_a_page_is_empty(file: Path) -> None:
    """No paragraph, heading or list without words: what there is nothing to say of is left out."""
    assert read_of(file).empty == []


SECTIONS: dict[str, tuple[list[str], int, int]] = {
    # headings of tables and pictures; tables; paragraphs in grey
    "Data path and racks": (
        [
            *("project, healthy: data path", "Racks, front view"),
            *("project, server down: data path", "Racks, front view"),
        ],
        0,
        0,
    ),
    "Requirements": (["Warnings"], 1, 0),
    "Capacity": (
        [
            "From raw to planned capacity: project, Project space",
            "project: from raw to live capacity",
            "metadata: from raw to live capacity",
        ],
        2,
        1,
    ),
    "Performance": (
        [
            "Expected bandwidth with its 90 % range",
            *(f"project: {way} path, slowest stage first" for way in ("write", "read")),
            "project: expected bandwidth in each state",
            *(f"metadata: {way} path, slowest stage first" for way in ("write", "read")),
            "metadata: expected bandwidth in each state",
        ],
        7,
        1,
    ),
    "Risk": (
        [
            *("Survival of failures: project", "Survival of failures: metadata"),
            *("Data loss within 5 years", "Data loss by cause", "What a loss costs"),
            *("Availability", "Outages by cause", "Spare parts for a lead time"),
        ],
        8,
        6,
    ),
    "Bill of materials": (["Items often forgotten"], 2, 0),
    "Cost": (
        [
            *("Cost by year: Project space", "Cost by year", "Unit costs, net"),
            "Order now, in stages or later",
        ],
        3,
        2,
    ),
    "Racks": ([], 1, 0),
    "Assumptions": ([], 1, 0),
    "Open questions": ([], 1, 0),
    "Sources": ([], 1, 0),
}
"""What each section of a plan on disks has; that of derivations is tested by itself."""


def sections_of(text: str) -> dict[str, str]:
    parts = text.split("<section>")[1:]
    return {re.findall("<h2[^>]*>([^<]*)</h2>", part)[0]: part for part in parts}


def test_each_section_has_its_tables_and_remarks() -> None:
    text = page(results_of(ROOT / "scenarios/templates/project-space.yaml"))
    found = {
        name: (
            [a or b for a, b in re.findall("<h3>([^<]*)</h3>|<figcaption>([^<]*)<", part)],
            part.count("<table>"),
            part.count('<p class="faint">'),
        )
        for name, part in sections_of(text).items()
        if name != "Derivations"
    }
    assert found == SECTIONS
    linked = re.findall('<a href="#([^"]*)">([^<]*)</a>', text)
    heads = re.findall('<h2 id="([^"]*)">([^<]*)</h2>', text)
    assert linked == heads


def test_what_nothing_is_known_of_has_no_section() -> None:
    """A plan without prices and without rack units has no picture of racks, and no chart."""
    found = sections_of(page(results_of(ROOT / "scenarios/beluga.yaml")))
    assert "Racks" not in found
    assert "Racks, front view" not in found["Data path and racks"]
    assert "<figure>" not in found["Cost"]
    assert "<h3>Racks" not in found["Derivations"]
    assert len(re.findall("<h3>", found["Derivations"])) == 5


@of_each(lambda: [SPACE, *FILES[:2]], lambda file: file.stem)
def test_short_tables_stay_on_one_page_of_paper(file: Path) -> None:
    """Those of up to six rows."""
    text = page(results_of(file)).partition('<h2 id="derivations">')[0]
    found = re.findall('<div class="table( short)?">.*?<tbody>(.*?)</tbody>', text)
    assert found
    for short, body in found:
        assert bool(short) is (body.count("<tr>") <= 6)


@pytest.mark.parametrize("name", derived.KEY)
def test_a_derivation_goes_three_levels_deep_and_repeats_nothing(name: str) -> None:
    """A row that comes again says so, and what it is computed from isn't listed again."""
    results = results_of(SPACE)
    node, (_, _, rows) = derived.derivations(results, name)
    assert node.address == ("site", name)
    texts = [[cell if isinstance(cell, str) else cell.text for cell in row] for row in rows]
    depths = [0 if isinstance(row[0], str) else row[0].indent for row in rows]
    assert depths[0] == 0
    assert set(depths) <= {0, 1, 2}
    assert all(below <= above + 1 for above, below in pairwise(depths))
    seen = set[tuple[str, str]]()
    is_cut = texts[-1][0].endswith("more rows: run ostimate explain")
    for n, (label, value, formula, _) in enumerate(texts[: len(texts) - is_cut]):
        if formula == "as above":
            assert (label, value) in seen
            assert n + 1 == len(rows) or depths[n + 1] <= depths[n]
        seen.add((label, value))
    firsts = [text[0] for text, depth in zip(texts, depths, strict=True) if depth == 0]
    assert len(firsts) - is_cut <= len(node.operands)


def test_of_a_long_derivation_the_rows_left_out_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    results = results_of(SPACE)
    whole = {}
    with monkeypatch.context() as patch:
        patch.setattr(derived, "MOST_ROWS", 10_000)
        whole = {name: derived.derivations(results, name)[1][2] for name in derived.KEY}
    assert {len(rows) > 24 for rows in whole.values()} == {True, False}
    for name, rows in whole.items():
        shown = derived.derivations(results, name)[1][2]
        if len(rows) <= 24:
            assert shown == rows
        else:
            assert shown[:24] == rows[:24]
            [rest] = shown[24:]
            assert str(getattr(rest[0], "text", "")).startswith(f"{len(rows) - 24} more rows")


def test_the_lines_of_the_bill_are_not_derived_again() -> None:
    """They are a table of their own."""
    results = results_of(SPACE)
    label = results.item("site/tiers:project", "tier_cost").label
    rows = derived.derivations(results, "capital_cost")[1][2]
    texts = [getattr(row[0], "text", "") for row in rows]
    at = [n for n, text in enumerate(texts) if text.startswith(f"{label} (")]
    assert len(at) > 2
    depths = [getattr(row[0], "indent", 0) for row in rows]
    assert all(n + 1 == len(rows) or depths[n + 1] <= depths[n] for n in at)


@of_each(lambda: FILES, lambda file: file.stem)
def test_a_page_says_what_the_views_say(file: Path) -> None:
    results = results_of(file)
    said = "\n".join(read_of(file).texts)
    for view in (requirements(results), bill(results).only(*BILL)):
        for row in text_table(results, view).rows:
            for cell in row:
                assert cell.text.replace("`", "").replace(THIN, "\N{NO-BREAK SPACE}") in said
    for name in CARDS:
        known, unit = results["site", name], results.item("site", name).unit
        if known is not None:
            assert show(known, unit, currency=results.plan.scenario.economics.currency) in said


SUMMED = ("Known subtotal", "Total", "Known subtotal of options", "Total of options")


@of_each(lambda: FILES, lambda file: file.stem)
def test_the_bill_ends_with_its_sums(file: Path) -> None:
    """A buyer doesn't add up lines: what is known of them, and all, stand below."""
    texts = read_of(file).texts
    last = bill(results_of(file)).rows[-1].label
    after = texts[texts.index(last) :]
    assert [row.label for row in sums(results_of(file))] == [
        text for text in after[: after.index("Assumptions")] if text in SUMMED
    ]


def test_a_cost_of_which_nothing_is_known_is_unknown() -> None:
    """Sequoia has no price: its purchase is unknown, not 0."""
    texts = read_of(ROOT / "scenarios/sequoia.yaml").texts
    assert texts[texts.index(CARDS["capital_cost"]) + 1] == "unknown"


def test_what_a_user_writes_is_text() -> None:
    scenario = load_scenario(ROOT / "tests/report/priced.yaml")
    changes = {
        "title": HOSTILE,
        "author": HOSTILE,
        "tiers.0.enclosures.name": HOSTILE,
        "tiers.0.servers.name": HOSTILE,
    }
    text = page(evaluate(edited(scenario, changes)))
    read = Checked(text)
    assert not {"script", "img"} & set(read.tags)
    assert HOSTILE in read.texts
    assert "onerror" not in {name for name, _ in read.attributes}


def test_a_page_for_others_has_no_secrets(tmp_path: Path) -> None:
    """Neither the price of a quote nor who made it; and it says that something is left out."""
    own, public = (page(planned(tmp_path, (quote(),), public=p)) for p in (False, True))
    secrets = ("613.37 EUR", "Q-4711")
    assert all(secret in own.replace(NBSP, " ") for secret in secrets)
    assert not any(secret in public.replace(NBSP, " ") for secret in secrets)
    assert WITHHELD in public
    assert WITHHELD not in own


def test_a_page_is_written_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.html"
    scenario = str(ROOT / "scenarios/cri.yaml")
    assert main(["plan", scenario, "--html", str(file)]) == 0
    assert file.read_text(encoding="utf-8").endswith("</html>\n")
    assert capsys.readouterr().out == f"Written to {file}.\n"
    assert main(["plan", scenario, "--html", "-"]) == 0
    assert capsys.readouterr().out == file.read_text(encoding="utf-8")
    assert main(["plan", scenario, "--html", str(tmp_path / "no/a.html")]) == 1
    assert "can't be written" in capsys.readouterr().err


def test_sources_name_four_figures_and_count_the_others() -> None:
    """Of five the fifth is one more; of four none is left to be counted."""
    _, _, rows = derived.sources(results_of(ROOT / "scenarios/astra.yaml"))
    named = [str(figures).split(", ") for _, _, figures in rows]
    assert {len(figures) for figures in named} == {1, 2, 3, 4, 5}
    counted = [figures[-1] for figures in named if figures[-1].endswith(" more")]
    assert counted == [figures[-1] for figures in named if len(figures) == 5]
    assert all(int(text.split()[0]) > 0 for text in counted)


def test_risk_has_what_its_page_has() -> None:
    """And a machine that trains the guides to its storage."""
    text = page(results_of(ROOT / "scenarios/templates/ai-training-store.yaml"))
    performance, risk, _ = re.split(r'<h2 id="(?:risk|bill-of-materials)">', text)
    assert "<h3>Demand and supply of training</h3>" in performance
    assert re.findall("<h3>([^<]*)</h3>", risk) == [
        "Survival of failures: samples",
        "Survival of failures: metadata",
        "Data loss within 5 years",
        "Data loss by cause",
        "What a loss costs",
        "Availability",
        "Outages by cause",
        "Spare parts for a lead time",
        "Wear of flash",
    ]
    assert "Not modelled: human error" in risk


def test_the_card_of_capacity_has_both_bases() -> None:
    """TB, and TiB below it; no other card has a second unit, bandwidths have their range."""
    text = page(results_of(ROOT / "scenarios/astra.yaml"))
    usable = show(results_of(ROOT / "scenarios/astra.yaml")["site", "usable_capacity"], "byte")
    assert f"<b>{usable}</b><small>376.2 TiB</small>" in text
    assert text.count("</b><small>") == 1 + 2
    assert len(re.findall(r" [GT]B/s</b><small>likely [\d.]+ to [\d.]+ [GT]B/s</small>", text)) == 2


def test_charts_of_a_page_are_to_scale_and_say_their_figures() -> None:
    """Each bar of a waterfall is as high as its step; all figures stand in the description."""
    results = results_of(ROOT / "scenarios/beluga.yaml")
    path = "site/tiers:project"
    chart = capacity_waterfall(results, path)
    drawing = ElementTree.fromstring(charts.svg(results, chart))
    bars = drawing.findall(".//*[@class='bar']")
    values = known(results, chart.series[0].figures)
    assert len(bars) == len(values) > 5
    highest = float(bars[0].attrib["height"])
    for bar, value in zip(bars, values, strict=True):
        expected = highest * (value or 0.0) / (values[0] or 1.0)
        assert float(bar.attrib["height"]) == pytest.approx(max(expected, 0.5), abs=0.12)
    said = drawing.findtext("{*}desc") or ""
    assert "Usable: 1.459 PB (1.296 PiB)" in said
    assert "http" not in charts.svg(results, chart).replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("tenths", [11, 20, 23, 51, 99, 100])
def test_an_axis_of_a_page_goes_in_round_steps(tenths: int) -> None:
    """Of 1, 2 or 5 times a power of ten, about five of them."""
    results = results_of(ROOT / "scenarios/beluga.yaml")
    bar = Series("Bars", (FixedValue(tenths * 1e12, "byte"),))
    chart = Chart("Title", Axis("Capacity", "byte"), (bar,), categories=("a",))
    drawing = ElementTree.fromstring(charts.svg(results, chart))
    numbers = [one.text for one in drawing.findall(".//{*}text") if one.get("text-anchor") == "end"]
    ticks = [float(text) for text in numbers if text]
    steps = {f"{after - before:.6g}".strip("0.") for before, after in pairwise(ticks)}
    assert steps <= {"1", "2", "5"}
    assert len(steps) == 1
    assert 3 <= len(ticks) <= 7


def test_the_bars_of_a_year_stand_on_each_other() -> None:
    results = results_of(ROOT / "scenarios/templates/project-space.yaml")
    chart = cost_by_year(results)
    assert chart is not None
    drawing = ElementTree.fromstring(charts.svg(results, chart))
    boxes: dict[str, list[tuple[float, float]]] = {}
    for bar in drawing.findall(".//*[@class='bar']"):
        y, high = float(bar.attrib["y"]), float(bar.attrib["height"])
        boxes.setdefault(bar.attrib["x"], []).append((y, y + high))
    assert len(boxes) == len(chart.categories)
    for stack in boxes.values():
        for (top, _), (_, foot) in pairwise(stack):
            assert foot == pytest.approx(top, abs=0.7)


BURST, PRICED = ROOT / "tests/report/burst.yaml", ROOT / "tests/report/priced.yaml"
CRI = ROOT / "scenarios/cri.yaml"
HEADS: dict[Path, dict[str, list[str]]] = {
    # what further sections than those above hold, by their titles, and grey remarks by their words
    PRICED: {
        "Performance": [
            "Expected bandwidth with its 90 % range",
            *(f"data: {way} path, slowest stage first" for way in ("write", "read")),
            *("data: expected bandwidth in each state", "~Single streams are slower: "),
        ],
        "Risk": [
            *("Survival of failures: data", "~Lost access returns", "Data loss within 5 years"),
            *("Data loss by cause", "~Assumed: how often", "~Not modelled: human error"),
            *("What a loss costs", "~Targets are as full as planned.", "Availability"),
            *("Outages by cause", "~Assumed, as no public source", "~Not counted: switches, as"),
            "Spare parts for a lead time",
        ],
        "Cost": [
            *("Cost by year: Priced", "Cost by year", "Unit costs, net"),
            *("~Not included, because no value was entered: ", "Order now, in stages or later"),
            "~Ordering everything 2 years later costs ",
        ],
    },
    BURST: {
        "Data path and racks": [
            *("burst, healthy: data path", "burst, server down: data path"),
            *("disk, healthy: data path", "disk, server down: data path"),
        ],
        "Bill of materials": ["Prices to request first, 5 of 10", "Items often forgotten"],
        "Cost": [
            *("Cost by year: Burst", "Cost by year"),
            "~Not included, because no value was entered: ",
        ],
    },
    CRI: {
        "Data path and racks": ["pfs, healthy: data path"],
        "Requirements": [],
        "Cost": [
            *("Cost by year: CRI", "Cost by year"),
            *("Unit costs, net, per unit of the mean over the years", "~Not included, because "),
            *("Costs projected by others, net", "~Both exclude the purchase"),
        ],
    },
}


@pytest.mark.parametrize("file", HEADS, ids=lambda file: file.stem)
def test_sections_hold_what_their_plan_has_in_its_order(file: Path) -> None:
    """Tables by their titles, drawings, and below each what is to be known of it."""
    found = sections_of(page(results_of(file)))
    pattern = '<h3>([^<]*)</h3>|<figcaption>([^<]*)<|<p class="faint">([^<]*)<'
    for name, wanted in HEADS[file].items():
        texts = [a or b or f"~{c}" for a, b, c in re.findall(pattern, found[name])]
        assert len(texts) == len(wanted), texts
        for text, begin in zip(texts, wanted, strict=True):
            assert text.startswith(begin) if begin[0] == "~" else text == begin
    assert "<h3>Wear of flash</h3>" in found["Risk"] or file != BURST
    assert "<input" not in found["Data path and racks"] or file != CRI, "a single state"


def test_racks_stand_once_below_the_first_tier_and_once_for_each_lost_server() -> None:
    """On paper those with a lost server are left out, so all racks stand once."""
    tier = load_scenario(PRICED).data["tiers"][0]
    others = [{**tier, "name": name} for name in ("one", "two")]
    text = page(evaluate(edited(load_scenario(PRICED), {"tiers": others})))
    states = [
        re.findall('<div class="racks([^"]*)">', state)
        for state in text.partition("</section>")[0].split('<div class="state">')[1:]
    ]
    assert states == [[""], [" lost"], [], [" lost"]]
    names = re.findall('<input type="radio" name="([^"]*)" id="([^"]*)"( checked)?>', text)
    assert [(name, at, bool(first)) for name, at, first in names] == [
        (f"tier-{n}", f"tier-{n}-{state}", state == 1) for n in (0, 1) for state in (1, 2)
    ]
    assert re.findall('<label for="([^"]*)">([^<]*)</label>', text) == [
        (f"tier-{n}-{state}", name)
        for n in (0, 1)
        for state, name in ((1, "healthy"), (2, "server down"))
    ]


CARDS_OF: dict[str, tuple[Path, list[tuple[str, str, str]]]] = {
    "all is known": (
        PRICED,
        [
            ("Usable capacity", "11.61 PB", "10.31 PiB"),
            ("Write bandwidth, expected", "74.55 GB/s", "likely 34.6 to 101 GB/s"),
            ("Read bandwidth, expected", "90.21 GB/s", "likely 39.6 to 126 GB/s"),
            ("Purchase cost, net", "662 278 EUR", "likely 574 to 981 k EUR"),
            ("Total cost, net, discounted", "1 416 445 EUR", ""),
        ],
    ),
    "some prices are missing": (
        BURST,
        [
            ("Usable capacity", "1.738 PB", "1.543 PiB"),
            ("Write bandwidth, expected", "43.29 GB/s", "likely 20.1 to 58.6 GB/s"),
            ("Read bandwidth, expected", "41.93 GB/s", "likely 18.1 to 58.2 GB/s"),
            ("Purchase cost, net, known part", "3480 USD", ""),
            ("Total cost, net, discounted, known part", "3480 USD", ""),
        ],
    ),
}


@pytest.mark.parametrize("case", CARDS_OF)
def test_cards_have_the_figures_that_matter_most(case: str) -> None:
    """Of a cost the known part, if any, under another name; capacity in both bases."""
    file, wanted = CARDS_OF[case]
    [cards] = re.findall('<div class="cards">(.*)</div>', page(results_of(file)))
    found = re.findall("<div>([^<]*)<b>([^<]*)</b>(?:<small>([^<]*)</small>)?</div>", cards)
    assert [tuple(text.replace(THIN, " ") for text in one) for one in found] == wanted


def test_devices_that_fit_in_no_rack_have_a_table_of_their_own() -> None:
    """Below the racks, under its title; what the room has left follows."""
    high = {"value": 60, "status": "assumed", "because": "a cabinet"}
    changes = {"tiers.0.servers.rack_units": high, "site": {"power": "100 kW"}}
    found = sections_of(page(evaluate(edited(load_scenario(PRICED), changes))))
    assert re.findall("<h3>([^<]*)</h3>", found["Racks"]) == [
        *("Devices without a rack position", "Left in the room"),
    ]
    assert found["Racks"].count("<table>") == 3
    assert "Devices without" not in sections_of(page(results_of(PRICED)))["Racks"]
