"""The schema of targets of Ceph."""

from typing import Annotated, Literal

from pydantic import AfterValidator

from model.kinds.kind import Places, StripsFrom, Words
from model.kinds.layouts import parse_code
from model.kinds.other import CodedTarget, copies_of, is_code
from model.reading.binding import gives
from model.reading.fields import Bytes, Count, Fraction, Stated

STEP_WORDS: Words = {
    "formatting_capacity": (
        "",
        "Space of each drive that OSDs use for database and log.",
    ),
    "slop_capacity": (
        "Above the full ratio",
        "Capacity above the full ratio, at which Ceph stops writing.",
    ),
    "headroom_capacity": (
        "",
        (
            "Usable capacity above the fill limit: above it, Ceph warns or can't rebuild a lost "
            "failure domain on the others."
        ),
    ),
}
FILL_BOUNDS = (
    ("nearfull_limit", "Ceph's nearfull ratio"),
    ("recoverable_limit", "the room to rebuild {lost}, below Ceph's backfillfull ratio"),
    ("stated_fill_limit", "the scenario's fill limit"),
)


class CephTarget(CodedTarget):
    """Replicas or an erasure code of Ceph over failure domains; each drive is one target (OSD)."""

    redundancy: Literal["ceph"]
    """Replicas or an erasure code over failure domains."""
    layout: Annotated[str, AfterValidator(is_code)]
    """'3-way' for three replicas, '8+3' for an erasure code."""
    failure_domain: Literal["server", "block"] = "server"
    """What is lost at once: a server, or a block (a rack)."""
    access: Literal["direct", "gateways"] = "direct"
    """How clients reach it: 'gateways' for object or file gateways (RGW, NFS) on the same servers,
    which pass each byte over their ports once more. Separate gateways are 'fabric.routers'.
    """
    nearfull_ratio: Annotated[Stated[Fraction] | None, gives("nearfull_ratio")] = None
    """Default: 0.85."""
    backfillfull_ratio: Annotated[Stated[Fraction] | None, gives("backfillfull_ratio")] = None
    """Default: 0.90."""
    full_ratio: Annotated[Stated[Fraction] | None, gives("full_ratio")] = None
    """Default: 0.95."""
    domains_lost: Annotated[Stated[Count] | None, gives("domains_lost")] = None
    """Default: 1."""
    kept_back: Annotated[Stated[Bytes] | None, gives("osd_kept_back", of="pools")] = None
    """For example a database. Default: none."""
    allocation_unit: Annotated[Stated[Bytes] | None, gives("osd_allocation", of="pools")] = None
    """Default: 4 KiB."""

    @property
    def kind(self) -> str:
        """What makes it: Ceph, of one drive."""
        return "ceph"

    @property
    def over_domains(self) -> bool:
        """Each strip lies in a failure domain of its own."""
        return True

    @property
    def group_survives(self) -> int | None:
        """Strips that the code can make again."""
        return parse_code(self.layout).parity

    @property
    def strips_away(self) -> tuple[int, int] | None:
        """Down to `min_size`, by default one strip more than needed, or half of the replicas."""
        code = parse_code(self.layout)
        copies = code.data == 1
        width = code.data + code.parity
        return width, width // 2 if copies else max(code.parity - 1, min(code.parity, 1))

    @property
    def keeps_back(self) -> bool:
        """What its system keeps of each drive's space."""
        return True

    @property
    def limits_filling(self) -> bool:
        """By its ratios of fullness."""
        return True

    @property
    def strips_lie_on(self) -> Places:
        """What is lost at once: no two strips of an object share it."""
        return "servers" if self.failure_domain == "server" else "blocks"

    @property
    def passed_copies(self) -> int:
        """Replicas."""
        return copies_of(self.layout)

    def strips_from(self, file_system: str) -> StripsFrom:
        """Return who makes its strips or replicas: the primary OSD, perhaps behind a gateway."""
        del file_system
        return "gateways" if self.access == "gateways" else "primary"

    @property
    def failure_domain_name(self) -> str:
        """What is lost at once."""
        return self.failure_domain

    @property
    def step_words(self) -> Words:
        """Those of Ceph."""
        return STEP_WORDS

    @property
    def served_as_words(self) -> str:
        """Ceph."""
        return "Ceph"

    @property
    def fill_bounds(self) -> tuple[tuple[str, str], ...]:
        """Its ratios of fullness, the room to rebuild, what the scenario says."""
        return FILL_BOUNDS

    @property
    def full_at(self) -> str:
        """Where it stops writing."""
        return "Ceph's full ratio"

    @property
    def file_systems(self) -> tuple[str, ...]:
        """Its own."""
        return ("ceph",)

    def refuses(self, file_system: str, *, in_enclosures: bool) -> str:
        """Drives in enclosures."""
        del file_system
        if in_enclosures:
            return "Ceph's targets need the drives in servers: write 'drives.per_server'"
        return ""
