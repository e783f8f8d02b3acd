"""Reads the texts of layouts beside ZFS's: RAID groups, and codes of data and parity strips."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from model.errors import quoted
from model.records import dataclass
from model.zfs.spellings import WIDEST_RAID

_TIMES = r"[x*\u00d7]"
_COUNT = rf"(?:(?P<count>\d+)(?:\s*{_TIMES}\s*|\s+))?"
_RAID = (
    rf"(?i){_COUNT}(?P<kind>raid-?(?:10|50|60|0|1|5|6)|drive)"
    rf"(?::(?:(?P<spans>\d+)\s*{_TIMES}\s*)?(?P<width>\d+)(?:\+(?P<parity>\d+)p?)?)?"
)
_NAMES = "declustered|gridraid|adapt|ddp|dcr"
_SPREAD = (
    rf"(?i){_COUNT}(?P<kind>{_NAMES})\s*:\s*"
    r"(?:(?P<data>\d+)d?\+(?P<parity>\d+)p?:)?(?P<width>\d+)c?(?::(?P<spares>\d+)s)?"
)
_AS_IN_TIERS = r"(?i)\d+d\+\d+p:\d+c(?::\d+s)?"
"""A declustered array as `target.declustered` has it."""
_CODE = r"(?P<data>\d+)\s*\+\s*(?P<parity>\d+)\s*p?"
_COPIES = r"(?P<copies>\d+)[ -]?(?:way|copies|x)"
_OF_SERVERS = (
    rf"(?i)(?P<system>ceph|declustered|ece|code|daos|weka|vast|quobyte|minio)\s*:\s*"
    rf"(?P<code>{_CODE}|{_COPIES})"
)
RAID_EXAMPLE = (
    "write 'raid6:10', '3 x raid6:10', 'raid10:8', 'raid60:2x10', 'raid5:5', 'raid1:2', 'drive' or "
    "'declustered:8d+2p:41c:2s'"
)
CODE_EXAMPLE = "write '8+2p' for data and parity, or '3-way' for copies"
_PARITY = {"raid0": 0, "raid5": 1, "raid6": 2, "drive": 0}
_LEAST = {"raid0": 1, "raid1": 2, "raid5": 3, "raid6": 4, "raid10": 4, "drive": 1}
"""Controllers that export no single drives have each in a RAID 0 of its own."""
_SPANNED = {"raid50": "raid5", "raid60": "raid6"}
"""What each span is of groups whose stripes lie over several."""
_USUAL = 10
"""Drives of a span, for examples."""


@dataclass(frozen=True, slots=True)
class Product:
    """What a product's declustered arrays have, as its maker says; None where that isn't public."""

    source: str
    codes: tuple[str, ...] = ()
    spares: int | None = None
    least: int = 0
    most: int = 0


PRODUCTS = {
    "declustered": Product("as stated"),
    "gridraid": Product("KAUST, Shaheen II: GridRAID 41(8+2)+2 on Sonexion 2000", ("8+2",), 2),
    "adapt": Product(
        "Dell PowerVault ME4 administrator's guide: About ADAPT", ("8+2", "16+2"), 2, 12, 128
    ),
    "ddp": Product(
        "NetApp TR-4652, Dynamic Disk Pools: 8+2, 11 drives at least", ("8+2",), None, 11
    ),
    "dcr": Product("DDN publishes no rule"),
}
"""By the name that stands before the layout. A rule that isn't public must be said: its spares."""


class LayoutTextError(ValueError):
    """The text is no layout of its kind; the message says what to write instead."""


@dataclass(frozen=True, slots=True)
class RaidGroups:
    """So many equal RAID groups (LUNs): drives of one, those that hold data, those it can lose.

    Of RAID 50 and 60 the `spans` of a group are alike, each with so many drives. Of declustered
    arrays, `spares` is the spare space in drives, and data are spread over the rest.
    """

    count: int
    drives: int
    data_drives: float
    survives: int
    spans: int = 1
    spares: int = 0

    @property
    def copies(self) -> int:
        """Copies of each byte on the drives of a mirror; 1 where parity or nothing protects it."""
        return self.survives + 1 if self.data_drives * (self.survives + 1) == self.drives else 1

    @property
    def strips_of_data(self) -> float:
        """Data strips of a stripe of a declustered array."""
        parity = self.drives - self.spares - self.data_drives
        return round(self.data_drives * self.survives / parity) if parity else self.data_drives

    @property
    def sets(self) -> int:
        """Sets of drives in a group that lose data by themselves: the mirrors of RAID 10."""
        return self.drives // self.copies if self.copies > 1 else 1

    @property
    def update_reads(self) -> int:
        """Reads of drives for each small write: old data and parity; none of copies."""
        return 0 if self.copies > 1 or not self.survives else self.survives + 1

    @property
    def update_writes(self) -> int:
        """Writes to drives for each small write: new data with its parity or copies."""
        return self.survives + 1

    @property
    def all_drives(self) -> int:
        """Drives of all groups."""
        return self.count * self.spans * self.drives


@dataclass(frozen=True, slots=True)
class Code:
    """Data strips, and the strips of parity or further copies, that one loses none by."""

    data: int
    parity: int


@dataclass(frozen=True, slots=True)
class ServerCode:
    """A code or copies over servers: as a tier says them, and its file system."""

    redundancy: str
    layout: str
    file_system: str

    @property
    def fewest_servers(self) -> int:
        """The fewest servers that hold each strip or copy on a different one."""
        code = parse_code(self.layout)
        return code.data + code.parity

    @property
    def shares_servers(self) -> bool:
        """Whether several strips may lie on one server: those of a recovery group do."""
        return self.redundancy == "declustered"


def parse_server_code(text: str) -> ServerCode | None:
    """Read an erasure code across servers with its system in front; None for other texts.

    >>> parse_server_code("ceph:8+3"), parse_server_code("raid6:10")
    (ServerCode(redundancy='ceph', layout='8+3', file_system='ceph'), None)
    >>> parse_server_code("declustered:8+2p"), parse_server_code("declustered:8d+2p:41c:2s")
    (ServerCode(redundancy='declustered', layout='8+2p', file_system='scale'), None)
    """
    match = re.fullmatch(_OF_SERVERS, text.strip())
    if match is None:
        return None
    system, code = match["system"].lower(), match["code"]
    if system in ("declustered", "ece"):
        return ServerCode("declustered", code, "scale")
    if system == "ceph":
        return ServerCode("ceph", code, "ceph")
    return ServerCode("code", code, "none" if system == "code" else system)


COMMON_CODES: Mapping[str, tuple[str, ...]] = {
    "Ceph": ("3-way", "4+2", "6+3", "8+3", "8+4", "16+4"),
    "Storage Scale ECE": ("3-way", "4-way", "4+2p", "4+3p", "8+2p", "8+3p", "16+2p", "16+3p"),
    "Other erasure codes across servers": ("3-way", "4+2", "8+2", "8+3", "16+2", "16+4"),
}
"""Erasure codes across servers in common use, by family."""
SYSTEMS = dict(zip(COMMON_CODES, ("ceph", "declustered", "code"), strict=True))
"""What stands before a code of each family."""


def target_fields(layout: str, copies: int = 1) -> dict[str, object]:
    """Return the fields of a tier's target of a layout; RAID groups are formatted with XFS.

    >>> target_fields("ceph:8+3"), target_fields("raidz2:10", 2)
    ({'redundancy': 'ceph', 'layout': '8+3'}, {'layout': 'raidz2:10', 'copies': 2})
    """
    if code := parse_server_code(layout):
        return {"redundancy": code.redundancy, "layout": code.layout}
    mirrored = {"copies": copies} if copies > 1 else {}
    if says_raid(layout):
        return {"redundancy": "raid", "layout": layout, "format": "xfs", **mirrored}
    return {"layout": layout, **mirrored}


def _count(text: str, match: re.Match[str]) -> int:
    """Give the number of groups: one, unless a number is written."""
    count = int(match["count"] or 1)
    if count < 1:
        raise LayoutTextError(f"{quoted(text)} has no groups: write at least 1")
    return count


def _drives(count: int) -> str:
    return f"{count} drive{'s' * (count != 1)}"


def _parity(text: str, kind: str, match: re.Match[str]) -> int:
    """Give the drives of parity that are written apart, as in 'raid6:8+2'."""
    data, parity, own = match["width"], match["parity"], _PARITY.get(kind, 0)
    if parity is None:
        return 0
    if int(parity) != own or not own:
        remedy = f"'{kind}:{data}+{own}'" if own else f"all drives of a group, as in '{kind}:8'"
        raise LayoutTextError(
            f"{quoted(text)}: a {kind} has {_drives(own)} of parity: write {remedy}"
        )
    return own


def says_raid(text: str) -> bool:
    """Whether a text speaks of RAID groups at all, right or wrong: not of vdevs, nor of a code.

    >>> says_raid("raid6:41"), says_raid("gridraid:41"), says_raid("raidz2:10")
    (True, True, False)
    >>> says_raid("8 x drive"), says_raid("declustered:8+2p"), says_raid("8d+2p:41c:2s")
    (True, False, True)
    """
    if re.fullmatch(_AS_IN_TIERS, text.strip()):
        return True
    groups = rf"{_COUNT}((raid-?(10|50|60|0|1|5|6)|{_NAMES})\s*:|drive\s*$)"
    said = re.match(groups, text.strip(), re.IGNORECASE) is not None
    return said and parse_server_code(text) is None


@lru_cache(512)
def parse_raid(text: str) -> RaidGroups:
    """Read the text of the RAID groups of one target.

    >>> parse_raid("3 x raid6:10")
    RaidGroups(count=3, drives=10, data_drives=8, survives=2, spans=1, spares=0)
    >>> parse_raid("gridraid:41")
    RaidGroups(count=1, drives=41, data_drives=31.2, survives=2, spans=1, spares=2)
    >>> parse_raid("8d+2p:41c:2s") == parse_raid("declustered:8d+2p:41c:2s")
    True

    Raises
    ------
    LayoutTextError
        The text is no such layout; says what to write instead.
    """
    if re.fullmatch(_AS_IN_TIERS, text.strip()):
        return parse_raid(f"declustered:{text.strip()}")
    if spread := re.fullmatch(_SPREAD, text.strip()):
        return _spread(text, spread)
    match = re.fullmatch(_RAID, text.strip())
    if match is None:
        raise LayoutTextError(f"{quoted(text)} is no RAID layout: {RAID_EXAMPLE}")
    count, kind = _count(text, match), match["kind"].lower().replace("-", "")
    if match["width"] is None and kind != "drive":
        raise LayoutTextError(f"{quoted(text)}: say how many drives a group has, as in '{kind}:10'")
    if kind in _SPANNED:
        return _spanned(text, kind, match)
    if match["spans"]:
        remedy = f"write '{match['spans']} x {kind}:{match['width']}' for so many groups"
        raise LayoutTextError(f"{quoted(text)}: a {kind} has no spans: {remedy}")
    width = int(match["width"] or 1) + _parity(text, kind, match)
    if kind in ("raid5", "raid6") and width > WIDEST_RAID:
        raise LayoutTextError(
            f"{quoted(text)}: a {kind} has at most {WIDEST_RAID} drives: write "
            f"'declustered:8d+2p:{width}c:2s' if its strips are spread (GridRAID, DCR, DDP, "
            f"ADAPT), or several groups, as in '4 x {kind}:10'"
        )
    if kind == "drive" and width != 1:
        raise LayoutTextError(f"{quoted(text)}: a drive stands alone: write '{width or 1} x drive'")
    if width < _LEAST[kind]:
        raise LayoutTextError(f"{quoted(text)}: a {kind} has at least {_drives(_LEAST[kind])}")
    if kind == "raid10" and width % 2:
        raise LayoutTextError(f"{quoted(text)}: a raid10 has an even number of drives")
    if kind == "raid1":
        return RaidGroups(count, width, 1, width - 1)
    if kind == "raid10":
        return RaidGroups(count, width, width // 2, 1)
    return RaidGroups(count, width, width - _PARITY[kind], _PARITY[kind])


def _spanned(text: str, kind: str, match: re.Match[str]) -> RaidGroups:
    """Read RAID 50 and 60, whose spans must be said."""
    spans, below = match["spans"], _SPANNED[kind]
    if spans is None:
        width = int(match["width"])
        fewest = max(2, -(-width // WIDEST_RAID))
        whole = [n for n in range(fewest, width // _LEAST[below] + 1) if not width % n]
        example = min(whole, key=lambda n: abs(width / n - _USUAL), default=2)
        each = width // example if whole else _USUAL
        remedy = f"write '{kind}:{example}x{each}' for {example} spans of {each} drives"
        raise LayoutTextError(f"{quoted(text)}: a {kind} says its spans: {remedy}")
    one = parse_raid(f"{below}:{match['width']}" + (f"+{match['parity']}" * bool(match["parity"])))
    if int(spans) < 2:
        raise LayoutTextError(f"{quoted(text)}: a {kind} has at least 2 spans: write '{kind}:2x10'")
    return RaidGroups(_count(text, match), one.drives, one.data_drives, one.survives, int(spans))


def _spread(text: str, match: re.Match[str]) -> RaidGroups:
    """Read declustered arrays, by the rules of their product."""
    kind = match["kind"].lower()
    product, count, width = PRODUCTS[kind], _count(text, match), int(match["width"])
    code = f"{match['data']}+{match['parity']}" if match["data"] else next(iter(product.codes), "")
    spares = int(match["spares"]) if match["spares"] else product.spares
    if not code or spares is None:
        code_said = (code or "8+2").replace("+", "d+")
        layout = f"{kind}:{code_said}p:{width}c:{2 if spares is None else spares}s"
        what = "its spares" if code else "its code and its spares"
        why = "" if kind == "declustered" else f" ({product.source})"
        raise LayoutTextError(f"{quoted(text)}: say {what}, as in '{layout}'{why}")
    if product.codes and code not in product.codes:
        raise LayoutTextError(
            f"{quoted(text)}: {kind} has {' or '.join(product.codes)} ({product.source})"
        )
    data, parity = map(int, code.split("+"))
    least = max(product.least, data + parity + spares)
    if data < 1:
        raise LayoutTextError(f"{quoted(text)} holds no data: write a code such as '8d+2p'")
    if width < least or (product.most and width > product.most):
        most = f" to {product.most}" if product.most else " or more"
        raise LayoutTextError(
            f"{quoted(text)}: {data}+{parity} and {spares} spare{'s' * (spares != 1)} take "
            f"{least}{most} drives, not {width}"
        )
    return RaidGroups(count, width, (width - spares) * data / (data + parity), parity, 1, spares)


@lru_cache(512)
def parse_code(text: str) -> Code:
    """Read a code of data and parity strips, or of copies.

    >>> parse_code("8+3p"), parse_code("3-way")
    (Code(data=8, parity=3), Code(data=1, parity=2))

    Raises
    ------
    LayoutTextError
        The text is no such code; says what to write instead.
    """
    if match := re.fullmatch(_COPIES, text.strip(), re.IGNORECASE):
        code = Code(1, int(match["copies"]) - 1)
    elif match := re.fullmatch(_CODE, text.strip(), re.IGNORECASE):
        code = Code(int(match["data"]), int(match["parity"]))
    else:
        raise LayoutTextError(f"{quoted(text)} is not a code: {CODE_EXAMPLE}")
    if code.data < 1 or code.parity < 0:
        raise LayoutTextError(f"{quoted(text)} holds no data: {CODE_EXAMPLE}")
    return code
