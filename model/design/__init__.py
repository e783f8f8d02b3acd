"""The schema of a scenario: parts, targets, demand and economics of its tiers."""
