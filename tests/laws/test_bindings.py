"""Laws of the bindings: what the schema says reaches the model, and what the model asks is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest
from pydantic.fields import FieldInfo

from model.books.inputs import documented
from model.design.piece import Piece
from model.design.scenario import Scenario
from model.engine.quantity import Input, Quantity
from model.parts.catalog import LINK_FIGURES
from model.parts.parts import Link, Part
from model.planning.supply import FLASH, KINDS, SURFACE
from model.reading.binding import Binding, bindings, gives, names_below
from model.reading.fields import Figure, Stated, Strict
from tests import trees
from tests.each import of_each

BY_HAND = {
    "Deliveries.wires": "of each link that has no efficiency of its own",
    "Deliveries.least_known": "of each link that has no efficiency of its own",
    "Checkpoint.restart": "a time, or as long as a dump: one of two inputs",
    "Economics.drive_replacements": "decides whether failed drives are bought, by their rates",
    "States.failover": "decides on 'takeover' together with who reaches the drives",
    "RaidTarget.block_size": "decides on the smallest allocation, by Scale's table",
    "Extent.up_to": "the last stretch has none: it ends with the file",
    "FileLayout.sizes": "each makes an instance: 'one_file_size'",
}
"""Figures of the schema that give no input as they are, and why."""


def _types(annotation: Any) -> Iterator[type[Strict]]:
    """Give the models that an annotation speaks of."""
    if isinstance(annotation, type) and issubclass(annotation, Strict):
        yield annotation
    for inner in get_args(annotation):
        yield from _types(inner)


@cache
def models() -> tuple[type[Strict], ...]:
    """Give every model of the scenario's schema, but what wraps a figure."""
    found, waiting = {}, [Scenario]
    while waiting:
        model = waiting.pop()
        if model.__qualname__ in found:
            continue
        found[model.__qualname__] = model
        waiting += [
            inner
            for field in model.model_fields.values()
            for inner in _types(field.annotation)
            if not issubclass(inner, Stated)
        ]
    return tuple(found[name] for name in sorted(found))


def figures() -> dict[str, list[gives]]:
    """Give each figure of the schema with what it gives: model.field, and the bindings."""
    used: dict[str, list[gives]] = {}
    for model in models():
        for field, names in names_below(model).items():
            (inner,) = set(_types(model.model_fields[field].annotation))
            for name, given in names.names.items():
                used.setdefault(f"{inner.__name__}.{name}", []).append(given)
    found: dict[str, list[gives]] = {}
    for model in models():
        own = {bound.field: bound.input for bound in bindings(model)}
        for name, field in model.model_fields.items():
            if any(issubclass(inner, Stated) for inner in _types(field.annotation)):
                key = f"{model.__name__}.{name}"
                found[key] = [own[name]] if name in own else used.get(key, [])
    return found


def units(key: str) -> set[str]:
    """Give the units in which a figure of the schema is read."""
    owner, _, name = key.partition(".")
    (model,) = (model for model in models() if model.__name__ == owner)
    wrapped = [t for t in _types(model.model_fields[name].annotation) if issubclass(t, Stated)]
    return {_unit(stated.model_fields["value"]) for stated in wrapped}


def _unit(field: FieldInfo) -> str:
    """Give the unit in which a figure is read; a count has none."""
    inner = (marked for kind in get_args(field.annotation) for marked in get_args(kind))
    marks = (*field.metadata, *inner)
    unit = next((marked.unit for marked in marks if isinstance(marked, Figure)), "1")
    return {"transfer/second": "1/second"}.get(unit, unit)  # transfers are counted


@cache
def asked() -> dict[str, Input | Quantity]:
    """Give by name what books ask for, and what a figure may be stated in place of.

    What one book computes and another one asks for, as a price that offers give, is an input.
    """
    books = {id(i.book): i.book for root in trees.examples().values() for _, i in root.walk()}
    items = [item for book in books.values() for item in book]
    items.sort(key=lambda item: isinstance(item, Input))
    return {item.name: item for item in items}


FIGURES = figures()


@pytest.mark.long
@of_each(lambda: FIGURES)
def test_a_figure_of_the_schema_gives_an_input(key: str) -> None:
    """What a scenario may state reaches the model in the input's unit, or is listed."""
    given = FIGURES[key]
    assert bool(given) != (key in BY_HAND)
    for bound in given:
        assert bound.name in asked(), f"{key} gives '{bound.name}', which no book has"
        assert units(key) == {asked()[bound.name].unit}


def _words(text: str) -> set[str]:
    """Give the words of a text that mean something, singular and plural alike."""
    return {word.rstrip("s") for word in re.findall(r"[a-z]{4,}", text.lower())}


@of_each(lambda: [(model, bound) for model in models() for bound in bindings(model)])
def test_the_title_of_a_bound_input_is_written_once(pair: tuple[type[Strict], Binding]) -> None:
    """The docstring of a bound field says only what the title of its input doesn't."""
    model, bound = pair
    title, note = asked()[bound.input.name].title, model.field_docs().get(bound.field, "")
    begins = _words(re.split(r"[.;:,]\s", note)[0])
    assert 2 * len(begins & _words(title)) < len(begins) or not begins, f"'{note}' is '{title}'"
    assert documented(model)[bound.field].startswith(title.rstrip(".,"))


def test_the_list_of_what_gives_no_input_holds() -> None:
    """What was renamed or bound since doesn't stay in the list."""
    assert set(BY_HAND) <= set(FIGURES)


def parts() -> list[tuple[type[Piece], str, str]]:
    """Give each input that a part may give: the piece of the schema, the input, the figure."""
    found: dict[tuple[str, str], type[Piece]] = {}
    for piece in [Piece, *(m for m in models() if issubclass(m, Piece))]:
        stated = ((b.input.name, b.input.figure) for b in bindings(piece) if b.input.figure)
        for pair in (*stated, *piece.of_part.items()):
            found.setdefault(pair, piece)  # what all pieces have is that of the base
    return [(piece, *pair) for pair, piece in found.items()]


PARTS = parts()


def _kinds(of: type[Part] = Part) -> Iterator[tuple[str, type[Part]]]:
    """Give each kind of part with its type."""
    yield from ((kind, of) for kind in get_args(of.model_fields["kind"].annotation))
    for below in of.__subclasses__():
        yield from _kinds(below)


def _units_of(part: type[Part]) -> Iterator[tuple[str, str]]:
    """Give the figures of a kind of part with their units, those of its links among them."""
    yield from ((SURFACE, "1"), (FLASH, "1"), ("price", "currency"))
    for name, field in part.model_fields.items():
        yield name, _unit(field)
        if name.endswith("link"):
            link = dict(_units_of(Link))
            yield from ((name[:-4] + figure, link[figure]) for figure in LINK_FIGURES)


@of_each(lambda: PARTS)
def test_what_parts_give_is_a_figure_of_such_parts(part: tuple[type[Piece], str, str]) -> None:
    """A figure that an input comes from is one of the parts that may stand there, in its unit."""
    piece, name, figure = part
    kinds = KINDS.get(piece.__name__.lower(), [kind for kind, _ in _kinds()])
    found = {dict(_units_of(of)).get(figure) for kind, of in _kinds() if kind in kinds}
    assert isinstance(asked()[name], Input)
    assert found - {None} == {asked()[name].unit}


CALCULATORS = (
    *("queue", "cache", "machine", "weka", "pool"),
    *("evaluation", "bids", "steps", "bid price"),
)
"""Instances that pages and commands make of their own fields, without a scenario."""
OTHERWISE = {
    "the layout of a target": (
        *("group_tolerance", "rebuild_reads"),
        *("code_data", "code_parity", "stripe_data"),
        *("raid_groups", "raid_drives", "raid_data_drives", "raid_survives"),
        *("vdevs", "vdev_drives", "vdev_data_drives", "vdev_columns"),
        *("vdev_parity", "vdev_survives", "vdev_failure_groups", "update_reads", "update_writes"),
        *("pool_further_drives", "pool_further_striped_drives", "pieces_per_target"),
    ),
    "the bays of a placement": (
        *("failure_domains_in_enclosure", "raid_drives_in_enclosure", "vdev_drives_in_enclosure"),
        "fatal_enclosures_per_block",
    ),
    "the enclosures of a block, beside further ones": ("first_enclosures_per_block",),
    "the targets of a block, of drives of one server or block": ("stated_targets_per_block",),
    "the layout and options of a risk": (
        *("redundancy_group_drives", "redundancy_groups", "rebuild_time", "risk_period"),
        *("data_at_risk", "data_lost_with_group"),
    ),
    "the efficiencies of the catalog": ("pooled_read_spread", "pooled_write_spread"),
    "the workloads of the catalog": ("batch_samples", "batch_time"),
    "the guides of the catalog": (
        *("benchmark_sample", "benchmark_samples", "benchmark_time", "benchmark_utilisation"),
        *("guide_unit", "guide_accelerators", "guide_read_rate", "guide_write_rate"),
    ),
    "precision and optimizer of a training": ("weight_size", "master_size", "optimizer_size"),
    "its release of ZFS": (
        *("embedded_log_metaslabs", "slop_divisor", "slop_floor", "slop_floor_divisor"),
        "slop_limit",
    ),
    "its partitioning": (
        *("logical_block", "partition_ends", "partition_gap", "partition_gap_divisor"),
        "partition_grain",
    ),
    "the drives of a pool that is listed drive by drive": ("leaf_capacity",),
    "the stretches of a file, and the sizes that are looked at": ("extent_end", "one_file_size"),
    "a file of past usage": (
        *("forecast_low", "forecast_high", "forecast_demand"),
        *("history_volume", "history_time", "history_gap", "history_added", "history_growth"),
        *("linear_error", "exponential_error", "backtest_forecast", "backtest_recorded"),
        *("backtest_low", "backtest_high"),
    ),
    "the longest of the network cables, and its medium": (
        *("network_cable_length", "network_cable_reach"),
        *("fabric_cable_length", "fabric_cable_reach"),
    ),
    "the drives of the catalog": ("drive_mean_time", "datasheet_failure_rate"),
    "the dated prices of the catalog": (
        *("disk_price_high_decline", "disk_price_premium", "disk_price_rise"),
        *("flash_price_high_decline", "flash_price_premium", "flash_price_rise"),
        *("memory_price_high_decline", "memory_price_premium", "memory_price_rise"),
        *("server_price_high_decline", "server_price_premium", "server_price_rise"),
    ),
    "failures of drives in the field": ("least_drive_failure_rate", "most_drive_failure_rate"),
    "what is common to each rack": ("pieces_per_rack",),
    "quotes and price books": ("list_price", "offered_from", "offered_below"),
    "the years of service": ("year_index", "projected_years", "years_of_service"),
    "the date of the order, and the month of a fiscal year": ("fiscal_offset",),
    "the processors and memory that a calibration names, or a measured server": (
        *("measured_cpu_cores", "measured_cpu_frequency", "measured_cpu_transfer_rate"),
        *("measured_module_rate", "memory_time_share"),
    ),
    "the measured streams of the catalog": (
        *("highest_stream_read_bandwidth", "highest_stream_write_bandwidth"),
    ),
    "the measured servers of the catalog": (
        *("most_measured_read_bandwidth", "most_measured_write_bandwidth"),
    ),
}
"""What gives the inputs that no figure and no part gives."""


def unknown_unless_given() -> set[str]:
    """Give the inputs without a default that the tree of a scenario asks for."""
    return {
        item.name
        for root in trees.examples().values()
        for _, instance in root.walk()
        if instance.role not in CALCULATORS
        for item in instance.book.inputs.values()
        if item.default is None
    }


def test_an_input_without_default_has_a_field_or_a_part() -> None:
    """Nothing stays unknown for want of a place to say it."""
    bound = {one.name for given in FIGURES.values() for one in given}
    others = [name for names in OTHERWISE.values() for name in names]
    given = bound.union((name for _, name, _ in PARTS), others)
    asked = unknown_unless_given()
    assert asked - given == set()
    assert set(others) <= asked - bound


def test_before_the_first_year_there_is_nothing() -> None:
    """What is carried from year to year begins with none."""
    begins = {name: one for name, one in asked().items() if name.startswith("initial_")}
    assert {name for name, one in begins.items() if getattr(one, "default", 0.0) != 0.0} == set()
    assert len(begins) > 3
