"""A referee that sits beside a real backgammon board."""

import os

__version__ = "0.1.0"

# The nets are so small that further threads of NumPy's library cost more than they bring; on a busy machine they
# treble a hint's time. The library reads this when it is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
