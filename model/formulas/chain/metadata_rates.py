"""Metadata rates: files created, stat operations, files read and files removed per second.

No model of a metadata server is trusted by the field, so nothing is derived from parts: rates are
measured, or published, on some targets, and scaled to those of the tier. Each further target adds a
stated share of the first one's rate; with a share of 1 the result is an upper bound, because one
directory stands on one target unless it is striped.
"""

from model.engine.ops import Num
from model.engine.quantity import Book
from model.engine.spelling import spell

SCALED = "arithmetic: measured rate, for each target: 1 + (targets - 1) x share"
OPERATIONS = {
    "create": "file creations",
    "stat": "stat operations",
    "read": "file reads with open",
    "remove": "file removals",
}
"""Operations of mdtest, and what their rate counts."""

RATES = Book("rates of metadata", topic="performance")
RATES.input(
    "measured_mdts",
    "1",
    r"n_\mathrm{mdt}^\mathrm{meas}",
    "Metadata targets in the measurement",
    1.0,
    source="assumption: one, unless the scenario says otherwise",
    low=1.0,
    whole=True,
)
RATES.input(
    "mdt_scaling",
    "1",
    r"\sigma",
    "Rate that each further metadata target adds, as a share of the first one's",
    1.0,
    source="assumption: linear: an upper bound, as if all targets were busy alike",
    high=1.0,
    shown="percent",
)


OF_OPERATION = Book("rates of one operation", topic="performance")
OF_OPERATION.input(
    "measured_operation_rate",
    "1/second",
    r"r_\mathrm{<operation>}^\mathrm{meas}",
    "Measured {counted} per second",
)


@OF_OPERATION.quantity("1/second", r"r_\mathrm{<operation>}^\mathrm{mdt}", SCALED)
def mdt_operation_rate(measured_operation_rate: Num, measured_mdts: Num, mdt_scaling: Num) -> Num:
    """Rate of one metadata target."""
    return measured_operation_rate / (1 + (measured_mdts - 1) * mdt_scaling)


@OF_OPERATION.quantity("1/second", r"r_\mathrm{<operation>}", SCALED)
def metadata_operation_rate(mdt_operation_rate: Num, targets: Num, mdt_scaling: Num) -> Num:
    """Rate of all metadata targets of the tier, scaled from the measured ones."""
    return mdt_operation_rate * (1 + (targets - 1) * mdt_scaling)


spell(
    OF_OPERATION,
    *({"operation": name, "counted": counted} for name, counted in OPERATIONS.items()),
    into=RATES,
)
