"""Price layers in order of precedence: the first layer with a price of a part applies.

To add a layer of files, add a row to the table. The row determines the field of the scenario that
names its files, its precedence, its labels on pages, in sheets and in JSON, and its
confidentiality.
"""

from __future__ import annotations

from typing import Literal

from model.provenance import Status
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class Layer:
    """A price layer: the origin of its prices, and its labels."""

    name: str
    """Name in JSON."""
    label: str
    """Label for display."""
    status: Status
    """Status of figures with a price of this layer."""
    source: Literal["scenario", "files", "catalog", "classes"] = "files"
    """Origin of its prices."""
    files: str = ""
    """Field of the economics section that lists its files."""
    about: str = ""
    """Description of that field, for the schema."""
    noun: str = ""
    """Noun for one of its files."""
    plural: str = ""
    formats: tuple[str, ...] = ("YAML", "CSV", "XLSX")
    """Supported file formats."""
    is_quote: bool = False
    """Whether each of its files is a vendor's quote for this purchase, with a number.

    Each line of a quote should refer to a purchased item, and applies even if another price
    includes the item.
    """
    confidence: str = "medium"
    """Default confidence in its prices, if the file has none."""
    confidential: bool = False
    """Whether its amounts are confidential; shared results then show only that one applies."""

    @property
    def is_estimate(self) -> bool:
        """Whether it applies only if no other layer has a price."""
        return self.source == "classes"

    @property
    def suffixes(self) -> list[str]:
        """File name extensions of its files."""
        return [end for one in self.formats for end in SUFFIXES[one]]

    def precedes(self, other: Layer) -> bool:
        """Whether it takes precedence over another layer."""
        return LAYERS.index(self) < LAYERS.index(other)


SUFFIXES = {"YAML": ("yaml", "yml"), "CSV": ("csv",), "XLSX": ("xlsx",)}

LAYERS: tuple[Layer, ...] = (
    Layer("stated", "the scenario", "stated", "scenario"),
    Layer(
        "quote",
        "a quote",
        "quoted",
        files="quotes",
        about="Quote files next to the scenario. They take precedence over price books; of several "
        "valid quotes for a line, the lowest price counts.",
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
    Layer("public", "a public price", "price", "catalog"),
    Layer("estimate", "estimate of a budget class", "estimate", "classes"),
)
"""All layers, in order of precedence."""


def layer(name: str) -> Layer:
    """Return the layer of a name."""
    return next(one for one in LAYERS if one.name == name)


TYPED = layer("book")
"""The layer of prices entered in a workbook."""
OF_FILES = tuple(one for one in LAYERS if one.source == "files")
"""Layers whose prices come from files named in the scenario."""


def files_called(joined: str = "and", *, plural: bool = True) -> str:
    """Return the nouns of the price files, joined: 'quotes and price books'."""
    *first, last = (one.plural if plural else one.noun for one in OF_FILES)
    return f"{', '.join(first)} {joined} {last}" if first else last
