"""Wagers over a shooter's whole turn: they collect points, combinations or totals until a 7 ends it."""

from collections.abc import Mapping
from typing import Any

from pitboss.engine.round import Round
from pitboss.engine.wagers import Bet
from pitboss.games.dice.rolls import Puck, Roll
from pitboss.rulebook.setup import Setup

COUNTS = ("none", "one", "two", "three", "four", "five", "six")


def collected_by(setup: Setup, wager: str, so_far: frozenset[str], puck: Puck, roll: Roll) -> frozenset[str]:
    """What a wager has collected once a roll is thrown."""
    rule = setup.term("collects")[wager]
    if rule["what"] == "points_made":
        new = str(roll.total) if roll.total == puck.point else ""
    elif rule["what"] == "combinations":
        new = roll.combination
    else:
        new = str(roll.total)
    return so_far | {new} if new in wanted(rule) else so_far


def wanted(rule: Mapping[str, Any]) -> frozenset[str]:
    """Everything there is to collect."""
    return frozenset(name for group in rule["of"] for name in group.split())


def complete_groups(rule: Mapping[str, Any], collected: frozenset[str]) -> int:
    """How many points, or sets of combinations or totals, are complete."""
    return sum(set(group.split()) <= collected for group in rule["of"])


def feature_case(
    setup: Setup, wager: str, collected: frozenset[str], puck: Puck, roll: Roll
) -> tuple[str, tuple[str, ...]]:
    """What a roll is to a wager that has collected so much, this roll's part included; and the line it is paid by.

    A wager that collects one set alone has a pay table line of its own.
    """
    rule = setup.term("collects")[wager]
    complete = complete_groups(rule, collected)
    line = (COUNTS[complete],) if len(rule["of"]) > 1 else ()
    if complete == len(rule["of"]) and rule["paid"] == "at_once":
        return "complete", line
    ends = roll.total == 7 and (puck.point is not None or rule["ends_on"] == "any_seven")
    return ("seven", line) if ends else ("waits", ())


def settle_feature(t: Round, bet: Bet, puck: Puck, roll: Roll) -> None:
    """Settle a wager that collects, and keep what it has collected with the table."""
    before = has_collected(t.carry, bet)
    so_far = collected_by(t.setup, bet.wager, before, puck, roll)
    _mark(t, bet, before, so_far)
    case, line = feature_case(t.setup, bet.wager, so_far, puck, roll)
    t.settle(bet, case, line)
    _keep(t, bet, so_far if case == "waits" else frozenset())


def has_collected(carry: Mapping[str, Any], bet: Bet) -> frozenset[str]:
    """What a wager that is up has collected so far."""
    return frozenset(carry.get("collected", {}).get(str(bet.seat), {}).get(bet.wager, ()))


def forget_what_came_down(t: Round) -> None:
    """A wager that is taken down, or is made anew, has collected nothing."""
    for bet in [*t.taken_down, *(bet for bet in t.bets if not bet.stood)]:
        if bet.wager in (t.term("collects") or ()):
            _keep(t, bet, frozenset())


def _keep(t: Round, bet: Bet, collected: frozenset[str]) -> None:
    kept: dict[str, dict[str, list[str]]] = t.carry.get("collected", {})
    seat, mine = str(bet.seat), dict(kept.get(str(bet.seat), {}))
    mine.pop(bet.wager, None)
    if collected:
        mine[bet.wager] = sorted(collected, key=_by_number)
    kept = {other: theirs for other, theirs in kept.items() if other != seat} | ({seat: mine} if mine else {})
    t.carry.pop("collected", None)
    if kept:
        t.carry["collected"] = kept


def _mark(t: Round, bet: Bet, before: frozenset[str], after: frozenset[str]) -> None:
    """The dealer's marker for what is new, and the word to surveillance when a count is reached."""
    marker = (t.term("markers") or {}).get(bet.wager)
    if marker is None or after == before:
        return
    rule = t.term("collects")[bet.wager]
    complete, new = complete_groups(rule, after), "".join(after - before)
    count = f"{complete} of {len(rule['of'])} points"
    t.event("marker", t.cite("markers"), f"{bet.offer.title}: {marker} on {new}, {count}", seat=bet.seat)
    due = (t.term("tell_surveillance") or {}).get(bet.wager)
    if due == complete and complete > complete_groups(rule, before):
        t.event("surveillance", t.cite("tell_surveillance"), f"surveillance is told: {count}", seat=bet.seat)


def _by_number(name: str) -> list[int]:
    return [int(part) for part in name.split("-")]
