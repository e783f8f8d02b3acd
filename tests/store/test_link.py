"""Links: they open as what was sent, hold nobody's money, and hostile ones are refused."""

from __future__ import annotations

import base64
import contextlib
import json
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as some

from model.answers.results import evaluate
from model.design.scenario import Scenario
from model.planning.loading import load_scenario
from model.reading.documents import read_document
from model.search.families import names
from model.search.start import begin
from model.search.wishes import Wishes
from store.errors import StoreError
from store.link import (
    LEFT_OUT,
    LONGEST,
    MOST_NAMED,
    is_of_money,
    is_private,
    left_out_of,
    link,
    published_of,
    text_of,
)
from tests.hostile.patience import patience

ROOT = Path(__file__).parents[2]
FOLDERS = ("scenarios", "scenarios/templates", "scenarios/tenders")
FILES = sorted(file for folder in FOLDERS for file in (ROOT / folder).glob("*.yaml"))

PUBLISHED = published_of([load_scenario(file).data for file in FILES])
NOTHING = published_of([])


def opens(text: str) -> Scenario:
    return load_scenario("link", text, ROOT / "scenarios")


def packed(data: bytes) -> str:
    return "v1." + base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def spoiled(data: Any, secret: str, path: str = "") -> Any:
    """Put a secret price wherever money stands, and into every reason."""
    if isinstance(data, dict):
        return {key: spoiled(value, secret, f"{path}.{key}") for key, value in data.items()}
    if isinstance(data, list):
        return [spoiled(value, secret, path) for value in data]
    if path.endswith((".price", ".price.value", ".budget", ".budget.value")):
        return f"{secret} {str(data).split()[-1]}"
    if path.endswith((".because", ".about", ".title")):
        return f"{data}; they quoted {secret} EUR"
    return data


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_link_opens_as_what_was_sent_and_without_what_is_private(file: Path) -> None:
    data = load_scenario(file).data
    public = published_of([data], bare=True)
    found = link(data, public, opens)
    assert len(found.text) <= LONGEST
    assert not found.left_out
    assert load_scenario("link", text_of(found.text), ROOT / "scenarios").data == data
    secret = "98765.43"
    mine = spoiled(data, secret)
    for known in (public, PUBLISHED, NOTHING):
        found = link(mine, known, opens)
        text = text_of(found.text)
        assert secret not in text
        assert opens(text)
        assert left_out_of(text) == found.left_out
    assert secret in str(mine) or "price" not in str(data)


@pytest.mark.long
@pytest.mark.parametrize("kind", names())
def test_a_plan_begun_on_start_comes_to_the_same_elsewhere(kind: str) -> None:
    """Of all figures only what the budget says is missing, and it is named."""
    wishes = Wishes(3e15, 30e9, budget=3e6, rack_power=40e3, years=7)
    *_, begun = begin(wishes, [kind])
    for card in begun.cards:
        found = link(card.results.plan.scenario.data, PUBLISHED, opens)
        assert found.left_out == ("requirements.budget",)
        there = evaluate(opens(text_of(found.text))).values
        differ = {
            at[1] for at, value in card.results.values.items() if there.get(at, "none") != value
        }
        assert differ == {"required_budget", "budget_is_met", "budget_margin"}


AMOUNTS = (
    *("EUR 412,000", "EUR412000", "EUR 12,000", "CHF 9 000", "USD 4M", "US$ 4m", "$4m", "USD:12"),
    *("1.2 Mio EUR", "3 Mrd EUR", "3 billion USD", "12K EUR", "12 TEUR", "12 kEUR", "4 MEUR"),
    *("12000 Eur", "12 eur", "12'000.- CHF", "12'000.-", "Fr. 12'000.\N{EN DASH}", "12,000 (EUR)"),
    *("400 US dollars", "400 Dollars", "€ 12.000", "12 000 €", "12 T€", "12\u00a0000\u202f€"),
    *(
        "half a million euros",
        "twenty pounds",
        "EUR in all: 12",
        "\uff04 12",
        "12 \uff25\uff35\uff32",
    ),
    *(
        "80 cents a GB",
        "¥ 9000",
        "9000 yen",
        "TRY 900000",
        "₹ 9 lakh",
        "900 INR",
        "EUR_12",
        "12EUR/TB",
    ),
    *("Rs 12000", "Rs. 12,000", "12000 Rs", "Fr. 12", "5 ct", "5ct", "12 cts", "12 kr", "1200 Kč"),
    *(
        "12k",
        "12.5k",
        "12 K",
        "12k each",
        "12k EACH",
        "16k net",
        "price 1200",
        "Preis: 1200",
        "cost was 12k",
    ),
    *("1200,00", "1.200,00", "1,200.00", "1200.00", "a budget of 2000.5", "1200 per piece"),
    *("USD 12.5/TB", "KRW 9000000", "twelve thousand Franken", "\u0661\u0662 EUR"),
)
"""Money as people write it."""
NUMBERS = some.sampled_from(
    ["12", "12,000", "12.000", "12 000", "12'000", "1.2", "12\u202f000", "0,5", "half a million"]
)
SCALES = some.sampled_from(["", "k", "K", "M", "m", " k", " Mio", " Mio.", " Mrd", " billion"])
CURRENCIES = some.sampled_from(
    [
        *("EUR", "Eur", "eur", "€", "euro", "Euros", "USD", "$", "US$", "US dollars", "CHF"),
        *("francs", "GBP", "£", "pounds", "JPY", "¥", "yen", "TEUR", "kEUR", "MEUR", "PLN", "TRY"),
    ]
)
BETWEEN = some.sampled_from(["", " ", "\u00a0", ": ", " (", "-", "/TB: ", " in all, net: "])
WORDS = some.text(some.characters(categories=["L", "P", "Z"]), max_size=20)


@pytest.mark.long
@pytest.mark.parametrize("amount", AMOUNTS)
def test_a_text_that_speaks_of_money_is_left_out_and_named(amount: str) -> None:
    data = load_scenario(ROOT / "scenarios/astra.yaml").data
    data["about"] = f"What they said: {amount}, and no more."
    data["sources"][amount] = {"title": f"quoted at {amount}"}
    found = link(data, NOTHING, opens)
    assert load_scenario("link", text_of(found.text)).data["about"] == LEFT_OUT
    assert amount not in text_of(found.text)
    assert "about" in found.left_out


@pytest.mark.parametrize("piece", ["1", "1 ", "111 ", "1,", "1.", "1'", "price ", "k", "0,00 "])
def test_long_texts_are_looked_through_in_a_moment(piece: str) -> None:
    with patience(5):
        is_of_money(piece * (200_000 // len(piece)))


@given(WORDS, NUMBERS, SCALES, BETWEEN, CURRENCIES, WORDS, some.booleans())
def test_money_is_known_whatever_it_is_written_like(
    before: str, number: str, scale: str, between: str, currency: str, after: str, first: bool
) -> None:
    assume(between or not number[0].isalpha())  # nobody writes 'EURhalf a million'
    amount = f"{number}{scale}"
    written = f"{currency}{between}{amount}" if first else f"{amount}{between}{currency}"
    assert is_of_money(f"{before} {written} {after}")


@pytest.mark.parametrize(
    "text",
    [
        *("EUR", "12 servers", "AMD EPYC 9354", "ALL 8 drives", "EuroHPC, 12 nodes", "12 percent"),
        *("10 per cent", "eurostat 2025", "2 PB at 20 GB/s", "raidz2:10", "no price in EUR"),
        *(
            "records of 16k",
            "12k nodes",
            "4k random reads",
            "10k SAS",
            "15k RPM",
            "price list of 2026",
            "24,05 GB",
        ),
        *("Table 1.12", "12.75 GB/s", "10:15,20", "2025.10", "10 ft of cable", "12 parts", "v5.15"),
        *("prices of November 2025", "Rs", "fio 3.33", "12,5 %", "1,234 files"),
    ],
)
def test_what_speaks_of_no_amount_stays(text: str) -> None:
    assert not is_of_money(text)


@pytest.mark.parametrize(
    ("rate", "travels"),
    [
        ({"rate": 0.8765, "date": "2026-11-22"}, False),
        ({"rate": 0.8765, "date": "2026-11-22", "status": "assumed", "source": "ours"}, False),
        ({"rate": 0.8765, "date": "2026-11-22", "source": "that of USD 4M in the quote"}, False),
        ({"rate": 0.8765, "date": "2026-11-22", "source": "European Central Bank"}, True),
    ],
)
def test_a_rate_of_exchange_travels_if_somebody_published_it(
    rate: dict[str, Any], travels: bool
) -> None:
    data = load_scenario(ROOT / "scenarios/templates/project-space.yaml").data
    data["economics"]["exchange"]["USD"] = rate
    found = link(data, PUBLISHED, opens)
    assert ("0.8765" in text_of(found.text)) == travels
    assert ("economics.exchange.USD" in found.left_out) != travels


SCHEMA = json.loads((ROOT / "docs/schemas/scenario.schema.json").read_text(encoding="utf-8"))


def amounts(schema: dict[str, Any], path: str, within: frozenset[str]) -> Iterator[str]:
    """Give the paths at which a scenario may name an amount of money."""
    if (name := schema.get("$ref", "").rpartition("/")[2]) in within:
        return
    if name:
        yield from amounts(SCHEMA["$defs"][name], path, within | {name})
    if any(is_of_money(str(example)) for example in schema.get("examples", ())):
        yield path
    for one in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("prefixItems", ())):
        yield from amounts(one, path, within)
    below = {**schema.get("properties", {}), "0": schema.get("items")}
    for key, one in (below | {"EUR": schema.get("additionalProperties")}).items():
        if isinstance(one, dict):
            yield from amounts(one, f"{path}.{key}".strip("."), within)


def test_whatever_the_schema_takes_as_money_is_private() -> None:
    found = set(amounts(SCHEMA, "", frozenset()))
    assert {"requirements.budget", "economics.staff_cost.value", "tiers.0.drives.price"} <= found
    assert [path for path in found if not is_private(path)] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_nothing_of_money_that_was_written_anew_travels(file: Path) -> None:
    """Each text at a private path is another one: none is in the link, whatever is known."""

    def secret(data: Any, path: str = "") -> Any:
        if isinstance(data, dict | list):
            pairs = list(data.items() if isinstance(data, dict) else enumerate(data))
            made = {key: secret(value, f"{path}.{key}".strip(".")) for key, value in pairs}
            return made if isinstance(data, dict) else list(made.values())
        return "5ecret" if is_private(path) and not isinstance(data, bool | None) else data

    mine = secret(load_scenario(file).data)
    for known in (PUBLISHED, NOTHING):
        found = link(mine, known, lambda _: None)
        assert "5ecret" not in text_of(found.text)
        assert bool(found.left_out) == ("5ecret" in str(mine))


def test_a_bare_amount_is_nobodys_business_though_a_template_says_the_same() -> None:
    """Three million may be somebody's own budget; a reason makes an amount the template's."""
    data = load_scenario(ROOT / "scenarios/templates/project-space.yaml").data
    found = link(data, PUBLISHED, opens)
    assert found.left_out == ("requirements.budget",)
    data["tiers"][0]["enclosures"]["price"]["value"] = "11 kEUR"
    left_out = ("requirements.budget", "tiers.0.enclosures.price")
    assert link(data, PUBLISHED, opens).left_out == left_out


def test_a_heading_that_isnt_ours_names_nothing() -> None:
    head = "# left out of the link: "
    assert left_out_of(f"{head}a.b, <script>, c c, {'x' * 300}, d.0.e\nname: x") == (
        "a.b",
        "d.0.e",
    )
    assert left_out_of("name: x") == left_out_of("") == ()
    assert len(left_out_of(head + ", ".join("a" for _ in range(9999)))) == MOST_NAMED


def test_what_is_too_large_for_an_address_is_said() -> None:
    data = load_scenario(ROOT / "scenarios/astra.yaml").data
    data["about"] = "".join(chr(97 + (n * n + n // 7) % 26) + chr(0x4E00 + n) for n in range(5000))
    with pytest.raises(StoreError, match=r"too large for a link .* send the scenario file"):
        link(data, NOTHING, opens)


def test_a_scenario_that_names_files_says_why_it_has_no_link() -> None:
    data = load_scenario(ROOT / "scenarios/astra.yaml").data
    data["demand"] = {"past": "mine.csv"}
    with pytest.raises(
        StoreError, match="without prices and files, this plan can't be put into a link"
    ):
        link(data, NOTHING, opens)


VERSION = "this link is incomplete: after 'plan=', it must begin with a version such as 'v1.'"
BROKEN = "this link is damaged or incomplete: copy the whole link again"
REFUSED = {
    "empty": ("", VERSION),
    "a version alone": ("v1", VERSION),
    "of another version": (
        "v9.abc",
        "this link has format 9, but this Ostimate reads only format 1: update Ostimate, or ask "
        "for the scenario file",
    ),
    "nothing behind the version": ("v1.", BROKEN),
    "with a space": ("v1.a b", BROKEN),
    "of one letter": ("v1." + "A" * 200_000, BROKEN),
    "no text": (packed(b"\xff\xfe"), BROKEN),
    "cut": (packed(b"name: x")[:-4], BROKEN),
    "with something behind": (packed(b"name: x") + "AAAA", BROKEN),
    "a bomb": (packed(b"a" * 50_000_000), "this link unpacks to more than 1 MB and is refused"),
}


@pytest.mark.parametrize(("found", "message"), REFUSED.values(), ids=REFUSED)
def test_a_hostile_link_is_refused_in_a_line(found: str, message: str) -> None:
    began = time.process_time()
    with pytest.raises(StoreError) as refused:
        text_of(found)
    assert time.process_time() - began < 0.5
    assert str(refused.value) == message


@given(some.text(alphabet="v1.AZaz09-_=é ", max_size=60))
def test_nonsense_never_gets_through(text: str) -> None:
    with contextlib.suppress(StoreError):
        text_of(text)


@pytest.mark.parametrize(
    ("section", "shared", "left_out"),
    [
        ({"economics": {"quotes": ["q.yaml"]}}, {}, ["economics.quotes"]),
        (
            {"economics": {"currency": "EUR", "quotes": ["q.yaml"]}},
            {"economics": {"currency": "EUR"}},
            ["economics.quotes"],
        ),
        ({"economics": {}}, {"economics": {}}, []),
        ({"site": {"note": "5 EUR"}}, {"site": {"note": LEFT_OUT}}, ["site.note"]),
        (
            {"site": {"notes": ["5 EUR", "x"]}},
            {"site": {"notes": [LEFT_OUT, "x"]}},
            ["site.notes.0"],
        ),
        ({"site": {}}, {"site": {}}, []),
        ({"budget": None}, {"budget": None}, []),
        ({"drives": {"price": "5 EUR"}}, {"drives": {}}, ["drives.price"]),
        ({"drives": {"price": None}}, {"drives": {"price": None}}, []),
        ({"drives": [{"price": "5 EUR"}]}, {"drives": [{}]}, ["drives.0.price"]),
    ],
)
def test_what_a_link_shares_of_a_section(
    section: dict[str, Any], shared: dict[str, Any], left_out: list[str]
) -> None:
    """A section of money of which nothing may be shown is gone; another one stays, if empty."""
    found = link({"name": "x", **section}, NOTHING, lambda _: None)
    assert read_document(text_of(found.text), "").data == {"name": "x", **shared}
    assert [*found.left_out] == left_out
    assert [*left_out_of(text_of(found.text))] == left_out
