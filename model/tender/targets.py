"""Targets and options of a tender: which of them each bid reaches. They exclude no bid."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.views.view import Column, Row, View
from model.tender.comparison import Compared, Comparison, by_figure, evaluated_of, is_below
from model.tender.public_terms import UNITS, figure_text, texts_of
from model.tender.tender_file import TenderFile, Verdict

MUST = "must"
ANSWERED: dict[str | None, Verdict] = {"yes": "met", "no": "not met"}


def reached(one: Compared, tender: TenderFile) -> Iterator[tuple[str, str, Verdict]]:
    """Give each target and option: its text, its class, and whether the bid reaches it."""
    bid = one.normalised.bid
    decided = evaluated_of(bid, tender).musts
    for kind, of in (("target", tender.targets), ("option", tender.optional)):
        for name, (label, _) in UNITS.items():
            value = getattr(of, name)
            if value is None:
                continue
            verdict = by_figure(bid, name, value)
            if verdict == "met" and _is_in_doubt(one, name, value):
                verdict = "unknown"
            yield f"{label}: {figure_text(name, value)}", kind, verdict
    for key, _, kind in texts_of(tender):
        if kind != MUST:
            answer = ANSWERED.get(bid.musts.get(key), "unknown")
            yield key, kind, decided.get(key, answer)


def _is_in_doubt(one: Compared, name: str, value: float) -> bool:
    """Whether our model says that a stated figure isn't reached."""
    if name == "capacity":
        return is_below(one.capacity.planned, value)
    way = name.removesuffix("_bandwidth")
    return way in one.bandwidths and one.bandwidths[way].verdict == "can't be"


def targets(found: Comparison) -> View:
    """Return which targets and options each bid reaches, with a column for each bid."""
    of_bids = [list(reached(one, found.tender)) for one in found.bids]
    columns = (
        Column("Class", "class", "text"),
        *(Column(one.name, one.name, "text") for one in found.bids),
    )
    rows = tuple(
        Row(text, (kind, *(of[n][2] for of in of_bids)), key=f"{kind} {text}")
        for n, (text, kind, _) in enumerate(of_bids[0] if of_bids else ())
    )
    return View("Targets and options", "Requirement", columns, rows)
