"""Where commands write: to a place each, and never over what they read."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from model.commands.terminal import wrong_option
from model.errors import InputError, Place, Problem

OUTPUTS = ("json", "html", "xlsx", "csv", "out", "backup")
"""Options that name a file to write."""
BEST = "best.yaml"
"""The file of the best design that a search finds."""


def see_apart(options: argparse.Namespace) -> None:
    """See that each output of a command has a place of its own.

    Raises
    ------
    OptionError
        An output would go over what the command reads, or over another output.
    InputError
        It can't be written where it is asked for.
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
                raise wrong_option(f"--{name}", f"'{file}' is what is read: write another file")
        if name != "out":
            see_place(file)
        place = file if file == "-" else str(Path(file).absolute())
        if place in seen:
            what = "is printed" if file == "-" else f"goes to '{file}'"
            raise wrong_option(f"--{name}", f"{seen[place]} {what}, too: write another file")
        seen[place] = f"--{name}"


def see_place(file: str) -> None:
    """See that a file has a folder to stand in, before what it is to tell is worked out.

    Raises
    ------
    InputError
        There is no such folder, or the file is one itself.
    """
    if file == "-":
        return
    try:
        is_folder, has_folder = Path(file).is_dir(), Path(file).parent.is_dir()
    except (OSError, ValueError):  # no path at all: writing says why
        return
    if is_folder:
        raise _wrong_place(Path(file), "can't be written (it is a folder): name a file in it")
    if not has_folder:
        what = f"can't be written (there is no folder '{Path(file).parent}'): give another path"
        raise _wrong_place(Path(file), what)


def _see_folder(folder: Path) -> None:
    """See that designs can be written there, before hours are spent on finding them."""
    if folder.exists() and not folder.is_dir():
        raise _wrong_place(folder, "it is a file: name a folder")
    if (folder / BEST).exists():
        what = "designs are there already, and aren't written over: name another folder"
        raise _wrong_place(folder, what)


def _wrong_place(place: Path, what: str) -> InputError:
    """Make the error of a place that can't be written to: that of every output, exit status 1."""
    return InputError([Problem(Place(str(place)), "", what)])


def make_folder(folder: Path) -> None:
    """Make a folder to write to, if it isn't there.

    Raises
    ------
    InputError
        It can't be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise _wrong_place(folder, f"can't be written ({reason}): give another path") from None


def _read(options: argparse.Namespace) -> Iterator[str]:
    """Give the files that a command may read: all others that it names."""
    for name, said in vars(options).items():
        if name not in OUTPUTS:
            for one in said if isinstance(said, list) else [said]:
                if isinstance(one, str) and _is_file(one):
                    yield one


def _is_file(text: str) -> bool:
    """Tell whether a text is the path of a file; most options are none, and some can't be one."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False
