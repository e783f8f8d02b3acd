"""What a tier gives is what it gives in its healthy state; the site's is that of its data tiers."""

from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.chain import sharing
from model.formulas.chain.performance import ALIKE_END, SERVER_END
from model.formulas.chain.striping import (
    LEAST_OF_ARRAYS,
    LEAST_OF_DRIVES,
    LEAST_OF_SERVER,
    LEAST_OF_TIER,
    ONE_SPREAD,
)
from model.formulas.states.cases import HEALTHY_CLASSES
from model.formulas.ways import WAYS_AND_ENDS
from model.records import replace

WHEN_HEALTHY = ", when healthy"
"""What ends the title of a tier's figure that is the one of its healthy state."""


def when_healthy(name: str, *of: Book) -> Book:
    """Return the chapter of a tier that takes its figures from the healthy state.

    The terms of expected bandwidths stay in the states.
    """
    book = Book(name, topic="performance")
    for item in Book(name, *of, only=lambda item: not item.name.startswith("committed_")):
        title = f"{item.title.rstrip('.')}{WHEN_HEALTHY}"
        roles = ("healthy",)
        book.over("total", item.name, item.unit, item.symbol, title, roles=roles, of=item.name)
        book.quantities[item.name] = replace(book.quantities[item.name], template=item.template)
    return book


HEALTHY = when_healthy("healthy bandwidth", SERVER_END, ALIKE_END)
HEALTHY_STRIPED = when_healthy(
    "healthy bandwidth over all targets", ONE_SPREAD, LEAST_OF_SERVER, LEAST_OF_TIER
)
HEALTHY_SHARED = when_healthy("healthy servers with several tiers", sharing.STATE)
HEALTHY_SPLIT = when_healthy("healthy servers by their targets", HEALTHY_CLASSES)
HEALTHY_ON_ARRAYS = when_healthy("healthy drives and controllers", LEAST_OF_DRIVES, LEAST_OF_ARRAYS)

_SITE = Book("site bandwidth", topic="performance")
_SITE.over(
    "total",
    "way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{site,<w>}<+>",
    "{most} {way} bandwidth of all data tiers together",
    roles=("tiers",),
    of="way_bandwidth_end",
)
SITE = spell(_SITE, *WAYS_AND_ENDS)
