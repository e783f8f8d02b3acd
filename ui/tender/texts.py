"""The sentences of this room that users read."""

CONFIDENTIAL = (
    "Bids are confidential: they are stored as a draft in this browser, {how_long}, and are never "
    "part of links, saved plans or downloads of the plan."
)
NO_BIDS = "No bids yet. Add the filled-in forms of the bidders."
NO_BID_CAN_BE_COMPARED = "None of the files can be compared yet."
EXAMPLE_IS_SHOWN = "Example: a made-up tender with three made-up bids."
NO_SCORING = "The rules state no scoring method yet. Choose one under Specify > Scoring."
RULES_CANT_BE_USED = "The rules of the tender can't be used with this plan:"
FORM_IS_MADE_OF = (
    "{blanks} fields to fill in, without prices, estimates, parts or names of the plan."
)
KEEP_RULES = (
    "Confidential: contains the estimate. `python -m model bids` needs it to read the forms."
)
FIX_HELP = "Freezes the form, so that filled-in forms stay readable when the plan changes."
IS_FIXED = "Frozen: later changes of the plan don't change the form."
IS_ANOTHER = (
    "Plan and rules have changed since. Release the form to use the new version, {version}; "
    "forms of the frozen version are then refused."
)
POINTS_MISSING = "Enter the points for quality."
SEND_QUESTIONS = "The questions contain nothing of other bids and not the estimate."
FOR_INFORMATION = "For information only: the method of the tender decides."
EXCLUDED = "Reason for exclusion"
NOTHING_TO_SHOW = "Nothing depends on this, or too few figures are known."
TERMS = "Terms of the tests"
NO_TERMS = "No terms yet. Enter the test conditions and the committed figures."
OF_ONE_TEST = (
    "Results count for T1, T2, T3 and T5. For other tests, start the name of the file with the "
    "test, such as T6.1-server-down.txt."
)
NO_RESULTS = "No results yet. Add the output of the benchmarks."
LABELS_OF_TERMS = {
    "processes_per_client": "Processes per client",
    "client_memory": "Memory per client",
    "server_memory": "Memory of all servers",
    "direct": "Direct I/O",
    "stability": "Stability test",
    "remedy": "Remedy",
    "country": "Country of the contract",
    "committed.capacity": "Committed capacity",
    "committed.read_bandwidth": "Committed read bandwidth",
    "committed.write_bandwidth": "Committed write bandwidth",
    "committed.power": "Maximum power",
    "committed.availability": "Availability",
    "committed.creates": "File creations",
    "committed.stats": "File stats",
    "committed.removes": "File removals",
    "committed.failover_time": "Takeover time",
    "committed.shared_read": "Shared file: read",
    "committed.shared_write": "Shared file: write",
    "committed.stream_read": "One process: read",
    "committed.stream_write": "One process: write",
    "committed.filled.read": "At the fill limit: read",
    "committed.filled.write": "At the fill limit: write",
    "committed.one_client.creates": "One client: creations",
    "committed.one_client.stats": "One client: stats",
    "committed.one_client.removes": "One client: removals",
    "committed.typical_power": "Typical power",
    "stonewall": "Time limit of a phase",
    "files_per_process": "Files per process",
    "all_servers": "Results of all servers",
}
EXAMPLES_OF_TERMS = {
    "clients": "64",
    "processes_per_client": "16",
    "client_memory": "256 GB",
    "server_memory": "6 TB",
    "repeats": "5",
    "transfer_size": "16 MiB",
    "directory": "/mnt/acceptance",
    "stability": "30 days",
    "committed.capacity": "4 PB",
    "committed.read_bandwidth": "30 GB/s",
    "committed.write_bandwidth": "12 GB/s",
    "committed.power": "20 kW",
    "committed.availability": "99 %",
    "committed.failover_time": "2 min",
    "committed.shared_read": "20 GB/s",
    "committed.shared_write": "8 GB/s",
    "committed.stream_read": "1 GB/s",
    "committed.stream_write": "1 GB/s",
    "committed.filled.read": "24 GB/s",
    "committed.filled.write": "10 GB/s",
    "committed.typical_power": "15 kW",
    "stonewall": "300 s",
    "files_per_process": "10000",
}
VERDICTS_ON_BANDWIDTH = (
    "Committed bandwidths are compared with the likely range of the offered parts. Few such "
    "systems exceed it; nearly all reach its lower end."
)
IS_FIXED_HERE = "The form is frozen: changes here take effect once you release it on *Form*."
NOTHING_REQUIRED = "Nothing is required yet."
RULES_STATE_FIGURES = "The rules state the required figures; those of the plan don't count."
ESTIMATE_STAYS = "Confidential: no file for bidders contains it."
LABELS_OF_SCORING = {
    "scoring.weights.quality": "Weight of quality",
    "scoring.weights.price": "Weight of the price",
    "scoring.reference.quality": "Reference quality",
    "scoring.reference.price": "Reference price",
    "scoring.quality_max": "Maximum points for quality",
    "scoring.points": "Maximum points",
    "scoring.second": "Tie-breaker in the band",
    "scoring.ties": "Tie-breaker",
    "scoring.round": "Decimals",
    "scoring.price_low": "Price for all points",
    "scoring.price_high": "Price for no points",
    "scoring.value_per_point": "Value per point",
    "scored": "Figure that is scored",
    "fixed_price": "Maximum price",
}
EXAMPLES_OF_SCORING = {
    "scoring.weights.quality": "60",
    "scoring.weights.price": "40",
    "scoring.reference.quality": "80",
    "scoring.reference.price": "900000",
    "scoring.quality_max": "100",
    "scoring.points": "100",
    "scoring.band": "10 %",
    "scoring.round": "2",
    "scoring.price_low": "700000",
    "scoring.price_high": "1200000",
    "scoring.base": "2",
    "scoring.value_per_point": "5000",
    "scoring.formula": "price / quantity",
    "fixed_price": "700000",
}
LABELS_OF_RULES = {
    "id": "Id of the tender",
    "deadline": "Last day for bids",
    "valid_until": "Bids valid until",
    "term": "Years of service",
    "price": "Prices are compared",
    "line_rule": "Counts in a line",
    "lot": "Evaluated lot",
    "energy.price": "Energy price",
    "energy.years": "Years of energy cost",
    "rack_price": "Price per rack of space",
    "fixed_price": "Maximum price",
    "abnormal": "Abnormally low below",
    "capacity": "Definition of capacity",
    "vat": "Value added tax",
}
EXAMPLES_OF_RULES = {
    "id": "FS-2026",
    "title": "Parallel file server",
    "energy.price": "0.21 EUR/kWh",
    "energy.pue": "1.3",
    "energy.years": "5",
    "rack_price": "9000",
    "fixed_price": "700000",
    "abnormal": "0.8",
}
LIVE_FORMULAS = "Scores and prices as live formulas. Confidential: contains all bids."
LABELS_OF_EXPECTED = {
    "scoring.expected.price": "Expected price",
    "scoring.expected.quality": "Expected quality",
    "scoring.expected.quantity": "Expected figure",
}
EXAMPLES_OF_EXPECTED = {
    "scoring.expected.price": "900000",
    "scoring.expected.quality": "70",
    "scoring.expected.quantity": "4000",
}
FROZEN_IS_CONFIDENTIAL = "Confidential: contains the rules and the prices of bids."
UNCHANGED = "Unchanged since the last entry."
NOT_ALL_READ = (
    "To freeze an evaluation, all files must be readable: fix or remove the others on *Bids*."
)
NOT_FROZEN = "Nothing is frozen yet."
WHO_IS_MISSING = "Enter who freezes the evaluation."
REPORT_IS_SIGNED = "Tests, thresholds, results, hashes of their files, and space for signatures."
ENTER_MEASUREMENTS = "Enter each repeat there; means and verdicts are live formulas."
TABLE_IS_KEPT = "Stores how this table is read. The table itself isn't changed."
CHOOSE_TABLE = "choose it under How tables are read"
WITHOUT_VERDICT = "Tests without a verdict are not decided."
