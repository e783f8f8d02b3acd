"""Links: they open as what was sent, hold nobody's money, and hostile ones are refused."""

from __future__ import annotations

import base64
import contextlib
import time
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from model.planning.loading import load_scenario
from store.errors import StoreError
from store.link import LONGEST, link, text_of

ROOT = Path(__file__).parents[2]
FOLDERS = ("scenarios", "scenarios/templates", "scenarios/tenders")
FILES = sorted(file for folder in FOLDERS for file in (ROOT / folder).glob("*.yaml"))


def opens(text: str) -> object:
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
    found = link(data, data, opens)
    assert len(found) <= LONGEST
    assert load_scenario("link", text_of(found), ROOT / "scenarios").data == data
    secret = "98765.43"
    mine = spoiled(data, secret)
    for public in (data, None):
        text = text_of(link(mine, public, opens))
        assert secret not in text
        assert opens(text)
    assert secret in str(mine) or "price" not in str(data)


def test_what_is_too_large_for_an_address_is_said() -> None:
    data = load_scenario(ROOT / "scenarios/astra.yaml").data
    data["about"] = "".join(chr(33 + (n * n + n // 7) % 90) + chr(0x4E00 + n) for n in range(5000))
    with pytest.raises(StoreError, match=r"too large for an address .* send its file"):
        link(data, None, opens)


def test_a_scenario_that_names_files_says_why_it_has_no_link() -> None:
    data = load_scenario(ROOT / "scenarios/astra.yaml").data
    data["demand"] = {"past": "mine.csv"}
    with pytest.raises(StoreError, match="no link can be made, for one holds no prices and no"):
        link(data, None, opens)


@pytest.mark.parametrize(
    ("found", "why"),
    [
        ("", "doesn't begin with its version"),
        ("v1", "doesn't begin with its version"),
        ("v9.abc", "form 9, and only form 1 is known"),
        ("v1.", "broken or was cut"),
        ("v1.a b", "broken or was cut"),
        ("v1." + "A" * 200_000, "broken or was cut"),
        (packed(b"\xff\xfe"), "broken or was cut"),
        (packed(b"name: x")[:-4], "broken or was cut"),
        (packed(b"name: x") + "AAAA", "broken or was cut"),
        (packed(b"a" * 50_000_000), "unfolds to more than 1 MB: refused"),
    ],
)
def test_a_hostile_link_is_refused_in_a_line(found: str, why: str) -> None:
    began = time.process_time()
    with pytest.raises(StoreError, match=why) as refused:
        text_of(found)
    assert time.process_time() - began < 0.5
    assert "\n" not in str(refused.value)


@given(some.text(alphabet="v1.AZaz09-_=é ", max_size=60))
def test_nonsense_never_gets_through(text: str) -> None:
    with contextlib.suppress(StoreError):
        text_of(text)
