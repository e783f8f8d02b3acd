"""The rules of a tender from a plan: requirements, functional minima, lines, and the estimate.

The estimate stays in the rules, which don't leave the house; the form is made of `form.PUBLIC`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from model.answers.results import Results
from model.design.needs import Requirements
from model.errors import InputError, Place, Problem
from model.planning.supply import Line
from model.reading.documents import Document, read_document
from model.tender.form import UNITS, with_hash
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
}
"""Kinds of parts that are specified, as tenders name them."""
MINIMA: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "server": (
        ("sockets", "{} processor sockets", "1"),
        ("drive_bays", "{} drive bays", "1"),
    ),
    "cpu": (("cores", "{} cores", "1"),),
    "memory": (("capacity", "{}", "byte"),),
    "hba": (("ports", "{} ports", "1"),),
    "nic": (("ports", "{} ports", "1"),),
    "enclosure": (("bays", "{} drive bays", "1"), ("host_ports", "{} ports to hosts", "1")),
    "array": (("bays", "{} drive bays", "1"), ("ports", "{} ports to hosts", "1")),
    "hdd": (("capacity", "{}", "byte"),),
    "ssd": (("capacity", "{}", "byte"), ("dwpd", "{} drive writes a day", "1")),
    "switch": (("ports", "{} ports", "1"),),
}
"""Figures of parts that are functional minima: their field, their words and their unit."""
DIGITS = 3
"""Digits of minima: more would name a product."""
LINES: tuple[tuple[str, str, str], ...] = (
    ("1", "Storage system, as specified", "goods"),
    ("2", "Software and licences", "software"),
    ("3", "Installation and commissioning", "services"),
    ("4", "Training", "training"),
    ("5", "Spare parts for two years", "spares"),
)
"""Positions of the price sheet, where the rules name none."""


def rules_of(results: Results, rules: Document | None = None) -> tuple[str, TenderFile]:
    """Return the rules of a tender as text and as read; what `rules` say goes first.

    Raises
    ------
    InputError
        The rules can't be read.
    """
    stated: dict[str, Any] = {}
    if rules is not None:
        read_tender(rules)  # its errors have the places of its file
        stated = dict(rules.data)
    data = {**_from_plan(results), **stated}
    data.pop("requirements_hash", None)
    tender = _read(data, rules)
    digest = with_hash(tender)
    text = HEAD + yaml.safe_dump(
        {**data, "requirements_hash": digest}, sort_keys=False, allow_unicode=True, width=110
    )
    return text, _read({**data, "requirements_hash": digest}, rules)


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
    required = scenario.requirements
    vat = None if economics.vat_rate is None else economics.vat_rate.value
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
        "capacity": "usable",
        "requirements": dict(_figures(required, "")),
        "targets": dict(_figures(required, "_target")),
        "workload": required.workload,
        "specification": list(_specification(results)),
        "lines": list(_lines(lots)),
        "estimate": None if budget is None else float(rounded(budget, 2)),
    }
    return {key: value for key, value in data.items() if value not in (None, "", {}, [])}


def _figures(required: Requirements, ending: str) -> Iterator[tuple[str, Any]]:
    for name, (_, unit) in UNITS.items():
        stated = getattr(required, f"{name}{ending}", None)
        is_must = required.level(name) == "must" or ending
        if stated is not None and is_must:
            value = stated.value
            yield name, int(value) if name == "racks" else write(value, unit)


def _specification(results: Results) -> Iterator[dict[str, Any]]:
    """Give each device once, with its minima and without its name."""
    seen: list[dict[str, Any]] = []
    for line in results.plan.lines:
        if line.owned == "all" or not line.part:
            continue
        part = results.plan.catalog.part(line.part)
        kind = str(getattr(part, "kind", ""))
        if kind in DEVICES:
            device = {"device": DEVICES[kind], "minima": list(_minima(kind, part, line))}
            if device not in seen:
                seen.append(device)
                yield device


def _minima(kind: str, part: object, line: Line) -> Iterator[str]:
    for name, words, unit in MINIMA[kind]:
        own = getattr(getattr(line.piece, name, None), "value", None)
        value = own if own is not None else getattr(part, name, None)
        if value is not None:
            figure = f"{value:.{DIGITS}g}" if unit == "1" else show(value, unit, digits=DIGITS)
            text = words.format(figure)
            yield f"at least {text.replace('ports', 'port') if figure == '1' else text}"


def _lines(lots: list[str]) -> Iterator[dict[str, Any]]:
    """Give the positions of each lot."""
    for n, lot in enumerate(lots or [""]):
        for position, title, section in LINES:
            at = f"{n + 1}.{position}"
            line = {"position": at, "title": title, "section": section}
            if section == "goods":
                line["quantity"] = 1  # type: ignore[assignment]
            yield {**line, **({"lot": lot} if lot else {})}
