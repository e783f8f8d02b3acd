"""What a scenario may say of a tier: parts, targets, demand, money."""
