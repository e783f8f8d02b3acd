"""Small drawings, of which all that stands in them was worked out by hand, piece by piece."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from types import SimpleNamespace
from typing import Any, cast

import pytest

from model.answers.racks import Device, Elevation, RackUsed
from model.answers.views.pipes import Path, Pipe
from model.answers.views.view import Value
from model.planning.supply import Line
from report.drawings import data_path, elevation, miniature
from report.drawings.texts import LEGEND

SKIPPED = ("style", "role", "aria-label", "viewBox", "text-anchor", "data-about", "fill", "stroke")
LEFT_OUT = ("title", "desc", "g")


def pieces(drawing: str) -> list[str]:
    """Each piece in a line: what it is, where it stands, what it says."""
    found = []
    for one in ET.fromstring(drawing).iter():
        tag = one.tag.rpartition("}")[2]
        if tag not in LEFT_OUT:
            said = [value for name, value in one.attrib.items() if name not in SKIPPED]
            found.append(" ".join(filter(None, (tag, *said, one.text))))
    return found


def line(name: str, **more: Any) -> Line:
    path = f"site/tiers:data/lines:{name}"
    return Line(path, name, "data", "", name, cast(Any, None), **more)


def device(name: str, kind: str, bottom: int, units: int, pieces: int, **more: Any) -> Device:
    return Device(line(name, **more), kind, bottom, units, pieces, 1, 10.0, 200.0, 2.0)


FULL = (
    device("server", "server", 1, 1, 2),
    device("shelf", "enclosure", 2, 2, 1, owned="all"),
)
RACKS = Elevation(
    4,
    (
        RackUsed(1, FULL, 3, 30.0, 600.0, True, True),
        RackUsed(2, (device("server", "server", 2, 1, 1),), 1, 10.0, 200.0, False, False),
    ),
    (),
)
"""Two racks of four units: a server and a shelf of two units, and one server in the second unit.

A unit is 15 pixels high, a rack 162.9 across; 24 pixels stand above it, on its left 24, too.
"""
FRONT = [
    "svg 438 216",
    "text 24.0 15.0 13 bold Rack 1",
    "rect 21.0 21.0 168.9 66.0 1",
    *("text 17.0 80.0 8.5 1", "line 24.0 69.0 186.9 69.0 0.6"),
    *("text 17.0 65.0 8.5 2", "line 24.0 54.0 186.9 54.0 0.6"),
    *("text 17.0 50.0 8.5 3", "line 24.0 39.0 186.9 39.0 0.6"),
    *("text 17.0 35.0 8.5 4", "line 24.0 24.0 186.9 24.0 0.6"),
    "rect 24.0 69.0 162.9 15.0 site/tiers:data/lines:server.line_count 1",
    "text 29.0 80.1 10.5 2 x server",
    "path lost M24.0 69.0L186.9 84.0M24.0 84.0L186.9 69.0 2.5",
    "rect 24.0 39.0 162.9 30.0 site/tiers:data/lines:shelf.line_count 5 3 1",
    "text 29.0 57.6 10.5 shelf",
    *("text 24.0 101.0 11 3 of 4 units, 30 kg", "text 24.0 115.0 11 600 W"),
    "text 240.9 15.0 13 bold Rack 2",
    "rect 237.9 21.0 168.9 66.0 1",
    *("text 233.9 80.0 8.5 1", "line 240.9 69.0 403.7 69.0 0.6"),
    *("text 233.9 65.0 8.5 2", "line 240.9 54.0 403.7 54.0 0.6"),
    *("text 233.9 50.0 8.5 3", "line 240.9 39.0 403.7 39.0 0.6"),
    *("text 233.9 35.0 8.5 4", "line 240.9 24.0 403.7 24.0 0.6"),
    "rect 240.9 54.0 162.9 15.0 site/tiers:data/lines:server.line_count 1",
    "text 245.9 65.1 10.5 server",
    "text 240.9 101.0 11 1 of 4 units, at least 10 kg",
    "text 240.9 115.0 11 at least 200 W",
    *("rect 24.0 156.0 15.0 15.0 1", "text 44.0 168.0 11 server"),
    *("rect 122.0 156.0 15.0 15.0 1", "text 142.0 168.0 11 enclosure"),
    "text 24.0 192.0 11 crossed out: one server of data is down; dashed frames: already owned",
]
STAMP = [
    "svg 210 36",
    *("rect 1.0 4.0 30.0 12.0", "rect 1.0 13.0 30.0 2.4", "rect 1.0 7.0 30.0 5.4"),
    "rect 1.0 4.0 30.0 12.0 1",
    *("rect 36.0 4.0 30.0 12.0", "rect 36.0 10.0 30.0 2.4", "rect 36.0 4.0 30.0 12.0 1"),
]


def test_two_racks_from_the_front() -> None:
    drawing = elevation.svg(RACKS, "data")
    assert pieces(drawing) == FRONT
    hovers = [one.text for one in ET.fromstring(drawing).iter() if one.tag.endswith("}title")]
    assert hovers == [
        "Rack elevations",
        "2 x server, units 1 to 1, data, block 1",
        "shelf, units 2 to 3, data, block 1, already owned",
        "server, units 2 to 2, data, block 1",
    ]
    about = ET.fromstring(drawing).findtext("{*}desc")
    assert about == "Rack 1: 2 x server, shelf; Rack 2: server"


def test_two_racks_as_a_stamp() -> None:
    assert pieces(miniature.svg(RACKS)) == STAMP


GIGA = 1e9
LONG = "Drives that have a rather long name"
"""Of 8.6 pixels a letter it is longer than a place, which is 278.7 wide."""


class Figures(dict[tuple[str, str], float | None]):
    """What of results a drawing reads: figures, and what was computed once."""

    def once(self, _: Any, of: Any) -> Any:
        return of()


HEALTHY: Any = SimpleNamespace(name="healthy", is_partial=False)


def patched(monkeypatch: pytest.MonkeyPatch, *ways: Path) -> None:
    """Let a drawing have these ways, of which nobody knows more."""
    monkeypatch.setattr(data_path, "paths", lambda *_: ways)
    monkeypatch.setattr(data_path, "state", lambda *_: None)
    monkeypatch.setattr(data_path, "known_by", lambda *_: "measured")
    monkeypatch.setattr(data_path, "is_elsewhere", lambda _: False)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Both ways of a tier of three stages: 16 GB/s, four times the larger
    bound, are drawn 104 pixels high.

    Writing, adapters limit the bound, and commit least; drives are unknown. Reading, drives commit
    least, whose bound is cut, and something unknown could make less of the bound.
    """
    figures = Figures()

    def value(name: str, rate: float | None, **more: Any) -> Value:
        figures["site", name] = None if rate is None else rate * GIGA
        return Value((("site", name),), "byte/s", **more)

    def pipe(
        name: str, label: str, bound: float | None, expected: float | None, limits: bool = False
    ) -> Pipe:
        left_out = ("spine",) if name == "fabric" else ()
        stage: Any = SimpleNamespace(name=name, label=label, evidence="measured", left_out=left_out)
        at = f"{label[:3]}{bound}{expected}"
        return Pipe(stage, value(f"{at} bound", bound), value(f"{at} expected", expected), limits)

    write = Path(
        "write",
        (
            pipe("fabric", "Fabric", 10, 8),
            pipe("hba", "Adapters of a block", 4, 3, limits=True),
            pipe("drives", LONG, None, None),
        ),
        value("write bound", 4),
        value("write", 3),
    )
    read = Path(
        "read",
        (pipe("fabric", "Fabric", 10, 9), pipe("drives", LONG, 40, 2)),
        value("read bound", 3, at_most=True),
        value("read", 2),
    )
    patched(monkeypatch, write, read)
    return pieces(data_path.svg(cast(Any, figures), "site/tiers:data", HEALTHY))


PATH = [
    "svg 1010 402",
    "text 0.0 30.0 13 bold Clients",
    "rect 150.0 16 274.7 358.0 8",
    "text 287.3 48.0 13 bold site.Fab108 expected Fabric",
    "rect 428.7 16 274.7 358.0 8",
    "text 566.0 48.0 13 bold site.Ada43 expected Adapters of a block",
    "rect 707.3 16 274.7 358.0 8",
    *("text 844.7 48.0 13 bold Drives that have", "text 844.7 62.0 13 bold a rather long name"),
    # writing: 10 of 16 GB/s are 65 pixels, 8 are 52, 4 are 26 and 3 are 19.5, around 128
    *("text 0.0 110.0 14 bold Write", "text 0.0 134.0 20.0 bold site.write 3 GB/s"),
    *("text 0.0 150.0 12 expected", "text 0.0 167.0 12 site.write bound 4 GB/s"),
    "text 0.0 181.0 12 upper bound",
    "path committed M209.3 102.00H365.4C426.7 102.00 426.7 118.25 488.0 118.25H644.0"
    "L644.0 137.75H488.0C426.7 137.75 426.7 154.00 365.4 154.00H209.3Z 0.26",
    "rect stream 142.0 118.25 846.0 19.50",
    "path M988.0 111.2L1004.0 128.0L988.0 144.8Z",
    "path M209.3 95.50H365.4C426.7 95.50 426.7 115.00 488.0 115.00"
    "H644.0C705.3 115.00 705.3 76.00 766.6 76.00H922.7 0.45 1.2",
    "path M209.3 160.50H365.4C426.7 160.50 426.7 141.00 488.0 141.00"
    "H644.0C705.3 141.00 705.3 180.00 766.6 180.00H922.7 0.45 1.2",
    "path M209.3 95.50H365.4M209.3 160.50H365.4 1.8",
    "path M488.0 115.00H644.0M488.0 141.00H644.0 3.2",
    "path M766.6 76.00H922.7M766.6 180.00H922.7 1.8 4 4",
    "text 287.3 195.0 13 site.Fab108 bound 10 GB/s",
    "text 287.3 210.0 12 site.Fab108 expected (8 GB/s)",
    *("text 566.0 195.0 13 bold site.Ada43 bound 4 GB/s", "text 566.0 210.0 12 bold ▲ limits"),
    "text 844.7 195.0 12.5 unknown",
    # reading: 9 GB/s are 58.5 pixels, 2 are 13, around 278; of 40 all 104 are drawn, dashed
    *("text 0.0 260.0 14 bold Read", "text 0.0 284.0 20.0 bold site.read 2 GB/s"),
    *("text 0.0 300.0 12 expected", "text 0.0 317.0 12 site.read bound ≤ 3 GB/s"),
    "text 0.0 331.0 12 upper bound",
    "path committed M209.3 248.75H365.4C566.0 248.75 566.0 271.50 766.6 271.50H922.7"
    "L922.7 284.50H766.6C566.0 284.50 566.0 307.25 365.4 307.25H209.3Z 0.26",
    "rect stream 142.0 271.50 846.0 13.00",
    "path M142.0 264.5L126.0 278.0L142.0 291.5Z",
    "path M209.3 245.50H365.4C566.0 245.50 566.0 226.00 766.6 226.00H922.7 0.45 1.2",
    "path M209.3 310.50H365.4C566.0 310.50 566.0 330.00 766.6 330.00H922.7 0.45 1.2",
    "path M209.3 245.50H365.4M209.3 310.50H365.4 1.8",
    "path M766.6 226.00H922.7M766.6 330.00H922.7 1.8 4 4",
    "text 287.3 345.0 13 site.Fab109 bound 10 GB/s",
    "text 287.3 360.0 12 site.Fab109 expected (9 GB/s)",
    "text 844.7 345.0 13 bold site.Dri402 bound 40 GB/s",
    "text 844.7 360.0 12 bold ▲ (2 GB/s)",
    f"text 0.0 394.0 12 {LEGEND}",
]


def test_the_data_path_of_three_stages(drawn: list[str]) -> None:
    assert drawn == PATH


def test_a_way_of_which_nothing_is_known_has_no_river(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its words: unknown is no small rate. Two stages of one place have a name in common."""
    figures: Any = Figures({("site", "x"): None})
    unknown = Value((("site", "x"),), "byte/s")
    stages = [
        SimpleNamespace(name=name, label=label, evidence="", left_out=())
        for name, label in (("targets", "Targets"), ("drives", "All"))
    ]
    pipes = tuple(Pipe(cast(Any, stage), unknown, unknown, False) for stage in stages)
    patched(monkeypatch, Path("write", pipes, unknown, unknown))
    drawing = pieces(data_path.svg(figures, "site/tiers:data", HEALTHY))
    assert not [piece for piece in drawing if piece.startswith("path")]
    assert [piece for piece in drawing if piece.endswith("unknown")] == [
        "text 0.0 134.0 20.0 bold site.x unknown",
        "text 0.0 167.0 12 site.x unknown",
        "text 357.0 195.0 12.5 unknown",
        "text 775.0 195.0 12.5 unknown",
    ]
    assert drawing[2:6] == [
        "rect 150.0 16 832.0 208.0 8",
        "text 566.0 32.0 12 Drives",
        "text 357.0 48.0 13 bold All",
        "text 775.0 48.0 13 bold Targets",
    ]


def test_the_sixth_rack_stands_below_the_first() -> None:
    """Five in a row: 216.9 pixels each, and 156 down."""
    servers = [
        RackUsed(n, (device(f"server {n}", "server", 1, 1, 1),), 1, 10.0, 200.0, True, True)
        for n in range(1, 7)
    ]
    drawing = pieces(elevation.svg(Elevation(4, tuple(servers), ())))
    heads = [piece for piece in drawing if " bold Rack " in piece]
    lefts = ("24.0", "240.9", "457.7", "674.6", "891.4")
    assert heads == [
        *(f"text {left} 15.0 13 bold Rack {n}" for n, left in enumerate(lefts, 1)),
        "text 24.0 171.0 13 bold Rack 6",
    ]
