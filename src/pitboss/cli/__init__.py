"""The command line: ``pitboss games``, ``rules``, ``settle``, ``check`` and ``play``."""

from pitboss.cli.app import main

__all__ = ["main"]
