"""Risks of tiers entered as a whole: what is entered counts, and what isn't is said."""

from __future__ import annotations

import io
import math

import openpyxl
import pytest

from model import evaluate, load_scenario
from model.answers.losses import rests_on
from model.answers.output import plan_json
from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.views import capacity
from model.answers.views.availability_table import availability, outages
from model.answers.views.capacity import TAKEN
from model.answers.views.loss_table import losses
from model.answers.views.requirements import OF_MEAN_RUN, requirements
from model.answers.views.restore_table import restores
from model.answers.views.shelf_table import shelf, shelf_json
from model.answers.views.survival_table import survival
from model.answers.views.view import Value, number
from model.errors import InputError
from report.workbook.workbook import workbook_bytes

WHOLE = "{capacity: 2 PB, read_bandwidth: 9 GB/s, write_bandwidth: 9 GB/s}"
KNOWN = WHOLE.replace("}", ", availability: 99.9 %, loss_probability: 1e-4}")
TEXT = f"""
schema: ostimate.scenario/1
name: whole
economics: {{years: 5}}
fabric: {{switch: {{name: s, ports: 40}}}}
requirements: {{loss: 1e-3, availability: 99 %}}
tiers:
  - name: bought
    given: {WHOLE}
  - name: built
    blocks: 2
    servers: {{name: server, per_block: 2}}
    adapters: {{name: hba, per_server: 2}}
    network: {{name: nic, per_server: 2, ports: 1}}
    enclosures: {{name: JBOD, per_block: 4, bays: 60}}
    drives: {{name: disk, per_enclosure: 55, capacity: 20 TB, write_bandwidth: 250 MB/s}}
    spares: {{failure_rate: 1.4 %}}
    target: {{layout: "raidz3:11"}}
"""
WHOLE_TIER, BUILT = "site/tiers:bought", "site/tiers:built"


def planned(*changes: tuple[str, str]) -> Results:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return evaluate(load_scenario("whole.yaml", text))


def test_what_is_entered_counts_at_the_site() -> None:
    """Outages and losses of both tiers add up."""
    results = planned((WHOLE, KNOWN))
    assert results[WHOLE_TIER, "availability"] == pytest.approx(0.999, rel=1e-12)
    assert results[WHOLE_TIER, "loss_probability"] == pytest.approx(1e-4, rel=1e-12)
    outage = results[WHOLE_TIER, "yearly_outage"]
    assert outage == pytest.approx(0.001 * 8766 * 3600, rel=1e-9)
    both = 1 - (1 - 1e-4) * (1 - (results[BUILT, "loss_probability"] or 0.0))
    assert results["site", "loss_probability"] == pytest.approx(both, rel=1e-9)
    reached = results["site", "availability"] or 0.0
    assert 0.9 * 0.999 < reached < 0.999 * (results[BUILT, "availability"] or 0.0)
    assert all(check.met is not None for check in results.checks)
    rows = {row.label: row.entries for row in availability(results).rows}
    assert rows["bought"][-1] == rests_on(results, WHOLE_TIER) == "as entered, with the whole tier"
    causes = {row.label: row.entries for row in outages(results).rows}
    assert "bought: availability as entered" in causes


def test_what_isnt_entered_is_said_in_each_table() -> None:
    results = planned()
    assert results["site", "availability"] is None
    assert survival(results, WHOLE_TIER) is None
    for view, words in (
        (losses(results), "enter 'given.loss_probability'"),
        (availability(results), "enter 'given.availability'"),
        (restores(results), "enter the restore bandwidth"),
        (shelf(results), "not known"),
    ):
        row = next(row for row in view.rows if row.label.startswith("bought"))
        assert any(isinstance(one, str) and words in one for one in row.entries), view.title
    assert {"tier": "bought", "part": None, "pieces": None, "shelf": None} in shelf_json(results)


def test_json_has_each_key_with_null_and_the_reason() -> None:
    found = plan_json(planned())["tiers"]["bought"]
    names = found["unknown_risks"]["figures"]
    assert {"loss_probability", "availability", "rebuild_time", "drive_life"} <= set(names)
    assert all(found[name] is None for name in names)
    assert "entered as a whole" in found["unknown_risks"]["because"]
    known = plan_json(planned((WHOLE, KNOWN)))["tiers"]["bought"]
    assert known["loss_probability"] is not None
    assert "availability" not in known["unknown_risks"]["figures"]


def test_the_way_from_raw_to_usable_capacity_has_no_gap() -> None:
    """What the drives' redundancy and format take is one step; none without raw capacity."""
    results = planned(("{capacity: 2 PB,", "{capacity: 2 PB, raw_capacity: 2.5 PB,"))
    [taken] = [row for row in capacity.steps(results, WHOLE_TIER).rows if row.label == TAKEN]
    found = [number(results, one) for one in taken.entries if isinstance(one, Value)]
    assert found == pytest.approx([0.5e15, 0.5e15, 0.2])
    for plain, path in ((planned(), WHOLE_TIER), (results, BUILT)):
        assert all(row.label != TAKEN for row in capacity.steps(plain, path).rows)


FABRIC = ("fabric: {switch: {name: s, ports: 40}}\n", "")


@pytest.mark.parametrize(("required", "is_said"), [("9.3 GB/s", True), ("8 GB/s", False)])
def test_a_chance_above_the_upper_bound_is_explained(required: str, is_said: bool) -> None:
    """The measured rate is an average: single runs exceed it."""
    alone = TEXT[TEXT.index("  - name: built") :]
    text = f"{{write_bandwidth: {required}, loss: 1e-3,"
    results = planned(("{loss: 1e-3,", text), (alone, ""), FABRIC)
    [row] = [row for row in requirements(results).rows if row.key == "write_bandwidth"]
    assert (OF_MEAN_RUN in sentence_text(results, row.note)) is is_said


def test_no_missing_figure_is_left_unnamed_for_being_one_more() -> None:
    alone = TEXT[TEXT.index("  - name: built") :]
    parts = "{name: appliance, power: 4 kW, weight: 800 kg, rack_units: 30}"
    equipment = f"given: {WHOLE}\n    equipment: {parts}"
    racks = ("{loss: 1e-3,", "{racks: 1, loss: 1e-3,")
    results = planned((alone, ""), FABRIC, racks, (f"given: {WHOLE}", equipment))
    missing = "missing: Usable rack units, Rack power limit, Empty rack weight, Rack load limit"
    assert any(one.endswith(missing) for one in results.warnings), results.warnings


def test_a_whole_tier_is_restored_from_its_backup() -> None:
    results = planned(("name: bought\n", "name: bought\n    restore_bandwidth: 1 GB/s\n"))
    planned_capacity = results[WHOLE_TIER, "planned_capacity"] or math.nan
    assert results[WHOLE_TIER, "tier_restore_time"] == pytest.approx(planned_capacity / 1e9)
    entries = restores(results).rows[0].entries
    assert entries[0] == "unknown: the tier is entered as a whole"
    none = planned(("name: bought\n", "name: bought\n    backup: false\n"))
    assert restores(none).rows[0].entries[-1] == "none: lost data are gone"
    with pytest.raises(InputError, match="is that of a backup"):
        planned(
            ("name: bought\n", "name: bought\n    backup: false\n    restore_bandwidth: 1 GB/s\n")
        )


def test_metadata_entered_as_a_whole_stop_all_data() -> None:
    text = KNOWN.replace("capacity: 2 PB", "capacity: 20 TB, inodes: 1e9")
    holds = ("name: bought\n", "name: bought\n    holds: metadata\n")
    results = planned((WHOLE, text), holds)
    path = "site/metadata:bought"
    assert results[path, "availability"] == pytest.approx(0.999)
    assert (results["site", "data_availability"] or 1.0) < 0.999


@pytest.mark.long
@pytest.mark.parametrize("given", [WHOLE, KNOWN])
def test_a_workbook_has_a_row_of_it(given: str) -> None:
    """Its cells hold what the page says."""
    file = io.BytesIO(workbook_bytes(planned((WHOLE, given))))
    book = openpyxl.load_workbook(file)
    sheet, steps = book["Risk"], "='Steps'!"
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    of_it = [row for row in rows if row[0] == "bought"]
    assert len(of_it) >= 3
    words = "enter 'given.loss_probability'" if given == WHOLE else "as entered"
    texts = [str(cell) for cell in of_it[0]]
    texts += [str(book["Steps"][one[len(steps) :]].value) for one in texts if one.startswith(steps)]
    assert any(words in text for text in texts)
