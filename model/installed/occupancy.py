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
    added_per_year: float | None = None
    """Bytes added each year, where usage over time is known up to `day`."""
    day: datetime.date | None = None

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
        left = [one.fillable - one.used for one in self.targets]
        return min(left) * len(left) if left else None

    @property
    def full_on(self) -> datetime.date | None:
        """The day on which the fullest target is full, if all grow as they did."""
        return self._full_on(self.until_full, self.added_per_year)

    def full_on_of(self, target: Target) -> datetime.date | None:
        """The day on which a target is full, if what is added is spread evenly."""
        if self.added_per_year is None:
            return None
        each = self.added_per_year / len(self.targets)
        return self._full_on(target.fillable - target.used, each)

    def _full_on(self, left: int | None, rate: float | None) -> datetime.date | None:
        if left is None or rate is None or self.day is None or rate <= 0:
            return None
        try:
            return self.day + datetime.timedelta(days=left / rate * DAYS_IN_A_YEAR)
        except OverflowError:
            return None

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
            "full_on": _iso(self.full_on),
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
        text = (
            f"{self.name}: {show(self.bytes_used, 'byte')} of {show(self.bytes_fillable, 'byte')} "
            f"in use ({_percent(share(self.bytes_used, self.bytes_fillable))})"
        )
        fullest = self.fullest
        if fullest is not None and len(self.targets) > 1:
            text += f"; fullest {fullest.name}, {_percent(fullest.full)}"
            text += f", {_percent(self.imbalance)} above the emptiest"
        if self.max_avail is not None:
            text += f"; {show(self.max_avail, 'byte')} can still be stored (MAX AVAIL)"
        elif self.until_full is not None and len(self.targets) > 1:
            text += f"; {show(self.until_full, 'byte')} more until the fullest is full"
        if self.inodes and self.inodes_used is not None:
            text += f"; {_percent(share(self.inodes_used, self.inodes))} of the inodes"
        if self.added_per_year is not None:
            sign = "+" * (self.added_per_year >= 0)
            text += f"; {sign}{show(self.added_per_year, 'byte')} a year"
        if self.full_on is not None:
            what = "the fullest" if len(self.targets) > 1 else "it"
            text += f", so {what} is full on {self.full_on.isoformat()}"
        return text


def _iso(day: datetime.date | None) -> str | None:
    return None if day is None else day.isoformat()


def _percent(part: float | None) -> str:
    return "unknown" if part is None else f"{part * 100:.0f} %"
