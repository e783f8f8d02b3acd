"""Small tables, charts and sentences case by case: at the limits that decide what they say."""

from __future__ import annotations

import datetime
from types import SimpleNamespace
from typing import Any

import pytest

from model.answers.job_efficiency import warnings_of_checkpoints
from model.answers.metadata import inodes_are_bound, notes_of, remedy_of_inodes
from model.answers.ranges import Chance, chance_text
from model.answers.summary import endurance_sentence, full_when
from model.answers.usable import compared, measure
from model.answers.verdict import chance_json
from model.answers.views import bill, comparison_tables
from model.answers.views.chart import Axis, Chart, Line, Series, largest, starts
from model.answers.views.view import FixedValue
from tests.answers.test_warnings_of_plans import plan, priced
from tests.planned import like

AT = "site/tiers:t"


def figures(*values: float | None) -> tuple[FixedValue | None, ...]:
    return tuple(FixedValue(one, "1") for one in values)


BARS = Series("a", figures(3.0, -5.0, None))
FALL = Series(
    "a", figures(10.0, 4.0, None, 5.0, 1.0), "fall", takes=(False, True, True, False, True)
)


def chart(*series: Series, **more: Any) -> Chart:
    return Chart("", Axis(), series, **more)


@pytest.mark.parametrize(
    ("series", "expected"),
    [
        (BARS, [0, 0, 0]),
        (Series("a", figures(1.0, 2.0), starts=(4.0, 5.0)), [4, 5]),
        (FALL, [0, 6, 6, 0, 4]),
        (Series("a", (None, *figures(2.0)), "fall", takes=(False, True)), [0, -2]),
    ],
)
def test_bars_begin_where_they_say_or_where_a_fall_ended(
    series: Series, expected: list[float]
) -> None:
    assert starts(None, series) == expected


@pytest.mark.parametrize(
    ("found", "second", "expected"),
    [
        (chart(BARS), False, 5),
        (chart(), False, None),
        (chart(Series("a", figures(None))), False, None),
        (chart(BARS, lines=(Line(-7.0, "x"),)), False, 7),
        (chart(BARS, lines=(Line(7.0, "x", is_place=True),)), False, 5),
        (chart(BARS, lines=(Line(7.0, "x"),)), True, None),
        (chart(Series("a", figures(9.0), second=True)), True, 9),
        (chart(Series("a", figures(9.0), second=True)), False, None),
        (chart(Series("a", figures(1.0), starts=(4.0,))), False, 5),
        (chart(BARS, Series("b", figures(4.0, 1.0, 2.0)), together="stacked"), False, 7),
        (chart(BARS, Series("b", figures(4.0, 1.0, 2.0))), False, 5),
        (chart(FALL), False, 10),
    ],
)
def test_an_axis_holds_the_longest_bar_stack_and_line(
    found: Chart, second: bool, expected: float | None
) -> None:
    """Of its own figures: neither a line at a place nor the other axis counts."""
    assert largest(None, found, second=second) == expected


CHANCES: list[tuple[float, float, str, dict[str, float | None]]] = [
    # met, unknown: as a text, for programs
    (0.5, 0.0, "50 %", {"chance": 0.5}),
    (0.0, 1.0, "", {"chance": None}),
    (0.0, 0.25, "0 to 25 %", {"chance": None, "chance_at_least": 0.0, "chance_at_most": 0.25}),
    (0.5, 0.25, "50 to 75 %", {"chance": None, "chance_at_least": 0.5, "chance_at_most": 0.75}),
    (0.5, 1e-4, "50 %", {"chance": None, "chance_at_least": 0.5, "chance_at_most": 0.5001}),
]


@pytest.mark.parametrize(("met", "unknown", "text", "json"), CHANCES)
def test_a_chance_has_two_ends_where_some_cases_are_unknown(
    met: float, unknown: float, text: str, json: dict[str, float | None]
) -> None:
    found = Chance("a", "A", met, unknown)
    assert found.text == text
    assert chance_json(found) == json
    assert chance_json(None) == {"chance": None}


@pytest.mark.parametrize(
    ("chance", "said"),
    [(0.0, "0 %"), (1e-9, "under 1 %"), (0.005, "under 1 %"), (0.006, "1 %"), (0.994, "99 %"),
     (0.995, "over 99 %"), (0.999999, "over 99 %"), (1.0, "100 %")],
)  # fmt: skip
def test_a_chance_is_sure_only_if_it_is(chance: float, said: str) -> None:
    assert chance_text(chance) == said


YEAR = 31_557_600.0
DAY = datetime.date(2029, 3, 1)


@pytest.mark.parametrize(
    ("time", "date", "known", "said"),
    [
        (YEAR, DAY, False, ("unknown", "")),
        (None, None, True, ("not in 5 years", "")),
        (0.0, DAY, True, ("at once", "")),
        (2 * YEAR, None, True, ("after 2 years", "")),
        (2 * YEAR, DAY, True, ("2029-03-01", "after 2 years")),
    ],
)
def test_when_something_is_full_in_a_word(
    time: float | None, date: datetime.date | None, known: bool, said: tuple[str, str]
) -> None:
    assert full_when(time, date, 5, known=known) == said


class Figures(dict[tuple[str, str], float | None]):
    """Results with nothing but figures."""

    @property
    def values(self) -> Figures:
        return self


ENDURE = "drives must endure 0.5 drive writes per day at the capacity derived from the purge policy"


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ({}, ""),
        ({"drive_writes_per_day": 0.5}, ENDURE),
        ({"drive_writes_per_day": 0.5, "endurance_suffices": None, "rated_writes_per_day": None},
         f"{ENDURE}; their rating is unknown"),
        ({"drive_writes_per_day": 0.5, "endurance_suffices": 1.0, "rated_writes_per_day": 1.0},
         f"{ENDURE}; they are rated for 1: enough"),
        ({"drive_writes_per_day": 0.5, "endurance_suffices": 0.0, "rated_writes_per_day": 0.3},
         f"{ENDURE}; they are rated for 0.3: insufficient"),
    ],
)  # fmt: skip
def test_what_drives_must_endure(known: dict[str, float | None], said: str) -> None:
    found: Any = Figures({(AT, name): value for name, value in known.items()})
    assert endurance_sentence(found, AT) == said


def files(**site: float | None) -> dict[tuple[str, str], float | None]:
    return {("site", name): value for name, value in site.items()}


BOUND: dict[tuple[str, str], float | None] = {
    (AT, "mdt_space_per_inode"): 4096.0,
    (f"{AT}/pools:target", "pool_available"): 1e12,
}


@pytest.mark.parametrize(
    ("values", "path", "bound"),
    [
        (BOUND, "", True),
        (BOUND, AT, True),
        (BOUND, "site/tiers:u", False),
        ({at: 1.0 for at in BOUND if at[1] == "mdt_space_per_inode"}, "", False),
        ({at: 1.0 for at in BOUND if at[1] == "pool_available"}, "", False),
    ],
)
def test_inodes_of_zfs_are_a_bound(
    values: dict[tuple[str, str], float | None], path: str, bound: bool
) -> None:
    assert inodes_are_bound(values, path) is bound


@pytest.mark.parametrize(
    ("values", "begins"),
    [
        ({}, []),
        (files(inodes_available=1.0), []),
        (files(inodes_available=1.0) | BOUND, ["Inodes on ZFS are an upper bound"]),
        (BOUND, []),
        (BOUND | {(AT, "tier_files"): 1.0}, ["The vendor's rule is evaluated exactly"]),
        ({(AT, "memory_needed"): 1.0}, ["The memory is the exact sum", "With failover"]),
    ],
)
def test_notes_of_files_stand_where_their_figures_do(
    values: dict[tuple[str, str], float | None], begins: list[str]
) -> None:
    found = notes_of(values)
    assert len(found) == len(begins)
    for note, begin in zip(found, begins, strict=True):
        assert note.startswith(begin)


POOL = f"{AT}/pools:target"
RATIO = "to create more inodes, reduce 'target.inode_ratio' of t, now 4 KiB"


@pytest.mark.parametrize(
    ("known", "tier", "said"),
    [
        ({"target_inodes": 10.0, "files_per_target": 10.0}, {}, RATIO),
        ({"target_inodes": 10.0, "files_per_target": 9.0}, {}, ""),
        ({"target_inodes": 10.0, "files_per_target": 5.0, "file_copies": 2.0}, {}, RATIO),
        ({"target_inodes": 10.0, "files_per_target": None}, {}, ""),
        ({"target_inodes": None, "files_per_target": 10.0}, {}, ""),
        ({"target_inodes": 10.0, "files_per_target": 10.0}, {"holds": "data"}, ""),
        ({"target_inodes": 10.0, "files_per_target": 10.0}, {"formatted": "zfs"}, ""),
        ({"target_inodes": 10.0, "files_per_target": 9.0}, {"data_on_mdt": 1.0},
         "'target.inode_ratio' of t: with Data-on-MDT"),
    ],
)  # fmt: skip
def test_what_makes_more_inodes(
    known: dict[str, float | None], tier: dict[str, Any], said: str
) -> None:
    """Where files use them up, copies included, of a metadata tier with tables of inodes."""
    of = {"holds": "metadata", "formatted": "ldiskfs", "data_on_mdt": None} | tier
    target = SimpleNamespace(formatted=of["formatted"])
    built = SimpleNamespace(target=target, data_on_mdt=of["data_on_mdt"])
    one: Any = SimpleNamespace(name="t", holds=of["holds"], built=built)
    values = {(POOL, name): value for name, value in {"ext_inode_ratio": 4096.0, **known}.items()}
    found = remedy_of_inodes(values, [(AT, one)])
    assert bool(found) is bool(said)
    assert found.startswith(said)


def asked(mtti: str, machine: object = object(), **more: Any) -> Any:
    known = {"node_mtti": None, "accelerator_mtti": None, "job_mtti": None, "bandwidth": None}
    return SimpleNamespace(
        checkpoint=SimpleNamespace(**known | more.pop("checkpoint", {})),
        mtti=mtti,
        machine=machine,
        requirements=SimpleNamespace(write_bandwidth=more.get("required")),
        wishes_twice="required" in more,
    )


RATE = SimpleNamespace(value=1e9)
SITE = files(node_mtti=YEAR, accelerator_mtti=3600.0, dump_time=60.0, committed_job_efficiency=0.9)
LOW = SITE | files(committed_job_efficiency=0.7999)
CHECKPOINTS: list[tuple[Any, dict[tuple[str, str], float | None], list[str]]] = [
    (asked("job", checkpoint={"job_mtti": 1.0}), SITE, []),
    (asked("job", checkpoint={"job_mtti": 1.0}), SITE | files(committed_job_efficiency=0.8), []),
    (asked("job", checkpoint={"job_mtti": 1.0}), LOW, ["full-machine jobs compute only 80.0 % of"]),
    (asked("node"), SITE, ["the job MTTI is derived from an assumed MTTI of 1 year per node"]),
    (asked("node", checkpoint={"node_mtti": 1.0}), SITE, []),
    (asked("accelerator"), SITE, ["the job MTTI is derived from an assumed MTTI of 1 h per acc"]),
    (asked("accelerator", checkpoint={"accelerator_mtti": 1.0}), SITE, []),
    (asked("job"), SITE, ["the interrupt rate is unknown: write 'checkpoint.job_mtti', or "
                          "'machine.compute_nodes' to use a typical MTTI per piece"]),
    (asked("job", None), SITE, ["the interrupt rate is unknown: write 'checkpoint.job_mtti', or "
                                "'training.accelerators' to use a typical MTTI per piece"]),
    (asked("job", checkpoint={"job_mtti": 1.0}), SITE | files(dump_time=None), []),
    (asked("job", checkpoint={"job_mtti": 1.0}),
     SITE | files(dump_time=None, highest_efficiency=0.5), ["the required efficiency can't be re"]),
    (asked("job", checkpoint={"job_mtti": 1.0, "bandwidth": SimpleNamespace(value=2e9)},
           required=RATE), SITE, ["checkpoints rely on 2 GB/s, but only 1 GB/s are required"]),
    (asked("job", checkpoint={"job_mtti": 1.0, "bandwidth": RATE}, required=RATE), SITE, []),
    (SimpleNamespace(checkpoint=None), {}, []),
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "values", "begins"), CHECKPOINTS)
def test_checkpoints_are_warned_of_where_something_is_assumed_or_low(
    scenario: Any, values: dict[tuple[str, str], float | None], begins: list[str]
) -> None:
    found = list(warnings_of_checkpoints(values, scenario))
    assert len(found) == len(begins), found
    for text, begin in zip(found, begins, strict=True):
        assert text.startswith(begin)


def test_differences_are_cut_and_counted() -> None:
    """Texts of more than sixty letters, and fields beyond the sixtieth."""
    designs = {"a": None, "b": None}
    texts = {"f": ["x" * 60, "y" * 61]} | {f"g{n}": ["1", "2"] for n in range(59)}
    found: Any = SimpleNamespace(designs=designs, differences=texts)
    view = comparison_tables.differences(found)
    assert view.rows[0].entries == ("x" * 60, "y" * 59 + "…")
    assert len(view.rows) == 60
    found.differences = texts | {"h": ["1", "2"], "i": ["1", "2"]}
    view = comparison_tables.differences(found)
    assert len(view.rows) == 61
    assert view.rows[-1].label == "and 2 more"
    assert view.rows[-1].entries == ("", "")


def test_a_bill_has_columns_of_lots_and_options_where_there_are_any() -> None:
    heads = [column.head for column in bill.BOUGHT]
    found = priced()
    assert [column.head for column in bill.printed(found)] == heads
    assert bill.column_of("position") == 1
    assert bill.column_of("tier") == 2
    for changes in ({"common__0__lot": "racks"}, {"common__0__option": True}):
        parted = priced(**changes)
        assert [column.head for column in bill.printed(parted)] == [*heads, "Lot", "Base or option"]


def test_published_capacities_name_their_measurement() -> None:
    """Of the site, each way once; of a tier its own; of other figures nothing."""
    found = plan(like("disks"), like("disks", "u"), like("given", "g"))
    assert measure(found) == "df; as entered"
    assert compared(found, "site", "usable_capacity") == measure(found)
    assert compared(found, "site/tiers:g", "usable_capacity") == "as entered"
    assert compared(found, "site/tiers:t", "formatted_capacity") == "df: Size"
    assert compared(found, "site/tiers:t", "raw_capacity") == ""
    assert compared(found, "site/tiers:none", "usable_capacity") == ""
