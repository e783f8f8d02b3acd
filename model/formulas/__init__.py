"""The domain, a chapter a file, in the order in which figures flow."""
