"""The inputs that the pages offer: where each stands in the scenario, and how it is known.

Which input a field of the scenario gives is the schema's to say, and so are its bounds; the input
has the label, the unit and the title. Here stands only which of them
pages show at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from model.answers.results import Results
from model.books.inputs import declared, documented
from model.design.equipment import PARTS_BESIDE
from model.design.limits import least_of, limits_of
from model.design.sharing import SHARED
from model.engine.quantity import Input, Quantity
from model.engine.tree import Address
from model.planning.supply import KINDS, Line
from model.reading.documents import scalar
from model.reading.fields import Figure, Strict
from model.units.figures import write
from model.units.pasted import together
from model.units.words import label
from ui.base.examples import in_percent, is_share, samples

Kind = Literal[
    "count", "whole", "share", "figure", "text", "release", "years", "part", "choice", "several"
]
"""How a field is edited; a whole number that may be left out is a text, so that it can be empty."""
Value = str | int | float | list[str] | None


@dataclass(frozen=True)
class Field:
    """One input: its path in the scenario, how it is edited, its value, its provenance.

    `is_stated` tells whether the scenario says it; else the value is the catalog's or a default.
    """

    path: str
    label: str
    kind: Kind
    value: Value
    note: str
    address: Address
    example: str = ""
    least: int = 1
    is_stated: bool = True
    choices: Mapping[Any, str] = field(default_factory=dict)
    """What may be chosen, each with its name."""
    is_optional: bool = False
    """Whether the scenario may leave it out: emptied, it does."""
    limits: Figure | None = None
    """The unit and the bounds of a figure."""
    head: str = ""
    """The short label, in a form or a table that is of one thing."""

    def read(self, text: str) -> Any:
        """Give the value that a text states: a choice, a count, or a figure; None if it is empty.

        The thousands of a figure are written together; a name may have a number in it.
        """
        text = text.strip()
        if not text:
            return None
        if self.choices:
            return next((one for one in self.choices if str(one) == text), text)
        if self.kind in ("count", "whole"):
            return scalar(text)
        return together(text) if self.kind == "figure" and text[:1].isdecimal() else text


TIER = (
    "blocks",
    "given.capacity",
    "given.write_bandwidth",
    "given.read_bandwidth",
    "servers.per_block",
    "enclosures.per_block",
    "drives.per_enclosure",
    "drives.per_server",
    "drives.part",
    "drives.capacity",
    "target.layout",
    "target.release",
    "target.record_size",
    "memory.channels",
    "adapters.per_server",
    "network.per_server",
    "network.ports",
    "processing.like",
    "calibration.processors.part",
    "calibration.memory.part",
    "adapters.efficiency",
    "network.efficiency",
    "data_on_mdt",
    "memory.capacity",
    "cache.read_hit",
    "cache.write_hit",
    "cache.drain_share",
    "cache.burst",
    "policy.delivery_factor",
    "policy.deliveries.write.drives",
    "policy.deliveries.read.drives",
    "policy.deliveries.drives",
    "policy.deliveries.nic",
    "policy.deliveries.write.clients",
    "policy.deliveries.read.clients",
    "policy.deliveries.clients",
    "policy.spreads.runs",
    "policy.spreads.servers",
    "policy.fill_limit",
    "policy.snapshot_reserve",
    "states.rebuild_share",
    "states.aged_factor",
)
"""What of a tier is shown at once; all else stands under "All fields"."""
SECTIONS = {
    "Machine and checkpoint": (
        "machine.compute_nodes",
        "machine.node_memory",
        "training.accelerators",
        "training.parameters",
        "checkpoint.size",
        "checkpoint.fraction",
        "checkpoint.job_mtti",
        "checkpoint.node_mtti",
        "checkpoint.accelerator_mtti",
        "checkpoint.kept",
        "checkpoint.ratio",
        "checkpoint.dump_time",
        "checkpoint.bandwidth",
        "checkpoint.efficiency",
    ),
    "Files and clients": (
        "files.mean_size",
        "files.count",
        "clients.nodes",
        "clients.cores",
        "clients.login_nodes",
        "clients.working_set",
    ),
    "Demand and migration": (
        "demand.growth",
        "migration.volume",
        "migration.source_rate",
        "migration.gateways.count",
        "migration.gateways.rate",
    ),
    "Economics": (
        "economics.years",
        "economics.pue",
        "economics.energy_price",
        "economics.discount_rate",
        "economics.vat_rate",
        "economics.maintenance_rate",
        "economics.staff_cost",
    ),
}
WRITTEN = ("Machine and checkpoint", "Files and clients", "Demand and migration")
"""Sections of which only those fields are shown that the scenario writes."""
PLAIN: dict[str, tuple[Kind, str]] = {
    "target.layout": ("text", "Layout of a target"),
    "target.release": ("release", "OpenZFS release"),
    "drives.part": ("part", "Drive"),
    "processing.like": ("part", "CPU and memory rates from"),
    "calibration.processors.part": ("part", "Processors in the calibration"),
    "calibration.memory.part": ("part", "Memory in the calibration"),
    "economics.years": ("years", "Years of service"),
}
"""Fields that are no figures: how they are edited, and what they are called."""
AS_WRITTEN = "economics."
"""Whose shares are finer than the steps of a slider."""
EXAMPLES = {
    "economics.pue": "1.2 (new sites), 1.3 or 1.56 (survey mean)",
    "economics.discount_rate": "3.5 %",
    "economics.vat_rate": "19 %",
    "economics.maintenance_rate": "10 %",
    "requirements.capacity": "10 PB",
    "requirements.read_bandwidth": "200 GB/s",
    "requirements.write_bandwidth": "200 GB/s",
    "economics.energy_price": "0.20 {}/kWh",
    "economics.staff_cost": "80000 {}/year",
    "requirements.budget": "1.5 M {}",
}
USUAL = {"price": "1200 {}", "inlet": "not stated; e.g. C14"}
"""Examples by the field's own name, of whatever it is."""
OF_PIECE = {
    "drives": "not stated; e.g. 9 W",
    "further_drives": "not stated; e.g. 9 W",
    "cache": "not stated; e.g. 9 W",
    "memory": "not stated; e.g. 5 W",
    "network": "not stated; e.g. 20 W",
    "adapters": "not stated; e.g. 20 W",
    "processors": "not stated; e.g. 280 W",
    "servers": "not stated; e.g. 500 W",
    "enclosures": "not stated; e.g. 400 W",
}
"""Examples of the power of one piece: that of a whole rack would mislead."""


class Reader:
    """Reads the fields of a plan."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.scenario = results.plan.scenario
        self.currency = self.scenario.economics.currency
        self.addresses = self._addresses()
        self._sections: dict[str, str] = {}

    @cached_property
    def within(self) -> dict[str, list[str]]:
        """The paths of figures by what they are of: a part, a section."""
        found: dict[str, list[str]] = {}
        for path in self.addresses:
            found.setdefault(path.rpartition(".")[0], []).append(path)
        return found

    def _addresses(self) -> dict[str, Address]:
        """Give where each figure of the scenario stands in the plan: where it counts, if so.

        What a tier has of the servers of another is edited there.
        """
        found: dict[str, Address] = {}
        used = tuple(
            f"tiers.{n}.{section}"
            for n, tier in enumerate(self.scenario.tiers)
            for section in ("servers", *SHARED)
            if tier.shares_servers_of
        )
        is_there: dict[str, bool] = {}
        for address, path in self.results.plan.fields.items():
            if used and path.startswith(used):
                continue
            owner = _section(path)
            if owner not in is_there:
                is_there[owner] = attribute(self.scenario, owner.split(".")) is not None
            if not is_there[owner]:
                continue  # nothing is written there yet, as a cable that nobody chose
            if path not in found or found[path] not in self.results.values:
                found[path] = address
        return found

    def all(self) -> Iterator[Field]:
        """Give the fields that are shown at once, and the prices."""
        for n in range(len(self.scenario.tiers)):
            yield from self.tier(n)
        for name in SECTIONS:
            yield from self.section(name)
        yield from self.prices()

    def everywhere(self) -> dict[str, Field]:
        """Give every field that an edit may stand at, by its path: what any page offers."""
        return {path: self.of(path) for path in self.addresses} | {f.path: f for f in self.all()}

    def tier(self, n: int) -> Iterator[Field]:
        """Give the fields of a tier that are shown at once: those that count."""
        return map(self.shown, self.tier_paths(n))

    def shown(self, path: str) -> Field:
        """Give a field that is shown at once, which may be no figure."""
        at = path.split(".", 2)[2] if path.startswith("tiers.") else path
        return self._plain(path, at) if at in PLAIN else self.of(path)

    def tier_paths(self, n: int) -> Iterator[str]:
        """Give the paths of the fields of a tier that are shown at once."""
        tier = self.scenario.tiers[n]
        pool = f"{dict(self.results.tiers())[tier.name]}/pools:target"
        on_zfs = (pool, "pool_available") in self.results.values
        has_part = hasattr(tier, "drives") and tier.drives.part is not None
        counts = {
            "target.release": on_zfs,
            "drives.part": has_part,
            "drives.capacity": not has_part,
            **{at: bool(attribute(tier, at.split("."))) for at in PARTS_BESIDE},
        }
        for at in TIER:
            path = f"tiers.{n}.{at}"
            if not counts.get(at, True):
                continue
            if at in PLAIN:
                if hasattr(tier, "target"):
                    yield path
            elif self.addresses.get(path) in self.results.values:
                yield path

    def section(self, name: str) -> Iterator[Field]:
        """Give the fields of a section of the site; of some sections those that are written."""
        for path in SECTIONS[name]:
            is_written = name not in WRITTEN or self.iswritten(path)
            if path in PLAIN or (path in self.addresses and is_written):
                yield self.shown(path)

    def prices(self) -> Iterator[Field]:
        """Give the price of one piece of each line of the bill that doesn't follow another's."""
        paths = {address: path for path, address in self.addresses.items()}
        for row in self.results.bill:
            address, name = (row.line.path, "unit_price"), f"{row.line.name} ({_whose(row.line)})"
            if address in paths:
                yield self.of(paths[address], name)
            elif row.line.follows:
                continue  # the price is typed at the line that it follows
            elif (path := self.results.plan.fields.get(address, "")) not in ("", *self.addresses):
                yield self._unwritten(path, name, address)

    def _unwritten(self, path: str, name: str, address: Address) -> Field:
        """Give the price of a line that is certain though nothing is written of it: a cable."""
        note = "Nothing selected. Enter a unit price to add it as a line of the scenario."
        return Field(
            path,
            name,
            "figure",
            None,
            note,
            address,
            USUAL["price"].format(self.currency),
            0,
            False,
        )

    def loads(self) -> Iterator[Field]:
        """Yield the power and weight of one piece of each line of the bill of materials."""
        paths = {address: path for path, address in self.addresses.items()}
        for row in self.results.bill:
            line = row.line
            for name, words in (("unit_power", "power"), ("unit_weight", "weight")):
                if (line.path, name) in paths:
                    full_name = f"{line.name} ({_whose(line)}): {words}"
                    yield self.of(paths[line.path, name], full_name)

    def under(self, *prefixes: str) -> dict[str, str]:
        """Give the figures below some paths, each with its label and what it is a figure of."""
        below = tuple(f"{prefix}." for prefix in prefixes)
        paths = [path for path in self.addresses if path.startswith(below)]
        return {path: self.called(path, self.item(path).label) for path in paths}

    def called(self, path: str, name: str) -> str:
        """Say what a field is called, after what it is a figure of."""
        section = _section(path)
        if section not in self._sections:
            self._sections[section] = self._called(section)
        return ": ".join(filter(None, (self._sections[section], name)))

    def _called(self, section: str) -> str:
        """Name a section that figures stand in; what stands in lists by its name or number."""
        keys = section.split(".") if section else []
        words: list[str] = []
        thing: Any = self.scenario
        for n, key in enumerate(keys):
            several, thing = thing, attribute(thing, [key])
            if n <= 1 and keys[0] == "tiers":
                continue
            if not key.isdecimal():
                word = label(key)
                words.append(word[:1].lower() + word[1:] if words else word)
            elif (name := self._one(thing)) and name.casefold() != " ".join(words).casefold():
                words.append(f"'{name}'")
            elif len(several) > 1:
                words.append(str(int(key) + 1))
        return " ".join(words)

    def _one(self, thing: Any) -> str:
        """Name one of a list: by its name, or by its part."""
        part, catalog = getattr(thing, "part", None), self.results.plan.catalog
        bought = catalog.names(part) if isinstance(part, str) and part in catalog else ""
        return str(getattr(thing, "name", None) or bought)

    def item(self, path: str) -> Input | Quantity:
        """Give the input of a field, also where the plan has no use for it."""
        address = self.addresses[path]
        known = address in self.results.values
        return self.results.item(*address) if known else declared()[address[1]]

    def iswritten(self, path: str) -> bool:
        """Tell whether the scenario says a figure."""
        return self.scenario.written_at(path) is not None

    def of(self, path: str, name: str = "") -> Field:
        """Give the field of a figure that the scenario states, or may state."""
        limits, item = self.limits(path), self.item(path)
        kind: Kind = "figure"
        if limits is None:
            kind = "whole" if self._is_optional(path) else "count"
        elif self._is_slid(path, limits):
            kind = "share"
        *_, role, name_there = ("", *path.split("."))
        of_piece = OF_PIECE.get(role, "") if name_there == "power" else ""
        usual = USUAL.get(name_there, of_piece)
        return Field(
            path,
            name or item.label,
            kind,
            self._value(path, item, kind),
            self._note(path, item),
            self.addresses[path],
            EXAMPLES.get(path, usual).format(self.currency),
            int(least_of(*self._owner(path))),
            self.iswritten(path),
            is_optional=self._is_optional(path),
            limits=limits,
        )

    def _is_slid(self, path: str, limits: Figure) -> bool:
        """Tell whether a share is one of whole percents, as of a slider; others are written."""
        if limits.unit != "1" or limits.most != 1 or path.startswith(AS_WRITTEN):
            return False
        held = 100 * (self.results.values.get(self.addresses[path]) or 0.0)
        return abs(held - round(held)) < NEARLY

    def _plain(self, path: str, at: str) -> Field:
        """Give a field that is no figure."""
        kind, name = PLAIN[at]
        because = self.scenario.written_at(f"{_section(path)}.because")
        note = str(because or ("as entered" if self.iswritten(path) else "not stated"))
        value: Value = attribute(self.scenario, path.split("."))
        choices = self._parts(path) if kind == "part" else {}
        note += f"; {value} in the catalog" if choices and value else ""
        return Field(path, name, kind, value, note, ("", ""), choices=choices)

    def _parts(self, path: str) -> dict[str, str]:
        """Give the parts that may stand at a path by vendor and model, those alike with keys."""
        catalog = self.results.plan.catalog
        keys = catalog.keys_of_kind(*KINDS[path.split(".")[-2]])
        named = {key: catalog.names(key) for key in keys}
        seen = Counter(named.values())
        return {key: f"{name} ({key})" if seen[name] > 1 else name for key, name in named.items()}

    def doc(self, path: str) -> str:
        """Give what the schema says of a field."""
        owner, name = self._owner(path)
        return documented(owner).get(name, "")

    def _owner(self, path: str) -> tuple[type[Strict], str]:
        """Give the part of the schema that a figure belongs to, and its name there."""
        owner, _, name = path.rpartition(".")
        return type(attribute(self.scenario, owner.split("."))), name

    def _is_optional(self, path: str) -> bool:
        owner, name = self._owner(path)
        return name in owner.model_fields and not owner.model_fields[name].is_required()

    def limits(self, path: str) -> Figure | None:
        """Give the unit and the bounds of a figure; None for a count."""
        return limits_of(*self._owner(path))

    def samples(self, path: str) -> tuple[str | int, ...]:
        """Give figures within the bounds of one, the least first."""
        return samples(*self._owner(path), self.currency)

    def _note(self, path: str, item: Input | Quantity) -> str:
        address = self.addresses[path]
        if address not in self.results.values:
            return f"{item.title} (not used by this plan)"
        known = self.results.plan.provenance.get(address)
        if known is None and isinstance(item, Input):
            known = self.results.plan.source_of(address[0], item)
        return f"{item.title} ({known.text})" if known else item.title

    def _is_replaced(self, path: str) -> bool:
        """Tell whether an offer counts in place of the price that is written there."""
        line, figure = self.addresses[path]
        price = self.results.plan.prices.get(line)
        return figure == "unit_price" and price is not None and price.is_replaced

    def _value(self, path: str, item: Input | Quantity, kind: Kind) -> Value:
        written = self.scenario.written_at(path)
        written = written.get("value") if isinstance(written, dict) else written
        if isinstance(written, str) and kind == "figure" and not self._is_replaced(path):
            return written
        number = self.results.values.get(self.addresses[path])
        if isinstance(written, int | float) and kind == "figure" and is_share(self.limits(path)):
            return in_percent(float(written))
        if self.addresses[path] not in self.results.values and isinstance(written, int | float):
            number = float(written)
        if number is None or kind == "share":
            return number
        if kind in ("count", "whole"):
            return int(number)
        if item.unit == "currency/second" and not number:
            return f"0 {self.currency}/year"  # nobody is paid by the second
        if is_share(self.limits(path)):
            return in_percent(number if written is not None else float(f"{number:.4g}"))
        is_binary = item.unit == "byte" and not number % KIB and bool(number % 1000)
        return write(number, item.unit, binary=is_binary, currency=self.currency)


KIB = 1024
NEARLY = 1e-9


def attribute(thing: Any, keys: list[str]) -> Any:
    """Follow keys through a scenario; None where one leads nowhere."""
    for key in filter(None, keys):
        if key.isdecimal():
            thing = thing[int(key)] if int(key) < len(thing or ()) else None
        else:
            thing = getattr(thing, key, None)
    return thing


def _section(path: str) -> str:
    """Give the path of what a figure is a figure of."""
    return path.rpartition(".")[0]


def _whose(line: Line) -> str:
    """Name the tier of a line of the bill, or say that all tiers share it."""
    return line.tier or "common"
