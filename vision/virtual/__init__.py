"""A camera that is not there: a drawn table with dice, hands and faults, and the truth about it."""
