"""Many simulated tables with a real broker, a real database and a hall, while one thing after another fails."""
