"""The twins of the domain: what is written once for reading and writing, and so on."""

from model.engine.spelling import Variant

WAYS: tuple[Variant, ...] = (
    {"way": "read", "w": "r", "whom": "readers", "past": "read"},
    {"way": "write", "w": "w", "whom": "writers", "past": "written"},
)
"""Both ways of bytes; `w` is their mark in symbols, `whom` they serve, `past` what is done."""
