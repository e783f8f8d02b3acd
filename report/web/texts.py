"""The texts of the HTML report: sections, cards, headings and notes."""

from __future__ import annotations

from collections.abc import Mapping

from model.parts.price_layers import files_called

CARDS: Mapping[str, str] = {
    "usable_capacity": "Usable capacity",
    "write_bandwidth": "Write, expected",
    "read_bandwidth": "Read, expected",
    "capital_cost": "Purchase, net",
    "total_cost_of_ownership": "With years, net, discounted",
}
"""The figures at the top, by their names."""
KNOWN_PART = "{}, known part"
WITHHELD = f"For others: prices that only {files_called()} know, and sums of them, are left out."

# Sections, in the order of reading.
PICTURE, REQUIREMENTS, CAPACITY, PERFORMANCE = "Picture", "Requirements", "Capacity", "Performance"
BILL, COST, RACKS = "Bill of materials", "Cost", "Racks"
ASSUMPTIONS, QUESTIONS = "Assumptions", "Open questions"
DERIVATIONS, SOURCES = "Derivations", "Sources"

DATA_PATH, ELEVATIONS, STATE = "{tier}, {state}: data path", "Racks, seen from the front", "State"
WARNINGS = "What a buyer must know"

# Derivations and sources.
DERIVATION_HEADS = ("Computed from", "Value", "Formula with numbers", "Source")
MORE_LINES, AS_ABOVE = "{} more lines: see ostimate explain", "as above"
SOURCE_HEADS = ("Source", "Known as", "Figures")
SCENARIO = "the scenario"
"""The source of what it states without one."""
MORE = "{} more"
