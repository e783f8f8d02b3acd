"""Tiers on the same servers: their cards, lanes and drives share slots, processors and bays."""

from functools import cache

from model.engine.ops import Num, at_least
from model.engine.quantity import Book
from model.formulas.compatibility.declaring import ARITHMETIC, SOURCE

SHARED = Book("fitting of tiers on the same servers", topic="fit")


@SHARED.quantity("1", r"n_\mathrm{card}^\mathrm{sh}", ARITHMETIC)
def shared_cards(summed_cards: Num, repeated_nics: Num) -> Num:
    """Cards in one server for all tiers on it; the network adapters count once."""
    return summed_cards - repeated_nics


@SHARED.quantity("1", r"\mathrm{ok}_\mathrm{card}^\mathrm{sh}", SOURCE, part_of="design_fits")
def shared_cards_fit(shared_slots: Num, shared_cards: Num) -> Num:
    """Whether a server has slots for the cards of all tiers on it."""
    return at_least(shared_slots, shared_cards)


@SHARED.quantity("1", r"n_\mathrm{lane}^\mathrm{sh}", ARITHMETIC)
def shared_lanes(summed_lanes: Num, repeated_lanes: Num) -> Num:
    """PCIe lanes used by all tiers on one server; those of the network count once."""
    return summed_lanes - repeated_lanes


@SHARED.quantity("1", r"\mathrm{ok}_\mathrm{lane}^\mathrm{sh}", SOURCE, part_of="design_fits")
def shared_lanes_fit(shared_lanes_there: Num, shared_lanes: Num) -> Num:
    """Whether the processors have enough PCIe lanes for all tiers on a server."""
    return at_least(shared_lanes_there, shared_lanes)


_BAYS_TOGETHER = Book("bays of tiers on the same servers", topic="fit")


@_BAYS_TOGETHER.quantity(
    "1", r"\mathrm{ok}_\mathrm{bay}^\mathrm{sh}", SOURCE, part_of="design_fits"
)
def shared_bays_fit(shared_bays: Num, summed_bays: Num) -> Num:
    """Whether a server has bays for the drives and cache drives of all tiers on it."""
    return at_least(shared_bays, summed_bays)


def _of_tiers(
    book: Book, name: str, symbol: str, title: str, of: str, tiers: tuple[str, ...]
) -> None:
    book.over("total", name, "1", symbol, title, roles=("tiers", "metadata"), of=of, names=tiers)


@cache
def taken_together(owner: str, guests: tuple[str, ...], everyone: tuple[str, ...]) -> Book:
    """Give the chapter of what tiers on the same servers take of these, by the tiers' names."""
    book = Book("tiers on the same servers", topic="fit")
    _of_tiers(
        book,
        "summed_cards",
        r"n_\mathrm{card}^\mathrm{sum}",
        "Cards in one server, tier by tier",
        "cards_per_server",
        everyone,
    )
    _of_tiers(
        book,
        "repeated_nics",
        r"n_\mathrm{nic}^\mathrm{again}",
        "Network adapters that are counted again",
        "nics_per_server",
        guests,
    )
    _of_tiers(
        book,
        "shared_slots",
        r"N_\mathrm{slot}^\mathrm{sh}",
        "PCIe card slots in one server of several tiers",
        "server_slots",
        (owner,),
    )
    _of_tiers(
        book,
        "summed_lanes",
        r"n_\mathrm{lane}^\mathrm{sum}",
        "PCIe lanes of one server, tier by tier",
        "pcie_lanes_taken",
        everyone,
    )
    _of_tiers(
        book,
        "repeated_lanes",
        r"n_\mathrm{lane}^\mathrm{again}",
        "PCIe lanes of the network that are counted again",
        "nic_pcie_lanes_taken",
        guests,
    )
    _of_tiers(
        book,
        "shared_lanes_there",
        r"N_\mathrm{lane}^\mathrm{sh}",
        "PCIe lanes of one server of several tiers",
        "pcie_lanes_there",
        (owner,),
    )
    return book


@cache
def bays_together(in_bays: tuple[str, ...]) -> Book:
    """Give the chapter of the bays that tiers on the same servers take, by the tiers' names."""
    book = Book("bays of the same servers", _BAYS_TOGETHER, topic="fit")
    _of_tiers(
        book,
        "summed_bays",
        r"n_\mathrm{bay}^\mathrm{sum}",
        "Drive bays of one server that all tiers on it take",
        "bays_taken",
        in_bays,
    )
    _of_tiers(
        book,
        "shared_bays",
        r"N_\mathrm{bay}^\mathrm{sh}",
        "Drive bays of one server of several tiers",
        "server_bays",
        in_bays[:1],
    )
    return book
