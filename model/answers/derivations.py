"""What a door opens: the derivation of a value, or of what a table makes of several values."""

from __future__ import annotations

from model.answers.explain import Explanation, explain, find
from model.answers.results import Results
from model.answers.views.view import Value, number
from model.answers.views.view_formulas import BETWEEN, BY_NAME, SIGN, computed
from model.engine.quantity import Quantity, Shown
from model.engine.trace import Term, name
from model.engine.tree import Address
from model.units.words import label


def opened(results: Results, door: str) -> Explanation:
    """Derive the number that `door` names; one without a path is found by its name.

    Raises
    ------
    LookupError
        If the plan has no such number; the message says what comes near.
    """
    value = _made(results, door)
    if value is not None:
        return _derived(results, value)
    address = _address(door)
    return explain(results, *(address if address in results.values else find(results, door)[0]))


def called(results: Results, door: str) -> str:
    """Return the label of the number that `door` names; empty if the plan has none."""
    value, address = _made(results, door), _address(door)
    if value is not None and value.formula is not None:
        return label(value.formula.__name__)
    return results.item(*address).label if address in results.values else ""


def waits(results: Results, node: Explanation) -> list[str]:
    """Return the names of the unknown inputs that an unknown number depends on."""
    is_of_plan = node.address in results.values
    unknown = [node] if is_of_plan else [one for one in node.operands if one.value is None]
    found = {results.item(*at).label for one in unknown for at in results.waits_for(*one.address)}
    return sorted(found)


def _address(text: str) -> Address:
    path, _, quantity = text.rpartition(".")
    return path, quantity


def _made(results: Results, door: str) -> Value | None:
    """Read which formula a door names, and of what; None if this plan has no such number."""
    first, *named = door.split(BETWEEN)
    formula = BY_NAME.get(first.removeprefix(SIGN)) if first.startswith(SIGN) else None
    addresses = [_address(one) for one in named]
    if formula is None or not addresses or any(at not in results.values for at in addresses):
        return None
    return computed(results, formula, *addresses)


def _derived(results: Results, value: Value) -> Explanation:
    """Derive what a formula makes of values, as if it were a quantity of the model."""
    formula = value.formula
    assert formula is not None
    operands = tuple(explain(results, *address) for address in value.addresses)
    term = formula(*(name(str(n)) for n in range(len(operands))))
    title = (formula.__doc__ or "").partition("\n")[0]
    shown: Shown = "percent" if value.unit == "1" else ""
    item = Quantity(formula.__name__, value.unit, "", title, "", "", formula, (), shown=shown)
    return Explanation(
        (value.addresses[0][0], f"{SIGN}{item.name}"),
        item,
        number(results, value),
        None,
        term if isinstance(term, Term) else None,
        operands,
        results.plan.scenario.economics.currency,
    )
