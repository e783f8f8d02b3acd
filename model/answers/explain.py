"""How a number comes about: its formula, the numbers put in, and so on down to the datasheet."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from model.answers.compatibility import WHOLE, names_of
from model.answers.results import Results
from model.engine.quantity import SHARES, Input, Quantity
from model.engine.trace import Term, latex, name, text
from model.engine.tree import Address
from model.formulas.compatibility.misfits import MISFITS
from model.provenance import Provenance
from model.records import dataclass
from model.units.brief import change, share
from model.units.figures import show
from model.units.words import instance_name, label


def as_declared(
    value: float | None, item: Quantity | Input, *, binary: bool = False, currency: str = ""
) -> str:
    """Format a value as its quantity declares: with its unit, in percent, or as a margin.

    Compatibility checks have a verdict in words.
    """
    if value is not None and (item.name in MISFITS or item.name == WHOLE[1]):
        return "fits" if value else "doesn't fit"
    if value is not None and item.shown == "change":
        return change(value, than="required")  # all of these are margins
    if value is not None and item.shown in SHARES:
        return share(value)
    in_binary = (binary and item.unit == "byte") or is_binary(value, item.unit)
    return show(value, item.unit, binary=in_binary, currency=currency)


KIB, ONE_BIT = 1024, 0.5


def is_binary(value: float | None, unit: str) -> bool:
    """Whether a figure is a power of two of at least 1 KiB, such as a block: 1 MiB, not 1.049 MB.

    >>> is_binary(1048576.0, "byte"), is_binary(1000000.0, "byte"), is_binary(1048576.0, "1")
    (True, False, False)
    """
    if value is None or unit != "byte" or not math.isfinite(value):
        return False
    return value >= KIB and math.frexp(value)[0] == ONE_BIT


LISTS = ("total", "least", "least_known", "known_total", "unknown_count", "all_met")
"""Operators over any number of operands."""


@dataclass(frozen=True)
class Explanation:
    """One node of a derivation; `operands` are the nodes that it is computed from."""

    address: Address
    item: Quantity | Input
    value: float | None
    provenance: Provenance | None
    term: Term | None
    operands: tuple[Explanation, ...]
    currency: str = ""
    names: tuple[str, ...] = ()
    """What its value stands for, if that is a code: its first name is that of 1."""

    @property
    def label(self) -> str:
        """What it is, with the instance that it belongs to where that isn't the site."""
        where = instance_name(self.address[0])
        return self.item.label if where == "site" else f"{self.item.label} ({where})"

    @property
    def shown(self) -> str:
        """Its value with its unit; a share in percent; the name of a code."""
        if self.value is not None and 1 <= self.value <= len(self.names):
            return f"{self.names[int(self.value) - 1]} (code {self.value:g})"
        return as_declared(self.value, self.item, currency=self.currency)

    @property
    def source(self) -> str:
        """Where it comes from."""
        if self.provenance is not None:
            return self.provenance.text
        of = self.item.of if isinstance(self.item, Quantity) else ""
        return self.item.source.replace(f"'{of}'", f"'{label(of)}'") if of else self.item.source

    @property
    def meant(self) -> Explanation:
        """What it hands on: where a number is another one as it is, that one."""
        node = self
        while (
            len(node.operands) == 1
            and node.operands[0].value == node.value
            and node.operands[0].item.unit == node.item.unit
        ):
            node = node.operands[0]
        return node

    @cached_property
    def formula(self) -> str:
        """Its formula in words; empty for an input. What a list holds several times stands once."""
        labels = [one.item.label for one in self.operands]
        if self.term is not None and len(set(labels)) == 1 < len(labels) and _is_list(self.term):
            return text(Term(self.term.op, (name(f"{labels[0]}, {len(labels)} values"),)))
        twice = {one for one in labels if labels.count(one) > 1}
        shown = (one.label if one.item.label in twice else one.item.label for one in self.operands)
        return self._written({str(n): one for n, one in enumerate(shown)})

    @cached_property
    def substituted(self) -> str:
        """Its formula with the numbers put in, to be computed with; empty for an input."""
        shown = (
            show(o.value, o.item.unit, binary=is_binary(o.value, o.item.unit), currency=o.currency)
            for o in self.operands
        )
        return self._written({str(n): f"[{one}]" for n, one in enumerate(shown)})

    @cached_property
    def latex(self) -> str:
        """Its formula as a paper writes it; empty for an input."""
        if self.term is None:
            return ""
        symbols = {str(n): o.item.symbol for n, o in enumerate(self.operands)}
        expression = latex(self.term, symbols.__getitem__)
        return f"{self.item.symbol} = {expression}" if self.item.symbol else expression

    def _written(self, texts: dict[str, str]) -> str:
        if self.term is None:
            return ""
        return text(_renamed(self.term, texts))

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Explanation, bool]]:
        """Give every node with its depth, and whether it was explained above already."""
        yield from _walk(self, depth, set())


def _is_list(term: Term) -> bool:
    """Whether a term takes any number of operands, and these are plain names."""
    return term.op in LISTS and all(isinstance(x, Term) and x.op == "name" for x in term.operands)


def _renamed(term: Term, texts: dict[str, str]) -> Term:
    if term.op == "name":
        return name(texts[term.operands[0]])
    return Term(
        term.op, tuple(_renamed(x, texts) if isinstance(x, Term) else x for x in term.operands)
    )


def _walk(
    node: Explanation, depth: int, visited: set[Address]
) -> Iterator[tuple[int, Explanation, bool]]:
    repeated = node.address in visited and bool(node.operands)
    yield depth, node, repeated
    if not repeated:
        visited.add(node.address)
        for operand in node.operands:
            yield from _walk(operand, depth + 1, visited)


def explain(results: Results, path: str, quantity: str) -> Explanation:
    """Derive one value of the results, down to its inputs.

    Raises
    ------
    LookupError
        The instance at `path` has no such quantity.
    """
    return _node(results, results.plan.program.address(path, quantity), {})


def _with_names(check: Quantity, operand: Explanation) -> Explanation:
    """Name the code that a compatibility check compares; others stay as they are."""
    names = names_of(check, operand.item.name)
    return replace(operand, names=names) if names else operand


def _node(results: Results, address: Address, known: dict[Address, Explanation]) -> Explanation:
    if address in known:
        return known[address]
    plan = results.plan
    path, item_name = address
    item = plan.instances[path].book[item_name]
    value, currency = results[address], plan.scenario.economics.currency
    step = results.steps.get(address)
    if step is None:
        declared = plan.provenance.get(address)
        if declared is None and isinstance(item, Input):
            declared = plan.source_of(path, item)
        node = Explanation(address, item, value, declared, None, (), currency)
    else:
        addresses = [plan.program.addresses[slot] for slot in step.operands]
        found = (_node(results, operand, known) for operand in addresses)
        operands = tuple(_with_names(step.quantity, operand) for operand in found)
        names = (name(str(n)) for n in range(len(operands)))
        term = None if step.quantity.kind == "opaque" else step.quantity.function(*names)
        traced = term if isinstance(term, Term) else None
        node = Explanation(address, item, value, None, traced, operands, currency)
    known[address] = node
    return node


def find(results: Results, quantity: str) -> list[Address]:
    """Return the address of `name` or `instance.name`: the site's, else a tier's, and so on.

    An instance is said by its name or by the end of its path, as in "scratch/healthy".

    Raises
    ------
    LookupError
        Nothing has that name; the message says what comes near.
    """
    where, _, name = quantity.rpartition(".")
    where = where.removeprefix("tiers.")
    instances = results.plan.instances
    having = [path for path, instance in instances.items() if name in instance.book]
    if wanted := where.split("/") if where else []:
        named = {path: [step.rpartition(":")[2] for step in path.split("/")] for path in having}
        having = [path for path in having if named[path][-len(wanted) :] == wanted]
    if not having:
        names = sorted({item.name for instance in instances.values() for item in instance.book})
        from difflib import get_close_matches  # only needed here

        near = get_close_matches(name, names, 3)
        hint = f"did you mean {' or '.join(near)}?" if near else "see the keys of 'plan --json -'"
        raise LookupError(f"no quantity of this scenario is called '{quantity}': {hint}")
    if not where:
        shallow = min(path.count("/") for path in having)
        having = [path for path in having if path.count("/") == shallow]
    return [(path, name) for path in having]
