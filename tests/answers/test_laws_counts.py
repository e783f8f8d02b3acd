"""Why a line has so many pieces: what is said comes to the number, computed from its own words."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from model.answers.results import Results
from model.answers.sentences import sentence_text
from model.answers.why import why
from model.units.figures import THIN
from tests.answers.test_laws_upgrades import results_of
from tests.each import of_each
from tests.report.books import BURST, PRICED
from tests.report.books import results_of as of_file
from tests.report.test_bill_workbook import BOUGHT

TEMPLATES = Path("scenarios/templates")
WORDS = (
    "disks", "disks cabled", "disks cached", "disks special", "disks unequal", "disks reserved",
    "disks inside draid", "disks inside trio", "disks inside special", "disks inside failing",
    "disks failing",
)  # fmt: skip
TOKEN = re.compile(
    r"\(|\)| x | / | \+ | - |, rounded up|[^()]+?(?=\)| x | / | \+ | - |, rounded up|$)"
)


@cache
def plans() -> dict[str, Results]:
    files = {"bought": of_file(PRICED, BOUGHT), "priced": of_file(PRICED), "burst": of_file(BURST)}
    files["space"] = of_file(TEMPLATES / "project-space.yaml")
    return files | {words: results_of(words, {}) for words in WORDS}


def computed(text: str) -> float:
    """What a calculation in words comes to: '2 blocks x 3 servers per block' is 6."""
    tokens = [one for one in TOKEN.findall(text) if one.strip()]
    value, rest = summed(tokens)
    assert not rest, rest
    return value


def summed(tokens: list[str]) -> tuple[float, list[str]]:
    total, tokens = product(tokens)
    while tokens and tokens[0] in (" + ", " - "):
        more, rest = product(tokens[1:])
        total, tokens = total + more * (1 if tokens[0] == " + " else -1), rest
    return total, tokens


def product(tokens: list[str]) -> tuple[float, list[str]]:
    value, tokens = operand(tokens)
    while tokens and tokens[0] in (" x ", " / "):
        by, rest = operand(tokens[1:])
        value, tokens = (value * by if tokens[0] == " x " else value / by), rest
    if tokens and tokens[0] == ", rounded up":
        return float(math.ceil(value - 1e-9)), tokens[1:]
    return value, tokens


def operand(tokens: list[str]) -> tuple[float, list[str]]:
    first, *rest = tokens
    if first == "(":
        value, rest = summed(rest)
        assert rest[0] == ")", rest
        return value, rest[1:]
    number, _, noun = first.strip().partition(" ")
    assert noun, first
    is_one = number == "1"
    plural = re.match(r"(blocks|servers|drives|enclosures|targets|pieces|racks|NICs|CPUs)\b", noun)
    assert not (is_one and plural), f"{first}: one is no plural"
    return float(number.replace(THIN, "")), rest


def lines() -> Iterator[tuple[str, Results, Any, str]]:
    for name, results in plans().items():
        for line in results.plan.lines:
            yield name, results, line, sentence_text(results, why(results, line))


@of_each(lines, lambda case: f"{case[0]}: {case[3]}")
def test_the_words_of_a_count_come_to_it(case: tuple[str, Results, Any, str]) -> None:
    """Products, sums, differences and whole pieces; reasons and what is left over follow."""
    _, results, line, text = case
    count = results[line.path, "line_count"]
    said, _, after = text.partition("; ")
    if said[:1].isdigit() or said[:1] == "(":
        if "a year" in said:
            is_of_spares(results, line, text)
            return
        assert computed(said) == pytest.approx(count), text
    else:
        assert not re.search(r"\d x ", said)
    tier = line.path.rpartition("/")[0]
    left = results.values.get((tier, "spare_drives_per_block"))
    is_there = line.role == "drives" and bool(left) and (tier, "hot_spares") not in results.values
    assert ("per block, in no target: " in after) is is_there
    if is_there:
        assert f"per block, in no target: {left:.0f}" in after


def is_of_spares(results: Results, line: Any, text: str) -> None:
    """Drives times their failures a year times the lead time; so many suffice."""
    tier = line.path.rpartition("/")[0]
    found = re.match(
        rf"([\d{THIN}]+) drives? x ([\d.]+) % a year.* x ([\d.]+) days lead time = "
        r"([\d.]+) failures?; (\d+) suffices? with (?:a probability of )?([\d.]+) % ",
        text,
    )
    assert found, text
    drives, rate, days, failures, enough, level = (
        float(x.replace(THIN, "")) for x in found.groups()
    )
    assert drives * rate / 100 * days / 365.25 == pytest.approx(failures, rel=2e-3)
    assert enough == results[line.path, "line_count"]
    assert level / 100 == results[tier, "spare_service_level"]
    assert f"{enough:.0f} suffice{'s' * (enough == 1)} " in text


def test_calculations_of_each_sign_are_read() -> None:
    """The law would hold of none."""
    texts = [text for *_, text in lines()]
    for sign in (" x ", " / ", " + ", " - ", ", rounded up", "(", "a year", "in no target"):
        assert sum(sign in text for text in texts) > 1, sign
    assert computed("(8 ports + 100 other ports) / 20 leaf ports, rounded up") == 6
    assert computed("2 blocks x 3 a - (4 b + 1 c)") == 1
    assert computed("3 a x 0.5 b, rounded up + 2 c") == 4
