"""Four pieces set in two against a bank that sets by the house way, and the other way round: all deals, exactly.

What a hand is worth hangs on the kinds of its pieces alone, a tile's face or a card's rank, so hands are counted by
kinds: some thousands of them against one another instead of all deals.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.engine.questions import Groups
from pitboss.equipment.cards import Card
from pitboss.games.pai_gow.offered_bank import DEALERS_WAGER
from pitboss.games.pai_gow.setting import HIGH, LOW
from pitboss.solve.model import Analysis, Outcome, WagerAnalysis, decimal, tally
from pitboss.solve.poker.showdown import whole
from pitboss.solve.prices import Prices

SIZE, WAYS, CELLS = 4, 3, 9
HIGHER, EQUAL, LOWER = range(3)
Worth = Callable[[Sequence[Card]], Any]
Counts = NDArray[np.int64]
"""By hand, way to set it and cell: how often it meets that."""
CaseOf = Callable[[int, int], str]
"""The case of a player's wager by what became of the high and the low hand."""
NOTE = "Set as is worth most against a bank that sets by the house way"
DEALERS_NOTE = (
    "What a player who banks wins or loses by it, the hand set as is best for it; the vigorish on a surplus is told "
    "with the strategy"
)
CELL_OF = [(high, low) for high in (HIGHER, EQUAL, LOWER) for low in (HIGHER, EQUAL, LOWER)]


@dataclass(frozen=True)
class Rules:
    """What a game has of its own: the pieces by kind, what two are worth, how the house sets four.

    ``dead_low`` and ``dead_high`` are true of two pieces that win from nothing; ``dead_copies`` says whether two of
    those that are equal are a copy.
    """

    pieces: Sequence[Sequence[Card]]
    worth: Worth
    house_way: Callable[[Sequence[Card]], Groups]
    dead_low: Callable[[Sequence[Card]], bool]
    dead_high: Callable[[Sequence[Card]], bool]
    dead_copies: bool


@dataclass(frozen=True)
class Hands:
    """Every hand by kinds: how many deals it stands for, and its three settings as the kernel takes them."""

    copies: NDArray[np.int64]
    held: NDArray[np.int64]
    weights: list[int]
    cards: list[tuple[Card, ...]]
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    dead_low: NDArray[np.bool_]
    dead_high: NDArray[np.bool_]
    house: NDArray[np.int64]
    """Which setting is the house's."""
    dead_copies: bool

    def highest(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
        """The setting of each hand with the highest of one part, and then of the other."""
        return np.asarray(np.argmax(first * (1 + int(second.max())) + second, axis=1), dtype=np.int64)

    def counted(self, own_plays: bool) -> Counts:
        """Each hand, set in each way, against every other one that is set by the house way."""
        from pitboss.solve.pai_gow.in_two_kernel import count_against

        return count_against(
            self.copies,
            self.held,
            self.low,
            self.high,
            self.dead_low,
            self.dead_high,
            self.house,
            own_plays,
            self.dead_copies,
        )


def hands_of(rules: Rules) -> Hands:
    """All hands of four pieces, each with the three ways to set it."""
    copies = [len(kind) for kind in rules.pieces]
    held, weights, cards, ways, house = [], [], [], [], []
    for kinds in combinations_with_replacement(range(len(copies)), SIZE):
        times = [kinds.count(kind) for kind in range(len(copies))]
        if any(count > most for count, most in zip(times, copies, strict=True)):
            continue
        hand = tuple(rules.pieces[kind][number] for kind in sorted(set(kinds)) for number in range(times[kind]))
        settings = _settings(hand, rules.worth)
        held.append(times)
        weights.append(prod(comb(most, count) for count, most in zip(times, copies, strict=True)))
        cards.append(hand)
        ways.append(settings)
        chosen = rules.house_way(hand)
        wanted = rules.worth(chosen[LOW]), rules.worth(chosen[HIGH])
        house.append([(rules.worth(low), rules.worth(high)) for low, high in settings].index(wanted))
    worths = [[(rules.worth(low), rules.worth(high)) for low, high in each] for each in ways]
    order = {worth: at for at, worth in enumerate(sorted({part for each in worths for way in each for part in way}))}
    return Hands(
        copies=np.array(copies, dtype=np.int64),
        held=np.array(held, dtype=np.int64),
        weights=weights,
        cards=cards,
        low=np.array([[order[low] for low, _ in each] for each in worths], dtype=np.int64),
        high=np.array([[order[high] for _, high in each] for each in worths], dtype=np.int64),
        dead_low=np.array([[rules.dead_low(low) for low, _ in each] for each in ways], dtype=np.bool_),
        dead_high=np.array([[rules.dead_high(high) for _, high in each] for each in ways], dtype=np.bool_),
        house=np.array(house, dtype=np.int64),
        dead_copies=rules.dead_copies,
    )


def _settings(hand: tuple[Card, ...], worth: Worth) -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """The three ways to set four pieces, low before high."""
    first, second, third, fourth = hand
    pairs = [((first, second), (third, fourth)), ((first, third), (second, fourth)), ((first, fourth), (second, third))]
    return [(one, other) if worth(one) <= worth(other) else (other, one) for one, other in pairs]


# -- what it comes to -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Side:
    """One side of the table, the player's or the bank's: the counts, and what each cell nets."""

    hands: Hands
    counts: Counts
    nets: Sequence[Fraction]

    @property
    def best(self) -> NDArray[np.int64]:
        """The way to set each hand that is worth most; of equal ones the house's."""
        values = (self.counts * whole(list(self.nets))).sum(axis=2)
        rows = np.arange(len(values))
        at_house = values[rows, self.hands.house]
        return np.where(at_house == values.max(axis=1), self.hands.house, np.argmax(values, axis=1))

    def cells(self, way: NDArray[np.int64]) -> list[int]:
        """How many deals end in each cell where hands are set so."""
        found = self.counts[np.arange(len(way)), way]
        weights = np.array(self.hands.weights, dtype=object)
        return [int((found[:, cell].astype(object) * weights).sum()) for cell in range(CELLS)]

    def edge(self, way: NDArray[np.int64]) -> Fraction:
        """What is lost of a unit where hands are set so."""
        cells = self.cells(way)
        return -sum((count * net for count, net in zip(cells, self.nets, strict=True)), Fraction(0)) / sum(cells)

    def leaves(self, way: NDArray[np.int64]) -> Fraction:
        """The share of hands that are set otherwise than the house would."""
        other = sum(self.hands.weights[at] for at in np.flatnonzero(way != self.hands.house))
        return Fraction(other, sum(self.hands.weights))


def frequencies(cells: Sequence[int], returned: int = 0) -> dict[str, str]:
    """How often the player wins, ties and loses, and how often a hand is a copy; deals apart that return all wagers."""
    total = sum(cells) + returned
    won = {cell: sum(result == HIGHER for result in CELL_OF[cell]) for cell in range(CELLS)}
    found = {
        "player_wins": sum(count for cell, count in enumerate(cells) if won[cell] == 2),
        "push": sum(count for cell, count in enumerate(cells) if won[cell] == 1),
        "player_loses": sum(count for cell, count in enumerate(cells) if won[cell] == 0),
        "copies": sum(count for cell, count in enumerate(cells) if EQUAL in CELL_OF[cell]),
    }
    if returned:
        found["all_returned"] = returned
    return {name: decimal(Fraction(count, total)) for name, count in found.items()}


def analysed(
    price: Prices, wager: str, cells: Sequence[int], case_of: CaseOf, per: str, note: str = ""
) -> WagerAnalysis:
    """A wager over the cells of its deals."""
    rows = []
    for (high, low), count in zip(CELL_OF, cells, strict=True):
        found = price(wager, case_of(high, low))
        rows.append((found.reason, count, found.net, Fraction(1), found.pays))
    outcomes: tuple[Outcome, ...] = tally(rows)
    return WagerAnalysis(outcomes, per=per, note=note)


def against_bank(price: Prices, main: str, hands: Hands, case_of: CaseOf) -> Analysis:
    """A wager against a bank that sets by the house way, and a bank against a player who does."""
    setup = price.setup
    nets = [price(main, case_of(high, low)).net for high, low in CELL_OF]
    player = Side(hands, hands.counted(own_plays=True), nets)
    rate = setup.commission.rate if setup.commission is not None else Fraction(0)
    # Against one player all that a bank wins is its surplus, less the commission; what it loses it pays in full.
    banks = [Fraction(-1) if net > 0 else 1 - rate if net < 0 else Fraction(0) for net in nets]
    bank = Side(hands, hands.counted(own_plays=False), banks)
    wagers = {main: analysed(price, main, player.cells(player.best), case_of, "unit of the wager", NOTE)}
    if DEALERS_WAGER in setup.offers:
        even = Side(hands, bank.counts, [price(DEALERS_WAGER, dealers_case(*cell)).net for cell in CELL_OF])
        cells = even.cells(even.best)
        per = "unit of the dealer's wager"
        wagers[DEALERS_WAGER] = analysed(price, DEALERS_WAGER, cells, dealers_case, per, DEALERS_NOTE)
    strategy = strategy_of(player, bank)
    if "co_banking" in setup.options:
        # The house sets the hand, and takes half of what is won or lost before the commission.
        shared = {"the house way, as the dealer sets it": decimal(bank.edge(hands.house) / 2)}
        strategy["house_edge_as_co_bank_against_one_player"] = shared
    return Analysis(setup, wagers, strategy)


def two_way_case(high: int, low: int) -> str:
    """The case of a player's hand, as ``games.pai_gow.setting.compare`` names it."""
    match (high == HIGHER, low == HIGHER):
        case (True, True):
            return "both_higher"
        case (True, False):
            return "high_only"
        case (False, True):
            return "low_only"
    return "copy" if EQUAL in (high, low) else "both_lower"


def dealers_case(high: int, low: int) -> str:
    """The case of the dealer's wager against the bank, the dealer standing in a player's place."""
    return ("bank_higher", "one_each", "dealer_higher")[[high, low].count(HIGHER)]


def strategy_of(player: Side, bank: Side) -> dict[str, Any]:
    """What the best setting gains over the house way and simpler rules, for a player and for a bank."""
    told: dict[str, Any] = {
        "rule": "set each hand as is worth most against a bank that sets by the house way",
        "simple_rules": _rules(player),
        "house_way_against_house_way": frequencies(player.cells(player.hands.house)),
        "set_otherwise_than_the_house": {
            "as_player": decimal(player.leaves(player.best)),
            "as_bank": decimal(bank.leaves(bank.best)),
        },
        "house_edge_as_bank_against_one_player": {
            rule: row["house_edge"] for rule, row in _rules(bank, best=True).items()
        },
    }
    return told


def _rules(side: Side, best: bool = False) -> Mapping[str, dict[str, str]]:
    hands = side.hands
    edge = side.edge(side.best)
    ways = {"the best setting": side.best} if best else {}
    ways |= {
        "the house way": hands.house,
        "always the highest high hand": hands.highest(hands.high, hands.low),
        "always the highest low hand": hands.highest(hands.low, hands.high),
    }
    return {
        rule: {"house_edge": decimal(side.edge(way)), "costs": decimal(side.edge(way) - edge)}
        for rule, way in ways.items()
    }
