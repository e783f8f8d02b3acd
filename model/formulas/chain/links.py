"""What a link carries: lanes x line rate x payload / block of its line code."""

from model.engine.ops import Num
from model.engine.quantity import Book

CHAIN = "Lustre Operations Manual, ch. 5: the slowest stage limits"
LINE_CODE = "line rate x payload / block of the line code: IEEE, T10, PCI-SIG, IBTA"


def coded(lanes: Num, signalling: Num, payload: Num, block: Num) -> Num:
    """Bytes a second that a link of so many lanes carries after its line code."""
    return lanes * signalling * payload / block


def declare_link(book: Book, prefix: str, symbol: str, title: str, *, lanes: bool = True) -> None:
    """Declare the inputs of a link; `lanes` False where a quantity gives its lanes."""
    if lanes:
        book.input(
            f"{prefix}_lanes", "1", rf"n_\mathrm{{{symbol}}}", f"Lanes of {title}", whole=True
        )
    book.input(
        f"{prefix}_signalling",
        "byte/s",
        rf"f_\mathrm{{{symbol}}}",
        f"Line rate of one lane of {title}, before the line code",
    )
    book.input(
        f"{prefix}_code_payload",
        "1",
        rf"k_\mathrm{{{symbol}}}",
        f"Payload bits in a code block of {title}",
    )
    book.input(
        f"{prefix}_code_block", "1", rf"K_\mathrm{{{symbol}}}", f"Bits of a code block of {title}"
    )


def declare_lane(book: Book, prefix: str, title: str) -> None:
    """Declare what one lane of a link carries, after its line code."""
    book.quantity(
        "byte/s",
        rf"b_\mathrm{{lane,{prefix.replace('_', ',')}}}",
        LINE_CODE,
        name=f"{prefix}_lane_bandwidth",
        needs=(f"{prefix}_signalling", f"{prefix}_code_payload", f"{prefix}_code_block"),
        title=f"What one lane of {title} carries each way",
    )(_lane)


def _lane(signalling: Num, payload: Num, block: Num) -> Num:
    return signalling * payload / block
