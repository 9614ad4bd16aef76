"""Trains the networks of the dice reader; needed by nobody who only plays."""
