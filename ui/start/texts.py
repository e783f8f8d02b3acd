"""The sentences of this room that users read."""

ENTER_WHAT_YOU_KNOW = "Enter what you know. Matching designs appear below."
NO_SAVED_PLANS_YET = (
    "No saved plans yet. To save one, open the menu with the scenario's name and choose "
    "Save and share."
)
SAVES_COPY_AS_NEWEST = "Saves a copy as the newest version. Later versions are kept."
NONE_MEETS_ALL = "**None of {designs} meets all requirements.**"
THESE_MEET_ALL = "{designs} {were} compared. These meet all requirements{at}."
AT_CHANGED_PRICES = " at these prices"
GUESS_CAN_BE_CHANGED = "{guess}; you can change it on Design"
SEARCH_STOPPED_CHANGE_FIGURE = "Search stopped. Change a figure to search again.{left}"
VERSION_IS_RESTORED = "Version {number} of {name} is restored as version {newest}."
STORED_IN = "Plans are stored in {place}. Set {variable} to use another store."
BEGUN_ANEW = "This is a new plan. Your earlier one is on Start under Your own, as {earlier}."
OPENED_ANEW = (
    "Opened in its original state. Your earlier edits are on Start under Your own; Undo restores "
    "them."
)
OUTPUTS_OF_SYSTEM = "Output of commands (zpool status, lsblk, lfs df, ceph osd df, ...)"
COPY_COMMANDS = (
    "Run the commands on the servers and upload their output. Add tables of usage by month, file "
    "size histograms (dwalk, fprof, rbh-report) and IOR or IO500 results if you have them. "
    "Ostimate runs nothing itself. Serial numbers, host names and addresses are discarded after "
    "reading."
)
PASTE_OUTPUTS = "Or paste output"
NO_OUTPUTS = "Choose files or paste output first."
READ_OUTPUTS = "Outputs read: {count} ({kinds})."
OPEN_QUESTIONS = "{count} open questions: enter the answers on Design"
EVIDENCE_LATER = "Enter drives and network; the page Calibration then offers it as evidence."
NO_PLAN_YET = "This output is not enough for a plan yet."
AS_MODEL_SAYS = "Reported capacity matches the model: {figures}."
WHAT_IF = "What if prices change?"
WITH_LEVERS = (
    "Designs are compared with: {levers}.{later} A plan that you begin has today's prices."
)
