"""``pitboss advise``: how the house would set a hand, and the rule that sets it so."""

from collections.abc import Mapping
from typing import Any

from pitboss.rulebook.loader import load
from pitboss.sheets.advice import advice
from pitboss.sheets.paper import Paper, cited, print_json


def print_advice(name: str, pieces: str, options: Mapping[str, Any], as_json: bool) -> None:
    """Set a hand the house way and print its parts, what they come to, and the clause."""
    found = advice(load(name), pieces, options)
    if as_json:
        print_json(found.as_json())
        return
    paper = Paper()
    paper.title(found.entry.title, found.entry.name)
    rows = [(part, f"{held}{f'  ({worth})' if worth else ''}") for part, held, worth in reversed(found.setting)]
    paper.named([*rows, ("rule", cited(found.rule, found.cite))])
