"""What is counted for checks of fit, worked out by hand."""

from __future__ import annotations

import math

import pytest

from model.formulas.compatibility import boards, declaring, recordings, slots
from model.parts import codes


def test_only_cards_of_full_height_take_tall_slots() -> None:
    """Two cards of low profile (1) take none, two of full height (2) two."""
    assert slots.tall_pieces_per_server(2.0, 1.0) == 0
    assert slots.tall_pieces_per_server(2.0, 2.0) == 2


def test_a_module_stands_on_each_channel() -> None:
    """Eight channels that count as populated take eight modules; 16 do, six don't."""
    assert [boards.modules_fill_channels(n, 8.0) for n in (6.0, 8.0, 16.0)] == [0, 1, 1]


@pytest.mark.parametrize(("text", "fits", "suits"), [
    ("CMR, helium", 1, 1), ("HAMR CMR", 1, 1), ("HAMR SMR", 1, 0), ("drive-managed SMR", 1, 0),
    ("SMR (also 24 and 26 TB)", 1, 0), ("host-managed SMR (27 and 28 TB)", 0, 1),
    ("HM-SMR", 0, 1), ("host managed SMR, CMR zones", 0, 1),
])  # fmt: skip
def test_disks_whose_host_writes_in_order_dont_fit(text: str, fits: int, suits: int) -> None:
    """A host must write the zones of host-managed SMR in order; others manage that, slowly."""
    recording = codes.code("recording", text)
    assert recording is not None
    functions = recordings.more_drive_recording_fits, recordings.more_drive_recording_suits
    assert [of(recordings.BY_DRIVE, recording) for of in functions] == [fits, suits]


def test_what_isnt_said_of_recording_is_unknown() -> None:
    """A data sheet that speaks of helium alone says nothing of tracks."""
    assert codes.code("recording", "helium") is None
    assert codes.recording_of("helium") == ""
    assert codes.recording_of("CMR, helium, 10 platters (24 TB)") == "CMR"


@pytest.mark.parametrize(
    ("has", "needs", "fits"), [(0.0, 1.0, 0), (1.0, 1.0, 1), (math.nan, 0.0, 1), (0.0, 0.0, 1)]
)
def test_room_is_asked_for_only_where_something_needs_it(
    has: float, needs: float, fits: int
) -> None:
    """One wide card needs a wide slot; where there is none, nobody must know how many there are."""
    assert declaring.if_any(has, needs) == fits


def test_room_that_nobody_knows_is_asked_for() -> None:
    assert math.isnan(declaring.if_any(math.nan, 1.0))
