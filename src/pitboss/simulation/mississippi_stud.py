"""Mississippi Stud by a strategy: at a real table, and for the kernel with every class priced."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.engine.round import Round
from pitboss.games.poker.kit import COMMUNITY
from pitboss.games.poker.mississippi_stud import STREETS, sides_of
from pitboss.hands.evaluator import card_number
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, insist
from pitboss.simulation.plan import SEAT, Plan
from pitboss.simulation.sets_of_cards import threes_named
from pitboss.solve.poker.mississippi_chart import DECISIONS
from pitboss.solve.poker.mississippi_stud import best_play, classes_of, kind_of, later_decision, two_cards
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.showdown import whole
from pitboss.solve.prices import Decided, Prices

STRATEGIES = ("best", "always_1x")
DEALT = ("ante", "three_card_bonus")
LEFT = 50


class Hand(NamedTuple):
    """A class of rounds: the hand's names, none where it was folded; what is staked; the shared cards' names."""

    names: tuple[str, ...]
    staked: int
    shared: tuple[str, ...]


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` looks at every card that may still come; ``always_1x`` stays in with the least."""
    if name == "always_1x":
        return lambda t: "bet_1x"
    price = Prices(setup)
    classes, class_of = classes_of(setup)
    nets = [price("ante", "shown", names).net for names in classes]

    @cache
    def opening() -> dict[tuple[int, int], int]:
        played = best_play(nets, class_of, lambda done: None)
        return {(int(a), int(b)): int(bet) for (a, b), bet in zip(played.own, played.bets, strict=True)}

    def answer(t: Round) -> str:
        own = [card_number(card) for card in t.hands[f"seat {SEAT}"]]
        made = [bet for street in STREETS if (bet := t.bet(SEAT, street)) is not None]
        if not made:
            return DECISIONS[opening()[kind_of(own[0], own[1])]]
        ante = t.bet(SEAT, "ante")
        assert ante is not None
        staked = 1 + sum(bet.stake for bet in made) // ante.stake
        opened = [card_number(card) for card in t.hands[COMMUNITY][: len(made)]]
        return DECISIONS[later_decision(np.array([*own, *opened]), staked, whole(nets), class_of)]

    return answer


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The bets by what is seen, and the price of every class."""
    insist(plan, setup, DEALT, STRATEGIES)
    named, class_of = classes_of(setup)
    shared, three_kinds = threes_named(sides_of(setup)["three_card_bonus"])
    classes = [Hand(*each) for each in product([*named, ()], range(1 + len(STREETS) * 3 + 1), shared)]
    own, _ = two_cards()
    place = np.array([[_place(own, a, b) for b in range(52)] for a in range(52)])
    tables = (place, own, *_bets(setup, plan.strategy), class_of, len(named), ranking(5), three_kinds, len(shared))
    return (
        Ledger(plan, setup, len(classes))
        .settle_classes(classes, decides)
        .dealing("pitboss.simulation.streets_kernel.deal_streets", tables)
    )


def decides(wager: str, found: Hand) -> Iterator[Decided]:
    """What a class does to a wager: all that is bet on the streets is paid by the table of the Ante."""
    if wager != "ante":
        yield Decided(wager, "shown" if found.names else "fold", found.shared)
        return
    case = "shown" if found.names else "fold"
    yield Decided("ante", case, found.names)
    if found.staked > 1:
        yield Decided(STREETS[0], case, found.names, found.staked - 1)


def _bets(setup: Setup, name: str) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]:
    """The bet of every two cards, and one more than those that follow by the cards that are left."""
    own, _ = two_cards()
    if name == "always_1x":
        once = np.ones(len(own), dtype=np.int8)
        return once, np.full((len(own), LEFT), 2, dtype=np.int8), np.full((len(own), LEFT, LEFT), 2, dtype=np.int8)
    price = Prices(setup)
    classes, class_of = classes_of(setup)
    played = best_play([price("ante", "shown", names).net for names in classes], class_of, lambda done: None)
    return played.bets, played.fourth.astype(np.int8), played.fifth.astype(np.int8)


def _place(own: NDArray[np.int8], first: int, second: int) -> int:
    kind = kind_of(first, second)
    return -1 if first == second else _places(own.tobytes())[kind]


@cache
def _places(stored: bytes) -> dict[tuple[int, int], int]:
    own = np.frombuffer(stored, dtype=np.int8).reshape(-1, 2)
    return {(int(low), int(high)): at for at, (low, high) in enumerate(own)}
