"""What the checks of fit have in common: their sources, how they compare, and what they count."""

import numpy as np

from model.engine.ops import Num, at_least
from model.engine.quantity import Book

SOURCE = "arithmetic: what the part has room for, by its datasheet"
ARITHMETIC = "arithmetic of the server"


def same(has: Num, needs: Num) -> Num:
    """Tell whether a place and a thing are of the same kind."""
    return at_least(has, needs) * at_least(needs, has)


def takes(has: Num, needs: Num) -> Num:
    """Tell whether a place takes a thing: the second size the first, too; all others their own."""
    return np.where(np.maximum(has, needs) > 2, same(has, needs), at_least(has, needs))


def if_any(has: Num, needs: Num) -> Num:
    """Tell whether there is room; where nothing is needed nobody must know how much there is."""
    return np.where(needs > 0, at_least(has, needs), at_least(0, needs))


def kind(book: Book, name: str, symbol: str, title: str) -> None:
    """Declare a text of a datasheet, as its code (`model/parts/codes.py`)."""
    book.input(name, "1", rf"k_\mathrm{{{symbol}}}", title, whole=True)


def room(book: Book, name: str, symbol: str, title: str) -> None:
    """Declare how many places there are."""
    book.input(name, "1", rf"N_\mathrm{{{symbol}}}", title, whole=True)
