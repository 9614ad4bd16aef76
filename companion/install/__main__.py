"""`python3 -m companion.install`."""

import sys

from companion.install.command import main

sys.exit(main())
