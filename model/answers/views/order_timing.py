"""Order now, in stages or later: what each costs under the price paths, and the break-even."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.sentences import Figure, Sentence
from model.answers.views.view import Column, Row, View, figure
from model.units.figures import show

NOW = ("site", "known_capital_cost")
STAGED, LATER = "site/timings:in stages", "site/timings:later"
COLUMNS = (
    Column("Cost", "cost", "brief", "strong"),
    Column("Saving", "saving", "brief"),
    Column("Cost, low end", "cheap", "brief"),
    Column("Cost, high end", "dear", "brief"),
    Column("Break-even cost of waiting", "waiting"),
)
SHOWN = (
    "later_purchase_cost",
    "later_purchase_saving",
    "cheap_purchase_cost",
    "dear_purchase_cost",
    "later_break_even_rate",
)
LOW_AND_HIGH = (
    "Low end: prices are back on their trend by then. High end: they rise once more as in the "
    "shortage. "
)
WAITING = (
    "Waiting pays off if it costs less than the break-even: rent, support of the old system, work "
    "that has to wait. Net, discounted to today; parts without a price are not included."
)


def rule(results: Results) -> str:
    """Say what prices of a later order follow: the path of each kind, or one decline of its own."""
    economics = results.plan.scenario.economics
    if economics.price_decline is not None:
        own = show(100 * economics.price_decline.value, "1", digits=3)
        return (
            f"Prices follow the plan's own decline of {own} % a year. High end: they stay as they "
            f"are. {WAITING}"
        )
    stay = "stay flat until the shortage ends, then fall" if _relief(results) else "fall"
    index = (
        "servers follow a producer price index, adjusted for quality. "
        if economics.price_paths.servers is None
        else "the rate of servers is stated. "
    )
    return (
        f"Prices of disks, flash, memory and servers {stay} at the annual rate of each kind; "
        f"{index}All else, such as networks, keeps its price, as no comparable prices of three "
        f"dates are known. {LOW_AND_HIGH}{WAITING}"
    )


def _relief(results: Results) -> float:
    return results.known("site", "price_relief_time")


def has_timing(results: Results) -> bool:
    """Whether later orders are priced: plans of the time that dated prices are of, with prices."""
    return bool(results.values.get(NOW)) and (LATER, "later_purchase_cost") in results.values


def order_timing(results: Results) -> View | None:
    """Return the three ways to order; None if later prices aren't known."""
    if not has_timing(results):
        return None
    now = Row(
        "All now", (figure(results, *NOW), "", figure(results, *NOW), figure(results, *NOW), "")
    )
    return View(
        "Order now, in stages or later",
        "Order",
        COLUMNS,
        (now, _row(results, "In stages", STAGED), _row(results, "All later", LATER)),
    )


def _row(results: Results, label: str, path: str) -> Row:
    known = (figure(results, path, name) for name in SHOWN)
    after = show(results["site", "later_order_time"], "second")
    share = f"{show(100 * results.known(path, 'ordered_later'), '1')} % " if path == STAGED else ""
    return Row(label, tuple(known), (f"{share}after {after}",))


def timing_sentence(results: Results) -> Sentence:
    """Say what waiting saves, between which ends, and from which rise of prices on it doesn't."""
    if not has_timing(results):
        return ()
    return (
        "Ordering everything ",
        Figure((("site", "later_order_time"),), "second"),
        " later costs ",
        Figure(((LATER, "later_purchase_cost"),), "currency"),
        " (",
        Figure(((LATER, "cheap_purchase_cost"),), "currency"),
        " to ",
        Figure(((LATER, "dear_purchase_cost"),), "currency"),
        ") instead of ",
        Figure((NOW,), "currency"),
        "; it saves nothing if prices rise by ",
        Figure((("site", "break_even_rise"),), percent=True),
        " or more by then",
    )
