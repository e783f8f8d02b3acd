"""The pages, in the order of the work; each is made of parts, and run by its name."""
