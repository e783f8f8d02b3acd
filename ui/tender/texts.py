"""The sentences of this room that users read."""

CONFIDENTIAL = (
    "Bids are confidential: they are stored as a draft in this browser, {how_long}, and never part "
    "of links, saved plans or downloads of the plan."
)
NO_BIDS = "No bids yet. Add the forms that bidders filled in."
NO_BID_CAN_BE_COMPARED = "None of the files can be compared yet."
EXAMPLE_IS_SHOWN = "Example: a made-up tender with three made-up bids."
NO_SCORING = "The rules state no scoring method yet."
RULES_CANT_BE_USED = "The rules of the tender can't be used with this plan:"
FORM_IS_MADE_OF = (
    "{blanks} fields to fill in. No price, estimate, part or name of the plan is in it."
)
KEEP_RULES = "For you alone: holds the estimate. `python -m model bids` reads the forms by it."
FIX_HELP = (
    "Keeps what the form asks, whatever changes in the plan, so that filled forms stay readable. "
    "Undo releases it."
)
IS_FIXED = "Fixed: later changes of the plan don't change the form."
IS_ANOTHER = (
    "The form has changed since version {version} was fixed. Forms of that version are refused: "
    "fix the new one and send it to bidders."
)
POINTS_MISSING = "Enter the points for quality."
SEND_QUESTIONS = "Nothing of other bids and no estimate is in them."
FOR_INFORMATION = "For information: only the method of the tender decides."
EXCLUDED = "Reason for exclusion"
NOTHING_TO_SHOW = "Nothing depends on this, or too little is known."
NO_TERMS = "No terms yet. Enter how the tests are run, and what the bid commits to."
NO_RESULTS = "No results yet. Add what the benchmarks printed."
LABELS_OF_TERMS = {
    "processes_per_client": "Processes per client",
    "client_memory": "Memory of a client",
    "server_memory": "Memory of all servers",
    "direct": "Direct I/O",
    "stability": "Stability test",
    "remedy": "Remedy",
    "committed.capacity": "Committed capacity",
    "committed.read_bandwidth": "Committed read",
    "committed.write_bandwidth": "Committed write",
    "committed.power": "Maximum power",
    "committed.availability": "Availability",
    "committed.creates": "File creations",
    "committed.stats": "File stats",
    "committed.removes": "File removals",
    "committed.failover_time": "Takeover time",
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
}
VERDICTS_ON_BANDWIDTH = "Committed bandwidths are judged by the parts that are offered."
