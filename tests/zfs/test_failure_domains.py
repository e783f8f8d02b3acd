"""dRAID with failure domains: its size as the source counts it, placement, and survival."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.pools.pool import zfs_pool
from model.zfs.failure_domains import create_order, drives_of_domains, placement, survives
from model.zfs.vdevs import LayoutError, VdevGroup, parse_layout
from tests.strategies import draids_in_domains

ROW = 2**24


def groups_in_slice(group: VdevGroup) -> int:
    """Count the stripes of a slice as zpool_vdev.c: draid_config_by_type does, by trying."""
    fgrps, columns = group.failure_groups, group.data + group.parity
    children, uneven = group.width // fgrps, group.spares % fgrps
    disks1 = children - group.spares // fgrps
    disks2 = disks1 - 1 if uneven else disks1
    found = 1
    while found * columns % disks2 or (disks1 != disks2 and (found + 1) * columns % disks1):
        found += 1
    if disks1 != disks2:
        found += 1
    return (found - 1) * uneven + found * (fgrps - uneven)


def allocatable(group: VdevGroup, drive: int) -> int:
    """Count the bytes of a vdev as vdev_draid.c: vdev_draid_init and vdev_draid_open do."""
    disks = group.width - group.spares
    group_size = (group.data + group.parity) * ROW
    device_slice = group_size * groups_in_slice(group) // disks
    leaf = drive // 2**18 * 2**18 - 9 * 2**19
    child = (leaf - 2 * ROW) // ROW * ROW
    asize = child * disks // group_size * group_size
    return asize // (device_slice * disks) * device_slice * disks


@given(draids_in_domains(), st.integers(10**11, 3 * 10**13))
def test_the_size_is_that_of_the_source(group: VdevGroup, drive: int) -> None:
    """The closed form is the loop of the source, to the byte."""
    pool = zfs_pool(str(group), drive, release="next")
    assert pool.vdevs[0].asize == allocatable(group, drive)


def test_the_kernel_accepts_every_number_of_stripes() -> None:
    """vdev_draid_init refuses more than 255 stripes in a slice; no vdev of 255 drives has more."""
    for domains, groups in itertools.product(range(3, 100), range(2, 40)):
        if domains * groups <= 255:
            for spares in {0, 1, groups - 1, groups}:
                data = domains - 1 - -(-spares // groups)
                if data >= 1:
                    one = VdevGroup(
                        1, "draid1", domains * groups, 1, data, spares, failure_groups=groups
                    )
                    assert groups_in_slice(one) <= 255


def test_without_failure_domains_nothing_is_rounded_to_slices() -> None:
    """A single failure group is the dRAID that was there before."""
    one = zfs_pool("draid2:4d:12c:12w:1s", "10 TB", release="next")
    assert one == zfs_pool("draid2:4d:12c:1s", "10 TB", release="next")
    assert one.available == zfs_pool("draid2:4d:12c:1s", "10 TB", release="2.4").available


@pytest.mark.parametrize("release", ["2.1", "2.4.4"])
def test_releases_without_failure_domains_refuse_them(release: str) -> None:
    with pytest.raises(LayoutError, match=r"no failure domains of dRAID; they come after 2\.4"):
        zfs_pool("draid2:4d:12c:96w:2s", "10 TB", release=release)


def test_the_example_of_the_manual() -> None:
    """zpool-create(8), example 8: five failure groups, six domains, a drive of each in turn."""
    [group] = parse_layout("draid1:4d:6c:30w:5s")
    domains = drives_of_domains(group)
    assert (group.failure_groups, len(domains)) == (5, 6)
    assert domains[0] == (0, 6, 12, 18, 24)
    assert (
        "Order of `zpool create`: enc0d0 ... enc5d0 enc0d1 ... enc5d1 ... enc0d4 ... enc5d4."
        in (placement(group))
    )


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("draid1:2d:4c", "enc0d0 ... enc3d0"),
        ("draid1:2d:4c:8w", "enc0d0 ... enc3d0 enc0d1 ... enc3d1"),
        ("draid1:2d:4c:12w", "enc0d0 ... enc3d0 enc0d1 ... enc3d1 ... enc0d2 ... enc3d2"),
        ("draid2:2d:5c:20w", "enc0d0 ... enc4d0 enc0d1 ... enc4d1 ... enc0d3 ... enc4d3"),
    ],
)
def test_the_order_of_the_drives(text: str, order: str) -> None:
    """Domain by domain, then again; the middle of three and more is left out."""
    [one] = parse_layout(text)
    assert create_order(one) == order
    lost = (
        "1 drive, or of all drives of 1 domain"
        if one.parity == 1
        else ("2 drives, or of all drives of 2 domains")
    )
    assert f"`zpool create`: {order}. Survives the failure of any {lost}. When" in placement(one)
    assert placement(one).startswith(
        f"{text}:0s: {one.failure_groups} drives in each of {one.failure_domains} failure domains"
    )


@given(draids_in_domains(), st.data())
def test_what_survives(group: VdevGroup, data: st.DataObject) -> None:
    """Any drives of as many domains as there is parity may fail; of one domain more, none may."""
    domains = drives_of_domains(group)
    assert sorted(itertools.chain(*domains)) == list(range(group.width))
    lost = data.draw(st.permutations(domains))
    assert survives(group, itertools.chain(*lost[: group.parity]))
    assert not survives(group, [domain[0] for domain in lost[: group.parity + 1]])


def test_special_and_dedup_vdevs_that_are_full() -> None:
    """Usable bytes of both classes as OpenZFS's code counts them: case m014 of the truth table.

    metaslab_class_get_dspace: 944 892 805 120 of the special class, whose vdev gives a metaslab to
    a log, and 953 482 739 712 of the dedup class.
    """
    layout = "draid2:4d:12c:24w:1s + special mirror:2 of 960 GB + dedup mirror:2 of 960 GB"
    pool = zfs_pool(layout, "10 TB", release="next")
    assert pool.available_filled == pool.available + 944_892_805_120 + 953_482_739_712
