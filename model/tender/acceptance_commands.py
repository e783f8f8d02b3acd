"""Command lines of acceptance tests, to copy: IOR and mdtest, fio, and the IO500."""

from __future__ import annotations

import math
from collections.abc import Iterator

from model.tender.acceptance_terms import Terms

MEMORIES = 2
"""Multiple of the memory of servers and clients that a test writes, so that caches don't count."""
HOSTS = "clients.txt"
"""File with the names of the clients, one a line."""
WAYS = ("write", "read")


def data_of(terms: Terms, processes: int | None = None) -> float:
    """Return the bytes that a bandwidth test writes: twice all memory, unless it is direct.

    Of one process, the memory of its client counts, and that of the servers. Without a number of
    processes, all clients take part.

    Raises
    ------
    ValueError
        If the memory of the servers is needed and unknown.
    """
    clients = 1 if processes == 1 else terms.clients
    if terms.direct:
        return MEMORIES * clients * terms.client_memory
    if terms.server_memory is None:
        raise ValueError(
            "the memory of the storage servers is unknown: state 'server_memory', or 'direct: true'"
        )
    return MEMORIES * (clients * terms.client_memory + terms.server_memory)


def block_of(terms: Terms, processes: int) -> float:
    """Return the bytes of one process, in whole transfers."""
    transfers = math.ceil(data_of(terms, processes) / processes / terms.transfer_size - 1e-9)
    return transfers * terms.transfer_size


def processes_of(terms: Terms) -> int:
    """Return the processes of all clients."""
    return terms.clients * terms.processes_per_client


def bandwidth_commands(terms: Terms, test: str, repeats: int | None = None) -> tuple[str, ...]:
    """Return the commands of a bandwidth test of all clients, a file for each process."""
    if terms.benchmark == "fio":
        return tuple(_fio(terms, test, repeats or terms.repeats))
    return (ior(terms if repeats is None else with_repeats(terms, repeats)),)


def few_commands(terms: Terms) -> tuple[str, ...]:
    """Return the commands of one shared file, which fio has none for, and of one process."""
    if terms.benchmark == "fio":
        return (ior(terms, shared=True), *_fio_alone(terms))
    return (ior(terms, shared=True), ior(terms, alone=True))


def with_repeats(terms: Terms, repeats: int) -> Terms:
    """Return the terms with another number of repeats."""
    return terms.model_copy(update={"repeats": repeats})


def ior(terms: Terms, *, shared: bool = False, alone: bool = False) -> str:
    """Return the command line of IOR: one file per process, one shared file, or one process."""
    processes = 1 if alone else processes_of(terms)
    per_node = "" if alone else f" --map-by ppr:{terms.processes_per_client}:node"
    words = [
        f"mpirun -np {processes}{per_node}",
        "ior -a POSIX -w -r -C -e",
        *([] if shared or alone else ["-F"]),
        *(["--posix.odirect"] if terms.direct else []),
        f"-t {terms.transfer_size:.0f} -b {block_of(terms, processes):.0f}",
        f"-D {terms.stonewall:.0f} -O stoneWallingWearOut=1 -i {terms.repeats}",
        f"-o {terms.directory}/ior",
    ]
    return " ".join(words)


def mdtest(terms: Terms, *, one_client: bool = False) -> str:
    """Return the command line of mdtest: stats by the process of another client, if there are."""
    processes = terms.processes_per_client if one_client else processes_of(terms)
    shift = "" if one_client else f"-N {terms.processes_per_client} "
    return (
        f"mpirun -np {processes} "
        f"--map-by ppr:{terms.processes_per_client}:node mdtest -F -u "
        f"-n {terms.files_per_process} {shift}-i {terms.repeats} "
        f"-d {terms.directory}/mdtest"
    )


def fio_job(terms: Terms, way: str, processes: int, jobs: int) -> tuple[str, ...]:
    """Return the fields of a job of fio."""
    return (
        "name=acceptance",
        f"directory={terms.directory}/fio",
        f"rw={way}",
        f"bs={terms.transfer_size:.0f}",
        f"size={block_of(terms, processes):.0f}",
        f"numjobs={jobs}",
        "ioengine=psync",
        f"direct={int(terms.direct)}",
        f"runtime={terms.stonewall:.0f}",
        *(["end_fsync=1"] if way == "write" else []),
        "group_reporting",
    )


def _fio(terms: Terms, test: str, repeats: int) -> Iterator[str]:
    """Give the commands of fio on all clients: a server on each, and the jobs from one of them.

    In this mode, fio puts the name of the client before that of each file.
    """
    yield f"mkdir -p {terms.directory}/fio"
    yield f"pdsh -w ^{HOSTS} fio --server --daemonize=/tmp/fio.pid"
    for way in WAYS:
        fields = fio_job(terms, way, processes_of(terms), terms.processes_per_client)
        name, *rest = fields
        text = "\\n".join([f"[{name.partition('=')[2]}]", *rest])
        yield f"printf '{text}\\n' > {way}.fio"
        yield (
            f"for n in $(seq {repeats}); do fio --client={HOSTS} {way}.fio --output-format=json "
            f"--output={test}-{way}-$n.json; done"
        )


def _fio_alone(terms: Terms) -> Iterator[str]:
    """Give the commands of one process of fio."""
    yield f"mkdir -p {terms.directory}/fio"
    for way in WAYS:
        options = " ".join(f"--{one}" for one in fio_job(terms, way, 1, 1))
        yield (
            f"for n in $(seq {terms.repeats}); do fio {options} --output-format=json "
            f"--output=T4-{way}-$n.json; done"
        )


def io500(terms: Terms) -> tuple[str, ...]:
    """Return the commands of the IO500: its configuration, and as many runs as agreed."""
    processes = processes_of(terms)
    sections = {
        "global": {"datadir": f"{terms.directory}/io500", "resultdir": "io500-results"},
        "ior-easy": {
            "transferSize": f"{terms.transfer_size:.0f}",
            "blockSize": f"{block_of(terms, processes):.0f}",
        },
        "mdtest-easy": {"n": f"{terms.files_per_process}"},
    }
    lines = [
        line
        for section, keys in sections.items()
        for line in (f"[{section}]", *(f"{key} = {value}" for key, value in keys.items()))
    ]
    text = "\\n".join(lines)
    return (
        f"printf '{text}\\n' > acceptance.ini",
        f"for n in $(seq {terms.repeats}); do mpirun -np {processes} "
        f"--map-by ppr:{terms.processes_per_client}:node io500 acceptance.ini; done",
    )
