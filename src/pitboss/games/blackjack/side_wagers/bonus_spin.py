"""The bonus spin: an ace among the first two cards wins, and a blackjack spins a wheel when the hand is over."""

from collections.abc import Mapping, Sequence

from pitboss.engine.round import Round
from pitboss.engine.script import Judged, Script
from pitboss.equipment.cards import Card
from pitboss.games.blackjack.held import as_dealt
from pitboss.hands.blackjack import ACE, is_blackjack

WAGER, WHEEL = "bonus_spin", "bonus_wheel"
SECTIONS = "bonus_wheel_sections"
"""The option with the dollars on the wheel and how many sections show them; the rules have none."""
SETTLES = {WAGER: Judged("blackjack ace no_ace")}


def case_of(cards: Sequence[Card]) -> str:
    """What the first two cards come to; an ace that is part of a blackjack wins by the wheel alone.

    >>> from pitboss.equipment.cards import cards
    >>> case_of(cards("As Kd")), case_of(cards("As Ad")), case_of(cards("Ks 5d"))
    ('blackjack', 'ace', 'no_ace')
    """
    if is_blackjack(cards):
        return "blackjack"
    return "ace" if any(card.rank == ACE for card in cards) else "no_ace"


def settle_on_first_cards(t: Round) -> None:
    """All but a blackjack, for which the dealer presses the button of the seat."""
    for bet in t.bets_on(WAGER):
        if bet.outcome:
            continue
        case = case_of(as_dealt(t, bet.seat)[:2])
        if case == "blackjack":
            t.event("announced", t.cite("spin"), "blackjack: the wheel is spun when the hand is over", seat=bet.seat)
        else:
            t.settle(bet, case)


def spin_the_wheel(t: Round) -> Script:
    """For each blackjack in turn, when everything else is settled."""
    yield from t.moment("bonus")
    for bet in t.bets_on(WAGER):
        if not bet.outcome:
            sections: Mapping[int, int] = t.setup.options[SECTIONS]
            prize = t.pick(WHEEL, [str(each) for each in sections], t.cite("spin"), list(sections.values()))
            t.settle(bet, "blackjack", multiplier=int(prize))
