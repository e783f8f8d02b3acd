"""Prices of what a plan buys: read from their layers, and chosen for each line of a bill."""
