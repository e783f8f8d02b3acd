"""Output of the IO500: `result_summary.txt` of all years, and `result.txt`.

Bandwidths are in GiB/s, even where the lists of 2017 to 2020 print GB/s: they are IOR's MiB/s
divided by 1024.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from model.calibration.measurements.measurement import Measurement, Output, whole

KIND = "IO500"
MARK = (
    r"^.{0,40}\[(?:RESULT(?:-invalid)?|INVALID|SCORE ?)\]|^ ?IO500 version"
    r"|^[ \t]*version[ \t]*= io500"
)
_LINE = re.compile(
    r"\[\s*([A-Z]*)-?(invalid)?\s*\]\s+(?:(?:BW|IOPS) +phase +\d+ +)?([A-Za-z][\w-]*)"
    r"\s+(\S+) (GB/s|GiB/s|kiops|kIOPS)\b"
)
_ZERO = re.compile(r"0+(?:\.0*)?(?:[eE][-+]?\d+)?")
_VERSION = re.compile(r"\s*(?:IO500 )?version\s*=?\s*(\S+)")
_SECTION = re.compile(r"\[([a-z][\w-]*)\]$")
_PAIR = re.compile(r"\s*(procs|score)\s*=\s*(\S+)")
UNITS = {"GB/s": ("GiB/s", "byte/s", "bandwidth"), "kIOPS": ("kIOPS", "1/second", "rate")}
BINARY = "the list says GB/s and means GiB/s"
NOT_MEASURED = ("timestamp",)


def read(output: Output) -> Iterator[Measurement]:
    """Return the rate of each phase."""
    version, section, tasks = "", "", None
    for line, text in output.lines():
        if (one := _LINE.match(text)) and one[1] != "SCORE":
            tag, invalid, phase, number, label = one.groups()
            wrong = invalid or tag == "INVALID" or text.endswith("[INVALID]")
            note = "the IO500 calls it invalid" if wrong else ""
            yield from _phase(output, line, phase, number, label, version, tasks, note)
        elif begun := _SECTION.match(text):
            section = begun[1]
        elif (version_line := _VERSION.match(text)) and not version:
            version = version_line[1]
        elif pair := _PAIR.match(text):
            if pair[1] == "procs":
                tasks = whole(pair[2])
            elif section and section not in ("run", "debug") and line != output.cut_line:
                label = "GiB/s" if section.startswith("ior") else "kIOPS"
                yield from _phase(output, line, section, pair[2], label, version, tasks, "")


def _phase(
    output: Output,
    line: int,
    phase: str,
    number: str,
    label: str,
    version: str,
    tasks: int | None,
    note: str,
) -> Iterator[Measurement]:
    name = phase.replace("_", "-")
    in_bytes = label in ("GB/s", "GiB/s")
    read_as, unit, what = UNITS["GB/s" if in_bytes else "kIOPS"]
    value = output.rate(line, number, read_as, unit)
    if value is None or name in NOT_MEASURED:
        return
    yield Measurement(
        KIND,
        f"{name} {what}",
        value,
        unit,
        f"{number} {label}",
        output.file,
        line,
        "",
        None,
        tasks,
        (("version", version),) if version.startswith("io500") else (),
        "; ".join(filter(None, (BINARY if label == "GB/s" else "", note))),
    )


def without_rates(output: Output) -> str:
    """Return the error that all phases have the rate 0; empty if that isn't the case."""
    numbers = [one[4] for _, text in output.lines() if (one := _LINE.match(text))]
    if not numbers or any(not _ZERO.fullmatch(number) for number in numbers):
        return ""
    return (
        f"all {len(numbers)} phases of this IO500 have a rate of 0, so there is nothing to read: "
        "see the run's own log for why it failed"
    )
