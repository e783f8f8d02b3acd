"""Instances of phases and milestones, and the start of the fiscal year of the order."""

from __future__ import annotations

import datetime
from calendar import monthrange

from model.books.phases import MILESTONE, MILESTONE_YEAR, PHASE, PHASE_YEAR, PhaseFacts
from model.design.economics import Economics, Phase
from model.engine.quantity import Book
from model.engine.tree import Instance
from model.planning.binding import put_bound
from model.planning.demand import years_of
from model.planning.price_paths import has_paths
from model.planning.supply import Draft
from model.provenance import Provenance
from model.records import replace
from model.units.kinds import DAY, JULIAN_YEAR

WHOLE = "assumption: no phases are entered, so everything is purchased at once"
SOON = 31
"""Days after the price date within which an order is at its prices."""
ALIKE = 1e-9
"""Tolerance for equal times."""


def put_phases(draft: Draft) -> dict[str, list[Instance]]:
    """Create the instances of phases with their milestones; nothing if neither is entered."""
    economics = draft.supply.scenario.economics
    if not economics.is_phased:
        if economics.order_date is not None:
            draft.supply.warn(
                "entered, but without effect until 'payments' or 'phases' have dates: "
                "economics.order_date"
            )
        return {}
    facts = PhaseFacts(
        price_paths=has_paths(economics),
        capacity_grows=economics.price_convention == "capacity grows",
        paid=economics.payments is not None,
    )
    if economics.payments is not None:
        at = draft.supply.place("economics.order_date")
        offset = fiscal_offset(economics) * JULIAN_YEAR
        draft.put("fiscal_offset", offset, Provenance("stated", "", "the date of the order", at))
    _warn_of_later_order(draft)
    phases = economics.phases or (None,)
    return {"phases": [_phase(phase, n, facts, draft) for n, phase in enumerate(phases)]}


def _warn_of_later_order(draft: Draft) -> None:
    """Say that the first order is at the prices of the price date: declines count from it on."""
    economics = draft.supply.scenario.economics
    ordered, priced = economics.order_date, economics.price_date
    if not economics.phases or ordered is None or priced is None:
        return
    if (ordered - priced).days > SOON:
        draft.supply.warn(
            f"the first order, on {ordered}, counts at the prices of {priced}: a price decline "
            "counts from the first order on"
        )


def fiscal_start(economics: Economics) -> datetime.date:
    """Return the first day of the fiscal year of the first order."""
    assert economics.payments is not None
    assert economics.order_date is not None
    month, day = economics.payments.fiscal_year_starts, economics.order_date
    return datetime.date(day.year - (day.month < month), month, 1)


def fiscal_offset(economics: Economics) -> float:
    """Return the elapsed share of that fiscal year at the first order, in equal months."""
    assert economics.payments is not None
    assert economics.order_date is not None
    day, starts = economics.order_date, economics.payments.fiscal_year_starts
    return ((day.month - starts) % 12 + (day.day - 1) / monthrange(day.year, day.month)[1]) / 12


def day_after(day: datetime.date, seconds: float) -> datetime.date:
    """Add a duration to a day: whole months by the calendar, the rest in days."""
    months = int(seconds / JULIAN_YEAR * 12 * (1 + ALIKE))
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    first = datetime.date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
    rest = seconds - months * JULIAN_YEAR / 12
    return first + datetime.timedelta(days=max(int(rest / DAY * (1 + ALIKE)), 0))


def _phase(phase: Phase | None, n: int, facts: PhaseFacts, above: Draft) -> Instance:
    name = phase.name if phase else "purchase"
    draft = Draft(f"{above.path}/phases:{name}", above.supply)
    facts = replace(facts, stated=phase is not None and phase.is_step)
    at = f"economics.phases.{n}"
    if phase is None:
        draft.put("phase_share", 1.0, Provenance("default", WHOLE))
        draft.put("phase_time", 0.0, Provenance("default", WHOLE))
    else:
        put_bound(draft, phase, at)
        late, years = phase.after.value / JULIAN_YEAR, above.supply.scenario.economics.years
        if late >= years + 1:
            what = (
                f"'{phase.name}' is ordered {late:.1f} years after the first order: write a time "
                f"within the {years} years of service"
            )
            above.supply.complain(f"{at}.after", what)
    children = {
        "years": _years(PHASE_YEAR.book(facts), above),
        "milestones": _milestones(draft, at if phase else "economics.payments"),
    }
    return Instance("phases", name, PHASE.book(facts), draft.inputs, children)


def _milestones(above: Draft, at: str) -> list[Instance]:
    economics = above.supply.scenario.economics
    if economics.payments is None:
        return []
    milestones = []
    for n, milestone in enumerate(economics.payments.milestones):
        draft = Draft(f"{above.path}/milestones:{milestone.name}", above.supply)
        put_bound(draft, milestone, f"economics.payments.milestones.{n}")
        times = above.inputs.get("phase_time", 0.0), draft.inputs.get("milestone_time", 0.0)
        late = fiscal_offset(economics) + sum(times) / JULIAN_YEAR
        if late >= economics.years + 1:
            what = (
                f"'{milestone.name}' falls {sum(times) / JULIAN_YEAR:.1f} years after the first "
                f"order: write a time within the {economics.years} years of service"
            )
            above.supply.complain(at, what)
        years = _years(MILESTONE_YEAR.book(), above)
        instance = Instance(
            "milestones", milestone.name, MILESTONE.book(), draft.inputs, {"years": years}
        )
        milestones.append(instance)
    return milestones


def _years(book: Book, above: Draft) -> list[Instance]:
    return years_of(book, above.supply.scenario.economics.years)
