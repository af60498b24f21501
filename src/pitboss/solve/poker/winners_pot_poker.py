"""Winner's Pot Poker: what a player loses by the best rules against a house and other players who stay in by sight.

What a hand is worth depends on what the others do, so the figures say it: they stay in with what is at least as good
as what the dealer shows. One's own rules go by one's cards and what the dealer shows, for each number of players; what
the others show is not looked at. Some deals find the rules, others say what these come to, with the standard error.
Jacks Plus is exact, for a player who does not fold.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS
from pitboss.games.poker.kit import names_with_jacks
from pitboss.games.poker.winners_pot_poker import JACKS_PLUS, STAKES, shares
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import in_threads
from pitboss.solve.model import RANK_WORDS, Analysis, Progress, WagerAnalysis, costs_of_rules, root, simple, tally
from pitboss.solve.poker.counted import hands_by_name
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.sides import PER_WAGER
from pitboss.solve.prices import Prices, stake_of

if TYPE_CHECKING:
    from pitboss.solve.poker.winners_pot_kernel import Order

LEARNED, ROUNDS = 3_000_000, 12_000_000
"""The deals that find the rules on four cards and on three, and those that say what the rules come to."""
CHUNKS = 24
MOST_SEATS = 9
NEVER = "never"
RULE = (
    "stay in with these cards or better, the best rules that go by one's own cards, what the dealer shows and how many "
    "play; the others stay in with cards at least as good as those that the dealer shows"
)
AS_THE_OTHERS = "as the others do"
Ranks = tuple[int, ...]


@dataclass(frozen=True)
class Played:
    """By the number of players: the lowest cards that stay in, as places in their order, and what that comes to.

    ``counts`` are of players by these rules, then of players by sight, for every seat of every round; ``squares`` adds
    up, for both and their difference, what all seats of a round come to together, in hundredths of an Ante, squared.
    """

    three: NDArray[np.int64]
    four: NDArray[np.int64]
    counts: NDArray[np.int64]
    squares: NDArray[np.int64]


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price, nets = Prices(setup, meters), Nets.of(setup)
    played = best_play(nets, progress or (lambda done: None))
    found, rules = {}, {}
    for players in range(1, setup.seats + 1):
        title = f"{players} player{'s' if players > 1 else ''}"
        best, by_sight = (ante_analysis(nets, played, players, which) for which in (0, 1))
        found[f"ante, {title}"] = best
        error = root(nets.edge_variance(played, players, 2))
        [(rule, row)] = costs_of_rules({f"{AS_THE_OTHERS}, {title}": by_sight.house_edge}, best.house_edge).items()
        rules[rule] = row | {"standard_error": error}
    if JACKS_PLUS in setup.offers:
        rows = [(count, price(JACKS_PLUS, "shown", names)) for names, count in hands_by_name(names_with_jacks).items()]
        note = "of a player who does not fold: a folded hand is paid for three or four cards only"
        found[JACKS_PLUS] = WagerAnalysis(simple(rows), per=PER_WAGER, note=note)
    return Analysis(setup, found, {"rule": RULE, **_told(played, setup.seats), "simple_rules": rules})


@dataclass(frozen=True)
class Nets:
    """What every class of the kernel nets, and has staked, in cents to an Ante of so many."""

    ante: int
    cents: tuple[int, ...]
    staked: tuple[int, ...]

    @classmethod
    def of(cls, setup: Setup) -> "Nets":
        from pitboss.solve.poker.winners_pot_kernel import CLASSES, LOSING

        ante = stake_of(setup.offers[STAKES[0]])
        bet, double = (next(iter(setup.offers[wager].times.values()))[0] for wager in STAKES[1:])
        staked = [ante, ante * (1 + bet), *[ante * (1 + bet + double)] * (CLASSES - 2)]
        won = [0] * CLASSES
        for kind in range(LOSING, CLASSES):
            antes, how = divmod(kind - LOSING, 20)
            sharing, with_dealer = divmod(how, 2)
            won[kind] = shares(setup, antes * ante, sharing, sharing + with_dealer)[0]
        return cls(ante, tuple(got - put for got, put in zip(won, staked, strict=True)), tuple(staked))

    @property
    def hundredths(self) -> NDArray[np.int64]:
        """The nets in hundredths of an Ante, near enough for what they spread."""
        return np.array([round(net * 100 / self.ante) for net in self.cents])

    def edge_variance(self, played: Played, players: int, which: int) -> Fraction:
        """Of the average over all seats of all rounds: of the rules, of playing by sight, of the difference."""
        sums = [int((row * self.hundredths).sum()) for row in played.counts[players - 1]]
        rounds = int(played.counts[players - 1, 0].sum()) // players
        total = (*sums, sums[0] - sums[1])[which]
        each = Fraction(int(played.squares[players - 1, which]), rounds) - Fraction(total, rounds) ** 2
        return each / rounds / (100 * players) ** 2


def ante_analysis(nets: Nets, played: Played, players: int, which: int = 0) -> WagerAnalysis:
    """The Ante and all that is added to it, at a table of so many players: by the rules, or as the others play."""
    from pitboss.solve.poker.winners_pot_kernel import FOLDED_ON_FOUR, FOLDED_ON_THREE, LOSING, LOST

    told = {FOLDED_ON_THREE: "fold on three cards", FOLDED_ON_FOUR: "fold on four cards", LOST: "lower hand"}
    counts = played.counts[players - 1, which].tolist()
    rows = []
    for kind, (count, net, staked) in enumerate(zip(counts, nets.cents, nets.staked, strict=True)):
        alone = (kind - LOSING) % 20 == 2
        result = told.get(kind, "best hand" if alone else "split")
        rows.append((result, count, Fraction(net, nets.ante), Fraction(staked, nets.ante), ""))
    note = f"the others stay in by sight, and all ante ${dollars(nets.ante)}"
    return WagerAnalysis(
        tally(rows),
        per="unit of the Ante",
        sampled=sum(counts) // players,
        note=note,
        edge_variance=nets.edge_variance(played, players, which),
    )


# -- Finding the rules ------------------------------------------------------------------------------------------------


def best_play(nets: Nets, progress: Progress) -> Played:
    """The lowest cards that stay in, for every number of players, and what they come to."""

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.poker import winners_pot_kernel as kernel

        cents = np.array(nets.cents)
        [on_four] = _summed(kernel.learn_on_four, LEARNED, 1_000, progress, cents)
        four = _by_what_is_shown(lowest_that_gain(on_four))
        [on_three] = _summed(kernel.learn_on_three, LEARNED, 2_000, progress, cents, four)
        three = lowest_that_gain(on_three)
        counts, squares = _summed(kernel.play, ROUNDS, 3_000, progress, nets.hundredths, kernel.Rules(three, four))
        return {"three": three, "four": four, "counts": counts, "squares": squares}

    return Played(**kept("winners-pot", ("v3", LEARNED, ROUNDS, nets), compute))


def _summed(
    deal: Callable[..., Any], rounds: int, seed: int, progress: Progress, *given: Any
) -> tuple[NDArray[np.int64], ...]:
    """What a kernel counts over so many deals to a full table."""

    def work(chunks: Iterable[int]) -> tuple[NDArray[np.int64], ...]:
        sums: list[NDArray[np.int64]] = []
        for chunk in chunks:
            found = deal(MOST_SEATS, rounds // CHUNKS, seed + chunk, order_of_cards(), ranking(5), *given)
            parts = found if isinstance(found, tuple) else (found,)
            sums = [one + other for one, other in zip(sums, parts, strict=True)] if sums else list(parts)
        return tuple(sums)

    return in_threads(work, CHUNKS, progress)


def lowest_that_gain(gains: NDArray[np.int64]) -> NDArray[np.int64]:
    """The place from which on cards gain most together by staying in, from what each place gains.

    >>> lowest_that_gain(np.array([[-3, 1, -2, 2, 5], [-1, -1, 2, -1, -2]])).tolist()
    [3, 5]
    """
    from_each_on = np.cumsum(gains[..., ::-1], axis=-1)[..., ::-1]
    none = np.zeros((*gains.shape[:-1], 1), dtype=gains.dtype)
    found: NDArray[np.int64] = np.concatenate([from_each_on, none], axis=-1).argmax(axis=-1)
    return found


def _by_what_is_shown(lowest: NDArray[np.int64]) -> NDArray[np.int64]:
    """The lowest four cards by both ranks that the dealer shows, from those by its high card or its pair."""
    ranks = np.arange(len(RANKS))
    pair = (ranks[:, None] == ranks).astype(np.int64)
    return lowest[:, pair, np.maximum(ranks[:, None], ranks)]


# -- Cards in their order ---------------------------------------------------------------------------------------------


def in_order(ranks: Sequence[int]) -> list[tuple[int, int]]:
    """Cards by how many there are of a rank, then by rank, from high to low; fewer cards compare with more.

    >>> in_order([9, 14, 9]), in_order([13]) < in_order([2, 2, 3])
    ([(2, 9), (1, 14)], True)
    """
    return sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)


@cache
def sets_in_order(size: int) -> tuple[Ranks, ...]:
    """All ranks that so many cards can have, from the lowest to the highest."""
    return tuple(sorted(combinations_with_replacement(range(len(RANKS)), size), key=in_order))


@cache
def order_of_cards() -> "Order":
    """The place of any three and any four ranks, and the lowest that stay in by sight."""
    from pitboss.solve.poker.winners_pot_kernel import Order

    ranks = range(len(RANKS))
    three, four = (sets_in_order(size) for size in (3, 4))
    on_three = [bisect_left(three, in_order([third]), key=in_order) for third in ranks]
    on_four = [[bisect_left(four, in_order([third, fourth]), key=in_order) for fourth in ranks] for third in ranks]
    return Order(_places(three), _places(four), np.array(on_three), np.array(on_four))


def _places(sets: Sequence[Ranks]) -> NDArray[np.int64]:
    """The place of ranks in whatever order they come, by the number that they make as digits."""
    found = np.zeros(len(RANKS) ** len(sets[0]), dtype=np.int64)
    for place, held in enumerate(sets):
        for ranks in permutations(held):
            found[sum(rank * len(RANKS) ** at for at, rank in enumerate(reversed(ranks)))] = place
    return found


# -- What a player is told --------------------------------------------------------------------------------------------


def _told(played: Played, seats: int) -> dict[str, dict[str, str]]:
    """The lowest cards that stay in against what the dealer shows, from one player to so many."""
    on_three, on_four = {}, {"whatever the dealer shows": "four of one suit"}
    downwards = list(reversed(range(len(RANKS))))
    for rank in downwards:
        plain, suited = (_in_turn(3, played.three[:seats, each, rank]) for each in (0, 1))
        both = [f"{one} (suited {other})" for one, other in zip(plain, suited, strict=True)]
        on_three[RANK_WORDS[RANKS[rank]]] = _by_players(both)
    for rank in downwards:
        on_four[f"pair of {RANK_WORDS[RANKS[rank]]}s"] = _by_players(_in_turn(4, played.four[:seats, rank, rank]))
    for rank in downwards[:-1]:
        on_four[RANK_WORDS[RANKS[rank]]] = _by_players(_in_turn(4, played.four[:seats, rank, 0]))
    return {
        "on_three_cards_by_the_number_of_players": on_three,
        "on_four_cards_by_the_number_of_players": on_four,
    }


def _by_players(cards: Iterable[str]) -> str:
    return ", ".join(f"{players}: {lowest}" for players, lowest in enumerate(cards, start=1))


def _in_turn(size: int, places: NDArray[np.int64]) -> list[str]:
    """So many cards by their places, as a player writes them."""
    sets = [*sets_in_order(size), ()]
    ranks = ([RANKS[rank] * times for times, rank in in_order(sets[place])] for place in places.tolist())
    return ["-".join("".join(each)) or NEVER for each in ranks]
