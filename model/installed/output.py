"""Text that a program printed, as people paste it: cleaned, and split into the outputs of programs.

Around the output there are prompts, comments, colours and line ends of another system. Numbers of
lines stay those of the file, so that errors can name them. Everything takes linear time.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import field
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, NoReturn

from model.errors import InputError, Place, Problem
from model.records import dataclass

LARGEST = 50_000_000
"""Size limit of a file in bytes."""
LONGEST_LINE = 100_000
"""Longer lines are cut."""
_ESCAPES = re.compile(
    r"\x1b\[[0-?]{0,64}[ -/]{0,8}[@-~]|\x1b\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)|\x1b[@-Z\\-_]"
)
"""Colours, titles of windows and other sequences of terminals."""
_OTHERS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_PROMPT = re.compile(
    r"(?:\([\w.-]{1,80}\) ?)?(?:"
    r"\[[^\]\n]{1,200}\] ?[#$%>](?: |$)"  # [root@oss1 ~]# zpool status
    r"|[\w.-]{1,80}@[\w.-]{1,200}(?:[: ][^\n#$%>]{0,500})?[#$%>](?: |$)"  # root@oss1:~# ...
    r"|[#$%] (?!dmidecode)"  # $ zpool status, or a comment
    r"|#{1,8}(?! ?dmidecode)(?:\s|$)"
    r"|(?:#|//)(?! ?dmidecode)[^\n]{0,500}$"
    r")"
)
MOST_FAILURES = 200
"""Lines that begin like JSON and aren't: further ones are not tried, as each is counted."""
_PARTS = {
    "Expecting ','": re.compile(r"\.|[eE][+-]?"),
    "Expecting value": re.compile(r"-|tr?u?|fa?l?s?|nu?l?"),
}
"""What is left of a number or a word that was cut off, by what JSON expects there."""
_JSON = re.compile(r"(?:^|\A[ \t\n]{0,200})(?=([\[{]))", re.MULTILINE)
_NO_NUMBER = re.compile(r"(?<=[:\[,\s])-?(?:nan|inf)(?=\s{0,9}[,\]}])")
"""As C prints quotients by zero; Ceph does, where nothing is in use."""


@dataclass(frozen=True)
class Output:
    """One output, or several of one kind that follow each other.

    `name` is the base name of the file; `first_line` the number of the first line in it; `document`
    what is in it, if it is JSON.
    """

    name: str
    text: str = field(repr=False)
    first_line: int = 1
    document: Any = field(default=None, repr=False)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Return each line with its number, without blanks at its end."""
        for number, line in enumerate(self.text.split("\n"), self.first_line):
            yield number, line[:LONGEST_LINE].rstrip()

    def refuse(self, what: str, line: int = 0) -> NoReturn:
        """Raise a one-line error; `what` quotes nothing that could name a person or a machine."""
        place = Place(self.name, line or self.first_line, 1)
        raise InputError([Problem(place, "", what)])


def base_name(path: str) -> str:
    """Return the last part of a path, of any system."""
    return PureWindowsPath(PurePosixPath(path).name).name or "output"


def cleaned(content: bytes | str, name: str) -> str:
    """Decode a file; remove colours; unify the ends of lines.

    Raises
    ------
    InputError
        If it is too large, empty, or no text.
    """

    def refuse(what: str) -> InputError:
        return InputError([Problem(Place(name), "", what)])

    if len(content) > LARGEST:
        raise refuse(f"the file is too large: at most {LARGEST // 1_000_000} MB are read")
    if isinstance(content, bytes):
        wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        content = content.decode("utf-16" if wide else "utf-8", errors="replace")
    text = content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise refuse("the file is empty: save what the command prints, and import it again")
    if text.count("\0") > len(text) // 100:
        raise refuse("not a text file: save what the command prints, and import it again")
    return _OTHERS.sub("", _ESCAPES.sub("", text))


META_COMMAND, STORAGE_COMMAND = "beegfs nodetype meta", "beegfs nodetype storage"
"""What is left of a prompt whose command says what the output doesn't."""
_LEFT = {"--nodetype=meta": META_COMMAND, "--nodetype=storage": STORAGE_COMMAND}


def without_prompts(text: str) -> str:
    """Leave lines of prompts and comments empty, but for what only the command tells."""
    return "\n".join(_of_prompt(line) if _PROMPT.match(line) else line for line in text.split("\n"))


def _of_prompt(line: str) -> str:
    return next((left for option, left in _LEFT.items() if option in line), "")


def documents(text: str, name: str, first_line: int = 1) -> Iterator[tuple[int, int, Any]]:
    """Return the JSON documents that begin a line of a text: begin, end and contents.

    What begins like JSON and isn't is left to the readers of texts.

    Raises
    ------
    InputError
        If a document is cut off.
    """
    decoder = json.JSONDecoder()
    at = failures = 0
    while failures < MOST_FAILURES and (found := _JSON.search(text, at)):
        at = found.start(1)
        try:
            document, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            if _NO_NUMBER.match(text, getattr(error, "pos", len(text))):
                text = _NO_NUMBER.sub(lambda found: "NaN".rjust(len(found[0])), text)
                continue
            if _ends_early(error, text):
                line = text.count("\n", 0, at) + first_line
                what = (
                    "the JSON that begins here is cut off: save the whole output, and import it "
                    "again"
                )
                raise InputError([Problem(Place(name, line, 1), "", what)]) from None
            failures += 1
            stop = text.find("\n", getattr(error, "pos", at))
            at = len(text) if stop < 0 else stop + 1
            continue
        if isinstance(document, dict | list):
            yield at, end, document
        at = end


def _ends_early(error: Exception, text: str) -> bool:
    """Whether JSON is wrong only at the end of the text."""
    if not isinstance(error, json.JSONDecodeError):
        return False
    rest = text[error.pos :].strip()
    if not rest or error.msg.startswith("Unterminated string"):
        return True
    if error.msg.startswith("Invalid \\u"):
        return len(rest) < 7 and '"' not in rest
    part = _PARTS.get(error.msg.partition(" delimiter")[0])
    is_new = part is not _PARTS["Expecting ','"] or text[error.pos - 1].isdigit()
    return part is not None and is_new and part.fullmatch(rest) is not None
