"""A scenario whose parts are in quotes and price books, written by tests into a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from model.answers.results import Results, evaluate
from model.planning.loading import load_scenario

PRICED = Path(__file__).parents[1] / "report/priced.yaml"
DRIVE, SWITCH, SERVER = "seagate-exos-x24-24tb", "mellanox-qm8700", "dell-r7515"
DRIVES = "site/tiers:data/lines:drives"
QUOTE = {
    "schema": "ostimate.quote/1",
    "number": "Q-4711",
    "vendor": "Megastore",
    "date": "2026-11-02",
    "valid_until": "2027-01-31",
    "lead_time": "6 weeks",
    "currency": "EUR",
    "taxes": "net",
    "lines": [{"part": DRIVE, "price": 613.37}],
}
"""A quote of one price, to be changed."""


def quote(**changes: Any) -> dict[str, Any]:
    return {**QUOTE, **changes}


def planned(
    folder: Path,
    quotes: tuple[dict[str, Any], ...] = (),
    books: tuple[dict[str, Any], ...] = (),
    *,
    public: bool = False,
    files: dict[str, bytes] | None = None,
    **changes: Any,
) -> Results:
    """Plan the priced scenario without stated prices of drives, with these quotes and books."""
    data = yaml.safe_load(PRICED.read_text(encoding="utf-8"))
    economics = data["economics"]
    for kind, documents in (("quotes", quotes), ("price_books", books)):
        for n, document in enumerate(documents):
            name = f"{kind}-{n}.yaml"
            (folder / name).write_text(yaml.safe_dump(document, sort_keys=False), encoding="utf-8")
            economics.setdefault(kind, []).append(name)
    for name, content in (files or {}).items():
        (folder / name).write_bytes(content)
        economics.setdefault("price_books", []).append(name)
    economics |= changes.pop("economics", {})
    for path, value in changes.items():
        tier, _, field = path.partition("__")
        data["tiers"][0].setdefault(tier, {})[field] = value
    path = folder / "scenario.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return evaluate(load_scenario(path), public=public)
