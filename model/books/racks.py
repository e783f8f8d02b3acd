"""The chapter of what is packed into racks, made of the lines of a site's bill.

Which line stands in racks, and what sits in its pieces, is known before anything is counted; the
packing itself waits for the figures.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.books.site_facts import SiteFacts, Stand
from model.engine.batch import batched, greatest, is_unknown, same
from model.engine.ops import Num
from model.engine.quantity import Book, Rows
from model.formulas.space import racks
from model.procedures.packing import (
    Device,
    Group,
    Limits,
    Packing,
    Rack,
    cords,
    fullest_leg,
    known_sum,
    pack,
    whole_units,
)
from model.records import dataclass

LIMITS = ("usable_rack_units", "rack_mounting_depth", "rack_load_limit")
"""What limits a rack beside its power, in the order in which a packing is told."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A packing, and what every rack has a share of: lines that take no units, as cords."""

    packing: Packing
    weight_of_each: float
    power_of_each: float

    def weight(self, rack: Rack) -> float:
        """Weight of what is in a rack, as far as it is known."""
        return rack.weight + self.weight_of_each

    def power(self, rack: Rack) -> float:
        """Power of what is in a rack, as far as it is known."""
        return rack.power + self.power_of_each


def reads(stands: Sequence[Stand]) -> tuple[tuple[str, str], ...]:
    """Give what is read of the lines, by path and name, in the order in which it is used."""
    return tuple(read for stand in stands for read in _reads_of(stand))


def _reads_of(stand: Stand) -> Iterator[tuple[str, str]]:
    yield from stand.growth
    if stand.beside:
        yield from ((stand.path, "line_weight"), (stand.path, "line_power"))
        return
    for name in ("line_count", "unit_rack_units", "unit_weight", "unit_power"):
        yield stand.path, name
    if stand.blocks:
        yield stand.tier, "blocks"
    for name in filter(None, (stand.depth, stand.supplies)):
        yield "" if stand.of_site else stand.tier, name
    for path, number in stand.holds:
        if number:
            yield from ((path, "unit_weight"), (path, "unit_power"), (stand.tier, number))
        else:
            yield from ((path, "line_weight"), (path, "line_power"))


@dataclass(frozen=True, slots=True)
class Standing:
    """A line with its figures: how many, in how many blocks, and what one is with all in it."""

    stand: Stand
    count: float
    blocks: float
    device: Device
    bare_weight: float


def standing(stands: Sequence[Stand], figures: Sequence[float]) -> list[Standing]:
    """Make devices of the figures of the lines, read in the order of `reads`."""
    left = iter(figures)
    return [_standing(stand, left) for stand in stands]


def _standing(stand: Stand, left: Iterator[float]) -> Standing:
    owned, bought = (same(next(left)), same(next(left))) if stand.growth else (1.0, 1.0)
    growth = owned / bought if bought else 1.0
    if stand.beside:
        all_of_it = Device(stand.path, 0.0, weight=next(left), power=next(left))
        return Standing(stand, growth, 1.0, all_of_it, 0.0)
    count, units = same(next(left)), same(next(left))
    weight, power = next(left), next(left)
    blocks = same(next(left)) if stand.blocks else 1.0
    depth = same(next(left)) if stand.depth else math.nan
    supplies = same(next(left)) if stand.supplies else math.nan
    bare = weight
    for _, number in stand.holds:
        held_weight, held_power = next(left), next(left)
        times = next(left) if number else 1.0 / count if count else 0.0
        weight, power = weight + held_weight * times, power + held_power * times
    if stand.whole and units > 1:  # what is given as a whole fills racks unit by unit
        count, units, weight, power = count * units, 1.0, weight / units, power / units
    device = Device(stand.path, units, depth, weight, power, supplies, stand.on_top)
    return Standing(stand, count * growth, blocks * (growth if stand.blocks else 1.0), device, bare)


def most_drawn(stands: Sequence[Stand], figures: Sequence[float]) -> float:
    """Give the power of the device that draws most, of those known: a rack must give that."""
    found = standing(stands, figures)
    drawn = [one.device.power for one in found if one.count > 0 and one.device.units > 0]
    return max((power for power in drawn if not math.isnan(power)), default=0.0)


def _groups(found: Sequence[Standing], limits: Limits) -> list[Group]:
    """Put the lines of a tier together, as many of each as a block has, if that is whole."""
    groups: dict[tuple[str, int], list[tuple[Device, int]]] = {}
    for n, one in enumerate(found):
        count = math.ceil(one.count - 1e-9)
        if not count or one.device.units == 0:
            continue
        each, rest = divmod(count, one.blocks) if one.blocks >= 1 else (0, count)
        if one.stand.blocks and each and not rest:
            groups.setdefault((one.stand.tier, int(one.blocks)), []).append((one.device, int(each)))
        else:  # no block's, or of the tier as a whole: one by one
            loose = (
                whole_units(one.device, count, limits)
                if one.device.units > 0
                else [(one.device, count)]
            )
            for k, (device, times) in enumerate(loose):
                groups[f"{one.stand.path} {n} {k}", times] = [(device, 1)]
    return [Group(name, count, tuple(of)) for (name, count), of in groups.items()]


def _packed(
    stands: tuple[Stand, ...], limits: Limits, figures: Sequence[float]
) -> tuple[list[Standing], Packed | None]:
    """Pack the lines; None where a line's count is unknown, or they are too many.

    Growth needs infinitely many blocks if one holds nothing.
    """
    found = standing(stands, figures)
    if not all(math.isfinite(one.count + one.blocks) for one in found):
        return found, None
    packing = pack(_groups(found, limits), limits)
    if packing is None:
        return found, None
    count = max(1, len(packing.racks))
    beside = [one for one in found if one.device.units == 0]
    weight = known_sum(one.device.weight * one.count for one in beside)
    power = known_sum(one.device.power * one.count for one in beside)
    return found, Packed(packing, weight / count, power / count)


packed = lru_cache(32)(_packed)
"""All answers of a plan are drawn from one packing."""


@dataclass(frozen=True, slots=True)
class Known:
    """What an answer is drawn from: the packing, its lines, and what is left of a rack's feeds."""

    packed: Packed
    lines: Sequence[Standing]
    limits: Limits
    legs: float
    share: float

    def most(self, of: Callable[[Rack], float]) -> float:
        """Give the most of all racks."""
        most: float = greatest(map(of, self.packed.packing.racks))
        return most

    def phase_power(self) -> float:
        """Give what the fullest phase of any rack carries with the feeds that are left."""
        legs, share = round(self.legs), self.share
        beside = self.packed.power_of_each / max(1, legs)
        return beside + self.most(lambda rack: fullest_leg(rack, legs, share))

    def deepest(self) -> float:
        """Give the greatest known depth of a device that stands in a rack."""
        depths = (one.device.depth for one in self.lines if one.count and one.device.units)
        return max((depth for depth in depths if not math.isnan(depth)), default=0.0)

    def settled(self) -> float:
        """Give 0 where devices may fill further racks by what isn't known of them, else 1."""
        by_weight, by_power = (not is_unknown(x) for x in (self.limits.load, self.limits.power))
        return float(
            all(
                (rack.weighed or not by_weight) and (rack.metered or not by_power)
                for rack in self.packed.packing.racks
            )
        )

    def cords(self) -> float:
        """Give the most cords that devices of a rack have."""
        return self.most(cords)

    def heaviest(self) -> float:
        """Give the weight of the heaviest device before anything is put into it."""
        weights = (one.bare_weight for one in self.lines if one.count and one.device.units)
        heaviest: float = greatest(weights)
        return heaviest


Answer = Callable[[Known], float]
ANSWERS: Mapping[str, Answer] = {
    "packed_racks": lambda known: len(known.packed.packing.racks),
    "racks_settled": Known.settled,
    "placed_devices": lambda known: known.packed.packing.placed,
    "rack_devices": lambda known: known.packed.packing.placed + known.packed.packing.unplaced,
    "refused_devices": lambda known: known.packed.packing.refused,
    "rack_load": lambda known: known.most(known.packed.weight),
    "rack_power": lambda known: known.most(known.packed.power),
    "heaviest_device": Known.heaviest,
    "deepest_known_device": Known.deepest,
    "deepest_device": Known.deepest,
    "phase_power": Known.phase_power,
    "rack_cords": Known.cords,
}
"""How each figure is read from a packing."""


def packing(facts: SiteFacts) -> Book:
    """Packing of racks."""
    return _chapter(facts.stands, facts.fed, _is_required(facts))


def packing_in_year(facts: SiteFacts) -> Book:
    """Packing of racks in a year."""
    return _year_chapter(facts.later_stands, facts.fed, _is_required(facts))


LEGS = ("phases_left", "feeds_left", "rack_feeds")
"""What is read of the feeds, in the order in which it is used."""


def packing_of(
    facts: SiteFacts, figure: Callable[[str, str], float]
) -> tuple[list[Standing], Packed | None]:
    """Pack as the chapter does, by the figures at paths below the site, to see what is where."""
    units, depth, load = (figure("", name) for name in LIMITS)
    of_power = (figure("", name) for name in _power_limits(facts.fed, _is_required(facts)))
    power = min((x for x in of_power if not math.isnan(x)), default=math.nan)
    figures = tuple(figure(at, name) for at, name in reads(facts.stands))
    return packed(facts.stands, Limits(units, depth, load, power), figures)


def _is_required(facts: SiteFacts) -> bool:
    return "rack_power" in facts.required


def _power_limits(fed: bool, required: bool) -> list[str]:
    limits = ["rack_power_limit", *["rack_power_left"] * fed]
    return limits + ["required_rack_power"] * required


@cache
def _chapter(stands: tuple[Stand, ...], fed: bool, required: bool) -> Book:
    chapter = Book("packing of racks", topic="fit")
    power_limits = _power_limits(fed, required)
    of_site = tuple(("", name) for name in (*power_limits, *LEGS * fed))
    read, first = of_site + reads(stands), len(of_site)
    counted = tuple(number for stand in stands for _, number in stand.holds if number)
    names = (*LIMITS, *(name for _, name in read))
    figures = (*racks.PACKING, *racks.PACKING_ON_FEEDS * fed)
    answers = tuple(ANSWERS[figure.name] for figure in figures)
    known = partial(_known, stands, len(power_limits), first)
    for n, (figure, answer) in enumerate(zip(figures, answers, strict=True)):
        needed = {*figure.sizes, *figure.needed, *counted}
        asked = [k for k, name in enumerate(names) if name in needed and name not in LIMITS]
        figure.add_to(
            chapter,
            _run(answer, known, asked),
            rows_of=_column(answers, known, n, asked),
            reads=read,
            may_lack=tuple(name for name in dict.fromkeys(names) if name not in needed),
        )
    return chapter


@cache
def _year_chapter(stands: tuple[Stand, ...], fed: bool, required: bool) -> Book:
    chapter = Book("packing of racks in a year", topic="cost")
    power_limits = _power_limits(fed, required)
    read = tuple(("", name) for name in power_limits) + reads(stands)
    names = (*LIMITS, *(name for _, name in read))
    figure, answer = racks.YEAR_PACKING, ANSWERS["packed_racks"]
    counted = tuple(number for stand in stands for _, number in stand.holds if number)
    needed = {*figure.sizes, *counted}
    asked = [k for k, name in enumerate(names) if name in needed and name not in LIMITS]
    known = partial(_known, stands, len(power_limits), len(power_limits))
    figure.add_to(
        chapter,
        _run(answer, known, asked, too_many=0.0),
        rows_of=_column((answer,), known, 0, asked, too_many=0.0),
        reads=tuple((f"../{at}".rstrip("/"), name) for at, name in read),
        may_lack=tuple(name for name in dict.fromkeys(names) if name not in needed),
    )
    return chapter


def _known(
    stands: tuple[Stand, ...],
    power_limits: int,
    first: int,
    pack: Callable[..., tuple[list[Standing], Packed | None]],
    figures: Sequence[float],
) -> Known | None:
    """Pack by the figures of the limits, of the feeds, and of the lines."""
    limits, rest = figures[: len(LIMITS)], figures[len(LIMITS) :]
    power = min((x for x in rest[:power_limits] if not is_unknown(x)), default=math.nan)
    units, depth, load = same(limits[0]), same(limits[1]), limits[2]
    limits_of_one = Limits(units, depth, load, power)
    lines, found = pack(stands, limits_of_one, tuple(rest[first:]))
    if found is None:
        return None
    legs, left, feeds = map(same, rest[power_limits:first] or (1.0, 1.0, 1.0))
    return Known(found, lines, limits_of_one, legs, left / feeds)


def _run(
    answer: Answer,
    known: Callable[..., Known | None],
    asked: Sequence[int],
    too_many: float = math.nan,
) -> Callable[..., float]:
    """Make the procedure of one answer, which is `too_many` where devices can't all be packed."""

    def run(
        usable_rack_units: Num, rack_mounting_depth: Num, rack_load_limit: Num, *others: Num
    ) -> float:
        limits = usable_rack_units, rack_mounting_depth, rack_load_limit
        # unknown is always the same object, so that a packing is found again
        figures = [math.nan if x != x else x for x in map(float, (*limits, *others))]
        if any(math.isnan(figures[n]) for n in asked):
            return math.nan
        found = known(packed, figures)
        if found is None:
            return math.nan if math.isnan(figures[0]) else too_many
        return float(answer(found))

    return run


@lru_cache(4)
def _every(
    answers: tuple[Answer, ...],
    known: Callable[..., Known | None],
    rows: bytes,
    width: int,
    too_many: float,
) -> NDArray[np.float64]:
    """Give all answers to each of many rows of figures; rows that are equal are packed once."""

    def answered(*figures: Any) -> list[Any]:
        found = known(_packed, figures)
        lacks = math.nan if is_unknown(figures[0]) else too_many
        return [lacks if found is None else answer(found) for answer in answers]

    whole = np.ascontiguousarray(np.frombuffer(rows).reshape(-1, width))
    # By their bytes: so an unknown figure equals itself.
    as_bytes = whole.view(np.dtype((np.void, whole.itemsize * width))).ravel()
    _, first, which = np.unique(as_bytes, return_index=True, return_inverse=True)
    return batched(answered, whole[first], len(answers))[which.ravel()]


def _column(
    answers: tuple[Answer, ...],
    known: Callable[..., Known | None],
    at: int,
    asked: Sequence[int],
    too_many: float = math.nan,
) -> Rows:
    """Make what gives one answer to each row."""

    def rows_of(rows: NDArray[np.float64]) -> NDArray[np.float64]:
        lacks = np.isnan(rows[:, asked]).any(axis=1)
        found = _every(answers, known, rows.tobytes(), rows.shape[1], too_many)
        return np.where(lacks, math.nan, found[:, at])

    return rows_of
