"""The releases of OpenZFS: which arithmetic a text means, and what is refused."""

from __future__ import annotations

import pytest

from model.zfs.releases import NEWEST, RELEASES, ReleaseError, release_of


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("0.6.2", "0.6.3"),
        ("0.6.3", "0.6.3"),
        ("0.6.4.2", "0.6.3"),
        ("0.6.5", "0.6.5"),
        ("0.6.5.11", "0.6.5"),
        ("0.6", "0.6.5"),
        ("0.7.13", "0.7"),
        ("0.8.6", "0.8"),
        ("2.0.0", "2.0.0"),
        ("2.0.5", "2.0.0"),
        ("2.0.6", "2.0.6"),
        ("2.0", "2.0.6"),
        ("2.1", "2.1"),
        ("2.1.11-1+deb12u1", "2.1"),
        ("zfs-2.3.2", "2.3"),
        ("v2.4.4", "2.4"),
        *((name, name) for name in RELEASES),
    ],
)
def test_a_release_is_read(text: str, name: str) -> None:
    """The patch level decides only where the arithmetic changed within a series."""
    assert release_of(text).name == name


@pytest.mark.parametrize("text", ["", "2", "1.9", "2.5", "0.5.1", "newest", "2.1.x"])
def test_what_is_no_release_is_refused(text: str) -> None:
    """The message says what to write instead."""
    with pytest.raises(ReleaseError, match=r"write one of 0\.6, 0\.7"):
        release_of(text)


def test_what_was_run_is_said() -> None:
    """A release whose kernel was never asked says so."""
    run = {name for name, r in RELEASES.items() if "compared with a real kernel" in r.source}
    assert run == {"2.1", "2.3", "2.4"}
    assert NEWEST in run
