"""Tables of what an evaluation rewards, before it is published."""

from __future__ import annotations

from decimal import Decimal

from model.answers.views.view import Column, Entry, FixedValue, Row, View
from model.tender.amounts import shown
from model.tender.rewards import Preview
from model.tender.robustness import Order

NONE = "-"
REWARDS = (
    Column("Change", "change", "text"),
    Column("Gain in score", "points", "score"),
    Column("Share of the score", "share", "share"),
    Column("Worth", "money", "paid"),
    Column("Reason", "reason", "text"),
)


def of_preview(found: Preview) -> list[View]:
    """Return the tables of what an evaluation rewards, before it is published."""
    return [table for table in (rewards(found), example(found)) if table.rows]


def rewards(found: Preview) -> View:
    """Return what each figure is worth in points and in money, at the expected bid."""
    bid = found.evaluation.bids[0]
    currency = found.evaluation.code()
    rows = []
    for one in found.rewards:
        entries: tuple[Entry, ...] = (
            one.change,
            NONE if one.points is None else FixedValue(one.points, "1"),
            NONE if one.share is None else FixedValue(one.share, "1", is_share=True),
            NONE if one.money is None else FixedValue(one.money, "currency", currency),
            one.reason,
        )
        tone = "faint" if not one.points else ""
        rows.append(Row(one.figure, entries, tone=tone, key=f"{one.figure}: {one.change}"))  # type: ignore[arg-type]
    figures = [f"quality {bid.quality:.6g}"] if bid.quality else []
    figures += (
        [] if bid.price is None else [f"price {shown(Decimal(repr(bid.price.amount)), currency)}"]
    )
    figures += [f"quantity {bid.quantity:.6g}"] if bid.quantity is not None else []
    figures += [f"{name} {figure:.6g}" for name, figure in bid.figures.items()]
    title = f"What the formula rewards, at a bid of {', '.join(figures)}"
    return View(title, "Figure", REWARDS, tuple(rows))


def example(found: Preview) -> View:
    """Return three bids of which one swaps the other two; no rows if there are none."""
    one = found.example
    bids = () if one is None else one.bids
    names = [criterion.name for criterion in found.evaluation.criteria or ()]
    columns = (
        Column("Quality", "quality", "score"),
        Column("Price", "price", "paid"),
        Column("Quantity", "quantity", "score"),
        *(Column(name, name, "score") for name in names),
        Column("Rank without", "before", "text"),
        Column("Rank with", "after", "text"),
    )
    rows = []
    for bid in bids:
        assert one is not None, "without an example there are no bids"
        entries: list[Entry] = [NONE if bid.quality is None else FixedValue(bid.quality, "1")]
        amount = (
            None
            if bid.price is None
            else FixedValue(bid.price.amount, "currency", found.evaluation.code())
        )
        entries.append(NONE if amount is None else amount)
        entries.append(NONE if bid.quantity is None else FixedValue(bid.quantity, "1"))
        entries += [FixedValue(bid.figures[name], "1") for name in names]
        entries += [_rank(bid.name, one.before), _rank(bid.name, one.after)]
        rows.append(Row(bid.name, tuple(entries), key=bid.name))
    view = View("Example: a bid that swaps two others", "Bid", columns, tuple(rows))
    shown_keys = [c.key for c in columns if any(entry != NONE for entry in view.entries(c.key))]
    return view.only(*shown_keys)


def _rank(name: str, order: Order) -> str:
    place = 1
    for names in order:
        if name in names:
            return f"{place}"
        place += len(names)
    return NONE
