"""Whether the design can be built: all checks of a tier, and of all tiers, in one verdict."""

import numpy as np

from model.engine.ops import Num, otherwise
from model.engine.quantity import Book
from model.formulas.compatibility.declaring import SOURCE

FITS = Book("fitting of parts", topic="fit")
FITS.all_of_parts(
    "parts_fit", r"\mathrm{ok}_\mathrm{tier}", "Whether all parts of the tier fit together", SOURCE
)

GIVEN = Book("compatibility, whole tier", topic="fit")
GIVEN.input(
    "parts_fit",
    "1",
    r"\mathrm{ok}_\mathrm{tier}",
    "Whether the parts of a tier entered as a whole fit together",
    1.0,
    source="assumption: a tier entered as a whole is complete",
    high=1.0,
)

SITE = Book("fitting of the design", topic="fit")
SITE.all_of_parts(
    "design_fits",
    r"\mathrm{ok}_\mathrm{fit}",
    "Whether the design can be built; one that can't meets no requirement",
    SOURCE,
)
SITE.over(
    "all_met",
    "tiers_fit",
    "1",
    r"\mathrm{ok}_\mathrm{tiers}",
    "Whether the parts of all tiers fit together",
    roles=("tiers", "metadata"),
    of="parts_fit",
    part_of="design_fits",
)


def if_it_fits(design_fits: Num, verdict: Num) -> Num:
    """Return a verdict; 0 if the design can't be built. Unknown fit leaves the verdict."""
    return np.where(otherwise(design_fits, 1) < 1, 0, verdict)
