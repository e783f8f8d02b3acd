"""The command line: `python -m model plan SCENARIO.yaml`, also as `ostimate`.

Exit status: 0 done, 1 the input is wrong, 2 the command line is wrong. Each command imports what it
needs when it runs, so that none waits for the others.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import importlib
import io
import os
import re
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from model.errors import InputError

if TYPE_CHECKING:
    import datetime

_FIGURE_OPTION = re.compile(r"--([a-zA-Z][a-zA-Z0-9_-]*)(.*)", re.DOTALL)
OWN = ("help", "vendor", "on")
"""Options of `catalog list` that aren't figures of parts."""
EXAMPLE = 'pool "19 x raidz3:11" --drive "10 TB"'


class _Version(argparse.Action):
    """Print the version, which nothing else looks up."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from model.version import version

        print(f"ostimate {version()}")
        parser.exit()


class _WithFigures(argparse.ArgumentParser):
    """Reads options that have the names of figures; which there are, the catalog knows."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str], namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Take the figures out of what is read."""
        if self.get_default("figures") is None:
            return super().parse_known_args(args, namespace)
        rest: list[str] = []
        figures: list[tuple[str, str]] = []
        todo = iter(args)
        for text in todo:
            found = _FIGURE_OPTION.fullmatch(text)
            if found is None or found[1] in OWN:
                rest.append(text)
                continue
            value = found[2].removeprefix("=") or next(todo, "")
            if not value.strip() or value.startswith("--"):
                self.error(f"--{found[1]}: write what it shall be, as in --{found[1]} '>=10'")
            figures.append((found[1], value))
        known, unknown = super().parse_known_args(rest, namespace)
        known.figures = figures
        return known, unknown


def _date(text: str) -> datetime.date:
    import datetime

    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"write a day, as in 2026-08-04, not {text}") from None


def _parser() -> argparse.ArgumentParser:
    called = "python -m model" if Path(sys.argv[0]) == Path(__file__) else "ostimate"
    parser = argparse.ArgumentParser(
        prog=called,
        description="Plan storage for high-performance computing.",
        epilog=f"example: {called} {EXAMPLE}",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    plan = commands.add_parser("plan", help="what a scenario comes to")
    plan.add_argument("scenario", metavar="SCENARIO.yaml")
    plan.add_argument("--notes", action="store_true", help="print also how manuals count, and why")
    plan.add_argument("--json", metavar="FILE", help="write the results as JSON ('-': print it)")
    plan.add_argument("--xlsx", metavar="FILE", help="write the workbook, with live formulas")
    plan.add_argument(
        "--html",
        metavar="FILE",
        help="write one page that stands alone, to read, send and print ('-': print it)",
    )
    plan.add_argument(
        "--public",
        action="store_true",
        help="for others: prices of quotes and of your price books are left out, and sums of them",
    )

    prices = commands.add_parser("prices", help="the price list of a plan, to be filled in")
    prices.add_argument("scenario", metavar="SCENARIO.yaml")
    prices.add_argument(
        "--out",
        required=True,
        metavar="FILE",
        help="as .xlsx, .csv or .yaml; the scenario names it in 'economics.price_books'",
    )

    budget = commands.add_parser("budget", help="how many blocks a fixed gross budget affords")
    budget.add_argument("scenario", metavar="SCENARIO.yaml")
    budget.add_argument(
        "--gross",
        required=True,
        help="budget with VAT and all costs of all years, as in '700000 EUR'",
    )
    budget.add_argument("--tier", metavar="NAME", help="whose blocks are counted, if several")
    budget.add_argument("--json", metavar="FILE", help="write the figures as JSON ('-': print it)")

    search = commands.add_parser("search", help="the best design that a scenario leaves open")
    search.add_argument("scenario", metavar="SCENARIO.yaml", help="with 'choices'")
    search.add_argument(
        "--objective",
        help="what is best, in place of the scenario's 'objective': 'least capital_cost', "
        "'most usable_capacity'",
    )
    search.add_argument("--budget", help="the most that it may cost, net, as in '1.5 MEUR'")
    search.add_argument("--top", type=int, default=5, help="alternatives to list (5)")
    search.add_argument(
        "--front",
        metavar="FIGURE",
        help="also designs that none beats in both the objective and 'most usable_capacity', say",
    )
    search.add_argument(
        "--prices", action="store_true", help="say what 5 %% more of each requirement costs"
    )
    search.add_argument(
        "--why-not",
        metavar="PATH=OPTION",
        action="append",
        help="say what the best design lacks with this option: 'tiers.0.blocks=3' (repeatable)",
    )
    search.add_argument(
        "--seconds",
        type=float,
        help="stop after so long with the best known; further questions, too (alternatives: 30)",
    )
    search.add_argument(
        "--mix", action="store_true", help="combine tables of each tier's designs: for many tiers"
    )
    search.add_argument(
        "--deliveries",
        action="store_true",
        help="say which blocks each phase of the purchase brings, also where nothing is open",
    )
    search.add_argument("--workers", type=int, default=1, help="processes that compute (1)")
    search.add_argument(
        "--kept", metavar="DIR", help="keep finished pieces there, and continue from them"
    )
    search.add_argument(
        "--xlsx", metavar="FILE", help="write the workbook of the best design, with the others"
    )
    search.add_argument("--out", metavar="DIR", help="write the designs as scenarios into a folder")
    search.add_argument("--json", metavar="FILE", help="write the answer as JSON ('-': print it)")

    new = commands.add_parser("new", help="a scenario to begin from")
    new.add_argument(
        "file", nargs="?", default="-", metavar="FILE.yaml", help="to write; without it, print"
    )
    new.add_argument(
        "--template",
        metavar="NAME",
        help="begin from it as it is, or, with the figures below, with a design of its kind",
    )
    new.add_argument("--capacity", help="usable capacity that is wished for, as in '20 PB'")
    new.add_argument("--write", help="write bandwidth, as in '200 GB/s'")
    new.add_argument("--memory", help="memory of the machine that checkpoints, as in '1 PB'")
    new.add_argument("--dump-time", help="time that it may take, as in '15 min'")
    new.add_argument("--budget", help="what it may cost with VAT, as in '4 MEUR'")
    new.add_argument("--racks", help="racks that it may fill, as in 2")
    new.add_argument("--rack-power", help="power of one rack, as in '40 kW'")
    new.add_argument("--years", help="years of service (5)")
    new.add_argument(
        "--best",
        choices=("cheapest", "fewest-racks", "fastest"),
        default="cheapest",
        help="which of the designs that do (cheapest)",
    )

    app = commands.add_parser("app", help="start the app, and print its address")
    app.add_argument("--port", type=int, default=8501, help="port that it listens on (8501)")
    app.add_argument(
        "--address", default="127.0.0.1", help="address that it listens on (127.0.0.1)"
    )

    pool = commands.add_parser("pool", help="what OpenZFS reports of a pool")
    pool.add_argument(
        "layout",
        nargs="?",
        help="its vdevs, as in '19 x raidz3:11'; of a pool that grew, as it was made and as it is: "
        "'raidz2:6 -> raidz2:8' (in quotes); or RAID groups: 'raid6:10', 'gridraid:41'",
    )
    pool.add_argument(
        "--drive",
        help="capacity of each drive, as in '10 TB', or its key in the catalog; vdevs of other "
        "drives say so in the layout: 'raidz2:10 + special mirror:2 of 1.6 TB'",
    )
    pool.add_argument(
        "--from",
        dest="file",
        metavar="FILE.csv",
        help="a pool on each line; the options are for those that don't say theirs",
    )
    pool.add_argument("--ashift", help="binary logarithm of the sector (12)")
    pool.add_argument("--recordsize", help="record size to store ('1 MiB')")
    pool.add_argument("--release", help="release of OpenZFS, as 2.1 or 2.1.11 (the newest known)")
    pool.add_argument("--partitioning", help="none, linux, truenas-25.04 … (none)")
    pool.add_argument("--luks", help="header of the encryption below ZFS, as in '16 MiB'")
    pool.add_argument("--fill-limit", help="how full it may become, as in '80 %%' (0.8)")
    pool.add_argument("--snapshot-reserve", help="share of that for snapshots, as in '10 %%' (0)")
    pool.add_argument("--compression-ratio", help="logical bytes for each byte stored (1)")
    pool.add_argument(
        "--files",
        metavar="FILE.csv",
        help="sizes of files, to say what such files can hold: columns size and count, or share",
    )
    pool.add_argument("--json", metavar="FILE", help="write the figures as JSON ('-': print it)")
    pool.add_argument("--csv", metavar="FILE", help="write the figures as CSV ('-': print it)")
    pool.set_defaults(refuse=pool.error)

    dump = commands.add_parser("checkpoint", help="how fast a machine must dump, and how often")
    dump.add_argument("--memory", required=True, help="memory of the machine, as in '331776 GB'")
    dump.add_argument("--fraction", default="0.8", help="share of it that a dump holds (0.8)")
    dump.add_argument("--mtti", help="mean time to interrupt of a job, as in '72 h'")
    dump.add_argument("--nodes", help="compute nodes, in place of --mtti: each interrupts the job")
    dump.add_argument("--node-mtti", help="that of one node, as in '5 years'; assumed without it")
    rule = dump.add_mutually_exclusive_group(required=True)
    rule.add_argument("--ratio", help="wanted ratio of MTTI to dump time, as in 200")
    rule.add_argument("--dump-time", help="time that a dump may take, as in '20 min'")
    rule.add_argument("--bandwidth", help="bandwidth that a dump gets, as in '500 GB/s'")
    rule.add_argument("--efficiency", help="wanted share of the time computing, as in 0.9")
    dump.add_argument("--restart", default="0 s", help="time to restart a job, or 'dump' ('0 s')")
    dump.add_argument("--json", metavar="FILE", help="write the figures as JSON ('-': print it)")

    validate = commands.add_parser("validate", help="published figures against the model's")
    validate.add_argument(
        "scenarios", nargs="*", metavar="SCENARIO.yaml", help="all, if none is named"
    )
    validate.add_argument("--json", metavar="FILE", help="write the rows as JSON ('-': print it)")

    explain = commands.add_parser("explain", help="how a figure comes about")
    explain.add_argument("scenario", metavar="SCENARIO.yaml")
    explain.add_argument("quantity", help="as in 'usable_capacity' or 'scratch.usable_capacity'")

    sampled = commands.add_parser("sample", help="how sure a plan is, from the bands it states")
    sampled.add_argument("scenario", metavar="SCENARIO.yaml")
    sampled.add_argument("-n", type=int, default=512, help="worlds that are drawn (512)")
    sampled.add_argument("--seed", type=int, default=0, help="the same one, the same worlds (0)")
    sampled.add_argument("--method", choices=("lhs", "sobol"), default="lhs", help="points (lhs)")
    sampled.add_argument(
        "--figure",
        action="append",
        metavar="NAME",
        help="a further figure, as in 'scratch.write_bandwidth'; may come several times",
    )
    sampled.add_argument(
        "--indices", action="store_true", help="also what share of the variance each band brings"
    )
    sampled.add_argument("--workers", type=int, default=1, help="processes that compute (1)")
    sampled.add_argument(
        "--kept", metavar="DIR", help="keep finished pieces there, to continue a long run"
    )
    sampled.add_argument("--json", metavar="FILE", help="write the figures as JSON ('-': print it)")

    compared = commands.add_parser("compare", help="two to six scenarios beside each other")
    compared.add_argument("scenarios", nargs="+", metavar="SCENARIO.yaml")
    compared.add_argument("--json", metavar="FILE", help="write the tables as JSON ('-': print it)")
    compared.add_argument("--xlsx", metavar="FILE", help="write the tables as a workbook")

    measured = commands.add_parser("measurements", help="what benchmarks printed, figure by figure")
    measured.add_argument(
        "files", nargs="+", metavar="FILE", help="of IOR, mdtest, obdfilter-survey, fio or IO500"
    )
    measured.add_argument(
        "--json", metavar="FILE", help="write the figures as JSON ('-': print it)"
    )

    fitted = commands.add_parser("calibrate", help="figures of a scenario fitted to measurements")
    fitted.add_argument("calibration", metavar="CALIBRATION.yaml")
    fitted.add_argument("--json", metavar="FILE", help="write the fit as JSON ('-': print it)")
    fitted.add_argument("--scenario", metavar="FILE", help="write the scenario with the values")

    kept = commands.add_parser("store", help="where the app keeps scenarios, and which")
    kept.add_argument("--store", metavar="PLACE", help="another one: a file, or postgresql://…")
    kept.add_argument("--backup", metavar="FILE", help="copy it to a new file, while it is used")

    catalog = commands.add_parser("catalog", help="the parts that can be bought")
    actions = catalog.add_subparsers(
        dest="action", required=True, metavar="list|show|check", parser_class=_WithFigures
    )
    listing = actions.add_parser(
        "list",
        help="list the parts, with size, rate, price and its age",
        epilog="further options: --FIGURE 'OP VALUE', for every figure that parts of the kind "
        "have, as in --bays '>=84' or --capacity '>20 TB'; each may come several times",
        allow_abbrev=False,
    )
    listing.add_argument("kind", nargs="?", help="only this kind: hdd, ssd, enclosure, hba …")
    listing.add_argument("--vendor", help="only those of vendors so called")
    listing.add_argument(
        "--on", metavar="DATE", type=_date, help="prices seen by this day, and their ages (today)"
    )
    listing.set_defaults(figures=())
    show = actions.add_parser("show", help="show a part with its sources and prices")
    show.add_argument("key")
    actions.add_parser("check", help="check all parts and prices")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; give its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help(sys.stderr)
        raise SystemExit(2)
    if sys.stdout is None:
        print("standard output is closed: nothing can be printed", file=sys.stderr)
        return 1
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows a "?"
    command = importlib.import_module(f"model.commands.{options.command}")
    try:
        status: int = command.run(options)
        sys.stdout.flush()
    except InputError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever read our output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"can't write: {(error.strerror or str(error)).lower()}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def start() -> int:
    """Run as a command: a process that ends soon needs neither plugins nor a garbage collector."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy starts its threads when imported
    if "importlib.metadata" not in sys.modules:
        late = sys.modules["importlib.metadata"] = _Late("importlib.metadata")
        setattr(importlib, "metadata", late)  # noqa: B010
    gc.disable()
    status = main()
    _leave(status)
    return status


def _leave(status: int) -> None:
    """End the process at once: to take all apart piece by piece takes a tenth of a plan."""
    if threading.active_count() > 1:
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):  # closed: the interpreter says so as it ends
        return
    atexit._run_exitfuncs()
    os._exit(status)


class _Late(ModuleType):
    """`importlib.metadata`, loaded when it is first used: all of `email` comes with it.

    pydantic imports it to look for plugins, which it then doesn't do here.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what an import statement asks for
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)

    def entry_points(self, **wanted: Any) -> Any:
        """Find entry points, as the module itself does."""
        return self.__getattr__("entry_points")(**wanted)


if __name__ == "__main__":
    sys.exit(start())
