"""What is in use today, by target: how full the fullest is, and what can still be written."""

from __future__ import annotations

import datetime
from typing import Any

from model.installed.binary_sizes import share
from model.records import dataclass
from model.units.figures import show

DAYS_IN_A_YEAR = 365.25


@dataclass(frozen=True)
class Target:
    """A target: bytes in use, and bytes that users may fill of it, the used ones included."""

    name: str
    used: int
    fillable: int

    @property
    def full(self) -> float:
        """The share in use."""
        return self.used / self.fillable if self.fillable else 0.0


@dataclass(frozen=True)
class Inodes:
    """The inodes of a target: those in use, and all."""

    name: str
    used: int
    total: int


@dataclass(frozen=True)
class Growth:
    """What is added each year, up to a day, with its standard error; None if that is unknown."""

    rate: float
    day: datetime.date
    error: float | None = None

    def day_of(self, left: float, rate: float | None = None) -> datetime.date | None:
        """Return the day on which so much is added; None if it is never, or far away."""
        rate = self.rate if rate is None else rate
        if rate <= 0:
            return None
        try:
            return self.day + datetime.timedelta(days=left / rate * DAYS_IN_A_YEAR)
        except OverflowError:
            return None

    def range_of(self, left: float) -> Range | None:
        """Return the days between which so much is added; None without a standard error."""
        if self.error is None or self.day_of(left) is None:
            return None
        spread = ERRORS * self.error
        return self.day_of(left, self.rate + spread), self.day_of(left, self.rate - spread)


Range = tuple[datetime.date | None, datetime.date | None]
"""The first and the last day that are likely; None if the last is never."""
ERRORS = 2
"""Standard errors of the slope on either side: 95 % of lines through such days."""


@dataclass(frozen=True)
class Occupancy:
    """The use of a file system or cluster.

    `max_avail` is what can be stored until the fullest target is full, where the system itself says
    or computes so; otherwise it follows from equal shares for all targets.
    """

    name: str
    targets: tuple[Target, ...]
    inodes_used: int | None = None
    inodes: int | None = None
    max_avail: int | None = None
    used: int | None = None
    """Bytes in use, where they aren't the sum of the targets'."""
    fillable: int | None = None
    limit: str = ""
    """What keeps users from filling all, where tools of the system give shares of all."""
    growth: Growth | None = None
    """Bytes added each year, where usage over time is known."""
    inode_growth: Growth | None = None
    """Inodes added each year."""
    inodes_are_counted: bool = False
    """Whether they were counted over time; otherwise, they grow as bytes do."""
    today: datetime.date | None = None
    """The day of the import, to tell days that have passed."""
    inode_targets: tuple[Inodes, ...] = ()
    """Inodes by target: of one kind, each gets an equal share of what is added."""

    @property
    def bytes_used(self) -> int:
        """Bytes in use."""
        return sum(one.used for one in self.targets) if self.used is None else self.used

    @property
    def bytes_fillable(self) -> int:
        """Bytes that users may fill, the used ones included."""
        return sum(one.fillable for one in self.targets) if self.fillable is None else self.fillable

    @property
    def fullest(self) -> Target | None:
        """The target that is full first."""
        return max(self.targets, key=lambda one: one.full, default=None)

    @property
    def imbalance(self) -> float | None:
        """How much more of the fullest target is in use than of the emptiest, as a share."""
        shares = [one.full for one in self.targets]
        return max(shares) - min(shares) if len(shares) > 1 else None

    @property
    def until_full(self) -> int | None:
        """What can be written evenly over all targets until the first is full."""
        if self.max_avail is not None:
            return self.max_avail
        if not self.targets and self.used is not None and self.fillable is not None:
            return self.fillable - self.used
        left = [one.fillable - one.used for one in self.targets]
        return min(left) * len(left) if left else None

    @property
    def added_per_year(self) -> float | None:
        """Bytes added each year."""
        return None if self.growth is None else self.growth.rate

    @property
    def counted_from(self) -> datetime.date | None:
        """The last day with known usage, from which growth fills what the outputs say is free.

        The outputs have no date of their own: where they are newer, all is full later.
        """
        growth = self.growth or self.inode_growth
        return None if growth is None else growth.day

    @property
    def full_on(self) -> datetime.date | None:
        """The day on which the fullest target is full, if all grow as they did."""
        left = self.until_full
        return None if left is None or self.growth is None else self.growth.day_of(left)

    @property
    def full_between(self) -> Range | None:
        """The range of that day."""
        left = self.until_full
        return None if left is None or self.growth is None else self.growth.range_of(left)

    def full_on_of(self, target: Target) -> datetime.date | None:
        """The day on which a target is full, if what is added is spread evenly."""
        if self.growth is None:
            return None
        return self.growth.day_of((target.fillable - target.used) * len(self.targets))

    @property
    def _inodes_left(self) -> int | None:
        """What can be added until the first target has no inode left."""
        if self.inodes is None or self.inodes_used is None:
            return None
        return self.inodes - self.inodes_used

    @property
    def inodes_out_on(self) -> datetime.date | None:
        """The day on which the inodes run out, if what is added is spread evenly."""
        left = self._inodes_left
        days = [self.inodes_out_on_of(one) for one in self.inode_targets]
        if left is None or self.inode_growth is None:
            return None
        return min(
            (day for day in (self.inode_growth.day_of(left), *days) if day is not None),
            default=None,
        )

    @property
    def inodes_out_between(self) -> Range | None:
        """The range of that day."""
        day, growth = self.inodes_out_on, self.inode_growth
        if day is None or growth is None:
            return None
        return growth.range_of((day - growth.day).days / DAYS_IN_A_YEAR * growth.rate)

    def inodes_out_on_of(self, target: Inodes) -> datetime.date | None:
        """The day on which a target has no inode left.

        What is added to its kind (MDTs, OSTs) is in proportion to what the kind has in use.
        """
        if self.inode_growth is None or not self.inodes_used:
            return None
        kind = target.name[:3]
        alike = [one for one in self.inode_targets if one.name[:3] == kind]
        each = sum(one.used for one in alike) / self.inodes_used / len(alike)
        return self.inode_growth.day_of((target.total - target.used) / each) if each else None

    @property
    def figures(self) -> dict[str, Any]:
        """As a program reads them."""
        fullest = self.fullest
        return {
            "name": self.name,
            "used_bytes": self.bytes_used,
            "users_may_fill_bytes": self.bytes_fillable,
            "used_share": share(self.bytes_used, self.bytes_fillable),
            "fullest": fullest and {"target": fullest.name, "used_share": round(fullest.full, 4)},
            "imbalance_share": None if self.imbalance is None else round(self.imbalance, 4),
            "until_fullest_is_full_bytes": self.until_full,
            "max_avail_bytes": self.max_avail,
            "inodes_used": self.inodes_used,
            "inodes": self.inodes,
            "added_bytes_per_year": None
            if self.added_per_year is None
            else round(self.added_per_year),
            "counted_from": _iso(self.counted_from),
            "full_on": _iso(self.full_on),
            "full_between": _isos(self.full_between),
            "added_inodes_per_year": None
            if self.inode_growth is None
            else round(self.inode_growth.rate),
            "inodes_out_on": _iso(self.inodes_out_on),
            "inodes_out_between": _isos(self.inodes_out_between),
            "inode_targets": [
                {
                    "target": one.name,
                    "inodes_used": one.used,
                    "inodes": one.total,
                    "out_on": _iso(self.inodes_out_on_of(one)),
                }
                for one in self.inode_targets
            ],
            "targets": [
                {
                    "target": one.name,
                    "used_bytes": one.used,
                    "users_may_fill_bytes": one.fillable,
                    "full_on": _iso(self.full_on_of(one)),
                }
                for one in self.targets
            ],
        }

    @property
    def sentence(self) -> str:
        """As a person reads it."""
        used, most = (show(size, "byte") for size in (self.bytes_used, self.bytes_fillable))
        limit = f" ({self.limit})" if self.limit else ""
        part = _percent(share(self.bytes_used, self.bytes_fillable))
        text = f"{self.name}: {used} of {most}{limit} in use ({part})"
        fullest = self.fullest
        if fullest is not None and len(self.targets) > 1:
            text += f"; fullest {fullest.name}, {_percent(fullest.full)}"
            text += f" (emptiest {_percent(min(one.full for one in self.targets))})"
        if self.max_avail is not None:
            text += f"; {show(self.max_avail, 'byte')} can still be stored (MAX AVAIL)"
        elif self.until_full is not None and len(self.targets) > 1:
            text += f"; {show(self.until_full, 'byte')} can be written until the fullest is full"
        if self.inodes and self.inodes_used is not None:
            text += f"; {_percent(share(self.inodes_used, self.inodes))} of the inodes"
        if self.added_per_year is not None:
            sign = "+" * (self.added_per_year >= 0)
            text += f"; {sign}{show(self.added_per_year, 'byte')} a year"
        if self.full_on is not None:
            what = "the fullest" if len(self.targets) > 1 else "it"
            text += f", so {what} is full on {_days(self.full_on, self.full_between)}"
        if self.inodes_out_on is not None:
            text += f"; no inodes are left on {_days(self.inodes_out_on, self.inodes_out_between)}"
            text += "" if self.inodes_are_counted else ", if files stay as large as today"
        ends = [day for day in (self.full_on, self.inodes_out_on) if day is not None]
        if ends:
            text += f"; counted from {self.counted_from}, the last day of the usage table"
        if ends and self.today is not None and min(ends) < self.today:
            text += f"; {min(ends)} has passed, so the table is too old: add newer days"
        return text


def _iso(day: datetime.date | None) -> str | None:
    return None if day is None else day.isoformat()


def _isos(days: Range | None) -> list[str | None] | None:
    return None if days is None else [_iso(day) for day in days]


def _days(day: datetime.date, between: Range | None) -> str:
    """Write a day with its range."""
    text = day.isoformat()
    if between is None or between[0] is None:
        return text
    last = "never" if between[1] is None else between[1].isoformat()
    return f"{text} ({between[0].isoformat()} to {last})"


def _percent(part: float | None) -> str:
    return "unknown" if part is None else f"{part * 100:.0f} %"
