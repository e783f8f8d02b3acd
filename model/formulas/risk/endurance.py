"""How often flash drives are written, by a purge policy, by checkpoints or as entered; their life.

A new system under a purge policy is as large as that policy asks for: a larger one is written less
often.
"""

from model.engine.ops import Num, at_least, otherwise
from model.engine.quantity import Book
from model.units.kinds import DAY, JULIAN_YEAR

NERSC = "document: Lockwood et al., ISC-W 2019, doi 10.1007/978-3-030-34356-9_16: DWPD_new"

NEED = Book("demand under a purge: endurance", topic="capacity")
NEED.input(
    "reference_writes_per_day",
    "1",
    r"\mathrm{FSWPD}_\mathrm{ref}",
    "Daily writes of the reference system, as a share of its drive capacity",
)
NEED.input("reference_drives", "1", r"N_\mathrm{ref}", "Drives of the reference system")
NEED.input("reference_drive_capacity", "byte", r"c_\mathrm{ref}", "Capacity of one of them")
NEED.input(
    "reference_data_share",
    "1",
    r"R_\mathrm{ref}",
    "Share of its drive capacity that is not parity",
    shown="percent",
)
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
    """Required drive writes per day of the new drives."""
    return (
        purge_improvement
        * reference_writes_per_day
        * flash_write_amplification
        * (reference_data_capacity / purge_capacity)
    )


RATING = Book("endurance of the drives", topic="capacity")
RATING.input(
    "rated_writes_per_day",
    "1",
    r"\mathrm{DWPD}_\mathrm{drv}",
    "Rated drive writes per day over the warranty",
)


RATED = Book("demand under a purge: endurance of the drives", topic="capacity")


@RATED.quantity("1", r"\mathrm{ok}_\mathrm{DWPD}", NERSC)
def endurance_suffices(rated_writes_per_day: Num, drive_writes_per_day: Num) -> Num:
    """Whether the rated endurance of the drives suffices: 1 yes, 0 no."""
    return at_least(rated_writes_per_day, drive_writes_per_day)


CHECKPOINTS = "assumption: each tier receives its share of the write bandwidth of each checkpoint"
CHECKPOINTS_IN_FRONT = Book("checkpoints on the tiers that absorb them", topic="checkpoint")
CHECKPOINTS_BEHIND = Book("checkpoints on the tier that is drained into", topic="checkpoint")


@CHECKPOINTS_IN_FRONT.quantity("byte", r"W_\mathrm{dump,t}", CHECKPOINTS)
def tier_checkpoint_writes_per_day(write_bandwidth: Num, checkpoint_time_per_day: Num) -> Num:
    """Checkpoint data written to the tier per day."""
    return write_bandwidth * checkpoint_time_per_day


CHECKPOINTS_BEHIND.alias(
    "tier_checkpoint_writes_per_day",
    "byte",
    r"W_\mathrm{dump,t}",
    "Checkpoint data written to the tier per day.",
    of="checkpoint_writes_per_day",
    source="assumption: all drained data are written here",
)


WEAR = Book("wear by checkpoints", topic="checkpoint")


@WEAR.quantity(
    "1",
    r"\mathrm{DWPD}_\mathrm{dump}",
    "arithmetic; internal write amplification of flash is small for long writes, and not counted",
)
def checkpoint_drive_writes_per_day(
    tier_checkpoint_writes_per_day: Num, mixed_write_amplification: Num, raw_capacity: Num
) -> Num:
    """Drive writes per day caused by checkpoints, including parity."""
    return tier_checkpoint_writes_per_day * mixed_write_amplification / raw_capacity


@WEAR.quantity("1", r"\mathrm{ok}_\mathrm{DWPD,dump}", "definition: datasheet against checkpoints")
def checkpoint_endurance_suffices(
    rated_writes_per_day: Num, checkpoint_drive_writes_per_day: Num
) -> Num:
    """Whether the rated endurance of the drives suffices for checkpoints: 1 yes, 0 no."""
    return at_least(rated_writes_per_day, checkpoint_drive_writes_per_day)


WRITES = Book("writes as entered", topic="capacity")
WRITES.input(
    "daily_writes", "byte", r"W_\mathrm{day}", "Data that clients write to the tier per day"
)

WRITES_OF_CHECKPOINTS = Book("writes by checkpoints alone", topic="capacity")
WRITES_OF_CHECKPOINTS.alias(
    "daily_writes",
    "byte",
    r"W_\mathrm{day}",
    "Data that clients write to the tier per day.",
    of="tier_checkpoint_writes_per_day",
    source="assumption: checkpoints only, unless the daily writes are entered",
)

LIFE = Book("life of flash drives", topic="capacity")
LIFE.input(
    "drive_rated_writes",
    "byte",
    r"\mathrm{TBW}",
    "Rated endurance of one drive: total bytes written (TBW)",
)
LIFE.input(
    "drive_rating_period",
    "second",
    r"t_\mathrm{DWPD}",
    "Period to which the rated drive writes per day refer",
    5 * JULIAN_YEAR,
    source="assumption: a warranty of five years, the usual one of enterprise flash",
)
LIFE.input(
    "wear_day",
    "second",
    r"t_\mathrm{day}",
    "Length of a day",
    DAY,
    source="definition: 24 h",
    constant=True,
)


@LIFE.quantity(
    "byte",
    r"E_\mathrm{drv}",
    "arithmetic: TBW of the datasheet, or else DWPD x capacity x days of the warranty",
)
def drive_endurance(
    drive_rated_writes: Num,
    rated_writes_per_day: Num,
    drive_capacity: Num,
    drive_rating_period: Num,
    wear_day: Num,
) -> Num:
    """Bytes that one drive may be written before it is worn out."""
    by_days = rated_writes_per_day * drive_capacity * (drive_rating_period / wear_day)
    return otherwise(drive_rated_writes, by_days)


@LIFE.quantity(
    "byte",
    r"W_\mathrm{drv}",
    "assumption: writes spread evenly over all drives, by capacity; parity included",
)
def drive_daily_writes(
    daily_writes: Num, mixed_write_amplification: Num, drive_capacity: Num, raw_capacity: Num
) -> Num:
    """Bytes written to one drive per day."""
    return daily_writes * mixed_write_amplification * (drive_capacity / raw_capacity)


@LIFE.quantity("1", r"\mathrm{DWPD}_E", "arithmetic: bytes of the rating over its days")
def endurance_writes_per_day(
    drive_endurance: Num, drive_capacity: Num, drive_rating_period: Num, wear_day: Num
) -> Num:
    """Endurance of a drive as drive writes per day over the period of its rating."""
    return drive_endurance / drive_capacity / (drive_rating_period / wear_day)


@LIFE.quantity("1", r"\mathrm{DWPD}_\mathrm{plan}", "arithmetic")
def planned_writes_per_day(drive_daily_writes: Num, drive_capacity: Num) -> Num:
    """Drive writes per day of the planned writes, including parity."""
    return drive_daily_writes / drive_capacity


@LIFE.quantity("1", r"\mathrm{ok}_\mathrm{life}", "definition: life against years of service")
def drive_life_suffices(drive_life: Num, years_of_service: Num) -> Num:
    """Whether the drives last the years of service under the planned writes: 1 yes, 0 no."""
    return at_least(drive_life, years_of_service)


AS_RATED = Book("life at the rated amplification", topic="capacity")


@AS_RATED.quantity(
    "1",
    r"t_\mathrm{life}",
    "arithmetic: rated bytes over bytes a day; ratings (JESD219) hold for small random writes",
)
def drive_life(
    drive_endurance: Num, drive_daily_writes: Num, wear_day: Num, year_length: Num
) -> Num:
    """Years until the drives have been written as often as they are rated for."""
    return drive_endurance / drive_daily_writes * (wear_day / year_length)


OVERPROVISIONED = Book("over-provisioning of flash", topic="capacity")
OVERPROVISIONED.input(
    "raw_flash", "byte", r"C_\mathrm{NAND}", "Flash in one drive, with over-provisioning"
)
GREEDY = (
    "document: Hu et al., SYSTOR 2009, doi 10.1145/1534530.1534544: random writes, greedy "
    "collection, its order of magnitude"
)


@OVERPROVISIONED.quantity(
    "1", r"\mathrm{OP}", "definition: flash beyond the capacity, as a share of it", shown="percent"
)
def over_provisioning(raw_flash: Num, drive_capacity: Num) -> Num:
    """Over-provisioning of a drive."""
    return raw_flash / drive_capacity - 1


@OVERPROVISIONED.quantity("1", r"\mathrm{WAF}_\mathrm{rnd}", GREEDY)
def random_write_amplification(over_provisioning: Num) -> Num:
    """Write amplification of small random writes, at this over-provisioning."""
    return (1 + over_provisioning) / (2 * over_provisioning)


WITH_BAND = Book("life of flash drives, long writes", topic="capacity")


@WITH_BAND.quantity("1", r"t_\mathrm{life}^+", GREEDY)
def longest_drive_life(drive_life: Num, random_write_amplification: Num) -> Num:
    """Years that the drives last if all writes are long, so that flash writes no byte twice."""
    return drive_life * random_write_amplification


OWN_AMPLIFICATION = Book("own write amplification", topic="capacity")
OWN_AMPLIFICATION.input(
    "own_write_amplification",
    "1",
    r"\mathrm{WAF}_\mathrm{own}",
    "Write amplification inside the drives under these writes",
    low=1.0,
)
RATED_AMPLIFICATION = Book("rated write amplification", topic="capacity")
RATED_AMPLIFICATION.input(
    "rated_write_amplification",
    "1",
    r"\mathrm{WAF}_\mathrm{rated}",
    "Write amplification inside the drives that their rating includes",
    low=1.0,
)
RATED_BY_FLASH = Book("rated write amplification by over-provisioning", topic="capacity")
RATED_BY_FLASH.alias(
    "rated_write_amplification",
    "1",
    r"\mathrm{WAF}_\mathrm{rated}",
    "Write amplification inside the drives that their rating includes.",
    of="random_write_amplification",
    source="assumption: ratings (JESD219) hold for small random writes",
)
AMPLIFIED = Book("life at the own amplification", topic="capacity")


@AMPLIFIED.quantity(
    "1",
    r"t_\mathrm{life}",
    "arithmetic: flash written by the rating over flash written a day",
    name="drive_life",
)
def drive_life_amplified(
    drive_endurance: Num,
    drive_daily_writes: Num,
    rated_write_amplification: Num,
    own_write_amplification: Num,
    wear_day: Num,
    year_length: Num,
) -> Num:
    """Years until the flash of the drives has been written as often as it is rated for."""
    as_rated = drive_endurance / drive_daily_writes * (wear_day / year_length)
    return as_rated * (rated_write_amplification / own_write_amplification)


CACHE = Book("life of cache drives", topic="capacity")
CACHE.input(
    "cache_rated_writes",
    "byte",
    r"\mathrm{TBW}_\mathrm{ca}",
    "Rated endurance of one cache drive: total bytes written (TBW)",
)
CACHE.input(
    "cache_rated_writes_per_day",
    "1",
    r"\mathrm{DWPD}_\mathrm{ca}",
    "Rated drive writes per day of a cache drive",
)


@CACHE.quantity(
    "byte",
    r"E_\mathrm{ca}",
    "arithmetic: TBW of the datasheet, or else DWPD x capacity x days of the warranty",
)
def cache_endurance(
    cache_rated_writes: Num,
    cache_rated_writes_per_day: Num,
    cache_drive_capacity: Num,
    drive_rating_period: Num,
    wear_day: Num,
) -> Num:
    """Bytes that one cache drive may be written before it is worn out."""
    by_days = cache_rated_writes_per_day * cache_drive_capacity * (drive_rating_period / wear_day)
    return otherwise(cache_rated_writes, by_days)


@CACHE.quantity(
    "byte",
    r"W_\mathrm{ca}",
    "assumption: all writes go through the caches, evenly; what reads bring in isn't counted",
)
def cache_daily_writes(daily_writes: Num, servers: Num, cache_drives_per_server: Num) -> Num:
    """Bytes written to one cache drive per day."""
    return daily_writes / (servers * cache_drives_per_server)


@CACHE.quantity("1", r"\mathrm{DWPD}_\mathrm{ca,plan}", "arithmetic")
def cache_writes_per_day(cache_daily_writes: Num, cache_drive_capacity: Num) -> Num:
    """Drive writes per day of a cache drive under the planned writes."""
    return cache_daily_writes / cache_drive_capacity


@CACHE.quantity("1", r"t_\mathrm{ca}", "arithmetic: rated bytes over bytes a day")
def cache_life(
    cache_endurance: Num, cache_daily_writes: Num, wear_day: Num, year_length: Num
) -> Num:
    """Years until the cache drives have been written as often as they are rated for."""
    return cache_endurance / cache_daily_writes * (wear_day / year_length)


@CACHE.quantity("1", r"\mathrm{ok}_\mathrm{ca}", "definition: life against years of service")
def cache_life_suffices(cache_life: Num, years_of_service: Num) -> Num:
    """Whether the cache drives last the years of service: 1 yes, 0 no."""
    return at_least(cache_life, years_of_service)
