"""What carries over from round to round: plain tables, lists and values, as a record can hold them."""

from typing import Any


def copied(node: Any) -> Any:
    """A copy that shares nothing that can change.

    >>> kept = {"on": {"1": ["come_odds 9"]}}
    >>> copy = copied(kept)
    >>> copy["on"]["1"].append("buy 4")
    >>> kept
    {'on': {'1': ['come_odds 9']}}
    """
    if isinstance(node, dict):
        return {key: copied(part) for key, part in node.items()}
    return [copied(part) for part in node] if isinstance(node, list) else node
