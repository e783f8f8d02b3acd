"""Output of `lfs df`, with `-i` or `-h`: the targets of mounted Lustre file systems.

The form is that of `showdf` and `mntdf` in Lustre's `lustre/utils/lfs.c`: columns are named in the
head and may be chosen (`--output`); K is 1,024 bytes; the summary has OSTs only; inactive OSTs are
printed without figures (`-v`), or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from model.installed.binary_sizes import binary_size, share, usual
from model.installed.hints import other_language
from model.installed.output import Output
from model.installed.reading import Reading
from model.records import dataclass, replace
from model.units.figures import show

KIND = "lfs-df"
MARK = re.compile(
    r"^[ \t]*UUID[ \t].*(?:1K-blocks|bytes|Inodes|Used|Available|IUsed|[^\W\d]%)"
    r"|^[ \t]*[\w.-]{1,80}-(?:OST|MDT)[0-9a-fA-F]{4}_UUID[ \t]*(?:\d|:)",
    re.MULTILINE,
)
_TARGET = re.compile(r"\s*([\w.-]{1,80})-(OST|MDT)([0-9a-fA-F]{4})_UUID\s*(.*)")
_SUMMARY = re.compile(r"\s*filesystem[_ ]summary:\s*(.*)")
_COLUMNS = {
    "1K-blocks": "size",
    "bytes": "size",
    "Used": "used",
    "Free": "free",
    "Available": "available",
    "Inodes": "inodes",
    "IUsed": "inodes_used",
    "IFree": "inodes_free",
}
_IN_USE = ("used", "free", "available", "inodes_used", "inodes_free")
_SHARES = ("Use%", "IUse%")
MOST_ROUNDED = 0.02
"""Sums of rounded figures are off by less: each has two digits at least."""
ROUNDED = "0.1 of the printed unit: each figure may be off by half of that"


@dataclass(frozen=True)
class Target:
    """An OST or MDT; figures that weren't printed are None."""

    file_system: str
    kind: str
    index: int
    active: bool = True
    size: int | None = None
    used: int | None = None
    available: int | None = None
    inodes: int | None = None
    inodes_used: int | None = None

    @property
    def name(self) -> str:
        """As Lustre names it, without its file system."""
        return f"{self.kind}{self.index:04x}"

    @property
    def fillable(self) -> int | None:
        """What users may fill of it: the reserve for root doesn't count."""
        if self.used is None or self.available is None:
            return None
        return self.used + self.available


@dataclass(frozen=True)
class FileSystem:
    """What `lfs df` says of one file system."""

    name: str
    targets: tuple[Target, ...]
    total: Target | None
    """The summary, over all active OSTs."""
    rounded: bool
    is_cut: bool = False
    """Whether a line of it breaks off."""

    def with_more(self, later: FileSystem) -> FileSystem:
        """Add a later output of the same file system; its figures count where both have some."""
        known = {one.name: one for one in self.targets}
        for one in later.targets:
            known[one.name] = _joined(known.get(one.name), one, [])
        total = later.total
        if self.total is not None:
            total = self.total if total is None else _joined(self.total, total, [])
        rounded = later.rounded if total is not None and later.total is not None else self.rounded
        is_cut = self.is_cut or later.is_cut
        return FileSystem(self.name, tuple(known.values()), total, rounded, is_cut)

    def of(self, kind: str) -> list[Target]:
        """Return its active OSTs or MDTs."""
        return [one for one in self.targets if one.kind == kind and one.active]

    @property
    def unlisted(self) -> int:
        """Bytes of active OSTs whose lines are missing: the summary has more than the lines."""
        total = self.total.size if self.total else None
        sizes = [one.size for one in self.of("OST")]
        if total is None or None in sizes:
            return 0
        missing = total - sum(size or 0 for size in sizes)
        return missing if missing > total * MOST_ROUNDED else 0

    @property
    def osts_there(self) -> int:
        """Number of OSTs up to the highest index, with those that aren't listed."""
        return max((one.index + 1 for one in self.targets if one.kind == "OST"), default=0)


def read(output: Output) -> Iterator[Reading]:
    """Return the figures of each file system."""
    warnings: list[str] = []
    systems = list(_systems(output, warnings))
    if not systems:
        output.refuse("no OST or MDT with figures is listed: run 'lfs df' on a client")
    for system in systems:
        reading = _reading(system, warnings)
        yield Reading(KIND, reading, tuple(warnings), system)
        warnings = []


def _systems(output: Output, warnings: list[str]) -> Iterator[FileSystem]:
    columns: list[str] = []
    targets: dict[str, dict[str, Target]] = {}
    totals: dict[str, Target] = {}
    rounded: set[str] = set()
    cut: set[str] = set()
    last = ""
    for number, line in output.lines():
        words = line.split()
        if words[:1] == ["UUID"]:
            columns = words[1 : words.index("Mounted")] if "Mounted" in words else words[1:]
            if _is_other_language(columns):
                output.refuse(other_language("lfs df"), number)
        elif one := _TARGET.match(line):
            last = name = one[1]
            target = Target(name, one[2], int(one[3], 16))
            figures = one[4].split()
            if one[4].startswith(":"):
                target = replace(target, active=False)
            elif not columns:
                output.refuse("the head above the targets is missing: copy it, too", number)
            elif len(figures) < len(columns):
                warnings.append(f"line {number} is cut off: {target.name} is left out")
                cut.add(name)
                continue
            else:
                target = _filled(target, columns, figures)
                if target.size is None and target.inodes is None:
                    warnings.append(f"line {number}: {target.name} has no figures; left out")
                    continue
            known = targets.setdefault(name, {})
            known[target.name] = _joined(known.get(target.name), target, warnings)
            if target.active and _is_rounded(columns, figures):
                rounded.add(name)
        elif (one := _SUMMARY.match(line)) and last and len(one[1].split()) >= len(columns):
            total = _filled(Target(last, "OST", 0), columns, one[1].split())
            totals[last] = _joined(totals.get(last), total, warnings)
    if last and _breaks_off(output.text, last):
        cut.add(last)
    for name, known in targets.items():
        found = tuple(known.values())
        yield FileSystem(name, found, totals.get(name), name in rounded, name in cut)


def _breaks_off(text: str, name: str) -> bool:
    """Whether the last line is that of a target without the end that others have: '[OST:3]'."""
    *before, last = text.rstrip().split("\n")
    if last.startswith(f"{name}-") and " " not in last:
        return True
    ends = any(_TARGET.match(line) and line.rstrip().endswith("]") for line in before)
    return ends and _TARGET.match(last) is not None and not last.endswith("]")


def _is_other_language(columns: list[str]) -> bool:
    """Whether the head of a table has no column that it always has in English."""
    has_used = any(_COLUMNS.get(one) in _IN_USE for one in columns)
    return not has_used and any(one not in (*_COLUMNS, *_SHARES) for one in columns)


def _filled(target: Target, columns: list[str], figures: list[str]) -> Target:
    values: dict[str, Any] = {}
    for column, figure in zip(columns, figures, strict=False):
        if name := _COLUMNS.get(column):
            text = f"{figure}K" if "1K-blocks" in columns and figure.isdigit() else figure
            if name.startswith("inodes"):
                text = figure
            values[name] = binary_size(text)
    free, inodes_free = values.pop("free", None), values.pop("inodes_free", None)
    if values.get("used") is None:
        values["used"] = _less(values.get("size"), free)
    if values.get("inodes_used") is None:
        values["inodes_used"] = _less(values.get("inodes"), inodes_free)
    return replace(target, **values)


def _less(there: int | None, free: int | None) -> int | None:
    return None if there is None or free is None else max(0, there - free)


def _is_rounded(columns: list[str], figures: list[str]) -> bool:
    return "1K-blocks" not in columns and any(one[-1:].isalpha() for one in figures[:3])


def _joined(known: Target | None, new: Target, warnings: list[str]) -> Target:
    """Join the figures of `lfs df` and `lfs df -i`; the last of two outputs counts."""
    if known is None:
        return new
    if known.size is not None and new.size is not None and known != new:
        what = f"{new.name} is listed twice with different figures: the last ones count"
        if what not in warnings:
            warnings.append(what)
    return Target(
        new.file_system,
        new.kind,
        new.index,
        new.active and known.active,
        *(
            getattr(new, name) if getattr(new, name) is not None else getattr(known, name)
            for name in ("size", "used", "available", "inodes", "inodes_used")
        ),
    )


def _reading(system: FileSystem, warnings: list[str]) -> dict[str, Any]:
    osts = system.of("OST")
    sizes = [one.size for one in osts if one.size is not None]
    total = system.total or _sum(system.name, osts)
    size, fillable = total.size if sizes else None, total.fillable if sizes else None
    usual_size = usual(sizes)
    reading: dict[str, Any] = {
        "file_system": system.name,
        "osts_listed": len(osts),
        "osts_of_the_file_system": system.osts_there,
        "size_bytes_of_an_ost": usual_size,
        "size_bytes_total": size,
        "users_may_fill_bytes": fillable,
        "kept_for_root_share": None
        if size is None or fillable is None
        else share(max(0, size - fillable), size),
        "rounded": system.rounded,
        "rounded_to": ROUNDED if system.rounded else None,
    }
    inodes = [one.inodes for one in system.of("MDT") if one.inodes is not None]
    if inodes:
        reading["mdt_inodes"] = sum(inodes)
    if of_osts := [one.inodes for one in osts if one.inodes is not None]:
        reading["ost_inodes"] = sum(of_osts)
    if missing := system.unlisted:
        warnings.append(
            f"lines of OSTs are missing: the summary of {system.name} has "
            f"{show(missing, 'byte')} more than the {len(osts)} OSTs above it; save the whole "
            "output, and import it again"
        )
    elif len(osts) < system.osts_there:
        left = system.osts_there - len(osts)
        warnings.append(
            f"{left} of {system.osts_there} OSTs of {system.name} are inactive or not listed: "
            "their space is missing from the sum"
        )
    mdts = [one for one in system.targets if one.kind == "MDT"]
    if gone := sum(not one.active for one in mdts):
        warnings.append(
            f"{gone} of {len(mdts)} MDTs of {system.name} are inactive: their space and inodes are "
            "missing"
        )
    if system.total is None and osts:
        warnings.append(
            f"the line 'filesystem_summary' of {system.name} is missing: the output may be cut "
            "off, so save all of it"
        )
    odd = [one.name for one in osts if one.size is not None and one.size != usual_size]
    if odd and not system.rounded:
        shown = ", ".join(odd[:6]) + (" …" if len(odd) > 6 else "")
        warnings.append(f"{shown} of {system.name}: another size than the other OSTs")
    return reading


def _sum(name: str, osts: list[Target]) -> Target:
    return Target(
        name,
        "OST",
        0,
        True,
        sum(one.size or 0 for one in osts),
        sum(one.used or 0 for one in osts),
        sum(one.available or 0 for one in osts),
    )
