"""File sizes of Storage Scale by `mmapplypolicy`: its summary of rules, or its lists of files.

Forms: the summary "Rule# Hit_Cnt KB_Hit …" with a rule for each class of sizes, as stored outputs
show; lists of `-I defer -f` with `SHOW(VARCHAR(FILE_SIZE))` by the documentation ("File list
format"), never seen real. Paths of files are not kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from model.installed.file_sizes import KIND as KIND
from model.installed.file_sizes import FileSizes, SizeClass, reading_of
from model.installed.output import Output
from model.installed.reading import Reading

_HEAD = r"[ \t]*Rule#[ \t]+Hit_Cnt[ \t]+KB_Hit[ \t]+(?:Chosen|Chosen_Cnt)[ \t]"
_LIST = r"\d{1,20} \d{1,20} \d{1,20} {1,4}\d{1,20} {1,4}-- /"
MARK = re.compile(rf"^(?:{_HEAD}|{_LIST})", re.MULTILINE)
_RULE = re.compile(
    r"[ \t]*\d{1,6}[ \t]+([\d,]{1,26})[ \t]+([\d,]{1,26})[ \t][\d, \t]{1,200}RULE\b.{0,200}?"
    r"\bLIST[ \t]+'([^'\n]{1,200})'",
    re.IGNORECASE,
)
_FILE = re.compile(r"\d{1,20} \d{1,20} \d{1,20} {1,4}(\d{1,20}) {1,4}-- /")
_HEADS = re.compile(_HEAD)
_KIB = 1024


def read(output: Output) -> Iterator[Reading]:
    """Return a class of each rule, or of each power of four."""
    rules: dict[str, list[SizeClass]] = {}
    powers: Counter[int] = Counter()
    sums: Counter[int] = Counter()
    for _, line in output.lines():
        if _HEADS.match(line):
            rules = {}
        elif rule := _RULE.match(line):
            hits, size = (int(rule[n].replace(",", "") or 0) for n in (1, 2))
            mean = size * _KIB // hits if hits else 0
            rules.setdefault(rule[3], []).append(SizeClass(mean, None, hits, size * _KIB))
        elif one := _FILE.match(line):
            size = int(one[1])
            power = (max(size - 1, 0).bit_length() + 1) // 2
            powers[power] += 1
            sums[power] += size
    if powers:
        classes = tuple(
            SizeClass(4 ** (power - 1) if power else 0, 4**power, powers[power], sums[power])
            for power in sorted(powers)
        )
        yield reading_of("mmapplypolicy", FileSizes(classes, sums.total()))
        return
    if not rules:
        output.refuse("no LIST rule has hits here: write one LIST rule for each class of sizes")
    listed = max(rules.values(), key=lambda one: (len(one), sum(each.files for each in one)))
    notes = ["sizes are the space allocated to files (KB_Hit), with their replicas"]
    if len(listed) == 1:
        notes.append("one rule is one class: write one LIST rule for each class of sizes")
    found = FileSizes(tuple(listed), sum(one.size or 0 for one in listed))
    yield reading_of("mmapplypolicy", found, notes)
