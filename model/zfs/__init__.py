"""OpenZFS constants and layouts: vdevs, releases, and partitions of a disk."""
