"""What is refused of targets, and what to write instead."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from model import evaluate, load_scenario
from model.errors import InputError
from model.kinds.ceph import CephTarget
from model.kinds.declustered import DeclusteredTarget
from model.kinds.kind import AnyKind
from model.kinds.targets import misfit
from tests.one_tier import planned, scenario


@pytest.mark.parametrize(
    ("target", "file_system", "words"),
    [
        ("{redundancy: rayd, layout: 'raid6:10', format: xfs}", "none", "did you mean 'raid'"),
        ("{redundancy: raid, layout: 'raid7:10', format: xfs}", "none", "write 'raid6:10'"),
        ("{redundancy: raid, layout: 'raid6:10', format: xfs}", "lustre", "Lustre needs 'format"),
        ("{redundancy: raid, layout: 'raid6:10', format: ldiskfs}", "none", "is Lustre's"),
        ("{redundancy: raid, layout: 'raid6:10', format: xfs}", "zfs", "needs 'format: zfs'"),
        ("{redundancy: raid, layout: 'raid6:10', format: xfs, reserve: 0}", "none", "'reserve' b"),
        (
            "{redundancy: raid, layout: 'raid6:10', format: zfs, made_by: mdadm}",
            "zfs",
            "doesn't go with 'format: zfs'",
        ),
        (
            "{redundancy: raid, layout: 'raid6:10', format: xfs, made_by: exascaler}",
            "none",
            "'made_by: exascaler' says who formats with ldiskfs: write 'format: ldiskfs'",
        ),
        (
            "{layout: 'raidz2:12', copies: 13}",
            "beegfs",
            "13 copies need as many targets, but there are 12",
        ),
        (
            "{redundancy: raid, layout: 'raid6:10', format: zfs, release: '9'}",
            "zfs",
            "no release '9'",
        ),
        (
            "{redundancy: raid, layout: '2 x raid6:6', format: xfs, copies: 13}",
            "none",
            "13 copies need as many targets, but there are 12",
        ),
        ("{redundancy: raid, layout: 'raid6:10'}", "none", "missing: 'format'"),
        ("{redundancy: raid, layout: 'raid6:10', formt: xfs}", "none", "did you mean 'format'"),
        ("{redundancy: ceph, layout: 3-way}", "lustre", "write file_system ceph"),
        ("{redundancy: ceph, layout: 3-way, full_ratio: 0.8}", "ceph", "don't rise: write 'near"),
        ("{redundancy: ceph, layout: 3-way, nearfull_ratio: 0.92}", "ceph", "nearfull 0.92, back"),
        ("{redundancy: ceph, layout: 16+4}", "ceph", "needs 20 servers, but there are 12"),
        (
            "{redundancy: ceph, layout: 3-way, per_block: 40, reserved_spares: 10}",
            "ceph",
            "40 x '3-way' need 50 drives, but a block has 48",
        ),
        ("{redundancy: ceph, layout: 3+1, failure_domain: block}", "ceph", "needs 4 blocks"),
        ("{layout: 'raidz2:12', copies: 9}", "zfs", "'copies' of ZFS goes to 3: write 3 at most"),
        ("{layout: 'raidz2:12', copies: 4}", "none", "'copies' of ZFS goes to 3: write 3 at most"),
        (
            "{redundancy: raid, layout: 'raid6:12', format: zfs, copies: 4}",
            "zfs",
            "'copies' of ZFS goes to 3",
        ),
        (
            "{redundancy: raid, layout: 'raid6:12', format: zfs, copies: 4}",
            "none",
            "'copies' of ZFS goes to 3",
        ),
        ("{layout: 'raidz2:12', release: 2.1}", "zfs", r'release: 2\.1 is a .* in quotes, "2\.1"'),
        ("{redundancy: declustered, layout: 8p}", "scale", "write '8\\+2p'"),
        ("{redundancy: declustered, layout: 5+2p}", "scale", r"no code '5\+2p': write '4\+2p', "),
        ("{redundancy: declustered, layout: 2-way}", "scale", "or '4-way'"),
        (
            "{redundancy: declustered, layout: 8+2p, block_size: 3 MiB}",
            "scale",
            r"'block_size' for '8\+2p' must be a power of two from 512 KiB to 16 MiB",
        ),
        (
            "{redundancy: declustered, layout: 4+3p, block_size: 16 MiB}",
            "scale",
            "a power of two from 256 KiB to 8 MiB",
        ),
        ("{redundancy: declustered, layout: 3-way, block_size: 4 MiB}", "scale", "KiB to 2 MiB"),
        (
            "{redundancy: declustered, layout: 8+2p, subblock: 16 MiB}",
            "scale",
            "'subblock' must be at most the block, 4 MiB",
        ),
        (
            "{redundancy: declustered, layout: 8+2p, checksum_granularity: 64 B}",
            "scale",
            "must be at least 4 KiB: write '32 KiB'",
        ),
        ("{redundancy: declustered, layout: 8+2p, per_block: 2}", "scale", "leave 'per_block' out"),
        (
            "{redundancy: declustered, layout: 8+2p, reserved_spares: 2}",
            "scale",
            "write 'spare_drives' instead",
        ),
        (
            "{redundancy: declustered, layout: 4+2p, spare_drives: 200}",
            "scale",
            r"target.spare_drives: of 48 drives .* leaves 42 to spare: write 42 at most",
        ),
        ("{redundancy: raid, layout: 'raid6:10', format: xfs}", "scale", "'format: scale' belongs"),
        (
            "{redundancy: raid, layout: 'raid6:10', format: scale}",
            "beegfs",
            "to 'file_system: scale",
        ),
        (
            "{redundancy: raid, layout: 'raid6:10', format: xfs, subblock: 8 KiB}",
            "none",
            "'subblock' belongs to 'format: scale'",
        ),
        (
            "{redundancy: raid, layout: 'raid6:10', format: scale, block_size: 32 KiB}",
            "scale",
            "'block_size' must be a power of two from 64 KiB to 16 MiB",
        ),
        (
            "{redundancy: raid, layout: 'raid6:12', format: xfs, kept_back: 5 TB}",
            "none",
            "target.kept_back: 5 TB of a drive of 4 TB are kept back: no capacity is left",
        ),
        (
            "{redundancy: raid, layout: 'raid6:12', format: zfs, kept_back: 4 TB}",
            "lustre",
            "target.kept_back: 4 TB of a drive of 4 TB",
        ),
        (
            "{redundancy: ceph, layout: 2-way, kept_back: 20 TB}",
            "ceph",
            "target.kept_back: 20 TB of a drive of 4 TB",
        ),
        (
            "{redundancy: raid, layout: drive, format: ext4, inode_ratio: 1 KiB, "
            "inode_size: 4 KiB}",
            "none",
            "target.inode_ratio: an inode of 4096 B for each 1024 B uses all of the space: write "
            "an",
        ),
        (
            "{redundancy: raid, layout: drive, format: ext4, inode_ratio: 256 B}",
            "none",
            "target.inode_ratio: an inode of 256 B for each 256 B",
        ),
        (
            "{redundancy: raid, layout: drive, format: ext4, inode_size: 16 KiB}",
            "none",
            "target.inode_size: an inode of 16384 B for each 16384 B",
        ),
        (
            "{redundancy: raid, layout: drive, format: ldiskfs, inode_ratio: 512 B}",
            "lustre",
            "an inode of 512 B for each 512 B",
        ),
        ("{layout: 'raidz2:10'}", "ceph", "write file_system lustre or zfs"),
        (
            "{layout: 'raidz2:12', reserved_spares: 49}",
            "lustre",
            "target.reserved_spares.*49 reserved spares are more than the 48 drives of a block",
        ),
    ],
)
def test_what_is_refused_says_what_to_write(target: str, file_system: str, words: str) -> None:
    """One line, with its place and the remedy."""
    with pytest.raises(InputError, match=words) as caught:
        planned(target, file_system)
    assert str(caught.value).startswith("s.yaml:")


CEPH = "{redundancy: ceph, layout: 3-way}"


GIVEN = "{capacity: 1 PB}"


@pytest.mark.parametrize(
    ("target", "file_system", "old", "new", "words"),
    [
        (CEPH, "ceph", GIVEN, "{capacity: 1 PB, files: [{size: 1 kB}]}", "need 'allocation_unit'"),
        (CEPH, "ceph", GIVEN, "{capacity: 1 PB, raw_capacity: 1 TB}", "can't be below"),
        (
            CEPH,
            "ceph",
            GIVEN,
            "{capacity: 1 PB, allocation_unit: 4 KiB, files: [{size: 1 kB, share: 0.5}]}",
            "write shares that make 1",
        ),
        (CEPH, "ceph", GIVEN, "{capasity: 1 PB}", "did you mean 'capacity'"),
        (CEPH, "ceph", "schema:", "machine: {compute_nodes: 3}\nschema:", "or 'memory'"),
        (CEPH, "ceph", "per_server: 12,", "per_enclosure: 12,", "write 'enclosures'"),
        # Ceph and declustered RAID place strips by servers
        (
            CEPH,
            "ceph",
            "drives: {name: a drive, per_server:",
            "enclosures: {name: e, per_block: 1}\n    drives: {name: a drive, per_enclosure:",
            "per_server",
        ),
        # each strip needs a drive of its own
        (
            "{redundancy: declustered, layout: 16+3p}",
            "scale",
            "per_server: 12",
            "per_server: 4",
            "needs 19 drives in a block, but there are 16",
        ),
        # what md keeps back of each drive isn't there
        (
            "{redundancy: raid, layout: 'raid6:12', format: xfs, made_by: mdadm}",
            "none",
            "capacity: 4 TB",
            "capacity: 100 MB",
            r"drives\.capacity: 135.3 MB of a drive of 100 MB",
        ),
    ],
)
def test_other_slips(target: str, file_system: str, old: str, new: str, words: str) -> None:
    """A tier as given, a machine, drives without a place, and too few or too small ones."""
    text = scenario(target, file_system)
    assert old in text
    with pytest.raises(InputError, match=words):
        evaluate(load_scenario("s.yaml", text.replace(old, new)))


@pytest.mark.parametrize(
    ("target", "system", "remedy"),
    [
        ("{redundancy: raid, layout: 'raid6:41', format: ldiskfs}", "lustre", "8d+2p:41c:2s"),
        ("{redundancy: declustered, layout: 8+2p}", "lustre", "declustered:8d+2p:41c:2s"),
        (
            "{redundancy: raid, layout: 'gridraid:12', format: ext4, made_by: mdadm}",
            "beegfs",
            "made_by: array",
        ),
    ],
)
def test_what_is_said_of_arrays_in_vain(target: str, system: str, remedy: str) -> None:
    with pytest.raises(InputError, match=re.escape(remedy)):
        planned(target, system)


def test_recovery_groups_have_their_place() -> None:
    """ECE's are over servers with drives; those of ESS take drives in enclosures."""
    with pytest.raises(InputError, match="needs drives in enclosures: leave it out"):
        planned("{redundancy: declustered, layout: 8+2p, recovery_groups: paired}", "scale")


def test_what_is_all_kept_back_is_told_once() -> None:
    """That nothing is left is said, and not also how small it is."""
    with pytest.raises(InputError) as caught:
        planned("{redundancy: raid, layout: drive, format: ext4, kept_back: 4 TB}", "none")
    assert len(caught.value.problems) == 1


LAYOUT = ", or a layout with its drives, as in 'declustered:8d+2p:41c:2s'"


@pytest.mark.parametrize(
    ("file_system", "kind", "message"),
    [
        ("lustre", DeclusteredTarget, f"write file_system scale{LAYOUT}"),
        ("ceph", DeclusteredTarget, "write file_system scale"),
        ("lustre", CephTarget, "write file_system ceph"),
    ],
)
def test_a_file_system_names_what_runs_on_such_targets(
    file_system: str, kind: type[AnyKind], message: str
) -> None:
    """A declustered array with its drives in the layout is one of RAID: many run on that."""
    (redundancy,) = get_args(kind.model_fields["redundancy"].annotation)
    target = kind.model_construct(redundancy=redundancy)
    assert misfit(file_system, target, in_enclosures=False) == (
        f"'file_system: {file_system}' doesn't run on targets of 'redundancy: {redundancy}': "
        f"{message}"
    )
