"""Rulebooks as data: the model of an entry, its loader, a house's set-up and the check of it."""

from pitboss.rulebook.findings import Finding
from pitboss.rulebook.loader import entries, entry_names, load, load_file
from pitboss.rulebook.model import Entry
from pitboss.rulebook.setup import Setup, examine

__all__ = ["Entry", "Finding", "Setup", "entries", "entry_names", "examine", "load", "load_file"]
