"""The files in an upload box, as a callback finds them."""

from __future__ import annotations

import streamlit as st
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile


def files_in(key: str) -> list[UploadedFile]:
    """Give the files in a box, without those that went with the server that they were sent to.

    A browser still lists such a file after a restart; what was taken over of it is in the draft.
    """
    value = st.session_state[key]
    files = value if isinstance(value, list) else [] if value is None else [value]
    return [file for file in files if not isinstance(file, DeletedFile)]
