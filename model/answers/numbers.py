"""Any number of a plan, found by words: what it is called, where it stands, what it means."""

from __future__ import annotations

from functools import partial

from model.answers.results import Results
from model.engine.tree import Address

NO_LETTERS = str.maketrans("_/:,", "    ")


def numbers(results: Results, words: str) -> list[Address]:
    """Return the addresses of the numbers that match all words, exact labels first.

    Of alike ones the site's come first, then those of its tiers.
    """
    sought = words.lower().translate(NO_LETTERS).split()
    found = []
    for path, name in results.values if sought else ():
        more = f" {path} {results.item(path, name).title}".lower().translate(NO_LETTERS)
        if _has(sought, _called(results, (path, name)) + more):
            found.append((path, name))
    return sorted(found, key=partial(_rank, results, sought))


def _has(sought: list[str], text: str) -> bool:
    return all(word in text for word in sought)


def _called(results: Results, address: Address) -> str:
    """Return the name and the label of a number, in lower case without punctuation."""
    path, name = address
    return f"{name} {results.item(path, name).label}".lower().translate(NO_LETTERS)


def _rank(
    results: Results, sought: list[str], address: Address
) -> tuple[bool, bool, int, int, str]:
    path, name = address
    called = _called(results, address)
    label = results.item(path, name).label.lower().translate(NO_LETTERS)
    is_label = sought in (label.split(), name.split("_"))
    return not is_label, not _has(sought, called), path.count("/"), len(name), f"{path} {name}"
