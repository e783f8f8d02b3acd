"""What is wrong with a scenario beside its fields, where some of these are wrong too.

Parts are looked up as they are written. A layout is checked with those fields that are right; what
isn't stands in as what any layout fits: nothing is refused that may be right once it is mended.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError

from model.design.given import kind_of_tier
from model.design.scenario import MOST_TIERS, Common
from model.design.states import States
from model.design.tier import (
    PARTS_BESIDE,
    PIECES,
    AnyTarget,
    Drives,
    Enclosures,
    FurtherEnclosures,
    Piece,
    Servers,
    Tier,
)
from model.errors import InputError, Problem
from model.kinds.targets import redundancy
from model.parts.catalog import Catalog, load_catalog
from model.planning.checks import wrong_figures, wrong_layout, wrong_parts
from model.planning.contradictions import without_reason
from model.reading.binding import bindings
from model.reading.documents import Document
from model.reading.fields import MOST, Flag, PositiveCount, Stated

_TARGETS: dict[str, type[BaseModel]] = {
    tag.tag: schema for schema, tag in map(get_args, get_args(AnyTarget))
}
"""The schema of each kind of target, by how a scenario says it."""
MOST_MISSPELT = 50
"""Unknown fields of a section that are looked at for a misspelt one."""
_SCHEMAS: dict[str, type[Piece]] = {
    name: (get_args(kind) or (kind,))[0]
    for name, kind in ((name, Tier.model_fields[name].annotation) for name in PIECES)
}
"""The schema of each piece of equipment of a tier."""
_MANY = Stated[PositiveCount](value=MOST)
_YES = Stated[Flag](value=True)


def wrong_beside(document: Document, catalog: Catalog | None) -> Iterator[Problem]:
    """Say which parts the catalog lacks, and which layouts don't fit, in a document."""
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
    """Give the mappings in a list with their paths, if it is one."""
    entries = data.get(name) if isinstance(data, dict) else None
    for n, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict):
            yield f"{name}.{n}", entry


def _tiers(data: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give the tiers that aren't given as a whole, with their paths."""
    tiers = islice(_listed(data, "tiers"), MOST_TIERS)
    return (found for found in tiers if kind_of_tier(found[1]) == "built")


def _parts(data: Any) -> Iterator[tuple[str, str]]:
    """Give the parts that are named where parts may be, with the paths of their fields."""
    fields = *(f"{name}.part" for name in PIECES), *PARTS_BESIDE
    written = [(f"{at}.{field}", tier, field) for at, tier in _tiers(data) for field in fields]
    written += [(f"{at}.part", piece, "part") for at, piece in _listed(data, "common")]
    for at, owner, field in written:
        found: Any = owner
        for name in field.split("."):
            found = found.get(name) if isinstance(found, dict) else None
        if isinstance(found, str):
            yield at, found
    pieces = [(f"{at}.{name}", tier.get(name)) for at, tier in _tiers(data) for name in PIECES]
    for at, piece in (*pieces, *_listed(data, "common")):
        named = piece.get("alternatives") if isinstance(piece, dict) else None
        for n, key in enumerate(named if isinstance(named, list) else ()):
            if isinstance(key, str):
                yield f"{at}.alternatives.{n}", key


def _pieces(data: Any) -> Iterator[tuple[str, Piece]]:
    """Give the pieces that name a part, with those of their figures that are right."""
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
    """Say what is wrong with the target of a tier, as far as what is right tells."""
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
    """Give a tier with only what the checks of its target read; None if drives have no place."""
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
    """Give further enclosures with how many drives they have, where some are written."""
    said = _section(written, "further_enclosures")
    if not said and _field(written, Tier, "further_enclosures", _MANY) is None:
        return None
    names = ("per_block", "drives")
    counts = {name: _field(said, FurtherEnclosures, name, _MANY) for name in names}
    return FurtherEnclosures.model_construct(**counts)


def _least_target(target: dict[str, Any], schema: type[BaseModel]) -> BaseModel | None:
    """Give a target with only what its drives must be enough for; None if its layout is wrong."""
    formats = {"format": "none"} if "format" in schema.model_fields else {}
    said = {name: target[name] for name in ("redundancy", "layout") if name in target}
    least = _read(schema, {**said, **formats})
    fields = (("per_block", None), ("reserved_spares", None), ("failure_domain", "server"))
    counted = {
        name: _field(target, schema, name, otherwise)
        for name, otherwise in fields
        if name in schema.model_fields
    }
    return None if least is None else least.model_copy(update=counted)


def _section(written: dict[str, Any], name: str) -> dict[str, Any]:
    found = written.get(name)
    return found if isinstance(found, dict) else {}


def _read(schema: type[BaseModel], data: Any) -> BaseModel | None:
    """Give what is written as an instance, or None."""
    try:
        return schema.model_validate(data)
    except ValidationError:
        return None


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _field(written: dict[str, Any], schema: type[BaseModel], name: str, otherwise: Any) -> Any:
    """Give one field as it was read; `otherwise` if it is wrong, missing or likely misspelt."""
    known = schema.model_fields
    kind: Any = known[name].annotation
    if name in written:
        try:
            return _adapter(kind).validate_python(written[name])
        except ValidationError:
            return otherwise
    from model.reading.complaints import meant  # slow, and only needed here

    unknown = islice((str(other) for other in written if other not in known), MOST_MISSPELT)
    is_misspelt = any(meant(other, known) == name for other in unknown)
    return otherwise if is_misspelt or known[name].is_required() else known[name].default
