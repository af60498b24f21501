"""Roulette: every wager by counting pockets, and the two wagers that remember the spin before by their chains."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from pitboss.equipment.wheel import ZEROS
from pitboss.games.wheels.roulette import B2B, BACK_TO_BACK, Board, board_of
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, simple
from pitboss.solve.prices import Prices


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    board, price = board_of(setup), Prices(setup)
    wagers = {}
    for name in setup.offers:
        if name == B2B:
            wagers[name] = _repeat(setup, board, price)
        elif name == BACK_TO_BACK:
            wagers[name] = _ladder(setup, board, price)
        else:
            wagers[name] = _by_pockets(setup, board, price, name)
    return Analysis(setup, wagers)


def deciding_pockets(setup: Setup, board: Board) -> list[str]:
    """The pockets that decide: a pocket whose spin is void only spins again."""
    return [pocket for pocket in board.wheel.order if pocket != setup.term("void_pocket")]


def _by_pockets(setup: Setup, board: Board, price: Prices, wager: str) -> WagerAnalysis:
    """All spots of a wager cover equally many numbers, so the first stands for all."""
    covered = next(iter(board.places[wager].values()))
    zero = "zero" in setup.offers[wager].rulings
    cases = [
        "hit" if pocket in covered else "zero" if zero and pocket in ZEROS else "miss"
        for pocket in deciding_pockets(setup, board)
    ]
    return WagerAnalysis(simple((1, price(wager, case)) for case in cases), per="unit of the wager, per spin")


def _repeat(setup: Setup, board: Board, price: Prices) -> WagerAnalysis:
    """B2B: the wheel repeats its number; the multiplier is drawn by the house's own list."""
    weights: Mapping[int, int] = setup.term("multipliers")
    pockets = len(deciding_pockets(setup, board))
    rows = [(weight, price(B2B, "same_number", multiplier=times)) for times, weight in weights.items()]
    rows.append(((pockets - 1) * sum(weights.values()), price(B2B, "different_number")))
    return WagerAnalysis(simple(rows), per="unit of the wager, per spin")


def _ladder(setup: Setup, board: Board, price: Prices) -> WagerAnalysis:
    """Back-to-Back made on every spin: the share of spins on each rung, and what that rung pays.

    From any rung one pocket in n climbs and the others fall to the ground. When the number must be the same again,
    the player picks the number that just won, which is as likely as any other.
    """
    offer = setup.offers[BACK_TO_BACK]
    assert offer.pays is not None
    rungs = list(offer.pays.lines)
    pockets = len(deciding_pockets(setup, board))
    weights = [Fraction(1, pockets**rung) for rung in range(len(rungs))]
    if not setup.options.get("btb_reset_after_third"):
        weights[-1] = weights[-2] / (pockets - 1)  # the top rung is stood on as long as the player goes on winning
    common = lcm(*(weight.denominator for weight in weights))
    rows = []
    for rung, weight in zip(rungs, weights, strict=True):
        spins = int(weight * common)
        rows.append((spins, price(BACK_TO_BACK, "hit", (rung,))))
        rows.append((spins * (pockets - 1), price(BACK_TO_BACK, "miss")))
    return WagerAnalysis(
        simple(rows), per="unit of the wager, per spin", note="the wager made on every spin, in the long run"
    )
