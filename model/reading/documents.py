"""Reading YAML safely, and saying where each thing in it was written.

A source is text that somebody else wrote: nothing in it may stop the program with a traceback, take
long, or mean something other than what it says. So scalars are those of YAML 1.2 (`no` is a text,
`1e3` a number), a key given twice is refused, and so is what makes a small file large.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import field
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from pydantic import TypeAdapter, ValidationError

from model.errors import MOST_JUDGED, MOST_SHOWN, InputError, Place, Problem, more, shortened
from model.records import dataclass
from model.units.figures import grouped


class _Pattern:
    """A pattern that is compiled when it is first asked for something."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._said = pattern, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._said), name)
        setattr(self, name, found)
        return found


def _imported() -> Any:
    """Import PyYAML without compiling what its readers in Python search by: 4 ms of each start.

    The one in C needs none of these patterns.
    """
    compiled = re.compile
    try:
        re.compile = _Pattern  # type: ignore[assignment]
        import yaml
    finally:
        re.compile = compiled
    return yaml


if TYPE_CHECKING:
    import yaml
else:
    yaml = _imported()

Model = TypeVar("Model")
Path = tuple[str | int, ...]
Marks = dict[tuple[str, ...], Place]

LARGEST_SOURCE = 1_000_000
"""Bytes of a file: ten times what ten years of daily usage take, and fifty a large scenario's."""
DEEPEST = 100
MOST_REPEATED = 100_000
LONGEST_NUMBER = 100
LONGEST_KEY = 18
"""Digits of a key that is a number: of longer ones, many may have one hash."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_UNPRINTABLE: re.Pattern[str] = yaml.reader.Reader.NON_PRINTABLE
"""What YAML doesn't allow."""
_TURNS_TEXT = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Signs that turn what follows: with them a text isn't as it looks."""
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OTHER_BASE = r"0o[0-7]+|0x[0-9a-fA-F]+"
_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_MAYBE_NUMBER = frozenset("-+.0123456789")
_MAYBE_THOUSANDS = re.compile(r"(?<![0-9.,])[-+]?[1-9][0-9]{0,2}\.[0-9]{3}(?![0-9.,])")
"""A plain number that is read as one with three decimals, and may be meant in thousands."""
_WORDS: dict[str, bool | float | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_NO_KEY = object()


@dataclass(frozen=True)
class Document:
    """What one YAML document says, and where it says it."""

    data: Any
    file: str
    source: str = field(default="", repr=False, compare=False)
    """The text of the whole source, kept to find places in when somebody asks."""
    first_line: int = field(default=1, repr=False, compare=False)
    """The line of the file at which the source begins."""
    index: int = field(default=0, repr=False, compare=False)
    """Which of the source's documents this is."""
    _found: list[Marks] = field(default_factory=list, repr=False, compare=False)
    """The marks of the source's documents, once somebody asked; an edited document keeps them."""
    _texts: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    """Places as text, by their dotted paths; an edited document keeps them, too."""
    problems: tuple[Problem, ...] = field(default=(), repr=False, compare=False)
    """What is wrong in cells of a table, to be shown with what its lines are refused for."""

    def place(self, path: Path = ()) -> Place:
        """Where the field at `path` stands: its key, else the nearest parent that is there."""
        keys = tuple(map(str, path))
        known = (keys[:n] for n in range(len(keys), -1, -1) if keys[:n] in self._marks)
        return self._marks[next(known)]

    def place_as_text(self, path: str) -> str:
        """Where the field at a dotted path stands, as text for reports that others read.

        Folders on the way to a file that is named from the root stay out: they tell who wrote it.
        """
        if path not in self._texts:
            place = self.place(tuple(path.split(".")))
            file = PurePath(place.file)
            shown = file.name if file.is_absolute() else place.file
            self._texts[path] = str(Place(shown, place.line, place.column))
        return self._texts[path]

    def maybe_thousands(self) -> Iterator[tuple[Path, str]]:
        """Give the plain numbers whose point may separate thousands: their paths and texts.

        YAML reads 1.450 as 1.45, and the text is gone; so the source is read again.
        """
        if not _MAYBE_THOUSANDS.search(self.source):
            return
        reader = _Reader(self.source, self.file, self.first_line, keep_marks=True)
        for n, _ in enumerate(reader.documents()):
            if n == self.index:
                yield from reader.maybe_thousands

    @property
    def _marks(self) -> Marks:
        if not self._found:
            reader = _Reader(self.source, self.file, self.first_line, keep_marks=True)
            self._found.extend(marks for _, marks in reader.documents())
            self._found.extend([{(): Place(self.file, self.first_line, 1)}] * (not self._found))
        return self._found[self.index]


def read_documents(
    source: bytes | str, file: str, *, first_line: int = 1, keep_marks: bool = False
) -> list[Document]:
    """Return the documents of a YAML source, which `---` separates, or raise `InputError`.

    `keep_marks` saves reading the source again where places are asked for anyway.
    """
    text = text_of(source, file, first_line)
    read = list(_Reader(text, file, first_line, keep_marks=keep_marks).documents())
    found = [marks for _, marks in read] if keep_marks else []
    return [Document(data, file, text, first_line, n, found) for n, (data, _) in enumerate(read)]


def read_document(source: bytes | str, file: str, *, first_line: int = 1) -> Document:
    """Return the one document of a YAML source; none, or a second one, is an `InputError`."""
    documents = read_documents(source, file, first_line=first_line, keep_marks=True)
    if not documents or (len(documents) == 1 and documents[0].data is None):
        _refuse(Place(file, first_line, 1), "the file is empty: write 'name: value' lines")
    if len(documents) > 1:
        _refuse(documents[1].place(), "a second document begins here: write one in each file")
    return documents[0]


def _refuse(place: Place, what: str, field: str = "") -> NoReturn:
    raise InputError([Problem(place, field, what)])


def text_of(source: bytes | str, file: str, first_line: int = 1, most: int = LARGEST_SOURCE) -> str:
    """Return a source as text that YAML allows, or raise `InputError`."""
    if len(source) > most:
        limit = most // 1_000_000
        _refuse(Place(file), f"the file is too large: at most {limit} MB are read")
    if isinstance(source, bytes):
        try:
            source = source.decode("utf-8")
        except UnicodeDecodeError as error:
            line = first_line + error.object.count(b"\n", 0, error.start)
            _refuse(Place(file, line, 1), "this is not UTF-8 text: save the file as UTF-8")
    source = source.removeprefix("\ufeff")
    if problem := _unprintable(source):
        line = first_line + source.count("\n", 0, problem.start())
        column = problem.start() - source.rfind("\n", 0, problem.start())
        _refuse(Place(file, line, column), unprintable(source))
    return source


def table_text(source: bytes, file: str, most: int = LARGEST_SOURCE) -> str:
    """Return a table as text: in UTF-8, or as spreadsheet programs of Windows save it."""
    is_wide = source.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if is_wide else ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return text_of(source[: most + 1].decode(encoding), file, most=most)
    return text_of(source, file, most=most)


def _unprintable(text: str) -> re.Match[str] | None:
    plain = text.replace("\n", "").replace("\t", "").replace("\r", "")
    if plain.isprintable():
        return None
    return _UNPRINTABLE.search(text) or _TURNS_TEXT.search(text)


def unprintable(text: str) -> str:
    """Say which character can't stand in a text; nothing, if none is there."""
    if not (problem := _unprintable(text)):
        return ""
    return f"the character U+{ord(problem[0]):04X} is not allowed in a text: remove it"


def unprintables(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Say which character can't stand in each text of some data, with its dotted path."""
    if isinstance(data, str) and (what := unprintable(data)):
        yield path, what
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from unprintables(key, path)
            yield from unprintables(value, f"{path}.{key}".strip("."))


def scalar(text: str) -> Any:
    """Return the value of a plain scalar by the core schema of YAML 1.2."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _MAYBE_NUMBER or len(text) > LONGEST_NUMBER:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if _NUMBER.fullmatch(text):
        return float(text)
    return int(text, 0) if re.fullmatch(_OTHER_BASE, text) else text


@dataclass(slots=True)
class _Open:
    """A mapping or a list that has begun and hasn't ended."""

    content: dict[Any, Any] | list[Any]
    path: tuple[str, ...] = ()
    """Where it stands."""
    anchor: str | None = None
    key: Any = _NO_KEY
    """The key whose value comes next; of a list, the index."""
    lines: dict[Any, int] = field(default_factory=dict)
    """The line of each key so far."""
    size: int = 1
    """How many nodes it holds, those reached through aliases counted each time."""


class _Reader:
    """Turns the parser's events into data, on a stack of its own, so that no depth can harm it."""

    def __init__(self, text: str, file: str, first_line: int, *, keep_marks: bool = False) -> None:
        self.text, self.file, self.first_line, self.keep_marks = text, file, first_line, keep_marks
        self.problems: list[Problem] = []
        self._begin()

    def _begin(self) -> None:
        self.open: list[_Open] = [_Open([])]
        self.marks: Marks = {(): Place(self.file, self.first_line, 1)}
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.maybe_thousands: list[tuple[Path, str]] = []
        self.repeated = 0

    def documents(self) -> Iterator[tuple[Any, Marks]]:
        """Yield the data of each document and, if they are kept, its marks."""
        actions = {
            yaml.ScalarEvent: self._plain,
            yaml.MappingStartEvent: self._start,
            yaml.SequenceStartEvent: self._start,
            yaml.MappingEndEvent: self._end,
            yaml.SequenceEndEvent: self._end,
            yaml.AliasEvent: self._alias,
        }
        try:
            for event in yaml.parse(self.text, Loader=_LOADER):
                if action := actions.get(type(event)):
                    action(event)
                elif type(event) is yaml.DocumentEndEvent:
                    yield self.open[0].content[0], self.marks
                    self._begin()
        except yaml.YAMLError as error:
            self.problems.append(self._syntax(error))
        if self.problems:
            raise InputError(self.problems)

    def _place(self, event: Any) -> Place:
        return self._at(event.start_mark)

    def _at(self, mark: Any) -> Place:
        return Place(self.file, mark.line + self.first_line, mark.column + 1)

    def _path(self) -> tuple[str, ...]:
        parent = self.open[-1]
        if parent.key is _NO_KEY or len(self.open) == 1:  # the first holds the documents
            return parent.path
        return *parent.path, str(parent.key)

    def _fail(self, event: Any, what: str) -> NoReturn:
        problem = Problem(self._place(event), ".".join(self._path()), what)
        raise InputError([*self.problems, problem])

    def _syntax(self, error: yaml.YAMLError) -> Problem:
        mark = getattr(error, "problem_mark", None)
        if mark is None:
            return Problem(Place(self.file), "", f"this is not YAML: {error}".replace("\n", " "))
        what = getattr(error, "problem", None) or getattr(error, "context", None) or ""
        lines = self.text.split("\n")
        here = lines[mark.line][mark.column : mark.column + 1] if mark.line < len(lines) else ""
        remedy = ": indent with spaces, not with tabs" if here == "\t" else ""
        return Problem(self._at(mark), "", f"not valid YAML{': ' * bool(what)}{what}{remedy}")

    def _plain(self, event: Any) -> None:
        parent = self.open[-1]
        if parent.key is _NO_KEY and type(parent.content) is dict:
            self._key(parent, event)
        else:
            self._locate(event)
            self._refuse_unprintable(event)
            value = event.value if event.style else scalar(event.value)
            if self.keep_marks and type(value) is float and _MAYBE_THOUSANDS.fullmatch(event.value):
                self.maybe_thousands.append((self._path(), event.value))
            self._put(value, 1, event.anchor)

    def _key(self, parent: _Open, event: Any) -> None:
        self._refuse_tag(event)
        self._refuse_unprintable(event)
        text, plain = event.value, not event.style
        if plain and text == "<<":
            self._fail(event, "merge keys ('<<') aren't read: write the fields out")
        number = plain and len(text) <= LONGEST_KEY and _INTEGER.fullmatch(text)
        key = int(text) if number else text
        parent.key = key
        if key in parent.lines:
            what = f"given twice, first in line {parent.lines[key]}: keep one of them"
            self.problems.append(Problem(self._place(event), ".".join(self._path()), what))
            if len(self.problems) > MOST_SHOWN:  # the rest isn't shown: why look for it?
                raise InputError(self.problems)
        parent.lines[key] = event.start_mark.line + self.first_line
        if self.keep_marks:
            self.marks[self._path()] = self._place(event)

    def _locate(self, event: Any) -> None:
        """Note where a value begins; a list has no keys, so its values are what has a place."""
        self._refuse_tag(event)
        parent = self.open[-1]
        if parent.key is _NO_KEY:
            if type(parent.content) is dict:
                self._fail(event, "a field's name must be a plain text or number")
            parent.key = len(parent.content)
            if self.keep_marks:
                self.marks[self._path()] = self._place(event)

    def _start(self, event: Any) -> None:
        self._locate(event)
        if len(self.open) > DEEPEST:
            what = f"nested too deep: at most {DEEPEST} levels are read"
            raise InputError([*self.problems, Problem(self._place(event), "", what)])
        mapping = type(event) is yaml.MappingStartEvent
        self.open.append(_Open({} if mapping else [], self._path(), event.anchor))

    def _end(self, _: Any) -> None:
        ended = self.open.pop()
        self._put(ended.content, ended.size, ended.anchor)

    def _alias(self, event: Any) -> None:
        self._locate(event)
        name = event.anchor
        shown = shortened(name)
        if any(frame.anchor == name for frame in self.open):
            self._fail(event, f"'*{shown}' stands inside of what it repeats")
        if name not in self.anchors:
            self._fail(event, f"'*{shown}' repeats nothing: no '&{shown}' stands above")
        value, size = self.anchors[name]
        self.repeated += size
        if self.repeated > MOST_REPEATED:
            self._fail(
                event, f"aliases repeat too much: at most {grouped(MOST_REPEATED)} nodes are read"
            )
        self._put(value, size, None)

    def _put(self, value: Any, size: int, anchor: str | None) -> None:
        parent = self.open[-1]
        if isinstance(parent.content, dict):
            parent.content[parent.key] = value
        else:
            parent.content.append(value)
        parent.key = _NO_KEY
        parent.size += size
        if anchor is not None:
            self.anchors[anchor] = value, size

    def _refuse_unprintable(self, event: Any) -> None:
        """Refuse what a text in quotes may hold without showing it, by its number."""
        if event.style == '"' and (what := unprintable(event.value)):
            self._fail(event, what)

    def _refuse_tag(self, event: Any) -> None:
        if getattr(event, "tag", None) not in (None, "!"):
            self._fail(
                event, f"tags such as '{shortened(event.tag)}' aren't read: write the plain value"
            )


def validate(
    model_type: type[Model] | TypeAdapter[Model], document: Document, at: Path = ()
) -> Model:
    """Return what the document says at a path as an instance, or raise `InputError`."""
    data: Any = document.data
    for step in at:
        data = data[step]
    model: Any = model_type
    check = model.validate_python if isinstance(model, TypeAdapter) else model.model_validate
    try:
        return check(data)  # type: ignore[no-any-return]
    except ValidationError as error:
        raise InputError(problems_of(error, model_type, document, at)) from None


def problems_of(
    error: ValidationError, model_type: Any, document: Document, at: Path = ()
) -> list[Problem]:
    """Return the problems that pydantic found, in our words and each with its place."""
    from model.reading.complaints import complaints  # slow, and only needed when all is lost

    problems = [
        Problem(document.place(path), ".".join(map(str, path)), what)
        for path, what in complaints(error, model_type, document.data, at)
    ]
    unsaid = error.error_count() - MOST_JUDGED
    return [*problems, more(unsaid, max(problems).place)] if unsaid > 0 and problems else problems
