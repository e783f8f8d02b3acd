"""What wears out, and what may be lost."""
