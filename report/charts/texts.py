"""The texts of the charts: titles, axes and legends."""

from __future__ import annotations

# Designs of a search.
FRONT, ALTERNATIVES, BEST = "No design is better in both", "Alternatives", "Best"
AGAINST = "{y} against {x}"

# Residuals of the fit.
RESIDUALS, RESIDUAL = "Residuals of the fit", "(model - measured) / measured"
BEFORE, FITTED, MEASURED = "before the fit", "after the fit", "measured {}"

# Maps of layouts.
DRIVES_OF_VDEV = "Drives per vdev, including parity"
DRIVES = "drives"
"""What the columns of a map count."""
SERVERS = "servers"
DRIVES_OF_GROUP, NUMBER_OF_SERVERS = "Drives per group, including parity and spares", "Servers"
OF_RAW = "of raw capacity"
USABLE, USABLE_TITLE = (
    "of raw capacity usable",
    "USED + AVAIL of an empty pool, share of raw capacity",
)
STORED, STORED_TITLE = "of raw capacity for files", "Full records on raidz{}"

# Bays of a block.
BAYS, BAYS_OF, BAY, NO_GROUP = (
    "Bays of a building block",
    "{name} ({channel})",
    "bay {bay}: {group}",
    "in no group",
)

# Others.
AS_MEASURED, OWN_SCALES = "{}, as measured", "{}, individual scales"
