"""The commands, one module each, whose `run(options)` returns the exit status."""
