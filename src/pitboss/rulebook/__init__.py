"""Rulebooks as data: the model of an entry, its loader, a house's set-up and the check of it."""

from typing import TYPE_CHECKING

from pitboss.lazy import from_homes

if TYPE_CHECKING:
    from pitboss.rulebook.findings import Finding as Finding
    from pitboss.rulebook.loader import entries as entries
    from pitboss.rulebook.loader import load as load
    from pitboss.rulebook.loader import load_file as load_file
    from pitboss.rulebook.model import Entry as Entry
    from pitboss.rulebook.setup import Setup as Setup
    from pitboss.rulebook.setup import examine as examine
    from pitboss.rulebook.shelves import entry_names as entry_names

_HOMES = {
    "Entry": "pitboss.rulebook.model",
    "Finding": "pitboss.rulebook.findings",
    "Setup": "pitboss.rulebook.setup",
    "entries": "pitboss.rulebook.loader",
    "entry_names": "pitboss.rulebook.shelves",
    "examine": "pitboss.rulebook.setup",
    "load": "pitboss.rulebook.loader",
    "load_file": "pitboss.rulebook.loader",
}
__all__ = ["Entry", "Finding", "Setup", "entries", "entry_names", "examine", "load", "load_file"]
__getattr__ = from_homes(__name__, _HOMES)
