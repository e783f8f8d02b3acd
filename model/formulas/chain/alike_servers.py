"""What a server that was measured elsewhere says of this one: evidence, weighed by its precision.

What a stage delivers is predicted from comparable systems, with some spread. The bandwidth of a
server that the scenario names as alike is a second observation, with the spread of such servers.
Both are averaged on the scale of logarithms, each weighed by the inverse of its variance, so that
the range narrows (Gelman et al., Bayesian Data Analysis, 2013, section 2.5). An observation further
off than a limit counts as if it were that far off: it shifts the average that much, and narrows
nothing (Huber, Robust Estimation of a Location Parameter, 1964).
"""

import numpy as np

from model.engine.ops import Num
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.chain.spreads import OTHERS
from model.formulas.ways import WAYS

LIMIT, VARIATION = "alike_limit", "alike_variation"
COUNTED = Book("evidence of a measured server", OTHERS, topic="performance")
COUNTED.input(
    LIMIT,
    "1",
    r"f_\mathrm{alike}",
    "Factor between a measured server and what is expected, above which it counts no more",
    2.0,
    source="assumption: as far as measured servers of the same software and media differ",
)
COUNTED.input(
    VARIATION,
    "1",
    r"v_\mathrm{alike}",
    "Bandwidth of a server as a multiple of what an alike one was measured to do",
    1.0,
    source="assumption: as measured there; how far such servers differ is their spread",
)
_WEIGHT = Book("weight of a measured server", topic="performance")
_WEIGHT.input(
    "pooled_way_spread",
    "1",
    r"\sigma_\mathrm{pool,<w>}",
    "Spread of what comparable systems delivered when clients {way}",
    source="assumption: the least spread of the stages of a server",
    shown="percent",
)


@_WEIGHT.quantity(
    "1",
    r"w_\mathrm{alike,<w>}",
    "document: Gelman et al., Bayesian Data Analysis, 2013, section 2.5: observations are weighed "
    "by the inverse of their variances",
    shown="percent",
)
def alike_way_weight(pooled_way_spread: Num, server_spread: Num) -> Num:
    """Weight of the measured server in what is expected when clients {way}."""
    pooled, other = np.log1p(pooled_way_spread), np.log1p(server_spread)
    return pooled * pooled / (pooled * pooled + other * other)


WEIGHTS = {way["way"]: spell(_WEIGHT, way) for way in WAYS}
"""The chapter of each direction."""
