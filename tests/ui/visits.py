"""Pages as tests visit them: opened, edited, and read."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import yaml
from streamlit.testing.v1 import AppTest

from model.answers.results import Results
from model.units.figures import THIN
from store.patches import AS_IT_CAME, Patch
from tests.ui.working import work_of

ROOT = Path(__file__).parents[2]
APP = ROOT / "app.py"
PLACES = {
    "start": ("start", ""),
    "decision": ("needs", "Overview"),
    "overview": ("needs", "Requirements"),
    "machine": ("needs", "Machine"),
    "demand": ("needs", "Growth"),
    "contents": ("needs", "Files and clients"),
    "measured": ("needs", "Workloads"),
    "room": ("needs", "Room and planning"),
    "basis": ("needs", "Assumptions"),
    "design": ("design", ""),
    "capacity": ("capacity", "From raw to planned"),
    "growth": ("capacity", "Growth"),
    "files": ("capacity", "Files and memory"),
    "performance": ("performance", "Data path"),
    "states": ("performance", "States"),
    "remedies": ("performance", "Upgrades"),
    "workloads": ("performance", "Workloads"),
    "checkpoint": ("performance", "Checkpoints"),
    "caches": ("performance", "Caches and latency"),
    "cost": ("cost", "Cost"),
    "racks": ("cost", "Racks"),
    "questions": ("cost", "Questions"),
    "survival": ("risk", "Survival"),
    "loss": ("risk", "Loss"),
    "availability": ("risk", "Availability"),
    "spares": ("risk", "Spares"),
    "wear": ("risk", "Wear"),
    "uncertainty": ("risk", "Uncertainty"),
    "compare": ("compare", "Side by side"),
    "search": ("compare", "Search"),
    "extend": ("compare", "Extend"),
    "specify": ("compare", "Specify"),
    "form": ("compare", "Form"),
    "bids": ("compare", "Bids"),
    "score": ("compare", "Score"),
    "accept": ("compare", "Accept"),
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
STEPS = ("Specify", "Form", "Bids", "Score", "Accept")
"""Parts that stand beside *Compare*, which has parts of its own."""
SCENARIOS = tuple(sorted(file.stem for file in (ROOT / "scenarios").glob("*.yaml")))
NBSP = "\N{NO-BREAK SPACE}"
ASTRA = (ROOT / "scenarios/astra.yaml").read_bytes()


def unfolded(at: AppTest, *keys: str) -> AppTest:
    """Open lines of the page: what is below them is made then."""
    for key in keys:
        at.session_state[f"{key} of {work_of(at).choice} is open"] = True
    return at.run()


def went(at: AppTest, place: str) -> AppTest:
    """Turn to a page, and to a part of it."""
    page, part = PLACES[place]
    if part in STEPS:
        at.session_state["tender_part"] = part
    elif part:
        at.session_state["tender_part"] = "Compare"
        at.session_state[f"{page}_part"] = part
    return at.switch_page(f"ui/pages/{page}.py").run()


def opened(
    scenario: str = "astra",
    page: str = "overview",
    *,
    menu: bool = False,
    **params: str | list[str],
) -> AppTest:
    """Open a page; its menu, which takes a fifth of each run, where it is used."""
    at = AppTest.from_file(str(APP), default_timeout=60)
    if menu:
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
    work_of(at).patch(work_of(at).choice, Patch(path, AS_IT_CAME if value == "" else value))
    return at.run()


def results(at: AppTest) -> Results:
    found: Results = work_of(at).results
    return found


def tables(at: AppTest) -> str:
    """What the tables say; narrow spaces are drawn as others, for fonts have hardly any."""
    return "".join(element.proto.body for element in at.get("html")).replace(NBSP, THIN)


def plain(text: str) -> str:
    """Read Markdown as a page shows it: numbers that open their derivation are numbers."""
    return re.sub(r"\[([^\]]*)\]\(#why=[^)]*\)", r"\1", text).replace("\\", "")


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
    return f"{work_of(at).choice}:{path} in its place"


def stages_as(at: AppTest, how: str) -> AppTest:
    """Choose what shows the stages of a chain: data path, bars or table."""
    at.session_state["stages as"] = how
    return at.run()


def asked(at: AppTest, number: str) -> AppTest:
    """Click a number, as far as the server sees it."""
    at.session_state["asked number"] = number
    return at.run()


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
