"""Pages are made one after the other, and none waits for one that only waits."""

from __future__ import annotations

import threading

import pytest

from ui.base import turns


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.05)


def comes(into: list[str]) -> threading.Thread:
    """Let another page be made."""

    def make() -> None:
        with turns.turn():
            into.append("had it" if turns._mine.turn else "went beside")

    other = threading.Thread(target=make)
    other.start()
    return other


def test_a_page_waits_for_another_one_but_not_for_long() -> None:
    said: list[str] = []
    with turns.turn():
        comes(said).join()
    assert said == ["went beside"]
    comes(said).join()
    assert said[1:] == ["had it"]


def test_who_waits_for_something_lets_others_have_their_turn() -> None:
    said: list[str] = []
    with turns.turn():
        with turns.aside():
            comes(said).join()
        comes(said).join()
    assert said == ["had it", "went beside"]


def test_a_page_that_fails_leaves_its_turn() -> None:
    said: list[str] = []
    with pytest.raises(ValueError, match="wrong"), turns.turn():
        raise ValueError("wrong")
    comes(said).join()
    assert said == ["had it"]


def test_a_part_of_a_page_that_is_made_alone_has_no_turn_to_leave() -> None:
    said: list[str] = []
    with turns.turn():
        part = threading.Thread(target=lambda: _aside(said))
        part.start()
        part.join()
    assert said == ["aside"]


def _aside(into: list[str]) -> None:
    with turns.aside():
        into.append("aside")
