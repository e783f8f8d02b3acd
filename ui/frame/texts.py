"""The sentences of this room that users read."""

FILES_ARE_STORED = "a file is stored only in the browser that opened it"
ADDRESS_HOLDS_NO_PLAN = "the link contains no plan after 'plan='"
CSV_FILES_REFERENCED = "Tables that the scenario refers to (CSV, XLSX): usage history, groups"
EXAMPLE_SYSTEMS = "Example systems and your own files"
DISCARD_REST = "Discard the rest of the draft"
ALL_AMOUNTS_ARE_CONVERTED = "All amounts are converted at the scenario's exchange rates."
ENTER_CURRENCY = "Currency: enter its three-letter code, such as CHF"
ENTER_RATE = "Rate: enter a number above 0, such as 1.05"
ENTER_DATE_OF_RATE = "Date of the rate: enter a date"
THERE_IS_NO_SCENARIO = "there is no scenario '{wanted}': choose one on Start, or open your own"
ISNT_AVAILABLE_OPEN = "'{wanted}' isn't available: {it}. Open it again"
SCENARIO_OF_THIS_LINK = "the scenario of this link can't be planned here:{lines}"
SCENARIO_FILE_YAML = "Scenario file (YAML), at most {largest_mb} MB"
STORED_AS_DRAFT = (
    "Opened files are stored as drafts in this browser, {how_long}, until you save them."
)
