"""Documents for word processors."""
