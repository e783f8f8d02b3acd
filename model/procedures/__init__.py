"""Numerical procedures without a closed formula: packing, search, simulation."""
