"""Small answers case by case: what is said of figures at, below and above what decides."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from model.answers.certainty import LEVELS, Drawn, Quantiles
from model.answers.composition import uneven_split
from model.answers.explain import as_declared
from model.answers.job_efficiency import warnings_of_checkpoints
from model.answers.metadata import count, inodes_end_in_plan, warnings_of_files
from model.answers.needs import Move
from model.answers.ranges import ALL, FIT, Chance
from model.answers.sentences import sentence_text
from model.answers.summary import gateways_sentence
from model.answers.usable import nothing_left
from model.answers.verdict import counted
from model.answers.views import capacity, certainty_tables
from model.answers.views.view import FixedValue
from tests.answers.test_warnings_of_plans import plan
from tests.planned import like

AT = "site/tiers:t"
Values = dict[tuple[str, str], float | None]


def of_site(**values: float | None) -> Values:
    return {("site", name): value for name, value in values.items()}


def of_tier(**values: float | None) -> Values:
    return {(AT, name): value for name, value in values.items()}


INODES = of_site(inodes_available=2e6, files_expected=3e6)
WORST = of_tier(tier_files=5e6, inodes_at_worst=4e6, inodes=9e6)
MEMORY = of_tier(installed_memory=64 * 2**30, memory_needed=96 * 2**30)
FILES: list[tuple[Values, str]] = [
    # figures of a site and of its tier of metadata, and what is said; empty: nothing
    (INODES, ""),
    (INODES | of_site(file_count=1.0, inodes_suffice=1.0), ""),
    (INODES | of_site(inodes_suffice=0.0), ""),
    (INODES | of_site(file_count=1.0, inodes_suffice=0.0),
     "there are only 2 million inodes for 3 million expected files"),
    (INODES | of_site(bytes_fill_first=1.0), ""),
    (INODES | of_site(bytes_fill_first=0.0, inode_limited_capacity=2e15, mean_file_size=1e9,
                      planned_capacity=3e15),
     "inodes run out before capacity: 2 million inodes are used up at 2 PB of files of 1 GB, but "
     "3 PB are planned"),
    (WORST, "t: in the worst case, its metadata is full at 4 million files, but 5 million are"),
    (WORST | of_tier(inodes_at_worst=5e6), ""),
    (WORST | of_tier(tier_files=9e6), "at 4 million files, but 9 million are expected"),
    (WORST | of_tier(tier_files=9.1e6), ""),
    (WORST | of_tier(inodes=None), ""),
    (MEMORY | of_tier(memory_suffices=1.0), ""),
    (MEMORY | of_tier(memory_suffices=0.0),
     "t: a server has 64 GiB of memory, but needs 96 GiB by the Lustre manual"),
    (MEMORY | of_tier(memory_suffices=0.0, failover_targets=2.0),
     "needs 96 GiB with failover by the Lustre manual"),
]  # fmt: skip


@pytest.mark.parametrize(("values", "said"), FILES)
def test_files_are_warned_of_where_inodes_or_memory_end(values: Values, said: str) -> None:
    """Before capacity does, below what is expected, at the worst; not at the limit itself."""
    whole: Any = SimpleNamespace(holds="metadata", built=None)
    found = list(warnings_of_files(values, [("t", AT)], [whole]))
    assert len(found) == bool(said), found
    assert all(said in one for one in found), found


PLANNED: Values = {(AT, "blocks_bought"): 1.0, ("site/years:year 5", "year_index"): 5.0}
PLANNED |= of_site(year_length=10.0, time_inodes_full=50.0)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, True),
        (of_site(time_inodes_full=50.1), False),
        (of_site(time_inodes_full=None), False),
        (of_site(year_length=None), False),
        (of_tier(blocks_bought=0.0), False),
        (of_tier(blocks_bought=None), False),
    ],
)
def test_inodes_end_in_a_plan_that_buys_more_blocks(more: Values, expected: bool) -> None:
    """Up to the end of its last year."""
    assert inodes_end_in_plan(PLANNED | more) is expected


def test_numbers_of_files_are_in_words_from_a_million_on() -> None:
    texts = [count(n) for n in (None, 999_999.0, 1e6, 999e6, 1e9, 7.16e9, 1e12, -2e6)]
    assert texts[0] == "unknown"
    assert "illion" not in texts[1]
    assert texts[2:] == ["1 million", "999 million", "1 billion", "7.16 billion", "1 trillion",
                         texts[-1]]  # fmt: skip
    assert texts[-1].endswith("2 million")


NAMES = (
    *("busy_servers_per_block", "servers_per_block", "targets_per_block"),
    *("most_targets_per_server", "fewest_targets_per_server"),
)
SPLITS: list[tuple[tuple[float | None, ...], dict[str, Any], str]] = [
    ((0, 2, 4, 2, 2), {}, ""),
    ((1, 2, None, 2, 1), {}, ""),
    ((1, 2, 3, 2, 1), {}, "3 targets on the 2 servers of a block: 2+1"),
    ((3, 8, 19, 3, 2), {}, "19 targets on the 8 servers of a block: 3+3+3+2+2+2+2+2"),
    ((3, 9, 21, 3, 2), {}, "21 targets on the 9 servers of a block: 3 with 3, 6 with 2"),
    ((1, 2, 1, 1, 0), {}, "1 target on the 2 servers of a block: 1+0; servers without a target "
     "are on standby"),
    ((1, 2, 1, 1, 0), {"declustered": True},
     "are on standby, unless an array carries several ('target.per_array')"),
    ((1, 2, 1, 1, 0), {"declustered": True, "on_zfs": True}, "are on standby"),
    ((1, 2, 3, 2, 1), {"fills_block": True},
     "both servers of a block serve its recovery group: none is on standby"),
    ((1, 3, 3, 2, 1), {"fills_block": True},
     "all 3 servers of a block serve its recovery group: none is on standby"),
]  # fmt: skip


@pytest.mark.parametrize(("numbers", "more", "said"), SPLITS)
def test_an_uneven_split_names_the_targets_of_each_server(
    numbers: tuple[float | None, ...], more: dict[str, Any], said: str
) -> None:
    """One by one up to eight servers, then how many have how many."""
    target: dict[str, Any] = {"fills_block": False, "declustered": False, "on_zfs": False, **more}
    tier = SimpleNamespace(built=SimpleNamespace(target=SimpleNamespace(**target)))
    values = dict(zip(((AT, name) for name in NAMES), numbers, strict=True))

    class Found(dict[Any, Any]):
        designs = ((AT, tier),)
        plan = SimpleNamespace(provenance={})

        def __missing__(self, _: Any) -> None:
            return None

        @property
        def values(self) -> Any:
            return self

    found: Any = Found(values)
    text = uneven_split(found, AT)
    assert bool(text) is bool(said)
    assert said in text
    assert text.endswith("standby") is said.endswith("standby")


def test_a_verdict_is_in_words_and_a_share_in_percent() -> None:
    """As quantities declare; unknown values of all of them are unknown."""
    fits: Any = SimpleNamespace(name="design_fits", unit="1", shown="")
    margin: Any = SimpleNamespace(name="x", unit="1", shown="change")
    part: Any = SimpleNamespace(name="x", unit="1", shown="percent")
    size: Any = SimpleNamespace(name="x", unit="byte", shown="")
    assert [as_declared(one, fits) for one in (1.0, 0.0)] == ["fits", "doesn't fit"]
    assert as_declared(0.5, part).replace(".0", "") == "50 %"
    assert "%" in as_declared(0.5, margin)
    assert [as_declared(1.1e12, size, binary=one) for one in (True, False)] == [
        "1 TiB",
        "1.1 TB",
    ]
    assert [as_declared(one, size) for one in (2.0**40, 1024.0, 512.0, 3 * 2.0**40)] == [
        "1 TiB",
        "1 KiB",
        "512 B",
        "3.299 TB",
    ], "a power of two, such as a block, reads as one"
    assert {as_declared(None, one) for one in (fits, margin, part, size)} == {"unknown"}


def drawn(**figures: list[float]) -> Drawn:
    values = {("site", name): np.array(of) for name, of in figures.items()}
    return Drawn(plan(), 4, 7, "lhs", (), (), values, ())


def test_quantiles_are_of_the_draws_that_know_a_figure() -> None:
    """How many don't is a share of all; below the plan are those that are less than it."""
    planned = plan()["site", "raw_capacity"] or 0.0
    nan = float("nan")
    one = drawn(raw_capacity=[planned - 2, planned - 1, planned, nan])
    found = one.quantiles("raw_capacity")
    assert found.unknown == 0.25
    assert len(found.at) == len(LEVELS)
    assert found.at[2] == planned - 1
    assert found.planned == planned
    assert found.below == pytest.approx(2 / 3)
    none = drawn(raw_capacity=[nan] * 4).quantiles("raw_capacity")
    assert (set(none.at), none.unknown, none.below) == ({None}, 1.0, None)
    assert one.procedure == "4 samples, Latin hypercube, seed 7"


def test_what_was_not_sampled_is_named() -> None:
    one = drawn(raw_capacity=[1.0])
    with pytest.raises(LookupError, match="'usable_capacity' isn't among the figures that were"):
        one.of("usable_capacity")
    assert list(one.of("raw_capacity")) == [1.0]
    known = drawn(raw_capacity=[1.0], design_fits=[1.0])
    with pytest.raises(LookupError, match="the scenario has no requirement 'racks': there is "):
        known.chance_met("racks")
    with pytest.raises(LookupError):
        known.chance_met(ALL)


def check(met: bool | None, is_target: bool = False) -> Any:
    return SimpleNamespace(met=met, is_target=is_target)


MET, MISSED, OPEN = check(True), check(False), check(None)
AIMED, SHORT = check(True, True), check(False, True)
COUNTED: list[tuple[list[Any], str]] = [
    ([], ""),
    ([MET], "1 of 1 at expected values"),
    ([MET, MISSED], "1 of 2 at expected values"),
    ([MET, OPEN], "1 of 2 at expected values (1 verdict unknown)"),
    ([OPEN, OPEN], "0 of 2 at expected values (2 verdicts unknown)"),
    ([AIMED], "1 of 1 target at expected values"),
    ([AIMED, SHORT], "1 of 2 targets at expected values"),
    ([MET, SHORT], "1 of 1 at expected values; 0 of 1 target"),
]


@pytest.mark.parametrize(("checks", "said"), COUNTED)
def test_requirements_are_counted_apart_from_targets(checks: list[Any], said: str) -> None:
    found: Any = SimpleNamespace(checks=checks)
    assert counted(found) == said


@pytest.mark.parametrize(
    ("helps", "rates", "said"),
    [
        (True, {}, "more gateways would help, up to 10"),
        (False, {}, "more gateways would not help"),
        (None, {"source": 1.0, "gateways": None, "target": None},
         "whether more gateways help is unknown: gateways and target not known"),
        (None, {"source": None, "gateways": 1.0},
         "whether more gateways help is unknown: source not known"),
    ],
)  # fmt: skip
def test_gateways_help_where_they_limit(
    helps: bool | None, rates: dict[str, float | None], said: str
) -> None:
    found: Any = {("site", "useful_gateways"): 10.0}
    assert gateways_sentence(found, Move(rates, None, 1.0, helps)) == said


@pytest.mark.parametrize(
    ("share", "said"),
    [
        ((None, None, None), ""),
        ((0.83, None, None), "83 %"),
        ((0.83, 0.75, None), "83 %"),
        ((0.83, None, 0.92), "83 %"),
        ((0.83, 0.75, 0.92), "83 % (75 to 92 %)"),
    ],
)
def test_a_share_of_the_variance_has_its_interval(
    share: tuple[float | None, float | None, float | None], said: str
) -> None:
    assert certainty_tables.within(share).replace(".0", "") == said


def chances_of(*chances: Chance) -> Any:
    """A sample of which nothing is known but how often requirements are met."""
    at = Quantiles((1.0, 2.0, 3.0, 4.0, 5.0), 0.0, None, None)
    named = {one.name: one for one in chances}
    return SimpleNamespace(
        results=plan(requirements={"capacity": "9 PB"}),
        chances=chances,
        quantiles=lambda _: at,
        chance_met=named.__getitem__,
    )


@pytest.mark.parametrize("unknown", [0.0, 0.2])
def test_chances_say_what_isnt_counted(unknown: float) -> None:
    """Beside all requirements, where for some samples nobody knows whether the design fits."""
    one, fit, every = (
        Chance("capacity", "Usable", 0.9, 0.0),
        Chance(FIT, "Fits", 0.7, unknown),
        Chance(ALL, "All", 0.6, 0.1),
    )
    rows = certainty_tables.chances(chances_of(one, fit, every)).rows
    assert [row.label for row in rows] == ["Usable capacity", "Fits", "All"]
    assert [row.tone for row in rows] == ["", "faint" if unknown else "", "strong"]
    noted = (certainty_tables.NOT_COUNTED,) if unknown else ()
    assert [row.note for row in rows] == [(), (), noted]
    values = [[e.value for e in row.entries if isinstance(e, FixedValue)] for row in rows]
    assert values == [[1.0, 3.0, 5.0, 0.9, 0.0], [0.7, unknown], [0.6, 0.1]]
    assert [len(row.entries) for row in rows] == [6, 6, 6]


def test_what_is_unknown_in_all_samples_is_not_met_in_none() -> None:
    fit, every = Chance(FIT, "Fits", 0.0, 1.0), Chance(ALL, "All", 0.0, 0.9)
    rows = certainty_tables.chances(chances_of(fit, every)).rows
    assert rows[0].entries[4:] == ("unknown", FixedValue(1.0, "1"))
    assert rows[1].entries[4:] == (FixedValue(0.0, "1"), FixedValue(0.9, "1"))


@pytest.mark.parametrize(
    ("columns", "lacking", "said"),
    [
        (1, 0, "P; 1 range is varied, other values are as planned"),
        (2, 0, "P; 2 ranges are varied, other values are as planned"),
        (2, 1, "P; 2 ranges are varied, other values are as planned; 1 assumed or estimated figure "
               "has no range"),
        (2, 3, "P; 2 ranges are varied, other values are as planned; 3 assumed or estimated "
               "figures have no range"),
    ],
)  # fmt: skip
def test_what_was_drawn_is_counted(columns: int, lacking: int, said: str) -> None:
    found: Any = SimpleNamespace(columns="x" * columns, without_band="y" * lacking, procedure="P")
    assert certainty_tables.counted(found) == said


@pytest.mark.parametrize(("count", "said"), [(12, ""), (13, " (12 widest of 13 ranges)")])
def test_a_long_tornado_says_how_many_bands_there_are(count: int, said: str) -> None:
    found: Any = SimpleNamespace(tornado=lambda _: "x" * count)
    assert certainty_tables.widest(found, ("site", "x")) == said


@pytest.mark.parametrize(
    ("usable", "fits", "said"),
    [
        (1e12, None, ""),
        (None, None, ""),
        (0.0, None, "all 5 GB that parity and spare space leave go to its log"),
        (0.0, 1.0, "all 5 GB that parity and spare space leave go to its log"),
        (0.0, 0.0, "a target of its layout needs 12 drives, and has 10"),
    ],
)
def test_a_tier_with_nothing_left_says_what_took_it(
    usable: float | None, fits: float | None, said: str
) -> None:
    """One with something left, or of which nobody knows, says nothing."""
    values = of_tier(usable_capacity=usable, formatting_capacity=5e9)
    values |= of_tier(all_drives_per_target=12.0, drives_for_target=10.0)
    values |= {} if fits is None else of_tier(layout_fits=fits)
    built = SimpleNamespace(target=SimpleNamespace(takes_first="its log"))
    tier = SimpleNamespace(built=built)
    found: Any = Found(values)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("model.answers.usable.tiers_of_data", lambda _: [("t", AT, tier)])
        text = sentence_text(found, nothing_left(found))
    assert bool(text) is bool(said)
    assert said in text


class Found(dict[tuple[str, str], Any]):
    """Values of results and nothing else, in euros."""

    plan: Any = SimpleNamespace(
        scenario=SimpleNamespace(economics=SimpleNamespace(currency="EUR")), provenance={}
    )

    @property
    def values(self) -> Any:
        return self


@pytest.mark.parametrize(
    "of", [(like("disks"),), (like("given"),), (like("disks"), like("given", "g"))], ids=len
)
def test_a_further_answer_is_a_column_where_a_tier_differs(of: tuple[Any, ...]) -> None:
    """One tier of several is enough; unknown values differ from none."""
    results = plan(*of)
    columns = {column.key for column in capacity.tiers(results).columns}
    for kind, other in (*capacity.FURTHER, ("formatted", "usable")):
        pairs = [
            [results.values.get((path, f"{name}_capacity")) for name in (kind, other)]
            for _, path in results.tiers()
        ]
        assert (kind in columns) is any(a is not None and a != b for a, b in pairs), kind
    assert {"raw", "usable", "planned"} <= columns


def job(**more: Any) -> Any:
    """A scenario of jobs with checkpoints, of a known interrupt rate."""
    checkpoint = {"node_mtti": None, "accelerator_mtti": None, "job_mtti": 1.0, "bandwidth": None}
    checkpoint |= more.pop("checkpoint", {})
    known: dict[str, Any] = {"mtti": "job", "machine": 1, "wishes_twice": False, **more}
    required = SimpleNamespace(write_bandwidth=known.pop("required", None))
    return SimpleNamespace(checkpoint=SimpleNamespace(**checkpoint), requirements=required, **known)


RATE = SimpleNamespace(value=2e9)
LESS = SimpleNamespace(value=1e9)
JOBS: list[tuple[dict[str, Any], dict[str, float | None], str]] = [
    # what a scenario has, its figures, and what is said; empty: nothing
    ({}, {}, ""),
    ({}, {"committed_job_efficiency": 0.8}, ""),
    ({}, {"committed_job_efficiency": 0.799}, "full-machine jobs compute only 79.9 % of the time"),
    ({}, {"dump_time": None}, ""),
    ({}, {"dump_time": None, "highest_efficiency": 0.9}, "efficiency can't be reached"),
    ({}, {"highest_efficiency": 0.9}, ""),
    ({"checkpoint": {"job_mtti": None}}, {}, "or 'machine.compute_nodes' to use a typical MTTI"),
    ({"checkpoint": {"job_mtti": None}, "machine": None}, {}, "or 'training.accelerators' to use"),
    ({"mtti": "node"}, {"node_mtti": 36e6}, "an assumed MTTI of 1.141 years per node: write"),
    ({"mtti": "node", "checkpoint": {"node_mtti": 1}}, {}, ""),
    ({"mtti": "accelerator"}, {"accelerator_mtti": 36e6}, "1.141 years per accelerator: write"),
    ({"mtti": "accelerator", "checkpoint": {"accelerator_mtti": 1}}, {}, ""),
    ({"checkpoint": {"bandwidth": RATE}, "required": LESS, "wishes_twice": True}, {},
     "checkpoints rely on 2 GB/s, but only 1 GB/s are required to write"),
    ({"checkpoint": {"bandwidth": RATE}, "required": RATE, "wishes_twice": True}, {}, ""),
    ({"checkpoint": {"bandwidth": RATE}, "required": LESS}, {}, ""),
    ({"checkpoint": {"bandwidth": RATE}, "wishes_twice": True}, {}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("more", "figures", "said"), JOBS)
def test_jobs_are_warned_of(
    more: dict[str, Any], figures: dict[str, float | None], said: str
) -> None:
    """Of an interrupt rate that nobody stated, of an efficiency below 80 %, of two wishes."""
    values = of_site(dump_time=60.0, committed_job_efficiency=0.9) | of_site(**figures)
    found = list(warnings_of_checkpoints(values, job(**more)))
    assert len(found) == bool(said), found
    assert all(said in one for one in found), found


def test_without_checkpoints_nothing_is_said_of_jobs() -> None:
    nothing: Any = SimpleNamespace(checkpoint=None)
    assert list(warnings_of_checkpoints({}, nothing)) == []
