"""From one target to the tier where the file system isn't ZFS, and what whole units cost files.

A file takes whole allocation units. A mean size, or a small histogram of sizes, says how many of a
target's bytes files can hold; without either, files are taken as large.
"""

from model.engine.ops import Num, ceil_quotient
from model.engine.quantity import Book

SOURCE = "arithmetic of the tier"
UNITS = "arithmetic: a file takes whole allocation units"

TARGET = Book("target of a file system", topic="capacity")


@TARGET.quantity("byte", r"C_\mathrm{use/pool}", SOURCE)
def pools_usable_capacity(targets: Num, target_capacity: Num) -> Num:
    """Usable capacity of all targets of this kind."""
    return targets * target_capacity


@TARGET.quantity("byte", r"C_\mathrm{space/pool}", SOURCE)
def pools_space(targets: Num, formatted_capacity: Num) -> Num:
    """Bytes of all targets of this kind, before reserves."""
    return targets * formatted_capacity


@TARGET.quantity("byte", r"C_\mathrm{slop/pool}", SOURCE)
def pools_slop(targets: Num, formatted_capacity: Num, target_capacity: Num) -> Num:
    """Reserve of all targets of this kind."""
    return targets * (formatted_capacity - target_capacity)


@TARGET.quantity("byte", r"C_\mathrm{rec/pool}", UNITS)
def pools_stored_capacity(pools_usable_capacity: Num, stored_fraction: Num) -> Num:
    """Capacity for files of all targets of this kind."""
    return pools_usable_capacity * stored_fraction


LARGE_FILES = Book("files as large as can be", topic="capacity")
LARGE_FILES.input(
    "stored_fraction",
    "1",
    r"x_\mathrm{file}",
    "Share of the usable bytes available to file data",
    1.0,
    source="assumption: files much larger than an allocation unit, unless sizes are stated",
    high=1.0,
    shown="percent",
)

UNIT = Book("files in units", topic="capacity")
UNIT.input("allocation_unit", "byte", r"u_\mathrm{file}", "Smallest allocation of the file system")

MEAN = Book("files by size: mean", topic="capacity")
MEAN.over(
    "total",
    "mean_file_size",
    "byte",
    r"\bar s_\mathrm{file}",
    "Mean size of a file",
    roles=("files",),
    of="sized_bytes",
)
SIZES = Book("files by size", MEAN, topic="capacity")
SIZES.over(
    "total",
    "mean_file_allocation",
    "byte",
    r"\bar a_\mathrm{file}",
    "Mean allocated bytes of a file",
    roles=("files",),
    of="sized_allocation",
)


@SIZES.quantity("1", r"x_\mathrm{file}", UNITS, shown="percent")
def stored_fraction(mean_file_size: Num, mean_file_allocation: Num) -> Num:
    """Share of the usable bytes available to file data of these sizes."""
    return mean_file_size / mean_file_allocation


CLASS = Book("files of a class", topic="capacity")
CLASS.input("file_size", "byte", r"s_\mathrm{file}", "Size of one file")
CLASS.input(
    "file_share",
    "1",
    r"p_\mathrm{file}",
    "Share of the files, by number",
    high=1.0,
    shown="percent",
)


@CLASS.quantity("byte", r"\bar s_\mathrm{file,i}", "arithmetic: mean over the histogram")
def sized_bytes(file_share: Num, file_size: Num) -> Num:
    """Contribution of files of this size to the mean size."""
    return file_share * file_size


SIZE = Book("files of one size", CLASS, topic="capacity")


@SIZE.quantity("byte", r"\bar a_\mathrm{file,i}", UNITS)
def sized_allocation(file_share: Num, file_size: Num, allocation_unit: Num) -> Num:
    """Contribution of files of this size to the mean allocation."""
    return file_share * ceil_quotient(file_size, allocation_unit) * allocation_unit
