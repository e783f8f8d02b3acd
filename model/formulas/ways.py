"""The twins of the domain: what is written once for reading and writing, and so on."""

from model.engine.spelling import Variant

WAYS: tuple[Variant, ...] = ({"way": "read", "w": "r"}, {"way": "write", "w": "w"})
"""Both ways of bytes; `w` is their mark in symbols."""
