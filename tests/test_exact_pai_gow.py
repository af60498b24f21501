"""Pai gow with tiles and Supreme Pai Gow, exactly: against hands dealt out one by one, and what is published."""

import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss import settle
from pitboss.equipment.cards import DECK, JOKERS, TILE_SET, Card, cards
from pitboss.games.pai_gow import pai_gow, pai_gow_tiles, supreme_pai_gow
from pitboss.games.pai_gow.setting import compare
from pitboss.games.pai_gow.tiles_house_way import house_way
from pitboss.hands.supreme_pai_gow import bonus_name
from pitboss.hands.tiles import two_tiles
from pitboss.rulebook import Setup, load
from pitboss.sheets.choices import assume_required
from pitboss.solve import analyze
from pitboss.solve.model import Analysis
from pitboss.solve.pai_gow import supreme, tiles
from pitboss.solve.pai_gow.in_two import CELL_OF, CaseOf, Counts, Hands, Side, dealers_case, hands_of, two_way_case
from pitboss.solve.prices import Prices

CALIFORNIA, MASSACHUSETTS, SUPREME = (
    "california/pai-gow-tiles",
    "massachusetts-2020/pai-gow-tiles",
    "massachusetts-2020/supreme-pai-gow",
)
DEALS = comb(32, 4) * comb(28, 4)
full = pytest.mark.skipif("PITBOSS_FULL" not in os.environ, reason="PITBOSS_FULL sets 230,300 hands for each of these")


@cache
def setup(name: str) -> Setup:
    options = {} if name == CALIFORNIA else {"player_banking": True}
    return Setup.of(load(name), assume_required(load(name), options)[0])


@cache
def solved(name: str) -> Analysis:
    return analyze(setup(name))


@cache
def hands(name: str) -> Hands:
    return {
        CALIFORNIA: tiles.hands_by_chart,
        MASSACHUSETTS: tiles.hands_by_rules,
        SUPREME: supreme.hands_by_rank,
    }[name](setup(name))


@cache
def counted(name: str, own_plays: bool) -> Counts:
    return hands(name).counted(own_plays)


# -- a second way: hands dealt out one by one, set and compared by the functions of the table -------------------------


def by_hand(name: str, ours: str) -> Counter[str]:
    """The cases of one hand, set as the house sets it, against every hand of the pieces left."""
    pack = {CALIFORNIA: TILE_SET, MASSACHUSETTS: TILE_SET, SUPREME: (*DECK, *JOKERS)}[name]
    left = list(pack)
    for piece in cards(ours):
        left.remove(piece)
    sets = Counter(tuple(sorted(hand)) for hand in combinations(left, 4))
    return Counter(
        {case: sum(times for met, times in sets.items() if _case(name, ours, met) == case) for case in CASES}
    )


CASES = [
    *("both_higher", "high_only", "low_only", "one_higher", "copy", "both_lower", "both_identical", "copy_and_lower"),
]


@cache
def _set(name: str, hand: tuple[Card, ...]) -> dict[str, tuple[Card, ...]]:
    if name == CALIFORNIA:
        return dict(house_way(hand, setup(name).term("house_way")))
    game: Callable[..., object] = pai_gow.house_way if name == MASSACHUSETTS else supreme_pai_gow.house_way
    return dict(game(setup(name), hand).setting)  # type: ignore[attr-defined]


def _case(name: str, ours: str, met: tuple[Card, ...]) -> str:
    mine, theirs = _set(name, tuple(sorted(cards(ours)))), _set(name, met)
    if name == CALIFORNIA:
        return pai_gow_tiles.case_of(mine, theirs)
    game = pai_gow if name == MASSACHUSETTS else supreme_pai_gow
    return compare(game.parts_of(setup(name)), mine, theirs)


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        (CALIFORNIA, "6-6 1-1 5-6 1-5"),
        (MASSACHUSETTS, "6-6 3-6 4-4 1-2"),
        *(pytest.param(SUPREME, hand, marks=full) for hand in ("As 9s 3s Xr", "Ks Kh 6s 2s", "8s 8h 5s Xr")),
    ],
)
def test_a_hand_meets_what_it_meets_when_all_others_are_dealt_out(name: str, ours: str) -> None:
    every = hands(name)
    at = every.cards.index(next(hand for hand in every.cards if _same(name, hand, cards(ours))))
    counts = counted(name, True)[at, every.house[at]]
    case_of = tiles.chart_case if name == CALIFORNIA else two_way_case
    found: Counter[str] = Counter()
    for cell, count in zip(CELL_OF, counts, strict=True):
        found[case_of(*cell)] += int(count)
    assert found.total() == (comb(50, 4) if name == SUPREME else comb(28, 4))
    assert +found == +by_hand(name, ours)


def _same(name: str, hand: tuple[Card, ...], ours: tuple[Card, ...]) -> bool:
    """Suits decide nothing at Supreme Pai Gow."""
    return sorted(hand) == sorted(ours) if name != SUPREME else sorted(c[0] for c in hand) == sorted(c[0] for c in ours)


@pytest.mark.parametrize(
    ("name", "wager", "case_of", "own_plays"),
    [
        (CALIFORNIA, "base", tiles.chart_case, True),
        (MASSACHUSETTS, "pai_gow", two_way_case, True),
        (MASSACHUSETTS, "dealer_vs_bank", dealers_case, False),
    ],
)
def test_tile_by_tile_every_way_of_a_hand_is_worth_what_is_counted(
    name: str, wager: str, case_of: CaseOf, own_plays: bool
) -> None:
    """All 32 tiles apart, as they are dealt: some hands against all 20,475 others, and in a full run all 35,960."""
    price, every = Prices(setup(name)), hands(name)
    nets = np.array([int(20 * price(wager, case_of(*cell)).net) for cell in CELL_OF])
    dealt = list(combinations(range(32), 4))
    full = "PITBOSS_FULL" in os.environ
    values = tile_by_tile(name, dealt, nets, range(len(dealt)) if full else range(0, len(dealt), 701), own_plays)
    index = {_kinds(name, hand): at for at, hand in enumerate(every.cards)}
    worth = counted(name, own_plays) @ nets
    for at, (ways, by_house) in values.items():
        own = index[_kinds(name, (TILE_SET[tile] for tile in dealt[at]))]
        assert sorted(ways) == sorted(worth[own].tolist()) and by_house == worth[own, every.house[own]]
    if full:
        best = Fraction(-sum(max(ways) for ways, _ in values.values()), 20 * DEALS)
        by_rule = Fraction(-sum(by_house for _, by_house in values.values()), 20 * DEALS)
        side = Side(every, counted(name, own_plays), [Fraction(int(net), 20) for net in nets])
        assert (best, by_rule) == (solved(name).wagers[wager].house_edge, side.edge(every.house))


def _kinds(name: str, hand: Iterable[Card]) -> tuple[int, ...]:
    """By which kinds the solver knows a hand."""
    kinds = tiles.BY_RANK if name == CALIFORNIA else tiles.APART
    return tuple(sorted(next(at for at, kind in enumerate(kinds) if piece in kind) for piece in hand))


def tile_by_tile(
    name: str, dealt: list[tuple[int, ...]], nets: NDArray[np.int64], own: Iterable[int], own_plays: bool
) -> dict[int, tuple[list[int], int]]:
    """Of these hands what each way to set them wins, and the house way, over all hands of the tiles left."""
    faces = sorted({tuple(sorted(pair)) for pair in combinations(TILE_SET, 2)})
    part = {pair: at for at, pair in enumerate(faces)}
    low, high = (np.array([[_result(name, which, a, b) for b in faces] for a in faces]) for which in ("low", "high"))
    masks = np.array([sum(1 << tile for tile in hand) for hand in dealt], dtype=np.uint32)
    set_so = [_set(name, tuple(sorted(TILE_SET[tile] for tile in hand))) for hand in dealt]
    house = np.array([[part[tuple(sorted(each["high"]))], part[tuple(sorted(each["low"]))]] for each in set_so])
    if not own_plays:
        low, high = low.T, high.T
    found = {}
    for at in own:
        above, below = house[(masks & masks[at]) == 0].T
        ways = [(part[two], part[one]) for one, two in _three_ways(name, [TILE_SET[tile] for tile in dealt[at]])]
        won = [int(nets[3 * high[one, above] + low[two, below]].sum()) for one, two in [*ways, house[at]]]
        found[at] = won[:-1], won[-1]
    return found


def _result(name: str, which: str, ours: tuple[Card, ...], theirs: tuple[Card, ...]) -> int:
    """0 where two tiles are higher at the table, 1 where they are a copy, 2 where they lose."""
    if name == CALIFORNIA:
        told = pai_gow_tiles.compare(two_tiles(ours), two_tiles(theirs))
        return ["higher", "copy", "lower"].index(told)
    parts = pai_gow.parts_of(setup(name))
    worth = parts.low if which == "low" else parts.high
    if worth(ours) == worth(theirs):
        return 1
    return 0 if worth(ours) > worth(theirs) and not (which == "low" and parts.never_wins(ours)) else 2


def _three_ways(name: str, pieces: list[Card]) -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    worth: Callable[..., Any] = two_tiles if name == CALIFORNIA else pai_gow.parts_of(setup(name)).high
    first, *others = pieces
    ways = []
    for at, other in enumerate(others):
        one, two = tuple(sorted((first, other))), tuple(sorted(others[:at] + others[at + 1 :]))
        ways.append((one, two) if worth(one) <= worth(two) else (two, one))
    return ways


def test_a_bank_wins_what_the_player_loses() -> None:
    """House way against house way: the sums of both sides are the same deals, seen from either."""
    for name in (CALIFORNIA, MASSACHUSETTS, SUPREME):
        every = hands(name)
        sides = []
        for own_plays in (True, False):
            counts = counted(name, own_plays)
            rows = [counts[at, way] for at, way in enumerate(every.house)]
            sides.append(
                [sum(int(row[cell]) * w for row, w in zip(rows, every.weights, strict=True)) for cell in range(9)]
            )
        assert sides[0] == sides[1]
        assert sum(sides[0]) == (DEALS if name != SUPREME else comb(54, 4) * comb(50, 4))


# -- what it comes to -------------------------------------------------------------------------------------------------


def test_all_deals_are_counted() -> None:
    assert {wager.total for wager in solved(CALIFORNIA).wagers.values()} == {DEALS}
    assert {wager.total for wager in solved(MASSACHUSETTS).wagers.values()} == {DEALS}


def test_the_exact_edges() -> None:
    base, main = solved(CALIFORNIA).wagers["base"], solved(MASSACHUSETTS).wagers["pai_gow"]
    assert base.exact == "-1174/1460875"
    assert main.exact == "-848209/87652500"
    assert solved(MASSACHUSETTS).wagers["dealer_vs_bank"].exact == "-8010013/184070250"
    assert solved(SUPREME).wagers["supreme_pai_gow"].total == comb(54, 4) * comb(50, 4)


def test_no_rule_is_worth_more_than_the_best_setting() -> None:
    for name in (CALIFORNIA, MASSACHUSETTS, SUPREME):
        strategy = solved(name).strategy
        assert strategy is not None
        assert all(Fraction(row["costs"]) >= 0 for row in strategy["simple_rules"].values())
        bank = [Fraction(edge) for edge in strategy["house_edge_as_bank_against_one_player"].values()]
        assert bank[0] == min(bank)
        if name != CALIFORNIA:
            (shared,) = strategy["house_edge_as_co_bank_against_one_player"].values()
            assert abs(2 * Fraction(shared) - bank[1]) < Fraction(1, 10**11)


def test_the_published_edges_of_tiles_are_those_of_another_house_way() -> None:
    """Published, both sides setting by one (unnamed) house way, with a commission of 5%: 2.3896% for a player, 0.7377%
    for a bank; of 4%: 2.0811% and 0.4207% (wizardofodds.com/ask-the-wizard/pai-gow-tiles). So the player wins 30.85%
    and loses 31.70% there. By the printed ways here fewer deals are decided, and the edges are near those.
    """
    wins, loses = Fraction(20811 - 23896, -10_000), Fraction(4207 - 7377, -10_000)
    published = loses - wins * Fraction(95, 100)
    assert abs(published - Fraction(23896, 10**6)) < Fraction(1, 10**4)
    for name, player, bank in ((CALIFORNIA, "0.0243", "0.0046"), (MASSACHUSETTS, "0.0268", "0.0034")):
        strategy = solved(name).strategy
        assert strategy is not None
        often = {part: Fraction(share) for part, share in strategy["house_way_against_house_way"].items()}
        assert often["player_wins"] < wins and often["player_loses"] < loses
        edge = often["player_loses"] - often["player_wins"] * Fraction(95, 100)
        banks = often["player_wins"] - often["player_loses"] * Fraction(95, 100)
        assert f"{float(edge):.4f}" == player and f"{float(banks):.4f}" == bank
        assert abs(edge - published) < Fraction(3, 1000)


# -- the bonus of Supreme Pai Gow -------------------------------------------------------------------------------------


def test_the_bonus_is_counted_as_on_paper() -> None:
    found = supreme.bonus_counts(hands(SUPREME))
    straights, suited = 11 * 4**4, 11 * 4
    with_joker = {3: [(14, 2, 4), (2, 4, 5), (4, 5, 6)], 6: [(3, 4, 5), (4, 5, 7), (5, 7, 8), (7, 8, 9)]}
    runs = {run for ways in with_joker.values() for run in ways}
    assert found.total() == comb(54, 4)
    assert (found["four_aces"], found["royal_flush"], found["two_jokers_and_two_aces"]) == (1, 4, 6)
    assert found["four_of_a_kind"] == 12 and found["three_of_a_kind"] == 13 * 4 * 50
    assert found["straight_flush"] == suited - 4 + 2 * 4 * len(runs) + 4  # two jokers with 4-5 of a suit
    assert found["straight"] == straights - suited + 2 * len(runs) * (4**3 - 4) + 12
    assert found["flush"] == 4 * comb(13, 4) - suited
    assert found["two_pair"] == comb(13, 2) * 36 + 12 * 6
    assert found["two_jokers"] == comb(52, 2) - 13 * 6 - 16
    assert found["any_pair"] == 13 * 6 * comb(12, 2) * 16 + 2 * 13 * 6 * 48
    assert solved(SUPREME).wagers["bonus"].exact == "6668/105417"


def test_the_bonus_is_counted_as_when_a_short_pack_is_dealt_out() -> None:
    pack = [*(card for card in DECK if card.rank in (14, 3, 4, 5, 6)), *JOKERS]
    dealt = Counter(bonus_name(hand) for hand in combinations(pack, 4))
    every = hands(SUPREME)
    short = [at for at, hand in enumerate(every.cards) if set(hand) <= {*JOKERS, *pack}]
    part = Hands(
        **{**every.__dict__, "cards": [every.cards[at] for at in short], "weights": [every.weights[at] for at in short]}
    )
    assert +supreme.bonus_counts(part) == +dealt


# -- a second way for Supreme Pai Gow: a short pack, every deal settled by the script ---------------------------------

PACK = cards("As Ks 3s 3h 6s 9s 9h Xr Xb")
"""Such that every result comes about, a low hand without points and copies among them."""


def test_the_script_settles_every_deal_of_a_short_pack_as_supreme_pai_gow_is_counted() -> None:
    """All 630 deals of nine cards, set by the house way."""
    of = setup(SUPREME)
    price = Prices(of)
    kinds = [tuple(card for card in PACK if card[0] == rank) for rank in "AK369"]
    short = hands_of(replace(supreme.rules_of(of), pieces=(*kinds, JOKERS)))
    nets = [price("supreme_pai_gow", two_way_case(*cell)).net for cell in CELL_OF]
    cells = Side(short, short.counted(own_plays=True), nets).cells(short.house)
    counted: Counter[str] = Counter()
    for cell, count in zip(CELL_OF, cells, strict=True):
        counted[two_way_case(*cell).replace("_", " ")] += count
    settled, total = Counter[str](), 0
    for mine in combinations(PACK, 4):
        for theirs in combinations([card for card in PACK if card not in mine], 4):
            wagers = {"supreme_pai_gow": 100}
            seat = {"wagers": wagers, "cards": " ".join(mine), "actions": ["set", "stand"]}
            head = {"rulebook": "massachusetts-2020", "game": "supreme-pai-gow"}
            found = settle({**head, "seats": {"1": seat}, "dealer": {"cards": " ".join(theirs)}})
            ((_, played),) = found.rounds
            settled[played.settlements[0].reason] += 1
            total += played.settlements[0].net
    assert settled == +counted and settled.total() == comb(9, 4) * comb(5, 4)
    assert {"both higher", "high only", "low only", "both lower", "copy"} == set(settled)
    assert Fraction(total, 100_00) == sum((net * count for net, count in zip(nets, cells, strict=True)), Fraction(0))


def test_every_setting_of_a_short_pack_tried_out_comes_to_the_best_play_that_is_counted() -> None:
    """Nine cards again, as player and as bank: every way to set a hand that is no foul, compared as at the table."""
    of = setup(SUPREME)
    price, parts = Prices(of), supreme_pai_gow.parts_of(of)
    kinds = [tuple(card for card in PACK if card[0] == rank) for rank in "AK369"]
    short = hands_of(replace(supreme.rules_of(of), pieces=(*kinds, JOKERS)))
    assert of.commission is not None
    player = {case: price("supreme_pai_gow", case).net for case in {two_way_case(*cell) for cell in CELL_OF}}
    bank = {case: -1 if net > 0 else (1 - of.commission.rate) * (net < 0) for case, net in player.items()}
    won = [Fraction(0), Fraction(0)]
    for mine in combinations(PACK, 4):
        met = [_set(SUPREME, hand) for hand in combinations([card for card in PACK if card not in mine], 4)]
        ways = [{"low": low, "high": tuple(card for card in mine if card not in low)} for low in combinations(mine, 2)]
        ways = [way for way in ways if not parts.foul(way)]
        won[0] += max(sum(player[compare(parts, way, theirs)] for theirs in met) for way in ways)
        won[1] += max(sum(bank[compare(parts, theirs, way)] for theirs in met) for way in ways)
    for own_plays, nets, total in ((True, player, won[0]), (False, bank, won[1])):
        side = Side(short, short.counted(own_plays), [Fraction(nets[two_way_case(*cell)]) for cell in CELL_OF])
        assert side.edge(side.best) == -total / (comb(9, 4) * comb(5, 4)) < side.edge(short.house)
