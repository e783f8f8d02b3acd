"""The inputs that the pages offer: where each stands in the scenario, and how it is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from model.answers.results import Results
from model.engine.quantity import Input
from model.engine.tree import Address
from model.units.figures import write

Kind = Literal["count", "share", "figure", "text", "release", "years"]
Value = str | int | float | None


@dataclass(frozen=True)
class Field:
    """One input: its path in the scenario, how it is edited, its value, its provenance."""

    path: str
    label: str
    kind: Kind
    value: Value
    note: str
    address: Address
    example: str = ""

    @property
    def least(self) -> int:
        """The least whole number that it takes."""
        return 0 if self.path in FROM_NONE else 1


FROM_NONE = ("clients.login_nodes",)
"""Counts that may be none at all."""
TIER: tuple[tuple[str, str, Kind, str], ...] = (
    ("blocks", "blocks", "count", "Building blocks"),
    ("servers.per_block", "servers_per_block", "count", "Servers per block"),
    ("enclosures.per_block", "enclosures_per_block", "count", "Enclosures per block"),
    ("drives.per_enclosure", "drives_per_enclosure", "count", "Drives per enclosure"),
    ("drives.per_server", "drives_per_server", "count", "Drives per server"),
    ("drives.capacity", "drive_capacity", "figure", "Drive capacity"),
    ("target.layout", "", "text", "Layout of a target"),
    ("target.release", "", "release", "OpenZFS release"),
    ("target.record_size", "record_size", "figure", "Record size"),
    ("memory.channels", "memory_channels", "count", "Memory channels per server"),
    ("adapters.per_server", "hbas_per_server", "count", "Host adapters per server"),
    ("network.per_server", "nics_per_server", "count", "Network adapters per server"),
    ("network.ports", "nic_ports", "count", "Ports in use per adapter"),
    ("adapters.efficiency", "hba_efficiency", "share", "Share of an adapter's rate counted on"),
    ("network.efficiency", "nic_efficiency", "share", "Share of a port's rate counted on"),
    ("data_on_mdt", "data_on_mdt", "figure", "Data on the MDT, up to a size of"),
    ("memory.capacity", "memory_module_capacity", "figure", "Memory of a module"),
    ("cache.read_hit", "cache_read_hit", "share", "Share of reads that caches serve"),
    ("cache.write_hit", "cache_write_hit", "share", "Share of writes that caches take"),
    ("cache.drain_share", "drain_share", "share", "Drives' free rate used to drain caches"),
    ("cache.burst", "burst_size", "figure", "Size of a burst of writes"),
    ("policy.delivery_factor", "delivery_factor", "share", "Delivery factor"),
    ("policy.fill_limit", "fill_limit", "share", "Fill limit"),
    ("policy.snapshot_reserve", "snapshot_reserve", "share", "Share of that for snapshots"),
    ("states.rebuild_share", "rebuild_share", "share", "Share of a rate that a rebuild takes"),
    ("states.aged_factor", "aged_factor", "share", "Rate left when nearly full and aged"),
)
IN_STATES = {"rebuild_share": "drive rebuilding", "aged_factor": "nearly full"}
"""Inputs of states, and in which state each stands."""
MACHINE: tuple[tuple[str, str, Kind, str], ...] = (
    ("machine.compute_nodes", "compute_nodes", "count", "Compute nodes"),
    ("machine.node_memory", "node_memory", "figure", "Memory of a node"),
    ("checkpoint.fraction", "checkpoint_fraction", "share", "Share of the memory in a dump"),
    ("checkpoint.job_mtti", "job_mtti", "figure", "Mean time to interrupt of a job"),
    ("checkpoint.ratio", "mtti_to_dump_ratio", "figure", "Job MTTI / dump time"),
    ("checkpoint.dump_time", "dump_time", "figure", "Dump time"),
    ("checkpoint.bandwidth", "checkpoint_bandwidth", "figure", "Bandwidth of a dump"),
    ("checkpoint.efficiency", "wanted_efficiency", "share", "Wanted efficiency"),
)
FILES: tuple[tuple[str, str, Kind, str], ...] = (
    ("files.mean_size", "mean_file_size", "figure", "Mean size of a file"),
    ("files.count", "file_count", "figure", "Files expected"),
    ("clients.nodes", "client_nodes", "count", "Compute nodes that mount it"),
    ("clients.cores", "cores_per_client", "count", "Cores of a compute node"),
    ("clients.login_nodes", "login_nodes", "count", "Login nodes"),
    ("clients.working_set", "working_set_files", "figure", "Files of the working set"),
)
NEEDS: tuple[tuple[str, str, Kind, str], ...] = (
    ("requirements.capacity", "required_capacity", "figure", "Usable capacity, at least"),
    (
        "requirements.read_bandwidth",
        "required_read_bandwidth",
        "figure",
        "Read bandwidth, at least",
    ),
    (
        "requirements.write_bandwidth",
        "required_write_bandwidth",
        "figure",
        "Write bandwidth, at least",
    ),
    ("requirements.budget", "required_budget", "figure", "Budget with VAT, at most"),
)
GROWTH: tuple[tuple[str, str, Kind, str], ...] = (
    ("demand.growth", "common_growth", "figure", "Growth in a year of each group"),
    ("migration.volume", "migration_volume", "figure", "What is to be moved"),
    ("migration.source_rate", "migration_source_rate", "figure", "What the source can be read"),
    ("migration.gateways.count", "gateways", "count", "Servers that copy"),
    ("migration.gateways.rate", "gateway_rate", "figure", "What one of them copies"),
)
ECONOMICS: tuple[tuple[str, str, Kind, str], ...] = (
    ("economics.years", "", "years", "Years of service"),
    ("economics.pue", "pue", "figure", "PUE"),
    ("economics.energy_price", "energy_price", "figure", "Price of energy, net"),
    ("economics.discount_rate", "discount_rate", "figure", "Discount rate, real"),
    ("economics.vat_rate", "vat_rate", "figure", "Value added tax"),
    (
        "economics.maintenance_rate",
        "maintenance_rate",
        "figure",
        "Maintenance a year, share of purchase",
    ),
    ("economics.staff_cost", "staff_cost", "figure", "Staff of a year"),
)
WRITTEN = {
    "Machine and checkpoint": MACHINE,
    "Files and clients": FILES,
    "Demand and migration": GROWTH,
}
"""Sections of which only those fields are shown that the scenario writes."""
SECTIONS = {"Requirements": NEEDS, **WRITTEN, "Economics": ECONOMICS}
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
    "requirements.budget": "1.5 M{}",
}


class Reader:
    """Reads the fields of a plan."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.scenario = results.plan.scenario
        self.data = self.scenario.data
        self.currency = self.scenario.economics.currency

    def all(self) -> Iterator[Field]:
        """Give every field of the scenario."""
        for n in range(len(self.scenario.tiers)):
            yield from self.tier(n)
        for name in SECTIONS:
            yield from self.section(name)
        yield from self.prices()

    def everywhere(self) -> dict[str, Field]:
        """Give every field that an edit may stand at, by its path: what any page offers."""
        from model.calibration.fit import shares  # brings scipy: only for an address with edits

        found = {field.path: field for field in self.all()}
        for (path, name), known in self.results.plan.provenance.items():
            if not known.field or (path, name) not in self.results.values:
                continue
            item = self.results.item(path, name)
            if isinstance(item, Input):
                found.setdefault(known.field, self.of(path, item, known.field))
        for one in shares(self.results):
            found.setdefault(one.path, self.of(one.address[0], one.item, one.path))
        return found

    def tier(self, n: int) -> Iterator[Field]:
        """Give the fields of a tier: those of the parts that it has."""
        tier = self.scenario.tiers[n]
        path = dict(self.results.tiers())[tier.name]
        on_zfs = (f"{path}/pools:target", "pool_available") in self.results.values
        for at, name, kind, label in TIER:
            here = f"{path}/pools:target" if name == "record_size" else path
            here = f"{path}/states:{IN_STATES[name]}" if name in IN_STATES else here
            has_part = _attribute(tier, at.rpartition(".")[0].split(".")) is not None
            if at == "target.release" and not on_zfs:
                continue
            if has_part and (not name or (here, name) in self.results.values):
                yield self._field(f"tiers.{n}.{at}", here, name, kind, label)

    def section(self, name: str) -> Iterator[Field]:
        """Give the fields of a section of the site; of some sections those that are written."""
        for at, item, kind, label in SECTIONS[name]:
            if name not in WRITTEN or _written(self.data, at) is not None:
                yield self._field(at, "site", item, kind, label)

    def prices(self) -> Iterator[Field]:
        """Give the price of one piece of each line of the bill of materials."""
        names = [tier.name for tier in self.scenario.tiers]
        common = 0
        for row in self.results.bill:
            line = row.line
            at = f"tiers.{names.index(line.tier)}.{line.role}" if line.tier else f"common.{common}"
            common += not line.tier
            label = f"{line.name} ({line.tier or 'common'})"
            yield self._field(f"{at}.price", line.path, "unit_price", "figure", label)

    def of(self, path: str, item: Input, at: str) -> Field:
        """Give the field of any input that the scenario states at a path."""
        kind: Kind = "count" if item.whole else "share" if item.high == 1 else "figure"
        return self._field(at, path, item.name, kind, item.label)

    def _field(self, at: str, path: str, name: str, kind: Kind, label: str) -> Field:
        example = "1200 {}" if at.endswith(".price") else EXAMPLES.get(at, "")
        return Field(
            at,
            label,
            kind,
            self._value(at, path, name, kind),
            self._note(at, path, name),
            (path, name),
            example.format(self.currency),
        )

    def _note(self, at: str, path: str, name: str) -> str:
        if (path, name) not in self.results.values:
            because = _written(self.data, f"{at.rpartition('.')[0]}.because")
            return str(because or ("as written" if _written(self.data, at) else "not stated"))
        item = self.results.item(path, name)
        known = self.results.plan.provenance.get((path, name))
        if known is None and isinstance(item, Input):
            known = self.results.plan.source_of(path, item)
        return f"{item.title} ({known.text})" if known else item.title

    def _value(self, at: str, path: str, name: str, kind: Kind) -> Value:
        if not name:
            value: Value = _attribute(self.scenario, at.split("."))
            return value
        written = _written(self.data, at)
        written = written.get("value") if isinstance(written, dict) else written
        if isinstance(written, str) and kind == "figure":
            return written
        number = self.results.values.get((path, name))
        if number is None or kind == "share":
            return number
        if kind == "count":
            return int(number)
        unit = self.results.item(path, name).unit
        if unit == "currency/second" and not number:
            return f"0 {self.currency}/year"  # nobody is paid by the second
        is_binary = unit == "byte" and not number % KIB and bool(number % 1000)
        return write(number, unit, binary=is_binary, currency=self.currency)


KIB = 1024


def _attribute(thing: Any, keys: list[str]) -> Any:
    """Follow keys through a scenario; None where one leads nowhere."""
    for key in filter(None, keys):
        thing = thing[int(key)] if key.isdigit() else getattr(thing, key, None)
    return thing


def _written(data: Any, path: str) -> Any:
    """What the scenario's text says at a path; None where it says nothing."""
    for key in path.split("."):
        if isinstance(data, list):
            data = data[int(key)]
        else:
            data = data.get(key) if isinstance(data, dict) else None
    return data
