"""The texts of the forms, in one place: labels, examples, introductions, buttons and messages."""

from __future__ import annotations

from collections.abc import Mapping

Words = tuple[str, str]
"""A label and an example; of a form its introduction and its button."""

# What boxes say of themselves.
DAY = "2027-04-01"
"""How a day is written."""
KEY = "catalog key"
NOT_STATED, IN_ALL = "not stated", "in all"
NOWHERE, ALL_TIERS = "nothing", "all tiers"
REQUIRED = "{} (required)"
OR_NAME = "{} (or a name)"
FIGURE = "Value"
WRITTEN_LIKE = "not stated; e.g. {}"
NONE, NONE_YET = "none", "none; enter one"
CLEAR, CLEARED = "Clear", "{} will no longer be stated. Undo restores it."
ONE_OF, CHOOSE = "choose one of {}", "choose"
AN_OPTION = "Separate option"

# What is wrong, or can't be done.
ENTER_SOMETHING = "Enter at least one value."
WRITE_FIGURE = "enter a value"
UNUSED = "This plan doesn't use it. No result changes."
REFUSED = "The current scenario doesn't accept this value: {}."
CANT_BE_ADDED = "Can't be added here: {}."
WHOLE_TIER = "This tier is entered as a whole, so its servers have no values of their own."

# Choosers and buttons.
ALL_FIGURES, MORE_FIGURES = "All fields of this page", "{} more field{}"
FIND_FIGURE, GROUP_OF_FIELDS = "Find a field", "Group"
SEARCH_AMONG, NO_SUCH_FIELD = "search {} fields, e.g. efficiency", "No field matches."
MORE_FOUND = "The first {} of {} fields. Choose a group, or add a word."
ITSELF = "General"
VALUES_ENTERED = (
    "{stated} of {count} values are entered. The other boxes show the value in use as a "
    "placeholder."
)
ADD_SECTION, ADD_LIST = "Add a section", "Add a list"
ADD, APPLY, REMOVE, REMOVE_IT = "Add", "Apply", "Remove", "Remove {}"
CHANGE_OF, REMOVE_OF = "Change: {}", "Remove: {}"
ENTERED_AS, TIER, NAME = "Entered as", "Tier", "Name"
FROM_FILE = "Read from {}. Groups that you enter replace it."
OR_ANOTHER = "{}: {}, or another file"
THIS_FIGURE, FIGURE_OF = "value", "{}, stated as"
LIKE = "{}, e.g. {}"

# Requirements.
REQUIREMENT, PRIORITY, PRIORITY_OF = "Requirement", "Priority", "{}: priority"
BY_CHECKPOINTS = "{}, derived from the checkpoints"
WORKLOAD, WORKLOAD_LIKE = "Workload for bandwidths", "not stated; e.g. IOR, 4 MiB transfers"

# Uncertainty ranges.
BAND_WAYS = ("Low, likely, high", "Median and factor", "Measured values")
BAND_FLAGS = {
    "deliveries": "Uncertainty of stage efficiencies",
    "prices": "Uncertainty of estimated prices",
    "failures": "Uncertainty of failure rates",
}
BANDS, ADD_BAND = "Uncertainty of single figures: {}", "**Add an uncertainty range**"
BAND_EXAMPLES = {"spread": "1.3", "values": "8 W; 9 W; 11 W"}
GROUP, GROUP_LIKE = "Group", "none, or a group name"
OF_GROUP = "Figures of one group are high or low together."
RANGE = "Uncertainty range"
WHY, OF_WHAT = "Reason", "Figure"

# Exchange rates.
RATES, APPLY_RATES, ASSUMED = "Exchange rates", "Apply rates", "Assumed"
ASSUMED_RATE = "Without a source. Every output marks it as assumed"
RATES_WAITING = "Prices in {} need an exchange rate to count."
RATE_EXAMPLES = {"currency": "USD", "rate": "0.9", "date": "2026-08-03", "source": "ECB"}

# The first tier of a kind.
TIER_LIKE, ADD_TIER = "Copy a tier", "Add this tier"
OF_TIER_LIKE = "The copy includes parts and values; edit them on Design."

# The tools for ZFS pools.
OF_DRIVE = "Drive capacity as sold, e.g. 10 TB, 7.68 TB or 16 TiB, or a catalog key."
OF_RELEASE = "Each entry is the first release with its capacity arithmetic"
OF_ASHIFT = "Binary logarithm of the sector size: 9 is 512 B, 12 is 4 KiB (the OpenZFS default)"
OF_PARTITIONING = "Space reserved on each disk before ZFS uses it:"
OF_LUKS = "Size of the LUKS header below ZFS: 16 MiB for LUKS2, 2 MiB for LUKS1"
OF_FILL_LIMIT = "Maximum share of the pool to fill"
OF_SNAPSHOTS = "Share of that space reserved for snapshots"
OF_COMPRESSION = "Measured ratio of logical to stored bytes"
OF_FILES = "File sizes with shares or counts. Leave empty to compute no file count"

LABELS: Mapping[str, str] = {
    "holds": "Contents",
    "option": "Option (not part of the purchase)",
    "owned": "Already owned",
    "processing.combine": "Overlap of CPU and memory work",
    "cache.mode": "Cache write mode",
    "cache.combine": "Overlap of cache and drive access",
    "states.failover": "Server failover",
    "spares.buy": "Spare drives to buy",
    "target.made_by": "RAID built and formatted by",
    "target.format": "Format",
    "target.recovery_groups": "Recovery groups",
    "target.failure_domain": "Failure domain",
    "target.because": "Reason for the layout",
    "price_age_limit": "Maximum price age",
    "price_convention": "Price decline convention",
    "none_of": "Costs that don't apply",
    "estimates": "Estimate unknown prices",
    "existing": "Already available or included",
    "alternatives": "Alternative parts",
    "lot": "Tender lot",
    "number": "Vendor part number",
    "per": "Counted per",
    "restart": "Restart time",
    "start": "Purchase date",
    "file": "Usage history",
    "history": "Usage history",
    "quantile": "Share of forecasts that must fit",
    "samples": "Number of forecasts",
    "purged": "History includes purges",
    "unknown_fits": "Include unknown compatibility",
    "question": "Forecast with or without purge",
    "history.model": "Growth model",
}
"""Labels of fields by their keys, or by their paths, where the schema's name isn't clear."""
EXAMPLES: Mapping[str, str] = {
    "sector_error_is_fatal": "1",
    "part": KEY,
    "name": "what it is",
    "like": KEY,
    "level": "24x7, 4 h",
    "tier": "name of a tier",
    "lot": "lot 2",
    "inlet": "C14",
    "power": "250 W",
    "weight": "12.3 kg",
    "samples": "1000",
}
"""Examples of texts, and of figures of which the usual example is none."""
SECTIONS: Mapping[str, str] = {
    "numa": "NUMA links",
    "rates": "Metadata rates",
    "processing": "CPU and memory (processing)",
    "calibration": "CPU and memory (calibration)",
    "policy.partial_stripes": "Partial stripes",
    "policy.deliveries": "Stage efficiencies",
    "policy.deliveries.write": "Stage efficiencies, write",
    "policy.deliveries.read": "Stage efficiencies, read",
    "cords.c13": "C13 power cords",
    "cords.c19": "C19 power cords",
    "cords.other": "Other power cords",
}
"""Names of sections, where their keys aren't clear."""
NAMED: Mapping[str, Words] = {
    "part": ("Part", KEY),
    "name": ("Name (or a part)", "if the catalog lacks it"),
    "like": ("Measured server (or values)", KEY),
}
"""What names a thing, of which one is needed."""
LISTS: Mapping[str, str] = {
    "latencies.levels": "Storage levels and their latency",
    "projections.alternatives": "Alternatives with projected costs",
    "processing.tasks": "CPU work per byte",
    "in_servers": "Other items in each server",
    "vdev_drives": "Drives of special, log and cache vdevs",
    "services": "Licences, support, installation, training",
    "fabric.cables": "Cables between switches",
    "fabric.transceivers": "Transceivers between switches",
    "target.files": "File sizes on a target",
    "given.files": "File sizes on a target",
}
"""Names of lists, where their keys aren't clear."""
FORMS: Mapping[str, Words] = {
    "checkpoints": (
        "Memory of the machine, the share of it that a job checkpoints, how often jobs are "
        "interrupted, and how long a checkpoint may take.",
        "Plan checkpoints",
    ),
    "training": (
        "Accelerators and their model, how often they are interrupted, and which share of the time "
        "they must compute.",
        "Plan training",
    ),
    "files": (
        "Mean file size and number of files, to find out whether inodes or capacity runs out "
        "first.",
        "Add files",
    ),
    "clients": (
        "Clients that open files. Their number determines how much memory Lustre servers need.",
        "Add clients",
    ),
    "migration": (
        "Data to move to the new storage and the rates of source and gateways, to estimate the "
        "migration time.",
        "Add migration",
    ),
    "cache": (
        "Flash in the servers that caches the drives, and its hit rates, to estimate the bandwidth "
        "while the cache has room.",
        "Add cache",
    ),
    "rates": (
        "Measured rates of metadata targets, for example by mdtest, to estimate the rates of this "
        "tier.",
        "Apply rates",
    ),
    "history": (
        "Stored bytes by day, as a CSV file with the columns date and bytes; days may be missing. "
        "Forecasts are sampled from it. The plan is sized for the chosen share of them.",
        "Create forecast",
    ),
    "purge": (
        "Time until files are purged, and growth in that time. Enter the growth, or provide a CSV "
        "file of the usage by day with the columns date and bytes.",
        "Apply policy",
    ),
    "common": (
        "First day of the first year, and the default growth of groups.",
        "Apply",
    ),
}
"""The introduction and the button of each form."""
TABLES: Mapping[str, Words] = {
    "sizes": (
        "File sizes with shares that add up to 100 %. They replace the mean file size.",
        "Apply file sizes",
    ),
    "milestones": (
        "When each order is paid: shares that add up to 100 %, each due some time after the order. "
        "This requires the date of the first order: enter it under All fields of this page.",
        "Apply milestones",
    ),
    "phases": (
        "Purchase in phases: shares that add up to 100 %, and the time from the first order to "
        "each. Each phase installs its share of the required capacity and bandwidth.",
        "Buy in these phases",
    ),
    "groups": (
        "Groups of users: volume at purchase, and growth per year as a share or as an amount, "
        "for example 500 TB and 40 %, or 200 TB and 100 TB/year.",
        "Plan this growth",
    ),
    "measured": (
        "Measured bandwidth of one server, by workload. It is multiplied by the number of servers.",
        "Apply workloads",
    ),
    "goals": (
        "Bandwidth goals. The plan shows how many servers and blocks each of them requires.",
        "Apply goals",
    ),
    "extents": (
        "File layout: number of targets up to each file size; the last row has no limit.",
        "Apply layout",
    ),
}
"""The introduction and the button of lists by their keys; others have those of the schema."""
COLUMNS: Mapping[str, Mapping[str, Words]] = {
    "sizes": {"size": ("File size", "1 MiB"), "share": ("Share of files", "50 %")},
    "milestones": {
        "name": ("Milestone", "delivery"),
        "share": ("Share of order", "70 %"),
        "after": ("Time after order", "3 months"),
    },
    "phases": {
        "name": ("Phase", "first"),
        "share": ("Share of the purchase", "40 %"),
        "after": ("Time from the first order", "12 months"),
        "usable_capacity": ("Usable once installed", "12 PB"),
        "read_bandwidth": ("Reads once installed", "80 GB/s"),
        "write_bandwidth": ("Writes once installed", "60 GB/s"),
    },
    "groups": {
        "name": ("Group", "genomics"),
        "volume": ("Volume at purchase", "500 TB"),
        "added": ("Added per year", "100 TB/year"),
        "growth": ("Or growth per year", "40 %"),
        "ceiling": ("Limit", "2 PB"),
    },
    "measured": {"name": ("Workload", "IOR 4 MiB"), "way": ("Read or write", "read")},
    "goals": {"name": ("Goal", "production")},
    "extents": {"up_to": ("Up to file size", "1 GiB"), "targets": ("Targets", "4")},
    "alternatives": {"of": ("Alternative", "cloud"), "name": ("Cost item", "egress")},
    "tasks": {
        "name": ("Work", "checksum"),
        "rate": ("Rate per core", "4 GB/s"),
        "read": ("Bytes per byte read", "1"),
        "write": ("Bytes per byte written", "1.25"),
    },
    "services": {
        "name": ("Name", "support"),
        "per": ("Sold by", "order"),
        "tier": ("Tier", "its name"),
        "share": ("Or share of purchase", "5 %"),
        "years": ("Years, if priced by year", "5"),
        "level": ("Level", "24x7, 4 h"),
    },
    "levels": {"name": ("Level", "DRAM"), "cycles": ("Cycles", "240")},
}
"""Labels and examples of the columns of lists, where the schema's aren't enough."""
DEMAND_OF, ALL_DATA_TIERS = "Demand of", "All data tiers"
DEMAND_BUYS = (
    "The blocks of the tier are bought as its demand grows. For all data tiers, it is the only "
    "data tier, the one that others drain into, or the one named below."
)
PRICE_INCLUDES = "The price includes"
PRICE_INCLUDES_MEANS = "These parts then cost nothing more. Others need a price of their own."
PRICE_LEAVES_OPEN = "The stated server price of {tier} doesn't say which parts it includes."
DEMAND_WAYS = {"groups": "Groups of users", "history": "Usage history", "purge": "Purge policy"}


def one_of(count: int) -> str:
    """Say that one of so many is to be chosen; of one alone there is no number to say."""
    return ONE_OF.format(count) if count > 1 else CHOOSE


def label_of(path: str) -> str:
    """Give the label of a field by its path within a tier or section, or by its key."""
    top, *keys = path.split(".")
    inside = ".".join(keys[1:]) if top == "tiers" else path
    return LABELS.get(inside) or LABELS.get(path.rpartition(".")[2], "")


PASTE_SIZES = "Paste file sizes"
ABOUT_PASTED_SIZES = (
    "A histogram with the columns size and count, or size and share, separated by commas, "
    "semicolons or tabs. Sizes without a unit are bytes. It replaces the mean file size and other "
    "sizes; empty files take an inode and no space."
)
TABLE_OF_SIZES = "Table of file sizes"
LIKE_TABLE_OF_SIZES = """size,count
0,21000
4 KiB,600000
1 MiB,380000"""
