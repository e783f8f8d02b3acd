"""One command of the command line a file; each has `run(options)`, which gives the exit status."""
