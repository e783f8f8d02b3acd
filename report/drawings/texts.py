"""The texts of the drawings: titles, labels, legends and notes."""

from __future__ import annotations

from collections.abc import Mapping

# Data path.
DATA_PATH = "Data path of {tier}, {state}"
HEADS: Mapping[str, str] = {"write": "Write", "read": "Read"}
CLIENTS, EXPECTED = "Clients", "expected"
LEGEND = (
    "Height: bandwidth. Lines: upper bound. Pale: expected bandwidth (in brackets). "
    "Solid: total flow. Dashed: unknown or cut off. ▲ Limiting stage."
)
UPPER_BOUND = "upper bound"
RATE_OF, BOUND_OF = "{way}, expected: {rate}", "{way}, upper bound: {bound}"
LIMITS, LIMITS_PARTLY = "▲ limits", "limits affected servers"
OF_BOUND, OF_EXPECTED = "▲ upper bound", "▲ ({rate})"
"""The marks of the stages that limit the upper bound and what is expected, where they differ."""
UNKNOWN_STAGE, KNOWN_BY, WITHOUT = "{}: {}", ", {}", ", excluding {} (unknown)"
ELSEWHERE = "{stage}: upper bound unknown, expected {expected}, {known}"
STAGE = "{stage}: upper bound {bound}, expected {expected}"
WAY = (
    "{way}, from clients to drives: {stages}. Total: {expected} expected, upper bound {bound}."
    "{limit}"
)
LIMITED_BY = " Limited by {}."

# Racks.
ELEVATIONS = "Rack elevations"
OWNED = "already owned"
DASHED = "dashed frames: already owned"
NOT_DRAWN, CROSSED_OUT = (
    "{} more rack types are not drawn",
    "crossed out: one server of {} is down",
)
UNITS_USED, UNITS = "{used} of {all} units, {weight}", "units {first} to {last}"
MORE_RACKS, RACK, RACKS = "and {} more", "{} rack", "{} racks"
UNITS_OF_RACK = "rack {number}: {units} units used"
