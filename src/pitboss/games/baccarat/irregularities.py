"""Baccarat's own remedies: where a card goes that left the shoe in error, and wagers outside the limits."""

from collections.abc import Mapping
from dataclasses import replace

from pitboss.engine.events import NOBODY, Event
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Remedy
from pitboss.engine.wagers import admit_amount
from pitboss.equipment.cards import Card, cards
from pitboss.errors import RecordError, Refused
from pitboss.games.baccarat import curator
from pitboss.games.baccarat.drawing import BANKER, PLAYER, must_draw
from pitboss.games.baccarat.viewing import pass_viewing_right
from pitboss.hands.baccarat import point_count
from pitboss.rulebook.remedies import REMEDIES


def bankers_third_card(t: Round, call: Call) -> bool:
    """An unauthorized third card of the Player's Hand is the Banker's, if the Banker must draw."""
    player, banker = t.hands[PLAYER], t.hands[BANKER]
    if must_draw(t.setup, PLAYER, player, banker):
        t.event("remedy", cite_of(t, call), "the Player's Hand must draw: a third card for it is no error")
        return True
    if not must_draw(t.setup, BANKER, player, banker):
        return False
    card = t.error_card(call)
    banker.append(card)
    t.events.append(Event("deal", cite_of(t, call), "becomes the third card", None, BANKER, (card,)))
    return True


def first_card_of_next_hand(t: Round, call: Call) -> bool:
    """Nobody saw the card: it waits, face down, to be the first of the next hand."""
    card = t.error_card(call)
    t.scratch.setdefault("first_cards", []).append(card)
    t.event("remedy", cite_of(t, call), REMEDIES["first_card_of_next_hand"].sentence, cards=(card,), seen_by=NOBODY)
    return True


def phantom_hand(t: Round, call: Call) -> bool:
    """Everybody saw the card: it opens a hand without wagers, dealt when this round is settled."""
    card = t.error_card(call)
    t.scratch.setdefault("phantom", []).append(card)
    t.event("remedy", cite_of(t, call), f"the card opens a {t.term('phantom_hand')}", cards=(card,))
    return True


def burn_with_one_more(t: Round, call: Call) -> bool:
    """The disclosed card and one that nobody sees go to the discard rack."""
    card = t.error_card(call)
    t.event("discard", cite_of(t, call), REMEDIES["burn_with_one_more"].sentence, cards=(card,))
    if t.draws.gives("discard"):
        t.deal("discard", cite_of(t, call), seen_by=NOBODY)
    return True


def last_hand(t: Round, call: Call) -> bool:
    """The cutting card showed: this hand is finished and one more is dealt."""
    t.scratch["cut_card"] = True
    t.event("remedy", cite_of(t, call), REMEDIES["last_hand"].sentence)
    return True


def valid_as_placed(t: Round, call: Call) -> bool:
    """A wager outside the posted limits that stands all the same, up to what whoever approved it may approve."""
    bet = t.bet(call.seat or 0, call.wager or "")
    if bet is None:
        raise Refused(f"{call.id}: seat {call.seat} has no {call.wager} wager", cite_of(t, call))
    above = bet.offer.max is not None and bet.stake > bet.offer.max
    if not above and (bet.offer.min is None or bet.stake >= bet.offer.min):
        raise Refused(f"{call.id}: {bet.name} is within the posted limits", cite_of(t, call))
    most: int | str | None = t.term("approved_maximum")
    if above and most is None:
        raise Refused(f"{call.id}: the house has not said how much may be approved", t.cite("approved_maximum"))
    if isinstance(most, int) and bet.stake > most:
        raise Refused(f"{call.id}: {bet.name} is above what may be approved", t.cite("approved_maximum"))
    # The limits are waived; that the wager can be paid to the cent is not.
    admit_amount(replace(bet, offer=replace(bet.offer, min=None, max=None)))
    t.event("remedy", cite_of(t, call), REMEDIES["valid_as_placed"].sentence, seat=bet.seat)
    return True


OWN: Mapping[str, Remedy] = {
    "bankers_third_card": bankers_third_card,
    "first_card_of_next_hand": first_card_of_next_hand,
    "phantom_hand": phantom_hand,
    "burn_with_one_more": burn_with_one_more,
    "last_hand": last_hand,
    "pass_viewing_right": pass_viewing_right,
    "pass_the_shoe": curator.order_to_pass,
    "valid_as_placed": valid_as_placed,
}


def deal_phantom_hand(t: Round) -> None:
    """A hand by the drawing rules on which nobody wagers, the disclosed cards first.

    It ends early when no card is left, or when a written record does not give its cards.
    """
    waiting: list[Card] = t.scratch.get("phantom", [])
    if not waiting:
        return
    cite = t.cite("phantom_hand")
    t.event("phantom hand", cite, f"{t.term('phantom_hand')}: no wagers are taken", cards=tuple(waiting))
    player: list[Card] = []
    banker: list[Card] = []

    def dealt(hand: list[Card]) -> bool:
        if waiting:
            hand.append(waiting.pop(0))
        elif t.draws.gives("phantom"):
            hand.append(t.deal("phantom", cite))
        else:
            return False
        return True

    if not all(dealt(hand) for hand in (player, banker, player, banker)):
        return
    for name, hand in ((PLAYER, player), (BANKER, banker)):
        if must_draw(t.setup, name, player, banker) and not dealt(hand):
            return
    counts = f"Player {point_count(player)}, Banker {point_count(banker)}"
    t.event("phantom hand", cite, f"{counts}; the cards go to the discard rack")


def hold_first_cards(t: Round) -> None:
    """Unseen cards drawn in error go back to the front of the shoe, unless it is reshuffled now."""
    held: list[Card] = t.scratch.get("first_cards", [])
    if not held or "reshuffle" in t.after:
        return
    for card in reversed(held):
        t.draws.put_back(card)
    t.carry["first_cards"] = [str(card) for card in held]


def first_cards(t: Round) -> list[Card]:
    """The cards that were held over for this hand, as the table or a record carries them."""
    held = t.carry.pop("first_cards", [])
    if not isinstance(held, list | str):
        raise RecordError('carry: first_cards is a list of cards: ["5c"]')
    return list(cards(held))


def check_first_card(card: Card, held: list[Card]) -> None:
    """A hand begins with the cards that were held over for it; a record that says otherwise is wrong."""
    if held:
        expected = held.pop(0)
        if expected.known and card.known and card != expected:
            raise RecordError(f"{expected} was drawn in error and opens this hand, and the record deals {card}")


def cite_of(t: Round, call: Call) -> str:
    rule, _ = t.setup.irregularities[call.id]
    return rule.cite
