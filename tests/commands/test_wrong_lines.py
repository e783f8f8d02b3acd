"""What is wrong on a command line: one table of arguments and of what to write instead."""

import shlex

import pytest

from model.__main__ import main

WRONG_LINES = [
    ("pool", "ostimate pool: error: write either a layout or --from FILE.csv"),
    ("pool disk --from x.csv", "ostimate pool: error: write either a layout or --from FILE.csv"),
    (
        "checkpoint --memory '1 TB' --mtti '1 h'",
        "ostimate checkpoint: error: one of the arguments --ratio --checkpoint-time/--dump-time "
        "--bandwidth --efficiency is required",
    ),
    ("plan", "ostimate plan: error: missing: SCENARIO.yaml"),
    (
        "plan --foo",
        "ostimate plan: error: unrecognized arguments: --foo (remove it, or see --help)",
    ),
    ("plan --jsn x", "ostimate plan: error: unrecognized arguments: --jsn (did you mean --json?)"),
    (
        "plan x.yaml -z",
        "ostimate plan: error: unrecognized arguments: -z (remove it, or see --help)",
    ),
    ("plan scenarios/astra.yaml --xlsx x.txt", "--xlsx: write a name that ends in .xlsx"),
    ("compare a.yaml b.yaml --xlsx both", "--xlsx: write a name that ends in .xlsx"),
    ("explain", "ostimate explain: error: missing: SCENARIO.yaml and quantity"),
    ("prices scenarios/astra.yaml", "ostimate prices: error: missing: --out FILE"),
    (
        "app --port abc",
        "ostimate app: error: argument --port: write a whole number such as 8501, not 'abc'",
    ),
    (
        "sample scenarios/astra.yaml -n x",
        "ostimate sample: error: argument -n: write a whole number such as 512, not 'x'",
    ),
    ("new --capacity", "ostimate new: error: argument --capacity: write a value after it"),
    (
        "risk raidz2:6 --drive 10TB --repair-time -5h",
        "--repair-time: must be between 60 s and 60 days, not -5h",
    ),
    ("checkpoint --mtti -5h --size 1TB --ratio 2", "--mtti: must be above 0, not -5h"),
    (
        "pool raidz2:6 --drive -10TB",
        "pool: --drive: a drive of -10TB holds nothing: write a capacity, as in '20 TB'",
    ),
    (
        "pool raidz9:8 --drive '1 TB'",
        "pool: 'raidz9:8' is not a layout: write '19 x raidz3:11', '12 x mirror:2', '8 x "
        "disk', 'draid2:8d:53c:3s' or 'raidz2:10 + raidz2:8'",
    ),
    (
        "pool raidz1:8 --drive '1 tb'",
        "pool: --drive: '1 tb': 'tb' is not a unit for capacity; write '1 TB'",
    ),
    (
        "pool raidz1:8 --drive '1 TB' --ashift 40",
        "pool: --ashift: ashift 40 is not supported: write 9 to 16",
    ),
    (
        "pool raidz1:8 --drive '1 TB' --release 9.9",
        "pool: --release: no release '9.9' of OpenZFS is known: write one of 0.6, 0.7, "
        "0.8, 2.0, 2.1, 2.2, 2.3, 2.4 or next, or of theirs as 2.1.11",
    ),
    (
        "pool raidz1:8 --drive '1 TB' --ashift 12.5",
        "pool: --ashift: '12.5' is not an ashift: write 9 to 16",
    ),
    (
        "pool raidz1:8 --drive '1e30 TB'",
        "pool: --drive: 1e+42 bytes are too many: write 4 EB at most, as in '20 TB'",
    ),
    (
        "pool 'raidz1:8 of 1e30 TB'",
        "pool: 1e+42 bytes are too many: write 4 EB at most, as in '20 TB'",
    ),
    (
        "pool raidz1:8 --drive '1 TB' --luks '20 TB'",
        "pool: header and partitions use the whole drive: write a larger drive, or smaller ones",
    ),
    (
        "pool raidz1:8 --drive '1 TB' --fill-limit 80",
        "pool: fill limit: must be at most 1, is 80: write a share, as in '80 %'",
    ),
    (
        "pool raidz1:8 --drive '1 TB' --fill-limit '120 %'",
        "pool: fill limit: must be at most 100 %, is 120 %",
    ),
    (
        "pool raidz1:8 --drive '1 TB' --fill-limit full",
        "pool: fill limit: 'full' is not a number with a unit; write one such as '0.8'",
    ),
    (
        "pool 'raidz1:8 -> raidz1:7' --drive '1 TB'",
        "pool: 'raidz1:8' can't become 'raidz1:7': only mirrors can be reduced; a raidz1 keeps "
        "its drives",
    ),
    ("checkpoint --memory '1 TB' --mtti '1 h' --ratio 0", "--ratio: must be above 0, not 0"),
    (
        "risk raid6:10 --repair-time '5 s'",
        "--repair-time: must be between 60 s and 60 days, not 5 s",
    ),
    (
        "risk raid6:10 --repair-time 30h --failure-rate 2",
        "--failure-rate: must be between 0.0001 and 0.3, not 2",
    ),
    (
        "risk raid6:10 --repair-time 30h --rate-factors 1,10",
        "risk: write 3 rate factors, one for 0 to 2 failed drives, not 2",
    ),
    (
        "risk --drives 3 --tolerated 3 --repair-time 30h",
        "risk: a group of 3 drives can't survive 3",
    ),
    (
        "checkpoint --memory '1 TB' --mtti '1 h' --efficiency 1.5",
        "--efficiency: must be between 0 and 1, not 1.5",
    ),
    (
        "catalog list hdds",
        "hdds: unknown kind of part: write one of array, cable, cpu, enclosure, hba, "
        "hdd, link, measured-server, measured-stream, memory, nic, pdu, rack, server, ssd, "
        "switch, transceiver",
    ),
    *(
        (f"pool {line}", f"ostimate pool: error: {message}")
        for line, message in (
            ("raid6:10", "'raid6:10' names no drives: write --drive, such as '10 TB'"),
            *(
                (
                    f"raid6:10 --drive 10TB --{option} 1",
                    f"--{option} applies to ZFS pools only: remove it, or write a scenario",
                )
                for option in (
                    *("csv", "files", "fill-limit", "snapshot-reserve"),
                    "compression-ratio",
                )
            ),
            *(
                (
                    f"ceph:8+3 --drive 10TB --servers 12 --drives-per-server 4 --{option} x",
                    f"--{option} applies to ZFS pools only: remove it, or write a scenario",
                )
                for option in ("csv", "files")
            ),
            *(
                (
                    f"ceph:8+3 --drive 10TB {stated}".strip(),
                    "'ceph:8+3' needs --servers and --drives-per-server",
                )
                for stated in ("", "--servers 12", "--drives-per-server 4")
            ),
            (
                "ceph:8+3 --servers 12 --drives-per-server 4",
                "'ceph:8+3' names no drives: write --drive, such as '10 TB'",
            ),
            *(
                (
                    f"raidz2:10 --drive 10TB --{option} 4",
                    f"--{option} needs an erasure code across servers, as 'ceph:8+3', or "
                    "--copies 2",
                )
                for option in ("servers", "drives-per-server")
            ),
            (
                "--from x.csv --copies 2",
                "--copies applies to a single layout, not to a list of pools",
            ),
        )
    ),
    (
        "pool raidz2:10 --drive 10TB --servers 1 --copies 2",
        "pool: 2 copies need 2 servers, not 1",
    ),
    ("pool raidz1:8", "pool: 'raidz1:8' names no drive: give --drive, as in '10 TB'"),
    (
        "search scenarios/templates/project-space.yaml --workers -1",
        "ostimate search: error: argument --workers: write a number of at least 1, not '-1'",
    ),
    (
        "search scenarios/templates/project-space.yaml --seconds -1",
        "ostimate search: error: argument --seconds: write a number of at least 0, not '-1'",
    ),
    (
        "search scenarios/templates/project-space.yaml --top -1",
        "ostimate search: error: argument --top: write a number of at least 0, not '-1'",
    ),
    (
        "sample scenarios/templates/project-space.yaml -n -5",
        "-n: write a number of samples from 2 to 4\u202f194\u202f304, not -5",
    ),
    (
        "sample scenarios/templates/project-space.yaml --seed -1",
        "--seed: write a number from 0, not -1",
    ),
    (
        "sample scenarios/templates/project-space.yaml --figure beauty",
        "--figure: no quantity of this scenario is called 'beauty': see the keys of "
        "'plan --json -'",
    ),
    (
        "new --capacty '20 PB'",
        "ostimate new: error: unrecognized arguments: --capacty (did you mean --capacity?)",
    ),
    ("new --capacity ''", "--capacity: the value is empty: leave the option out"),
    (
        "catalog list hdd --capacity '>=20'",
        "--capacity: '20' has no unit; write a unit, such as '10 TB'",
    ),
    (
        "catalog list hdd --capacity '>='",
        "--capacity: nothing is written here; write a figure such as '10 TB'",
    ),
    (
        "catalog list enclosure --bays",
        "ostimate catalog list: error: --bays: write a condition after it, such as --bays '>=10'",
    ),
    (
        "catalog list enclosure --bays --vendor x",
        "ostimate catalog list: error: --bays: write a condition after it, such as --bays '>=10'",
    ),
    (
        "catalog list enclosure --on soon",
        "ostimate catalog list: error: argument --on: write a date such as 2026-08-04, not soon",
    ),
    (
        "catalog show x --bays 84",
        "ostimate catalog show: error: unrecognized arguments: --bays (remove it, or see --help)",
    ),
    (
        "catalog show zzzzz",
        "zzzzz: no part 'zzzzz' is in the catalog: 'catalog list' shows the keys",
    ),
    (
        "search scenarios/templates/flash-scratch.yaml --need 3PB --budget '1 MEUR'",
        "--budget: can't be combined with --need: ways are listed by cost",
    ),
    (
        "search scenarios/templates/flash-scratch.yaml --need 3PB --objective 'least weight'",
        "--objective: with --need, write 'least capital_cost' or 'least total_cost_of_ownership'",
    ),
    (
        "search scenarios/templates/flash-scratch.yaml --need 3PB --phases",
        "--phases: can't be combined with --need or --by: remove one of them",
    ),
    (
        "search scenarios/templates/flash-scratch.yaml --xlsx -",
        "--xlsx: a workbook can't be printed: write a file name",
    ),
    (
        "compare scenarios/templates/flash-scratch.yaml scenarios/astra.yaml --xlsx -",
        "--xlsx: a workbook can't be printed: write a file name",
    ),
    (
        "budget tests/report/burst.yaml --gross '2 MUSD' --tier x",
        "--tier: no tier 'x' has blocks; write one of: burst, disk",
    ),
    (
        "budget tests/report/burst.yaml --gross '2 MUSD'",
        "--tier: write the tier to add blocks to: burst, disk",
    ),
    (
        "budget tests/report/burst.yaml --gross '2 MEUR'",
        "--gross: write the budget in USD, the currency of the scenario",
    ),
    (
        "extend scenarios/templates/project-space.yaml --step 99",
        "--step: no step 99: there are 8 steps, from 1",
    ),
    (
        "extend scenarios/templates/project-space.yaml --ordered 2027-01-01",
        "--ordered: it is for the scenario that '--out FILE' writes",
    ),
    ("import - -", "FILE: standard input ('-') can be read once"),
    (
        "risk --drives 10 --repair-time 30h",
        "risk: write a layout, such as '19 x raidz3:11', or --drives and --tolerated",
    ),
    (
        "risk raidz2:6 --drives 4 --tolerated 1 --repair-time 30h",
        "risk: write either a layout, or --drives, --tolerated and --groups",
    ),
    (
        "checkpoint --memory '1 TB' --mtti '1 h' --efficiency 2",
        "--efficiency: must be between 0 and 1, not 2",
    ),
    (
        "store --store mysql://a@b/c",
        "--store: the store can't be 'mysql': set OSTIMATE_STORE to a file, or "
        "postgresql://USER@HOST/DATABASE",
    ),
]
"""A command line, and the last line of what is printed about it."""


@pytest.mark.parametrize(("line", "message"), WRONG_LINES, ids=[line for line, _ in WRONG_LINES])
def test_each_mistake_has_a_line_that_says_what_to_write(
    line: str,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Status 2; what stands in a file has status 1. The usage goes first, or nothing."""
    monkeypatch.setattr("sys.argv", ["/bin/ostimate"])  # its name stands in the messages
    try:
        status: object = main(shlex.split(line))
        before = ""
    except SystemExit as stop:
        status, before = stop.code, "usage: "
    assert status == 2
    out, error = capsys.readouterr()
    *rest, last = error.splitlines()
    assert (out, last) == ("", message)
    assert bool(rest) == bool(before)
    assert error.startswith(before)
