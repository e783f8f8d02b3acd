"""Made-up outputs of installed systems in the tools' forms, with what must be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


def expected(name: str) -> dict[str, Any]:
    """Return what must be read of an example: `reading`, `asked`, `personal` …"""
    found: dict[str, Any] = json.loads((DATA / f"{name}.reading.json").read_text())
    return found
