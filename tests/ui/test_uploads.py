"""Files that users bring: good ones are planned, bad ones get their lines, and the plan stays."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from model.planning.loading import load_scenario
from model.reading.yaml_edits import rewritten
from tests.ui.visits import (
    ASTRA,
    ROOT,
    TIER,
    change,
    opened,
    put,
    results,
    spoilt,
)
from tests.ui.working import work_of
from ui.state import origins


def test_a_count_may_be_none_where_the_scenario_says_so() -> None:
    at = opened("beluga", "contents", menu=True)
    clients = {"nodes": 100, "cores": 40, "login_nodes": 0}
    at.file_uploader[0].upload("mine.yaml", put("clients")(clients)).run()
    assert not at.error
    assert not at.exception
    (box,) = [one for one in at.text_input if one.key.endswith(" clients.login_nodes")]
    assert box.value == "0"


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
    at = opened(menu=True)
    before = results(at)["site", "usable_capacity"]
    at.file_uploader[0].upload("mine.yaml", text).run()
    assert not at.exception
    assert words in at.error[-1].value
    assert "mine" in at.error[-1].value
    assert work_of(at).choice == "astra"
    assert results(at)["site", "usable_capacity"] == before


def test_a_file_that_is_refused_does_not_look_opened() -> None:
    """Beside its chip it says so, and which scenario stays selected, until another is opened."""
    at = opened("astra", menu=True)
    at.file_uploader[0].upload("mine.yaml", b"schema: ostimate.scenario/1\nname: 3\n").run()
    words = "mine.yaml can't be opened; Astra stays selected."
    assert words in [one.value for one in at.error]
    assert at.selectbox(key="chosen scenario").value == "astra"
    at.file_uploader[0].upload("mine.yaml", ASTRA).run()
    assert not at.error


def test_a_file_that_is_refused_stands_in_no_ones_way() -> None:
    """The plan that is shown has nothing wrong: it can be saved, and the next page is quiet."""
    at = opened("astra", menu=True)
    at.file_uploader[0].upload("mine.yaml", b"schema: ostimate.scenario/1\nname: 3\n").run()
    assert "mine.yaml can't be opened:" in at.error[-1].value
    assert "can't be planned" not in at.error[-1].value
    assert not at.button(key="save at once").disabled
    assert not at.button(key="save").disabled
    at.session_state["menu is open"] = False
    at.switch_page("ui/pages/capacity.py").run()
    assert not at.error


def test_all_problems_of_a_file_are_said() -> None:
    def edit(data: dict) -> None:
        data["tiers"][0]["blokcs"] = 3
        data["machine"]["node_memory"] = "128"
        data["tiers"][0]["servers"]["part"] = "hpe-apolo-4520"
        data["tiers"][0]["target"]["reserved_spares"] = 80

    at = opened(menu=True)
    at.file_uploader[0].upload("mine.yaml", spoilt(edit)).run()
    assert at.error[-1].value.count("\n- ") == 4
    assert "hpe-apollo-4520" in at.error[-1].value
    assert "than the 32 drives" in at.error[-1].value


def test_a_good_file_is_chosen_and_can_be_taken_away_again() -> None:
    at = opened(menu=True)
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
    at = opened(menu=True)
    at.file_uploader[0].upload("mine.yaml", put(*TIER, "blocks")(3)).run()
    before = results(at)["site", "raw_capacity"] or 0
    at.file_uploader[0].clear().run()
    at.file_uploader[0].upload("mine.yaml", put(*TIER, "blocks")(6)).run()
    assert results(at)["site", "raw_capacity"] == 2 * before


def test_a_lost_upload_is_said_and_its_edits_are_not_taken() -> None:
    at = opened("Mine (from mine.yaml)", edit=["tiers.0.blocks=12"], menu=True)
    assert "stored only in the browser that opened it. Open it again" in at.error[0].value
    assert results(at)["site/tiers:scratch", "blocks"] == 10
    at.file_uploader[0].upload("mine.yaml", put(*TIER, "blocks")(12)).run()
    assert not at.error
    assert results(at)["site/tiers:scratch", "blocks"] == 12


def test_a_scenario_that_names_a_file_can_be_brought_back() -> None:
    """A download of CRI names its departments' file, which is there for uploads, too."""
    text = (ROOT / "scenarios/cri.yaml").read_bytes()
    brought = origins.read("mine.yaml", text)
    assert origins.planned(brought.scenario, {})["site", "groups_volume"] == 1190e12


def beside(at: AppTest) -> Any:
    return next(one for one in at.file_uploader if one.key == "files beside")


def test_files_that_a_scenario_names_come_beside_it() -> None:
    """Usage history is asked for by its name, and read when it is there; groups are, too."""
    text = put(*TIER, "demand")({"history": {"file": "usage.csv"}})
    days = "".join(f"2026-01-{n:02},{400 + n} TB\n" for n in range(1, 29))
    at = opened("beluga", "growth", menu=True)
    at.file_uploader[0].upload("mine.yaml", text).run()
    assert "open it with the scenario, as a CSV file" in at.error[-1].value
    assert work_of(at).choice == "beluga"
    beside(at).upload("other.csv", b"name,volume\na,3 TB\n").run()
    assert "'usage.csv' is missing" in at.error[-1].value
    beside(at).upload("other.csv", b"name,volume\na,3 TB\n")
    beside(at).upload("usage.csv", f"date,bytes\n{days}".encode()).run()
    assert not at.error
    [tier] = [path for _, path in results(at).tiers() if path.startswith("site/tiers:")][:1]
    assert results(at)[f"{tier}/years:year 0", "demand"] == 428e12
    shown = [one.value.replace("\\", "") for one in at.markdown]
    basis = next(text for text in shown if "Usage history:" in text)
    assert "27 days, purges unknown" in basis
    assert "Backtest: from the first half of the history, 428 TB" in basis
    assert any("90 % quantile" in one.value for one in at.caption)
    at.file_uploader[0].clear().run()
    at.file_uploader[0].upload("mine.yaml", put(*TIER, "demand")({"file": "other.csv"})).run()
    assert results(at)[tier, "groups_volume"] == 3e12
