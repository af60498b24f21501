"""Let It Ride by a strategy: at a real table, and for the kernel with every class priced."""

from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.engine.round import Round
from pitboss.games.poker.kit import COMMUNITY, SHOWN
from pitboss.games.poker.let_it_ride import BETS, SIDES
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, insist
from pitboss.simulation.plan import SEAT, Plan
from pitboss.simulation.sets_of_cards import sets_of, threes_named
from pitboss.solve.poker.let_it_ride import best_play, classes_of, deals, nets_of, rides
from pitboss.solve.poker.opponents import numbers_of
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.prices import Decided, Prices

STRATEGIES = ("best", "always_ride")
THREES = 22_100


class Hand(NamedTuple):
    """A class of rounds: the hand's names, which of the bets ride, and what the player's own three cards are called."""

    names: tuple[str, ...]
    rides: tuple[bool, ...]
    own: tuple[str, ...]


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` looks at every card that may still come; ``always_ride`` takes nothing back."""
    if name == "always_ride":
        return lambda t: "ride"
    nets = nets_of(Prices(setup))

    def answer(t: Round) -> str:
        seen = t.hands[COMMUNITY][: 0 if t.now == "first_decision" else 1]
        return "ride" if rides([*t.hands[f"seat {SEAT}"], *seen], nets) else "withdraw"

    return answer


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """What rides with which cards, and the price of every class."""
    insist(plan, setup, SIDES, STRATEGIES)
    named, class_of = classes_of()
    own_names, own = threes_named(SIDES["three_card_bonus"])
    classes = [
        Hand(names, (first, second, True), called)
        for names, first, second, called in product(named, (False, True), (False, True), own_names)
    ]
    tables = (sets_of(3), ranking(5), class_of.astype(np.uint8), *_riding(setup, plan.strategy), own, len(own_names))
    return (
        Ledger(plan, setup, len(classes))
        .settle_classes(classes, decides)
        .dealing("pitboss.simulation.five_cards_kernel.deal_let_it_ride", tables)
    )


def decides(wager: str, found: Hand) -> Iterator[Decided]:
    """What a class does to a wager; nothing to a bet that was taken back."""
    if wager not in BETS:
        yield Decided(wager, SHOWN, found.own if wager == "three_card_bonus" else found.names)
    elif found.rides[BETS.index(wager)]:
        yield Decided(wager, SHOWN, found.names)


def _riding(setup: Setup, name: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Whether the first bet rides with each three cards, and the second with them and a next card."""
    first, second = np.ones(THREES, dtype=np.uint8), np.ones((THREES, 52), dtype=np.uint8)
    if name == "always_ride":
        return first, second
    played, dealt = best_play(nets_of(Prices(setup))), deals()
    for renamed in permutations(range(4)):
        suits = np.array(renamed)
        own = dealt.own & ~3 | suits[dealt.own & 3]
        left = dealt.left & ~3 | suits[dealt.left & 3]
        number = numbers_of(np.sort(own, axis=1))
        first[number] = played.first
        second[number[:, None], left] = played.second
    return first, second
