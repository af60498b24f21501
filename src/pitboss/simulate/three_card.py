"""Three Card Poker for the kernel: hands by number, the strategy as the hands that are played, every class priced."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from pitboss.engine.round import Round
from pitboss.equipment.cards import RANKS
from pitboss.hands.evaluator import RANK_KEYS, card_of, categories, rank_tables
from pitboss.hands.three_card import HIGH_CARD, ThreeCardHand, three_card_hand, three_card_names
from pitboss.money import To
from pitboss.rulebook.setup import Setup
from pitboss.simulate.dealing import Dealing, Ledger, NoKernel
from pitboss.simulate.plan import SEAT, Plan
from pitboss.solve.prices import Prices
from pitboss.solve.three_card import CASES, category_names, deals_of, hand_ranks

DEALT = ("ante", "pair_plus", "six_card_bonus")
STRATEGIES = ("best", "queen_high", "always_play")
RESULTS = (*CASES, "fold")
TRIOS = tuple(combinations(range(52), 3))


@dataclass(frozen=True)
class Strategy:
    """The hands that are played; all others are folded."""

    played: frozenset[ThreeCardHand]
    rule: str


def strategy(setup: Setup, name: str) -> Strategy:
    """A strategy by its name; ``best`` is worked out from the solver's counts and the table's prices."""
    _, order = hand_ranks()
    if name == "always_play":
        return Strategy(frozenset(order), "play every hand")
    if name == "queen_high":
        queens = frozenset(hand for hand in order if hand.category > HIGH_CARD or hand.ranks[0] >= 12)
        return Strategy(queens, "play queen high or better, fold the rest")
    played = _worth_playing(setup)
    return Strategy(played, _rule(played, order))


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """The same strategy at a real table."""
    played = strategy(setup, name).played
    return lambda t: "play" if three_card_hand(t.hands[f"seat {SEAT}"]) in played else "fold"


def dealing(plan: Plan, setup: Setup) -> Dealing:
    """The tables of the kernel and the price of every class."""
    for wager in plan.wagers:
        if wager not in DEALT:
            raise NoKernel(f"the kernel does not deal {setup.offers[wager].title}; the script engine does")
    if "ante" in plan.wagers and plan.strategy not in STRATEGIES:
        raise NoKernel(f"the kernel plays by {', '.join(STRATEGIES)}; the script engine by {plan.strategy}")
    chosen = strategy(setup, plan.strategy if "ante" in plan.wagers else "always_play")
    ranks, order = hand_ranks()
    named = [three_card_names(tuple(map(card_of, trio))) for trio in TRIOS]
    names = sorted(set(named))
    qualifies = RANKS.index(setup.term("dealer_qualifies")) + 2
    six = "six_card_bonus" in plan.wagers
    tables = rank_tables(6)
    return _priced(plan, setup, names).dealing(
        "pitboss.simulate.kernels.deal_three_card",
        (
            np.array([sum(1 << _bit(card) for card in trio) for trio in TRIOS], dtype=np.uint64),
            np.array([ranks[trio] for trio in TRIOS], dtype=np.int16),
            np.array([names.index(name) for name in named], dtype=np.uint8),
            np.array([order[ranks[trio]] in chosen.played for trio in TRIOS], dtype=np.bool_),
            next(at for at, hand in enumerate(order) if hand.category > HIGH_CARD or hand.ranks[0] >= qualifies),
            six,
            np.array([sum(RANK_KEYS[card >> 2] for card in trio) for trio in TRIOS], dtype=np.int64),
            tables.rows,
            tables.ranks,
            tables.flushes,
            categories(),
        ),
        rule=chosen.rule if "ante" in plan.wagers else "",
    )


def _bit(card: int) -> int:
    """Thirteen bits to a suit."""
    return 13 * (card & 3) + (card >> 2)


def _priced(plan: Plan, setup: Setup, names: list[tuple[str, ...]]) -> Ledger:
    """What a hand of these names, a result and six cards of a category do to the wagers."""
    ledger = Ledger(plan, setup, len(names) * len(RESULTS) * 10)
    at = -1
    for hand in names:
        for result in RESULTS:
            shown = "fold" if result == "fold" else "shown"
            for category in range(10):
                at += 1
                for wager, stake in plan.wagers.items():
                    if wager == "ante":
                        _ante(ledger, at, stake, result, hand)
                    elif wager == "six_card_bonus":
                        ledger.settle(at, wager, stake, shown, category_names(category))
                    else:
                        ledger.settle(at, wager, stake, shown, hand)
    return ledger


def _ante(ledger: Ledger, at: int, stake: int, result: str, hand: tuple[str, ...]) -> None:
    ledger.settle(at, "ante", stake, result)
    if result == "fold":
        return
    ledger.settle(at, "play", stake, result)
    ledger.enter(at, "ante", 0, int(_bonus(ledger.setup, hand) * stake))


def _bonus(setup: Setup, hand: tuple[str, ...]) -> Fraction:
    """The Ante Bonus of a hand that is played, per unit of the Ante."""
    offer = setup.offers.get("ante_bonus")
    found = offer.pays.first(hand) if offer is not None and offer.pays is not None else None
    if found is None:
        return Fraction(0)
    assert isinstance(found[1], To)
    return Fraction(found[1].wins, found[1].per)


def _worth_playing(setup: Setup) -> frozenset[ThreeCardHand]:
    """Every hand whose Play is worth more than the Ante that a fold gives up."""
    price, deals = Prices(setup), deals_of(setup)
    fold = price("ante", "fold").net
    nets = [price("ante", case).net + price("play", case).net for case in CASES]
    played = set()
    for hand, counts in zip(deals.hands, deals.counts, strict=True):
        cards = tuple(card_of(int(card)) for card in hand)
        deals_in_all = int(counts.sum())
        stay = sum((int(count) * net for count, net in zip(counts, nets, strict=True)), Fraction(0))
        if stay + _bonus(setup, three_card_names(cards)) * deals_in_all > fold * deals_in_all:
            played.add(three_card_hand(cards))
    return frozenset(played)


def _rule(played: frozenset[ThreeCardHand], order: tuple[ThreeCardHand, ...]) -> str:
    if not played:
        return "fold every hand"
    lowest = min(played)
    if len(played) < len(order) - order.index(lowest):
        return "play the hands that are worth it"
    name = "-".join(RANKS[rank - 2] for rank in lowest.ranks)
    return f"play {name} or better, fold the rest"
