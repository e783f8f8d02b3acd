"""Which chapters make the book of each kind of instance."""
