"""The sentences of this room that users read."""

ABOUT = "Finds the best design that meets the requirements, with a proof or the remaining gap."
WITH_OPTION = "With this option"
OPTIONS, TYPE_OPTIONS = "options", "options; type to add others"
NO_LONGER_VARIABLE = "No longer a variable: {name} keeps its current value"
SCENARIO_HAS_CHANGED_SEARCH = "The scenario has changed. Search again to update the result."
FRONT_IS_INCOMPLETE_TIME = (
    "The front is incomplete: the time limit or the maximum number of designs was reached."
)
CLICK_DESIGN_IN_CHART = "Click a design in the chart, or choose it here"
SEARCH_WAS_STOPPED_BEFORE = "The search was stopped before it found a design."
NO_OTHER_OPTION_COMES = "No other design comes this close."
SCENARIO_IS_REPLACED = "The scenario is replaced by this design. Undo in the header reverts it"
NO_VARIABLES_YET_CHOOSE = "No variables yet. Choose below which fields may vary, and their options."
MAXIMUM_PURCHASE_COST_BEFORE = (
    "Maximum purchase cost without VAT. For a limit with VAT, add a requirement on *Needs*"
)
HOW_MUCH_WORSE = "Lists other designs that are at most this much worse than the best one"
MAXIMUM_COST = "Maximum cost of this phase, without VAT"
PURCHASE_MODES = (
    "At once: one design. In phases: each phase buys the cheapest design of each variable tier"
)
PHASES_BECOME_TIERS = "In the new scenario, each phase of a tier becomes a tier of its own"
OPTIONS_WITHIN_TIME = "{looked_at} of {of} options were evaluated within the time limit."
WOULD_MEET_ALL = "With it all requirements are met, at {figure}; the best design has {best}"
BEST_DESIGN = "Best design, with this option instead: {reason}"
LIMIT_FOR_ANY_DESIGN = "Any design with this option, at best: {reason}"
THESE_VARIABLES_CANT = "These variables can't be searched.\n{lines}"
EVALUATED_WITHIN_TIME = "{looked_at} of {of} requirements were evaluated within the time limit."
PRICED_WITHIN_TIME = "{looked_at} of {of} were priced within the time limit."
