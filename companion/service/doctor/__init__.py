"""The doctor: looks at every part of the installation, and says what works, what does not, and how to mend it."""
