"""Figures and outputs of benchmarks that were written to keep a reader busy."""

from __future__ import annotations

import pytest

from model.calibration.measurements.files import read_measurements
from model.design.scenario import edited, load_scenario
from model.errors import InputError
from model.units.figures import UnitError, parse, parse_money
from tests.hostile.patience import patience

MANY = 200_000


@pytest.mark.parametrize("zeros", ["0" * 8, "0" * 9, "0" * 300])
@pytest.mark.parametrize("sign", ["", "+", "-"])
def test_leading_zeros_do_not_hide_an_exponent(sign: str, zeros: str) -> None:
    with patience(), pytest.raises(UnitError, match="too large or too small"):
        parse(f"1e{sign}{zeros}20000005 TB", "byte")


def test_an_exponent_may_have_leading_zeros() -> None:
    assert parse("1e0000000003 B", "byte") == 1000.0


@pytest.mark.parametrize(
    "text",
    [
        "1" + " " * 2_000 + "!",
        "1" + " " * 380 + "!",
        "EUR 1" + " " * 100_000 + "2" + " " * 100_000 + "!",
        "1" * MANY,
        "1" + " /" * MANY + " EUR",
    ],
)
def test_spaces_of_money_are_read_once(text: str) -> None:
    with patience(), pytest.raises(UnitError) as refused:
        parse_money(text)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize("text", ["9" * MANY + " TB", "1 " + "x" * 300, "1,5" + "1" * 300 + " TB"])
def test_a_message_quotes_little_of_what_is_wrong(text: str) -> None:
    with patience(), pytest.raises(UnitError) as refused:
        parse(text, "byte")
    assert len(str(refused.value)) < 300


def test_single_spaces_count_as_many() -> None:
    assert parse_money(" 0.07   EUR \t/  kWh ", "currency/joule") == parse_money(
        "0.07 EUR/kWh", "currency/joule"
    )


@pytest.mark.parametrize(
    "text",
    [
        "\n" * MANY + "x",
        " \n" * MANY + "x",
        "IO500 version" + "\n" * MANY + "x",
        '"fio version"' + "{ " * MANY,
        "ost 1 sz 1K rsz 1\n" + ("ost 1 sz 1K rsz 1K obj 1 thr 1 " + "a" * 3_900 + "\n") * 1_000,
    ],
    ids=["lines", "blank lines", "lines of an IO500", "braces", "letters of a survey"],
)
def test_noise_is_read_once(text: str) -> None:
    with patience(), pytest.raises(InputError) as refused:
        read_measurements("noise", text)
    assert len(str(refused.value)) < 300


def test_objects_inside_of_an_object_are_not_read_again() -> None:
    deep = '{"jobname": ' * 400 + '"' + "x" * 2_000_000 + '"' + "}" * 400
    with patience(), pytest.raises(InputError, match="no result stands in it"):
        read_measurements("deep", '"fio version"' + deep)


@pytest.mark.parametrize("index", ["\N{SUPERSCRIPT TWO}", "9" * 5000, "-1", "7", ""])
def test_a_place_in_a_list_that_is_none_is_refused(index: str) -> None:
    """A raised two is a digit and no number; more digits than a number may have are none."""
    scenario = load_scenario("scenarios/beluga.yaml")
    with pytest.raises(InputError, match="has no such field"):
        edited(scenario, {f"tiers.{index}.blocks": 3})
