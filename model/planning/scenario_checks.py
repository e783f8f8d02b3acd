"""Checks of parts and layouts in a scenario with invalid fields.

Parts are looked up as written. A layout is checked with its valid fields; invalid ones are replaced
by values compatible with any layout: a layout is rejected only if it is invalid whatever the
corrections.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError

from model.design.equipment import (
    PARTS_BESIDE,
    PIECES,
    Drives,
    Enclosures,
    FurtherEnclosures,
    Servers,
)
from model.design.given import kind_of_tier
from model.design.piece import Piece
from model.design.scenario import MOST_TIERS, Common
from model.design.states import States
from model.design.tier import Tier
from model.errors import InputError, Problem
from model.kinds.targets import AnyTarget, redundancy
from model.parts.catalog import Catalog, load_catalog
from model.planning.checks import wrong_figures, wrong_layout, wrong_parts
from model.planning.contradictions import without_reason
from model.reading.binding import bindings
from model.reading.documents import Document
from model.reading.fields import MOST, Flag, PositiveCount, Stated

_TARGETS: dict[str, type[BaseModel]] = {
    tag.tag: schema for schema, tag in map(get_args, get_args(AnyTarget))
}
"""Schema of each kind of target, by its tag in a scenario."""
MOST_MISSPELT = 50
"""Maximum number of unknown fields of a section to check for misspellings."""
_SCHEMAS: dict[str, type[Piece]] = {
    name: (get_args(kind) or (kind,))[0]
    for name, kind in ((name, Tier.model_fields[name].annotation) for name in PIECES)
}
"""Schema of each piece of equipment of a tier."""
_MANY = Stated[PositiveCount](value=MOST)
_YES = Stated[Flag](value=True)


def wrong_beside(document: Document, catalog: Catalog | None) -> Iterator[Problem]:
    """Return the problems of parts that are not in the catalog, and of layouts, in a document."""
    parts = list(_parts(document.data))
    try:
        catalog = catalog or load_catalog(needs={part for _, part in parts})
        wrong = [*wrong_parts(parts, catalog), *without_reason(_pieces(document.data), catalog)]
        for at, written in _tiers(document.data):
            wrong += _wrong_tier(written, at, catalog)
    except InputError as of_catalog:
        yield from of_catalog.problems
        return
    for path, what in wrong:
        yield Problem(document.place(tuple(path.split("."))), path, what)


def _listed(data: Any, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the mappings in a list with their paths, if it is a list."""
    entries = data.get(name) if isinstance(data, dict) else None
    for n, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict):
            yield f"{name}.{n}", entry


def _tiers(data: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return the tiers that have parts, with their paths."""
    tiers = islice(_listed(data, "tiers"), MOST_TIERS)
    return (entry for entry in tiers if kind_of_tier(entry[1]) == "built")


def _parts(data: Any) -> Iterator[tuple[str, str]]:
    """Return the catalog keys in all part fields, with their paths."""
    fields = *(f"{name}.part" for name in PIECES), *PARTS_BESIDE
    written = [(f"{at}.{field}", tier, field) for at, tier in _tiers(data) for field in fields]
    written += [(f"{at}.part", piece, "part") for at, piece in _listed(data, "common")]
    for at, owner, field in written:
        value: Any = owner
        for name in field.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        if isinstance(value, str):
            yield at, value
    pieces = [(f"{at}.{name}", tier.get(name)) for at, tier in _tiers(data) for name in PIECES]
    for at, piece in (*pieces, *_listed(data, "common")):
        named = piece.get("alternatives") if isinstance(piece, dict) else None
        for n, key in enumerate(named if isinstance(named, list) else ()):
            if isinstance(key, str):
                yield f"{at}.alternatives.{n}", key


def _pieces(data: Any) -> Iterator[tuple[str, Piece]]:
    """Return the pieces with a part, with their valid figures."""
    written = [
        (f"{at}.{name}", _section(tier, name), _SCHEMAS[name])
        for at, tier in _tiers(data)
        for name in PIECES
    ]
    written += [(at, piece, Common) for at, piece in _listed(data, "common")]
    for at, piece, schema in written:
        if isinstance(part := piece.get("part"), str):
            fields = [bound.field for bound in bindings(schema)]
            figures: dict[str, Any] = dict.fromkeys(fields)
            figures |= {name: _field(piece, schema, name, None) for name in fields if name in piece}
            yield at, schema.model_construct(**{"part": part, **figures})


def _wrong_tier(written: dict[str, Any], at: str, catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Return the problems of a tier's target that are independent of invalid fields."""
    target = _section(written, "target")
    schema = _TARGETS.get(redundancy(target))
    least = _least_target(target, schema) if schema else None
    tier = _outline(written, least) if least else None
    if tier is None or schema is None:
        return
    whole = _read(schema, target)
    known = tier if whole is None else tier.model_copy(update={"target": whole})
    yield from wrong_layout(known if tier.file_system else tier, at)
    if whole is not None and tier.holds and tier.drives.capacity is not _MANY:
        yield from wrong_figures(known, at, catalog)


def _outline(written: dict[str, Any], target: Any) -> Tier | None:
    """Return a tier with only the fields that target checks read; None if drives have no bays."""
    drives, states = _section(written, "drives"), _section(written, "states")
    places = ("per_enclosure", "per_server")
    counts = {place: _field(drives, Drives, place, _MANY) for place in places}
    if None not in counts.values() or not any(counts.values()):
        return None
    size = _field(drives, Drives, "capacity", _MANY)
    part = _field(drives, Drives, "part", None)
    per_server = _field(_section(written, "servers"), Servers, "per_block", _MANY)
    per_enclosure = _field(_section(written, "enclosures"), Enclosures, "per_block", _MANY)
    are_right = isinstance(_field(written, Tier, "states", None), States) or bool(states)
    failover = _field(states, States, "failover", _YES) if are_right else _YES
    return Tier.model_construct(
        name="",
        target=target,
        holds=_field(written, Tier, "holds", None),
        file_system=_field(written, Tier, "file_system", None),
        blocks=_field(written, Tier, "blocks", _MANY),
        servers=Servers.model_construct(per_block=per_server),
        enclosures=Enclosures.model_construct(per_block=per_enclosure),
        further_enclosures=_further_enclosures(written),
        drives=Drives.model_construct(**counts, capacity=size, part=part),
        states=States.model_construct(failover=failover),
    )


def _further_enclosures(written: dict[str, Any]) -> FurtherEnclosures | None:
    """Return further enclosures with their number of drives, if there are any."""
    section = _section(written, "further_enclosures")
    if not section and _field(written, Tier, "further_enclosures", _MANY) is None:
        return None
    names = ("per_block", "drives")
    counts = {name: _field(section, FurtherEnclosures, name, _MANY) for name in names}
    return FurtherEnclosures.model_construct(**counts)


def _least_target(target: dict[str, Any], schema: type[BaseModel]) -> BaseModel | None:
    """Return a target with the least demand for drives; None if its layout is invalid."""
    formats = {"format": "none"} if "format" in schema.model_fields else {}
    layout = {name: target[name] for name in ("redundancy", "layout") if name in target}
    least = _read(schema, {**layout, **formats})
    fields = (("per_block", None), ("reserved_spares", None), ("failure_domain", "server"))
    counted = {
        name: _field(target, schema, name, otherwise)
        for name, otherwise in fields
        if name in schema.model_fields
    }
    return None if least is None else least.model_copy(update=counted)


def _section(written: dict[str, Any], name: str) -> dict[str, Any]:
    section = written.get(name)
    return section if isinstance(section, dict) else {}


def _read(schema: type[BaseModel], data: Any) -> BaseModel | None:
    """Validate a written instance; None if it is invalid."""
    try:
        return schema.model_validate(data)
    except ValidationError:
        return None


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _field(written: dict[str, Any], schema: type[BaseModel], name: str, otherwise: Any) -> Any:
    """Return a validated field; `otherwise` if it is invalid, missing or probably misspelled."""
    known = schema.model_fields
    kind: Any = known[name].annotation
    if name in written:
        try:
            return _adapter(kind).validate_python(written[name])
        except ValidationError:
            return otherwise
    from model.reading.complaints import meant  # slow to import, and needed only here

    unknown = islice((str(other) for other in written if other not in known), MOST_MISSPELT)
    is_misspelt = any(meant(other, known) == name for other in unknown)
    return otherwise if is_misspelt or known[name].is_required() else known[name].default
