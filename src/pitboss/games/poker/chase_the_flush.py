"""Chase the Flush: three cards and a shared four; the larger flush wins, and whoever goes all in soon bets more."""

from collections.abc import Sequence

from pitboss.engine.events import Settlement
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due, within_limits
from pitboss.engine.round import Round
from pitboss.engine.script import Game, Held, Judged, Script
from pitboss.engine.wagers import Bet
from pitboss.engine.weighing import Weighed
from pitboss.equipment.cards import Card
from pitboss.games.poker import holdem, kit
from pitboss.games.poker.high_card_flush import ace_low, decisive, qualifies
from pitboss.games.reading import COMMUNITY, played
from pitboss.hands.flush import FLUSH_NAMES, FlushHand, flush_hand, flush_names, longest_straight_flush
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
    yield from _all_in(t, "before_flop")
    yield from t.moment("flop")
    kit.open_board(t, FLOP)
    yield from _all_in(t, "after_flop")
    yield from t.moment("river")
    kit.open_board(t, BOARD)
    yield from _all_in(t, "after_river")
    yield from t.moment("reveal")
    t.reveal(kit.DEALER, t.cite("reveal"))
    yield from t.moment("settle")
    _settle(t, t.scratch["folded"])


def _all_in(t: Round, when: str) -> Script:
    """Clockwise, who is not all in may be, at a multiple of the Ante; or checks, and in the end folds."""
    yield from t.moment(when)
    folded: set[int] = t.scratch.setdefault("folded", set())
    for seat in t.live:
        gone = yield from kit.stay_or_fold(t, ALL_IN, when, [seat], ALL_IN, t.term(when), numbered=True)
        folded |= gone
        kit.forfeit(t, gone)


def _settle(t: Round, folded: set[int]) -> None:
    """Without a hand of the dealer's the Antes go back before any player's is looked at; then player by player."""
    order = kit.payout_order(t, t.term("settle_from"))
    antes = kit.bets_in_order(t, "ante", order)
    if antes and not qualifies(t.setup, _hand(t, kit.DEALER, "the dealer's")):
        for bet in antes:
            t.settle(bet, kit.UNQUALIFIED)
    dues = within_limits(t, list(kit.dues(t, order, t.term("settle_order"), lambda bet: _due(t, bet, folded))))
    for seat in order:
        if kit.is_shown(t, seat, folded, (SAME_SUIT,)):
            t.reveal(t.hand(seat), t.cite("reveal"))
        for due in dues:
            if due.bet.seat == seat:
                due.settle(t)


def _due(t: Round, bet: Bet, folded: set[int]) -> Due:
    """A wager with its result."""
    if bet.wager == SAME_SUIT:
        return kit.by_hand(bet, bet.seat in folded, lambda: same_suit_names(t.setup, *_seven(t, bet.seat)))
    ours, theirs = _hand(t, t.hand(bet.seat), f"seat {bet.seat}'s"), _hand(t, kit.DEALER, "the dealer's")
    case = kit.compare(decisive(t.setup, ours), decisive(t.setup, theirs))
    return Due(bet, case, flush_names(ours.size) if bet.wager == XTRA_BONUS else ())


def _hand(t: Round, hand: str, whose: str) -> FlushHand:
    return flush_hand((*t.hands[hand], *kit.community(t)), f"{whose} and the community")


def _seven(t: Round, seat: int) -> tuple[kit.Cards, str]:
    return (*kit.cards_of(t, seat), *kit.community(t)), f"seat {seat}'s and the community"


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
    moments=("bets", "shuffle", "deal", *holdem.MOMENTS, "reveal", "settle"),
    hands=(kit.DEALER, kit.COMMUNITY, kit.BURN),
    reads=reads,
    weighs=weighs,
    terms=(
        "deal board burn before_flop after_flop after_river reveal dealer_qualifies_cards dealer_qualifies_high "
        "tiebreak ace_in_straight_flush settle_from settle_order"
    ),
    remedies={"forfeit_wagers": kit.forfeit_wagers},
    settles={
        "ante": Judged(f"fold {' '.join(kit.SHOWDOWN)}"),
        XTRA_BONUS: Judged(f"fold {' '.join(kit.COMPARED)}", FLUSH_NAMES),
        ALL_IN: Judged(" ".join(kit.COMPARED)),
        SAME_SUIT: Judged("shown fold", tuple(name for name, _, _ in SAME_SUIT_HANDS)),
    },
)
