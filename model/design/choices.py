"""Schema of a search: the open fields with their options, and the objective.

A choice is a field of the scenario with its options: a list of values, a range of numbers, or the
catalog parts of a kind that meet given limits.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Discriminator, Field, Tag, model_validator

from model.reading.fields import Flag, Fraction, Money, Strict

MOST_CHOICES = 40
"""Maximum number of open fields."""
MOST_OPTIONS = 2_000
"""Maximum number of options per field."""
Whole = Annotated[int, Field(strict=True, ge=0, le=1_000_000_000)]


class Steps(Strict):
    """A range of whole numbers."""

    from_: Whole = Field(alias="from")
    """First value."""
    to: Whole
    """Last possible value."""
    step: Annotated[int, Field(strict=True, ge=1)] = 1
    """Step size."""

    @model_validator(mode="after")
    def _has_an_order(self) -> Self:
        if self.to < self.from_:
            nothing = f"from {self.from_} to {self.to} is empty"
            raise ValueError(f"{nothing}: write the smaller number first")
        if len(self.numbers) > MOST_OPTIONS:
            raise ValueError(f"these are {len(self.numbers)} options: {MOST_OPTIONS} at most")
        return self

    @property
    def numbers(self) -> range:
        """The numbers of the range."""
        return range(self.from_, self.to + 1, self.step)


class Wanted(Strict):
    """Lower and upper limit of a part's figure."""

    least: str | float | None = None
    """Lower limit, such as '16 TB'."""
    most: str | float | None = None
    """Upper limit."""


def _figures_beside(schema: dict[str, Any]) -> None:
    """Allow figures without the key 'figures' in the JSON schema."""
    schema["additionalProperties"] = schema["properties"]["figures"]["additionalProperties"]


class Parts(Strict):
    """Catalog parts of a kind that meet given limits."""

    model_config = ConfigDict(json_schema_extra=_figures_beside)

    kind: str
    """Kind of part: hdd, ssd, enclosure, hba, nic, server …"""
    vendor: str = ""
    """Vendor. Leave empty for any."""
    price: Literal["", "known"] = ""
    """'known' for parts with a known price only."""
    figures: dict[str, Wanted] = Field({})
    """Limits of their figures. The word 'figures' may be omitted."""

    @model_validator(mode="before")
    @classmethod
    def _gather_figures(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        own = {name: value for name, value in data.items() if name in cls.model_fields}
        others = {name: value for name, value in data.items() if name not in own}
        return {**own, "figures": {**own.get("figures", {}), **others}} if others else own


Values = Annotated[tuple[Any, ...], Field(min_length=1, max_length=MOST_OPTIONS)]


class Objective(Strict):
    """Objective: minimise or maximise a figure of the site."""

    minimise: str = ""
    """Figure to minimise: capital_cost, racks, equipment_power …"""
    maximise: str = ""
    """Figure to maximise: planned_capacity, write_bandwidth …"""
    budget: Money | None = None
    """Maximum net purchase cost (capital_cost). In contrast, 'requirements.budget' is gross."""
    phase_budgets: dict[str, Money] = Field({})
    """Maximum net cost of each phase, by name, for `--phases`."""
    near: Fraction = 0.05
    """How much worse than the best design an alternative may be, as a share."""
    unknown_fits: Flag = True
    """Whether to include designs whose compatibility is unknown for lack of data."""

    @model_validator(mode="after")
    def _has_one_aim(self) -> Self:
        if bool(self.minimise) == bool(self.maximise):
            raise ValueError("write either 'minimise' or 'maximise'")
        return self


def _way(option: Any) -> str:
    """Return the form of the options, so that errors refer to this form only."""
    if isinstance(option, Steps | Parts):
        return "steps" if isinstance(option, Steps) else "parts"
    if not isinstance(option, dict):
        return "values"
    return "parts" if option.keys().isdisjoint({"from", "to", "step"}) else "steps"


Options = Annotated[
    Annotated[Values, Tag("values")]
    | Annotated[Steps, Tag("steps")]
    | Annotated[Parts, Tag("parts")],
    Discriminator(_way),
]
Choices = Annotated[dict[str, Options], Field(max_length=MOST_CHOICES)]
"""Search variables: field paths with the options of each."""
