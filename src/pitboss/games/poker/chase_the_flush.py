"""Chase the Flush: three cards and a shared four; the larger flush wins, and whoever goes all in soon bets more."""

from collections.abc import Sequence
from functools import partial

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.engine.weighing import Weighed
from pitboss.equipment.cards import Card
from pitboss.games.poker import holdem, kit, settling
from pitboss.games.poker.flushes import ace_low, decisive, qualifies, qualifies_with
from pitboss.games.poker.sides import OWN, Seen, Side
from pitboss.games.reading import COMMUNITY, played
from pitboss.hands.flush import FLUSH_NAMES, flush_hand, flush_names, longest_straight_flush
from pitboss.rulebook.setup import Setup

SIZE, FLOP, BOARD = 3, 2, 4
ALL_IN, XTRA_BONUS, SAME_SUIT = "all_in", "xtra_bonus", "same_suit_bonus"
SAME_SUIT_HANDS = (
    ("six_or_seven_card_straight_flush", True, 6),
    ("seven_card_flush", False, 7),
    ("five_card_straight_flush", True, 5),
    ("six_card_flush", False, 6),
    ("four_card_straight_flush", True, 4),
    ("five_card_flush", False, 5),
    ("four_card_flush", False, 4),
)
"""What the Same Suit Bonus ranks, the highest first: whether the cards must follow one another, and how many."""


def play(t: Round) -> Script:
    """The round of play."""
    yield from t.moment("shuffle")
    kit.deal_hands(t, SIZE)
    yield from t.moment("deal")
    yield from holdem.bet_once(t, ALL_IN, FLOP, BOARD)
    yield from kit.turn_up_the_dealer(t)
    _settle(t)


def _settle(t: Round) -> None:
    """Without a hand of the dealer's the Antes go back before any player's is looked at; then player by player."""
    order = settling.order_of_payment(t)
    antes = kit.bets_in_order(t, "ante", order)
    if antes and not qualifies(t.setup, kit.worth_with_board(t, kit.DEALER, flush_hand)):
        for bet in antes:
            t.settle(bet, kit.UNQUALIFIED)
    seven = (Seen(OWN, SIZE), Seen(kit.COMMUNITY, BOARD))
    dues = settling.results(
        t, order, {SAME_SUIT: Side(seven, partial(same_suit_names, t.setup))}, partial(_against_the_dealer, t)
    )
    settling.turn_up_and_settle(t, order, dues, partial(kit.is_shown, t, on_own_cards=(SAME_SUIT,)))


def _against_the_dealer(t: Round, bet: Bet) -> Due:
    ours, theirs = (kit.worth_with_board(t, hand, flush_hand) for hand in (t.hand(bet.seat), kit.DEALER))
    case = kit.compare(decisive(t.setup, ours), decisive(t.setup, theirs))
    return Due(bet, case, flush_names(ours.size) if bet.wager == XTRA_BONUS else ())


def same_suit_names(setup: Setup, cards: Sequence[Card], whose: str = "the") -> kit.Names:
    """What seven cards go by for the Same Suit Bonus, the highest name first."""
    size, run = flush_hand(cards, whose).size, longest_straight_flush(cards, ace_low(setup), whose)
    return same_suit_named(size, run)


def same_suit_named(size: int, run: int) -> kit.Names:
    """The names of so many cards of a suit of which so many follow one another.

    >>> same_suit_named(5, 4), same_suit_named(3, 3)
    (('four_card_straight_flush', 'five_card_flush', 'four_card_flush'), ('three_card_flush',))
    """
    held = tuple(name for name, in_a_row, least in SAME_SUIT_HANDS if (run if in_a_row else size) >= least)
    return held or flush_names(size)


def weighs(t: Round, row: Settlement, held: Held) -> Weighed | None:
    """Of the bonus wagers, the seven cards that they are judged on."""
    on_seven = row.wager in (SAME_SUIT, XTRA_BONUS) and row.line
    return Weighed(on=(*held[t.hand(row.seat)], *held.get(COMMUNITY, ()))) if on_seven else None


def reads(setup: Setup, held: Held) -> dict[Hand, str]:
    """The largest flush of each hand and the cards that all share."""
    board = held.get(COMMUNITY, ())
    return {hand: flush_hand((*cards, *board)).in_words for hand, cards in played(held).items() if len(cards) == SIZE}


GAME = Game(
    play=play,
    asks="all_in_3x all_in_2x all_in_1x check fold",
    moments=("bets", "shuffle", "deal", *holdem.MOMENTS, "reveal", "settle"),
    hands=(kit.DEALER, kit.COMMUNITY, kit.BURN),
    reads=reads,
    qualifies_with=qualifies_with,
    weighs=weighs,
    terms=(
        "deal board burn before_flop after_flop after_river forfeits reveal dealer_qualifies_cards "
        "dealer_qualifies_high tiebreak ace_in_straight_flush settle_from settle_order"
    ),
    remedies=kit.FORFEIT,
    settles={
        "ante": Judged(f"fold {kit.UNQUALIFIED} {kit.COMPARED_CASES}"),
        XTRA_BONUS: Judged(f"fold {kit.COMPARED_CASES}", FLUSH_NAMES),
        ALL_IN: Judged(kit.COMPARED_CASES),
        SAME_SUIT: Judged("shown fold", tuple(name for name, _, _ in SAME_SUIT_HANDS)),
    },
)
