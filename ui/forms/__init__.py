"""Boxes and tables that fill in a scenario."""
