"""Checks of output files: all are different, and none overwrites an input."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from model.commands.terminal import wrong_option
from model.errors import InputError, Place, Problem

OUTPUTS = ("json", "html", "xlsx", "csv", "out", "backup", "zpool", "vdev_id", "report")
"""Options for output files."""
SAY_SO = ("import", "new", "offer", "placement", "quote", "store", "tender")
"""Commands that say themselves what they write, and what is next."""
CLOCK = 50_000_000
"""Nanoseconds by which the times of files may be behind."""
BEST = "best.yaml"
"""File name of the best design of a search."""
WORKBOOK = ".xlsx"
"""Suffix of a workbook: spreadsheets don't open one of another name."""


def see_apart(options: argparse.Namespace) -> None:
    """Check that each output of a command has its own file.

    Raises
    ------
    OptionError
        If an output would overwrite an input or another output, or a workbook isn't named as one.
    InputError
        If an output file can't be written.
    """
    if options.command == "search" and options.out:
        _see_folder(Path(options.out))
    seen: dict[str, str] = {}
    for name in OUTPUTS:
        file = getattr(options, name, None)
        if not isinstance(file, str) or not file:
            continue
        for read in _read(options):
            if _is_file(file) and Path(file).samefile(read):
                raise wrong_option(_option(name), f"'{file}' is an input: write another file")
        if name != "out":
            see_place(file)
        if name == "xlsx" and file != "-" and Path(file).suffix.casefold() != WORKBOOK:
            raise wrong_option(_option(name), f"write a name that ends in {WORKBOOK}")
        place = file if file == "-" else str(Path(file).absolute())
        if place in seen:
            what = "is printed" if file == "-" else f"is written to '{file}'"
            raise wrong_option(_option(name), f"{seen[place]} {what}, too: write another file")
        seen[place] = _option(name)


def say_written(options: argparse.Namespace, begun: int) -> None:
    """Name the files that a command has written since, unless it prints a document or says so."""
    files = [getattr(options, name, None) for name in OUTPUTS]
    if options.command in SAY_SO or "-" in files:
        return
    written = [file for file in files if isinstance(file, str) and _is_new(Path(file), begun)]
    if written:
        print(f"Written to {', '.join(written)}.")


def _is_new(path: Path, begun: int) -> bool:
    is_written = path.is_file() or path.is_dir()
    return is_written and path.stat().st_mtime_ns >= begun - CLOCK


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def see_place(file: str) -> None:
    """Check that the folder of a file exists, before any time-consuming computation.

    Raises
    ------
    InputError
        If there is no such folder, or the file is a folder.
    """
    if file == "-":
        return
    try:
        is_folder, has_folder = Path(file).is_dir(), Path(file).parent.is_dir()
    except (OSError, ValueError):  # not a valid path: writing reports the reason
        return
    if is_folder:
        raise _wrong_place(
            Path(file), "can't be written (it is a folder): write the name of a file in it"
        )
    if not has_folder:
        what = (
            f"can't be written (the folder '{Path(file).parent}' doesn't exist): write another path"
        )
        raise _wrong_place(Path(file), what)


def _see_folder(folder: Path) -> None:
    """Check that designs can be written there, before a long search."""
    if folder.exists() and not folder.is_dir():
        raise _wrong_place(folder, "it is a file: write the name of a folder")
    if (folder / BEST).exists():
        what = (
            "the folder already contains designs, which are not overwritten: write another folder"
        )
        raise _wrong_place(folder, what)


def _wrong_place(place: Path, what: str) -> InputError:
    """Return the error of an output that can't be written: exit status 1."""
    return InputError([Problem(Place(str(place)), "", what)])


def make_folder(folder: Path) -> None:
    """Create a folder, if it doesn't exist.

    Raises
    ------
    InputError
        If it can't be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise _wrong_place(folder, f"can't be written ({reason}): write another path") from None


def _read(options: argparse.Namespace) -> Iterator[str]:
    """Return the files that a command may read: all others among its options."""
    for name, value in vars(options).items():
        if name not in OUTPUTS:
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, str) and _is_file(one):
                    yield one


def _is_file(text: str) -> bool:
    """Whether a text is the path of an existing file; invalid paths are not."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False
