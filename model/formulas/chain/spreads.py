"""How far bandwidths may be off that were measured, here or on another server.

One standard deviation is a factor of 1 + the spread. What stages deliver that nobody measured
varies as systems differ, which is no formula.
"""

import numpy as np

from model.engine.ops import Num
from model.engine.quantity import Book

MEASURED = Book("spread of measured bandwidths", topic="performance")
MEASURED.input(
    "run_spread",
    "1",
    r"\sigma_\mathrm{run}",
    "Spread of a measured bandwidth from run to run",
    0.04,
    source="assumption: runs of one system differ by 2 to 8 %",
    shown="percent",
)
OTHERS = Book("spread of bandwidths of other servers", topic="performance")
OTHERS.input(
    "server_spread",
    "1",
    r"\sigma_\mathrm{srv}",
    "Spread of a bandwidth that was measured on another server",
    1.0,
    source="assumption: measured servers of the same software and media differ by a factor of 2.0",
    shown="percent",
)
_RANGE = Book("ends of ranges", topic="performance")
_RANGE.input(
    "range_score",
    "1",
    r"z_{0.95}",
    "Normal score of the ends of a 90 % range",
    1.6448536269514722,
    source="definition: 95 % of a normal distribution are below its mean and so many deviations",
    constant=True,
)
for _book in (MEASURED, OTHERS):
    _book.add(_RANGE.inputs["range_score"])
OF_SPREAD = "arithmetic: so many standard deviations from the expected value, as a factor"


@MEASURED.quantity("1", r"\lambda_\mathrm{run}^-", OF_SPREAD, shown="percent")
def measured_low_share(run_spread: Num, range_score: Num) -> Num:
    """Share of its expected bandwidth that a measured stage delivers in 5 % of cases."""
    return np.exp(-range_score * np.log1p(run_spread))


@MEASURED.quantity("1", r"\lambda_\mathrm{run}^+", OF_SPREAD, shown="percent")
def measured_high_share(run_spread: Num, range_score: Num) -> Num:
    """Share of its expected bandwidth that a measured stage delivers in 95 % of cases."""
    return np.exp(range_score * np.log1p(run_spread))


@OTHERS.quantity("1", r"\lambda_\mathrm{srv}^-", OF_SPREAD, shown="percent")
def other_server_low_share(server_spread: Num, range_score: Num) -> Num:
    """Share of another server's bandwidth that a server delivers in 5 % of cases."""
    return np.exp(-range_score * np.log1p(server_spread))


@OTHERS.quantity("1", r"\lambda_\mathrm{srv}^+", OF_SPREAD, shown="percent")
def other_server_high_share(server_spread: Num, range_score: Num) -> Num:
    """Share of another server's bandwidth that a server delivers in 95 % of cases."""
    return np.exp(range_score * np.log1p(server_spread))
