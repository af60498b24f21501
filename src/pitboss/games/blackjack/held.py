"""The players' hands of a round: the cards as they lie, what was done with each, and the wagers that are on it.

A box is a seat that is dealt to. Others may wager on it from behind: their wagers go by its cards. Where one hand is
played against several of the dealer's, each of these is a spot; what is added to the wager on a spot says so in ``on``.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pitboss.engine.hands import Hand
from pitboss.engine.round import Round
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card, known
from pitboss.games.blackjack.rules import Held
from pitboss.hands.blackjack import count, is_blackjack
from pitboss.rulebook.setup import Setup

DEALER = "dealer"
SPLIT_WAGER, DOUBLE_WAGER, INSURANCE = "split", "double_down", "insurance"
FREE_SPLIT_WAGER, FREE_DOUBLE_WAGER = "free_split", "free_double"
DOUBLES = (DOUBLE_WAGER, FREE_DOUBLE_WAGER)
DEAD_HANDS = "dead hands"
_HELD, _BEFORE_SPLIT, _RESCUED = "held", "before the split", "rescued"


# -- Boxes, and who wagers on them ------------------------------------------------------------------------------------


def original_wagers(setup: Setup) -> list[str]:
    """The wagers that a hand is dealt for: one for each hand, or all of them on one hand, one for each spot."""
    wagers: list[str] = setup.term("original_wagers")
    return wagers


def added_wagers(setup: Setup) -> list[str]:
    """Wagers that are added to a hand as it is dealt, and win and lose with it."""
    wagers: list[str] = setup.term("added_wagers") or []
    return wagers


def hands_dealt(setup: Setup) -> int:
    """How many hands a seat is dealt at first."""
    return len(original_wagers(setup)) if setup.term("switch") else 1


def put_on_hands(t: Round) -> None:
    """Each original wager belongs to the hand that is dealt for it."""
    if hands_dealt(t.setup) > 1:
        numbers = {wager: number for number, wager in enumerate(original_wagers(t.setup), start=1)}
        for bet in t.bets:
            bet.hand = numbers.get(bet.wager, bet.hand)


def boxes(t: Round) -> list[int]:
    """The seats that are dealt to, from the dealer's left."""
    wagers = original_wagers(t.setup)
    dealt = {bet.seat for bet in t.bets if bet.wager in wagers and bet.seat not in t.behind}
    return [seat for seat in t.live if seat in dealt]


def bettors(t: Round, box: int) -> list[int]:
    """Who wagers on a box: whoever decides for it, then those behind."""
    return [box, *(seat for seat in t.live if t.behind.get(seat) == box)]


def drop_those_behind(t: Round) -> None:
    """Whoever wagers on a hand that is void gets the wager back as well."""
    for seat, box in t.behind.items():
        if box in t.out and seat not in t.out:
            row = next(row for row in reversed(t.settlements) if row.seat == box)
            t.void_undecided(seat, row.reason, row.cite)


# -- Hands ------------------------------------------------------------------------------------------------------------


def original_hands(t: Round, seat: int) -> list[Hand]:
    """The hands that a seat is dealt at first."""
    dead = t.scratch.get(DEAD_HANDS, ())
    hands = [t.hand(seat, number) for number in range(1, hands_dealt(t.setup) + 1)]
    return [hand for hand in hands if hand not in dead]


def held(t: Round, hand: Hand, seat: int | None = None) -> Held:
    """A hand as the rules look at it, for whoever decides for it or for another who wagers on it."""
    cards = tuple(t.hands[hand])
    known(cards, f"seat {hand.owner}'s")
    if hand not in t.scratch.get(_HELD, ()) and len(t.hands_of(hand.owner or 0)) == 1:
        return Held(cards, hand.number)  # nothing was done with it yet, as with most hands
    marked = _marked(t, hand)
    others = [each for each in box_of(t, hand) if each != hand]
    bettor = seat or hand.owner or 0
    lost = any(_is_lost(t, each, bettor) for each in others)
    in_two = all(is_blackjack(t.hands[each]) for each in others if staked_on(t, each, bettor))
    return replace(marked, cards=cards, splits=len(others), others_lost=lost, others_21_in_two=in_two)


def box_of(t: Round, hand: Hand) -> list[Hand]:
    """The hands that were split from the same one, and that one."""
    began_as = _marked(t, hand).began_as
    return [each for each in t.hands_of(hand.owner or 0) if _marked(t, each).began_as == began_as]


def _is_lost(t: Round, hand: Hand, seat: int) -> bool:
    """Whether what a seat has on a hand is lost before the dealer's second card: it is over and lost so, or rescued."""
    # A game in which no bust is lost at once has no such term, and none of these rules.
    waits = t.term("bust_then_dealer_blackjack") == "original_only"
    over = count(t.hands[hand]).over and not _marked(t, hand).face_down and not waits
    return (over or was_rescued(t, hand, seat)) and bool(staked_on(t, hand, seat))


def rescue(t: Round, hand: Hand, seat: int) -> None:
    """A seat takes its double back and gives up what else it has on a hand; others go on with it."""
    t.scratch.setdefault(_RESCUED, set()).add((hand, seat))
    for bet in bets_on(t, hand):
        if bet.seat == seat and not bet.outcome:
            t.settle(bet, "rescued")


def was_rescued(t: Round, hand: Hand, seat: int) -> bool:
    return (hand, seat) in t.scratch.get(_RESCUED, ())


def mark(t: Round, hand: Hand, **done: Any) -> None:
    """Note what was done with a hand."""
    t.scratch.setdefault(_HELD, {})[hand] = replace(_marked(t, hand), **done)


def _marked(t: Round, hand: Hand) -> Held:
    found: Held | None = t.scratch.setdefault(_HELD, {}).get(hand)
    return Held(began_as=hand.number) if found is None else found


def note_before_split(t: Round, hand: Hand) -> None:
    """What wagers on the side go by that look at the hand as it was dealt."""
    t.scratch.setdefault(_BEFORE_SPLIT, {}).setdefault(hand, tuple(t.hands[hand]))


def as_dealt(t: Round, box: int) -> tuple[Card, ...]:
    """A box's cards in the order of the deal, up to a split."""
    hand = t.hand(box)
    before: dict[Hand, tuple[Card, ...]] = t.scratch.get(_BEFORE_SPLIT, {})
    return before.get(hand, tuple(t.hands[hand]))


def was_split(t: Round, box: int) -> bool:
    return t.hand(box) in t.scratch.get(_BEFORE_SPLIT, {})


# -- Wagers on a hand -------------------------------------------------------------------------------------------------


def bets_on(t: Round, hand: Hand) -> list[Bet]:
    """The wagers that a hand wins and loses; insurance, and whatever else is on the side, goes its own way."""
    of_a_hand = (*original_wagers(t.setup), *added_wagers(t.setup), SPLIT_WAGER, FREE_SPLIT_WAGER, *DOUBLES)
    return [bet for bet in t.bets if is_on(t, bet, hand) and bet.wager in of_a_hand]


def open_bets_on(t: Round, hand: Hand, spot: int) -> list[Bet]:
    """Those on one of the dealer's hands that are not settled yet."""
    return [bet for bet in bets_on(t, hand) if not bet.outcome and spot_of(t, bet) == spot]


def is_on(t: Round, bet: Bet, hand: Hand) -> bool:
    """Whether a wager goes by the cards of this hand."""
    return t.place(bet.seat) == hand.owner and bet.hand == hand.number and bet.seat not in t.out


def spot_of(t: Round, bet: Bet) -> int:
    """Against which of the dealer's hands a wager is."""
    if bet.on is not None:
        return int(bet.on)
    wagers = original_wagers(t.setup)
    return wagers.index(bet.wager) + 1 if bet.wager in wagers and hands_dealt(t.setup) == 1 else 1


def staked_on(t: Round, hand: Hand, seat: int) -> list[Bet]:
    """What a seat wagers on a hand besides a double, which may be as much."""
    return [bet for bet in bets_on(t, hand) if bet.seat == seat and bet.wager not in DOUBLES]


def stake_on(t: Round, hand: Hand, seat: int | None = None) -> int:
    """The amount of that, over all spots; a lammer counts for what it plays for."""
    return sum(bet.plays_for for bet in staked_on(t, hand, seat or hand.owner or 0))


def dealt_for(t: Round, hand: Hand, seat: int) -> list[Bet]:
    """The wagers of a seat that a hand was dealt or split for, without what was added to them."""
    return [bet for bet in staked_on(t, hand, seat) if bet.wager not in added_wagers(t.setup)]


def split_for(t: Round, hand: Hand, seat: int) -> list[Bet]:
    """The wagers that a split asks for once more; what was added to them, too, where the rules say so."""
    return staked_on(t, hand, seat) if t.term("split").get("added_too") else dealt_for(t, hand, seat)


def added_to(t: Round, bet: Bet) -> str | None:
    """How a wager that is added to this one says which it goes with; nothing where there is only one spot."""
    return str(spot_of(t, bet)) if spots(t) > 1 else None


def spots(t: Round) -> int:
    """How many hands of the dealer's are played against."""
    return len(original_wagers(t.setup)) if hands_dealt(t.setup) == 1 else 1


def hands_in_play(t: Round) -> Iterator[Hand]:
    """Every hand of every box, from the dealer's right, as cards are picked up."""
    for box in reversed(boxes(t)):
        yield from t.hands_of(box)
