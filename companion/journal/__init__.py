"""The journal: everything that happened, kept and read back."""
