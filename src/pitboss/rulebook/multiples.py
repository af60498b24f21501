"""Wagers that may be so many times another one, like the odds of craps: how much that is, in words."""

from pitboss.money import money
from pitboss.rulebook.setup import Setup


def multiple_in_words(setup: Setup, wager: str) -> str:
    """What a wager may be as a multiple of another one; empty for a wager that has an amount of its own.

    >>> from pitboss.rulebook import load
    >>> multiple_in_words(Setup.of(load("chapter4/craps"), {"pass_odds_multiple": 3}), "pass_odds")
    'up to 3 × pass line'
    >>> house = Setup.of(load("massachusetts-2020/craps"), {"odds_multiple_6_8": 5, "table_max": 500})
    >>> multiple_in_words(house, "dont_pass_odds")
    'to win up to 1 × dont pass, 5 × on 6 and 8, at most $500.00'
    """
    times = (setup.term("odds_multiples") or {}).get(wager)
    if not times:
        return ""
    others: dict[int, list[str]] = {}
    for point, other in (setup.term("odds_by_point") or {}).items():
        if other not in (None, times):
            others.setdefault(other, []).append(point)
    laid = wager.startswith("dont_") and setup.term("dont_odds_limit") == "win"
    parts = [f"{'to win ' if laid else ''}up to {times} × {setup.offers[wager].needs[0].replace('_', ' ')}"]
    parts += [f"{other} × on {' and '.join(points)}" for other, points in others.items()]
    posted = setup.term("odds_maximum")
    if posted is not None:
        parts.append(f"at most {money(posted)}")
    return ", ".join(parts)
