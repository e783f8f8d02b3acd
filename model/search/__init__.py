"""Search for the best design among the open choices of a scenario."""
