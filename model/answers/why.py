"""Why a line of the bill has so many pieces: its count's own formulas, with the numbers put in.

What is counted is followed down to what a scenario states, as far as it is a product, a share or a
sum: '10 blocks x 2 servers per block'. The figures stay alive, so that a sheet follows them.
"""

from __future__ import annotations

from model.answers.explain import Explanation, explain
from model.answers.results import Results
from model.answers.sentences import Choice, Figure, Sentence, counted
from model.engine.quantity import Input, Quantity
from model.engine.trace import Term
from model.engine.tree import Address
from model.planning.supply import Line
from model.provenance import reason_of

SIGNS = {"multiply": " x ", "divide": " / ", "add": " + ", "subtract": " - "}
LOOSE = ("add", "subtract")
FOLLOWED = {*SIGNS, "name", "whole_up", "maximum"}
"""The operators of formulas that are followed; any other one is named by what it gives."""
DEEPEST = 6
IN_ALL = "all "
"""How nouns begin of what is counted over the whole site: '14 servers in all'."""


def why(results: Results, line: Line) -> Sentence:
    """Return why a line has its number of pieces."""
    node = explain(results, line.path, "line_count")
    left_out = (f"; {line.left_out}",) if line.left_out else ()
    if node.term is None:
        known = node.provenance
        return (
            (known.because or reason_of(known.source) if known else "") or "as entered",
            *left_out,
        )
    if [operand.item.name for operand in node.operands] == ["shelf_drives"]:
        return (*_of_lead_time(results, line), *left_out)
    sentence = (*_sentence(node, 0), *_reason(line, node))
    return (*sentence, *_in_no_target(results, line), *left_out)


def _reason(line: Line, node: Explanation) -> Sentence:
    """Give the reasons that are stated for what the line itself says of its number."""
    known = [one.provenance for one in node.operands if one.address[0] == line.path]
    return tuple(f"; {one.because}" for one in known if one and one.place and one.because)


def _of_lead_time(results: Results, line: Line) -> Sentence:
    """Say of drives on the shelf what fails while others are on their way, and how sure they do."""
    tier = line.path.rpartition("/")[0]
    return (
        *counted(((tier, "drives"),), "drive"),
        " x ",
        Figure(((tier, "drive_failure_rate"),), percent=True),
        " a year",
        *_of_field(results, tier),
        *_of_ageing(results, tier),
        " x ",
        Figure(((tier, "spare_lead_time"),), "second"),
        " lead time = ",
        *counted(((tier, "failures_in_lead_time"),), "failure"),
        "; ",
        Figure(((tier, "shelf_drives"),)),
        Choice(((tier, "shelf_drives"),), 1.0, (" suffices",), (" suffice",)),
        " with a probability of ",
        Figure(((tier, "spare_service_level"),), percent=True),
        " (Poisson)",
        *_over_the_field(results, tier),
    )


def _of_ageing(results: Results, tier: str) -> Sentence:
    """Say how many times as often drives fail at the age when they fail most, where ages differ."""
    most = (tier, "highest_ageing")
    if most not in results.values:
        return ()
    return (" x ", Figure((most,)), " at the age when drives fail most often")


def _over_the_field(results: Results, tier: str) -> Sentence:
    """Say how many drives the least and the highest rate in the field would need."""
    least, most = (tier, "least_shelf_drives"), (tier, "most_shelf_drives")
    if most not in results.values:
        return ()
    end = () if results[least] == results[most] else (" to ", Figure((most,)))
    return ("; over the range of failure rates in the field: ", Figure((least,)), *end)


def _of_field(results: Results, tier: str) -> Sentence:
    """Say which failure rate counts, where none is entered, and what the others would be."""
    has_band = (tier, "most_drive_failure_rate") in results.values
    datasheet = (tier, "datasheet_failure_rate")
    of_datasheet = (
        ("datasheet: ", Figure((datasheet,), percent=True))
        if results.values.get(datasheet) is not None
        else ()
    )
    if not has_band:
        return (" (", *of_datasheet, ")") if of_datasheet else ()
    return (
        " (in the field: ",
        Figure(((tier, "least_drive_failure_rate"),), percent=True),
        " to ",
        Figure(((tier, "most_drive_failure_rate"),), percent=True),
        *(("; ", *of_datasheet) if of_datasheet else ()),
        ")",
    )


def _in_no_target(results: Results, line: Line) -> Sentence:
    """Say of drives how many whole targets leave over, where those are on no line of their own."""
    tier = line.path.rpartition("/")[0]
    at = (tier, "spare_drives_per_block")
    has_hot_spares = (tier, "hot_spares") in results.values
    if line.role != "drives" or has_hot_spares or results.values.get(at) is None:
        return ()
    return (Choice((at,), 0.0, (), ("; per block, in no target: ", Figure((at,)))),)


def _operators(term: Term) -> set[str]:
    inner = (x for x in term.operands if isinstance(x, Term))
    return {term.op}.union(*map(_operators, inner))


def _sentence(node: Explanation, depth: int, *, tight: bool = False) -> Sentence:
    are_counts = all(operand.item.unit == "1" for operand in node.operands)
    if _is_summed(node) and depth <= DEEPEST and are_counts:
        return _summed(node, depth, tight=tight)
    if node.term is None or depth > DEEPEST or not are_counts:
        return _leaf(node)
    if not _operators(node.term) <= FOLLOWED:
        return _leaf(node)
    if tight and node.term.op == "subtract":  # what is left is said by its name: spares of a block
        return _leaf(node)
    return _term(node.term, node, depth, tight=tight)


def _is_summed(node: Explanation) -> bool:
    """Tell whether it is a sum of parts, or the total that is one of them."""
    item = node.item
    if not isinstance(item, Quantity) or not node.operands:
        return False
    return item.kind == "parts" or (item.kind == "total" and bool(item.part_of))


def _summed(node: Explanation, depth: int, *, tight: bool) -> Sentence:
    """Say each summand by what it is the product of, and no further: '12 servers x 2 supplies'."""
    in_total = isinstance(node.item, Quantity) and node.item.kind == "total"
    near = DEEPEST if in_total else DEEPEST - 1
    summands = [_sentence(one, depth + 1 if _is_summed(one) else near) for one in node.operands]
    first, *rest = summands
    found = (*first, *(piece for one in rest for piece in (SIGNS["add"], *one)))
    return ("(", *found, ")") if tight and rest else found


def _term(term: Term, node: Explanation, depth: int, *, tight: bool = False) -> Sentence:
    if term.op == "name":
        return _sentence(node.operands[int(term.operands[0])], depth + 1, tight=tight)
    operands = [x for x in term.operands if isinstance(x, Term)]
    if term.op == "maximum":  # of what can't be less than nothing
        return _term(operands[0], node, depth, tight=tight) if len(operands) == 1 else _leaf(node)
    if len(operands) < len(term.operands):
        return _leaf(node)
    if term.op == "whole_up":
        found = _rounded_up(operands[0], node, depth)
        return ("(", *found, ")") if tight else found
    in_product, sign = term.op not in LOOSE, SIGNS[term.op]
    one = _term(operands[0], node, depth, tight=in_product)
    two = _term(operands[1], node, depth, tight=in_product or term.op == "subtract")
    once = _once(operands[0], node) if term.op == "multiply" else None
    if once is not None:  # a factor that is 1 unless somebody says more
        return (Choice((once,), 1.0, (), (*one, sign)), *two)
    found = (*one, sign, *two)
    return ("(", *found, ")") if tight and term.op in LOOSE else found


def _once(term: Term, node: Explanation) -> Address | None:
    """Give the address of a factor whose default is 1; None for any other one."""
    if term.op != "name":
        return None
    operand = node.operands[int(term.operands[0])]
    is_once = isinstance(operand.item, Input) and operand.item.default == 1
    return operand.address if is_once else None


def _rounded_up(term: Term, node: Explanation, depth: int) -> Sentence:
    """Say a number of whole pieces; what is divided by 1, or multiplied by it, is whole."""
    by = term.operands[1] if term.op in ("divide", "multiply") else None
    if isinstance(by, Term) and by.op == "name" and isinstance(term.operands[0], Term):
        operand = node.operands[int(by.operands[0])]
        if term.op == "divide" or _once(by, node) is not None:
            at, inner = (operand.address,), term.operands[0]
            there = _term(inner, node, depth)
            is_sum = there != _term(inner, node, depth, tight=True)
            begin, end = ("(", ")") if is_sum else ("", "")
            more = (end, SIGNS[term.op], *_leaf(operand), ", rounded up")
            return (Choice(at, 1.0, (), (begin,)), *there, Choice(at, 1.0, (), more))
    return (*_term(term, node, depth), ", rounded up")


def _leaf(node: Explanation) -> Sentence:
    """Say a figure with its noun: '1 server per block', '2 servers per block'."""
    label = node.item.label
    noun = label if label[1:2].isupper() else f"{label[:1].lower()}{label[1:]}"
    if noun.startswith(IN_ALL):
        noun = f"{noun.removeprefix(IN_ALL)} in all"
    one = _singular(noun)
    at = (node.address,)
    figure = Figure(at)
    return (figure, " ", noun) if one == noun else (figure, " ", Choice(at, 1.0, (one,), (noun,)))


def _singular(noun: str) -> str:
    """Give the noun of one piece: that before 'per' stands alone then."""
    head, per, rest = noun.partition(" in " if noun.endswith(" in all") else " per ")
    if head.endswith(("ches", "xes")):
        head = head.removesuffix("es")
    elif head.endswith("s") and not head.endswith(("ss", "is")):
        head = head.removesuffix("s")
    return f"{head}{per}{rest}"
