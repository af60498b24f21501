"""The curator of Baccarat: the player who accepts the dealing shoe and deals, and how the shoe goes round.

The seats are numbered counterclockwise: the player on somebody's right has the next higher number. What carries over:
``curator``, the seat that holds the shoe, or 0 for the dealer calling the game; ``dealer_deals``, true where that
player had the dealer deal; ``passed_from``, the seat that gave the shoe up (0 for the dealer), until somebody accepts.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Script
from pitboss.engine.wagers import Bet
from pitboss.errors import RecordError
from pitboss.games.baccarat.holding_the_bank import counterclockwise
from pitboss.rulebook.remedies import REMEDIES
from pitboss.rulebook.setup import Setup

CARRIES = "curator dealer_deals passed_from"
DEALER = 0
DEAL, PASS, ACCEPT, DECLINE, DESIGNATE = "deal", "pass", "accept", "decline", "let_the_dealer_deal"


def admit_shoe(t: Round) -> None:
    """Refuse what carried over and cannot be."""
    for name in ("curator", "passed_from"):
        seat = t.carry.get(name, DEALER)
        if type(seat) is not int or not DEALER <= seat <= t.setup.seats:
            raise RecordError(f"carry: {name} is the number of a seat, 1 to {t.setup.seats}, or 0 for the dealer")
    if not isinstance(t.carry.get("dealer_deals", False), bool):
        raise RecordError("carry: dealer_deals is true or false")


def take_the_shoe(t: Round, fresh: bool) -> Script:
    """Before the cards: a fresh shoe is offered, one that was passed is offered on, or the curator deals again."""
    if t.term("curator") is None:
        return
    yield from t.moment("shoe")
    if fresh:
        for name in CARRIES.split():
            t.carry.pop(name, None)
        yield from _offer(t, DEALER, t.cite("fresh_shoe"))
    else:
        yield from _deal_or_pass(t)
        if "passed_from" in t.carry:
            yield from _offer(t, t.carry["passed_from"], t.cite("passed_shoe"))
    t.keep()  # whatever becomes of the hand


def settle_the_shoe(t: Round, result: str) -> None:
    """After the hand: a curator keeps the shoe unless the Banker's Hand lost, or somebody ordered it passed."""
    if t.term("curator") is None or "reshuffle" in t.after:
        return
    if result == "player_wins":
        _give_up(t, t.cite("must_pass"), "the Banker's Hand lost")
    elif "shoe_ordered" in t.scratch:
        _give_up(t, t.scratch["shoe_ordered"], "by order")


def order_to_pass(t: Round, call: Call) -> bool:
    """The dealer or a supervisor orders the curator to pass the shoe: at once, or when the hand is settled."""
    rule, _ = t.setup.irregularities[call.id]
    curator: int = t.carry.get("curator", DEALER)
    if curator == DEALER:
        t.event("remedy", rule.cite, "no player is curator, and none passes the shoe")
    elif t.now == "shoe":
        _give_up(t, rule.cite, "by order")
        t.ask_anew()
    else:
        t.scratch["shoe_ordered"] = rule.cite
        t.event("remedy", rule.cite, REMEDIES["pass_the_shoe"].sentence, seat=curator)
    return True


def told(setup: Setup, carry: Mapping[str, Any], standing: Sequence[Bet], seat: int) -> list[str]:
    """Who has the shoe, for those at the table."""
    if setup.term("curator") is None or "curator" not in carry:
        return []
    curator = carry["curator"]
    if curator == DEALER:
        return ["The dealer deals."]
    who = "You are" if curator == seat else f"Seat {curator} is"
    return [f"{who} the curator{'; the dealer deals' if carry.get('dealer_deals') else ''}."]


def left(carry: dict[str, Any], seat: int) -> None:
    """A curator who leaves gives the shoe up."""
    if carry.get("curator") == seat:
        del carry["curator"]
        carry.pop("dealer_deals", None)
        carry["passed_from"] = seat


def _deal_or_pass(t: Round) -> Script:
    """The curator is told "cards": deals, or passes the shoe instead. One who is not in the round passes it."""
    curator: int = t.carry.get("curator", DEALER)
    if curator == DEALER:
        return
    if curator not in t.live:
        _give_up(t, t.cite("keep_or_pass"), f"seat {curator} has no wager")
        return
    if t.carry.get("dealer_deals"):
        return
    actions = [Action(DEAL, text="deal the cards"), Action(PASS, text="pass the shoe")]
    answer = yield from t.ask(curator, actions, t.cite("keep_or_pass"), default=DEAL)
    if answer == PASS:
        _give_up(t, t.cite("keep_or_pass"), f"seat {curator} wishes so")


def _give_up(t: Round, cite: str, why: str) -> None:
    curator = t.carry.pop("curator", DEALER)
    t.carry.pop("dealer_deals", None)
    t.carry["passed_from"] = curator
    who = "the shoe" if curator == DEALER else f"seat {curator}'s shoe"
    t.event("shoe", cite, f"{why}: {who} is passed on")


def _offer(t: Round, giver: int, cite: str) -> Script:
    """Offer the shoe to each player in turn, from the right of whoever had it; if nobody accepts, the dealer deals."""
    actions = [
        Action(DECLINE, text="decline the shoe"),
        Action(ACCEPT, text="accept the shoe and deal"),
        Action(DESIGNATE, text="accept the shoe and have the dealer deal"),
    ]
    t.event("shoe", cite, "the shoe is offered to the players in turn")
    yield from t.moment("shoe")
    for seat in counterclockwise(t, t.live, giver):
        if seat == giver:
            continue
        answer = yield from t.ask(seat, actions, cite, default=DECLINE)
        if answer in (ACCEPT, DESIGNATE):
            _becomes_curator(t, seat, cite, answer == DESIGNATE)
            return
    _becomes_curator(t, DEALER, t.cite("dealer_deals"), False)


def _becomes_curator(t: Round, seat: int, cite: str, dealer_deals: bool) -> None:
    t.carry.pop("passed_from", None)
    t.carry["curator"] = seat
    if dealer_deals:
        t.carry["dealer_deals"] = True
    told = "nobody accepts the shoe: the dealer deals" if seat == DEALER else f"seat {seat} is the curator"
    t.event("shoe", cite, f"{told}, and the dealer deals for them" if dealer_deals else told)
