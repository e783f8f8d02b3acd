"""A scenario in an address: for others, on another machine, so without anything private.

The text of a link is `v1.` and then, as base64url, what zlib made of the scenario's YAML text.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable
from typing import Any

from model.errors import InputError
from model.reading.rewritten import plain
from store.errors import StoreError

VERSION = "v1."
LONGEST = 7_000
"""Characters of a link that fit into an address wherever it goes: proxies take 8 kB of one."""
LONGEST_READ = 100_000
LARGEST = 1_000_000
"""Bytes that a link may unfold to."""
_TEXT = re.compile(r"[A-Za-z0-9_-]+")
_VERSIONED = re.compile(r"v([0-9]{1,6})\.")

PRIVATE = ("price", "economics", "budget", "projections", "quote")
"""Words in the path of a field that say something of somebody's money."""
PUBLIC = ("economics.price_decline",)
"""What sounds like money, but says nothing of anybody's."""
MONEY = re.compile(
    r"[€$£¥]\s?\d|\d[\d.,' \u00a0\u202f]*(?:[kMm]|[Mm]illion |thousand )? ?"
    r"(?:[€$£¥]|(?:EUR|USD|GBP|CHF|JPY|CNY|CAD|AUD|SEK|NOK|DKK|PLN|CZK|KRW|INR|BRL|SGD)\b"
    r"|(?i:euro|dollar|pound|franc|yen)s?\b)"
)
"""An amount of money in the text of a reason, a title or a remark."""
LEFT_OUT = "left out of the link"


def is_private(path: str) -> bool:
    """Tell whether a field says something of somebody's money."""
    return path not in PUBLIC and any(word in path for word in PRIVATE)


def link(data: Any, public: Any, opens: Callable[[str], object]) -> str:
    """Write a scenario as the text of a link.

    Parameters
    ----------
    data
        The scenario.
    public
        The same one as everybody has it, or nothing: what stands there too, is no secret.
    opens
        Opens a scenario's text as whoever gets the link will, or raises `InputError`.

    Raises
    ------
    StoreError
        If it is too large for an address, or can't be planned without what is private.
    """
    problem = ""
    for known in (public, None):
        shared = _shared(data, known, "")
        text = plain(shared)
        try:
            opens(text)
        except InputError as error:
            problem = problem or str(error.problems[0])
            continue
        packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
        found = VERSION + packed
        if len(found) > LONGEST:
            raise StoreError(
                f"this scenario is too large for an address ({len(found):,} characters, "
                f"{LONGEST:,} fit): send its file"
            )
        return found
    raise StoreError(f"no link can be made, for one holds no prices and no files: {problem}")


def text_of(found: str) -> str:
    """Read the text of a link: the YAML text of a scenario, which is still to be checked.

    Raises
    ------
    StoreError
        If it is no link, was cut, or is of another version of Ostimate.
    """
    version = _VERSIONED.match(found)
    if version is None:
        raise StoreError("this link can't be read: it doesn't begin with its version, as 'v1.'")
    if version[0] != VERSION:
        raise StoreError(
            f"this link is of form {version[1]}, and only form 1 is known here: "
            "update Ostimate, or ask for the scenario's file"
        )
    packed = found[len(VERSION) :].rstrip("=")
    if len(packed) > LONGEST_READ or not _TEXT.fullmatch(packed):
        raise StoreError(BROKEN)
    try:
        raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj()
        unfolded = unpacker.decompress(raw, LARGEST + 1)
        if len(unfolded) > LARGEST:
            raise StoreError(f"this link unfolds to more than {LARGEST // 1_000_000} MB: refused")
        if not unpacker.eof or unpacker.unused_data:
            raise StoreError(BROKEN)
        return unfolded.decode("utf-8")
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise StoreError(BROKEN) from None


BROKEN = "this link is broken or was cut: copy it again, whole"
_GONE = object()


def _shared(data: Any, public: Any, path: str) -> Any:
    """Give what may be shown of a field to anybody."""
    if isinstance(data, dict):
        known = public if isinstance(public, dict) else {}
        below = {
            key: _shared(value, known.get(key), f"{path}.{key}".strip("."))
            for key, value in data.items()
        }
        kept = {key: value for key, value in below.items() if value is not _GONE}
        return kept if kept or not is_private(path) else _GONE
    if data == public and data is not None:
        return data
    if isinstance(data, list):
        if is_private(path):
            return _GONE
        others = public if isinstance(public, list) else []
        named = {one["name"]: one for one in others if isinstance(one, dict) and "name" in one}
        beside = others if len(others) == len(data) else []
        pairs = zip(data, [*beside, *[None] * len(data)], strict=False)
        return [
            _shared(value, _called(value, named, other), f"{path}.{n}")
            for n, (value, other) in enumerate(pairs)
        ]
    if is_private(path):
        return _GONE
    return LEFT_OUT if isinstance(data, str) and MONEY.search(data) else data


def _called(value: Any, named: dict[Any, Any], other: Any) -> Any:
    """Give what is public of one of a list: what has its name, else what stands in its place."""
    name = value.get("name") if isinstance(value, dict) else None
    return named.get(name, other) if isinstance(name, str) else other
