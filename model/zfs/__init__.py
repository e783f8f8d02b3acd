"""What OpenZFS is given: vdevs as text, releases with their constants, partitions of a disk."""
