"""Installs the companion as a service of the system, brings it up to date, takes it away: see `command.py`.

Needs nothing but the system's own Python, so that it runs before anything is installed.
"""
