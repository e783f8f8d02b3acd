"""What is bought after the purchase: whole blocks, as demand passes the live capacity.

Blocks are bought in the year in which the running maximum of demand passes the live capacity of
those owned (below the fill limit, beside snapshots), and never sold. A block's price falls by the
same share each year, p (1 - k)^j. Bandwidth, power and rack space follow the blocks that are owned.
"""

import numpy as np

from model.engine.ops import Num, otherwise, pieces, power, where_less, whole_up
from model.engine.quantity import Book

RULE = "whole blocks in the year that needs them, never sold"
SHARE = "share of one block: all blocks of a tier are equal"
PRICE = "price of a block x (1 - decline)^year"
STEADY_SOURCE = "no demand is stated here: nothing is bought later"

SITE = Book("cost of expansions", topic="cost")
SITE.input(
    "price_decline",
    "1",
    r"k",
    "Fall of prices in a year, as a share",
    0.0,
    source="none: prices rose in 2026; 2009 to 2022 they fell by about 13.8 % a year",
    low=-1.0,
    high=1.0,
)
SITE.input(
    "initial_owned_capital",
    "currency",
    r"X_\mathrm{own,0}",
    "Price of what is owned before year 0",
    0.0,
    source="none",
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

BLOCK = Book("block of the tier", topic="cost")
for _name, _unit, _symbol, _title in (
    ("tier_cost", "currency", r"X_\mathrm{blk}", "Price of one block, net"),
    ("known_tier_cost", "currency", r"X_\mathrm{blk}^\mathrm{known}", "Known price of one block"),
    ("tier_power", "watt", r"P_\mathrm{blk}", "Power of one block"),
    ("tier_rack_units", "1", r"u_\mathrm{blk}", "Rack units of one block"),
    ("usable_capacity", "byte", r"C_\mathrm{use/blk}", "Usable capacity of one block"),
    ("read_bandwidth", "byte/s", r"B_\mathrm{r/blk}", "Committed read bandwidth of one block"),
    ("write_bandwidth", "byte/s", r"B_\mathrm{w/blk}", "Committed write bandwidth of one block"),
):

    def _of_one_block(whole: Num, blocks: Num) -> Num:
        return whole / blocks

    _of_one_block.__doc__ = f"{_title}."
    _own = _name.replace("tier_", "block_") if "tier_" in _name else f"block_{_name}"
    BLOCK.quantity(_unit, _symbol, SHARE, name=_own, needs=(_name, "blocks"))(_of_one_block)


@BLOCK.quantity("1", r"n_{\mathrm{blk},0}", RULE)
def initial_blocks_owned(blocks: Num) -> Num:
    """Blocks of the purchase."""
    return blocks


TIER_YEAR = Book("tier in a year, as demand grows", topic="cost")
TIER_YEAR.input("year_index", "1", r"j", "Years since the purchase", whole=True)


@TIER_YEAR.quantity("1", r"n_{\mathrm{need},j}", RULE)
def blocks_needed(needed_capacity: Num, block_usable_capacity: Num) -> Num:
    """Whole blocks that hold the peak of demand below the fill limit and beside snapshots."""
    return whole_up(needed_capacity / block_usable_capacity)


@TIER_YEAR.quantity("1", r"n_{\mathrm{blk},j}", RULE)
def blocks_owned(previous_blocks_owned: Num, blocks_needed: Num) -> Num:
    """Blocks that are owned in the year."""
    return np.maximum(previous_blocks_owned, blocks_needed)


@TIER_YEAR.quantity("1", r"\Delta n_{\mathrm{blk},j}", RULE)
def blocks_bought(blocks_owned: Num, previous_blocks_owned: Num) -> Num:
    """Blocks that are bought for the year, beside those of the purchase."""
    return blocks_owned - previous_blocks_owned


@TIER_YEAR.quantity("1", r"(1-k)^{j}", PRICE)
def price_level(price_decline: Num, year_index: Num) -> Num:
    """Prices of the year over those of the purchase."""
    return power(1 - price_decline, year_index)


@TIER_YEAR.quantity("currency", r"X_{\mathrm{exp},j}", PRICE)
def expansion_cost(blocks_bought: Num, block_cost: Num, price_level: Num) -> Num:
    """Price of the blocks that are bought for the year, net."""
    return pieces(blocks_bought, block_cost * price_level)


@TIER_YEAR.quantity("currency", r"X_{\mathrm{exp},j}^\mathrm{known}", PRICE)
def known_expansion_cost(blocks_bought: Num, known_block_cost: Num, price_level: Num) -> Num:
    """Known price of the blocks that are bought for the year, net."""
    return pieces(blocks_bought, known_block_cost * price_level)


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
)
def steady_known_cost(expansion_cost: Num) -> Num:
    """Known price of what is bought for the year, net."""
    return otherwise(expansion_cost, 0.0)


@STEADY.quantity("1", r"u_{\mathrm{tier},j}", STEADY_SOURCE)
def tier_year_rack_units(tier_rack_units: Num) -> Num:
    """Rack units of the tier in the year."""
    return tier_rack_units


STEADY_DATA = Book("tier in a year, without growth: data", topic="cost")
YEAR = Book("year of expansions", topic="cost")
_OF_YEAR = (
    ("power", "watt", r"P", "Power of the tier's equipment in the year"),
    ("rack_units", "1", r"u", "Rack units of the tier in the year"),
    ("usable_capacity", "byte", r"C_\mathrm{use}", "Usable capacity of the tier in the year"),
    ("read_bandwidth", "byte/s", r"B_\mathrm{r}", "What the tier is committed to read in the year"),
    (
        "write_bandwidth",
        "byte/s",
        r"B_\mathrm{w}",
        "What the tier is committed to write in the year",
    ),
)
for _name, _unit, _symbol, _title in _OF_YEAR:

    def _of_owned(blocks_owned: Num, of_one_block: Num) -> Num:
        return blocks_owned * of_one_block

    _of_owned.__doc__ = f"{_title}."
    TIER_YEAR.quantity(
        _unit,
        rf"{_symbol}_{{\mathrm{{tier}},j}}" if "_" not in _symbol else rf"{{{_symbol}}}_j",
        RULE,
        name=f"tier_year_{_name}",
        needs=("blocks_owned", f"block_{_name}"),
    )(_of_owned)


@TIER_YEAR.quantity("byte", r"C_{\mathrm{live},j}", RULE)
def tier_year_live_capacity(tier_year_usable_capacity: Num, live_limit: Num) -> Num:
    """Usable capacity of the tier in the year, below the fill limit and beside snapshots."""
    return tier_year_usable_capacity * live_limit


@TIER_YEAR.quantity("1", r"f_j", "demand over usable capacity")
def tier_year_occupancy(demand: Num, tier_year_usable_capacity: Num) -> Num:
    """Share of the usable capacity that demand takes."""
    return demand / tier_year_usable_capacity


for _name, _unit, _symbol, _title in (
    *_OF_YEAR[2:],
    ("live_capacity", "byte", r"C_\mathrm{live}", "Live capacity of the tier in the year"),
):

    def _same(of_tier: Num) -> Num:
        return of_tier

    _same.__doc__ = f"{_title}."
    STEADY_DATA.quantity(
        _unit,
        rf"{{{_symbol}}}_j",
        STEADY_SOURCE,
        name=f"tier_year_{_name}",
        needs=(_name,),
    )(_same)
    YEAR.over(
        "total",
        f"year_{_name}",
        _unit,
        rf"{{{_symbol}}}_j^\mathrm{{site}}",
        _title.replace("the tier is", "the data tiers are").replace("the tier", "all data tiers"),
        roles=("tiers",),
        of=f"tier_year_{_name}",
        aligned=True,
    )
for _name, _unit, _of, _symbol, _title in (
    (
        "year_expansion",
        "currency",
        "expansion_cost",
        r"X_{\mathrm{exp},j}^\mathrm{site}",
        "Price of what is bought for the year as demand grows, net",
    ),
    (
        "known_year_expansion",
        "currency",
        "known_expansion_cost",
        r"X_{\mathrm{exp},j}^\mathrm{site,known}",
        "Known price of what is bought for the year as demand grows, net",
    ),
    ("year_rack_units", "1", "tier_year_rack_units", r"u_j", "Rack units in the year"),
):
    YEAR.over(
        "total",
        _name,
        _unit,
        _symbol,
        _title,
        roles=("tiers", "metadata", "common"),
        of=_of,
        aligned=True,
    )


@YEAR.quantity("currency", r"X_{\mathrm{own},j}", "sum of the purchases")
def owned_capital(previous_owned_capital: Num, year_capital: Num, year_expansion: Num) -> Num:
    """Price of all that was bought up to the year, net."""
    return previous_owned_capital + year_capital + year_expansion


@YEAR.quantity("currency", r"X_{\mathrm{main},j}", "share of the price of what is owned")
def year_maintenance(owned_capital: Num, maintenance_rate: Num, year_index: Num) -> Num:
    """Maintenance of the year; none where none is agreed on."""
    return where_less(0, year_index, pieces(maintenance_rate, owned_capital), 0.0)


@YEAR.quantity("currency", r"X_j", "sum of the year")
def year_cost(
    year_capital: Num,
    year_expansion: Num,
    year_energy: Num,
    year_maintenance: Num,
    year_staff: Num,
) -> Num:
    """All costs of the year, net."""
    return year_capital + year_expansion + year_energy + year_maintenance + year_staff


@YEAR.quantity("currency", r"X_j^\mathrm{known}", "sum of the year")
def known_year_cost(
    year_capital: Num,
    known_capital_cost: Num,
    year_expansion: Num,
    known_year_expansion: Num,
    year_energy: Num,
    year_maintenance: Num,
    year_staff: Num,
) -> Num:
    """All costs of the year that are known, net."""
    return (
        otherwise(year_capital, known_capital_cost)
        + otherwise(year_expansion, known_year_expansion)
        + otherwise(year_energy, 0.0)
        + otherwise(year_maintenance, 0.0)
        + otherwise(year_staff, 0.0)
    )


YEAR_RACKS = Book("year of expansions: racks", topic="cost")


@YEAR_RACKS.quantity("1", r"n_{\mathrm{rack},j}", "bill of materials")
def year_racks(year_rack_units: Num, usable_rack_units: Num) -> Num:
    """Racks that the equipment of the year fills, if it packs without gaps."""
    return whole_up(year_rack_units / usable_rack_units)
