"""``pitboss games``: every entry with its wagers and house options."""

import sys

from pitboss.rulebook.loader import entries, headings, own_faults
from pitboss.sheets.as_json import summary
from pitboss.sheets.paper import Paper, print_json


def list_games(rulebook: str | None, as_json: bool) -> None:
    for fault in own_faults():
        print(f"pitboss: left out: {fault}", file=sys.stderr)
    if as_json:
        print_json([summary(entry) for entry in entries(rulebook)])
        return
    found = list(headings(rulebook))
    paper = Paper()
    wide = paper.console.width >= 80  # then a name can be copied whole; a narrower terminal folds it
    rows = [(entry.name, entry.title, entry.family) for entry in found]
    paper.table(("Entry", "Game", "Family"), rows, indent=0, whole=(0,) if wide else ())
    paper.line()
    many = "1 game" if len(found) == 1 else f"{len(found)} games"
    paper.line(f"{many}. pitboss rules ENTRY prints the rule sheet, pitboss play ENTRY deals.")
