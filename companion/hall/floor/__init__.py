"""The floor of the hall: what all tables show just now, in memory alone."""
