"""Schema of uncertainty ranges: the range of each figure, and correlated groups."""

from collections.abc import Iterator
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from model.errors import shortened
from model.reading.fields import Flag, Name, Strict

MOST_BANDS = 200
"""Maximum number of uncertain figures."""
MOST_VALUES = 1_000
"""Maximum number of observations of one figure."""
FORMS = (("low", "likely", "high"), ("median", "spread"), ("values",))
"""Field combinations of a range; exactly one of them must be complete."""


def _figure(value: Any) -> Any:
    """Accept a figure as written; its unit is that of the uncertain field."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        text = str(value).lower() if isinstance(value, bool) else str(value)
        found = "nothing" if value is None else shortened(text)
        raise ValueError(f"found {found}: write a figure of the field, as in '10 TB' or 0.8")
    return value


LimitText = Annotated[Any, BeforeValidator(_figure, json_schema_input_type=str | float)]


class Band(Strict):
    """Range of an uncertain figure: three points, a median and a factor, or observed values."""

    low: LimitText = None
    """Minimum; with 'likely' and 'high'."""
    likely: LimitText = None
    """Most likely value."""
    high: LimitText = None
    """Maximum."""
    median: LimitText = None
    """Median; with 'spread'."""
    spread: Annotated[float, Field(ge=1.0, le=100.0)] | None = None
    """Factor: two thirds of all values are from median/spread to median*spread."""
    values: Annotated[tuple[LimitText, ...], Field(min_length=1, max_length=MOST_VALUES)] | None = (
        None
    )
    """Observed values, each equally likely."""
    group: Name | None = None
    """Correlated group: all figures of a group are high or low together."""
    because: str = ""
    """Reason for the range."""
    source: str = ""
    """Source of the range: the key of a source of the scenario, or a text."""

    @model_validator(mode="before")
    @classmethod
    def _is_no_flag(cls, data: Any) -> Any:
        if isinstance(data, bool):
            raise ValueError(
                f"found {str(data).lower()}: only 'deliveries', 'prices' and 'failures' take that"
            )
        return data

    @model_validator(mode="after")
    def _has_one_form(self) -> Self:
        given = {name for form in FORMS for name in form if getattr(self, name) is not None}
        if given not in map(set, FORMS):
            found = " and ".join(f"'{name}'" for name in sorted(given)) or "none of them"
            raise ValueError(
                "write 'low', 'likely' and 'high', or 'median' and 'spread', or 'values'; "
                f"found {found}"
            )
        return self


class Bands(Strict):
    """Uncertain figures, by field path, such as `economics.energy_price`."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Band]

    deliveries: Flag = True
    """Whether stage efficiencies have the range seen in measured systems."""
    prices: Flag = True
    """Whether estimated prices have the range of their budget class."""
    failures: Flag = True
    """Whether failure rates and repair times that aren't entered have the range of the catalog,
    where availability or the probability of data loss is required.
    """

    @model_validator(mode="before")
    @classmethod
    def _are_not_too_many(cls, data: Any) -> Any:
        if isinstance(data, dict) and len(data) > MOST_BANDS:
            raise ValueError(f"has {len(data)} entries: at most {MOST_BANDS} are read")
        return data

    def figures(self) -> Iterator[tuple[str, Band]]:
        """Return each range with the path of its field."""
        yield from (self.__pydantic_extra__ or {}).items()
