"""What carries over from round to round: plain tables, lists and values, as a record can hold them."""

from collections.abc import Mapping
from typing import Any

from pitboss.errors import PitbossError, RecordError, quoted
from pitboss.money import cents

PARTS = (dict, list)
"""What has parts that can change."""


def copied(node: Any) -> Any:
    """A copy that shares nothing that can change.

    >>> kept = {"on": {"1": ["come_odds 9"]}}
    >>> copy = copied(kept)
    >>> copy["on"]["1"].append("buy 4")
    >>> kept
    {'on': {'1': ['come_odds 9']}}
    """
    # Most of what carries over is plain values; they are seen to be so here, and not by a call for each.
    if isinstance(node, dict):
        return {key: copied(part) if isinstance(part, PARTS) else part for key, part in node.items()}
    if isinstance(node, list):
        return [copied(part) if isinstance(part, PARTS) else part for part in node]
    return node


def position_carried(carry: Mapping[str, Any], name: str, seats: int, otherwise: int = 0) -> int:
    """A position that carried over, 0 being the house's; a record may hold anything under the name.

    >>> position_carried({"marker": 3}, "marker", 6), position_carried({}, "marker", 6)
    (3, 0)
    """
    position = carry.get(name, otherwise)
    if type(position) is not int or not 0 <= position <= seats:
        raise RecordError(f"carry.{name}: {quoted(position)} is not a seat, 1 to {seats}, nor 0 for the house")
    return position


def amounts_carried(carry: Mapping[str, Any], name: str) -> dict[str, int]:
    """An amount for each seat that carried over.

    >>> amounts_carried({"wagered": {"1": "20.00"}}, "wagered")
    {'1': 2000}
    """
    amounts = carry.get(name, {})
    if not isinstance(amounts, Mapping):
        raise RecordError(f'carry.{name}: write an amount for each seat, like {{ "1" = "20.00" }}')
    try:
        return {seat: cents(amount) for seat, amount in amounts.items()}
    except PitbossError as error:
        raise RecordError(f"carry.{name}: {error.sentence}") from error
