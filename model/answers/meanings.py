"""What each step of a tier's capacity is called and means: another thing for each kind of target.

The steps have the same places in the model whatever makes a target. What is another thing in one
kind than in others says the kind (`model.kinds`).
"""

from __future__ import annotations

from model.answers import usable
from model.answers.results import Results
from model.answers.sentences import Sentence, sentence_text
from model.design.given import AnyTier
from model.engine.quantity import Quantity
from model.kinds.kind import Words

COMMON: Words = {
    "raw_capacity": ("", "Drives times the capacity of one drive as sold, spares included."),
    "formatted_capacity": ("Size reported by df", "Space for users and the reserve for root."),
    "headroom_capacity": ("", "Usable capacity above the fill limit, deliberately left free."),
    "planned_capacity": ("", "Usable capacity up to the fill limit."),
    "live_capacity": ("", "Space for live files: planned capacity less snapshots."),
}


def tier_of(results: Results, path: str) -> AnyTier:
    """Return the scenario's tier at a path."""
    names = {at: name for name, at in results.tiers()}
    return next(t for t in results.plan.scenario.tiers if t.name == names[path])


def meaning_of_usable(results: Results, path: str) -> Sentence:
    """Return the definition of a tier's usable capacity as a sentence."""
    first, *further = usable.meaning(results, path, tier_of(results, path))
    return f"{str(first)[0].upper()}{str(first)[1:]}", *further, "."


def words_of(results: Results, path: str, step: Quantity) -> tuple[str, str]:
    """Return the label and the meaning of a step of a tier."""
    words = tier_of(results, path).step_words
    label, meaning = words.get(step.name) or COMMON.get(step.name) or ("", "")
    if step.name == "usable_capacity":
        meaning = sentence_text(results, meaning_of_usable(results, path))
    return label or step.label, meaning or f"{step.title.rstrip('.')}."
