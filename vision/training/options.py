"""What both trainings are told on the command line."""

import argparse
from pathlib import Path


def options(told: str | None) -> argparse.Namespace:
    """Return the folders that were given."""
    parser = argparse.ArgumentParser(description=told, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--renders", type=Path, nargs="*", default=[])
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--photographs", type=Path)
    parser.add_argument("--without", metavar="SOURCE", nargs="*", default=[])
    return parser.parse_args()
