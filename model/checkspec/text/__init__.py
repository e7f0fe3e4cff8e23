"""Sources, places in them, diagnostics and the closed list of their codes."""
