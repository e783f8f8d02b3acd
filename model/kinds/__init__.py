"""The kinds of targets: the schema of each, its words, and what it can lose."""
