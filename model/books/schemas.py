"""JSON Schemas of the YAML files, for editors; `python -m model.books.schemas` writes them.

A description is the docstring of the field, after the title of the input to which it is bound.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from model.books.inputs import documented
from model.design.calibration import CalibrationFile
from model.design.scenario import Scenario
from model.parts.catalog import part_adapter
from model.parts.classes import BudgetClass
from model.parts.delivered import Delivered
from model.parts.field_failures import FailuresSeen
from model.parts.lead_times import DatedLeadTime
from model.parts.part_failures import PartFailure
from model.parts.price_ages import PriceAge, PriceConfidence
from model.parts.price_series import PriceSeries
from model.parts.prices import PublicPrice
from model.parts.quote_tables import TableForm
from model.parts.quotes import PriceBook, Quote
from model.parts.training_reads import Guide, Workload
from model.reading.fields import Strict

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"

_REF = re.compile(r'"#/\$defs/([^"]+)"')
_LATER = "function-plain"
_NUMBERED = re.compile(r"(model__.*__)(\d+)")

SOURCES: dict[str, tuple[str, Callable[[], TypeAdapter[Any]]]] = {
    "part": ("A part of the catalog", part_adapter),
    "scenario": ("A site: what it needs, and its design", lambda: TypeAdapter(Scenario)),
    "calibration": (
        "Free values of a scenario, and what they are fitted to",
        lambda: TypeAdapter(CalibrationFile),
    ),
    "class": ("What things of a kind cost, as a band", lambda: TypeAdapter(BudgetClass)),
    "delivered": (
        "What measured systems delivered of their upper bound",
        lambda: TypeAdapter(list[Delivered]),
    ),
    "failure_rate": (
        "How often drives failed in the field",
        lambda: TypeAdapter(list[FailuresSeen]),
    ),
    "part_failure": (
        "How often parts other than drives fail, and how long repairs take",
        lambda: TypeAdapter(list[PartFailure]),
    ),
    "training_read": (
        "What accelerators read in a training",
        lambda: TypeAdapter(list[Workload]),
    ),
    "training_guide": (
        "What guides ask of the storage of a machine that trains",
        lambda: TypeAdapter(list[Guide]),
    ),
    "lead_time": ("How long parts take to arrive", lambda: TypeAdapter(list[DatedLeadTime])),
    "prices": ("A buyer's own price book", lambda: TypeAdapter(PriceBook)),
    "quote": ("A vendor's quote", lambda: TypeAdapter(Quote)),
    "table": ("How a vendor writes tables", lambda: TypeAdapter(TableForm)),
    "price": ("What a part was seen to cost", lambda: TypeAdapter(PublicPrice)),
    "price_age": ("How prices age by kind of part", lambda: TypeAdapter(list[PriceAge])),
    "price_series": (
        "Dated prices by kind of part, from which price paths follow",
        lambda: TypeAdapter(PriceSeries),
    ),
    "price_confidence": (
        "How far prices may be off by confidence",
        lambda: TypeAdapter(list[PriceConfidence]),
    ),
}
"""The name of each schema, with its title and the factory of its type."""


class Documented(GenerateJsonSchema):
    """Generator that adds field docstrings, and builds schemas that are deferred."""

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        """Generate the JSON schema of a core schema."""
        later = schema.get("function", {}).get("function") if schema["type"] == _LATER else None
        owner = getattr(later, "__self__", None)
        if isinstance(owner, type) and issubclass(owner, Strict):
            owner.model_rebuild()
            known_as = f"{owner.__module__}.{owner.__qualname__}:{id(owner)}"
            schema = {"ref": known_as, **owner.__pydantic_core_schema__}
        return super().generate_inner(schema)

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Generate the JSON schema of a model."""
        found = super().model_schema(schema)
        owner = schema["cls"]
        names = {field.alias: name for name, field in owner.model_fields.items() if field.alias}
        docs = documented(owner) if issubclass(owner, Strict) else {}
        for name, described in found.get("properties", {}).items():
            described.pop("title", None)
            name = names.get(name, name)
            if name in docs:
                described["description"] = " ".join(docs[name].split())
        return found


def schemas() -> dict[str, dict[str, Any]]:
    """Return each JSON Schema by its name."""
    return {
        name: {"$schema": DIALECT}
        | _renumbered(make().json_schema(schema_generator=Documented))
        | {"title": title}
        for name, (title, make) in SOURCES.items()
    }


def _renumbered(schema: dict[str, Any]) -> dict[str, Any]:
    """Number definitions of the same name in the order of their use.

    Pydantic numbers them in the order of construction, which changes once a type is complete.
    """
    defs = schema.get("$defs", {})
    seen: dict[str, str] = {}
    counts: dict[str, int] = {}
    named = {name: inner for name, inner in defs.items() if not _NUMBERED.fullmatch(name)}
    for ref in _REF.findall(json.dumps([named, schema | {"$defs": {}}])):
        if ref not in seen and (numbered := _NUMBERED.fullmatch(ref)):
            counts[numbered[1]] = counts.get(numbered[1], 0) + 1
            seen[ref] = f"{numbered[1]}{counts[numbered[1]]}"
    text = _REF.sub(lambda found: f'"#/$defs/{seen.get(found[1], found[1])}"', json.dumps(schema))
    renamed: dict[str, Any] = json.loads(text)
    if defs:
        renamed["$defs"] = dict(
            sorted((seen.get(name, name), inner) for name, inner in renamed["$defs"].items())
        )
    return renamed


def texts() -> dict[str, str]:
    """Return the contents of each schema file, by file name."""
    return {
        f"{name}.schema.json": json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in schemas().items()
    }


def write_schemas(folder: Path = FOLDER) -> None:
    """Write the schema files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_schemas()
