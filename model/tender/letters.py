"""Letters to bidders: their open questions, as they can be sent."""

from __future__ import annotations

from model.tender.comparison import Compared


def letter(one: Compared, tender_id: str) -> str:
    """Return the questions to a bidder as a text; nothing of another bid is in it."""
    bid = one.normalised.bid
    head = [f"To: {bid.bidder}", f"Tender: {tender_id}" if tender_id else ""]
    head += [f"Offer: {bid.offer}" if bid.offer else ""]
    texts = [*filter(None, head), ""]
    texts += [f"{number}. {text}" for number, text in enumerate(one.questions, 1)]
    return "\n".join([*texts, ""])
