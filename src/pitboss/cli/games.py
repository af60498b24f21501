"""``pitboss games``: every entry with its wagers and house options."""

import sys
from decimal import Decimal
from typing import Any

from rich.text import Text

from pitboss.cli.paper import Paper, print_json
from pitboss.money import cents, dollars
from pitboss.rulebook.loader import entries, own_faults
from pitboss.rulebook.model import Entry, Option
from pitboss.rulebook.options import described


def list_games(rulebook: str | None, as_json: bool) -> None:
    found = list(entries(rulebook))
    for fault in own_faults():
        print(f"pitboss: left out: {fault}", file=sys.stderr)
    if as_json:
        print_json([summary(entry) for entry in found])
        return
    paper = Paper()
    wide = paper.console.width >= 80  # then a name can be copied whole; a narrower terminal folds it
    rows = [(Text(entry.name, no_wrap=wide), entry.title, entry.family) for entry in found]
    paper.table(("Entry", "Game", "Family"), rows, indent=0)
    paper.line()
    paper.line(f"{len(found)} games. pitboss rules ENTRY prints the rule sheet, pitboss play ENTRY deals.")


def summary(entry: Entry) -> dict[str, Any]:
    """An entry as ``pitboss games --json`` gives it."""
    return {
        "rulebook": entry.rulebook,
        "game": entry.game,
        "title": entry.title,
        "family": entry.family,
        "wagers": list(entry.wagers),
        "options": {
            name: {"allowed": allowed(option), "default": default(option), "cite": option.cite}
            for name, option in entry.options.items()
        },
    }


def allowed(option: Option) -> list[Any]:
    """What a house may choose: the values, or a range in words."""
    if option.type == "flag":
        return [False, True]
    if option.type == "choice":
        return list(option.allowed)
    return [described(option)]


def default(option: Option) -> Any:
    """An option's default as JSON: money as a decimal string."""
    if option.default is None:
        return None
    if option.type == "money":
        return dollars(cents(option.default))
    return str(option.default) if isinstance(option.default, Decimal) else option.default
