"""The kinds of part that a catalog may hold, and their prices."""
