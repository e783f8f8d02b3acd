"""How long it takes to move what is there: the slowest of source, gateways and target limits.

The three work on the same bytes at the same time. One whose rate is unknown is left out, and the
time is "at least".
"""

from model.engine.ops import Num, least_known, whole_up
from model.engine.quantity import Book

SOURCE = "volume over the slowest of source, gateways and target"

MIGRATION = Book("migration", topic="capacity")
MIGRATION.input("migration_volume", "byte", r"V_\mathrm{mig}", "What is to be moved")
MIGRATION.input("migration_source_rate", "byte/s", r"B_\mathrm{src}", "What the source can be read")
MIGRATION.input("gateways", "1", r"n_\mathrm{gw}", "Servers that copy", whole=True)
MIGRATION.input("gateway_rate", "byte/s", r"B_\mathrm{gw}", "What one of them copies")


@MIGRATION.quantity("byte/s", r"B_\mathrm{gws}", SOURCE)
def gateways_rate(gateways: Num, gateway_rate: Num) -> Num:
    """What all copying servers move together."""
    return gateways * gateway_rate


@MIGRATION.quantity("byte/s", r"B_\mathrm{mig}", SOURCE)
def migration_rate(
    migration_source_rate: Num, gateways_rate: Num, migration_target_rate: Num
) -> Num:
    """Rate of the move: the least that is known."""
    return least_known(migration_source_rate, gateways_rate, migration_target_rate)


@MIGRATION.quantity("second", r"t_\mathrm{mig}", SOURCE)
def migration_time(migration_volume: Num, migration_rate: Num) -> Num:
    """Time that the move takes at least."""
    return migration_volume / migration_rate


@MIGRATION.quantity("1", r"n_\mathrm{gw}^\mathrm{max}", SOURCE)
def useful_gateways(
    migration_source_rate: Num, migration_target_rate: Num, gateway_rate: Num
) -> Num:
    """Servers that copy as fast as source and target allow: more of them don't help."""
    return whole_up(least_known(migration_source_rate, migration_target_rate) / gateway_rate)


GIVEN_TARGET = Book("migration: target as given", topic="capacity")
GIVEN_TARGET.input(
    "migration_target_rate", "byte/s", r"B_\mathrm{dst}", "What the target takes of the move"
)

PLANNED_TARGET = Book("migration: target as planned", topic="capacity")


PLANNED_TARGET.alias(
    "migration_target_rate",
    "byte/s",
    r"B_\mathrm{dst}",
    "What the target takes of the move: all that the data tiers are committed to write.",
    of="write_bandwidth",
    source=SOURCE,
)
