"""OpenZFS pools without a scenario: vdevs, releases, partitions, and space taken by files."""
