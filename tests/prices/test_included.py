"""What the price of a server says it includes costs nothing more; what means nothing is said."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import yaml

from model.answers.prices import considered
from model.answers.results import Results, evaluate
from model.answers.views.bill import bill
from model.answers.views.view_text import text_table
from model.parts.included_items import is_called, piece_of, words_of
from model.planning.loading import edited, load_scenario
from tests.prices.quoted import SERVER, planned, quote

SCRATCH = Path("scenarios/templates/flash-scratch.yaml")
TIER = "site/tiers:scratch"
R7625 = {"part": "dell-r7625", "price": 31_000}
IN = "in the price of Dell PowerEdge R7625"


@cache
def scratch(
    includes: str = "", more: tuple[tuple[str, float], ...] = (), *, public: bool = False
) -> Results:
    """Plan the template with its servers at 31,000 EUR, with so much in them."""
    data = yaml.safe_load(SCRATCH.read_text(encoding="utf-8"))
    data["economics"] |= {"quotes": ["quote.yaml"], "estimates": False}
    data["tiers"][0]["in_servers"] = [{"name": "boot drive", "per_server": 2}]
    beside = ({"part": p, "price": n, "note": "" if n else "free of charge"} for p, n in more)
    lines = [R7625 | {"includes": includes}, *beside]
    files = {"quote.yaml": yaml.safe_dump(quote(lines=lines)).encode()}
    found = load_scenario("scratch.yaml", yaml.safe_dump(data), files=files)
    return evaluate(found, public=public)


def prices(results: Results) -> dict[str, float | None]:
    lines = [line for line in results.plan.lines if line.path.startswith(f"{TIER}/")]
    return {line.role: results[line.path, "unit_price"] for line in lines}


def test_what_a_quote_of_a_server_includes_costs_nothing_more() -> None:
    """31,000 EUR with processors and memory: the rest keeps its price, known or not."""
    before, after = prices(scratch()), prices(scratch("24 CPUs, memory; boot drives"))
    assert (before["processors"], before["memory"]) == (None, None)
    changed = {"processors": 0, "memory": 0, "in servers": 0}
    assert after == before | changed
    assert after["servers"] == 31_000


def test_the_bill_says_whose_price_it_is_in() -> None:
    results = scratch("processors and memory, boot drives")
    rows = text_table(results, bill(results)).rows
    inside = [row[0].text for row in rows if IN in [cell.text for cell in row]]
    of_each_tier = [name for name in inside if name != "Boot drive"]
    assert len(inside) == 5
    assert len(set(of_each_tier)) == 2
    assert not any("of the servers and change" in one for one in results.warnings)


def test_drives_and_adapters_of_a_server_may_be_in_its_price() -> None:
    after = prices(scratch("processors, memory, network adapters, SSDs"))
    assert (after["drives"], after["network"]) == (0, 0)
    assert after["in servers"] is None


@pytest.mark.parametrize(("includes", "said"), [
    ("memory, foo", "includes 'foo', which isn't a part of the servers and changes nothing"),
    ("rails, cache", "includes 'rails', 'cache', which aren't parts of the servers and change"),
])  # fmt: skip
def test_words_that_mean_no_part_of_the_servers_are_said(includes: str, said: str) -> None:
    results = scratch(includes)
    assert any(f"quote Q-4711 of Megastore {said}" in one for one in results.warnings)


def test_a_price_of_its_own_counts_beside_and_is_said() -> None:
    """A quote of memory itself is bought beside; a price of nothing is none."""
    part = str(scratch().plan.scenario.tiers[0].memory.part)
    own = scratch("memory", ((part, 500.0),))
    assert prices(own)["memory"] == 500
    assert any("includes memory, but memory has a price of its own" in w for w in own.warnings)
    free = scratch("memory", ((part, 0.0),))
    assert prices(free)["memory"] == 0
    assert not any("both count" in one for one in free.warnings)


def test_what_is_assumed_yields_to_what_the_servers_include(tmp_path: Path) -> None:
    """An assumed price of memory no longer counts, nor is it asked for; nor a price book's."""
    assumed = {"value": "400 EUR", "between": ["300 EUR", "500 EUR"], "status": "assumed",
               "because": "a guess"}  # fmt: skip
    lines = [{"part": "dell-r7515", "price": 9_800}]
    given = (quote(lines=lines, includes="memory"),)
    results = planned(tmp_path, given, servers__price=None, memory__price=assumed)
    at = "site/tiers:data/lines:memory"
    assert results[at, "unit_price"] == 0
    assert not any("price" in one and "memory" in one for one in results.warnings)
    known = results.plan.provenance[at, "unit_price"]
    assert (known.status, known.because) == ("quoted", "in the price of Dell PowerEdge R7515")


def test_others_see_what_is_included_and_no_amount() -> None:
    public = scratch("processors, memory, foo", public=True)
    assert public[f"{TIER}/lines:servers", "unit_price"] is None
    assert public[f"{TIER}/lines:memory", "unit_price"] == 0
    assert not any("foo" in one for one in public.warnings)


@pytest.mark.parametrize(("text", "words"), [
    ("", ()), ("shipping, rails", ("shipping", "rails")),
    ("2 x CPUs + 24 memory modules & NICs", ("CPUs", "memory modules", "NICs")),
    ("memory; memory, ", ("memory",)), ("standby RAM", ("standby RAM",)),
])  # fmt: skip
def test_words_are_parted_by_marks(text: str, words: tuple[str, ...]) -> None:
    assert words_of(text) == words


@pytest.mark.parametrize(("word", "piece"), [
    ("CPUs", "processors"), ("RAM", "memory"), ("NVMe drives", ""), ("SSDs", "drives"),
    ("further_drives", "further_drives"), ("HBA", "adapters"), ("s", ""), ("", ""),
])  # fmt: skip
def test_pieces_have_more_names_than_one(word: str, piece: str) -> None:
    assert piece_of(word) == piece


def test_names_are_called_in_the_plural_too() -> None:
    assert is_called("Boot drives", "boot drive")
    assert not is_called("drives", "boot drive")


def test_a_price_book_may_include_parts_too(tmp_path: Path) -> None:
    lines = [{"part": "dell-r7515", "price": 9_800, "includes": "processors"}]
    book = {"date": "2026-11-02", "currency": "EUR", "lines": lines}
    results = planned(tmp_path, (), (book,), servers__price=None, processors__price=None)
    at = "site/tiers:data/lines:processors"
    assert results[at, "unit_price"] == 0
    assert results.plan.provenance[at, "unit_price"].status == "listed"


def stated(**price: str) -> Results:
    """Plan the template with a stated price of the servers of its first tier."""
    servers = {"value": "31000 EUR", "status": "assumed", "because": "an offer by phone", **price}
    return evaluate(edited(load_scenario(SCRATCH), {"tiers.0.servers.price": servers}))


def test_a_stated_server_price_asks_what_it_includes_until_it_is_said() -> None:
    """An estimate includes processors and memory: to state a price isn't to lose that silently."""
    asks = "scratch: the stated server price doesn't say whether it includes processors and memory"
    open_ = stated()
    assert any(text.startswith(asks) for text in open_.warnings)
    assert prices(open_)["processors"] is None
    whole = stated(includes="2 CPUs, memory")
    assert not any("whether it includes" in text for text in whole.warnings)
    assert (prices(whole)["processors"], prices(whole)["memory"]) == (0, 0)
    assert prices(whole)["network"] == prices(open_)["network"]
    bare = stated(includes="")
    assert not any("whether it includes" in text for text in bare.warnings)
    assert prices(bare) == prices(open_)


def test_parts_with_prices_of_their_own_are_no_question() -> None:
    of_parts = {
        "tiers.0.servers.price": "31000 EUR",
        "tiers.0.processors.price": "2500 EUR",
        "tiers.0.memory.price": "300 EUR",
    }
    found = evaluate(edited(load_scenario(SCRATCH), of_parts))
    assert not any("whether it includes" in text for text in found.warnings)


BARE, WHOLE = "Q-1", "Q-2"


def by_quotes(folder: Path, memory: float | None, *numbers: str) -> Results:
    """Plan 8 servers by quotes: at 10,000 EUR, and at 11,500 EUR with 8 memory modules."""
    dimm = [] if memory is None else [{"name": "+DIMM 32", "price": memory}]
    bare = [{"part": SERVER, "price": 10_000}, *dimm]
    whole = [{"part": SERVER, "price": 11_500, "includes": "RAM"}]
    quotes = {BARE: quote(lines=bare, number=BARE), WHOLE: quote(lines=whole, number=WHOLE)}
    named = [quotes[one] for one in numbers]
    return planned(folder, named, servers__price=None, memory__price=None)


@pytest.mark.parametrize(("memory", "best"), [(200, WHOLE), (100, BARE)])
@pytest.mark.parametrize("numbers", [(BARE, WHOLE), (WHOLE, BARE)])
def test_the_quote_that_is_cheapest_with_what_it_leaves_out_counts(
    tmp_path: Path, memory: float, best: str, numbers: tuple[str, ...]
) -> None:
    """8 modules of 200 EUR are 1,600 a server: 100 more than the 1,500 that the other asks."""
    both = by_quotes(tmp_path, memory, *numbers)
    alone = {one: by_quotes(tmp_path, memory, one)["site", "capital_cost"] for one in numbers}
    assert both["site", "capital_cost"] == alone[best] == min(alone.values())
    assert not [one for one in both.warnings if "includes" in one or "compared" in one]
    line = next(one for one in both.plan.lines if one.role == "servers")
    (other,) = (one for one in considered(both, line) if one.why_not.startswith("dearer than"))
    assert best in other.why_not
    assert best not in other.price.origin


def test_a_part_with_a_quote_of_its_own_is_dearer_inside(tmp_path: Path) -> None:
    """Both would count, so a price that includes it has nothing more to offer."""
    bare: list[dict[str, object]] = [{"part": SERVER, "price": 10_000}]
    dimm = {"name": "+DIMM 32", "price": 200}
    whole = [{"part": SERVER, "price": 11_500, "includes": "memory"}, dimm]
    quotes = quote(lines=whole, number=WHOLE), quote(lines=bare, number=BARE)
    found = planned(tmp_path, quotes, servers__price=None, memory__price=None)
    assert prices_of(found, "servers", "memory") == [10_000, 200]


def prices_of(results: Results, *roles: str) -> list[float | None]:
    by_role = {line.role: results[line.path, "unit_price"] for line in results.plan.lines}
    return [by_role[role] for role in roles]


def test_quotes_that_lack_a_price_are_said_not_to_be_comparable(tmp_path: Path) -> None:
    """The first one counts, and what to ask for is said."""
    for numbers in ((BARE, WHOLE), (WHOLE, BARE)):
        found = by_quotes(tmp_path, None, *numbers)
        (said,) = (one for one in found.warnings if "can't be compared" in one)
        assert "as no price of +DIMM 32 is known: ask for it, or for quotes that" in said
        assert said.endswith(f"quote {numbers[0]} of Megastore counts as it is named first")
