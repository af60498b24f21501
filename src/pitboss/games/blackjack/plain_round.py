"""A round with one dealer's hand and a turn for each box, for variants that differ in what a box does first."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.engine.script import Script
from pitboss.games.blackjack.dealers_turn import play_dealers_hands
from pitboss.games.blackjack.first_deal import burn_card, deal_first_cards, has_blackjack_early
from pitboss.games.blackjack.held import boxes
from pitboss.games.blackjack.turns import insure, take_turns
from pitboss.games.shoe import reshuffle_after_cut_card


def one_hand_against_all(t: Round, begin: Callable[[Round, int], Script]) -> Script:
    """The round of play; ``begin`` is what a box does before it plays its hands."""
    yield from t.moment("shuffle")
    burn_card(t)
    yield from t.moment("deal")
    if not boxes(t):
        return
    deal_first_cards(t)
    yield from insure(t, boxes(t))
    yield from t.moment("check")
    if not has_blackjack_early(t):
        yield from take_turns(t, begin)
    yield from t.moment("dealer")
    yield from play_dealers_hands(t)
    reshuffle_after_cut_card(t)
