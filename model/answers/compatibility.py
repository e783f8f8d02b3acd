"""What doesn't fit into what, and what to ask a vendor: one phrase for every output."""

from __future__ import annotations

import re
from collections.abc import Iterator

from model.answers.ranges import STALE
from model.answers.results import Results
from model.answers.sentences import UNKNOWN, Choice, Piece, Sentence, Unchanged
from model.engine.quantity import Input, Quantity
from model.engine.tree import Address
from model.formulas.compatibility.misfits import MISFITS, UNSUITED
from model.parts.codes import CONNECTORS, MODES, RECORDINGS, SHAPES, SOCKETS

KINDS = {
    "drive_shape_fits": SHAPES,
    "drive_interface_fits": MODES,
    "further_bay_shape_fits": SHAPES,
    "further_bay_interface_fits": MODES,
    "further_drive_shape_fits": SHAPES,
    "further_drive_interface_fits": MODES,
    "drive_recording_fits": RECORDINGS,
    "further_drive_recording_fits": RECORDINGS,
    "cpu_family_fits": SOCKETS,
    "plugs_fit": CONNECTORS,
    "memory_generation_fits": ("DDR", "DDR2", "DDR3", "DDR4", "DDR5", "DDR6"),
}
"""The names behind the codes that a check compares, where these aren't counts."""
_DRIVES = ("SATA", "SAS or SATA", "SAS, SATA or NVMe")
ACCEPTED = {
    "written_recording": ("CMR", "CMR or SMR", "CMR or any SMR"),
    "hba_interface": _DRIVES,
    "enclosure_interface": _DRIVES,
    "further_enclosure_interface": _DRIVES,
}
"""The names of codes of what is accepted, where each includes those before it."""
WHOLE = ("site", "design_fits")
MOST_ASKED = 20
_CODES = re.compile(r"\(1 ([^,()]*), 2 ([^,()]*)\)")
"""Codes that a title gives for what is typed; a question needs the words alone."""
MORE_ASKED = " All of these are listed as questions."
"""Said where more than so many figures decide on a check."""
OF_SERVERS = ("cpus_fit", "memory_fits", "channels_fit", "modules_fill_channels", "links_fit")
"""What is asked of the servers once, where several tiers are on them."""


def checks(results: Results) -> Iterator[tuple[str, Quantity]]:
    """Yield each compatibility check with its path, tier by tier."""
    guests = {path for path, tier in results.designs if tier.shares_servers_of}
    for path, instance in results.plan.instances.items():
        for quantity in instance.book.quantities.values():
            again = path in guests and quantity.name in OF_SERVERS
            if quantity.name in MISFITS and not again:
                yield path, quantity


def place(results: Results, path: str) -> str:
    """Return the name of the tier at a path; empty if the site has only one tier."""
    names = {at: name for name, at in results.tiers()}
    return names.get(path, "") if len(names) > 1 else ""


def compared(results: Results, path: str, check: Quantity) -> tuple[Address, Address]:
    """Return the addresses of the two figures that a check compares: available and required."""
    has, needs = (results.plan.program.address(path, name) for name in check.needs[:2])
    return has, needs


def names_of(check: Quantity, figure: str) -> tuple[str, ...]:
    """Return the names behind the codes of a figure that a check compares; none of a count."""
    return ACCEPTED.get(figure) or KINDS.get(check.name, ())


def unanswered(results: Results, check: Address) -> list[tuple[Address, Input | Quantity]]:
    """Return the figures without a default that a check depends on, to request from vendors.

    What is summed over tiers is one figure: the bill says which of its lines are unknown.
    """
    found: list[tuple[Address, Input | Quantity]] = results.once(
        ("unanswered", *check), lambda: _unanswered(results, check)
    )
    return found


def _unanswered(results: Results, check: Address) -> list[tuple[Address, Input | Quantity]]:
    found: dict[Address, Input | Quantity] = {}
    todo = [check]
    while todo:
        step = results.steps.get(todo.pop())
        for address in results.operands(step) if step else ():
            item = results.item(*address)
            if isinstance(item, Quantity) and item.roles in ((), ("lines", "options")):
                todo.append(address)
            elif isinstance(item, Quantity) or item.default is None:
                found[address] = item
    return list(found.items())


def in_words(title: str) -> str:
    """Return a title without the codes of what is typed.

    >>> in_words("Height of one network adapter (1 low profile, 2 full height)")
    'Height of one network adapter (low profile or full height)'
    """
    return _CODES.sub(r"(\1 or \2)", title)


def _question_text(address: Address, item: Input | Quantity) -> str:
    """Say what is asked for, and of which line of the bill, if it is one's."""
    role, _, line = address[0].rpartition("/")[2].partition(":")
    line = line if role in ("lines", "options") else ""
    title = in_words(item.title.rstrip("."))
    first = title[:1] if title[1:2].isupper() else title[:1].lower()  # not of PCIe
    return f"{first}{title[1:]}{f' ({line})' if line else ''}"


def _asked(address: Address, item: Input | Quantity) -> str:
    """Return what is asked for as the end of a question: of several things, their number."""
    text = _question_text(address, item)
    noun = re.split(r" (?:of|in|for) ", text)[0]
    is_many = noun.endswith("s") and not noun.endswith("ss")
    return f"the number of {text}" if is_many else f"the {text}"


def question(results: Results, check: Address) -> Sentence:
    """Return why a check fails, or what to ask the vendor if it is unknown; empty if it is met.

    In a sheet, a check of what a procedure found is unknown once its inputs have changed.
    """
    found = unanswered(results, check)
    if len(found) > MOST_ASKED:
        found = sorted(found, key=lambda one: results[one[0]] is not None)
    more = (MORE_ASKED,) if len(found) > MOST_ASKED else ()
    requests = (
        Choice((address,), UNKNOWN, (f" what is {_asked(address, item)}?",), ())
        for address, item in found[:MOST_ASKED]
    )
    unknown: Piece = Choice((check,), UNKNOWN, ("ask the vendor:", *requests, *more), ())
    if read := _read_by_procedures(results, check):
        unknown = Unchanged(read, (unknown,), (Choice((check,), UNKNOWN, (STALE,), ()),))
    return (Choice((check,), 0.0, (MISFITS[check[1]],), (unknown,)),)


def _read_by_procedures(results: Results, check: Address) -> tuple[Address, ...]:
    """Return what the procedures read that a check depends on."""
    steps = (step for step in results.below(*check) if step.quantity.kind == "opaque")
    return tuple(dict.fromkeys(at for step in steps for at in results.operands(step)))


def unfit(results: Results) -> list[str]:
    """Return the problem of each failed check, with the name of its tier."""
    return [
        ": ".join(filter(None, (place(results, path), MISFITS[check.name])))
        for path, check in checks(results)
        if results.truth(path, check.name) is False
    ]


def unsuited(results: Results) -> list[str]:
    """Return what is possible but not advisable, with the name of its tier."""
    return [
        ": ".join(filter(None, (place(results, path), words)))
        for _, path in results.tiers()
        for name, words in UNSUITED.items()
        if results.values.get((path, name)) == 0
    ]


def misfit(results: Results) -> Sentence:
    """Return the sentence on failed checks that comes first; empty if none has failed."""
    problems = []
    for path, check in checks(results):
        words = ": ".join(filter(None, (place(results, path), MISFITS[check.name])))
        problems.append(Choice(((path, check.name),), 0.0, (f"{words}; ",), ()))
    return (
        Choice((WHOLE,), 0.0, ("Can't be built: ",), ()),
        *problems,
        Choice((WHOLE,), 0.0, ("no requirement is met. ",), ()),
    )
