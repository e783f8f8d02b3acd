"""Which drive of which redundancy group sits in which bay, and what a block of a tier survives."""
