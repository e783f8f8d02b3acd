"""How fast a design is: the stages from the drives to the clients, and what waits."""
