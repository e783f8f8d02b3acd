"""The pages that need no plan, or stand beside it: evidence, catalog, calculators, words."""
