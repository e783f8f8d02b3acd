"""What is typed into boxes that belong to no scenario: what can't be read is said, all at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

from model.units.pasted import doubt, together
from ui.base.elements import escaped
from ui.base.error_marks import mark

T = TypeVar("T")


class Typed:
    """The boxes of a tool as they are read."""

    def __init__(self) -> None:
        self.wrong: dict[str, str] = {}
        """A line for each box that can't be read, by the box's key."""

    def read(self, key: str, label: str, text: str, reader: Callable[[str], T]) -> T | None:
        """Read a box; none where it can't be read, which is kept to be said."""
        try:
            if unclear := doubt(text.strip()):
                raise ValueError(f"'{text.strip()}' {unclear}")
            return reader(together(text))
        except ValueError as error:
            self.wrong[key] = f"**{label}**: {escaped(str(error))}"
            return None

    def complain(self) -> bool:
        """Say what is wrong, a line a box, and mark the boxes; whether there is anything."""
        if self.wrong:
            st.error(
                "\n".join(f"- {line}" for line in self.wrong.values()), icon=":material/error:"
            )
            mark(dict.fromkeys(self.wrong, ""))
        return bool(self.wrong)
