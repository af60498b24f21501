"""The two cards a player is dealt in hold'em, as a pay table for them names them."""

from collections.abc import Sequence

from pitboss.equipment.cards import Card, known
from pitboss.errors import PitbossError

TEN, JACK, QUEEN, KING, ACE = range(10, 15)
PAIR_OF_ACES = "pair_of_aces"
HOLE_CARD_NAMES = (
    PAIR_OF_ACES,
    "pair_of_jacks_to_kings",
    "pair_of_twos_to_tens",
    "pair_of_twos_to_kings",
    "ace_king_suited",
    "ace_king_offsuit",
    "ace_queen_or_jack_suited",
    "ace_queen_or_jack_offsuit",
    "ace_and_face_card_suited",
    "ace_and_face_card_offsuit",
    "high_card",
)
"""Everything two cards may be called on a pay table."""


def hole_card_names(hand: Sequence[Card], whose: str = "the") -> tuple[str, ...]:
    """The names a pay table may know two cards by, finest first.

    >>> from pitboss.equipment.cards import cards
    >>> hole_card_names(cards("Ks Kd")), hole_card_names(cards("Qh Ah")), hole_card_names(cards("As Td"))
    (('pair_of_jacks_to_kings', 'pair_of_twos_to_kings'), \
('ace_queen_or_jack_suited', 'ace_and_face_card_suited'), ('high_card',))
    """
    known(hand, whose)
    if len(hand) != 2:
        raise PitbossError(f"{whose} hole cards are two, not {len(hand)}")
    high, low = max(card.rank for card in hand), min(card.rank for card in hand)
    if high == low:
        if high == ACE:
            return (PAIR_OF_ACES,)
        return ("pair_of_jacks_to_kings" if high >= JACK else "pair_of_twos_to_tens", "pair_of_twos_to_kings")
    if high == ACE and low >= JACK:
        suited = "suited" if hand[0].suit == hand[1].suit else "offsuit"
        return f"ace_{'king' if low == KING else 'queen_or_jack'}_{suited}", f"ace_and_face_card_{suited}"
    return ("high_card",)
