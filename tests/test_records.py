"""Records are made as the standard library makes them, and refuse what it refuses."""

from __future__ import annotations

import copy
import dataclasses
import os
import pickle
import subprocess
import sys
import typing
from collections.abc import Callable
from typing import Any

import pytest

from model import evaluate, load_scenario, records

MAKERS: tuple[Callable[..., Any], ...] = (dataclasses.dataclass, records.dataclass)


def classes(dataclass: Callable[..., Any]) -> tuple[type, type, type]:
    @dataclass(slots=True)
    class Plain:
        one: int
        two: list[int] = dataclasses.field(default_factory=list)
        three: str = "three"

    @dataclass(kw_only=True)
    class Base:
        named: int = 1

    @dataclass
    class Derived(Base):
        place: int
        seen: list[Any] = dataclasses.field(default_factory=list)

        def __post_init__(self) -> None:
            self.seen.append(self.place + self.named)

    return Plain, Base, Derived


STANDARD, LEAN = map(classes, MAKERS)
CALLS: tuple[tuple[int, tuple[Any, ...], dict[str, Any]], ...] = (
    (0, (1,), {}),
    (0, (1, [2]), {"three": "3"}),
    (0, (), {"one": 1}),
    (1, (), {}),
    (1, (), {"named": 5}),
    (2, (4,), {"named": 2}),
    (2, (4, [7]), {}),
)
WRONG: tuple[tuple[int, tuple[Any, ...], dict[str, Any]], ...] = (
    (0, (), {}),
    (0, (1, [], "3", 4), {}),
    (0, (1,), {"four": 4}),
    (1, (5,), {}),
    (2, (), {"named": 2}),
)


@pytest.mark.parametrize(("which", "values", "named"), CALLS)
def test_records_hold_what_the_standard_ones_hold(which, values, named):
    """Each class twice: the first record compiles what makes the second."""
    for _ in range(2):
        wanted, found = (kind[which](*values, **named) for kind in (STANDARD, LEAN))
        assert dataclasses.asdict(found) == dataclasses.asdict(wanted)


@pytest.mark.parametrize(("which", "values", "named"), WRONG)
def test_records_refuse_what_the_standard_ones_refuse(which, values, named):
    refusals = []
    for kind in (STANDARD, LEAN):
        with pytest.raises(TypeError) as refused:
            kind[which](*values, **named)
        refusals.append(str(refused.value))
    assert refusals[0] == refusals[1]


@pytest.mark.parametrize("dataclass", MAKERS)
@pytest.mark.parametrize("frozen", [False, True])
def test_what_a_class_writes_itself_is_kept(dataclass, frozen):
    @dataclass(frozen=frozen)
    class Own:
        one: int

        def __init__(self, text: str) -> None:
            object.__setattr__(self, "one", int(text))

        def __repr__(self) -> str:
            return f"<{self.one}>"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own)

        def __hash__(self) -> int:
            return 5

    assert [repr(Own("1")), hash(Own("1")), Own("1") == Own("2")] == ["<1>", 5, True]


@pytest.mark.parametrize("which", range(3))
def test_records_are_shown_as_the_standard_ones(which):
    values = ((1,), (), (4,))[which]
    assert repr(LEAN[which](*values)) == repr(STANDARD[which](*values))


def test_each_record_has_its_own_list():
    one, other = LEAN[0](1), LEAN[0](1)
    one.two.append(2)
    assert other.two == []
    assert one != other
    assert dataclasses.replace(one, two=[]) == other


@pytest.mark.parametrize("changes", [{}, {"place": 2}, {"place": 2, "named": 3, "seen": [9]}])
def test_copies_are_those_of_the_standard_library(changes):
    """What a class does once a record is made is done for a copy, too."""
    wanted = dataclasses.replace(STANDARD[2](1, [4]), **changes)
    record = LEAN[2](1, [4])
    assert dataclasses.asdict(records.replace(record, **changes)) == dataclasses.asdict(wanted)
    assert (record.place, record.named) == (1, 1)


def test_a_copy_with_figures_that_no_such_record_has():
    with pytest.raises(TypeError, match="Plain has no four, five"):
        records.replace(LEAN[0](1), four=4, five=5)


@records.dataclass(frozen=True, slots=True)
class Slotted:
    one: int
    two: str = "two"


@records.dataclass(frozen=True)
class Open:
    one: int
    two: str = "two"


@pytest.mark.parametrize("kind", [Slotted, Open])
def test_frozen_records_refuse_writes(kind):
    """A made one, a copied one and an unpickled one."""
    record = kind(1)
    again = records.replace(record, two="other")
    for one in (record, again, copy.copy(record), pickle.loads(pickle.dumps(record))):
        for name in ("one", "two", "three"):
            with pytest.raises(dataclasses.FrozenInstanceError, match=f"{kind.__name__} is frozen"):
                setattr(one, name, 3)
        with pytest.raises(dataclasses.FrozenInstanceError):
            del one.two
    assert (record.two, again.two) == ("two", "other")
    assert copy.copy(record) == pickle.loads(pickle.dumps(record)) == record


def test_a_plan_refuses_writes():
    results: Any = evaluate(load_scenario("scenarios/beluga.yaml"))
    with pytest.raises(dataclasses.FrozenInstanceError, match="'warnings' can't be changed"):
        results.plan.warnings = ("x",)


def test_outside_of_tests_frozen_records_are_filled_as_fast_as_others():
    script = (
        "from model.records import dataclass\n"
        "@dataclass(frozen=True, slots=True)\n"
        "class One:\n"
        "    one: int\n"
        "assert One.__setattr__ is object.__setattr__\n"
        "print(One(1))"
    )
    variables = {name: value for name, value in os.environ.items() if name != "OSTIMATE_FROZEN"}
    run = subprocess.run(
        [sys.executable, "-c", script], env=variables, capture_output=True, text=True
    )
    assert (run.stdout, run.stderr) == ("One(one=1)\n", "")


class Standard(typing.NamedTuple):
    """A named tuple of the standard library."""

    one: int
    two: str | None = None
    three: tuple[str, ...] = ()

    @property
    def both(self) -> tuple[int, str | None]:
        """What the first two are."""
        return self.one, self.two


class Lean(records.NamedTuple):
    """One that is compiled when the first is made."""

    one: int
    two: str | None = None
    three: tuple[str, ...] = ()

    @property
    def both(self) -> tuple[int, str | None]:
        """What the first two are."""
        return self.one, self.two


@pytest.mark.parametrize("kind", [Standard, Lean])
def test_named_tuples_are_those_of_the_standard_library(kind: Any) -> None:
    """Made, read, compared, copied, shown and matched alike; wrong calls are refused alike."""
    made = kind(1, three=("x",))
    assert made == (1, None, ("x",)) == kind(one=1, three=("x",))
    assert (made.one, made.two, made.both, made[2]) == (1, None, (1, None), ("x",))
    assert hash(made) == hash((1, None, ("x",)))
    assert isinstance(made, tuple)
    assert not hasattr(made, "__dict__")
    assert repr(made) == f"{kind.__name__}(one=1, two=None, three=('x',))"
    assert kind._fields == kind.__match_args__ == ("one", "two", "three")
    assert kind._field_defaults == {"two": None, "three": ()}
    assert made._replace(two="2") == kind(1, "2", ("x",))
    assert type(made._replace(two="2")) is type(kind._make((1, 2, 3))) is kind
    assert made._asdict() == {"one": 1, "two": None, "three": ("x",)}
    for again in (copy.copy(made), copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert (again, type(again)) == (made, kind)
    match made:
        case kind(one, None):
            assert one == 1
        case _:
            pytest.fail("doesn't match")
    for wrong in (lambda: kind(), lambda: kind(1, 2, 3, 4), lambda: kind(1, four=4)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(TypeError):
        kind._make((1,))
    with pytest.raises(ValueError, match="four"):
        made._replace(four=4)
    with pytest.raises(AttributeError):
        made.one = 2


def compared(dataclass: Callable[..., Any]) -> list[Any]:
    """Make records of classes that compare, show and hash their fields in all ways there are."""

    @dataclass(frozen=True)
    class Single:
        one: Any

    @dataclass(frozen=True, slots=True)
    class Pair:
        one: Any
        two: Any = 2

    @dataclass(frozen=True)
    class Partly:
        one: Any
        two: Any = dataclasses.field(default=2, compare=False)
        three: Any = dataclasses.field(default=3, repr=False)
        four: Any = dataclasses.field(default=4, kw_only=True)

    @dataclass(frozen=True, eq=False)
    class Itself:
        one: Any

    @dataclass
    class Changeable:
        one: Any

    kinds = (Single, Pair, Partly, Itself, Changeable)
    made = [kind(one) for kind in kinds for one in (1, 2, 1)]
    return [*made, Pair(1, 3), Partly(1, 5), Partly(1, 2, 4), Partly(1, four=5), 1, (1,), (1, 2)]


def test_records_compare_as_the_standard_ones() -> None:
    standard, lean = map(compared, MAKERS)
    for n, (one, other) in enumerate(zip(standard, lean, strict=True)):
        assert repr(one).rpartition(".")[2] == repr(other).rpartition(".")[2]
        assert [one == each for each in standard] == [other == each for each in lean]
        assert (type(one).__hash__ is None) == (type(other).__hash__ is None)
        if type(one).__hash__ not in (None, object.__hash__):
            assert hash(one) == hash(other), n
