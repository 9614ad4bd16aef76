"""A referee that sits beside a real backgammon board."""

__version__ = "0.1.0"
