"""The schema of bands: how far figures may be off, and which of them move together."""

from collections.abc import Iterator
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from model.errors import shortened
from model.reading.fields import Flag, Name, Strict

MOST_BANDS = 200
"""More figures than anybody has doubts about."""
MOST_VALUES = 1_000
"""More observations of one figure than a scenario lists."""
FORMS = (("low", "likely", "high"), ("median", "spread"), ("values",))
"""What a band is written as: one of these, whole."""


def _figure(value: Any) -> Any:
    """Take a figure as it is written: its unit is that of the field which the band is of."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        found = "nothing" if value is None else shortened(str(value))
        raise ValueError(f"found {found}: write a figure of the field, as in '10 TB' or 0.8")
    return value


LimitText = Annotated[Any, BeforeValidator(_figure, json_schema_input_type=str | float)]


class Band(Strict):
    """How far a figure may be off: by three points, by a factor, or by what was seen."""

    low: LimitText = None
    """The least that it may be; with 'likely' and 'high'."""
    likely: LimitText = None
    """What is most likely."""
    high: LimitText = None
    """The most that it may be."""
    median: LimitText = None
    """As often more as less; with 'spread'."""
    spread: Annotated[float, Field(ge=1.0, le=100.0)] | None = None
    """Factor: two times of three it is from the median over the factor to the median times it."""
    values: Annotated[tuple[LimitText, ...], Field(min_length=1, max_length=MOST_VALUES)] | None = (
        None
    )
    """What it was seen to be; each is as likely as the others."""
    group: Name | None = None
    """Figures of one group move together: all are high, or all are low."""
    because: str = ""
    """Why it is this band."""
    source: str = ""
    """Where it comes from: the key of a source of the scenario, or a text."""

    @model_validator(mode="before")
    @classmethod
    def _is_no_flag(cls, data: Any) -> Any:
        if isinstance(data, bool):
            raise ValueError(f"found {str(data).lower()}: only 'deliveries' and 'prices' take that")
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
    __pydantic_extra__: dict[str, Band] = Field(init=False)

    deliveries: Flag = False
    """Whether default stage efficiencies get the range seen in measured systems."""
    prices: Flag = False
    """Whether estimated prices get the range of their budget class."""

    @model_validator(mode="before")
    @classmethod
    def _are_not_too_many(cls, data: Any) -> Any:
        if isinstance(data, dict) and len(data) > MOST_BANDS:
            raise ValueError(f"has {len(data)} entries: at most {MOST_BANDS} are read")
        return data

    def figures(self) -> Iterator[tuple[str, Band]]:
        """Give each band with the path of the field that it is of."""
        yield from (self.__pydantic_extra__ or {}).items()
