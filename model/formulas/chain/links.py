"""What a link carries: lanes x line rate x payload / block of its line code.

`link` stands for what carries; `its` says so in words, `mark` in symbols.
"""

from model.engine.ops import Num
from model.engine.quantity import Book

CHAIN = "document: Lustre Operations Manual (doc.lustre.org), ch. 5: the slowest stage limits"
LINE_CODE = "arithmetic: line rate x payload / block of the line code: IEEE, T10, PCI-SIG, IBTA"

_LANES = Book("lanes of a link", topic="performance")
_LANES.input("link_lanes", "1", r"n_\mathrm{<mark>}", "Lanes of {its}", whole=True)

CODE = Book("line code of a link", topic="performance")
CODE.input(
    "link_signalling",
    "byte/s",
    r"f_\mathrm{<mark>}",
    "Line rate of one lane of {its}, before the line code",
)
CODE.input("link_code_payload", "1", r"k_\mathrm{<mark>}", "Payload bits in a code block of {its}")
CODE.input("link_code_block", "1", r"K_\mathrm{<mark>}", "Bits of a code block of {its}")

LINK = Book("a link", _LANES, CODE, topic="performance")
LANE = Book("one lane of a link", topic="performance")


@LANE.quantity("byte/s", r"b_\mathrm{lane,<mark>}", LINE_CODE)
def link_lane_bandwidth(link_signalling: Num, link_code_payload: Num, link_code_block: Num) -> Num:
    """Bandwidth of one lane of {its} each way."""
    return link_signalling * link_code_payload / link_code_block
