"""`python -m companion` is `companion`."""

from __future__ import annotations

import sys

from companion.cli import main

sys.exit(main())
