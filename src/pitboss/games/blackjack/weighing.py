"""Which cards decided the wagers beside a hand at blackjack; the hand itself is told by what it counts."""

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.script import Held
from pitboss.engine.weighing import Weighed
from pitboss.games.blackjack.held import DEALER, INSURANCE, original_hands
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
    dealer, own = held.get(Hand(DEALER), ()), held.get(t.hand(t.place(row.seat)), ())
    if row.wager in ON_DEALERS_CARDS:
        return Weighed(on=dealer)
    if row.wager not in settling.SETTLES:
        return None
    if row.wager in streak.WINS:
        return Weighed()
    if row.wager == four_cards.WAGER:
        return Weighed(on=tuple(card for hand in original_hands(t, t.place(row.seat)) for card in held.get(hand, ())))
    beside = 1 if row.wager in WITH_UP_CARD else 2 if row.wager == settling.SUPER_4 else 0
    return Weighed(on=(*own, *dealer[:beside]))
