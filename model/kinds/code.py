"""The schema of erasure codes across servers."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, model_validator

from model.kinds.kind import RedundancyBy, StripsFrom, Words
from model.kinds.layouts import parse_code
from model.kinds.other import CodedTarget, copies_of, is_code
from model.reading.binding import gives
from model.reading.fields import (
    Bytes,
    Count,
    Fraction,
    PositiveBytes,
    Stated,
)

STEP_WORDS: Words = {
    "distributed_spare_capacity": (
        "Spare servers",
        "Space of one or more servers (or blocks) that stays free to rebuild lost ones.",
    ),
    "redundancy_capacity": ("", "Capacity used by parity strips or copies."),
    "formatting_capacity": ("", "Bytes of each drive that hold no strips."),
    "slop_capacity": (
        "Reserved by the system",
        "Share reserved by the system, if known.",
    ),
}

MADE_BY_SERVERS = ("minio",)
"""Systems whose servers always make the code: clients know nothing of it."""
MADE_BY_CLIENTS = ("daos", "quobyte")
"""Systems whose clients make the code; VAST's gateways do, of WEKA's nothing was found."""


class CodeTarget(CodedTarget):
    """An erasure code across servers, as in DAOS, WEKA or MinIO; each drive is one target."""

    redundancy: Literal["code"]
    """Copies or a code of data and parity strips over servers."""
    layout: Annotated[str, AfterValidator(is_code)]
    """'8+2' for data and parity strips (EC_8P2, a stripe of 10 with EC:2), '3-way' for copies."""
    failure_domain: Literal["server", "block"] = "server"
    """What is lost at once: a server, or a block (a rack, or an enclosure of VAST)."""
    access: Literal["direct", "gateways"] = "direct"
    """How clients reach it: 'direct' if clients, or gateways before the servers, make the code and
    send all strips; 'gateways' if a server takes what clients write and makes the code, as MinIO's.
    """
    spare_domains: Annotated[Stated[Count] | None, gives("spare_domains")] = None
    """Default: none."""
    kept_share: Annotated[Stated[Fraction] | None, gives("kept_share", of="pools")] = None
    """Default: 0.1 under WEKA, unknown for others."""
    kept_back: Annotated[Stated[Bytes] | None, gives("code_kept_back", of="pools")] = None
    """Default: none."""
    allocation_unit: Annotated[
        Stated[PositiveBytes] | None, gives("allocation_unit", of="pools")
    ] = None
    """Parity is not counted. Required if files have sizes."""

    @model_validator(mode="after")
    def _says_what_files_take(self) -> Self:
        if self.files and self.allocation_unit is None:
            raise ValueError(
                "'files' require 'allocation_unit': write the space that the smallest file uses"
            )
        return self

    @property
    def kind(self) -> str:
        """What makes it: an erasure code across servers, of one drive."""
        return "code"

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
        """All strips that the code can make again."""
        code = parse_code(self.layout)
        return code.data + code.parity, code.parity

    @property
    def keeps_back(self) -> bool:
        """What its system keeps of each drive's space."""
        return True

    @property
    def spares_inside(self) -> bool:
        """The space of servers that stays empty for rebuilds."""
        return True

    @property
    def keeps_unknown(self) -> bool:
        """Whether nobody says what the system keeps back for itself."""
        return self.kept_share is None

    @property
    def passed_copies(self) -> int:
        """Copies of its code."""
        return copies_of(self.layout)

    @property
    def redundancy_by(self) -> RedundancyBy:
        """What makes its code; of single copies nothing."""
        return "software" if parse_code(self.layout).parity else "none"

    def strips_from(self, file_system: str) -> StripsFrom:
        """Return who makes its code: the server that is asked, or else clients."""
        by_server = self.access == "gateways" or file_system in MADE_BY_SERVERS
        return "any server" if by_server else "clients"

    def is_made_by_clients(self, file_system: str) -> bool:
        """Return whether the system's clients make the code, unless they come through gateways."""
        return self.access == "direct" and file_system in MADE_BY_CLIENTS

    @property
    def failure_domain_name(self) -> str:
        """What is lost at once."""
        return self.failure_domain

    @property
    def step_words(self) -> Words:
        """Those of erasure codes across servers."""
        return STEP_WORDS

    def measured_as(self, file_system: str) -> str:
        """The system that makes the code: their servers have little in common."""
        return file_system

    @property
    def served_as_words(self) -> str:
        """What such systems have in common."""
        return "an erasure code across servers"

    @property
    def file_systems(self) -> tuple[str, ...]:
        """Systems with a code of their own, and none."""
        return "none", "daos", "weka", "vast", "quobyte", "minio"

    def refuses(self, file_system: str, *, in_enclosures: bool) -> str:
        """Drives in enclosures."""
        del file_system
        if in_enclosures:
            return (
                "an erasure code across servers requires drives in servers: write "
                "'drives.per_server' "
                "(enclosures with servers of their own, as VAST's, are servers)"
            )
        return ""
