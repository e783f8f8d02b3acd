"""Finds the JSON objects in an output by their first key.

The document as a whole may be invalid: verbose IOR output isn't JSON, warnings are between the
lines, and a log may contain several documents.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from model.calibration.measurements.measurement import Output

_DECODER = json.JSONDecoder()


def objects(output: Output, pattern: str) -> Iterator[tuple[int, dict[str, Any]]]:
    r"""Return each object that begins with `pattern`, with its first line.

    Parameters
    ----------
    output
        The text to search.
    pattern
        A regular expression that begins before the brace, or at it, as `\{\s*"jobname"`.

    Raises
    ------
    InputError
        If an object is incomplete.
    """
    line, counted, end = 1, 0, 0
    for found in re.finditer(pattern, output.text):
        brace = output.text.index("{", found.start())
        if brace < end:  # nested in the previous one: would be parsed repeatedly
            continue
        line += output.text.count("\n", counted, brace)
        counted = brace
        try:
            thing, end = _DECODER.raw_decode(output.text, brace)
        except (ValueError, RecursionError):
            what = "what begins here breaks off or is no JSON: was the run, or the copy, cut off?"
            output.refuse(what, line)
        yield line, thing


def number(thing: Any) -> float | None:
    """Return a number that is positive and finite; None otherwise."""
    if isinstance(thing, bool) or not isinstance(thing, int | float):
        return None
    value = float(thing) if abs(thing) < 1e300 else math.inf
    return value if 0 < value < math.inf else None


def mapping(thing: Any) -> dict[str, Any]:
    """Return a mapping; an empty one for any other value."""
    return thing if isinstance(thing, dict) else {}
