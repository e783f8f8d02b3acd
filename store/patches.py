"""The user's changes to a scenario: a list of patches, each a path with its new value.

Edits of figures, sections with things added or removed, uncertainty ranges, reasons, quotes and
price books are all patches. Undo drops the last step of them, a draft stores them, a version is the
scenario with them, and an address carries those that aren't confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any, Final

from store.link import is_confidential


class Origin(Enum):
    """Placeholder for the original value of a field."""

    AS_IT_CAME = "as it came"


AS_IT_CAME: Final = Origin.AS_IT_CAME
MOST_STEPS = 100
"""Maximum number of steps that can be undone."""
BANDS = "bands"
"""The section of uncertainty ranges: it may name edited figures, so it is applied after them."""
OFFERED = "offered:"
"""Prefix of the path of a file, e.g. `offered:quotes:q.yaml`. A field and a name follow."""
PATCH, FILE = "patch:", "file:"
"""Prefixes of the items of a draft: a patch by its path, a file by its name."""


@dataclass(frozen=True, slots=True)
class Patch:
    """One change."""

    path: str
    """A dotted path of the scenario, or of a file that comes along."""
    new: Any
    """An empty text or list removes what the scenario states."""
    old: Any = None
    """The value before, as forms showed it; None where no form did."""
    reason: Mapping[str, Any] | None = None
    """What a file states beside the value: its status, and why."""

    @property
    def is_file(self) -> bool:
        """Whether it concerns a file."""
        return self.path.startswith(OFFERED)

    @property
    def is_section(self) -> bool:
        """Whether it replaces a whole section of the scenario.

        A list of words, as of what is there already, is one field.
        """
        if "." in self.path or self.is_file:
            return False
        if isinstance(self.new, list):
            return not any(isinstance(one, str) for one in self.new)
        return self.new is None or isinstance(self.new, dict)

    @property
    def is_figure(self) -> bool:
        """Whether it concerns one field."""
        return not (self.is_file or self.is_section)

    @property
    def confidential(self) -> bool:
        """Whether it is confidential: a quote, or a field about money."""
        return self.is_file or is_confidential(self.path, self.new)

    def does_as(self, other: Patch | None) -> bool:
        """Whether it has the same effect as another patch, regardless of the old value."""
        if other is None:
            return self.new is AS_IT_CAME
        return (self.new, self.reason) == (other.new, other.reason)


Whole = Mapping[str, Patch]
"""Merged patches: at most one per path, sections before their fields."""


def compacted(patches: Iterable[Patch]) -> dict[str, Patch]:
    """Merge patches in their order: the last one of each path counts.

    A section holds all that is in it: what was changed in it before is no patch any more.
    """
    found: dict[str, Patch] = {}
    for patch in patches:
        within = f"{patch.path}."
        for path in [path for path in found if path.startswith(within)]:
            del found[path]
        if patch.new is AS_IT_CAME:
            found.pop(patch.path, None)
        elif patch.path in found:
            found[patch.path] = replace(patch, old=found[patch.path].old)
        else:
            found[patch.path] = patch
    return found


def in_order(whole: Iterable[Patch]) -> list[Patch]:
    """Sort patches so that sections precede their fields."""
    return sorted(whole, key=lambda patch: not patch.is_section)


@dataclass(frozen=True)
class Changes:
    """The changes of a scenario as seen by one tab: its own steps on top of a base."""

    kept: tuple[Patch, ...] = ()
    """What is no step of this tab: it was there before, or comes from another one."""
    steps: tuple[tuple[Patch, ...], ...] = ()
    """What this tab did, the last at the end."""
    undone: tuple[tuple[Patch, ...], ...] = ()
    """What can be done again, the last at the end."""
    is_open: bool = False
    """Whether the next patch belongs to the last step."""

    @cached_property
    def whole(self) -> Whole:
        """All patches, merged."""
        return compacted([*self.kept, *(patch for step in self.steps for patch in step)])

    @cached_property
    def figures(self) -> Mapping[str, Any]:
        """Edited fields: values by path."""
        return {path: patch.new for path, patch in self.whole.items() if patch.is_figure}

    @cached_property
    def sections(self) -> Mapping[str, Any]:
        """Sections with added or removed entries, as they are now, without uncertainty ranges."""
        return {p: one.new for p, one in self.whole.items() if one.is_section and p != BANDS}

    @cached_property
    def files(self) -> Mapping[str, Mapping[str, bytes]]:
        """Files of quotes and price books, by the field that names them."""
        found: dict[str, dict[str, bytes]] = {}
        for path in (path for path, patch in self.whole.items() if patch.is_file):
            field, _, name = path.removeprefix(OFFERED).partition(":")
            found.setdefault(field, {})[name] = self.whole[path].new
        return found

    def patched(self, patches: Iterable[Patch]) -> Changes:
        """Add patches, except those without effect. Undone steps are discarded."""
        news, whole = [], self.whole
        for patch in patches:
            within = f"{patch.path}."
            if not patch.does_as(whole.get(patch.path)) or any(
                path.startswith(within) for path in whole
            ):
                news.append(patch)
                whole = compacted([*whole.values(), patch])
        if not news:
            return self
        last = self.steps[-1] if self.is_open else ()
        steps = self.steps[:-1] if self.is_open else self.steps
        return Changes(self.kept, (*steps, (*last, *news)), (), is_open=True)

    def recorded(self) -> Changes:
        """End the current step, if any. A step without effect is dropped."""
        if not self.is_open:
            return self
        before = replace(self, steps=self.steps[:-1], is_open=False)
        if do_the_same(before.whole, self.whole):
            return before
        first, rest = self.steps[:-MOST_STEPS], self.steps[-MOST_STEPS:]
        kept = compacted([*self.kept, *(patch for step in first for patch in step)])
        return Changes(tuple(kept.values()) if first else self.kept, rest, self.undone)

    def settled(self) -> Changes:
        """Make the current state the base, without steps."""
        return Changes(tuple(self.whole.values()))

    def without(self, paths: Iterable[str]) -> Changes:
        """Drop the patches of some paths from all steps."""
        gone = frozenset(paths)
        kept = tuple(patch for patch in self.kept if patch.path not in gone)
        return replace(self, kept=kept, steps=_filtered(self.steps, lambda path: path not in gone))

    def undo(self) -> Changes:
        """Undo the last step."""
        if not self.steps:
            return self
        return Changes(self.kept, self.steps[:-1], (*self.undone, self.steps[-1]))

    def redo(self) -> Changes:
        """Redo the step that was undone last."""
        if not self.undone:
            return self
        return Changes(self.kept, (*self.steps, self.undone[-1]), self.undone[:-1])

    def joined(self, whole: Whole) -> Changes:
        """Adopt the merged changes of all tabs (`whole`); keep steps that they don't affect."""
        paths = {*self.whole, *whole}
        theirs = [path for path in paths if not _same(self.whole.get(path), whole.get(path))]
        if not theirs:
            return self
        steps, undone = (
            _filtered(some, lambda path: not any(_meet(path, one) for one in theirs))
            for some in (self.steps, self.undone)
        )
        mine = {patch.path for step in steps for patch in step}
        below = [patch for path, patch in compacted(self.kept).items() if path in mine]
        others = [patch for path, patch in whole.items() if path not in mine]
        joined = Changes(tuple(in_order([*below, *others])), steps, undone)
        return joined if do_the_same(joined.whole, whole) else Changes(tuple(whole.values()))


def do_the_same(one: Whole, other: Whole) -> bool:
    """Return whether two lists of patches have the same effect."""
    return one.keys() == other.keys() and all(one[path].does_as(other[path]) for path in one)


def _same(one: Patch | None, other: Patch | None) -> bool:
    return one is other or (one is not None and other is not None and one.does_as(other))


def _meet(one: str, other: str) -> bool:
    """Tell whether two paths are one, or one is within the other."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _filtered(
    steps: Iterable[tuple[Patch, ...]], stays: Callable[[str], bool]
) -> tuple[tuple[Patch, ...], ...]:
    left = (tuple(patch for patch in step if stays(patch.path)) for step in steps)
    return tuple(step for step in left if step)


def items_of(patches: Iterable[Patch]) -> dict[str, Any]:
    """Convert patches to items of a draft. Files are stored separately."""
    found: dict[str, Any] = {}
    for patch in (one for one in patches if not one.is_file):
        stated: dict[str, Any] = {"new": patch.new}
        stated |= {"old": patch.old} if patch.old is not None else {}
        stated |= {"reason": dict(patch.reason)} if patch.reason is not None else {}
        found[f"{PATCH}{patch.path}"] = stated
    return found


def files_of(patches: Iterable[Patch]) -> dict[str, bytes]:
    """Return the files among patches, by their names in a draft."""
    return {patch.path: patch.new for patch in patches if patch.is_file}


def patches_of(items: Mapping[str, Any], files: Mapping[str, bytes]) -> list[Patch]:
    """Read the patches of a draft. Files without an item are ignored."""
    found = [
        Patch(item.removeprefix(PATCH), value["new"], value.get("old"), value.get("reason"))
        for item, value in items.items()
        if item.startswith(PATCH)
    ]
    named = (name for name in files if name.startswith(OFFERED) and f"{FILE}{name}" in items)
    return in_order([*found, *(Patch(name, files[name]) for name in named)])


def current_items(items: Mapping[str, Any]) -> dict[str, Any]:
    """Convert items of a draft of an older version: edits, reasons, sections and bands.

    >>> current_items({"edit:tiers.0.blocks": 9, "based": 2})
    {'patch:tiers.0.blocks': {'new': 9}, 'based': 2}
    """
    found: dict[str, Any] = {}
    for item, value in items.items():
        kind, _, path = item.partition(":")
        if kind in ("edit", "shape"):
            stated = dict(items.get(f"reason:{path}") or {}) if kind == "edit" else {}
            is_its = "value" in stated and stated.pop("value") == value
            found[f"{PATCH}{path}"] = {"new": value, **({"reason": stated} if is_its else {})}
        elif item == BANDS:
            found[f"{PATCH}{BANDS}"] = {"new": value}
        elif kind != "reason":
            found[item] = value
    return found
