"""Irregularities that a record gives with the wagers: what they change about how the wagers are judged."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pitboss.engine.wagers import Bet
from pitboss.errors import Refused

if TYPE_CHECKING:
    from pitboss.engine.remedies import Call
    from pitboss.engine.round import Round

CAPS = ("cap_at_maximum", "valid_as_placed")


def judge(
    t: "Round", calls: Sequence["Call"], admit: Callable[[Mapping[int, str], Iterable[tuple[int, str]]], None]
) -> None:
    """Judge the wagers of a round as irregularities leave them, or whole as they lay there until one struck later."""
    who, unjudged = holders(t, calls), waived(t, calls)
    try:
        with as_left(t, calls):
            admit(who, unjudged)
    except Refused as refused:
        if all(call.at in (None, "bets") for call in calls):
            raise
        try:
            admit(who, unjudged)
        except Refused:
            raise refused from None


@contextmanager
def as_left(t: "Round", calls: Sequence["Call"]) -> Iterator[None]:
    """Wagers are judged without the amounts that an irregularity gives back of them."""
    staked = [(bet, bet.stake) for bet in t.bets]
    for bet, refused in _refused(t, calls):
        if refused < bet.stake:
            bet.stake -= refused
    try:
        yield
    finally:
        for bet, stake in staked:
            bet.stake = stake


def holders(t: "Round", calls: Sequence["Call"]) -> dict[int, str]:
    """Who holds the places, but for those that an irregularity gives back before play begins."""
    rules = t.setup.irregularities
    given_back = {
        call.seat
        for call in calls
        if "void_hand" in rules[call.id][1] and (call.at or rules[call.id][0].moments[0]) == "bets"
    }
    return {seat: player for seat, player in t.players.items() if seat not in given_back}


def waived(t: "Round", calls: Sequence["Call"]) -> list[tuple[int, str]]:
    """Wagers whose amount an irregularity deals with, so that it is not refused."""
    named = [
        t.named(call.seat, call.wager)
        for call in calls
        if call.seat and call.wager and set(CAPS) & set(t.setup.irregularities[call.id][1])
    ]
    # Of a wager that goes back as a whole, the amount does not matter.
    gone = [bet for bet, refused in _refused(t, calls) if refused >= bet.stake]
    return [(bet.seat, bet.name) for bet in (*named, *gone) if bet is not None]


def _refused(t: "Round", calls: Sequence["Call"]) -> list[tuple[Bet, int]]:
    """Wagers that irregularities refuse, and how much of each."""
    amounts: dict[tuple[int, str, str | None, int], int] = {}
    bets = {}
    for call in calls:
        rule, remedy = t.setup.irregularities[call.id]
        goes_back = call.seat and call.wager and ("refuse_all" in remedy or (rule.wager and "refuse" in remedy))
        bet = t.named(call.seat or 0, call.wager or "") if goes_back else None
        if bet is None:
            continue
        bets[bet.key] = bet
        amounts[bet.key] = amounts.get(bet.key, 0) + (call.cents or bet.stake)
        if call.cents and amounts[bet.key] > bet.stake:
            raise Refused(f"{call.id}: more of {bet.name} would go back than was wagered", rule.cite)
    return [(bet, amounts[key]) for key, bet in bets.items()]
