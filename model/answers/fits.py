"""What doesn't fit into what, and what to ask a vendor: one phrase for every output."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import Results
from model.answers.sentences import UNKNOWN, Choice, Sentence
from model.engine.quantity import Input, Quantity
from model.engine.tree import Address
from model.formulas.space.fitting import MISFITS

WHOLE = ("site", "design_fits")


def checks(results: Results) -> Iterator[tuple[str, Quantity]]:
    """Give each check of fit with its path, tier by tier."""
    for path, instance in results.plan.instances.items():
        for quantity in instance.book.quantities.values():
            if quantity.name in MISFITS:
                yield path, quantity


def place(results: Results, path: str) -> str:
    """Name the tier at a path, where there are several."""
    names = {at: name for name, at in results.tiers()}
    return names.get(path, "") if len(names) > 1 else ""


def compared(results: Results, path: str, check: Quantity) -> tuple[Address, Address]:
    """Give the places of what there is and of what is needed, which a check compares."""
    has, needs = (results.plan.program.address(path, name) for name in check.needs[:2])
    return has, needs


def unanswered(results: Results, check: Address) -> list[tuple[Address, Input]]:
    """Give the figures that a check rests on and that have no default: a vendor may be asked."""
    found: dict[Address, Input] = {}
    for step in results.below(*check):
        for address in results.operands(step):
            item = results.item(*address)
            if isinstance(item, Input) and item.default is None:
                found[address] = item
    return list(found.items())


def question(results: Results, check: Address) -> Sentence:
    """Say what doesn't fit, or what to ask where nobody knows; nothing where it fits."""
    asked = (
        Choice((address,), UNKNOWN, (f" {item.title[:1].lower()}{item.title[1:]}?",), ())
        for address, item in unanswered(results, check)
    )
    unknown = Choice((check,), UNKNOWN, ("ask the vendor:", *asked), ())
    return (Choice((check,), 0.0, (MISFITS[check[1]],), (unknown,)),)


def misfit(results: Results) -> Sentence:
    """Say what doesn't fit, in front of everything else; nothing where all fits or is unknown."""
    said = []
    for path, check in checks(results):
        where = f" in {name}" if (name := place(results, path)) else ""
        words = f"{MISFITS[check.name]}{where}; "
        said.append(Choice(((path, check.name),), 0.0, (words,), ()))
    return (
        Choice((WHOLE,), 0.0, ("Can't be built: ",), ()),
        *said,
        Choice((WHOLE,), 0.0, ("nothing that is required is met. ",), ()),
    )
