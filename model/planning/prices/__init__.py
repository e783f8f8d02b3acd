"""Prices of what a plan buys. The one door is `bill.priced`, asked once for all lines of a bill.

Four nouns: a layer is where prices come from; a quote, or a price book, is a file of one; a line is
one of a bill, or of such a file; a price is what is known of it (quoted, public, known), and what
the line costs by them.
"""
