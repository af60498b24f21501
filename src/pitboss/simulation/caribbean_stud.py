"""Caribbean Stud by a strategy: at a real table, and for the kernel with every class priced."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pitboss.engine.round import Round
from pitboss.games.poker.caribbean_stud import ON_OWN_CARDS, qualifies
from pitboss.games.poker.kit import DEALER, SHOWN, names_with_tens
from pitboss.hands.evaluator import categories, every_rank, rank_of
from pitboss.hands.poker import best_hand
from pitboss.rulebook.setup import Setup
from pitboss.simulation.dealing import Dealing, Ledger, insist
from pitboss.simulation.five_cards import Strategy, by_kind, by_ranks
from pitboss.simulation.plan import SEAT, Plan
from pitboss.simulation.sets_of_cards import sets_of
from pitboss.solve.poker.caribbean_stud import best_choices, decides, lowest_qualifying, stakes
from pitboss.solve.poker.opponents import against_one_hand
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.showdown import FOLD, RESULTS, Showdown
from pitboss.solve.prices import Decided, Decides, Prices

ACE_KING, ALWAYS = "ace_king", "always_play"
STRATEGIES = ("best", ACE_KING, ALWAYS)


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """``best`` counts every hand the dealer may hold; ``ace_king`` plays what would let a dealer's hand count."""
    stays = setup.term("decide").partition("_")[0]
    nets, lowest = stakes(Prices(setup)).whole, lowest_qualifying()

    def plays(t: Round) -> bool:
        cards = tuple(t.hands[f"seat {SEAT}"])
        if name == ACE_KING:
            return qualifies(best_hand(cards))
        up = t.hands[DEALER][0] if setup.term("up_card") else None
        counts = against_one_hand(cards, lowest, up)
        worth = nets[categories()[rank_of(cards)]]
        return bool((counts * worth[:-1]).sum() > counts.sum() * worth[-1])

    def answer(t: Round) -> str:
        if t.asking and "announce" in t.asking[0].names:
            return "announce"
        return stays if name == ALWAYS or plays(t) else "fold"

    return answer


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    insist(plan, setup, ("ante", *ON_OWN_CARDS), STRATEGIES)
    named, kinds = _kinds()
    chosen = _strategy(setup, plan.strategy)
    classes = [Showdown(names, result) for names, result in product(named, RESULTS)]
    lowest = lowest_qualifying()
    tables = (sets_of(3), sets_of(2), ranking(5), kinds, chosen.cells, chosen.closer(), lowest)
    return (
        Ledger(plan, setup, len(classes))
        .settle_classes(classes, _decides(setup))
        .dealing("pitboss.simulation.five_cards_kernel.deal_caribbean_stud", tables, rule=chosen.rule)
    )


def _strategy(setup: Setup, name: str) -> Strategy:
    """A strategy as what is done with every hand."""
    if name == "best":
        chosen, choices, rule = best_choices(setup, Prices(setup))
        return by_kind(chosen, choices, rule)
    played = np.arange(len(every_rank())) >= (0 if name == ALWAYS else lowest_qualifying())
    rule = "play every hand" if name == ALWAYS else "play ace and king or better, fold the rest"
    # By the card that is up or not, it is all the same.
    return by_ranks(played.astype(np.uint8), len(every_rank()), rule)


@cache
def _kinds() -> tuple[list[tuple[str, ...]], NDArray[np.uint8]]:
    """The names that hands go by for any wager, and which every rank does."""
    named = [names_with_tens(hand) for hand in every_rank()]
    kinds = list(dict.fromkeys(named))
    return kinds, np.array([kinds.index(names) for names in named], dtype=np.uint8)


def _decides(setup: Setup) -> Decides[Showdown]:
    """What a class does to a wager: the Ante and the bet as in the solver, or one on the player's own cards."""
    against_the_dealer = decides(setup)

    def decided(wager: str, found: Showdown) -> Iterator[Decided]:
        if wager in ON_OWN_CARDS:
            yield Decided(wager, FOLD if found.result == FOLD else SHOWN, found.hand)
        else:
            yield from against_the_dealer(wager, found)

    return decided
