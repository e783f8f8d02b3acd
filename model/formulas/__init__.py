"""The domain, in shelves; a chapter a file, in the order in which figures flow."""
