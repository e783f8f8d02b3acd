"""Which design: the choices that a scenario leaves open, searched for the best one."""
