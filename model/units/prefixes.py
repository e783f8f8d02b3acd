"""Decimal and binary prefixes of byte counts, and the exact difference between them."""

from __future__ import annotations

from model.records import dataclass
from model.units.kinds import UNITS

NAMES = ("k", "M", "G", "T", "P", "E")


@dataclass(frozen=True, slots=True)
class Prefix:
    """A decimal unit and the binary unit of the same step."""

    decimal: str
    binary: str
    decimal_bytes: int
    binary_bytes: int

    @property
    def excess(self) -> float:
        """Excess of the binary unit over the decimal one, as a share of the decimal one.

        >>> [f"{100 * prefix.excess:.3f}" for prefix in prefixes()][:5]
        ['2.400', '4.858', '7.374', '9.951', '12.590']
        """
        return self.binary_bytes / self.decimal_bytes - 1

    @property
    def shortfall(self) -> float:
        """Shortfall of the decimal unit against the binary one, as a share of the binary one."""
        return 1 - self.decimal_bytes / self.binary_bytes


def prefixes() -> list[Prefix]:
    """Return the byte prefixes from kilo to exa, each with its binary counterpart."""
    symbols = UNITS["byte"].symbols
    pairs = [(f"{name}B", f"{name.upper()}iB") for name in NAMES]
    return [Prefix(d, b, int(symbols[d]), int(symbols[b])) for d, b in pairs]
