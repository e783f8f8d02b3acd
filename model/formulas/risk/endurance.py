"""How often a new flash system's drives will be written a day, from a reference system's writes.

The new system is as large as its purge policy asks for: a larger one is written less often.
"""

from model.engine.ops import Num, at_least
from model.engine.quantity import Book

NERSC = "Lockwood et al., ISC-W 2019, doi 10.1007/978-3-030-34356-9_16: DWPD_new"

NEED = Book("demand under a purge: endurance", topic="capacity")
NEED.input(
    "reference_writes_per_day",
    "1",
    r"\mathrm{FSWPD}_\mathrm{ref}",
    "File system's writes a day over the capacity of its drives, at the reference system",
)
NEED.input("reference_drives", "1", r"N_\mathrm{ref}", "Drives of the reference system")
NEED.input("reference_drive_capacity", "byte", r"c_\mathrm{ref}", "Capacity of one of them")
NEED.input("reference_data_share", "1", r"R_\mathrm{ref}", "Share of its drives that is no parity")
NEED.input(
    "flash_write_amplification",
    "1",
    r"\mathrm{WAF}",
    "Bytes that flash writes for each byte written",
)


@NEED.quantity("byte", r"C_\mathrm{ref}", NERSC)
def reference_data_capacity(
    reference_drives: Num, reference_drive_capacity: Num, reference_data_share: Num
) -> Num:
    """Capacity of the reference system without its parity."""
    return reference_drives * reference_drive_capacity * reference_data_share


@NEED.quantity("1", r"\mathrm{DWPD}", NERSC)
def drive_writes_per_day(
    purge_improvement: Num,
    reference_writes_per_day: Num,
    flash_write_amplification: Num,
    reference_data_capacity: Num,
    purge_capacity: Num,
) -> Num:
    """Drive writes a day that the new drives must stand."""
    return (
        purge_improvement
        * reference_writes_per_day
        * flash_write_amplification
        * (reference_data_capacity / purge_capacity)
    )


RATED = Book("demand under a purge: endurance of the drives", topic="capacity")
RATED.input(
    "rated_writes_per_day",
    "1",
    r"\mathrm{DWPD}_\mathrm{drv}",
    "Drive writes a day that the drives are rated for over their warranty",
)


@RATED.quantity("1", r"\mathrm{ok}_\mathrm{DWPD}", NERSC)
def endurance_suffices(rated_writes_per_day: Num, drive_writes_per_day: Num) -> Num:
    """Whether the drives are rated for the writes that they must stand: 1 yes, 0 no."""
    return at_least(rated_writes_per_day, drive_writes_per_day)
