"""Which version of the program this is."""

from __future__ import annotations

from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def version() -> str:
    """Say which version runs: that of the clone that it runs in, or of what was installed."""
    if PROJECT.is_file():
        import tomllib

        return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])
    from importlib.metadata import version as installed

    return installed("ostimate")
