"""The layers of prices, the one table of them: the first one that has a price of a part counts.

Another layer of files is another row. The field of the scenario that names its files, where it
stands among the others, what it is called on pages, sheets and in JSON, and what others aren't
told of it follow from the row.
"""

from __future__ import annotations

from typing import Literal

from model.provenance import Status
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer of prices: where they come from, and what is said of them."""

    name: str
    """What JSON calls it."""
    label: str
    """What people read of a price of it."""
    status: Status
    """How a figure is known whose price is of it."""
    source: Literal["scenario", "files", "catalog", "classes"] = "files"
    """What its prices are read from."""
    files: str = ""
    """The field of the economics that names its files."""
    about: str = ""
    """What that field is, for the schema."""
    noun: str = ""
    """What one of its files is called."""
    plural: str = ""
    formats: tuple[str, ...] = ("YAML", "CSV", "XLSX")
    """What its files may be."""
    is_quote: bool = False
    """Whether each of its files is a vendor's quote for this purchase, with a number.

    Each line of it should be of something that is bought, and it counts beside another price that
    includes the piece.
    """
    confidence: str = "medium"
    """How far its prices may be trusted where their file doesn't say."""
    confidential: bool = False
    """Whether others are told nothing but that a price of it counts."""

    @property
    def is_estimate(self) -> bool:
        """Whether it only stands in where no other layer knows a price."""
        return self.source == "classes"

    @property
    def suffixes(self) -> list[str]:
        """What the names of its files may end with."""
        return [end for one in self.formats for end in SUFFIXES[one]]

    def precedes(self, other: Layer) -> bool:
        """Whether its prices go before those of another layer."""
        return LAYERS.index(self) < LAYERS.index(other)


SUFFIXES = {"YAML": ("yaml", "yml"), "CSV": ("csv",), "XLSX": ("xlsx",)}

LAYERS: tuple[Layer, ...] = (
    Layer("stated", "the scenario", "stated", "scenario"),
    Layer(
        "quote",
        "a quote",
        "quoted",
        files="quotes",
        about="Quote files next to the scenario. They take precedence over price books; earlier "
        "files over later ones.",
        noun="quote",
        plural="quotes",
        formats=("YAML",),
        is_quote=True,
        confidence="high",
        confidential=True,
    ),
    Layer(
        "book",
        "the buyer's price book",
        "listed",
        files="price_books",
        about="Your own price files next to the scenario (YAML, CSV or XLSX). Earlier files take "
        "precedence.",
        noun="price book",
        plural="price books",
        confidential=True,
    ),
    Layer("public", "a public observation", "price", "catalog"),
    Layer("estimate", "estimate of a budget class", "estimate", "classes"),
)
"""All layers, the best first."""


def layer(name: str) -> Layer:
    """Give a layer by its name."""
    return next(one for one in LAYERS if one.name == name)


TYPED = layer("book")
"""What a price is of that is typed into a workbook."""
OF_FILES = tuple(one for one in LAYERS if one.source == "files")
"""The layers whose prices stand in files that the scenario names."""


def files_called(joined: str = "and", *, plural: bool = True) -> str:
    """Name the files that prices stand in, as people do: 'quotes and price books'."""
    *first, last = (one.plural if plural else one.noun for one in OF_FILES)
    return f"{', '.join(first)} {joined} {last}" if first else last
