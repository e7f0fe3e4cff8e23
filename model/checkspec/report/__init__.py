"""Matrix, story and every format."""
