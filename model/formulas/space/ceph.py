"""Ceph: replicas or an erasure code over failure domains, with its ratios of fullness.

Each drive is a target (OSD). What `ceph df` says can be stored stops at the full ratio. What may be
planned is less: below the nearfull ratio, and so little that what the lost domains held can be made
anew on the others, which take no rebuilt data above the backfillfull ratio.
"""

import numpy as np

from model.engine.ops import Num, at_least, where_less
from model.engine.quantity import Book

RATIOS = (
    "document: Ceph doc/rados/configuration/mon-config-ref.rst, Storage Capacity: mon_osd_*_ratio"
)
MAX_AVAIL = "document: Ceph src/mon/PGMap.cc: what lies above the full ratio isn't available"
POOLS = "arithmetic: data over data and parity, or over copies"

CODE = Book("code of data and parity", topic="capacity")
CODE.input("code_data", "1", r"k", "Data strips of the code; 1 for replicas", whole=True)
CODE.input("code_parity", "1", r"m", "Parity strips, or replicas beyond the first", whole=True)


@CODE.quantity("1", r"k/(k+m)", "arithmetic: data over all strips", shown="percent")
def code_efficiency(code_data: Num, code_parity: Num) -> Num:
    """Share of raw bytes that is data."""
    return code_data / (code_data + code_parity)


STRIPS = Book("strips of a code", topic="capacity")


@STRIPS.quantity("1", r"k+m", "arithmetic: data and all additional strips")
def code_strips(code_data: Num, code_parity: Num) -> Num:
    """Strips of the code: data and parity, or copies."""
    return code_data + code_parity


OSD = Book("Ceph OSD", topic="capacity")
OSD.input(
    "pool_drives",
    "1",
    r"n_\mathrm{drv/pool}",
    "Drives of one target",
    1.0,
    source="assumption: each drive is one OSD",
    whole=True,
)
OSD.input(
    "osd_kept_back",
    "byte",
    r"C_\mathrm{back}",
    "Bytes of a drive that its OSD doesn't use for objects",
    0.0,
    source="assumption: database and log on other drives, unless the scenario says otherwise",
)
OSD.input(
    "osd_allocation",
    "byte",
    r"u_\mathrm{osd}",
    "Smallest allocation on a drive",
    4096.0,
    source="document: Ceph doc/rados/configuration/bluestore-config-ref.rst: "
    "4 KiB on flash since Octopus, on disks since Pacific",
)
OSD.input(
    "pool_distributed_spares",
    "1",
    r"n_\mathrm{dsp/pool}",
    "Distributed spares, in drives",
    0.0,
    source="assumption: Ceph rebuilds into free space, below the fill limit",
    whole=True,
)


@OSD.quantity("1", r"n_\mathrm{data/pool}", POOLS)
def pool_data_drives(pool_drives: Num, code_efficiency: Num) -> Num:
    """Data drives equivalent of the target."""
    return pool_drives * code_efficiency


@OSD.quantity("byte", r"C_\mathrm{fs}", POOLS)
def formatted_capacity(pool_data_drives: Num, drive_capacity: Num, osd_kept_back: Num) -> Num:
    """Data on one completely full drive."""
    return pool_data_drives * (drive_capacity - osd_kept_back)


@OSD.quantity("byte", r"C_\mathrm{tgt}", MAX_AVAIL)
def target_capacity(formatted_capacity: Num, full_ratio: Num) -> Num:
    """Data on one drive at the full ratio: `ceph df` MAX AVAIL of an empty cluster."""
    return formatted_capacity * full_ratio


OBJECT_UNIT = Book("files on Ceph", topic="capacity")


@OBJECT_UNIT.quantity(
    "byte", r"u_\mathrm{file}", "arithmetic: each data strip takes whole allocations"
)
def allocation_unit(code_data: Num, osd_allocation: Num) -> Num:
    """Smallest allocation of an object, parity not counted."""
    return code_data * osd_allocation


FULLNESS = Book("tier capacity of Ceph", topic="capacity")
FULLNESS.input(
    "nearfull_ratio",
    "1",
    r"f_\mathrm{near}",
    "Occupancy at which Ceph warns",
    0.85,
    source=RATIOS,
    low=0.01,
    high=1.0,
    shown="percent",
)
FULLNESS.input(
    "backfillfull_ratio",
    "1",
    r"f_\mathrm{back}",
    "Occupancy above which a drive accepts no backfill",
    0.9,
    source=RATIOS,
    low=0.01,
    high=1.0,
    shown="percent",
)
FULLNESS.input(
    "full_ratio",
    "1",
    r"f_\mathrm{full}",
    "Occupancy at which Ceph stops writing",
    0.95,
    source=RATIOS,
    low=0.01,
    high=1.0,
    shown="percent",
)
FULLNESS.input(
    "stated_fill_limit",
    "1",
    r"f_\mathrm{fill}^\mathrm{stated}",
    "Fill limit of the scenario",
    1.0,
    source="assumption: Ceph's own ratios, unless the scenario says otherwise",
    high=1.0,
    shown="percent",
)
FULLNESS.input(
    "domains_lost",
    "1",
    r"n_\mathrm{dom}^\mathrm{lost}",
    "Failure domains whose loss must be recoverable into free space",
    1.0,
    source=(
        "assumption: one, as vSAN's N+1; Ceph's mon-config-ref.rst leaves the number to the planner"
    ),
    whole=True,
)


@FULLNESS.quantity(
    "1",
    r"n_\mathrm{dom}^\mathrm{rec}",
    "arithmetic: each strip needs a domain of its own; no parity, no repair",
)
def recoverable_domains(
    failure_domains: Num, domains_lost: Num, tier_strips: Num, tier_parity: Num
) -> Num:
    """Lost failure domains that the remaining ones can rebuild."""
    most = np.maximum(0, failure_domains - tier_strips)
    return where_less(0, tier_parity, np.minimum(domains_lost, most), 0.0)


@FULLNESS.quantity(
    "1",
    r"f_\mathrm{rec}",
    "arithmetic: what the lost domains held must fit on the others",
    shown="percent",
)
def recoverable_ratio(
    failure_domains: Num, recoverable_domains: Num, backfillfull_ratio: Num
) -> Num:
    """Highest occupancy at which lost data can be rebuilt on the remaining domains."""
    return (1 - recoverable_domains / failure_domains) * backfillfull_ratio


@FULLNESS.quantity("1", r"f_\mathrm{near}/f_\mathrm{full}", RATIOS, shown="percent")
def nearfull_limit(nearfull_ratio: Num, full_ratio: Num) -> Num:
    """Occupancy at which Ceph warns, as a share of the usable capacity."""
    return nearfull_ratio / full_ratio


@FULLNESS.quantity("1", r"f_\mathrm{rec}/f_\mathrm{full}", RATIOS, shown="percent")
def recoverable_limit(recoverable_ratio: Num, full_ratio: Num, recoverable_domains: Num) -> Num:
    """Occupancy up to which lost data can be rebuilt, as a share of the usable capacity.

    No limit if nothing can be rebuilt: then lost data take no space on the remaining domains.
    """
    return where_less(0, recoverable_domains, recoverable_ratio / full_ratio, 1.0)


@FULLNESS.quantity("1", r"f_\mathrm{fill}", RATIOS, shown="percent")
def fill_limit(stated_fill_limit: Num, nearfull_limit: Num, recoverable_limit: Num) -> Num:
    """Fill limit, as a share of the usable capacity."""
    return np.minimum(stated_fill_limit, np.minimum(nearfull_limit, recoverable_limit))


@FULLNESS.quantity(
    "1", r"\mathrm{ok}_\mathrm{dom}", "arithmetic: each strip needs a domain of its own"
)
def domains_suffice(failure_domains: Num, domains_lost: Num, tier_strips: Num) -> Num:
    """Whether the remaining domains can hold the data of a lost one: 1 yes, 0 no."""
    return at_least(failure_domains - np.maximum(1, domains_lost), tier_strips)


TIER_CODE = Book("code of a tier", topic="capacity")
TIER_CODE.over(
    "total",
    "tier_strips",
    "1",
    r"(k+m)_\mathrm{tier}",
    "Strips of the code: data and parity, or copies",
    roles=("pools",),
    of="code_strips",
)
TIER_CODE.over(
    "total",
    "tier_data",
    "1",
    r"k_\mathrm{tier}",
    "Data strips of the code; 1 for copies",
    roles=("pools",),
    of="code_data",
)
TIER_CODE.over(
    "total",
    "tier_parity",
    "1",
    r"m_\mathrm{tier}",
    "Parity strips of the code, or copies beyond the first",
    roles=("pools",),
    of="code_parity",
)

SERVER_DOMAINS = Book("tier capacity by server", topic="capacity")


SERVER_DOMAINS.alias(
    "failure_domains",
    "1",
    r"n_\mathrm{dom}",
    "Failure domain: servers.",
    of="servers",
    source="assumption: a server is lost at once",
)


BLOCK_DOMAINS = Book("tier capacity by block", topic="capacity")


BLOCK_DOMAINS.alias(
    "failure_domains",
    "1",
    r"n_\mathrm{dom}",
    "Failure domain: blocks.",
    of="blocks",
    source="assumption: a block is lost at once",
)
