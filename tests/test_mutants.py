"""The faults that `make mutants` puts into the code: what they are, and which tests see them."""

from __future__ import annotations

import ast

import pytest

from tests.mutants import ROOT, Mutant, lines_of, mutants, nearest, ordered, report, sample

TEXT = '''\
"""A docstring with 1 + 1."""
LIMIT = 2.0 ** 20  # é: positions count bytes
def f(a, b, xs):
    if a and (b) < 3:
        raise ValueError("a - b")
    xs.append(min(a, -b))
    a += 1
    return not (a / b) if xs is not None else True
    zip(a, b, strict=True)
'''
FAULTS = {
    *((2, "**", "*"), (2, "2.0", "3.0"), (2, "20", "21")),
    *((4, "and", "or"), (4, "<", "<="), (4, "3", "4"), (4, "a and (b) < 3", "not (a and (b) < 3)")),
    (5, 'raise ValueError("a - b")', "pass"),
    *((6, "xs.append(min(a, -b))", "pass"), (6, "append", "remove"), (6, "min", "max")),
    *((6, "-", ""), (7, "a += 1", "pass"), (7, "1", "2")),
    *((8, "/", "*"), (8, "not ", ""), (8, "is not", "is"), (8, "True", "False")),
    (9, "zip(a, b, strict=True)", "pass"),
}


def test_each_fault_is_one_small_change_that_python_reads() -> None:
    found = list(mutants("model/x.py", TEXT.encode()))
    assert {(one.line, one.old, one.new) for one in found} == FAULTS
    assert len(found) == len(FAULTS)
    for one in found:
        text = TEXT.encode()
        assert text[one.begin : one.end].decode() == one.old
        ast.parse(text[: one.begin] + one.new.encode() + text[one.end :])


def test_a_sample_has_each_room_and_is_the_same_for_a_seed() -> None:
    sizes = {"model/a/x.py": 50, "model/b/x.py": 1, "store/x.py": 5}
    every = [Mutant(path, n, n, n, "", "") for path, size in sizes.items() for n in range(size)]
    drawn = sample(every, 20, 0)
    assert len(set(drawn)) == 20
    assert {one.room for one in drawn} == {"model/a", "model/b", "store"}
    assert drawn == sample(list(reversed(every)), 20, 0) != sample(every, 20, 1)
    assert sorted(sample(every, 100, 0)) == sorted(every)


@pytest.mark.long
def test_tests_that_see_a_file_come_nearest_first() -> None:
    seen = nearest("store/drafts.py")
    assert seen[0] == "tests/store/test_drafts.py"
    assert all(name.startswith("tests/store/") for name in seen[:5])
    assert "tests/ui/test_store.py" in seen
    assert not [name for name in seen if name.endswith(("_browser.py", "test_mutants.py"))]
    assert all((ROOT / name).is_file() for name in seen)
    assert "tests/engine/test_ops.py" not in seen
    assert nearest("model/records.py")[0] == "tests/test_records.py"
    assert "model/units/figures.py" in nearest("model/units/figures.py")  # its own examples


def test_a_fault_is_run_by_what_runs_its_statement() -> None:
    """Of a compound statement its head: what stands below may never be reached."""
    text = (
        b"LIMIT = 3\ndef f(a,\n      b=1):\n    if (a and\n        b):\n        return (a +\n b)\n"
    )
    found = {line: lines_of(Mutant("x.py", line, 0, 0, "", ""), text) for line in range(1, 8)}
    assert {line: (*lines,) for line, lines in found.items()} == {
        1: (1,),
        **dict.fromkeys((2, 3), (2, 3)),
        **dict.fromkeys((4, 5), (4, 5)),
        **dict.fromkeys((6, 7), (6, 7)),
    }


def test_a_function_of_many_cases_keeps_no_other_from_being_tried() -> None:
    tests = {"far.py::z", "b.py::y[1]", "b.py::y[2]", "a.py::x[1]", "a.py::x[2]", "a.py::x[3]"}
    first = ["a.py::x[1]", "b.py::y[1]", "far.py::z"]
    assert ordered(tests, ["a.py", "b.py"]) == [*first, "a.py::x[2]", "b.py::y[2]", "a.py::x[3]"]


def test_what_lived_is_listed() -> None:
    one, other = (Mutant(f"store/{name}.py", 3, 0, 1, "1", "2") for name in ("a", "b"))
    lines = report({one: "tests/test_x.py::test_y", other: ""}).splitlines()
    assert [line.split() for line in lines[:2]] == [
        ["store", "1", "of", "2", "died"],
        ["all", "1", "of", "2", "died"],
    ]
    assert lines[2:] == ["lived: store/b.py:3: 1 -> 2"]
