"""Exact unit factors, and the format of figures."""
