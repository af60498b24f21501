"""Odds that a house may raise only if it pays them at all its tables alike."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.errors import PitbossError
from pitboss.money import parse_pay
from pitboss.rulebook.findings import Finding, worth
from pitboss.rulebook.model import Entry

Changed = Mapping[str, Mapping[str, Any]]
"""The pay tables a table of the house changed, with the lines that it changed."""


def uneven(entry: Entry, mine: Changed, others: Mapping[str, Changed]) -> Iterator[Finding]:
    """Where a table pays other odds than another table of the same game, and a clause wants them uniform."""
    for name, table in entry.pay_tables.items():
        if not table.uniform:
            continue
        for line, printed in table.lines.items():
            pays = mine.get(name, {}).get(line, printed)
            for other, changed in others.items():
                theirs = changed.get(name, {}).get(line, printed)
                if not (_same(pays, theirs) or _too_little(pays, printed) or _too_little(theirs, printed)):
                    text = f'{line} pays {pays} here and {theirs} at "{other}"; the odds are uniform in a house'
                    yield Finding("refused", f"pay table {name}", text, table.uniform)
                    break


def _same(one: Any, other: Any) -> bool:
    try:
        return one == other or parse_pay(str(one)) == parse_pay(str(other))
    except PitbossError:
        return True  # what cannot be read is refused for that


def _too_little(pays: Any, printed: Any) -> bool:
    """True for odds below those listed, which are refused where they are paid and bind no other table."""
    return worth(parse_pay(str(pays))) < worth(parse_pay(str(printed)))
