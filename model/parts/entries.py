"""Catalog files as entries: scanned quickly, parsed on demand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path

from model.errors import Place
from model.reading.documents import Document, read_document, text_of
from model.records import dataclass

_LINE = re.compile(
    r"^(?:(?P<end>---)(?=\s|\Z)|(?P<name>key|part|kind):[ \t]*[\"']?(?P<value>[^\s\"'#]*))",
    re.MULTILINE,
)

_NAME = re.compile(r"^(?:vendor|model):(.*)", re.MULTILINE)
_NUMBER = re.compile(r"^number:(.*)", re.MULTILINE)


@dataclass
class Entry:
    """An unparsed document of a file: its key, and its location."""

    file: str
    line: int
    """First line of the document."""
    key: str = ""
    kind: str = ""
    key_line: int = 0
    text: str = field(default="", repr=False)

    @property
    def names(self) -> str:
        """Vendor and model, as written in the text."""
        return " ".join(_NAME.findall(self.text))

    @property
    def words(self) -> str:
        """What a search finds it by: key, vendor, model, and order number."""
        return " ".join((self.key, self.names, *_NUMBER.findall(self.text)))

    @property
    def place(self) -> Place:
        """Place of its key."""
        return Place(self.file, self.key_line or self.line, 1)

    def read(self) -> Document:
        """Parse the document."""
        return read_document(self.text, self.file, first_line=self.line)


def scan(path: Path, file: str) -> Iterator[Entry]:
    """Yield the documents of a file; a `---` at the start of a line always separates documents."""
    text = text_of(path.read_bytes(), file)
    entry, begin, line, position = Entry(file, 1), 0, 1, 0
    for match in _LINE.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        if match["end"]:
            entry.text = text[begin : match.start()]
            yield entry
            begin = match.end()
            entry = Entry(file, line)
        elif match["name"] == "kind":
            entry.kind = match["value"]
        else:
            entry.key, entry.key_line = match["value"], line
    entry.text = text[begin:]
    yield entry
