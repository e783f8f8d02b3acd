"""What of a tier is chosen among words, not stated in figures: its file system, how a cache works.

Left out is what makes another kind of thing of it, and what is said of each of its pieces.
"""

from __future__ import annotations

from model.design.scenario import Scenario
from model.design.tier import PIECES
from ui.base.fields import Field, Reader
from ui.forms import text_fields

OF_A_PIECE = tuple(f".{piece}.option" for piece in (*PIECES, "equipment"))
"""What is said of each piece of a tier: of the tier as a whole it is one box."""


def of_tier(scenario: Scenario, n: int) -> list[Field]:
    """Give a field for each choice of a tier."""
    found = text_fields.below(scenario, f"tiers.{n}").values()
    several = (one for one in found if one.kind == "choice" and len(one.choices) > 1)
    return [one for one in several if _is_of_the_tier(one.path)]


def _is_of_the_tier(path: str) -> bool:
    """Tell what is of the tier from what is of one of its pieces, or of one in a list."""
    keys = path.split(".")[2:]
    return not any(key.isdecimal() for key in keys) and not path.endswith(OF_A_PIECE)


def everywhere(reader: Reader) -> dict[str, Field]:
    """Give every field that an edit may stand at, by its path."""
    return reader.everywhere() | text_fields.everywhere(reader.scenario)
