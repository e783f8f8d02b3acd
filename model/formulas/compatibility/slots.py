"""Cards in slots: their number, the lanes and the height of the slots that they need."""

from model.engine.ops import Num, at_least
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.formulas.compatibility.declaring import ARITHMETIC, SOURCE, if_any, kind, room

NIC: Variant = {
    "piece": "nic",
    "pieces": "nics",
    "one": "one network adapter",
    "several": "Network adapters",
}
HBA: Variant = {
    "piece": "hba",
    "pieces": "hbas",
    "one": "one host bus adapter",
    "several": "Host bus adapters",
}

_WIDE = Book("cards that need wide slots", topic="fit")


@_WIDE.quantity("1", r"n_\mathrm{wide,<piece>}", ARITHMETIC, part_of="wide_cards_per_server")
def wide_pieces_per_server(pieces_per_server: Num, piece_pcie_lanes: Num, wide_lanes: Num) -> Num:
    """{several} of a server that need an x16 slot."""
    return pieces_per_server * at_least(piece_pcie_lanes, wide_lanes)


_TALL = Book("cards of full height", topic="fit")
kind(_TALL, "piece_height", "<piece>", "Height of {one} (1 low profile, 2 full height)")


@_TALL.quantity("1", r"n_\mathrm{tall,<piece>}", ARITHMETIC, part_of="tall_cards_per_server")
def tall_pieces_per_server(pieces_per_server: Num, piece_height: Num) -> Num:
    """{several} of a server that have full height."""
    return pieces_per_server * (piece_height - 1)


CARDS = Book("fitting of cards", topic="fit")
CARDS.sum_of_parts("cards_per_server", "1", r"n_\mathrm{card}", "Cards in one server")


@CARDS.quantity("1", r"\mathrm{ok}_\mathrm{card}", SOURCE, part_of="parts_fit")
def cards_fit(server_slots: Num, cards_per_server: Num) -> Num:
    """Whether a server has enough slots for its cards."""
    return at_least(server_slots, cards_per_server)


WIDE_CARDS = Book("fitting of wide cards", topic="fit")
WIDE_CARDS.input(
    "wide_lanes",
    "1",
    r"n_\mathrm{x16}",
    "Lanes of a card that needs a wide slot",
    16.0,
    source="definition: the widest slot of the PCI Express card electromechanical specification: "
    "x16",
    whole=True,
    constant=True,
)
room(WIDE_CARDS, "server_wide_slots", "x16", "x16 slots in one server")
WIDE_CARDS.sum_of_parts("wide_cards_per_server", "1", r"n_\mathrm{wide}", "x16 cards in one server")
spell(_WIDE, NIC, into=WIDE_CARDS)


@WIDE_CARDS.quantity("1", r"\mathrm{ok}_\mathrm{x16}", SOURCE, part_of="parts_fit")
def wide_cards_fit(server_wide_slots: Num, wide_cards_per_server: Num) -> Num:
    """Whether a server has enough x16 slots for its x16 cards."""
    return if_any(server_wide_slots, wide_cards_per_server)


room(WIDE_CARDS, "server_tall_slots", "tall", "Full-height card slots in one server")
WIDE_CARDS.sum_of_parts(
    "tall_cards_per_server", "1", r"n_\mathrm{tall}", "Full-height cards in one server"
)
spell(_TALL, NIC, into=WIDE_CARDS)


@WIDE_CARDS.quantity("1", r"\mathrm{ok}_\mathrm{tall}", SOURCE, part_of="parts_fit")
def tall_cards_fit(server_tall_slots: Num, tall_cards_per_server: Num) -> Num:
    """Whether a server has enough full-height slots for its full-height cards."""
    return if_any(server_tall_slots, tall_cards_per_server)


WIDE_ADAPTERS = Book("fitting of wide adapters", topic="fit")
spell(_WIDE, HBA, into=WIDE_ADAPTERS)
spell(_TALL, HBA, into=WIDE_ADAPTERS)
