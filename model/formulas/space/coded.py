"""An erasure code across servers by itself, as in DAOS, WEKA, VAST, Quobyte and MinIO.

Each drive is a target, and holds its share of strips that lie in other servers (or blocks). Spare
the space of some servers stays empty, spread over all; a share of each drive is reserved.
Where a code has more strips than there are servers, some hold several, and fewer may be lost.
"""

from model.engine.ops import Num, ceil_quotient, floor_quotient
from model.engine.quantity import Book
from model.formulas.space.ceph import POOLS

NET = (
    "document: WEKA documentation (docs.weka.io), SSD net storage capacity: raw x (servers - "
    "spares) / servers x D / (D + P) x 0.9"
)

CODED = Book("erasure code across servers", topic="capacity")
CODED.input(
    "pool_drives",
    "1",
    r"n_\mathrm{drv/pool}",
    "Drives of one target",
    1.0,
    source="assumption: each drive is one target",
    whole=True,
)
CODED.input(
    "code_kept_back",
    "byte",
    r"C_\mathrm{back}",
    "Bytes of a drive that hold no strips",
    0.0,
    source="assumption: whole drives, unless the scenario says otherwise",
)
CODED.input(
    "kept_share",
    "1",
    r"f_\mathrm{kept}",
    "Share reserved by the system",
    0.0,
    source=(
        "assumption: unknown, so space that the system reserves counts only if the scenario "
        "states it"
    ),
    high=1.0,
    shown="percent",
)


@CODED.quantity("1", r"n_\mathrm{dsp/pool}", NET)
def pool_distributed_spares(pool_drives: Num, spare_domains: Num, failure_domains: Num) -> Num:
    """Spare space of the target, in drives."""
    return pool_drives * spare_domains / failure_domains


@CODED.quantity("1", r"n_\mathrm{data/pool}", POOLS)
def pool_data_drives(pool_drives: Num, pool_distributed_spares: Num, code_efficiency: Num) -> Num:
    """Data drives equivalent of the target."""
    return (pool_drives - pool_distributed_spares) * code_efficiency


@CODED.quantity("byte", r"C_\mathrm{fs}", POOLS)
def formatted_capacity(pool_data_drives: Num, drive_capacity: Num, code_kept_back: Num) -> Num:
    """Data of one drive, before the system's reserve."""
    return pool_data_drives * (drive_capacity - code_kept_back)


@CODED.quantity("byte", r"C_\mathrm{tgt}", NET)
def target_capacity(formatted_capacity: Num, kept_share: Num) -> Num:
    """Data of one drive."""
    return formatted_capacity * (1 - kept_share)


DOMAINS = Book("domains of a code", topic="capacity")
DOMAINS.input(
    "spare_domains",
    "1",
    r"n_\mathrm{dom}^\mathrm{spare}",
    "Servers (or blocks) whose space stays free to rebuild lost ones",
    0.0,
    source="assumption: none, unless the scenario says otherwise",
    whole=True,
)


@DOMAINS.quantity(
    "1", r"n_\mathrm{str/dom}", "assumption: strips are spread evenly over the domains"
)
def strips_per_domain(tier_strips: Num, failure_domains: Num) -> Num:
    """Maximum strips of one stripe in one server (or block)."""
    return ceil_quotient(tier_strips, failure_domains)


@DOMAINS.quantity(
    "1", r"n_\mathrm{dom}^\mathrm{lost}", "arithmetic: parity over strips of a domain"
)
def domains_survived(tier_parity: Num, strips_per_domain: Num) -> Num:
    """Servers (or blocks) that can be lost at the same time without data loss."""
    return floor_quotient(tier_parity, strips_per_domain)
