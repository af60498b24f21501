"""Chemin de Fer's own remedies: what a hand counts, and where a card goes, when the Banker dealt wrongly."""

from collections.abc import Mapping
from itertools import combinations

from pitboss.engine.events import NOBODY, Audience, Event
from pitboss.engine.remedies import Call, RoundOver
from pitboss.engine.round import Round
from pitboss.engine.script import Remedy
from pitboss.equipment.cards import Card, known
from pitboss.games.baccarat.burning import cards_to_burn
from pitboss.games.baccarat.drawing import BANKER, DRAWS, HANDS, MAY, PLAYER, STAYS, bankers_cell
from pitboss.games.baccarat.holding_the_bank import move_the_bank, order_to_pass
from pitboss.games.baccarat.irregularities import burn_with_one_more, cite_of, first_card_of_next_hand, phantom_hand
from pitboss.games.baccarat.shoe_end import is_last_hand
from pitboss.hands.baccarat import point_count, value

NOTHING, BEST, LOWEST, STANDS = "counts_nothing", "best_of_three", "lowest_of_two", "stands_on_nothing"
"""Where a hand does not simply count its cards: how many of the Banker's count nothing, that the best or the lowest of
some is taken, and that the Banker draws no more."""

# -- what a hand counts -----------------------------------------------------------------------------------------------


def players_count(t: Round) -> int | None:
    """What the Player's Hand counts by ruling, whatever its cards would do; None where they decide."""
    if BEST not in t.scratch:
        return None
    held = t.hands[PLAYER]
    known(held, "the Player's")
    return max(point_count(some) for many in (2, 3) for some in combinations(held, many))


def two_card_count(t: Round, hand: str) -> int:
    """What a hand counts before a third card; a Banker who took too many has nothing."""
    return 0 if hand == BANKER and NOTHING in t.scratch else point_count(t.hands[hand][:2])


def final_counts(t: Round) -> tuple[int, int]:
    """What the Player's and the Banker's Hand count in the end."""
    for hand in HANDS:
        known(t.hands[hand], "the Player's" if hand == PLAYER else "the Banker's")
    best, banker = players_count(t), t.hands[BANKER]
    player = point_count(t.hands[PLAYER]) if best is None else best
    if LOWEST in t.scratch:
        return player, min(point_count(pair) for pair in combinations(banker, 2))
    return player, point_count(banker[t.scratch.get(NOTHING, 0) :])


def cell(t: Round) -> str:
    """What the table tells the Banker, by the Banker's two cards and the Player's third."""
    held = t.hands[PLAYER]
    known(held, "the Player's")
    known(t.hands[BANKER], "the Banker's")
    if STANDS in t.scratch:
        return STAYS
    third = value(held[2]) if len(held) > 2 and players_count(t) is None else None
    return bankers_cell(t.setup, two_card_count(t, BANKER), third)


# -- remedies ---------------------------------------------------------------------------------------------------------


def banker_counts_nothing(t: Round, call: Call) -> bool:
    """The Banker took a third card in the initial deal: all of them count nothing."""
    _receive(t, call, BANKER, seen_by=NOBODY)
    t.scratch[NOTHING] = len(t.hands[BANKER])
    return True


def banker_stands_on_nothing(t: Round, call: Call) -> bool:
    """The Banker took a third card in the initial deal: all of them count nothing, and no more is drawn."""
    t.scratch[STANDS] = True
    return banker_counts_nothing(t, call)


def best_of_three(t: Round, call: Call) -> bool:
    """The Dominant Player was given three cards: the best of two or all of them."""
    if BEST not in t.scratch:
        _receive(t, call, PLAYER, seen_by=(t.scratch["dominant"],))
        t.scratch[BEST] = True
        t.ask_anew()
    return True


def lowest_of_two(t: Round, call: Call) -> bool:
    """The Banker drew two cards instead of one: the lowest that two of the cards make."""
    _receive(t, call, BANKER)
    t.scratch[LOWEST] = True
    return True


def bankers_card(t: Round, call: Call) -> bool:
    """A card dealt after "Stay" is the Banker's, if the Banker must draw or, by one of the rules, may."""
    _, remedy = t.setup.irregularities[call.id]
    if t.scratch.get("said") != "stay":
        t.event("remedy", cite_of(t, call), 'the Dominant Player has not said "Stay": a third card is no error')
        return True
    if "bankers_card" in t.scratch or cell(t) not in ((DRAWS, MAY) if "bankers_card_or_may" in remedy else (DRAWS,)):
        return False
    t.scratch["bankers_card"] = _receive(t, call, BANKER)
    return True


def players_card(t: Round, call: Call) -> bool:
    """A card that the Banker drew after "Card" is the Dominant Player's."""
    if t.scratch.get("said") != "card" or len(t.hands[PLAYER]) > 2:
        t.event("remedy", cite_of(t, call), 'the Dominant Player has no card to come after "Card"')
    else:
        _receive(t, call, PLAYER)
    return True


def burn_by_number(t: Round, call: Call) -> bool:
    """The card goes to the discard bucket with as many more, face up, as the number on it."""
    card, cite = t.error_card(call), cite_of(t, call)
    more = cards_to_burn(t, card, "error_burn" if t.term("error_burn") else "burn")
    t.event("discard", cite, f"the card goes to the discards with {more} more, face up", cards=(card,))
    for _ in range(more):
        t.deal("discard", cite)
    return True


def burn_by_value(t: Round, call: Call) -> bool | RoundOver:
    """A card that lay face up in the shoe goes away with as many more as it counts; a last hand of the shoe is void."""
    card, cite = t.error_card(call), cite_of(t, call)
    if is_last_hand(t):
        return RoundOver("void", "a card of the last hand of the shoe was found face up", cite)
    known([card], "the burned")
    t.event("discard", cite, f"the card goes to the discards with {value(card)} more, face up", cards=(card,))
    for _ in range(value(card)):
        t.deal("discard", cite)
    return True


OWN: Mapping[str, Remedy] = {
    "banker_counts_nothing": banker_counts_nothing,
    "banker_stands_on_nothing": banker_stands_on_nothing,
    "best_of_three": best_of_three,
    "lowest_of_two": lowest_of_two,
    "bankers_card_or_may": bankers_card,
    "bankers_third_card": bankers_card,
    "players_card": players_card,
    "burn_by_number": burn_by_number,
    "burn_by_value": burn_by_value,
    "burn_with_one_more": burn_with_one_more,
    "phantom_hand": phantom_hand,
    "first_card_of_next_hand": first_card_of_next_hand,
    "pass_the_bank": order_to_pass,
    "move_the_bank": move_the_bank,
}


def _receive(t: Round, call: Call, hand: str, seen_by: Audience = None) -> Card:
    """The card that left the shoe in error comes to lie in a hand, face up unless only some may look."""
    card = t.error_card(call)
    t.hands[hand].append(card)
    t.events.append(Event("deal", cite_of(t, call), "", None, hand, (card,), seen_by))
    return card
