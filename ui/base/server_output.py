"""Runs Streamlit as a server that ends on a signal even if its output is no longer read.

On a signal, Streamlit first prints that it stops. If the reader of its output has ended, as in
`app | head`, printing fails, and the server would never end. `app` runs this file.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from streamlit import cli_util

_print = cli_util.print_to_cli


def print_to_cli(message: str, **looks: Any) -> None:
    """Print as Streamlit does; once that is impossible, what is printed goes nowhere."""
    try:
        _print(message, **looks)
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def survive_its_reader() -> None:
    """Let no message of the server's own be an error for want of a reader."""
    cli_util.print_to_cli = print_to_cli


if __name__ == "__main__":
    from streamlit.web.cli import main

    survive_its_reader()
    main(prog_name="streamlit")
