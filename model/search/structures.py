"""Designs of one structure: the effects of each choice on the inputs of the same tree.

A design's inputs are composed of the bundles of its options. This requires that no input depends on
two choices. Otherwise, the choices are joined into one, whose options are planned for each pair;
random designs are planned in full, and must equal their composition.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import combinations, product

import numpy as np

from model.engine.graph import Graph
from model.engine.sweep import sweep
from model.engine.tree import Address
from model.errors import InputError, Problem
from model.records import dataclass
from model.search.probes import Combination, Probe, Prober, changed, same
from model.search.progress import StoppedError
from model.units.figures import grouped

WHOLE = 16
"""Number of random designs planned to verify that bundles compose.

Further ones are added for each pair of choices, with their first and last options.
"""
ATTEMPTS = 12
"""Number of other designs to try for an option that is not possible in the base design."""
MOST_ATTEMPTS = 500
"""The same if the error depends on other choices: few combinations may be valid."""
MOST_JOINED = 4_000
"""Maximum number of options of joined choices, as each is planned."""
TARGETS = "targets_per_block"


@dataclass(frozen=True, slots=True)
class Refused:
    """An option, or a combination of several, that is in no valid design, and the reason."""

    choices: tuple[int, ...]
    options: tuple[int, ...]
    why: str


@dataclass(slots=True)
class Group:
    """Dependent choices, usually one: their options, and the inputs these change."""

    choices: tuple[int, ...]
    options: list[Combination]
    figures: dict[Address, list[float]] = field(default_factory=dict)


@dataclass(slots=True)
class Structure:
    """Designs evaluated by one program: one of them, and the groups of choices."""

    base: Combination
    probe: Probe
    groups: list[Group]
    bound: list[set[int]] = field(default_factory=list)
    """Choices with an option that is only possible with another one."""
    agreed: int = 0
    """Number of fully planned designs that agree with their composition."""
    graphs: dict[tuple[Address, ...], Graph] = field(default_factory=dict)
    """Graphs of its program, by their targets."""

    @property
    def designs(self) -> int:
        """Number of designs."""
        return math.prod(len(group.options) for group in self.groups)

    def picks(self, options: Sequence[int]) -> Combination:
        """Convert the option of each group to the option of each choice."""
        picks = list(self.base)
        for group, option in zip(self.groups, options, strict=True):
            for choice, pick in zip(group.choices, group.options[option], strict=True):
                picks[choice] = pick
        return tuple(picks)

    def changes(self, options: Sequence[int]) -> dict[Address, float]:
        """Compose the inputs that the options of a design change."""
        return {
            at: figures[option]
            for group, option in zip(self.groups, options, strict=True)
            for at, figures in group.figures.items()
        }


class Structures:
    """Finds the structures of a prober's designs; `stopped`: not all of them."""

    def __init__(self, prober: Prober) -> None:
        self.prober = prober
        self.refused: list[Refused] = []
        self.found: list[Structure] = []
        self._random = np.random.default_rng(0)
        self.stopped = False
        try:
            self._explore([list(range(len(choice.options))) for choice in prober.choices])
        except StoppedError:
            self.stopped = True

    def _explore(self, allowed: list[list[int]]) -> None:
        base = self._base(allowed)
        if base is None:
            return
        for choice, options in enumerate(allowed):
            kinds = self._kinds(base, choice, options)
            if len(kinds) > 1:
                for of_kind in kinds:
                    self._explore([*allowed[:choice], of_kind, *allowed[choice + 1 :]])
                return
        self._assemble(allowed, base)

    def _base(self, allowed: list[list[int]]) -> Combination | None:
        """Find a valid design; that of the last options is probably the largest."""
        tries = [tuple(options[0] for options in allowed), tuple(o[-1] for o in allowed)]
        tries += [self._drawn(allowed) for _ in range(20 * ATTEMPTS)]
        for picks in tries:
            if self.prober.probe(picks).planned:
                return picks
        whole = tuple(range(len(allowed)))
        self.refused.append(Refused(whole, tries[0], self.prober.probe(tries[0]).refused))
        return None

    def _drawn(self, allowed: Sequence[Sequence[int]]) -> Combination:
        return tuple(int(self._random.choice(options)) for options in allowed)

    def _kinds(self, base: Combination, choice: int, options: list[int]) -> list[list[int]]:
        """Split the options of a choice by the structure of the base with them."""
        kinds: dict[object, list[int]] = {self.prober.probe(base).shape: []}
        refused = []
        for option in options:
            probe = self.prober.probe(_with(base, (choice,), (option,)))
            if not probe.planned:
                refused.append(option)
            else:
                kinds.setdefault(probe.shape, []).append(option)
        first = next(iter(kinds.values()))
        first.extend(refused)  # to be tried in other designs
        first.sort()
        return list(kinds.values())

    def _assemble(self, allowed: list[list[int]], base: Combination) -> None:
        """Compose the bundles of one structure, and join dependent choices."""
        structure = Structure(base, self.prober.whole(base), [])
        apart: list[tuple[int, int]] = []
        for choice, options in enumerate(allowed):
            group = Group((choice,), [(option,) for option in options])
            structure.groups.append(group)
        self._fill(structure, allowed, apart)
        while (together := self._entangled(structure)) is not None:
            self._join(structure, together, allowed)
        self.found.append(structure)
        for choice, option in apart:
            self._explore([*allowed[:choice], [option], *allowed[choice + 1 :]])

    def _fill(
        self, structure: Structure, allowed: list[list[int]], apart: list[tuple[int, int]]
    ) -> None:
        """Compute the changes of each option of each group."""
        bundles: list[list[dict[Address, float] | None]] = []
        elsewhere: list[tuple[int, int]] = []
        for n, group in enumerate(structure.groups):
            bundles.append([])
            for m, option in enumerate(group.options):
                probe = self.prober.probe(_with(structure.base, group.choices, option))
                bundles[-1].append(None if not probe.planned else probe.figures)
                if not probe.planned:
                    elsewhere.append((n, m))
        base = structure.probe.figures
        owned = [
            {at for one in bundle if one is not None for at in changed(one, base)}
            for bundle in bundles
        ]
        for n, m in elsewhere:
            others = set().union(*(owned[k] for k in range(len(owned)) if k != n))
            figures = self._tried(structure, structure.groups[n], m, allowed, others, apart)
            bundles[n][m] = figures
            if figures is not None:
                owned[n] |= changed(figures, base)
        for group, bundle, ours in zip(structure.groups, bundles, owned, strict=True):
            keep = [n for n, figures in enumerate(bundle) if figures is not None]
            group.options = [group.options[n] for n in keep]
            group.figures = {at: [bundle[n][at] for n in keep] for at in sorted(ours)}  # type: ignore[index]

    def _tried(
        self,
        structure: Structure,
        group: Group,
        n: int,
        allowed: list[list[int]],
        others: set[Address],
        apart: list[tuple[int, int]],
    ) -> dict[Address, float] | None:
        """Find another design with an option; return its inputs without those of other options."""
        base = structure.probe.figures
        why = self.prober.probe(_with(structure.base, group.choices, group.options[n])).refused
        reasons = {why}
        for attempt in range(MOST_ATTEMPTS):
            if attempt >= ATTEMPTS and len(reasons) == 1:
                break  # the option itself is invalid
            picks = _with(self._drawn(allowed), group.choices, group.options[n])
            probe = self.prober.probe(picks)
            if not probe.planned:
                reasons.add(probe.refused)
                continue
            if probe.shape != structure.probe.shape:
                if len(group.choices) > 1:
                    continue  # the other choice causes it, and is examined separately
                apart.append((group.choices[0], group.options[n][0]))
                return None
            structure.bound.append({*group.choices, *self._enabling(structure, group, picks)})
            return {at: base[at] if at in others else x for at, x in probe.figures.items()}
        self.refused.append(Refused(group.choices, group.options[n], why))
        return None

    def _entangled(self, structure: Structure) -> set[int] | None:
        """Find groups that don't compose; None if all planned designs agree."""
        for one, other in combinations(range(len(structure.groups)), 2):
            pair = structure.groups[one], structure.groups[other]
            if pair[0].figures.keys() & pair[1].figures.keys():
                return {one, other}
        for bound in structure.bound:
            together = {n for n, one in enumerate(structure.groups) if bound & {*one.choices}}
            if len(together) > 1:
                return together
        structure.agreed = 0
        for options in self._samples(structure):
            if not self._agrees(structure, options):
                return self._fewest(structure, options)
            structure.agreed += 1
        return None

    def _samples(self, structure: Structure) -> Iterator[list[int]]:
        """Return designs to plan in full: some for each pair of groups, and random ones."""
        base = self._base_options(structure)
        sizes = [len(group.options) for group in structure.groups]
        wide = [n for n, size in enumerate(sizes) if size > 1]
        for one, other in combinations(wide, 2):
            corners = product((0, sizes[one] - 1), (0, sizes[other] - 1))
            drawn = (int(self._random.integers(sizes[n])) for n in (one, other))
            for ends in (*corners, tuple(drawn)):
                options = list(base)
                options[one], options[other] = ends
                yield options
        for _ in range(WHOLE if wide else 0):
            yield [int(self._random.integers(size)) for size in sizes]

    def _base_options(self, structure: Structure) -> list[int]:
        return [
            group.options.index(tuple(structure.base[choice] for choice in group.choices))
            for group in structure.groups
        ]

    def _agrees(self, structure: Structure, options: Sequence[int]) -> bool:
        """Whether a fully planned design has the composed inputs."""
        probe = self.prober.probe(structure.picks(options))
        figures = {**structure.probe.figures, **structure.changes(options)}
        if not probe.planned:
            return not _makes_targets(structure, figures)
        if probe.shape != structure.probe.shape:
            return False
        return all(same(x, figures[at]) for at, x in probe.figures.items())

    def _fewest(self, structure: Structure, options: list[int]) -> set[int]:
        """Find the smallest set of groups, changed from the base, that don't compose."""
        base = self._base_options(structure)
        for n in range(len(options)):
            tried = [*options[:n], base[n], *options[n + 1 :]]
            if not self._agrees(structure, tried):
                options = tried
        return {n for n, option in enumerate(options) if option != base[n]}

    def _enabling(self, structure: Structure, group: Group, picks: Combination) -> set[int]:
        """Find the choices that make an option possible which isn't in the base design.

        For example, a code of many strips requires several servers if there are few blocks.
        """
        for choice in range(len(picks)):
            if choice not in group.choices:
                nearer = _with(picks, (choice,), (structure.base[choice],))
                picks = nearer if self.prober.probe(nearer).planned else picks
        differs = enumerate(zip(picks, structure.base, strict=True))
        return {n for n, (pick, base) in differs if pick != base} - {*group.choices}

    def _join(self, structure: Structure, together: set[int], allowed: list[list[int]]) -> None:
        """Join several groups into one; each of its options is planned."""
        joined = [structure.groups[n] for n in sorted(together)]
        count = math.prod(len(group.options) for group in joined)
        choices = tuple(choice for group in joined for choice in group.choices)
        if count > MOST_JOINED or len(joined) < 2:
            paths = " and ".join(self.prober.choices[n].path for n in choices)
            what = (
                f"{paths} depend on each other, with {grouped(count)} combinations, "
                "each of which must be planned: "
                f"reduce the options to at most {grouped(MOST_JOINED)} combinations"
            )
            raise InputError([Problem(self.prober.scenario.place(), "choices", what)])
        options = [
            tuple(pick for one in combination for pick in one)
            for combination in product(*(group.options for group in joined))
        ]
        others = [one for n, one in enumerate(structure.groups) if n not in together]
        structure.groups = [*others, Group(choices, options)]
        self._fill(structure, allowed, [])


def _with(picks: Combination, choices: Sequence[int], options: Sequence[int]) -> Combination:
    changed_picks = list(picks)
    for choice, option in zip(choices, options, strict=True):
        changed_picks[choice] = option
    return tuple(changed_picks)


def _makes_targets(structure: Structure, figures: Mapping[Address, float]) -> bool:
    """Whether the drives of each block suffice for a target in a composed design."""
    targets = targets_of(structure)
    base = structure.probe.figures
    axes = {at: x for at, x in figures.items() if not same(x, base[at])}
    counts = sweep(structure.probe.root, axes, targets)
    return all(float(counts[target][0]) >= 1 for target in targets)


def targets_of(structure: Structure) -> list[Address]:
    """Return the address of the number of targets per block of each tier."""
    return [
        (path, TARGETS)
        for path, instance in structure.probe.root.walk()
        if instance.role in ("tiers", "metadata") and TARGETS in instance.book.quantities
    ]
