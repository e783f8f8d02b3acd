"""Failure rates of drives in the field: of models with enough drive-days, and of their kind."""

from functools import cache
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, TypeAdapter, model_validator

from model.parts.cache import recalled
from model.parts.parts import Key, Source
from model.reading.documents import read_document, validate
from model.reading.fields import Fraction, Strict
from model.records import NamedTuple
from model.units.figures import show

FILE = Path(__file__).parents[2] / "catalogs/failure_rates/field.yaml"
FIELD_FILE = f"catalogs/failure_rates/{FILE.name}"
FEWEST_DAYS = 1_000_000
"""Drive-days from which the rate of a model counts: some ten failures and more.

With fewer, one quarter decides: Backblaze saw 1.11 % a year of ST24000NM002H in the first quarter
of 2025, and 3.29 % in that of 2026.
"""
DAYS_OF_YEAR = 365.25


class FailuresSeen(Strict):
    """Failures of the drives of one model, or of one kind, over a period."""

    what: str = Field(min_length=3)
    """Drives that were observed."""
    part: Key | None = None
    """Key of the part, for one model."""
    kind: Literal["hdd", "ssd"] | None = None
    """Kind of the drives, for drives of many models."""
    failures: int | None = Field(default=None, ge=0)
    """Drives that failed."""
    drive_days: int | None = Field(default=None, gt=0)
    """Days of all drives in service."""
    rate: Fraction | None = None
    """Share of the drives that fails in a year, where the drive-days aren't published."""
    low: Fraction | None = None
    """Least rate of a model, for drives of many models."""
    high: Fraction | None = None
    """Highest rate of a model, for drives of many models."""
    band: str = ""
    """Meaning of the least and the highest rate."""
    period: str
    """Period of the observation."""
    source: Source
    """Publication."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.part is None) == (self.kind is None):
            raise ValueError("write either 'part' or 'kind'")
        if (self.rate is None) == (self.failures is None or self.drive_days is None):
            raise ValueError("write either 'rate', or 'failures' and 'drive_days'")
        if self.kind is not None and (self.low is None or self.high is None):
            raise ValueError("write 'low' and 'high': the rates of the best and the worst model")
        return self

    @property
    def yearly(self) -> float:
        """Share of the drives that fails in a year."""
        if self.rate is not None:
            return self.rate
        assert self.failures is not None
        assert self.drive_days is not None
        return self.failures * DAYS_OF_YEAR / self.drive_days


class FieldRate(NamedTuple):
    """Failure rate of a drive in the field, with its band and its source."""

    rate: float
    low: float
    high: float
    text: str
    """Drives and period, with the band: for people."""
    source: str


@cache
def failures_seen() -> tuple[FailuresSeen, ...]:
    """Return the observations of the catalog; raise `InputError` if the file is faulty."""
    return recalled("failures", _read)


def _read() -> tuple[FailuresSeen, ...]:
    file = TypeAdapter(tuple[FailuresSeen, ...])
    return validate(file, read_document(FILE.read_bytes(), FIELD_FILE))


@cache
def field_rate(part: str | None, kind: str) -> FieldRate | None:
    """Return the rate of a drive: of its model if enough of them were seen, or of its kind."""
    of_model = [one for one in failures_seen() if part and one.part == part]
    days = sum(one.drive_days or 0 for one in of_model)
    if days >= FEWEST_DAYS:
        return _of_model(of_model, days)
    for one in failures_seen():
        if one.kind == kind and one.low is not None and one.high is not None:
            text = f"{one.what}, {one.period}; {one.band}: {_span(one.low, one.high)}"
            return FieldRate(one.yearly, one.low, one.high, text, str(one.source))
    return None


def _of_model(seen: list[FailuresSeen], days: int) -> FieldRate:
    rates = [one.yearly for one in seen]
    failures = sum(one.failures or 0 for one in seen)
    text = (
        f"{seen[0].what}: {failures:,} failures in {days:,} drive-days; "
        f"{'; '.join(one.period for one in seen)}; range over these periods: "
        f"{_span(min(rates), max(rates))}"
    )
    sources = "; ".join(dict.fromkeys(str(one.source) for one in seen))
    return FieldRate(failures * DAYS_OF_YEAR / days, min(rates), max(rates), text, sources)


def _span(low: float, high: float) -> str:
    least, most = (show(100 * rate, "1") for rate in (low, high))
    return f"{least} to {most} %"
