"""``python -m pitboss`` is the same as ``pitboss``."""

import sys

from pitboss.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
