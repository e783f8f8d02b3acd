"""Options of all commands: what their help says is what the parser does."""

from __future__ import annotations

import argparse
import datetime
import re
from typing import Any

import pytest

from model.commands.argument_parsers import Command
from model.commands.options import COMMANDS, called, declare


def parser_of(name: str) -> Command:
    parser = Command(prog=name)
    COMMANDS[name][1](parser)
    return parser


def options_of(name: str) -> list[argparse.Action]:
    return [one for one in parser_of(name)._actions if not isinstance(one, argparse._HelpAction)]


OPTIONS = [
    pytest.param(name, one, id=f"{name} {(one.option_strings or [one.dest])[-1]}")
    for name in COMMANDS
    if name != "catalog"
    for one in options_of(name)
]


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_help_says_how_often_and_what_else(name: str, option: argparse.Action) -> None:
    text = option.help or ""
    is_repeated = isinstance(option, argparse._AppendAction)
    assert ("can be repeated" in text) == is_repeated
    stated = re.search(r"\(default: ([^),;]*)", text)
    if stated and option.default not in (None, ""):
        value = stated[1].replace("%%", "%")
        number = re.match(r"[\d.]+", value)
        is_output = option.dest == "file" and value == "standard output"
        known = str(option.default).split()[0]
        assert is_output or known == (number[0] if number else value)
    if option.option_strings and option.default not in (None, "", [], False):
        assert stated, "a default that isn't said"
    if isinstance(option, argparse._StoreTrueAction):
        assert (option.default, stated) == (False, None)
    if option.choices and option.default is not None:
        assert option.default in option.choices


REQUIRED = {
    "plan": "SCENARIO.yaml",
    "prices": "SCENARIO.yaml --out FILE",
    "quote": "TABLE",
    "budget": "SCENARIO.yaml --gross GROSS",
    "search": "SCENARIO.yaml",
    "new": "",
    "app": "",
    "pool": "",
    "risk": "",
    "validate": "",
    "placement": "SCENARIO.yaml",
    "spares": "SCENARIO.yaml",
    "accept": "SCENARIO.yaml TERMS.yaml",
    "score": "FILE.yaml",
    "tender": "SCENARIO.yaml --out DIR",
    "offer": "TENDER.yaml TABLE",
    "bids": "TENDER.yaml BID",
    "explain": "SCENARIO.yaml quantity",
    "sample": "SCENARIO.yaml",
    "compare": "SCENARIO.yaml",
    "measurements": "FILE",
    "import": "FILE",
    "extend": "SCENARIO.yaml",
    "calibrate": "CALIBRATION.yaml",
    "store": "",
}


TABLE = (
    "--head-row --column --decimal-mark --taxes --vat-rate --currency --sheet --separator "
    "--encoding --form --save-form --keep! --store"
)
FREEZING = "--freeze --against --by --reason"
NAMES = {
    "plan": "scenario --notes! --json --xlsx --html --public!",
    "prices": "scenario --out",
    "quote": f"table --out --vendor --number --date --valid-until {TABLE}",
    "budget": "scenario --gross --tier --out --json",
    "search": "scenario --objective --budget --need --by --tier --top --front --prices! --why-not "
    "--seconds --mix! --phases! --shipments/--deliveries! --workers --resume-dir/--kept --xlsx "
    "--out --json",
    "new": "file --template --capacity --write --nodes --node-memory --memory "
    "--checkpoint-time/--dump-time --accelerators --parameters --efficiency --workload --budget "
    "--racks --rack-power --years --best",
    "app": "--port --address --name --sign-in!",
    "pool": "layout --drive --from --servers --drives-per-server --copies --ashift --recordsize "
    "--release --partitioning --luks --fill-limit --snapshot-reserve --compression-ratio --files "
    "--json --csv",
    "risk": "layout --drives --tolerated --groups --drive --failure-rate --repair-time --repair "
    "--years --sector-error-probability --sector-error --latent-errors --scrub-interval "
    "--rate-factors --json",
    "checkpoint": "--memory --parameters --size --fraction --experts --expert-parameters "
    "--precision --optimizer --bytes-per-parameter --workload --sample-size --sample-rate "
    "--utilisation --mtti --accelerators --accelerator-mtti --nodes --node-mtti --ratio "
    "--checkpoint-time/--dump-time --bandwidth --efficiency --restart --kept --node-local! "
    "--unsharded! --json",
    "validate": "scenarios --json",
    "placement": "scenario --tier --json --zpool --vdev-id",
    "spares": "scenario --budget --json",
    "accept": "scenario terms --results --xlsx --report --json",
    "score": f"file --before! {FREEZING} --xlsx --json",
    "tender": "scenario --out --rules --json",
    "offer": f"tender table --out --bidder --position --without-quantity {TABLE}",
    "bids": f"tender bids --questions {FREEZING} --xlsx --json",
    "explain": "scenario quantity",
    "sample": "scenario -n --seed --method --figure --indices! --workers --resume-dir/--kept "
    "--json",
    "compare": "scenarios --json --xlsx --public!",
    "measurements": "files --json",
    "import": "files --out --evidence --scenario --json",
    "extend": "scenario --step --out --ordered --json",
    "calibrate": "calibration --json --scenario --evidence",
    "store": "--store --backup",
}
"""Names that scripts use: arguments, and options; '!' marks what takes no value."""


@pytest.mark.parametrize("name", NAMES)
def test_scripts_rely_on_the_names_of_options(name: str) -> None:
    found = [
        "/".join(one.option_strings or [one.dest]) + "!" * (one.nargs == 0)
        for one in options_of(name)
    ]
    assert found == NAMES[name].split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["list"], {"kind": None, "vendor": None, "on": None, "figures": []}),
        (["list", "hdd", "--vendor", "x"], {"kind": "hdd", "vendor": "x", "figures": []}),
        (["list", "--on", "2026-08-04"], {"on": datetime.date(2026, 8, 4)}),
        (["list", "--bays", ">=84", "--x=1"], {"figures": [("bays", ">=84"), ("x", "1")]}),
        (["list", "--bays>=84", "hdd"], {"kind": "hdd", "figures": [("bays", ">=84")]}),
        (["list", "--vend", "2"], {"vendor": None, "figures": [("vend", "2")]}),
        (["show", "a-b"], {"key": "a-b"}),
        (["check"], {"action": "check"}),
    ],
)
def test_options_of_the_catalog(words: list[str], expected: dict[str, Any]) -> None:
    """Of a list, whatever isn't its own option is a figure of parts."""
    found = vars(parser_of("catalog").parse_args(words))
    assert found["action"] == words[0]
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize("words", [[], ["list", "a", "b"], ["show"], ["check", "x"], ["sell"]])
def test_what_the_catalog_does_not_do(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        parser_of("catalog").parse_args(words)
    assert left.value.code == 2
    assert capsys.readouterr().err


def test_every_command_is_in_the_table() -> None:
    assert {*NAMES} == {*COMMANDS} - {"catalog"}
    assert {*COMMANDS} == {*REQUIRED, "checkpoint", "catalog"}


@pytest.mark.parametrize("name", REQUIRED)
def test_what_a_command_needs_is_enough_and_all_of_it_is_named(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = REQUIRED[name].split()
    found = vars(parser_of(name).parse_args(words))
    for option in options_of(name):
        if option.option_strings and not option.required:
            assert found[option.dest] == option.default
    if not words:
        return
    with pytest.raises(SystemExit) as left:
        parser_of(name).parse_args([])
    assert left.value.code == 2
    said = capsys.readouterr().err
    for missing in (word for word in words if word.startswith("--") or word.isupper()):
        assert missing in said.split("missing:")[1]


@pytest.mark.parametrize(
    ("command", "option", "least", "value"),
    [
        ("search", "--top", 0, 3),
        ("search", "--seconds", 0, 0.5),
        ("search", "--workers", 1, 2),
        ("sample", "--workers", 1, 2),
        ("pool", "--servers", 1, 4),
        ("pool", "--drives-per-server", 1, 4),
        ("pool", "--copies", 1, 2),
        ("extend", "--step", 1, 2),
    ],
)
def test_numbers_have_a_least(
    command: str, option: str, least: int, value: float, capsys: pytest.CaptureFixture[str]
) -> None:
    name = option.removeprefix("--").replace("-", "_")
    words = REQUIRED[command].split()

    def read(text: str) -> Any:
        found = getattr(parser_of(command).parse_args([*words, option, text]), name)
        return found[0] if isinstance(found, list) else found

    assert read(str(value)) == value
    assert read(str(least)) == least
    for wrong in (str(least - 1), "x", "", "nan"):
        with pytest.raises(SystemExit):
            read(wrong)
        said = capsys.readouterr().err
        assert f"argument {option}: write a number of at least {least}, not '{wrong}'" in said


@pytest.mark.parametrize(("command", "option"), [("search", "--by"), ("extend", "--ordered")])
def test_days_are_those_of_the_calendar(
    command: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*REQUIRED[command].split(), option]
    found = parser_of(command).parse_args([*words, "2026-08-04"])
    assert getattr(found, option.removeprefix("--")) == datetime.date(2026, 8, 4)
    for wrong in ("2026-13-01", "4.8.26"):
        with pytest.raises(SystemExit):
            parser_of(command).parse_args([*words, wrong])
        assert f"write a date such as 2026-08-04, not {wrong}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--memory", "1 PB"], "one of the arguments --ratio --checkpoint-time"),
        (["--ratio", "9"], "one of the arguments --memory --parameters --size"),
        (["--memory", "1 PB", "--size", "1 TB", "--ratio", "9"], "not allowed with argument"),
        (
            ["--memory", "1 PB", "--ratio", "9", "--bandwidth", "1 GB/s"],
            "not allowed with argument",
        ),
    ],
)
def test_a_checkpoint_has_one_size_and_one_rule(
    words: list[str], wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parser_of("checkpoint").parse_args(words)
    assert wrong in capsys.readouterr().err


def test_one_protocol_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("score", "bids"):
        words = REQUIRED[command].split()
        with pytest.raises(SystemExit):
            parser_of(command).parse_args([*words, "--freeze", "a", "--against", "b"])
        assert "not allowed with argument" in capsys.readouterr().err


def test_only_the_command_that_is_called_is_declared() -> None:
    for first, number in (("plan", 1), ("nonsense", len(COMMANDS)), (None, len(COMMANDS))):
        parser = argparse.ArgumentParser(prog=called())
        declare(parser, first)
        (commands,) = (one for one in parser._actions if one.dest == "command")
        assert commands.choices is not None
        assert len([*commands.choices]) == number


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["--need", "20 PB", "--need", "write 1 GB/s"], ("need", ["20 PB", "write 1 GB/s"])),
        (["--why-not", "a=1"], ("why_not", ["a=1"])),
        (["--deliveries"], ("shipments", True)),
        (["--kept", "dir"], ("resume_dir", "dir")),
        (["--resume-dir", "dir"], ("resume_dir", "dir")),
        (["--budget=-5 EUR"], ("budget", "-5 EUR")),
        (["--budget", "-5 EUR"], ("budget", "-5 EUR")),
        (["--obj", "least capital_cost"], ("objective", "least capital_cost")),
    ],
)
def test_options_of_a_search(words: list[str], option: tuple[str, Any]) -> None:
    found = vars(parser_of("search").parse_args(["x.yaml", *words]))
    assert found[option[0]] == option[1]
