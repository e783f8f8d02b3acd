"""What is counted for checks of fit, worked out by hand."""

from __future__ import annotations

from model.formulas.fitting import boards, slots


def test_only_cards_of_full_height_take_tall_slots() -> None:
    """Two cards of low profile (1) take none, two of full height (2) two."""
    assert slots.tall_pieces_per_server(2.0, 1.0) == 0
    assert slots.tall_pieces_per_server(2.0, 2.0) == 2


def test_a_module_stands_on_each_channel() -> None:
    """Eight channels that count as populated take eight modules; 16 do, six don't."""
    assert [boards.modules_fill_channels(n, 8.0) for n in (6.0, 8.0, 16.0)] == [0, 1, 1]
