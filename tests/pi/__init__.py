"""What runs in the system of a Raspberry Pi, emulated."""
