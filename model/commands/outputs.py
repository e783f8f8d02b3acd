"""Where commands write: to a place each, and never over what they read."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from model.commands.terminal import wrong_option

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
        place = file if file == "-" else str(Path(file).absolute())
        if place in seen:
            what = "is printed" if file == "-" else f"goes to '{file}'"
            raise wrong_option(f"--{name}", f"{seen[place]} {what}, too: write another file")
        seen[place] = f"--{name}"


def _see_folder(folder: Path) -> None:
    """See that designs can be written there, before hours are spent on finding them."""
    if folder.exists() and not folder.is_dir():
        raise wrong_option("--out", f"'{folder}' is a file: name a folder")
    if (folder / BEST).exists():
        what = f"designs are in '{folder}' already, and aren't written over: name another folder"
        raise wrong_option("--out", what)


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
