"""What a strong player would do here, and what mistakes cost: advisers for every game."""
