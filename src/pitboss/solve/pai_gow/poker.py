"""Pai Gow Poker, exactly: the wager on the hands from every deal of two hands, all others from every hand there is."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.games.pai_gow import banked_pai_gow_poker, banking, bonus_pai_gow_poker, bonus_wagers
from pitboss.games.pai_gow.bonuses import ACE_HIGH, TIGER_9, Seen
from pitboss.games.pai_gow.cards_in_two import ranking_of
from pitboss.games.pai_gow.house_way import Ranking
from pitboss.games.pai_gow.offered_bank import DEALERS_WAGER
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import EVERYTHING, Analysis, Asked, Progress, WagerAnalysis, decimal, root, tally
from pitboss.solve.pai_gow import dealt
from pitboss.solve.pai_gow.bonuses import Hands, bonus_analyses, on_hands
from pitboss.solve.pai_gow.in_two import CELL_OF, frequencies, two_way_case
from pitboss.solve.pai_gow.pairs import CASES, RESULTS, RETURNS, Pairs, Side, Terms, pairs
from pitboss.solve.pai_gow.sevens import nine_high_low_hands
from pitboss.solve.pai_gow.shared import DEALS
from pitboss.solve.prices import Prices

MAINS = {
    "pai_gow_poker": banking.MAIN,
    "bonus_pai_gow_poker": bonus_wagers.MAIN,
    "banked_pai_gow_poker": banked_pai_gow_poker.BASE,
}
"""By script, the wager on the hands."""
BANKS: Mapping[str, tuple[str, str, str]] = {
    DEALERS_WAGER: ("bank_higher", "one_each", "dealer_higher"),
    banking.BANK_V_HOUSE: ("bank_higher", "one_each", "house_higher"),
}
"""Wagers between a player who banks and the house, the cases in the order of ``pairs.RESULTS``."""
RULE = "set every hand by the house way"
BEST_RULE = "set each hand as is worth most against a dealer who sets by the house way"
OPEN_RULE = "set the hand so that both parts beat the dealer's, which lie open; where that cannot be, so that one does"
NOTE = "Set as is worth most, by its ranks and a flush that it has, against a dealer who sets by the house way"
OPEN_NOTE = "Set as is best against the dealer's hand, which lies open and is set by the house way"
BANK_NOTE = (
    "What a player who banks wins or loses by it, the hand set as is worth most against one set by the house way"
)
PER_WAGER = "unit of the wager"
NINE_HIGH, OTHER_LOW = (Card("9s"), Card("2h")), (Card("Ks"), Card("2h"))


def solve(
    setup: Setup,
    meters: Mapping[str, int] | None = None,
    progress: Progress | None = None,
    asked: Asked = EVERYTHING,
) -> Analysis:
    """Analyse every wager on offer."""
    price = Prices(setup, meters)
    told = progress or (lambda done: None)
    wagers: dict[str, WagerAnalysis] = {}
    strategy = None
    main, ranking = MAINS[setup.entry.script], ranking_of(setup)
    banks = [wager for wager in BANKS if wager in setup.offers]
    if any(asked.wants(wager) for wager in (main, *banks)):
        terms = terms_of(price, main, banks)
        found = pairs(terms, told)
        wagers = {main: _main(price, main, found, terms.lies_open)}
        wagers |= {wager: _bank(price, wager, found.banks[terms.bank.index(_nets(price, wager))]) for wager in banks}
        if not asked.edges_only:
            strategy = _strategy(price, terms, found, wagers[main], told)
    wagers |= bonus_analyses(price, asked.wants)
    if TIGER_9 in setup.offers and asked.wants(TIGER_9):
        wagers[TIGER_9] = on_hands(price, TIGER_9, _dealers_low(ranking))
    told_of = [wager for wager in setup.offers if wager in wagers and asked.wants(wager)]
    return Analysis(setup, {wager: wagers[wager] for wager in told_of}, strategy)


def _dealers_low(ranking: Ranking) -> Hands:
    nine, others = nine_high_low_hands(ranking)
    return ((Seen((), (), NINE_HIGH), nine), (Seen((), (), OTHER_LOW), others))


# -- the wager on the hands -------------------------------------------------------------------------------------------


def terms_of(price: Prices, main: str, banks: list[str]) -> Terms:
    """What the deals are counted by."""
    setup = price.setup
    lies_open = setup.term("dealer_sets") == "first" or setup.term("dealer_exposed") == banked_pai_gow_poker.FACE_UP
    returns = setup.term("dealer_returns_all") or (ACE_HIGH if setup.term("ace_high") else "")
    results = set[tuple[Fraction, ...]]()
    if not lies_open and not returns:
        results = {_bank_nets(Fraction(0)), _bank_nets(_rate(setup)), *(_nets(price, wager) for wager in banks)}
    return Terms(
        ranking=ranking_of(setup),
        strict=bool(setup.term("strict_set")),
        returns=returns,
        lies_open=lies_open,
        player=tuple(price(main, case).net for case in CASES),
        bank=tuple(sorted(results)),
    )


def _rate(setup: Setup) -> Fraction:
    return setup.commission.rate if setup.commission is not None else Fraction(0)


def _bank_nets(rate: Fraction) -> tuple[Fraction, ...]:
    """What the results net to a bank that pays so much of what it wins."""
    return 1 - rate, Fraction(0), Fraction(-1)


def _nets(price: Prices, wager: str) -> tuple[Fraction, ...]:
    return tuple(price(wager, case).net for case in BANKS[wager])


def main_case(setup: Setup, cell: int, state: int) -> str:
    """The case of a player's wager: what of the dealer's hand returns all wagers comes first."""
    name = setup.term("dealer_returns_all")
    if name and RETURNS[name](state):
        return bonus_pai_gow_poker.RETURNED
    if setup.entry.script == "banked_pai_gow_poker" and setup.term("ace_high") and RETURNS[ACE_HIGH](state):
        return banked_pai_gow_poker.DEALER_ACE_HIGH
    return two_way_case(*CELL_OF[cell])


def _main(price: Prices, main: str, found: Pairs, lies_open: bool) -> WagerAnalysis:
    counts = dict(found.player.counts)
    if found.returned:
        banked = price.setup.entry.script == "banked_pai_gow_poker"
        counts[banked_pai_gow_poker.DEALER_ACE_HIGH if banked else bonus_pai_gow_poker.RETURNED] = found.returned
    return _counted(price, main, counts, OPEN_NOTE if lies_open else NOTE)


def _bank(price: Prices, wager: str, side: Side) -> WagerAnalysis:
    counts = {case: side.counts[result] for case, result in zip(BANKS[wager], RESULTS, strict=True)}
    return _counted(price, wager, counts, BANK_NOTE)


def _counted(price: Prices, wager: str, counts: Mapping[str, int], note: str) -> WagerAnalysis:
    def rows() -> Iterator[tuple[str, int, Fraction, Fraction, str]]:
        for case, count in counts.items():
            paid = price(wager, case)
            yield paid.reason, count, paid.net, Fraction(1), paid.pays

    return WagerAnalysis(tally(rows()), per=PER_WAGER, note=note)


# -- what is told with it ---------------------------------------------------------------------------------------------


def _strategy(price: Prices, terms: Terms, found: Pairs, best: WagerAnalysis, told: Progress) -> dict[str, Any]:
    """What the best setting gains over the house way, how hands fare, and what a bank loses by its players."""
    setup = price.setup
    main = MAINS[setup.entry.script]
    nets = [price(main, two_way_case(*cell)).net for cell in CELL_OF]
    by_house = -sum((net * count for net, count in zip(nets, found.cells, strict=True)), Fraction(0)) / DEALS
    strategy: dict[str, Any] = {
        "rule": OPEN_RULE if terms.lies_open else BEST_RULE,
        "simple_rules": {
            "the house way": {"house_edge": decimal(by_house), "costs": decimal(by_house - best.house_edge)}
        },
        "house_way_against_house_way": frequencies(found.cells, found.returned),
    }
    if not terms.lies_open:
        strategy["set_otherwise_than_the_house"] = {"as_player": decimal(found.player.otherwise)}
    if setup.entry.bank.kind == "player_dealer" or any(wager in setup.offers for wager in BANKS):
        strategy |= _as_bank(setup, terms, found, best, told)
    return strategy


def _as_bank(setup: Setup, terms: Terms, found: Pairs, best: WagerAnalysis, told: Progress) -> dict[str, Any]:
    rate = _rate(setup)
    if terms.lies_open:  # A bank that is seen sets by the house way, and its players as is best against that.
        return {"house_edge_as_bank": {"against any number of players": decimal(-best.house_edge)}}
    side = found.banks[terms.bank.index(_bank_nets(rate))]
    higher, lower = Fraction(side.counts["higher"], DEALS), Fraction(side.counts["lower"], DEALS)
    edges = bank_edges(found, dealt.nets_of(terms.ranking, told) if rate else None, rate)
    told_of: dict[str, Any] = {
        "house_edge_as_bank_against_one_player": {
            "the best setting": decimal(lower - higher * (1 - rate)),
            "the house way": decimal(edges[1][0]),
        },
        "house_edge_as_bank": (
            {_players(number): decimal(edge) for number, (edge, _) in edges.items()}
            if rate
            else {"against any number of players": decimal(edges[1][0])}
        ),
    }
    if "co_banking" in setup.options:
        # The house takes half of what is won or lost before the commission.
        told_of["house_edge_as_co_bank"] = {_players(number): decimal(edge / 2) for number, (edge, _) in edges.items()}
    if rate:
        told_of["standard_error_as_bank"] = {
            _players(number): root(error) for number, (_, error) in edges.items() if error
        }
    return told_of


def _players(number: int) -> str:
    return f"against {number} player{'s' if number > 1 else ''}"


def _won_and_lost(found: Pairs) -> tuple[Fraction, Fraction]:
    """How often a bank wins of one player, and loses to one, both setting by the house way."""
    counts = dict.fromkeys(CASES, 0)
    for cell, count in zip(CELL_OF, found.cells, strict=True):
        counts[two_way_case(*cell)] += count
    return Fraction(counts["copy"] + counts["both_lower"], DEALS), Fraction(counts["both_higher"], DEALS)


def bank_edges(found: Pairs, nets: NDArray[np.int64] | None, rate: Fraction) -> dict[int, tuple[Fraction, Fraction]]:
    """What a bank loses of every unit that it covers, by the number of players who wager one each, and the square of
    its standard error.

    What it wins of one player is what it wins of each of them; only its commission, on what it wins over all, hangs on
    how they win and lose together.
    """
    won, lost = _won_and_lost(found)
    edges = {1: (lost - won * (1 - rate), Fraction(0))}
    for players in range(2, dealt.MOST_PLAYERS + 1):
        charged, error = Fraction(0), Fraction(0)
        if nets is not None:
            surplus = {max(0, net - dealt.MOST_PLAYERS): 0 for net in range(len(nets[players]))}
            for net, count in enumerate(nets[players].tolist()):
                surplus[max(0, net - dealt.MOST_PLAYERS)] += count
            charged, error = _mean(surplus)
        share = rate / players
        edges[players] = lost - won + share * charged, share**2 * error
    return edges


def _mean(counts: Mapping[int, int]) -> tuple[Fraction, Fraction]:
    """The mean of what was counted, and the square of its standard error."""
    total = sum(counts.values())
    mean = Fraction(sum(value * count for value, count in counts.items()), total)
    square = Fraction(sum(value**2 * count for value, count in counts.items()), total)
    return mean, (square - mean**2) / total
