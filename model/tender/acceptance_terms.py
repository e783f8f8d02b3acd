"""What an acceptance is agreed upon: clients, sizes, repeats, and what the bid commits."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from model.reading.fields import (
    Iops,
    PositiveByteRate,
    PositiveBytes,
    PositiveCount,
    PositiveSeconds,
    Seconds,
    Share,
    Strict,
    Watts,
)

Remedy = Literal["repair", "add", "reduce", "withdraw"]
Country = Literal["de"]
TEST = r"^T[0-9]{1,2}(\.[0-9]{1,3})?$"
"""Keys of tests."""
Io500Bandwidth = Literal[
    "ior-easy-write", "ior-easy-read", "ior-hard-write", "ior-hard-read", "ior-rnd4K-easy-read"
]
Io500Rate = Literal[
    "mdtest-easy-write",
    "mdtest-easy-stat",
    "mdtest-easy-delete",
    "mdtest-hard-write",
    "mdtest-hard-stat",
    "mdtest-hard-read",
    "mdtest-hard-delete",
    "find",
]


Clause = Annotated[str, Field(min_length=1, max_length=2_000)]


class Rates(Strict):
    """Committed read and write bandwidth of a state."""

    read: PositiveByteRate | None = None
    """Read bandwidth."""
    write: PositiveByteRate | None = None
    """Write bandwidth."""


class MetadataRates(Strict):
    """Committed metadata rates of one client."""

    creates: Iops | None = None
    """File creations per second."""
    stats: Iops | None = None
    """File stats per second."""
    removes: Iops | None = None
    """File removals per second."""


class Committed(Strict):
    """What the bid commits; what it doesn't is taken from the requirements."""

    capacity: PositiveBytes | None = None
    """Usable capacity of the empty file system."""
    read_bandwidth: PositiveByteRate | None = None
    """Read bandwidth, one file per process."""
    write_bandwidth: PositiveByteRate | None = None
    """Write bandwidth, one file per process."""
    shared_read: PositiveByteRate | None = None
    """Read bandwidth of one shared file."""
    shared_write: PositiveByteRate | None = None
    """Write bandwidth of one shared file."""
    stream_read: PositiveByteRate | None = None
    """Read bandwidth of a single process."""
    stream_write: PositiveByteRate | None = None
    """Write bandwidth of a single process."""
    creates: Iops | None = None
    """File creations per second."""
    stats: Iops | None = None
    """File stats per second."""
    removes: Iops | None = None
    """File removals per second."""
    one_client: MetadataRates = MetadataRates()
    """Metadata rates of a single client with all its processes."""
    states: Mapping[str, Rates] = {}
    """Bandwidth in each state that is tested, such as 'server lost'."""
    filled: Rates | None = None
    """Bandwidth at the fill limit."""
    io500_bandwidths: Mapping[Io500Bandwidth, PositiveByteRate] = {}
    """Bandwidths of the IO500, by phase, such as 'ior-easy-write'."""
    io500_rates: Mapping[Io500Rate, Iops] = {}
    """Rates of the IO500, by phase, such as 'mdtest-easy-write'."""
    failover_time: Seconds | None = None
    """Time until data are accessible after the failure of a server."""
    power: Watts | None = None
    """Maximum power under load."""
    typical_power: Watts | None = None
    """Typical power under load."""
    availability: Share | None = None
    """Availability in the stability test."""


class Terms(Strict):
    """How the acceptance is tested."""

    clients: PositiveCount
    """Client nodes of the test."""
    processes_per_client: PositiveCount
    """Processes on each client."""
    client_memory: PositiveBytes
    """Memory of one client."""
    server_memory: PositiveBytes | None = None
    """Memory of all storage servers; needed unless 'direct' is true."""
    direct: Annotated[bool, Field(strict=True)] = False
    """Whether files are opened for direct I/O, so that no cache needs to be exceeded."""
    transfer_size: PositiveBytes = float(2**24)
    """Bytes of one transfer; 16 MiB unless stated."""
    benchmark: Literal["ior", "fio"] = "ior"
    """Program for bandwidths; IOR unless stated."""
    directory: Annotated[str, Field(pattern=r"^/[\w./-]{0,200}$")] = "/mnt/acceptance"
    """Directory on the file system; absolute path of letters, digits, '.', '-' and '_'."""
    stonewall: PositiveSeconds = 300.0
    """Time after which each phase stops; 300 s unless stated."""
    repeats: Annotated[int, Field(strict=True, ge=2, le=1000)] = 5
    """Repeats of each bandwidth test; 5 unless stated."""
    files_per_process: PositiveCount = 10_000
    """Files that each process creates in metadata tests; 10,000 unless stated."""
    stability: PositiveSeconds | None = None
    """Duration of the stability test."""
    committed: Committed = Committed()
    """What the bid commits."""
    all_servers: Annotated[bool, Field(strict=True)] = False
    """Whether results have the inventory of all servers: what isn't there then is missing."""
    remedy: Remedy | None = None
    """Remedy if a test fails; none unless stated."""
    remedies: Mapping[Annotated[str, Field(pattern=TEST)], Remedy] = {}
    """Remedies of single tests, such as {T3: add}, in place of 'remedy'."""
    country: Country | None = None
    """Country of the contract, which sets the wording of its clauses; general wording if empty."""
    clauses: Mapping[Remedy, Clause] = {}
    """Own texts of remedies, such as {repair: ...}, in place of these."""
