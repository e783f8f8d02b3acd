"""`new` on the command line: a scenario to begin from."""

import pytest

from model import evaluate, load_scenario
from model.__main__ import main
from model.answers.ranges import GROSS, PURCHASE, likely, range_of
from model.commands.new import SCHEMA
from model.search.families import MINIMAL, text_of_template


def test_without_a_wish_it_is_a_few_lines_or_a_template(tmp_path, capsys):
    assert main(["new"]) == 0
    assert capsys.readouterr().out == MINIMAL.read_text(encoding="utf-8").partition("\n")[2]
    template = text_of_template("flash-scratch").decode()
    file = tmp_path / "mine.yaml"
    assert main(["new", str(file), "--template", "flash-scratch"]) == 0
    hint, _, rest = file.read_text(encoding="utf-8").partition("\n")
    lines = template.splitlines(keepends=True)[1:]
    assert rest == "".join(one for one in lines if not one.startswith("title: "))
    schema = tmp_path / hint.removeprefix("# yaml-language-server: $schema=")
    assert schema.resolve() == SCHEMA  # an editor finds it from where the file stands
    said = capsys.readouterr().out
    assert f"Written to {file}: Flash scratch." in " ".join(said.split())
    assert f"plan {file}" in said
    assert f"search {file}" in said


@pytest.mark.long
def test_with_wishes_it_writes_the_design_that_does_what_is_asked(tmp_path, capsys):
    file = tmp_path / "mine.yaml"
    wishes = ["--capacity", "20 PB", "--write", "200 GB/s", "--budget", "8 MEUR", "--racks", "2"]
    assert main(["new", str(file), *wishes, "--rack-power", "40 kW"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "cheapest" in out
    results = evaluate(load_scenario(file))
    assert f"({likely(results, *PURCHASE)} net in total)" in out
    _, most = range_of(results, *GROSS)
    assert most == pytest.approx(1.19 * range_of(results, *PURCHASE).high)
    with_tax = f"With VAT {likely(results, *GROSS)}"
    assert with_tax in out
    is_above = f"{with_tax}, the upper end above the budget" in out
    assert is_above == (most > 8e6)
    assert len(results.checks) == 5
    assert all(check.met for check in results.checks)


def test_what_a_machine_dumps_is_said(tmp_path, capsys):
    machine = ["--nodes", "4000", "--node-memory", "256 GiB", "--write", "200 GB/s"]
    assert main(["new", str(tmp_path / "mine.yaml"), *machine]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "880 TB; at 200 GB/s it takes 1.22 h. 4000 nodes are interrupted every 5.97 h" in out


@pytest.mark.parametrize(
    ("half", "lacks"),
    [
        (["--nodes", "4000"], "the memory per node"),
        (["--node-memory", "1 TB"], "the number of nodes"),
    ],
)
def test_a_bandwidth_is_enough_without_the_whole_machine(half, lacks, tmp_path, capsys):
    """The design is as without it; what a dump takes isn't computed, and that is said."""
    with_half, without = tmp_path / "half.yaml", tmp_path / "none.yaml"
    assert main(["new", str(with_half), *half, "--write", "200 GB/s"]) == 0
    assert f"can't be computed: enter {lacks} as well" in " ".join(capsys.readouterr().out.split())
    assert main(["new", str(without), "--write", "200 GB/s"]) == 0
    assert with_half.read_text() == without.read_text()
    assert main(["new", "-", *half, "--dump-time", "1 h", "--write", "200 GB/s"]) == 2


def test_what_nothing_does_is_said_and_the_nearest_is_written(tmp_path, capsys):
    file = tmp_path / "mine.yaml"
    wishes = ["--capacity", "20 PB", "--write", "200 GB/s", "--racks", "2"]
    assert main(["new", str(file), *wishes, "--template", "project-space"]) == 0
    out = capsys.readouterr().out
    assert "meets all requirements" in out
    assert "racks needed" in out
    assert not all(check.met for check in evaluate(load_scenario(file)).checks)


def test_racks_that_take_no_design_or_few_are_said(tmp_path, capsys):
    file = tmp_path / "mine.yaml"
    assert main(["new", str(file), "--capacity", "20 PB", "--rack-power", "1 W"]) == 2
    error = " ".join(capsys.readouterr().err.split())
    assert "--rack-power: No design fits racks of 1 W" in error
    assert "A rack must provide at least" in error
    assert not file.exists()
    assert main(["new", "-", "--capacity", "20 PB", "--rack-power", "1 kW"]) == 0
    assert "further designs don't fit racks of 1 kW" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--template", "nothing"], "--template: there is no 'nothing': write ai-training-store"),
        (["--capacity", "20", "--racks", "0"], "--racks: '0': write a whole number"),
        (["--budget", "much"], "--budget"),
        (
            ["--nodes", "4000", "--node-memory", "1 TB"],
            "--checkpoint-time: write it, as in 75 min, or",
        ),
    ],
)
def test_what_is_wrong_on_the_command_line_is_said(options, what, capsys):
    assert main(["new", *options]) == 2
    error = capsys.readouterr().err
    assert what in error
    assert "Traceback" not in error


def test_nothing_is_written_over(tmp_path, capsys):
    file = tmp_path / "mine.yaml"
    file.write_text("mine")
    assert main(["new", str(file)]) == 1
    assert "is not overwritten" in capsys.readouterr().err
    assert file.read_text() == "mine"


def test_an_unknown_option_is_told_beside_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["new", "--capacty", "20 PB"])
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert "new [-h] [--template" in said
    assert "unrecognized arguments: --capacty (did you mean --capacity?)" in said


def test_an_option_without_a_value_isnt_left_out_in_silence(capsys):
    """A shell gives such a one for a variable that is empty."""
    assert main(["new", "--capacity", ""]) == 2
    assert "--capacity: the value is empty" in capsys.readouterr().err


def test_the_band_of_a_price_says_whether_it_is_of_all(tmp_path, capsys):
    file = tmp_path / "mine.yaml"
    nobodys = "common: [{name: cooling door, count: 2, power: 0 W}]\n"
    file.write_text(MINIMAL.read_text(encoding="utf-8") + nobodys, encoding="utf-8")
    assert main(["plan", str(file)]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "1 price missing" in out
    assert "net for known prices)" in out


def test_a_small_machine_computes_nearly_all_of_the_time(tmp_path, capsys):
    machine = ["--nodes", "1", "--node-memory", "256 GiB", "--write", "200 GB/s"]
    assert main(["new", str(tmp_path / "mine.yaml"), *machine]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "1 node is interrupted" in out
    assert "jobs compute over 99 % of the time" in out


def test_a_file_without_a_name_is_asked_for_one(capsys):
    assert main(["new", ""]) == 2
    assert capsys.readouterr().err == "FILE.yaml: no file name: write one, e.g. mine.yaml\n"


def test_a_small_lab_gets_a_design_or_what_is_lacking(capsys: pytest.CaptureFixture[str]) -> None:
    """60 TB at 1 GB/s: one NAS for 13 k EUR with VAT; for 10 k EUR the nearest, and what lacks."""
    wishes = ["--capacity", "60 TB", "--write", "1 GB/s", "--budget"]
    main(["new", *wishes, "13 k EUR"])
    assert "name: Lab NAS" in capsys.readouterr().out
    main(["new", *wishes, "10 k EUR"])
    said = " ".join(capsys.readouterr())
    assert "name: Lab NAS" in said
    assert "meets all requirements" in said
    assert "the limit is 10 k EUR" in said
