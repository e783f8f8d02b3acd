"""How bids are scored."""
