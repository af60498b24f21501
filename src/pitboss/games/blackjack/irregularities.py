"""Blackjack's own remedies: cards dealt late, and what becomes of a card that was exposed in error."""

from collections.abc import Iterator, Mapping

from pitboss.engine.events import Event
from pitboss.engine.hands import Hand
from pitboss.engine.questions import Action
from pitboss.engine.remedies import Call
from pitboss.engine.round import Round
from pitboss.engine.script import Remedy, Script
from pitboss.equipment.cards import Card
from pitboss.games.blackjack.held import (
    DEAD_HANDS,
    bets_on,
    drop_those_behind,
    hands_dealt,
    held,
    is_on,
    mark,
    original_hands,
)
from pitboss.games.blackjack.rules import Rules, may_hit, moves
from pitboss.games.blackjack.side_wagers import four_cards
from pitboss.games.blackjack.side_wagers.bonus_button import NOT_SHOWN
from pitboss.games.blackjack.side_wagers.streak import abandon
from pitboss.games.misdealt import card_moves_forward, player_may_leave

ACCEPT, REFUSE = "accept", "refuse"
TURN, EXPOSED_BY = "turn", "exposed by"
WAITING = "exposed"
"""Where exposed cards lie until the dealer takes them: on the table, and not among the discards."""
DEALER_LAST, SECOND_LAST = "dealer's cards last", "second card last"
LATE_CARD, HAND_DEAD = "late_card", "hand_dead"
NO_READER = "no card reader"
ALONE = "alone"
"""A hand that is dead takes its own wagers with it, and neither the seat's other hands nor what is on the side."""
_LATE = "late hands"


def dealer_cards_last(t: Round, call: Call) -> bool:
    """The dealer missed a card: the players' two cards first, then as many as the dealer should have."""
    t.scratch[DEALER_LAST] = True
    return True


def second_card_last(t: Round, call: Call) -> bool:
    """A hand got one card only: its second comes when all others have theirs."""
    t.scratch.setdefault(SECOND_LAST, set()).update(_hands_called(t, call))
    return True


def dead_hand(t: Round, call: Call) -> bool:
    """A hand gets no cards: its wager goes back, and another hand of the seat is played without it."""
    rule, _ = t.setup.irregularities[call.id]
    for hand in _hands_called(t, call):
        _return_hand(t, hand, rule.trigger, rule.cite)
    return True


def _hands_called(t: Round, call: Call) -> list[Hand]:
    """The hands that an irregularity in the deal is about: the one whose wager is named, or all of a seat's."""
    bet = t.named(call.seat or 0, call.wager) if call.wager else None
    return original_hands(t, call.seat or 0) if bet is None else [t.hand(call.seat or 0, bet.hand)]


def _return_hand(t: Round, hand: Hand, reason: str, cite: str) -> None:
    """A hand is dead: what is not decided on it goes back; with the last of a seat's hands the seat is out.

    A wager on the cards of all hands is void where they were not all dealt.
    """
    seat = hand.owner or 0
    t.scratch.setdefault(DEAD_HANDS, set()).add(hand)
    left = [each for each in (*original_hands(t, seat), *t.hands_of(seat)) if _plays_on(t, each)]
    if not left:
        t.void_undecided(seat, reason, cite)
        drop_those_behind(t)
        return
    for bet in t.bets:
        on_all = bet.wager == four_cards.WAGER and t.place(bet.seat) == seat
        if not bet.outcome and (on_all or is_on(t, bet, hand)):
            t.void_bet(bet, reason, cite)


def _plays_on(t: Round, hand: Hand) -> bool:
    return hand not in t.scratch[DEAD_HANDS] and any(not bet.outcome for bet in bets_on(t, hand))


def late_second_card(t: Round, call: Call) -> Script:
    """A hand got one card only: the player takes the second when all others have theirs, or the hand is dead."""
    rule, _ = t.setup.irregularities[call.id]
    late = Action(LATE_CARD, text="the second card, after all others")
    dead = Action(HAND_DEAD, text="the wager goes back")
    reply = yield from t.ask(call.seat or 0, (late, dead), rule.cite)
    if reply == LATE_CARD:
        second_card_last(t, call)
    elif reply == HAND_DEAD:
        dead_hand(t, call)


def late_draw_card(t: Round, call: Call) -> Script:
    """A card was asked for and not dealt: the player draws after the others, or the hand is dead."""
    rule, _ = t.setup.irregularities[call.id]
    rules, seat = Rules.of(t.setup), call.seat or 0
    hands = [hand for hand in t.hands_of(seat) if not is_late(t, hand) and moves(rules, held(t, hand))]
    if not hands:
        return
    now = t.scratch.get(TURN)
    late = Action(LATE_CARD, text="draw after the other players")
    dead = Action(HAND_DEAD, text="the wager goes back")
    reply = yield from t.ask(seat, (late, dead), rule.cite, hand=hands[0])
    if not reply:
        return
    t.ask_anew()
    hand = now if now in hands else hands[0]
    if reply == LATE_CARD:
        t.scratch.setdefault(_LATE, []).append(hand)
    elif t.term("dead_hand") == ALONE:
        for bet in bets_on(t, hand):
            if not bet.outcome:
                t.void_bet(bet, rule.trigger, rule.cite)
    elif hands_dealt(t.setup) > 1:
        _return_hand(t, hand, rule.trigger, rule.cite)
    else:
        t.void_undecided(seat, rule.trigger, rule.cite)
        drop_those_behind(t)


def box_may_leave(t: Round, call: Call) -> Script:
    """The player whom it concerns may leave, and with whoever decides for a box everybody who wagers on it."""
    yield from player_may_leave(t, call)
    drop_those_behind(t)


def is_late(t: Round, hand: Hand) -> bool:
    """True for a hand that is played on when the others are done."""
    return hand in t.scratch.get(_LATE, ())


def late_hands(t: Round) -> Iterator[Hand]:
    """Those hands, one after the other."""
    while waiting := t.scratch.get(_LATE):
        yield waiting.pop(0)


def without_card_reader(t: Round, call: Call) -> bool:
    """The device failed: nobody looks at the hole card in this round."""
    t.scratch[NO_READER] = True
    return False


def return_unlit_wagers(t: Round, call: Call) -> bool:
    """A light does not work: the wagers that need it are not taken at this place; the others stand."""
    rule, _ = t.setup.irregularities[call.id]
    for bet in t.bets:
        if bet.seat == call.seat and bet.wager in t.term("lights") and not bet.outcome:
            t.void_bet(bet, rule.trigger, rule.cite)
    return True


def bonus_by_fixed_odds(t: Round, call: Call) -> bool:
    """The device shows no amount for a seat."""
    t.scratch.setdefault(NOT_SHOWN, set()).add(call.seat)
    return True


def streak_abandoned(t: Round, call: Call) -> bool:
    abandon(t, call.seat or 0)
    return True


def offer_exposed_card(t: Round, call: Call) -> Script:
    """The player whose turn it is takes the card, or takes no more in this round; then it waits for the dealer."""
    rule, _ = t.setup.irregularities[call.id]
    card = t.error_card(call)
    t.event("exposed", rule.cite, "a card drawn in error is exposed", cards=(card,))
    hand = t.scratch.get(TURN) if t.now == "play" else None
    if hand is not None and is_late(t, hand):
        hand = None
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


def give_waiting_card(t: Round, hand: str) -> bool:
    """The dealer's next card is one that waits for him; False when there is none."""
    waiting = t.hands.get(WAITING)
    if not waiting:
        return False
    give(t, hand, waiting.pop(0), t.scratch[EXPOSED_BY])
    return True


def burn_waiting_cards(t: Round) -> None:
    """What neither a player took nor the dealer could use."""
    for card in t.hands.pop(WAITING, ()):
        t.event("discard", t.scratch[EXPOSED_BY], "nobody can use the exposed card: it is burned", cards=(card,))


OWN: Mapping[str, Remedy] = {
    "dealer_cards_last": dealer_cards_last,
    "second_card_last": second_card_last,
    "dead_hand": dead_hand,
    "offer_exposed_card": offer_exposed_card,
    "late_second_card": late_second_card,
    "late_draw_card": late_draw_card,
    "without_card_reader": without_card_reader,
    "return_unlit_wagers": return_unlit_wagers,
    "bonus_by_fixed_odds": bonus_by_fixed_odds,
    "streak_abandoned": streak_abandoned,
    "card_moves_forward": card_moves_forward,
    "player_may_leave": box_may_leave,
}
