"""Requests for a new plan: a few figures, as users type them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from model.books.site import MACHINE
from model.books.site_facts import SiteFacts
from model.design.economics import MOST_YEARS, ExchangeRate, rate_text
from model.design.training import Training
from model.engine.tree import Instance
from model.errors import InputError, Place, Problem, quoted
from model.formulas.time_and_money.checkpoint import NODE_MTTI, OF_FRACTION
from model.formulas.time_and_money.training import ACCELERATOR_MTTI
from model.parts.training_reads import workloads
from model.planning.training import reads_of
from model.pools.calculators import Answers, run
from model.reading.fields import MOST_MONEY, Named
from model.units.figures import (
    NUMBER_WORDS,
    UnitError,
    grouped,
    parse,
    parse_money,
    percent,
    show,
    write,
)
from model.units.pasted import doubt, together

CURRENCY = "EUR"
"""Currency of the templates."""
NO_RATES: Mapping[str, ExchangeRate] = MappingProxyType({})
MOST_RACKS = 1_000
"""Maximum number of racks."""
MOST_NODES = 1_000_000
"""Maximum number of nodes."""
LONGEST = 40
"""Maximum length of a figure."""

ENDLESS = 1e30
"""Upper limit of all figures."""
USUAL_EFFICIENCY = 0.9
"""Share of the time that a training shall compute, if no other is entered."""
TRAINING = ("accelerators", "parameters", "efficiency", "workload")
"""The fields of a machine that trains."""
MEMORY = ("nodes", "node_memory", "memory", "dump_time")
"""The fields of a machine that checkpoints its memory."""
MOST_RACK_POWER = 1e6
"""Maximum power of a rack in watts, as its PDUs are packed one by one."""


@dataclass(frozen=True, slots=True)
class Box:
    """A request field: its unit, the unit of a bare number, an example, limits."""

    unit: str
    bare: str
    example: str
    most: float = ENDLESS
    least: float = 1.0


BOXES = {
    "capacity": Box("byte", "PB", "20 PB", least=1e9),
    "write_bandwidth": Box("byte/s", "GB/s", "200 GB/s", least=1e6),
    "nodes": Box("1", "", "4000", MOST_NODES),
    "node_memory": Box("byte", "GiB", "256 GiB", least=1e6),
    "memory": Box("byte", "TB", "1 PB", least=1e6),
    "dump_time": Box("second", "min", "75 min"),
    "accelerators": Box("1", "", "1024", MOST_NODES),
    "parameters": Box("1", "", "70B", least=1e6),
    "efficiency": Box("1", "%", "90 %", 0.999, 0.01),
    "workload": Box("1", "", "unet3d-h100"),
    "budget": Box("currency", f"M {CURRENCY}", f"8 M {CURRENCY}", MOST_MONEY),
    "racks": Box("1", "", "2", MOST_RACKS),
    "rack_power": Box("watt", "kW", "40 kW", MOST_RACK_POWER),
    "years": Box("1", "", "5", MOST_YEARS),
}
MOST_MILLIONS = 10_000
"""Upper limit of a bare number as millions of money."""
_UNITS = {"memory_capacity": "byte", "dump_time": "second"}
"""Figures of a machine that may be entered or derived."""
_COUNTS = {
    name: re.compile(rf"(?<=[0-9])\s*(?:{said})$", re.IGNORECASE)
    for name, said in (
        ("nodes", "nodes?"),
        ("accelerators", "accelerators?|gpus?"),
        ("racks", "racks?"),
        ("years", "years?|yrs?"),
    )
}
"""Words that may follow a count."""
COUNTED = tuple(_COUNTS)
"""Fields with whole numbers."""
_SIGNS = {
    **dict.fromkeys(("€", "EURO", "EUROS"), "EUR"),
    **dict.fromkeys(("$", "US$", "DOLLAR", "DOLLARS"), "USD"),
    "£": "GBP",
}
"""Currencies by their signs and names."""
_SIGN = r"€|us\$|\$|£|euros?|dollars?|[a-z]{3}"
_AMOUNT = re.compile(
    rf"(?P<before>{_SIGN})?\s*(?P<number>[\d.,]+(?:e[+-]?\d+)?)\s*"
    rf"(?P<word>{'|'.join(map(re.escape, NUMBER_WORDS))})?\s*"
    rf"(?P<after>{_SIGN})?",
    re.IGNORECASE,
)
"""Common ways of writing money: 4 Mio EUR, €4M, $4M, 4 million euros."""
_BILLION = re.compile(
    rf"(?:€|euros?|{CURRENCY})?\s*(\d+(?:\.\d+)?)\s*(?:billion(?:s|en)?|b)\s*(?:€|euros?|{CURRENCY})?",
    re.IGNORECASE | re.ASCII,
)
"""Amounts in "billion", which is a thousand times larger in German than in English."""
_IN_GROUPS = re.compile(r"\d{1,3}(?:[,' \u00a0\u2009\u202f]\d{3})+", re.ASCII)
"""A whole number with thousands separators: 4,000."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """Requests in base units; None: not entered. `budget` includes VAT.

    A machine with checkpoints has `nodes` and `node_memory`, or a total `memory`. The bandwidth of
    its checkpoints follows from `dump_time`, or is `write_bandwidth` if there is none, which is
    sufficient for a design by itself: for an incomplete machine, nothing is computed, and a message
    reports it. A machine that trains has `accelerators` and the `parameters` of its model instead;
    the bandwidth of its checkpoints follows from the `efficiency`, that of its reads from the
    `workload`, a key of the catalog.
    """

    capacity: float | None = None
    write_bandwidth: float | None = None
    nodes: int | None = None
    node_memory: float | None = None
    memory: float | None = None
    dump_time: float | None = None
    accelerators: int | None = None
    parameters: float | None = None
    efficiency: float | None = None
    workload: str | None = None
    budget: float | None = None
    racks: int | None = None
    rack_power: float | None = None
    years: int | None = None
    budget_because: str = ""
    """The budget as it was entered, and the exchange rate, if that is of another currency."""

    @property
    def has_checkpoints(self) -> bool:
        """Whether there is a machine with checkpoints."""
        of_memory = self.memory is not None or None not in (self.nodes, self.node_memory)
        return of_memory or self.trains

    @property
    def trains(self) -> bool:
        """Whether there is a machine that trains a model."""
        return self.parameters is not None

    @property
    def is_half_a_machine(self) -> bool:
        """Whether a machine is entered without its total memory."""
        return not self.has_checkpoints and (self.nodes, self.node_memory) != (None, None)

    @property
    def checkpoint(self) -> Answers:
        """Return the checkpoint figures of the machine, by the formulas of a plan; or nothing."""
        if not self.has_checkpoints:
            return {}
        if self.trains:
            return self._of_training
        given = {
            "compute_nodes": self.nodes,
            "node_memory": self.node_memory,
            "memory_capacity": self.memory,
        }
        inputs = {name: value for name, value in given.items() if value is not None}
        of_nodes = self.memory is None
        facts = SiteFacts(
            rule="bandwidth" if self.dump_time is None else "time",
            memory="of nodes" if of_nodes else "given",
            mtti="node" if of_nodes else "job",
        )
        unknown = {} if of_nodes else {"job_mtti": math.nan}
        if self.dump_time is None:
            inputs["checkpoint_bandwidth"] = self.write_bandwidth or math.nan
        else:
            inputs["dump_time"] = self.dump_time
        whole = {**inputs, **unknown}
        return run(Instance("machine", "machine", MACHINE.book(facts), whole))["machine"]

    @property
    def _of_training(self) -> Answers:
        """Return the checkpoint figures of a machine that trains."""
        facts = SiteFacts(
            rule="efficiency",
            mtti="accelerator",
            dump="model",
            accelerated=True,
            writers="accelerators",
            reads="batches" if self.workload else None,
        )
        inputs = {
            **(reads_of(workloads()[self.workload]) if self.workload else {}),
            "accelerators": float(self.accelerators or 0),
            "shared_parameters": self.parameters or 0.0,
            "wanted_efficiency": self.efficiency or USUAL_EFFICIENCY,
            **Training().sizes,
        }
        return run(Instance("machine", "machine", MACHINE.book(facts), inputs))["machine"]

    @property
    def _training_text(self) -> str:
        checkpoint = self._of_training

        def said(name: str) -> str:
            answer = checkpoint[name]
            return show(answer.value, answer.quantity.unit, digits=3)

        fails = ACCELERATOR_MTTI.inputs["accelerator_mtti"].default
        wanted = self.efficiency or USUAL_EFFICIENCY
        text = (
            f"A checkpoint of {said('parameter_state')} per parameter (weights, their copy in "
            f"fp32, Adam) is {said('dump_size')}. {grouped(self.accelerators or 0)} accelerators "
            f"are interrupted every {said('job_mtti')}. To compute {_of_time(wanted)} of the time, "
            f"checkpoints need {said('required_checkpoint_bandwidth')}: each takes "
            f"{said('dump_time')}, after every {said('checkpoint_interval')} of computing."
        )
        needed = checkpoint["required_checkpoint_bandwidth"].value or 0.0
        if self.write_bandwidth is not None and self.write_bandwidth < needed:
            written = show(self.write_bandwidth, "byte/s", digits=3)
            text += f" The entered write bandwidth is {written}; the higher value is required."
        if self.workload:
            text += (
                f" To train {workloads()[self.workload].what}, they read "
                f"{said('required_training_bandwidth')}, {said('accelerator_read_bandwidth')} each."
            )
        return f"{text} The MTTI of {show(fails, 'second', digits=3)} each is an assumption."

    @property
    def checkpoint_text(self) -> str:
        """Return a text on the machine's checkpoints and assumptions; empty without a machine."""
        if self.is_half_a_machine:
            lacks = "the memory per node" if self.node_memory is None else "the number of nodes"
            return (
                f"Checkpoint time and interval can't be computed: enter {lacks} as well. "
                "The write bandwidth is required by itself."
            )
        if self.trains:
            return self._training_text
        checkpoint = self.checkpoint
        if not checkpoint:
            return ""

        def said(name: str, given: float | None = None) -> str:
            answer = checkpoint.get(name)
            value, unit = (answer.value, answer.quantity.unit) if answer else (given, _UNITS[name])
            return show(value, unit, digits=3)

        share = OF_FRACTION.inputs["checkpoint_fraction"].default or 0.0
        memory = said("memory_capacity", self.memory)
        size = f"A checkpoint of {100 * share:g} % of {memory} is {said('dump_size')}"
        asked, takes = said("required_checkpoint_bandwidth"), said("dump_time", self.dump_time)
        if self.dump_time is None:
            size += f"; at {asked} it takes {takes}"
        else:
            size += f"; writing it in {takes} requires {asked}"
        if self.dump_time is not None and self.write_bandwidth is not None:
            written = show(self.write_bandwidth, "byte/s", digits=3)
            size += f". The entered write bandwidth is {written}; the higher value is required"
        if self.nodes is None:
            unknown = "The checkpoint interval is unknown until you enter an MTTI on Needs"
            return f"{size}. {unknown}. The share is an assumption."
        nodes = "1 node is" if self.nodes == 1 else f"{grouped(self.nodes)} nodes are"
        fails = NODE_MTTI.inputs["node_mtti"].default
        return (
            f"{size}. {nodes} interrupted every {said('job_mtti')}. With a checkpoint after every "
            f"{said('checkpoint_interval')} of computing, jobs compute "
            f"{_of_time(checkpoint['job_efficiency'].value or 0.0)} of the time. The share and the "
            f"node MTTI of {show(fails, 'second', digits=3)} are assumptions."
        )

    @property
    def requirements(self) -> dict[str, Any]:
        """Return the requirements as written in a scenario.

        A bandwidth of checkpoints is omitted, as the checkpoint section already requires it.
        """
        fields: dict[str, Any] = {}
        of_checkpoints = self.has_checkpoints and self.dump_time is None and not self.trains
        for name in ("capacity", "write_bandwidth", "budget", "racks", "rack_power"):
            value = getattr(self, name)
            if value is not None and not (of_checkpoints and name == "write_bandwidth"):
                unit = BOXES[name].unit
                fields[name] = value if unit == "1" else _written(value, unit)
        if self.budget_because:
            fields["budget"] = {"value": fields["budget"], "because": self.budget_because}
        return fields

    @property
    def machine(self) -> dict[str, Any]:
        """Return the machine as written in a scenario; None: not there, whatever a template has."""
        if self.trains:
            model = f"{(self.parameters or 0.0) / 1e9:.15g}B"
            reads = {"workload": self.workload} if self.workload else {}
            return {
                "machine": None,
                "training": {"accelerators": self.accelerators, "parameters": model, **reads},
                "checkpoint": {"efficiency": self.efficiency or USUAL_EFFICIENCY},
            }
        if not self.has_checkpoints:
            return dict.fromkeys(("machine", "training", "checkpoint"))
        fields: dict[str, Any] = {}
        if self.memory is not None:
            fields["memory"] = write(self.memory, "byte")
        elif self.nodes is not None and self.node_memory is not None:
            ways = (write(self.node_memory, "byte", binary=x) for x in (False, True))
            fields = {"compute_nodes": self.nodes, "node_memory": min(ways, key=len)}
        takes = (
            {"bandwidth": write(self.write_bandwidth or math.nan, "byte/s")}
            if self.dump_time is None
            else {"dump_time": write(self.dump_time, "second")}
        )
        return {"machine": fields, "training": None, "checkpoint": takes}


def read(
    texts: Mapping[str, str],
    called: Mapping[str, str] | None = None,
    *,
    bare: bool = False,
    rates: Mapping[str, ExchangeRate] = NO_RATES,
) -> Wishes:
    """Parse requests from texts by field name; empty fields are ignored.

    Parameters
    ----------
    texts
        The typed texts.
    called
        Labels of the fields, for messages.
    bare
        Whether a number without a unit has that of its field.
    rates
        Exchange rates by which a budget may be of another currency.

    Raises
    ------
    InputError
        With a problem for each invalid field.
    """
    places = {name: Place((called or {}).get(name, name)) for name in BOXES}
    boxes: dict[str, Any] = {}
    problems = []
    for name, text in texts.items():
        if text.strip():
            try:
                boxes[name] = _read(name, text.strip(), bare=bare, rates=rates)
            except UnitError as error:
                problems.append(Problem(places[name], "", str(error)))
    if not problems:
        problems += [Problem(places[name], "", what) for name, what in _amiss(boxes)]
    if problems:
        raise InputError(problems)
    return Wishes(**boxes, budget_because=converted(texts.get("budget", ""), rates))


def converted(text: str, rates: Mapping[str, ExchangeRate]) -> str:
    """Return an amount of another currency with the rate that counts; empty without one.

    >>> rate = ExchangeRate(rate=0.87, date="2026-11-22", source="ECB")
    >>> converted("$4M", {"USD": rate}), converted("4 M EUR", {"USD": rate})
    ('4 M USD at 1 USD = 0.87 EUR (2026-11-22, ECB)', '')
    """
    plain = _plain("budget", text.strip())
    if not text.strip() or not _is_money(plain):
        return ""
    rate = rates.get(parse_money(plain)[1])
    return f"{plain} at {rate_text(parse_money(plain)[1], rate, CURRENCY)}" if rate else ""


def _amiss(boxes: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Return the problems of a machine that is incomplete or contradictory, by field."""
    machine, training = boxes.keys() & set(MEMORY), boxes.keys() & set(TRAINING)
    if machine and training:
        wanted = "a machine has either a model in training or a memory: leave one of both out"
        yield next(name for name in TRAINING if name in training), wanted
        return
    for name in ("accelerators", "parameters") if training else ():
        if name not in training:
            example = BOXES[name].example
            yield name, f"checkpoints of a training need this too: write it, as in {example}"
    if not machine:
        return
    if "memory" in machine and machine & {"nodes", "node_memory"}:
        yield "memory", "nodes and the memory of a node say it already: leave one of both out"
    by_itself = "write_bandwidth" in boxes and "dump_time" not in boxes
    for name in ("nodes", "node_memory") if "memory" not in machine and not by_itself else ():
        if name not in machine:
            yield (
                name,
                f"checkpoints of the machine need this too: write it, as in {BOXES[name].example}",
            )
    if not boxes.keys() & {"dump_time", "write_bandwidth"}:
        example = BOXES["dump_time"].example
        yield "dump_time", f"write it, as in {example}, or the write bandwidth for checkpoints"


def understood(name: str, text: str) -> str:
    """Return the interpretation of a text, if it differs: a number without a unit, a paste.

    >>> understood("capacity", "20"), understood("capacity", "20 000 TB"), understood("racks", "2")
    ('20 PB', '20000 TB', '')
    >>> understood("budget", "4 Mio €"), understood("budget", "€4.5m"), understood("budget", "4 M")
    ('4 M EUR', '4.5 M EUR', '4 M EUR')
    >>> understood("budget", "4.000.000 EUR"), understood("budget", "1.2 Mrd EUR")
    ('4000000 EUR', '1200 M EUR')
    """
    if name in COUNTED or len(text) > LONGEST:
        return ""
    if name in ("parameters", "workload"):
        return ""
    plain = _plain(name, text.strip())
    box, unit = BOXES[name], BOXES[name].bare
    if box.unit == "currency" and _is_number(plain) and abs(float(plain)) >= MOST_MILLIONS:
        return ""
    whole = f"{plain} {unit}" if unit and _is_number(plain) else plain
    return whole if whole != text.strip() else ""


def _plain(name: str, text: str) -> str:
    """Convert pasted figures to plain ones: without separators, money with its code."""
    plain = together(text)
    amount = _AMOUNT.fullmatch(plain) if BOXES[name].unit == "currency" else None
    if amount is None or _is_money(plain):
        return plain
    codes = [one for one in (amount["before"], amount["after"]) if one]
    times = NUMBER_WORDS[amount["word"].casefold()] if amount["word"] else 1
    if len(codes) > 1 or not (codes or amount["word"]):
        return plain
    code = codes[0].upper() if codes else CURRENCY
    code = _SIGNS.get(code, code)
    number, prefix = amount["number"], {1: "", 10**3: "k "}.get(times, "M ")
    if times > 10**6 and _is_number(number):  # without a matching prefix of money
        number = f"{float(number) * times / 10**6:.15g}"
    return f"{number} {prefix}{code}"


def _is_money(text: str) -> bool:
    """Whether a text is an amount as in files."""
    try:
        parse_money(text)
    except UnitError:
        return False
    return True


def _of_time(share: float) -> str:
    """Format a share of time in two digits; almost all of it is not shown as 100 %.

    >>> _of_time(0.4887), _of_time(0.99998)
    ('49 %', 'over 99 %')
    """
    return "over 99 %" if share > 0.99 else f"{100 * share:.2g} %"


def _read(
    name: str, text: str, *, bare: bool, rates: Mapping[str, ExchangeRate]
) -> float | int | str:
    box = BOXES[name]
    if name == "workload":
        return _workload(text)
    if len(text) > LONGEST:
        raise UnitError(f"{quoted(text)} is too long: write a figure, as in {box.example}")
    if name in COUNTED:
        return _counted(_COUNTS[name].sub("", text), box)
    if unclear := doubt(text):
        raise UnitError(f"{quoted(text)} {unclear}")
    whole = understood(name, text) or text if bare else _plain(name, text)
    if box.unit == "currency":
        _refuse_unclear_money(text, _plain(name, whole))
        value, currency = parse_money(whole)
        if currency in rates:
            value = round(value * rates[currency].rate, 2)
        elif currency != CURRENCY:
            known = " or ".join((CURRENCY, *sorted(rates)))
            raise UnitError(
                f"the templates have no exchange rate of {currency}: write {known}, as in "
                f"{box.example}"
            )
    elif name == "parameters":
        value = Named().read(text)
    else:
        value = parse(whole, box.unit)
    if not box.least <= value <= box.most:
        side, bound = ("least", box.least) if value < box.least else ("most", box.most)
        is_money = box.unit == "currency"
        as_written = percent(bound, 1) if box.bare == "%" else ""
        limit_text = as_written or (
            f"{grouped(bound)} {CURRENCY}" if is_money else write(bound, box.unit)
        )
        limit = f" of at {side} {limit_text}" if bound < ENDLESS else ""
        raise UnitError(
            f"{quoted(text)} is not an amount to plan: write one{limit}, as in {box.example}"
        )
    return value


def _workload(text: str) -> str:
    if text not in workloads():
        known = ", ".join(workloads())
        raise UnitError(f"{quoted(text)} is no workload of the catalog: write one of {known}")
    return text


def _refuse_unclear_money(text: str, whole: str) -> None:
    """Reject an ambiguous amount; the message shows both readings."""
    if billions := _BILLION.fullmatch(text):
        meant = f"{float(billions[1]) * 1000:.15g} M {CURRENCY}"
        raise UnitError(
            f"{quoted(text)}: a billion isn't the same in all languages; if it is 1000 million, "
            f"write '{meant}'"
        )
    if _is_number(whole) and 0 < (value := float(whole)) <= MOST_MONEY:
        millions = value / 1e6 if value >= MOST_MILLIONS else value
        either = f"'{millions:.15g} M {CURRENCY}', or '{whole} {CURRENCY}'"
        raise UnitError(f"{quoted(text)} has no currency: write {either}")


def _written(value: float, unit: str) -> str:
    """Format a figure exactly; money in millions if that is shorter."""
    exact = write(value, unit, currency=CURRENCY)
    millions = f"{value / 1e6:.15g} M {CURRENCY}"
    is_same = unit == "currency" and parse_money(millions) == (value, CURRENCY)
    return min(exact, millions, key=len) if is_same else exact


def _counted(text: str, box: Box) -> int:
    text = re.sub(r"\D", "", text) if _IN_GROUPS.fullmatch(text) else text
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= value <= box.most:
        most = f"{box.most:.0f}"
        raise UnitError(f"{quoted(text)}: write a whole number from 1 to {most}, as {box.example}")
    return value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
