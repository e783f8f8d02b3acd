"""OpenZFS pools by themselves: vdevs, releases, partitions, what files take."""
