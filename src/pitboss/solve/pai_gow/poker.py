"""Pai Gow Poker: the wager on the hands from rounds that are dealt, all others from every hand there is."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.games.pai_gow import banked_pai_gow_poker, banking, bonus_pai_gow_poker, bonus_wagers
from pitboss.games.pai_gow.bonuses import ACE_HIGH, QUEENS_DRAGON, TIGER_9, Seen
from pitboss.games.pai_gow.cards_in_two import ranking_of
from pitboss.games.pai_gow.house_way import Ranking
from pitboss.games.pai_gow.offered_bank import DEALERS_WAGER
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import Analysis, Asked, Progress, WagerAnalysis, decimal, root, tally
from pitboss.solve.pai_gow import dealt
from pitboss.solve.pai_gow.bonuses import Hands, bonus_analyses, on_hands
from pitboss.solve.pai_gow.in_two import CELL_OF, dealers_case, frequencies, two_way_case
from pitboss.solve.pai_gow.sevens import nine_high_low_hands
from pitboss.solve.prices import Prices

MAINS = {
    "pai_gow_poker": banking.MAIN,
    "bonus_pai_gow_poker": bonus_wagers.MAIN,
    "banked_pai_gow_poker": banked_pai_gow_poker.BASE,
}
"""By script, the wager on the hands."""
QUEEN, ACE, ACE_AND_JOKER, NINE = 1, 2, 3, 4
RETURNS: Mapping[str, Callable[[int], bool]] = {
    QUEENS_DRAGON: lambda state: state & 3 == QUEEN,
    "nine_high_low_hand": lambda state: state & NINE > 0,
    ACE_HIGH: lambda state: state & 3 in (ACE, ACE_AND_JOKER),
}
"""By the name that a variant has for it, with which of the dealer's hands every wager on the hands is returned."""
NOTE = "The player and the bank both set by the house way"
BANK_NOTE = "What a player who banks wins or loses by it, both hands set by the house way"
NINE_HIGH, OTHER_LOW = (Card("9s"), Card("2h")), (Card("Ks"), Card("2h"))
OPEN_NOTE = "Players see the dealer's hand before they set theirs, and can do better than by the house way."
RULE = "set every hand by the house way"


def solve(
    setup: Setup,
    meters: Mapping[str, int] | None = None,
    progress: Progress | None = None,
    asked: Asked = Asked(),  # noqa: B008 - it is frozen
) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    told = progress or (lambda done: None)
    wagers: dict[str, WagerAnalysis] = {}
    strategy = None
    main, ranking = MAINS[setup.entry.script], ranking_of(setup)
    on_the_hands = [wager for wager in (main, *BANKS) if wager in setup.offers and asked.wants(wager)]
    if on_the_hands:
        cells = dealt.cells_of(ranking, told)
        wagers = {wager: _on_the_hands(price, wager, cells) for wager in on_the_hands}
        if not asked.edges_only:
            strategy = _strategy(setup, ranking, cells, told)
            if main in wagers:
                strategy["other_settings"] = _other_settings(price, main, ranking, wagers[main])
    wagers |= bonus_analyses(price, asked.wants)
    if TIGER_9 in setup.offers and asked.wants(TIGER_9):
        wagers[TIGER_9] = on_hands(price, TIGER_9, _dealers_low(ranking))
    notes = (OPEN_NOTE,) if main in wagers and _lies_open(setup) else ()
    return Analysis(setup, {wager: wagers[wager] for wager in setup.offers if wager in wagers}, strategy, notes=notes)


def _lies_open(setup: Setup) -> bool:
    """True where the dealer's hand is seen before players set theirs."""
    return bool(setup.term("dealer_sets") == "first" or setup.term("dealer_exposed") == banked_pai_gow_poker.FACE_UP)


def _dealers_low(ranking: Ranking) -> Hands:
    nine, others = nine_high_low_hands(ranking)
    return ((Seen((), (), NINE_HIGH), nine), (Seen((), (), OTHER_LOW), others))


# -- the wager on the hands -------------------------------------------------------------------------------------------


def main_case(setup: Setup, cell: int, state: int) -> str:
    """The case of a player's wager: what of the dealer's hand returns all wagers comes first."""
    name = setup.term("dealer_returns_all")
    if name and RETURNS[name](state):
        return bonus_pai_gow_poker.RETURNED
    if setup.entry.script == "banked_pai_gow_poker" and setup.term("ace_high") and RETURNS[ACE_HIGH](state):
        return banked_pai_gow_poker.DEALER_ACE_HIGH
    return two_way_case(*CELL_OF[cell])


def banks_case(high: int, low: int) -> str:
    """The case of the bank's wager against the house, the house standing in a player's place."""
    return dealers_case(high, low).replace("dealer", "house")


BANKS: Mapping[str, Callable[[int, int], str]] = {DEALERS_WAGER: dealers_case, banking.BANK_V_HOUSE: banks_case}
"""Wagers between a player who banks and the house."""


def _on_the_hands(price: Prices, wager: str, cells: NDArray[np.int64]) -> WagerAnalysis:
    def rows() -> Iterator[tuple[str, int, Fraction, Fraction, str]]:
        for (cell, state), count in np.ndenumerate(cells):
            case = BANKS[wager](*CELL_OF[cell]) if wager in BANKS else main_case(price.setup, cell, state)
            found = price(wager, case)
            yield found.reason, int(count), found.net, Fraction(1), found.pays

    note = BANK_NOTE if wager in BANKS else NOTE
    return WagerAnalysis(tally(rows()), per="unit of the wager", sampled=int(cells.sum()), note=note)


def _strategy(setup: Setup, ranking: Ranking, cells: NDArray[np.int64], told: Progress) -> dict[str, Any]:
    """How hands fare against one another, and what a bank loses by the number of players against it."""
    by_cell: list[int] = cells.sum(axis=1).tolist()
    found: dict[str, Any] = {"rule": RULE, "house_way_against_house_way": frequencies(by_cell)}
    if setup.entry.bank.kind == "player_dealer" or any(wager in setup.offers for wager in BANKS):
        rate = setup.commission.rate if setup.commission is not None else Fraction(0)
        edges = bank_edges(_won_of_one(setup, cells), dealt.nets_of(ranking, told) if rate else None, rate)
        found["house_edge_as_bank"] = {_players(number): decimal(edge) for number, (edge, _) in edges.items()}
        if "co_banking" in setup.options:
            # The house takes half of what is won or lost before the commission.
            found["house_edge_as_co_bank"] = {
                _players(number): decimal(edge / 2) for number, (edge, _) in edges.items()
            }
        found["standard_error_as_bank"] = {_players(number): error for number, (_, error) in edges.items()}
    return found


def _other_settings(price: Prices, main: str, ranking: Ranking, by_house: WagerAnalysis) -> dict[str, str]:
    """What it gains to set hands by how often the house has which, hands of the dealer's that return wagers aside."""
    nets = [price(main, case).net for case in ("both_lower", "high_only", "both_higher")]
    counts = dealt.ways_compared(ranking, nets[2])
    rows = [(nets[more] - nets[wins], int(count)) for (wins, more), count in np.ndenumerate(counts)]
    total = int(counts.sum())
    gain = sum((net * count for net, count in rows), Fraction(0)) / total
    square = sum((net**2 * count for net, count in rows), Fraction(0)) / total
    told = {
        "rule": "as is worth most by how often the house has which hands",
        "gains": decimal(gain),
        "standard_error": root((square - gain**2) / total),
    }
    if main_case(price.setup, 0, QUEEN) == main_case(price.setup, 0, ACE) == main_case(price.setup, 0, NINE):
        told["house_edge"] = decimal(by_house.house_edge - gain)
    return told


def _players(number: int) -> str:
    return f"against {number} player{'s' if number > 1 else ''}"


def _won_of_one(setup: Setup, cells: NDArray[np.int64]) -> dict[int, int]:
    """How often a bank wins of one player, loses to him, or neither."""
    nets = {"both_higher": -1, "both_lower": 1, "copy": 1}
    found = {-1: 0, 0: 0, 1: 0}
    for (cell, state), count in np.ndenumerate(cells):
        found[nets.get(main_case(setup, cell, state), 0)] += int(count)
    return found


def bank_edges(
    one: Mapping[int, int], nets: NDArray[np.int64] | None, rate: Fraction
) -> dict[int, tuple[Fraction, str]]:
    """What a bank loses of every unit that it covers, by the number of players who wager one each, and its error.

    What it wins of one player is what it wins of each of them; only its commission, on what it wins over all, hangs on
    how they win and lose together.
    """
    won, error = _mean(one)
    found = {}
    for players in range(1, dealt.MOST_PLAYERS + 1):
        charged, more = Fraction(0), Fraction(0)
        if nets is not None:
            surplus = {max(0, net - dealt.MOST_PLAYERS): 0 for net in range(len(nets[players]))}
            for net, count in enumerate(nets[players].tolist()):
                surplus[max(0, net - dealt.MOST_PLAYERS)] += count
            charged, more = _mean(surplus)
        share = rate / players
        found[players] = share * charged - won, root(error + share**2 * more)
    return found


def _mean(counts: Mapping[int, int]) -> tuple[Fraction, Fraction]:
    """The mean of what was counted, and the square of its standard error."""
    total = sum(counts.values())
    mean = Fraction(sum(value * count for value, count in counts.items()), total)
    square = Fraction(sum(value**2 * count for value, count in counts.items()), total)
    return mean, (square - mean**2) / total
