"""Memory of Lustre's servers, by the rules of its manual.

The manual's sums differ from exact ones: it takes some KB for decimal and some for binary (20
million files x 1.5 KB are printed as 30,720 MB, exactly 29,297 MiB; 12 x 100,000 x 2 KB as 2,400
MB, exactly 2,344 MiB), and rounds up to what can be bought. Here a KB is a KiB throughout: 56,217
MiB where the printed terms sum to 57,696 MB and the manual advises "at least 60 GB".
"""

from model.ops import Num
from model.quantity import Book

LUSTRE = "Lustre Operations Manual, chapter 5: Determining Memory Requirements"

CLIENTS = Book("server memory: clients")
MDS = Book("server memory: MDS")
OSS = Book("server memory: OSS")
for _book, _name, _unit, _symbol, _title, _default, _why in (
    (CLIENTS, "lock_memory", "byte", r"m_\mathrm{lock}", "Memory of a locked file", 2048.0, "2 KB"),
    (
        CLIENTS,
        "cached_file_memory",
        "byte",
        r"m_\mathrm{ino}",
        "Memory of a file in cache without a lock",
        1536.0,
        "about 1.5 KB",
    ),
    (MDS, "mds_system_memory", "byte", r"M_\mathrm{os}", "System of an MDS", 4294967296.0, "4 GB"),
    (MDS, "mdt_journal", "byte", r"M_\mathrm{j}", "Journal of an MDT", 4294967296.0, "4096 MB"),
    (MDS, "locks_per_core", "1", r"n_\mathrm{lock}", "Files that a core has open", 256.0, "256"),
    (
        MDS,
        "locks_per_login",
        "1",
        r"n_\mathrm{lock,l}",
        "Files that a login node has open",
        100000.0,
        "100,000",
    ),
    (OSS, "oss_threads", "1", r"n_\mathrm{thr}", "Service threads of an OSS", 512.0, "512"),
    (
        OSS,
        "thread_buffer",
        "byte",
        r"M_\mathrm{buf}",
        "Buffer of a thread, for the network and again for the disks",
        16777216.0,
        "16 MB",
    ),
    (OSS, "ost_journal", "byte", r"M_\mathrm{jo}", "Journal of an OST", 1073741824.0, "1024 MB"),
    (OSS, "ost_cache", "byte", r"M_\mathrm{rc}", "Read cache of an OST", 2147483648.0, "2048 MB"),
    (OSS, "objects_per_core", "1", r"n_\mathrm{obj}", "Objects that a core has open", 64.0, "64"),
    (
        OSS,
        "objects_per_login",
        "1",
        r"n_\mathrm{obj,l}",
        "Objects that a login node has open",
        25000.0,
        "25,000",
    ),
    (
        OSS,
        "oss_base_memory",
        "byte",
        r"M_\mathrm{base}",
        "Base of the rule of thumb",
        25769803776.0,
        "about 24 GB",
    ),
    (
        OSS,
        "oss_memory_per_ost",
        "byte",
        r"M_\mathrm{ost}",
        "Memory for an OST by the rule of thumb; twice with failover",
        4294967296.0,
        "4 GB for each OST, 8 GB with failover",
    ),
):
    _book.input(_name, _unit, _symbol, _title, _default, source=f"{LUSTRE}: {_why}")
for _book, _name, _symbol, _title in (
    (CLIENTS, "client_nodes", r"n_\mathrm{cl}", "Compute nodes that mount the file system"),
    (CLIENTS, "cores_per_client", r"n_\mathrm{core}", "Cores of a compute node"),
    (CLIENTS, "login_nodes", r"n_\mathrm{login}", "Nodes that people work on"),
    (MDS, "mdts_per_server", r"n_\mathrm{mdt/s}", "MDTs that one MDS serves"),
    (MDS, "working_set_files", r"n_\mathrm{ws}", "Files of the working set"),
    (OSS, "osts_per_server", r"n_\mathrm{ost/s}", "OSTs that one OSS serves"),
    (OSS, "working_set_objects", r"n_\mathrm{wo}", "Objects of the working set on one OSS"),
):
    _book.input(_name, "1", _symbol, _title, whole=True)


def _locked(client_nodes: Num, cores_per_client: Num, per_core: Num, lock_memory: Num) -> Num:
    """Memory of what the compute nodes hold open."""
    return client_nodes * cores_per_client * per_core * lock_memory


def _logged_in(login_nodes: Num, per_login: Num, lock_memory: Num) -> Num:
    """Memory of what the login nodes hold open."""
    return login_nodes * per_login * lock_memory


def _cached(working_set: Num, cached_file_memory: Num) -> Num:
    """Memory that keeps the working set at hand."""
    return working_set * cached_file_memory


for _book, _server, _what, _set in (
    (MDS, "mds", "locks", "working_set_files"),
    (OSS, "oss", "objects", "working_set_objects"),
):
    for _function, _part, _needs in (
        (_locked, "client", ("client_nodes", "cores_per_client", f"{_what}_per_core")),
        (_logged_in, "login", ("login_nodes", f"{_what}_per_login")),
        (_cached, "cache", (_set,)),
    ):
        _each = "cached_file_memory" if _part == "cache" else "lock_memory"
        _book.quantity(
            "byte",
            rf"M_\mathrm{{{_server},{_part}}}",
            LUSTRE,
            name=f"{_server}_{_part}_memory",
            needs=(*_needs, _each),
        )(_function)


@MDS.quantity("byte", r"M_\mathrm{mds,j}", LUSTRE)
def mds_journal_memory(mdts_per_server: Num, mdt_journal: Num) -> Num:
    """Memory that the journals of an MDS can pin."""
    return mdts_per_server * mdt_journal


@MDS.quantity("byte", r"M_\mathrm{mds}", LUSTRE)
def mds_memory(
    mds_system_memory: Num,
    mds_journal_memory: Num,
    mds_client_memory: Num,
    mds_login_memory: Num,
    mds_cache_memory: Num,
) -> Num:
    """Memory that an MDS needs, exactly: the manual rounds terms and sum up."""
    return (
        mds_system_memory
        + mds_journal_memory
        + mds_client_memory
        + mds_login_memory
        + mds_cache_memory
    )


@OSS.quantity("byte", r"M_\mathrm{oss,buf}", LUSTRE)
def oss_buffer_memory(oss_threads: Num, thread_buffer: Num) -> Num:
    """Buffers of all threads: once for the network, once for the disks."""
    return 2 * oss_threads * thread_buffer


@OSS.quantity("byte", r"M_\mathrm{oss,ost}", LUSTRE)
def oss_target_memory(osts_per_server: Num, ost_journal: Num, ost_cache: Num) -> Num:
    """Journals and read caches of all OSTs of an OSS."""
    return osts_per_server * (ost_journal + ost_cache)


@OSS.quantity("byte", r"M_\mathrm{oss}", LUSTRE)
def oss_memory(
    oss_buffer_memory: Num,
    oss_target_memory: Num,
    oss_client_memory: Num,
    oss_login_memory: Num,
    oss_cache_memory: Num,
) -> Num:
    """Memory that an OSS needs, exactly: the manual rounds terms and sum up."""
    return (
        oss_buffer_memory
        + oss_target_memory
        + oss_client_memory
        + oss_login_memory
        + oss_cache_memory
    )


@OSS.quantity("byte", r"M_\mathrm{oss}^\mathrm{rule}", LUSTRE)
def oss_memory_by_rule(oss_base_memory: Num, osts_per_server: Num, oss_memory_per_ost: Num) -> Num:
    """Memory of an OSS by the rule of thumb."""
    return oss_base_memory + osts_per_server * oss_memory_per_ost


@OSS.quantity("byte", r"M_\mathrm{oss}^\mathrm{ha}", LUSTRE)
def oss_failover_memory_by_rule(
    oss_base_memory: Num, osts_per_server: Num, oss_memory_per_ost: Num
) -> Num:
    """Memory of an OSS that may have to serve its neighbour's OSTs, by the rule of thumb."""
    return oss_base_memory + 2 * osts_per_server * oss_memory_per_ost
