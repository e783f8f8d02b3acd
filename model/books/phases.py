"""The books of phases of delivery, and of the milestones at which they are paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.books.late import late
from model.books.table import ALWAYS, Table, of
from model.records import dataclass

if TYPE_CHECKING:
    from model.formulas.time_and_money import payments, price_paths
else:
    late(globals(), "time_and_money", "payments price_paths")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseFacts:
    """Facts that select the books of a phase and its years."""

    price_paths: bool = False
    """Whether later prices follow the paths by kind of part."""
    capacity_grows: bool = False
    """Whether prices fall as the capacity for the money grows."""
    stated: bool = False
    """Whether it is stated what is there with the phase."""
    paid: bool = False
    """Whether it is stated when phases are paid."""


when = of(PhaseFacts)
PHASE = Table(
    "phase",
    (ALWAYS, payments.PHASE),
    (~when.stated, payments.PROPORTIONAL),
    (when.stated, payments.STEP),
    (when.price_paths, price_paths.PHASE),
    (~when.price_paths & ~when.capacity_grows, payments.PRICE_FALLS),
    (when.capacity_grows, payments.CAPACITY_GROWS),
)
"""A share of the purchase that is ordered at one time."""

PHASE_YEAR = Table(
    "phase in a year",
    (ALWAYS, payments.PHASE_YEAR),
    (when.paid, payments.FISCAL_PHASE_YEAR),
)
"""A phase in a year of the plan, and in the fiscal year of the same number."""

MILESTONE = Table("milestone", (ALWAYS, payments.MILESTONE))
"""A payment of each phase."""

MILESTONE_YEAR = Table("milestone in a fiscal year", (ALWAYS, payments.MILESTONE_YEAR))
"""A payment in a fiscal year."""
