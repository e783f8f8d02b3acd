"""The texts of the charts: titles, axes and legends."""

from __future__ import annotations

# Designs of a search.
FRONT, ALTERNATIVES, BEST = "No design is better in both", "Alternatives", "Best"
AGAINST = "{y} against {x}"

# Residuals of the fit.
RESIDUALS, RESIDUAL = "Residuals of the fit", "(model - measured) / measured"
BEFORE, FITTED, MEASURED = "before", "fitted", "measured {}"

# Maps of layouts.
DRIVES_OF_VDEV = "Drives of one vdev, parity included"
DRIVES = "%{x} drives, %{customdata}: %{z:.2f} % "
"""What a hover says of a cell before the words of its map: placeholders are Plotly's."""
USABLE, USABLE_TITLE = "usable of raw", "USED + AVAIL of an empty pool, of raw"
STORED, STORED_TITLE = "of raw for files", "Full records on raidz{}"

# Others.
AS_MEASURED, OWN_SCALES = "{}, as measured", "{}, each in its own scale"
