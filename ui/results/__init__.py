"""The parts of the result pages, from capacity to racks."""
