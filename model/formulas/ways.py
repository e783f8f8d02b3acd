"""The twins of the domain: what is written once for reading and writing, and so on."""

from model.engine.spelling import Variant, crossed

WAYS: tuple[Variant, ...] = (
    {"way": "read", "w": "r", "whom": "readers", "past": "read"},
    {"way": "write", "w": "w", "whom": "writers", "past": "written"},
)
"""Both ways of bytes; `w` is their mark in symbols, `whom` they serve, `past` what is done."""
ENDS: tuple[Variant, ...] = (
    {
        "end": "bound",
        "kind": "",
        "+": "^+",
        ",+": ",+",
        "lim": "min",
        "most": "The most that",
        "can": "can",
        "they": "can",
    },
    {
        "end": "",
        "kind": "committed",
        "+": "",
        ",+": "",
        "lim": "com",
        "most": "What",
        "can": "is committed to",
        "they": "are committed to",
    },
)
"""What is possible at most, and what is committed to: by one (`can`), or by several (`they`).

Bandwidths are told apart by their end (`…_bandwidth_bound`, `…_bandwidth`), what they are made
of by its kind (`drive_read_least`, `committed_drive_read_least`).
"""
WAYS_AND_ENDS = crossed(WAYS, ENDS)
