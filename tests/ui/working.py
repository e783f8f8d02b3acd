"""What a session under test works on."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from ui.base.work import KEY, Work


def work_of(at: AppTest) -> Work:
    """Give what a session works on, also before its first run."""
    if KEY not in at.session_state:
        at.session_state[KEY] = Work()
    held: Work = at.session_state[KEY]
    return held
