"""The JSON objects in an output, each found by its first key.

Not the whole document: IOR's is no JSON when it is verbose, warnings stand between the lines, and a
log may hold several documents.
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
    r"""Give each object whose beginning looks like `pattern`, with the line where it begins.

    Parameters
    ----------
    output
        The text to look through.
    pattern
        A regular expression that begins before the brace, or at it, as `\{\s*"jobname"`.

    Raises
    ------
    InputError
        An object breaks off.
    """
    line, counted, end = 1, 0, 0
    for found in re.finditer(pattern, output.text):
        brace = output.text.index("{", found.start())
        if brace < end:  # inside of the one before: nested ones would be read over and over
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
    """Take a number that is above 0 and finite; None for all else."""
    if isinstance(thing, bool) or not isinstance(thing, int | float):
        return None
    value = float(thing) if abs(thing) < 1e300 else math.inf
    return value if 0 < value < math.inf else None


def mapping(thing: Any) -> dict[str, Any]:
    """Take a mapping; an empty one in place of anything else."""
    return thing if isinstance(thing, dict) else {}
