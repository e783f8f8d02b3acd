"""What a verdict is worth where the design may not be built at all."""

import numpy as np

from model.engine.ops import Num, otherwise


def if_it_fits(design_fits: Num, verdict: Num) -> Num:
    """Give a verdict, or 0 for a design that can't be built; where that is unknown, the verdict."""
    return np.where(otherwise(design_fits, 1) < 1, 0, verdict)
