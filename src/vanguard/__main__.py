"""`python -m vanguard`."""

import sys

from vanguard.cli import main

sys.exit(main())
