"""Steps that are no closed formula: packings, searches, simulations. None is needed yet."""
