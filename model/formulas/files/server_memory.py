"""Memory of Lustre's servers, by the rules of its manual.

The manual's sums differ from exact ones: it takes some KB for decimal and some for binary (20
million files x 1.5 KB are printed as 30,720 MB, exactly 29,297 MiB; 12 x 100,000 x 2 KB as 2,400
MB, exactly 2,344 MiB), and rounds up to what can be bought. Here a KB is a KiB throughout: 56,217
MiB where the printed terms sum to 57,696 MB and the manual advises "at least 60 GB".

The manual counts journals of ldiskfs. ZFS has none in memory, but caches in its place (ARC); its
servers are sized by the same rules.

Each term joins what belongs to the server itself or what goes with its targets; with failover, what
goes with a neighbour's targets joins too.
"""

from functools import cache

from model.engine.ops import Num, at_least, whole_up
from model.engine.quantity import ANY_SIGN, Book
from model.units.kinds import GIB, MIB

LUSTRE = (
    "document: Lustre Operations Manual (doc.lustre.org), chapter 5: Determining Memory "
    "Requirements"
)
IN_BINARY = f"{LUSTRE} (its units are binary)"
SPREAD = f"{LUSTRE}: the load is spread over the OSS nodes"
PAIR = "assumption: a server takes over the targets of one neighbour"
ARITHMETIC = "arithmetic of the server"

CLIENTS = Book("server memory: clients", topic="memory")
MDS = Book("server memory: MDS", topic="memory")
OSS = Book("server memory: OSS", topic="memory")
CLIENTS.input(
    "lock_memory",
    "byte",
    r"m_\mathrm{lock}",
    "Memory of a locked file",
    2048.0,
    source=f"{IN_BINARY}: 2 KB",
)
CLIENTS.input(
    "cached_file_memory",
    "byte",
    r"m_\mathrm{ino}",
    "Memory of a file in cache without a lock",
    1536.0,
    source=f"{IN_BINARY}: about 1.5 KB",
)
CLIENTS.input(
    "locks_per_core",
    "1",
    r"n_\mathrm{lock}",
    "Files that a core has open",
    256.0,
    source=f"{LUSTRE}: 256; an OSS that serves a quarter of them has 64 objects",
)
CLIENTS.input(
    "locks_per_login",
    "1",
    r"n_\mathrm{lock,l}",
    "Files that a login node has open",
    100000.0,
    source=f"{LUSTRE}: 100,000; an OSS that serves a quarter of them has 25,000 objects",
)
MDS.input(
    "mds_system_memory",
    "byte",
    r"M_\mathrm{os}",
    "System of an MDS",
    4 * GIB,
    source=f"{IN_BINARY}: 4 GB",
    part_of="fixed_memory",
)
MDS.input(
    "mdt_journal",
    "byte",
    r"M_\mathrm{j}",
    "Journal of an MDT",
    4 * GIB,
    source=f"{IN_BINARY}: 4096 MB",
)
OSS.input(
    "oss_threads",
    "1",
    r"n_\mathrm{thr}",
    "Service threads of an OSS",
    512.0,
    source=f"{LUSTRE}: 512",
)
OSS.input(
    "thread_buffer",
    "byte",
    r"M_\mathrm{buf}",
    "Buffer of a thread, for the network and again for the disks",
    16 * MIB,
    source=f"{IN_BINARY}: 16 MB",
)
OSS.input(
    "ost_journal",
    "byte",
    r"M_\mathrm{jo}",
    "Journal of an OST",
    GIB,
    source=f"{IN_BINARY}: 1024 MB",
)
OSS.input(
    "ost_cache",
    "byte",
    r"M_\mathrm{rc}",
    "Read cache of an OST",
    2 * GIB,
    source=f"{IN_BINARY}: 2048 MB",
)
OSS.input(
    "oss_base_memory",
    "byte",
    r"M_\mathrm{base}",
    "Base of the rule of thumb",
    24 * GIB,
    source=f"{IN_BINARY}: about 24 GB",
    part_of="memory_by_rule",
)
OSS.input(
    "oss_memory_per_ost",
    "byte",
    r"M_\mathrm{ost}",
    "Memory for an OST by the rule of thumb; twice with failover",
    4 * GIB,
    source=f"{IN_BINARY}: 4 GB for each OST, 8 GB with failover",
)
CLIENTS.input(
    "client_nodes", "1", r"n_\mathrm{cl}", "Compute nodes that mount the file system", whole=True
)
CLIENTS.input("cores_per_client", "1", r"n_\mathrm{core}", "Cores of a compute node", whole=True)
CLIENTS.input("login_nodes", "1", r"n_\mathrm{login}", "Login nodes", whole=True)
CLIENTS.input("working_set_files", "1", r"n_\mathrm{ws}", "Files of the working set", whole=True)

SERVED = Book("server memory: targets of a server", topic="memory")
SERVED.sum_of_parts(
    "memory_needed", "byte", r"M_\mathrm{need}", "Memory that a server needs", LUSTRE
)
SERVED.sum_of_parts(
    "fixed_memory",
    "byte",
    r"M_\mathrm{fix}",
    "Memory that a server needs regardless of its targets",
)
SERVED.sum_of_parts(
    "targets_memory", "byte", r"M_\mathrm{tgts}", "Memory that a server needs for its targets"
)


@SERVED.quantity("1", r"n_\mathrm{serve}", "arithmetic: 19 targets on a pair are 10 and 9")
def targets_served(targets_per_server: Num) -> Num:
    """Targets of the server with the most targets."""
    return whole_up(targets_per_server)


@SERVED.quantity("1", r"x_\mathrm{serve}", ARITHMETIC, shown="percent")
def served_share(targets_served: Num, targets: Num) -> Num:
    """Share of the tier's targets on the server with the most targets."""
    return targets_served / targets


FAILOVER = Book("server memory: failover", topic="memory")


@FAILOVER.quantity("1", r"n_\mathrm{serve}^\mathrm{ha}", PAIR)
def failover_targets(targets_per_server: Num) -> Num:
    """Targets that a server serves while its partner is down."""
    return whole_up(2 * targets_per_server)


@FAILOVER.quantity(
    "byte",
    r"M_\mathrm{ha}",
    f"{LUSTRE}: an MDS doubles its RAM for journals, 96 GB for a pair of active MDS of 60 GB; an "
    "OSS needs about 90 GB in place of 60",
    part_of="memory_needed",
)
def neighbour_memory(targets_memory: Num, failover_targets: Num, targets_served: Num) -> Num:
    """Memory that a server needs for its partner's targets while that is down."""
    return targets_memory * (failover_targets / targets_served - 1)


@MDS.quantity("byte", r"M_\mathrm{mds,j}", LUSTRE, part_of="targets_memory")
def mds_journal_memory(targets_served: Num, mdt_journal: Num) -> Num:
    """Memory that the journals of an MDS can pin."""
    return targets_served * mdt_journal


@MDS.quantity("byte", r"M_\mathrm{mds,client}", LUSTRE, part_of="fixed_memory")
def mds_client_memory(
    client_nodes: Num, cores_per_client: Num, locks_per_core: Num, lock_memory: Num
) -> Num:
    """Memory for files open on the compute nodes; each MDS is counted with all of it."""
    return client_nodes * cores_per_client * locks_per_core * lock_memory


@MDS.quantity("byte", r"M_\mathrm{mds,login}", LUSTRE, part_of="fixed_memory")
def mds_login_memory(login_nodes: Num, locks_per_login: Num, lock_memory: Num) -> Num:
    """Memory for files open on the login nodes; each MDS is counted with all of it."""
    return login_nodes * locks_per_login * lock_memory


@MDS.quantity("byte", r"M_\mathrm{mds,cache}", LUSTRE, part_of="targets_memory")
def mds_cache_memory(working_set_files: Num, served_share: Num, cached_file_memory: Num) -> Num:
    """Memory to cache an MDS's part of the working set."""
    return working_set_files * served_share * cached_file_memory


@MDS.quantity("byte", r"M_\mathrm{mds}", LUSTRE, part_of="memory_needed")
def mds_memory(fixed_memory: Num, targets_memory: Num) -> Num:
    """Exact memory required by an MDS; the manual rounds terms and sum up."""
    return fixed_memory + targets_memory


@OSS.quantity("byte", r"M_\mathrm{oss,buf}", LUSTRE, part_of="fixed_memory")
def oss_buffer_memory(oss_threads: Num, thread_buffer: Num) -> Num:
    """Buffers of all threads: once for the network, once for the disks."""
    return 2 * oss_threads * thread_buffer


@OSS.quantity("byte", r"M_\mathrm{oss,ost}", LUSTRE, part_of="targets_memory")
def oss_target_memory(targets_served: Num, ost_journal: Num, ost_cache: Num) -> Num:
    """Journals and read caches of all OSTs of an OSS."""
    return targets_served * (ost_journal + ost_cache)


@OSS.quantity("byte", r"M_\mathrm{oss,client}", SPREAD, part_of="targets_memory")
def oss_client_memory(
    client_nodes: Num,
    cores_per_client: Num,
    locks_per_core: Num,
    served_share: Num,
    lock_memory: Num,
) -> Num:
    """Memory for objects open on an OSS by the compute nodes, one object per file."""
    return client_nodes * cores_per_client * locks_per_core * served_share * lock_memory


@OSS.quantity("byte", r"M_\mathrm{oss,login}", SPREAD, part_of="targets_memory")
def oss_login_memory(
    login_nodes: Num, locks_per_login: Num, served_share: Num, lock_memory: Num
) -> Num:
    """Memory for objects open on an OSS by the login nodes, one object per file."""
    return login_nodes * locks_per_login * served_share * lock_memory


@OSS.quantity("byte", r"M_\mathrm{oss,cache}", SPREAD, part_of="targets_memory")
def oss_cache_memory(working_set_files: Num, served_share: Num, cached_file_memory: Num) -> Num:
    """Memory to cache an OSS's part of the working set, one object per file."""
    return working_set_files * served_share * cached_file_memory


@OSS.quantity("byte", r"M_\mathrm{oss}", LUSTRE, part_of="memory_needed")
def oss_memory(fixed_memory: Num, targets_memory: Num) -> Num:
    """Exact memory required by an OSS; the manual rounds terms and sum up."""
    return fixed_memory + targets_memory


OSS.sum_of_parts(
    "memory_by_rule",
    "byte",
    r"M_\mathrm{oss}^\mathrm{rule}",
    "Memory of an OSS by the manual's rule of thumb",
    LUSTRE,
)


@OSS.quantity("byte", r"M_\mathrm{oss,ost}^\mathrm{rule}", LUSTRE, part_of="memory_by_rule")
def targets_memory_by_rule(targets_served: Num, oss_memory_per_ost: Num) -> Num:
    """Memory for the OSTs of an OSS by the manual's rule of thumb."""
    return targets_served * oss_memory_per_ost


OSS_FAILOVER = Book("server memory: rule of thumb with failover", topic="memory")


OSS_FAILOVER.alias(
    "neighbour_memory_by_rule",
    "byte",
    r"M_\mathrm{oss,ha}^\mathrm{rule}",
    "Memory for the OSTs of a partner, by the manual's rule of thumb: the same again.",
    of="targets_memory_by_rule",
    source=LUSTRE,
    part_of="memory_by_rule",
)


INSTALLED = Book("server memory: installed", topic="memory")
INSTALLED.input("memory_module_capacity", "byte", r"C_\mathrm{dimm}",
                "Capacity of a memory module, in binary units")  # fmt: skip


@INSTALLED.quantity("byte", r"M_\mathrm{inst}", ARITHMETIC)
def installed_memory(memory_modules_per_server: Num, memory_module_capacity: Num) -> Num:
    """Installed memory of one server."""
    return memory_modules_per_server * memory_module_capacity


@INSTALLED.quantity("1", r"\mathrm{met}_\mathrm{mem}", "definition: installed against needed")
def memory_suffices(installed_memory: Num, memory_needed: Num) -> Num:
    """Whether a server has the memory recommended by Lustre's manual: 1 yes, 0 no."""
    return at_least(installed_memory, memory_needed)


@INSTALLED.quantity(
    "1",
    r"\mathrm{margin}_\mathrm{mem}",
    "definition: installed against needed",
    low=ANY_SIGN,
    shown="change",
)
def memory_margin(installed_memory: Num, memory_needed: Num) -> Num:
    """Memory margin, as a share of the need; negative: a shortfall."""
    return installed_memory / memory_needed - 1


_TOGETHER = Book("memory of tiers on the same servers", topic="memory")


@_TOGETHER.quantity("1", r"\mathrm{ok}_\mathrm{mem}^\mathrm{sh}", LUSTRE)
def shared_memory_suffices(shared_memory: Num, summed_memory_needed: Num) -> Num:
    """Whether a server has enough memory for all tiers on it: 1 yes, 0 no."""
    return at_least(shared_memory, summed_memory_needed)


@cache
def needed_together(counted: tuple[str, ...]) -> Book:
    """Give the chapter of the memory that tiers on the same servers need, by the tiers' names."""
    book = Book("memory of the same servers", _TOGETHER, topic="memory")
    book.over(
        "total",
        "summed_memory_needed",
        "byte",
        r"M_\mathrm{need}^\mathrm{sum}",
        "Memory required by all tiers on a server",
        roles=("tiers", "metadata"),
        of="memory_needed",
        names=counted,
    )
    book.over(
        "total",
        "shared_memory",
        "byte",
        r"M_\mathrm{sh}",
        "Memory of one server of several tiers",
        roles=("tiers", "metadata"),
        of="installed_memory",
        names=counted[:1],
    )
    return book
