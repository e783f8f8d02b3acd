"""What the page Design is made of."""
