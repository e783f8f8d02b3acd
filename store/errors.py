"""Errors of a store, each with a one-line message."""

from __future__ import annotations

from model.errors import OstimateError


class StoreError(OstimateError):
    """The store can't be used, or refuses a request."""


class UnusableError(StoreError):
    """The store can't be used at the moment. The requested data may still exist."""
