"""Limits of the site that the purchase meets, but not what growth buys in later years."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from model.engine.tree import Address
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.records import NamedTuple
from model.units.figures import show

Values = Mapping[Address, float | None]
OF_YEAR = {"racks": "year_racks", "power": "year_power"}
"""The figure of a year for each limit of the site that grows with blocks."""
NEAR = 1 + 1e-9


class Exceeded(NamedTuple):
    """A limit that growth exceeds from a year on, and the most that there is up to the last one."""

    name: str
    required: float
    first: int
    most: float
    last: int

    @property
    def amount(self) -> str:
        """The most of all years, with its unit."""
        return _amount(self.name, self.most)

    @property
    def limit(self) -> str:
        """What is allowed, with its unit."""
        return _amount(self.name, self.required)


def exceeded(values: Values, years: Sequence[str]) -> Iterator[Exceeded]:
    """Yield the limits that are exceeded from some year on.

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
        if above:
            most = max(one for one in of_years if one is not None)
            yield Exceeded(name, required, above[0], most, above[-1])


def warnings_of_growth(values: Values, years: Sequence[str]) -> Iterator[str]:
    """Yield a warning for each limit that growth exceeds, with what can be done."""
    for one in exceeded(values, years):
        yield (
            f"growth exceeds a limit from year {one.first} on: {one.amount} by year "
            f"{one.last}, at most {one.limit} allowed: raise the limit, choose "
            "larger drives, or limit what demand buys"
        )


def growth_verdict(values: Values, years: Sequence[str]) -> str:
    """Say which limits growth exceeds, and from which year on; empty if it exceeds none."""
    found = [
        f"{REQUIREMENTS[one.name].subject.lower()} from year {one.first} on"
        for one in exceeded(values, years)
    ]
    return f"growth exceeds the maximum {' and the maximum '.join(found)}" if found else ""


def growth_risk(values: Values, years: Sequence[str]) -> str:
    """Say how far growth exceeds limits, beside a verdict that names them; empty if it doesn't."""
    found = [f"{one.amount}, at most {one.limit}" for one in exceeded(values, years)]
    last = max((one.last for one in exceeded(values, years)), default=0)
    return f"Needed by growth up to year {last}: {'; '.join(found)}" if found else ""


def growth_remark(values: Values, years: Sequence[str], name: str) -> str:
    """Say how far growth exceeds a limit; empty if it doesn't."""
    for one in exceeded(values, years):
        if one.name == name:
            return f"not met from year {one.first} on, by growth: {one.amount} by year {one.last}"
    return ""


def behind_growth(values: Values, years: Sequence[str], name: str = "") -> tuple[Address, ...]:
    """Return the values that decide whether growth exceeds limits, or one of them."""
    found = [
        at
        for limit, figure in OF_YEAR.items()
        if name in ("", limit)
        for at in (("site", REQUIREMENTS[limit].required), *((path, figure) for path in years))
    ]
    return tuple(at for at in found if at in values)


def _amount(name: str, value: float) -> str:
    if name == "racks":
        return f"{value:.0f} rack{'s' * (value != 1)}"
    return show(value, REQUIREMENTS[name].unit)
