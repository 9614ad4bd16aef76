"""The pins of a Pi, on a library that stands in for RPi.GPIO."""
