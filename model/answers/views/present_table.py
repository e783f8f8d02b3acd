"""Today and after: what a site has before and after its steps, and what the room has left."""

from __future__ import annotations

from model.answers.present import FIGURES, present
from model.answers.results import Results
from model.answers.views.view import Column, Entry, FixedValue, Row, View, figure

TODAY = (
    Column("Today", "today"),
    Column("After", "after"),
    Column("Added", "added"),
)
ROWS = {
    "usable_capacity": ("Usable capacity", "byte"),
    "read_bandwidth": ("Read bandwidth", "byte/s"),
    "write_bandwidth": ("Write bandwidth", "byte/s"),
    "power": ("Equipment power", "watt"),
    "racks": ("Racks", "1"),
}
OF_TODAY = {
    "usable_capacity": ("present_usable_capacity", "added_usable_capacity"),
    "read_bandwidth": ("present_read_bandwidth", "added_read_bandwidth"),
    "write_bandwidth": ("present_write_bandwidth", "added_write_bandwidth"),
    "power": ("present_power", "added_power"),
    "racks": ("present_racks", "added_racks"),
}
"""The quantities of each figure where it is stated what is there today."""
ROOM = (
    Column("Room", "limit"),
    Column("Others", "others"),
    Column("Left today", "left_today"),
    Column("Left after the plan", "left", tone="strong"),
)
OF_ROOM = {
    "Power": (
        *("room_power_limit", "other_power", "power", "room_power"),
        *("present_room_power_left", "room_power_left"),
    ),
    "Racks": (
        *("room_rack_limit", "other_racks", "racks", "room_racks"),
        *("present_room_racks_left", "room_racks_left"),
    ),
}
UNIT = {"Power": "watt", "Racks": "1"}
AT = "site"


def today_and_after(results: Results) -> View:
    """Return what the site has today and after the plan; without rows if nothing is added."""
    scenario, today = results.plan.scenario, present(results)
    grows = scenario.today is not None or (
        any(tier.is_owned for tier in scenario.tiers)
        and not all(tier.is_owned for tier in scenario.tiers)
    )
    rows = []
    for field, (label, unit) in ROWS.items() if grows else ():
        stated, added = OF_TODAY[field]
        name, _ = FIGURES[field]
        if (AT, name) not in results.values:
            continue
        was, now = today[field], results.values[AT, name]
        before: Entry = FixedValue(was, unit)
        more: Entry = FixedValue(None if was is None or now is None else now - was, unit)
        if (AT, added) in results.values:
            before, more = figure(results, AT, stated), figure(results, AT, added)
        rows.append(Row(label, (before, figure(results, AT, name), more)))
    return View("Today and after", "Site", TODAY, tuple(rows))


def room_left(results: Results) -> View:
    """Return the power and the racks that are left in the room; without rows if none is stated."""
    today, rows = present(results), []
    for label, (limit, others, field, there, today_left, left) in OF_ROOM.items():
        if (AT, left) not in results.values:
            continue
        was, has = today[field], results.values[AT, there]
        now = FixedValue(None if was is None or has is None else has - was, UNIT[label])
        entries: tuple[Entry, ...] = (
            figure(results, AT, limit),
            figure(results, AT, others),
            figure(results, AT, today_left) if (AT, today_left) in results.values else now,
            figure(results, AT, left),
        )
        rows.append(Row(label, entries))
    return View("Left in the room", "Room", ROOM, tuple(rows))
