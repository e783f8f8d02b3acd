"""Planning: converts a scenario to instances of the tree, each input with its provenance."""
