"""Schema of demand: growing user groups, a purge policy, or usage history.

The growth model of a group follows from its figures: a fixed amount per year (`added`), a share of
the volume (`growth`), or logistic growth towards a maximum (`ceiling`).
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
    Growth,
    PositiveBytes,
    PositiveCount,
    PositiveFactor,
    Seconds,
    Stated,
    Strict,
)

ByteChange = Annotated[float, Growth("byte/s", least=float("-inf"))]
ByteGrowth = Annotated[float, Growth("byte/s", per="day", example="133 TB/day")]
YearlyShare = Annotated[float, Figure("1", least=-0.99, most=10.0)]
NO_DEMAND = "'demand' is bytes of data: enter it in a data tier"
"""Error of a demand at a metadata tier."""
GroupName = Annotated[str, Field(pattern=r"^[^\W_][\w .-]*$", max_length=80)]


class DemandGroup(Strict):
    """Volume and growth of one user group."""

    name: GroupName
    """Name of the group."""
    volume: Annotated[Stated[Bytes], gives("group_volume")]
    added: Annotated[Stated[ByteChange] | None, gives("group_added")] = None
    """For example '20 TB/year'."""
    growth: Annotated[Stated[YearlyShare] | None, gives("group_growth")] = None
    """For example '25 %'."""
    ceiling: Annotated[Stated[PositiveBytes] | None, gives("group_ceiling")] = None
    """Growth slows down towards it."""

    @property
    def kind(self) -> Literal["added", "share", "ceiling"]:
        """The growth model that follows from the figures."""
        if self.growth is None:
            return "added"
        return "share" if self.ceiling is None else "ceiling"

    @model_validator(mode="after")
    def _grows_in_one_way(self) -> Self:
        if self.growth is not None and self.added is not None:
            raise ValueError("write either 'added' (bytes a year) or 'growth' (a share), not both")
        if self.growth is not None and self.volume.value == 0:
            raise ValueError("a share of zero is zero: write 'added' instead of 'growth'")
        if self.ceiling is not None:
            if self.growth is None:
                raise ValueError("'ceiling' needs 'growth', which fades towards it")
            if self.growth.value < 0:
                raise ValueError("'ceiling' requires growth: write a 'growth' above 0")
            if self.ceiling.value < self.volume.value:
                raise ValueError("'ceiling' must be at least the 'volume' of today")
        return self


class Endurance(Strict):
    """Writes of a reference system, to estimate drive writes per day (NERSC method)."""

    writes_per_day: Annotated[Stated[Factor], gives("reference_writes_per_day")]
    """For example 0.024."""
    drives: Annotated[Stated[PositiveCount], gives("reference_drives")]
    drive_capacity: Annotated[Stated[PositiveBytes], gives("reference_drive_capacity")]
    data_share: Annotated[
        Stated[Annotated[float, Figure("1", least=0.01, most=1.0)]], gives("reference_data_share")
    ]
    """0.8 for 8+2."""
    amplification: Annotated[Stated[PositiveFactor], gives("flash_write_amplification")]
    """For example 2.68."""


class Purge(Strict):
    """Purge policy (NERSC method): the capacity must hold what users add until it is purged."""

    after: Annotated[Stated[Seconds], gives("purge_time")]
    """For example '28 days'."""
    share: Annotated[
        Stated[Annotated[float, Figure("1", least=0.01, most=1.0)]] | None, gives("purged_share")
    ] = None
    """Default: one half."""
    improvement: Annotated[Stated[Factor] | None, gives("purge_improvement")] = None
    """A multiple: 2 if it doubles."""
    growth: Annotated[Stated[ByteGrowth] | None, gives("purge_growth")] = None
    """In usage, for example '133 TB/day'."""
    endurance: Endurance | None = None
    """Writes of the reference system, to compute the required drive endurance."""
    history: str | None = None
    """CSV file of daily usage with the columns date and bytes. Use instead of 'growth'."""

    @model_validator(mode="after")
    def _has_growth(self) -> Self:
        if (self.growth is None) == (self.history is None):
            raise ValueError("write either 'growth' or 'history', a file to find it in")
        return self


class History(Strict):
    """Usage history from which the forecast is sampled, by reshuffling its days many times."""

    file: str
    """CSV file next to the scenario, with the columns date and bytes. Days may be missing."""
    capacity: Annotated[Stated[PositiveBytes] | None, gives("history_capacity")] = None
    """What is stored there while purges go on can't exceed it."""
    quantile: Annotated[float, Figure("1", least=0.001, most=0.999)] = 0.9
    """Quantile of the sampled forecasts used for planning. The range is 5 to 95 %."""
    samples: Annotated[int, Field(strict=True, ge=100, le=10000)] = 1000
    """Number of sampled forecasts."""
    seed: Count = 1
    """Random seed. The same seed gives the same forecast."""
    purged: Flag | None = None
    """Whether files were purged while the history was recorded.

    If empty, it is unknown: the plan asks, and continues what was stored as it was recorded.
    """
    question: Literal["with_purge", "without_purge"] | None = None
    """What is forecast where files are purged: what will be stored while the purge goes on, or what
    would be stored without it.

    If empty, it is what would be stored without the purge: only days without a fall in usage count.
    """
    model: Literal["linear", "exponential"] | None = None
    """Growth by an amount, or by a share.

    If empty, it is by a share only if that forecasts the second half of the history clearly better
    from the first half.
    """

    @property
    def is_purged(self) -> bool:
        """Whether the forecast is what will be stored while the purge goes on."""
        return bool(self.purged) and self.question == "with_purge"

    @model_validator(mode="after")
    def _asks_what_it_can(self) -> Self:
        if self.question is not None and not self.purged:
            raise ValueError("'question' is for a history with purges: write 'purged: true' too")
        if self.model == "exponential" and self.purged:
            raise ValueError("purged data has no growth model: leave 'model' out")
        return self


class Demand(Strict):
    """Capacity demand by year: exactly one of groups, file, purge or history."""

    start: Day | None = None
    """Day of the purchase, from which years are counted. Required to show dates.

    A forecast from usage history includes the days between the end of the history and this day.
    If empty, the purchase is on the last day of the history.
    """
    groups: tuple[DemandGroup, ...] = ()
    """User groups, each with its growth."""
    file: str | None = None
    """CSV file of groups with the columns name, volume and, optionally, added, growth, ceiling."""
    growth: Annotated[Stated[YearlyShare] | None, gives("common_growth")] = None
    purge: Purge | None = None
    """Purge policy from which the capacity is derived."""
    history: History | None = None
    """Usage history from which the forecast is sampled."""
    tier: str | None = None
    """Data tier that grows with the demand of the site.

    Leave empty to use the tier that others drain into, or the only data tier; otherwise none grows.
    The demand of a tier is always met by blocks of that tier.
    """

    @property
    def source(self) -> Literal["groups", "purge", "history"]:
        """The field that the demand is computed from."""
        if self.purge is not None:
            return "purge"
        return "history" if self.history is not None else "groups"

    @property
    def files(self) -> list[str]:
        """Files of the demand, next to the scenario."""
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
            raise ValueError(f"'growth' applies to groups: leave it out with '{given[0]}'")
        names = [group.name for group in self.groups]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"two groups have the name '{twice[0]}': names must differ")
        return self


class Gateways(Strict):
    """Servers that copy from the old storage to the new."""

    count: Annotated[Stated[PositiveCount], gives("gateways")]
    rate: Annotated[Stated[ByteRate], gives("gateway_rate")]


class Migration(Strict):
    """Data to migrate from the current storage."""

    volume: Annotated[Stated[Bytes], gives("migration_volume")]
    source_rate: Annotated[Stated[ByteRate] | None, gives("migration_source_rate")] = None
    """Enter a measured one if possible."""
    gateways: Gateways | None = None
    """The servers that copy."""
    target_rate: Annotated[Stated[ByteRate] | None, gives("migration_target_rate")] = None
    """Leave empty to use the expected write bandwidth of the data tiers."""

    @model_validator(mode="after")
    def _is_limited(self) -> Self:
        if self.volume.value == 0:
            raise ValueError("there is no data to migrate: leave 'migration' out")
        return self
