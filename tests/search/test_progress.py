"""When a search stops: at its time, in which pauses don't count."""

from __future__ import annotations

import pytest

from model.search.progress import Watch


def test_a_pause_of_whoever_is_told_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it in a part of a part."""
    now = 100.0
    monkeypatch.setattr("model.search.progress.time.monotonic", lambda: now)

    def pauses(*_: object) -> bool:
        nonlocal now
        now += 60
        return True

    whole = Watch(now + 10, pauses)
    part = whole.within()
    inner = part.within()
    for one in (inner, part, whole):
        assert one.goes_on(0.5, None)
    now += 9
    assert whole.goes_on(0.5, None)
    now += 2
    assert not whole.goes_on(0.5, None)
