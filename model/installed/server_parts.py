"""What is in servers, from dmidecode, lspci and sg_ses: parts of tiers, or words of questions.

Servers are filled in only where all outputs of dmidecode agree: which of them belongs to which tier
isn't said. A part of the catalog is taken by its model, and for processors by their cores, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from model.installed import dmidecode, lspci, sas_devices, sg_ses
from model.installed.questions import Question
from model.installed.reading import Reading
from model.parts.catalog import load_catalog
from model.records import dataclass, replace
from model.units.figures import show

Asked = tuple[dict[str, Any], tuple[Question, ...]]
MOST_NAMED = 4
_NOISE = re.compile(r"\((?:r|tm)\)|@.*|\b\d+-core\b|\b(?:cpu|processor|inc|corporation)\b")
_WORD = re.compile(r"[a-z0-9][a-z0-9+-]*")
_GENERATION = re.compile(r"v\d+")


@dataclass(frozen=True)
class Parts:
    """The parts of a server as a tier writes them, without those that aren't known."""

    fields: dict[str, Any]
    product: dict[str, str]
    notes: dict[str, str]
    """What outputs say to a question, by its field."""


def filled(tiers: Sequence[Asked], readings: Sequence[Reading]) -> tuple[list[Asked], list[str]]:
    """Fill in what is in the servers of tiers; return warnings, too."""
    parts, warnings = _parts(readings)
    return [_filled(tier, asked, parts) for tier, asked in tiers], warnings


def _filled(tier: dict[str, Any], asked: tuple[Question, ...], parts: Parts) -> Asked:
    servers = tier.get("servers", {})
    own = bool(servers) and "shared_with" not in servers
    known = {key for key in parts.fields if own and key not in tier}
    if own:
        product = _fitting(tier, parts.product)
        if "part" in product:
            servers = {key: value for key, value in servers.items() if key != "name"}
            known.add("servers.part")
        tier = {**tier, "servers": {**servers, **product}}
        tier |= {key: parts.fields[key] for key in known if key in parts.fields}
    left = [_noted(one, parts.notes) for one in asked if one.path not in known]
    return tier, tuple(left)


def _fitting(tier: dict[str, Any], product: dict[str, str]) -> dict[str, str]:
    """Return the servers' part if their drives fit its bays; otherwise they are in enclosures."""
    key = product.get("part")
    if key is None:
        return {name: text for name, text in product.items() if name == "name"}
    if "enclosures" in tier:
        return {"part": key}
    catalog = load_catalog(needs=())
    bays, drives = catalog.figures(key).get("drive_bays"), tier["drives"].get("per_server")
    if bays is None or (isinstance(drives, int) and drives <= bays):
        return {"part": key}
    return {"name": catalog.part(key).model}


def _noted(question: Question, notes: dict[str, str]) -> Question:
    note = notes.get(question.path)
    return replace(question, question=f"{question.question} {note}") if note else question


def _parts(readings: Sequence[Reading]) -> tuple[Parts, list[str]]:
    of_servers = [
        one.found
        for one in readings
        if one.kind == dmidecode.KIND and isinstance(one.found, dmidecode.Server)
    ]
    notes = dict(_notes(readings))
    if not of_servers:
        return Parts({}, {}, notes), []
    kinds = Counter((one.product, one.processors, one.modules) for one in of_servers)
    if len(kinds) > 1 or of_servers[0].servers > 1:
        notes["servers.part"] = _named("dmidecode", Counter(x.product for x in of_servers))
        what = (
            "servers differ by dmidecode: their parts are asked, as no output says whose they are"
        )
        return Parts({}, {}, notes), [what]
    return _of_server(of_servers[0], notes), []


def _of_server(server: dmidecode.Server, notes: dict[str, str]) -> Parts:
    fields: dict[str, Any] = {}
    channels: float | None = None
    if len(server.processors) == 1:
        model, cores, count = server.processors[0]
        key = part_of("cpu", model, {"cores": cores} if cores else {})
        if key is not None:
            channels = load_catalog(needs=()).figures(key).get("memory_channels")
        fields["processors"] = {
            **({"part": key} if key else {"name": plain_name(model) or "Installed processor"}),
            "per_server": count,
        }
        if cores and not key:
            fields["processors"]["cores"] = cores
        channels = channels * count if channels else None
    modules = [
        f"{n} x {show(size, 'byte', binary=True)} {kind}" for size, kind, _, n in server.modules
    ]
    if modules:
        notes["memory"] = f"dmidecode lists {', '.join(modules[:MOST_NAMED])}."
    if len(server.modules) == 1 and channels:
        size, kind, _, count = server.modules[0]
        fields["memory"] = {
            "name": f"{plain_name(kind)} module".strip(),
            "per_server": count,
            "channels": min(count, int(channels)),
            "capacity": f"{size} B",
        }
    key = part_of("server", server.product, {})
    plain = plain_name(server.product)
    product = {"part": key} if key else {"name": plain} if plain else {}
    return Parts(fields, product, notes)


def _notes(readings: Iterable[Reading]) -> Iterator[tuple[str, str]]:
    """Say in a few words what outputs list of enclosures and adapters."""
    adapters: dict[str, Counter[str]] = {
        "storage_adapters": Counter(),
        "network_adapters": Counter(),
    }
    enclosures: Counter[str] = Counter()
    for one in readings:
        if one.kind == lspci.KIND:
            for kind, counts in adapters.items():
                for card in one.reading[kind]:
                    counts[plain_name(card["name"])] += card["count"]
        elif one.kind == sg_ses.KIND:
            words = f"{one.reading['vendor']} {one.reading['product']}"
            enclosures[f"{plain_name(words)} of {one.reading['bays']} bays"] += 1
        elif one.kind == sas_devices.KIND:
            enclosures["group"] += one.reading["enclosures"]
    for path, tool, found in (
        ("adapters", "lspci", adapters["storage_adapters"]),
        ("network", "lspci", adapters["network_adapters"]),
        ("enclosures", "their outputs", enclosures),
    ):
        if found:
            yield path, _named(tool, found)


def _named(tool: str, counts: Counter[str]) -> str:
    shown = [f"{count} x {name or 'unknown'}" for name, count in counts.most_common(MOST_NAMED)]
    return f"Listed by {tool}: {', '.join(shown)}{' …' if len(counts) > MOST_NAMED else ''}."


def plain_name(text: str) -> str:
    """Return a printed name without signs that a scenario might not accept."""
    return " ".join(re.sub(r"[^\w .+-]", " ", text).split())[:60].strip(" .")


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(_NOISE.sub(" ", text.casefold())))


def part_of(kind: str, model: str, figures: dict[str, float]) -> str | None:
    """Return the part of a kind whose model is in a text, if it is the only one."""
    words = _words(model)
    fit: list[tuple[int, str]] = []
    for key, of_part in _models(kind):
        is_inside = of_part <= words and any(any(x.isdigit() for x in one) for one in of_part)
        if is_inside and not any(_GENERATION.fullmatch(one) for one in words - of_part):
            fit.append((len(of_part), key))
    most = max((length for length, _ in fit), default=0)
    keys = [key for length, key in fit if length == most]
    if len(keys) != 1:
        return None
    known = load_catalog(needs=()).figures(keys[0])
    agrees = all(known.get(name) in (None, value) for name, value in figures.items())
    return keys[0] if agrees else None


@lru_cache(8)
def _models(kind: str) -> tuple[tuple[str, frozenset[str]], ...]:
    catalog = load_catalog(needs=())
    return tuple((key, _words(catalog.part(key).model)) for key in catalog.keys_of_kind(kind))
