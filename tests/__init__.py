"""Tests of the companion, in the order of its rooms."""
