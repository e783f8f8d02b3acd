"""Ostimate's library: a scenario in, its results out; one pool by itself.

>>> from model import evaluate, load_scenario
>>> evaluate(load_scenario("scenarios/astra.yaml"))["site", "dump_time"]
1296.0

>>> from model import zfs_pool
>>> zfs_pool("raidz3:11", drive="10 TB", release="0.7").available
77389941964800
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from model.answers.certainty import sample as sample
    from model.answers.regrets import regret as regret
    from model.answers.results import evaluate as evaluate
    from model.answers.validation import validate as validate
    from model.errors import InputError as InputError
    from model.parts.catalog import load_catalog as load_catalog
    from model.planning.loading import edited as edited
    from model.planning.loading import load_scenario as load_scenario
    from model.planning.sweeping import Grid as Grid
    from model.planning.sweeping import sweep as sweep
    from model.pools.files import zfs_files as zfs_files
    from model.pools.growth import zfs_growth as zfs_growth
    from model.pools.pool import zfs_pool as zfs_pool
    from model.search.search import choices as choices
    from model.search.search import search as search
    from model.search.start import begin as begin
    from model.search.wishes import Wishes as Wishes

_HOMES = {
    "Grid": "planning.sweeping",
    "InputError": "errors",
    "Wishes": "search.wishes",
    "begin": "search.start",
    "choices": "search.search",
    "edited": "planning.loading",
    "evaluate": "answers.results",
    "load_catalog": "parts.catalog",
    "load_scenario": "planning.loading",
    "regret": "answers.regrets",
    "sample": "answers.certainty",
    "search": "search.search",
    "sweep": "planning.sweeping",
    "validate": "answers.validation",
    "zfs_files": "pools.files",
    "zfs_growth": "pools.growth",
    "zfs_pool": "pools.pool",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """Load a name of the public face when it is first asked for: no command waits for all."""
    if name not in _HOMES:
        raise AttributeError(f"module 'model' has no attribute '{name}'")
    found = getattr(import_module(f"model.{_HOMES[name]}"), name)
    globals()[name] = found  # `sweep` is the function, though its file has the same name
    return found
