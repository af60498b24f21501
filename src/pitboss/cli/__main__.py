"""``python -m pitboss.cli`` is the same as ``pitboss``."""

import sys

from pitboss.cli.app import main

sys.exit(main())
