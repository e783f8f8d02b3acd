"""What is installed is what was tested: each package pinned, and each of its files by its hash."""

from __future__ import annotations

import importlib.metadata
import re
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "constraints.txt").read_text(encoding="utf-8")
PINNED = re.compile(
    r"^([a-z0-9-]+)==(\S+)(?: ; ([^\\]+))? \\\n((?:    --hash=sha256:[0-9a-f]{64}.*\n?)+)", re.M
)
FOUND = {name: version for name, version, *_ in PINNED.findall(TEXT)}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_line_pins_a_package_or_a_file() -> None:
    """Nothing else is in it: no address of a registry, no option."""
    rest = PINNED.sub("", TEXT)
    assert all(line.startswith("#") for line in rest.splitlines() if line)
    assert "://" not in TEXT
    assert len(FOUND) > 40


def test_what_is_required_is_pinned_alike() -> None:
    for line in (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines():
        required = Requirement(line)
        assert str(required.specifier) == f"=={FOUND[canonical(required.name)]}"


def test_all_that_comes_along_is_pinned() -> None:
    """Down from what is required: none is left to chance, and what runs here is what is pinned."""
    todo = [Requirement(line).name for line in (ROOT / "requirements.txt").read_text().splitlines()]
    seen: set[str] = set()
    while todo:
        name = canonical(todo.pop())
        if name in seen:
            continue
        seen.add(name)
        assert FOUND[name] == importlib.metadata.version(name)
        for text in importlib.metadata.requires(name) or ():
            further = Requirement(text)
            if further.marker is None or further.marker.evaluate({"extra": ""}):
                todo.append(further.name)
    assert len(seen) > 30


def test_readme_and_make_install_by_it() -> None:
    """As a list of requirements: pip takes hashes of a list, not those of constraints."""
    for name in ("README.md", "Makefile"):
        assert "--require-hashes -r constraints.txt" in (ROOT / name).read_text(encoding="utf-8")
