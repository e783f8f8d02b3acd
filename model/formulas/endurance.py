"""How often a new flash system's drives will be written a day, from a reference system's writes."""

from model.ops import Num
from model.quantity import Book

NERSC = "Lockwood et al., ISC-W 2019, doi 10.1007/978-3-030-34356-9_16: DWPD_new"

DEMAND = Book("endurance that is needed")
for _name, _unit, _symbol, _title in (
    (
        "reference_writes_per_day",
        "1",
        r"\mathrm{FSWPD}_\mathrm{ref}",
        "File system's writes a day over the capacity of its drives, at the reference system",
    ),
    ("reference_drives", "1", r"N_\mathrm{ref}", "Drives of the reference system"),
    ("reference_drive_capacity", "byte", r"c_\mathrm{ref}", "Capacity of one of them"),
    ("reference_data_share", "1", r"R_\mathrm{ref}", "Share of its drives that is no parity"),
    ("write_amplification", "1", r"\mathrm{WAF}", "Bytes that flash writes for each byte written"),
    ("new_capacity", "byte", r"C_\mathrm{new}", "Capacity of the new system"),
    ("work_factor", "1", r"\mathrm{SSI}", "Work of the new system over that of the reference"),
):
    DEMAND.input(_name, _unit, _symbol, _title)


@DEMAND.quantity("byte", r"C_\mathrm{ref}", NERSC)
def reference_capacity(
    reference_drives: Num, reference_drive_capacity: Num, reference_data_share: Num
) -> Num:
    """Capacity of the reference system without its parity."""
    return reference_drives * reference_drive_capacity * reference_data_share


@DEMAND.quantity("1", r"\mathrm{DWPD}", NERSC)
def drive_writes_per_day(
    work_factor: Num,
    reference_writes_per_day: Num,
    write_amplification: Num,
    reference_capacity: Num,
    new_capacity: Num,
) -> Num:
    """Drive writes a day that the new drives must stand."""
    return (
        work_factor
        * reference_writes_per_day
        * write_amplification
        * (reference_capacity / new_capacity)
    )
