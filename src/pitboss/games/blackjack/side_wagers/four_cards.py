"""A wager on the four cards that a player with two hands is dealt at first."""

from collections import Counter
from collections.abc import Sequence

from pitboss.equipment.cards import Card
from pitboss.games.blackjack.side_wagers.first_cards import Names

WAGER = "match"
MATCH_NAMES = ("four_of_a_kind", "two_pair", "three_of_a_kind", "one_pair")


def match(cards: Sequence[Card]) -> Names:
    """Cards of one rank among the four, whatever their suits; a king and a ten are no match.

    >>> from pitboss.equipment.cards import cards
    >>> match(cards("9s 4d Kc 9h")), match(cards("7s 7d 2c 2h")), match(cards("Ts Jd Qh Kc"))
    (('one_pair',), ('two_pair',), ())
    >>> match(cards("7s 7d 7c 2h")), match(cards("Qs Qd Qc Qs"))
    (('three_of_a_kind',), ('four_of_a_kind',))
    """
    alike = sorted(Counter(card.rank for card in cards).values(), reverse=True)
    name = {(4,): 0, (2, 2): 1, (3, 1): 2, (2, 1, 1): 3}.get(tuple(alike))
    return () if name is None else (MATCH_NAMES[name],)
