"""What can go wrong with a store, said in one line for people."""

from __future__ import annotations

from model.errors import OstimateError


class StoreError(OstimateError):
    """The store can't be used, or refuses what it was asked for."""


class UnusableError(StoreError):
    """The store can't be used just now: what is asked for may well be there."""
