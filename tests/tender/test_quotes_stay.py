"""Quotes of a plan are canaries: nothing of them is in a file that bidders get."""

from __future__ import annotations

import io
import re
import zipfile

import pytest

from report.tender_files import TenderFiles, tender_files
from tests.prices.quoted import DRIVE, SWITCH, planned, quote

CANARIES = {
    "vendor": "Zyxwvut Speicher",
    "number": "ZQ-8154711",
    "note": "Ruritanian rebate",
    "order number": "XK-90210-B",
    "item": "Grauzwerg installation",
}
AMOUNTS = ("613.37", "7219.43", "1877.61")


def offered(factor: float = 1.0) -> dict[str, object]:
    """A quote of which each text and each amount is a canary."""
    amounts = [float(one) * factor for one in AMOUNTS]
    return quote(
        vendor=CANARIES["vendor"],
        number=CANARIES["number"],
        lead_time="11 weeks",
        lines=[
            {"part": DRIVE, "price": amounts[0], "note": CANARIES["note"]},
            {"part": SWITCH, "price": amounts[1], "number": CANARIES["order number"]},
            {"name": CANARIES["item"], "price": amounts[2]},
        ],
    )


def texts_of(content: bytes) -> str:
    """All parts of a file, unpacked, and their names."""
    if not content.startswith(b"PK"):
        return content.decode("utf-8")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [archive.read(name).decode("utf-8", "replace") for name in archive.namelist()]
        return "\n".join([*archive.namelist(), *parts])


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[float, TenderFiles]]:
    """Files of the plan with the quote, and with the same one twice as dear."""
    found = []
    for factor in (1.0, 2.0):
        results = planned(tmp_path_factory.mktemp("quoted"), quotes=(offered(factor),))
        cost = results.values["site", "capital_cost"]
        assert cost is not None
        found.append((cost, tender_files(results, None)))
    return found


def test_the_quote_counts_and_stays(files: list[tuple[float, TenderFiles]]) -> None:
    """The purchase and the estimate depend on it; not a byte of what is sent does."""
    (cheap, of_cheap), (dear, of_dear) = files
    assert dear > cheap
    assert of_cheap.keep != of_dear.keep
    assert of_cheap.send == of_dear.send


def test_no_canary_is_in_what_is_sent(files: list[tuple[float, TenderFiles]]) -> None:
    """No vendor, number or text of the quote, and no amount: plain, grouped or rounded."""
    _, found = files[0]
    sent = {name: texts_of(content) for name, content in found.send.items()}
    assert sent
    for name, text in sent.items():
        for what, canary in CANARIES.items():
            assert canary.casefold() not in text.casefold(), (name, what)
        numbers = re.findall(r"\d[\d.,'\u202f\u00a0 ]*\d|\d", text)
        digits = {re.sub(r"\D", "", one).strip("0") for one in numbers}
        for amount in AMOUNTS:
            assert amount.replace(".", "") not in digits, (name, amount)
            assert f"{float(amount):.0f}" not in digits or float(amount) < 1000, (name, amount)


def test_a_canary_would_be_found(files: list[tuple[float, TenderFiles]]) -> None:
    """What stays has the sum of the quoted amounts: the search finds it there."""
    cost, found = files[0]
    kept = "\n".join(texts_of(content) for content in found.keep.values())
    digits = re.sub(r"[^\d\n]", "", kept)
    assert f"{cost:.0f}"[:4] in digits
