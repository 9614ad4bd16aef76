"""What comes from the tables: refused if it makes no sense, written down, and confirmed once it is on disk."""
