"""Tells how far the training is."""

import sys


def progress(text: str) -> None:
    """Write a line at once."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
