"""The eyes: what cameras see of the board, its dice above all."""
