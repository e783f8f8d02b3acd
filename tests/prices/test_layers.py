"""Layers of prices: which of them counts, from how many pieces on, and what the others would be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from model.answers.output import plan_json
from model.answers.prices import considered, counting, price_of
from model.answers.results import Results, evaluate
from model.answers.views.bill import price_source
from model.commands.overview import print_plan
from model.errors import InputError
from model.formulas.time_and_money.offers import net_price
from model.parts.price_layers import layer
from model.planning.loading import edited, load_scenario
from model.planning.prices.prices import KnownPrice, counted_of
from model.reading.fields import MOST
from tests.prices.quoted import DRIVE, DRIVES, SWITCH, planned, quote

BOOK = {"currency": "EUR", "date": "2026-09-01", "lines": [{"part": DRIVE, "price": 640}]}


def line(results: Results, path: str = DRIVES):  # type: ignore[no-untyped-def]  # a line
    return next(one for one in results.plan.lines if one.path == path)


def unit(results: Results) -> float | None:
    return results[DRIVES, "unit_price"]


@given(
    price=st.floats(0, 1e9),
    discount=st.floats(0, 1),
    tax=st.floats(0, 1),
)
def test_a_discount_never_raises_a_price(price: float, discount: float, tax: float) -> None:
    assert net_price(price, discount, tax) <= price
    assert net_price(price, discount, tax) <= net_price(price, 0.0, tax)


def test_public_prices_count_where_nobody_offered(tmp_path: Path) -> None:
    assert unit(planned(tmp_path)) == pytest.approx(658 * 0.9)


def test_a_quote_goes_before_a_book_and_that_before_what_was_seen(tmp_path: Path) -> None:
    assert unit(planned(tmp_path, books=(BOOK,))) == 640
    results = planned(tmp_path, (quote(),), (BOOK,))
    assert unit(results) == 613.37
    found = considered(results, line(results))
    assert [(one.price.layer.name, one.counts) for one in found] == [
        ("quote", True),
        ("book", False),
        ("public", False),
    ]
    assert found[1].why_not == "a quote takes precedence"
    known = results.plan.provenance[DRIVES, "unit_price"]
    assert (known.status, known.date) == ("quoted", "2026-11-02")


def test_a_quote_that_has_expired_is_not_said_to_lose_to_the_scenario(tmp_path: Path) -> None:
    """It doesn't count for its own reason, which is said alone."""
    past = quote(date="2026-01-02", valid_until="2026-01-31")
    results = planned(tmp_path, (past,), drives__price="700 EUR")
    said = [one for one in results.warnings if "Q-4711" in one]
    known = len(past["lines"])
    count = "its only price" if known == 1 else f"{known} of its {known} prices"
    assert any(f"{count} expired by" in one for one in said)
    assert any("on 2026-01-31" in one and "ask for a new quote" in one for one in said)
    assert not any("takes precedence" in one for one in said)


def test_the_terminal_says_whose_prices_count_without_any_estimate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = planned(tmp_path, (quote(),))
    assert not results.values.get(("site", "estimated_lines"))
    print_plan(results)
    assert "Price source" in capsys.readouterr().out


def test_a_stated_price_goes_before_all(tmp_path: Path) -> None:
    """The quote that was asked for in vain is named."""
    results = planned(tmp_path, (quote(),), (BOOK,), drives__price="700 EUR")
    assert unit(results) == 700
    (said,) = (warning for warning in results.warnings if "takes precedence" in warning)
    assert said.startswith("quote Q-4711 of Megastore: the scenario itself states the price of")
    assert DRIVE in said
    assert not any("takes precedence" in one for one in planned(tmp_path, (quote(),)).warnings)
    assert [one.price.layer.name for one in considered(results, line(results))] == [
        "stated",
        "quote",
        "book",
        "public",
    ]
    assert considered(results, line(results))[0].counts


def test_the_best_valid_quote_counts_and_the_line_names_the_other(tmp_path: Path) -> None:
    """In whatever order they are named, in whatever currency, and only as long as it is valid."""
    second = quote(number="Q-2", lines=[{"part": DRIVE, "price": 500}])
    for quotes in ((quote(), second), (second, quote())):
        results = planned(tmp_path, quotes)
        assert unit(results) == 500
        source, _ = price_source(results, line(results))
        assert source.endswith("(not cheaper: quote Q-4711 of Megastore, 613.37 EUR)")
        found = considered(results, line(results))
        (other,) = (one for one in found if "Q-4711" in one.price.origin)
        assert other.why_not == "not cheaper than quote Q-2 of Megastore"
    past = quote(number="Q-2", valid_until="2026-11-30", lines=[{"part": DRIVE, "price": 500}])
    results = planned(tmp_path, (past, quote()))
    assert unit(results) == 613.37
    assert "cheaper" not in price_source(results, line(results))[0]


def test_a_quote_that_includes_other_items_is_not_compared(tmp_path: Path) -> None:
    bare = quote(number="Q-2", lines=[{"part": DRIVE, "price": 500, "includes": "memory"}])
    results = planned(tmp_path, (quote(), bare))
    assert unit(results) == 613.37
    (other,) = (one for one in considered(results, line(results)) if "Q-2" in one.price.origin)
    assert other.why_not == "quote Q-4711 of Megastore is named first and includes other items"


def test_of_two_books_the_first_one_counts(tmp_path: Path) -> None:
    cheap = {**BOOK, "title": "cheap", "lines": [{"part": DRIVE, "price": 5}]}
    assert unit(planned(tmp_path, (), (BOOK, cheap))) == 640


def test_prices_by_quantity_count_what_is_ordered_together(tmp_path: Path) -> None:
    """Cold spares come with the drives: their few pieces don't take the price of a few."""
    lines = [{"part": DRIVE, "price": 900}, {"part": DRIVE, "price": 600, "from": 100}]
    results = planned(tmp_path, (quote(lines=lines),), spares__buy="shelf")
    of_drive = [one for one in results.plan.lines if one.part == DRIVE]
    assert {results[one.path, "unit_price"] for one in of_drive} == {600}
    (spares,) = (one for one in of_drive if one.role == "spares")
    assert 0 < (results[spares.path, "line_count"] or 0) < 100
    counts = [results[one.path, "line_count"] or 0 for one in of_drive]
    assert results[spares.counts_by] == sum(counts)


def test_an_expired_quote_is_never_used_silently(tmp_path: Path) -> None:
    """It counts no more, the next layer does, and the plan says so."""
    results = planned(tmp_path, (quote(valid_until="2026-12-30"),), (BOOK,))
    assert unit(results) == 640
    assert any("Q-4711" in text and "expired" in text for text in results.warnings)
    assert considered(results, line(results))[0].why_not == "expired on 2026-12-30"
    last_day = planned(tmp_path, (quote(valid_until="2026-12-31"),))
    assert unit(last_day) == 613.37
    assert not any("expired" in text for text in last_day.warnings)


def test_without_a_price_date_nobody_knows_whether_a_quote_holds(tmp_path: Path) -> None:
    results = planned(tmp_path, (quote(),), economics={"price_date": None})
    assert unit(results) == 613.37
    assert any("write 'economics.price_date'" in text for text in results.warnings)


def test_a_price_after_the_price_date_doesnt_count(tmp_path: Path) -> None:
    results = planned(tmp_path, (quote(date="2027-01-02"),))
    assert unit(results) == pytest.approx(658 * 0.9)
    assert considered(results, line(results))[0].why_not == "later than the price date"
    said = (
        "quote Q-4711 of Megastore: its only price is later than 2026-12-31 and not used: set "
        "'economics.price_date' to 2027-01-02"
    )
    assert said in results.warnings
    moved = planned(tmp_path, (quote(date="2027-01-02"),), economics={"price_date": "2027-01-02"})
    assert unit(moved) == 613.37
    both = [{"part": DRIVE, "price": 600, "date": day} for day in ("2026-10-01", "2027-01-02")]
    assert not [w for w in planned(tmp_path, (quote(lines=both),)).warnings if "later" in w]


def test_a_price_in_a_currency_without_a_rate_doesnt_count(tmp_path: Path) -> None:
    results = planned(tmp_path, (quote(currency="CHF"),))
    assert unit(results) == pytest.approx(658 * 0.9)
    assert "no exchange rate" in considered(results, line(results))[0].why_not
    (said,) = (text for text in results.warnings if "Q-4711" in text)
    assert said.endswith(
        "its only price is in CHF and not used: enter its rate in 'economics.exchange'"
    )


def test_a_line_of_a_quote_that_nothing_takes_is_named(tmp_path: Path) -> None:
    """A name may be misspelled: the quote would be lost in silence. A price book is for all."""
    lines = [{"part": DRIVE, "price": 600}, {"name": "Instalation", "price": 5000}]
    said = "quote Q-4711 of Megastore: no line of the bill uses its price of 'Instalation'"
    assert said in planned(tmp_path, (quote(lines=lines),)).warnings
    assert not [w for w in planned(tmp_path, (quote(),)).warnings if "takes" in w]
    book = {**BOOK, "lines": lines}
    assert not [w for w in planned(tmp_path, (), (book,)).warnings if "takes" in w]
    hidden = planned(tmp_path, (quote(lines=lines),), public=True).warnings
    assert not [w for w in hidden if "Instalation" in w]


def test_a_quote_in_another_currency_counts_at_the_rate(tmp_path: Path) -> None:
    results = planned(tmp_path, (quote(currency="USD"),))
    assert unit(results) == pytest.approx(613.37 * 0.9)


def test_a_gross_price_counts_without_its_tax_and_a_discount_off_the_list(tmp_path: Path) -> None:
    """1,190 EUR gross at 19 % are 1,000 net; 10 % off leave 900."""
    gross = quote(taxes="gross", vat_rate="19 %", lines=[{"part": DRIVE, "price": 1190}])
    assert unit(planned(tmp_path, (gross,))) == pytest.approx(1000)
    less = planned(tmp_path, ({**gross, "discount": "10 %"},))
    assert unit(less) == pytest.approx(900)
    price = price_of(less, line(less))
    assert price is not None
    assert (price.list_price, price.discount, price.layer) == (1190, 0.1, "quote")
    assert price.amount == pytest.approx(900)


TIERS = [
    {"part": DRIVE, "price": 600},
    {"part": DRIVE, "from": 500, "price": 580},
    {"part": DRIVE, "from": 1000, "price": 550},
]


@pytest.mark.parametrize(
    ("blocks", "price"), [(1, 600), (2, 600), (3, 580), (5, 580), (6, 550), (20, 550)]
)
def test_the_price_follows_the_number_of_pieces(tmp_path: Path, blocks: int, price: float) -> None:
    """168 drives a block: 580 from 500, 550 from 1,000."""
    results = planned(tmp_path, (quote(lines=TIERS),))
    program, root = results.plan.program, results.plan.root
    assert (DRIVES, "unit_price") in results.steps
    values = program.start(results.plan.instances)
    values[program.slots["site/tiers:data", "blocks"]] = float(blocks)
    found = program.run(values)
    assert root.name == "site"
    assert found[program.slots[DRIVES, "unit_price"]] == price


def in_two_tiers(folder: Path, lines: list[dict[str, object]], **second: object) -> Results:
    """Plan 4 blocks of 168 drives, and 2 of the same in a second tier."""
    planned(folder, (quote(lines=lines),))
    path = folder / "scenario.yaml"
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    data["tiers"].append({**data["tiers"][0], "name": "more", "blocks": 2, **second})
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return evaluate(load_scenario(path))


def test_drives_of_several_tiers_are_one_order(tmp_path: Path) -> None:
    """672 and 336 drives: each alone would cost 580 and 600, all 1,008 cost 550."""
    more = "site/tiers:more/lines:drives"
    results = in_two_tiers(tmp_path, TIERS)
    assert (results[DRIVES, "unit_price"], results[more, "unit_price"]) == (550, 550)
    for path in (DRIVES, more):
        assert results[line(results, path).counts_by] == 1008
        used = counting(results, line(results, path))
        assert used is not None
        assert used.least == 1000
    fewer = edited(results.plan.scenario, {"tiers.1.blocks": 1})
    again = evaluate(fewer, results.plan.catalog, before=results)
    assert (again[DRIVES, "unit_price"], again[more, "unit_price"]) == (580, 580)
    other = edited(results.plan.scenario, {"tiers.1.drives.part": "seagate-exos-x18-18tb"})
    apart = evaluate(other, results.plan.catalog, before=results)
    assert apart[DRIVES, "unit_price"] == 580
    assert line(apart, more).ordered == ""


def test_optional_drives_and_prices_of_any_quantity_are_no_joint_order(tmp_path: Path) -> None:
    more = "site/tiers:more/lines:drives"
    one_price = in_two_tiers(tmp_path, [{"part": DRIVE, "price": 600}])
    assert (line(one_price).ordered, one_price[more, "unit_price"]) == ("", 600)
    optional = in_two_tiers(tmp_path, TIERS, option=True)
    assert optional[DRIVES, "unit_price"] == 580


def test_below_its_quantity_the_next_layer_counts(tmp_path: Path) -> None:
    """672 drives: a price from 5,000 on doesn't count, that of the book does, and it is said."""
    far = quote(lines=[{"part": DRIVE, "from": 5000, "price": 400}])
    results = planned(tmp_path, (far,), (BOOK,))
    assert unit(results) == 640
    assert considered(results, line(results))[0].why_not == "from 5000 pieces on"
    used = counting(results, line(results))
    assert used is not None
    assert used.layer.name == "book"


def test_what_has_only_a_name_is_priced_by_it(tmp_path: Path) -> None:
    named = {**BOOK, "lines": [{"name": "@jbod 84", "price": 8000}]}
    results = planned(tmp_path, books=(named,), enclosures__price=None)
    assert results["site/tiers:data/lines:enclosures", "unit_price"] == 8000


def test_an_unknown_part_is_refused_and_a_near_one_offered(tmp_path: Path) -> None:
    wrong = quote(lines=[{"part": f"{DRIVE}b", "price": 613.37}])
    with pytest.raises(InputError, match=f"did you mean '{DRIVE}'"):
        planned(tmp_path, (wrong,))


def test_json_says_what_each_layer_would_be(tmp_path: Path) -> None:
    document = plan_json(planned(tmp_path, (quote(includes="shipping"),), (BOOK,)))
    drives = next(one for one in document["bom"] if one["role"] == "drives")
    assert drives["price"]["layer"] == "quote"
    assert drives["price"]["valid_until"] == "2027-01-31"
    first, second, third = drives["prices"]
    assert (first["net_price"], first["includes"]) == (613.37, "shipping")
    assert first["lead_time"] == 6 * 7 * 86400
    assert (second["layer"], second["converted"], second["counts"]) == ("book", 640, False)
    assert (third["list_price"], third["currency"]) == (658, "USD")


def test_a_vendors_number_stands_for_the_part(tmp_path: Path) -> None:
    """Also where it is spelled with other marks: the switch is called QM8700."""
    one = quote(lines=[{"number": "qm-8700", "price": 9000}])
    results = planned(tmp_path, (one,), economics={})
    switch = next(x for x in results.plan.lines if x.part == SWITCH)
    layers = [one.price.layer.name for one in considered(results, switch)]
    assert layers[:2] == ["stated", "quote"]


def test_a_price_from_ten_pieces_on_leaves_fewer_without_one() -> None:
    ten = KnownPrice(layer("quote"), "Q-1", None, 0.0, 0.0, None, 600.0, least=10)
    assert counted_of([ten]) == ((0, 10, None), (10, MOST + 1, ten))
    one = replace(ten, least=1, converted=700.0)
    assert counted_of([one, ten]) == ((0, 10, one), (10, MOST + 1, ten))


def test_a_price_of_the_parts_own_name_is_what_the_plan_counts_with(tmp_path: Path) -> None:
    """What a price list calls as the catalog does is that part, in the cost as in the bill."""
    name = line(planned(tmp_path)).name
    results = planned(tmp_path, books=({**BOOK, "lines": [{"name": name, "price": 555}]},))
    assert unit(results) == 555
    price = price_of(results, line(results))
    assert price is not None
    assert (price.amount, price.layer) == (555, "book")


def test_a_price_per_capacity_is_that_of_the_whole_drive(tmp_path: Path) -> None:
    """20 EUR/TB are 480 EUR for 24 TB, less the discount; what has no capacity has no price."""
    per_terabyte = quote(lines=[{"part": DRIVE, "price_per_capacity": "20 EUR/TB"}])
    assert unit(planned(tmp_path, (per_terabyte,))) == pytest.approx(480)
    less = planned(tmp_path, ({**per_terabyte, "discount": "10 %"},))
    assert unit(less) == pytest.approx(432)
    of_switches = quote(lines=[{"part": SWITCH, "price_per_capacity": "20 EUR/TB"}])
    results = planned(tmp_path, (of_switches,))
    known = [
        one
        for line in results.plan.lines
        for price in [results.plan.prices.get(line.path)]
        for one in (price.known if price else ())
        if one.why_not == "per capacity, and the part has none"
    ]
    assert known
    assert {(one.price, one.net, one.converted) for one in known} == {(None, None, None)}
