"""For which values a promise holds."""
