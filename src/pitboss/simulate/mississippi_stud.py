"""Mississippi Stud by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable
from functools import cache

import numpy as np

from pitboss.engine.round import Round
from pitboss.games.poker.kit import COMMUNITY
from pitboss.games.poker.mississippi_stud import STREETS
from pitboss.hands.evaluator import card_number
from pitboss.rulebook.setup import Setup
from pitboss.simulate.plan import SEAT
from pitboss.solve.poker.mississippi_chart import DECISIONS
from pitboss.solve.poker.mississippi_stud import best_play, classes_of, kind_of, later_decision
from pitboss.solve.poker.showdown import whole
from pitboss.solve.prices import Prices

STRATEGIES = ("best", "always_1x")


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
