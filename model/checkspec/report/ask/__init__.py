"""What an offer leaves open, as questions for the supplier."""
