"""Dumps, growth and cost: what is needed by when, and what it comes to."""
