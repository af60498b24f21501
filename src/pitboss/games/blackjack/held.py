"""The players' hands of a round: the cards as they lie, and what was done with each."""

from dataclasses import replace
from typing import Any

from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import known
from pitboss.games.blackjack.rules import Held
from pitboss.rulebook.setup import Setup

DEALER = "dealer"
SPLIT_WAGER, DOUBLE_WAGER, INSURANCE = "split", "double_down", "insurance"
_HELD = "held"


def original_wagers(setup: Setup) -> list[str]:
    """The wagers that a hand is dealt for, in the order of a seat's hands."""
    wagers: list[str] = setup.term("original_wagers")
    return wagers


def put_on_hands(t: Round) -> None:
    """Each original wager belongs to the hand that is dealt for it."""
    numbers = {wager: number for number, wager in enumerate(original_wagers(t.setup), start=1)}
    for bet in t.bets:
        bet.hand = numbers.get(bet.wager, bet.hand)


def original_hands(t: Round, seat: int) -> list[Hand]:
    """The hands that a seat is dealt at first."""
    return [t.hand(seat, number) for number in range(1, len(original_wagers(t.setup)) + 1)]


def held(t: Round, hand: Hand) -> Held:
    """A hand as the rules look at it."""
    cards = tuple(t.hands[hand])
    known(cards, f"seat {hand.owner}'s")
    marked = _marked(t, hand)
    alike = [_marked(t, each).began_as for each in t.hands_of(hand.owner or 0)]
    return replace(marked, cards=cards, splits=alike.count(marked.began_as) - 1)


def mark(t: Round, hand: Hand, **done: Any) -> None:
    """Note what was done with a hand."""
    t.scratch.setdefault(_HELD, {})[hand] = replace(_marked(t, hand), **done)


def _marked(t: Round, hand: Hand) -> Held:
    found: Held | None = t.scratch.setdefault(_HELD, {}).get(hand)
    return Held(began_as=hand.number) if found is None else found


def stake_on(t: Round, hand: Hand) -> int:
    """What the hand was dealt or split for; a double is no part of it."""
    return next(bet.stake for bet in bets_on(t, hand) if bet.wager != DOUBLE_WAGER)


def bets_on(t: Round, hand: Hand) -> list[Bet]:
    """The wagers that a hand wins and loses; insurance, and whatever else is on the side, goes its own way."""
    of_a_hand = (*original_wagers(t.setup), SPLIT_WAGER, DOUBLE_WAGER)
    return [bet for bet in t.bets if bet.seat == hand.owner and bet.hand == hand.number and bet.wager in of_a_hand]
