"""The last record of a file, worked out by hand."""

from __future__ import annotations

import pytest

from model.formulas.files import file_tails

KIB = 1024.0


@pytest.mark.parametrize(("tail", "stored"), [(100.0, 100.0), (112.0, 112.0), (113.0, 128.0)])
def test_a_tail_is_kept_compressed_if_that_saves_an_eighth(tail: float, stored: float) -> None:
    """Of a record of 128 KiB at most 112 may be left; of more the whole record is written."""
    most = file_tails.compressed_most_raidz(128 * KIB, 8.0, 4 * KIB)
    assert most == 112 * KIB
    assert file_tails.file_tail(tail * KIB, most, 128 * KIB) == stored * KIB
