"""What poker games against the dealer or a pay table share: dealing, staying in or folding, comparing, paying in order.

A game is a script of its own that reads like its round of play; it calls these by name and hands them what is its own.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pitboss.engine.events import NOBODY
from pitboss.engine.payoff import Due
from pitboss.engine.progressive import pay_envy
from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Talk
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card

DEALER, COMMUNITY = "dealer", "community"
Names = tuple[str, ...]
Cards = tuple[Card, ...]


# -- dealing ----------------------------------------------------------------------------------------------------------


def hand_of(seat: int) -> str:
    return f"seat {seat}"


def cards_of(t: Round, seat: int) -> Cards:
    return tuple(t.hands[hand_of(seat)])


def community(t: Round) -> Cards:
    return tuple(t.hands.get(COMMUNITY, ()))


def deal_hands(t: Round, size: int, dealer: bool = True) -> None:
    """So many cards to each seat and, last, to the dealer: one at a time in rotation, or as stacks; face down."""
    hands = [*(hand_of(seat) for seat in t.live), *([DEALER] if dealer else [])]
    in_turn = hands * size if t.term("deal") == "rotation" else [hand for hand in hands for _ in range(size)]
    for hand in in_turn:
        t.deal(hand, t.cite("deal"), seen_by=(int(hand[5:]),) if hand != DEALER else NOBODY)


# -- staying in or folding --------------------------------------------------------------------------------------------


def stay_or_fold(t: Round, wager: str, when: str, seats: Iterable[int], word: str = "bet") -> Talk[set[int]]:
    """Clockwise, each seat makes a wager at a multiple of the one it hangs on, or folds; returns who folded.

    Where only one multiple is allowed the action is the word alone, else ``bet_1x``, ``bet_2x``.
    """
    folded = set()
    offer = t.setup.offer(wager)
    multiples = offer.times.get(when, (1,))
    for seat in seats:
        base = t.bet(seat, offer.equals or "")
        if base is None or seat in t.out:
            continue
        bets = {word if len(multiples) == 1 else f"{word}_{times}x": times for times in multiples}
        actions = [Action(name, base.stake * times) for name, times in bets.items()]
        choice = yield from t.ask(seat, [*actions, Action("fold")], t.cite(when))
        if choice in bets:
            t.add_bet(seat, wager, bets[choice])
        elif choice == "fold":
            folded.add(seat)
    return folded


def survives_fold(bet: Bet) -> bool:
    """True for a wager that the cards still decide after its hand was folded."""
    return bet.offer.rulings["fold"][0].kind == "table"


def forfeit(t: Round, seats: Iterable[int]) -> None:
    """Collect what these seats lose by folding."""
    for seat in seats:
        for bet in open_bets(t, seat):
            if bet.offer.rulings["fold"][0].kind == "lose":
                t.settle(bet, "fold")


def open_bets(t: Round, seat: int) -> list[Bet]:
    """A seat's wagers that are not settled yet."""
    return [bet for bet in t.bets if bet.seat == seat and not bet.outcome]


# -- comparing and paying ---------------------------------------------------------------------------------------------


def compare(ours: Any, theirs: Any) -> str:
    """The case of a player's hand against the dealer's."""
    return "tie" if ours == theirs else "player_higher" if ours > theirs else "dealer_higher"


def payout_order(t: Round, start: str) -> list[int]:
    """The seats in the order in which they are paid: from the dealer's ``left`` or ``right``."""
    return t.live[::-1] if start == "right" else list(t.live)


def dues(t: Round, seats: Iterable[int], wagers: Sequence[str], due: Callable[[Bet], Due]) -> Iterator[Due]:
    """These wagers of these seats with their results, seat by seat, each seat's in this order."""
    for seat in seats:
        for wager in wagers:
            bet = t.bet(seat, wager)
            if bet is not None and not bet.outcome:
                yield due(bet)


def by_hand(bet: Bet, folded: bool, names: Callable[[], Names], column: str | None = None) -> Due:
    """A wager on a hand: by the names the hand goes by, unless a fold has decided it."""
    if folded and not survives_fold(bet):
        return Due(bet, "fold")
    return Due(bet, "fold" if folded else "shown", names(), column=column)


def envy(
    t: Round, wagers: Iterable[str], order: Sequence[int], holders: Sequence[int], names: Callable[[int], Names]
) -> None:
    """A hand that wins a progressive pays the others who made the same wager."""
    for wager in wagers:
        bets = [bet for seat in order for bet in t.bets_on(wager) if bet.seat == seat]
        pay_envy(t, bets, holders, names)
