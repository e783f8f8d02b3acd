"""The sentences of this room that users read."""

EDITS_MADE_BEFORE = (
    "edits made before this page was loaded are kept, but can't be undone one by one"
)
RESTORE_ONE_BEFORE = ": restore an earlier version on Start, under Saved plans and versions"
NO_LONGER_STORED = "it is no longer stored; open it again"
USE_THEIRS_KEEP_MINE = "Use theirs, keep mine as a draft"
YOUR_VERSION_STAYS_UNDER = (
    "Your version stays under Start > Your own. Undo reapplies your edits on top of theirs."
)
YOUR_VERSION_STAYS_DRAFT = "Your version stays a draft in this browser."
LINK_CONTAINS_WHOLE_PLAN = "The link contains the whole plan."
SAVES_NEW_VERSION_OLDER = "Saves a new version. Older versions are kept"
FILE_TO_BE_SAVED = "the saved file would not read back as this plan, so it stays a draft"
SAVE_MY_VERSION_UNDER = "Save my version under this name"
LINK_CONTAINS_SCENARIO = (
    "The link contains the scenario with all edits, but without your own prices and quotes"
)
OPENED_AS_IN_FILE = "Opened as in the file. Undo restores your edits."
VERSION_CANT_BE_OPENED = "Version {number} of '{name}' can't be opened ({why}){before}"
NAME_IS_TAKEN = "A saved plan with this name already exists: {name}, version {number}{who}{why}."
THEIR_VERSION_IS_OPEN = (
    "Version {number} of {name} is open; Undo reapplies your edits to it. Your version is on Start "
    "under Your own, as {aside}."
)
NOT_INCLUDED_BECAUSE_CONFIDENTIAL = (
    "Left out as confidential: {named}. The recipient sees which fields are missing."
)
SAVE_MY_VERSION = "Save my version as version {number}"
THEIRS_REMAINS_VERSION = "Theirs stays version {number}. Yours doesn't include their changes."
YOURS_CANT_BE_APPLIED = "yours can't be applied to version {number}: {error}"
BEST_SO_FAR = ", the best so far is {best:,.6g}"
ANOTHER_TAB_SAVED = (
    "Another tab saved or closed this plan. It continues here as {new}, with your later changes."
)
NO_DATA_IS_LOST = "{first}. No data is lost; try again when it is available"
NO_LONGER_EXISTS = "'{name}' no longer exists; {field} = {new} is ignored"
COPY_ON_START = " A copy is on Start under Your own, as {aside}."
