"""Which outputs are of one server: by their folder, and by their names without those of tools.

Names of files may be those of servers. They only group outputs, and aren't kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from model.installed.reading import FileReading

Group = tuple[str, str]
"""Outputs that belong together: a folder, and what is left of a file's name."""
_WORD = re.compile(
    "zpool|zfs|status|list|v|p|vp|j|int|get|lsblk|blk|json|txt|text|out|output|log|csv|pools?|drives?|"
    "disks?|devices|dmidecode|sg|ses|cf|aes|lspci|nn|df|lfs|lctl|osd|sudo|cmd|command|all"
)
"""Words of names that tell the tool, not the server."""


def group_of(file: FileReading) -> Group:
    """Return the group of an output."""
    words = re.split(r"[^a-z0-9]+", file.file.casefold())
    host = file.folder.partition("/sos_commands")[0]
    return host, " ".join(word for word in words if word and not _WORD.fullmatch(word))


def of_one_server(files: Iterable[FileReading]) -> dict[Group, list[FileReading]]:
    """Return outputs by their group, in their order."""
    found: dict[Group, list[FileReading]] = {}
    for file in files:
        found.setdefault(group_of(file), []).append(file)
    return found
