"""Seven-card hands ranked per second, and the exact Ultimate Texas Hold'em solution, beside other evaluators.

    make bench

Bulk enumeration is all 133,784,560 hands on one core; the peers are called from Python hand by hand, as they are used.
"""

import os
import random
import resource
import tempfile
import time
from collections.abc import Callable
from typing import Any

SECONDS = 2.0


def bulk() -> float:
    """Hands a second of the compiled enumeration."""
    import numpy as np

    from pitboss.hands.evaluator import RANK_KEYS, rank_tables
    from pitboss.hands.kernels import count_ranks_of_seven

    tables = rank_tables(7)
    keys = np.array(RANK_KEYS, dtype=np.int64)
    counts = np.zeros(7462, dtype=np.int64)
    count_ranks_of_seven(45, keys, tables.rows, tables.ranks, tables.flushes, counts)
    counts[:] = 0
    start = time.perf_counter()
    for first in range(46):
        count_ranks_of_seven(first, keys, tables.rows, tables.ranks, tables.flushes, counts)
    assert counts.sum() == 133_784_560
    return float(counts.sum()) / (time.perf_counter() - start)


def one_by_one(evaluate: Callable[[Any], object], hands: list[Any]) -> float:
    start, done = time.perf_counter(), 0
    while time.perf_counter() - start < SECONDS:
        for hand in hands:
            evaluate(hand)
        done += len(hands)
    return done / (time.perf_counter() - start)


def peers() -> dict[str, float]:
    """Hands a second of evaluators from the package index; one that is not installed is left out."""
    rng = random.Random(7)
    ranks, suits = "23456789TJQKA", "cdhs"
    deck = [rank + suit for rank in ranks for suit in suits]
    hands = [rng.sample(deck, 7) for _ in range(2000)]
    found: dict[str, float] = {}
    try:
        import eval7

        found["eval7"] = one_by_one(eval7.evaluate, [[eval7.Card(card) for card in hand] for hand in hands])
    except ImportError:
        pass
    try:
        from phevaluator import evaluate_cards

        numbered = [[4 * ranks.index(card[0]) + suits.index(card[1]) for card in hand] for hand in hands]
        found["phevaluator"] = one_by_one(lambda hand: evaluate_cards(*hand), numbered)
    except ImportError:
        pass
    try:
        from treys import Card, Evaluator

        evaluator = Evaluator()
        split = [[Card.new(card) for card in hand] for hand in hands]
        found["treys"] = one_by_one(lambda hand: evaluator.evaluate(hand[:2], hand[2:]), split)
    except ImportError:
        pass
    return found


def solve_holdem() -> None:
    """The exact solution from nothing; compile time apart."""
    from pitboss.rulebook import Setup, load
    from pitboss.solve import holdem

    prices = holdem.price_arrays(holdem.Prices(Setup.of(load("massachusetts-2020/ultimate-texas-holdem"))))
    start = time.perf_counter()
    holdem.warm_up(prices)
    compiled = time.perf_counter()
    holdem.solve_boards(prices)
    solved = time.perf_counter()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(
        f"Ultimate Texas Hold'em: compiled in {compiled - start:.1f} s, solved in {solved - compiled:.1f} s, "
        f"{memory:.2f} GB at most, on {os.cpu_count()} cores"
    )


def main() -> None:
    speed = bulk()
    print(f"{'pitboss, bulk enumeration on one core':<44}{speed / 1e6:>10.1f} million seven-card hands a second")
    for name, peer in peers().items():
        print(f"{name + ', hand by hand':<44}{peer / 1e6:>10.3f} million a second, pitboss {speed / peer:,.0f} x")
    solve_holdem()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PITBOSS_CACHE"] = folder
        main()
