"""No-bust blackjack by its best chart, at a real table: no kernel deals it."""

from collections.abc import Callable, Mapping

from pitboss.engine.round import Round
from pitboss.equipment.cards import JOKERS, Card
from pitboss.games.blackjack.held import DEALER
from pitboss.games.blackjack.no_bust.no_bust_rules import NoBustRules, total_of
from pitboss.games.blackjack.no_bust.no_bust_turns import EVEN_MONEY
from pitboss.games.blackjack.rules import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.rulebook.setup import Setup
from pitboss.solve.blackjack.no_bust.chart import Column
from pitboss.solve.blackjack.no_bust.solver import solved
from pitboss.solve.blackjack.no_bust.table import JOKER, Table
from pitboss.solve.blackjack.pieces import rank_of
from pitboss.solve.prices import Prices

STRATEGIES = ("basic",)


def policy(setup: Setup, name: str) -> Callable[[Round], str]:
    """By the chart, without insurance; even money is taken where it is worth more."""
    table, rules = Table.of(setup, Prices(setup)), NoBustRules.of(setup)
    found = solved(table)

    def decide(t: Round) -> str:
        assert t.asking
        names = {answer.partition(" ")[0]: answer for answer in t.asking[0].names}
        hand = t.asking[0].hand
        if EVEN_MONEY in names and found.even_money:
            return names[EVEN_MONEY]
        if hand is None or not {STAND, HIT} & set(names):
            return t.asking[0].names[0]
        start = tuple(sorted(_rank(card) for card in t.hands[DEALER][: len(table.starts[0])]))
        cards = t.hands[hand]
        total = total_of(rules, cards)
        pair = _rank(cards[0]) if len(cards) == 2 and _rank(cards[0]) == _rank(cards[1]) else None
        return _choose(found.parts[table.starts.index(start)].column, names, (int(total.soft), total.total), pair)

    return decide


def _choose(column: Column, names: Mapping[str, str], at: tuple[int, int], pair: int | None) -> str:
    if pair is not None and SPLIT in names and column.splits[pair]:
        return names[SPLIT]
    if SURRENDER in names and (column.surrenders[at] if pair is None else column.pairs_surrender[pair]):
        return names[SURRENDER]
    if DOUBLE in names and column.doubles[at]:
        return names[DOUBLE]
    return names[HIT] if HIT in names and (column.hits[at] or STAND not in names) else names[STAND]


def _rank(card: Card) -> int:
    return JOKER if card in JOKERS else rank_of(card)
