"""The rules of a tender from a plan: requirements, functional minima, lines, and the estimate.

The estimate stays in the rules, which don't leave the house; bidders see `public_terms.PUBLIC`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Set
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any

import yaml

from model.answers.results import Check, Results, data_tiers
from model.answers.usable import TARGET
from model.design.needs import CEILINGS, Level
from model.design.needs import TARGET as NEEDS_TARGET
from model.errors import InputError, Place, Problem
from model.formulas.chain.network import nic_port_bandwidth
from model.parts.parts import Link
from model.planning.racks import DRIVES_BESIDE
from model.planning.supply import Line
from model.reading.documents import Document, read_document
from model.tender.estimate import estimate_of, whole_sum
from model.tender.form import VERSION, with_hash
from model.tender.public_terms import PUBLIC, UNITS
from model.tender.tender_file import TenderFile, read_tender
from model.units.figures import rounded, show, write

DEVICES = {
    "server": "Server",
    "cpu": "Processor",
    "memory": "Memory module",
    "hba": "Host bus adapter",
    "nic": "Network adapter",
    "enclosure": "Drive enclosure",
    "array": "Drive enclosure with controllers",
    "hdd": "Hard disk",
    "ssd": "Flash drive",
    "switch": "Switch",
    "rack": "Rack",
    "pdu": "Power distribution unit",
}
"""Kinds of parts that are specified, as tenders name them."""
KINDS = {
    "servers": "server",
    "enclosures": "enclosure",
    "drives": "hdd",
    "further drives": "hdd",
    "adapters": "hba",
    "network": "nic",
    "switch": "switch",
}
"""Kinds of devices without a part of the catalog, by their role."""
UNKNOWN_DRIVE = "Drive"
"""Drives without a part: whether they are disks or flash is unknown."""
GIBIBYTES = "gibibytes"
MINIMA: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "server": (
        ("sockets", "{} processor sockets", "1"),
        ("drive_bays", "{} drive bays", "1"),
        ("psu_count", "{} power supplies", "1"),
    ),
    "cpu": (("cores", "{} cores", "1"), ("memory_channels", "{} memory channels", "1")),
    "memory": (("capacity", "{} GiB", GIBIBYTES),),
    "hba": (("ports", "{} ports", "1"), ("sas_lanes", "{} lanes to drives", "1")),
    "nic": (("ports", "{} ports", "1"),),
    "enclosure": (
        ("bays", "{} drive bays", "1"),
        ("io_modules", "{} I/O modules", "1"),
        ("host_ports", "{} ports to hosts", "1"),
        ("psu_count", "{} power supplies", "1"),
    ),
    "array": (
        ("bays", "{} drive bays", "1"),
        ("controllers", "{} controllers", "1"),
        ("ports", "{} ports to hosts", "1"),
        ("psu_count", "{} power supplies", "1"),
    ),
    "hdd": (("capacity", "{}", "byte"),),
    "ssd": (("capacity", "{}", "byte"), ("dwpd", "{} drive writes per day", "1")),
    "switch": (("ports", "{} ports", "1"),),
    "rack": (("rack_units", "{} rack units", "1"),),
    "pdu": (("outlets", "{} outlets", "1"),),
}
"""Figures of parts that are functional minima: their field, their words and their unit."""
WATTS = ("hdd", "ssd", "switch")
"""Kinds of devices that are complete, so that the watts of their datasheet are a limit."""
ONE = re.compile(r"(?<=[a-z])s(?= per day| to hosts|$)")
"""The plural of what there may be one of."""
DIGITS = 3
"""Digits of minima: more would name a product. Minima are rounded down, so that the part fits."""
LINES: tuple[tuple[str, str, str], ...] = (
    ("1", "Storage system, as specified", "goods"),
    ("2", "Software and licences", "software"),
    ("3", "Installation and commissioning", "services"),
    ("4", "Training", "training"),
    ("5", "Spare parts for two years", "spares"),
)
"""Positions of the price sheet, where the rules name none."""
OPTIONS = "Options, as specified"
"""Position of the options of the plan, after these."""


def rules_of(
    results: Results, rules: Document | None = None, *, is_sent: bool = False
) -> tuple[str, TenderFile]:
    """Return the rules of a tender as text and as read; what `rules` say goes first.

    Parameters
    ----------
    is_sent
        Whether the form was sent: bidders see what `rules` state, with their hash, and no more.

    Raises
    ------
    InputError
        The rules can't be read.
    """
    stated: dict[str, Any] = {}
    if rules is not None:
        read_tender(rules)  # its errors have the places of its file
        stated = dict(rules.data)
    of_plan = _from_plan(results)
    if is_sent:
        data = {**{name: one for name, one in of_plan.items() if name not in PUBLIC}, **stated}
    else:
        data = {**of_plan, **stated}
        _add_texts(data, results)
    if not is_sent or "requirements_hash" not in data:
        digest = with_hash(_read({**data, "requirements_hash": ""}, rules))
        data |= {"requirements_hash": digest, "form_format": VERSION}
    text = HEAD + yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110)
    return text, _read(data, rules)


HEAD = "# Rules of the tender, with the estimate: never send this file. Bidders get bid.xlsx.\n"


def _read(data: Mapping[str, Any], rules: Document | None) -> TenderFile:
    text = yaml.safe_dump(dict(data), sort_keys=False, allow_unicode=True)
    file = "the rules of the plan" if rules is None else rules.file
    try:
        return read_tender(read_document(text, file))
    except InputError as error:
        raise InputError(replace_place(one, file) for one in error.problems) from None


def replace_place(problem: Problem, file: str) -> Problem:
    """Return a problem of data that has no lines of its own."""
    return Problem(Place(file), problem.field, problem.what)


def _from_plan(results: Results) -> dict[str, Any]:
    scenario = results.plan.scenario
    economics = scenario.economics
    vat = None if economics.vat_rate is None else economics.vat_rate.value
    rate = economics.discount_rate
    estimate = estimate_of(results)
    renewals = whole_sum(amount for _, amount in estimate.renewals)
    budget = results.values.get(("site", "capital_cost"))
    lots = sorted({line.lot for line in results.plan.lines if line.lot})
    data: dict[str, Any] = {
        "schema": "ostimate.tender/1",
        "id": "",
        "title": "Storage system",
        "currency": economics.currency,
        "price": "net",
        "vat": vat,
        "term": economics.years,
        "discount_rate": None if rate is None else rate.value,
        "capacity": "usable",
        "requirements": dict(_figures(results, "must")),
        "targets": dict(_figures(results, "should")),
        "optional": dict(_figures(results, "may")),
        "planned": dict(_planned(results)),
        "workload": scenario.requirements.workload,
        "conditions": dict(_conditions(results)),
        "specification": list(_specification(results)),
        "lines": list(_lines(lots, {one.lot for one in results.plan.lines if one.option})),
        "estimate": None if budget is None else float(rounded(budget, 2)),
        "estimate_lots": {
            lot: float(amount)
            for lot, amount in estimate.lots
            if lot in lots and amount is not None
        },
        "estimate_options": _positive(estimate.options),
        "estimate_renewals": _positive(renewals),
    }
    return {key: value for key, value in data.items() if value not in (None, "", {}, [])}


def _positive(amount: Decimal | None) -> float | None:
    return float(amount) if amount else None


PLANNED = {
    "capacity": "usable_capacity",
    "raw_capacity": "raw_capacity",
    "read_bandwidth": "read_bandwidth",
    "write_bandwidth": "write_bandwidth",
    "power": "equipment_power",
    "racks": "racks",
}
"""Figures of the site by which the rules know what is planned."""


def _planned(results: Results) -> Iterator[tuple[str, Any]]:
    """Give the known figures of the plan, for the buyer alone."""
    for name, of_site in PLANNED.items():
        value = results.values.get(("site", of_site))
        if value is not None:
            yield name, int(value) if name == "racks" else write(value, UNITS[name][1])


DERIVED = {
    "capacity": "checkpoint_capacity",
    "write_bandwidth": "checkpoint_bandwidth",
    "read_bandwidth": "training_bandwidth",
}
"""Requirements that follow from checkpoints and training: they may be above the stated one."""
TEXTS = {
    "absorbed_bandwidth": "Write bandwidth of the tier that takes checkpoints first",
    "drain_bandwidth": "Bandwidth from the tier that takes checkpoints first to the one behind it",
    "burst_capacity": "Usable capacity of the tier that takes checkpoints first",
    "rack_power": "Power of each rack",
    "weight": "Weight of all devices",
    "availability": "Share of the time in which all data can be reached",
    "loss": "Probability of data loss in the service life",
}
"""Requirements of a plan that are no figure of the form: bidders answer them as texts."""
CLASS_FIELDS: Mapping[Level, str] = {"must": "musts", "should": "should", "may": "may"}


def _figures(results: Results, level: Level) -> Iterator[tuple[str, Any]]:
    """Give the figures of a level; those of `should` are targets."""
    required = results.plan.scenario.requirements
    derived = {one.name: one.required for one in results.checks}
    for name, (_, unit) in UNITS.items():
        target = getattr(required, f"{name}_target", None) if level == "should" else None
        own = getattr(required, name, None) if required.level(name) == level else None
        stated = target or own
        value = None if stated is None else float(stated.value)
        follows = DERIVED.get(name, "")
        least = derived.get(follows) if required.level(follows) == level else None
        if least is not None and (value is None or least > value):
            value = float(_significant(least, ROUND_CEILING))
        if value is not None:
            yield name, int(value) if name == "racks" else write(value, unit)


def _add_texts(data: dict[str, Any], results: Results) -> None:
    """Add the requirements of the plan that bidders answer as texts, where rules list none."""
    required = results.plan.scenario.requirements
    texts = dict(data.get("texts") or {})
    stated = {field for field in CLASS_FIELDS.values() if field in data}
    listed = {one for field in stated for one in data[field] or ()}
    for check in results.checks:
        name = check.name.removesuffix(NEEDS_TARGET)
        if name not in TEXTS or check.required is None:
            continue
        key = name.replace("_", " ") + (" target" if check.is_target else "")
        field = CLASS_FIELDS[required.level(check.name)]
        if key not in listed:
            if field in stated:
                continue
            data[field] = [*(data.get(field) or ()), key]
        limit = "at most" if name in CEILINGS else "at least"
        texts.setdefault(key, f"{TEXTS[name]}: {limit} {_limit(check, name)}")
    if texts:
        data["texts"] = texts


def _limit(check: Check, name: str) -> str:
    """Write a limit; a derived one, which no scenario states, in a few digits."""
    assert check.required is not None, "only known limits are written"
    if name == "availability":
        return f"{100 * check.required:.10g} %"
    if name == "loss":
        return f"{check.required:.3g}"
    if name in ("rack_power", "weight"):
        return write(check.required, check.unit)
    return show(float(_significant(check.required, ROUND_CEILING)), check.unit)


def _conditions(results: Results) -> Iterator[tuple[str, Any]]:
    """Give what all data tiers have in common: the record size and the fill limit."""
    paths = [path for _, path in data_tiers(results)]
    sizes = {results.values.get((f"{path}/{TARGET}", "record_size")) for path in paths}
    fills = {results.values.get((path, "fill_limit")) for path in paths}
    for name, found in (("record_size", sizes), ("fill", fills)):
        if len(found) == 1 and (value := found.pop()):
            yield name, write(value, "byte", binary=True) if name == "record_size" else value


def _specification(results: Results) -> Iterator[dict[str, Any]]:
    """Give each device once, with its minima, all that it is for, and without its name."""
    holds = {tier.name: tier.holds for tier in results.plan.scenario.tiers}
    uses: dict[tuple[Any, ...], dict[str, None]] = {}
    for line in results.plan.lines:
        if line.owned == "all":
            continue
        for device, minima, use in _devices(line, results):
            of = uses.setdefault((device, minima, line.lot, line.option), {})
            of |= dict.fromkeys([f"{holds[line.tier]}{use}"] if line.tier in holds else [])
    for (device, minima, lot, option), of in uses.items():
        yield {
            "device": device,
            "minima": list(minima),
            **({"use": ", ".join(of)} if of else {}),
            **({"lot": lot} if lot else {}),
            **({"kind": "option"} if option else {}),
        }


def _devices(line: Line, results: Results) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Give the device of a line, its minima, and what it is for beside the tier's use."""
    part = results.plan.catalog.part(line.part) if line.part else None
    if line.role == DRIVES_BESIDE:
        tier = next(one.built for one in results.plan.scenario.tiers if one.name == line.tier)
        assert tier is not None, "a tier entered as a whole has no such drives"
        one = tier.target.drives_beside[int(line.path.rpartition(" ")[2]) - 1]
        kind = "ssd" if one.holds_fast_data else str(getattr(part, "kind", "hdd"))
        further = [] if part is None else list(_minima(kind, part, line, results))[1:]
        size = f"at least {_rounded_down(one.size, 'byte')}"
        per_target = f"at least {one.pieces} in each target"
        yield DEVICES[kind], (size, *further, per_target), f" ({one.vdevs})"
    elif part is not None:
        kind = str(getattr(part, "kind", ""))
        if kind in DEVICES:
            yield DEVICES[kind], tuple(_minima(kind, part, line, results)), ""
    elif line.role in KINDS:
        kind = KINDS[line.role]
        minima = tuple(_minima(kind, None, line, results))
        yield UNKNOWN_DRIVE if kind == "hdd" else DEVICES[kind], minima, ""


def _minima(kind: str, part: object, line: Line, results: Results) -> Iterator[str]:
    path = line.path.rpartition("/")[0]
    in_servers = not results.values.get((path, "drives_per_enclosure"))
    for name, words, unit in MINIMA[kind]:
        own = getattr(getattr(line.piece, name, None), "value", None)
        value = own if own is not None else getattr(part, name, None)
        if value is not None and (name != "drive_bays" or in_servers):
            figure = _rounded_down(value, unit)
            text = words.format(figure)
            yield f"at least {ONE.sub('', text, 1) if figure == '1' else text}"
    if kind == "server":
        yield from _memory(path, results)
    planned = results.values.get((path, "nic_port_bandwidth")) if kind == "nic" else None
    if kind in ("nic", "switch") and (rate := planned or _port_rate(part, results)):
        yield f"at least {_rounded_down(8 * rate / 1e9, '1')} Gbit/s per port"
    power = getattr(part, "power", None)
    if kind in WATTS and power and line.piece.power is None:
        yield f"at most {_significant(power, ROUND_CEILING)} W under load"


def _port_rate(part: object, results: Results) -> float | None:
    """Return the bandwidth of a port by its link; None if it is unknown."""
    key = getattr(part, "link", None)
    link = results.plan.catalog.part(key) if key else None
    lanes = getattr(part, "lanes", None) or getattr(link, "lanes", None)
    if not isinstance(link, Link) or lanes is None:
        return None
    rate = nic_port_bandwidth(lanes, link.signalling, link.code_payload, link.code_block)
    return float(rate)


def _memory(path: str, results: Results) -> Iterator[str]:
    """Give the memory of a server with all its modules."""
    modules = results.values.get((path, "memory_modules_per_server"))
    for line in results.plan.lines:
        if line.kind == "memory" and line.path.rpartition("/")[0] == path and modules:
            size = getattr(results.plan.catalog.part(line.part), "capacity", None)
            if size:
                yield f"at least {_rounded_down(modules * size, GIBIBYTES)} GiB of memory"
            return


def _rounded_down(value: float, unit: str) -> str:
    """Write a minimum with a few digits, not above the figure that it is made of.

    >>> _rounded_down(15.36e12, "byte"), _rounded_down(384 * 2.0**30, GIBIBYTES)
    ('15.3 TB', '384')
    """
    if unit == GIBIBYTES:
        return f"{math.floor(value / 2**30 + EXACT):d}"
    whole = _significant(value, ROUND_FLOOR)
    return whole if unit == "1" else show(float(whole), unit, digits=DIGITS)


def _significant(value: float, rounding: str) -> str:
    """Write a figure with a few significant digits."""
    near = Decimal(f"{value:.9g}")
    step = Decimal(1).scaleb(near.adjusted() - DIGITS + 1)
    return f"{near.quantize(step, rounding).normalize():f}"


EXACT = 1e-9
"""Part of a unit below which a product counts as whole."""


def _lines(lots: list[str], with_options: Set[str]) -> Iterator[dict[str, Any]]:
    """Give the positions of each lot; options of the plan are a position of their own."""
    for n, lot in enumerate(lots or [""]):
        for position, title, section in LINES:
            at = f"{n + 1}.{position}"
            line = {"position": at, "title": title, "section": section}
            if section == "goods":
                line["quantity"] = 1  # type: ignore[assignment]
            yield {**line, **({"lot": lot} if lot else {})}
        if lot in with_options:
            at = f"{n + 1}.{len(LINES) + 1}"
            option = {"position": at, "title": OPTIONS, "section": "goods", "kind": "option"}
            yield {**option, "quantity": 1, **({"lot": lot} if lot else {})}
