"""The sentences of this room that users read."""

ONE_STREAM_GETS_LESS = "Single streams are slower"
SPARES_BY_POISSON = (
    "Minimum number of spares for a lead time at the service level entered; failures are "
    "independent (Poisson). Empty cost: owned, or no line of the bill of materials."
)
NO_LOWER_LOSS = "No change of layout, spares or rebuilds is known to lower the loss."
SPARES_FOR_AN_AMOUNT = "Spares to buy for an amount"
AMOUNT_FOR_SPARES = "Amount for spares"
CORRELATED_AND_SECTORS = "Ageing, correlated failures, unreadable sectors"
RATES_BEHIND = "Basis, and what isn't modelled"
SHOW_WHAT_DECIDES = "Main factors"
IOR_AND_MDTEST_RESULTS = "IOR and mdtest results of four systems of one site"
FILES_ARE_CREATED = "To plan file rates, add a metadata tier."
NO_CHECKPOINTS_ARE_PLANNED = "No checkpoints are planned yet."
BEST_INTERVAL_IS_UNKNOWN = (
    "The best interval is unknown because the MTTI or the checkpoint time is missing."
)
BEST_INTERVAL_BY_OTHER = "Best interval by other formulas"
RED_MARKS_STAGE = "Red marks the stage that limits."
INCLUDE_THIS_SCENARIO_WITHOUT = "Include this scenario without edits"
NO_COST_OF_THESE = "No cost of these designs is known for any year."
CHOOSE_ONE_TO_FIVE = "Choose one to five scenarios to compare with the current one."
INODES_ON_ZFS = "Inode numbers on ZFS are upper bounds."
CORRELATION_NEAR_1 = "Correlation: near 1 or -1, the data can hardly distinguish two values."
PLAN_USES_QUANTILE = (
    "The plan uses the {quantile} of the forecasts. They are resampled from the daily usage "
    "history; values between years are interpolated."
)
QUOTES_EXPIRE = (
    "Days left: from the price date until the first price of the quote that is used expires. "
    "The other figures are those of the purchase, net, planned without that quote."
)
BLOCKS_ARE_BOUGHT = " Blocks are bought at the start of the year in which they are needed."
STORED_IN_LAST_YEAR = "Stored in the last year"
DEMAND_IS_UNKNOWN = "The demand is unknown or zero in all years."
BLOCKS_IN_LAST_YEAR = "Blocks in the last year"
COMPARING_PUBLISHED_FIGURES = "Comparing published figures with the model…"
AT_MOST_AS_STAGE_IS_UNKNOWN = " (at most, as a stage is unknown)"
EACH_UPGRADE_BY_ITSELF = "Net prices."
MEASURED_BANDWIDTH_OF_ONE = (
    "Measured bandwidth of one server times the number of servers, compared with each goal."
)
TIER_ENTERED_AS_WHOLE = "This tier is entered as a whole; its bandwidth in other states is unknown."
EACH_STEP_BY_ITSELF = "Each step separately; net prices. Owned parts cost nothing."
STEP_AS_PHASE = "Adds the step as a phase of the purchase, ordered on this date."
CHEAPEST_WAY = (
    "Combines the steps: extend, add or replace. Leave empty to use what the demand requires on "
    "that day."
)
BY_DEMAND = "By demand"
PLANNING_STEPS = "Planning each step…"
NO_KNOWN_PURCHASE_WOULD = "No known purchase would raise this tier's bandwidth."
NO_CACHE_HIT_RATE = "No cache hit rate is known for {name}."
CLICK_NUMBER = "Click a number of {first} to open its derivation."
DEGREES_OF_FREEDOM = "Degrees of freedom: {freedom}. Residuals are relative and equally weighted."
DEMAND_BETWEEN_YEARS = "Demand between years is interpolated.{bought}"
EXPECTED_BANDWIDTH_IF_SERVERS = (
    "Expected bandwidth{bound}. If servers differ, the failure that leaves the least is shown."
)
EXCLUDES_SWITCHES_CABLES = (
    "Excludes switches, cables and links. {meant} Results marked 'at most' ignore stages "
    "of unknown bandwidth."
)
ENTER_PRICES = "Enter prices, power and weights"
WHAT_IF = "What if"
MOVE_A_SLIDER = (
    "Move a slider to see its effect. The plan stays as it is until you apply the changes."
)
NO_FOREIGN_CURRENCY = "No exchange rate is entered."
NO_ENERGY_PRICE = "No energy price is entered."
NO_PRICE_DECLINE = "Enter the annual price decline first, under Years, energy and taxes."
NO_REQUIREMENTS = "No requirements yet. Enter them under Requirements."
KNOWN_PART = "known part"
NO_RISKS = "None found."
NOT_SAVED = "Not saved yet: no version and no decision recorded."
EDITED_SINCE = "; edited since"
OTHER_CAPACITIES = "Requirements are checked against usable capacity. Tools also report these."
