"""Viewers of the panel in a process of their own, as they are on devices of their own: `viewers URL COUNT`.

Says when all are there, and reads their streams until its standard input ends.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.web.listening import Listener

READY = "ready"


@contextmanager
def viewers(url: str, count: int) -> Iterator[None]:
    """Have so many viewers for a while."""
    command = [sys.executable, "-m", "tests.bench.viewers", url, str(count)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        said = process.stdout.readline().strip()
        if said != READY:
            msg = f"the viewers have not come: {said}"
            raise RuntimeError(msg)
        try:
            yield
        finally:
            process.stdin.close()


def watch(listener: Listener) -> None:
    """Read a stream until it is closed."""
    try:
        for _ in listener.messages():
            pass
    except (OSError, ValueError):
        return


def main() -> None:
    """Be the viewers."""
    url, count = sys.argv[1], int(sys.argv[2])
    with ExitStack() as stack:
        for _ in range(count):
            listener = stack.enter_context(Listener(url, timeout=3600))
            if listener.status != 200:
                sys.stdout.write(f"status {listener.status}\n")
                return
            threading.Thread(target=watch, args=(listener,), daemon=True).start()
        sys.stdout.write(f"{READY}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
