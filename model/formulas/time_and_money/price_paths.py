"""What later orders cost: prices of disks, flash, memory and servers on paths of their own.

Prices stay as they are while the shortage lasts, and fall by a yearly share afterwards. At the
cheap end, they return to their trend before the shortage by its end, and fall fastest; at the dear
end, they rise once more and stay. All else follows the one decline of the scenario.
"""

from functools import cache

import numpy as np

from model.engine.ops import Num, pieces, power
from model.engine.quantity import ANY_SIGN, Book
from model.engine.spelling import Variant, spell
from model.units.kinds import JULIAN_YEAR

PATH = (
    "assumption: prices stay until the shortage ends, then fall by the yearly share: "
    "price x (1 - decline)^(years after it)"
)
MIX = "arithmetic: share of the known price"
OF_KIND = "arithmetic: price of the drives, by whether they are flash; caches are flash"
LEVEL = "arithmetic: sum over kinds of share x price level; all else at its own decline"
CHEAP = "assumption: back to the trend by the end of the shortage, falling at the highest rate"
DEAR = (
    "assumption: one more rise as it was seen in the shortage, within a year, and no fall; or as "
    "expected, if that is dearer"
)
ORDERS_SOURCE = "arithmetic: part ordered now, the rest at the prices of its order, discounted"

KINDS: tuple[Variant, ...] = (
    {"kind": "disk", "k": "dsk", "said": "disks"},
    {"kind": "flash", "k": "fls", "said": "flash"},
    {"kind": "memory", "k": "mem", "said": "memory"},
    {"kind": "server", "k": "srv", "said": "servers"},
)
"""Kinds of parts with price paths of their own."""
DRIVES = ("drives", "hot spares", "spares")
"""Lines of drives in a tier, but for further ones, which may be of another kind."""
OF_DRIVES = KINDS[:2]
"""Kinds that drives are."""

_PATHS = Book("price paths", topic="price path")
_PATHS.input(
    "kind_price_decline",
    "1",
    r"k_\mathrm{<k>}",
    "Annual price decline of {said} after the shortage",
    low=-1.0,
    high=1.0,
    shown="percent",
)
_PATHS.input(
    "kind_price_high_decline",
    "1",
    r"k_\mathrm{<k>}^\mathrm{high}",
    "Highest annual price decline of {said}, at the low end",
    low=-1.0,
    high=1.0,
    shown="percent",
)
_PATHS.input(
    "kind_price_premium",
    "1",
    r"f_\mathrm{<k>}",
    "Price of {said} over the trend before the shortage",
    low=1.0,
)
_PATHS.input(
    "kind_price_rise",
    "1",
    r"r_\mathrm{<k>}",
    "Further rise of the price of {said}, at the high end",
    high=1.0,
    shown="percent",
)
PATHS = spell(_PATHS, *KINDS)
PATHS.input(
    "price_relief_time",
    "second",
    r"t_\mathrm{relief}",
    "Time from the price date until prices fall again",
)

PATHS.input(
    "least_known_cost",
    "currency",
    r"X_\mathrm{min}",
    "Smallest divisor of a share of known prices",
    1.0,
    source="definition: no share is of nothing; where nothing is known, it is 0",
    constant=True,
)

_TIER_MIX = Book("price of a tier by kind of part", topic="price path")


@_TIER_MIX.quantity("1", r"s_\mathrm{<k>}", MIX, shown="percent")
def kind_cost_share(known_kind_cost: Num, known_tier_cost: Num, least_known_cost: Num) -> Num:
    """Share of {said} in the known price of the tier."""
    return known_kind_cost / np.maximum(known_tier_cost, least_known_cost)


MIX_OF_TIER = spell(_TIER_MIX, *KINDS)
BESIDE_MIX = "arithmetic: share of the known price, with special vdevs and other items"

_TIER_MIX_BESIDE = Book("price of a tier by kind of part, with other items", topic="price path")


@_TIER_MIX_BESIDE.quantity(
    "1", r"s_\mathrm{<k>}", BESIDE_MIX, shown="percent", name="kind_cost_share"
)
def kind_cost_share_beside(
    known_kind_cost: Num, known_kind_beside_cost: Num, known_tier_cost: Num, least_known_cost: Num
) -> Num:
    """Share of {said} in the known price of the tier."""
    known = known_kind_cost + known_kind_beside_cost
    return known / np.maximum(known_tier_cost, least_known_cost)


_BESIDE_SYMBOL = r"X_\mathrm{<k>}^\mathrm{vd}"
_BESIDE_TITLE = "Known price of {said} in special vdevs and among other items, net"
_NONE_BESIDE = Book("price of other items", topic="price path")
_NONE_BESIDE.input(
    "known_kind_beside_cost",
    "currency",
    _BESIDE_SYMBOL,
    _BESIDE_TITLE,
    0.0,
    source="definition: none of them are of this kind",
    constant=True,
)


def _beside(lines: tuple[str, ...]) -> Book:
    if not lines:
        return _NONE_BESIDE
    book = Book("price of other items", topic="price path")
    book.over(
        "known_total",
        "known_kind_beside_cost",
        "currency",
        _BESIDE_SYMBOL,
        _BESIDE_TITLE,
        roles=("lines",),
        of="line_cost",
        names=lines,
    )
    return book


@cache
def items_beside(*lines: tuple[str, ...]) -> Book:
    """Give the price of the items of each kind on those lines, which no other sum has."""
    book = Book("price of other items", topic="price path")
    for kind, its in zip(KINDS, lines, strict=True):
        if its or kind in OF_DRIVES:
            spell(_beside(its), kind, into=book)
    return book


@cache
def mix_beside(*lines: tuple[str, ...]) -> Book:
    """Give the chapter of a tier by kind, with the lines of each kind that no other sum has."""
    book = Book("price of a tier and its other items", items_beside(*lines), topic="price path")
    for kind, its in zip(KINDS, lines, strict=True):
        spell(_TIER_MIX_BESIDE if its or kind in OF_DRIVES else _TIER_MIX, kind, into=book)
    return book


_MEMORY = Book("price of memory of a tier", topic="price path")
_MEMORY.over(
    "known_total",
    "known_memory_cost",
    "currency",
    r"X_\mathrm{mem}^\mathrm{known}",
    "Known price of the memory of the tier, net",
    roles=("lines",),
    of="line_cost",
    names=("memory",),
)
_SERVERS = Book("price of servers of a tier", topic="price path")
_SERVERS.over(
    "known_total",
    "known_server_cost",
    "currency",
    r"X_\mathrm{srv}^\mathrm{known}",
    "Known price of the servers of the tier with processors, without memory, net",
    roles=("lines",),
    of="line_cost",
    names=("servers", "processors"),
)
_DRIVES = Book("price of the drives of a tier", topic="price path")
_DRIVES.input(
    "drives_are_flash",
    "1",
    r"\left[\mathrm{fls}\right]",
    "Whether the drives of the tier are flash: 1, or else 0",
    high=1.0,
)
_DRIVES.over(
    "known_total",
    "known_drive_cost",
    "currency",
    r"X_\mathrm{drv}^\mathrm{known}",
    "Known price of the drives of the tier, net",
    roles=("lines",),
    of="line_cost",
    names=DRIVES,
)
_DRIVES.over(
    "known_total",
    "known_cache_cost",
    "currency",
    r"X_\mathrm{cch}^\mathrm{known}",
    "Known price of the cache drives of the tier, net",
    roles=("lines",),
    of="line_cost",
    names=("cache",),
)


@_DRIVES.quantity("currency", r"X_\mathrm{dsk}^\mathrm{known}", OF_KIND)
def known_disk_cost(known_drive_cost: Num, drives_are_flash: Num) -> Num:
    """Known price of the disks of the tier, net."""
    return known_drive_cost * (1 - drives_are_flash)


@_DRIVES.quantity("currency", r"X_\mathrm{fls}^\mathrm{known}", OF_KIND)
def known_flash_cost(known_drive_cost: Num, drives_are_flash: Num, known_cache_cost: Num) -> Num:
    """Known price of the flash of the tier, net."""
    return known_drive_cost * drives_are_flash + known_cache_cost


BUILT = Book(
    "price of a tier by kind of part",
    _DRIVES,
    _MEMORY,
    _SERVERS,
    topic="price path",
)

_WHOLE = Book("price of a whole tier by kind of part", topic="price path")
_WHOLE.input(
    "known_kind_cost",
    "currency",
    r"X_\mathrm{<k>}^\mathrm{known}",
    "Known price of the {said} of the tier, net",
    0.0,
    source="assumption: none: the tier is entered as a whole",
    constant=True,
)
WHOLE = spell(_WHOLE, *KINDS)

_SITE = Book("price of the site by kind of part", topic="price path")
_SITE.over(
    "total",
    "known_site_kind_cost",
    "currency",
    r"X_\mathrm{<k>}^\mathrm{site,known}",
    "Known price of the {said} of all tiers, net",
    roles=("tiers", "metadata"),
    of="known_kind_cost",
)

_SITE_MIX = Book("price of the site by kind of part", topic="price path")


@_SITE_MIX.quantity("1", r"s_\mathrm{<k>}^\mathrm{site}", MIX, shown="percent")
def site_kind_cost_share(
    known_site_kind_cost: Num, known_capital_cost: Num, least_known_cost: Num
) -> Num:
    """Share of {said} in the known price of the purchase."""
    return known_site_kind_cost / np.maximum(known_capital_cost, least_known_cost)


SITE = spell(_SITE, *KINDS)
MIX_OF_SITE = spell(_SITE_MIX, *KINDS)

_SITE_MIX_BESIDE = Book("price of the site by kind of part, with other items", topic="price path")


@_SITE_MIX_BESIDE.quantity(
    "1", r"s_\mathrm{<k>}^\mathrm{site}", BESIDE_MIX, shown="percent", name="site_kind_cost_share"
)
def site_kind_cost_share_beside(
    known_site_kind_cost: Num,
    known_site_kind_beside_cost: Num,
    known_capital_cost: Num,
    least_known_cost: Num,
) -> Num:
    """Share of {said} in the known price of the purchase."""
    known = known_site_kind_cost + known_site_kind_beside_cost
    return known / np.maximum(known_capital_cost, least_known_cost)


@cache
def site_mix_beside(*places: tuple[str, ...]) -> Book:
    """Give the chapter of the site by kind, with other items of each kind in those places."""
    book = Book("price of the site and its other items", topic="price path")
    for kind, its in zip(KINDS, places, strict=True):
        if its:
            spell(_site_beside(its), kind, into=book)
    for kind, its in zip(KINDS, places, strict=True):
        spell(_SITE_MIX_BESIDE if its else _SITE_MIX, kind, into=book)
    return book


def _site_beside(places: tuple[str, ...]) -> Book:
    book = Book("price of other items of the site", topic="price path")
    book.over(
        "total",
        "known_site_kind_beside_cost",
        "currency",
        r"X_\mathrm{<k>}^\mathrm{vd,site}",
        "Known price of {said} in special vdevs and among other items of the site, net",
        roles=("tiers", "metadata", "common", "racking"),
        of="known_kind_beside_cost",
        names=places,
    )
    return book


_YEAR_LEVELS = Book("prices of a year by kind of part", topic="cost")


@_YEAR_LEVELS.quantity("1", r"p_{\mathrm{<k>},j}", PATH)
def kind_price_level(
    kind_price_decline: Num, price_relief_time: Num, year_index: Num, year_length: Num
) -> Num:
    """Prices of {said} in the year over those of the purchase."""
    return power(
        1 - kind_price_decline, np.maximum(0, year_index - price_relief_time / year_length)
    )


YEAR_LEVELS = spell(_YEAR_LEVELS, *KINDS)
TIER_YEAR = Book("prices of a year of a tier on price paths", topic="cost")


@TIER_YEAR.quantity("1", r"p_j", LEVEL)
def price_level(
    disk_cost_share: Num,
    flash_cost_share: Num,
    memory_cost_share: Num,
    server_cost_share: Num,
    disk_price_level: Num,
    flash_price_level: Num,
    memory_price_level: Num,
    server_price_level: Num,
    price_decline: Num,
    year_index: Num,
) -> Num:
    """Prices of the year over those of the purchase."""
    return (
        disk_cost_share * disk_price_level
        + flash_cost_share * flash_price_level
        + memory_cost_share * memory_price_level
        + server_cost_share * server_price_level
        + (1 - disk_cost_share - flash_cost_share - memory_cost_share - server_cost_share)
        * power(1 - price_decline, year_index)
    )


MEDIA_YEAR = Book("media in a year: price paths", topic="cost")


@MEDIA_YEAR.quantity("1", r"p_{\mathrm{drv},j}", LEVEL)
def media_price_level(
    known_site_disk_cost: Num,
    known_site_flash_cost: Num,
    disk_price_level: Num,
    flash_price_level: Num,
    least_known_cost: Num,
) -> Num:
    """Prices of drives in the year over those of the purchase."""
    known = known_site_disk_cost + known_site_flash_cost
    of_kinds = known_site_disk_cost * disk_price_level + known_site_flash_cost * flash_price_level
    return of_kinds / np.maximum(known, least_known_cost)


@MEDIA_YEAR.quantity(
    "currency",
    r"X_{\mathrm{repl},j}",
    "arithmetic: AFR x drives x price in the year, after the warranty; drives of the purchase",
    part_of="year_cost",
)
def year_media(replacement_cost: Num, maintained_share: Num, media_price_level: Num) -> Num:
    """Drives that are replaced in the year, beyond the warranty."""
    return pieces(maintained_share, replacement_cost * media_price_level)


_PHASE_LEVELS = Book("prices of a phase by kind of part", topic="cost")


@_PHASE_LEVELS.quantity("1", r"p_{\mathrm{<k>},p}", PATH)
def phase_kind_price_level(
    kind_price_decline: Num, price_relief_time: Num, phase_year: Num, year_length: Num
) -> Num:
    """Prices of {said} of the phase over those of the purchase."""
    return power(
        1 - kind_price_decline, np.maximum(0, phase_year - price_relief_time / year_length)
    )


_PHASE = Book("prices of a phase on price paths", topic="cost")


@_PHASE.quantity("1", r"p_p", LEVEL)
def phase_price_level(
    site_disk_cost_share: Num,
    site_flash_cost_share: Num,
    site_memory_cost_share: Num,
    site_server_cost_share: Num,
    phase_disk_price_level: Num,
    phase_flash_price_level: Num,
    phase_memory_price_level: Num,
    phase_server_price_level: Num,
    price_decline: Num,
    phase_year: Num,
) -> Num:
    """Prices of the phase over those of the purchase."""
    return (
        site_disk_cost_share * phase_disk_price_level
        + site_flash_cost_share * phase_flash_price_level
        + site_memory_cost_share * phase_memory_price_level
        + site_server_cost_share * phase_server_price_level
        + (
            1
            - site_disk_cost_share
            - site_flash_cost_share
            - site_memory_cost_share
            - site_server_cost_share
        )
        * power(1 - price_decline, phase_year)
    )


PHASE = Book("prices of a phase: price paths", spell(_PHASE_LEVELS, *KINDS), _PHASE, topic="cost")


SITE_ORDERS = Book("later orders", topic="price path")
SITE_ORDERS.input(
    "later_order_time",
    "second",
    r"t_\mathrm{later}",
    "Time from the price date to a later order",
    2 * JULIAN_YEAR,
    source="assumption: two years: late enough for the shortage to have ended",
    low=1.0,
)
SITE_ORDERS.input(
    "later_share",
    "1",
    r"s_\mathrm{later}",
    "Share of the purchase that is ordered later, if it is ordered in stages",
    0.5,
    source="assumption: half now and half later",
    high=1.0,
    shown="percent",
)


@SITE_ORDERS.quantity("1", r"\tau_\mathrm{later}", "arithmetic: time over the length of a year")
def later_order_years(later_order_time: Num, year_length: Num) -> Num:
    """Years from the price date to a later order."""
    return later_order_time / year_length


@SITE_ORDERS.quantity(
    "1", r"\rho_\mathrm{relief}", "arithmetic: share of the time until prices fall again, at most 1"
)
def relief_share(later_order_time: Num, price_relief_time: Num) -> Num:
    """Share of the shortage that has passed at a later order."""
    return later_order_time / np.maximum(price_relief_time, later_order_time)


@SITE_ORDERS.quantity("1", r"v_\mathrm{later}", "arithmetic: 1 / (1 + rate)^years")
def later_discount_factor(discount_rate: Num, later_order_years: Num) -> Num:
    """Present value of a payment at a later order, as a share of it."""
    return 1 / power(1 + discount_rate, later_order_years)


@SITE_ORDERS.quantity("1", r"p_\mathrm{rest}", PATH)
def later_rest_level(price_decline: Num, later_order_years: Num) -> Num:
    """Prices of all other parts at a later order over those of today."""
    return power(1 - price_decline, later_order_years)


_LEVELS = Book("prices of a later order by kind of part", topic="price path")


@_LEVELS.quantity("1", r"p_\mathrm{<k>}", PATH)
def later_kind_level(
    kind_price_decline: Num, price_relief_time: Num, later_order_time: Num, year_length: Num
) -> Num:
    """Prices of {said} at a later order over those of today."""
    return power(
        1 - kind_price_decline,
        np.maximum(0, (later_order_time - price_relief_time) / year_length),
    )


@_LEVELS.quantity("1", r"p_\mathrm{<k>}^\mathrm{low}", CHEAP)
def cheap_kind_level(
    kind_price_decline: Num,
    kind_price_high_decline: Num,
    kind_price_premium: Num,
    relief_share: Num,
    later_order_years: Num,
) -> Num:
    """Prices of {said} at a later order over those of today, at the low end."""
    return power(
        1 - np.maximum(kind_price_decline, kind_price_high_decline), later_order_years
    ) / power(kind_price_premium, relief_share)


@_LEVELS.quantity("1", r"p_\mathrm{<k>}^\mathrm{high}", DEAR)
def dear_kind_level(kind_price_rise: Num, later_order_years: Num, later_kind_level: Num) -> Num:
    """Prices of {said} at a later order over those of today, at the high end."""
    risen = power(1 + kind_price_rise, np.minimum(1, later_order_years))
    return np.maximum(risen, later_kind_level)


ENDS: tuple[Variant, ...] = (
    {"end": "later", "e": "", "also": ""},
    {"end": "cheap", "e": "low", "also": ", at the low end"},
    {"end": "dear", "e": "high", "also": ", at the high end"},
)
"""The expected path, and the ends of its range."""
_ORDER_LEVEL = Book("prices of a later order", topic="price path")


@_ORDER_LEVEL.quantity("1", r"p^\mathrm{<e>}", LEVEL)
def end_order_level(
    site_disk_cost_share: Num,
    site_flash_cost_share: Num,
    site_memory_cost_share: Num,
    site_server_cost_share: Num,
    end_disk_level: Num,
    end_flash_level: Num,
    end_memory_level: Num,
    end_server_level: Num,
    later_rest_level: Num,
) -> Num:
    """Prices at a later order over those of today{also}."""
    return (
        site_disk_cost_share * end_disk_level
        + site_flash_cost_share * end_flash_level
        + site_memory_cost_share * end_memory_level
        + site_server_cost_share * end_server_level
        + (
            1
            - site_disk_cost_share
            - site_flash_cost_share
            - site_memory_cost_share
            - site_server_cost_share
        )
        * later_rest_level
    )


ORDERS = Book(
    "prices of later orders",
    SITE_ORDERS,
    spell(_LEVELS, *KINDS),
    spell(_ORDER_LEVEL, *ENDS),
    topic="price path",
)


@ORDERS.quantity("1", r"\Delta p_\mathrm{even}", ORDERS_SOURCE, shown="percent")
def break_even_rise(later_discount_factor: Num) -> Num:
    """Rise of prices until a later order at which it costs as much as an order today."""
    return 1 / later_discount_factor - 1


_TIMING = Book("a purchase that is ordered later", topic="price path")


@_TIMING.quantity("currency", r"X_\mathrm{ord}^\mathrm{<e>}", ORDERS_SOURCE)
def end_purchase_cost(
    known_capital_cost: Num,
    ordered_later: Num,
    end_order_level: Num,
    later_discount_factor: Num,
) -> Num:
    """Known price of the purchase, discounted to today{also}."""
    return known_capital_cost * (
        1 - ordered_later + ordered_later * end_order_level * later_discount_factor
    )


@_TIMING.quantity("currency", r"\Delta X_\mathrm{ord}^\mathrm{<e>}", ORDERS_SOURCE, low=ANY_SIGN)
def end_purchase_saving(known_capital_cost: Num, end_purchase_cost: Num) -> Num:
    """Saving over an order of everything today{also}; negative if it costs more."""
    return known_capital_cost - end_purchase_cost


@_TIMING.quantity(
    "currency/second",
    r"x_\mathrm{even}^\mathrm{<e>}",
    "arithmetic: saving over the time until the later order",
    low=ANY_SIGN,
)
def end_break_even_rate(end_purchase_saving: Num, later_order_time: Num) -> Num:
    """Cost of waiting per unit of time at which an order today costs as much{also}."""
    return end_purchase_saving / later_order_time


TIMING = spell(_TIMING, *ENDS)
IN_STAGES = Book("a purchase in stages", TIMING, topic="price path")
IN_STAGES.alias(
    "ordered_later",
    "1",
    r"s_\mathrm{ord}",
    "Share of the purchase that is ordered later.",
    of="later_share",
    source=ORDERS_SOURCE,
)
LATER = Book("a purchase later", TIMING, topic="price path")
LATER.input(
    "ordered_later",
    "1",
    r"s_\mathrm{ord}",
    "Share of the purchase that is ordered later",
    1.0,
    source="definition: all of it",
    constant=True,
)
