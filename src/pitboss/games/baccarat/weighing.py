"""What decided a wager at baccarat: the counts of both hands, or their first cards."""

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.script import Held
from pitboss.engine.weighing import Weighed
from pitboss.games.baccarat.drawing import BANKER, HANDS, PLAYER
from pitboss.games.baccarat.royal_9 import WAGER as ROYAL_9

ON_CARDS = ("house_money", ROYAL_9)
"""Wagers on the cards themselves, and not on what they count."""


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """What both hands count, and with how many cards; of a wager on cards, the cards of both."""
    if row.wager in ON_CARDS:
        return Weighed(on=tuple(card for hand in HANDS for card in held.get(Hand(hand), ())))
    counts = next((event.value for event in reversed(t.events_before(row)) if event.kind == "result"), None)
    if counts is None or not row.case:
        return None
    many = {hand: "three" if len(held.get(Hand(hand), ())) > 2 else "two" for hand in HANDS}
    return Weighed(fact=f"Player {counts[PLAYER]} in {many[PLAYER]} cards, Banker {counts[BANKER]} in {many[BANKER]}")
