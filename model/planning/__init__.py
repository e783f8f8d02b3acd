"""From what a scenario says to instances of the tree, each input with its provenance."""
