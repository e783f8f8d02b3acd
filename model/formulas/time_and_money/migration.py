"""How long it takes to move what is there: the slowest of source, gateways and target limits.

The three work on the same bytes at the same time. One whose rate is unknown is left out, and the
time is "at least".
"""

from model.engine.ops import Num, least_known, whole_up
from model.engine.quantity import Book

SOURCE = "arithmetic: volume over the slowest of source, gateways and target"

MIGRATION = Book("migration", topic="capacity")
MIGRATION.input("migration_volume", "byte", r"V_\mathrm{mig}", "Data to migrate")
MIGRATION.input(
    "migration_source_rate", "byte/s", r"B_\mathrm{src}", "Read bandwidth of the source"
)
MIGRATION.input("gateways", "1", r"n_\mathrm{gw}", "Copying servers", whole=True)
MIGRATION.input("gateway_rate", "byte/s", r"B_\mathrm{gw}", "Bandwidth of one copying server")


@MIGRATION.quantity("byte/s", r"B_\mathrm{gws}", SOURCE)
def gateways_rate(gateways: Num, gateway_rate: Num) -> Num:
    """Bandwidth of all copying servers together."""
    return gateways * gateway_rate


@MIGRATION.quantity("byte/s", r"B_\mathrm{mig}", SOURCE)
def migration_rate(
    migration_source_rate: Num, gateways_rate: Num, migration_target_rate: Num
) -> Num:
    """Migration bandwidth: the least known one."""
    return least_known(migration_source_rate, gateways_rate, migration_target_rate)


@MIGRATION.quantity("second", r"t_\mathrm{mig}", SOURCE)
def migration_time(migration_volume: Num, migration_rate: Num) -> Num:
    """Minimum migration time."""
    return migration_volume / migration_rate


@MIGRATION.quantity("1", r"n_\mathrm{gw}^\mathrm{max}", SOURCE)
def useful_gateways(
    migration_source_rate: Num, migration_target_rate: Num, gateway_rate: Num
) -> Num:
    """Copying servers that saturate the source or the target; more don't help."""
    return whole_up(least_known(migration_source_rate, migration_target_rate) / gateway_rate)


GIVEN_TARGET = Book("migration: target as entered", topic="capacity")
GIVEN_TARGET.input(
    "migration_target_rate",
    "byte/s",
    r"B_\mathrm{dst}",
    "Bandwidth at which the target accepts the data",
)

PLANNED_TARGET = Book("migration: target as planned", topic="capacity")


PLANNED_TARGET.alias(
    "migration_target_rate",
    "byte/s",
    r"B_\mathrm{dst}",
    "Bandwidth at which the target accepts data: expected write bandwidth of the data tiers.",
    of="write_bandwidth",
    source=SOURCE,
)
