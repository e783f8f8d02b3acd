"""The prefixes of byte counts in base 10 and base 2, and how far apart they are, exactly."""

from __future__ import annotations

from model.records import dataclass
from model.units.kinds import UNITS

NAMES = ("k", "M", "G", "T", "P", "E")


@dataclass(frozen=True, slots=True)
class Prefix:
    """A decimal unit beside the binary one of the same step."""

    decimal: str
    binary: str
    decimal_bytes: int
    binary_bytes: int

    @property
    def excess(self) -> float:
        """How much more the binary unit is, as a share of the decimal one.

        >>> [f"{100 * prefix.excess:.3f}" for prefix in prefixes()][:5]
        ['2.400', '4.858', '7.374', '9.951', '12.590']
        """
        return self.binary_bytes / self.decimal_bytes - 1

    @property
    def shortfall(self) -> float:
        """How much less the decimal unit is, as a share of the binary one."""
        return 1 - self.decimal_bytes / self.binary_bytes


def prefixes() -> list[Prefix]:
    """Give the prefixes of bytes from kilo to exa, each beside its binary twin."""
    symbols = UNITS["byte"].symbols
    pairs = [(f"{name}B", f"{name.upper()}iB") for name in NAMES]
    return [Prefix(d, b, int(symbols[d]), int(symbols[b])) for d, b in pairs]
