"""What nobody knows yet, of which part, what waits for it, and who can be asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import cast

from model.answers.compatibility import checks, in_words
from model.answers.results import WAYS, Results, data_tiers
from model.engine.quantity import Input, Quantity
from model.engine.tree import Address
from model.records import dataclass

SITE = "site"
WAITING = {
    "racks": "racks",
    "equipment_power": "power",
    "equipment_weight": "weight",
    "rack_power": "power of a rack",
    "rack_weight": "weight of a rack",
    "phase_power": "load of a phase",
    "equipment_cost": "price",
    "usable_capacity": "usable capacity",
}
"""Results of the site that may wait for figures, as they are called."""
MOST_NAMED = 5
"""Figures that are named of those that one waits for."""
MOST_OF_VERDICT = 2
"""Those that are named beside a verdict, where there is little room."""
FILLS = {"rack_load": "rack_load_limit", "rack_power": "rack_power_limit"}
"""What may fill a rack before its units do, and the limit by which it does."""
ANY = "Generic"
"""What parts have for a vendor that many make."""
OWNER, PLANNER, DEALER = "the site's owner", "your own decision", "a dealer, for a quote"


@dataclass(slots=True)
class Question:
    """One unknown figure: what it belongs to, who may know it, which inputs it gives.

    `waits` are the results that wait for it, `state_at` where a scenario may state it.
    """

    part: str
    figure: str
    whom: str
    state_at: str = ""
    addresses: list[Address] = field(default_factory=list)
    waits: dict[str, None] = field(default_factory=dict)


def questions(results: Results) -> list[Question]:
    """Return each unknown figure once, sorted by how many results depend on it, most first."""
    return cast("list[Question]", results.once(("questions",), lambda: _questions(results)))


def verdict_waits_for(results: Results, requirement: str) -> list[Address]:
    """Return the unknown figures that leave a requirement undecided.

    Whether all parts fit is none of them: as long as nobody says that they don't, it can be met.
    """
    read = results.read_by((SITE, f"{requirement}_is_met"))
    unknown = [at for at in read if results[at] is None and at != (SITE, "design_fits")]
    if (SITE, "racks_settled") not in read:
        return unknown
    fills = [(SITE, of) for of, limit in FILLS.items() if results[SITE, limit] is not None]
    return [*unknown, *(at for at in fills if results[at] is None)]


def figures_waited_for(results: Results, addresses: Iterable[Address]) -> list[str]:
    """Return the names of the figures that unknown ones depend on."""
    return list(dict.fromkeys(_called(one) for one in _questions_behind(results, addresses)))


def waited_for(results: Results, *addresses: Address, most: int = MOST_NAMED) -> str:
    """Return what unknown figures depend on, as far as a question covers it."""
    requests = _questions_behind(results, addresses)
    parts: dict[str, list[str]] = {}
    for one in requests[:most]:
        parts.setdefault(_called(one), []).append(one.part)
    named = [f"the {figure} of {'; of '.join(of)}" for figure, of in parts.items()]
    more = len(requests) - most
    return "; ".join([*named, *[f"and {more} more"] * (more > 0)])


def _questions_behind(results: Results, addresses: Iterable[Address]) -> list[Question]:
    """Give the questions for what unknown figures wait for."""
    waited = {one for at in addresses for one in results.waits_for(*at)}
    return [one for one in questions(results) if not waited.isdisjoint(one.addresses)]


def _called(question: Question) -> str:
    return question.figure.lower().partition(",")[0].replace(" of one piece", "")


def _questions(results: Results) -> list[Question]:
    found: dict[tuple[str, str], Question] = {}
    places = _Places(results)
    of: dict[Address, Question | None] = {}
    for result, address in _unknown(results):
        for input_at in results.waits_for(*address):
            if input_at not in of:
                of[input_at] = _found(places, input_at, results.item(*input_at), found)
            if (known := of[input_at]) is not None:
                known.waits[result] = None
    return sorted(found.values(), key=lambda one: -len(one.waits))


def _found(
    places: _Places,
    address: Address,
    item: Quantity | Input,
    found: dict[tuple[str, str], Question],
) -> Question | None:
    """Give the question for an input: the one that asks for the same of another place, or anew."""
    if not isinstance(item, Input):
        return None
    question = _question(places, address, item)
    known = found.setdefault((question.part, question.figure), question)
    known.addresses.append(address)
    return known


class _Places:
    """Lines of the bill and pieces of a plan, by path."""

    def __init__(self, results: Results) -> None:
        self.plan = results.plan
        self.lines = {line.path: line for line in results.plan.lines}
        self.pieces = dict(results.plan.scenario.pieces())


def _unknown(results: Results) -> Iterator[tuple[str, Address]]:
    """Give each result that isn't known, as it is called, and each stage that is left out."""
    for name, words in WAITING.items():
        if results.values.get((SITE, name), 0.0) is None:
            yield words, (SITE, name)
    for name, path in data_tiers(results):
        for way in WAYS:
            for stage in results.unknown_stages(path, way):
                for at in ((stage.path, stage.quantity.name), *_left_out(results, stage.path, way)):
                    if results[at] is None:
                        yield f"{way} bandwidth of {name}", at
    for path, check in checks(results):
        if results.truth(path, check.name) is None:
            yield check.label, (path, check.name)


def _left_out(results: Results, path: str, way: str) -> Iterator[Address]:
    """Give what stages of a known rate read that is unknown."""
    for stage in results.plan.instances[path].book.stages(way):
        if results[path, stage.name] is not None:
            yield from results.read_by((path, stage.name))


def _question(places: _Places, address: Address, item: Input) -> Question:
    """Say of what a figure is, and who may know it."""
    plan = places.plan
    path, name = address
    known, at = plan.provenance.get(address), plan.fields.get(address, "")
    title = in_words(item.title.rstrip("."))
    line = places.lines.get(path)
    key = (known.part if known else "") or (line.part if line else "")
    if name == "unit_price":
        return Question(line.name if line else key, title, DEALER, at)
    if key:
        part = plan.catalog.part(key)
        whom = DEALER if part.vendor == ANY else part.vendor
        return Question(f"{part.vendor} {part.model}", title, whom, at)
    if line:
        return Question(line.name, title, "the vendor", at)
    piece = places.pieces.get(at.rpartition(".")[0])
    if piece is not None:
        return Question(piece.name, title, "the vendor", at)
    if path == SITE:
        return Question("the site", title, OWNER, at)
    tier = path.split("/")[1].partition(":")[2]
    return Question(tier, title, PLANNER, at)
