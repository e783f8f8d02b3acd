"""The sentences of this room that users read."""

QUOTE_DOES_NOT_COUNT = "{origin}: prices that don't count: {why}."
MOVE_PRICE_DATE = "Set the price date to {day}"
STORED_IN_THIS_SCENARIO = "Stored in this scenario. Empty fields count as unknown."
ANOTHER_PART_FROM_CATALOG = "Another part from the catalog"
FIX_OR_UNDO_ERRORS = "Fix or undo the errors first."
NO_PUBLIC_PRICE = "No public price is known."
ADD_RACK_SWITCH = "Add a rack, switch or other item"
ALL_FIGURES_OF_SHARED = "All fields of shared items"
RENAME_COPY_OR_REMOVE = "Rename, copy or remove this tier"
COPY_IS_ADDED = (
    "The copy is added at the end of the list with all its parts and values; edit it there."
)
PART_TABLE = "Prices, power and weights of all parts"
PART_TABLE_ABOUT = (
    "Each value is for one piece. Select a cell and paste from a spreadsheet to fill several "
    "cells at once. Prices are net. They are stored as a draft in this browser, {how_long}, and "
    "are part of saved plans and downloads, but never of links."
)
ALL_TIERS = "all tiers"
SOURCE_OF_VALUES = "Source of the new values"
OF_SOURCE_OF_VALUES = (
    "The values are marked as assumed, with this text as the reason. Without new values, it "
    "applies to all values that you entered."
)
OF_BARE_NUMBER = "A number without a unit is in {unit}. Leave empty if unknown."
APPLY_VALUES = "Apply values"
NOT_ENTERED_HERE = "this plan has no such value. Clear the cell"
NOT_KNOWN = "Not decided yet: {checks}. Enter the figures from the vendor or the datasheet:"
ONLY_IN_DATA_SHEETS = (
    "These figures can't be entered here; the catalog needs them from a datasheet: {figures}."
)
TABLE_IS_KEPT = (
    "The table becomes a confidential quote. Your settings are stored for this vendor and apply "
    "to its next table."
)
ALL_FIELDS_OF = "All fields of {}"
DOING = {"read": "read", "write": "write"}
EXPECTED_OF_SERVER = "Expected per server: {rates}"
NO_SERVER_MEASURED = "No measured server with {work} is in the catalog."
MEASURED_SERVERS = "{}, measured"
WITH_WORK = "Highest measured bandwidth of servers with {work}, by CPU and memory."
