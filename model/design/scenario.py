"""Schema of a scenario: the requirements of a site, and its design.

Any figure may be written plainly (`10 TB`) or with its reason: `{value: 10 TB, status: assumed,
because: …}`. A scenario is immutable; an edit creates a new one, validated as a whole.
"""

import copy
import datetime
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, PrivateAttr, ValidationError, model_validator

from model.design.availability import Availability
from model.design.bands import Bands
from model.design.cabling import (
    CORDS,
    POWER_CORDS,
    SMALL_SINCE,
    Cabled,
    Existing,
    PowerCords,
    SiteFabric,
)
from model.design.caches import Latencies
from model.design.choices import Choices, Objective
from model.design.demand import Demand, Migration
from model.design.drains import undrainable
from model.design.economics import Economics
from model.design.equipment import PARTS_BESIDE, PIECES
from model.design.excluded import Excluded
from model.design.files import Clients, Files, misfit
from model.design.given import AnyTier
from model.design.needs import Checkpoint, Machine, Requirements, with_targets
from model.design.piece import Piece
from model.design.projections import Projections
from model.design.published import Published as Published
from model.design.services import Service
from model.design.sharing import unshareable, with_servers
from model.design.site import Site, Today
from model.design.training import Training
from model.errors import InputError, Place, Problem
from model.reading.binding import gives
from model.reading.documents import (
    LARGEST_SOURCE,
    Document,
    read_document,
    unprintables,
    validate,
)
from model.reading.fields import (
    Day,
    Name,
    PositiveCount,
    Stated,
    Strict,
)
from model.reading.files import contents


class Source(Strict):
    """Source of figures in the scenario."""

    title: str
    """Title of the document or talk."""
    author: str = ""
    """Author or speaker."""
    date: str = ""
    """Date of publication."""
    url: str = ""
    """Web address."""

    def __str__(self) -> str:
        return ", ".join(filter(None, (self.author, self.title, self.date)))


DIGEST = 16
"""Digits of a scenario's hash."""
MOST_TIERS = 32
"""Maximum number of tiers."""


MOST_SERVICES = 100
"""Maximum number of services."""


class Common(Piece):
    """An item for all tiers: switches, racks, licences, installation."""

    count: Annotated[Stated[PositiveCount], gives("line_count", of="lines")]
    per: Literal["", "rack"] = ""
    """Whether the count is per rack, as for PDUs and cords. Leave empty for a total."""
    unit: str = "piece"
    """Unit: piece, set, metre, …"""
    lot: str = ""
    """Lot of the tender it is bought in."""


class Scenario(Strict):
    """A site as its planner wrote it."""

    schema_: Literal["ostimate.scenario/1"] = Field("ostimate.scenario/1", alias="schema")
    """Schema version of the file."""
    name: Name
    """Short name of the scenario."""
    title: str = ""
    """One-line description."""
    about: str = ""
    """Background and remarks."""
    version: str = ""
    """Version of the plan, in your own numbering."""
    author: str = ""
    """Person responsible for the plan."""
    date: Day | None = None
    """Date of this version. Also the price date, unless one is entered."""
    sources: dict[str, Source] = Field({})
    """Documents cited by figures, under the key used in `source`."""
    machine: Machine | None = None
    """The compute system that writes checkpoints."""
    training: Training | None = None
    """The training of a model, whose states checkpoints hold instead of the machine's memory."""
    checkpoint: Checkpoint | None = None
    """Checkpoint requirements."""
    requirements: Requirements = Requirements.model_construct()
    """Requirements of the site."""
    demand: Demand | None = None
    """Yearly capacity demand on all data tiers together. One of these tiers grows with it."""
    files: Files | None = None
    """Files that the metadata tiers must hold inodes for."""
    clients: Clients | None = None
    """Clients, from which the memory of Lustre servers is estimated."""
    migration: Migration | None = None
    """Data to migrate from the current storage."""
    latencies: Latencies | None = None
    """Latency by level, from processor cache to tape. For information only."""
    availability: Availability | None = None
    """Failures of parts, repairs and takeover, from which the availability is estimated."""
    tiers: Annotated[tuple[AnyTier, ...], Field(min_length=1, max_length=MOST_TIERS)]
    """Tiers, in display order."""
    site: Site = Site.model_construct()
    """Room: racks, power feeds and floor."""
    today: Today | None = None
    """What the site has before the steps of the plan."""
    common: tuple[Common, ...] = ()
    """Items for all tiers: switches, racks, licences, installation."""
    fabric: SiteFabric | None = None
    """Switches that connect the servers of all tiers."""
    cords: PowerCords | None = None
    """Power cords by plug type. Counted if 'site.feeds' is given."""
    existing: tuple[Existing, ...] = ()
    """Items already owned, or included in the price of other items. Switches, cables and cords that
    are neither entered nor listed here appear in the bill with unknown price.
    """
    excluded: tuple[Excluded, ...] = ()
    """Items that nearly every system needs, but that are not bought here, with the reason."""
    services: Annotated[tuple[Service, ...], Field(max_length=MOST_SERVICES)] = ()
    """Licences, support, installation and training, for all tiers or for one."""
    economics: Economics = Economics.model_construct()
    """Prices, taxes, rates and years."""
    projections: Projections | None = None
    """Cost projections by others, for comparison. Not part of the plan's own cost."""
    choices: Choices = Field({})
    """Search variables: field paths with the options of each, used by `search`."""
    objective: Objective | None = None
    """Objective of the search."""
    bands: Bands | None = None
    """Uncertainty ranges by field path. Used only by `sample`."""
    published: tuple[Published, ...] = ()
    """Figures published by the owners."""

    _document: Document = PrivateAttr()
    _folder: Path = PrivateAttr()
    _files: Mapping[str, bytes] | None = PrivateAttr()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the source text; another process validates it again."""
        document = replace(self._document, _found=[])
        return _read, (document, self._folder.absolute(), self._files)

    @property
    def folder(self) -> Path:
        """Folder of the files it names, as given to `load_scenario`, or that of the scenario."""
        return self._folder

    @property
    def files_beside(self) -> Mapping[str, bytes] | None:
        """Contents of the files it names, by file name; None if they are read from `folder`."""
        return self._files

    @property
    def data(self) -> dict[str, Any]:
        """The scenario as written, to save or edit; a copy."""
        return copy.deepcopy(self._document.data)

    def written_at(self, path: str) -> Any:
        """Return the written value at a dotted path, read-only; None if there is none."""
        data: Any = self._document.data
        for key in path.split("."):
            if isinstance(data, list):
                data = data[int(key)] if int(key) < len(data) else None
            else:
                data = data.get(key) if isinstance(data, dict) else None
        return data

    def place_as_text(self, path: str) -> str:
        """Return the place of a field by its dotted path, as text."""
        return self._document.place_as_text(path)

    def place(self, path: tuple[str | int, ...] = ()) -> Place:
        """Return the place of a field in the file."""
        return self._document.place(path)

    @property
    def day(self) -> datetime.date | None:
        """Its date, or else its price date."""
        return self.date or self.economics.price_date

    @property
    def digest(self) -> str:
        """Hash of the contents, which identifies the scenario."""
        import json  # imported here because nothing else in a plan needs it

        text = json.dumps(self._document.data, sort_keys=True, default=str, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:DIGEST]

    @property
    def mtti(self) -> Literal["job", "node", "accelerator"]:
        """Basis of the mean time to interrupt: what is entered, or else what is counted."""
        checkpoint = self.checkpoint
        if checkpoint is None or checkpoint.job_mtti is not None:
            return "job"
        if self.training and self.training.accelerators and checkpoint.node_mtti is None:
            return "accelerator"
        return "node" if self.machine and self.machine.compute_nodes else "job"

    @property
    def dump(self) -> Literal["memory", "model", "size"]:
        """What the bytes of a checkpoint follow from."""
        if self.checkpoint is not None and self.checkpoint.size is not None:
            return "size"
        of_model = self.training is not None and self.training.parameters is not None
        return "model" if of_model else "memory"

    @property
    def wishes_twice(self) -> bool:
        """Whether both a checkpoint bandwidth and a required write bandwidth are entered.

        The checkpoint bandwidth is then not checked as a separate requirement.
        """
        wish, required = self.checkpoint, self.requirements.write_bandwidth
        of_storage = wish is not None and wish.bandwidth is not None and not wish.node_local
        return of_storage and required is not None

    def pieces(self) -> tuple[tuple[str, Piece], ...]:
        """Return each piece of equipment with its path in the file."""
        return self.placed_pieces

    @cached_property
    def placed_pieces(self) -> tuple[tuple[str, Piece], ...]:
        """Each piece of equipment with its path, listed once."""
        return tuple(self._each_piece())

    def _each_piece(self) -> Iterator[tuple[str, Piece]]:
        for n, tier in enumerate(self.tiers):
            for name in PIECES:
                if (piece := getattr(tier, name, None)) is not None:
                    yield f"tiers.{n}.{name}", piece
            inside = getattr(tier, "in_servers", ())
            yield from ((f"tiers.{n}.in_servers.{m}", piece) for m, piece in enumerate(inside))
            others = getattr(tier, "vdev_drives", ())
            yield from ((f"tiers.{n}.vdev_drives.{m}", piece) for m, piece in enumerate(others))
            yield from _of_cables(getattr(tier, "network", None), f"tiers.{n}.network")
        if self.fabric is not None:
            yield "fabric.switch", self.fabric.switch
            yield from _of_cables(self.fabric, "fabric")
        for name in CORDS:
            if (cord := getattr(self.cords, name, None)) is not None:
                yield f"cords.{name}", cord
        yield from ((f"common.{n}", common) for n, common in enumerate(self.common))
        yield from ((f"services.{n}", service) for n, service in enumerate(self.services))

    @cached_property
    def maintains_lines(self) -> bool:
        """Whether any line of the bill of materials has its own maintenance rate."""
        pieces = (*(piece for _, piece in self.pieces()), *self.services)
        return any(getattr(piece, "maintenance_rate", None) is not None for piece in pieces)

    @cached_property
    def has_bands(self) -> bool:
        """Whether prices are estimated, or assumed with a range."""
        prices = (piece.price for _, piece in self.pieces())
        if self.economics.estimates or any(price and price.between for price in prices):
            return True
        return self._has_unpriced_cords or self._has_unpriced_cables

    @property
    def _has_unpriced_cables(self) -> bool:
        """Whether cables may have the price of their class, without estimates too."""
        day, fabric = self.economics.price_date, self.fabric
        if day is None or day < SMALL_SINCE:
            return False
        if fabric is not None and fabric.topology == "fat tree" and not _are_priced(fabric.cables):
            return True
        return any(
            (tier.network is not None and not _are_priced(tier.network.cables))
            or (tier.enclosures is not None and not _are_priced((tier.cables,)))
            for tier in (one.built for one in self.tiers)
            if tier is not None
        )

    @property
    def _has_unpriced_cords(self) -> bool:
        """Whether power cords may have the price of their class, which is a few euros."""
        if self.site.feeds is None or POWER_CORDS in self.existing:
            return False
        cords = [getattr(self.cords, name, None) for name in CORDS]
        return any(cord is None or cord.price is None for cord in cords)

    def alternatives(self) -> Iterator[tuple[str, str]]:
        """Yield each alternative part, with the path of its field."""
        for at, piece in self.pieces():
            yield from ((f"{at}.alternatives.{n}", key) for n, key in enumerate(piece.alternatives))

    @cached_property
    def is_growing(self) -> bool:
        """Whether a demand is entered, for the site or for a tier."""
        return self.demand is not None or any(tier.demand for tier in self.tiers)

    @cached_property
    def replaces_by_year(self) -> bool:
        """Whether years may differ in how many drives fail: by expansions, or by their age."""
        built = (tier.built for tier in self.tiers)
        return self.is_growing or any(one is not None and one.states.has_ages for one in built)

    @cached_property
    def data_tier_names(self) -> tuple[str, ...]:
        """Names of the data tiers."""
        return tuple(tier.name for tier in self.tiers if tier.holds == "data")

    @cached_property
    def grows_for_site(self) -> str:
        """Name of the tier whose blocks are bought for the demand of the site; or empty.

        It is the one that the demand names, or else the one that others drain into, or else the
        only data tier. One that is entered as a whole buys none.
        """
        if self.demand is None:
            return ""
        may = [t.name for t in self.tiers if t.holds == "data" and t.built]
        if self.demand.tier is not None:
            return self.demand.tier if self.demand.tier in may else ""
        names = (self.drains[2],) if self.drains else self.data_tier_names
        return names[0] if len(names) == 1 and names[0] in may else ""

    @cached_property
    def drains(self) -> tuple[tuple[str, ...], tuple[str, ...], str] | None:
        """Names of the front data tiers, of those that drain, and of the one they drain into."""
        burst = [tier for tier in self.tiers if tier.drains_into is not None]
        if not burst:
            return None
        behind = str(burst[0].drains_into)
        front = (t.name for t in self.tiers if t.holds == "data" and t.name != behind)
        return tuple(front), tuple(tier.name for tier in burst), behind

    @cached_property
    def on_same_servers(self) -> tuple[str, ...]:
        """Names of the tiers on the same servers, that with the servers first; or empty."""
        guests = [tier for tier in self.tiers if tier.shares_servers_of]
        return (guests[0].shares_servers_of, *(tier.name for tier in guests)) if guests else ()

    def is_edit_of(self, other: Self) -> bool:
        """Whether both are edits of the same text, so that their fields have the same places."""
        mine, its = self._document, other._document
        return (mine.source, mine.file, mine.first_line, mine.index) == (
            its.source,
            its.file,
            its.first_line,
            its.index,
        )

    @cached_property
    def has_options(self) -> bool:
        """Whether any tier or item is optional."""
        return any(tier.option for tier in self.tiers) or any(
            piece.option for _, piece in self.pieces()
        )

    def parts(self) -> Iterator[tuple[str, str]]:
        """Yield each catalog part that is named, with the path of its field."""
        yield from self.parts_of(self.pieces(), range(len(self.tiers)))

    def parts_of(
        self, pieces: Iterable[tuple[str, Piece]], tiers: Iterable[int]
    ) -> Iterator[tuple[str, str]]:
        """Yield each catalog part that pieces, alternatives or tiers name, with its path."""
        yield from ((f"{at}.part", piece.part) for at, piece in pieces if piece.part)
        yield from self.alternatives()
        for n in tiers:
            for at in PARTS_BESIDE:
                found: Any = self.tiers[n]
                for name in at.split("."):
                    found = getattr(found, name, None)
                if found is not None:
                    yield f"tiers.{n}.{at}", found

    @model_validator(mode="before")
    @classmethod
    def _share_servers(cls, data: Any) -> Any:
        if isinstance(data, dict) and "tiers" in data:
            return {**data, "tiers": with_servers(data["tiers"])}
        return data

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        names = [tier.name for tier in self.tiers]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"two tiers have the name '{twice[0]}': names must differ")
        if all(tier.holds == "metadata" for tier in self.tiers):
            raise ValueError("at least one tier must store data")
        if self.demand is not None and any(getattr(tier, "demand", None) for tier in self.tiers):
            raise ValueError("write 'demand' either for the site or at its tiers, not at both")
        if any(tier.demand and tier.demand.tier for tier in self.tiers):
            raise ValueError("a tier's 'demand' buys its own blocks: leave 'tier' out")
        grown = self.demand.tier if self.demand else None
        if grown is not None and grown not in self.data_tier_names:
            data = " or ".join(f"'{name}'" for name in self.data_tier_names)
            raise ValueError(f"no data tier is called '{grown}', for 'demand.tier': write {data}")
        if what := self._wrong_checkpoint():
            raise ValueError(what)
        if self.fabric and not any(getattr(tier, "network", None) for tier in self.tiers):
            raise ValueError(
                "'fabric' needs the 'network' of a tier, whose ports it counts: write one"
            )
        if self.fabric and "switches" in self.existing:
            raise ValueError("'fabric' buys switches that 'existing' says are there: write one")
        built = {tier.name: tier.built is not None for tier in self.tiers}
        for service in self.services:
            if service.tier is not None and service.tier not in built:
                raise ValueError(f"no tier is called '{service.tier}', which a service is for")
            known = built[service.tier] if service.tier else any(built.values())
            if not known and service.per in ("server", "drive"):
                raise ValueError(
                    f"services 'per: {service.per}' require a tier of parts: for one entered as "
                    "a whole, their number is unknown"
                )
        in_burst = self.checkpoint is not None and self.checkpoint.dumps_in_burst is not None
        on_nodes = self.checkpoint is not None and self.checkpoint.node_local
        what = misfit(self.tiers, self.files, self.clients)
        growing = self.demand is not None or any(tier.demand for tier in self.tiers)
        what = what or unshareable(self.tiers, growing=growing)
        if what := what or undrainable(self.tiers, in_burst=in_burst, on_nodes=on_nodes):
            raise ValueError(what)
        return self

    def _wrong_checkpoint(self) -> str:
        """Return what checkpoints lack, or state twice; empty if nothing is wrong."""
        checkpoint = self.checkpoint
        if checkpoint is None:
            return ""
        if self.dump == "memory" and self.machine is None:
            return (
                "'checkpoint' needs 'machine', whose memory it writes, or 'training.parameters', "
                "or its 'size'"
            )
        if self.dump == "model" and checkpoint.fraction is not None:
            return "a checkpoint of 'training.parameters' is no share of the memory: leave " + (
                "'checkpoint.fraction' out"
            )
        if checkpoint.node_mtti is not None and self.mtti != "node":
            return "'checkpoint.node_mtti' needs 'machine.compute_nodes'"
        if checkpoint.accelerator_mtti is not None and self.mtti != "accelerator":
            return "'checkpoint.accelerator_mtti' needs 'training.accelerators'"
        return ""


def _are_priced(cables: Sequence[Piece | None]) -> bool:
    return bool(cables) and all(one is not None and one.price is not None for one in cables)


def _of_cables(cabled: Cabled | None, at: str) -> Iterator[tuple[str, Piece]]:
    """Yield cables and transceivers with their paths."""
    if cabled is not None:
        yield from ((f"{at}.cables.{n}", piece) for n, piece in enumerate(cabled.cables))
        for n, piece in enumerate(cabled.transceivers):
            yield f"{at}.transceivers.{n}", piece


def source_title(sources: Mapping[str, Source], key: str) -> str:
    """Return author, title and date of a source by its key; an unknown key as it is."""
    source = sources.get(key)
    return str(source) if source else key


class ScenarioError(InputError):
    """Fields of a scenario are invalid; contains its document for further checks."""

    def __init__(self, problems: Iterable[Problem], document: Document) -> None:
        super().__init__(problems)
        self.document = document


def _read(
    document: Document,
    folder: Path,
    files: Mapping[str, bytes] | None,
    before: Scenario | None = None,
) -> Scenario:
    stated = document.data.get("requirements") if isinstance(document.data, dict) else None
    if (separate := with_targets(stated)) != stated:
        document = replace(document, data={**document.data, "requirements": separate})
    try:
        scenario = validate(Scenario, document) if before is None else _changed(document, before)
    except InputError as error:
        raise ScenarioError(error.problems, document) from None
    scenario._document, scenario._folder, scenario._files = document, folder, files
    return scenario


def _changed(document: Document, before: Scenario) -> Scenario:
    """Validate an edited document; unchanged parts are reused from `before`."""
    data, old = document.data, before._document.data
    known, tiers = _known(data, old, before), data.get("tiers")
    alone = not any(tier.shares_servers_of for tier in before.tiers)  # shared parts are filled in
    if isinstance(tiers, list) and tiers is not old["tiers"] and alone:
        as_read = zip(tiers, old["tiers"], before.tiers, strict=False)
        known["tiers"] = [_known(*one) for one in as_read] + tiers[len(before.tiers) :]
    try:
        return Scenario.model_validate(known)
    except ValidationError:
        return validate(Scenario, document)  # its errors refer to the written text


def _known(data: Any, old: Any, model: Strict) -> Any:
    """Replace the unchanged values of a mapping by the validated ones."""
    if data is old:
        return model
    if not isinstance(data, dict) or not isinstance(old, dict):
        return data
    read = {
        name: found
        for name, written in data.items()
        if written is old.get(name) and _is_read(found := getattr(model, str(name), None))
    }
    return {**data, **read}


def _is_read(found: Any) -> bool:
    """Whether a model accepts it as validated: models only, as a float requires its unit."""
    if isinstance(found, tuple | dict):
        of_it = found.values() if isinstance(found, dict) else found
        return all(isinstance(one, Strict) for one in of_it)
    return isinstance(found, Strict)


def load_scenario(
    path: Path | str,
    text: bytes | str | None = None,
    folder: Path | None = None,
    files: Mapping[str, bytes] | None = None,
) -> Scenario:
    """Load a scenario from a file, or from `text` with the file name `path`.

    The files it names are taken from `files`, from `folder`, or from the folder of `path`.

    Raises
    ------
    InputError
        With all problems of the fields, each with its line and column.
        `model.planning.loading` adds problems of parts and layouts.
    """
    if text is None:
        try:
            text = contents(path, LARGEST_SOURCE)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            what = f"can't be read ({reason}): give the path of a scenario's YAML file"
            raise InputError([Problem(Place(str(path)), "", what)]) from None
    return _read(read_document(text, str(path)), folder or Path(path).parent, files)


def edited(
    scenario: Scenario, changes: Mapping[str, Any], files: Mapping[str, bytes] | None = None
) -> Scenario:
    """Return a new scenario with some figures changed, validated as a whole.

    Parameters
    ----------
    scenario
        The original scenario, which is not changed.
    changes
        New values by path, such as {"tiers.0.blocks": 12}; None removes an optional figure.
        A figure that had a reason becomes an assumption that mentions its previous value.
    files
        Contents of additional files, by file name.
    """
    if wrong := list(unprintables(dict(changes))):  # unprintable text couldn't be read again
        raise InputError(Problem(scenario.place(), path, what) for path, what in wrong)
    data = dict(scenario._document.data)
    for path, value in changes.items():
        try:
            data = _put(
                data, [int(key) if key.isdecimal() else key for key in path.split(".")], value
            )
        except (LookupError, TypeError, AttributeError, ValueError):
            what = "the scenario has no such field: write the path of a field"
            raise InputError([Problem(scenario.place(), path, what)]) from None
    beside = {**(scenario._files or {}), **files} if files else scenario._files
    return _read(replace(scenario._document, data=data), scenario._folder, beside, scenario)


def with_new_parts(scenario: Scenario, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Complete changes of parts: figures entered for the previous part are removed."""
    gone = {
        f"{at}.{field}": None
        for at, piece in scenario.pieces()
        if changes.get(f"{at}.part", piece.part) != piece.part
        for field in (*(name for name, _, _ in piece.in_place()), "price", "name")
        if field in piece.model_fields_set
    }
    return {**gone, **changes}


def _put(written: Any, keys: list[str | int], value: Any) -> Any:
    """Return the data with a value set at a path; unaffected branches are shared, not copied."""
    top = data = copy.copy(written)
    for key, below in pairwise(keys):
        if isinstance(data, dict):
            data.setdefault(key, [] if isinstance(below, int) else {})
        elif not data and key == 0:
            data.append({})  # the first item of a new list
        data[key] = data = copy.copy(data[key])
    old = data.get(keys[-1]) if isinstance(data, dict) else None
    if value is None and isinstance(data, dict):
        data.pop(keys[-1], None)
    elif isinstance(old, dict) and "value" in old and not isinstance(value, dict):
        if old["value"] != value:
            because = f"changed by hand, was {old['value']}"
            data[keys[-1]] = {"value": value, "status": "assumed", "because": because}
    else:
        data[keys[-1]] = value
    return top
