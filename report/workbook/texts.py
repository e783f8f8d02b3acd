"""The texts of the workbook, sheet by sheet: titles, heads, introductions and messages."""

from __future__ import annotations

from collections.abc import Mapping

# All sheets.
LEGEND = (
    "Yellow: input. Orange: unknown input. Green: looked up in Parts by key. All other cells "
    "are protected, without a password."
)
SOURCE_AT_EXPORT = "Source at export"
"""The head of what says how an input was known: who types over it knows better."""
FIGURE, UNIT = "Figure", "Unit"
IN_BASE_UNIT, IN_UNIT, TIB_BELOW = "{} in the base unit", "{} in {}", "{}, TiB"
PROCEDURE = "Computed at export by a procedure, not by a formula: {procedure}. Its inputs: {needs}."
ENUMERATION = "each single failure and each pair, enumerated (`placement`)"
PLACES_AND_CABLES = "the bays of each vdev, servers, cables, feeds and racks"
AS_EXPORTED, NOT_RECALCULATED = "as exported", "not recalculated"
"""Say of a figure of a procedure whether what it rests on has changed since the export."""
NOT_ACCEPTED = "Invalid value"
NUMBER, WHOLE_NUMBER = "a number", "a whole number"
AT_LEAST, ABOVE, AT_MOST = "of at least {:,.12g}", "above {:,.12g}", " and at most {:,.12g}"
ALLOWED_VALUES = "{name}: enter {kind} {limits}."
TABLES: Mapping[str, str] = {
    "site": "Site",
    "tiers": "Tiers",
    "pools": "Targets",
    "groups": "Groups of identical vdevs",
    "special": "Vdevs that hold no data",
    "files": "Files by size",
    "healthy": "Healthy tiers: stages of one server",
    "states": "Tiers in other states: one affected server, and the rest",
    "cases": "{0} in other states: by affected server",
    "servers": "{0}: classes of identical servers",
    "tasks": "CPU work per byte",
    "workloads": "Measured workloads of one server",
    "goals": "Goals by workload",
    "single files": "Single file by size",
    "extents": "Layout of a single file",
    "latencies": "CPU clock of the latencies",
    "levels": "Latency by level",
    "offers": "Prices by offer: list price, discount, minimum quantity",
    "lines": "Service terms, link shares, rack items",
    "years": "Years",
    "tier years": "{0} by year",
    "demand": "Demand by group",
    "lead_times": "Latest orders by kind of part",
    "demand years": "Demand of {0} by group and year",
    "phases": "Purchase phases",
    "phase years": "Phase {0} by year",
    "milestones": "Payment milestones",
    "milestone years": "Payments by year: {0}",
    "timings": "Purchase in stages or later",
    "projections": "Cost projections from other sources",
    "items": "Projected costs",
    "guides": "Requirements of training guides",
}
"""The titles of tables by their kinds; {0} is the tier, group, phase or milestone."""

# The foot of a printed page.
IN_PART = "not printed in full"
TIERS_OF = "{shown} of {all} tiers printed"
LINES_OF = "{shown:,} of {all:,} lines printed, without totals"
RACKS_OF = "{shown} of {all} rack types printed"
YEARS_OF = "{shown} of {all} years printed"

# Summary.
EXPORTED = "State at export: the lines below, and 'at most' before a number, are not recalculated."
"""Stands over what no formula says."""
FIGURE_HEADS = (FIGURE, "Value", "In TB", "In TiB")
BOUND = "{}, at most"
ALL_AT_ONCE = {
    f"{end}_capital_cost": f"with every known price at its {end} end at once: not a likely purchase"
    for end in ("low", "high")
}
NO_REQUIREMENTS = "The scenario has no requirements."
MORE_WARNINGS = "and {} more"
INPUTS = "Inputs: {}."
STATUS: Mapping[str, str] = {
    "assumed": "assumed",
    "calibrated": "calibrated",
    "default": "default values",
    "unknown": "unknown",
}
"""Names of the statuses of unconfirmed inputs, after their number."""
ALL_ASSUMPTIONS = "{title}. Full list: sheet {sheet}"
UPGRADES_OF_MORE = "For upgrades of {} more tiers, see the Performance page or `plan --notes`."
PRICES_ARE_NET = "Prices are net, in {currency}. {legend}"
PRICE_DATE, NO_LIMIT, NO_PRICES = "Price date", "no limit", "none"
OLDEST_PRICE, NEWEST_PRICE = "Date of the oldest price", "Date of the newest price"
STALE_YEARS = (
    "Values entered since the export change what racks hold in later years. Their number is now a "
    "minimum, by the purchase and the rack units, and so are costs per rack. Export a new workbook "
    "to pack them again."
)
STALE_RACKS = (
    "Values entered since the export change the contents of racks: their number is at least what "
    "the rack units need, and the figures of single racks are unknown. Export a new workbook to "
    "pack them again."
)
DEMAND_HEADS = (
    "Demand",
    "At purchase",
    "In the last year",
    "Required usable capacity, last year",
    "Live capacity, last year",
    "Full after, days",
    "Full on",
)
INODES, NOT_FULL = "Inodes", "not in {} years"
MIGRATION = "Minimum migration time, days"

# Bill of materials.
BILL = (
    "To change a part, choose another key in column {}; name, figures and price follow. Changes "
    "that need other rows (such as an array in place of an enclosure) require a new export."
)
PRICE_SEEN, PRICE_FROM, CERTAINTY = "Price observed on", "Price from", "Certainty"
ROW_IN_PARTS, OTHER_FIGURES = "Row in Parts", "Figures differ"
FIXED_KEY = (
    "The price of this line comes from quantity offers or discounts listed below the bill. They "
    "apply to this part only, so no other part can be chosen here."
)
"""What a key says whose price is offered."""
TYPED_BY = "sheet Prices"
"""Who says a price that was typed without a source."""
NO_RATE, NO_PRICE = "no exchange rate for ", "no price observed by the price date: "
OF_ANOTHER = "of another {}"
REPLACED = "the price is {another}: figures of '", "' are replaced"
"""Why a price isn't taken, before and after the key of the part."""

# Prices.
PRICES = (
    "Enter net unit prices and their dates. They replace observed, estimated and assumed "
    "prices, but not quotes or prices entered in the scenario. Quantities are those at "
    "export. To keep your prices, name this workbook in 'economics.price_books'. Parts that "
    "you enter as included in a server price (such as 'processors, memory') then cost nothing more."
)
NOT_BOUGHT = "alternative, not in the bill of materials"
PRICE_LIMITS = "Price: enter a number of at least 0."

# Parts.
PARTS = (
    "Catalog figures in base units. #N/A: unknown. To change a part, enter another key in "
    "the bill of materials: a part of this design or one of the scenario's 'alternatives'."
    "{not_offered} Prices are net, in {currency}{converted}."
)
NOT_OFFERED = " Not offered because they need other rows: {}."
CONVERTED = "; prices in another currency are converted at the rates below the parts"
PART_HEADS = (
    PRICE_SEEN,
    "Price source",
    "Price note",
    "Source",
    "Choices",
    PRICE_FROM,
    "Price certainty",
    "Offered price",
    "Currency",
    "Discount",
    "Vendor part number",
)
"""The heads of the columns after the figures."""
NUMBERS_OF_PARTS = (PRICE_SEEN, "Offered price", "Discount")
"""Those over days and numbers."""
SIZES: Mapping[str, str] = {"capacity": "", "bays": " bays", "cores": " cores", "ports": " ports"}
"""What tells parts of a kind apart at first sight, and the word after its figure."""
PRICE_UNKNOWN, CHOICE = "price unknown", "{}: text in the drop-down list"
LIMITING_STAGE, NEXT_STAGE = "Limiting stage", "Next stage"
DISCOUNT, VALID, CONFIDENCE = "less {} discount", "valid until {}", "confidence {}"
RATES, RATE_HEADS = "Exchange rates", ("Currency", "{} per unit", "Date", "Source")
RATE_MISSING = "missing: enter a rate to use prices in this currency"

# Racks and questions.
RACKS = "Rack elevations as packed at export. Heat is computed from power. No inputs on this sheet."
NO_RACKS = "No racks: the scenario has none, or rack units are unknown."
PACKING = (
    "Computed at export by a procedure, not by a formula: first fit, tallest device first, blocks "
    "together (model/procedures/packing.py). Its inputs: rack units, depth, weight and power of "
    "each device."
)
RACK_SUMS = ("Racks of this type", "Rack units used", "Weight without rack", "Power")
HEAT, CORDS = "Heat, BTU/h", "Power cords"
QUESTIONS = (
    "Figures that were unknown at export and that results depend on. To answer a question, enter "
    "the value in its orange cell."
)
STILL_OPEN, ANSWERED, OPEN = "Still open?", "answered", "open"
MORE_QUESTIONS = "{} more: see the orange cells of the bill of materials."

# Data path.
SPECIFICATION = (
    "Neutral requirements for bidders, as exported: export again after changes. 'tender' writes "
    "them as a document for bidders."
)
ACCEPTANCE = (
    "Tests of the delivered system, as exported: export again after changes. The command accept "
    "plans them by the agreed terms, and judges results."
)
NO_SPECIFICATION = "No tender can be made of this plan:"
PATHS = "Widths follow the other sheets. No inputs on this sheet."
PATHS_LEGEND = (
    "Width is bandwidth, to a common scale per tier. Solid: total flow. Pale: expected "
    "bandwidth of a stage beyond that. Grey, up to the outline: its upper bound. Orange "
    "outline: limiting stage. No outline: unknown, or wider than drawn."
)
PATH_OF = "{}: data path, healthy"
FLOWS: Mapping[str, str] = {"write": "▼ from clients", "read": "▲ to clients"}
LIMITS, LEAST = "◀ limits the upper bound", "◀ lowest expected bandwidth"
WHERE, STAGE, IN_ALL, WIDEST = "Where", "Stage", "Total", "Maximum drawn width"
UPPER_BOUND, EXPECTED = "Upper bound", "Expected"
DRAWN = (
    *("Bound, 0 if unknown", "Expected, if known", "Limits: 1"),
    *("Bar: flow", "Bar: expected", "Bar: bound", "Bar: outline", "Bar: limit", "Bar: margin"),
)
"""The heads of what the bars are drawn from."""

# Capacity statement.
STATEMENT = "Capacity statement: {}"
SIGNS = "Deductions are negative, so the steps add up from raw capacity. #N/A: unknown."
MEANING = "Meaning"
SHARES: Mapping[str, str] = {
    "fill_limit": "Fill limit, share of usable capacity",
    "snapshot_reserve": "Snapshot reserve, share of planned",
}

# Performance and checkpoints.
RANK, INTERVAL, UNKNOWN = "Rank", "Interval", "unknown"

# Certainty, designs and comparison.
SAMPLES = (
    "Values, not formulas: sampled when the workbook was written. "
    "Procedure: model/answers/certainty.py; {samples}. Two peaks: {rule}."
)
DESIGNS = (
    "The best design is the one in this workbook, with live formulas. The others are values, as "
    "the search found them when the workbook was written. {}."
)
COMPARISON = "Planned values at export, one column per design. #N/A: unknown."
BESIDE = " vs. "
"""Stands between the names of designs."""

# Assumptions and steps.
ASSUMPTIONS = "Values follow the other sheets. Status and reasons are those at export."
ASSUMPTION_HEADS = (
    FIGURE, "Where", "Value", UNIT, "Status", "Reason", "Source", "File and line",
)  # fmt: skip
IN_BILL = (
    "{} more figures of lines (stated, from the catalog, default or unknown): see the bill of "
    "materials."
)
DOCUMENTS = "Documents"
STEPS = (
    "Intermediate results of long or repeated formulas of other sheets. No inputs on this sheet."
)
STEP_HEADS = ("Part of", "Value")
