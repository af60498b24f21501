"""Pai Gow Poker and Asia Poker, two hands out of one deck: exactly, against short decks, deals and what is published.

The kernels take long to compile: what needs them is behind PITBOSS_FULL, the rest goes by what is kept.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss import open_table
from pitboss.equipment.cards import JOKERS, SUITS, Card
from pitboss.games.pai_gow import asia_poker as asia_game
from pitboss.games.pai_gow.asia_house_way import HIGH as ASIA_HIGH
from pitboss.games.pai_gow.asia_house_way import LOW as ASIA_LOW
from pitboss.games.pai_gow.asia_house_way import MEDIUM
from pitboss.games.pai_gow.asia_house_way import foul as asia_foul
from pitboss.games.pai_gow.bonuses import is_ace_high, is_queens_dragon
from pitboss.games.pai_gow.cards_in_two import foul
from pitboss.games.pai_gow.house_way import Ranking, house_way
from pitboss.games.pai_gow.setting import HIGH, LOW
from pitboss.hands.asia_poker import asia_hand
from pitboss.hands.pai_gow import PaiGowHand, five_cards, two_cards
from pitboss.rulebook import Setup, load
from pitboss.sheets.choices import assume_required
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.model import Analysis
from pitboss.solve.pai_gow import asia_poker, dealt, pairs, sevens, shared
from pitboss.solve.pai_gow.in_two import CELL_OF, two_way_case
from pitboss.solve.pai_gow.numbering import numbering
from pitboss.solve.pai_gow.sevens import card_of

CHAPTER4, MASSACHUSETTS, FACE_UP = (
    "chapter4/pai-gow-poker",
    "massachusetts-2020/pai-gow-poker",
    "california/face-up-pai-gow-poker",
)
ASIA = "massachusetts-2020/asia-poker"
HANDS = comb(53, 7)
DEALS = HANDS * comb(46, 7)
full = pytest.mark.skipif("PITBOSS_FULL" not in os.environ, reason="its kernels take long to compile: PITBOSS_FULL")
Cards = tuple[Card, ...]


def setup(name: str, **options: Any) -> Setup:
    return Setup.of(load(name), assume_required(load(name), options)[0])


@cache
def _solved(name: str, options: tuple[tuple[str, Any], ...]) -> Analysis:
    of = setup(name, **dict(options))
    main = {CHAPTER4: "main", MASSACHUSETTS: "pai_gow_poker", ASIA: "asia_poker"}.get(name, "base")
    return analyze(of, wagers=[main] if name != CHAPTER4 else None)


def solved(name: str, **options: Any) -> Analysis:
    return _solved(name, tuple(options.items()))


def strategy(found: Analysis) -> dict[str, Any]:
    assert found.strategy is not None
    return dict(found.strategy)


def by_house_way(found: Analysis) -> Fraction:
    return Fraction(strategy(found)["simple_rules"]["the house way"]["house_edge"])


def fares(found: Analysis) -> dict[str, float]:
    """How often a player wins, ties and loses by the house way, in percent."""
    return {name: 100 * float(share) for name, share in strategy(found)["house_way_against_house_way"].items()}


# -- the exact figures ------------------------------------------------------------------------------------------------


def test_all_deals_are_counted_and_the_fractions_are_known() -> None:
    exact = {
        CHAPTER4: {"main": "5449766674789/219427101894000", "bank_v_house": "878818843081/13750765052024000"},
        FACE_UP: {"base": "169229081711/8929068215600"},
    }
    for name, wagers in exact.items():
        for wager, edge in wagers.items():
            found = solved(name).wagers[wager]
            assert (found.total, found.exact, found.standard_error) == (DEALS, edge, None)


def test_the_wager_of_a_bank_against_the_house_is_the_bank_against_one_player() -> None:
    found = solved(CHAPTER4)
    bank = strategy(found)["house_edge_as_bank_against_one_player"]
    # The bank pays 5 % of what it wins, be it of the house or of one player.
    assert Fraction(bank["the best setting"]) == Fraction(f"{float(found.wagers['bank_v_house'].house_edge):.12f}")
    assert 0 < Fraction(bank["the best setting"]) < Fraction(bank["the house way"])
    # The player's loss is the bank's gain: what they lose together is the commission of each.
    often = {name: Fraction(share) for name, share in strategy(found)["house_way_against_house_way"].items()}
    charged = (often["player_wins"] + often["player_loses"]) / 20
    assert abs(by_house_way(found) + Fraction(bank["the house way"]) - charged) < Fraction(1, 10**10)


def test_a_bank_pays_commission_on_less_the_more_players_there_are() -> None:
    told = strategy(solved(CHAPTER4))
    bank = [float(edge) for edge in told["house_edge_as_bank"].values()]
    assert bank == sorted(bank, reverse=True) and bank[-1] < 0 < bank[0]
    assert all(float(error) < 0.00005 for error in told["standard_error_as_bank"].values())
    # A card room takes no commission, so that the number of players is no matter.
    assert list(strategy(solved("california/pai-gow-poker"))["house_edge_as_bank"]) == ["against any number of players"]


def test_variants_return_wagers_on_a_hand_of_the_dealers() -> None:
    exact = {"ez": 2_719_500, "commission_free_fortune": 3_852_636, "face_up_fortune": 14_430_780}
    for variant, count in exact.items():
        found = solved(MASSACHUSETTS, variant=variant).wagers["pai_gow_poker"]
        returned = next(outcome for outcome in found.outcomes if outcome.result == "dealer returns all")
        assert found.total == DEALS and returned.combinations == count * comb(46, 7)


def test_hands_that_return_wagers_are_counted_two_ways() -> None:
    dragon = sum(count for hand, count in sevens.kinds() if is_queens_dragon(hand))
    ace_high = sum(count for hand, count in sevens.kinds() if is_ace_high(hand))
    assert (dragon, ace_high) == (2_719_500, 14_430_780)
    assert sevens.nine_high_low_hands(Ranking()) == (3_852_636, HANDS - 3_852_636)


def test_whoever_sees_the_dealers_hand_loses_a_third_of_what_the_house_way_does() -> None:
    for name, options in ((FACE_UP, {}), (MASSACHUSETTS, {"variant": "face_up_fortune"})):
        found = solved(name, **options)
        (wager,) = found.wagers.values()
        assert 0.0185 < wager.house_edge < 0.0190 and 0.0615 < by_house_way(found) < 0.0622
        assert Fraction(strategy(found)["simple_rules"]["the house way"]["costs"]) > Fraction(4, 100)


# -- what is published ------------------------------------------------------------------------------------------------


def test_hands_fare_much_as_published() -> None:
    # photoeditorx.com/games/pai-gow-poker/appendix/4, after wizardofodds.com: 28.55 % won, 41.47 % pushed and 29.98 %
    # lost by the house way of Trump Plaza on both sides, simulated; an edge of 2.85 %. The card room's chart is another
    # one: it plays small pairs behind only with a high card in front, and comes to fewer pushes.
    found = solved(CHAPTER4)
    told = fares(found)
    assert (told["player_wins"], told["push"], told["player_loses"]) == pytest.approx((28.804249, 41.137198, 30.058553))
    assert max(abs(told["player_wins"] - 28.55), abs(told["push"] - 41.47), abs(told["player_loses"] - 29.98)) < 0.4
    # paigowcasinos.net/pai-gow-poker-odds.php has copies of 2.55 % in the low hand and 0.10 % in the high one.
    assert told["copies"] == pytest.approx(2.55, abs=0.06)
    assert float(by_house_way(found)) == pytest.approx(0.026945, abs=1e-6)


def test_the_best_setting_gains_what_is_published() -> None:
    # wizardofvegas.com, "Combinatorial Analysis of Pai Gow Poker" (2013): all 8,250,459,031,214,390 combinations of two
    # hands were run through, in two or three months, by the house way of Foxwoods: optimal strategy gains 0.21 %.
    # There each deal of two sets counts; the digits after the fifteenth are those of a spreadsheet.
    assert abs(DEALS - 8_250_459_031_214_390) < 100
    costs = Fraction(strategy(solved(CHAPTER4))["simple_rules"]["the house way"]["costs"])
    assert f"{float(costs):.2%}" == "0.21%"


def test_commission_free_pai_gow_fares_much_as_published() -> None:
    """Published, simulated by Trump Plaza's house way: 27.3726 % won, 42.7453 % pushed, 29.8822 % lost, an edge of
    2.51 %; the maker's report has 2.4 % by that of the Four Queens (sonofdave.com/games/commission-free-pai-gow-poker,
    after wizardofodds.com). By the card room's chart a few more deals are decided."""
    found = solved(MASSACHUSETTS, variant="commission_free_fortune")
    told = fares(found)
    ours = told["player_wins"], told["push"] + told["all_returned"], told["player_loses"]
    assert max(abs(one - other) for one, other in zip(ours, (27.3726, 42.7453, 29.8822), strict=True)) < 0.4
    assert 0.024 < by_house_way(found) < 0.0251


def test_ez_pai_gow_fares_much_as_published() -> None:
    """Published: 27.4597 % won, 42.6112 % pushed, 29.9291 % lost, an edge of 2.47 % (daikenfudousan.com, EZ Pai Gow
    Poker with a partially wild joker, after wizardofodds.com). Neither the dealer's way is said there nor the player's,
    who wins more often than by any house way: it is near what the best setting comes to here."""
    (wager,) = solved(MASSACHUSETTS, variant="ez").wagers.values()
    shares = {outcome.pays: 0.0 for outcome in wager.outcomes}
    for outcome in wager.outcomes:
        shares[outcome.pays] += 100 * outcome.combinations / wager.total
    ours = shares["1 to 1"], shares["push"], shares["lose"]
    assert max(abs(one - other) for one, other in zip(ours, (27.4597, 42.6112, 29.9291), strict=True)) < 0.4
    assert (
        abs(float(wager.house_edge) - 0.0247)
        < 0.001
        < float(by_house_way(solved(MASSACHUSETTS, variant="ez"))) - 0.0255
    )


def test_asia_poker_is_near_what_is_published() -> None:
    """Published, by a house way not named: 4.82% (Atlantic City Weekly, "Asia Poker introduced to Tropicana")."""
    assert abs(by_house_way(solved(ASIA)) - Fraction(482, 10_000)) < Fraction(1, 500)


# -- a second way: deals ----------------------------------------------------------------------------------------------


@full
def test_rounds_that_are_dealt_come_to_what_is_counted() -> None:
    """The hands of all cells and states, by the kernel that deals; more of them in a full run."""
    rounds = 64_000_000 if "PITBOSS_FULL" in os.environ else 500_000
    cells, _ = dealt.deal(Ranking(), 2, rounds, lambda done: None)
    told = fares(solved(CHAPTER4))
    found: Counter[str] = Counter()
    for cell, count in enumerate(cells.sum(axis=1).tolist()):
        found[two_way_case(*CELL_OF[cell])] += count
    for case, share in (
        (found["both_higher"], told["player_wins"]),
        (found["high_only"] + found["low_only"], told["push"]),
        (found["copy"] + found["both_lower"], told["player_loses"]),
        (int(cells[[1, 3, 4, 5, 7]].sum()), told["copies"]),
    ):
        error = sqrt(share * (100 - share) / rounds)
        assert abs(100 * case / rounds - share) < 4 * error
    states = cells.sum(axis=0)
    joker = sum(count for hand, count in sevens.kinds() if is_ace_high(hand) and set(hand) & set(JOKERS))
    for drawn, count in (
        (states[4:].sum(), 3_852_636),
        (states[[1, 5]].sum(), 2_719_500),
        (states[[2, 6]].sum(), 14_430_780 - joker),
        (states[[3, 7]].sum(), joker),
    ):
        often = count / HANDS
        assert abs(int(drawn) / rounds - often) < 4 * sqrt(often * (1 - often) / rounds)


@full
def test_asia_poker_dealt_by_the_kernel_comes_to_what_is_counted() -> None:
    rounds = 64_000_000
    found = simulate(plan_of(ASIA, {}, rounds=rounds, seed=5, wagers={"asia_poker": "10"}), "kernel")
    assert abs(float(found.wagers["asia_poker"].house_edge - by_house_way(solved(ASIA)))) < 4 / sqrt(rounds)


def test_asia_poker_played_through_the_script_comes_to_what_is_counted() -> None:
    """Both sides set by the house way: the player wins less than half of the deals by half of the edge."""
    table = open_table(ASIA, seed=11)
    won = hands_dealt = 0
    for _ in range(60):
        played = table.deal({seat: {"asia_poker": 10} for seat in range(1, 7)})
        while played.asking:
            played.act(played.asking[0].default_answer, played.asking[0].seat)
        won += sum(row.net > 0 for row in played.settlements)
        hands_dealt += len(played.settlements)
    expected = (1 - float(by_house_way(solved(ASIA)))) / 2
    assert abs(won / hands_dealt - expected) < 4 * (0.25 / (hands_dealt / 6)) ** 0.5  # six hands meet one dealer


def test_whoever_sees_the_dealers_hand_fares_as_counted() -> None:
    """Hands drawn at random, every way to set them tried."""
    chance, rounds, net, squares = random.Random(4), 700, 0, 0
    for _ in range(rounds):
        deal = [card_of(card) for card in chance.sample(range(53), 14)]
        dealer, player = tuple(deal[:7]), tuple(deal[7:])
        won = 0 if is_ace_high(dealer) else seen_best(player, dealer, Ranking("lowest", "ace", "none"))
        net, squares = net + won, squares + won**2
    edge = float(solved(FACE_UP).wagers["base"].house_edge)
    assert abs(-net / rounds - edge) < 4 * sqrt(squares) / rounds


def seen_best(player: Cards, dealer: Cards, ranking: Ranking) -> int:
    """What a player wins of a unit who sees the dealer's hand, which the house sets, and tries every setting."""
    theirs = house_way(dealer, ranking)
    low, high = ranking.two(theirs.low), ranking.five(theirs.high)
    ways = [(one > low) + (other > high) for one, other in _ways(player, ranking)]
    return max(ways) - 1


@cache
def _ways(hand: Cards, ranking: Ranking) -> tuple[tuple[PaiGowHand, PaiGowHand], ...]:
    """What both parts are worth of every setting that is no foul."""
    found = []
    for front in combinations(hand, 2):
        setting = {LOW: front, HIGH: tuple(card for card in hand if card not in front)}
        if not foul(setting, ranking):
            found.append((ranking.two(setting[LOW]), ranking.five(setting[HIGH])))
    return tuple(found)


# -- a second way: a short deck, all deals by the table's own functions -----------------------------------------------


def numbers(cards: str) -> list[int]:
    return sorted(
        52 if card in JOKERS else 4 * (card.rank - 2) + SUITS.index(card.suit) for card in map(Card, cards.split())
    )


SHORT = numbers("As Ks Qs Js 9s 5s Ah Qh 2h Kd 9d 9c 5c Xr")
USUAL, WILD = Ranking(), Ranking("lowest", "wild")


def short_sets(deck: Sequence[int], cards: int) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    sets = np.array(list(combinations(deck, cards)), dtype=np.int8).reshape(comb(len(deck), cards), cards)
    return sets, np.full(len(sets), -1 if cards % 2 else 1, dtype=np.int64)


@full
@pytest.mark.parametrize("ranking", [USUAL, Ranking("lowest", "ace", "none"), WILD], ids="-".join)
def test_a_short_deck_is_counted_as_when_it_is_dealt_out(ranking: Ranking) -> None:
    from pitboss.solve.pai_gow.pairs_kernel import count_pairs

    numbered, of = numbering(pairs.FLUSH), pairs.ways_of(ranking)
    cells, seen = np.zeros(9, dtype=np.int64), np.zeros(4, dtype=np.int64)
    met, found = np.zeros(len(numbered.hands), dtype=np.int64), np.zeros((len(of.ways), 5), dtype=np.int64)
    count: Callable[..., None] = count_pairs
    for cards in range(8):
        sums = (cells, seen, met, found)
        tables = (*numbered.tables, of.hands, of.ways, of.highs)
        count(*short_sets(SHORT, cards), cards, np.array(SHORT), *tables, *sums)
    by_cell, by_case = Counter[tuple[int, int]](), Counter[int]()
    best = [Counter[str](), Counter[str]()]
    for hand in combinations(SHORT, 7):
        ours = tuple(map(card_of, hand))
        theirs = tuple(card_of(card) for card in SHORT if card not in hand)
        mine, house = house_way(ours, ranking), house_way(theirs, ranking)
        dealer = ranking.two(house.low), ranking.five(house.high)
        own = ranking.two(mine.low), ranking.five(mine.high)
        by_cell[_compared(own[1], dealer[1]), _compared(own[0], dealer[0])] += 1
        by_case[seen_best(ours, theirs, ranking)] += 1
        # One hand meets one other: the best setting against it is what is seen, and the bank's has the copies.
        best[0][_best([(low > dealer[0]) + (high > dealer[1]) for low, high in _ways(ours, ranking)])] += 1
        best[1][_best([2 - (low < dealer[0]) - (high < dealer[1]) for low, high in _ways(ours, ranking)])] += 1
    assert [by_cell[cell] for cell in CELL_OF] == pairs.in_cells(cells).tolist()
    assert sum(by_cell.values()) == comb(14, 7) == int(pairs.in_cells(cells).sum())
    player = dict(zip(pairs.CASES, pairs.by_case(seen, comb(14, 7)).tolist(), strict=True))
    assert by_case == {1: player["both_higher"], 0: player["high_only"] + player["low_only"], -1: _lost(player)}
    # Hands of one number are set alike, which two that are dealt from a short deck need not be: such a player does no
    # better than one who sees the other hand, and no worse than by the house way.
    weights = np.ones(len(numbered.hands), dtype=np.int64)
    repeated = np.repeat(met, np.diff(of.hands[:, -1]))
    nets = [Fraction(1), Fraction(0), Fraction(0), Fraction(-1), Fraction(-1)]
    chosen = pairs.best_ways(of, weights, pairs.by_case(found.T, repeated).T, nets)
    told = dict(zip(pairs.CASES, chosen[:-1].tolist(), strict=True))
    by_house = by_cell[0, 0] - sum(by_cell[cell] for cell in CELL_OF if 0 not in cell)
    assert by_house <= told["both_higher"] - _lost(told) <= best[0]["won"] - best[0]["lost"]
    banks = pairs.best_ways(of, weights, pairs.by_result(found, met, of), [Fraction(1), Fraction(0), Fraction(-1)])
    assert -by_house <= int(banks[0] - banks[2]) <= best[1]["won"] - best[1]["lost"]


def _compared(ours: object, theirs: object) -> int:
    return 0 if ours > theirs else 1 if ours == theirs else 2  # type: ignore[operator]


def _best(parts: list[int]) -> str:
    return ("lost", "tied", "won")[max(parts)]


def _lost(cases: dict[str, int]) -> int:
    return cases["copy"] + cases["both_lower"]


@full
@pytest.mark.parametrize("ranking", [USUAL, WILD], ids="-".join)
def test_every_way_of_a_hand_meets_what_it_meets_when_a_short_deck_is_dealt_out(ranking: Ranking) -> None:
    """Sixteen cards: each way of a few hands against all that the others make."""
    from pitboss.solve.pai_gow.pairs_kernel import count_pairs

    deck = sorted([*SHORT, *numbers("Kh 3d")])
    numbered, of = numbering(pairs.FLUSH), pairs.ways_of(ranking)
    met, found = np.zeros(len(numbered.hands), dtype=np.int64), np.zeros((len(of.ways), 5), dtype=np.int64)
    count: Callable[..., None] = count_pairs
    for cards in range(8):
        sums = (np.zeros(9, dtype=np.int64), np.zeros(0, dtype=np.int64), met, found)
        tables = (*numbered.tables, of.hands, of.ways, of.highs)
        count(*short_sets(deck, cards), cards, np.array(deck), *tables, *sums)
    hands = np.array(list(combinations(deck, 7)), dtype=np.int64)
    by_number: dict[int, list[tuple[int, ...]]] = {}
    for hand, number in zip(hands.tolist(), numbered.of(hands).tolist(), strict=True):
        by_number.setdefault(number, []).append(tuple(hand))
    several = [number for number, alike in by_number.items() if len(alike) > 1]
    for number in random.Random(7).sample(several, 12):
        wanted: Counter[tuple[PaiGowHand, PaiGowHand]] = Counter()
        for hand in by_number[number]:
            for other in combinations([card for card in deck if card not in hand], 7):
                house = house_way(tuple(map(card_of, other)), ranking)
                wanted[ranking.two(house.low), ranking.five(house.high)] += 1
        assert met[number] == sum(wanted.values()) == len(by_number[number]) * comb(9, 7)
        counts = {tuple(row) for row in found[of.firsts[number] : of.hands[number + 1, -1]].tolist()}
        told = {
            (
                sum(times for (low, high), times in wanted.items() if low < own and high < other),
                sum(times for (_, high), times in wanted.items() if high < other),
                sum(times for (low, _), times in wanted.items() if low < own),
                sum(times for (low, high), times in wanted.items() if low > own and high > other),
                sum(times for (low, high), times in wanted.items() if low <= own and high <= other),
            )
            for own, other in _ways(tuple(map(card_of, by_number[number][0])), ranking)
        }
        assert counts <= told
        # What was left out wins no more than something that is there.
        assert all(any(all(a >= b for a, b in zip(kept[:3], out[:3], strict=True)) for kept in counts) for out in told)


@full
def test_a_short_deck_of_asia_poker_is_counted_as_when_it_is_dealt_out() -> None:
    from pitboss.solve.pai_gow.asia_pairs_kernel import count_pairs

    deck = SHORT
    numbered, of = numbering(asia_poker.FLUSH), asia_poker.ways_of(True)
    wins = np.zeros(len(of.ways), dtype=np.int64)
    count: Callable[..., None] = count_pairs
    for cards in range(8):
        tables = (*numbered.tables, of.house, of.firsts, of.ways, of.sizes)
        count(*short_sets(deck, cards), cards, np.array(deck), *tables, wins)
    won, best, by_number = 0, 0, Counter[int]()
    game = setup(ASIA)
    for hand in combinations(deck, 7):
        ours, theirs = tuple(map(card_of, hand)), tuple(card_of(card) for card in deck if card not in hand)
        dealer = asia_game.house_way(game, theirs).setting
        one = asia_game.hands_won(asia_game.house_way(game, ours).setting, dealer, "second") >= 2
        won += one
        (number,) = numbered.of(np.array([hand], dtype=np.int64)).tolist()
        by_number[number] += one
        best += any(asia_game.hands_won(way, dealer, "second") >= 2 for way in _in_three(ours))
    assert won == int(wins[of.houses[numbered.used]].sum())
    assert all(int(wins[of.houses[number]]) == times for number, times in by_number.items())
    chosen = np.maximum.reduceat(wins, of.firsts[numbered.used])
    assert won <= int(chosen.sum()) <= best


def _in_three(hand: Cards) -> list[dict[str, Cards]]:
    found = []
    for low in hand:
        others = [card for card in hand if card != low]
        for medium in combinations(others, 2):
            high = tuple(card for card in others if card not in medium)
            way: dict[str, Cards] = {ASIA_LOW: (low,), MEDIUM: medium, ASIA_HIGH: high}
            if not asia_foul(way, "second"):
                found.append(way)
    return found


# -- the parts of the kernels -----------------------------------------------------------------------------------------


def test_sets_that_differ_by_suits_alone_stand_for_all_sets() -> None:
    for cards in range(4):
        sets, times = shared.shared_sets(cards)
        assert abs(int(times.sum())) == comb(53, cards) and (times < 0).all() == bool(cards % 2)
        alike = Counter(_by_suits(one) for one in combinations(range(53), cards))
        assert {_by_suits(one): abs(many) for one, many in zip(sets.tolist(), times.tolist(), strict=True)} == alike


def _by_suits(cards: Sequence[int]) -> tuple[object, ...]:
    suits = [tuple(sorted(card // 4 for card in cards if card < 52 and card % 4 == suit)) for suit in range(4)]
    return tuple(sorted(suits)), 52 in cards


@pytest.mark.parametrize("flush", [4, 5])
def test_hands_of_one_number_are_set_alike(flush: int) -> None:
    """However the cards lie, and whatever the suits that make no flush."""
    chance, numbered = random.Random(8), numbering(flush)
    hands = numbered.hands[chance.sample(numbered.used.tolist(), 300)].astype(np.int64)
    order = numbered.of(hands)
    mixed = np.array([chance.sample(hand, 7) for hand in hands.tolist()])
    suits = chance.sample(range(4), 4)
    renamed = np.where(mixed == 52, 52, mixed // 4 * 4 + np.array(suits)[mixed % 4])
    assert (numbered.of(mixed) == order).all()
    by_name = {int(number): sorted(hand) for number, hand in zip(order, hands.tolist(), strict=True)}
    for number, hand in zip(numbered.of(renamed).tolist(), renamed.tolist(), strict=True):
        same = by_name.get(number, sorted(numbered.hands[number].tolist()))
        assert sorted(min(card // 4, 13) for card in same) == sorted(min(card // 4, 13) for card in hand)


@full
def test_a_foul_is_a_foul_to_the_kernel() -> None:
    from pitboss.solve.pai_gow.settings_kernel import is_foul

    chance, seen = random.Random(15), set()
    for _ in range(60):
        ranks = chance.sample(range(13), 5)
        hand = chance.sample([card for card in range(52) if card // 4 in ranks], 7)
        for front in combinations(hand, 2):
            low = tuple(map(card_of, front))
            high = tuple(card_of(card) for card in hand if card not in front)
            for strict in (False, True):
                why = bool(foul({LOW: low, HIGH: high}, strict=strict))
                assert is_foul(*_in_numbers(two_cards(low), five_cards(high)), strict) == why, (low, high)
                seen.add((strict, why))
    assert len(seen) == 4


def _in_numbers(low: PaiGowHand, high: PaiGowHand) -> tuple[int, int]:
    first, *rest = low.ranks
    small = 16 * (first - 2) + rest[0] - 2 if rest else 256 + first - 2
    large = 0
    for rank in high.ranks[:5]:
        large = large << 4 | rank - 2
    return small, high.category << 20 | large


@full
def test_the_kernel_of_asia_poker_knows_what_hands_are_worth_and_how_the_house_sets_them() -> None:
    """Against the table's own functions, on hands drawn at random."""
    from pitboss.solve.pai_gow.asia_kernel import every_four, house_way, place_of

    rng = random.Random(5)
    game = setup(ASIA)
    four = every_four(True)
    fours = [sorted(rng.sample(range(53), 4)) for _ in range(400)]
    worth = [asia_hand([card_of(at) for at in four_cards]) for four_cards in fours]
    found = [int(four[place_of(*places)]) for places in fours]
    order = sorted(range(400), key=lambda at: worth[at])
    assert all((worth[a] < worth[b]) == (found[a] < found[b]) for a, b in pairwise(order))
    parts = np.zeros(3, dtype=np.int64)
    for number in range(250):
        few = [at for at in range(53) if at // 4 in (0, 7, 12, 13)] if number % 2 else range(53)
        places = np.array(sorted(rng.sample(list(few), 7)), dtype=np.int64)
        house_way(places, four, parts)
        setting = asia_game.house_way(game, [card_of(at) for at in places]).setting
        pack = [card_of(at) for at in range(53)]
        high = sorted(pack.index(card) for card in setting["high"])
        one, other = sorted((14 if card in JOKERS else card.rank for card in setting["medium"]), reverse=True)
        medium = 256 + one if one == other else 16 * one + other
        low = 14 if setting["low"][0] in JOKERS else setting["low"][0].rank
        assert list(parts) == [four[place_of(*high)], medium, low], [pack[at] for at in places]
