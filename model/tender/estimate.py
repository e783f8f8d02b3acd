"""The estimated value of a tender: net, with options, renewals and later purchases kept apart.

It stays in the house. Amounts are added in decimals, to the cent; what is unknown stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from model.answers.ranges import range_of
from model.answers.results import BillLine, Results
from model.records import dataclass
from model.tender.amounts import shown, total
from model.tender.tender_document import Block, Grid, Heading, Paragraph, TenderDocument
from model.units import brief
from model.units.figures import percent, rounded

UNKNOWN = "unknown"
NONE_PLANNED = "none planned"
UNMAINTAINED = "bidders price each year"
SUPPORTED = f"{UNMAINTAINED}; support is part of the purchase"
INTERNAL = "Internal: never send this document to bidders."


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimate, in amounts of its currency; None is unknown."""

    currency: str
    purchase: Decimal | None
    known_purchase: Decimal | None
    """The part of the purchase whose prices are known."""
    unknown_lines: int
    """Lines of the bill without a price."""
    low: Decimal | None
    high: Decimal | None
    """Range of the purchase, 5 to 95 % of the cases; None without one."""
    options: Decimal | None
    renewals: tuple[tuple[int, Decimal | None], ...]
    """Maintenance by year."""
    maintained: bool
    """Whether any is planned, or unknown: the scenario doesn't say that there is none."""
    support: bool
    """Whether the purchase has a service for support."""
    later: tuple[tuple[int, Decimal | None], ...]
    """Purchases in later years, such as expansions; years without one are left out."""
    lots: tuple[tuple[str, Decimal | None], ...]
    """The purchase by lot; empty without lots."""
    vat: float | None
    gross_purchase: Decimal | None

    @property
    def whole(self) -> Decimal | None:
        """The value of the contract: purchase, options, renewals and later purchases, net."""
        amounts = [
            self.purchase,
            self.options,
            *(one for _, one in (*self.renewals, *self.later)),
        ]
        return whole_sum(amounts)


def estimate_of(results: Results) -> Estimate:
    """Return the estimate of a plan."""
    scenario, values = results.plan.scenario, results.values
    states_maintenance = "maintenance" not in scenario.economics.left_out
    years = range(1, scenario.economics.years + 1)
    renewals = tuple(
        (
            year,
            _money(values.get((f"site/years:year {year}", "year_maintenance")))
            if states_maintenance
            else None,
        )
        for year in years
    )
    bought = (
        (year, _money(values.get((f"site/years:year {year}", "year_capital")))) for year in years
    )
    options = (
        _money(values.get(("site", "option_cost"))) if scenario.has_options else Decimal("0.00")
    )
    vat = scenario.economics.vat_rate
    ends = range_of(results, "site", "capital_cost")
    return Estimate(
        scenario.economics.currency,
        _money(values.get(("site", "capital_cost"))),
        _money(values.get(("site", "known_capital_cost"))),
        sum(one.cost is None for one in _bought(results)),
        None if ends is None else _money(ends.low),
        None if ends is None else _money(ends.high),
        options,
        renewals,
        "maintenance" not in scenario.economics.none_of,
        any(service.kind == "support" for service in scenario.services),
        tuple((year, amount) for year, amount in bought if amount != 0),
        tuple(_by_lot(results)),
        None if vat is None else vat.value,
        _money(values.get(("site", "gross_capital_cost"))),
    )


def _bought(results: Results) -> Iterator[BillLine]:
    """Give the lines of the purchase, without options."""
    yield from (one for one in results.bill if "/options:" not in one.line.path)


def _by_lot(results: Results) -> Iterator[tuple[str, Decimal | None]]:
    lots = sorted({one.line.lot for one in _bought(results)})
    if any(lots):
        for lot in lots:
            costs = (_money(one.cost) for one in _bought(results) if one.line.lot == lot)
            yield lot or "without a lot", whole_sum(costs)


def _money(value: float | None) -> Decimal | None:
    return None if value is None else rounded(value, 2)


def whole_sum(amounts: Iterable[Decimal | None]) -> Decimal | None:
    """Add amounts; unknown if one is."""
    found = tuple(amounts)
    known = [one for one in found if one is not None]
    return total(known) if len(known) == len(found) else None


def estimate_rows(found: Estimate) -> tuple[tuple[str, str, str], ...]:
    """Return the lines of an estimate: what, amount, remark."""
    return tuple(_rows(found))


def _rows(found: Estimate) -> Iterator[tuple[str, str, str]]:
    def amount(value: Decimal | None) -> str:
        return UNKNOWN if value is None else shown(value, found.currency)

    about = ""
    if found.unknown_lines:
        lines = brief.several(found.unknown_lines, "line")
        have = "has" if found.unknown_lines == 1 else "have"
        about = f"{lines} {have} no price; known: {amount(found.known_purchase)}"
    elif found.low is not None and found.high is not None:
        low, high = (brief.about(float(end), found.currency) for end in (found.low, found.high))
        about = f"likely {low} to {high}"
    yield "Purchase", amount(found.purchase), about
    for lot, value in found.lots:
        yield f"of it {lot}", amount(value), "lot"
    yield "Options", amount(found.options), "not part of the purchase"
    renewals = whole_sum(value for _, value in found.renewals)
    unstated = renewals is None and all(value is None for _, value in found.renewals)
    years = brief.several(len(found.renewals), "year")
    remark = "the plan states no maintenance" if unstated else years
    if found.maintained:
        yield "Renewals: maintenance", amount(renewals), remark
    else:
        yield "Renewals: maintenance", NONE_PLANNED, SUPPORTED if found.support else UNMAINTAINED
    if renewals != 0 and not unstated:
        for year, value in found.renewals:
            yield f"of it year {year}", amount(value), ""
    for year, value in found.later:
        yield f"Later purchase, year {year}", amount(value), "expansion"
    whole = "all of these, net" if found.maintained else "all of these, net, without maintenance"
    yield "Estimated value", amount(found.whole), whole
    if found.vat is not None:
        rate = percent(found.vat, 1)
        yield "Purchase, gross", amount(found.gross_purchase), f"with value added tax, {rate}"


def estimate_document(results: Results) -> TenderDocument:
    """Return the estimate of a plan as a document that stays in the house."""
    found = estimate_of(results)
    blocks: tuple[Block, ...] = (
        Heading("Estimated value, net"),
        Grid(("", "Amount", "Remark"), estimate_rows(found), (0.34, 0.26, 0.4), right=(1,)),
        Paragraph(
            "Value without value added tax, with every option and renewal, as thresholds of "
            "procurement count it. Energy and space are no part of it."
        ),
    )
    about = " ".join(filter(None, (INTERNAL, scenario_day(results))))
    return TenderDocument("Estimate", about, blocks, INTERNAL)


def scenario_day(results: Results) -> str:
    """Return the day of the prices, as text; empty without one."""
    day = results.plan.scenario.day
    return "" if day is None else f"Prices of {day}."


def estimate_data(found: Estimate) -> dict[str, object]:
    """Return an estimate for other programs; None is unknown."""

    def number(value: Decimal | None) -> float | None:
        return None if value is None else float(value)

    return {
        "currency": found.currency,
        "purchase": number(found.purchase),
        "known_purchase": number(found.known_purchase),
        "unknown_lines": found.unknown_lines,
        "low": number(found.low),
        "high": number(found.high),
        "options": number(found.options),
        "renewals": [{"year": year, "amount": number(one)} for year, one in found.renewals],
        "later_purchases": [{"year": year, "amount": number(one)} for year, one in found.later],
        "lots": [{"lot": lot, "amount": number(one)} for lot, one in found.lots],
        "value": number(found.whole),
        "vat": found.vat,
        "gross_purchase": number(found.gross_purchase),
    }
