"""Laws of the kinds of targets: each says for itself what is asked of all of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from model.books.inputs import declared
from model.kinds.ceph import CephTarget
from model.kinds.code import CodeTarget
from model.kinds.declustered import DeclusteredTarget
from model.kinds.kind import AnyKind
from model.kinds.raid import RaidTarget
from model.kinds.zfs import Target
from model.planning.kinds.targets import PLANS

ROOT = Path(__file__).parents[2]
TARGETS = {
    "zfs": Target(layout="raidz2:10"),
    "zfs on raid": RaidTarget(redundancy="raid", layout="raid6:10", format="zfs"),
    "raid": RaidTarget(redundancy="raid", layout="2 x raid6:10", format="ext4"),
    "declustered": DeclusteredTarget(redundancy="declustered", layout="8+2p"),
    "ceph": CephTarget(redundancy="ceph", layout="3-way"),
    "code": CodeTarget(redundancy="code", layout="3-way"),
}
FACTS = {
    "zfs": {"on_zfs", "spares_inside", "keeps_back", "rebuilds"},
    "zfs on raid": {"on_zfs", "on_raid", "keeps_back", "rebuilds"},
    "raid": {"on_raid", "keeps_back", "keeps_for_root", "rebuilds"},
    "declustered": {"spread", "spares_inside", "rebuilds"},
    "ceph": {"spread", "over_domains", "keeps_back", "limits_filling", "rebuilds"},
    "code": {"spread", "over_domains", "keeps_back", "spares_inside", "rebuilds"},
}
"""What decides on formulas and holds of these."""
ALL_FACTS = frozenset().union(*FACTS.values())


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Give all that stands in a file; several laws look through each."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def asked_types(path: Path) -> Iterator[str]:
    """Name what `isinstance` is asked for in a file."""
    for node in nodes(path):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
            yield from (n.id for n in ast.walk(node.args[1]) if isinstance(n, ast.Name))


def guessed_fields(path: Path) -> Iterator[str]:
    """Name the fields that a file asks a target for, in case that it has them."""
    for node in nodes(path):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "getattr":
            asked, field, *otherwise = map(ast.unparse, node.args)
            if otherwise and asked.rpartition(".")[2] == "target":
                yield field


@pytest.mark.long
@pytest.mark.parametrize("room", ["model", "report", "ui"])
def test_nobody_guesses_what_a_target_has(room: str) -> None:
    """To ask for a field that some kinds have is to ask for the kind; the schema knows its own."""
    found = {
        f"{path.relative_to(ROOT)}: {field}"
        for path in (ROOT / room).rglob("*.py")
        if path.parent not in (ROOT / "model" / "design", ROOT / "model" / "kinds")
        for field in guessed_fields(path)
    }
    assert found == set()


@pytest.mark.parametrize("room", ["model", "report", "ui"])
def test_nobody_asks_for_the_class_of_a_target(room: str) -> None:
    """What differs between kinds is said by the kind, or stands in a table by its name."""
    classes = {type(target).__name__ for target in TARGETS.values()}
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / room).rglob("*.py")
        if classes & set(asked_types(path))
    }
    assert found == set()


def compared_kinds(path: Path) -> Iterator[str]:
    """Name the kinds that a file compares the kind of a target with."""
    for node in nodes(path):
        if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith("target.kind"):
            named = (n for side in node.comparators for n in ast.walk(side))
            if any(isinstance(n, ast.Constant) for n in named):  # rather than a table of kinds
                yield ast.unparse(node)


@pytest.mark.parametrize("room", ["model", "report", "ui"])
def test_nobody_compares_the_kind_of_a_target(room: str) -> None:
    """What one kind does is asked of the target; only facts, which the tables read, know kinds."""
    found = {
        f"{path.relative_to(ROOT)}: {asked}"
        for path in (ROOT / room).rglob("*.py")
        for asked in compared_kinds(path)
    }
    assert found == set()


ROOMS = ("model/kinds", "model/planning/kinds", "model/formulas", "model/zfs", "model/installed")
"""Where kinds live: schema and words, planning, formulas, OpenZFS itself, and what tools print."""
MAY_NAME = {
    "model/books/target.py": "the table of books: chapters that one kind has",
    "model/books/tier.py": "the table of books: chapters that one kind has",
    "model/books/facts.py": "pools by themselves, and rules of inodes by their names",
    "model/pools/groups.py": "the calculators of RAID groups by themselves",
    "model/answers/targets.py": "the limits of Lustre's back ends, by their names",
}
"""Who else writes a kind's name, and why."""
MAY_IMPORT = {
    "model/design/given.py": "a tier that is given as a whole is no tier with targets",
    "model/planning/plan.py": "such a tier is planned for itself",
}
"""Who else takes something from a kind's own file, and why."""
FILES = {path.stem for path in (ROOT / "model/planning/kinds").glob("[a-z]*.py")} - {
    *("kind", "targets", "scale")
}


def outside_of_rooms() -> Iterator[tuple[str, ast.AST]]:
    """Give what stands in each file that is no kind's."""
    for room in ("model", "report", "ui", "store"):
        for path in sorted((ROOT / room).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(ROOMS):
                yield from ((name, node) for node in nodes(path))


def test_nobody_else_names_a_kind() -> None:
    """A kind has its rooms; a name elsewhere is something that a new kind would have to add to."""
    named = {
        name
        for name, node in outside_of_rooms()
        if isinstance(node, ast.Constant) and node.value in PLANS
    }
    assert named == set(MAY_NAME)


def test_nobody_else_imports_from_a_kind() -> None:
    """Others ask the target for what it is, or the tables of all kinds."""
    assert set(PLANS) <= {*FILES, "zfs on raid"}
    own = {f"model.{room}.{file}" for room in ("kinds", "planning.kinds") for file in FILES}
    found = {
        name
        for name, node in outside_of_rooms()
        if isinstance(node, ast.ImportFrom)
        for imported in [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        if imported in own
    }
    assert found == set(MAY_IMPORT)


@pytest.mark.parametrize("kind", PLANS)
def test_each_kind_says_what_it_is(kind: str) -> None:
    """Each kind that is planned answers all that is asked, and has the facts that it shall have."""
    target = TARGETS[kind]
    assert target.kind == kind
    assert {fact for fact in ALL_FACTS if getattr(target, fact)} == FACTS[kind]
    assert target.drives >= 1
    assert target.file_systems
    assert target.loses[0] in declared()
    assert set(target.step_words) <= set(declared())
    assert target.passed_copies == (3 if target.over_domains else 1)
    assert bool(target.failure_domain_name) is target.over_domains


def test_a_kind_must_say_what_it_is() -> None:
    """A new kind of target can't forget its name."""
    with pytest.raises(NotImplementedError):
        _ = AnyKind().kind


def test_inodes_follow_what_is_formatted() -> None:
    """What decides on inodes is the file system on the target, where anybody says it."""
    rules = {
        ("lustre", "ldiskfs"): "ldiskfs",
        ("beegfs", "ext4"): "beegfs",
        ("none", "ext4"): "ext4",
        ("none", "xfs"): "xfs",
        ("beegfs", "xfs"): None,
        ("beegfs", "zfs"): None,
        ("lustre", "zfs"): "zfs",
        ("scale", "scale"): "scale",
    }
    for (system, formatted), rule in rules.items():
        target = RaidTarget.model_validate(
            {"redundancy": "raid", "layout": "raid6:10", "format": formatted}
        )
        assert target.inodes(system) == rule
    assert TARGETS["zfs"].inodes("lustre") == "zfs"
    assert TARGETS["zfs"].inodes("beegfs") is None
    assert TARGETS["declustered"].inodes("scale") == "scale"
    assert TARGETS["ceph"].inodes("ceph") is None
