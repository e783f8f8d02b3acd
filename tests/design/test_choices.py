"""What a scenario may leave open: how many options of one field."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from model.design.choices import Steps


def test_steps_go_from_the_smaller_number_to_the_larger() -> None:
    assert list(Steps(**{"from": 2, "to": 9, "step": 3}).numbers) == [2, 5, 8]
    assert list(Steps(**{"from": 7, "to": 7}).numbers) == [7]
    with pytest.raises(ValidationError, match="from 3 to 2 is empty: write the smaller"):
        Steps(**{"from": 3, "to": 2})


def test_there_are_two_thousand_options_at_most() -> None:
    assert len(Steps(**{"from": 1, "to": 2000}).numbers) == 2000
    with pytest.raises(ValidationError, match="these are 2001 options: 2000 at most"):
        Steps(**{"from": 0, "to": 2000})
    assert len(Steps(**{"from": 0, "to": 3999, "step": 2}).numbers) == 2000
