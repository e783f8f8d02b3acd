"""The texts of the HTML report: sections, cards, headings and notes."""

from __future__ import annotations

from collections.abc import Mapping

from model.parts.price_layers import files_called

CARDS: Mapping[str, str] = {
    "usable_capacity": "Usable capacity",
    "write_bandwidth": "Write bandwidth, expected",
    "read_bandwidth": "Read bandwidth, expected",
    "capital_cost": "Purchase cost, net",
    "total_cost_of_ownership": "Total cost, net, discounted",
}
"""The figures at the top, by their names."""
KNOWN_PART = "{}, known part"
WITHHELD = (
    f"Public version: prices known only from {files_called()}, and sums of them, are omitted."
)

# Sections, in the order of reading.
PICTURE, REQUIREMENTS = "Data path and racks", "Requirements"
TODAY = "Today and after"
CAPACITY, PERFORMANCE, RISK = "Capacity", "Performance", "Risk"
BILL, COST, RACKS = "Bill of materials", "Cost", "Racks"
ASSUMPTIONS, QUESTIONS = "Assumptions", "Open questions"
DERIVATIONS, SOURCES = "Derivations", "Sources"

DATA_PATH, ELEVATIONS, STATE = "{tier}, {state}: data path", "Racks, front view", "State"
WARNINGS, RISKS = "Warnings", "Risks"

# Derivations and sources.
DERIVATION_HEADS = ("Computed from", "Value", "Formula with numbers", "Source")
MORE_LINES, AS_ABOVE = "{} more rows: run ostimate explain", "as above"
SOURCE_HEADS = ("Source", "Status", "Figures")
SCENARIO = "scenario"
"""The source of what it states without one."""
MORE = "{} more"
