"""A seeded sample of small faults put into the code, one at a time: which of them do tests find?

`make mutants` copies the repository, runs all tests but golden and browser ones once to see which
lines each runs, breaks one place of the copy, and runs the tests of that line, the nearest first,
until one fails. Where a line is run by an import only, as constants are, these are all tests that
import the module. A test that fails without the fault, too, doesn't count. What was found is kept,
so that a run that was stopped goes on where it was; a file that changed is tried anew.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from itertools import groupby, pairwise
from pathlib import Path
from queue import SimpleQueue

from coverage import CoverageData

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "mutants"
ROOMS = ("model", "report", "store")
SWAPPED: Mapping[type[ast.AST], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "/"),
    ast.Mod: ("%", "*"),
    ast.Pow: ("**", "*"),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}
"""What an operator is replaced by."""
_TWINS = (
    *(("min", "max"), ("minimum", "maximum"), ("any", "all"), ("whole_up", "whole_down")),
    *(("floor_quotient", "ceil_quotient"), ("total", "least"), ("append", "remove")),
)
TWINS = dict(_TWINS) | {other: one for one, other in _TWINS}
"""Functions that are called in place of each other."""
GUARDS = {"strict", "frozen", "slots", "kw_only"}
"""Options that only watch: without them nothing that is right comes out otherwise."""
BATCHES = (6, 30)
"""So many of the nearest files are tried first, then up to so many; then all others."""
MOST_TESTS = 400
"""So many tests of a line are tried, the nearest first: some lines are run by all."""
BATCHES_OF_TESTS = (20, 100)
"""The same for tests that run the line."""
HANGS = "hangs"
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True, order=True)
class Mutant:
    """One fault: bytes of a file from here to there, and what stands in their place."""

    path: str
    line: int
    begin: int
    end: int
    old: str
    new: str

    @property
    def room(self) -> str:
        """The folder that it is in, two levels deep."""
        return "/".join(Path(self.path).parent.parts[:2])

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.old} -> {self.new}"


def mutants(path: str, text: bytes) -> Iterator[Mutant]:
    """Give each fault that can be put into a file."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def begin(node: ast.expr | ast.stmt) -> int:
        return starts[node.lineno - 1] + node.col_offset

    def end(node: ast.expr | ast.stmt) -> int:
        return starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    def put(first: int, last: int, new: str) -> Mutant:
        line = text.count(b"\n", 0, first) + 1
        return Mutant(path, line, first, last, text[first:last].decode(), new)

    def swapped(operator: ast.AST, left: ast.expr, right: ast.expr) -> Iterator[Mutant]:
        if type(operator) in SWAPPED:
            old, new = SWAPPED[type(operator)]
            between = re.compile(rb"(?<![\w*/<>=!])" + re.escape(old.encode()) + rb"(?![\w*/<>=])")
            if found := between.search(text, end(left), begin(right)):
                yield put(*found.span(), new)

    tree = ast.parse(text)
    options = (node for node in ast.walk(tree) if isinstance(node, ast.keyword))
    guards = {id(option.value) for option in options if option.arg in GUARDS}
    for node in ast.walk(tree):
        match node:
            case ast.Constant() if id(node) in guards:
                pass
            case ast.BinOp(left=left, op=operator, right=right):
                yield from swapped(operator, left, right)
            case ast.Compare(left=left, ops=[operator, *_], comparators=[right, *_]):
                yield from swapped(operator, left, right)
            case ast.BoolOp(op=operator, values=[left, right, *_]):
                yield from swapped(operator, left, right)
            case ast.UnaryOp(op=ast.Not()):
                yield put(begin(node), begin(node) + len("not "), "")
            case ast.UnaryOp(op=ast.USub()):
                yield put(begin(node), begin(node) + len("-"), "")
            case ast.Constant(value=bool(value)):
                yield put(begin(node), end(node), str(not value))
            case ast.Constant(value=int(value) | float(value)):
                yield put(begin(node), end(node), repr(value + 1))
            case ast.Call(func=ast.Name(id=name) as called) if name in TWINS:
                yield put(begin(called), end(called), TWINS[name])
            case ast.Call(func=ast.Attribute(attr=name) as called) if name in TWINS:
                yield put(end(called) - len(name), end(called), TWINS[name])
            case ast.Expr(value=ast.Call()) | ast.Raise() | ast.AugAssign():
                yield put(begin(node), end(node), "pass")
            case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
                yield put(begin(test), end(test), f"not ({text[begin(test) : end(test)].decode()})")


def sample(found: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Draw faults from all rooms, of each at least one and else by its size, in a mixed order."""
    dice = random.Random(seed)
    rooms = [list(of) for _, of in groupby(sorted(found), lambda one: one.room)]
    for room in rooms:
        dice.shuffle(room)
    drawn = [room.pop() for room in rooms]
    left = [one for room in rooms for one in room]
    drawn += dice.sample(left, max(0, min(count - len(drawn), len(left))))
    dice.shuffle(drawn)
    return drawn[:count]


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


@cache
def _files() -> dict[str, Path]:
    """Name each module of the repository."""
    tops = [ROOT / top for top in (*ROOMS, "ui", "tests")]
    found = [ROOT / "app.py", *(file for top in tops for file in sorted(top.rglob("*.py")))]
    return {_module(file.relative_to(ROOT)): file.relative_to(ROOT) for file in found}


@cache
def _imports() -> dict[str, set[str]]:
    """Give what each module imports, or names in a text, as what is imported late is."""
    return {name: set(_imported(name, file)) for name, file in _files().items()}


def _imported(name: str, file: Path) -> Iterator[str]:
    modules = _files()
    for node in ast.walk(ast.parse((ROOT / file).read_bytes())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # As in import_module("report.web.page"), ["-m", "model"], from_file("app.py").
            names = [node.value.removesuffix(".py").replace("/", ".")]
            if node.value == "model.commands.":
                names = [one for one in modules if one.startswith(node.value)]
            names += ["model.__main__"] * (node.value == "model")
        yield from modules.keys() & names
    if file.name.startswith("test_") and len(file.parts) > 2:
        yield from modules.keys() & {f"{name.rpartition('.')[0]}.conftest"}
    if name == "app":
        yield from (one for one in modules if one.startswith("ui.pages."))


def nearest(path: str) -> list[str]:
    """Name the files with tests that import a file, however far away, the nearest first."""
    module = _module(Path(path))
    importers: dict[str, set[str]] = {}
    for name, imported in _imports().items():
        for one in imported:
            importers.setdefault(one, set()).add(name)
    distance, queue = {module: 0}, deque([module])
    while queue:
        name = queue.popleft()
        for one in importers.get(name, set()) - distance.keys():
            distance[one] = distance[name] + 1
            queue.append(one)
    files = {
        str(_files()[name]): far for name, far in distance.items() if _has_tests(_files()[name])
    }
    folders = {*Path(path).parent.parts} - {"model"}

    def order(file: str) -> tuple[bool, int, int, str]:
        is_twin = Path(file).stem == f"test_{Path(path).stem}"
        return not is_twin, -len(folders & {*Path(file).parent.parts}), files[file], file

    return sorted(files, key=order)


def _has_tests(file: Path) -> bool:
    if file.parts[0] == "tests":
        is_other = file.stem.endswith("_browser") or file.stem == "test_mutants"
        return file.name.startswith("test_") and not is_other
    return file.parts[0] in ("model", "report") and ">>> " in (ROOT / file).read_text("utf-8")


class Tree:
    """A copy of the repository to break."""

    def __init__(self, number: int) -> None:
        self.folder = FOLDER / f"tree-{number}"
        self.patience = 30.0  # seconds of a file on average
        shutil.rmtree(self.folder, ignore_errors=True)
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, text=True).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.folder / name, follow_symlinks=False)

    def finding(self, one: Mutant, most: int, tests: Sequence[str] = ()) -> str:
        """Name the test that finds a fault; nothing, if it lives.

        Without tests that run its line, those of the nearest files are tried.
        """
        file = self.folder / one.path
        whole = (ROOT / one.path).read_bytes()
        broken = whole[: one.begin] + one.new.encode() + whole[one.end :]
        innocent = list[str]()
        tried = tests[:MOST_TESTS] or nearest(one.path)[:most]
        ends = [0, *(BATCHES_OF_TESTS if tests else BATCHES), len(tried)]
        batches = [tried[first:last] for first, last in pairwise(ends)]
        while batches:
            self._write(file, broken)
            failed = self._failing(batches[0], innocent) if batches[0] else ""
            self._write(file, whole)
            if not failed:
                batches.pop(0)
            elif failed == HANGS:
                if self._failing(batches[0], innocent) != HANGS:
                    return failed
                self.patience *= 2  # the machine is slow or busy
            elif "::" not in failed or not self._failing([failed], []):
                return failed
            else:
                innocent.append(failed)
        return ""

    def _write(self, file: Path, text: bytes) -> None:
        file.write_bytes(text)
        for kept in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
            kept.unlink()  # it goes by second and size, which may both be the same

    def _failing(self, tests: Sequence[str], without: Sequence[str]) -> str:
        """Run tests until one fails; name it."""
        options = ["-q", "-x", "-n", "0", "-p", "no:randomly", "-p", "no:cacheprovider", "--no-cov"]
        command = [sys.executable, "-m", "pytest", *options, "-m", "not golden and not browser"]
        command += [f"--deselect={one}" for one in without]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "HYPOTHESIS_PROFILE": "ci"}
        done = subprocess.Popen(
            [*command, *tests],
            cwd=self.folder,
            env={**environment, "FUZZ_SECONDS": "5"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            out, _ = done.communicate(timeout=self.patience * (4 + len(tests)))
        except subprocess.TimeoutExpired:
            os.killpg(done.pid, 9)
            done.communicate()
            return HANGS
        if done.returncode in (0, 5):  # 5: no test is left without golden and browser ones
            return ""
        found = FAILED.search(out)
        return found[1] if found else f"pytest ends with {done.returncode}"


def tests_by_line(drawn: Sequence[Mutant], processes: int) -> dict[str, dict[int, set[str]]]:
    """Name the tests that run each line of the files that are to be broken.

    For that all tests run once; what they ran is kept as long as these files stay the same.
    """
    paths = sorted({one.path for one in drawn})
    digest = hashlib.sha256(b"\0".join((ROOT / path).read_bytes() for path in paths))
    data = FOLDER / f"lines-{digest.hexdigest()[:16]}"
    if not data.exists():
        _run_all(paths, data, processes)
    read = CoverageData(str(data))
    read.read()
    return {
        str(Path(file).relative_to(FOLDER / "tree-0")): {
            line: {test.partition("|")[0] for test in tests if test}
            for line, tests in read.contexts_by_lineno(file).items()
        }
        for file in read.measured_files()
    }


def _run_all(paths: Sequence[str], data: Path, processes: int) -> None:
    tree = Tree(0)
    settings, ran = tree.folder / "coverage.ini", tree.folder / "lines"
    files = "\n    ".join(paths)
    settings.write_text(f"[run]\ndata_file = {ran}\ninclude =\n    {files}\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(processes), "-p", "no:cacheprovider"]
    command += ["-m", "not golden and not browser", "-W", "default", "--cov", "--cov-report="]
    command += [f"--cov-config={settings}", "--cov-context=test"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "HYPOTHESIS_PROFILE": "ci"}
    environment["FUZZ_SECONDS"] = "1"
    subprocess.run(command, cwd=tree.folder, env=environment, check=False)
    ran.replace(data)


def lines_of(one: Mutant, text: bytes) -> range:
    """Give the lines of the statement that a fault is in; of a compound one those of its head."""
    first, last = one.line, one.line
    for node in ast.walk(ast.parse(text)):  # from the outer ones to the inner ones
        if isinstance(node, ast.stmt) and node.lineno <= one.line <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            first, last = node.lineno, body[0].lineno - 1 if body else node.end_lineno or 0
    return range(first, max(first, last) + 1)


def _running(one: Mutant, known: Mapping[str, Mapping[int, set[str]]]) -> list[str]:
    """Name the tests that run a fault's statement, the nearest first, and then their files.

    Of tests that share what a cache or a fixture holds, the first one alone runs the statement.
    """
    lines = known.get(one.path, {})
    statement = lines_of(one, (ROOT / one.path).read_bytes())
    found = {test for line in statement for test in lines.get(line, ())}
    tests = ordered(found, nearest(one.path))
    return [*tests, *dict.fromkeys(test.partition("::")[0] for test in tests)]


def ordered(tests: Collection[str], files: Sequence[str]) -> list[str]:
    """Order tests by their files, but take one case of each function before any second one.

    So one function with hundreds of cases doesn't keep all others from being tried.
    """
    order = {name: n for n, name in enumerate(files)}
    by_file = sorted(tests, key=lambda test: (order.get(test.partition("::")[0], len(order)), test))
    cases: Counter[str] = Counter()

    def turn(test: str) -> int:
        function = test.partition("[")[0]
        cases[function] += 1
        return cases[function]

    return sorted(by_file, key=turn)


def _key(one: Mutant, most: int) -> str:
    text = (ROOT / one.path).read_bytes()
    told = json.dumps([asdict(one), most, hashlib.sha256(text).hexdigest()])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def report(found: Mapping[Mutant, str]) -> str:
    """Say how many faults were found, room by room, and which weren't."""
    rooms, died = Counter(one.room for one in found), Counter(o.room for o in found if found[o])
    lines = [f"{room:28}{died[room]:4} of {rooms[room]:3} died" for room in sorted(rooms)]
    lines.append(f"{'all':28}{died.total():4} of {rooms.total():3} died")
    alive = [f"lived: {one}" for one in sorted(found) if not found[one]]
    return "\n".join([*lines, *alive])


def main() -> None:
    """Try the faults that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="faults to try (200)")
    parser.add_argument("--seed", type=int, default=0, help="which sample (0)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--files", type=int, default=10_000, help="nearest test files only (all)")
    no_lines = "try the nearest files, without a run that sees which tests run a line"
    parser.add_argument("--no-lines", dest="lines", action="store_false", help=no_lines)
    options = parser.parse_args()
    paths = [file for file in _files().values() if file.parts[0] in ROOMS]
    every = [one for path in paths for one in mutants(str(path), (ROOT / path).read_bytes())]
    drawn = sample(every, options.count, options.seed)
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept = FOLDER / "results.jsonl"
    known: dict[str, str] = {}
    if kept.exists():
        known = dict(json.loads(line) for line in kept.read_text("utf-8").splitlines())
    found = {one: known[key] for one in drawn if (key := _key(one, options.files)) in known}
    left = [one for one in drawn if one not in found]
    print(f"{len(drawn)} of {len(every)} faults, {len(found)} of them known", flush=True)
    lines = tests_by_line(drawn, options.processes) if left and options.lines else {}
    trees: SimpleQueue[Tree] = SimpleQueue()
    for n in range(options.processes if left else 0):
        trees.put(Tree(n))
    lock = threading.Lock()

    def attempt(one: Mutant) -> None:
        tree = trees.get()
        by = tree.finding(one, options.files, _running(one, lines))
        trees.put(tree)
        with lock, kept.open("a", encoding="utf-8") as results:
            print(json.dumps([_key(one, options.files), by]), file=results)
            found[one] = by
            print(f"{len(found)}/{len(drawn)} {one}: {by or 'LIVED'}", flush=True)

    with ThreadPoolExecutor(options.processes) as pool:
        list(pool.map(attempt, left))
    print(report(found))


if __name__ == "__main__":
    main()
