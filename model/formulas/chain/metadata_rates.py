"""Rates of metadata: files created, looked at, read and removed in a second.

No model of a metadata server is trusted by the field, so nothing is derived from parts: rates are
measured, or published, on some targets, and scaled to those of the tier. Each further target adds a
stated share of the first one's rate; with a share of 1 the result is an upper bound, because one
directory stands on one target unless it is striped.
"""

from model.engine.ops import Num
from model.engine.quantity import Book

SCALED = "measured rate, for each target: 1 + (targets - 1) x share"
OPERATIONS = {
    "create": "files created",
    "stat": "files looked at",
    "read": "files opened and read",
    "remove": "files removed",
}
"""What mdtest measures, and what the rate counts."""

RATES = Book("rates of metadata", topic="performance")
RATES.input(
    "measured_mdts",
    "1",
    r"n_\mathrm{mdt}^\mathrm{meas}",
    "Metadata targets in the measurement",
    1.0,
    source="one, unless the scenario says otherwise",
    low=1.0,
    whole=True,
)
RATES.input(
    "mdt_scaling",
    "1",
    r"\sigma",
    "Rate that each further metadata target adds, as a share of the first one's",
    1.0,
    source="linear: an upper bound, as if all targets were busy alike",
    high=1.0,
)


def _declare(operation: str, counted: str) -> None:
    RATES.input(
        f"measured_{operation}_rate",
        "1/second",
        rf"r_\mathrm{{{operation}}}^\mathrm{{meas}}",
        f"Measured {counted} in a second",
    )

    @RATES.quantity(
        "1/second",
        rf"r_\mathrm{{{operation}}}^\mathrm{{mdt}}",
        SCALED,
        name=f"mdt_{operation}_rate",
        needs=(f"measured_{operation}_rate", "measured_mdts", "mdt_scaling"),
    )
    def _of_one(measured: Num, targets: Num, scaling: Num) -> Num:
        """Rate of one metadata target."""
        return measured / (1 + (targets - 1) * scaling)

    @RATES.quantity(
        "1/second",
        rf"r_\mathrm{{{operation}}}",
        SCALED,
        name=f"metadata_{operation}_rate",
        needs=(f"mdt_{operation}_rate", "targets", "mdt_scaling"),
    )
    def _of_all(rate: Num, targets: Num, scaling: Num) -> Num:
        """Rate of all metadata targets of the tier, scaled from the measured ones."""
        return rate * (1 + (targets - 1) * scaling)


for _operation, _counted in OPERATIONS.items():
    _declare(_operation, _counted)
