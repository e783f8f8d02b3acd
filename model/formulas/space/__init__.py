"""What a design holds: drives, targets, file systems, and what is left of them."""
