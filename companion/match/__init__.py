"""The match around the games: length, score, cube, resignation, continued games, clock. Values and pure functions."""
