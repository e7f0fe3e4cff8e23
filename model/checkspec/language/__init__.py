"""From text to the tree as written."""
