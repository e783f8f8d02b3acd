"""Small outputs of IOR: every figure of each, and what is noted of it, written down by hand."""

from __future__ import annotations

import pytest

from model.calibration.measurements.ior import COMMAND, DIRECT, TIME_LIMIT, _of_command, read
from model.calibration.measurements.measurement import Measurement, Output, spread, whole

MIB = 2**20
TITLE = "IOR-3.3.0: MPI Coordinated Test of Parallel I/O\n"
ROWS = "access    bw(MiB/s)  block(KiB) xfer(KiB)  open(s)\n"
TABLE = "Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev\n"


def options(repetitions: int = 2) -> str:
    return f"nodes : 2\ntasks : 8\nrepetitions : {repetitions}\n"


def rows(way: str, *rates: float) -> str:
    return "".join(f"{way}     {rate}     1024  1024  0.1\n" for rate in rates)


def summary(way: str, most: float, least: float, mean: float) -> str:
    return f"{way}       {most}     {least}     {mean}      1.5\n"


Found = tuple[str, float, str, int, str, str]
AGAINST = "the summary contradicts the repetitions ({}): see which are right"
RUN = TITLE + options() + ROWS  # rows begin in line 6
TWO = rows("write", 100.0, 300.0)
OF_TWO: list[Found] = [
    ("write bandwidth", 200.0, "mean of 2 in MiB/s", 6, "", ""),
    ("max write bandwidth", 300.0, "300.0 MiB/s", 7, "", ""),
    ("min write bandwidth", 100.0, "100.0 MiB/s", 6, "", ""),
]


def of_table(note: str, most: str = "300.0", least: str = "100.0", line: int = 9) -> list[Found]:
    return [
        ("write bandwidth", 200.0, "200.0 MiB/s", line, "", note),
        ("max write bandwidth", float(most), f"{most} MiB/s", line, "", note),
        ("min write bandwidth", float(least), f"{least} MiB/s", line, "", note),
    ]


SIX = rows("write", 300.0, 100.0, 150.0, 200.0, 250.0, 260.0)
OUTPUTS: dict[str, tuple[str, list[Found]]] = {
    "repetitions": (RUN + TWO, OF_TWO),
    "the highest one first": (
        RUN + rows("write", 300.0, 100.0),
        [
            ("write bandwidth", 200.0, "mean of 2 in MiB/s", 6, "", ""),
            ("max write bandwidth", 300.0, "300.0 MiB/s", 6, "", ""),
            ("min write bandwidth", 100.0, "100.0 MiB/s", 7, "", ""),
        ],
    ),
    "equal repetitions, both ways": (
        RUN + rows("read", 50.0, 50.0) + rows("write", 70.0, 70.0),
        [
            ("write bandwidth", 70.0, "70.0 MiB/s", 8, "", ""),
            ("read bandwidth", 50.0, "50.0 MiB/s", 6, "", ""),
        ],
    ),
    "repetitions that lack": (
        TITLE + options(3) + ROWS + TWO,
        [(*one[:5], "2 of 3 repetitions: cut off") for one in OF_TWO],
    ),
    "a summary that agrees": (
        RUN + TWO + TABLE + summary("write", 300.0, 100.0, 200.0),
        of_table(""),
    ),
    "a summary of two digits more": (
        RUN + TWO + TABLE + summary("write", 300.6, 99.9, 200.0),
        of_table("", most="300.6", least="99.9"),
    ),
    "a summary with another highest one": (
        RUN + TWO + TABLE + summary("write", 300.7, 100.0, 200.0),
        of_table(AGAINST.format("100.0, 300.0"), most="300.7"),
    ),
    "a summary with another lowest one": (
        RUN + TWO + TABLE + summary("write", 300.0, 99.7, 200.0),
        of_table(AGAINST.format("100.0, 300.0"), least="99.7"),
    ),
    "five of the repetitions are named": (
        TITLE + options(6) + ROWS + SIX + TABLE + summary("write", 301.0, 100.0, 200.0),
        of_table(AGAINST.format("300.0, 100.0, 150.0, 200.0, 250.0, …"), most="301.0", line=13),
    ),
    "all five are named": (
        TITLE
        + options(5)
        + ROWS
        + SIX[: SIX.rindex("write")]
        + TABLE
        + summary("write", 301.0, 100.0, 200.0),
        of_table(AGAINST.format("300.0, 100.0, 150.0, 200.0, 250.0"), most="301.0", line=12),
    ),
    "a summary of which repetitions lack": (
        TITLE + options(3) + ROWS + TWO + TABLE + summary("write", 400.0, 100.0, 200.0),
        of_table("", most="400.0"),
    ),
    "a summary alone": (
        TITLE + options() + TABLE + summary("write", 300.0, 100.0, 200.0),
        of_table("", line=6),
    ),
    "a summary in MB": (
        TITLE + options() + TABLE.replace("MiB", "MB") + summary("write", 300.0, 100.0, 200.0),
        [
            ("write bandwidth", 200e6 / MIB, "200.0 MB/s", 6, "", ""),
            ("max write bandwidth", 300e6 / MIB, "300.0 MB/s", 6, "", ""),
            ("min write bandwidth", 100e6 / MIB, "100.0 MB/s", 6, "", ""),
        ],
    ),
    "only the highest ones": (
        TITLE + options() + "Max Write: 123.5 MiB/sec (129.5 MB/sec)\nMax Read:  7 MiB/sec\n",
        [
            ("max write bandwidth", 123.5, "123.5 MiB/s", 5, "", ""),
            ("max read bandwidth", 7.0, "7 MiB/s", 6, "", ""),
        ],
    ),
    "nothing was measured": (RUN + rows("write", 0.0, 0.0), []),
    "one of two was measured": (
        RUN + rows("write", 0.0, 50.0),
        [("write bandwidth", 50.0, "50.0 MiB/s", 7, "", "")],
    ),
    "two runs": (
        RUN + rows("write", 50.0, 50.0) + RUN + rows("write", 60.0, 60.0),
        [
            ("write bandwidth", 50.0, "50.0 MiB/s", 6, "test 1", ""),
            ("write bandwidth", 60.0, "60.0 MiB/s", 13, "test 2", ""),
        ],
    ),
    "two tests of a run": (
        TITLE
        + "Test 0 started: now\n"
        + options()
        + ROWS
        + rows("read", 50.0, 50.0)
        + "Test 1 started: then\n"
        + options()
        + ROWS
        + rows("read", 60.0, 60.0),
        [
            ("read bandwidth", 50.0, "50.0 MiB/s", 7, "test 1", ""),
            ("read bandwidth", 60.0, "60.0 MiB/s", 14, "test 2", ""),
        ],
    ),
}


def figures(text: str) -> list[Measurement]:
    return list(read(Output("a.txt", text)))


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_figure(name: str) -> None:
    text, expected = OUTPUTS[name]
    found = figures(text)
    assert all((one.kind, one.unit, one.file) == ("IOR", "byte/s", "a.txt") for one in found)
    told = [(x.figure, x.printed, x.line, x.case, x.note) for x in found]
    assert told == [(one[0], *one[2:]) for one in expected]
    assert [x.value / MIB for x in found] == pytest.approx([one[1] for one in expected])
    assert {(one.nodes, one.tasks) for one in found} <= {(2, 8)}


@pytest.mark.parametrize(
    ("stated", "nodes", "tasks"),
    [
        ("nodes : 3\ntasks : 8\n", 3, 8),
        ("clients : 8 (4 per node)\n", 2, 8),
        ("clients : 9 (4 per node)\n", 3, 9),
        ("tasks : 9\nclients per node : 3\n", 3, 9),
        ("tasks : 9\n", None, 9),
        ("nodes : 2\n", 2, None),
        ("clients per node : 3\n", None, None),
    ],
)
def test_nodes_and_tasks(stated: str, nodes: int | None, tasks: int | None) -> None:
    (one,) = figures(TITLE + stated + ROWS + rows("write", 5.0))
    assert (one.nodes, one.tasks) == (nodes, tasks)
    assert dict(one.details)["version"] == "3.3.0"


@pytest.mark.parametrize(
    ("command", "limit", "direct"),
    [
        ("ior -a POSIX", "0", "0"),
        ("ior -D 30", "30", "0"),
        ("ior -D30 -w", "30", "0"),
        ("ior -D 10 -D 20", "20", "0"),
        ("ior -B", "0", "1"),
        ("ior --posix.odirect", "0", "1"),
        ("ior -O useO_DIRECT=1", "0", "1"),
        ("ior -O useO_DIRECT=0", "0", "0"),
        ("ior -O deadlineForStonewalling=9", None, "0"),
        ("ior -f script -B", None, None),
        ("ior -fscript -D 3", None, None),
        ("", None, None),
    ],
)
def test_what_a_command_line_says(command: str, limit: str | None, direct: str | None) -> None:
    found = _of_command({COMMAND: command})
    assert (found.get(TIME_LIMIT), found.get(DIRECT)) == (limit, direct)
    assert _of_command({}) == {}


@pytest.mark.parametrize(
    ("figures_of_three", "expected"),
    [
        ((3.0, 1.0, 2.0), {"a": 2.0, "max a": 3.0, "min a": 1.0}),
        ((2.0, 2.0, 2.0), {"a": 2.0}),
        ((2.0, 1.0, 2.0), {"a": 2.0, "min a": 1.0}),
        ((3.0, None, None), {"max a": 3.0}),
        ((None, 1.0, None), {"min a": 1.0}),
        ((None, None, None), {}),
    ],
)
def test_what_repetitions_differ_in(
    figures_of_three: tuple[float | None, float | None, float | None], expected: dict[str, float]
) -> None:
    assert dict(spread("a", *figures_of_three)) == expected


def test_counts_of_tasks() -> None:
    texts = {"8": 8, " 8 of 9": 8, "123456789": 123456789, "1234567890": None, "x": None, "": None}
    assert {text: whole(text) for text in texts} == texts
    assert whole(None) is None


def of(figure: str, line: int = 1, case: str = "", file: str = "a", **more: object) -> Measurement:
    return Measurement("IOR", figure, 1.0, "byte/s", "1", file, line, case, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (of("write"), of("write"), True),
        (of("write"), of("write", 2), False),
        (of("write"), of("max write", 2), True),
        (of("min write"), of("max write", 2), True),
        (of("write"), of("read"), False),
        (of("write"), of("max read"), False),
        (of("write"), of("write", case="b"), False),
        (of("write"), of("max write", case="b"), False),
        (of("write"), of("write", file="b"), False),
        (of("best write"), of("write", 2), False),
        (of("best write"), of("write", 1), True),
        (of("sum", part_of=(("write", "b"),)), of("write", 9, "b"), True),
        (of("sum", part_of=(("write", "b"),)), of("write", 9, "c"), False),
        (of("sum", part_of=(("write", "b"),)), of("write", 9, "b", "other"), False),
    ],
)
def test_figures_of_one_run(one: Measurement, other: Measurement, same: bool) -> None:
    assert one.of_one_run(other) is same
    assert other.of_one_run(one) is same


def test_the_origin_of_a_figure() -> None:
    first, second, elsewhere = of("write", case="b"), of("write", case="c"), of("write", 2, "b")
    assert first.origin((first, second, elsewhere)) == "a:1 (b)"
    assert elsewhere.origin((first, second, elsewhere)) == "a:2"
    whole_file = of("write", 0)
    assert whole_file.origin((whole_file,)) == "a"
    places = [(one.place.line, one.place.column) for one in (first, whole_file)]
    assert places == [(1, 1), (0, 0)]


def test_lines_are_without_ranks_and_the_last_one_may_be_cut() -> None:
    text = "[1,0]<stdout>: a \n 12: b\nc: d\n" + "x" * 5000 + "\nlast"
    lines = dict(Output("a", text).lines())
    assert [lines[n] for n in (1, 2, 3, 5)] == ["a", "b", "c: d", "last"]
    assert len(lines[4]) == 4000
    assert Output("a", text).cut_line == 5
    assert Output("a", text + "\n").cut_line == 0
