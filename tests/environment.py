"""What tests say to the program, and to the commands that they start, by the environment."""

from __future__ import annotations

import os
from pathlib import Path

# Frozen records refuse writes.
os.environ["OSTIMATE_FROZEN"] = "1"
# Plans are begun on the day of the templates' prices.
os.environ["OSTIMATE_TODAY"] = "2026-11-22"
# Commands keep what they read here, and leave the tester's own files alone.
os.environ["OSTIMATE_CACHE"] = str(Path(__file__).parents[1] / ".pytest_cache" / "ostimate")
