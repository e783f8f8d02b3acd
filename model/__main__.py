"""The command line: `python -m model plan SCENARIO.yaml`, also as `ostimate`.

All that it needs is imported once it runs, so that an interrupt finds no moment without an answer.
"""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run one command; give its exit status."""
    from model.commands.line import main as run

    return run(arguments)


def start() -> int:
    """Run as a command; whoever interrupts it while it loads isn't shown what it loaded."""
    try:
        from model.commands.line import start as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(start())
