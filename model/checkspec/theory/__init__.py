"""From the tree to the one typed theory."""
