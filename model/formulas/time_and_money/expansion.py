"""What is bought after the purchase: whole blocks, as demand passes the live capacity.

The demand is that of the tier, or that of the site where one tier grows for all; what hangs on
blocks (switches, cords, racks, services) follows in `shared_growth`.

Blocks are bought in the year in which the running maximum of demand passes the live capacity of
those owned (below the fill limit, beside snapshots), and never sold. A block's price falls by the
same share each year, p (1 - k)^j; or the capacity for the money grows by it, p / (1 + k)^j.
Bandwidth, power and rack space follow the blocks that are owned.
"""

import numpy as np

from model.engine.ops import Num, otherwise, pieces, power, where_less, whole_up
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.ways import WAYS

RULE = "assumption: whole blocks in the year that needs them, never sold"
SHARE = "assumption: share of one block: all blocks of a tier are equal"
PRICE = "arithmetic: price of a block x (1 - decline)^year"
STEADY_SOURCE = "arithmetic: no demand is stated here: nothing is bought later"

DECLINE = Book("decline of prices", topic="cost")
DECLINE.input(
    "price_decline",
    "1",
    r"k",
    "Annual price decline, as a share",
    0.0,
    source="assumption: none: flash and memory rose in 2026, and no relief is forecast before late "
    "2027; 2009 to 2022 prices fell by about 13.8 % a year",
    low=-1.0,
    high=1.0,
    shown="percent",
)

SITE = Book("cost of expansions", topic="cost")
SITE.input(
    "initial_owned_capital",
    "currency",
    r"X_\mathrm{own,0}",
    "Price of what is owned before year 0",
    0.0,
    source="assumption: none",
    constant=True,
)
SITE.over(
    "total",
    "later_capital_cost",
    "currency",
    r"X_\mathrm{later}",
    "Price of all that is bought as demand grows, not discounted, net",
    roles=("years",),
    of="year_expansion",
)

SITE.over(
    "unknown_count",
    "years_of_unknown_expansion",
    "1",
    r"n_\mathrm{exp}^\mathrm{unknown}",
    "Years whose expansion cost is unknown; the known part excludes them",
    roles=("years",),
    of="year_expansion",
)

BLOCK = Book("block of the tier", topic="cost")
PRICED_BLOCK = Book("price of a block of the tier", topic="cost")
FURTHER_BLOCK = Book("price of a further block of an owned tier", topic="cost")
FURTHER_BLOCK.input(
    "further_block_cost",
    "currency",
    r"x_\mathrm{blk}",
    "Price of one further block of an owned tier, net",
)


FURTHER_BLOCK.alias(
    "block_cost",
    "currency",
    r"X_\mathrm{blk}",
    "Price of one block, net, in a tier whose other blocks are already owned.",
    of="further_block_cost",
    source="definition: as entered",
)


@FURTHER_BLOCK.quantity(
    "currency",
    r"X_\mathrm{blk}^\mathrm{known}",
    "definition: as entered",
    name="known_block_cost",
    known_of="block_cost",
)
def known_block_cost_of_owned(further_block_cost: Num) -> Num:
    """Known price of one block in a tier whose other blocks are already owned."""
    return otherwise(further_block_cost, 0.0)


@PRICED_BLOCK.quantity("currency", r"X_\mathrm{blk}", SHARE)
def block_cost(tier_cost: Num, blocks: Num) -> Num:
    """Price of one block, net."""
    return tier_cost / blocks


@PRICED_BLOCK.quantity("currency", r"X_\mathrm{blk}^\mathrm{known}", SHARE, known_of="block_cost")
def known_block_cost(known_tier_cost: Num, blocks: Num) -> Num:
    """Known price of one block."""
    return known_tier_cost / blocks


@BLOCK.quantity("watt", r"P_\mathrm{blk}", SHARE)
def block_power(tier_power: Num, blocks: Num) -> Num:
    """Power of one block."""
    return tier_power / blocks


@BLOCK.quantity("1", r"u_\mathrm{blk}", SHARE)
def block_rack_units(tier_rack_units: Num, blocks: Num) -> Num:
    """Rack units of one block."""
    return tier_rack_units / blocks


@BLOCK.quantity("byte", r"C_\mathrm{use/blk}", SHARE)
def block_usable_capacity(usable_capacity: Num, blocks: Num) -> Num:
    """Usable capacity of one block."""
    return usable_capacity / blocks


@BLOCK.quantity("byte/s", r"B_\mathrm{r/blk}", SHARE)
def block_read_bandwidth(read_bandwidth: Num, blocks: Num) -> Num:
    """Committed read bandwidth of one block."""
    return read_bandwidth / blocks


@BLOCK.quantity("byte/s", r"B_\mathrm{w/blk}", SHARE)
def block_write_bandwidth(write_bandwidth: Num, blocks: Num) -> Num:
    """Committed write bandwidth of one block."""
    return write_bandwidth / blocks


BLOCK.alias(
    "initial_blocks_owned",
    "1",
    r"n_{\mathrm{blk},0}",
    "Blocks of the purchase.",
    of="blocks",
    source=RULE,
)


TIER_YEAR = Book("tier in a year, as demand grows", topic="cost")
TIER_YEAR.input("year_index", "1", r"j", "Years since the purchase", whole=True, constant=True)


FOR_SITE = Book("tier in a year, which grows with the demand of the site", topic="cost")


@FOR_SITE.quantity(
    "byte",
    r"C_{\mathrm{need},j}",
    "arithmetic: peak demand over the share for live files",
    name="needed_capacity",
)
def needed_capacity_for_site(peak_demand: Num, live_limit: Num) -> Num:
    """Usable capacity required of the tier for the peak of the site; none where no file fits."""
    return where_less(0, live_limit, peak_demand / where_less(0, live_limit, live_limit, 1), 0.0)


BESIDE_OTHERS = Book("tier in a year, which grows with what others don't hold", topic="cost")


@BESIDE_OTHERS.quantity(
    "byte",
    r"C_{\mathrm{need},j}",
    "arithmetic: peak demand that other data tiers can't hold, over the share for live files",
    name="needed_capacity",
)
def needed_capacity_beside_others(
    peak_demand: Num, other_live_capacity: Num, live_limit: Num
) -> Num:
    """Usable capacity required of the tier for the peak of the site, beside other data tiers."""
    return needed_capacity_for_site(np.maximum(peak_demand - other_live_capacity, 0), live_limit)


def others(names: tuple[str, ...]) -> Book:
    """Return the chapter of what the other data tiers hold in a year."""
    book = Book("live capacity of other data tiers in a year", topic="cost")
    book.over(
        "total",
        "other_live_capacity",
        "byte",
        r"{C_\mathrm{live}}_j^\mathrm{other}",
        "Live capacity in the year of data tiers other than the one that grows",
        roles=("tiers",),
        of="tier_year_live_capacity",
        names=names,
        aligned=True,
    )
    return book


@TIER_YEAR.quantity("1", r"n_{\mathrm{need},j}", RULE)
def blocks_needed(needed_capacity: Num, block_usable_capacity: Num) -> Num:
    """Whole blocks that hold the peak of demand below the fill limit, without snapshots."""
    return whole_up(needed_capacity / block_usable_capacity)


@TIER_YEAR.quantity("1", r"n_{\mathrm{blk},j}", RULE)
def blocks_owned(previous_blocks_owned: Num, blocks_needed: Num) -> Num:
    """Blocks that are owned in the year."""
    return np.maximum(previous_blocks_owned, blocks_needed)


@TIER_YEAR.quantity("1", r"\Delta n_{\mathrm{blk},j}", RULE)
def blocks_bought(blocks_owned: Num, previous_blocks_owned: Num) -> Num:
    """Blocks that are bought for the year, beside those of the purchase."""
    return blocks_owned - previous_blocks_owned


@TIER_YEAR.quantity("currency", r"X_{\mathrm{exp},j}", PRICE)
def expansion_cost(blocks_bought: Num, block_cost: Num, price_level: Num) -> Num:
    """Price of the blocks that are bought for the year, net."""
    return pieces(blocks_bought, block_cost * price_level)


@TIER_YEAR.quantity(
    "currency", r"X_{\mathrm{exp},j}^\mathrm{known}", PRICE, known_of="expansion_cost"
)
def known_expansion_cost(blocks_bought: Num, known_block_cost: Num, price_level: Num) -> Num:
    """Known price of the blocks that are bought for the year, net."""
    return pieces(blocks_bought, known_block_cost * price_level)


PRICE_FALLS = Book("prices of a year: constant annual decline", topic="cost")
CAPACITY_GROWS = Book("prices of a year: growing capacity per unit of money", topic="cost")


@PRICE_FALLS.quantity("1", r"(1-k)^{j}", PRICE, name="price_level")
def price_level_fallen(price_decline: Num, year_index: Num) -> Num:
    """Prices of the year over those of the purchase."""
    return power(1 - price_decline, year_index)


@CAPACITY_GROWS.quantity(
    "1", r"(1+k)^{-j}", "arithmetic: price of a block / (1 + growth)^year", name="price_level"
)
def price_level_outgrown(price_decline: Num, year_index: Num) -> Num:
    """Prices of the year over those of the purchase."""
    return 1 / power(1 + price_decline, year_index)


STEADY = Book("tier in a year, without growth", topic="cost")
STEADY.input(
    "expansion_cost",
    "currency",
    r"X_{\mathrm{exp},j}",
    "Price of what is bought for the year, net",
    0.0,
    source=STEADY_SOURCE,
)


@STEADY.quantity(
    "currency",
    r"X_{\mathrm{exp},j}^\mathrm{known}",
    STEADY_SOURCE,
    name="known_expansion_cost",
    known_of="expansion_cost",
)
def known_expansion_cost_steady(expansion_cost: Num) -> Num:
    """Known price of what is bought for the year, net."""
    return otherwise(expansion_cost, 0.0)


STEADY.alias(
    "tier_year_rack_units",
    "1",
    r"u_{\mathrm{tier},j}",
    "Rack units of the tier in the year.",
    of="tier_rack_units",
    source=STEADY_SOURCE,
)


@TIER_YEAR.quantity("watt", r"P_{\mathrm{tier},j}", RULE)
def tier_year_power(blocks_owned: Num, block_power: Num) -> Num:
    """Power of the tier's equipment in the year."""
    return blocks_owned * block_power


@TIER_YEAR.quantity("1", r"u_{\mathrm{tier},j}", RULE)
def tier_year_rack_units(blocks_owned: Num, block_rack_units: Num) -> Num:
    """Rack units of the tier in the year."""
    return blocks_owned * block_rack_units


@TIER_YEAR.quantity("byte", r"{C_\mathrm{use}}_j", RULE)
def tier_year_usable_capacity(blocks_owned: Num, block_usable_capacity: Num) -> Num:
    """Usable capacity of the tier in the year."""
    return blocks_owned * block_usable_capacity


@TIER_YEAR.quantity("byte/s", r"{B_\mathrm{r}}_j", RULE)
def tier_year_read_bandwidth(blocks_owned: Num, block_read_bandwidth: Num) -> Num:
    """Expected read bandwidth of the tier in the year."""
    return blocks_owned * block_read_bandwidth


@TIER_YEAR.quantity("byte/s", r"{B_\mathrm{w}}_j", RULE)
def tier_year_write_bandwidth(blocks_owned: Num, block_write_bandwidth: Num) -> Num:
    """Expected write bandwidth of the tier in the year."""
    return blocks_owned * block_write_bandwidth


@TIER_YEAR.quantity("byte", r"C_{\mathrm{live},j}", RULE)
def tier_year_live_capacity(tier_year_usable_capacity: Num, live_limit: Num) -> Num:
    """Usable capacity of the tier in the year, below the fill limit, without snapshots."""
    return tier_year_usable_capacity * live_limit


OCCUPANCY = Book("tier in a year: occupancy", topic="cost")


@OCCUPANCY.quantity("1", r"f_j", "arithmetic: demand over usable capacity", shown="percent")
def tier_year_occupancy(demand: Num, tier_year_usable_capacity: Num) -> Num:
    """Share of the usable capacity that demand takes."""
    return demand / tier_year_usable_capacity


STEADY_DATA = Book("tier in a year, without growth: data", topic="cost")


STEADY_DATA.alias(
    "tier_year_usable_capacity",
    "byte",
    r"{C_\mathrm{use}}_j",
    "Usable capacity of the tier in the year.",
    of="usable_capacity",
    source=STEADY_SOURCE,
)


STEADY_DATA.alias(
    "tier_year_read_bandwidth",
    "byte/s",
    r"{B_\mathrm{r}}_j",
    "Expected read bandwidth of the tier in the year.",
    of="read_bandwidth",
    source=STEADY_SOURCE,
)


STEADY_DATA.alias(
    "tier_year_write_bandwidth",
    "byte/s",
    r"{B_\mathrm{w}}_j",
    "Expected write bandwidth of the tier in the year.",
    of="write_bandwidth",
    source=STEADY_SOURCE,
)


STEADY_DATA.alias(
    "tier_year_live_capacity",
    "byte",
    r"{C_\mathrm{live}}_j",
    "Live capacity of the tier in the year.",
    of="live_capacity",
    source=STEADY_SOURCE,
)


_YEAR_BANDWIDTH = Book("bandwidth in a year of expansions", topic="cost")
_YEAR_BANDWIDTH.over(
    "total",
    "year_way_bandwidth",
    "byte/s",
    r"{B_\mathrm{<w>}}_j^\mathrm{site}",
    "Expected {way} bandwidth of the data tiers in the year",
    roles=("tiers",),
    of="tier_year_way_bandwidth",
    aligned=True,
)
YEAR_BANDWIDTH = spell(_YEAR_BANDWIDTH, *WAYS)
YEAR = Book("year of expansions", topic="cost")
YEAR.over(
    "total",
    "year_usable_capacity",
    "byte",
    r"{C_\mathrm{use}}_j^\mathrm{site}",
    "Usable capacity of all data tiers in the year",
    roles=("tiers",),
    of="tier_year_usable_capacity",
    aligned=True,
)
YEAR.over(
    "total",
    "year_live_capacity",
    "byte",
    r"{C_\mathrm{live}}_j^\mathrm{site}",
    "Live capacity of all data tiers in the year",
    roles=("tiers",),
    of="tier_year_live_capacity",
    aligned=True,
)
YEAR.over(
    "total",
    "year_expansion",
    "currency",
    r"X_{\mathrm{exp},j}^\mathrm{site}",
    "Price of the expansion of the year, net",
    roles=("tiers", "metadata", "common", "racking", "services"),
    of="expansion_cost",
    aligned=True,
    part_of="year_cost",
)
YEAR.over(
    "total",
    "known_year_expansion",
    "currency",
    r"X_{\mathrm{exp},j}^\mathrm{site,known}",
    "Known price of the expansion of the year, net",
    roles=("tiers", "metadata", "common", "racking", "services"),
    of="known_expansion_cost",
    known_of="year_expansion",
    aligned=True,
)
YEAR.over(
    "total",
    "year_rack_units",
    "1",
    r"u_j",
    "Rack units in the year",
    roles=("tiers", "metadata", "common"),
    of="tier_year_rack_units",
    aligned=True,
)


@YEAR.quantity("currency", r"X_{\mathrm{own},j}", "arithmetic: sum of the purchases")
def owned_capital(previous_owned_capital: Num, year_capital: Num, year_expansion: Num) -> Num:
    """Price of all purchases up to the year, net."""
    return previous_owned_capital + year_capital + year_expansion


MAINTENANCE_YEAR = Book("maintenance of a year of expansions", topic="cost")


@MAINTENANCE_YEAR.quantity(
    "currency",
    r"X_{\mathrm{main},j}",
    "arithmetic: share of the price of what is owned, without services of the purchase; the "
    "warranty of all ends with that of the purchase",
    part_of="year_cost",
)
def year_maintenance(
    owned_capital: Num,
    maintained_cost: Num,
    capital_cost: Num,
    maintenance_rate: Num,
    maintained_share: Num,
) -> Num:
    """Maintenance of the year; 0 without a contract."""
    return pieces(
        maintenance_rate * maintained_share,
        owned_capital - (capital_cost - maintained_cost),
    )


YEAR_RACKS = Book("year of expansions: racks", topic="cost")


@YEAR_RACKS.quantity("1", r"n_{\mathrm{rack},j}^-", "arithmetic: bill of materials")
def year_racks_without_gaps(year_rack_units: Num, usable_rack_units: Num) -> Num:
    """Minimum racks for the equipment of the year, packed without gaps."""
    return whole_up(year_rack_units / usable_rack_units)


@YEAR_RACKS.quantity("1", r"n_{\mathrm{rack},j}", "assumption: racks are never given up")
def year_racks(year_packed_racks: Num, year_racks_without_gaps: Num, racks: Num) -> Num:
    """Racks that the equipment of the year needs as packed."""
    return np.maximum(
        racks,
        np.maximum(otherwise(year_packed_racks, year_racks_without_gaps), year_racks_without_gaps),
    )
