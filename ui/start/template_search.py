"""Designs to begin with, looked for beside the pages: by one thread for all, answers kept.

What was once asked is answered at once. Whoever asks for something else leaves; a search that
nobody waits for any more ends at its next step.
"""

from __future__ import annotations

import datetime
import logging
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import streamlit as st

from model.answers import verdict
from model.answers.levers import Levers, later_text, tried
from model.answers.racks import elevation
from model.answers.ranges import likely
from model.answers.results import Check
from model.clock import today
from model.search.families import TODAY
from model.search.start import Begun, Card, begin, price_range_text, uncertain_limit_text
from model.search.wishes import Wishes
from report.drawings import miniature

KEPT = 48
"""Searches whose answers are kept."""
FAILED = "The search failed. The server log gives the reason. Try other figures."
LOG = logging.getLogger(__name__)
SAID = (
    "usable_capacity",
    "write_bandwidth",
    "gross_capital_cost",
    "capital_cost",
    "racks",
    "rack_power",
    "equipment_rack_units",
    "all_servers",
    "all_drives",
)
"""Figures of a design that its card says."""


@dataclass(frozen=True)
class Shown:
    """A card as it is drawn; of the plan, only what is shown stays in memory."""

    card: Card
    figures: dict[str, float | None]
    checks: tuple[Check, ...]
    picture: str
    guess: str
    """What limits its bandwidth, where that misses what is asked, and nothing vouches for it."""
    likely: str
    """Between what its write bandwidth likely is."""
    together: str
    """In which share of cases all requirements are met."""
    price: tuple[str, ...]
    """Between what its price with VAT likely is."""
    later: str
    """What the prices of a later order follow."""


@dataclass
class Beginning:
    """One search: what it found so far."""

    wishes: Wishes
    kinds: tuple[str, ...]
    levers: Levers = TODAY
    """Changes of prices and dates at which designs are compared and shown."""
    day: datetime.date = field(default_factory=today)
    """The day on which its plans are begun."""
    begun: Begun | None = None
    shown: tuple[Shown, ...] = ()
    is_stopped: bool = False
    problem: str = ""
    left_out: tuple[str, ...] = ()
    """Kinds of storage that weren't looked at."""
    ended: threading.Event = field(default_factory=threading.Event)
    waiting: set[str] = field(default_factory=set)

    @property
    def done(self) -> float:
        """The share that is done."""
        return self.begun.done if self.begun else 0.0

    def asks(self, wishes: Wishes, kinds: Sequence[str], levers: Levers | None = None) -> bool:
        """Tell whether it is for these wishes and kinds, and shown with these levers, if any."""
        same = (self.wishes, self.kinds) == (wishes, tuple(sorted(kinds)))
        return same and levers in (None, self.levers)

    def run(self) -> None:
        """Search, as long as somebody waits."""
        try:
            for begun in begin(self.wishes, self.kinds, levers=self.levers, progress=self._goes_on):
                if begun.left_out:
                    self.left_out = begun.left_out
                else:
                    self._show(begun)
        except Exception:
            LOG.exception("a search for designs to begin with")
            self.problem = FAILED
        finally:
            self.ended.set()

    def _goes_on(self, *_: object) -> bool:
        return not self.is_stopped

    def _show(self, begun: Begun) -> None:
        """Plan the cards one by one; those that were shown before stay until all are there."""
        found: list[Shown] = []
        for card in begun.cards:
            if self.is_stopped:
                return
            found.append(_shown(card, self.levers))
            if len(found) > len(self.shown):
                self.begun, self.shown = begun, tuple(found)
        self.begun, self.shown = begun, tuple(found)


def _shown(card: Card, levers: Levers) -> Shown:
    planned = replace(card)
    results = tried(planned.results, levers)
    racks = elevation(results)
    figures = {name: results.values.get(("site", name)) for name in SAID}
    picture = miniature.svg(racks) if racks is not None else ""
    said = likely(results, "site", "write_bandwidth")
    limit, chance = uncertain_limit_text(results), verdict.together(results)
    price = tuple(price_range_text(results, card.wishes))
    return Shown(
        card,
        figures,
        tuple(results.checks),
        picture,
        limit,
        said,
        chance,
        price,
        later_text(planned.results),
    )


class Searches:
    """All searches of a server; the one asked for last is the last to be forgotten."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="search")
        self._known: OrderedDict[tuple[Wishes, tuple[str, ...], Levers], Beginning] = OrderedDict()
        self._lock = threading.Lock()

    def ask(
        self, wishes: Wishes, kinds: Sequence[str], who: str, levers: Levers = TODAY
    ) -> Beginning:
        """Return the search for some requirements, shown with sliders; start it if it is new."""
        key = wishes, tuple(sorted(kinds)), levers
        with self._lock:
            found = self._known.get(key)
            if found is None or found.is_stopped or found.problem or found.day != today():
                found = self._known[key] = Beginning(*key)
                self._worker.submit(found.run)
            self._known.move_to_end(key)
            found.waiting.add(who)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)[1].is_stopped = True
            return found

    def prepare(self) -> None:
        """Plan what templates leave open before anybody asks: then the first answer is quick."""
        self.ask(Wishes(), (), "nobody")

    def leave(self, beginning: Beginning, who: str) -> None:
        """Wait no longer; what nobody waits for, and isn't done, is stopped."""
        with self._lock:
            beginning.waiting.discard(who)
            if not beginning.waiting and not beginning.ended.is_set():
                beginning.is_stopped = True


@st.cache_resource(show_spinner=False)
def searches() -> Searches:
    """Give those of this server."""
    return Searches()
