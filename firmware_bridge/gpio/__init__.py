"""Buttons, lights and a buzzer at the pins of a Raspberry Pi."""
