"""Words of the field that people write otherwise than a program does."""

WORDS = {
    word.lower(): word
    for word in (
        *("HBA", "HBAs", "NIC", "NICs", "PCIe", "SAS", "CPU", "CPUs", "MTTI", "PUE", "ZFS", "MDT"),
        *("MDTs", "MDS", "OSS", "OST", "OSD", "BeeGFS", "GPFS", "WEKA", "NUMA", "RAID", "VAT"),
    )
}
"""How each is written, by what a name has."""
BEGINNINGS = (("tier_year_", "of the tier in the year"), ("year_", "in the year"))
"""What names of a year's figures begin with, and how people say that, at the end."""
NAMES = {
    "interval_young": "Young's interval",
    "interval_daly": "Daly's interval",
    "year_index": "Number of the year",
    "year_length": "Length of a year",
    "cpu_memory": "CPU and memory",
}
"""How a figure or a stage is called whose name alone doesn't say it."""
