"""Space for metadata by the rules of each file system's makers.

Their worked examples often multiply decimal counts with binary units and round generously: 100
million inodes x 2 KiB x 2 are 381.5 GiB, which the Lustre manual prints as "400 GiB". The formulas
here give the exact number.
"""

import numpy as np

from model.engine.ops import Num, floor_quotient, where_less, whole_up
from model.engine.quantity import Book
from model.formulas.files.metadata import BEEGFS, GPFS, LUSTRE
from model.units.kinds import KIB, MB

WEKA = "document: WEKA as resold: Hitachi CSF User Guide MK-HCSF000-03, Metadata units calculation"
SHARE = "document: doc.beegfs.io, System Requirements, Metadata nodes: 0.3 to 0.5 % of the capacity"
WORST = f"{GPFS}: at worst 16.5 KiB for each file, directory and copy"

ON_LUSTRE = Book("metadata: space for Lustre", topic="capacity")
ON_LUSTRE.input(
    "inode_headroom",
    "1",
    r"k_\mathrm{ino}",
    "Planned inodes over expected inodes",
    2.0,
    source=f"{LUSTRE}: at least twice the minimum, for growth and smaller files",
    low=1.0,
)


@ON_LUSTRE.quantity(
    "byte",
    r"C_\mathrm{md}^\mathrm{need}",
    f"{LUSTRE}; wiki.lustre.org, Lustre Hardware Sizing Guide, example 2",
    name="metadata_space_needed",
)
def metadata_space_needed_lustre(
    tier_files: Num, mdt_space_per_inode: Num, mdt_data_per_file: Num, inode_headroom: Num
) -> Num:
    """Exact space of the tier's MDTs: inodes with their headroom, and the data of expected files.

    By the example of Lustre's wiki (sizing guide): spare inodes have no data yet. The manual's
    example with 4 KiB of data for each inode doubles both, for twice the files. Both round up.
    """
    return tier_files * (mdt_space_per_inode * inode_headroom + mdt_data_per_file)


BEEGFS_RULE = Book("metadata: rule of BeeGFS", topic="capacity")
BEEGFS_RULE.input(
    "beegfs_reference_space",
    "byte",
    r"C_\mathrm{bee}",
    "Space of BeeGFS's example",
    500e9,
    source=BEEGFS,
)
BEEGFS_RULE.input(
    "beegfs_reference_files",
    "1",
    r"n_\mathrm{bee}",
    "Files of BeeGFS's example",
    150e6,
    source=BEEGFS,
)


@BEEGFS_RULE.quantity("byte", r"b_\mathrm{bee}", BEEGFS)
def beegfs_space_per_file(beegfs_reference_space: Num, beegfs_reference_files: Num) -> Num:
    """Space for the metadata of a file in BeeGFS, on ext4 as its makers format it."""
    return beegfs_reference_space / beegfs_reference_files


ON_BEEGFS = Book("metadata: space for BeeGFS", topic="capacity")
ON_BEEGFS.input(
    "beegfs_metadata_share",
    "1",
    r"f_\mathrm{bee}",
    "Metadata of BeeGFS over data",
    0.005,
    source=SHARE,
    high=1.0,
    shown="percent",
)


@ON_BEEGFS.quantity("byte", r"C_\mathrm{md}^\mathrm{need}", BEEGFS, name="metadata_space_needed")
def metadata_space_needed_beegfs(
    data_capacity: Num, beegfs_metadata_share: Num, tier_files: Num, beegfs_space_per_file: Num
) -> Num:
    """Space that BeeGFS's metadata should have: by the data or the files, whichever is more."""
    return np.maximum(data_capacity * beegfs_metadata_share, tier_files * beegfs_space_per_file)


SCALE_RULE = Book("metadata: rule of Scale", topic="capacity")
SCALE_RULE.input(
    "gpfs_space_per_file",
    "byte",
    r"b_\mathrm{gpfs}",
    "Metadata of a file in Scale, typically",
    KIB,
    source=f"{GPFS}: 1 KiB for each file and copy",
    low=1.0,
)
SCALE_RULE.input(
    "gpfs_worst_space",
    "byte",
    r"b_\mathrm{gpfs}^\mathrm{max}",
    "Metadata of a file in Scale, at worst",
    16.5 * KIB,
    source=WORST,
    low=1.0,
)
SCALE_RULE.input(
    "gpfs_copies", "1", r"n_\mathrm{cp}", "Copies of metadata in Scale", 2.0, source=GPFS, low=1.0
)


@SCALE_RULE.quantity("1", r"n_\mathrm{ino/tier}^\mathrm{min}", WORST)
def inodes_at_worst(usable_capacity: Num, gpfs_worst_space: Num, gpfs_copies: Num) -> Num:
    """Files and directories whose metadata fit on the tier, in the worst case."""
    return floor_quotient(usable_capacity, gpfs_worst_space * gpfs_copies)


ON_SCALE = Book("metadata: space for Scale", topic="capacity")


@ON_SCALE.quantity("byte", r"C_\mathrm{md}^\mathrm{need}", GPFS, name="metadata_space_needed")
def metadata_space_needed_scale(tier_files: Num, gpfs_space_per_file: Num, gpfs_copies: Num) -> Num:
    """Space that Scale's metadata takes, typically."""
    return tier_files * gpfs_space_per_file * gpfs_copies


@ON_SCALE.quantity("byte", r"C_\mathrm{md}^\mathrm{max}", WORST)
def metadata_space_at_worst(tier_files: Num, gpfs_worst_space: Num, gpfs_copies: Num) -> Num:
    """Space that Scale's metadata takes, at worst."""
    return tier_files * gpfs_worst_space * gpfs_copies


ON_WEKA = Book("metadata: units of WEKA", topic="capacity")
ON_WEKA.input(
    "weka_step", "byte", r"s_\mathrm{weka}", "Data of a further metadata unit", MB, source=WEKA
)
ON_WEKA.input(
    "weka_unit_space", "byte", r"b_\mathrm{weka}", "Flash of a metadata unit", 4096.0, source=WEKA
)
ON_WEKA.input(
    "weka_unit_memory", "byte", r"m_\mathrm{weka}", "Memory of a metadata unit", 20.0, source=WEKA
)
ON_WEKA.input("directory_count", "1", r"n_\mathrm{dir}", "Directories")


@ON_WEKA.quantity("1", r"u_\mathrm{weka}", WEKA)
def weka_units_per_file(mean_file_size: Num, weka_step: Num) -> Num:
    """Metadata units of a file: 1 below half a step, else 2 and one for each further step."""
    return where_less(
        mean_file_size,
        weka_step / 2,
        1.0,
        2 + whole_up(np.maximum(0, mean_file_size - weka_step) / weka_step),
    )


@ON_WEKA.quantity("1", r"n_\mathrm{weka}", WEKA)
def weka_units(files_expected: Num, weka_units_per_file: Num, directory_count: Num) -> Num:
    """Metadata units of all files, and two for each directory."""
    return files_expected * weka_units_per_file + 2 * directory_count


@ON_WEKA.quantity("byte", r"C_\mathrm{md}^\mathrm{weka}", WEKA)
def weka_metadata(weka_units: Num, weka_unit_space: Num) -> Num:
    """Flash that WEKA's metadata takes."""
    return weka_units * weka_unit_space


@ON_WEKA.quantity("byte", r"M_\mathrm{weka}", WEKA)
def weka_memory(weka_units: Num, weka_unit_memory: Num) -> Num:
    """Memory of all servers that WEKA's metadata takes."""
    return weka_units * weka_unit_memory
