"""Pai Gow Poker: bonus wagers exactly, against what is published and closed forms; how hands are set and dealt."""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from house_fixtures import dear
from pitboss.equipment.cards import JOKERS
from pitboss.games.pai_gow.bonuses import Cards, is_ace_high
from pitboss.games.pai_gow.house_way import Ranking, house_way
from pitboss.games.pai_gow.setting import Parts, compare
from pitboss.hands.pai_gow import PaiGowHand
from pitboss.hands.pai_gow_seven import pai_gow_with_an_ace, seven_card_names
from pitboss.rulebook import Setup, load
from pitboss.sheets.choices import assume_required
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.model import Analysis, WagerAnalysis
from pitboss.solve.pai_gow import dealt, pairs, sevens, shared
from pitboss.solve.pai_gow.in_two import CELL_OF, two_way_case
from pitboss.solve.pai_gow.numbering import numbering

HANDS = comb(53, 7)
MASSACHUSETTS = "massachusetts-2020/pai-gow-poker"
RANKINGS = (
    Ranking(),
    Ranking("lowest", "ace", "text"),
    Ranking("lowest", "ace", "example"),
    Ranking("lowest", "ace", "none"),
    Ranking("lowest", "ace_or_fifth", "none"),
    Ranking("lowest", "wild", "text"),
    Ranking("lowest", "wild", "example"),
)


def setup(name: str = MASSACHUSETTS, **options: Any) -> Setup:
    return Setup.of(load(name), assume_required(load(name), options)[0])


def wager(of: Setup, name: str) -> WagerAnalysis:
    return analyze(of, wagers=[name]).wagers[name]


def counted(found: WagerAnalysis) -> dict[str, int]:
    """How many hands each line of a table is paid for."""
    return {outcome.result: outcome.combinations for outcome in found.outcomes if outcome.pays != "lose"}


# -- what is published ------------------------------------------------------------------------------------------------


def test_the_seven_card_bonus_is_as_published() -> None:
    # wizardofodds.com/games/pai-gow-poker/appendix/5 (Pai Gow Mania, seven cards): all counts, and an edge of 6.3667 %.
    found = wager(setup(dealing_device="three_then_four", seven_card_bonus="A"), "seven_card_bonus")
    assert counted(found) == {
        "five aces": 1_128,
        "royal flush": 26_132,
        "straight flush": 184_832,
        "four of a kind": 307_472,
        "full house": 4_188_528,
        "flush": 6_172_088,
        "three of a kind": 7_672_500,
        "straight": 11_034_204,
    }
    assert found.total == HANDS == 154_143_080
    assert found.exact == "72161/1133405" and round(float(found.house_edge), 6) == 0.063667


def test_the_three_card_bonus_is_as_published() -> None:
    # The same page, three cards; it pays 30 to 1 for three of a kind, where this rulebook has 25.
    found = wager(setup(dealing_device="three_then_four", three_card_bonus=True), "three_card_bonus")
    assert counted(found) == {
        "straight flush no joker": 48,
        "three of a kind": 58,
        "straight flush": 100,
        "straight": 1_020,
        "flush": 1_308,
        "pair": 3_912,
    }
    assert found.total == comb(53, 3)
    assert round(float(found.house_edge - Fraction(5 * 58, 23_426)), 5) == 0.03859


def test_the_fortune_bonus_is_as_published() -> None:
    # Counts: B. Alspach, "Pai Gow Poker Computations" (2003), and wizardofodds.com on Emperor's Challenge, as
    # playpaigow.net/emperors-challenge has it: 32, 196, 1,128, 26,092 with the 72 royal matches, and so on.
    found = wager(setup(fortune_bonus="F-A"), "fortune_bonus")
    assert counted(found) == {
        "seven card straight flush no joker": 32,
        "royal flush royal match": 72,
        "seven card straight flush with joker": 196,
        "five aces": 1_128,
        "royal flush": 26_092 - 72,
        "straight flush": 184_644,
        "four of a kind": 307_472,
        "full house": 4_188_528,
        "flush": 6_172_088,
        "three of a kind": 7_672_500,
        "straight": 11_034_204,
    }
    # casinocitytimes.com/john-grochowski/article/fortune-pai-gow-64242, after wizardofodds.com: 7.8 % with 5,000 to 1
    # at the top, and 0.92 % less for each other player whose hand may be envied.
    other = wager(setup(fortune_bonus="F-B"), "fortune_bonus")
    assert other.exact == "215466/2752555" and round(100 * float(other.house_edge), 1) == 7.8
    assert "$5.00 every other player who may be envied lowers the house edge by 0.9185 %" in other.note


EDGES = {
    "F-A": "1496262/19267885",
    "F-B": "215466/2752555",
    "F-C": "220226/2752555",
    "F-D": "3271699/38535770",
    "F-6": "3578229/38535770",
    "F-7": "215466/2752555",
    "F-9": "1211162/19267885",
}


@pytest.mark.parametrize("table", EDGES)
def test_every_fortune_table_has_its_edge(table: str) -> None:
    of = setup(variant="commission_free_fortune", fortune_bonus=table)
    assert wager(of, "fortune_bonus").exact == EDGES[table]


def test_hands_without_a_pair_are_as_published() -> None:
    # playpaigow.net/emperors-challenge, after wizardofodds.com: nine, ten and jack high; the sum of all six is the
    # 24,780,420 hands of nothing that gamblingplanet.eu/pai-gow-poker-probabilities has.
    found = wager(setup(variant="ez", protection=True), "protection")
    assert counted(found) == {
        "nine high": 31_080,
        "ten high": 248_640,
        "jack high": 963_480,
        "queen high": 2_719_500,
        "king high": 6_386_940,
        "ace high": 14_430_780,
    }
    assert sum(counted(found).values()) == 24_780_420
    dragon = wager(setup(variant="ez", queens_dragon=True), "queens_dragon")
    # paigowonline.com.au: "just over 10 percent".
    assert counted(dragon) == {"queens dragon": 2_719_500} and dragon.exact == "6491/64766"


JACKPOT = {
    "five_aces_and_pair": 72,
    "royal_flush_and_pair": 1_560 + 12,
    "five_aces": 1_056,
    "royal_flush": 24_560,
    "straight_flush_and_pair": 11_748,
    "four_of_a_kind_and_pair": 57_648,
    "straight_flush": 173_084,
    "four_of_a_kind": 249_824,
    "full_house_and_pair": 150_480,
    "flush_and_pair": 489_260,
    "straight_and_pair": 1_155_536,
    "full_house": 4_024_560,
    "flush": 5_631_420,
    "straight": 10_145_388,
    "three_of_a_kind": 7_470_676,
}
"""wizardofodds.com/games/pai-gow-poker/appendix/3, Jackpot Pai Gow Poker: hands in the order in which they are paid."""


def test_hands_with_a_pair_beside_are_as_published() -> None:
    found: Counter[str] = Counter()
    for hand, count in sevens.kinds():
        names = seven_card_names(hand)
        found[next((name for name in JACKPOT if name in names), "nothing")] += count
    assert found == JACKPOT | {"nothing": 124_556_196}


# -- a second way -----------------------------------------------------------------------------------------------------


def test_hands_without_the_joker_are_those_of_seven_card_poker() -> None:
    # Table 1 of Alspach's computations.
    found: Counter[str] = Counter()
    order = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind")
    for hand, count in sevens.kinds():
        if not set(hand) & set(JOKERS):
            names = seven_card_names(hand)
            found[next(name for name in (*order, "two_pair", "pair", "high_card") if name in names)] += count
    assert found.pop("royal_flush") + found.pop("straight_flush") == 41_584
    assert [found[name] for name in (*order[2:], "two_pair", "pair", "high_card")] == [
        *(224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460)
    ]


def test_counts_have_closed_forms() -> None:
    count = {name: _having(name) for name in ("five_aces", "three_pair", "seven_card_straight_flush_no_joker")}
    assert count["five_aces"] == comb(48, 2) and count["seven_card_straight_flush_no_joker"] == 4 * 8
    # Three pairs and a card beside them: of natural cards, or one of the pairs an ace and the joker.
    natural = comb(13, 3) * 6**3 * 40
    assert count["three_pair"] == natural + comb(12, 2) * 6**2 * 4 * 40 + comb(12, 3) * 6**3 * 1
    red = wager(setup(variant="ez", red_black=True), "red_black")
    assert counted(red)["four of the color"] == comb(26, 4) * comb(27, 3)
    assert counted(red)["seven of the color"] == comb(26, 7)


def _having(name: str) -> int:
    return sum(count for hand, count in sevens.kinds() if name in seven_card_names(hand))


@cache
def random_hands() -> tuple[tuple[int, ...], ...]:
    """Any hands, and some of many cards of one suit, in order, of few ranks; three of a rank, a joker and one suit."""
    chance = random.Random(15)
    full = "PITBOSS_FULL" in os.environ
    found = []
    for number in range(20_000 if full else 400):
        lowest, suit = chance.randrange(13), chance.randrange(4)
        pools = (
            range(53),
            [card for card in range(52) if (card // 4 - lowest) % 13 < 4],
            [card for card in range(52) if (card // 4 - lowest) % 13 < 8 and (card % 4 == suit or card % 5 == 0)],
        )
        pool = list(pools[number % 3])
        joker = [52] if number % 2 and 52 not in pool else []
        found.append((*joker, *chance.sample(pool, 7 - len(joker))))
    for suit, lacks in permutations(range(4), 2):
        three = chance.choice([12, 12, 7])
        others = chance.sample([rank for rank in range(13) if rank != three], 3)
        found.append((*(4 * three + at for at in range(4) if at != lacks), *(4 * rank + suit for rank in others), 52))
    return tuple(found)


def cards(hand: Iterable[int]) -> Cards:
    return tuple(map(sevens.card_of, hand))


def test_names_of_random_hands_are_as_often_as_counted() -> None:
    chance, rounds = random.Random(53), 600
    drawn = Counter(name for _ in range(rounds) for name in seven_card_names(cards(chance.sample(range(53), 7))))
    for name in ("straight", "three_of_a_kind", "two_pair", "three_pair", "flush", "ace_high", "pair"):
        exact = _having(name) / HANDS
        assert abs(drawn[name] / rounds - exact) <= 4 * sqrt(exact * (1 - exact) / rounds), name


@pytest.mark.skipif("PITBOSS_FULL" not in os.environ, reason="PITBOSS_FULL compiles what tells hands apart")
def test_dealt_one_by_one_all_hands_are_of_the_kinds_that_are_counted() -> None:
    """All 154,143,080 of them, none standing for another: what every bonus wager on seven cards is priced by."""
    times = shared.weights_of(numbering(pairs.FLUSH))
    kind = sevens.kinds_of_numbers()
    found = np.zeros(len(sevens.kinds()), dtype=np.int64)
    np.add.at(found, kind[times > 0], times[times > 0])
    assert found.tolist() == [count for _, count in sevens.kinds()] and int(found.sum()) == HANDS


@pytest.mark.skipif("PITBOSS_FULL" not in os.environ, reason="PITBOSS_FULL compiles what tells hands apart")
def test_hands_of_a_kind_have_the_same_names() -> None:
    from pitboss.solve.pai_gow.sevens_kernel import WORDS, tell_apart

    hands, _, words = sevens.all_classes()
    kinds = {tuple(word): hand for word, hand in zip(words.tolist(), hands.tolist(), strict=True)}
    found = np.zeros(WORDS, dtype=np.int64)
    for hand in random_hands():
        tell_apart(np.array(hand, dtype=np.int8), found)
        assert _names(cards(hand)) == _names(cards(kinds[tuple(found.tolist())]))


def _names(hand: Cards) -> tuple[object, ...]:
    by_joker = [seven_card_names(hand, joker) for joker in ("ace", "ace_or_fifth", "wild")]
    return *by_joker, pai_gow_with_an_ace(hand)


@dear
def test_two_ace_highs_are_as_often_as_they_are_dealt() -> None:
    chance, rounds, both = random.Random(19), 20_000, 0
    for _ in range(rounds):
        deal = chance.sample(range(53), 14)
        if all(_looks_ace_high(hand) and is_ace_high(cards(hand)) for hand in (deal[:7], deal[7:])):
            both += 1
    exact = sum(sevens.two_ace_highs().values()) / (HANDS * comb(46, 7))
    assert abs(both / rounds - exact) < 4 * sqrt(exact / rounds)
    # The exact sum over one hand alone is the count of ace-high hands.
    assert sum(count for hand, count in sevens.kinds() if is_ace_high(hand)) == 14_430_780


def _looks_ace_high(hand: list[int]) -> bool:
    ranks = {12 if card == 52 else card // 4 for card in hand}
    return len(ranks) == 7 and 12 in ranks


# -- a meter ----------------------------------------------------------------------------------------------------------


def test_a_progressive_goes_by_its_meter() -> None:
    of = setup(variant="face_up_fortune", face_up_progressive="1")
    edges = [
        analyze(of, {"face_up": cents}, wagers=["face_up_progressive"]).wagers["face_up_progressive"].house_edge
        for cents in (0, 100_000, 200_000)
    ]
    # A thousand dollars more: all of it for 228 hands, a tenth for 1,128, on a wager of a dollar.
    per_thousand = Fraction(1_000 * 228 + 100 * 1_128, HANDS)
    assert edges[0] - edges[1] == edges[1] - edges[2] == per_thousand
    assert "each $1,000 on face_up lowers the house edge by 0.2211 %" in wager(of, "face_up_progressive").note


# -- the hands --------------------------------------------------------------------------------------------------------


def worth_in_numbers(low: PaiGowHand, high: PaiGowHand) -> tuple[int, int]:
    """As the kernel has it."""
    first, *rest = low.ranks
    small = 16 * (first - 2) + rest[0] - 2 if rest else 256 + first - 2
    large = 0
    if high.category in (4, 8):
        order = high.ranks[0]
        large = order if order >= 14 else 1 if order == 5 else order - 1
    else:
        for rank in high.ranks:
            large = large << 4 | rank - 2
    return small, high.category << 20 | large


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: "-".join(ranking))
def test_the_kernel_sets_hands_as_the_house_does(ranking: Ranking) -> None:
    from pitboss.solve.pai_gow.house_way_kernel import many_worths

    hands = np.array(random_hands(), dtype=np.int64)
    low, high = np.zeros(len(hands), dtype=np.int64), np.zeros(len(hands), dtype=np.int64)
    many_worths(hands, *sevens.as_numbers(ranking), low, high)
    for at, hand in enumerate(random_hands()):
        found = house_way(cards(hand), ranking)
        assert worth_in_numbers(ranking.two(found.low), ranking.five(found.high)) == (low[at], high[at]), found


@dear
def test_rounds_are_dealt_and_compared_as_at_the_table() -> None:
    from pitboss.solve.pai_gow.deal_kernel import play_out
    from pitboss.solve.pai_gow.numbering_kernel import shuffle

    ranking, rounds, start = Ranking(), 150, np.uint64(7)
    parts = Parts((2, 5), ranking.two, ranking.five, lambda hand: house_way(hand, ranking).groups, lambda setting: "")
    cells = np.zeros(dealt.CELLS * dealt.STATES, dtype=np.int64)
    deal: Callable[..., None] = play_out
    tables = (*numbering(pairs.FLUSH).tables, pairs.house_settings(ranking))
    deal(rounds, start, 2, *tables, cells, np.zeros((7, 13), dtype=np.int64))
    found: Counter[str] = Counter()
    for at, count in enumerate(cells.reshape(dealt.CELLS, dealt.STATES).sum(axis=1).tolist()):
        found[two_way_case(*CELL_OF[at])] += count
    wanted: Counter[str] = Counter()
    deck, counter = np.arange(53), start
    for _ in range(rounds):
        counter = np.uint64(shuffle(deck, 14, counter))
        bank, player = (house_way(cards(deck[at : at + 7].tolist()), ranking).groups for at in (0, 7))
        wanted[compare(parts, player, bank)] += 1
    assert +found == wanted


# -- simulation -------------------------------------------------------------------------------------------------------


def by_house_way(found: Analysis) -> float:
    """The edge of the wager on the hands where both sides set by the house way."""
    assert found.strategy is not None
    return float(found.strategy["simple_rules"]["the house way"]["house_edge"])


def test_the_kernel_that_simulates_agrees_with_what_is_counted() -> None:
    options: dict[str, Any] = {"variant": "commission_free_fortune", "tiger_9": True}
    plan = plan_of(MASSACHUSETTS, options, rounds=300_000, seed=7, wagers={"pai_gow_poker": "10", "tiger_9": "5"})
    found, exact = simulate(plan, "kernel"), analyze(setup(**options))
    edges = {"pai_gow_poker": by_house_way(exact), "tiger_9": float(exact.wagers["tiger_9"].house_edge)}
    for name, row in found.wagers.items():
        error = sqrt(float(exact.wagers[name].variance) / found.rounds)
        assert abs(float(row.house_edge) - edges[name]) < 4 * error, name


def test_the_script_plays_as_the_kernel_does() -> None:
    plan = plan_of("chapter4/pai-gow-poker", {}, rounds=150, seed=3, wagers={"main": "10"})
    found, exact = simulate(plan, "script"), analyze(setup("chapter4/pai-gow-poker"), wagers=["main"])
    error = sqrt(float(exact.wagers["main"].variance) / found.rounds)
    assert abs(float(found.wagers["main"].house_edge) - by_house_way(exact)) < 4 * error


@pytest.mark.skipif("PITBOSS_FULL" not in os.environ, reason="PITBOSS_FULL compiles what tells hands apart")
def test_the_kernel_simulates_bonuses_as_they_are_counted() -> None:
    options = {"fortune_bonus": "F-A"}
    plan = plan_of(
        MASSACHUSETTS, options, rounds=3_000_000, seed=9, wagers={"pai_gow_poker": "10", "fortune_bonus": "5"}
    )
    found, exact = simulate(plan, "kernel"), analyze(setup(**options))
    edges = {"pai_gow_poker": by_house_way(exact), "fortune_bonus": float(exact.wagers["fortune_bonus"].house_edge)}
    for name, row in found.wagers.items():
        error = sqrt(float(exact.wagers[name].variance) / found.rounds)
        assert abs(float(row.house_edge) - edges[name]) < 4 * error, name
