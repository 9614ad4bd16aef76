"""`companion`, and `python -m companion`: what ends it at once, even while it still loads."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command that was asked for; return its exit status."""
    try:
        from companion.cli import main as run  # noqa: PLC0415 - loading takes a second or two

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
