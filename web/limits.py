"""What the web server takes of whom, and for how long."""

from __future__ import annotations

LARGEST_BODY = 64 * 1024
"""Of what is entered."""
LARGEST_FILE = 16_000_000
"""Of what is handed in for the archive; larger ones are for the command line."""
LARGEST_UPLOAD = LARGEST_FILE + LARGEST_BODY
"""Of a file with the form around it."""
LARGEST_HEADER = 16 * 1024
PER_ADDRESS = 32
"""Connections from one address; the machine itself may have any number."""
RESERVED = 16
"""Connections for the machine itself and for where somebody has signed in, beyond those for all."""
HEADER_S, BODY_S, FILE_S = 15.0, 15.0, 600.0
"""How long headers may take, what is entered, and a file of who may hand one in."""
IDLE_S = 120.0
"""How long a connection may be silent over which somebody has asked who may enter something."""
SILENT_S = 15.0
"""After so long without taking what is sent, somebody is cut off; a browser comes back and gets all anew."""
