"""What one stream got on measured systems: with the same file system and media, if there are any.

Sizes and layouts of one system count once: the median of its streams.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean, median

from model.design.tier import Tier
from model.kinds.file_systems import FILE_SYSTEMS
from model.parts.boxes import MeasuredStream
from model.parts.catalog import Catalog
from model.planning.chain import WAYS, is_local
from model.planning.servers import media_of
from model.planning.supply import Draft
from model.provenance import Provenance
from model.records import dataclass
from model.units.figures import show

ONE_IN_TWENTY = 1.645
"""Standard deviations that one value in twenty lies above."""
BEYOND = (
    "assumption: above what one stream in twenty gets, by how far streams of one file system "
    "differ; {seen} had less"
)


@dataclass(frozen=True, slots=True)
class SeenStreams:
    """What one stream got one way on comparable systems."""

    rates: tuple[float, ...]
    """Rate of each measurement."""
    typical: float
    """Median of the systems."""
    most: str
    """Key of the stream that got most with the same file system."""
    software: str
    """What served them, in words: that of the tier, or other file systems."""
    systems: int

    @property
    def between(self) -> str:
        """The lowest and the highest of the rates, in words."""
        low, high = (show(rate, "byte/s", digits=2) for rate in (min(self.rates), max(self.rates)))
        (figure, _, unit), (_, _, of_high) = low.rpartition(" "), high.rpartition(" ")
        return low if low == high else f"{figure if unit == of_high else low} to {high}"

    @property
    def where(self) -> str:
        """The systems, in words."""
        return f"{self.systems} measured system{'s' * (self.systems > 1)} with {self.software}"


def seen_streams(tier: Tier, way: str, catalog: Catalog) -> SeenStreams:
    """Return what one stream of a tier's file system, or else of any, was measured to get."""
    local = is_local(tier)
    rated = [
        (part, rate)
        for part in _measured(catalog)
        if part.local == local and (rate := getattr(part, f"{way}_bandwidth")) is not None
    ]
    by_nfs = FILE_SYSTEMS[tier.file_system].by_nfs and not local
    software = "nfs" if by_nfs else tier.file_system
    words = "NFS" if by_nfs else FILE_SYSTEMS[tier.file_system].title
    same = [one for one in rated if one[0].software == software]
    known = same or rated
    media = media_of(tier, catalog)
    alike = [one for one in known if one[0].media == media] or known
    systems: dict[tuple[str, str], list[float]] = defaultdict(list)
    for part, rate in alike:
        systems[part.software, part.vendor].append(rate)
    return SeenStreams(
        rates=tuple(rate for _, rate in alike),
        typical=median(median(rates) for rates in systems.values()),
        most=max(known, key=lambda one: one[1])[0].key,
        software=words if same else "other file systems",
        systems=len(systems),
    )


def _measured(catalog: Catalog) -> Iterable[MeasuredStream]:
    parts = (catalog.part(key) for key in catalog.keys_of_kind("measured-stream"))
    return [part for part in parts if isinstance(part, MeasuredStream)]


def deviation(catalog: Catalog, way: str) -> float:
    """Return by how much streams of one software differ: a standard deviation of logarithms."""
    logs: dict[str, list[float]] = defaultdict(list)
    for part in _measured(catalog):
        if (rate := getattr(part, f"{way}_bandwidth")) is not None:
            logs[part.software].append(math.log(rate))
    spread = [log - fmean(one) for one in logs.values() for log in one]
    return math.sqrt(sum(log * log for log in spread) / (len(spread) - len(logs)))


def put_streams(draft: Draft, tier: Tier, at: str) -> None:
    """Set what one stream gets: as stated, or else as on measured systems."""
    if tier.streams is None:
        return
    for way in WAYS:
        name, most = f"typical_stream_{way}_bandwidth", f"highest_stream_{way}_bandwidth"
        stated = getattr(tier.streams, f"{way}_bandwidth")
        if stated is not None:
            draft.state(most, stated, f"{at}.streams.{way}_bandwidth")
            continue
        seen = seen_streams(tier, way, draft.supply.catalog)
        draft.put(name, seen.typical, Provenance("default", because=_reason(seen)))
        highest, known = draft.supply.figure(seen.most, f"{way}_bandwidth")
        likely = seen.typical * math.exp(ONE_IN_TWENTY * deviation(draft.supply.catalog, way))
        if highest is None or likely > highest:
            highest, known = likely, Provenance("default", because=BEYOND.format(seen=seen.where))
        draft.put(most, highest, known)


def _reason(seen: SeenStreams) -> str:
    return f"assumption: the median of {seen.where}, where one stream got {seen.between}"
