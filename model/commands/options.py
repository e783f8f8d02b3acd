"""What each command can be told; only what is asked for declares its options."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    import datetime

_FIGURE_OPTION = re.compile(r"--([a-zA-Z][a-zA-Z0-9_-]*)(.*)", re.DOTALL)
OWN = ("help", "vendor", "on")
"""Options of `catalog list` that aren't figures of parts."""

Declare = Callable[[argparse.ArgumentParser], None]
COMMANDS: dict[str, tuple[str, Declare]] = {}
"""By its name: what a command says of itself, and what declares its options."""


def _command(name: str, says: str) -> Callable[[Declare], Declare]:
    def keep(declare: Declare) -> Declare:
        COMMANDS[name] = says, declare
        return declare

    return keep


def called() -> str:
    """Say how this program was called: so it is written where a command is proposed."""
    return "python -m model" if sys.argv[0].endswith("__main__.py") else "ostimate"


def declare(parser: argparse.ArgumentParser, first: str | None) -> None:
    """Declare the commands: only the one that is asked for, if it is known, else all.

    All of them together take 8 ms.
    """
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Command)
    for name in (first,) if first in COMMANDS else COMMANDS:
        says, options = COMMANDS[name]
        options(commands.add_parser(name, help=says))


def _from(least: int, kind: type[int] | type[float] = int) -> Callable[[str], float]:
    """Make what reads a number that is no less."""

    def read(text: str) -> float:
        try:
            number = kind(text)
        except ValueError:
            number = -1
        if not number >= least:  # what is no number isn't, either
            raise argparse.ArgumentTypeError(f"write a number from {least}, not '{text}'")
        return number

    return read


def _like(example: int) -> Callable[[str], int]:
    """Make what reads a whole number; the example says what one looks like there."""

    def read(text: str) -> int:
        try:
            return int(text)
        except ValueError:
            what = f"write a whole number, as in {example}, not '{text}'"
            raise argparse.ArgumentTypeError(what) from None

    return read


_LACKS = "the following arguments are required: "
"""How argparse begins to say what is missing."""


class _Command(argparse.ArgumentParser):
    """Refuses what it doesn't know beside its own usage, not that of all commands."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str], namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Read the arguments; none is left over."""
        if self._subparsers is None:  # before what is missing beside them is asked for
            self._refuse([one for one in self._options(args) if not self._near(one)])
        known, unknown = super().parse_known_args(args, namespace)
        self._refuse(unknown)
        return known, unknown

    def error(self, message: str) -> NoReturn:
        """Say what to write instead, where argparse only says what is wrong."""
        if message.startswith(_LACKS):
            lacks = map(self._with_value, message.removeprefix(_LACKS).split(", "))
            message = f"write also {' and '.join(lacks)}"
        super().error(message.replace("expected one argument", "write its value behind it"))

    def _refuse(self, unknown: Sequence[str]) -> None:
        if unknown:
            from difflib import get_close_matches

            near = get_close_matches(unknown[0].partition("=")[0], self._known(), 1)
            meant = f"did you mean {near[0]}?" if near else "leave it out, or see --help"
            self.error(f"unrecognized arguments: {' '.join(unknown)} ({meant})")

    def _options(self, args: Sequence[str]) -> list[str]:
        ends = list(args).index("--") if "--" in args else len(args)
        return [one.partition("=")[0] for one in args[:ends] if one.startswith("--")]

    def _known(self) -> list[str]:
        return [one for one in self._option_string_actions if one.startswith("--")]

    def _near(self, option: str) -> list[str]:
        """Find the options that begin so: one may be cut short."""
        return [one for one in self._known() if one.startswith(option)]

    def _with_value(self, name: str) -> str:
        """Write an option that is missing as its usage does, with the word for its value."""
        found = re.search(rf"{re.escape(name)}( [A-Z]\S*)?(?=\s|$)", self.format_usage())
        return found[0] if found else name


class _WithFigures(_Command):
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


def _public(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--public",
        action="store_true",
        help="for others: prices of quotes and of your price books are left out, and sums of them",
    )


@_command("plan", "what a scenario comes to")
def _plan(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO.yaml")
    parser.add_argument(
        "--notes", action="store_true", help="print also how manuals count, and why"
    )
    parser.add_argument("--json", metavar="FILE", help="write the results as JSON ('-': print it)")
    parser.add_argument("--xlsx", metavar="FILE", help="write the workbook, with live formulas")
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="write one page that stands alone, to read, send and print ('-': print it)",
    )
    _public(parser)


@_command("prices", "the price list of a plan, to be filled in")
def _prices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO.yaml")
    parser.add_argument(
        "--out",
        required=True,
        metavar="FILE",
        help="as .xlsx, .csv or .yaml; the scenario names it in 'economics.price_books'",
    )


@_command("budget", "how many blocks a fixed gross budget affords")
def _budget(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO.yaml")
    parser.add_argument(
        "--gross",
        required=True,
        help="budget with VAT and all costs of all years, as in '700000 EUR'",
    )
    parser.add_argument("--tier", metavar="NAME", help="whose blocks are counted, if several")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON ('-': print it)")


@_command("search", "the best design that a scenario leaves open")
def _search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO.yaml", help="with 'choices'")
    parser.add_argument(
        "--objective",
        help="what is best, in place of the scenario's 'objective': 'least capital_cost', "
        "'most usable_capacity'",
    )
    parser.add_argument("--budget", help="the most that it may cost, net, as in '1.5 M EUR'")
    parser.add_argument("--top", type=_from(0), default=5, help="alternatives to list (5)")
    parser.add_argument(
        "--front",
        metavar="FIGURE",
        help="also designs that none beats in both the objective and 'most usable_capacity', say",
    )
    parser.add_argument(
        "--prices", action="store_true", help="say what 5 %% more of each requirement costs"
    )
    parser.add_argument(
        "--why-not",
        metavar="PATH=OPTION",
        action="append",
        help="say what the best design lacks with this option: 'tiers.0.blocks=3' (repeatable)",
    )
    parser.add_argument(
        "--seconds",
        type=_from(0, float),
        help="stop after so long with the best known; further questions, too (alternatives: 30)",
    )
    parser.add_argument(
        "--mix", action="store_true", help="combine tables of each tier's designs: for many tiers"
    )
    parser.add_argument(
        "--phases",
        action="store_true",
        help="let each phase of the purchase choose its own designs of each tier that is left open",
    )
    parser.add_argument(
        *("--shipments", "--deliveries"),
        action="store_true",
        help="show which blocks come with each phase of the purchase, even if nothing is open "
        "(--deliveries is deprecated)",
    )
    parser.add_argument("--workers", type=_from(1), default=1, help="processes that compute (1)")
    parser.add_argument(
        *("--resume-dir", "--kept"),
        metavar="DIR",
        help="save there what is left to search, and resume from it (--kept is deprecated)",
    )
    parser.add_argument(
        "--xlsx", metavar="FILE", help="write the workbook of the best design, with the others"
    )
    parser.add_argument("--out", metavar="DIR", help="write the designs as scenarios into a folder")
    parser.add_argument("--json", metavar="FILE", help="write the answer as JSON ('-': print it)")


@_command("new", "a scenario to begin from")
def _new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE.yaml", help="to write; without it, print"
    )
    parser.add_argument(
        "--template",
        metavar="NAME",
        help="begin from it as it is, or, with the figures below, with a design of its kind",
    )
    parser.add_argument("--capacity", help="usable capacity that is wished for, as in '20 PB'")
    parser.add_argument("--write", help="write bandwidth, as in '200 GB/s'")
    parser.add_argument("--nodes", help="compute nodes of the machine that checkpoints, as in 4000")
    parser.add_argument("--node-memory", help="memory of one of them, as in '256 GiB'")
    parser.add_argument("--memory", help="or the memory of all of them, as in '1 PB'")
    parser.add_argument(
        "--dump-time", help="time that a dump may take, as in '75 min'; without it, --write says so"
    )
    parser.add_argument("--budget", help="what it may cost with VAT, as in '4 M EUR'")
    parser.add_argument("--racks", help="racks that it may fill, as in 2")
    parser.add_argument("--rack-power", help="power of one rack, as in '40 kW'")
    parser.add_argument("--years", help="years of service (5)")
    parser.add_argument(
        "--best",
        choices=("cheapest", "fewest-racks", "fastest"),
        default="cheapest",
        help="which of the designs that do (cheapest)",
    )


@_command("app", "start the app, and print its address")
def _app(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=_like(8501), default=8501, help="port that it listens on (8501)"
    )
    parser.add_argument(
        "--address", default="127.0.0.1", help="address that it listens on (127.0.0.1)"
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="what browsers call it beside that, as the name of a proxy; may be repeated",
    )
    parser.add_argument(
        "--sign-in",
        action="store_true",
        help="refuse to start unless a sign-in is configured",
    )


@_command("pool", "what OpenZFS reports of a pool")
def _pool(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "layout",
        nargs="?",
        help="its vdevs, as in '19 x raidz3:11'; of a pool that grew, as it was made and as it is: "
        "'raidz2:6 -> raidz2:8' (in quotes); or RAID groups: 'raid6:10', 'gridraid:41'",
    )
    parser.add_argument(
        "--drive",
        help="capacity of each drive, as in '10 TB', or its key in the catalog; vdevs of other "
        "drives say so in the layout: 'raidz2:10 + special mirror:2 of 1.6 TB'",
    )
    parser.add_argument(
        "--from",
        dest="file",
        metavar="FILE.csv",
        help="a pool on each line; the options are for those that don't say theirs",
    )
    parser.add_argument("--ashift", help="binary logarithm of the sector (12)")
    parser.add_argument("--recordsize", help="record size to store ('1 MiB')")
    parser.add_argument("--release", help="release of OpenZFS, as 2.1 or 2.1.11 (the newest known)")
    parser.add_argument("--partitioning", help="none, linux, truenas-25.04 … (none)")
    parser.add_argument("--luks", help="header of the encryption below ZFS, as in '16 MiB'")
    parser.add_argument("--fill-limit", help="how full it may become, as in '80 %%' (0.8)")
    parser.add_argument("--snapshot-reserve", help="share of that for snapshots, as in '10 %%' (0)")
    parser.add_argument("--compression-ratio", help="logical bytes for each byte stored (1)")
    parser.add_argument(
        "--files",
        metavar="FILE.csv",
        help="sizes of files, to say what such files can hold: columns size and count, or share",
    )
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON ('-': print it)")
    parser.add_argument("--csv", metavar="FILE", help="write the figures as CSV ('-': print it)")
    parser.set_defaults(refuse=parser.error)


@_command("checkpoint", "how fast a machine must dump, and how often")
def _checkpoint(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--memory", required=True, help="memory of the machine, as in '331776 GB'")
    parser.add_argument("--fraction", default="0.8", help="share of it that a dump holds (0.8)")
    parser.add_argument("--mtti", help="mean time to interrupt of a job, as in '72 h'")
    parser.add_argument(
        "--nodes", help="compute nodes, in place of --mtti: each interrupts the job"
    )
    parser.add_argument("--node-mtti", help="that of one node, as in '5 years'; assumed without it")
    rule = parser.add_mutually_exclusive_group(required=True)
    rule.add_argument("--ratio", help="wanted ratio of MTTI to dump time, as in 200")
    rule.add_argument("--dump-time", help="time that a dump may take, as in '20 min'")
    rule.add_argument("--bandwidth", help="bandwidth that a dump gets, as in '500 GB/s'")
    rule.add_argument("--efficiency", help="wanted share of the time computing, as in 0.9")
    parser.add_argument("--restart", default="0 s", help="time to restart a job, or 'dump' ('0 s')")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON ('-': print it)")


@_command("validate", "published figures against the model's")
def _validate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scenarios", nargs="*", metavar="SCENARIO.yaml", help="all, if none is named"
    )
    parser.add_argument("--json", metavar="FILE", help="write the rows as JSON ('-': print it)")


@_command("explain", "how a figure comes about")
def _explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO.yaml")
    parser.add_argument("quantity", help="as in 'usable_capacity' or 'scratch.usable_capacity'")


@_command("sample", "how sure a plan is, from the bands it states")
def _sample(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO.yaml")
    parser.add_argument("-n", type=_like(512), default=512, help="worlds that are drawn (512)")
    parser.add_argument(
        "--seed", type=_like(0), default=0, help="the same one, the same worlds (0)"
    )
    parser.add_argument("--method", choices=("lhs", "sobol"), default="lhs", help="points (lhs)")
    parser.add_argument(
        "--figure",
        action="append",
        metavar="NAME",
        help="a further figure, as in 'scratch.write_bandwidth'; may come several times",
    )
    parser.add_argument(
        "--indices", action="store_true", help="also what share of the variance each band brings"
    )
    parser.add_argument("--workers", type=_from(1), default=1, help="processes that compute (1)")
    parser.add_argument(
        *("--resume-dir", "--kept"),
        metavar="DIR",
        help="save finished pieces there, and resume from them (--kept is deprecated)",
    )
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON ('-': print it)")


@_command("compare", "two to six scenarios beside each other")
def _compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenarios", nargs="+", metavar="SCENARIO.yaml")
    parser.add_argument("--json", metavar="FILE", help="write the tables as JSON ('-': print it)")
    parser.add_argument("--xlsx", metavar="FILE", help="write the tables as a workbook")
    _public(parser)


@_command("measurements", "what benchmarks printed, figure by figure")
def _measurements(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="of IOR, mdtest, obdfilter-survey, fio or IO500"
    )
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON ('-': print it)")


@_command("calibrate", "figures of a scenario fitted to measurements")
def _calibrate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("calibration", metavar="CALIBRATION.yaml")
    parser.add_argument("--json", metavar="FILE", help="write the fit as JSON ('-': print it)")
    parser.add_argument("--scenario", metavar="FILE", help="write the scenario with the values")


@_command("store", "where the app keeps scenarios, and which")
def _store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--store", metavar="PLACE", help="another one: a file, or postgresql://…")
    parser.add_argument("--backup", metavar="FILE", help="copy it to a new file, while it is used")


@_command("catalog", "the parts that can be bought")
def _catalog(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(
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
