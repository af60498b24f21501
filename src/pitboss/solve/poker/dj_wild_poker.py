"""DJ Wild Poker: every hand with its wild cards against every hand of the dealer's.

Five cards are wild and all alike but to the Trips wager, so a hand is its natural cards: a dealer's are counted for
each number of wild cards that is left, by inclusion and exclusion over the player's natural cards.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import DECK, JOKERS, RANKS, Card
from pitboss.games.poker.dj_wild_poker import (
    BAD_BEAT,
    LINK,
    TRIPS,
    Reading,
    is_wild,
    names_on_the_table,
    reading_of,
    rules_of,
    trips_names,
)
from pitboss.games.poker.kit import UNQUALIFIED, Names
from pitboss.hands.evaluator import CATEGORY_NAMES, card_number, card_of, categories, category_names, every_rank
from pitboss.hands.poker import HIGH_CARD, PAIR, THREE_OF_A_KIND, PokerHand
from pitboss.hands.wild import ROYAL_FLUSH, SIZE, WILD_NAMES, WildHand, WildRules, with_wilds
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import in_threads
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, costs_of_rules, decimal, simple, tally
from pitboss.solve.poker.opponents import CASES, SAME_SUITS, numbers_of, opponents_of, player_hands
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.showdown import FOLD, Showdown, Stakes, deals_where, stakes_of, stay_or_fold
from pitboss.solve.poker.sides import COVER_ALL_ROUNDS, PER_WAGER, by_players, note_of
from pitboss.solve.prices import Decided, Decides, Prices

WILDS = 5
KINDS: list[Names] = [(name,) for name in WILD_NAMES]
EVERY_HAND = 0
LOSE = CASES.index("dealer_higher")
CHUNKS = 16
"""Into how many parts the rounds of Cover All are divided."""


@dataclass(frozen=True)
class Counted:
    """Hands of a player, one of each kind, with how many each stands for, and the dealer's by their case."""

    ranks: NDArray[np.int16]
    weights: NDArray[np.int64]
    counts: NDArray[np.int64]


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    hands, worths = counted(setup), every_worth(setup)
    kinds = np.array([worth.category for worth in worths])[hands.ranks]
    wagers: dict[str, WagerAnalysis] = {}
    strategy: dict[str, Any] | None = None
    if setup.offers["blind"].equals:
        stakes = stakes_of(price, KINDS, decides(setup))
        found, stays = stay_or_fold(hands.counts, hands.weights, kinds, stakes.whole)
        rows = [(_label(each), count, net, staked, "") for each, count, net, staked in stakes.rows(found)]
        wagers["ante"] = WagerAnalysis(tally(rows), per="unit of the Ante")
        rules = costs_of_rules(simple_rules(setup, stakes, hands), wagers["ante"].house_edge)
        strategy = _told(worths, hands, stays) | {"simple_rules": rules}
    wagers[TRIPS] = _trips(setup, price)
    if BAD_BEAT in setup.offers:
        wagers[BAD_BEAT] = _bad_beat(price, hands, kinds)
    if LINK in setup.offers:
        wagers[LINK] = _link(setup, price)
    if "cover_all" in setup.offers:
        wagers |= _cover_all(setup, price)
    return Analysis(setup, wagers, strategy)


def decides(setup: Setup) -> Decides[Showdown]:
    """What a hand and its result decide: Ante, Blind, and the Play of a player who stays in."""
    times = setup.offers["play"].times["decide"][0]

    def decided(wager: str, found: Showdown) -> Iterator[Decided]:
        if found.result == UNQUALIFIED:
            return  # the dealer's hand always counts
        yield Decided("ante", found.result)
        yield Decided("blind", found.result, found.hand)
        if found.result != FOLD:
            yield Decided("play", found.result, times=times)

    return decided


# -- Counting ----------------------------------------------------------------------------------------------------------


def counted(setup: Setup, deck: Sequence[int] = ()) -> Counted:
    """Every hand of a player against every dealer's; the natural cards of the ``deck`` may be fewer."""
    rules, deck = rules_of(setup), sorted(deck) or _natural_cards(setup)

    def compute() -> dict[str, NDArray[Any]]:
        dealers = {size: opponents_of(size, ranks_of(setup, size), deck) for size in range(1, SIZE + 1)}
        ranks: list[NDArray[np.int16]] = []
        weights: list[NDArray[np.int64]] = []
        counts: list[NDArray[np.int64]] = []
        for natural in range(1, SIZE + 1):
            hands, each = _kinds_of(deck, natural)
            own = ranks_of(setup, natural)[numbers_of(hands)]
            found = np.zeros((len(hands), len(CASES)), dtype=np.int64)
            left = WILDS - (SIZE - natural)
            for wild in range(min(left, SIZE - 1) + 1):
                found += comb(left, wild) * dealers[SIZE - wild].against(hands, own, EVERY_HAND)
            found[:, LOSE] += comb(left, SIZE)  # a dealer whose five cards are all wild
            ranks.append(own)
            weights.append(each * comb(WILDS, SIZE - natural))
            counts.append(found)
        ranks.append(np.array([len(every_worth(setup)) - 1], dtype=np.int16))
        weights.append(np.ones(1, dtype=np.int64))
        counts.append(np.array([[0, comb(len(deck), SIZE), 0, 0]], dtype=np.int64))  # nobody beats five wild cards
        return {
            "ranks": np.concatenate(ranks),
            "weights": np.concatenate(weights),
            "counts": np.concatenate(counts),
        }

    return Counted(**kept("wild-against-wild", ("v1", rules, deck), compute))


def ranks_of(setup: Setup, natural: int) -> NDArray[np.int16]:
    """The rank of every hand with so many natural cards, the others being wild, by the number of those cards."""
    from pitboss.solve.poker.suits_kernel import all_suit_classes

    place = {worth: rank for rank, worth in enumerate(every_worth(setup))}
    if natural == SIZE:
        from pitboss.solve.poker.ranking_kernel import rank_all_fives

        # Hands with a deuce are among them, and stand for none.
        each = [place.get(_as_wild(hand), 0) for hand in every_rank()]
        return np.array(each, dtype=np.int16)[rank_all_fives(ranking(SIZE))]
    of_set, members = all_suit_classes(natural)
    each = [place.get(with_wilds(tuple(map(card_of, cards)), rules_of(setup)), 0) for cards in members.tolist()]
    return np.array(each, dtype=np.int16)[of_set]


@cache
def _every_worth(rules: WildRules, deck: tuple[int, ...]) -> tuple[WildHand, ...]:
    from pitboss.solve.poker.suits_kernel import canonical_sets

    found = {with_wilds((), rules)}
    for natural in range(1, SIZE):
        members, _ = canonical_sets(natural)
        members = members[np.isin(members, deck).all(axis=1)]
        found |= {with_wilds(tuple(map(card_of, cards)), rules) for cards in members.tolist()}
    players = player_hands()
    natural_ranks = players.ranks[np.isin(players.hands, deck).all(axis=1)]
    found |= {_as_wild(every_rank()[rank]) for rank in set(natural_ranks.tolist())}
    return tuple(sorted(found))


def every_worth(setup: Setup) -> tuple[WildHand, ...]:
    """All different hands from worst to best; a hand's rank is its place here."""
    return _every_worth(rules_of(setup), tuple(_natural_cards(setup)))


def _as_wild(hand: PokerHand) -> WildHand:
    return WildHand(ROYAL_FLUSH, ()) if len(hand.names) > 1 else WildHand(*hand)


def _natural_cards(setup: Setup) -> list[int]:
    return sorted(card_number(card) for card in DECK if not is_wild(setup, card))


def _kinds_of(deck: Sequence[int], natural: int) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Sets of so many natural cards, one of each kind under renaming of suits, and how many each stands for."""
    from pitboss.solve.poker.suits_kernel import canonical_sets

    sets, weights = canonical_sets(natural)
    within = np.isin(sets, deck).all(axis=1)
    return sets[within], weights[within]


# -- Side wagers -------------------------------------------------------------------------------------------------------


def _trips(setup: Setup, price: Prices) -> WagerAnalysis:
    """Every hand of 53 cards as the wager may read it."""
    offer = setup.offers[TRIPS]
    rows = [(n, price(TRIPS, "shown", trips_names(setup, offer, reading))) for reading, n in _readings(setup).items()]
    return WagerAnalysis(simple(rows), per=PER_WAGER)


def _readings(setup: Setup) -> Mapping[Reading, int]:
    """How many hands there are of each reading; counted once for every set-up with the same rules."""
    rules = (rules_of(setup), tuple(_natural_cards(setup)))
    if rules not in READINGS:
        READINGS[rules] = _read_every_hand(setup)
    return READINGS[rules]


READINGS: dict[tuple[WildRules, tuple[int, ...]], Mapping[Reading, int]] = {}


def _read_every_hand(setup: Setup) -> Counter[Reading]:
    from pitboss.solve.poker.suits_kernel import canonical_sets

    found: Counter[Reading] = Counter()
    players = player_hands()
    wild = ~np.isin(players.hands, _natural_cards(setup)).all(axis=1)
    for hand, weight in zip(players.hands[wild].tolist(), players.weights[wild].tolist(), strict=True):
        found[reading_of(setup, tuple(map(card_of, hand)))] += weight
    for rank, count in enumerate(np.bincount(players.ranks[~wild], players.weights[~wild], len(every_rank()))):
        name = _as_wild(every_rank()[rank]).name
        found[Reading(name, name, uses_wild=False)] += int(count)
    for cards, weight in zip(*(array.tolist() for array in canonical_sets(SIZE - 1)), strict=True):
        found[reading_of(setup, (*map(card_of, cards), JOKERS[0]))] += weight
    return found


def _bad_beat(price: Prices, hands: Counted, kinds: NDArray[Any]) -> WagerAnalysis:
    """A losing hand is the player's as often as the dealer's."""
    lost = np.bincount(kinds, hands.counts[:, LOSE] * hands.weights, len(WILD_NAMES))
    every = int((hands.counts.sum(axis=1) * hands.weights).sum())
    beaten = {name: 2 * int(count) for name, count in zip(WILD_NAMES, lost, strict=True)}
    good = {name: count for name, count in beaten.items() if WILD_NAMES.index(name) >= THREE_OF_A_KIND and count}
    rows = [(count, price(BAD_BEAT, "shown", (name,))) for name, count in good.items()]
    rows.append((every - sum(good.values()), price(BAD_BEAT, "shown", ("no_bad_beat",))))
    return WagerAnalysis(simple(rows), per=PER_WAGER)


def _link(setup: Setup, price: Prices) -> WagerAnalysis:
    """With every wild card replaced by one that is not, a hand is any five of the natural cards."""
    players = player_hands()
    natural = np.isin(players.hands, _natural_cards(setup)).all(axis=1)
    by_category = np.bincount(categories()[players.ranks[natural]], players.weights[natural], len(CATEGORY_NAMES))
    counts = {category_names(category): int(count) for category, count in enumerate(by_category)}
    rows = [(count, price(LINK, "shown", names)) for names, count in counts.items()]
    return WagerAnalysis(simple(rows), per=PER_WAGER, note=note_of(setup.offers[LINK], counts))


def _cover_all(setup: Setup, price: Prices) -> dict[str, WagerAnalysis]:
    """The highest hand at the table, by the number of players: sampled, as no exact count is known to us."""
    named = [names_on_the_table(worth) for worth in every_worth(setup)]
    classes = list(dict.fromkeys(named))
    class_of = np.array([classes.index(names) for names in named], dtype=np.int8)

    def compute() -> dict[str, NDArray[Any]]:
        tables = [ranks_of(setup, natural) for natural in range(SIZE + 1)]
        starts = np.cumsum([0, *map(len, tables)])
        wild = np.array([is_wild(setup, card_of(card)) for card in range(len(DECK))] + [True])
        ranks = np.concatenate(tables)

        def work(chunks: Iterable[int]) -> tuple[NDArray[np.int64]]:
            from pitboss.solve.poker.wild_kernel import highest_hands

            # Numba's dispatcher does not tell the type checker what it takes.
            deal: Callable[..., NDArray[np.int64]] = highest_hands
            rounds, found = COVER_ALL_ROUNDS // CHUNKS, np.zeros((setup.seats, len(classes)), dtype=np.int64)
            for chunk in chunks:
                found += deal(setup.seats, rounds, 2020 + chunk, ranks, starts, wild, class_of, len(classes))
            return (found,)

        return {"counts": in_threads(work, CHUNKS, lambda done: None)[0]}

    counts = kept("wild-cover-all", ("v2", setup.seats, COVER_ALL_ROUNDS, rules_of(setup)), compute)["counts"]
    return by_players(price, classes, counts, COVER_ALL_ROUNDS)


# -- What a player is told ---------------------------------------------------------------------------------------------


def best_play(setup: Setup) -> Callable[[Sequence[Card]], bool]:
    """Whether a hand stays in, by its cards."""
    hands, worths = counted(setup), every_worth(setup)
    kinds = np.array([worth.category for worth in worths])[hands.ranks]
    nets = stakes_of(Prices(setup), KINDS, decides(setup)).whole
    _, stays = stay_or_fold(hands.counts, hands.weights, kinds, nets)
    every = [kind for size in range(1, SIZE + 1) for kind in _kinds_of(_natural_cards(setup), size)[0].tolist()]
    plays: dict[tuple[int, ...], bool] = dict(zip([*map(tuple, every), ()], stays.tolist(), strict=True))

    def stays_in(cards: Sequence[Card]) -> bool:
        natural = [card_number(card) for card in cards if not is_wild(setup, card)]
        alike = (tuple(sorted(card & ~3 | suits[card & 3] for card in natural)) for suits in permutations(SAME_SUITS))
        return next(plays[kind] for kind in alike if kind in plays)

    return stays_in


LOWEST = {
    "play a pair of fours or better, fold the rest": WildHand(PAIR, (4,)),
    "play a pair of fives or better, fold the rest": WildHand(PAIR, (5,)),
    "play any pair or better, fold the rest": WildHand(PAIR, ()),
    "play every hand": WildHand(HIGH_CARD, ()),
}
"""Rules that are easier to keep than the best, by the lowest hand that is played."""


def simple_rules(setup: Setup, stakes: Stakes, hands: Counted) -> dict[str, Fraction]:
    """The house edge of each."""
    worths = every_worth(setup)
    kinds = np.array([worth.category for worth in worths])[hands.ranks]
    plays = {rule: np.array([worth >= lowest for worth in worths]) for rule, lowest in LOWEST.items()}
    return {
        rule: stakes.edge(deals_where(stays[hands.ranks], hands.counts, hands.weights, kinds, len(KINDS)))
        for rule, stays in plays.items()
    }


def _label(found: Showdown) -> str:
    text = found.result.replace("_", " ")
    return f"{text}, {found.hand[0].replace('_', ' ')}" if found.result != FOLD else text


def _told(worths: Sequence[WildHand], hands: Counted, stays: NDArray[np.bool_]) -> dict[str, Any]:
    """The strategy in words: from which hand on all are played, and below which none is."""
    played = np.bincount(hands.ranks, np.where(stays, hands.weights, 0), len(worths))
    every = np.bincount(hands.ranks, hands.weights, len(worths))
    share = decimal(Fraction(int(played.sum()), int(every.sum())))
    some_folded = np.flatnonzero(played < every)
    if not len(some_folded):
        return {"rule": "play every hand", "played": share}
    lowest, always = int(np.flatnonzero(played)[0]), int(some_folded[-1]) + 1
    rule = f"play {_in_ranks(worths[always])} or better"
    if lowest < always:
        rule = f"{rule}, fold less than {_in_ranks(worths[lowest])}; between them it depends on the other cards"
        return {"rule": rule, "played": share}
    return {"rule": f"{rule}, fold the rest", "played": share}


def _in_ranks(hand: WildHand) -> str:
    ranks = "-".join(RANKS[rank - 2] for rank in hand.ranks)
    return ranks if hand.category == HIGH_CARD else f"{hand.name.replace('_', ' ')} {ranks}".strip()
