"""Drawings in SVG: racks, the data path."""
