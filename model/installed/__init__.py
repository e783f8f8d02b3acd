"""What programs of installed systems print: one reader a format, and joining them to a scenario."""
