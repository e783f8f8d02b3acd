"""Kinds of parts in a catalog, and their prices."""
