"""What would lower the loss of a tier: the loss then, usable capacity, and price."""

from __future__ import annotations

from model.answers.loss_remedies import LossRemedy
from model.answers.loss_remedies import loss_remedies as tried
from model.answers.losses import chance_of_loss
from model.answers.results import Results
from model.answers.views.remedy_table import price_texts
from model.answers.views.view import Column, FixedValue, Row, View
from model.units.brief import change, many

COLUMNS = (
    Column("Probability then", "loss", "text"),
    Column("Less likely", "factor", "text", below="loss"),
    Column("Usable capacity", "usable", "decimal"),
    Column("Change", "usable_change", "text", below="usable"),
    Column("Price", "price", "text"),
    Column("Known subtotal", "known", "text", below="price"),
)
MEETS = "meets the requirement"


def loss_remedies(results: Results, name: str) -> View:
    """Return what lowers the loss of the tier of that name, the best first."""
    currency = results.plan.scenario.economics.currency
    rows = tuple(_row(one, currency) for one in tried(results, name))
    return View(f"{name}: what would lower the loss", "Change", COLUMNS, rows)


def _row(one: LossRemedy, currency: str) -> Row:
    share = one.usable / one.usable_before - 1 if one.usable and one.usable_before else None
    price = price_texts(one, currency) if one.is_billed else ("no purchase", "")
    entries = (
        chance_of_loss(one.after),
        "unchanged" if many(one.factor) == "1" else f"{many(one.factor)} times lower",
        FixedValue(one.usable, "byte"),
        "" if share is None else ("unchanged" if abs(share) < 1e-9 else change(share)),
        *price,
    )
    notes = (*one.notes, *([MEETS] if one.meets else ()))
    title = f"{one.title[:1].upper()}{one.title[1:]}"
    return Row(title, entries, ("; ".join(notes),), "good" if one.meets else "")
