"""The catalog of purchasable parts, with figures, sources and prices.

Its files are sequences of YAML documents separated by `---`, one for each part (`parts/*.yaml`) or
price (`prices/*.yaml`). All files are scanned for keys; documents are parsed on demand.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, get_args

from pydantic import Field, TypeAdapter

from model.errors import InputError, Place, Problem
from model.parts.boxes import (
    Array,
    Enclosure,
    MeasuredServer,
    MeasuredStream,
    Pdu,
    Rack,
    Server,
    Switch,
)
from model.parts.cache import Value, recalled
from model.parts.codes import code
from model.parts.entries import Entry, scan
from model.parts.parts import Cable, Cpu, Hba, Hdd, Link, Memory, Nic, Part, Ssd, Transceiver
from model.parts.prices import PublicPrice
from model.reading.documents import Document, validate
from model.units.figures import parse

AnyPart = Annotated[
    Hdd
    | Ssd
    | Enclosure
    | Array
    | Hba
    | Nic
    | Server
    | Cpu
    | Memory
    | Switch
    | Rack
    | Pdu
    | Cable
    | Transceiver
    | Link
    | MeasuredServer
    | MeasuredStream,
    Field(discriminator="kind"),
]
_KINDS: dict[str, Any] = {
    get_args(kind.model_fields["kind"].annotation)[0]: kind
    for kind in get_args(get_args(AnyPart)[0])
}
"""Validators by kind of part; schemas are built on demand."""
FOLDER = Path(__file__).parents[2] / "catalogs"

LINK_FIGURES = ("signalling", "code_payload", "code_block", "lanes", "copper_reach")
"""Figures of a link that a part referring to it has, too."""


@cache
def part_adapter() -> TypeAdapter[Any]:
    """Return the validator for parts of any kind."""
    return TypeAdapter(AnyPart)


_Scanned = tuple[dict[str, Entry], dict[str, list[Entry]], list[Problem]]


SIZE = r"(?i)\b(\d+(?:[.,]\d+)?)\s*([KMGTP])(i?)B\b"
"""A size within what is searched for."""
LINKS = {"nvme": "pcie", "sas": "sas", "sata": "sata"}
"""Links of drives, as they are searched for."""
MOST_SUGGESTED = 5
"""Keys that a message about an unknown part lists."""
DRIVES = ("hdd", "ssd")
SHORTEST_BARE = 5
"""Letters and digits from which names are compared without what stands between these."""
SIZED = ("hdd", "ssd", "memory")
"""Kinds of parts that are found by their capacity."""


def _bare(text: str) -> str:
    """Return the letters and digits of a text."""
    return "".join(filter(str.isalnum, text))


class Catalog:
    """Parts by key, with their figures, sources and prices."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._recalled = recalled if folder == FOLDER else _read_now
        self._entries: dict[str, Entry] = {}
        self._observations: dict[str, list[Entry]] = {}
        self._parts: dict[str, Part] = {}
        self._documents: dict[str, Document] = {}
        self._prices: dict[str, list[PublicPrice]] = {}
        self._figures: dict[str, dict[str, float]] = {}
        self._of_kinds: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._origins: dict[tuple[str, str], tuple[Place, str]] = {}
        self.problems: list[Problem] = []
        scanned = self._recalled("entries", lambda: self._scanned(name))
        self._entries, self._observations, self.problems = scanned

    def _scanned(self, name: str) -> _Scanned:
        """Scan the files; return the unparsed entries and the problems found."""
        if not (self._folder / "parts").is_dir():
            self.problems.append(Problem(Place(name), "", "no catalog is here: no folder 'parts'"))
        self._read("parts", name, self._add_part)
        self._read("prices", name, self._add_price)
        return self._entries, self._observations, self.problems

    def _read(self, below: str, name: str, add: Callable[[Entry], None]) -> None:
        for path in sorted(self._folder.glob(f"{below}/*.yaml")):
            try:
                for entry in scan(path, f"{name}/{below}/{path.name}"):
                    add(entry)
            except InputError as error:
                self.problems.extend(error.problems)

    def _add_part(self, entry: Entry) -> None:
        if not entry.key:
            self._add_nameless(entry, "key")
        elif first := self._entries.get(entry.key):
            what = f"'{entry.key}' is in the catalog already, at {first.place}: keep one of them"
            self.problems.append(Problem(entry.place, "key", what))
        else:
            self._entries[entry.key] = entry

    def _add_price(self, entry: Entry) -> None:
        if not entry.key:
            self._add_nameless(entry, "part")
        elif entry.key not in self._entries:
            self.problems.append(Problem(entry.place, "part", self._unknown(entry.key)))
        else:
            self._observations.setdefault(entry.key, []).append(entry)

    def _add_nameless(self, entry: Entry, field: str) -> None:
        lines = map(str.strip, entry.text.splitlines())
        if not all(not line or line.startswith("#") for line in lines):
            what = f"no line '{field}: …' in this document: it must have one, not indented"
            self.problems.append(Problem(entry.place, "", what))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the folder; another process reads the files itself."""
        return _read_again, (None if self._folder == FOLDER else self._folder.absolute(),)

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def keys(self) -> tuple[str, ...]:
        """Return the keys of all parts, in file order."""
        return tuple(self._entries)

    def keys_of_kind(self, *kinds: str) -> tuple[str, ...]:
        """Return the keys of all parts of some kinds."""
        if kinds not in self._of_kinds:
            keys = (key for key, entry in self._entries.items() if entry.kind in kinds)
            self._of_kinds[kinds] = tuple(keys)
        return self._of_kinds[kinds]

    def suggest(self, key: str, *kinds: str) -> str:
        """Return the most similar key, of some kinds or of any, or an empty text."""
        from model.reading.complaints import meant

        return meant(key, self.keys_of_kind(*kinds) if kinds else self._entries)

    def names(self, key: str) -> str:
        """Return the vendor and the model of a part from its file, without parsing it."""
        return " ".join(self._entry(key).names.split())

    def named_like(self, words: str) -> tuple[str, ...]:
        """Return the keys of the parts whose key, vendor, model and number contain all given words.

        A size, such as "10 TB" or "10TB", is that of a part's capacity. Dashes and spaces within
        numbers and names may be missing, as in quotes.
        """
        found = re.findall(SIZE, words)
        sizes = [
            parse(f"{n.replace(',', '.')} {prefix.upper()}{i.lower()}B", "byte")
            for n, prefix, i in found
        ]
        wanted = re.sub(SIZE, " ", words).casefold().split()
        return tuple(
            key
            for key, entry in self._entries.items()
            if all(self._has_word(key, entry.words.casefold(), word) for word in wanted)
            and all(self._has_size(key, size) for size in sizes)
        )

    def _has_word(self, key: str, words: str, word: str) -> bool:
        """Whether a part is called so, or is a drive with such a link."""
        if word in words or (len(word) >= SHORTEST_BARE and _bare(word) in _bare(words)):
            return True
        if word not in LINKS or self._entries[key].kind not in DRIVES:
            return False
        return str(getattr(self.part(key), "link", "")).startswith(LINKS[word])

    def _has_size(self, key: str, size: float) -> bool:
        """Whether a part holds so much; memory is sold by powers of two, and called GB."""
        kind = self._entries[key].kind
        if kind not in SIZED:
            return False
        sizes = (size, size * 1.024**3) if kind == "memory" else (size,)
        known = self.figures(key).get("capacity", 0.0)
        return any(math.isclose(known, one, rel_tol=0.005) for one in sizes)

    def problem_with(self, key: str, *kinds: str) -> str:
        """Return the error of a part key where these kinds are allowed, or an empty text."""
        if key not in self._entries:
            return self._unknown(key, *kinds)
        kind = self._entries[key].kind
        if kinds and kind not in kinds:
            return (
                f"'{key}' is of kind '{kind}': write the key of a part of kind {' or '.join(kinds)}"
            )
        return ""

    def _unknown(self, key: str, *kinds: str) -> str:
        near = self.suggest(key, *kinds) or self.suggest(key)
        hint = f" (did you mean '{near}'?)" if near else self._such_as(*kinds)
        return f"no part '{key}' is in the catalog{hint}"

    def _such_as(self, *kinds: str) -> str:
        """Return some keys of the kinds that a field takes, and how to list all of them."""
        keys = self.keys_of_kind(*kinds) if kinds else ()
        if not keys:
            return ""
        shown = ", ".join(f"'{key}'" for key in keys[:MOST_SUGGESTED])
        return f": write a key such as {shown}; 'catalog list {kinds[0]}' shows all"

    def part(self, key: str) -> Part:
        """Return a part; raise `InputError` if it is missing or invalid."""
        if key not in self._parts:
            self._parts[key] = self._recalled(f"part {key}", lambda: self._checked(key))
        return self._parts[key]

    def place(self, key: str, figure: str = "") -> Place:
        """Return the place of a part, or of one of its figures, which may be that of the link."""
        return self._origin(key, figure)[0] if figure else self._entry(key).place

    def _owner(self, key: str, figure: str) -> tuple[Part, str]:
        """Return the part that has a figure, and its name there: the part itself, or its link."""
        part = self.part(key)
        if figure not in dict(part.facts()):
            for prefix, link in part.links().items():
                if figure.startswith(prefix) and figure.removeprefix(prefix) in LINK_FIGURES:
                    return self.part(link), figure.removeprefix(prefix)
        return part, figure

    def figures(self, key: str) -> dict[str, float]:
        """Return a part's figures in base units, with those of its links (`pcie_signalling`)."""
        if key not in self._figures:
            self._figures[key] = self._all_figures(self.part(key))
        return self._figures[key]

    def _all_figures(self, part: Part) -> dict[str, float]:
        figures = part.figures()
        for prefix, link in part.links().items():
            for name, value in self.part(link).figures().items():
                if name in LINK_FIGURES:
                    figures.setdefault(prefix + name, value)
        return figures

    def code(self, key: str, field: str) -> float | None:
        """Return the code of a text that determines compatibility; None if there is none."""
        return code(field, getattr(self.part(key), field, None))

    def source(self, key: str, figure: str) -> str:
        """Return the source of a figure as text; for a link's figure, that of the link."""
        return self._origin(key, figure)[1]

    def _origin(self, key: str, figure: str) -> tuple[Place, str]:
        """Return the place of a figure and the text of its source, cached."""
        if (key, figure) not in self._origins:
            part, name = self._owner(key, figure)
            source = str(part.source_of(name)) if name in dict(part.facts()) else ""
            self._origins[key, figure] = self._document(part.key).place((name,)), source
        return self._origins[key, figure]

    def price(self, key: str, on: datetime.date | None = None) -> PublicPrice | None:
        """Return the latest unit price, up to a day if one is given; None if there is none."""
        observations = [item for item in self.prices(key) if on is None or item.date <= on]
        return max(observations, key=lambda item: item.date, default=None)

    def prices(self, key: str) -> list[PublicPrice]:
        """Return all observed unit prices of a part."""
        if key not in self._prices:
            observations = self._recalled(f"prices of {key}", lambda: list(self._read_prices(key)))
            capacity = self.figures(key).get("capacity")
            by_capacity = (item.for_capacity(capacity) for item in observations)
            self._prices[key] = [item for item in by_capacity if item is not None]
        return self._prices[key]

    def _read_prices(self, key: str) -> Iterator[PublicPrice]:
        first: dict[Any, Place] = {}
        for entry in self._observations.get(key, ()):
            item = validate(PublicPrice, entry.read())
            same = (item.date, item.price, item.price_per_capacity, item.source.title)
            if same in first:
                what = f"the same price of '{key}' as at {first[same]}: keep one of them"
                raise InputError([Problem(entry.place, "part", what)])
            first[same] = entry.place
            yield item

    def _entry(self, key: str) -> Entry:
        if key not in self._entries:
            raise InputError([Problem(Place(""), "", self._unknown(key))])
        return self._entries[key]

    def _document(self, key: str) -> Document:
        """Return the document of a part, with its place."""
        if key not in self._documents:
            self._documents[key] = self._recalled(f"text of {key}", lambda: self._located(key))
        return self._documents[key]

    def _located(self, key: str) -> Document:
        document = self._entry(key).read()
        document.place()
        return document

    def _checked(self, key: str) -> Part:
        entry = self._entry(key)
        document = entry.read()
        part: Part = validate(_KINDS.get(entry.kind) or part_adapter(), document)
        self._check_keys(part, document)
        return part

    def _check_keys(self, part: Part, document: Document) -> None:
        problems = [
            Problem(document.place((f"{prefix}link",)), f"{prefix}link", what)
            for prefix, link in part.links().items()
            if (what := self.problem_with(link, "link"))
        ]
        if part.key not in self._entries or part.kind != self._entries[part.key].kind:
            what = "write 'key: …' and 'kind: …' plainly, each at the start of a line"
            problems.append(Problem(document.place(("key",)), "", what))
        if problems:
            raise InputError(problems)

    def check(self, keys: Iterable[str]) -> list[Problem]:
        """Read parts with their links and prices, and return all problems."""
        problems = list(self.problems)
        for key in keys:
            for read in (self.figures, self.prices):
                try:
                    read(key)
                except InputError as error:
                    problems += error.problems
        return sorted(set(problems))


def _read_now(_: str, read: Callable[[], Value]) -> Value:
    """Read the value without a cache, for other catalogs."""
    return read()


def _files_of(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Return the current files of a catalog: names, modification times, sizes."""
    stats = ((path, path.stat()) for path in sorted(folder.glob("*/*.yaml")))
    return tuple((str(path), stat.st_mtime_ns, stat.st_size) for path, stat in stats)


@lru_cache(maxsize=4)
def _kept(folder: Path | None, files: tuple[tuple[str, int, int], ...]) -> Catalog:  # noqa: ARG001
    """Return the catalog of a folder, cached until one of its files changes."""
    return Catalog(folder or FOLDER, str(folder) if folder else FOLDER.name)


def load_catalog(folder: Path | None = None, *, needs: Iterable[str] | None = None) -> Catalog:
    """Return the catalog in a folder, or the one that ships with the program.

    Parameters
    ----------
    folder : Path, optional
        A folder with `parts` and `prices`.
    needs : iterable of str, optional
        Keys of the parts to check now, including parts they refer to; all parts by default. Keys
        that aren't in the catalog are ignored; `problem_with` reports them in their context.

    Raises
    ------
    InputError
        With all problems found.
    """
    catalog = _kept(folder, _files_of(folder or FOLDER))
    keys = catalog.keys() if needs is None else filter(catalog.__contains__, needs)
    if problems := catalog.check(keys):
        raise InputError(problems)
    return catalog


def _read_again(folder: Path | None) -> Catalog:
    return load_catalog(folder, needs=())


def check_catalog(folder: Path | None = None) -> list[Problem]:
    """Return all problems of a catalog."""
    catalog = Catalog(folder or FOLDER, str(folder) if folder else FOLDER.name)
    return catalog.check(catalog.keys())
