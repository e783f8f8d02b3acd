"""The protocol of an evaluation: entries that are only added, each bound to the one before.

An entry holds the rules, the hashes of all bids and the result, with who froze it, when and why. It
names the hash of the entry before it, so that none can be changed, left out or put between others
unnoticed. A protocol holds prices of bids and the estimate: it is confidential.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from model.errors import InputError, Place, Problem
from model.reading.documents import Document
from model.records import dataclass
from model.tender.comparison import Comparison
from model.tender.scores import Scores

SCHEMA = "ostimate.protocol/1"
LARGEST = 50_000_000
"""Bytes of a protocol: more than a hundred entries of 200 bids take."""
SAME = 1e-12
"""Relative difference of figures that are the same, computed elsewhere."""
ABSENT = None
SHORT = 12
"""Digits of a hash that are shown."""
OF_BID = ("price", "score", "rank", "why")
"""Figures of the result whose changes are named."""
SEAL = "seal"
"""Field with the hash of all else in an entry; entries of earlier versions have none."""
NOT_PROTOCOL = "isn't the protocol of an evaluation: write the name of another file"


@dataclass(frozen=True, slots=True)
class State:
    """What is frozen: the rules, the hashes of the bids, and the result."""

    rules: Mapping[str, Any]
    """File, hash, and content."""
    bids: Mapping[str, Mapping[str, str]]
    """By the name of the bid: its file and hash."""
    result: Mapping[str, Any]

    @property
    def digest(self) -> str:
        """Hash of the evaluation: the same for the same inputs and the same result."""
        hashes = {name: one["sha256"] for name, one in self.bids.items()}
        inputs = {"rules": self.rules["sha256"], "bids": hashes, "result": self.result}
        return sha256(canonical(inputs))


@dataclass(frozen=True, slots=True)
class Change:
    """A difference between two states; None: it isn't there."""

    what: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a protocol."""

    number: int
    when: str
    by: str
    reason: str
    program: str
    state: State
    changes: tuple[Change, ...]
    hash: str
    """Hash of the line, which the next entry names."""


def sha256(content: bytes) -> str:
    """Return a hash in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def canonical(data: Any) -> bytes:
    """Return data as JSON that is the same for the same data."""
    text = json.dumps(_plain(data), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return text.encode()


def _plain(data: Any) -> Any:
    """Return data that JSON has; what it hasn't, such as an infinite number, as text."""
    if isinstance(data, Mapping):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    if data is None or isinstance(data, str | bool | int):
        return data
    is_number = isinstance(data, float) and math.isfinite(data)
    return data if is_number else str(data)


def state_of_file(document: Document, content: bytes, found: Scores) -> State:
    """Return the state of a file of bids that is scored."""
    data = document.data if isinstance(document.data, dict) else {}
    rules = {key: value for key, value in data.items() if key != "bids"}
    file = document.file
    bids = {
        str(one.get("name")): {"file": file, "sha256": sha256(canonical(one))}
        for one in data.get("bids", [])
    }
    prices = {
        bid.name: None if bid.price is None else bid.price.amount for bid in found.evaluation.bids
    }
    own = {"file": file, "sha256": sha256(canonical(rules)), "content": sha256(content)}
    return State({**own, "data": _plain(rules)}, bids, _result(found, prices))


def state_of_comparison(
    rules: tuple[Document, bytes], bids: Mapping[str, tuple[str, bytes]], found: Comparison
) -> State:
    """Return the state of a tender: `bids` are the files and contents of the bids, by name."""
    document, content = rules
    files = {name: {"file": file, "sha256": sha256(own)} for name, (file, own) in bids.items()}
    prices = {one.name: None if one.price is None else float(one.price) for one in found.bids}
    own = {"file": document.file, "sha256": sha256(content), "content": sha256(content)}
    result = _result(found.scores, prices)
    return State({**own, "data": _plain(document.data)}, files, result)


def _result(found: Scores | None, prices: Mapping[str, float | None]) -> dict[str, Any]:
    by_name = {} if found is None else {one.name: one for one in found.bids}
    bids = {}
    for name, price in prices.items():
        one = by_name.get(name)
        bids[name] = {
            "price": price,
            "score": None if one is None else one.score,
            "rank": None if one is None else one.rank,
            "why": "" if one is None else one.why,
        }
    order = [] if found is None else [list(names) for names in found.order()]
    return {
        "method": None if found is None else found.evaluation.method,
        "bids": bids,
        "order": order,
    }


def read_protocol(content: bytes, file: str) -> list[Entry]:
    """Return the entries of a protocol; none of an empty file.

    Raises
    ------
    InputError
        The file is no protocol, or it was changed: an entry doesn't follow from the one before.
    """
    if not content:
        return []
    lines = content.split(b"\n")
    if lines.pop() != b"":
        raise InputError([Problem(Place(file, len(lines) + 1, 1), "", _broken("isn't whole"))])
    entries: list[Entry] = []
    for n, line in enumerate(lines, 1):
        place = Place(file, n, 1)
        try:
            data = json.loads(line)
            entry = _entry(data, sha256(line))
            previous, digest, own = data["previous"], data["digest"], entry.state.digest
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            what = NOT_PROTOCOL if n == 1 else _broken("can't be read")
            raise InputError([Problem(place, "", what)]) from None
        before = entries[-1].hash if entries else ""
        if previous != before or entry.number != n:
            raise InputError([Problem(place, "", _broken("doesn't follow from the one before"))])
        if digest != own or data.get(SEAL, _seal(data)) != _seal(data):
            raise InputError([Problem(place, "", _broken("has another hash than its content"))])
        entries.append(entry)
    return entries


def _broken(what: str) -> str:
    return f"this entry {what}: the protocol was changed, so restore it from a copy"


def _entry(data: Any, own: str) -> Entry:
    if data["schema"] != SCHEMA:
        raise ValueError(SCHEMA)
    state = State(data["rules"], data["bids"], data["result"])
    changes(state, state)  # reads all that later ones are compared with
    is_of_another(state, state)
    _order(state.result["order"])
    changed = tuple(Change(one["what"], one["old"], one["new"]) for one in data["changes"])
    when, by, reason, program = (str(data[key]) for key in ("when", "by", "reason", "program"))
    return Entry(data["entry"], when, by, reason, program, state, changed, own)


def line_of(
    entries: Sequence[Entry],
    state: State,
    *,
    when: datetime.datetime,
    by: str,
    reason: str,
    program: str,
) -> bytes:
    """Return the line of a new entry, to be added to a protocol."""
    data = {
        "schema": SCHEMA,
        "confidential": True,
        "entry": len(entries) + 1,
        "previous": entries[-1].hash if entries else "",
        "when": when.isoformat(timespec="seconds"),
        "by": by,
        "reason": reason,
        "program": program,
        "rules": state.rules,
        "bids": state.bids,
        "result": state.result,
        "changes": [
            {"what": one.what, "old": one.old, "new": one.new}
            for one in (changes(entries[-1].state, state) if entries else ())
        ],
        "digest": state.digest,
    }
    return canonical({**data, SEAL: _seal(data)}) + b"\n"


def _seal(data: Mapping[str, Any]) -> str:
    """Return the hash of all else in an entry."""
    return sha256(canonical({key: value for key, value in data.items() if key != SEAL}))


def is_of_another(before: State, after: State) -> bool:
    """Return whether two states are of different tenders, by the ids of their rules."""
    ids = {one.rules["data"].get("id") for one in (before, after)}
    return len(ids - {None, ""}) > 1


def changes(before: State, after: State) -> list[Change]:
    """Return what differs between two states: rules, bids, and result."""
    found = list(_rules_changed(before.rules, after.rules))
    for name in dict.fromkeys((*before.bids, *after.bids)):
        old, new = before.bids.get(name), after.bids.get(name)
        if old is None or new is None:
            there, gone = "a bid", ABSENT
            found.append(Change(name, *((gone, there) if old is None else (there, gone))))
        elif old["sha256"] != new["sha256"]:
            hashes = (one["sha256"][:SHORT] for one in (old, new))
            found.append(Change(f"{name}: file", *hashes))
    found += _result_changed(before.result, after.result)
    return found


def _rules_changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    old, new = dict(_flat(before["data"])), dict(_flat(after["data"]))
    differing = [
        Change(f"rules: {path}", old.get(path), new.get(path))
        for path in dict.fromkeys((*old, *new))
        if not _is_same(old.get(path), new.get(path))
    ]
    yield from differing
    if not differing and before["sha256"] != after["sha256"]:
        yield Change("rules: text of the file, and no value", "", "")


def _flat(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Give each value of nested data with its dotted path."""
    if isinstance(data, Mapping | list) and data:
        items = data.items() if isinstance(data, Mapping) else enumerate(data)
        for key, value in items:
            yield from _flat(value, f"{path}.{key}" if path else str(key))
    else:
        yield path, data


def _result_changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Change]:
    if before["method"] != after["method"]:
        yield Change("method", before["method"], after["method"])
    for name in after["bids"]:
        if name in before["bids"]:
            old, new = before["bids"][name], after["bids"][name]
            for key in OF_BID:
                if not _is_same(old[key], new[key]):
                    yield Change(f"{name}: {key}", old[key], new[key])
    if before["order"] != after["order"]:
        yield Change("order", _order(before["order"]), _order(after["order"]))


def _order(order: Sequence[Sequence[str]]) -> str:
    return " > ".join(" = ".join(names) for names in order)


def _is_same(old: Any, new: Any) -> bool:
    both = isinstance(old, int | float) and isinstance(new, int | float)
    if both and not isinstance(old, bool) and not isinstance(new, bool):
        return math.isclose(old, new, rel_tol=SAME)
    return bool(old == new and type(old) is type(new))
