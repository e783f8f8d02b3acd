"""Title, version, author and date of what is exported: those of the saved version that is open."""

from __future__ import annotations

from typing import Any

from model.answers.results import Results, evaluate
from model.planning.loading import edited
from store import signature
from store.errors import StoreError
from store.versions import Saved
from ui.base.work import work
from ui.state import drafts, origins, session


def name() -> str:
    """Return the name that the plan is saved under, or may be."""
    choice = work().choice
    is_saved = choice in work().stored.base_versions
    return choice.removesuffix(origins.SAVED) if is_saved else session.current().plan.scenario.name


def saved() -> Saved | None:
    """Return the saved version that is open; None for a plan that isn't saved."""
    number = work().stored.base_versions.get(work().choice)
    if number is None:
        return None
    try:
        versions = drafts.store().versions.of(name())
    except StoreError:
        return None
    return next((one for one in versions if one.number == number), None)


def is_edited() -> bool:
    """Return whether the plan has edits that its saved version doesn't have."""
    return drafts.is_changed(work().choice)


def signed(results: Results) -> Results:
    """Return the results of the chosen plan with the signature of its saved version."""
    return signed_by(results, fields(results))


def fields(results: Results) -> dict[str, Any]:
    """Return what the saved version of the chosen plan signs it with; nothing if none is open."""
    version = saved()
    if version is None:
        return {}
    scenario, shipped = results.plan.scenario, origins.shipped_titles()
    return signature.signature(scenario, version, shipped, is_edited=is_edited())


def signed_by(results: Results, signature: dict[str, Any]) -> Results:
    """Return results with a signature.

    It asks nothing of the session: a download that is made on demand runs outside of it.
    """
    if not signature:
        return results
    new = edited(results.plan.scenario, signature, origins.catalog())
    return evaluate(new, origins.catalog(), before=results, public=results.plan.public)


def file_stem() -> str:
    """Return the name of exported files, without their endings."""
    choice = work().choice
    number = work().stored.base_versions.get(choice)
    return signature.file_stem(name(), number, is_edited=is_edited())
