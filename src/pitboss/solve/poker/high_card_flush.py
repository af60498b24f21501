"""High Card Flush: every seven cards against every seven of the dealer's; each is folded or raised as is worth most."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cache import kept
from pitboss.equipment.cards import RANKS, SUITS, Card
from pitboss.games.poker.flushes import TOP_CARD_ONLY, ace_low
from pitboss.games.poker.high_card_flush import ON_FLUSHES, PROGRESSIVE, SIDES, SIZE, holding
from pitboss.games.poker.kit import Names
from pitboss.hands.flush import NUMBERS, flush_names, straight_flush_names
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.solve.chunks import in_threads
from pitboss.solve.model import Analysis, Progress, WagerAnalysis, costs_of_rules, decimal, simple, tally
from pitboss.solve.poker.opponents import CASES
from pitboss.solve.poker.raised import Raised, Raises, average, raises_of
from pitboss.solve.poker.showdown import FOLD
from pitboss.solve.poker.sides import PER_WAGER
from pitboss.solve.prices import Decided, Decides, Prices, stake_of

SIZES = range(2, SIZE + 1)
MASKS = 1 << len(RANKS)
EVERY_RANK = MASKS - 1


@dataclass(frozen=True)
class Counted:
    """Deals under the best play, by choice, size of the own flush and case.

    ``by_flush[cards]`` are all deals with that own flush by case, ``chosen[cards]`` the hands by choice; ``names`` the
    hands by size of the flush, longest straight flush with the ace high, and high or low, and whether it is raised.
    """

    found: NDArray[np.int64]
    by_flush: NDArray[np.int64]
    chosen: NDArray[np.int64]
    names: NDArray[np.int64]


def solve(setup: Setup, meters: Mapping[str, int] | None = None, progress: Progress | None = None) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    priced = raises(price)
    deals = counted(setup, priced, progress or (lambda done: None))
    rows = [(_label(each), count, net, staked, "") for each, count, net, staked in priced.rows(deals.found)]
    wagers = {"ante": WagerAnalysis(tally(rows), per="unit of the Ante")}
    for wager in SIDES:
        offer = setup.offers.get(wager)
        # A table whose amounts the licensee has not set has nothing to analyse.
        if offer is not None and offer.pays is not None and offer.pays.lines:
            wagers[wager] = _side(price, wager, deals.names)
    return Analysis(setup, wagers, _strategy(priced, deals))


def decides(setup: Setup) -> Decides[Raised]:
    """What a hand, its result and its raise decide."""

    def decided(wager: str, found: Raised) -> Iterator[Decided]:
        yield Decided("ante", found.result)
        if found.times:
            yield Decided("raise", found.result, times=found.times)

    return decided


def raises(price: Prices) -> Raises:
    """What a flush of each size nets by its raise and result."""
    times = price.setup.offers["raise"].times
    sizes: dict[Names, int] = {flush_names(size): size for size in SIZES}
    multiples = sorted({each for allowed in times.values() for each in allowed})
    # Any amount between is allowed, so that the most with five cards is among the amounts with six or seven.
    most = {names: max(times[holding(size)]) for names, size in sizes.items()}
    return raises_of(price, list(sizes), CASES, multiples, decides(price.setup), lambda hand, much: much <= most[hand])


# -- Counting ----------------------------------------------------------------------------------------------------------


def counted(setup: Setup, priced: Raises, progress: Progress, ranks: int = EVERY_RANK) -> Counted:
    """Every hand, each with what is worth most; ``ranks`` may be fewer than all, of every suit."""
    cards, high, top_only = _judged_by(setup)
    shape = (len(priced.choices), SIZE + 1, len(CASES))
    nets, allowed = np.zeros(shape, dtype=np.int64), np.zeros(shape[:2], dtype=np.bool_)
    nets[:, SIZES[0] :], allowed[:, SIZES[0] :] = priced.whole, priced.allowed

    def compute() -> dict[str, NDArray[Any]]:
        from pitboss.solve.poker.flush_kernel import BITS, count_hands

        held = [mask for mask in range(MASKS) if mask & ranks == mask and BITS[mask] <= SIZE]
        by_size = sorted(held, key=lambda mask: (int(BITS[mask]), mask))
        starts = np.searchsorted(BITS[by_size], np.arange(SIZE + 2)).astype(np.int64)
        every = comb(4 * ranks.bit_count() - SIZE, SIZE)
        tables = (np.array(by_size, dtype=np.int64), starts, cards, high, top_only, nets, allowed)

        def work(numbers: Any) -> tuple[NDArray[np.int64], ...]:
            sums = (
                np.zeros(shape, dtype=np.int64),
                np.zeros((MASKS, len(CASES)), dtype=np.int64),
                np.zeros((MASKS, len(priced.choices)), dtype=np.int64),
                np.zeros((SIZE + 1, SIZE + 1, SIZE + 1, 2), dtype=np.int64),
            )
            for number in numbers:
                count_hands(held[number], every, ranks, *tables, *sums)
            return sums

        return dict(zip(("found", "by_flush", "chosen", "names"), in_threads(work, len(held), progress), strict=True))

    key = (
        "v1",
        cards,
        setup.term("dealer_qualifies_high"),
        top_only,
        ranks,
        priced.choices,
        nets.tolist(),
        allowed.tolist(),
    )
    stored = kept("high-card-flush", key, compute)
    return Counted(stored["found"][:, SIZES[0] :], stored["by_flush"], stored["chosen"], stored["names"])


def _judged_by(setup: Setup) -> tuple[int, int, bool]:
    """The dealer's least hand: how many cards of a suit, the bit of the highest; and whether only that one decides."""
    lowest = 1 << RANKS.index(setup.term("dealer_qualifies_high"))
    return setup.term("dealer_qualifies_cards"), lowest, setup.term("tiebreak") == TOP_CARD_ONLY


def worth_of(setup: Setup) -> Callable[[Sequence[Card]], dict[int, Fraction]]:
    """What seven cards are worth in Antes by how many of them are raised, none being a fold; the least comes first."""
    from pitboss.solve.poker.flush_kernel import BITS, compare_with_dealers

    priced, judged_by = raises(Prices(setup)), _judged_by(setup)
    every = comb(len(RANKS) * len(SUITS) - SIZE, SIZE)
    ways, counts = np.zeros((len(SUITS), SIZE + 1), dtype=np.int64), np.zeros(len(CASES), dtype=np.int64)

    def worth(hand: Sequence[Card]) -> dict[int, Fraction]:
        masks = [sum(1 << card.rank - 2 for card in hand if card.suit == suit) for suit in SUITS]
        size, flush = max((int(BITS[mask]), mask) for mask in masks)
        left = np.array([EVERY_RANK & ~mask for mask in masks], dtype=np.int64)
        compare_with_dealers(left, size, flush, every, *judged_by, ways, counts)
        kind, found = size - SIZES[0], counts.tolist()
        return {
            times: sum((count * net for count, net in zip(found, priced.nets[choice][kind], strict=True)), Fraction(0))
            / every
            for choice, times in enumerate(priced.choices)
            if priced.allowed[choice, kind]
        }

    return worth


def _label(found: Raised) -> str:
    if found.result == FOLD:
        return FOLD
    return f"{found.result.replace('_', ' ')}, raised {found.times}×"


def _side(price: Prices, wager: str, names: NDArray[np.int64]) -> WagerAnalysis:
    """A wager on the player's seven cards; the progressive is lost with the hands that are folded."""
    setup, rows = price.setup, []
    lost_by_fold = 0
    for size in SIZES:
        for high in range(SIZE + 1):
            for low in range(SIZE + 1):
                folded, raised = names[size, high, low].tolist()
                run = low if ace_low(setup) else high
                called = flush_names(size) if wager in ON_FLUSHES else straight_flush_names(run)
                rows.append((raised, price(wager, "shown", called)))
                rows.append((folded, price(wager, FOLD, called)))
                if wager == PROGRESSIVE and price(wager, "shown", called).net > -1:
                    lost_by_fold += folded
    note = ""
    if wager == PROGRESSIVE:
        offer = setup.offers[wager]
        share = decimal(Fraction(lost_by_fold, int(names.sum())))
        note = (
            f"the meter as it stands, priced at ${dollars(stake_of(offer))}; hands are raised and folded as is best "
            f"for the Ante alone, and {share} of all hands would win it and are folded"
        )
    return WagerAnalysis(simple(rows), per=PER_WAGER, note=note)


# -- What a player is told ---------------------------------------------------------------------------------------------


def _strategy(priced: Raises, deals: Counted) -> dict[str, Any]:
    """The best play in words, and what simpler rules cost."""
    order = flushes_in_order()
    dealt, raised = deals.chosen.sum(axis=1)[order], deals.chosen[:, 1:].sum(axis=1)[order]
    some, not_all = np.flatnonzero(raised), np.flatnonzero(raised < dealt)
    always = order[int(not_all[-1]) + 1] if len(not_all) else order[0]
    rule = f"raise the most you may with {flush_words(always)} or better"
    if some[0] < np.flatnonzero(order == always)[0]:
        rule += (
            f", fold less than {flush_words(order[some[0]])}; between them it depends on the cards of the other suits"
        )
    best, share = average(deals.found, priced), deals.chosen.sum(axis=0)
    edges = {text: -average(by_rule(priced, deals, lowest), priced) for text, lowest in simple_rules().items()}
    words = [f"raise {times}×" if times else FOLD for times in priced.choices]
    often = {word: decimal(Fraction(int(times), int(share.sum()))) for word, times in zip(words, share, strict=True)}
    return {"rule": rule, "how_often": often, "simple_rules": costs_of_rules(edges, -best)}


def flushes_in_order() -> NDArray[np.int64]:
    """Every flush from two cards to seven, the lowest first, as the bits of its cards."""
    masks = [mask for mask in range(MASKS) if mask.bit_count() in SIZES]
    return np.array(sorted(masks, key=lambda mask: (mask.bit_count(), mask)), dtype=np.int64)


def flush_words(mask: int) -> str:
    """A flush by its cards.

    >>> flush_words(0b1010100000)
    'three cards of a suit, J-9-7'
    """
    ranks = [RANKS[rank] for rank in reversed(range(len(RANKS))) if mask >> rank & 1]
    return f"{NUMBERS[len(ranks) - 1]} cards of a suit, {'-'.join(ranks)}"


def simple_rules() -> dict[str, int]:
    """Ways to play that a player can keep in mind, each by the lowest flush that is raised."""
    lowest = {ranks: sum(1 << RANKS.index(rank) for rank in ranks.split("-")) for ranks in ("T-8-6", "T-3-2", "9-3-2")}
    return {
        f"raise the most you may with {flush_words(mask)} or better, fold the rest": mask for mask in lowest.values()
    }


def by_rule(priced: Raises, deals: Counted, lowest: int) -> NDArray[np.int64]:
    """All deals by choice, size and case, where every flush from the lowest on is raised by the most allowed."""
    found = np.zeros((len(priced.choices), len(priced.hands), len(CASES)), dtype=np.int64)
    least = (lowest.bit_count(), lowest)
    for mask in flushes_in_order().tolist():
        size = mask.bit_count()
        most = int(np.flatnonzero(priced.allowed[:, size - SIZES[0]])[-1])
        found[most if (size, mask) >= least else 0, size - SIZES[0]] += deals.by_flush[mask]
    return found
