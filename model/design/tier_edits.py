"""Adding, removing, copying and renaming tiers, including all references to them.

References use the index of the tier (`tiers.1.blocks`) or its name; both are updated. Each function
returns only the sections that change, as they are to be written.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Any

Data = Mapping[str, Any]
Places = Callable[[int], tuple[int, ...]]
"""New indices of the tier at an index: none if it was removed, several if it was copied."""
BY_PLACE = ("bands", "choices")
"""Sections that refer to figures of tiers by index."""
_OF_TIER = re.compile(r"tiers\.(\d+)(\..*|)")
_OF_QUANTITY = re.compile(r"tiers\.([^.]+)(\..*)")


def free_name(data: Data, wanted: str) -> str:
    """Return an unused tier name: the requested one, or with a number appended."""
    taken = {tier.get("name") for tier in data["tiers"]}
    numbered = (f"{wanted} {n}" for n in range(2, len(taken) + 3))
    return wanted if wanted not in taken else next(one for one in numbered if one not in taken)


def with_tier(data: Data, tier: Mapping[str, Any], at: int) -> dict[str, Any]:
    """Insert a tier at an index, without its `drains_into`."""
    alone = {key: value for key, value in copy.deepcopy(dict(tier)).items() if key != "drains_into"}
    tiers = list(data["tiers"])
    tiers.insert(at, alone | {"name": free_name(data, str(tier["name"]))})
    return {"tiers": tiers, **_moved(data, lambda n: (n + (n >= at),))}


def copied(data: Data, n: int) -> dict[str, Any]:
    """Insert a copy of a tier after it, with all data on its figures."""
    tier = copy.deepcopy(data["tiers"][n])
    tiers = list(data["tiers"])
    tiers.insert(n + 1, tier | {"name": free_name(data, str(tier["name"]))})
    return {"tiers": tiers, **_moved(data, lambda m: (m, n + 1) if m == n else (m + (m > n),))}


def removed(data: Data, n: int) -> dict[str, Any]:
    """Remove a tier, with its services and all data on its figures."""
    name = data["tiers"][n].get("name")
    tiers = [tier for m, tier in enumerate(data["tiers"]) if m != n]
    found = {"tiers": tiers, **_moved(data, lambda m: () if m == n else (m - (m > n),), {name: ""})}
    services = data.get("services", [])
    left = [one for one in services if one.get("tier") != name]
    return found | ({"services": left} if len(left) < len(services) else {})


def renamed(data: Data, n: int, name: str) -> dict[str, Any]:
    """Rename a tier, including all references to its name."""
    old = data["tiers"][n].get("name")

    def new(of: Any) -> Any:
        return name if of == old else of

    tiers = [_with(tier, "drains_into", new) for tier in data["tiers"]]
    for m, tier in enumerate(tiers):
        if isinstance(tier.get("servers"), dict):
            tiers[m] = _with(tier, "servers", lambda servers: _with(servers, "shared_with", new))
    tiers[n] = {**tiers[n], "name": name}
    found = {"tiers": tiers, **_moved(data, lambda m: (m,), {old: name})}
    services = [_with(one, "tier", new) for one in data.get("services", [])]
    return found | ({"services": services} if services != data.get("services", []) else {})


def without(data: Data, path: str) -> dict[str, Any]:
    """Remove a section of a tier, or an item of a list."""
    top, *keys = path.split(".")
    return {top: _without(data[top], keys)}


def _without(data: Any, keys: list[str]) -> Any:
    key, *below = keys
    if isinstance(data, list):
        at = int(key)
        return [*data[:at], *([_without(data[at], below)] if below else []), *data[at + 1 :]]
    if below:
        return {**data, key: _without(data[key], below)}
    return {name: value for name, value in data.items() if name != key}


def _with(data: Mapping[str, Any], key: str, change: Callable[[Any], Any]) -> dict[str, Any]:
    return {**data, key: change(data[key])} if key in data else dict(data)


def _moved(data: Data, places: Places, names: Mapping[Any, str] | None = None) -> dict[str, Any]:
    """Return the sections that refer to figures of tiers, with updated references."""
    found: dict[str, Any] = {}
    for section in BY_PLACE:
        if isinstance(data.get(section), dict):
            found[section] = _paths(data[section], places)
    if isinstance(data.get("published"), list):
        rows = (_published(row, places, names or {}) for row in data["published"])
        found["published"] = [row for row in rows if row is not None]
    return {section: part for section, part in found.items() if part != data[section]}


def _paths(figures: Mapping[str, Any], places: Places) -> dict[str, Any]:
    """Update the indices in paths of figures; those of a removed tier are dropped."""
    found: dict[str, Any] = {}
    for path, figure in figures.items():
        if (tier := _OF_TIER.fullmatch(str(path))) is None:
            found[path] = figure
        else:
            found |= {f"tiers.{place}{tier[2]}": figure for place in places(int(tier[1]))}
    return found


def _published(
    row: Mapping[str, Any], places: Places, names: Mapping[Any, str]
) -> dict[str, Any] | None:
    """Return a published figure with updated references; None if its quantity was removed.

    A published figure refers to one tier only: it isn't duplicated for a copy.
    """
    new = dict(row)
    change = row.get("change", {})
    if change:
        new["change"] = _paths(change, lambda n: places(n)[:1])
        if len(new["change"]) < len(change):
            return None
    of = _OF_QUANTITY.fullmatch(str(row.get("quantity")))
    if of is not None and of[1] in names:
        if not names[of[1]]:
            return None
        new["quantity"] = f"tiers.{names[of[1]]}{of[2]}"
    return new


def counted_in(data: Data, currency: str, old: str, rate: Mapping[str, Any]) -> dict[str, Any]:
    """Convert all amounts to another currency, with its exchange rate; rates are updated.

    `rate` is an exchange rate as written in a scenario, with its date and source.
    """
    economics = dict(data.get("economics", {}))
    worth = float(rate["rate"])
    found = {old: {**rate, "rate": _rate(1 / worth)}}
    for other, rate in economics.get("exchange", {}).items():
        if other != currency:
            found[other] = {**rate, "rate": _rate(float(rate["rate"]) / worth)}
    return {"economics": {**economics, "currency": currency, "exchange": found}}


def _rate(rate: float) -> float:
    """Round a rate so that the inverse conversion yields the original rate."""
    return float(f"{rate:.12g}")
