"""Blackjack's own remedies: cards dealt late, and what becomes of a card that was exposed in error."""

from collections.abc import Mapping

from pitboss.engine.events import Event
from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Remedy, Script
from pitboss.equipment.cards import Card
from pitboss.games.blackjack.held import DEALER, held, mark
from pitboss.games.blackjack.rules import Rules, may_hit

ACCEPT, REFUSE = "accept", "refuse"
TURN, EXPOSED_BY = "turn", "exposed by"
WAITING = "exposed"
"""Where exposed cards lie until the dealer takes them: on the table, and not among the discards."""
DEALER_LAST, SECOND_LAST = "dealer's cards last", "second card last"


def dealer_cards_last(t: Round, call: Call) -> bool:
    """The dealer missed a card: the players' two cards first, then as many as the dealer should have."""
    t.scratch[DEALER_LAST] = True
    return True


def second_card_last(t: Round, call: Call) -> bool:
    """A hand got one card only: its second comes when all others have theirs."""
    t.scratch.setdefault(SECOND_LAST, set()).add(call.seat)
    return True


def offer_exposed_card(t: Round, call: Call) -> Script:
    """The player whose turn it is takes the card, or takes no more in this round; then it waits for the dealer."""
    rule, _ = t.setup.irregularities[call.id]
    card = t.error_card(call)
    t.event("exposed", rule.cite, "a card drawn in error is exposed", cards=(card,))
    hand = t.scratch.get(TURN) if t.now == "play" else None
    reply = ""
    while hand is not None and not reply and hand.owner not in t.out and may_hit(Rules.of(t.setup), held(t, hand)):
        take = Action(ACCEPT, text=f"take the {card}")
        leave = Action(REFUSE, text="no more cards in this round")
        reply = yield from t.ask(hand.owner, (take, leave), rule.cite, hand=hand, default=REFUSE)
    if hand is not None and reply:
        t.ask_anew()
    if hand is not None and reply == ACCEPT:
        give(t, hand, card, rule.cite)
        return
    if hand is not None and reply == REFUSE:
        for each in t.hands_of(hand.owner):
            mark(t, each, closed=True)
    t.hands.setdefault(WAITING, []).append(card)
    t.scratch[EXPOSED_BY] = rule.cite


def give(t: Round, hand: str, card: Card, cite: str) -> None:
    """A card that lies there already goes to a hand."""
    t.hands[hand].append(card)
    t.events.append(Event("deal", cite, "takes the exposed card", getattr(hand, "owner", None), hand, (card,)))


def give_waiting_card(t: Round) -> bool:
    """The dealer's next card is one that waits for him; False when there is none."""
    waiting = t.hands.get(WAITING)
    if not waiting:
        return False
    give(t, DEALER, waiting.pop(0), t.scratch[EXPOSED_BY])
    return True


def burn_waiting_cards(t: Round) -> None:
    """What neither a player took nor the dealer could use."""
    for card in t.hands.pop(WAITING, ()):
        t.event("discard", t.scratch[EXPOSED_BY], "nobody can use the exposed card: it is burned", cards=(card,))


OWN: Mapping[str, Remedy] = {
    "dealer_cards_last": dealer_cards_last,
    "second_card_last": second_card_last,
    "offer_exposed_card": offer_exposed_card,
}
