"""No quantity leaves the range that is declared of it: in no scenario, whatever its inputs are."""

from pathlib import Path

import numpy as np
import pytest

from model import load_scenario, sweep
from model.books.inputs import declared
from model.design.limits import bounds
from model.engine.quantity import ANY_SIGN, Input, range_of
from model.planning.plan import plan
from tests.laws.test_books import chapters

SCENARIOS = Path("scenarios")
FILES = [
    *sorted(SCENARIOS.glob("*.yaml")),
    *sorted(SCENARIOS.glob("templates/*.yaml")),
    Path("tests/planning/every_figure.yaml"),
]
DESIGNS = 200
AGREE = (
    *("calibrated", "measured", "reduced", "fewer", "channels", "scaled"),
    *("vdev", "stripe", "group", "data_drives", "strip"),
    *("lost", "reserved", "survives", "parity"),
)
"""Words in the names of inputs that the plan lets agree with others: measurements that a tier is
fitted to, a layout's own numbers, what can't be more than there is."""


def _varied(instance, path, rng):
    """Give each input of an instance as it is or up to twice as much or as little, in its range."""
    for name, value in instance.inputs.items():
        item = instance.book[name]
        free = isinstance(item, Input) and not item.constant
        if not free or any(word in name for word in AGREE) or not np.isfinite(value):
            continue
        figures = value * 2.0 ** rng.uniform(-1, 1, DESIGNS)
        if item.whole or (item.unit == "1" and float(value).is_integer()):
            figures = np.round(figures)
        figures = np.clip(figures, item.low, item.high)
        yield (path, name), np.where(rng.random(DESIGNS) < 0.5, value, figures)


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_quantity_leaves_its_range(file):
    rng = np.random.default_rng(11)
    root = plan(load_scenario(file)).root
    instances = dict(root.walk())
    axes = {at: x for path, one in instances.items() for at, x in _varied(one, path, rng)}
    quantities = {
        (path, quantity.name): quantity
        for path, one in instances.items()
        for quantity in one.book.quantities.values()
        if quantity.kind != "opaque"
    }
    found = sweep(root, axes, list(quantities))
    outside = {
        at: (float(np.nanmin(figures)), float(np.nanmax(figures)))
        for at, figures in found.items()
        for low, high in [range_of(quantities[at])]
        if np.any((figures < low) | (figures > high))
    }
    assert not outside
    assert len(axes) > 10


def test_a_margin_says_that_it_may_be_negative():
    book = plan(load_scenario("scenarios/astra.yaml")).root.book
    assert range_of(book["checkpoint_bandwidth_margin"])[0] == ANY_SIGN
    assert range_of(book["capital_cost"])[0] == 0.0
    assert range_of(book["design_fits"]) == (0.0, 1.0)


def test_a_share_says_that_it_is_shown_in_percent_and_has_no_unit():
    inputs = [item for item in declared().values() if isinstance(item, Input) and not item.whole]
    parts = {item.name for item in inputs if item.unit == "1" and range_of(item) == (0.0, 1.0)}
    yes_or_no = {item.name for item in inputs if item.title.startswith("Whether")}
    shown = {item.name for item in declared().values() if item.shown}
    assert parts - yes_or_no <= shown
    assert {declared()[name].unit for name in shown} == {"1"}
    margins = {name for name in shown if declared()[name].shown == "change"}
    assert margins == {name for name in declared() if name.endswith("_margin")}
    assert {"fill_limit", "capacity_margin", "own_nic_read_delivery", "job_efficiency"} <= shown
    assert not shown & {"nic_ports", "compression_ratio", "servers_hit", "targets_per_block"}


OTHER_HIGHS = {
    "background_share": 0.99,  # something is left of the servers
    **dict.fromkeys(
        ("quantile", "shelf_level", "spare_service_level", "stated_loss_probability"), 0.999999
    ),
    "service_variation": 100.0,
    "stations": 512.0,
    "compression_ratio": 32768.0,
    "feed_phases": 3.0,
    "minor_digits": 4.0,  # ISO 4217
}
"""Limits of inputs from above other than 1, that of shares and of yes or no."""
OTHER_LOWS = {
    **dict.fromkeys(("nearfull_ratio", "backfillfull_ratio", "full_ratio"), 0.01),
    **dict.fromkeys(("discount_rate", "inflation"), -0.5),
    **dict.fromkeys(("common_growth", "group_growth", "history_growth"), -1.0),
    "scale_base": 2.0,
    **dict.fromkeys(("net_amount", "gross_amount", "foreign_amount"), ANY_SIGN),
    **dict.fromkeys(("later_payment", "step_gain", "group_added", "history_added"), ANY_SIGN),
}
"""Limits of inputs from below other than 0 and 1; prices decline by all that they are at most."""
WHOLE_APART = {
    **dict.fromkeys(("fabric_links", "reference_drives", "checkpoints_kept", "line_count"), False),
    **dict.fromkeys(("usable_rack_units", "room_rack_limit", "present_racks"), False),
    **dict.fromkeys(("server_inlet", "enclosure_inlet", "further_enclosure_inlet"), True),
    **dict.fromkeys(("switch_inlet", "working_set_files"), True),
}
"""Inputs that are whole where the field isn't a count, or the other way round."""


def test_limits_of_inputs_are_0_or_1_or_listed():
    items = [item for chapter in chapters() for item in chapter if isinstance(item, Input)]
    highs = {item.name: item.high for item in items if np.isfinite(item.high)}
    assert {name: high for name, high in highs.items() if high != 1.0} == OTHER_HIGHS
    declines = {name: -1.0 for name in highs if name.endswith("_decline")}
    lows = {item.name: item.low for item in items if item.low not in (0.0, 1.0)}
    assert lows == OTHER_LOWS | declines


def test_inputs_of_counts_are_whole():
    items = [item for chapter in chapters() for item in chapter if isinstance(item, Input)]
    stated = [item for item in items if item.name in bounds()]
    apart = {item.name: item.whole for item in stated if item.whole != bounds()[item.name].whole}
    assert apart == WHOLE_APART
