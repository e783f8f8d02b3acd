"""What targets without ZFS on their drives share."""

from typing import Annotated

from model.kinds.files import Histogram
from model.kinds.kind import AnyKind, LostAsOne
from model.kinds.layouts import parse_code
from model.reading.binding import gives
from model.reading.fields import (
    PositiveCount,
    Stated,
)


def is_code(text: str) -> str:
    """Refuse a text that is no code."""
    parse_code(text)
    return text


def copies_of(code: str) -> int:
    """Give the copies that a code is; 1 where it holds strips of data and parity."""
    strips = parse_code(code)
    return strips.data + strips.parity if strips.data == 1 else 1


class OtherTarget(AnyKind):
    """What targets beside ZFS's have in common."""

    because: str = ""
    """Why this layout, where nobody published it."""
    files: Histogram = ()
    """File sizes, to compute the space lost to allocation units."""
    per_block: Annotated[Stated[PositiveCount] | None, gives("targets_per_block")] = None
    """Leave empty to use as many as fit."""
    reserved_spares: Annotated[Stated[PositiveCount] | None, gives("reserved_spares_per_block")] = (
        None
    )


class CodedTarget(OtherTarget):
    """What targets have in common whose layout is a code over the drives of many servers."""

    @property
    def spread(self) -> bool:
        """Over all of them."""
        return True

    @property
    def lost_as_one(self) -> LostAsOne | None:
        """Data with more lost strips than parity, on any drives of the tier or of a block."""
        return "strips over domains" if self.over_domains else "strips in a block"

    @property
    def loses(self) -> tuple[str, str]:
        """Strips of a stripe."""
        return "code_parity", "stripe"
