"""HTML pages that stand alone."""
