"""A YAML text that says something else than before, its comments and its look kept.

Whatever was not changed stays as it was written, to the letter where YAML allows: a scalar is never
read as a number and written again.
"""

from __future__ import annotations

import copy
import io
from typing import Any

import yaml
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.resolver import VersionedResolver
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from model.errors import InputError
from model.reading.documents import read_document, scalar

WIDEST = 1_000_000
"""No line is broken that its author didn't break."""
HINT = "# yaml-language-server: $schema="
"""How the first line of a scenario begins that tells an editor where its schema is."""


def to_take_away(text: str) -> str:
    """Leave out the line that tells an editor where the schema is: elsewhere it isn't there."""
    hint, _, rest = text.partition("\n")
    return rest if hint.startswith(HINT) else text


class _Texts(VersionedResolver):
    """Takes every scalar for a text, so that none is written in another way than it was."""

    def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
        """Tell what a node is; a scalar is a text."""
        from ruamel.yaml.nodes import ScalarNode

        if kind is ScalarNode:
            return self.DEFAULT_SCALAR_TAG
        return super().resolve(kind, value, implicit)


def rewritten(text: bytes | str, data: Any) -> str:
    """Write a YAML text so that it says `data`.

    Comments go only with what they stand beside. Where that can't be done, which is tried out, the
    data is written without comments: what is said counts more than how.
    """
    source = text.decode("utf-8-sig") if isinstance(text, bytes) else text.removeprefix("\ufeff")
    before = read_document(source, "").data
    if _same(before, data):
        return source
    try:
        new = _kept(source, before, data)
        if _same(read_document(new, "").data, data):
            return new
    except (InputError, yaml.YAMLError, ValueError, TypeError, AttributeError, RecursionError):
        pass
    return plain(data)


def plain(data: Any) -> str:
    """Write data as YAML, as nobody wrote it before."""
    return yaml.dump(data, Dumper=_Quoting, allow_unicode=True, sort_keys=False, width=100)


class _Quoting(yaml.SafeDumper):
    """Writes in quotes a text that YAML 1.2 reads as a number, and YAML 1.1 doesn't: 1e3."""

    def represent_str(self, data: str) -> yaml.ScalarNode:
        """Write a text."""
        style = None if not data or _is_plain(data) else "'"
        return self.represent_scalar("tag:yaml.org,2002:str", data, style=style)


_Quoting.add_representer(str, _Quoting.represent_str)


def _same(one: Any, other: Any) -> bool:
    """Tell whether data is the same, types and order of what is listed too: 1 isn't 1.0."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and bool(one == other)


def _kept(source: str, before: Any, data: Any) -> str:
    writer = YAML(typ="rt")
    writer.Resolver = _Texts
    writer.preserve_quotes = True
    writer.width = WIDEST
    mapping, offset = _indents(source)
    writer.indent(mapping=mapping, sequence=offset + 2, offset=offset)
    writer.explicit_start = any(line.startswith("---") for line in source.splitlines())
    content = writer.load(source)
    _change(content, before, data)
    out = io.StringIO()
    writer.dump(content, out)
    return out.getvalue()


def _indents(source: str) -> tuple[int, int]:
    """Give how deep fields of fields stand, and the dashes of a list, as in the first of each."""
    mapping, offset, above = 0, -1, ""
    for line in source.splitlines():
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        step = len(line) - len(line.lstrip()) - (len(above) - len(above.lstrip()))
        if above.split(" #")[0].rstrip().endswith(":") and not above.lstrip().startswith("- "):
            if stripped.startswith("- "):
                offset = step if offset < 0 <= step else offset
            elif step > 0:
                mapping = mapping or step
        above = line
    return mapping or 2, max(offset, 0) if offset >= 0 else 2


def _change(content: Any, before: Any, data: Any) -> None:
    """Change what differs, below a mapping or a list."""
    if isinstance(data, dict):
        places = {scalar(str(key)) if str(key) else "": key for key in content}
        places = {**{str(key): key for key in content}, **places}
        for key in [key for key in before if key not in data]:
            del content[places[key]]
        for key, value in data.items():
            if key not in before:
                content[_text(key)] = _made(value, content)
            else:
                _put(content, places[key], before[key], value)
        return
    before = _in_place(content, list(before), data)
    for n, value in enumerate(data[: len(before)]):
        _put(content, n, before[n], value)
    del content[len(data) :]
    content.extend(_made(value, content) for value in data[len(before) :])


def _in_place(content: Any, before: list[Any], data: list[Any]) -> list[Any]:
    """Take out of a list what isn't in it any more by name, and put in what is new, each in place.

    Gives what the list says then. Of what has no names, or others in the same places, only the end
    comes and goes.
    """
    old, new = _names(before), _names(data)
    stays = [name for name in old if name in new]
    if len(old) == len(new) or not stays or stays != [name for name in new if name in old]:
        return before
    for n in reversed(range(len(old))):
        if old[n] not in new:
            del content[n], before[n]
    for n, name in enumerate(new):
        if name not in old:
            content.insert(n, _made(data[n], content))
            before.insert(n, data[n])
    return before


def _names(several: list[Any]) -> list[str]:
    """Give the names of what is listed; nothing, unless each has one of its own."""
    names = [one.get("name") if isinstance(one, dict) else None for one in several]
    texts = [name for name in names if isinstance(name, str)]
    return texts if len(set(texts)) == len(names) else []


def _put(content: Any, key: Any, before: Any, value: Any) -> None:
    if _same(before, value):
        return
    alike = (isinstance(before, dict) and isinstance(value, dict)) or (
        isinstance(before, list) and isinstance(value, list)
    )
    if not alike or not value or not before:
        content[key] = _made(value, content)
        return
    inside = content[key]
    if inside.anchor.value is not None:  # it is repeated elsewhere, where nothing was changed
        inside = content[key] = copy.deepcopy(inside)
        inside.anchor.value = None
    _change(inside, before, value)


def _made(value: Any, beside: Any) -> Any:
    """Make what the writer takes of a new value; a short record stands in one line."""
    if isinstance(value, dict):
        new = CommentedMap({_text(key): _made(one, beside) for key, one in value.items()})
        if beside.fa.flow_style() or not any(isinstance(v, dict | list) for v in value.values()):
            new.fa.set_flow_style()
        return new
    if isinstance(value, list):
        several = CommentedSeq(_made(one, beside) for one in value)
        if beside.fa.flow_style() or not any(isinstance(one, dict | list) for one in value):
            several.fa.set_flow_style()
        return several
    return _text(value)


def _text(value: Any) -> str:
    """Write a scalar; a text that would be read as something else goes in quotes."""
    if isinstance(value, str):
        return value if value and _is_plain(value) else DoubleQuotedScalarString(value)
    return str(yaml.safe_dump(value, allow_unicode=True, width=WIDEST)).splitlines()[0]


def _is_plain(text: str) -> bool:
    return scalar(text) == text and text != "<<"
