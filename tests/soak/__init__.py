"""Soak: a real service at a virtual table plays game after game while everything around it fails by turns."""
