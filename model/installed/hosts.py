"""Outputs of several hosts in one text: by prompts, by `pdsh`, by `dshbak` and `clush -b`.

Names of hosts only keep outputs apart. They are never stored or shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from model.installed.output import without_prompts

_PROMPT = re.compile(
    r"^(?:\([\w.-]{1,80}\) ?)?\[?[\w.-]{1,80}@([\w-]{1,80})[\w.-]{0,200}(?:[: ][^\n#$%>]{0,500})?"
    r"\]? ?[#$%>](?: |$)",
    re.MULTILINE,
)
_PREFIX = re.compile(r"([A-Za-z0-9][\w.-]{0,200}):(?: (.*))?")
_BLOCK = re.compile(r"^-{10,80}\n([\w.,\[\]-]{1,2000})\n-{10,80}$", re.MULTILINE)
MOST_OTHER = 0.02
"""Share of lines of `pdsh` that may have no host before them."""
LEAST_LINES = 3
"""Lines of a host, on average, in an output of `pdsh`."""


def by_host(text: str) -> Iterator[tuple[str, int, str]]:
    """Return the host, the number of the first line, and the text of each part of a text."""
    if prefixed := _of_pdsh(text):
        yield from ((host, 1, without_prompts(part)) for host, part in prefixed.items())
        return
    marks = (_PROMPT, _BLOCK) if _BLOCK.match(text.lstrip()) else (_PROMPT,)
    found = sorted((match.start(), match[1]) for mark in marks for match in mark.finditer(text))
    begins: list[tuple[int, str]] = [(0, "")]
    for at, host in found:
        if host != begins[-1][1]:
            begins.append((at, host))
    line, counted = 1, 0
    ends = [*(at for at, _ in begins[1:]), len(text)]
    for (begin, host), end in zip(begins, ends, strict=True):
        line += text.count("\n", counted, begin)
        counted = begin
        if begin < end:
            yield host, line, without_prompts(text[begin:end])


def _of_pdsh(text: str) -> dict[str, str]:
    """Return the text of each host, if each line begins with one; empty otherwise."""
    lines = [line for line in text.split("\n") if line.strip()]
    hosts: dict[str, list[str]] = {}
    others = 0
    for line in lines:
        match = _PREFIX.fullmatch(line)
        if match is None:
            others += 1
            if others > len(lines) * MOST_OTHER:
                return {}
        else:
            hosts.setdefault(match[1], []).append(match[2] or "")
    if len(hosts) * LEAST_LINES > len(lines):
        return {}
    return {host: "\n".join(each) + "\n" for host, each in hosts.items()}
