"""The command line: runs one command and returns its exit status.

Exit status: 0 success, 1 error in a file, 2 error on the command line or in one of its values. Each
command imports its dependencies when it runs, so that other commands start faster.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import importlib
import io
import os
import sys
import threading
import time
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from model.commands.argument_parsers import Formatter
from model.commands.options import called, declare
from model.errors import InputError, OptionError
from model.parts import cache

EXAMPLE = 'pool "19 x raidz3:11" --drive "10 TB"'

MODULES = {"import": "installed"}
"""The modules of commands whose names are words of Python."""


class _Version(argparse.Action):
    """Print the version, which is determined only here."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from model.version import version

        print(f"ostimate {version()}")
        parser.exit()


def _parser(first: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=called(),
        formatter_class=Formatter,
        description="Plan HPC storage, from requirements to bill of materials.",
        epilog=f"example: {called()} {EXAMPLE}",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    declare(parser, first)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    parser = _parser(next(iter(words), None))
    options = parser.parse_args(words)
    if options.command is None:
        parser.print_help(sys.stderr)
        raise SystemExit(2)
    if sys.stdout is None:
        print("can't print: standard output is closed", file=sys.stderr)
        return 1
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # for terminals without Unicode
    importlib.import_module("numpy")  # see `start`
    module = MODULES.get(options.command, options.command)
    command = importlib.import_module(f"model.commands.{module}")
    try:
        from model.commands.outputs import say_written, see_apart

        see_apart(options)
        begun = time.time_ns()
        status: int = command.run(options)
        say_written(options, begun)
        sys.stdout.flush()
    except InputError as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, OptionError) else 1
    except BrokenPipeError:  # the reader of a pipe has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"can't write: {(error.strerror or str(error)).lower()}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def start() -> int:
    """Run as a command: a short process needs neither plugins nor a garbage collector.

    NumPy is imported before the command, which needs it anyway: deeper in the call stack, each of
    some 500 frames of that import would cross the end of a chunk of Python's stack, which would
    then be mapped and unmapped each time.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy starts its threads on import
    if "importlib.metadata" not in sys.modules:
        late = sys.modules["importlib.metadata"] = _Late("importlib.metadata")
        setattr(importlib, "metadata", late)  # noqa: B010
    gc.disable()
    cache.begin()
    status = main()
    _leave(status)
    return status


def _leave(status: int) -> None:
    """Exit immediately: the regular shutdown takes a tenth of a plan."""
    if threading.active_count() > 1:
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):  # closed: the interpreter reports it on exit
        return
    atexit._run_exitfuncs()
    os._exit(status)


class _Late(ModuleType):
    """`importlib.metadata`, imported on first use, because it imports all of `email`.

    pydantic imports it to search for plugins, which are disabled here.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # attributes accessed by the import statement
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)

    def entry_points(self, **wanted: Any) -> Any:
        """Return entry points, as the real module does."""
        return self.__getattr__("entry_points")(**wanted)
