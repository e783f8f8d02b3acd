"""What a session under test works on."""

from __future__ import annotations

from collections.abc import Mapping

from streamlit.testing.v1 import AppTest

from store.patches import AS_IT_CAME, Patch
from ui.base.work import KEY, Work


def work_of(at: AppTest) -> Work:
    """Give what a session works on, also before its first run."""
    if KEY not in at.session_state:
        at.session_state[KEY] = Work()
    held: Work = at.session_state[KEY]
    return held


def offer(held: Work, files: Mapping[str, bytes], field: str = "quotes") -> None:
    """Take over quotes as their box does, or the form of a quote; those that aren't there go."""
    here = f"offered:{field}:"
    gone = [
        Patch(f"{here}{name}", AS_IT_CAME) for name in held.of(held.choice).files.get(field, {})
    ]
    held.patch(held.choice, *gone, *(Patch(f"{here}{name}", files[name]) for name in files))
