"""Owned tiers of parts: free at purchase, unchanged in everything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.answers.bill_json import bill_json
from model.answers.price_sheet import price_rows
from model.answers.racks import elevation
from model.answers.results import Results, evaluate
from model.answers.sentences import sentence_text
from model.answers.summary import left_out
from model.answers.views.bill import bill
from model.answers.views.view import View
from model.errors import InputError
from model.planning.loading import load_scenario
from model.search.shipments import shipments
from report.drawings.elevation import svg

FOLDER = Path(__file__).parents[2] / "scenarios"
ALIKE = ("usable_capacity", "read_bandwidth", "write_bandwidth", "tier_power", "tier_rack_units")
OWNED = "already owned"


def planned(text: str) -> Results:
    """Plan a text in the folder of the scenarios."""
    return evaluate(load_scenario(FOLDER / "owned.yaml", text))


@pytest.fixture(scope="module")
def text() -> str:
    """A scenario with a data tier of 84 drives, all priced."""
    return """
schema: ostimate.scenario/1
name: installed
economics: {currency: EUR, years: 3, energy_price: 0.2 EUR/kWh, pue: 1.2, maintenance_rate: 10%}
tiers:
  - name: t
    file_system: zfs
    blocks: 1
    servers: {name: server, per_block: 1, price: 9000 EUR, power: 300 W, rack_units: 1,
              weight: 20 kg}
    adapters: {name: card, per_server: 2, cables: 2, bandwidth: 9 GB/s, price: 500 EUR, power: 9 W,
               weight: 0.2 kg}
    enclosures: {name: jbod, per_block: 1, bays: 106, price: 8000 EUR, power: 200 W, rack_units: 4,
                 weight: 60 kg}
    drives: {name: disk, per_enclosure: 84, capacity: 20 TB, read_bandwidth: 250 MB/s,
             write_bandwidth: 250 MB/s, price: 400 EUR, power: 9 W, weight: 0.7 kg}
    target: {layout: 'raidz2:10 + raidz2:10 + raidz2:10 + raidz2:10 + raidz2:10 + raidz2:10 +
             raidz2:10 + raidz2:10 + spare:4'}
"""


def lines(results: Results, role: str) -> str:
    """Return the path of the line of a role."""
    return next(line.path for line in results.plan.lines if line.role == role)


def notes(view: View, role: str) -> str:
    """Return the note below the line of a role."""
    row = next(row for row in view.rows if row.key.endswith(role))
    return str(row.note)


@pytest.mark.parametrize("field", ["owned: true", "installed: {since: 2023-05-01}"])
def test_an_owned_tier_costs_nothing_and_does_the_same(text: str, field: str) -> None:
    """Both fields say it; power, space, capacity and bandwidth stay."""
    bought = planned(text)
    owned = planned(text.replace("blocks: 1", f"{field}\n    blocks: 1"))
    at = "site/tiers:t"
    assert (bought[at, "known_tier_cost"] or 0) > 0
    assert owned[at, "tier_cost"] == 0  # cables without a price, too
    assert owned["site", "unknown_equipment_cost"] == 0
    for name in ALIKE:
        assert owned[at, name] == bought[at, name], name
    view = bill(owned)
    assert all(OWNED in notes(view, line.path) for line in owned.plan.lines)
    assert not [row for row in price_rows(owned) if "seen" in row]


BEYOND = [
    (84, 0, 0, "80 of 80 already owned", "4 of 4 already owned"),
    (82, 0, 2, "80 of 80 already owned", "2 of 4 already owned"),
    (80, 0, 4, "80 of 80 already owned", "0 of 4 already owned"),
    (70, 10, 4, "70 of 80 already owned", "0 of 4 already owned"),
]
"""Owned drives of 80 in vdevs and 4 hot spares; those that are bought of each, and the notes."""


@pytest.mark.parametrize(("owned", "drives", "spares", "note", "note_of_spares"), BEYOND)
def test_pieces_beyond_those_owned_are_bought(
    text: str, owned: int, drives: int, spares: int, note: str, note_of_spares: str
) -> None:
    """They are paid for, by their price; those in vdevs are owned first."""
    some = text.replace("drives: {name: disk,", f"drives: {{name: disk, owned: {owned},")
    found = planned(some.replace("blocks: 1", "owned: true\n    blocks: 1"))
    of_drives, of_spares = lines(found, "drives"), lines(found, "hot spares")
    assert found[of_drives, "bought_pieces"] == drives
    assert found[of_spares, "bought_pieces"] == spares
    assert found["site/tiers:t", "tier_cost"] == 400 * (drives + spares)
    assert note in notes(bill(found), of_drives)
    assert note_of_spares in notes(bill(found), of_spares)
    (ask,) = (row for row in price_rows(found) if row.get("name") == "disk")
    assert ask["pieces"] == drives + spares


def test_more_owned_than_needed_isnt_sold(text: str) -> None:
    """Spare stock earns nothing."""
    owned = planned(text.replace("drives: {name: disk,", "drives: {name: disk, owned: 100,"))
    assert owned[lines(owned, "drives"), "line_cost"] == 0


def test_a_further_block_of_an_owned_tier_isnt_free(text: str) -> None:
    """As demand grows, its price is unknown until it is entered."""
    grows = """owned: true
    demand: {groups: [{name: all, volume: 1 PB, added: 1 PB/year}]}
    blocks: 1"""
    unknown = planned(text.replace("blocks: 1", grows))
    at = "site/tiers:t"
    assert unknown[at, "block_cost"] is None
    assert unknown["site", "later_capital_cost"] is None
    priced = grows.replace("owned: true", "installed: {block_price: 70000 EUR}")
    known = planned(text.replace("blocks: 1", priced))
    assert known[at, "block_cost"] == 70000
    assert (known["site", "later_capital_cost"] or 0) > 0
    assert known[at, "tier_cost"] == 0


MAINTAINED = "installed: {warranty_until: 2028-07-01, maintenance: 12000 EUR/year}"


def test_maintenance_begins_after_what_is_left_of_the_warranty(text: str) -> None:
    """A year and a half of warranty is left: half of year 2 is paid, and all of year 3."""
    dated = text.replace("economics:", "date: 2027-01-01\neconomics:", 1)
    owned = planned(dated.replace("blocks: 1", f"{MAINTAINED}\n    blocks: 1"))
    years = [owned[path, "year_owned_maintenance"] for path in owned.years()]
    assert years == pytest.approx([0, 0, 6043.8, 12000], abs=50)
    assert years[3] == 12000
    assert owned["site", "years_of_unknown_owned_maintenance"] == 0
    assert owned["site", "total_cost_of_ownership"] is not None


def test_maintenance_that_nobody_stated_is_unknown(text: str) -> None:
    """The rate of the purchase says nothing of what is old; the summary says what is missing."""
    owned = planned(text.replace("blocks: 1", "owned: true\n    blocks: 1"))
    assert owned["site", "years_of_unknown_owned_maintenance"] == 3
    assert owned["site", "total_cost_of_ownership"] is None
    assert owned["site", "known_total_cost_of_ownership"] == pytest.approx(
        sum(owned[path, "year_energy"] or 0 / 1.035**n for n, path in enumerate(owned.years())),
        rel=0.1,
    )
    said = sentence_text(owned, left_out(owned))
    assert "maintenance of owned tiers of 3 years" in said


@pytest.mark.parametrize(
    ("date", "days"), [("2028-06-30", 1), ("2028-07-01", 0), ("2028-07-02", 0), ("2027-07-01", 366)]
)
def test_what_is_left_of_a_warranty(text: str, date: str, days: int) -> None:
    dated = text.replace("economics:", f"date: {date}\neconomics:", 1)
    owned = planned(dated.replace("blocks: 1", f"{MAINTAINED}\n    blocks: 1"))
    assert owned["site/tiers:t", "owned_warranty"] == days * 86400


def test_a_warranty_needs_a_date_to_count_from(text: str) -> None:
    """Without one, the error says what to write."""
    with pytest.raises(InputError, match=r"installed.warranty_until: .* 'date'"):
        planned(text.replace("blocks: 1", f"{MAINTAINED}\n    blocks: 1"))


def test_replaced_drives_of_an_owned_tier_are_not_silently_free(text: str) -> None:
    """Their price isn't known; a warning says where to count them."""
    replaced = text.replace("years: 3,", "years: 3, media_replacement: 2%,")
    owned = planned(replaced.replace("blocks: 1", "owned: true\n    blocks: 1"))
    assert any("include them in 'installed.maintenance'" in text for text in owned.warnings)
    assert not any("installed.maintenance" in text for text in planned(replaced).warnings)


def test_the_document_counts_what_is_owned(text: str) -> None:
    """Only where something is."""
    some = text.replace("{name: disk,", "{name: disk, owned: 82,")
    owned = planned(some.replace("blocks: 1", "owned: true\n    blocks: 1"))
    found = {line["role"]: line.get("owned") for line in bill_json(owned)["bom"]}
    assert (found["servers"], found["drives"], found["hot spares"]) == (1, 80, 2)
    assert all("owned" not in line for line in bill_json(planned(text))["bom"])


def test_racks_show_what_is_owned(text: str) -> None:
    """By dashed frames, which the legend explains."""
    racked = f"{text}common: [{{part: apc-ar3300, count: 1}}]\n"
    owned = planned(racked.replace("blocks: 1", "owned: true\n    blocks: 1"))
    pictures = [svg(found) for one in (planned(racked), owned) if (found := elevation(one))]
    assert ["stroke-dasharray" in picture for picture in pictures] == [False, True]
    assert "dashed frames" in pictures[1]


PHASED = """
  - name: more
    file_system: zfs
    blocks: 4
    servers: {name: nas, per_block: 1, price: 9000 EUR}
    drives: {name: disk 2, per_server: 12, capacity: 20 TB, price: 400 EUR}
    target: {layout: 'raidz2:12'}
requirements: {capacity: 1.5 PB}
"""


def test_owned_blocks_are_in_no_shipment(text: str) -> None:
    """They are there from the first phase on, and nobody delivers them."""
    first, then = (f"{{name: in {n}, after: {n} months, share: 50%}}" for n in (0, 9))
    phased = text.replace("economics: {", f"economics: {{phases: [{first}, {then}], ") + PHASED
    found = shipments(planned(phased.replace("blocks: 1", "owned: true\n    blocks: 1", 1)))
    assert found is not None
    assert all(list(one.blocks) == ["more"] for one in found)
    assert sum(one.blocks["more"] for one in found) == 4


def test_choices_in_an_owned_tier_are_no_gift(text: str) -> None:
    """A search that takes more blocks of it would get them for nothing; a warning says so."""
    choices = 'choices: {"tiers.0.blocks": [1, 2]}\n'
    owned = planned(text.replace("blocks: 1", "owned: true\n    blocks: 1") + choices)
    assert any("cost nothing: write how many there are in 'owned'" in one for one in owned.warnings)
    assert not any("cost nothing" in one for one in planned(text + choices).warnings)
