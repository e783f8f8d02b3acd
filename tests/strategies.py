"""Hypothesis strategies, one a noun; and the sensible domain of each input."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from model.engine.quantity import Input
from model.engine.tree import Address, Instance
from model.zfs.partitions import PARTITIONINGS
from model.zfs.releases import RELEASES
from model.zfs.vdevs import VdevGroup

GIB, TIB = 2.0**30, 2.0**40
CONSTANTS = (
    "constants of ZFS",
    "metaslabs since 0.8",
    "dRAID",
    "files of a pool",
    "declustered RAID",
    "declustered spares",
    "ext4",
    "ext4 inodes",
    "ldiskfs inodes",
)
"""Chapters whose inputs are constants of a format, never varied."""


@dataclass(frozen=True)
class Domain:
    """Where an input's figures come from: an interval, or a few choices."""

    low: float = 0.0
    high: float = 0.0
    whole: bool = False
    choices: tuple[float, ...] = ()

    def strategy(self) -> st.SearchStrategy[float]:
        """Draw one figure."""
        if self.choices:
            return st.sampled_from(self.choices)
        if self.whole:
            return st.integers(int(self.low), int(self.high)).map(float)
        return st.floats(self.low, self.high, allow_subnormal=False)

    def sample(self, rng: np.random.Generator, count: int) -> np.ndarray:
        """Draw many figures, evenly over their magnitudes."""
        if self.choices:
            return rng.choice(np.array(self.choices), count)
        if self.whole and self.high < 1e6:
            return rng.integers(int(self.low), int(self.high) + 1, count) * 1.0
        if self.low > 0 and self.high / self.low > 100:
            drawn = np.exp(rng.uniform(math.log(self.low), math.log(self.high), count))
        else:
            drawn = rng.uniform(self.low, self.high, count)
        return np.floor(drawn) if self.whole else drawn


BY_UNIT = {
    "byte": Domain(1e9, 2.5e14, whole=True),
    "byte/s": Domain(1e8, 1e11),
    "second": Domain(1.0, 1e7),
    "watt": Domain(1.0, 1e5),
    "kilogram": Domain(0.1, 2000.0),
    "metre": Domain(0.01, 3.0),
    "kilogram/metre**2": Domain(100.0, 5000.0),
    "currency": Domain(0.0, 1e7),
    "currency/joule": Domain(1e-9, 1e-6),
    "currency/second": Domain(0.0, 0.1),
    "currency/byte": Domain(1e-12, 1e-9),
    "1/second": Domain(1e-9, 1e10),
    "1/byte": Domain(1e-18, 1e-12),
    "second/byte": Domain(1e-12, 1e-9),
    "joule": Domain(1.0, 1e12),
    "hertz": Domain(1.0, 1e10),
    "volt": Domain(100.0, 480.0),
    "ampere": Domain(1.0, 100.0),
    "voltampere": Domain(100.0, 1e6),
    "transfer/second": Domain(1e8, 1e10),
    "1": Domain(0.1, 10.0),
}

POWERS = tuple(2.0**n for n in range(12, 25))
BY_NAME = {
    # What only makes sense beside another figure, or as a power of two.
    "sector_size": Domain(choices=(*POWERS[:3], 512.0)),
    "record_size": Domain(choices=POWERS),
    "file_size": Domain(1.0, 1e13, whole=True),
    "file_count": Domain(1.0, 1e6, whole=True),
    "kept_back": Domain(0.0, 1e8, whole=True),
    "encryption_header": Domain(0.0, 2.0**24, whole=True),
    "servers_lost": Domain(0.0, 1.0, whole=True),
    "modules_lost": Domain(0.0, 1.0, whole=True),
    "modules_per_enclosure": Domain(2.0, 4.0, whole=True),
    "servers": Domain(2.0, 1000.0, whole=True),
    "raid_kept_back": Domain(0.0, 1e8, whole=True),
    "osd_kept_back": Domain(0.0, 1e8, whole=True),
    "osd_allocation": Domain(choices=(4096.0, 65536.0)),
    "allocation_unit": Domain(choices=POWERS),
    "file_share": Domain(0.01, 1.0),
    "file_copies": Domain(1.0, 4.0, whole=True),
    "domains_lost": Domain(0.0, 2.0, whole=True),
    "spare_drives": Domain(0.0, 8.0),
    "blocks": Domain(2.0, 200.0, whole=True),
    "enclosures_per_block": Domain(1.0, 4.0, whole=True),
    "first_enclosures_per_block": Domain(1.0, 12.0, whole=True),
    "further_enclosures_per_block": Domain(1.0, 12.0, whole=True),
    "drives_per_enclosure": Domain(60.0, 108.0, whole=True),
    "vdev_drives_in_enclosure": Domain(1.0, 12.0, whole=True),
    "failure_domains_in_enclosure": Domain(1.0, 12.0, whole=True),
    "raid_drives_in_enclosure": Domain(1.0, 12.0, whole=True),
    "vdev_stands_elsewhere": Domain(0.0, 1.0, whole=True),
    "drives_per_server": Domain(24.0, 60.0, whole=True),
    "reserved_spares_per_block": Domain(0.0, 4.0, whole=True),
    "targets_per_block": Domain(1.0, 2.0, whole=True),
    "stated_targets_per_block": Domain(1.0, 2.0, whole=True),
    "compute_nodes": Domain(1.0, 10000.0, whole=True),
    "node_memory": Domain(16e9, 2e12, whole=True),
    "memory_capacity": Domain(1e12, 2e16, whole=True),
    "checkpoint_bandwidth": Domain(1e11, 1e13),
    # So far apart that what the cores take by themselves is more than nothing.
    "measured_channels": Domain(choices=(12.0, 16.0)),
    "reduced_channels": Domain(choices=(2.0, 4.0, 6.0)),
    "measured_read_bandwidth": Domain(6e9, 8e9),
    "reduced_read_bandwidth": Domain(5e9, 5.9e9),
    "measured_write_bandwidth": Domain(6e9, 8e9),
    "reduced_write_bandwidth": Domain(5e9, 5.9e9),
    "wanted_efficiency": Domain(0.5, 0.95),
    "fixed_restart_time": Domain(0.0, 180.0),
    "job_mtti": Domain(3600.0, 1e7),
    "node_mtti": Domain(1e7, 1e10),
    "accelerator_mtti": Domain(1e7, 1e10),
    "accelerators": Domain(1.0, 10000.0, whole=True),
    "shared_parameters": Domain(1e9, 1e13, whole=True),
    "expert_parameters": Domain(1e9, 1e12, whole=True),
    "parameter_state": Domain(1.0, 18.0, whole=True),
    "weight_size": Domain(choices=(1.0, 2.0, 4.0)),
    "master_size": Domain(choices=(0.0, 4.0)),
    "optimizer_size": Domain(choices=(0.0, 2.0, 4.0, 8.0)),
    "raw_flash": Domain(3e14, 6e14, whole=True),
    "own_write_amplification": Domain(1.0, 10.0),
    "rated_write_amplification": Domain(1.0, 10.0),
    "sample_size": Domain(1.0, 1e9, whole=True),
    "batch_samples": Domain(1.0, 1000.0, whole=True),
    "sample_rate": Domain(1e-2, 1e5),
    "guide_unit": Domain(1.0, 1024.0, whole=True),
    "guide_accelerators": Domain(1.0, 10000.0, whole=True),
    "checkpoints_kept": Domain(1.0, 100.0, whole=True),
    "restart_dumps": Domain(0.0, 3.0),
    "mtti_to_dump_ratio": Domain(0.5, 1e9),
    "tried_interval": Domain(10.0, 1e5),
    "dump_time": Domain(1e-2, 1e5),
    "pue": Domain(1.0, 2.0),
    "years_of_service": Domain(1.0, 20.0, whole=True),
    "reference_bandwidth": Domain(choices=(1e9,)),
    "item_year": Domain(0.0, 5.0, whole=True),
    "projected_years": Domain(1.0, 20.0, whole=True),
    "discount_rate": Domain(-0.1, 0.3),
    "daly_exact_below": Domain(choices=(1e-8,)),
    "year_length": Domain(choices=(31557600.0, 31536000.0)),
    "usable_rack_units": Domain(20.0, 48.0, whole=True),
    "feed_phases": Domain(choices=(1.0, 3.0)),
    "rack_feeds": Domain(1.0, 3.0, whole=True),
    "unit_rack_units": Domain(0.0, 45.0, whole=True),
    "line_count": Domain(0.0, 100.0, whole=True),
    "ports_of_switch": Domain(24.0, 64.0, whole=True),
    "other_ports": Domain(0.0, 400.0, whole=True),
    "nic_ports": Domain(1.0, 2.0, whole=True),
    "alike_limit": Domain(1.0, 10.0),
    "alike_variation": Domain(0.1, 10.0),
    "nics_per_server": Domain(1.0, 4.0, whole=True),
    "servers_per_block": Domain(1.0, 8.0, whole=True),
    "group_volume": Domain(1e12, 2.5e15, whole=True),
    "group_added": Domain(-1e7, 1e8),
    "group_growth": Domain(-0.5, 2.0),
    "common_growth": Domain(-0.5, 2.0),
    "group_ceiling": Domain(3e15, 1e17, whole=True),
    "longest_time": Domain(1e11, 1e13),
    "forecast_low": Domain(1e12, 1e15, whole=True),
    "history_volume": Domain(1e12, 1e15, whole=True),
    "history_time": Domain(1e6, 1e8),
    "history_gap": Domain(0.0, 1e8),
    "history_added": Domain(-1e7, 1e8),
    "history_growth": Domain(-0.5, 2.0),
    "history_capacity": Domain(1e15, 1e16, whole=True),
    "linear_error": Domain(0.0, 1.0),
    "exponential_error": Domain(0.0, 1.0),
    "backtest_low": Domain(1e12, 1e14, whole=True),
    "backtest_forecast": Domain(1e14, 1e15, whole=True),
    "backtest_high": Domain(1e15, 1e16, whole=True),
    "backtest_recorded": Domain(1e14, 1e15, whole=True),
    "forecast_demand": Domain(1e15, 1e16, whole=True),
    "forecast_high": Domain(1e15, 1e16, whole=True),
    "price_decline": Domain(-0.3, 0.5),
    "mean_file_size": Domain(1e4, 1e10, whole=True),
    "data_on_mdt": Domain(4096.0, 1048576.0, whole=True),
    "given_inodes": Domain(1e6, 1e10, whole=True),
    "mdt_space_per_inode": Domain(choices=(2048.0, 4096.0, 8192.0)),
    "ldiskfs_space_beside": Domain(choices=(1536.0, 3072.0)),
    "beegfs_reference_space": Domain(choices=(500e9, 1e12)),
    "beegfs_reference_files": Domain(choices=(150e6, 300e6)),
    "gpfs_space_per_file": Domain(choices=(1024.0, 4096.0)),
    "gpfs_worst_space": Domain(choices=(16896.0, 33792.0)),
    "weka_step": Domain(choices=(1e6, 2.0**20)),
    "gpfs_copies": Domain(1.0, 3.0, whole=True),
    "cache_read_hit": Domain(0.0, 1.0),
    "cache_write_hit": Domain(0.0, 1.0),
    "cache_hit": Domain(0.0, 1.0),
    "drain_share": Domain(0.0, 1.0),
    "background_share": Domain(0.0, 0.9),
    "longest_burst": Domain(choices=(1e12,)),
    "longest_wait": Domain(choices=(1e12,)),
    "arrival_rate": Domain(1.0, 1000.0),
    "service_time": Domain(1e-4, 2e-2),
    "stations": Domain(1.0, 64.0, whole=True),
    "service_variation": Domain(0.0, 4.0),
    "quantile": Domain(0.0, 0.999),
    "seek_time": Domain(0.0, 1e-2),
    "rotation_speed": Domain(90.0, 250.0),
    "request_size": Domain(512.0, 2.0**24, whole=True),
    "queue_depth": Domain(1.0, 1024.0, whole=True),
    # More failures in a lead time than Poisson's quantile counts to are unknown.
    "drive_failure_rate": Domain(1e-4, 0.1),
    "datasheet_failure_rate": Domain(1e-4, 0.1),
    "least_drive_failure_rate": Domain(1e-4, 0.1),
    "most_drive_failure_rate": Domain(1e-4, 0.1),
    "drive_mean_time": Domain(1e8, 1e11),
    # A group has more drives than it may lose, and rebuilds take a minute to two months.
    "redundancy_group_drives": Domain(10.0, 255.0, whole=True),
    "rebuild_time": Domain(60.0, 60 * 86400.0),
    "early_failures": Domain(1.0, 10.0),
    "late_failures": Domain(1.0, 10.0),
    "early_life": Domain(3600.0, 1e8),
    "late_life": Domain(3600.0, 1e8),
    "highest_ageing": Domain(1.0, 3.0),
    "special_failure_rate": Domain(1e-4, 0.1),
    "special_rebuild_time": Domain(60.0, 60 * 86400.0),
    "correlated_failures": Domain(1.0, 1000.0),
    "latent_error_rate": Domain(0.0, 100.0),
    "scrub_interval": Domain(3600.0, 1e7),
    # Failures a year, and times until a part works again, such that some time is left without any.
    "server_failure_rate": Domain(1e-3, 1.0),
    "server_crash_rate": Domain(1e-3, 1.0),
    "adapter_failure_rate": Domain(1e-3, 1.0),
    "cable_failure_rate": Domain(1e-3, 1.0),
    "enclosure_failure_rate": Domain(1e-3, 1.0),
    "module_failure_rate": Domain(1e-3, 1.0),
    "controller_failure_rate": Domain(1e-3, 1.0),
    "switch_failure_rate": Domain(1e-3, 1.0),
    "feed_failure_rate": Domain(1e-3, 1.0),
    "part_repair_time": Domain(60.0, 1e6),
    "feed_repair_time": Domain(60.0, 1e6),
    "server_restart_time": Domain(60.0, 1e6),
    "takeover_time": Domain(60.0, 1e6),
    "planned_downtime": Domain(0.0, 1e6),
    "shelf_lead_time": Domain(1e4, 1e6),
    "shelf_level": Domain(0.5, 0.999),
    "hbas_per_server": Domain(1.0, 16.0, whole=True),
    "modules_of_enclosure": Domain(1.0, 4.0, whole=True),
    "power_feeds": Domain(1.0, 3.0, whole=True),
    "required_availability": Domain(0.5, 0.99999),
    "required_availability_target": Domain(0.5, 0.99999),
    "request_latency": Domain(1e-5, 1e-1),
    "access_cycles": Domain(1.0, 1e12, whole=True),
    "clock": Domain(1e9, 6e9),
    "mdt_scaling": Domain(0.0, 1.0),
    "purge_time": Domain(1e5, 1e7),
    "purge_growth": Domain(1e7, 1e10),
    # Bids: positive points and prices, and two prices in their order.
    "quality": Domain(1.0, 100.0),
    "evaluation_price": Domain(1e4, 2e6),
    "offered_figure": Domain(1.0, 1e4),
    "quality_weight": Domain(1.0, 100.0),
    "price_weight": Domain(1.0, 100.0),
    "quality_maximum": Domain(100.0, 1000.0),
    "figure_points": Domain(1.0, 100.0),
    "full_points_figure": Domain(1.0, 10.0),
    "reference_quality": Domain(1.0, 100.0),
    "reference_price": Domain(1e4, 2e6),
    "score_digits": Domain(1.0, 5.0, whole=True),
    "score_decimals": Domain(0.0, 6.0, whole=True),
    "score_band": Domain(0.01, 0.1),
    "logarithm_base": Domain(1.5, 10.0),
    "full_points_price": Domain(1e3, 1e5),
    "no_points_price": Domain(2e5, 1e6),
    "value_of_point": Domain(1.0, 1e4),
    "step_limit": Domain(1.0, 1e4),
    "step_gain": Domain(-10.0, 10.0),
    "net_amount": Domain(-1e6, 1e7),
    "gross_amount": Domain(-1e6, 1e7),
    "bid_vat_rate": Domain(0.0, 0.25),
    "foreign_amount": Domain(-1e6, 1e7),
    "evaluation_exchange_rate": Domain(0.1, 10.0),
    "later_payment": Domain(-1e6, 1e7),
    "evaluation_discount_rate": Domain(0.0, 0.1),
    "bid_payment_year": Domain(1.0, 20.0),
    "offered_power": Domain(100.0, 1e6),
    "evaluation_pue": Domain(1.0, 2.0),
    "evaluation_hours": Domain(1e6, 3.2e7),
    "evaluation_years": Domain(1.0, 10.0),
    "evaluation_energy_price": Domain(1e-8, 2e-7),
    "offered_racks": Domain(1.0, 100.0),
    "evaluation_rack_price": Domain(0.0, 1e5),
    "bid_price": Domain(1e4, 1e8),
    "compared_price": Domain(1e4, 1e8),
    "offered_capacity": Domain(1e12, 1e18),
    "offered_layout_capacity": Domain(1e12, 1e18),
    "offered_bandwidth": Domain(1e8, 1e13),
}
RELEASE_INPUTS = frozenset(next(iter(RELEASES.values())).inputs)
LAYOUT_INPUTS = frozenset(
    f"vdev_{name}"
    for name in (
        *("drives", "data_drives", "columns", "parity", "survives", "spares"),
        "failure_groups",
    )
) | {"vdevs", "stripe_data", "embedded_log_metaslabs"}
PARTITION_INPUTS = frozenset(PARTITIONINGS["linux"].inputs)
CODE_INPUTS = frozenset(
    ("code_data", "code_parity", "raid_groups", "raid_drives", "raid_data_drives", "raid_survives")
)
KEPT = (
    RELEASE_INPUTS
    | LAYOUT_INPUTS
    | PARTITION_INPUTS
    | CODE_INPUTS
    | {
        "year_index",
        "pool_drives",
        "pool_distributed_spares",
        "raid_spares",
        "spare_domains",
        "drives_per_failure",
        "special_drives_per_target",
    }
)
"""Inputs that hang together: an example gives them, and they stay as they are."""


def domain(item: Input) -> Domain:
    """Give the figures that an input can sensibly have; by its unit, if nothing better is known."""
    if item.name in BY_NAME:
        return BY_NAME[item.name]
    if item.name.endswith(("_code_payload", "_code_block")):
        return Domain(choices=(64.0, 66.0) if item.name.endswith("payload") else (66.0, 80.0))
    usual = BY_UNIT[item.unit]
    if item.unit == "1" and item.whole:
        usual = Domain(1.0, 64.0, whole=True)
    low, high = max(usual.low, item.low), min(usual.high, item.high)
    return Domain(low, high, usual.whole or item.whole)


def varied(root: Instance) -> dict[Address, Input]:
    """Give the inputs of a tree that a test may vary; when healthy, nothing is lost."""
    return {
        (path, item.name): item
        for path, instance in root.walk()
        for item in instance.book.inputs.values()
        if item.name not in KEPT and item.chapter not in CONSTANTS
        if not (instance.role == "healthy" and item.name.endswith("_lost"))
    }


@st.composite
def designs(draw: st.DrawFn, root: Instance, most: int = 12) -> dict[Address, float]:
    """Draw other figures for some inputs of a tree; the rest stay as they are."""
    items = varied(root)
    addresses = st.sampled_from(list(items))
    chosen = draw(st.lists(addresses, min_size=1, max_size=most, unique=True))
    return {address: draw(domain(items[address]).strategy()) for address in chosen}


def sizes() -> st.SearchStrategy[int]:
    """Draw the bytes of a drive, from the least that ZFS takes to a shelf of tomorrow."""
    return st.one_of(
        st.integers(64 * 2**20, 64 * 2**30),
        st.integers(64 * 2**30, 100 * 10**12),
        st.sampled_from([10 * 10**12, 1600 * 10**9, 16 * 2**40, 2**37]),
    )


@st.composite
def draids(draw: st.DrawFn, widest: int = 60) -> VdevGroup:
    """Draw a group of equal dRAID vdevs."""
    parity = draw(st.integers(1, 3))
    width = draw(st.integers(parity + 1, widest))
    spares = draw(st.integers(0, min(4, width - parity - 1)))
    data = draw(st.integers(1, min(16, width - spares - parity)))
    kind = f"draid{parity}"
    return VdevGroup(draw(st.integers(1, 10)), kind, width, parity, data, spares)


@st.composite
def draids_in_domains(draw: st.DrawFn) -> VdevGroup:
    """Draw a dRAID vdev with failure domains."""
    parity = draw(st.integers(1, 3))
    domains = draw(st.integers(parity + 1, 40))
    groups = draw(st.integers(2, 255 // domains))
    spares = draw(st.integers(0, min(100, (domains - parity - 1) * groups)))
    data = draw(st.integers(1, domains - parity - -(-spares // groups)))
    width = domains * groups
    kind = f"draid{parity}"
    return VdevGroup(1, kind, width, parity, data, spares, failure_groups=groups)


@st.composite
def groups(draw: st.DrawFn, widest: int = 40, *, draid: bool = True) -> VdevGroup:
    """Draw a group of equal vdevs."""
    count = draw(st.integers(1, 30))
    kinds = ["disk", "mirror", "raidz1", "raidz2", "raidz3"]
    kind = draw(st.sampled_from([*kinds, "draid"] if draid else kinds))
    if kind == "draid":
        return draw(draids(widest))
    if kind == "disk":
        return VdevGroup(count, "disk", 1, 0)
    parity = int(kind[-1]) if kind.startswith("raidz") else 0
    width = draw(st.integers(max(2, parity + 1), 4 if kind == "mirror" else widest))
    return VdevGroup(count, kind, width, parity)


def layouts(most: int = 3, *, draid: bool = True) -> st.SearchStrategy[str]:
    """Draw the text of a layout."""
    drawn = st.lists(groups(draid=draid), min_size=1, max_size=most)
    return drawn.map(lambda chosen: " + ".join(map(str, chosen)))


def whole_numbers(largest: int = 2**53) -> st.SearchStrategy[float]:
    """Draw whole numbers that a float holds exactly, evenly over their magnitudes."""
    bits = largest.bit_length()
    return st.integers(1, bits).flatmap(lambda n: st.integers(0, min(2**n, largest)).map(float))
