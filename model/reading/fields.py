"""The types of fields: text with a unit outside, a float in its base unit inside.

`capacity: Bytes` reads "10 TB" into 1e13. None of them may be negative. `Stated` wraps any of them
with the reason for the figure.
"""

from __future__ import annotations

import ast
import datetime
import functools
import inspect
import re
import textwrap
from collections.abc import Mapping
from contextvars import ContextVar
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    model_validator,
)
from pydantic_core import CoreSchema, core_schema

from model.errors import quoted, shortened
from model.records import NamedTuple, dataclass
from model.units.figures import UNITS, UnitError, grouped, parse, parse_money
from model.units.kinds import percent_meant

_BELOW: ContextVar[bool] = ContextVar("_BELOW", default=False)
"""Whether a schema is being built for a model: what it asks for then are models of its fields."""


class Strict(BaseModel):
    """The base of all that is read from YAML: no unknown field, no change after reading.

    A docstring under a field documents it; only the schemas and the messages about errors need it,
    so it is read from the source text, when they ask. Files of schemas do without
    `from __future__ import annotations`: texts of types take pydantic ten times as long to read.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        defer_build=True,
        # defaults, which pydantic else looks up for each field of each model by failing first
        protected_namespaces=(),
        alias_generator=None,
        field_title_generator=None,
        json_encoders=None,
        ignored_types=(),
        use_attribute_docstrings=False,
    )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Leave the schema of a field's model to the first file that states the field.

        Models that are told apart by their `kind` are built at once: pydantic must see it.
        """
        if _BELOW.get() and "kind" not in cls.model_fields:
            return core_schema.no_info_plain_validator_function(cls.model_validate)
        above = _BELOW.set(True)
        try:
            return handler(source)
        finally:
            _BELOW.reset(above)

    @classmethod
    def field_docs(cls) -> dict[str, str]:
        """Return the docstring under each field, those of the base classes included."""
        docs: dict[str, str] = {}
        for owner in reversed(cls.__mro__):
            if issubclass(owner, Strict) and owner is not Strict:
                docs.update(_docs_in_source(owner))
        return docs


@functools.cache  # each complaint asks anew, and there may be many
def _docs_in_source(owner: type) -> dict[str, str]:
    try:
        source = textwrap.dedent(inspect.getsource(owner))
    except (OSError, TypeError):  # a class made at run time, such as `Stated[float]`
        return {}
    body = ast.parse(source).body[0].body  # type: ignore[attr-defined]
    return {
        named.target.id: inspect.cleandoc(text.value.value)
        for named, text in pairwise(body)
        if isinstance(named, ast.AnnAssign)
        and isinstance(named.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }


class Amount(NamedTuple):
    """An amount or a price in base units, in one currency."""

    amount: float
    """The amount, or the price of one base unit (a joule, a second, a byte)."""
    currency: str
    """The ISO 4217 code of its currency."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Makes a field a figure of one unit, within bounds; written for people in error messages."""

    unit: str
    """The base unit, a key of `model.units.figures.UNITS`."""
    least: float = 0.0
    most: float = float("inf")
    above: float | None = None
    """A bound that the figure itself must not be."""

    def _written(self, value: Any) -> Any:
        if value is None:
            example = UNITS[self.unit].example
            raise UnitError(f"nothing is written here; write a figure such as '{example}'")
        return value

    def read(self, value: Any) -> float:
        """Return what is written as a float in the base unit."""
        figure = parse(self._written(value), self.unit)
        if self.unit == "1" and self.least >= 1 and "%" in str(value):
            raise UnitError(f"is a ratio, no share: write {figure:g} for {shortened(str(value))}")
        if refused := self.refused(figure, value):
            raise UnitError(refused)
        return figure

    def refused(self, figure: float, value: Any) -> str:
        """Say which bound a figure breaks, beside how it is written; nothing if it breaks none."""
        if self.above is not None and figure <= self.above and self.above >= self.least:
            must = f"above {_as_written(self.above, value)}"
        elif figure < self.least:
            must = f"at least {_as_written(self.least, value)}"
        elif not figure <= self.most:
            must = f"at most {_as_written(self.most, value)}"
        else:
            return ""
        meant = self.unit == "1" and percent_meant(value, figure, self.least, self.most)
        remedy = f": write a share{meant}" if meant else ""
        return f"must be {must}, is {shortened(str(value))}{remedy}"

    def __get_pydantic_core_schema__(self, _: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(self, _: CoreSchema, __: Any) -> dict[str, Any]:
        kind = UNITS[self.unit]
        types = ["number", "string"] if self.unit == "1" else "string"
        example = float(kind.example) if self.unit == "1" else kind.example
        return {"type": types, "title": kind.name.capitalize(), "examples": [example]}


@dataclass(frozen=True, slots=True)
class Growth(Figure):
    """Makes a field bytes over time, which messages write per year or day: nothing grows by /s."""

    per: str = "year"
    example: str = "20 TB/year"

    def read(self, value: Any) -> float:
        """Return what is written in bytes a second."""
        try:
            return Figure.read(self, value)
        except UnitError as error:
            what = str(error).replace(f"'{UNITS[self.unit].example}'", f"'{self.example}'")
            what = re.sub(r"(write|or) ('[^' ]+ [^' ]+)/s'", rf"\1 \2/{self.per}'", what)
            what = what.replace("wanted here: bandwidth", "wanted here: growth")
            raise UnitError(what) from None

    def __get_pydantic_json_schema__(self, _: CoreSchema, __: Any) -> dict[str, Any]:
        return {"type": "string", "title": "Growth", "examples": [self.example]}


_PARAMETERS = r"(?P<number>[0-9.,]+)\s*(?P<word>[MBTmbt])"
_TIMES = {"M": "e6", "B": "e9", "T": "e12"}
MOST_PARAMETERS = 1e18
"""A million times as many as the largest models have."""


class Named(Figure):
    """Makes a field a number of parameters, as models are called: 8B, 405 B, 1.8T."""

    def __init__(self) -> None:
        super().__init__("1", above=0.0)

    def read(self, value: Any) -> float:
        """Return a number of parameters: B are billions of 10^9, T trillions of 10^12."""
        named = re.fullmatch(_PARAMETERS, value.strip()) if isinstance(value, str) else None
        try:
            if named is None:
                figure = super().read(value)
            else:
                figure = super().read(f"{named['number']}{_TIMES[named['word'].upper()]}")
        except UnitError:
            wanted = "is no number of parameters: write one above 0, such as 405B or 1.8T"
            raise UnitError(f"{quoted(str(value))} {wanted}") from None
        if figure > MOST_PARAMETERS:
            most = f"{MOST_PARAMETERS:g}".replace("+", "")
            raise UnitError(f"{quoted(str(value))} is too many: write {most} at most, as in 405B")
        return figure


def _as_written(bound: float, value: Any) -> str:
    """Write a bound as the figure is written that it refuses: a percentage in percent."""
    if "%" in str(value):
        return f"{100 * bound:.12g} %"
    return grouped(bound) if bound >= 1e6 else f"{bound:.12g}"


@dataclass(frozen=True, slots=True)
class Price(Figure):
    """Makes a field an amount of money, or a price of something."""

    def read(self, value: Any) -> Amount:  # type: ignore[override]
        """Return what is written as an amount in the base unit and its currency."""
        price = Amount(*parse_money(self._written(value), self.unit))
        if refused := self.refused(price.amount, value):
            raise UnitError(refused)
        return price


_NUMBER_ALONE = re.compile(r"\s*[-+]?\d+\.?\d*\s*")
"""What pydantic would take for seconds since 1970."""


def _day(value: Any) -> Any:
    is_day = isinstance(value, str | datetime.date) and not isinstance(value, datetime.datetime)
    if not is_day or (isinstance(value, str) and _NUMBER_ALONE.fullmatch(value)):
        raise ValueError(f"found {shortened(str(value))}: write a date such as 2026-08-04")
    return value


Bytes = Annotated[float, Figure("byte")]
ByteRate = Annotated[float, Figure("byte/s")]
Seconds = Annotated[float, Figure("second")]
Watts = Annotated[float, Figure("watt")]
Kilograms = Annotated[float, Figure("kilogram")]
Metres = Annotated[float, Figure("metre")]
PositiveMetres = Annotated[float, Figure("metre", above=0.0)]
Hertz = Annotated[float, Figure("hertz")]
Volts = Annotated[float, Figure("volt")]
Amperes = Annotated[float, Figure("ampere")]
VoltAmperes = Annotated[float, Figure("voltampere")]
Iops = Annotated[float, Figure("1/second")]
TransferRate = Annotated[float, Figure("transfer/second")]
ErrorRate = Annotated[float, Figure("1/byte")]
Fraction = Annotated[float, Figure("1", 0.0, 1.0)]
Nines = Annotated[float, Figure("1", above=0.0, most=0.999999999)]
"""A share of the time: data are never reached always."""
Factor = Annotated[float, Figure("1")]
Share = Annotated[float, Figure("1", most=1.0, above=0.0)]
AtLeastOne = Annotated[float, Figure("1", least=1.0)]
Compression = Annotated[float, Figure("1", least=1.0, most=32768.0)]
PositiveFactor = Annotated[float, Figure("1", above=0.0)]
Parameters = Annotated[float, Named()]
PositiveBytes = Annotated[float, Figure("byte", above=0.0)]
PositiveByteRate = Annotated[float, Figure("byte/s", above=0.0)]
PositiveHertz = Annotated[float, Figure("hertz", above=0.0)]
PositiveIops = Annotated[float, Figure("1/second", above=0.0)]
PositiveVolts = Annotated[float, Figure("volt", above=0.0)]
PositiveAmperes = Annotated[float, Figure("ampere", above=0.0)]
FloorLoad = Annotated[float, Figure("kilogram/metre**2")]
PositiveSeconds = Annotated[float, Figure("second", above=0.0)]
MOST = 1_000_000_000
"""More than anybody buys of anything."""
Count = Annotated[int, Field(strict=True, ge=0, le=MOST)]
PositiveCount = Annotated[int, Field(strict=True, ge=1, le=MOST)]
Flag = Annotated[bool, Field(strict=True)]
Day = Annotated[datetime.date, BeforeValidator(_day)]
MOST_MONEY = 1e15
"""More than anybody pays, in any currency."""
Money = Annotated[Amount, Price("currency", most=MOST_MONEY)]
EnergyPrice = Annotated[Amount, Price("currency/joule")]
MoneyRate = Annotated[Amount, Price("currency/second")]
CapacityPrice = Annotated[Amount, Price("currency/byte")]

KEY = r"^[a-z0-9]+(-[a-z0-9]+)*$"
"""How keys of the catalog are written."""
CURRENCY = r"^[A-Z]{3}$"
"""How codes of currencies are written."""
NAME = r"^[^\W_][\w .-]*$"
LONGEST_NAME = 40
Name = Annotated[str, Field(pattern=NAME, max_length=LONGEST_NAME)]
"""A name that people read, and that stands in paths: letters, digits, spaces, dots and dashes."""

Status = Literal["stated", "assumed", "measured", "calibrated", "published"]
T = TypeVar("T")


class Stated(Strict, Generic[T]):
    """A figure with its reason: plain (`0.8`) or `{value: 0.8, because: …, status: …}`.

    `Stated[Share]` is a class of its own for each type of figure. It is made here, as pydantic
    takes twice as long for one of its generic models, and there are some fifty.
    """

    value: T
    """The figure itself."""
    because: str = ""
    """Why it is this one."""
    source: str = ""
    """Where it comes from: the key of a source of the scenario, or a text."""
    status: Status = "stated"
    """How it is known: stated by the owner, assumed, measured, calibrated, or published."""

    if not TYPE_CHECKING:

        def __class_getitem__(cls, kind: Any) -> type[Stated]:
            if kind not in _STATED:
                name = cls.model_parametrized_name((kind,))
                body = {"__module__": __name__, "__annotations__": {"value": kind}}
                _STATED[kind] = type(cls)(name, (cls,), body)
            return _STATED[kind]

        def __reduce__(self) -> tuple[Any, ...]:
            """Pickle a figure with its type, as no module has its class under a name."""
            return _blank, (repr(type(self).__annotations__["value"]),), self.__getstate__()

    @model_validator(mode="before")
    @classmethod
    def _wrap(cls, data: Any) -> Any:
        return data if isinstance(data, Mapping | Stated) else {"value": data}

    @model_validator(mode="after")
    def _has_reason(self) -> Self:
        if self.status != "stated" and not (self.because or self.source):
            raise ValueError(f"a figure that is {self.status} needs 'because' or 'source'")
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: Any) -> dict[str, Any]:
        """Allow the plain figure beside the mapping."""
        mapping = handler.resolve_ref_schema(handler(schema))
        return {"anyOf": [mapping["properties"]["value"], mapping]}


_STATED: dict[Any, type[Stated[Any]]] = {}
"""The classes of stated figures, by the types of their values."""


def _blank(kind: str) -> Stated[Any]:
    """Give a figure of a type to put what was pickled into; its type is told by how it prints."""
    stated = _stated(kind)
    return stated.__new__(stated)


@functools.cache
def _stated(kind: str) -> type[Stated[Any]]:
    return next(stated for known, stated in _STATED.items() if repr(known) == kind)
