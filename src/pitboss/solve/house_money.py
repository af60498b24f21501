"""House Money: what its payout is worth to somebody who may add it to the wager on a hand.

All four cards lie face up when a winner chooses, so that every start is weighed by what its third cards make of it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from pitboss.equipment.cards import RANKS, Card
from pitboss.games.baccarat.drawing import BANKER, HANDS, PLAYER, banker_draws, player_draws
from pitboss.games.baccarat.results import Finished, Score, case_of
from pitboss.hands.baccarat import value
from pitboss.rulebook.setup import Setup
from pitboss.solve.model import WagerAnalysis, decimal
from pitboss.solve.prices import Prices

WAGER = "house_money"
VALUES = [value(Card(f"{rank}c")) for rank in RANKS]
TAKEN, BESIDE_BOTH = "payout taken", "added, with both"
BESIDE = {PLAYER: "added to Player", BANKER: "added to Banker"}

Counts = tuple[int, int]
"""What the Player's and the Banker's Hand count."""
SCALE = 10_000
"""Nets are counted in whole numbers: a vigorish in percent to two decimal places is one."""


@dataclass(frozen=True, slots=True)
class Start:
    """Four cards with a pair: what the hands count, the odds of the payout, in how many ways they are dealt.

    ``worth`` is what a unit added to each hand wins, over all orders of two more cards in ``SCALE`` parts.
    """

    counts: Counts
    odds: int
    ways: int
    worth: Mapping[str, int]


def with_choice(setup: Setup, price: Prices, taken: WagerAnalysis) -> tuple[WagerAnalysis, dict[str, Any]]:
    """The wager with the edges of a player who adds the payout where that wins, and the rule for it."""
    found, share = starts(setup, price), Fraction(setup.term("parlay_share"))
    cards = 52 * setup.decks
    deals = SCALE * cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) * (cards - 5)

    def edge(gain: int) -> Fraction:
        return taken.house_edge - share * gain / deals

    best = {hand: sum(start.ways * start.odds * max(0, start.worth[hand]) for start in found) for hand in HANDS}
    both = sum(start.ways * start.odds * max(0, *start.worth.values()) for start in found)
    by_lead = {
        hand: sum(start.ways * start.odds * start.worth[hand] for start in found if leads(hand, start.counts))
        for hand in HANDS
    }
    quotes = {TAKEN: taken.house_edge, **{BESIDE[hand]: edge(best[hand]) for hand in HANDS}, BESIDE_BOTH: edge(both)}
    simple = {
        f"House Money is {BESIDE[hand]} whenever that hand is ahead": {
            "house_edge": decimal(edge(by_lead[hand])),
            "costs": decimal(edge(by_lead[hand]) - edge(best[hand])),
        }
        for hand in HANDS
    }
    said = "; ".join(_said(hand, worth_adding(found, hand), {start.counts for start in found}) for hand in HANDS)
    return replace(taken, quotes=quotes), {"rule": f"House Money: {said}", "simple_rules": simple}


def starts(setup: Setup, price: Prices) -> list[Start]:
    """Every start that wins House Money, by the values of its cards."""
    nets = {hand: _nets(setup, price, hand) for hand in HANDS}
    shoe = [setup.decks * 4 * VALUES.count(each) for each in range(10)]
    known: dict[tuple[Counts, tuple[int, ...]], dict[str, int]] = {}
    found = []
    for (values, pairs), ways in dealt(4 * setup.decks).items():
        case, names = case_of(setup, WAGER, Finished(*(Score(0, pair=pair) for pair in pairs)))
        if case != "pair":
            continue
        counts = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10
        key = counts, tuple(sorted(values))
        if key not in known:
            left = [many - values.count(each) for each, many in enumerate(shoe)]
            known[key] = _worth(setup, nets, counts, left)
        found.append(Start(counts, int(price(WAGER, case, names).net), ways, known[key]))
    return found


def worth_adding(found: Sequence[Start], hand: str) -> frozenset[Counts]:
    """The counts of both hands with which adding to one wins, over all their starts together."""
    total: Counter[Counts] = Counter()
    for start in found:
        total[start.counts] += start.ways * start.odds * start.worth[hand]
    return frozenset(counts for counts, gain in total.items() if gain > 0)


@cache
def dealt(each: int) -> Counter[tuple[tuple[int, ...], tuple[bool, bool]]]:
    """Orders of four cards, Player, Banker, Player, Banker, by their values and by the pairs among them.

    >>> sum(dealt(4).values()) == 52 * 51 * 50 * 49
    True
    """
    found: Counter[tuple[tuple[int, ...], tuple[bool, bool]]] = Counter()
    for ranks in product(range(len(RANKS)), repeat=4):
        ways = each
        for at in range(1, 4):
            ways *= each - ranks[:at].count(ranks[at])
        found[tuple(VALUES[rank] for rank in ranks), (ranks[0] == ranks[2], ranks[1] == ranks[3])] += ways
    return found


def leads(hand: str, counts: Counts) -> bool:
    """Whether a hand is ahead on two cards."""
    player, banker = counts
    return player > banker if hand == PLAYER else banker > player


def _nets(setup: Setup, price: Prices, hand: str) -> list[list[list[list[int]]]]:
    """What a unit on a hand nets: by the Player's points and whether there is a third card, then the Banker's."""

    def net(ours: Score, theirs: Score) -> int:
        return int(SCALE * price(hand, *case_of(setup, hand, Finished(ours, theirs))).net)

    scores = [[Score(points, cards) for cards in (2, 3)] for points in range(10)]
    return [[[[net(ours, theirs) for theirs in row] for row in scores] for ours in mine] for mine in scores]


def _worth(
    setup: Setup, nets: Mapping[str, list[list[list[list[int]]]]], counts: Counts, left: Sequence[int]
) -> dict[str, int]:
    """What a unit on each hand wins over every two more cards in order, drawn or not."""
    player, banker = counts
    cards = sum(left)
    worth = dict.fromkeys(HANDS, 0)
    draws = player_draws(setup, player, banker)
    for third, many in enumerate(left) if draws else [(None, cards)]:
        total = player if third is None else (player + third) % 10
        if not banker_draws(setup, player, banker, third):
            ends = [(banker, 0, many * (cards - 1))]
        elif third is None:
            ends = [((banker + fourth) % 10, 1, others * (cards - 1)) for fourth, others in enumerate(left)]
        else:
            ends = [
                ((banker + fourth) % 10, 1, many * (others - (fourth == third))) for fourth, others in enumerate(left)
            ]
        for hand in HANDS:
            row = nets[hand][total][third is not None]
            worth[hand] += sum(ways * row[points][drew] for points, drew, ways in ends)
    return worth


def _said(hand: str, adds: frozenset[Counts], possible: set[Counts]) -> str:
    """When to add to a hand, as the counts on which the rule to add when it is ahead is right, and the others."""
    led = {counts for counts in possible if leads(hand, counts)}
    said = f"add the payout to {hand.title()} when that hand is ahead"
    for word, others in (("and also with", adds - led), ("but not with", led - adds)):
        if others:
            said += f", {word} " + ", ".join(f"{player} against {banker}" for player, banker in sorted(others))
    return said
