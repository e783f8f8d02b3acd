"""What a rerun costs, in counts: no load of the machine changes them."""

from __future__ import annotations

from collections import Counter

import pytest
from streamlit.runtime.state import SafeSessionState, SessionState, SessionStateProxy

from tests.ui.visits import opened
from ui.base import server_start, work


def test_a_page_looks_up_once_what_its_session_works_on(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened("astra", "design")
    lookups: Counter[str] = Counter()
    look_up = SessionStateProxy.__getitem__

    def count(self: SessionStateProxy, key: str) -> object:
        lookups[key] += 1
        return look_up(self, key)

    monkeypatch.setattr(SessionStateProxy, "__getitem__", count)
    at.run()
    assert 0 < lookups[work.KEY] < 5


def test_a_page_that_fails_leaves_nothing_to_the_next_session(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine, other = work.Work(), work.Work()
    monkeypatch.setattr(work.st, "session_state", {work.KEY: mine})
    seen = []

    def page() -> None:
        work.st.session_state[work.KEY] = other
        seen.append(work.work())
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"), work.cached_work():
        page()
    assert [*seen, work.work()] == [mine, other]


def test_no_box_copies_the_values_of_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened("astra", "design")

    def refuse(self: SessionState) -> dict[str, object]:
        raise AssertionError("all values are copied")

    monkeypatch.setattr(SessionState, "filtered_state", property(refuse))
    at.run()
    assert not at.exception


def test_values_are_found_as_streamlit_finds_them() -> None:
    server_start.once()
    state = SessionState()
    state["a box"], state["emptied"] = 1, None
    held = SafeSessionState(state, lambda: None).filtered_state
    assert dict(held) == state.filtered_state == {"a box": 1, "emptied": None}
    assert "another" not in held
    assert len(held) == 2
