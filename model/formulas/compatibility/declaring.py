"""What the checks of fit have in common: their sources, how they compare, and what they count."""

import numpy as np

from model.engine.ops import Num, at_least
from model.engine.quantity import Book

SOURCE = "arithmetic: what the part has room for, by its datasheet"
ARITHMETIC = "arithmetic of the server"


def same(has: Num, needs: Num) -> Num:
    """Return 1 if slot and part have the same code, 0 if not; unknown if either is."""
    return at_least(has, needs) * at_least(needs, has)


def takes(has: Num, needs: Num) -> Num:
    """Return 1 if a slot accepts a part: code 2 also accepts 1, all others only their own."""
    return np.where(np.maximum(has, needs) > 2, same(has, needs), at_least(has, needs))


def if_any(has: Num, needs: Num) -> Num:
    """Return 1 if there is room; if nothing is needed, the room may be unknown."""
    return np.where(needs > 0, at_least(has, needs), at_least(0, needs))


def kind(book: Book, name: str, symbol: str, title: str) -> None:
    """Declare the input of a datasheet text, as its code (`model/parts/codes.py`)."""
    book.input(name, "1", rf"k_\mathrm{{{symbol}}}", title, whole=True)


def room(book: Book, name: str, symbol: str, title: str) -> None:
    """Declare the input of the number of slots of a kind."""
    book.input(name, "1", rf"N_\mathrm{{{symbol}}}", title, whole=True)


USUAL_SUPPLIES = 2.0
"""Power supplies of a server, an enclosure, an array or a switch, unless its part has others."""


def supplies(book: Book, name: str, symbol: str, title: str) -> None:
    """Declare the input of the number of power supplies: as of all parts that state theirs."""
    book.input(
        name,
        "1",
        rf"N_\mathrm{{{symbol}}}",
        title,
        USUAL_SUPPLIES,
        source="assumption: two, as all 42 servers, enclosures, switches and arrays of the catalog "
        "that state it",
        whole=True,
    )
