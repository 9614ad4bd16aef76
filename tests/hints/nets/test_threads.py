"""The nets do with one thread, whatever the machine has."""

import os
import subprocess
import sys

COUNT = "import os, companion.hints.nets.adviser; print(len(os.listdir('/proc/self/task')))"


def test_numpys_library_starts_no_threads() -> None:
    clean = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    done = subprocess.run([sys.executable, "-c", COUNT], env=clean, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"
