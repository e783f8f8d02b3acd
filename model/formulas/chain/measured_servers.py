"""What a plan asks of each of its servers, beside what others like them were measured to do."""

from model.engine.ops import Num
from model.engine.quantity import ANY_SIGN, Book
from model.engine.spelling import spell
from model.formulas.ways import WAYS

_ASKED = Book("what is asked of servers", topic="performance")
_ASKED.input(
    "most_measured_way_bandwidth",
    "byte/s",
    r"B_\mathrm{seen,<w>}",
    "Highest measured {way} bandwidth of a comparable server",
)


@_ASKED.quantity("byte/s", r"B_\mathrm{ask,<w>}", "arithmetic of the tier")
def asked_way_bandwidth(way_bandwidth: Num, servers: Num) -> Num:
    """{Way} bandwidth of each server that the tier's expected bandwidth requires."""
    return way_bandwidth / servers


@_ASKED.quantity(
    "1",
    r"\mu_\mathrm{seen,<w>}",
    "definition: measured over required, minus one",
    low=ANY_SIGN,
    shown="change",
)
def measured_way_margin(most_measured_way_bandwidth: Num, asked_way_bandwidth: Num) -> Num:
    """Measured {way} bandwidth of a comparable server beyond the required one, as a share of it."""
    return most_measured_way_bandwidth / asked_way_bandwidth - 1


ASKED = spell(_ASKED, *WAYS)
