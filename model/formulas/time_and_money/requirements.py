"""Whether what is planned meets what is required: 1 met, 0 not met, unknown.

Bandwidths are judged on what is committed; that the bound would do is said beside it.
"""

from model.engine.ops import Num, at_least
from model.engine.quantity import Book

SOURCE = "requirement of the scenario"


def _requirement(
    name: str,
    unit: str,
    planned: str,
    required: str,
    title: str,
    *,
    at_most: bool = False,
    given: bool = False,
) -> Book:
    """Declare the check of one requirement, and how much there is to spare."""
    book = Book(f"requirement: {name.replace('_', ' ')}", topic="requirement")
    if given:
        book.input(required, unit, rf"\mathrm{{req}}_\mathrm{{{name.replace('_', ',')}}}", title)

    def is_met(planned: Num, required: Num) -> Num:
        """Whether the requirement is met: 1 yes, 0 no."""
        return at_least(required, planned) if at_most else at_least(planned, required)

    def margin(planned: Num, required: Num) -> Num:
        """What there is beyond the requirement, as a share of it; negative: what is missing."""
        return 1 - planned / required if at_most else planned / required - 1

    needs = (planned, required)
    symbol = rf"_\mathrm{{{name.replace('_', ',')}}}"
    book.quantity("1", rf"\mathrm{{met}}{symbol}", SOURCE, name=f"{name}_is_met", needs=needs)(
        is_met
    )
    book.quantity("1", rf"\mathrm{{margin}}{symbol}", SOURCE, name=f"{name}_margin", needs=needs)(
        margin
    )
    return book


class Requirement:
    """One kind of requirement: its name, the quantities it compares, the chapter that checks."""

    def __init__(
        self,
        name: str,
        unit: str,
        planned: str,
        title: str,
        *,
        required: str = "",
        bound: str = "",
        at_most: bool = False,
    ) -> None:
        self.name = name
        self.unit = unit
        self.planned = planned
        self.title = title
        self.required = required or f"required_{name}"
        self.bound = bound
        self.at_most = at_most
        chapters = [
            _requirement(
                name, unit, planned, self.required, title, at_most=at_most, given=not required
            )
        ]
        if bound:
            chapters.append(_requirement(f"{name}_bound", unit, bound, self.required, title))
        self.chapter = Book(f"requirement: {name}", *chapters, topic="requirement")


THROUGH_BURST = ("absorbed_bandwidth", "drain_bandwidth", "burst_capacity")
"""What checkpoints ask for where a tier drains into another."""
OF_CHECKPOINTS = ("checkpoint_bandwidth", *THROUGH_BURST)
"""What checkpoints ask for, in either case."""
REQUIREMENTS = {
    requirement.name: requirement
    for requirement in (
        Requirement("capacity", "byte", "usable_capacity", "Usable capacity that is required"),
        Requirement("raw_capacity", "byte", "raw_capacity", "Raw capacity that is required"),
        Requirement(
            "read_bandwidth",
            "byte/s",
            "read_bandwidth",
            "Read bandwidth that is required",
            bound="read_bandwidth_bound",
        ),
        Requirement(
            "write_bandwidth",
            "byte/s",
            "write_bandwidth",
            "Write bandwidth that is required",
            bound="write_bandwidth_bound",
        ),
        Requirement(
            "checkpoint_bandwidth",
            "byte/s",
            "write_bandwidth",
            "Write bandwidth that checkpoints require",
            required="required_checkpoint_bandwidth",
            bound="write_bandwidth_bound",
        ),
        Requirement(
            "absorbed_bandwidth",
            "byte/s",
            "absorbed_bandwidth",
            "Write bandwidth that checkpoints require of what drains",
            required="required_checkpoint_bandwidth",
            bound="absorbed_bandwidth_bound",
        ),
        Requirement(
            "drain_bandwidth",
            "byte/s",
            "drain_bandwidth",
            "Bandwidth that drains a dump in time",
            required="required_drain_bandwidth",
            bound="drain_bandwidth_bound",
        ),
        Requirement(
            "burst_capacity",
            "byte",
            "burst_capacity",
            "Capacity for dumps before they are drained",
            required="required_burst_capacity",
        ),
        Requirement(
            "budget",
            "currency",
            "gross_capital_cost",
            "Budget of the purchase, with VAT",
            at_most=True,
        ),
        Requirement("racks", "1", "racks", "Racks that may be filled", at_most=True),
        Requirement(
            "power", "watt", "equipment_power", "Power that the equipment may take", at_most=True
        ),
        Requirement(
            "weight", "kilogram", "equipment_weight", "Weight that the floor bears", at_most=True
        ),
    )
}
