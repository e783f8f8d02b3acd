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
IN_BASE_UNIT, IN_TIB, TIB_BELOW = "{} in the base unit", "{} in TiB", "{}, TiB"
PROCEDURE = "Not a formula, but a procedure: {procedure}. It was given {needs}."
NOT_ACCEPTED = "Not accepted"
NUMBER, WHOLE_NUMBER = "a number", "a whole number"
AT_LEAST, ABOVE, AT_MOST = "at least {:g}", "above {:g}", " and at most {:g}"
ALLOWED_VALUES = "{name}: {kind}, {limits}."
TABLES: Mapping[str, str] = {
    "site": "Site",
    "tiers": "Tiers",
    "pools": "Targets",
    "groups": "Groups of identical vdevs",
    "special": "Vdevs that hold no data",
    "files": "Files by size",
    "healthy": "Tiers when healthy: stages of one server",
    "states": "Tiers in other states: one affected server, and the rest",
    "cases": "{0} in other states: by affected server",
    "servers": "{0}: classes of identical servers",
    "tasks": "Work of the cores per byte",
    "workloads": "Workloads measured on one server",
    "goals": "Goals under each workload",
    "single files": "One file by its size",
    "extents": "Parts of one file",
    "latencies": "Clock of the latencies",
    "levels": "Latency by level",
    "offers": "Prices by offer: list price, discount, minimum quantity",
    "lines": "Terms of services, shares of links, pieces of racks",
    "years": "Years",
    "tier years": "{0} by year",
    "demand": "Demand by group",
    "demand years": "Demand of {0} by group and year",
    "phases": "Phases of delivery",
    "phase years": "Phase {0} by year",
    "milestones": "Milestones of payment",
    "milestone years": "Payment by year: {0}",
    "projections": "Cost projections by others",
    "items": "Projected costs",
}
"""The titles of tables by their kinds; {0} is the tier, group, phase or milestone."""

# The foot of a printed page.
FOR_SCREEN = " ({} for the screen)"
REST_IS = "the rest is"
TIERS_OF = "{shown} of {all} tiers; the others are"
LINES_OF = "{shown:,} of {all:,} lines; the others, and the totals, are"
RACKS_OF = "{shown} of {all} kinds of racks; the others are"
YEARS_OF = "{shown} of {all} years; all else is"

# Summary.
EXPORTED = "At export: the following, and 'at most' before a number, are not recomputed."
"""Stands over what no formula says."""
FIGURE_HEADS = (FIGURE, "Value", "In TB", "In TiB")
BOUND = "{}, at most"
NO_REQUIREMENTS = "The scenario has no requirements."
MORE_WARNINGS = "and {} more"
INPUTS = "Of the inputs {}."
STATUS: Mapping[str, str] = {
    "assumed": "are assumed",
    "calibrated": "calibrated",
    "default": "by default",
    "unknown": "unknown",
}
"""How it is said of how many inputs nobody vouches for."""
ALL_ASSUMPTIONS = "{title}. All of them: {sheet}"
UPGRADES_OF_MORE = "For upgrades of {} more tiers, see the Performance page or `plan --notes`."
PRICES_ARE_NET = "Prices are net, in {currency}. {legend}"
PRICE_DATE, NO_LIMIT, NO_PRICES = "Prices count if seen by", "no limit", "none"
OLDEST_PRICE, NEWEST_PRICE = "Oldest price looked up", "Newest price looked up"
STALE_RACKS = (
    "Values entered since the export change the contents of racks. Export a new workbook to "
    "update racks and everything that depends on them."
)
DEMAND_HEADS = (
    "Demand",
    "At the purchase",
    "In the last year",
    "Usable capacity required then",
    "Live capacity then",
    "Full after, days",
    "Full on",
)
INODES, NOT_FULL = "Inodes", "not in {} years"
MIGRATION = "Migration, days at least"

# Bill of materials.
BILL = (
    "Choose another part by its key (column {}); its name, figures and price follow. Changes that "
    "need other rows (such as an array in place of an enclosure) require a new export."
)
PRICE_SEEN, PRICE_FROM, CERTAINTY = "Price seen on", "Price from", "Certainty"
ROW_IN_PARTS, OTHER_FIGURES = "Row in Parts", "Other figures"
FIXED_KEY = (
    "The price of this line comes from quantity offers or discounts listed below the bill. They "
    "apply to this part only, so no other part can be chosen here."
)
"""What a key says whose price is offered."""
TYPED_BY = "the column of prices"
"""Who says a price that was typed without a source."""
NO_RATE, NO_PRICE = "no exchange rate for ", "no price observed by the price date: "
OF_ANOTHER = "of another {}"
REPLACED = "the price is {another}: figures of '", "' are replaced"
"""Why a price isn't taken, before and after the key of the part."""

# Prices.
PRICES = (
    "Enter net unit prices and their dates. They replace observed, estimated and assumed "
    "prices, but not quotes or prices entered in the scenario. Numbers of pieces are those at "
    "export. To keep your prices, name this workbook in 'economics.price_books'."
)
NOT_BOUGHT = "not bought: an alternative"
PRICE_LIMITS = "A price: a number, at least 0."

# Parts.
PARTS = (
    "Catalog figures in base units. #N/A: unknown. To change a part, enter another key in "
    "the bill of materials: a part of this design or one of the scenario's 'alternatives'."
    "{not_offered} Prices are net, in {currency}{converted}."
)
NOT_OFFERED = " Not offered, because they need other rows: {}."
CONVERTED = "; prices in another currency are converted at the rates below the parts"
PART_HEADS = (
    PRICE_SEEN,
    "Price seen by",
    "Note on the price",
    "Source",
    "To choose",
    PRICE_FROM,
    "Certainty of the price",
    "Price as offered",
    "Currency",
    "Discount",
)
"""The heads of the columns after the figures."""
SIZES: Mapping[str, str] = {"capacity": "", "bays": " bays", "cores": " cores", "ports": " ports"}
"""What tells parts of a kind apart at first sight, and the word after its figure."""
PRICE_UNKNOWN, CHOICE = "price unknown", "{}: to choose"
DISCOUNT, VALID, CONFIDENCE = "less {} discount", "valid until {}", "confidence {}"
RATES, RATE_HEADS = "Exchange rates", ("Currency", "{} for one", "Day", "Source")
RATE_MISSING = "missing: enter a rate to use prices in this currency"

# Racks and questions.
RACKS = "Rack elevations, as packed at export; heat follows power. No input on this sheet."
NO_RACKS = "No racks: the scenario has none, or their rack units are unknown."
PACKING = (
    "Not a formula, but a procedure: first fit, the highest first, blocks together "
    "(model/procedures/packing.py). It was given units, depth, weight and power of each device."
)
RACK_SUMS = ("Racks of this kind", "Rack units used", "Weight without rack", "Power")
HEAT, CORDS = "Heat, BTU/h", "Cords"
QUESTIONS = (
    "Unknown figures at export that results depend on. To close a question, enter the value in "
    "its yellow cell."
)
STILL_OPEN, ANSWERED, OPEN = "Still open?", "answered", "open"
MORE_QUESTIONS = "{} more: the empty cells of the bill."

# Data path.
PATHS = "The widths follow the other sheets. No input on this sheet."
PATHS_LEGEND = (
    "Width is bandwidth, to a common scale per tier. Solid: total flow. Pale: expected "
    "bandwidth of a stage beyond that. Grey, up to the walls: its upper bound. Orange walls: "
    "limiting stage. No walls: unknown, or wider than drawn."
)
PATH_OF = "{}: data path, healthy"
FLOWS: Mapping[str, str] = {"write": "▼ from clients", "read": "▲ to clients"}
LIMITS, LEAST = "◀ limits", "◀ lowest expected bandwidth"
WHERE, STAGE, IN_ALL, WIDEST = "Where", "Stage", "In all", "Widest as drawn"
UPPER_BOUND, EXPECTED = "Upper bound", "Expected"
DRAWN = ("Rate", "Kept", "Limits", "Flow", "Pale", "Grey", "Wall", "Narrow", "Outside")
"""The heads of what the bars are drawn from."""

# Capacity statement.
STATEMENT = "Capacity statement: {}"
SIGNS = "Deductions are negative, so the steps add up from raw capacity. #N/A: unknown."
MEANING = "Meaning"
SHARES: Mapping[str, str] = {
    "fill_limit": "Fill limit, share of usable",
    "snapshot_reserve": "Snapshots, share of planned",
}

# Performance and checkpoints.
RANK, INTERVAL = "Rank", "Interval"
NO_STAGE, NEXT_STAGE, UNKNOWN = "nothing known", ", next ", "unknown"

# Certainty, designs and comparison.
SAMPLES = (
    "Values, not formulas: they show the samples drawn when the workbook was written. "
    "Procedure: model/answers/certainty.py; {samples}. Two peaks: {rule}."
)
DESIGNS = (
    "The best design is that of this workbook, and live. The others are values: they stay as they "
    "were found when the workbook was written. {}."
)
COMPARISON = "Planned values at export, one column per design. #N/A: unknown."
BESIDE = " beside "
"""Stands between the names of designs."""

# Assumptions and steps.
ASSUMPTIONS = "Values follow the other sheets. Status and reasons are those at export."
ASSUMPTION_HEADS = (
    FIGURE, "Where", "Value", UNIT, "Status", "Reason", "Source", "Written at",
)  # fmt: skip
IN_BILL = (
    "{} figures of lines that are stated, of the catalog, by default or unknown: see the bill."
)
DOCUMENTS = "Documents"
STEPS = (
    "What formulas of other sheets would write twice, or in too many letters: nothing to type here."
)
STEP_HEADS = ("Step of", "Gives")
