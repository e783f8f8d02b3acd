"""Watts, weights and prices with a reason, and quotes, in the app: no price is in the address."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.testing.v1 import AppTest

from store.patches import Patch
from tests.prices.quoted import QUOTE
from tests.ui.visits import ROOT, change, opened, results, unfolded
from tests.ui.working import offer, work_of

SERVERS = "site/tiers:scratch/lines:servers"
OFFERED = {**QUOTE, "date": "2019-06-01", "valid_until": "2020-06-30", "currency": "USD"}
NETWORK = {**OFFERED, "lines": [{"part": "hpe-840qsfp28", "price": 613.37}]}


def test_the_quote_that_is_shown_as_an_example_is_taken() -> None:
    shown = next(one.value for one in opened("astra", "cost").code if "ostimate.quote" in one.value)
    quoted = "part: hpe-840qsfp28, price: 613.37"
    at = uploaded(shown.replace("part: seagate-exos-x24-24tb, price: 780", quoted))
    assert not at.error
    assert list(work_of(at).of("astra").files["quotes"]) == ["q.yaml"]


def uploaded(text: str, scenario: str = "astra") -> AppTest:
    at = opened(scenario, "cost")
    quotes = next(one for one in at.file_uploader if one.label.startswith("Quotes"))
    quotes.upload("q.yaml", text.encode()).run()
    assert not at.exception
    return at


@pytest.mark.parametrize("case", ["price-02", "price-04", "price-06"])
def test_a_price_list_as_vendors_send_it_counts(case: str) -> None:
    """Brought as a price book on the page, as it came."""
    at = opened("templates/project-space", "cost")
    books = next(one for one in at.file_uploader if one.label.startswith("Price books"))
    content = (ROOT / "tests/truth/cases" / f"{case}.csv").read_bytes()
    drive = b"wd-hc580-24tb-sas"  # that of the template
    books.upload(f"{case}.csv", content.replace(drive.removesuffix(b"-sas"), drive)).run()
    assert not at.exception
    assert not at.error
    rate = 0.87 if case == "price-04" else 1
    price = results(at)["site/tiers:project/lines:drives", "unit_price"]
    assert price == pytest.approx(489.9 * rate)


def test_a_quote_counts_in_the_session_and_is_in_no_address() -> None:
    at = uploaded(yaml.safe_dump(NETWORK))
    assert not at.error
    assert results(at)["site/tiers:scratch/lines:network", "unit_price"] == 613.37
    assert "613" not in str(at.query_params)
    unfolded(at, "known prices")
    assert any("a quote" in str(one.proto) for one in at.get("html"))
    next(one for one in at.button if one.label == "Remove these files").click().run()
    assert results(at)["site/tiers:scratch/lines:network", "unit_price"] is None


def test_days_left_are_on_cost_and_on_design() -> None:
    """The purchase without the quote is planned beside: its change stands in both places."""
    quoted = yaml.safe_dump({**NETWORK, "valid_until": "2030-12-31"})
    at = uploaded(quoted)
    assert any("the first one expires after 2030-12-31" in one.label for one in at.expander)
    at.switch_page("ui/pages/design.py").run()
    assert any("is valid until 2030-12-31" in one.value for one in at.caption)


def test_a_file_that_is_brought_takes_no_other_away() -> None:
    """Entered by hand, or brought before another page was looked at: a box is empty by then."""
    at = uploaded(yaml.safe_dump(NETWORK))
    by_hand = {**NETWORK, "number": "Q-1", "lines": [{"name": "anything", "price": 1}]}
    content = yaml.safe_dump(by_hand).encode()
    work_of(at).patch("astra", Patch("offered:quotes:by-hand.yaml", content))
    at.switch_page("ui/pages/needs.py").run()
    at.switch_page("ui/pages/cost.py").run()
    other = {**NETWORK, "number": "Q-2", "lines": [{"name": "something", "price": 2}]}
    box = next(one for one in at.file_uploader if one.label.startswith("Quotes"))
    box.upload("r.yaml", yaml.safe_dump(other).encode()).run()
    assert not at.exception
    assert sorted(work_of(at).of("astra").files["quotes"]) == [
        "by-hand.yaml",
        "q.yaml",
        "r.yaml",
    ]
    assert results(at)["site/tiers:scratch/lines:network", "unit_price"] == 613.37
    box = next(one for one in at.file_uploader if one.label.startswith("Quotes"))
    box.set_value([]).run()
    assert sorted(work_of(at).of("astra").files["quotes"]) == ["by-hand.yaml", "q.yaml"]


def text_of(content: bytes | str) -> str:
    """Give the text of a file, of a workbook that of all its parts."""
    if isinstance(content, str):
        return content
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return content.decode("utf-8")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return "\n".join(archive.read(name).decode("utf-8") for name in archive.namelist())


@pytest.mark.long
def test_what_is_downloaded_for_others_has_no_price_of_a_quote(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Search the bytes; and the same search finds the price in what isn't for others."""
    offered: dict[str, Callable[[], bytes | str]] = {}
    monkeypatch.setattr(
        "streamlit.download_button", lambda label, data, *_, **__: offered.update({label: data})
    )

    def holding(*amounts: str) -> list[str]:
        texts = {label: text_of(data()).replace(",", "") for label, data in offered.items()}
        assert all(len(text) > 1000 for text in texts.values())
        return [label for label in texts if any(amount in texts[label] for amount in amounts)]

    at = uploaded(yaml.safe_dump(NETWORK))
    found = results(at)
    line = "site/tiers:scratch/lines:network"
    assert found[line, "line_count"] == 20
    amounts = ("613.37", f"{20 * 613.37:.2f}")
    at.session_state["menu is open"] = True
    at.switch_page("ui/pages/needs.py").run()
    assert not at.exception
    mine = ["Workbook (.xlsx)", "Page to print (.html)", "Results (.json)"]
    assert list(offered) == [*mine, "Scenario (.yaml)"]
    assert holding(*amounts) == mine
    assert holding("Q-4711", "Megastore") == mine
    at.toggle(key="downloads for others").set_value(True).run()
    assert not at.exception
    assert holding(*amounts) == []
    assert holding("Q-4711", "Megastore") == []


def test_a_quote_is_taken_though_the_one_before_went_with_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A browser still lists what it sent to a server that was restarted since."""
    sent = MemoryUploadedFileManager.get_files

    def left(*args: Any, **kwargs: Any) -> list[UploadedFileRec]:
        return [one for one in sent(*args, **kwargs) if one.name != "lost.yaml"]

    monkeypatch.setattr(MemoryUploadedFileManager, "get_files", left)
    at = opened("astra", "cost")
    offer(work_of(at), {"lost.yaml": yaml.safe_dump(NETWORK).encode()})
    other = {**NETWORK, "number": "Q-2", "lines": [{"name": "something", "price": 2}]}
    box = next(one for one in at.file_uploader if one.label.startswith("Quotes"))
    files = [("lost.yaml", b"", "text/yaml"), ("q.yaml", yaml.safe_dump(other).encode(), "")]
    box.set_value(files).run()
    assert not at.exception
    assert sorted(work_of(at).of("astra").files["quotes"]) == ["lost.yaml", "q.yaml"]
    assert results(at)["site/tiers:scratch/lines:network", "unit_price"] == 613.37


def test_a_wrong_quote_is_said_and_the_plan_from_before_stays() -> None:
    wrong = {**NETWORK, "lines": [{"part": "hpe-840qsfp28", "price": "613,37 EUR"}]}
    at = uploaded(yaml.safe_dump(wrong))
    assert "the comma may separate thousands or decimals" in at.error[0].value
    assert "613" not in at.error[0].value


def test_what_a_quote_replaces_shows_its_price_until_one_is_entered() -> None:
    """A template's guess yields to the quote, and the quote to what the user types."""
    lines = [{"part": "wd-data102", "price": 9000}]
    offered = yaml.safe_dump({**QUOTE, "lines": lines})
    at = uploaded(offered, "templates/project-space")
    line = "site/tiers:project/lines:enclosures"
    assert results(at)[line, "unit_price"] == 9000
    at.switch_page("ui/pages/design.py").run()
    table = unfolded(at, "part table").dataframe[0].value
    shown = table[table["line"] == line]["unit_price"]
    assert shown.tolist() == ["9000 EUR"]
    change(at, "tiers.0.enclosures.price", "8500 EUR")
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
    assert said.startswith("q.yaml can't be applied:\n- q.yaml:")
    assert "nosuchpart" in said
    assert "scenarios/" not in said
    assert [m.value for m in at.markdown if m.value.startswith("Applied")] == ["Applied: good.yaml"]
    assert list(work_of(at).of("astra").files["quotes"]) == ["good.yaml"]
    assert results(at)["site/tiers:scratch/lines:network", "unit_price"] == 613.37
    work_of(at).patch("astra", Patch("tiers.0.blocks", 12))
    at.run()
    assert results(at)["site/tiers:scratch", "blocks"] == 12
    at.switch_page("ui/pages/needs.py").run()
    at.switch_page("ui/pages/cost.py").run()
    assert not at.error
    box = next(one for one in at.file_uploader if one.label.startswith("Quotes"))
    mended = yaml.safe_dump({**NETWORK, "number": "Q-2"}).encode()
    box.set_value([("q.yaml", mended, "text/yaml")]).run()
    assert not at.error
    assert sorted(work_of(at).of("astra").files["quotes"]) == ["good.yaml", "q.yaml"]


def test_a_server_price_that_is_entered_asks_what_it_includes() -> None:
    """In the table of prices, it says nothing of processors and memory: it is asked beside it."""
    at = opened("templates/project-space", "cost")
    servers = "tiers.0.servers"
    before = results(at)["site", "capital_cost"]
    change(at, f"{servers}.price", "30000 EUR")
    assert results(at)["site", "capital_cost"] is None
    assert "doesn't say which parts it includes" in "".join(one.value for one in at.markdown)
    at.pills(key=f"asked includes {servers}").set_value(["processors", "memory"])
    next(one for one in at.button if one.label == "Apply").click().run()
    assert not at.exception
    assert results(at)["site", "capital_cost"] > before
    assert "doesn't say which parts" not in "".join(one.value for one in at.markdown)
