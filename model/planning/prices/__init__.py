"""Prices of a plan. The only entry point is `bill.priced`, called once for all lines of a bill.

Four terms: a layer is an origin of prices; a quote, or a price book, is a file of a layer; a line
belongs to a bill of materials, or to such a file; a price is one that is known of an item (quoted,
public, known), or the resulting price of a line.
"""
