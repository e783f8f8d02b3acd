"""What is told of a fit: each text exactly where its cause is."""

from __future__ import annotations

from typing import Any

import pytest

from model.calibration.fit import ALIKE, Calibrated, Compared, Fitted, _agree, _warnings
from model.calibration.points import Point, as_calibrated, as_figure
from model.engine.quantity import Input
from model.procedures.calibrate import Fit

ITEM = Input("share", "1", "s", "A share", "made up", low=0.0, high=1.0)


def point(value: str | float = "1 GB/s", **more: Any) -> Point:
    return Point("t.write_bandwidth", value, more.pop("source", "a talk"), **more)


def fitted(path: str, value: float = 0.5, **more: Any) -> Fitted:
    return Fitted(path, ("site/tiers:t", path), ITEM, 0.75, value, None, None, 0.2, 0.8, **more)


def fit(**more: Any) -> Fit:
    usually: dict[str, Any] = {
        "values": (0.5, 0.5),
        "residuals": (0.0,),
        "errors": (0.1, 0.1),
        "intervals": (None, None),
        "correlation": ((1.0, 0.0), (0.0, 1.0)),
        "freedom": 1,
        "on_bound": (False, False),
        "without_effect": (),
        "tangled": (),
        "at_least": (),
        "at_most": (),
    }
    return Fit(**{**usually, **more})


HARDLY = "the data can hardly tell a and b apart: their correlation is {}"
NONE_LEFT = (
    "{} for 2 fitted values: too few to check the fit, so the uncertainty of the values is unknown"
)
LIMIT = "of a only a limit is known: {} 0.5; beyond that, something else limits the measurements"
SITS = "{} is at its {} limit: a {} value would fit the measurements better"
LOW, HIGH = {"on_bound": True, "value": 0.2}, {"on_bound": True, "value": 0.8}


@pytest.mark.parametrize(
    ("found", "of_a", "texts"),
    [
        ({}, {}, []),
        (
            {"without_effect": (0,)},
            {},
            ["a has no effect on the measurements: something else limits"],
        ),
        (
            {"without_effect": (1,)},
            HIGH,
            [
                "b has no effect on the measurements: something else limits",
                SITS.format("a", "upper", "higher"),
            ],
        ),
        ({"at_least": (0,)}, HIGH, [LIMIT.format("at least")]),
        ({"at_most": (0,)}, LOW, [LIMIT.format("at most").replace("0.5", "0.2")]),
        (
            {"tangled": ((0, 1),)},
            {},
            ["the data can't tell a and b apart: only together do they have an effect"],
        ),
        ({"correlation": ((1.0, ALIKE), (ALIKE, 1.0))}, {}, []),
        ({"correlation": ((1.0, 0.96), (0.96, 1.0))}, {}, [HARDLY.format("+0.960")]),
        ({"correlation": ((1.0, -0.96), (-0.96, 1.0))}, {}, [HARDLY.format("-0.960")]),
        ({"correlation": ((None, None), (None, None))}, {}, []),
        ({}, HIGH, [SITS.format("a", "upper", "higher")]),
        ({}, LOW, [SITS.format("a", "lower", "lower")]),
        (
            {"without_effect": (0,)},
            HIGH,
            ["a has no effect on the measurements: something else limits"],
        ),
        ({"freedom": 0}, {}, [NONE_LEFT.format("2 measurements")]),
        ({"freedom": -1}, {}, [NONE_LEFT.format("2 measurements")]),
    ],
)
def test_each_text_has_its_cause(
    found: dict[str, Any], of_a: dict[str, Any], texts: list[str]
) -> None:
    values = [fitted("a", **of_a), fitted("b")]
    if "at_least" in found:
        texts = [one.replace("0.5", "0.8") for one in texts]
    assert _warnings(fit(**found), values, [point(), point()]) == texts


def test_one_value_and_one_measurement_are_singular() -> None:
    one = fit(correlation=((1.0,),), freedom=0)
    assert _warnings(one, [fitted("a")], [point()]) == [
        NONE_LEFT.format("1 measurement").replace("2 fitted values", "1 fitted value")
    ]


@pytest.mark.parametrize(
    ("one", "other", "off", "agree"),
    [
        ("6.20 GB/s", "6.20 GB/s", 0.0, True),
        ("6.20 GB/s", "6.2041 GB/s", 0.0008, True),
        ("6.20 GB/s", "6.21 GB/s", 0.0009, False),
        ("6.2 GB/s", "6.2 GB/s", 0.0, True),
        ("6.2 GB/s", "6.2041 GB/s", 0.0006, False),
        ("6.2041 GB/s", "6.20 GB/s", -0.0008, True),
        ("6.20 GB/s", "6.20 GB/s", -0.0009, False),
    ],
)
def test_figures_agree_within_half_of_the_last_digit_of_three(
    one: str, other: str, off: float, agree: bool
) -> None:
    assert _agree(point(one), point(other), off) is agree


def test_a_residual_is_the_share_by_which_the_model_is_off() -> None:
    compared = Compared(point(), ("site", "x"), "byte/s", 4.0, 5.0, 3.0)
    assert (compared.residual, compared.residual_before) == (-0.25, 0.25)
    unknown = Compared(point(), ("site", "x"), "byte/s", 4.0, None, None)
    assert (unknown.residual, unknown.residual_before) == (None, None)


@pytest.mark.parametrize("several", [False, True])
def test_what_is_fitted_is_entered_with_its_sources(several: bool) -> None:
    points = [point(source="a talk"), point(source="a paper"), point(source="a talk")]
    measured = [
        Compared(one, ("site", "x"), "byte/s", 1.0, 1.0, 1.0)
        for one in points[: 3 if several else 1]
    ]
    values = (fitted("a", 0.1234567), fitted("b", has_effect=False))
    found = Calibrated(None, values, tuple(measured), (), 1, ())  # type: ignore[arg-type]
    entered = {
        "value": 0.123457,
        "status": "calibrated",
        "source": "a talk, a paper" if several else "a talk",
        "because": f"least squares over {'3 measured figures' if several else '1 measured figure'}",
    }
    assert found.edits == {"a": entered}


def test_fitted_values_have_six_digits() -> None:
    assert as_figure(0.12345678, "1") == 0.123457
    assert as_figure(6.2000004e9, "byte/s") == "6.2 GB/s"
    tried = as_calibrated(0.5, "1")
    assert tried == {"value": 0.5, "status": "calibrated", "because": "free in this calibration"}
