"""Outputs of several hosts in one text: by prompts, pdsh, dshbak, clush, Ansible and Salt.

`dshbak -c` and `clush -b` print what is equal on several hosts once: it counts for each of them.
Names of hosts only keep outputs apart. They are never stored or shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from model.installed.output import LARGEST, without_prompts

_PROMPT = re.compile(
    r"^(?:\([\w.-]{1,80}\) ?)?\[?[\w.-]{1,80}@([\w-]{1,80})[\w.-]{0,200}(?:[: ][^\n#$%>]{0,500})?"
    r"\]? ?[#$%>](?: |$)",
    re.MULTILINE,
)
_PREFIX = re.compile(r"([A-Za-z0-9][\w.-]{0,200}):(?: (.*))?")
_BLOCK = re.compile(r"^-{10,80}\n([\w.,\[\]-]{1,2000})(?: \(\d{1,6}\))?\n-{10,80}$", re.MULTILINE)
_ANSIBLE = re.compile(
    r"^([A-Za-z0-9][\w.-]{0,200}) \| (?:CHANGED|SUCCESS|FAILED)(?: \| rc=\d{1,3})? (?:>>|=>)",
    re.MULTILINE,
)
_SALT = re.compile(r"([A-Za-z0-9][\w.-]{0,200}):")
_INDENT = "    "
_FOLDED = re.compile(r"\[([\d,-]{1,500})\]")
MOST_HOSTS = 10_000
"""Hosts that a folded name can stand for."""
MOST_OTHER = 0.02
"""Share of lines of `pdsh` that may have no host before them."""
LEAST_LINES = 3
"""Lines of a host, on average, in an output of `pdsh`."""


def by_host(text: str) -> Iterator[tuple[str, int, str]]:
    """Return the host, the number of the first line, and the text of each part of a text."""
    if prefixed := _of_salt(text) or _of_pdsh(text):
        yield from ((host, 1, without_prompts(part)) for host, part in prefixed.items())
        return
    marks = [_PROMPT, _ANSIBLE]
    if _BLOCK.match(text.lstrip()):
        marks.append(_BLOCK)
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
            part = without_prompts(text[begin:end])
            yield from ((each, line, part) for each in _unfolded(host, len(part)))


def _unfolded(name: str, length: int) -> list[str]:
    """Return a name for each host of a folded one: a comma outside of brackets, a range in them.

    No more is read than of the largest file.
    """
    count = 0
    for one in re.split(r",(?![^\[]*\])", name):
        of_one = 1
        for part in _FOLDED.finditer(one):
            of_one *= sum(map(_hosts_in, part[1].split(",")))
        count += of_one
    if count < 2 or count > MOST_HOSTS or count * length > LARGEST:
        return [name]
    return [f"{name} {n}" for n in range(count)]


def _hosts_in(numbers: str) -> int:
    first, _, last = numbers.partition("-")
    if first.isdigit() and last.isdigit() and len(last) < 9:
        return max(1, int(last) - int(first) + 1)
    return 1


def _of_salt(text: str) -> dict[str, str]:
    """Return the text of each host, if all of it is indented below names; empty otherwise."""
    hosts: dict[str, list[str]] = {}
    last = None
    for line in text.split("\n"):
        if line.startswith(_INDENT) or not line.strip():
            if last is not None:
                hosts[last].append(line.removeprefix(_INDENT))
            elif line.strip():
                return {}
        elif (match := _SALT.fullmatch(line.rstrip())) is not None:
            last = match[1]
            hosts.setdefault(last, [])
        else:
            return {}
    return {host: "\n".join(each) + "\n" for host, each in hosts.items()}


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
