"""The schema of declustered RAID of IBM Storage Scale."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, model_validator

from model.kinds.kind import Places, SpareRule, StripsFrom, Words
from model.kinds.layouts import parse_code
from model.kinds.other import CodedTarget, copies_of
from model.kinds.raid import FILE_SYSTEMS
from model.kinds.scale import (
    LEAST_CHECKSUM,
    SCALE_BLOCK,
    SCALE_BLOCKS,
    check_blocks,
    is_declustered,
)
from model.reading.binding import gives
from model.reading.fields import (
    Bytes,
    Factor,
    PositiveBytes,
    Stated,
)

STEP_WORDS: Words = {
    "redundancy_capacity": ("", "Capacity used by parity or copies, in full stripes."),
    "formatting_capacity": (
        "",
        (
            "Space for descriptors, logs, checksums, whole partitions and free tracks of the "
            "declustered array."
        ),
    ),
}


class DeclusteredTarget(CodedTarget):
    """Declustered RAID of IBM Storage Scale (ECE, ESS): a block is one recovery group."""

    redundancy: Literal["declustered"]
    """Strips spread over all drives of a recovery group, with spare space among them."""
    layout: Annotated[str, AfterValidator(is_declustered)]
    """Its code: '4+2p', '4+3p', '8+2p', '8+3p', '16+2p', '16+3p', or '3-way', '4-way'."""
    block_size: Annotated[Stated[PositiveBytes] | None, gives("file_block", of="pools")] = None
    """Default: 4 MiB, or 2 MiB for copies: their largest."""
    subblock: Annotated[Stated[PositiveBytes] | None, gives("allocation_unit", of="pools")] = None
    """Leave empty to derive it from the block size, as in release 5."""
    recovery_groups: Literal["scale-out", "paired", "shared"] | None = None
    """Whose drives they are: 'scale-out' over all servers of a block (ECE), 'paired' one for each
    server (ESS, DSS-G), 'shared' one for both (ESS 3000 and later). Paired where drives stand in
    enclosures, unless said otherwise: spare space follows from it.
    """
    spare_drives: Annotated[Stated[Factor] | None, gives("spare_drives", of="pools")] = None
    """Leave empty to use the rule of its recovery groups."""
    checksum_granularity: Annotated[
        Stated[Bytes] | None, gives("checksum_granularity", of="pools")
    ] = None
    """Default: 32 KiB, or 8 KiB on flash with small blocks."""

    @model_validator(mode="after")
    def _is_one_recovery_group(self) -> Self:
        if self.per_block is not None and self.per_block.value != 1:
            raise ValueError("a block is one recovery group: leave 'per_block' out")
        if self.reserved_spares is not None:
            raise ValueError("spare space is among the drives: write 'spare_drives' instead")
        least = self.checksum_granularity
        if least is not None and least.value < LEAST_CHECKSUM:
            raise ValueError("'checksum_granularity' must be at least 4 KiB: write '32 KiB'")
        check_blocks(self, SCALE_BLOCKS[parse_code(self.layout)], f" for '{self.layout}'")
        return self

    @property
    def kind(self) -> str:
        """What makes it: a recovery group."""
        return "declustered"

    @property
    def spares_inside(self) -> bool:
        """Its spare space is among the drives."""
        return True

    @property
    def rebuilds_inside(self) -> bool:
        """Whether it has a drive of spare space: by its rule it has, unless less is stated."""
        return self.spare_drives is None or self.spare_drives.value >= 1

    @property
    def served_as(self) -> str:
        """Storage Scale."""
        return "scale"

    @property
    def fills_block(self) -> bool:
        """A block is one recovery group."""
        return True

    @property
    def strips_lie_on(self) -> Places:
        """Drives of its recovery group."""
        return "drives in a block"

    @property
    def file_block(self) -> float:
        """Block of the file system: the usual one, or the largest that its code takes."""
        if self.block_size:
            return self.block_size.value
        return min(SCALE_BLOCK, SCALE_BLOCKS[parse_code(self.layout)][1])

    def spare_rule(self, *, in_enclosures: bool) -> SpareRule:
        """Give what decides on its spare space: what is stated, or whose drives they are."""
        if self.spare_drives is not None:
            return "given"
        return self.recovery_groups or ("paired" if in_enclosures else "scale-out")

    @property
    def passed_copies(self) -> int:
        """Copies of its code."""
        return copies_of(self.layout)

    @property
    def group_survives(self) -> int | None:
        """Strips that the code can make again."""
        return parse_code(self.layout).parity

    @property
    def strips_in_block(self) -> tuple[int, int] | None:
        """Those of its code, spread evenly."""
        code = parse_code(self.layout)
        return code.data + code.parity, code.parity

    def strips_from(self, file_system: str) -> StripsFrom:
        """Return who makes its code: the server of a recovery group that serves the vdisk."""
        del file_system
        return "servers"

    @property
    def takes_first(self) -> str:
        """Log homes of a fixed size, and descriptors on each drive."""
        return "log homes and descriptors of a recovery group"

    @property
    def step_words(self) -> Words:
        """Those of declustered arrays."""
        return STEP_WORDS

    @property
    def served_as_words(self) -> str:
        """Storage Scale."""
        return "Storage Scale"

    @property
    def file_systems(self) -> tuple[str, ...]:
        """Its own."""
        return ("scale",)

    def elsewhere(self, file_system: str) -> str:
        """Arrays whose layout names their drives are RAID groups."""
        array = ", or a layout with its drives, as in 'declustered:8d+2p:41c:2s'"
        return array if file_system in FILE_SYSTEMS else ""

    def refuses(self, file_system: str, *, in_enclosures: bool) -> str:
        """Recovery groups over drives that are elsewhere."""
        del file_system
        groups = self.recovery_groups
        if groups and in_enclosures == (groups == "scale-out"):
            where = "drives in servers" if groups == "scale-out" else "drives in enclosures"
            return f"'recovery_groups: {groups}' needs {where}: leave it out"
        return ""
