"""Servers and enclosures that mustn't be deeper than their rack."""

from model.engine.ops import Num, at_least
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.compatibility.declaring import SOURCE

_DEPTH = Book("fitting of {boxes} into racks", topic="fit")
_DEPTH.input("box_depth", "metre", r"d_\mathrm{<mark>}", "Depth of one {box}")


@_DEPTH.quantity("1", r"\mathrm{ok}_\mathrm{depth<,enc>}", SOURCE, part_of="parts_fit")
def box_depth_fits(rack_mounting_depth: Num, box_depth: Num) -> Num:
    """Whether the depth of the {boxes} fits the rack."""
    return at_least(rack_mounting_depth, box_depth)


IN_RACKS = spell(_DEPTH, {"box": "server", "boxes": "servers", "mark": "srv", ",enc": ""})
ENCLOSURES_IN_RACKS = spell(
    _DEPTH, {"box": "enclosure", "boxes": "enclosures", "mark": "enc", ",enc": ",enc"}
)
