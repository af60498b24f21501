"""Three Card Poker: every player hand against every dealer hand, the best decision for each, and the side wagers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS
from pitboss.games.poker.kit import qualifies
from pitboss.games.poker.three_card_poker import SIDES
from pitboss.hands.evaluator import card_of
from pitboss.hands.three_card import HIGH_CARD, MINI_ROYALS, ThreeCardHand, three_card_hand, three_card_names
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import RANK_WORDS, Analysis, Progress, WagerAnalysis, costs_of_rules, tally
from pitboss.solve.poker.opponents import EVERY_CARD, NO_CARD, Opponents, numbers_of, opponents_of
from pitboss.solve.poker.showdown import FOLD, Showdown, Stakes, deals_where, stakes_of, stay_or_fold
from pitboss.solve.poker.sides import COVER_ALL_ROUNDS, by_players, for_each_number, on_cards
from pitboss.solve.prices import Decided, Decides, Prices

SIZE = 3
Names = tuple[str, ...]


@dataclass(frozen=True)
class Hands:
    """All 22,100 hands, cards rising: each one's rank among the different ``worths`` and its place in ``names``."""

    cards: NDArray[np.int8]
    ranks: NDArray[np.int16]
    kinds: NDArray[np.uint8]
    worths: tuple[ThreeCardHand, ...]
    names: tuple[Names, ...]

    @property
    def by_number(self) -> NDArray[np.int16]:
        """The rank of every hand by its number."""
        found = np.zeros_like(self.ranks)
        found[numbers_of(self.cards)] = self.ranks
        return found


@dataclass(frozen=True)
class Played:
    """The best play: deals by class and result, the hands that stay in, and the strategy in words.

    ``stays`` has a row for each card that the dealer may show, or one where none is seen, and a column for each hand.
    """

    counts: NDArray[np.int64]
    stays: NDArray[np.bool_]
    strategy: Mapping[str, Any]


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    wagers: dict[str, WagerAnalysis] = {}
    strategy: Mapping[str, Any] | None = None
    if "ante" in setup.offers:
        wagers["ante"], strategy = ante_analysis(setup, price)
    for wager in ("pair_plus", "six_card_bonus", "six_card", "progressive", "multi_game_link"):
        if wager in setup.offers:
            wagers[wager] = on_cards(price, wager, SIDES[wager])
    if "cover_all" in setup.offers:
        wagers |= _cover_all(setup, price)
    return Analysis(setup, wagers, strategy)


def decides(setup: Setup) -> Decides[Showdown]:
    """What a hand and its result decide: the Ante with Play and Ante Bonus, and the wagers on the cards alone."""

    def decided(wager: str, found: Showdown) -> Iterator[Decided]:
        folded = found.result == FOLD
        if wager != "ante":
            seen = found.hand if SIDES[wager].size == SIZE else found.seen
            yield Decided(wager, FOLD if folded else "shown", seen)
            return
        yield Decided("ante", found.result)
        if folded:
            return
        yield Decided("play", found.result)
        if "ante_bonus" in setup.offers:
            yield Decided("ante_bonus", "shown", found.hand)

    return decided


# -- Counting --------------------------------------------------------------------------------------------------------


def hands_of(deck: Sequence[int] = EVERY_CARD) -> Hands:
    """Every hand of a deck; the ranks are those of the whole one."""
    return _hands(tuple(sorted(deck)))


@cache
def _hands(deck: tuple[int, ...]) -> Hands:
    trios = list(combinations(deck, SIZE))
    held = [tuple(map(card_of, trio)) for trio in trios]
    worth, named = [three_card_hand(cards) for cards in held], [three_card_names(cards) for cards in held]
    worths = tuple(sorted(set(worth))) if len(deck) == len(EVERY_CARD) else hands_of().worths
    names = tuple(sorted(set(named)))
    place, kind = ({each: at for at, each in enumerate(different)} for different in (worths, names))
    return Hands(
        np.array(trios, dtype=np.int8),
        np.array([place[each] for each in worth], dtype=np.int16),
        np.array([kind[each] for each in named], dtype=np.uint8),
        worths,
        names,
    )


@cache
def _opponents(deck: tuple[int, ...]) -> Opponents:
    return opponents_of(SIZE, hands_of().by_number, deck)


def lowest_qualifying(setup: Setup) -> int:
    """The rank of the lowest hand with which the dealer's counts."""
    return next(rank for rank, worth in enumerate(hands_of().worths) if qualifies(setup, worth))


# -- Pricing ---------------------------------------------------------------------------------------------------------


def best_play(setup: Setup, price: Prices, deck: Sequence[int] = EVERY_CARD) -> Played:
    """Each hand played or folded by what is worth more, seeing what the dealer shows; ``deck`` may be a reduced one."""
    hands = hands_of(deck)
    dealers, lowest = _opponents(tuple(deck)), lowest_qualifying(setup)
    nets = stakes_of(price, hands.names, decides(setup)).whole
    ups = sorted(deck) if setup.term("up_card") else [NO_CARD]
    found, each = np.zeros(nets.shape, dtype=np.int64), np.ones(len(hands.cards), dtype=np.int64)
    stays, dealt = (np.zeros((len(ups), len(hands.cards)), dtype=np.bool_) for _ in range(2))
    for row, up in enumerate(ups):
        counts = dealers.against(hands.cards, hands.ranks, lowest, up)
        counted, stays[row] = stay_or_fold(counts, each, hands.kinds, nets)
        found += counted
        dealt[row] = counts.any(axis=1)
    if ups == [NO_CARD]:
        return Played(found, stays, _strategy(hands, stays[0], dealt[0]))
    chart = {}
    for rank in sorted({up // 4 for up in ups}, reverse=True):
        rows = [row for row, up in enumerate(ups) if up // 4 == rank]
        seen = [(stays[row], dealt[row]) for row in rows]
        chart[RANK_WORDS[RANKS[rank]]] = _by_rank(hands, *(sum(which) for which in zip(*seen, strict=True)))
    together = _by_rank(hands, stays.sum(axis=0), dealt.sum(axis=0))
    return Played(found, stays, {"rule": together, "by_up_card": chart})


def ante_analysis(
    setup: Setup, price: Prices, deck: Sequence[int] = EVERY_CARD
) -> tuple[WagerAnalysis, Mapping[str, Any]]:
    """Ante, Play and Ante Bonus together."""
    played = best_play(setup, price, deck)
    stakes = stakes_of(price, hands_of(deck).names, decides(setup))
    rows = [(_label(price, found), count, net, staked, "") for found, count, net, staked in stakes.rows(played.counts)]
    best = stakes.edge(played.counts)
    edges = {rule: edge for rule, edge in simple_rules(setup, stakes, deck).items() if edge != best}
    return WagerAnalysis(tally(rows), per="unit of the Ante"), {
        **played.strategy,
        "simple_rules": costs_of_rules(edges, best),
    }


LOWEST = {
    "play Q-6-4 or better, fold the rest": ThreeCardHand(HIGH_CARD, (12, 6, 4)),
    "play a queen or better, fold the rest": ThreeCardHand(HIGH_CARD, (12,)),
    "play every hand": ThreeCardHand(HIGH_CARD, ()),
}
"""Rules that are easy to keep, by the lowest hand that is played, whatever the dealer shows."""


def simple_rules(setup: Setup, stakes: Stakes, deck: Sequence[int] = EVERY_CARD) -> dict[str, Fraction]:
    """The house edge of each."""
    hands, each = hands_of(deck), np.ones(len(hands_of(deck).cards), dtype=np.int64)
    counts = _opponents(tuple(deck)).against(hands.cards, hands.ranks, lowest_qualifying(setup))
    plays = {rule: np.array([worth >= lowest for worth in hands.worths]) for rule, lowest in LOWEST.items()}
    return {
        rule: stakes.edge(deals_where(stays[hands.ranks], counts, each, hands.kinds, len(hands.names)))
        for rule, stays in plays.items()
    }


def _label(price: Prices, found: Showdown) -> str:
    """How a hand came out, and the line of the Ante Bonus where it is paid one."""
    text = found.result.replace("_", " ")
    if found.result == FOLD or "ante_bonus" not in price.setup.offers:
        return text
    bonus = price("ante_bonus", "shown", found.hand)
    return f"{text}, bonus for a {bonus.reason}" if bonus.net else text


def _strategy(hands: Hands, stays: NDArray[np.bool_], dealt: NDArray[np.bool_]) -> dict[str, Any]:
    played, folded = (frozenset(hands.worths[rank] for rank in set(hands.ranks[which])) for which in (stays, ~stays))
    if not played:
        return {"rule": "fold every hand", "lowest_hand_played": None}
    lowest = min(played)
    if folded and max(folded) > lowest:
        return {"rule": "play the hands listed", "hands": sorted({hand.name for hand in played})}
    return {"rule": _by_rank(hands, stays, dealt), "lowest_hand_played": _ranks_of(lowest)}


def _by_rank(hands: Hands, stays: NDArray[Any], dealt: NDArray[Any]) -> str:
    """From which hand on all are played, and below which none is; of each hand how often it stays in and is dealt."""
    played, every = (np.bincount(hands.ranks, which, len(hands.worths)) for which in (stays, dealt))
    some_folded = np.flatnonzero(played < every)
    if not len(some_folded):
        return "play every hand"
    if not played.any():
        return "fold every hand"
    lowest = int(np.flatnonzero(played)[0])
    always = int(np.flatnonzero(every[some_folded[-1] + 1 :])[0]) + int(some_folded[-1]) + 1
    rule = f"play {_ranks_of(hands.worths[always])} or better"
    if lowest == always:
        return f"{rule}, fold the rest"
    return f"{rule}, fold less than {_ranks_of(hands.worths[lowest])}; between them it depends on the cards"


def _ranks_of(hand: ThreeCardHand) -> str:
    ranks = "-".join(RANKS[rank - 2] for rank in hand.ranks)
    return ranks if hand.category == HIGH_CARD else f"{hand.name.replace('_', ' ')} {ranks}"


def _cover_all(setup: Setup, price: Prices) -> dict[str, WagerAnalysis]:
    """The highest hand at the table, by the number of players: sampled, as no exact count is known to us."""
    from pitboss.solve.poker.three_card_kernel import highest_hands

    def sample(players: int) -> NDArray[np.int64]:
        def compute() -> dict[str, NDArray[Any]]:
            return {"counts": highest_hands(players + 1, COVER_ALL_ROUNDS, 2020 + players, hands_of().by_number)}

        return kept("cover-all", ("v1", players, COVER_ALL_ROUNDS), compute)["counts"]

    named = [_rank_names(hand) for hand in hands_of().worths]
    return by_players(price, named, for_each_number(sample, setup.seats), COVER_ALL_ROUNDS)


def _rank_names(hand: ThreeCardHand) -> Names:
    """The names of a hand of any suit."""
    return (MINI_ROYALS[1], hand.name) if hand.name == "straight_flush" and hand.ranks == (14,) else (hand.name,)
