"""Options of each command; only the requested command declares its own."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import get_args

from model.commands.argument_parsers import (
    Command,
    CommandWithFigures,
    iso_date,
    number_from,
    number_like,
)
from model.parts.price_layers import files_called

Declare = Callable[[argparse.ArgumentParser], None]
COMMANDS: dict[str, tuple[str, Declare]] = {}
"""Summary and option declarations of each command, by name."""


def _command(name: str, says: str) -> Callable[[Declare], Declare]:
    def keep(declare: Declare) -> Declare:
        COMMANDS[name] = says, declare
        return declare

    return keep


def called() -> str:
    """Return the name of this program as called, for messages that suggest a command."""
    return "python -m model" if sys.argv[0].endswith("__main__.py") else "ostimate"


def declare(parser: argparse.ArgumentParser, first: str | None) -> None:
    """Declare the commands: only the requested one, if it is known, otherwise all.

    Declaring all of them takes 8 ms.
    """
    commands = parser.add_subparsers(
        prog=parser.prog, dest="command", metavar="COMMAND", parser_class=Command
    )
    for name in (first,) if first in COMMANDS else COMMANDS:
        says, options = COMMANDS[name]
        description = f"{says[0].upper()}{says[1:]}."
        options(commands.add_parser(name, help=says, description=description))


def _scenario(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO.yaml", help="scenario file")


def _json(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--json", metavar="FILE", help=f"write the {what} as JSON ('-': standard output)"
    )


def _store_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--store",
        metavar="PLACE",
        help="store to use: a file, or postgresql://… (default: that of the app)",
    )


def _public(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--public",
        action="store_true",
        help=f"leave out prices from {files_called()}, and the totals that include them",
    )


@_command("plan", "plan a scenario and show the results")
def _plan(parser: argparse.ArgumentParser) -> None:
    _scenario(parser)
    parser.add_argument(
        "--notes",
        action="store_true",
        help="also show notes, efficiencies, prices, and the compatibility checks that lack data",
    )
    _json(parser, "results")
    parser.add_argument("--xlsx", metavar="FILE", help="write an Excel workbook with live formulas")
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="write one self-contained HTML page for mail and print ('-': standard output)",
    )
    _public(parser)


@_command("prices", "write a price list of a plan's parts, to be filled in")
def _prices(parser: argparse.ArgumentParser) -> None:
    _scenario(parser)
    parser.add_argument(
        "--out",
        required=True,
        metavar="FILE",
        help="price list to write (.xlsx, .csv or .yaml); to use its prices, add it to "
        "'economics.price_books' of the scenario",
    )


@_command("quote", "convert a vendor's table (CSV or XLSX) to a quote")
def _quote(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", metavar="TABLE", help="CSV or XLSX file of the vendor")
    parser.add_argument(
        "--out",
        metavar="QUOTE.yaml",
        help="quote to write; to use its prices, add it to 'economics.quotes' of the scenario "
        "(default: only show how the table is read)",
    )
    parser.add_argument("--vendor", default="", metavar="NAME", help="vendor name")
    parser.add_argument("--number", default="", help="quote number")
    parser.add_argument("--date", default="", help="quote date, such as 2026-08-04")
    parser.add_argument(
        "--valid-until", default="", metavar="DATE", help="last day on which the quote is valid"
    )
    _table_options(parser, "vendor")


def _table_options(parser: argparse.ArgumentParser, sender: str) -> None:
    """Add options that describe a table which somebody sent."""
    parser.add_argument(
        "--head-row", metavar="ROW", help="row number of the column headings (default: detected)"
    )
    parser.add_argument(
        "--column",
        action="append",
        default=[],
        metavar="FIELD=NAME",
        help="column to read a field from, such as 'price=List price'; 'FIELD=' ignores the "
        "field; can be repeated",
    )
    parser.add_argument(
        "--decimal-mark", choices=(".", ","), metavar="MARK", help="decimal mark: '.' or ','"
    )
    parser.add_argument(
        "--taxes", choices=("net", "gross"), help="whether prices exclude or include tax"
    )
    parser.add_argument(
        "--vat-rate", metavar="RATE", help="tax rate in gross prices, such as '19 %%'"
    )
    parser.add_argument(
        "--currency", help="currency of prices without a currency code, such as EUR"
    )
    parser.add_argument("--sheet", metavar="NAME", help="sheet to read from a workbook")
    parser.add_argument(
        "--separator",
        choices=(",", ";", "tab", "|"),
        metavar="MARK",
        help="column separator of a CSV file: ',', ';', 'tab' or '|'",
    )
    parser.add_argument("--encoding", help="encoding of a CSV file, such as windows-1252")
    parser.add_argument(
        "--form", metavar="FILE", help="read the table as this YAML file of --save-form describes"
    )
    parser.add_argument(
        "--save-form",
        metavar="FILE",
        help="write how the table was read (columns, marks, taxes) as YAML, for later tables",
    )
    parser.add_argument(
        "--keep",
        action="store_true",
        help=f"store how the table was read under the {sender}'s name; later tables with this "
        f"--{sender} are read the same way",
    )
    _store_option(parser)


@_command("budget", "find how many blocks and which design a fixed gross budget buys")
def _budget(parser: argparse.ArgumentParser) -> None:
    _scenario(parser)
    parser.add_argument(
        "--gross",
        required=True,
        help="budget for the costs of all years, including VAT, such as '700000 EUR'",
    )
    parser.add_argument(
        "--tier",
        metavar="NAME",
        help="tier to add blocks to; required if several tiers have blocks",
    )
    parser.add_argument(
        "--out", metavar="FILE", help="write the best design within the budget as a scenario"
    )
    _json(parser, "figures")


@_command("search", "find the best design among the choices of a scenario")
def _search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO.yaml", help="scenario file with 'choices'")
    parser.add_argument(
        "--objective",
        help="objective to use instead of the scenario's, such as 'least capital_cost' or "
        "'most usable_capacity'",
    )
    parser.add_argument("--budget", help="maximum net capital cost, such as '1.5 M EUR'")
    parser.add_argument(
        "--need",
        metavar="FIGURE",
        action="append",
        help="find the cheapest way to extend or replace an installed tier to provide this, "
        "such as '20 PB' or 'write 100 GB/s'; can be repeated",
    )
    parser.add_argument(
        "--by",
        type=iso_date,
        metavar="DATE",
        help="date by which it is needed; without --need, the demand on this date is needed",
    )
    parser.add_argument("--tier", metavar="NAME", help="tier that grows, with --need or --by")
    parser.add_argument(
        "--top", type=number_from(0), default=5, help="number of alternatives to list (default: 5)"
    )
    parser.add_argument(
        "--front",
        metavar="FIGURE",
        help="also list the Pareto front of the objective and this figure (the designs that no "
        "other design beats in both), such as 'most usable_capacity'",
    )
    parser.add_argument(
        "--prices", action="store_true", help="show what raising each requirement by 5 %% costs"
    )
    parser.add_argument(
        "--why-not",
        metavar="PATH=OPTION",
        action="append",
        help="show which limits this option breaks in the best design, such as "
        "'tiers.0.blocks=3'; can be repeated",
    )
    parser.add_argument(
        "--seconds",
        type=number_from(0, float),
        help="time limit for the search, and for each of the options above; the best result so "
        "far is shown (default: no limit for the search, 30 s for alternatives)",
    )
    parser.add_argument(
        "--mix",
        action="store_true",
        help="search each tier separately, and combine the designs; for several tiers with choices",
    )
    parser.add_argument(
        "--phases",
        action="store_true",
        help="choose a separate design of each tier with choices for each phase of the purchase",
    )
    parser.add_argument(
        *("--shipments", "--deliveries"),
        action="store_true",
        help="show which blocks each phase of the purchase adds, even without choices "
        "(--deliveries is deprecated)",
    )
    parser.add_argument(
        "--workers", type=number_from(1), default=1, help="number of worker processes (default: 1)"
    )
    parser.add_argument(
        *("--resume-dir", "--kept"),
        metavar="DIR",
        help="save an unfinished search in this folder; the same command resumes it (--kept is "
        "deprecated)",
    )
    parser.add_argument(
        "--xlsx",
        metavar="FILE",
        help="write a workbook of the best design, with a list of the others",
    )
    parser.add_argument(
        "--out", metavar="DIR", help="write the designs as scenarios to this folder"
    )
    _json(parser, "results")


@_command("new", "write a new scenario")
def _new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        default="-",
        metavar="FILE.yaml",
        help="file to write (default: standard output)",
    )
    parser.add_argument(
        "--template",
        metavar="NAME",
        help="template to start from; with the options below, only its designs are compared",
    )
    parser.add_argument("--capacity", help="required usable capacity, such as '20 PB'")
    parser.add_argument("--write", help="required write bandwidth, such as '200 GB/s'")
    parser.add_argument(
        "--nodes", help="number of compute nodes that are checkpointed, such as 4000"
    )
    parser.add_argument("--node-memory", help="memory per node, such as '256 GiB'")
    parser.add_argument(
        "--memory", help="total memory, such as '1 PB'; use it instead of --nodes and --node-memory"
    )
    parser.add_argument(
        "--checkpoint-time",
        "--dump-time",
        help="maximum checkpoint time, such as '75 min' (default: derived from --write)",
    )
    parser.add_argument(
        "--accelerators", help="number of accelerators that train a model, such as 1024"
    )
    parser.add_argument("--parameters", help="parameters of this model, such as 70B")
    parser.add_argument(
        "--efficiency",
        help="required share of the time that the training computes (default: 90 %% with "
        "--parameters)",
    )
    parser.add_argument(
        "--workload",
        help="MLPerf Storage workload that the accelerators read, such as unet3d-h100 (default: "
        "none)",
    )
    parser.add_argument("--budget", help="maximum cost including VAT, such as '4 M EUR'")
    parser.add_argument("--racks", help="maximum number of racks, such as 2")
    parser.add_argument("--rack-power", help="maximum power per rack, such as '40 kW'")
    parser.add_argument("--years", help="years of service (default: 5)")
    parser.add_argument(
        "--best",
        choices=("cheapest", "fewest-racks", "fastest"),
        default="cheapest",
        help="which of the matching designs to write (default: cheapest)",
    )


@_command("app", "start the app and print its address")
def _app(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=number_like(8501), default=8501, help="port to listen on (default: 8501)"
    )
    parser.add_argument(
        "--address", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="host name in the address that browsers use, such as that of a proxy; can be repeated",
    )
    parser.add_argument(
        "--sign-in",
        action="store_true",
        help="refuse to start unless sign-in is configured",
    )


@_command("pool", "show the capacity of a ZFS pool, a RAID group or an erasure code across servers")
def _pool(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "layout",
        nargs="?",
        help="vdevs, such as '19 x raidz3:11'; for an expanded pool, the original and the present "
        "layout: 'raidz2:6 -> raidz2:8' (in quotes); or RAID groups: 'raid6:10', "
        "'gridraid:41', '8 x drive'; or a code across servers: 'ceph:8+3', 'ceph:3-way', "
        "'declustered:8+2p' (Storage Scale ECE), 'daos:8+2', 'weka:8+2', 'code:8+2'",
    )
    parser.add_argument(
        "--drive",
        help="capacity of each drive, such as '10 TB', or its catalog key; state different drives "
        "in the layout: 'raidz2:10 + special mirror:2 of 1.6 TB'",
    )
    parser.add_argument(
        "--from",
        dest="file",
        metavar="FILE.csv",
        help="CSV file with one pool per line; options apply to lines that don't set them",
    )
    parser.add_argument(
        "--servers",
        type=number_from(1),
        help="number of servers, for a code across servers or for --copies",
    )
    parser.add_argument(
        "--drives-per-server", type=number_from(1), help="number of drives in each server"
    )
    parser.add_argument(
        "--copies",
        type=number_from(1),
        help="copies of each file on different targets, such as 2 for BeeGFS's buddy mirror",
    )
    parser.add_argument("--ashift", help="binary logarithm of the sector size (default: 12)")
    parser.add_argument("--recordsize", help="record size of stored files (default: 1 MiB)")
    parser.add_argument(
        "--release", help="OpenZFS release, such as 2.1 or 2.1.11 (default: newest known)"
    )
    parser.add_argument(
        "--partitioning",
        help="who partitions whole drives: none, linux, truenas-core, truenas-25.04, freebsd, "
        "proxmox … (default: none)",
    )
    parser.add_argument(
        "--luks", metavar="SIZE", help="LUKS header of encrypted drives below ZFS, such as '16 MiB'"
    )
    parser.add_argument(
        "--fill-limit", help="maximum planned occupancy, such as '80 %%' (default: 80 %%)"
    )
    parser.add_argument(
        "--snapshot-reserve",
        help="share of the planned occupancy for snapshots, such as '10 %%' (default: 0 %%)",
    )
    parser.add_argument("--compression-ratio", help="logical bytes per stored byte (default: 1)")
    parser.add_argument(
        "--files",
        metavar="FILE.csv",
        help="CSV file of file sizes (columns size and count, or size and share), to compute the "
        "capacity for such files",
    )
    _json(parser, "figures")
    parser.add_argument(
        "--csv", metavar="FILE", help="write the figures as CSV ('-': standard output)"
    )
    parser.set_defaults(refuse=parser.error)


@_command("risk", "compute the probability that redundancy groups lose data")
def _risk(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "layout",
        nargs="?",
        help="vdevs, such as '19 x raidz3:11', or RAID groups, such as '8 x raid6:10' (in quotes); "
        "or use --drives, --tolerated and --groups instead",
    )
    parser.add_argument(
        "--drives", metavar="NUMBER", help="number of drives per group, instead of a layout"
    )
    parser.add_argument(
        "--tolerated", metavar="NUMBER", help="number of failed drives that a group survives"
    )
    parser.add_argument("--groups", metavar="NUMBER", help="number of groups (default: 1)")
    parser.add_argument(
        "--drive",
        help="capacity of each drive, such as '10 TB', to compute the expected loss in bytes",
    )
    parser.add_argument(
        "--failure-rate",
        help="annual failure rate of a drive, such as 0.0157 or '1.57 %%' (default: the field rate "
        "of disks)",
    )
    parser.add_argument(
        "--repair-time",
        help="time from a failure until redundancy is restored, such as '30 h' (detection, "
        "replacement and rebuild)",
    )
    parser.add_argument(
        "--repair",
        choices=("serial", "parallel"),
        default="serial",
        help="whether several failed drives of a group are rebuilt one after another or at the "
        "same time (default: serial)",
    )
    parser.add_argument("--years", default="5", help="years of service (default: 5)")
    parser.add_argument(
        "--sector-error-probability",
        default="0",
        help="probability that a rebuild without remaining redundancy finds an unreadable sector "
        "(default: 0)",
    )
    parser.add_argument(
        "--sector-error",
        choices=("counted", "fatal"),
        default="counted",
        help="effect of an unreadable sector: only counted, or fatal for the whole group (default: "
        "counted)",
    )
    parser.add_argument(
        "--latent-errors",
        help="latent sector errors per drive-year, such as 0.02 (default: 0)",
    )
    parser.add_argument(
        "--scrub-interval",
        help="time between scrubs that repair latent errors, such as '14 days' (default: 30 days)",
    )
    parser.add_argument(
        "--rate-factors",
        help="factors on the failure rate while 0, 1, 2 ... drives of a group have failed, such as "
        "1,10,10, for correlated failures (default: all 1)",
    )
    _json(parser, "figures")


@_command("checkpoint", "compute the checkpoint bandwidth and interval of a machine")
def _checkpoint(parser: argparse.ArgumentParser) -> None:
    from model.design.training import Optimizer, Precision  # no other command needs pydantic here

    size = parser.add_mutually_exclusive_group(required=True)
    size.add_argument("--memory", help="total memory of the machine, such as '331776 GB'")
    size.add_argument(
        "--parameters", help="number of parameters of the trained model, such as 405B"
    )
    size.add_argument("--size", help="size of a checkpoint, such as '5.68 TB'")
    parser.add_argument(
        "--fraction", help="share of --memory that a checkpoint writes (default: 0.8)"
    )
    parser.add_argument(
        "--experts",
        metavar="NUMBER",
        help="number of experts (mixture of experts) that --parameters doesn't include",
    )
    parser.add_argument(
        "--expert-parameters", metavar="NUMBER", help="number of parameters per expert, such as 7B"
    )
    parser.add_argument(
        "--precision",
        choices=get_args(Precision),
        help="precision of the weights (default: bf16, with a copy in fp32)",
    )
    parser.add_argument(
        "--optimizer", choices=get_args(Optimizer), help="optimizer (default: adam)"
    )
    parser.add_argument(
        "--bytes-per-parameter",
        metavar="SIZE",
        help="bytes per parameter in a checkpoint, such as '14 B', instead of --precision and "
        "--optimizer",
    )
    parser.add_argument(
        "--workload",
        help="MLPerf Storage workload that the accelerators read, such as resnet50-h100",
    )
    parser.add_argument(
        "--sample-size", metavar="SIZE", help="size of a training sample, instead of the workload's"
    )
    parser.add_argument(
        "--sample-rate",
        metavar="RATE",
        help="samples per second that an accelerator processes if it never waits for data, such as "
        "'1800 /s', instead of --workload",
    )
    parser.add_argument(
        "--utilisation",
        metavar="SHARE",
        help="required accelerator utilisation while reading (default: that of the benchmark)",
    )
    parser.add_argument("--mtti", help="mean time to interrupt of a job, such as '72 h'")
    parser.add_argument(
        "--accelerators",
        metavar="NUMBER",
        help="number of accelerators; without --mtti and --nodes, any failed one stops the job",
    )
    parser.add_argument(
        "--accelerator-mtti",
        metavar="TIME",
        help="mean time to interrupt of one accelerator (default: 50,000 h, assumed)",
    )
    parser.add_argument(
        "--nodes",
        help="number of compute nodes, instead of --mtti; any failed one stops the job",
    )
    parser.add_argument(
        "--node-mtti",
        metavar="TIME",
        help="mean time to interrupt of one node, such as '5 years' (default: an assumption that "
        "the result shows)",
    )
    rule = parser.add_mutually_exclusive_group(required=True)
    rule.add_argument("--ratio", help="required ratio of MTTI to checkpoint time, such as 200")
    rule.add_argument(
        "--checkpoint-time",
        "--dump-time",
        dest="dump_time",
        metavar="TIME",
        help="maximum checkpoint time, such as '20 min'",
    )
    rule.add_argument("--bandwidth", help="checkpoint bandwidth, such as '500 GB/s'")
    rule.add_argument(
        "--efficiency", help="required job efficiency (share of time spent computing), such as 0.9"
    )
    parser.add_argument(
        "--restart",
        default="0 s",
        help="time to restart a job, or 'checkpoint' for the checkpoint time (default: 0 s)",
    )
    parser.add_argument(
        "--kept",
        metavar="NUMBER",
        help="number of checkpoints to keep, to compute the required capacity",
    )
    parser.add_argument(
        "--node-local",
        action="store_true",
        help="write checkpoints to drives in the nodes first, and drain them from there",
    )
    parser.add_argument(
        "--unsharded", action="store_true", help="one process writes the whole checkpoint"
    )
    _json(parser, "figures")


@_command("validate", "compare published figures with the model")
def _validate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scenarios",
        nargs="*",
        metavar="SCENARIO.yaml",
        help="scenario files to compare (default: all shipped scenarios with published figures)",
    )
    _json(parser, "rows")


@_command("placement", "show which bays hold each vdev, and which failures a tier survives")
def _placement(parser: argparse.ArgumentParser) -> None:
    _scenario(parser)
    parser.add_argument("--tier", metavar="NAME", help="only this tier (default: all)")
    _json(parser, "placement")
    parser.add_argument(
        "--zpool",
        metavar="FILE",
        help="write the 'zpool create' commands of one block ('-': standard output)",
    )
    parser.add_argument(
        "--vdev-id",
        metavar="FILE",
        help="write vdev_id.conf for each server of one block ('-': standard output)",
    )


@_command("spares", "show how many spare parts to hold, and which ones a fixed amount should buy")
def _spares(parser: argparse.ArgumentParser) -> None:
    _scenario(parser)
    parser.add_argument(
        "--budget", metavar="AMOUNT", help="net amount for spare parts, such as '20000 EUR'"
    )
    _json(parser, "figures")


@_command("accept", "plan acceptance tests, and judge benchmark results")
def _accept(parser: argparse.ArgumentParser) -> None:
    _scenario(parser)
    parser.add_argument(
        "terms", metavar="TERMS.yaml", help="test terms: clients, sizes and committed figures"
    )
    parser.add_argument(
        "--results",
        nargs="+",
        metavar="[TEST=]FILE",
        help="results to judge: output of IOR, mdtest, fio or IO500, of 'lfs df', 'zfs list -p', "
        "'lsblk' and others, or a YAML file of measured values; 'T7=FILE' is for that test alone",
    )
    parser.add_argument("--xlsx", metavar="FILE", help="write the tests as an Excel workbook")
    parser.add_argument(
        "--report", metavar="FILE", help="write the test report for signature (.docx or .html)"
    )
    _json(parser, "tests")


@_command("score", "score bids by a published method")
def _score(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.yaml", help="file with the method, weights and bids")
    parser.add_argument(
        "--before",
        action="store_true",
        help="show what the formula rewards, and whether an added bid can change the order of two "
        "others; FILE.yaml may be the rules of a tender",
    )
    _freezing(parser)
    parser.add_argument("--xlsx", metavar="FILE", help="write the evaluation as an Excel workbook")
    _json(parser, "scores")


def _freezing(parser: argparse.ArgumentParser) -> None:
    """Add the options of the protocol of an evaluation."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--freeze",
        metavar="FILE",
        help="protocol to add the evaluation to: inputs, result, and changes since the last entry",
    )
    either.add_argument(
        "--against", metavar="FILE", help="protocol to compare with, without adding to it"
    )
    parser.add_argument(
        "--by", metavar="NAME", help="person who freezes the evaluation (default: your login name)"
    )
    parser.add_argument("--reason", metavar="TEXT", help="reason for freezing it")


@_command("tender", "write the specification and the form for bidders")
def _tender(parser: argparse.ArgumentParser) -> None:
    _scenario(parser)
    parser.add_argument(
        "--out",
        metavar="DIR",
        required=True,
        help="folder for the specification, the form, your rules and your estimate",
    )
    parser.add_argument(
        "--rules", metavar="FILE.yaml", help="rules that replace those derived from the plan"
    )
    _json(parser, "names of the files and of the fields of the form")


@_command("offer", "convert a bidder's own table (CSV or XLSX) to a bid")
def _offer(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "tender", metavar="TENDER.yaml", help="rules of the tender, as written by 'tender'"
    )
    parser.add_argument("table", metavar="TABLE", help="CSV or XLSX file of the bidder")
    parser.add_argument(
        "--out", metavar="BID.yaml", help="bid to write (default: only show how the table is read)"
    )
    parser.add_argument(
        "--bidder",
        dest="vendor",
        default="",
        metavar="NAME",
        help="name of the bidder (default: name of the file)",
    )
    parser.add_argument(
        "--position",
        action="append",
        default=[],
        metavar="ROW=POSITION",
        help="position of the tender for a row, which is named by 'row 7', its own position, "
        "number or name; '-' ignores the row; can be repeated",
    )
    parser.add_argument(
        "--without-quantity",
        choices=("skip", "one"),
        help="whether rows with a price and no quantity are ignored, or count once",
    )
    _table_options(parser, "bidder")


@_command("bids", "compare and score the bids of a tender")
def _bids(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "tender", metavar="TENDER.yaml", help="rules of the tender, as written by 'tender'"
    )
    parser.add_argument(
        "bids",
        metavar="BID",
        nargs="+",
        help="bids, one file each: filled forms (.xlsx or .yaml) or tables (.xlsx or .csv)",
    )
    parser.add_argument(
        "--questions", metavar="DIR", help="folder for one file of questions to each bidder"
    )
    _freezing(parser)
    parser.add_argument("--xlsx", metavar="FILE", help="write the evaluation as an Excel workbook")
    _json(parser, "comparison")


@_command("explain", "show the derivation of a figure")
def _explain(parser: argparse.ArgumentParser) -> None:
    _scenario(parser)
    parser.add_argument(
        "quantity",
        help="name of the figure, such as 'usable_capacity' or 'scratch.usable_capacity' (of the "
        "tier scratch)",
    )


@_command("sample", "sample the uncertainty ranges of a plan, and show how certain its results are")
def _sample(parser: argparse.ArgumentParser) -> None:
    _scenario(parser)
    parser.add_argument(
        "-n", type=number_like(512), default=512, help="number of samples (default: 512)"
    )
    parser.add_argument(
        "--seed",
        type=number_like(0),
        default=0,
        help="random seed; the same seed gives the same samples (default: 0)",
    )
    parser.add_argument(
        "--method",
        choices=("lhs", "sobol"),
        default="lhs",
        help="Latin hypercube or Sobol points (default: lhs)",
    )
    parser.add_argument(
        "--figure",
        action="append",
        metavar="NAME",
        help="another figure to show, such as 'scratch.write_bandwidth'; can be repeated",
    )
    parser.add_argument(
        "--indices",
        action="store_true",
        help="also show how much each range contributes to the variance (Sobol indices)",
    )
    parser.add_argument(
        "--workers", type=number_from(1), default=1, help="number of worker processes (default: 1)"
    )
    parser.add_argument(
        *("--resume-dir", "--kept"),
        metavar="DIR",
        help="save finished samples in this folder; the same command resumes them (--kept is "
        "deprecated)",
    )
    _json(parser, "figures")


@_command("compare", "compare two to six scenarios")
def _compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scenarios", nargs="+", metavar="SCENARIO.yaml", help="two to six scenario files"
    )
    _json(parser, "tables")
    parser.add_argument("--xlsx", metavar="FILE", help="write the tables as an Excel workbook")
    _public(parser)


@_command("measurements", "list the results in benchmark output")
def _measurements(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="output of IOR, mdtest, obdfilter-survey, fio or IO500",
    )
    _json(parser, "figures")


@_command("import", "read the output of tools on an installed system, and write it as a scenario")
def _import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="output of zpool, zfs, lsblk and other tools, or a tar file ('-': standard input)",
    )
    parser.add_argument("--out", metavar="FILE.yaml", help="write one scenario from all outputs")
    parser.add_argument(
        "--evidence",
        metavar="FILE",
        help="write benchmarks among them as evidence for efficiencies, without any name",
    )
    parser.add_argument(
        "--scenario",
        metavar="FILE.yaml",
        help="the scenario that has the system's drives and network, for '--evidence'",
    )
    _json(parser, "readings, the scenario and the open questions")


@_command("extend", "list the steps by which owned tiers can grow")
def _extend(parser: argparse.ArgumentParser) -> None:
    _scenario(parser)
    parser.add_argument(
        "--step",
        type=number_from(1),
        action="append",
        metavar="NUMBER",
        help="compare today's system with the system after this step; can be repeated",
    )
    parser.add_argument(
        "--out",
        metavar="FILE.yaml",
        help="write the scenario after the step; needs exactly one --step",
    )
    parser.add_argument(
        "--ordered",
        type=iso_date,
        metavar="DATE",
        help="with --out: make the step a phase that is ordered on this day",
    )
    _json(parser, "steps")


@_command("calibrate", "fit values of a scenario to measurements")
def _calibrate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "calibration",
        metavar="CALIBRATION.yaml",
        help="calibration file: scenario, values to fit, and measurements",
    )
    _json(parser, "fit")
    parser.add_argument(
        "--scenario", metavar="FILE", help="write the scenario with the fitted values"
    )
    parser.add_argument(
        "--evidence",
        metavar="FILE",
        help="write the measured bandwidths as evidence for efficiencies, without any name",
    )


@_command("store", "show where the app stores plans, and list them")
def _store(parser: argparse.ArgumentParser) -> None:
    _store_option(parser)
    parser.add_argument(
        "--backup",
        metavar="FILE",
        help="copy the store to a new file; works while the app is running",
    )


@_command("catalog", "list, show or check the parts of the catalog")
def _catalog(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(
        dest="action", required=True, metavar="list|show|check", parser_class=CommandWithFigures
    )
    listing = actions.add_parser(
        "list",
        help="list parts with size, rate, price and age of the price",
        epilog="further options: --FIGURE 'OPERATOR VALUE' for any figure of the parts, such as "
        "--bays '>=84' or --capacity '>20 TB'; each can be repeated",
        allow_abbrev=False,
    )
    listing.add_argument(
        "kind", nargs="?", help="kind of part: hdd, ssd, enclosure, hba … (default: all)"
    )
    listing.add_argument("--vendor", help="only parts of this vendor")
    listing.add_argument(
        "--on",
        metavar="DATE",
        type=iso_date,
        help="show the prices known on this date, and their age (default: today)",
    )
    listing.set_defaults(figures=())
    show = actions.add_parser("show", help="show a part with its sources and prices")
    show.add_argument("key", help="catalog key of the part, as in 'catalog list'")
    actions.add_parser("check", help="check all parts and prices")
