"""Limits of the site that the purchase meets, but not what growth buys in later years."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from model.engine.tree import Address
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.units.figures import show

Values = Mapping[Address, float | None]
OF_YEAR = {"racks": "year_racks", "power": "year_power"}
"""The figure of a year for each limit of the site that grows with blocks."""
NEAR = 1 + 1e-9


def warnings_of_growth(values: Values, years: Sequence[str]) -> Iterator[str]:
    """Yield the limits that are exceeded from some year on, with the most of all years.

    A limit that the purchase itself exceeds is a requirement that is not met, and not repeated.
    """
    for name, figure in OF_YEAR.items():
        limit = REQUIREMENTS[name]
        required = values.get(("site", limit.required))
        bought = values.get(("site", limit.planned))
        if required is None or bought is None or bought > required * NEAR:
            continue
        of_years = [values.get((path, figure)) for path in years]
        above = [n for n, one in enumerate(of_years) if one is not None and one > required * NEAR]
        if not above:
            continue
        most = max(one for one in of_years if one is not None)
        yield (
            f"growth exceeds a limit from year {above[0]} on: {_amount(name, most)} by year "
            f"{above[-1]}, at most {_amount(name, required)} allowed: raise the limit, choose "
            "larger drives, or limit what demand buys"
        )


def _amount(name: str, value: float) -> str:
    if name == "racks":
        return f"{value:.0f} rack{'s' * (value != 1)}"
    return show(value, REQUIREMENTS[name].unit)
