"""Terms of the field whose spelling differs from the names in the code."""

from __future__ import annotations

import re
from functools import cache

WORDS = {
    word.lower(): word
    for word in (
        *("HBA", "HBAs", "NIC", "NICs", "PCIe", "SAS", "CPU", "CPUs", "MTTI", "PUE", "ZFS", "MDT"),
        *(
            "MDTs",
            "MDS",
            "OSS",
            "OST",
            "OSD",
            "BeeGFS",
            "GPFS",
            "WEKA",
            "NUMA",
            "RAID",
            "VAT",
            "PDU",
        ),
        *("PDUs", "C13", "C19", "XFS", "LUN"),
    )
} | {
    "committed": "expected",
    "bound": "upper bound",
    "delivery": "efficiency",
    "dump": "checkpoint",
    "asked": "required",
    "wanted": "required",
    "alike": "identical",
    "given": "entered",
    "left": "remaining",
    "there": "available",
    "moving": "migration",
    "removal": "decommissioning",
    "residue": "residual value",
    "needed": "required",
    "taken": "used",
    "room": "headroom",
    "least": "limit",
    "together": "combined",
    "supplies": "power supplies",
    "supply": "power supply",
    "wide": "x16",
    "tall": "full-height",
}
"""The spelling of each term, by the word in the name."""
NAMES = {
    "run_spread": "Spread between runs",
    "server_spread": "Spread between servers",
    "range_score": "Normal score of 90 % ranges",
    "interval_young": "Young's interval",
    "interval_daly": "Daly's interval",
    "year_index": "Year number",
    "year_length": "Length of a year",
    "cpu_memory": "CPU and memory",
    "dumps_in_burst": "Checkpoints in the burst tier",
    "memory_read_room": "Memory traffic available for reads",
    "memory_write_room": "Memory traffic available for writes",
    "least_memory_traffic": "Minimum memory traffic",
    "most_targets_per_server": "Targets of the busiest server",
    "fewest_targets_per_server": "Targets of the least busy server",
    "most_requests": "Maximum request rate",
    "wide_hbas_per_server": "x16 HBAs per server",
    "wide_nics_per_server": "x16 NICs per server",
    "wide_lanes": "x16 lanes",
    "cache_hit": "Cache hit rate",
    "cache_read_hit": "Cache read hit rate",
    "cache_write_hit": "Cache write hit rate",
    "rack_own_weight": "Empty rack weight",
    "deliveries": "Stage efficiencies",
    "wires": "Links and adapters",
    "cords": "Power cords",
    "common": "Shared items",
    "time_full_if_low": "Time until full at the lower bound",
    "time_inodes_full": "Time until inodes run out",
    "cpu_memory_read_stage": "CPU and memory read stage",
    "cpu_memory_write_stage": "CPU and memory write stage",
    "tall_cards_per_server": "Full-height cards per server",
    "wide_cards_per_server": "x16 cards per server",
    "aged_factor": "Aging factor",
    "compressed_most": "Largest compressed block",
    "served_share": "Share of targets on the busiest server",
    "targets_served": "Targets served by the busiest server",
    "checkpoints_that_fit": "Checkpoints that fit",
    "mtti_to_dump_ratio": "Ratio of MTTI to checkpoint time",
    "moving_targets": "Targets that serve clients",
    "unknown_year_costs": "Unknown cost categories",
    "cpu_memory_delivery": "CPU and memory efficiency",
    "break_even_price": "Break-even price",
    "committed_interval_daly": "Expected interval by Daly",
    "committed_interval_young": "Expected interval by Young",
    "cost_per_read": "Cost per read bandwidth",
    "cost_per_written": "Cost per write bandwidth",
    "cost_per_usable": "Cost per usable capacity",
    "yearly_cost_per_usable": "Yearly cost per usable capacity",
    "most_measured_read_bandwidth": "Highest measured read bandwidth",
    "most_measured_write_bandwidth": "Highest measured write bandwidth",
    "time_full": "Time until full",
    "delivery_factor": "Efficiency of all stages",
    "blocks_needed": "Required blocks",
    "asked_read_bandwidth": "Read load per server",
    "asked_write_bandwidth": "Write load per server",
    "layout_fits": "Drives suffice for a target",
    "channels_fit": "Memory channels fit",
    "modules_fill_channels": "Memory modules fill channels",
    "links_fit": "Network cables have ports",
    "cables_fit": "SAS cables have HBA ports",
    "enclosure_cables_fit": "SAS cables have enclosure ports",
    "cards_fit": "Cards have slots",
    "shared_cards_fit": "Cards of all tiers have slots",
    "wide_cards_fit": "x16 cards have slots",
    "tall_cards_fit": "Full-height cards have slots",
    "servers_outlive_a_feed": "Servers survive a feed loss",
    "enclosures_outlive_a_feed": "Enclosures survive a feed loss",
    "devices_have_places": "Devices have rack positions",
    "phases_suffice": "PDU phases suffice",
    "floor_bears": "Floor load suffices",
    "path_bears": "Delivery path suffices",
    "server_supplies_suffice": "Server power supplies suffice",
    "enclosure_supplies_suffice": "Enclosure power supplies suffice",
    "drive_recording_suits": "Drive recording suits random writes",
    "redundancy_capacity": "Parity and mirrors",
    "formatting_capacity": "Format overhead",
    "spare_capacity": "Hot spares",
    "slop_capacity": "Slop space",
    "headroom_capacity": "Free-space headroom",
    "tier_year_live_capacity": "Live capacity of the tier in the year",
    "tier_year_occupancy": "Occupancy of the tier in the year",
    "tier_year_power": "Power of the tier in the year",
    "tier_year_rack_units": "Rack units of the tier in the year",
    "tier_year_read_bandwidth": "Read bandwidth of the tier in the year",
    "tier_year_usable_capacity": "Usable capacity of the tier in the year",
    "tier_year_write_bandwidth": "Write bandwidth of the tier in the year",
    "year_capital": "Capital in the year",
    "year_capital_payment": "Capital payment in the year",
    "year_capital_tax": "Capital tax in the year",
    "year_charged_capacity": "Charged capacity in the year",
    "year_cost": "Cost in the year",
    "year_energy": "Energy in the year",
    "year_energy_tax": "Energy tax in the year",
    "year_expansion": "Expansion in the year",
    "year_expansion_tax": "Expansion tax in the year",
    "year_gross_cost": "Gross cost in the year",
    "year_live_capacity": "Live capacity in the year",
    "year_maintenance": "Maintenance in the year",
    "year_maintenance_tax": "Maintenance tax in the year",
    "year_media": "Media in the year",
    "year_media_tax": "Media tax in the year",
    "year_moving": "Migration in the year",
    "year_moving_tax": "Migration tax in the year",
    "year_nominal_cost": "Nominal cost in the year",
    "year_payment": "Payment in the year",
    "year_power": "Power in the year",
    "year_rack_units": "Rack units in the year",
    "year_racks": "Racks in the year",
    "year_read_bandwidth": "Read bandwidth in the year",
    "year_removal": "Decommissioning in the year",
    "year_removal_tax": "Decommissioning tax in the year",
    "year_residue": "Residual value in the year",
    "year_residue_tax": "Tax on the residual value in the year",
    "year_running_payment": "Running payment in the year",
    "year_space": "Space in the year",
    "year_space_tax": "Space tax in the year",
    "year_staff": "Staff in the year",
    "year_staff_tax": "Staff tax in the year",
    "year_tax": "Tax in the year",
    "year_usable_capacity": "Usable capacity in the year",
    "year_write_bandwidth": "Write bandwidth in the year",
}
"""Display names of figures and stages whose code name is not descriptive."""

_ENTERED = re.compile(r"own_(\w+?)(?:_(read|write))?_delivery")
"""What a scenario enters for one stage in place of the efficiency that others have measured."""


@cache
def label(name: str) -> str:
    """Write a name as people do: `hba_pcie_bandwidth` → `HBA PCIe bandwidth`."""
    if name in NAMES:
        return NAMES[name]
    if entered := _ENTERED.fullmatch(name):
        stage, way = entered.groups()
        return f"{label(stage)} stage efficiency{f' ({way})' if way else ''}"
    words = [WORDS.get(word, word) for word in name.split("_")]
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]])


def with_article(noun: str) -> str:
    """Write a noun with its indefinite article.

    >>> with_article("capacity"), with_article("amount of money")
    ('a capacity', 'an amount of money')
    """
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
