"""The schema of a search: what may be chosen, and what the best design is.

A choice is a field of the scenario with its options: a list of values, so many from a number to
another, or the parts of the catalog of a kind that are as wanted.
"""

from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Discriminator, Field, Tag, model_validator

from model.reading.fields import Flag, Fraction, Money, Strict

MOST_CHOICES = 40
"""More fields than anybody leaves open."""
MOST_OPTIONS = 2_000
"""More options of one field than there are parts of a kind."""
Whole = Annotated[int, Field(strict=True, ge=0, le=1_000_000_000)]


class Steps(Strict):
    """Whole numbers from one to another."""

    from_: Whole = Field(alias="from")
    """The first of them."""
    to: Whole
    """The last one that may be reached."""
    step: Annotated[int, Field(strict=True, ge=1)] = 1
    """From one to the next."""

    @model_validator(mode="after")
    def _has_an_order(self) -> Self:
        if self.to < self.from_:
            nothing = f"from {self.from_} to {self.to} has nothing in it"
            raise ValueError(f"{nothing}: write the smaller number first")
        if len(self.numbers) > MOST_OPTIONS:
            raise ValueError(f"these are {len(self.numbers)} options: {MOST_OPTIONS} at most")
        return self

    @property
    def numbers(self) -> range:
        """The numbers themselves."""
        return range(self.from_, self.to + 1, self.step)


class Wanted(Strict):
    """What a figure of a part shall be at least, at most, or both."""

    least: str | float | None = None
    """The least, as in '16 TB'."""
    most: str | float | None = None
    """The most."""


def _figures_beside(schema: dict[str, Any]) -> None:
    """Say in the schema that each figure may be written without 'figures', too."""
    schema["additionalProperties"] = schema["properties"]["figures"]["additionalProperties"]


class Parts(Strict):
    """The parts of the catalog that are of a kind, and as wanted."""

    model_config = ConfigDict(json_schema_extra=_figures_beside)

    kind: str
    """Kind of part: hdd, ssd, enclosure, hba, nic, server …"""
    vendor: str = ""
    """Who makes them; anybody, unless said."""
    price: Literal["", "known"] = ""
    """'known': only those that a price was seen of."""
    figures: dict[str, Wanted] = Field({})
    """What their figures shall be; each may be written without 'figures', too."""

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
    """What is best: the least or the most of a figure of the site."""

    minimise: str = ""
    """Figure that shall be least: capital_cost, racks, equipment_power …"""
    maximise: str = ""
    """Figure that shall be most: planned_capacity, write_bandwidth …"""
    budget: Money | None = None
    """The most that the purchase may cost, net, as capital_cost; 'requirements.budget' is gross."""
    phase_budgets: dict[str, Money] = Field({})
    """The most that phases of the purchase may cost, net, each by its name, for `--phases`."""
    near: Fraction = 0.05
    """Share by which an alternative may be worse than the best."""
    unknown_fits: Flag = True
    """Whether a design counts that nobody knows to fit, where a datasheet is silent."""

    @model_validator(mode="after")
    def _has_one_aim(self) -> Self:
        if bool(self.minimise) == bool(self.maximise):
            raise ValueError("write either 'minimise' or 'maximise'")
        return self


def _way(option: Any) -> str:
    """Say in which way options are written, so that nothing is said of the others."""
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
"""The fields that are left open, by their paths, each with its options."""
