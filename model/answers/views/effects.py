"""What an edit did: the differences of the figures that matter most, in a few words.

And what it turned: what doesn't fit any more, or again, and which requirements are met no more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from model.answers.compatibility import unfit, unsuited
from model.answers.questions import figures_waited_for, verdict_waits_for
from model.answers.results import Results
from model.answers.views.view import Tone
from model.records import dataclass
from model.units.brief import about
from model.units.figures import MINUS, in_digits, show
from model.units.words import label

EQUAL = 1e-9
"""A relative difference below this is none."""
SHOWN: tuple[tuple[str, str, str], ...] = (
    ("usable_capacity", "", "usable"),
    ("write_bandwidth", "", "writing"),
    ("read_bandwidth", "", "reading"),
    ("capital_cost", "known_capital_cost", "purchase cost"),
    ("total_cost_of_ownership", "known_total_cost_of_ownership", "over all years"),
    ("racks", "", "racks"),
    ("equipment_power", "known_equipment_power", "of power"),
)
"""Figures of the site, what is known of them where nobody knows all, and what is said of them."""
CALLED = {
    "usable_capacity": "usable capacity",
    "write_bandwidth": "write bandwidth",
    "read_bandwidth": "read bandwidth",
    "capital_cost": "purchase",
    "total_cost_of_ownership": "cost of all years",
    "racks": "racks",
    "equipment_power": "power",
}
"""What they are called where they come or go as a whole."""
ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


@dataclass(frozen=True, slots=True)
class Effect:
    """One figure before and after; None is unknown."""

    name: str
    words: str
    unit: str
    before: float | None
    after: float | None
    currencies: tuple[str, str] = ("", "")

    def __str__(self) -> str:
        if self.before is None or self.after is None:
            if self.before is None:
                return f"{CALLED[self.name]} known now: {self._shown(self.after, 1)}"
            return f"{CALLED[self.name]} now unknown, was {self._shown(self.before, 0)}"
        if self.currencies[0] != self.currencies[1]:
            was = self._shown(self.before, 0)
            return f"{self._shown(self.after, 1)} {self.words}, was {was}"
        more = self.after - self.before
        if (
            self.name == "racks"
            and abs(more) == 1
            and max(self.before, self.after) <= len(ORDINALS)
        ):
            rack = ORDINALS[int(max(self.before, self.after)) - 1]
            return f"{_article(rack)} {rack} rack" if more > 0 else f"without the {rack} rack"
        more = in_digits(more, 3)  # of a difference, nobody asks for more digits
        words = "rack" if self.name == "racks" and abs(more) == 1 else self.words
        return f"{'+' if more > 0 else MINUS}{self._shown(abs(more), 0)} {words}"

    def _shown(self, value: float | None, which: int) -> str:
        if self.unit == "currency" and value is not None:
            return about(value, self.currencies[which])
        return show(value, self.unit)


def effects(before: Results, after: Results) -> tuple[Effect, ...]:
    """Give what differs between two plans; nothing, if none of the figures that matter does."""
    found = []
    for name, known, words in SHOWN:
        was, now = (results.values.get(("site", name)) for results in (before, after))
        if known and was is None and now is None:
            was, now = (results.values.get(("site", known)) for results in (before, after))
            words = f"{words} (known part)"
        unit = _unit(after, name)
        old, new = (one.plan.scenario.economics.currency for one in (before, after))
        currencies = (old, new) if unit == "currency" else ("", "")
        if not _same(was, now) or (currencies[0] != currencies[1] and (was or now)):
            found.append(Effect(name, words, unit, was, now, currencies))
    # What the years cost follows from the purchase: said only where it alone differs.
    bought = any(effect.name == "capital_cost" for effect in found)
    return tuple(e for e in found if not (bought and e.name == "total_cost_of_ownership"))


def effects_text(found: tuple[Effect, ...]) -> str:
    """Write effects in a line."""
    return ", ".join(map(str, found))


@dataclass(frozen=True, slots=True)
class Turn:
    """What became otherwise, for the better or not: what is said of it, and of what."""

    is_good: bool
    about: str
    what: tuple[str, ...]

    @property
    def tone(self) -> Tone:
        """The colour of it."""
        return "good" if self.is_good else "bad"

    def __str__(self) -> str:
        return f"{'✓' if self.is_good else '✗'} {self.about}: {', '.join(self.what)}"


UNFIT = "doesn't fit"
UNWISE = "warning"


def turned(before: Results, after: Results) -> tuple[Turn, ...]:
    """Give what became incompatible or compatible, and requirements judged otherwise."""
    return tuple(turn for turn in _turned(before, after) if turn.what)


def _turned(before: Results, after: Results) -> Iterator[Turn]:
    was, now = unfit(before), unfit(after)
    yield from (Turn(False, UNFIT, (one,)) for one in now if one not in was)
    yield from (Turn(True, "compatible again", (one,)) for one in was if one not in now)
    doubted = unsuited(before)
    yield from (Turn(False, UNWISE, (one,)) for one in unsuited(after) if one not in doubted)
    if now and not was:  # then nothing is met: that is no news of each requirement
        return
    judged, once = ({c.name: c.met for c in one.checks} for one in (after, before))
    changed = {name: met for name, met in judged.items() if once.get(name, ...) is not met}

    def named(verdict: bool | None, *, was_met: bool) -> tuple[str, ...]:
        those = (name for name, met in changed.items() if met is verdict)
        return tuple(label(name).lower() for name in those if (once.get(name) is True) is was_met)

    yield Turn(False, "no longer met", named(False, was_met=True))
    yield Turn(False, "not met", named(False, was_met=False))
    yield Turn(False, "now unknown", tuple(_unknown(after, changed, once)))
    yield Turn(True, "met now", named(True, was_met=False))


def _unknown(
    after: Results, changed: Mapping[str, bool | None], once: Mapping[str, bool | None]
) -> Iterator[str]:
    """Name the requirements that were met and may be no more, with what they wait for."""
    for name, met in changed.items():
        if met is None and once.get(name):
            waits = figures_waited_for(after, verdict_waits_for(after, name))
            yield label(name).lower() + f" ({', '.join(waits)} unknown)" * bool(waits)


def _article(word: str) -> str:
    return "an" if word[0] == "e" else "a"


def _unit(results: Results, name: str) -> str:
    return results.item("site", name).unit if ("site", name) in results.values else "1"


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=EQUAL)
