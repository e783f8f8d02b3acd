"""Tiers that come, go, or change their names: what a scenario writes then, of all that names them.

Fields are named by the place of their tier (`tiers.1.blocks`) or by its name; all who do so follow.
Each function gives the sections that change, as they are to be written, and leaves the others out.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Any

Data = Mapping[str, Any]
Places = Callable[[int], tuple[int, ...]]
"""Where the tier at a place stands afterwards: nowhere, or at several places, as a copy does."""
BY_PLACE = ("bands", "choices")
"""Sections that name figures of tiers by their place."""
_OF_TIER = re.compile(r"tiers\.(\d+)(\..*|)")
_OF_QUANTITY = re.compile(r"tiers\.([^.]+)(\..*)")


def free_name(data: Data, wanted: str) -> str:
    """Give a name for one more tier that none has: the wanted one, or with a number behind it."""
    taken = {tier.get("name") for tier in data["tiers"]}
    numbered = (f"{wanted} {n}" for n in range(2, len(taken) + 3))
    return wanted if wanted not in taken else next(one for one in numbered if one not in taken)


def with_tier(data: Data, tier: Mapping[str, Any], at: int) -> dict[str, Any]:
    """Put a tier in at a place; it takes no part in what others share or drain into."""
    alone = {key: value for key, value in copy.deepcopy(dict(tier)).items() if key != "drains_into"}
    tiers = list(data["tiers"])
    tiers.insert(at, alone | {"name": free_name(data, str(tier["name"]))})
    return {"tiers": tiers, **_moved(data, lambda n: (n + (n >= at),))}


def copied(data: Data, n: int) -> dict[str, Any]:
    """Put a copy of a tier behind it, with all that is said of its figures."""
    tier = copy.deepcopy(data["tiers"][n])
    tiers = list(data["tiers"])
    tiers.insert(n + 1, tier | {"name": free_name(data, str(tier["name"]))})
    return {"tiers": tiers, **_moved(data, lambda m: (m, n + 1) if m == n else (m + (m > n),))}


def removed(data: Data, n: int) -> dict[str, Any]:
    """Take a tier out, with the services that were for it and what is said of its figures."""
    name = data["tiers"][n].get("name")
    tiers = [tier for m, tier in enumerate(data["tiers"]) if m != n]
    found = {"tiers": tiers, **_moved(data, lambda m: () if m == n else (m - (m > n),), {name: ""})}
    services = data.get("services", [])
    left = [one for one in services if one.get("tier") != name]
    return found | ({"services": left} if len(left) < len(services) else {})


def renamed(data: Data, n: int, name: str) -> dict[str, Any]:
    """Call a tier otherwise, wherever its name stands."""
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
    """Take a section of a tier out, or one thing of a list."""
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
    """Give the sections that name figures of tiers, where they name others now."""
    found: dict[str, Any] = {}
    for section in BY_PLACE:
        if isinstance(data.get(section), dict):
            found[section] = _paths(data[section], places)
    if isinstance(data.get("published"), list):
        rows = (_published(row, places, names or {}) for row in data["published"])
        found["published"] = [row for row in rows if row is not None]
    return {section: part for section, part in found.items() if part != data[section]}


def _paths(figures: Mapping[str, Any], places: Places) -> dict[str, Any]:
    """Name figures by where their tiers stand now; those of a tier that went go, too."""
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
    """Give a published figure as it is compared now; none, if what it is compared with went.

    It was published of one tier: a copy of that isn't changed for it.
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
    """Count in another currency, one unit of which is worth so many of the old; rates follow.

    `rate` is an exchange rate as a scenario states it, with its date and source.
    """
    economics = dict(data.get("economics", {}))
    worth = float(rate["rate"])
    found = {old: {**rate, "rate": _rate(1 / worth)}}
    for other, rate in economics.get("exchange", {}).items():
        if other != currency:
            found[other] = {**rate, "rate": _rate(float(rate["rate"]) / worth)}
    return {"economics": {**economics, "currency": currency, "exchange": found}}


def _rate(rate: float) -> float:
    """Round a rate so that the way back leads to the same one."""
    return float(f"{rate:.12g}")
