"""All that comes in at the table, written down as it came, so that it can be played again to the same journal."""
