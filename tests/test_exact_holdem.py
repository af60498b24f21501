"""Ultimate Texas Hold'em a second way: the charts of its later decisions by hand, Cover All at a real table."""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from house_fixtures import dear
from pitboss.engine.table import Table
from pitboss.equipment.cards import Card
from pitboss.games import game_of
from pitboss.hands.evaluator import card_number, card_of, categories, rank_of
from pitboss.rulebook import Setup, load
from pitboss.simulation.holdem import policy
from pitboss.solve import analyze, holdem_chart_kernel
from pitboss.solve.holdem import outcome_counts
from pitboss.solve.holdem_boards import Counted, Valued
from pitboss.solve.holdem_chart import FLOP_KINDS, charts
from pitboss.solve.holdem_chart_kernel import chart_flops, flop_class
from pitboss.solve.holdem_passes_kernel import bets_by_class, count_outcomes, over_symmetries
from pitboss.solve.holdem_tables import DECISIONS, PriceArrays, numbers, price_arrays
from pitboss.solve.model import Analysis
from pitboss.solve.poker.ranking import ranking
from pitboss.solve.poker.ranking_kernel import rank_cards
from pitboss.solve.poker.suits_kernel import canonical_sets
from pitboss.solve.prices import Prices

NAME = "massachusetts-2020/ultimate-texas-holdem"
SITUATIONS, BETS, BET_VALUE, BEST_VALUE, PASS_VALUE = range(5)


@cache
def solved() -> Analysis:
    return analyze(Setup.of(load(NAME)))


def prices() -> PriceArrays:
    return price_arrays(Prices(Setup.of(load(NAME))))


def chart(when: str) -> dict[str, dict[str, Any]]:
    assert solved().strategy is not None
    return {row["hand"]: row for row in solved().strategy[when]["rows"]}  # type: ignore[index]


def share_of(decision: str) -> Fraction:
    """How often a decision is made, by the outcomes of the Ante."""
    ante = solved().wagers["ante"]
    words = decision.replace("_", " ")
    return Fraction(sum(each.combinations for each in ante.outcomes if each.result.startswith(words)), ante.total)


# -- The charts -------------------------------------------------------------------------------------------------------


def test_the_chart_after_the_flop_is_the_published_one() -> None:
    """Two pairs or better, a hidden pair but of twos, four to a flush with a hidden ten or better."""
    rows = chart("after_the_flop")
    bets = {hand for hand, row in rows.items() if row["decision"] == "play_2x"}
    pairs = {f"pair with the flop's {place} card" for place in ("lowest", "middle", "highest")}
    assert bets - {hand for hand in rows if hand.startswith("trips on the flop")} == {
        "straight or better",
        "trips with a card of yours",
        "two pairs",
        "four to a flush, your best of it: 10 or higher",
        *pairs,
    }
    assert rows["pair in your hand: 2"]["decision"] == "check"


def test_the_chart_after_the_river_is_the_published_one() -> None:
    """Bet when fewer than 21 cards give the dealer a higher hand."""
    rows = chart("after_the_river")
    assert [hand for hand, row in rows.items() if row["decision"] == "play_1x"] == [
        "18 or fewer cards",
        "19 or 20 cards",
    ]
    assert rows["18 or fewer cards"]["bets"] == rows["18 or fewer cards"]["situations"]
    assert rows["29 or more cards"]["bets"] == 0


def test_a_chart_holds_every_situation_and_every_bet() -> None:
    dealt = comb(52, 3) * comb(49, 2)
    flop, river = chart("after_the_flop").values(), chart("after_the_river").values()
    assert sum(row["situations"] for row in flop) == (1 - share_of("play_4x")) * dealt
    assert sum(row["bets"] for row in flop) == share_of("play_2x") * dealt
    assert sum(row["situations"] for row in river) == (share_of("play_1x") + share_of("fold")) * dealt * comb(47, 2)
    assert sum(row["bets"] for row in river) == share_of("play_1x") * dealt * comb(47, 2)


def by_hand(own: tuple[Card, ...], flop: tuple[Card, ...]) -> str:
    """The class of a hand after the flop as a person finds it."""
    category = int(categories()[rank_of((*own, *flop))])
    ranks, board = [card.rank for card in own], [card.rank for card in flop]
    names = dict(enumerate(["2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"], 2))
    if category >= 4:
        return "straight or better"
    if len(set(board)) == 1:
        return f"trips on the flop, your best card: {names[max(ranks)]}"
    if category in (2, 3):
        return "trips with a card of yours" if category == 3 else "two pairs"
    if ranks[0] == ranks[1]:
        return f"pair in your hand: {names[ranks[0]]}"
    if set(ranks) & set(board):
        place = sorted(board).index(*(set(ranks) & set(board)))
        return f"pair with the flop's {('lowest', 'middle', 'highest')[place]} card"
    for suit in "cdhs":
        if [card.suit for card in (*own, *flop)].count(suit) == 4:
            return f"four to a flush, your best of it: {names[max(c.rank for c in own if c.suit == suit)]}"
    seen = {*ranks, *board, *([1] if 14 in (*ranks, *board) else [])}
    runs = [set(range(low, low + 5)) for low in range(1, 11)]
    fills = {14 if rank == 1 else rank for run in runs if len(run - seen) == 1 for rank in run - seen}
    if fills:
        return "straight draw, two ranks fill it" if len(fills) > 1 else "straight draw, one rank fills it"
    return "only a pair on the flop" if category == 1 else "none of these"


def test_hands_after_the_flop_are_sorted_as_a_person_sorts_them() -> None:
    flops, _ = canonical_sets(3)
    tables = (numbers().holding, ranking(5), categories(), np.full(1326, -1, dtype=np.int8))
    worthless = np.zeros((1, 1326, 2), dtype=np.int64)
    for flop in flops[::120]:
        found = chart_flops(flop[None], np.ones(1, dtype=np.int64), *tables, worthless)
        counted: dict[str, int] = {}
        on_flop = tuple(card_of(int(card)) for card in flop)
        for own in combinations([card for card in range(52) if card not in flop], 2):
            name = by_hand(tuple(map(card_of, own)), on_flop)
            counted[name] = counted.get(name, 0) + 1
        told = {
            f"{words} {details[detail]}" if details else words: int(found[kind, detail, SITUATIONS])
            for kind, (words, details) in enumerate(FLOP_KINDS)
            for detail in range(len(details) or 1)
        }
        assert {name: count for name, count in told.items() if count} == counted


def test_cards_that_beat_the_player_are_counted_one_by_one() -> None:
    """No bet before the river: every holding by hand, on a board with four of a suit and on one with a pair."""
    for board in ("2c 7c Jc Qc Kd", "4c 4d 9c Th Ac"):
        cards = tuple(map(Card, board.split()))
        river = river_on([card_number(card) for card in cards])
        expected = np.zeros(47, dtype=np.int64)
        left = [card_of(number) for number in range(52) if card_of(number) not in cards]
        alone = {card: rank_of((*cards, card)) for card in left}
        for own in combinations(left, 2):
            ours = rank_of((*cards, *own))
            expected[sum(alone[card] > ours for card in left if card not in own)] += 10
        assert (river[:, SITUATIONS] == expected).all()
        assert (river[:, BEST_VALUE] >= np.maximum(river[:, BET_VALUE], river[:, PASS_VALUE])).all()


def river_on(board: list[int]) -> NDArray[np.int64]:
    """The situations after the river of one board, where nobody has bet."""
    outcome, river = np.zeros((4, 10, 6), dtype=np.int64), np.zeros((47, 5), dtype=np.int64)
    after_flop, opens = np.zeros((1755, 1326), dtype=np.int8), np.zeros(169, dtype=np.int64)
    bets = bets_by_class(canonical_sets(3)[0], numbers(), np.full(1326, -1, dtype=np.int8), after_flop)
    one = (np.array([board], dtype=np.int8), np.ones(1, dtype=np.int64))
    count_outcomes(*one, numbers(), ranking(7), prices().stakes, opens, bets, ranking(6), outcome, river)
    return river


def test_what_a_chart_costs_is_what_playing_by_it_loses() -> None:
    """On a few boards: the best decisions after the flop against the chart's, both counted out."""
    few = 12
    kept = outcome_counts(prices())
    flops, weights = canonical_sets(3)
    by_flop, _ = Valued(prices(), few)(range(few))
    values = over_symmetries(flops, numbers().holding, by_flop)
    found = chart_flops(flops, weights, numbers().holding, ranking(5), categories(), kept["before_flop"], values)
    best = values[:, :, 0] >= values[:, :, 1]
    by_chart = best.copy()
    cards = np.empty(5, dtype=np.int64)
    whole = [kind for kind, (_, details) in enumerate(FLOP_KINDS) if not details]
    bets = found[:, :, BET_VALUE] >= found[:, :, PASS_VALUE]
    assert (found[whole, 1:] == 0).all()
    for flop in np.flatnonzero(values.any(axis=(1, 2))):
        cards[2:] = flops[flop]
        for one, two in combinations([card for card in range(52) if card not in flops[flop]], 2):
            cards[:2] = one, two
            kind, detail = flop_class(cards, categories()[rank_cards(cards, ranking(5))])
            by_chart[flop, numbers().holding[one, two]] = bets[kind, detail]
    results = []
    for bits in (best, by_chart):
        packed = np.packbits(bits, axis=1, bitorder="little")
        outcome, river = Counted(prices(), kept["before_flop"], packed, few)(range(few))
        results.append(result_of(outcome))
    lost = int((found[:, :, BEST_VALUE] - np.maximum(found[:, :, BET_VALUE], found[:, :, PASS_VALUE])).sum())
    assert lost > 0 and 24 * (results[0] - results[1]) == lost
    told = charts({"outcome": outcome, "flop_chart": found, "river_chart": river}, prices().unit, "play_2x", "play_1x")[
        "after_the_flop"
    ]
    assert abs(Fraction(told["cost"]) - Fraction(lost, 24 * int(outcome.sum()) * prices().unit)) < Fraction(1, 10**11)


def result_of(outcome: NDArray[np.int64]) -> int:
    """What all deals counted come to, in the unit of the prices."""
    priced, total = prices(), 0
    for times, by_category in zip((4, 2, 1), outcome, strict=False):
        total += int((by_category * (priced.base + times * priced.play)).sum())
    return total + int(outcome[DECISIONS.index("fold")].sum()) * priced.fold


def test_every_kind_of_the_kernel_has_its_words() -> None:
    assert len(FLOP_KINDS) == holdem_chart_kernel.KINDS


# -- Cover All --------------------------------------------------------------------------------------------------------


@dear
@pytest.mark.parametrize("players", [1, 5])
def test_cover_all_agrees_with_play_at_a_full_table(players: int) -> None:
    """Everybody plays the best strategy; the wager's mean stays within four standard errors."""
    setup = Setup.of(load(NAME), {"cover_all": True})
    title = f"cover_all, {players} player{'s' if players > 1 else ''}"
    figure = analyze(setup, wagers=["cover_all"]).wagers[title]
    assert figure.sampled and figure.standard_error is not None
    decide, rounds, won = policy(setup, "best"), 1_500, 0
    table = Table(setup, game_of(setup.entry), seed=players)
    wagers = {seat: {"ante": 10, "blind": 10, "cover_all": 10} for seat in range(1, players + 1)}
    for _ in range(rounds):
        played = table.deal(wagers)
        while played.asking:
            played.act(decide(played))
        nets = {row.net for row in played.settlements if row.wager == "cover_all"}
        assert len(nets) == 1  # one result for the whole table
        won += nets.pop()
        table.forget()
    error = sqrt(float(figure.variance) / rounds + float(figure.standard_error) ** 2)
    assert abs(won / 1000 / rounds - float(figure.expectation)) < 4 * error
