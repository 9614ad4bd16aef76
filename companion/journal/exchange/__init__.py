"""Matches to and from other programs: written out, and read in through the referee."""
