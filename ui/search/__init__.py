"""Searches on the page Compare: what is left open, and the best designs."""
