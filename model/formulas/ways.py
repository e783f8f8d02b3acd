"""The twins of the domain: what is written once for reading and writing, and so on."""

from model.engine.spelling import Variant, crossed

WAYS: tuple[Variant, ...] = (
    {"way": "read", "w": "r", "whom": "readers", "past": "read"},
    {"way": "write", "w": "w", "whom": "writers", "past": "written"},
)
"""Both ways of bytes; `w` is their mark in symbols, `whom` they serve, `past` what is done."""
KINDS: tuple[Variant, ...] = (
    {"kind": "", "+": "^+", "by": ""},
    {"kind": "measured", "+": r"^\mathrm{meas}", "by": ", as measured"},
)
"""Bounds by all known stages, and by measured ones alone: where both agree, these limit."""
ENDS: tuple[Variant, ...] = (
    {"end": "bound", "+": "^+", "most": "The most that", "can": "can", "they": "can"},
    {
        "end": "",
        "+": "",
        "most": "What",
        "can": "is committed to",
        "they": "are committed to",
    },
)
"""What is possible at most, and what is committed to: by one (`can`), or by several (`they`)."""
WAYS_AND_KINDS = crossed(WAYS, KINDS)
WAYS_AND_ENDS = crossed(WAYS, ENDS)
