"""Parsers of the command line: of arguments with helpful errors, of numbers and of dates."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    import datetime

_FIGURE_OPTION = r"--([a-zA-Z][a-zA-Z0-9_-]*)(.*)"
OWN = ("help", "vendor", "on")
"""Options of `catalog list` that are not figures of parts."""

_LACKS = "the following arguments are required: "
"""Prefix of argparse's message about missing arguments."""


class Formatter(argparse.HelpFormatter):
    """Formatter of help as wide as the terminal; argparse makes one for each option.

    It would import `shutil`, with all that compresses archives, to ask for the width.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """Return the width of the terminal, as `shutil.get_terminal_size` does."""
    with suppress(KeyError, ValueError):
        if (columns := int(os.environ["COLUMNS"])) > 0:
            return columns
    with suppress(AttributeError, ValueError, OSError):  # closed, or no terminal
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    return 80


class Command(argparse.ArgumentParser):
    """Parser that reports unknown arguments with its own usage, not that of all commands."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=Formatter, **options)
        self._negative_number_matcher = re.compile(r"-\.?\d")  # "-5h" is a value, no option

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str], namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the arguments; reject unknown ones."""
        if self._subparsers is None:  # before missing arguments are reported
            self._refuse([one for one in self._options(args) if not self._near(one)])
        known, unknown = super().parse_known_args(args, namespace)
        self._refuse(unknown)
        return known, unknown

    def error(self, message: str) -> NoReturn:
        """Add the correct form to messages of argparse that only report the error."""
        if message.startswith(_LACKS):
            lacks = map(self._with_value, message.removeprefix(_LACKS).split(", "))
            message = f"missing: {' and '.join(lacks)}"
        super().error(message.replace("expected one argument", "write a value after it"))

    def _refuse(self, unknown: Sequence[str]) -> None:
        if unknown:
            from difflib import get_close_matches

            near = get_close_matches(unknown[0].partition("=")[0], self._known(), 1)
            meant = f"did you mean {near[0]}?" if near else "remove it, or see --help"
            self.error(f"unrecognized arguments: {' '.join(unknown)} ({meant})")

    def _options(self, args: Sequence[str]) -> list[str]:
        ends = list(args).index("--") if "--" in args else len(args)
        return [one.partition("=")[0] for one in args[:ends] if one.startswith("--")]

    def _known(self) -> list[str]:
        return [one for one in self._option_string_actions if one.startswith("--")]

    def _near(self, option: str) -> list[str]:
        """Return the options with this prefix, as options may be abbreviated."""
        return [one for one in self._known() if one.startswith(option)]

    def _with_value(self, name: str) -> str:
        """Return a missing option as in the usage, with the placeholder of its value."""
        found = re.search(rf"{re.escape(name)}( [A-Z]\S*)?(?=\s|$)", self.format_usage())
        return found[0] if found else name


class CommandWithFigures(Command):
    """Parser that accepts the figures of catalog parts as options."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str], namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Separate the options that are figures from the others."""
        if self.get_default("figures") is None:
            return super().parse_known_args(args, namespace)
        rest: list[str] = []
        figures: list[tuple[str, str]] = []
        todo = iter(args)
        for text in todo:
            found = re.fullmatch(_FIGURE_OPTION, text, re.DOTALL)
            if found is None or found[1] in OWN:
                rest.append(text)
                continue
            value = found[2].removeprefix("=") or next(todo, "")
            if not value.strip() or value.startswith("--"):
                self.error(f"--{found[1]}: write a condition after it, such as --{found[1]} '>=10'")
            figures.append((found[1], value))
        known, unknown = super().parse_known_args(rest, namespace)
        known.figures = figures
        return known, unknown


def number_from(least: int, kind: type[int] | type[float] = int) -> Callable[[str], float]:
    """Return a parser of numbers with a lower limit."""

    def read(text: str) -> float:
        try:
            number = kind(text)
        except ValueError:
            number = -1
        if not number >= least:  # rejects NaN, too
            raise argparse.ArgumentTypeError(f"write a number of at least {least}, not '{text}'")
        return number

    return read


def number_like(example: int) -> Callable[[str], int]:
    """Return a parser of whole numbers; its error message contains the example."""

    def read(text: str) -> int:
        try:
            return int(text)
        except ValueError:
            what = f"write a whole number such as {example}, not '{text}'"
            raise argparse.ArgumentTypeError(what) from None

    return read


def iso_date(text: str) -> datetime.date:
    """Parse a date; argparse shows the error."""
    import datetime

    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"write a date such as 2026-08-04, not {text}") from None
