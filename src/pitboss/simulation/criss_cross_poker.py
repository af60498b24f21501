"""Criss-Cross Poker by a strategy, at a real table: no kernel deals it."""

from collections.abc import Callable

from pitboss.engine.round import Round
from pitboss.games.poker.criss_cross_poker import STAGES
from pitboss.games.poker.kit import COMMUNITY
from pitboss.hands.evaluator import card_number
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT
from pitboss.solve.poker.criss_cross_poker import decisions, sizes_of

STRATEGIES = ("best", "always_least")


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` goes by what every cross is worth; ``always_least`` stays in with the least."""
    if name == "always_least":
        return lambda t: _bet(setup, t, sizes_of(setup)[0])
    decide = decisions(setup)

    def answer(t: Round) -> str:
        own = tuple(card_number(card) for card in t.hands[f"seat {SEAT}"])
        cross = [card_number(card) for card in t.hands[COMMUNITY]]
        made = [bet.stake for stage in STAGES if (bet := t.bet(SEAT, stage)) is not None]
        seen = (cross[1], cross[3], cross[0], cross[4])[: 2 * len(made)]
        ante = _ante(t)
        size = decide(own, seen, tuple(stake // ante for stake in made))
        return _bet(setup, t, size) if size else "fold"

    return answer


def _ante(t: Round) -> int:
    ante = t.bet(SEAT, "ante_across")
    assert ante is not None
    return ante.stake


def _bet(setup: Setup, t: Round, size: int) -> str:
    """A bet of so many Antes, as the table takes it."""
    if not setup.offers["across_bet"].any_between:
        return f"bet_{size}x"
    return f"bet {_ante(t) * size / 100:.2f}"
