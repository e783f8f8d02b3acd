"""The texts of the forms, in one place: labels, examples, introductions, buttons and messages."""

from __future__ import annotations

from collections.abc import Mapping

NOT_STATED, IN_ALL = "not stated", "in all"
ENTER_SOMETHING = "Enter at least one value."
REQUIRED = "{} (required)"
FIGURE, WRITE_FIGURE = "Figure", "write a figure"
ASSUMED_RATE = "Without a source. Every output marks it as assumed"
DAY = "2027-04-01"
"""How a day is written."""
OF_DRIVE = "Drive capacity as sold, e.g. 10 TB, 7.68 TB or 16 TiB, or a catalog key."
OF_RELEASE = "Each entry is the first release with its capacity arithmetic"
OF_ASHIFT = "Binary logarithm of the sector size: 9 is 512 B, 12 is 4 KiB (the OpenZFS default)"
OF_PARTITIONING = "Space reserved on each disk before ZFS uses it:"
OF_LUKS = "Size of the LUKS header below ZFS: 16 MiB for LUKS2, 2 MiB for LUKS1"
OF_FILL_LIMIT = "Maximum share of the pool to fill"
OF_SNAPSHOTS = "Share of that space reserved for snapshots"
OF_COMPRESSION = "Measured ratio of logical to stored bytes"
OF_FILES = "File sizes with shares or counts. Empty: no file count is computed"
LABELS: Mapping[str, str] = {
    "holds": "What it holds",
    "option": "An option, not bought at once",
    "owned": "Owned already",
    "processing.combine": "CPU and memory take turns, or overlap",
    "cache.mode": "How the cache writes",
    "cache.combine": "Cache and drives take turns, or overlap",
    "states.failover": "Another server takes over",
    "spares.buy": "Spare drives to buy",
    "target.made_by": "What makes the RAID",
    "target.format": "Formatted as",
    "target.recovery_groups": "Recovery groups",
    "target.failure_domain": "What copies are spread over",
    "target.because": "Why it is laid out so",
    "price_age_limit": "Prices are old after",
    "price_convention": "How prices fall",
    "none_of": "Costs that there are none of",
    "estimates": "Estimate prices that nobody knows",
    "existing": "There already, or in another price",
    "alternatives": "Parts that may take its place",
    "lot": "Lot of the tender",
    "number": "Number at the vendor",
    "per": "Counted per",
    "restart": "Time to restart",
    "start": "Day of the purchase",
    "file": "Past usage",
    "history": "Past usage",
    "quantile": "Share of futures that shall fit",
    "samples": "Futures that are drawn",
    "purged": "Files are purged there",
}
"""Labels of fields by their keys, or by their paths, where the schema doesn't say it to people."""
EXAMPLES: Mapping[str, str] = {
    "part": "its key in the catalog",
    "name": "what it is",
    "like": "its key in the catalog",
    "level": "24x7, 4 h",
    "tier": "the name of one",
    "lot": "lot 2",
}
"""What texts are like."""


def label_of(path: str) -> str:
    """Give the label of a field by its path within a tier or section, or by its key."""
    top, *keys = path.split(".")
    inside = ".".join(keys[1:]) if top == "tiers" else path
    return LABELS.get(inside) or LABELS.get(path.rpartition(".")[2], "")
