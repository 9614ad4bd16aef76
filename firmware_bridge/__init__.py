"""The way to the sensor board: its protocol, the link to it, and readings from it."""
