"""Exact factors of units, and what a figure looks like."""
