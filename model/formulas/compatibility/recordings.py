"""How disks record: tracks that overlap are written in order, by the drive or by its host."""

from model.engine.ops import Num, at_least
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.compatibility.declaring import same

CONVENTIONAL, BY_DRIVE = 1.0, 2.0
"""Codes of recordings (`model/parts/codes.py`): tracks of their own, overlapping ones."""
ZONED = (
    "document: INCITS 536 (ZBC) and 537 (ZAC): the host writes the zones of a host-managed disk in "
    "order; ZFS, mdadm, controllers of RAID and Ceph's BlueStore as it is set up write as on any "
    "disk"
)
SHINGLED = (
    "document: openzfs/zfs issue 10214: a drive-managed SMR disk that couldn't resilver; "
    "Blocks & Files 2020-04-15, Shingled drives have non-shingled zones for caching writes"
)
SOLD = (
    "assumption: drives are conventional (CMR) unless their datasheet says otherwise; flash has no "
    "tracks"
)

_RECORDING = Book("recording of {more} drives", topic="fit")
_RECORDING.input(
    "more_drive_recording",
    "1",
    r"k_\mathrm{rec<,2nd>}",
    "Recording technology of {one}",
    CONVENTIONAL,
    source=SOLD,
    whole=True,
)


@_RECORDING.quantity("1", r"\mathrm{ok}_\mathrm{rec<,2nd>}", ZONED, part_of="parts_fit")
def more_drive_recording_fits(written_recording: Num, more_drive_recording: Num) -> Num:
    """Whether {these} accept writes in any order; assumed if nothing is known."""
    return at_least(written_recording, more_drive_recording)


@_RECORDING.quantity("1", r"\mathrm{ok}_\mathrm{smr<,2nd>}", SHINGLED)
def more_drive_recording_suits(written_recording: Num, more_drive_recording: Num) -> Num:
    """Whether {these} rewrite as fast as they write, unlike drive-managed SMR."""
    return 1 - same(written_recording, more_drive_recording)


DRIVES = Book("recording of the drives", topic="fit")
DRIVES.input(
    "written_recording",
    "1",
    r"k_\mathrm{rec}^\mathrm{there}",
    "Most restrictive recording technology that layouts can use",
    BY_DRIVE,
    source=ZONED,
    whole=True,
)
_OWN = {"more": "", ",2nd": "", "one": "one drive", "these": "the drives"}
_FURTHER = {
    "more": "further",
    ",2nd": ",2nd",
    "one": "one further drive",
    "these": "the further drives",
}
spell(_RECORDING, _OWN, into=DRIVES)
FURTHER_DRIVES = spell(_RECORDING, _FURTHER)
