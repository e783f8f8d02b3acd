"""What commands print: to a terminal as wide as it is, and where no terminal is."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from model import evaluate, load_scenario
from model.__main__ import main
from model.answers.ranges import ranges
from model.answers.views.view_text import TAKEN
from model.commands.terminal import PIPED_TABLE, paragraph, table
from model.units.figures import THIN, show

ROOT = Path(__file__).parents[2]
ASTRA = str(ROOT / "scenarios" / "astra.yaml")
STYLE = re.compile(r"\x1b\[([0-9;]*)m")
Terminal = Callable[[int], None]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Let commands believe that they print to a terminal so wide."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")

    def make(columns: int) -> None:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)

    return make


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_the_sentence_is_wrapped_where_no_terminal_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Sentences, notes and warnings have 80 columns; no figure stands without its unit."""
    text = said(capsys, "plan", ASTRA, "--notes")
    sentence = text.split("\n\n")[0].splitlines()[1:]
    assert len(sentence) > 3
    assert max(map(len, sentence)) <= 80
    assert not any(re.search(r"\d$", line) for line in sentence)
    for start in ("Checkpoints:", "Note: The memory", "! the memory"):
        paragraph_of = text[text.index(start) :].split("\n\n")[0].splitlines()
        assert all(len(line) <= 80 for line in paragraph_of)


def test_a_large_sum_stays_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Its groups of digits, and its currency, are not parted at the end of a line."""
    amount = show(1_571_173, "currency", currency="EUR")
    for filler in range(60, 80):
        paragraph(f"{'x' * filler} {amount} net")
        assert amount.replace(THIN, " ") in capsys.readouterr().out


def test_tables_do_not_fold_where_no_terminal_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line is a row up to 180 columns, however narrow the terminal behind the pipe is."""
    monkeypatch.setenv("COLUMNS", "40")
    rows = said(capsys, "plan", ASTRA).splitlines()
    row = next(row for row in rows if "Write bandwidth for checkpoints" in row)
    chance = ranges(evaluate(load_scenario(ASTRA))).chances["checkpoint_bandwidth"].text
    assert row.endswith(f"✓ met (at most 250 GB/s; +22.1 %)  {chance}")
    assert "\x1b" not in "".join(rows)


def test_very_wide_tables_fold_where_no_terminal_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Long cells go on in the next lines; figures stay on the first one, and nothing is lost."""
    row = ("word " * 40).strip(), "1 818 993 EUR", ("reason " * 30).strip()
    table(("What", "Cost", "Why"), [row])
    head, *lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= PIPED_TABLE
    at = head.index("Cost")
    assert lines[0][at:].startswith(row[1])
    assert not "".join(line[at : at + len(row[1])] for line in lines[1:]).strip()
    for cell in (row[0], row[2]):
        assert " ".join(lines).split().count(cell.split()[0]) == len(cell.split())


@pytest.mark.parametrize(("letters", "lines"), [(PIPED_TABLE - 12, 1), (PIPED_TABLE - 11, 2)])
def test_a_table_folds_beyond_its_width(
    letters: int, lines: int, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"{'x' * 20} {'y' * (letters - 21)}"
    table(("a", "b"), [(text[:letters], "12345678")])
    written = capsys.readouterr().out.splitlines()[1:]
    assert len(written) == lines


@pytest.mark.parametrize("columns", [80, 100, 200])
def test_a_terminal_is_not_overrun(
    columns: int, terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    """All fits in, words stay whole, and tables are no wider than they must be."""
    terminal(columns)
    lines = STYLE.sub("", said(capsys, "plan", ASTRA)).splitlines()
    assert max(map(len, lines)) <= columns
    assert any("rebuilding" in line for line in lines)
    assert max(len(line) for line in lines if line.startswith(TAKEN)) < 60


def test_verdicts_have_colours(
    terminal: Terminal, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Green and red on a terminal; none where NO_COLOR is set."""
    terminal(120)
    text = said(capsys, "plan", ASTRA)
    assert re.search(r"\x1b\[32m✓ met", text)
    assert re.search(r"\x1b\[31m✗ not met", text)
    monkeypatch.setenv("NO_COLOR", "1")
    codes = {code for found in STYLE.findall(said(capsys, "plan", ASTRA)) for code in [found]}
    assert codes <= {"0", "1", "2"}  # plain, bold, faint


def test_a_table_too_wide_is_not_cut_off(
    terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where even single words don't fit beside each other, nothing of them is lost."""
    terminal(12)
    table(("one", "two"), [("unbreakable-word", ("another-such", "good")), ("[red]", "\x1b[31m")])
    text = STYLE.sub("", capsys.readouterr().out)
    for word in ("unbreakable-word", "another-such", "[red]", "[31m"):
        assert word in text
    assert "\x1b" not in text


def test_a_long_address_is_broken(terminal: Terminal, capsys: pytest.CaptureFixture[str]) -> None:
    """It would make the table too wide for itself alone."""
    terminal(60)
    table(("source",), [("https://" + "x" * 100,)])
    lines = STYLE.sub("", capsys.readouterr().out).split()
    assert max(map(len, lines)) <= 60
    assert "".join(lines[1:]) == "https://" + "x" * 100


@pytest.mark.parametrize(("letters", "lines"), [(32, 1), (33, 2)])
def test_a_word_stays_whole_up_to_32_letters(
    letters: int, lines: int, terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal(20)
    table(("key",), [("x" * letters,)])
    written = STYLE.sub("", capsys.readouterr().out).split()
    assert written[0] == "key"
    assert len(written[1:]) == lines
    assert "".join(written[1:]) == "x" * letters


def test_names_that_end_in_figures(terminal: Terminal, capsys: pytest.CaptureFixture[str]) -> None:
    """A figure keeps its unit; a model's name folds at each blank."""
    terminal(12)
    table(("model",), [("Exos X22 ST22000NM001E",), ("of 7.68 TB (2 TiB)",)])
    lines = [line.strip() for line in STYLE.sub("", capsys.readouterr().out).splitlines()]
    assert lines == ["model", "Exos X22", "ST22000NM001E", "of 7.68 TB", "(2 TiB)"]


def test_lines_hang(capsys: pytest.CaptureFixture[str]) -> None:
    """The lines after the first may stand further in, all after the indent."""
    paragraph("word " * 30 + "of 10 GB/s", "  ", hanging="* ")
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("  word")
    assert all(line.startswith("  * ") for line in others)
    assert others[-1].endswith("of 10 GB/s")


def test_how_stages_combine_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    """It is the same in both directions of both tiers."""
    text = " ".join(said(capsys, "plan", str(ROOT / "scenarios" / "beluga.yaml")).split())
    assert text.count("Stages overlap, so the slowest known one limits.") == 1


def test_notes_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """How the manual counts is an essay: a line says that there is one."""
    text = " ".join(said(capsys, "plan", ASTRA).split())
    assert "57,696 MB" not in text
    assert "2 notes explain how figures are counted" in text
    assert "--notes" in text
    text = " ".join(said(capsys, "plan", ASTRA, "--notes").split())
    assert "57,696 MB" in text
    assert "everything except its buffers" in text
    assert "--notes" not in text
    assert "note" not in said(capsys, "plan", str(ROOT / "scenarios" / "cri.yaml")).casefold()


def test_what_jobs_get_done_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """Dumps of 21.6 min, best every 6.962 h, leave 90.3 %; nothing where none are planned."""
    text = " ".join(said(capsys, "plan", ASTRA).split())
    assert "265.4 TB in 21.6 min after each 6.962 h of computing" in text
    assert "computes 90.3 % of the time; " in text
    assert "; at the expected bandwidth a checkpoint takes 25.2 min" in text
    assert "Checkpoints:" not in said(capsys, "plan", str(ROOT / "scenarios" / "beluga.yaml"))


def test_a_dump_in_units_that_people_write(capsys: pytest.CaptureFixture[str]) -> None:
    """Minutes, percent, and the names of those who found the intervals."""
    text = said(capsys, "checkpoint", "--memory", "331776 GB", "--mtti", "72 h", "--ratio", "200")
    for words in ("21.6 min", "90.3 %", "Young's interval", "Daly's interval"):
        assert words in text


def test_inodes_are_printed_without_expected_files(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever states no files still sees the inodes of each metadata tier, as on the page."""
    lines = said(capsys, "plan", str(ROOT / "scenarios" / "lcpq.yaml")).splitlines()
    at = lines.index("Files and inodes")
    assert lines[at + 1].split() == ["Metadata", "tier", "Inodes"]
    assert lines[at + 2].split() == ["metadata", "48.82", "million"]
