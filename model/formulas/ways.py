"""The twins of the domain: what is written once for reading and writing, and so on."""

from model.engine.spelling import Variant, crossed

WAYS: tuple[Variant, ...] = (
    {"way": "read", "Way": "Read", "w": "r", "past": "read"},
    {"way": "write", "Way": "Write", "w": "w", "past": "written"},
)
"""Both directions: `w` in symbols, `past` the participle, `Way` at the start of a sentence."""
ENDS: tuple[Variant, ...] = (
    {
        "end": "bound",
        "kind": "",
        "+": "^+",
        ",+": ",+",
        "lim": "min",
        "most": "Maximum",
    },
    {
        "end": "",
        "kind": "committed",
        "+": "",
        ",+": "",
        "lim": "com",
        "most": "Expected",
    },
)
"""The upper bound of a bandwidth, and the expected bandwidth.

Bandwidths are told apart by their end (`…_bandwidth_bound`, `…_bandwidth`), what they are made
of by its kind (`drive_read_least`, `committed_drive_read_least`).
"""
WAYS_AND_ENDS = crossed(WAYS, ENDS)
