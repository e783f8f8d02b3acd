"""How a figure is written, by what the schema says of it: examples within its bounds."""

from __future__ import annotations

from decimal import Decimal

from model.design.limits import limits_of
from model.reading.fields import Figure, Strict
from model.units.figures import write
from model.units.kinds import UNITS

FACTORS, AMOUNTS = (0.1, 0.5, 1.5, 4.0), (1.0, 4096.0, 1e9, 1e13)


def is_share(limits: Figure | None) -> bool:
    """Tell a share, of the whole or by which something changes, from a factor."""
    return limits is not None and limits.unit == "1" and (limits.most == 1 or limits.least < 0)


def in_percent(share: float) -> str:
    """Write a share as it is entered: exactly, in percent.

    >>> in_percent(0.95), in_percent(0.1), in_percent(1.0), in_percent(0.0035)
    ('95 %', '10 %', '100 %', '0.35 %')
    """
    return f"{Decimal(repr(share)) * 100:f}".rstrip("0").rstrip(".") + " %" if share else "0 %"


def example(limits: Figure | None, currency: str) -> str:
    """Say how a figure is written."""
    if limits is None:
        return "2"
    if is_share(limits):
        return "10 %"
    if limits.unit == "1" and limits.least >= 1:
        return "1.5"
    text = UNITS[limits.unit].example
    return text.replace("EUR", currency).replace("USD", currency)


def samples(owner: type[Strict], name: str, currency: str) -> tuple[str | int, ...]:
    """Give figures within the bounds of one of the schema, the usual one first."""
    limits = limits_of(owner, name)
    if limits is None:
        return 2, 3
    above = limits.least if limits.above is None else max(limits.above, limits.least)
    within = (x for x in (FACTORS if limits.unit == "1" else AMOUNTS) if above <= x <= limits.most)
    return example(limits, currency), *(write(x, limits.unit, currency=currency) for x in within)
