"""What files take: inodes, records, and the memory of servers that hold them."""
