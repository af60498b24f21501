"""Which cards decided the wagers beside a hand at blackjack; the hand itself is told by what it counts."""

from collections import Counter

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.script import Held
from pitboss.engine.weighing import Weighed
from pitboss.equipment.cards import Card
from pitboss.games.blackjack.dealers_turn import MORE_HANDS
from pitboss.games.blackjack.held import DEALER, INSURANCE, as_dealt, original_hands, was_split
from pitboss.games.blackjack.side_wagers import four_cards, settling, streak

ON_DEALERS_CARDS = (INSURANCE, settling.OPTIONAL_BONUS, settling.BUSTER, settling.FREE_BONUS, settling.PUSH_22)
WITH_UP_CARD = {*settling.BY_THREE_CARDS, settling.BLAZING} - {"over_13", "under_13", settling.SAME_SUIT}

TELLS = {
    "split_dealer_blackjack": "the dealer has blackjack, and the hand was split",
    "bust_before_dealer_blackjack": "the dealer has blackjack, and another hand of the split was lost before",
    "surrendered_to_blackjack": "the hand was surrendered, and the dealer has blackjack",
    "dealer_push_total": "the dealer has the total that pushes",
    "two_card_21_against_21": "21 in two cards, and the dealer has 21 too",
}
"""Cases in words, where their names are short."""


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """The cards as they lay when the wager was settled: the player's, the dealer's, or both."""
    dealer, own = held.get(Hand(DEALER), ()), _as_dealt(t, t.place(row.seat), held)
    if row.wager in ON_DEALERS_CARDS:
        spot = int(row.on) if row.on is not None and row.on.isdecimal() else 1
        return Weighed(on=held.get(Hand((DEALER, *MORE_HANDS)[spot - 1]), ()))
    if row.wager not in settling.SETTLES:
        return None
    if row.wager in streak.WINS:
        return Weighed()
    if row.wager == four_cards.WAGER:
        return Weighed(on=tuple(card for hand in original_hands(t, t.place(row.seat)) for card in held.get(hand, ())))
    beside = 1 if row.wager in WITH_UP_CARD else 2 if row.wager == settling.SUPER_4 else 0
    return Weighed(on=(*own, *dealer[:beside]))


def _as_dealt(t: Round, box: int, held: Held) -> tuple[Card, ...]:
    """A box's cards; once it was split, those that it was dealt, as far as they are seen."""
    lying = held.get(t.hand(box), ())
    if not was_split(t, box):
        return lying
    dealt = as_dealt(t, box)
    seen = Counter(card for hand, cards in held.items() if hand.owner == box for card in cards)
    return lying if Counter(dealt) - seen else dealt
