"""What poker games against the dealer or a pay table share: dealing, staying in or folding, comparing, paying in order.

A game is a script of its own that reads like its round of play; it calls these by name and hands them what is its own.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any

from pitboss.engine.events import NOBODY, OWNER
from pitboss.engine.hands import Hand
from pitboss.engine.payoff import Due
from pitboss.engine.progressive import pay_envy, share_meters
from pitboss.engine.questions import Action
from pitboss.engine.round import Round
from pitboss.engine.script import Talk
from pitboss.engine.wagers import Bet
from pitboss.equipment.cards import Card

DEALER, COMMUNITY, BURN = "dealer", "community", "burn"
Names = tuple[str, ...]
Cards = tuple[Card, ...]


# -- dealing ----------------------------------------------------------------------------------------------------------


def cards_of(t: Round, seat: int) -> Cards:
    return tuple(t.hands[t.hand(seat)])


def community(t: Round) -> Cards:
    return tuple(t.hands.get(COMMUNITY, ()))


def deal_hands(t: Round, size: int, dealer: bool = True) -> None:
    """So many cards to each seat and, last, to the dealer: one at a time in rotation, or as stacks; face down."""
    hands = [*(t.hand(seat) for seat in t.live), *([Hand(DEALER)] if dealer else [])]
    in_turn = hands * size if t.term("deal") == "rotation" else [hand for hand in hands for _ in range(size)]
    for hand in in_turn:
        t.deal(hand, t.cite("deal"), seen_by=OWNER)


def deal_stack(t: Round, hand: str, size: int) -> None:
    """So many cards to one hand in one go."""
    for _ in range(size):
        t.deal(hand, t.cite("deal"), seen_by=OWNER)


def lay_board(t: Round, size: int) -> None:
    """Where the rulebook has it so, the community cards lie face down since the deal."""
    if t.term("board") == "face_down_with_the_deal":
        for _ in range(size):
            t.deal(COMMUNITY, t.cite("board"), seen_by=NOBODY)


def open_board(t: Round, up_to: int) -> None:
    """Turn up community cards up to this number: they lie face down since the deal, or are dealt now after a burn."""
    opened = t.scratch.get("board", 0)
    if opened >= up_to:
        return
    t.scratch["board"] = up_to
    if t.term("board") == "face_down_with_the_deal":
        t.reveal(COMMUNITY, t.cite("board"), first=up_to)
        return
    for _ in range(t.term("burn")):
        t.deal(BURN, t.cite("burn"), seen_by=NOBODY)
    for _ in range(up_to - opened):
        t.deal(COMMUNITY, t.cite("board"))


# -- staying in or folding --------------------------------------------------------------------------------------------


def stay_or_fold(
    t: Round,
    wager: str,
    when: str,
    seats: Iterable[int],
    word: str = "bet",
    otherwise: str = "fold",
    numbered: bool = False,
) -> Talk[set[int]]:
    """Clockwise, each seat makes a wager at a multiple of the one it hangs on, or does not; returns who folded.

    Where only one multiple is allowed the action is the word alone, else ``bet_1x``, ``bet_2x``, as it always is where
    they are ``numbered``. Who has made the wager already is not asked again.
    """
    folded = set()
    offer = t.setup.offer(wager)
    multiples = offer.times.get(when, (1,))
    for seat in seats:
        base = t.bet(seat, offer.equals or "")
        if base is None or seat in t.out or t.bet(seat, wager) is not None:
            continue
        bets = {f"{word}_{times}x" if numbered or len(multiples) > 1 else word: times for times in multiples}
        actions = [Action(name, base.stake * times) for name, times in bets.items()]
        choice = yield from t.ask(seat, [*actions, Action(otherwise)], t.cite(when))
        if choice in bets:
            t.add_bet(seat, wager, bets[choice])
        elif choice == "fold":
            folded.add(seat)
    return folded


def survives_fold(bet: Bet, case: str = "fold") -> bool:
    """True for a wager that the cards still decide after its hand was folded."""
    return bet.offer.rulings[case][0].kind == "table"


def is_shown(t: Round, seat: int, folded: Container[int], on_own_cards: Container[str]) -> bool:
    """A folded hand is turned up only if a wager on its own cards is still alive."""
    return seat not in folded or any(
        survives_fold(bet) for bet in t.bets if bet.seat == seat and bet.wager in on_own_cards
    )


def forfeit(t: Round, seats: Iterable[int]) -> None:
    """Collect what these seats lose by folding."""
    for seat in seats:
        for bet in open_bets(t, seat):
            if bet.offer.rulings["fold"][0].kind == "lose":
                t.settle(bet, "fold")


def open_bets(t: Round, seat: int) -> list[Bet]:
    """A seat's wagers that are not settled yet."""
    return [bet for bet in t.bets if bet.seat == seat and not bet.outcome]


# -- in which order ---------------------------------------------------------------------------------------------------


def clockwise_from(seats: Sequence[int], first: int) -> list[int]:
    """Seats clockwise, beginning with this place or the next one that is there.

    >>> clockwise_from([1, 2, 5, 6], 3)
    [5, 6, 1, 2]
    """
    return [seat for seat in seats if seat >= first] + [seat for seat in seats if seat < first]


def payout_order(t: Round, start: str, button: int | None = None) -> list[int]:
    """The seats in the order in which they are paid: from the dealer's ``left`` or ``right``, from the left of the
    ``player_dealer``, or from the seat with the ``action_button``."""
    if start == "right":
        return t.live[::-1]
    if start == "player_dealer":
        return t.live[::-1] if t.player_dealer is None else clockwise_from(t.live, t.player_dealer.seat + 1)
    if start == "action_button" and button is not None:
        return clockwise_from(t.live, button)
    return list(t.live)


# -- comparing and paying ---------------------------------------------------------------------------------------------


def compare(ours: Any, theirs: Any) -> str:
    """The case of a player's hand against the dealer's."""
    return "tie" if ours == theirs else "player_higher" if ours > theirs else "dealer_higher"


def bets_in_order(t: Round, wager: str, order: Iterable[int]) -> list[Bet]:
    """The open bets on one wager, seat by seat."""
    return [bet for seat in order for bet in t.bets_on(wager) if bet.seat == seat and not bet.outcome]


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


def shared(t: Round, dues: list[Due]) -> list[Due]:
    """Several meters hit in a round: each winner takes what it then holds, or they share as the house has filed."""
    return share_meters(dues) if t.term("simultaneous_meter_hits") == "split" else dues


def envy(
    t: Round, wagers: Iterable[str], order: Sequence[int], holders: Sequence[int], names: Callable[[int], Names]
) -> None:
    """A hand that wins a progressive pays the others who made the same wager."""
    for wager in wagers:
        bets = [bet for seat in order for bet in t.bets_on(wager) if bet.seat == seat]
        pay_envy(t, bets, holders, names)
