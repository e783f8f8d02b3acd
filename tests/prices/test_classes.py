"""Budget classes: bands from what was seen, marked as estimates, and no invented number."""

from __future__ import annotations

import datetime
import statistics
from pathlib import Path

import pytest
import yaml

from model.answers.output import plan_json
from model.answers.results import evaluate
from model.answers.summary import headline
from model.design.scenario import load_scenario
from model.errors import InputError
from model.parts.catalog import load_catalog
from model.parts.classes import (
    FEWEST,
    BudgetClass,
    band,
    belongs,
    observed,
    shipped_classes,
    typical,
)
from tests.prices.quoted import planned, quote

CATALOG = load_catalog(needs=())
CLASSES = {one.key: one for one in shipped_classes()}
ASTRA = Path(__file__).parents[2] / "scenarios/astra.yaml"
ON = {"estimates": True, "exchange": {
    "USD": {"rate": 0.9, "date": "2026-08-01"}}}  # fmt: skip
SERVERS, PROCESSORS = "site/tiers:data/lines:servers", "site/tiers:data/lines:processors"


@pytest.mark.parametrize("key", CLASSES)
def test_a_class_is_least_median_and_most_of_what_was_seen(key: str) -> None:
    """And empty, with a reason, where fewer than three were seen and no range is entered."""
    found = CLASSES[key]
    if found.low is not None:
        assert found.note
        return
    seen = list(observed(found, CATALOG))
    known = band(found, CATALOG)
    if len(seen) < FEWEST:
        assert known is None
        assert found.note
        return
    rates = sorted(one.rate for one in seen)
    assert known is not None
    assert (known.low, known.high) == (rates[0], rates[-1])
    sources = {one.source for one in seen}
    medians = (statistics.median(o.rate for o in seen if o.source == one) for one in sources)
    assert known.likely == pytest.approx(statistics.median(medians))
    assert known.date == max(one.date for one in seen)
    assert all(one.source for one in seen)


@pytest.mark.parametrize("key", CLASSES)
def test_each_part_that_a_class_names_was_seen_and_belongs(key: str) -> None:
    """Of an empty class, too: a name without a price would be no observation."""
    found = CLASSES[key]
    seen = [one.what for one in observed(found, CATALOG)]
    for part in found.parts:
        assert part in seen
        assert belongs(found, part, CATALOG) or found.per in CATALOG.figures(part)


def test_flash_of_a_shortage_is_priced_as_most_sources_saw_it() -> None:
    """A list of seven drives at 160 to 220 USD/TB is one source; VDURA saw 365 in the first quarter
    of 2026, and 753 in August.
    """
    known = band(CLASSES["nvme-flash"], CATALOG)
    assert known is not None
    assert known.likely * 1e12 == pytest.approx(365)
    assert known.high * 1e12 == pytest.approx(1172)


def test_a_class_counts_before_the_end_of_the_year_of_its_latest_observation(
    tmp_path: Path,
) -> None:
    """One drive of 30 TB was seen "in 2026", which counts as its last day."""
    early, late = (datetime.date(2026, 11, 22), datetime.date(2026, 12, 31))
    before, whole = (band(CLASSES["nvme-flash"], CATALOG, day) for day in (early, late))
    assert before is not None
    assert whole == band(CLASSES["nvme-flash"], CATALOG)
    assert before.date <= early < late == whole.date
    assert before.seen == whole.seen - 1
    too_early = band(CLASSES["nvme-flash"], CATALOG, datetime.date(2018, 1, 1))
    assert too_early == whole, "too few prices by then: the plan says that they are later"
    economics = ON | {"price_date": "2026-11-22"}
    results = planned(
        tmp_path, economics=economics, drives__price=None, drives__name="",
        drives__part="kioxia-cm7-v-6400gb", drives__capacity=None, drives__power="25 W",
    )  # fmt: skip
    assert results["site/tiers:data/lines:drives", "is_estimated"] == 1


def test_an_entered_range_is_for_a_size() -> None:
    """QLC of 122.88 TB: about 27,000 USD, so 13,500 USD for half of it."""
    qlc = CLASSES["qlc-flash"]
    assert belongs(qlc, "solidigm-d5-p5336-122880gb", CATALOG)
    assert belongs(qlc, "micron-6550-ion-61440gb", CATALOG)
    assert not belongs(qlc, "micron-6500-ion-30720gb", CATALOG)
    known = band(qlc, CATALOG)
    assert known is not None
    assert known.likely * 61.44e12 == pytest.approx(13_500)
    assert (known.low / known.likely, known.high / known.likely) == pytest.approx(
        (12_400 / 27_000, 44_900 / 27_000)
    )


def test_memory_of_a_server_costs_what_it_does_today(tmp_path: Path) -> None:
    """The class of servers is of 2023: its price doesn't include the memory that is planned."""
    results = planned(
        tmp_path, economics=ON, servers__price=None, memory__price=None,
        memory__part="ddr5-4800-rdimm-16gb", memory__name="",
    )  # fmt: skip
    cost = results["site/tiers:data/lines:memory", "unit_price"]
    assert cost == pytest.approx(873 / 64 * 16 * 0.9)


def test_what_nobody_prices_has_no_number() -> None:
    """Arrays, licences, support: no public price found, and none is assumed."""
    for key in ("array-per-bay", "licence", "support-share"):
        assert band(CLASSES[key], CATALOG) is None


def test_an_enclosure_of_the_common_size_is_assumed_as_in_the_templates() -> None:
    """106 bays of 120 EUR, 300 W without drives, and 0.76 kg a bay, the median of three."""
    part, found = "seagate-exos-e-4u106", CLASSES["enclosure-per-bay"]
    assert belongs(found, part, CATALOG)
    assert not belongs(found, "dell-md1420", CATALOG)
    of_bay = band(found, CATALOG)
    assert of_bay is not None
    assert (of_bay.low, of_bay.likely, of_bay.high) == (80, 120, 200)
    power, weight = (typical(found, part, figure, CATALOG) for figure in ("power", "weight"))
    assert power is not None
    assert weight is not None
    assert power.likely == 300
    assert (weight.likely, weight.seen) == (pytest.approx(106 * 64 / 84), 3)


def test_estimates_stand_in_only_if_asked_and_where_no_price_is() -> None:
    """Adapters of Astra, of 2 ports: likely 833.50 USD each, from 368 to 2,188, 68 days before."""
    data = yaml.safe_load(ASTRA.read_text(encoding="utf-8"))
    data["economics"] |= {"price_date": "2026-11-22"}
    data["existing"] = ["switches", "network cables"]
    plain = evaluate(load_scenario(ASTRA, yaml.safe_dump(data)))
    at = "site/tiers:scratch/lines:network"
    assert plain[at, "unit_price"] is None
    data["economics"] |= {"estimates": True}
    results = evaluate(load_scenario(ASTRA, yaml.safe_dump(data)))
    assert results[at, "unit_price"] == 2 * 833.5
    assert results.plan.provenance[at, "unit_price"].status == "estimate"
    assert results["site", "estimated_lines"] == 1
    assert results["site", "estimated_capital_cost"] == 20 * 2 * 833.5
    fallen, risen = 0.9 ** (68 / 365.25), 1.1 ** (68 / 365.25)
    assert results["site", "low_capital_cost"] == pytest.approx(20 * 2 * 368 * fallen)
    assert results["site", "high_capital_cost"] == pytest.approx(20 * 2 * 2188 * risen)
    assert "33 340 USD estimated for 1 line" in headline(results).replace("\u202f", " ")
    bom = plan_json(results)["bom"]
    assert next(one for one in bom if one["role"] == "network")["price"]["layer"] == "estimate"


def test_the_estimate_of_a_server_includes_what_its_class_says(tmp_path: Path) -> None:
    """One socket: 11,570 EUR with the processor, which is no cost of its own then."""
    results = planned(
        tmp_path, economics=ON, servers__price=None, processors__price=None, network__price="1 EUR"
    )
    assert results[SERVERS, "unit_price"] == 11_570
    assert results[PROCESSORS, "unit_price"] == 0
    assert any("both count, until the server" in text for text in results.warnings)


def of_class(**changes: object) -> dict[str, object]:
    stated = {"key": "mine", "title": "Servers of ours", "kinds": ["server"], "currency": "EUR",
              "low": "8000 EUR", "likely": "10000 EUR", "high": "13000 EUR",
              "date": "2026-10-01"}  # fmt: skip
    return {**stated, **changes}


def test_a_class_of_ones_own_goes_first_and_each_quote_narrows_the_total(tmp_path: Path) -> None:
    """8 servers of 8,000 to 13,000 EUR: the band is 40,000 EUR wider than with their quote."""
    own = {**ON, "classes": [of_class()]}
    wide = planned(tmp_path, economics=own, servers__price=None)
    assert wide[SERVERS, "unit_price"] == 10_000
    assert wide[SERVERS, "high_line_cost"] == 8 * 13_000
    narrow = planned(
        tmp_path,
        (quote(lines=[{"part": "dell-r7515", "price": 9_800}]),),
        economics=own,
        servers__price=None,
    )
    assert narrow["site", "estimated_lines"] == 0
    of_wide, of_narrow = (
        (one["site", "high_capital_cost"] or 0.0) - (one["site", "low_capital_cost"] or 0.0)
        for one in (wide, narrow)
    )
    assert of_wide - of_narrow == pytest.approx(8 * 5_000)
    assert of_narrow > 0  # public prices are never certain


def test_what_an_estimate_includes_isnt_counted_twice(tmp_path: Path) -> None:
    whole = {**ON, "classes": [of_class(covers=["memory", "network"])]}
    results = planned(
        tmp_path, economics=whole, servers__price=None, network__price=None, memory__price=None
    )
    assert results["site/tiers:data/lines:network", "line_cost"] == 0
    assert results["site/tiers:data/lines:memory", "line_cost"] == 0
    known = results.plan.provenance["site/tiers:data/lines:network", "unit_price"]
    assert known.status == "estimate"
    assert "included in the estimate" in known.because
    assert (
        results["site", "estimated_lines"] == 1
    )  # the servers: the others cost nothing to ask for
    twice = planned(tmp_path, economics=whole, servers__price=None)
    assert any("both count" in text for text in twice.warnings)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"likely": None}, "write 'low', 'likely' and 'high', or none"),
        ({"low": "11000 EUR"}, "rises from 'low' over 'likely' to 'high'"),
        ({"currency": "USD"}, "in the 'currency' of the class"),
        ({"date": None}, "write the 'date' of the band"),
    ],
)
def test_a_stated_band_is_whole_and_rises(
    tmp_path: Path, changes: dict[str, object], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        planned(tmp_path, economics={"classes": [of_class(**changes)]})


def test_a_class_without_observations_gives_nothing() -> None:
    bare = BudgetClass(key="a", title="A", kinds=("rack",), currency="EUR")
    assert band(bare, CATALOG) is None


def test_only_prices_in_the_currency_of_a_class_are_observations() -> None:
    """Others aren't converted, neither of a part nor of an item that isn't in the catalog."""
    part = next(
        key
        for key in CATALOG.keys_of_kind("hdd")
        if {"USD"} == {o.price.currency for o in CATALOG.prices(key) if o.price}
    )
    seen = {"what": "an item", "date": "2026-01-01", "source": {"title": "A list"}}
    items = [{**seen, "price": "100 EUR"}, {**seen, "price": "100 USD", "what": "another item"}]
    for currency, names in (("EUR", ["an item"]), ("USD", [part, "another item"])):
        of_it = {"key": "a", "title": "A", "kinds": ("rack",), "currency": currency}
        one = BudgetClass.model_validate({**of_it, "parts": (part,), "observations": items})
        assert [found.what for found in observed(one, CATALOG)] == names
