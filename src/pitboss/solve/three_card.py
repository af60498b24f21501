"""Three Card Poker: every player hand against every dealer hand, the best decision for each, and the side wagers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS, Card
from pitboss.hands.evaluator import CATEGORY_NAMES, RANK_KEYS, card_of, categories, rank_tables
from pitboss.hands.three_card import HIGH_CARD, ThreeCardHand, three_card_hand, three_card_names
from pitboss.money import To
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, simple, tally
from pitboss.solve.prices import Prices, stake_of

CASES = ("dealer_does_not_qualify", "player_higher", "tie", "dealer_higher")
COVER_ALL_ROUNDS = 4_000_000


@dataclass(frozen=True)
class Deals:
    """The player hands that differ under renaming of suits, how many each stands for, and its four dealer counts."""

    hands: NDArray[np.int8]
    weights: NDArray[np.int64]
    counts: NDArray[np.int64]


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    wagers: dict[str, WagerAnalysis] = {}
    strategy: dict[str, Any] | None = None
    if "ante" in setup.offers:
        wagers["ante"], strategy = ante_analysis(setup, price, deals_of(setup))
    if "pair_plus" in setup.offers:
        wagers["pair_plus"] = _by_names(price, "pair_plus")
    if "six_card_bonus" in setup.offers:
        wagers["six_card_bonus"] = _by_category(price, "six_card_bonus", six_card_counts())
    if "progressive" in setup.offers:
        wagers["progressive"] = _with_envy(setup, "progressive", _by_names(price, "progressive"), named_hands())
    if "multi_game_link" in setup.offers:
        wagers["multi_game_link"] = link_analysis(setup, price, "multi_game_link")
    if "cover_all" in setup.offers:
        wagers |= _cover_all(setup, price)
    return Analysis(setup, wagers, strategy)


# -- Counting --------------------------------------------------------------------------------------------------------


@cache
def hand_ranks() -> tuple[NDArray[np.int16], tuple[ThreeCardHand, ...]]:
    """Every three cards' place among the different hands, and those hands from worst to best."""
    worth = {trio: three_card_hand(tuple(map(card_of, trio))) for trio in combinations(range(52), 3)}
    order = tuple(sorted(set(worth.values())))
    place = {hand: number for number, hand in enumerate(order)}
    ranks = np.zeros((52, 52, 52), dtype=np.int16)
    for trio, hand in worth.items():
        ranks[trio] = place[hand]
    return ranks, order


def deals_of(setup: Setup, deck: Sequence[int] | None = None) -> Deals:
    """Count, for every player hand, the dealer hands by what they do to it; ``deck`` may be a reduced one."""
    from pitboss.solve.three_card_kernel import compare_with_dealers

    lowest = RANKS.index(setup.term("dealer_qualifies")) + 2
    ranks, order = hand_ranks()
    first = next(n for n, hand in enumerate(order) if hand.category > HIGH_CARD or hand.ranks[0] >= lowest)
    if deck is not None:
        hands = np.array(list(combinations(sorted(deck), 3)), dtype=np.int8)
        counts = compare_with_dealers(hands, ranks, first, np.array(sorted(deck), dtype=np.int8))
        return Deals(hands, np.ones(len(hands), dtype=np.int64), counts)

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.holdem_kernel import canonical_boards

        hands, weights = canonical_boards(3)
        counts = compare_with_dealers(hands, ranks, first, np.arange(52, dtype=np.int8))
        return {"hands": hands, "weights": weights, "counts": counts}

    return Deals(**kept("three-card-deals", ("v1", first), compute))


@cache
def named_hands() -> Mapping[tuple[str, ...], int]:
    """How many of the 22,100 hands go by each set of names."""
    return Counter(three_card_names(tuple(map(card_of, trio))) for trio in combinations(range(52), 3))


def six_card_counts() -> NDArray[np.int64]:
    """Categories of the best five of six cards, over all player and dealer hands."""

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.holdem_kernel import canonical_boards
        from pitboss.solve.three_card_kernel import six_card_categories

        hands, weights = canonical_boards(3)
        tables = rank_tables(6)
        keys = np.array(RANK_KEYS, dtype=np.int64)
        counted = six_card_categories(hands, weights, keys, tables.rows, tables.ranks, tables.flushes, categories())
        return {"counts": counted}

    return kept("six-card-categories", "v1", compute)["counts"]


def five_card_counts() -> NDArray[np.int64]:
    """Categories of all 2,598,960 five-card hands."""

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.hands.kernels import rank_hands
        from pitboss.solve.holdem_kernel import canonical_boards

        hands, weights = canonical_boards(5)
        tables = rank_tables(5)
        keys = np.array(RANK_KEYS, dtype=np.int64)
        ranks = rank_hands(hands, keys, tables.rows, tables.ranks, tables.flushes)
        counts = np.zeros(10, dtype=np.int64)
        np.add.at(counts, categories()[ranks], weights)
        return {"counts": counts}

    return kept("five-card-categories", "v1", compute)["counts"]


# -- Pricing ---------------------------------------------------------------------------------------------------------


def ante_analysis(setup: Setup, price: Prices, deals: Deals) -> tuple[WagerAnalysis, dict[str, Any]]:
    """Ante, Play and Ante Bonus together, each hand played or folded by what is worth more."""
    fold = price("ante", "fold").net
    base = [(price("ante", case), price("play", case)) for case in CASES]
    rows: list[tuple[str, int, Fraction, Fraction, str]] = []
    played: list[ThreeCardHand] = []
    folded: list[ThreeCardHand] = []
    for hand, weight, counts in zip(deals.hands, deals.weights, deals.counts, strict=True):
        cards = tuple(card_of(int(card)) for card in hand)
        total = int(counts.sum())
        for names, part in _suit_names(cards, int(weight)):
            bonus, line = _bonus(setup, names)
            nets = [ante.net + play.net + bonus for ante, play in base]
            stay = sum(int(count) * net for count, net in zip(counts, nets, strict=True))
            worth = three_card_hand(cards)
            if stay > fold * total:
                played.append(worth)
                for case, count, net in zip(CASES, counts, nets, strict=True):
                    label = case.replace("_", " ") + (f", bonus for a {line.replace('_', ' ')}" if bonus else "")
                    rows.append((label, part * int(count), net, Fraction(2), ""))
            else:
                folded.append(worth)
                rows.append(("fold", part * total, fold, Fraction(1), ""))
    return WagerAnalysis(tally(rows), per="unit of the Ante"), _strategy(played, folded)


def _suit_names(cards: Sequence[Card], weight: int) -> list[tuple[tuple[str, ...], int]]:
    """A class of hands under renaming of suits, split where a name depends on the suit."""
    names = three_card_names(cards)
    if "mini_royal" not in names or weight == 1:
        return [(names, weight)]
    plain = tuple(name for name in names if name != "mini_royal_spades")
    return [(("mini_royal_spades", *plain), weight // 4), (plain, weight - weight // 4)]


def _bonus(setup: Setup, names: Sequence[str]) -> tuple[Fraction, str]:
    """What the Ante Bonus adds, and the line of its table that says so."""
    offer = setup.offers.get("ante_bonus")
    found = offer.pays.first(names) if offer is not None and offer.pays is not None else None
    if found is None:
        return Fraction(0), ""
    line, pay = found
    assert isinstance(pay, To)
    return Fraction(pay.wins, pay.per), line


def _strategy(played: list[ThreeCardHand], folded: list[ThreeCardHand]) -> dict[str, Any]:
    if not played:
        return {"rule": "fold every hand", "lowest_hand_played": None}
    lowest = min(played)
    names = "-".join(RANKS[rank - 2] for rank in lowest.ranks)
    if folded and max(folded) > lowest:
        return {"rule": "play the hands listed", "hands": sorted({hand.name for hand in played})}
    return {"rule": f"play {names} or better, fold the rest", "lowest_hand_played": names}


def _by_names(price: Prices, wager: str) -> WagerAnalysis:
    return WagerAnalysis(
        simple((count, price(wager, "shown", names)) for names, count in named_hands().items()), per="unit of the wager"
    )


def _by_category(price: Prices, wager: str, counts: NDArray[np.int64], case: str = "shown") -> WagerAnalysis:
    rows = [(int(count), price(wager, case, category_names(category))) for category, count in enumerate(counts)]
    return WagerAnalysis(simple(rows), per="unit of the wager")


def category_names(category: int) -> tuple[str, ...]:
    """The names of a five-card category, finest first."""
    return ("royal_flush", "straight_flush") if category == 9 else (CATEGORY_NAMES[category],)


def link_analysis(setup: Setup, price: Prices, wager: str) -> WagerAnalysis:
    """A progressive wager on five cards that nobody chooses among."""
    counts = five_card_counts()
    named = {category_names(category): int(count) for category, count in enumerate(counts)}
    return _with_envy(setup, wager, _by_category(price, wager, counts), named)


def _with_envy(
    setup: Setup, wager: str, analysis: WagerAnalysis, hands: Mapping[tuple[str, ...], int]
) -> WagerAnalysis:
    """Say what every other player at the table adds: the envy of his hand, whose chance is the same as one's own."""
    offer = setup.offers[wager]
    if offer.pays is None or not offer.pays.envy:
        return analysis
    due = Fraction(0)
    for names, count in hands.items():
        found = offer.pays.first(names)
        if found is not None:
            due += Fraction(count * offer.pays.envy.get(found[0], 0), 100)
    each = due / sum(hands.values())
    note = (
        f"envy not counted: every other player at the table lowers the house edge by {each} "
        f"({float(each):.6%}); meters as they stand, priced at ${stake_of(offer) // 100}"
    )
    return WagerAnalysis(analysis.outcomes, analysis.per, note=note)


def _cover_all(setup: Setup, price: Prices) -> dict[str, WagerAnalysis]:
    """The highest hand at the table, by the number of players: sampled, as no exact count is known to us."""
    from pitboss.solve.three_card_kernel import highest_hands

    ranks, order = hand_ranks()
    found = {}
    names_of = [_rank_names(hand) for hand in order]
    for players in range(1, setup.seats + 1):
        counts = kept(
            "cover-all",
            ("v1", players, COVER_ALL_ROUNDS),
            lambda players=players: {"counts": highest_hands(players + 1, COVER_ALL_ROUNDS, 2020 + players, ranks)},  # type: ignore[misc]
        )["counts"]
        rows = [
            (int(counts[place]), price("cover_all", "shown", names, column=str(players)))
            for place, names in enumerate(names_of)
            if counts[place]
        ]
        title = f"cover_all, {players} player{'s' if players > 1 else ''}"
        found[title] = WagerAnalysis(simple(rows), per="unit of the wager", sampled=COVER_ALL_ROUNDS)
    return found


def _rank_names(hand: ThreeCardHand) -> tuple[str, ...]:
    return ("mini_royal", "straight_flush") if hand.name == "straight_flush" and hand.ranks == (14,) else (hand.name,)
