"""The law of price layers: another layer is another row of the table, and nothing else.

The row is added in a process of its own, before anything else is loaded.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from model.parts.price_layers import LAYERS, OF_FILES

ADDED = """
import json, sys
from pathlib import Path
from model.parts import price_layers as table

row = table.Layer(
    "contract", "a framework contract", "listed", files="contracts", confidential=True,
    about="Files of framework contracts.", noun="framework contract", plural="framework contracts",
)
at = table.LAYERS.index(table.layer("book"))
table.LAYERS = (*table.LAYERS[:at], row, *table.LAYERS[at:])
table.OF_FILES = tuple(one for one in table.LAYERS if one.source == "files")

import io, zipfile
import yaml
from model.answers.output import plan_json, to_text
from model.answers.prices import counting
from model.answers.views.price_tables import prices
from model.design.economics import Economics
from report.web.page import page
from report.workbook.workbook import workbook_bytes
from store.link import link
from tests.prices.quoted import DRIVE, DRIVES, planned, quote

folder = Path(sys.argv[1])
text = f"{{currency: EUR, date: 2026-09-01, lines: [{{part: {DRIVE}, price: 623.41}}]}}"
(folder / "frame.yaml").write_text(text)
book = {"currency": "EUR", "date": "2026-09-01", "lines": [{"part": DRIVE, "price": 640}]}

def plan(*quotes, public=False):
    economics = {"contracts": ["frame.yaml"]}
    return planned(folder, quotes, (book,), public=public, economics=economics)

def outputs(results):
    with zipfile.ZipFile(io.BytesIO(workbook_bytes(results))) as archive:
        sheets = "".join(archive.read(name).decode() for name in archive.namelist())
    return to_text(plan_json(results)) + page(results) + sheets

results, hidden = plan(), plan(public=True)
used = next(one for one in results.plan.lines if one.path == DRIVES)
data = yaml.safe_load((folder / "scenario.yaml").read_text())
shared = link(data, frozenset(), lambda text: None)
drives = next(one for one in plan_json(results)["bom"] if one["role"] == "drives")
print(json.dumps({
    "price": results[DRIVES, "unit_price"],
    "beside a quote": plan(quote())[DRIVES, "unit_price"],
    "layers": [one["layer"] for one in drives["prices"]],
    "label": [row.entries[0] for row in prices(results).rows if row.label == used.name],
    "in outputs": ["623.41" in outputs(one) for one in (results, hidden)],
    "label in outputs": ["a framework contract" in outputs(one) for one in (results, hidden)],
    "hidden": hidden.plan.provenance[DRIVES, "unit_price"].status,
    "warned": [text for text in hidden.warnings if "623" in text],
    "left out": [path for path in shared.left_out if "contracts" in path],
    "field": Economics.field_docs()["contracts"],
}))
"""


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a plan with one layer more is, as programs and people see it."""
    command = [sys.executable, "-c", ADDED, str(tmp_path_factory.mktemp("contract"))]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.long
def test_a_row_gives_a_layer_its_place(added: dict[str, Any]) -> None:
    """It goes after quotes and before price books, as it stands in the table."""
    assert added["price"] == 623.41
    assert added["beside a quote"] == 613.37
    assert added["layers"] == ["contract", "book", "public"]


def test_a_row_says_what_people_read(added: dict[str, Any]) -> None:
    assert added["label"][0] == "a framework contract"
    assert added["label in outputs"] == [True, True]
    assert added["field"] == "Files of framework contracts."


def test_a_row_keeps_what_is_confidential(added: dict[str, Any]) -> None:
    """Neither what is for others nor a link holds its amounts or its files."""
    assert added["in outputs"] == [True, False]
    assert added["hidden"] == "withheld"
    assert added["warned"] == []
    assert added["left out"] == ["economics.contracts"]


def test_each_layer_has_all_that_its_source_needs() -> None:
    names = [one.name for one in LAYERS]
    assert len(set(names)) == len(names)
    assert len({one.files for one in OF_FILES}) == len(OF_FILES)
    for one in OF_FILES:
        assert one.files, one.name
        assert one.about, one.name
        assert one.noun, one.name
        assert one.plural, one.name
