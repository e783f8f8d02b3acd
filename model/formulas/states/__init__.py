"""What is left when something is lost, rebuilds, or is nearly full."""
