"""Flash in the servers that caches their drives: whether the caches fit on it."""

from model.engine.ops import Num, at_least
from model.engine.quantity import Book

SOURCE = "arithmetic of the server"

CACHES = Book("tier capacity of caches", topic="capacity")
CACHES.input(
    "cache_drives_per_server",
    "1",
    r"n_\mathrm{cache}",
    "Cache drives of one server",
    whole=True,
    part_of="bays_taken",
)
CACHES.input(
    "cache_drive_capacity", "byte", r"C_\mathrm{cache,drv}", "Nominal capacity of one cache drive"
)
CACHES.input("cache_per_drive", "byte", r"c_\mathrm{cache}", "Cache of one drive")


@CACHES.quantity("byte", r"C_\mathrm{cache}", SOURCE)
def cache_capacity_per_server(cache_drives_per_server: Num, cache_drive_capacity: Num) -> Num:
    """Capacity of a server's cache drives."""
    return cache_drives_per_server * cache_drive_capacity


@CACHES.quantity("1", r"n_\mathrm{drv/cache}", SOURCE)
def drives_per_cache_drive(drives: Num, servers: Num, cache_drives_per_server: Num) -> Num:
    """Drives behind one cache drive, on average: they lose what it holds with it."""
    return drives / servers / cache_drives_per_server


@CACHES.quantity("byte", r"C_\mathrm{cache}'", SOURCE)
def cache_used_per_server(drives: Num, servers: Num, cache_per_drive: Num) -> Num:
    """Cache capacity used per server."""
    return drives / servers * cache_per_drive


@CACHES.quantity("1", r"f_\mathrm{cache}", SOURCE, shown="percent")
def cache_fill(cache_used_per_server: Num, cache_capacity_per_server: Num) -> Num:
    """Share of the cache drives that is used."""
    return cache_used_per_server / cache_capacity_per_server


@CACHES.quantity("1", r"\mathrm{ok}_\mathrm{cache}", SOURCE)
def cache_fits(cache_used_per_server: Num, cache_capacity_per_server: Num) -> Num:
    """Whether the caches fit on the cache drives: 1 yes, 0 no."""
    return at_least(cache_capacity_per_server, cache_used_per_server)
