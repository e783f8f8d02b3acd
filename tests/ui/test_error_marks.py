"""An error marks the box that it is about, and no box whose key only contains that key."""

from __future__ import annotations

import re

from streamlit.testing.v1 import AppTest

from tests.ui.visits import field, opened, tables, unfolded
from ui.base.error_marks import selector


def marked(at: AppTest) -> list[str]:
    """Give the classes of the boxes that are outlined."""
    return re.findall(r'\[class~="st-key-([^"]+)"\] [^{}]*\{ outline', tables(at))


def test_a_key_within_another_key_marks_its_own_box_only() -> None:
    def script() -> None:
        import streamlit as st

        from ui.base.error_marks import mark

        for key in ("rate", "discount rate", "rate of interest"):
            st.text_input(key, key=key)
        mark({"rate": "has no unit"})

    at = AppTest.from_function(script).run()
    assert marked(at) == ["rate"]


def test_keys_become_classes_as_the_browser_makes_them() -> None:
    """Streamlit replaces each UTF-16 unit that a class can't hold, and cuts spaces at the ends."""
    assert selector(" a.b c ") == '[class~="st-key-a-b-c"]'
    assert selector("Büro 💾:x") == '[class~="st-key-B-ro----x"]'


def test_an_error_of_a_figure_leaves_figures_of_longer_paths_unmarked() -> None:
    at = unfolded(opened("astra", "design"), "how 0")
    key = field(at, "tiers.0.drives.capacity")
    at.text_input(key=key).set_value("3.2").run()
    assert at.error
    assert "astra-tiers-0-drives-capacity-in-its-place" in marked(at)
    assert not [one for one in marked(at) if not one.startswith("astra-tiers-0-drives-capacity-")]


def test_a_form_marks_the_box_that_holds_the_error_and_no_other() -> None:
    """Of the checkpoints: the memory of a node, also where one of several figures is chosen."""
    at = opened("beluga", "checkpoint")
    box = next(one for one in at.text_input if (one.key or "").endswith(" machine.node_memory"))
    box.set_value("192")
    next(one for one in at.button if one.label == "Plan checkpoints").click().run()
    assert "has no unit" in at.error[0].value
    (found,) = marked(at)
    assert found.endswith("-machine-node_memory")
