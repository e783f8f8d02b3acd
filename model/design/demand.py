"""The schema of what is needed: groups of users that grow, a purge policy, or past usage.

A group grows by what its figures say: `added` so many bytes a year, `growth` by a share of itself,
and with a `ceiling` ever slower towards it.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from model.reading.binding import gives
from model.reading.fields import (
    ByteRate,
    Bytes,
    Count,
    Day,
    Factor,
    Figure,
    Flag,
    PositiveBytes,
    PositiveCount,
    PositiveFactor,
    Seconds,
    Stated,
    Strict,
)

ByteChange = Annotated[float, Figure("byte/s", least=float("-inf"))]
YearlyShare = Annotated[float, Figure("1", least=-0.99, most=10.0)]
NO_DEMAND = "'demand' counts bytes of data: write it at a tier that holds data"
"""What is wrong with one at a tier of metadata."""
GroupName = Annotated[str, Field(pattern=r"^[^\W_][\w .-]*$", max_length=80)]


class DemandGroup(Strict):
    """What one group of users keeps, and how it grows."""

    name: GroupName
    """Name of the group."""
    volume: Annotated[Stated[Bytes], gives("group_volume")]
    """What it keeps at the purchase."""
    added: Annotated[Stated[ByteChange] | None, gives("group_added")] = None
    """What it adds in a time, as in '20 TB/year'; negative: it shrinks."""
    growth: Annotated[Stated[YearlyShare] | None, gives("group_growth")] = None
    """Growth in a year as a share of itself, as in '25 %'."""
    ceiling: Annotated[Stated[PositiveBytes] | None, gives("group_ceiling")] = None
    """The most that it will ever keep: it grows ever slower towards it."""

    @property
    def kind(self) -> Literal["added", "share", "ceiling"]:
        """The model of growth that the figures ask for."""
        if self.growth is None:
            return "added"
        return "share" if self.ceiling is None else "ceiling"

    @model_validator(mode="after")
    def _grows_in_one_way(self) -> Self:
        if self.growth is not None and self.added is not None:
            raise ValueError("write either 'added' (bytes a year) or 'growth' (a share), not both")
        if self.growth is not None and self.volume.value == 0:
            raise ValueError("a share of nothing stays nothing: write 'added' in place of 'growth'")
        if self.ceiling is not None:
            if self.growth is None:
                raise ValueError("'ceiling' needs 'growth', which fades towards it")
            if self.growth.value < 0:
                raise ValueError("'ceiling' is for what grows: write a 'growth' above 0")
            if self.ceiling.value < self.volume.value:
                raise ValueError("'ceiling' must be at least the 'volume' of today")
        return self


class Endurance(Strict):
    """Writes of a reference system, by the method of NERSC: how often new flash will be written."""

    writes_per_day: Annotated[Stated[Factor], gives("reference_writes_per_day")]
    """The file system's writes of a day over the capacity of its drives, as in 0.024."""
    drives: Annotated[Stated[PositiveCount], gives("reference_drives")]
    """Drives of the reference system."""
    drive_capacity: Annotated[Stated[PositiveBytes], gives("reference_drive_capacity")]
    """Capacity of one of them."""
    data_share: Annotated[
        Stated[Annotated[float, Figure("1", least=0.01, most=1.0)]], gives("reference_data_share")
    ]
    """Share of its drives that is no parity, as in 0.8 for 8+2."""
    amplification: Annotated[Stated[PositiveFactor], gives("flash_write_amplification")]
    """Bytes that flash writes for each byte that it is sent, as in 2.68."""


class Purge(Strict):
    """A purge policy, by the method of NERSC: what users add must fit until it is purged."""

    after: Annotated[Stated[Seconds], gives("purge_time")]
    """Age at which files are purged, as in '28 days'."""
    share: Annotated[
        Stated[Annotated[float, Figure("1", least=0.01, most=1.0)]] | None, gives("purged_share")
    ] = None
    """Share of the capacity that a purge frees; half of it unless said otherwise."""
    improvement: Annotated[Stated[Factor] | None, gives("purge_improvement")] = None
    """How many times the work of the reference system is planned for."""
    growth: Annotated[Stated[ByteRate] | None, gives("purge_growth")] = None
    """Mean growth of the days that grew, as in '133 TB/day'."""
    endurance: Endurance | None = None
    """Writes of the reference system, where the endurance that drives need shall be said."""
    history: str | None = None
    """In place of 'growth': a CSV file of past usage by single days, columns date and bytes."""

    @model_validator(mode="after")
    def _has_growth(self) -> Self:
        if (self.growth is None) == (self.history is None):
            raise ValueError("write either 'growth' or 'history', a file to find it in")
        return self


class History(Strict):
    """Past usage that the forecast is drawn from: its days, shuffled many times."""

    file: str
    """A CSV file with the columns date and bytes, beside the scenario; days may be left out."""
    quantile: Annotated[float, Figure("1", least=0.5, most=0.999)] = 0.9
    """Share of the drawn futures that the planned one is not below; the band spans both sides."""
    samples: Annotated[int, Field(strict=True, ge=100, le=10000)] = 1000
    """Futures that are drawn."""
    seed: Count = 1
    """Where drawing begins: the same seed gives the same forecast."""
    purged: Flag = False
    """Whether files are purged there: only single days on which usage didn't fall count then."""


class Demand(Strict):
    """How much is needed, year by year: by exactly one of groups, file, purge, history."""

    start: Day | None = None
    """Day of the purchase, from which the years are counted; dates are only given with it.

    A forecast from past usage draws the days from its end to this one too; without it, the last
    day of the past is the purchase.
    """
    groups: tuple[DemandGroup, ...] = ()
    """Groups of users, each with its growth."""
    file: str | None = None
    """A CSV file of groups with the columns name, volume and, if wanted, added, growth, ceiling."""
    growth: Annotated[Stated[YearlyShare] | None, gives("common_growth")] = None
    """Growth in a year of each group that says none of its own, as a share of itself."""
    purge: Purge | None = None
    """A purge policy that the capacity follows from."""
    history: History | None = None
    """Past usage that the forecast is drawn from."""

    @property
    def source(self) -> Literal["groups", "purge", "history"]:
        """What the demand follows from."""
        if self.purge is not None:
            return "purge"
        return "history" if self.history is not None else "groups"

    @property
    def files(self) -> list[str]:
        """The files that it names, which stand beside the scenario."""
        of_history = self.history.file if self.history else None
        of_purge = self.purge.history if self.purge else None
        return [name for name in (self.file, of_history, of_purge) if name]

    @model_validator(mode="after")
    def _has_one_source(self) -> Self:
        given = [name for name in ("groups", "file", "purge", "history") if getattr(self, name)]
        if len(given) != 1:
            found = " and ".join(f"'{name}'" for name in given) or "none"
            raise ValueError(f"write exactly one of groups, file, purge, history; found {found}")
        if self.growth is not None and given[0] not in ("groups", "file"):
            raise ValueError(f"'growth' is that of groups: leave it out beside '{given[0]}'")
        names = [group.name for group in self.groups]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"two groups have the name '{twice[0]}': names must differ")
        return self


class Gateways(Strict):
    """The servers that copy from the old storage to the new."""

    count: Annotated[Stated[PositiveCount], gives("gateways")]
    """Servers that copy."""
    rate: Annotated[Stated[ByteRate], gives("gateway_rate")]
    """What one of them copies."""


class Migration(Strict):
    """What must be moved here from the storage of today."""

    volume: Annotated[Stated[Bytes], gives("migration_volume")]
    """What is to be moved."""
    source_rate: Annotated[Stated[ByteRate] | None, gives("migration_source_rate")] = None
    """What the source can be read, measured if it was."""
    gateways: Gateways | None = None
    """The servers that copy."""
    target_rate: Annotated[Stated[ByteRate] | None, gives("migration_target_rate")] = None
    """What the target takes of it; all that its data tiers commit to write, unless said."""

    @model_validator(mode="after")
    def _is_limited(self) -> Self:
        if self.volume.value == 0:
            raise ValueError("nothing is to be moved: leave 'migration' out")
        return self
