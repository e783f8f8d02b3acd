"""What is known of the price of a line: as it was seen or stated, in its own currency."""

from __future__ import annotations

from typing import NamedTuple

from model.answers.results import Results
from model.engine.tree import Address
from model.planning.supply import Line, Supply
from model.reading.fields import Amount, Stated


class Price(NamedTuple):
    """A price of one piece: the amount in its own currency, how, when and where it was found.

    `age` is in days, up to the day until which the scenario takes prices; None where it names none.
    """

    amount: float
    currency: str
    kind: str
    date: str
    source: str
    age: int | None


def stated_amount(results: Results, address: Address) -> Amount | None:
    """Give the amount of an input as the scenario states it; None where it states none."""
    known = results.plan.provenance[address]
    found: object = results.plan.scenario
    for key in Supply.keys(known.field) if known.field else ():
        if isinstance(found, list | tuple) and isinstance(key, int):
            found = found[key]
        else:
            found = getattr(found, str(key), None)
    value = found.value if isinstance(found, Stated) else None
    return value if isinstance(value, Amount) else None


def price_of(results: Results, line: Line) -> Price | None:
    """Give the price that a line counts with; None where it is unknown."""
    address = (line.path, "unit_price")
    known = results.plan.provenance.get(address)
    if known is None or results[address] is None:
        return None
    day = results.plan.scenario.economics.price_date
    seen = results.plan.catalog.price(line.part, day) if known.status == "price" else None
    amount = seen.price if seen else stated_amount(results, address)
    if amount is None:
        return None
    age = (day - seen.date).days if seen and day else None
    return Price(
        *amount, known.status, known.date, known.source or known.because or known.place, age
    )
