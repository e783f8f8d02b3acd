"""The capacity statement for a tender: one text, for the page and for the workbook's sheet.

It says what usable capacity means and how it is measured, what each tier is made of, and each step
from raw to live capacity with its meaning. Tiers of metadata are stated as well, but not summed.
"""

from __future__ import annotations

from typing import NamedTuple

from model.answers.meanings import tier_of
from model.answers.results import Results
from model.answers.sentences import Choice, Figure, RenderedSentence, Sentence, counted, rendered
from model.answers.summary import UNITS
from model.answers.survival import DATA, caches_lost, drives_that_may_go, enclosure_lost
from model.answers.targets import fill_bound
from model.answers.usable import TARGET, meaning, usable
from model.answers.views import capacity
from model.answers.views.view import View
from model.design.given import AnyTier
from model.kinds.file_systems import FILE_SYSTEMS

RULES = (
    "Usable capacity is that of the empty file system, as defined for each tier. Planned capacity "
    "is usable capacity up to the fill limit. Live capacity is planned capacity less the snapshot "
    "reserve. All steps are in bytes as stored, after compression."
)
NOT_SUMMED = "This tier holds metadata and is not included in the sum."


class TierStatement(NamedTuple):
    """What is stated of a tier: sentences, the steps down, and other answers beside them."""

    name: str
    path: str
    sentences: tuple[RenderedSentence, ...]
    steps: View
    beside: View


class Statement(NamedTuple):
    """What is stated of all tiers, data before metadata as in the scenario."""

    results: Results
    title: str
    sentences: tuple[RenderedSentence, ...]
    tiers: list[TierStatement]


def _copies(results: Results, path: str) -> Sentence:
    address = ((f"{path}/{TARGET}", "file_copies"),)
    if address[0] not in results.values:
        return ()
    return (Choice(address, 1.0, (), (", ", Figure(address), " copies of each file")),)


def _target(results: Results, path: str, tier: AnyTier) -> Sentence:
    """Say a tier's file system, targets, blocks and drives."""
    built = tier.built
    if built is None:
        return ("capacity stated as a whole, without parts",)
    target, below = built.target, f"{path}/{TARGET}"
    layout = "a single drive" if target.layout == "drive" else target.layout
    sizes: Sentence = ()
    for name, what in (("record_size", "records"), ("file_block", "blocks")):
        if (below, name) in results.values:
            sizes = (*sizes, f", {what} of ", Figure(((below, name),), "byte", binary=True))
    return (
        f"{FILE_SYSTEMS[built.file_system].title}, ",
        *counted(((path, "targets"),), "target"),
        f" of {', '.join([layout, *target.words])}",
        *sizes,
        *_copies(results, path),
        ", ",
        Figure(((path, "drives"),)),
        " drives of ",
        Figure(((path, "drive_capacity"),), "byte"),
        " each",
    )


def _domain(results: Results, path: str, tier: AnyTier) -> Sentence:
    """Say what may be lost, without which data are lost or out of reach."""
    built = tier.built
    if built is None:
        return ("Fault tolerance is not stated.",)
    drives = drives_that_may_go(results, path, built)
    lost: Sentence = ("It can lose ", *drives, *caches_lost(results, path, built))
    domain, survived = built.target.failure_domain_name, ((path, "domains_survived"),)
    if domain and survived[0] in results.values:
        return (
            *lost,
            f"; failure domain: a {domain}, of which it can lose ",
            Figure(survived),
            ".",
        )
    if domain:
        return (*lost, f"; failure domain: a {domain}.")
    if results.values.get((path, DATA)) is None:
        return (*lost, "; failure domain: a drive.")
    further = enclosure_lost(path, joined=" or", but=", not")
    return (*lost, "; failure domain: a drive", further, ".")


def _filled(results: Results, path: str, tier: AnyTier) -> Sentence:
    address = (path, "fill_limit")
    if address not in results.values:
        return ()
    bound = fill_bound(results.values, path, tier)
    share = Figure((address,), percent=True, unknown="an unknown share")
    return (
        "; filled to at most ",
        share,
        " of usable capacity",
        f" (bounded by {bound})" * bool(bound),
    )


def _tier(results: Results, name: str, path: str) -> TierStatement:
    tier = tier_of(results, path)
    measured = usable(tier).measured
    how = f"measured with {measured}" if measured else "measurement method not stated"
    sentences: list[Sentence] = [
        (f"Tier {name}: ", *_target(results, path, tier), *_filled(results, path, tier), "."),
        ("Usable capacity means ", *meaning(results, path, tier), f"; {how}."),
        _domain(results, path, tier),
    ]
    if tier.holds == "metadata":
        sentences.append((NOT_SUMMED,))
    texts = tuple(rendered(results, pieces) for pieces in sentences)
    return TierStatement(
        name, path, texts, capacity.steps(results, path), capacity.other_answers(results, path)
    )


def statement(results: Results) -> Statement:
    """Make the statement of all tiers."""
    scenario = results.plan.scenario
    figure = Figure((("site", "usable_capacity"),), "byte", both=True)
    first: Sentence = ("Usable capacity of all data tiers: ", figure, f". {UNITS}.")
    return Statement(
        results,
        scenario.title or scenario.name,
        (rendered(results, first), rendered(results, (RULES,))),
        [_tier(results, name, path) for name, path in results.tiers()],
    )
