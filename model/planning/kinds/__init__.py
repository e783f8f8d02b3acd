"""Planning of each kind of target: its inputs, and groups of vdevs."""
