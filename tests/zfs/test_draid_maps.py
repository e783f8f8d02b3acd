"""dRAID's permutation maps, against OpenZFS's checksums and against what its source claims."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest

from model.zfs import draid_maps
from model.zfs.draid_maps import MapError, lost_share, permutations, shuffled, stripes
from model.zfs.failure_domains import survives
from model.zfs.vdevs import VdevGroup, parse_layout

CHILDREN = (*range(2, 54), 60, 90, 106, 255)
"""Numbers of children whose maps are made here; all 254 were, when seeds were entered."""


def group(text: str) -> VdevGroup:
    return parse_layout(text)[0]


@pytest.mark.parametrize("children", CHILDREN)
def test_maps_have_the_checksums_of_openzfs(children: int) -> None:
    """Each row holds each drive once, and the sum of all words is that of vdev_draid.c."""
    rows = permutations(children)  # refuses another checksum
    assert len(rows) == (256 if children < 32 else 512)
    assert all(sorted(row) == list(range(children)) for row in rows)


def test_another_seed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = list(draid_maps._published())
    seeds[5 - draid_maps.FEWEST] = (seeds[5 - draid_maps.FEWEST][0] + 1, seeds[3][1])
    monkeypatch.setattr(draid_maps, "_published", lambda: tuple(seeds))
    with pytest.raises(MapError, match="5 children"):
        permutations.__wrapped__(5)


@pytest.mark.parametrize(
    "text", ["draid1:2d:8c:1s", "draid2:4d:11c:1s", "draid2:4d:12c:24w:3s", "draid1:3d:5c:20w:4s"]
)
def test_each_stripe_is_on_as_many_drives_as_it_has_columns(text: str) -> None:
    """With failure domains no two of them share one, as vdev_draid.c says."""
    one = group(text)
    for drives in stripes(one):
        ordered = np.sort(drives % one.failure_domains, axis=1)
        assert (np.diff(ordered, axis=1) > 0).all()
        assert drives.max() < one.width


def test_all_drives_hold_about_as_many_strips() -> None:
    """The published imbalance is small; with rotation each drive has exactly its share."""
    counts = np.zeros(11, int)
    for drives in stripes(group("draid2:4d:11c:1s")):
        counts += np.bincount(drives.ravel(), minlength=11)
    assert len(set(counts.tolist())) == 1


def test_failures_up_to_parity_lose_nothing() -> None:
    one = group("draid2:4d:11c:1s")
    assert all(lost_share(one, two) == 0 for two in combinations(range(11), 2))


def test_failures_beyond_parity_lose_the_share_of_stripes_that_counting_gives() -> None:
    """Every three drives share some stripe; on average C(6,3) of C(11,3) stripes are lost."""
    one = group("draid2:4d:11c:1s")
    shares = [lost_share(one, three) for three in combinations(range(11), 3)]
    assert min(shares) > 0
    assert np.mean(shares) == pytest.approx(comb(6, 3) / comb(11, 3))


@pytest.mark.parametrize("text", ["draid1:2d:4c:8w:1s", "draid1:2d:4c:12w", "draid2:2d:5c:10w:2s"])
def test_failure_domains_lose_data_exactly_beyond_parity(text: str) -> None:
    """The map agrees with the count of failed domains, for sets of drives of any size."""
    one = group(text)
    draw = random.Random(33)
    for _ in range(60):
        failed = draw.sample(range(one.width), draw.randint(1, min(5, one.width)))
        assert (lost_share(one, failed) == 0) == survives(one, failed), failed


def test_a_row_of_failure_groups_holds_all_drives_once() -> None:
    rows = shuffled(12, 96)
    assert len(rows) == 256
    for first in range(0, len(rows), 8):
        together = b"".join(rows[first : first + 8])
        assert sorted(together) == list(range(96))
