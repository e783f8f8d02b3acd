"""Whether what is planned meets what is required: 1 met, 0 not met, unknown.

Bandwidths are judged on the expected value; the upper bound is shown beside it. A design
that can't be built meets nothing.
"""

import numpy as np

from model.engine.ops import Num, at_least, where_less
from model.engine.quantity import ANY_SIGN, Book
from model.engine.spelling import Variant, spell, spelled_name
from model.formulas.compatibility.designs import if_it_fits

SOURCE = "definition: requirement of the scenario"


GIVEN = Book("requirement: {said}", topic="requirement")
GIVEN.input("required_asked", "<unit>", r"\mathrm{req}_\mathrm{<a>}", "{title}")

GIVEN_SHARE = Book("requirement: {said}", topic="requirement")
GIVEN_SHARE.input(
    "required_asked", "1", r"\mathrm{req}_\mathrm{<a>}", "{title}", high=1.0, shown="nines"
)

AT_LEAST = Book("requirement: {said}", topic="requirement")


@AT_LEAST.quantity("1", r"\mathrm{met}_\mathrm{<a>}", SOURCE)
def asked_end_is_met(figure: Num, wanted: Num, design_fits: Num) -> Num:
    """Whether the requirement is met: 1 yes, 0 no; a design that doesn't fit meets none."""
    return if_it_fits(design_fits, at_least(figure, wanted))


@AT_LEAST.quantity("1", r"\mathrm{margin}_\mathrm{<a>}", SOURCE, low=ANY_SIGN, shown="change")
def asked_end_margin(figure: Num, wanted: Num) -> Num:
    """Margin above the requirement, as a share of it; negative: a shortfall."""
    return figure / wanted - 1


AT_MOST = Book("requirement: {said}", topic="requirement")


@AT_MOST.quantity("1", r"\mathrm{met}_\mathrm{<a>}", SOURCE, name="asked_end_is_met")
def asked_end_is_met_below(figure: Num, wanted: Num, design_fits: Num) -> Num:
    """Whether the requirement is met: 1 yes, 0 no; a design that doesn't fit meets none."""
    return if_it_fits(design_fits, at_least(wanted, figure))


COUNTED = Book("requirement: {said}", topic="requirement")


@COUNTED.quantity(
    "1", r"\mathrm{met}_\mathrm{<a>}", SOURCE, name="asked_end_is_met", coefficients=(np.nan,)
)
def asked_end_is_met_surely(figure: Num, wanted: Num, figure_settled: Num, design_fits: Num) -> Num:
    """Whether the requirement is met: 1 yes, 0 no; unknown if the figure may still rise."""
    kept = at_least(wanted, figure)
    return if_it_fits(design_fits, where_less(figure_settled, kept, np.nan, kept))


PARTLY_KNOWN = Book("requirement: {said}", topic="requirement")


@PARTLY_KNOWN.quantity("1", r"\mathrm{met}_\mathrm{<a>}", SOURCE, name="asked_end_is_met")
def asked_end_is_met_at_least(figure: Num, wanted: Num, known: Num, design_fits: Num) -> Num:
    """Whether the requirement is met: 1 yes, 0 no, be it by what is known of the figure alone."""
    return if_it_fits(design_fits, where_less(wanted, known, 0, at_least(wanted, figure)))


OUTAGE = Book("requirement: {said}", topic="requirement")


@OUTAGE.quantity("1", r"\mathrm{met}_\mathrm{<a>}", SOURCE, name="asked_end_is_met")
def asked_end_is_met_at_most(figure: Num, wanted: Num, known: Num, design_fits: Num) -> Num:
    """Whether the requirement is met: 1 yes, 0 no, be it by what is known of the figure alone."""
    met = at_least(figure, wanted)
    return if_it_fits(design_fits, where_less(at_least(known, wanted), 1, 0, met))


@OUTAGE.quantity(
    "1",
    r"\mathrm{margin}_\mathrm{<a>}",
    SOURCE,
    name="asked_end_margin",
    low=ANY_SIGN,
    shown="change",
)
def asked_end_margin_of_outage(figure: Num, wanted: Num) -> Num:
    """Share of the allowed outage that isn't used; negative: a shortfall."""
    return 1 - (1 - figure) / (1 - wanted)


ROOM = Book("requirement: {said}", topic="requirement")


@ROOM.quantity(
    "1",
    r"\mathrm{margin}_\mathrm{<a>}",
    SOURCE,
    name="asked_end_margin",
    low=ANY_SIGN,
    shown="change",
)
def asked_end_margin_below(figure: Num, wanted: Num) -> Num:
    """Margin above the requirement, as a share of it; negative: a shortfall."""
    return 1 - figure / wanted


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
        known: str = "",
        counted: bool = False,
        is_share: bool = False,
        target_of: str = "",
    ) -> None:
        self.name = name
        self.unit = unit
        self.planned = planned
        self.title = title
        self.required = required or spelled_name("required_asked", {"asked": name})
        self.bound = bound
        self.at_most = at_most
        self.known = known
        self.counted = counted
        self.is_share = is_share
        self.target_of = target_of
        kept = COUNTED if counted else PARTLY_KNOWN if known else AT_MOST
        least = OUTAGE if is_share else AT_LEAST
        checks = (kept, ROOM) if at_most else (least,)
        chapters = [
            *(
                []
                if required
                else [spell(GIVEN_SHARE if is_share else GIVEN, self._words(planned))]
            ),
            *(spell(book, self._words(planned)) for book in checks),
            *([spell(AT_LEAST, self._words(bound, "bound"))] if bound else []),
        ]
        self.chapter = Book(f"requirement: {name}", *chapters, topic="requirement")

    @property
    def subject(self) -> str:
        """What it limits, where a column says already that it is required: no "Required" before."""
        words = self.title.removeprefix("Required ").removeprefix("Maximum ")
        return f"{words[:1].upper()}{words[1:]}"

    def _words(self, figure: str, end: str = "") -> Variant:
        """Give what stands in a template for what is asked of a figure: committed, or its bound."""
        asked = spelled_name("asked_end", {"asked": self.name, "end": end})
        return {
            "asked": self.name,
            "end": end,
            "figure": figure,
            "wanted": self.required,
            "known": self.known,
            "unit": self.unit,
            "title": self.title,
            "a": asked.replace("_", ","),
            "said": asked.replace("_", " "),
        }


THROUGH_BURST = ("absorbed_bandwidth", "drain_bandwidth", "burst_capacity")
"""What checkpoints ask for where a tier drains into another."""
OF_CHECKPOINTS = ("checkpoint_bandwidth", *THROUGH_BURST, "checkpoint_capacity")
"""What checkpoints ask for, in either case."""
DERIVED = (*OF_CHECKPOINTS, "training_bandwidth")
"""What follows from the machine: a scenario states none of these, and no targets of them."""
STATED = (
    Requirement("capacity", "byte", "usable_capacity", "Required usable capacity"),
    Requirement("raw_capacity", "byte", "raw_capacity", "Required raw capacity"),
    Requirement(
        "read_bandwidth",
        "byte/s",
        "read_bandwidth",
        "Required read bandwidth",
        bound="read_bandwidth_bound",
    ),
    Requirement(
        "write_bandwidth",
        "byte/s",
        "write_bandwidth",
        "Required write bandwidth",
        bound="write_bandwidth_bound",
    ),
    Requirement(
        "checkpoint_bandwidth",
        "byte/s",
        "write_bandwidth",
        "Write bandwidth for checkpoints",
        required="required_checkpoint_bandwidth",
        bound="write_bandwidth_bound",
    ),
    Requirement(
        "absorbed_bandwidth",
        "byte/s",
        "absorbed_bandwidth",
        "Write bandwidth of draining tiers for checkpoints",
        required="required_checkpoint_bandwidth",
        bound="absorbed_bandwidth_bound",
    ),
    Requirement(
        "drain_bandwidth",
        "byte/s",
        "drain_bandwidth",
        "Drain bandwidth for checkpoints",
        required="required_drain_bandwidth",
        bound="drain_bandwidth_bound",
    ),
    Requirement(
        "burst_capacity",
        "byte",
        "burst_capacity",
        "Burst capacity for checkpoints",
        required="required_burst_capacity",
    ),
    Requirement(
        "checkpoint_capacity",
        "byte",
        "usable_capacity",
        "Capacity for retained checkpoints",
        required="required_checkpoint_capacity",
    ),
    Requirement(
        "training_bandwidth",
        "byte/s",
        "read_bandwidth",
        "Read bandwidth for training",
        required="required_training_bandwidth",
        bound="read_bandwidth_bound",
    ),
    Requirement(
        "budget",
        "currency",
        "gross_capital_cost",
        "Budget, with VAT",
        at_most=True,
    ),
    Requirement("racks", "1", "racks", "Maximum number of racks", at_most=True, counted=True),
    Requirement("rack_power", "watt", "rack_power", "Maximum power per rack", at_most=True),
    Requirement("power", "watt", "equipment_power", "Maximum equipment power", at_most=True),
    Requirement("weight", "kilogram", "equipment_weight", "Maximum equipment weight", at_most=True),
    Requirement(
        "availability",
        "1",
        "availability",
        "Required availability",
        is_share=True,
        known="known_availability",
    ),
    Requirement(
        "loss",
        "1",
        "loss_probability",
        "Maximum probability of data loss in the service life",
        at_most=True,
        known="known_loss_probability",
    ),
)
"""What may be required of the site."""
TARGET = "_target"
"""What ends the name of a target, which goes beyond what is mandatory of the same figure."""


def _target(one: Requirement) -> Requirement:
    """Return the target of a figure: judged as its requirement is, and never a limit."""
    words = one.subject
    return Requirement(
        f"{one.name}{TARGET}",
        one.unit,
        one.planned,
        f"Target {words[:1].lower()}{words[1:]}",
        bound=one.bound,
        at_most=one.at_most,
        known=one.known,
        counted=one.counted,
        is_share=one.is_share,
        target_of=one.name,
    )


REQUIREMENTS = {
    one.name: one
    for stated in STATED
    for one in ((stated,) if stated.name in DERIVED else (stated, _target(stated)))
}
"""What may be required of the site, by name; each figure that is stated may have a target, too."""
