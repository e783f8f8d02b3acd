"""Watts, weights and prices with a reason, and quotes, in the app: no price is in the address."""

from __future__ import annotations

import yaml
from streamlit.testing.v1 import AppTest

from tests.prices.quoted import QUOTE
from tests.ui.visits import opened, results, unfolded
from tests.ui.working import work_of

SERVERS = "site/tiers:scratch/lines:servers"
OFFERED = {**QUOTE, "date": "2019-06-01", "valid_until": "2020-06-30", "currency": "USD"}
NETWORK = {**OFFERED, "lines": [{"part": "hpe-840qsfp28", "price": 613.37}]}


def test_watts_and_weight_are_entered_with_a_reason() -> None:
    at = unfolded(opened("astra", "cost"), "entered")
    assert results(at)[SERVERS, "unit_weight"] is None
    for name, text in (("power", "500 W"), ("weight", "31 kg")):
        box = next(b for b in at.text_input if b.key and f".servers.{name} on" in b.key)
        box.set_value(text)
    at.text_input(key="reason astra").set_value("vendor's mail of 2 May")
    at.run()
    assert not at.exception
    found = results(at)
    assert (found[SERVERS, "unit_power"], found[SERVERS, "unit_weight"]) == (500, 31)
    known = found.plan.provenance[SERVERS, "unit_weight"]
    assert (known.status, known.because) == ("assumed", "vendor's mail of 2 May")


def test_the_quote_that_is_shown_as_an_example_is_taken() -> None:
    shown = next(one.value for one in opened("astra", "cost").code if "ostimate.quote" in one.value)
    quoted = "part: hpe-840qsfp28, price: 613.37"
    at = uploaded(shown.replace("part: seagate-exos-x24-24tb, price: 780", quoted))
    assert not at.error
    assert list(work_of(at).offered["astra"]["quotes"]) == ["q.yaml"]


def uploaded(text: str, scenario: str = "astra") -> AppTest:
    at = opened(scenario, "cost")
    quotes = next(one for one in at.file_uploader if one.label.startswith("Quotes"))
    quotes.upload("q.yaml", text.encode()).run()
    assert not at.exception
    return at


def test_a_quote_counts_in_the_session_and_is_in_no_address() -> None:
    at = uploaded(yaml.safe_dump(NETWORK))
    assert not at.error
    assert results(at)["site/tiers:scratch/lines:network", "unit_price"] == 613.37
    assert "613" not in str(at.query_params)
    unfolded(at, "known prices")
    assert any("a quote" in str(one.proto) for one in at.get("html"))
    next(one for one in at.button if one.label == "Forget these files").click().run()
    assert results(at)["site/tiers:scratch/lines:network", "unit_price"] is None


def test_a_file_that_is_brought_takes_no_other_away() -> None:
    """Entered by hand, or brought before another page was looked at: a box is empty by then."""
    at = uploaded(yaml.safe_dump(NETWORK))
    work_of(at).offered["astra"]["quotes"]["by-hand.yaml"] = yaml.safe_dump(
        {**NETWORK, "number": "Q-1", "lines": [{"name": "anything", "price": 1}]}
    ).encode()
    at.switch_page("ui/pages/needs.py").run()
    at.switch_page("ui/pages/cost.py").run()
    other = {**NETWORK, "number": "Q-2", "lines": [{"name": "something", "price": 2}]}
    box = next(one for one in at.file_uploader if one.label.startswith("Quotes"))
    box.upload("r.yaml", yaml.safe_dump(other).encode()).run()
    assert not at.exception
    assert sorted(work_of(at).offered["astra"]["quotes"]) == [
        "by-hand.yaml",
        "q.yaml",
        "r.yaml",
    ]
    assert results(at)["site/tiers:scratch/lines:network", "unit_price"] == 613.37
    box = next(one for one in at.file_uploader if one.label.startswith("Quotes"))
    box.set_value([]).run()
    assert sorted(work_of(at).offered["astra"]["quotes"]) == ["by-hand.yaml", "q.yaml"]


def test_what_is_downloaded_for_others_has_no_price_of_a_quote() -> None:
    at = uploaded(yaml.safe_dump(NETWORK))
    at.session_state["menu is open"] = True
    at.switch_page("ui/pages/needs.py").run()
    assert not at.exception
    at.toggle(key="downloads for others").set_value(True).run()
    assert not at.exception


def test_a_wrong_quote_is_said_and_the_plan_from_before_stays() -> None:
    wrong = {**NETWORK, "lines": [{"part": "hpe-840qsfp28", "price": "613,37 EUR"}]}
    at = uploaded(yaml.safe_dump(wrong))
    assert "a comma may part thousands or decimals" in at.error[0].value
    assert "613" not in at.error[0].value


def test_what_a_quote_replaces_shows_its_price_until_one_is_entered() -> None:
    """A template's guess yields to the quote, and the quote to what the user types."""
    lines = [{"part": "wd-data102", "price": 9000}]
    offered = yaml.safe_dump({**QUOTE, "lines": lines})
    at = uploaded(offered, "templates/project-space")
    line = "site/tiers:project/lines:enclosures"
    assert results(at)[line, "unit_price"] == 9000
    unfolded(at, "entered")
    box = next(b for b in at.text_input if b.key and "tiers.0.enclosures.price on" in b.key)
    assert box.value == "9000 EUR"
    box.set_value("8500 EUR").run()
    assert not at.exception
    assert results(at)[line, "unit_price"] == 8500


def test_a_quote_that_cant_be_read_is_refused_by_its_name_and_blocks_nothing() -> None:
    lines = [*NETWORK["lines"], {"part": "nosuchpart", "price": 1}]
    at = opened("astra", "cost")
    box = next(one for one in at.file_uploader if one.label.startswith("Quotes"))
    good, bad = yaml.safe_dump(NETWORK).encode(), yaml.safe_dump({**OFFERED, "lines": lines})
    box.set_value([("good.yaml", good, "text/yaml"), ("q.yaml", bad.encode(), "text/yaml")]).run()
    assert not at.exception
    [said] = [one.value.replace("\\", "") for one in at.error]
    assert said.startswith("q.yaml isn't taken over:\n- q.yaml:")
    assert "nosuchpart" in said
    assert "scenarios/" not in said
    assert [m.value for m in at.markdown if m.value.startswith("Taken over")] == [
        "Taken over: good.yaml"
    ]
    assert list(work_of(at).offered["astra"]["quotes"]) == ["good.yaml"]
    assert results(at)["site/tiers:scratch/lines:network", "unit_price"] == 613.37
    work_of(at).edits["astra"]["tiers.0.blocks"] = 12
    at.run()
    assert results(at)["site/tiers:scratch", "blocks"] == 12
    at.switch_page("ui/pages/needs.py").run()
    at.switch_page("ui/pages/cost.py").run()
    assert not at.error
    box = next(one for one in at.file_uploader if one.label.startswith("Quotes"))
    mended = yaml.safe_dump({**NETWORK, "number": "Q-2"}).encode()
    box.set_value([("q.yaml", mended, "text/yaml")]).run()
    assert not at.error
    assert sorted(work_of(at).offered["astra"]["quotes"]) == ["good.yaml", "q.yaml"]
