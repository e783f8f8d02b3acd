"""What each kind of target gives to the tree: its figures, and groups of vdevs."""
