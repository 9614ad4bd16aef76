"""Tests of the hall's pages: a real hall that hears made-up messages, and real browsers."""
