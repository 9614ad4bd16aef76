"""What all tests share."""

import os

from hypothesis import settings

# A loaded machine is slow, not wrong; and what CI finds, anyone finds again.
settings.register_profile("companion", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("companion")

# Whatever the machine speaks, commands are tested in English unless a test wants otherwise.
os.environ["LANGUAGE"] = "en"
