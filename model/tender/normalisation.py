"""The evaluated price of each bid, step by step; each step states its reason.

A missing price makes a bid incomplete; it never counts as 0. Whatever is missing or unclear becomes
a question that can be sent to the bidder as it stands.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import field
from decimal import Decimal

from model.answers.views.view_text import paid
from model.records import dataclass
from model.tender.amounts import Stated, cents, priced, shown, total
from model.tender.bid_file import BidFile, Line, Power, currency_of
from model.tender.tender_file import Asked, Energy, TenderFile
from model.units.brief import several
from model.units.figures import percent, show

EVALUATED_PRICE = "Evaluated price"
"""The last step."""
NOT_COUNTED = "unit prices"
"""Section of prices for later additions."""
KINDS_OF_LINES = {"base": "a part of the offer", "option": "an option"}
Groups = dict[float | None, Decimal]
"""Amounts by their rate of value added tax; None: unknown."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the normalisation: its amount, None if unknown, and its reason."""

    name: str
    amount: Decimal | None
    reason: str


@dataclass(frozen=True, slots=True)
class LinePrice:
    """A line of a bid: what counts of it, in the currency of the bid; None: no price."""

    position: str
    title: str
    amount: Decimal | None
    counts: bool
    remark: str = ""
    lot: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Lot and position: lots may have positions of the same number."""
        return self.lot, self.position


@dataclass(slots=True)
class Normalised:
    """A bid in the terms of the tender."""

    bid: BidFile
    steps: list[Step] = field(default_factory=list)
    lines: list[LinePrice] = field(default_factory=list)
    price: Decimal | None = None
    undecided: list[str] = field(default_factory=list)
    """Why the bid has no evaluated price."""
    questions: list[str] = field(default_factory=list)
    """Questions to the bidder, as they can be sent."""
    not_offered: str = ""
    """Says so if the bid is for other lots than the evaluated one."""

    def lack(self, why: str, question: str) -> None:
        """Note that the bid is incomplete, and ask for it."""
        self.undecided.append(why)
        self.questions.append(question)


def normalise(bid: BidFile, tender: TenderFile) -> Normalised:
    """Compute the evaluated price of a bid."""
    return _Normaliser(bid, tender).run()


def lots_not_offered(lines: Iterable[Line], tender: TenderFile) -> frozenset[str]:
    """Return the lots of which a bid has no price, if it has prices of other lots.

    A bid that states the lots of its lines, as those of forms do, may be for some lots alone.
    """
    asked = {one.lot for one in tender.lines if one.lot}
    offered = {one.lot for one in lines if _has_price(one)} & asked
    return frozenset(asked - offered) if offered else frozenset()


def _has_price(line: Line) -> bool:
    return line.unit_price is not None or line.total is not None


def purchase_of(bid: BidFile, tender: TenderFile) -> Decimal | None:
    """Return what a bid asks for the purchase, with the options that count; None if unknown.

    Without maintenance, energy and space: so it can be compared with the estimate.
    """
    without = {"term": None, "energy": None, "rack_price": None}
    return _Normaliser(bid, tender.model_copy(update=without)).run().price


def estimate_of_purchase(tender: TenderFile) -> Decimal | None:
    """Return the estimate of what `purchase_of` gives, net or gross as prices are evaluated."""
    own = tender.own_estimate
    if own is None:
        return None
    amount = own.amount
    if not tender.lot and tender.options != "none" and tender.estimate_options is not None:
        amount += tender.estimate_options.amount
    return taxed(amount, tender)


def taxed(amount: Decimal, tender: TenderFile) -> Decimal | None:
    """Return a net amount net or gross, as prices are evaluated."""
    if tender.price == "net":
        return amount
    return priced("gross_of_net", net_amount=amount, bid_vat_rate=tender.vat)


class _Normaliser:
    """The steps from the lines of a bid to its evaluated price."""

    def __init__(self, bid: BidFile, tender: TenderFile) -> None:
        self.bid, self.tender = bid, tender
        self.found = Normalised(bid)
        self.currency = currency_of(bid) or tender.currency
        self.asked = {
            (one.lot, one.position): one for one in tender.lines if tender.lot in ("", one.lot)
        }
        placed = self._in_their_lots()
        self.not_offered = lots_not_offered(placed, tender)
        placed = [one for one in placed if one.lot not in self.not_offered]
        self.asked = {key: one for key, one in self.asked.items() if key[0] not in self.not_offered}
        self.of_other_lots = sum(tender.lot not in ("", one.lot) for one in placed)
        self.lines = [self._as_asked(one) for one in placed if tender.lot in ("", one.lot)]
        self.groups: Groups = defaultdict(Decimal)
        self.later: list[tuple[int, Decimal, float | None]] = []
        """Year, amount and value added tax of what is paid later."""

    def run(self) -> Normalised:
        self.found.questions += self.bid.questions
        if self._is_of_other_lots():
            return self.found
        self._check_dates()
        amounts = {(line.lot, line.position): self._amount(line) for line in self.lines}
        self._count_base(amounts)
        self._compare_total(amounts)
        self._count_options(amounts)
        self._count_maintenance(amounts)
        self._discount()
        self._check_asked()
        self._exchange()
        self._tax()
        sums = [total(self.groups.values()), self._energy(), self._space()]
        known = [one for one in sums if one is not None]
        found = self.found
        found.lines = [self._line(line, amounts[line.lot, line.position]) for line in self.lines]
        if not found.undecided and len(known) == len(sums):
            found.price = total(known)
        self._check_price()
        reason = f"{self.tender.price}, in {self.tender.currency}"
        if found.undecided:
            reason = "; ".join(dict.fromkeys(found.undecided))
        self._step(EVALUATED_PRICE, found.price, reason)
        return found

    def _is_of_other_lots(self) -> bool:
        """Note the lots that aren't offered; return whether the evaluated one is among them."""
        if not self.not_offered:
            return False
        is_one = len(self.not_offered) == 1
        named = f"lot{'s' * (not is_one)} {_listed(self.not_offered)}"
        self._ask(
            f"You offer no line of {named}. We take it that you don't bid for "
            f"{'it' if is_one else 'them'}. Please confirm."
        )
        if not self.tender.lot:
            self.found.undecided.append(
                f"{named} {'is' if is_one else 'are'} not offered: evaluate each lot by itself, "
                "with 'lot' in the rules"
            )
            return False
        if self.tender.lot not in self.not_offered:
            return False
        self.found.not_offered = f"lot {self.tender.lot} is not offered"
        self.found.undecided.append(self.found.not_offered)
        self._step(EVALUATED_PRICE, None, self.found.not_offered)
        return True

    def _in_their_lots(self) -> list[Line]:
        """Return the lines in the lots of their positions; ask where it may be one of several."""
        lots = defaultdict(list)
        for lot, position in self.asked:
            lots[position].append(lot)
        stated = {(one.lot, one.position) for one in self.bid.lines}
        self._ask_unknown_lots()
        if self.tender.lot and stated and not any(lot for lot, _ in stated):
            return self._without_lots()
        if self.tender.lot and (of_none := self._of_no_lot()):
            named = _listed(one.position for one in of_none)
            offered = {one.lot for one in self.bid.lines if _has_price(one) and one.lot}
            if offered == {self.tender.lot}:
                self._ask(
                    f"These lines state no lot: {named}. They count for lot {self.tender.lot}, the "
                    "only one that you offer. Please confirm."
                )
                return [
                    one.model_copy(update={"lot": self.tender.lot}) if one in of_none else one
                    for one in self.bid.lines
                ]
            if self.tender.lot in offered:
                self._lack_lots(of_none)
        placed = []
        for line in self.bid.lines:
            own = lots.get(line.position, [])
            if line.lot or not own or "" in own:
                placed.append(line)
            elif len(own) == 1 and (own[0], line.position) not in stated:
                placed.append(line.model_copy(update={"lot": own[0]}))
            else:
                self.found.lack(
                    f"the lot of position {line.position} is unknown",
                    f"Position {line.position} is in several lots ({_listed(own)}). Please state "
                    "the lot of your line.",
                )
        return placed

    def _ask_unknown_lots(self) -> None:
        """Ask about lines with prices in lots that the tender doesn't have."""
        known = {one.lot for one in self.tender.lines} - {""}
        if self.tender.lot and known <= {self.tender.lot}:
            return  # rules of one lot; bids may be for others, too
        found = [one for one in self.bid.lines if one.lot and one.lot not in known]
        if named := _listed(f"{one.position} in lot {one.lot}" for one in found if _has_price(one)):
            lots = f"has the lots {_listed(sorted(known))}" if known else "has no lots"
            self._ask(f"The tender {lots}, but you offer {named}. Please correct the lot.")

    def _without_lots(self) -> list[Line]:
        """Return lines without lots: in those that ask for them, or else in the evaluated one."""
        asked: dict[str, set[str]] = defaultdict(set)
        for one in self.tender.lines:
            asked[one.position].add(one.lot)
        placed: list[Line] = []
        doubtful: list[Line] = []
        for line in self.bid.lines:
            of = asked.get(line.position, set())
            lot = next(iter(of)) if len(of) == 1 else self.tender.lot
            placed.append(line.model_copy(update={"lot": lot}))
            if len(of) != 1 and _has_price(line):
                doubtful.append(line)
        others = {one.lot for one in placed if _has_price(one)} - {self.tender.lot}
        if doubtful and others:
            self._lack_lots(doubtful)
        elif doubtful:
            self._ask(
                f"Your lines state no lot. They count for lot {self.tender.lot}. Please confirm."
            )
        return placed

    def _lack_lots(self, lines: list[Line]) -> None:
        """Note lines that may be of any of several lots that are offered."""
        named = _listed(one.position for one in lines)
        self.found.lack(
            f"the lot of {named} is unknown",
            f"These lines state no lot, and you offer several: {named}. Please state the price of "
            "each for each lot.",
        )

    def _of_no_lot(self) -> list[Line]:
        """Return the lines with prices that state no lot and aren't at a position that is asked."""
        positions = {one.position for one in self.tender.lines}
        return [
            one
            for one in self.bid.lines
            if not one.lot and one.position not in positions and _has_price(one)
        ]

    def _asked_for(self, line: Line) -> Asked | None:
        """Return what the tender asks for at the position of a line; None if it doesn't list it."""
        own = self.asked.get((line.lot, line.position))
        return own if own is not None else self.asked.get(("", line.position))

    def _as_asked(self, line: Line) -> Line:
        """Return a line as the tender lists it: no bid makes an option of what is asked."""
        asked = self._asked_for(line)
        if asked is None:
            return line
        changed: dict[str, str | int | None] = {}
        if line.kind != asked.kind:
            changed["kind"] = asked.kind
            own, wanted = KINDS_OF_LINES[line.kind], KINDS_OF_LINES[asked.kind]
            self._ask(
                f"Position {line.position}: you offer it as {own}, but the tender lists it as "
                f"{wanted}. By the rules of the tender, it is {wanted}. Please confirm."
            )
        as_listed = line.model_copy(update=changed)
        other = line.section in ("maintenance", NOT_COUNTED)
        if other and asked.kind == "base" and any(self._left_out(as_listed)):
            changed |= {"section": asked.section, "year": None}
            self._ask(
                f"Position {line.position}: you offer it as {line.section}, but the tender lists "
                f"it as {asked.section}, and it counts. Please confirm."
            )
        return line.model_copy(update=changed) if changed else line

    def _step(self, name: str, amount: Decimal | None, reason: str) -> None:
        self.found.steps.append(Step(name, amount, reason))

    def _ask(self, question: str) -> None:
        self.found.questions.append(question)

    def _check_dates(self) -> None:
        until, needed = self.bid.valid_until, self.tender.valid_until
        if until is not None and self.bid.date is not None and until < self.bid.date:
            self._ask(
                f"Your offer is dated {self.bid.date} and valid until {until}. Please check both."
            )
        if needed is None:
            due = self.tender.deadline
            if until is not None and due is not None and until < due:
                self._ask(
                    f"Your offer is valid until {until}, but bids are due on {due}. "
                    "Please extend it."
                )
            return
        if until is None:
            self._ask(f"Until when is your offer valid? The tender requires {needed} or later.")
        elif until < needed:
            self._ask(
                f"Your offer is valid until {until}, but the tender requires {needed} or later. "
                "Please extend it."
            )

    def _amount(self, line: Line) -> Decimal | None:
        """Return the price of a line; None if it has none."""
        at = f"Position {line.position}"
        product = None
        if line.unit_price is not None and line.quantity is not None:
            quantity = Decimal(repr(float(line.quantity)))
            product = cents(line.unit_price.amount * quantity)
        stated = None if line.total is None else cents(line.total.amount)
        if product is not None and stated is not None and product != stated:
            wins = "unit price" if self.tender.line_rule == "unit_price" else "total"
            self._ask(
                f"{at}: unit price times quantity is {shown(product, self.currency)}, the stated "
                f"total {shown(stated, self.currency)}, a difference of "
                f"{shown(stated - product, self.currency)}. By the rules of the tender, the {wins} "
                "counts. Please confirm."
            )
        amount = product if self.tender.line_rule == "unit_price" else stated
        amount = next((one for one in (amount, product, stated) if one is not None), None)
        if amount is not None and amount < 0:
            self._ask(f"{at}: the price is negative. Please explain it.")
        if amount == 0 and not self._is_under_warranty(line):
            self._ask(f"{at}: the price is 0. Is it offered free of charge?")
        return amount

    def _is_under_warranty(self, line: Line) -> bool:
        is_yearly = line.section == "maintenance" and line.kind == "base"
        return is_yearly and (line.year or 0) <= (self.bid.warranty or 0)

    def _lacks_price(self, line: Line) -> None:
        """Note a line that counts and has no price."""
        lacks = "price" if line.unit_price is None else "quantity"
        at = f"osition {line.position}"
        self.found.lack(f"p{at} has no {lacks}", f"P{at}: the {lacks} is missing. Please add it.")

    def _add(self, lines: list[Line], amounts: dict[tuple[str, str], Decimal | None]) -> Decimal:
        added = Decimal(0)
        for line in lines:
            amount = amounts[line.lot, line.position]
            if amount is None:
                self._lacks_price(line)
                continue
            self.groups[self.tender.vat if line.vat is None else line.vat] += amount
            added += amount
        return added

    def _is_base(self, line: Line) -> bool:
        other = line.section in ("maintenance", NOT_COUNTED)
        return line.kind == "base" and not other

    def _count_base(self, amounts: dict[tuple[str, str], Decimal | None]) -> None:
        base = [line for line in self.lines if self._is_base(line)]
        is_listed = any(one.kind == "base" for one in self.tender.lines)
        if not self.lines and self.bid.total is not None and not is_listed:
            self.groups[self.tender.vat] += cents(self.bid.total.amount)
            self._step(
                "Offer", cents(self.bid.total.amount), "the stated total: there are no lines"
            )
            return
        if not base:
            self.found.lack("no line has a price", "The price sheet is empty. Please fill it in.")
        added = self._add(base, amounts)
        left = sum(line.section == NOT_COUNTED for line in self.lines)
        reason = f"{len(base)} line{'s' * (len(base) != 1)}, in {self.currency}"
        if left == 1:
            reason += "; 1 unit price for later additions doesn't count"
        elif left:
            reason += f"; {left} unit prices for later additions don't count"
        if other := self.of_other_lots:
            is_one = other == 1
            reason += f"; {other} line{'s' * (not is_one)} of other lots "
            reason += "doesn't count" if is_one else "don't count"
        self._step("Offer", added, reason)

    def _compare_total(self, amounts: dict[tuple[str, str], Decimal | None]) -> None:
        """Compare the stated total with the lines: these count."""
        if self.bid.total is None or not self.lines or self.tender.lot:
            return
        priced_lines = [
            amounts[line.lot, line.position]
            for line in self.lines
            if line.kind == "base" and line.section != NOT_COUNTED
        ]
        if any(one is None for one in priced_lines):
            return
        summed = total(one for one in priced_lines if one is not None)
        stated = cents(self.bid.total.amount)
        if summed != stated:
            self._ask(
                f"The lines add up to {shown(summed, self.currency)}, the stated total is "
                f"{shown(stated, self.currency)}, a difference of "
                f"{shown(stated - summed, self.currency)}. By the rules of the tender, the lines "
                "count. Please confirm."
            )

    def _count_options(self, amounts: dict[tuple[str, str], Decimal | None]) -> None:
        options = [line for line in self.lines if line.kind == "option"]
        rule = self.tender.options
        if rule == "marked":
            options = [line for line in options if line.position in self.tender.marked]
            for position in self.tender.marked:
                if position not in {line.position for line in options}:
                    what = f"option {position} is missing"
                    self.found.lack(
                        what,
                        f"Option {position} counts in the evaluation, but it is "
                        "missing. Please offer it.",
                    )
        if not options and rule != "marked":
            return
        if rule == "none":
            reason = f"{len(options)} offered; by the rules of the tender, none counts"
            self._step("Options", Decimal(0), reason)
            return
        named = ", ".join(line.position for line in options)
        self._step("Options", self._add(options, amounts), f"{rule}: {named}" if named else rule)

    def _count_maintenance(self, amounts: dict[tuple[str, str], Decimal | None]) -> None:
        """Count maintenance in the years of the term that no warranty covers."""
        term = self.tender.term
        lines = [
            line for line in self.lines if line.section == "maintenance" and line.kind == "base"
        ]
        if term is None:
            if lines:
                self._step("Maintenance", Decimal(0), "the tender requires none")
            return
        covered = self.bid.warranty or 0
        years = {line.year: line for line in lines}
        counted = [line for line in lines if covered < (line.year or 0) <= term]
        reasons = [_years(covered + 1, term) if covered < term else "none is needed"]
        if covered:
            last = min(covered, term)
            reasons.append(f"{_years(1, last)} {'is' if last == 1 else 'are'} under warranty")
        priced_in_warranty = [
            str(line.year)
            for line in lines
            if self._is_under_warranty(line) and amounts[line.lot, line.position] != 0
        ]
        if priced_in_warranty:
            reasons.append(
                f"prices of years under warranty don't count: {', '.join(priced_in_warranty)}"
            )
            self._ask(
                f"Maintenance of year {', '.join(priced_in_warranty)} has a price, although the "
                "year is under warranty. Please explain the price."
            )
        after = [str(line.year) for line in lines if (line.year or 0) > term]
        if after:
            reasons.append(f"years after the term don't count: {', '.join(after)}")
        added = self._add(counted, amounts)
        for line in counted:
            amount = amounts[line.lot, line.position]
            vat = self.tender.vat if line.vat is None else line.vat
            self._pays_later(line.year or 0, amount, vat)
        missing = [year for year in range(covered + 1, term + 1) if year not in years]
        if missing:
            added += self._missing_years(missing, counted, amounts, reasons)
        self._step("Maintenance", added, "; ".join(reasons))
        self._discount_later()

    def _pays_later(self, year: int, amount: Decimal | None, vat: float | None) -> None:
        """Note what is paid in a later year, to discount it."""
        if amount:
            self.later.append((year, amount, vat))

    def _discount_later(self) -> None:
        """Discount maintenance of later years to the purchase."""
        rate = self.tender.discount_rate
        if not rate or not self.later:
            return
        taken = Decimal(0)
        for year, amount, vat in self.later:
            less = discounted(self.tender, amount, year) - amount
            self.groups[vat] += less
            taken += less
        named = ", ".join(map(str, sorted({year for year, _, _ in self.later})))
        self._step(
            "Discounting", taken, f"maintenance of year {named} at {percent(rate, 2)} per year"
        )

    def _missing_years(
        self,
        missing: list[int],
        counted: list[Line],
        amounts: dict[tuple[str, str], Decimal | None],
        reasons: list[str],
    ) -> Decimal:
        """Price missing years by the bid's own yearly price; undecided if it has none."""
        named = ", ".join(map(str, missing))
        by_year: dict[int | None, list[Decimal | None]] = defaultdict(list)
        for line in counted:
            by_year[line.year].append(amounts[line.lot, line.position])
        own = {
            None if None in of else total(one for one in of if one is not None)
            for of in by_year.values()
        }
        yearly = self.bid.yearly_maintenance
        if yearly is None and len(own) == 1 and None not in own:
            yearly = Stated(next(one for one in own if one is not None))
        question = f"Maintenance of year {named} has no price. Please add it."
        if yearly is None:
            self.found.lack(f"maintenance of year {named} has no price", question)
            return Decimal(0)
        added = cents(yearly.amount) * len(missing)
        rates = {self.tender.vat if line.vat is None else line.vat for line in counted}
        vat = rates.pop() if self.bid.yearly_maintenance is None and len(rates) == 1 else None
        vat = self.tender.vat if vat is None else vat
        self.groups[vat] += added
        for year in missing:
            self._pays_later(year, cents(yearly.amount), vat)
        reasons.append(f"year {named} by the bid's own yearly price")
        self._ask(
            f"Maintenance of year {named} has no price. By the rules of the tender, your yearly "
            f"price of {shown(yearly.amount, self.currency)} counts. Please confirm."
        )
        return added

    def _discount(self) -> None:
        conditional = [one for one in self.bid.discounts if one.condition]
        counted = [one for one in self.bid.discounts if not one.condition]
        if not self.bid.discounts:
            return
        before = total(self.groups.values())
        for one in counted:
            if one.share is not None:
                for rate, amount in self.groups.items():
                    self.groups[rate] = amount - cents(amount * Decimal(repr(one.share)))
            if one.amount is not None:
                self._take_off(cents(one.amount.amount))
                if 0 < one.amount.amount < 1:
                    self._ask(
                        f"Your discount is an amount of {shown(one.amount.amount, self.currency)}. "
                        "If you mean a share, please state the amount."
                    )
        reason = f"{len(counted)} as offered"
        if conditional:
            reason += f"; {len(conditional)} with conditions don't count"
        self._step("Discounts", total(self.groups.values()) - before, reason)

    def _take_off(self, amount: Decimal) -> None:
        """Take an amount off, from each rate of value added tax in proportion to its share."""
        whole = total(self.groups.values())
        rates = [rate for rate, own in self.groups.items() if own > 0]
        if whole <= 0 or not rates:
            self.groups[self.tender.vat] -= amount
            return
        before = dict(self.groups)
        for rate in rates:
            self.groups[rate] -= cents(amount * before[rate] / whole)
        largest = max(rates, key=lambda rate: before[rate])
        self.groups[largest] += whole - amount - total(self.groups.values())

    def _check_price(self) -> None:
        """Ask about a price that discounts bring to 0 or below: no formula scores it."""
        price = self.found.price
        if price is not None and price <= 0 and self.bid.discounts:
            self._ask(
                f"With your discounts, the price of your offer is "
                f"{shown(price, self.tender.currency)}. Please check them."
            )

    def _check_asked(self) -> None:
        """Compare positions and quantities with those that the tender lists."""
        offered: dict[tuple[str, str], Line] = {}
        unknown = []
        for line in self.lines:
            of = self._asked_for(line)
            is_free = line.kind == "option" or line.section in ("maintenance", NOT_COUNTED)
            if of is not None:
                offered.setdefault((of.lot, of.position), line)
            elif not is_free:
                unknown.append(line.position)
        positions = Counter(position for _, position in self.asked)
        for (lot, position), one in self.asked.items():
            found = offered.get((lot, position))
            named = f"{position} of lot {lot}" if positions[position] > 1 else position
            if found is None and one.kind == "base" and self.lines:
                self.found.lack(
                    f"position {named} is missing", f"Position {named} is missing. Please add it."
                )
            elif found is not None and None not in (one.quantity, found.quantity):
                self._compare_quantity(one, found)
        if self.asked and unknown:
            self._ask(
                f"The tender doesn't list these positions: {_listed(unknown)}. Please explain them."
            )

    def _compare_quantity(self, asked: Asked, line: Line) -> None:
        if line.quantity != asked.quantity:
            self._ask(
                f"Position {asked.position}: you offer {line.quantity:g}, but the tender requires "
                f"{asked.quantity:g}. Please explain the difference."
            )

    def _exchange(self) -> None:
        if self.currency == self.tender.currency:
            return
        rate = self.tender.rate(self.currency)
        if rate is None:
            self.found.lack(
                f"no exchange rate from {self.currency} to {self.tender.currency}",
                f"The tender requires prices in {self.tender.currency}. Please state them in it.",
            )
            self._step("Currency", None, f"the tender states no rate for {self.currency}")
            return
        for vat, amount in self.groups.items():
            exchanged = priced(
                "exchanged_amount", foreign_amount=amount, evaluation_exchange_rate=rate
            )
            self.groups[vat] = exchanged or Decimal(0)
        reason = (
            f"1 {self.currency} = {rate:g} {self.tender.currency}, the exchange rate of the tender"
        )
        self._step("Currency", total(self.groups.values()), reason)

    def _tax(self) -> None:
        """Bring net to gross or gross to net, each rate by itself."""
        own, wanted = self.bid.prices or self.tender.price, self.tender.price
        if own == wanted:
            self._step("Value added tax", Decimal(0), f"prices are {own}, as required")
            return
        if any(rate is None and amount for rate, amount in self.groups.items()):
            self.found.lack(
                "the value added tax of a line is unknown",
                "Please state the value added tax of each line.",
            )
            self._step("Value added tax", None, "the rate of a line is unknown")
            return
        name, given = (
            ("net_of_gross", "gross_amount") if wanted == "net" else ("gross_of_net", "net_amount")
        )
        before = total(self.groups.values())
        rates = sorted(rate for rate, amount in self.groups.items() if rate is not None and amount)
        for rate, amount in self.groups.items():
            self.groups[rate] = priced(name, **{given: amount, "bid_vat_rate": rate}) or Decimal(0)
        reason = f"{own} to {wanted} at {', '.join(percent(rate, 1) for rate in rates)}"
        self._step("Value added tax", total(self.groups.values()) - before, reason)

    def _energy(self) -> Decimal | None:
        rule, power = self.tender.energy, self.bid.power
        if rule is None:
            return Decimal(0)
        if power.typical is None and not power.years:
            self.found.lack("typical power is unknown", "What is the typical power in watts?")
            self._step("Energy", None, "the bid states no typical power")
            return None
        years = rule.years or self.tender.term or 0
        amount, texts = Decimal(0), []
        for watts, first, last in power_phases(power, years):
            if watts is None:
                self.found.lack(
                    f"typical power after year {first:g} is unknown",
                    f"What is the typical power after year {first:g}, in watts?",
                )
                self._step("Energy", None, f"the bid states no power after year {first:g}")
                return None
            if watts == 0:
                self.found.lack(
                    "the stated power is 0",
                    "You state a typical power of 0 W. What is the typical power in watts?",
                )
                self._step("Energy", None, "the bid states a power of 0")
                return None
            amount += energy_of(self.tender, rule, watts, first, last)
            texts.append(f"{show(watts, 'watt')} x {several(last - first, 'year')}")
        price = rule.price.amount * 3.6e6
        rate = self.tender.discount_rate
        reason = (
            f"{' + '.join(texts)}, x PUE {rule.pue:g} x {rule.hours / 3600:g} h per year "
            f"x {price:.6g} {self.tender.currency}/kWh, the buyer's figures"
        )
        reason += f"; discounted at {percent(rate, 2)} per year" if rate else ""
        self._step("Energy", amount, reason)
        return amount

    def _space(self) -> Decimal | None:
        rule, racks = self.tender.rack_price, self.bid.racks
        if rule is None:
            return Decimal(0)
        if racks is None:
            self.found.lack(
                "the number of racks is unknown", "How many racks does your offer need?"
            )
            self._step("Space", None, "the bid states no number of racks")
            return None
        if racks == 0:
            self._ask("You state that your offer needs no racks. Please confirm.")
        amount = priced("space_of_term", offered_racks=racks, evaluation_rack_price=rule.amount)
        self._step(
            "Space",
            amount,
            f"{racks} rack{'s' * (racks != 1)} at {paid(float(rule.amount), self.tender.currency)}",
        )
        return amount

    def _line(self, line: Line, amount: Decimal | None) -> LinePrice:
        """Say whether a line counts, and why not."""
        why = "".join(self._left_out(line))
        asked = self._asked_for(line)
        lot = line.lot if asked is None else asked.lot
        return LinePrice(line.position, line.title, amount, not why, why, lot)

    def _left_out(self, line: Line) -> Iterator[str]:
        if line.section == NOT_COUNTED:
            yield "price for later additions"
        elif line.kind == "option":
            rule = self.tender.options
            if rule == "none" or (rule == "marked" and line.position not in self.tender.marked):
                yield "option that doesn't count"
        elif line.section == "maintenance":
            term, year = self.tender.term, line.year or 0
            if term is None or year > term:
                yield "after the term"
            elif year <= (self.bid.warranty or 0):
                yield "under warranty"


def titles_of_lines(found: Iterable[Normalised], tender: TenderFile) -> dict[tuple[str, str], str]:
    """Return the title of each position, by lot and position: as asked, or else as offered."""
    titles: dict[tuple[str, str], str] = {}
    for asked in tender.lines:
        titles.setdefault((asked.lot, asked.position), asked.title)
    for one in found:
        for line in one.lines:
            titles.setdefault(line.key, line.title)
    return titles


def _years(first: int, last: int) -> str:
    return f"year {first}" if first == last else f"years {first} to {last}"


def discounted(tender: TenderFile, amount: Decimal, year: float) -> Decimal:
    """Return the present value of a payment, at purchase, to the cent; as it is without a rate."""
    if not tender.discount_rate:
        return amount
    value = priced(
        "discounted_payment",
        later_payment=amount,
        evaluation_discount_rate=tender.discount_rate,
        bid_payment_year=year,
    )
    return amount if value is None else value


def energy_of(tender: TenderFile, rule: Energy, power: float, first: float, last: float) -> Decimal:
    """Return what power costs from one year to another; discounted by years if the rules say so."""

    def of(years: float) -> Decimal:
        amount = priced(
            "energy_of_term",
            offered_power=power,
            evaluation_pue=rule.pue,
            evaluation_hours=rule.hours,
            evaluation_years=years,
            evaluation_energy_price=rule.price.amount,
        )
        return amount or Decimal(0)

    return total(
        of(years) if year is None else discounted(tender, of(years), year)
        for years, year in energy_payments(tender, first, last)
    )


def energy_payments(
    tender: TenderFile, first: float, last: float
) -> Iterator[tuple[float, int | None]]:
    """Give the years that each payment of energy is for, and its year; None: not discounted."""
    if not tender.discount_rate:
        yield last - first, None
        return
    paid = first
    while paid < last:
        until = min(math.floor(paid) + 1.0, last)
        yield until - paid, math.ceil(until)
        paid = until


def power_phases(power: Power, years: float) -> Iterator[tuple[float | None, float, float]]:
    """Give the power of each phase of the years, from which to which year; None: unknown."""
    first = 0.0
    for phase in power.years:
        last = min(float(phase.until), years)
        if last > first:
            yield phase.typical, first, last
            first = last
    if first < years:
        yield power.typical, first, years


def _listed(names: Iterable[object]) -> str:
    listed = sorted(map(str, names))
    more = len(listed) - MOST_LISTED
    return ", ".join(listed[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


MOST_LISTED = 20
