"""From requirements to a tender, and from bids to an award."""
