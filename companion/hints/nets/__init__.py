"""Our own value nets: what a position is worth in any of the games, by NumPy alone."""
