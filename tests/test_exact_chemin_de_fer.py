"""The mathematics of Chemin de Fer: both sides' choices, the equilibrium, and what the literature has of it."""

from fractions import Fraction
from itertools import permutations
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss import PitbossError, Setup, load
from pitboss.engine.draws import WrittenDraws
from pitboss.engine.table import Table
from pitboss.equipment.cards import Card
from pitboss.games import game_of
from pitboss.games.baccarat.drawing import bankers_cell
from pitboss.hands.baccarat import value
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.baccarat import SEVEN, shoe_of, through_seven
from pitboss.solve.chemin_de_fer import Counted, count
from pitboss.solve.matrix_game import solve_matrix, solve_points

CHAPTER4, MASSACHUSETTS = "chapter4/baccarat-chemin-de-fer", "massachusetts-2020/baccarat-chemin-de-fer"
LITERAL = {"banker_draw_on_stay": "table_3"}
DRAWS = [score <= 5 for score in range(10)]
NO_THIRD = 10


def free_banker(shoe: Any, **more: Any) -> Counted:
    """The parlour game: the Banker is free in every cell."""
    return count(shoe, [5], DRAWS, lambda score, third: "O" if score < 8 else "S", **more)


def solved(name: str, **options: Any) -> Any:
    return analyze(Setup.of(load(name), options))


# -- the literature ---------------------------------------------------------------------------------------------------


def test_cards_put_back_and_totals_seen_is_the_game_that_kemeny_and_snell_solved() -> None:
    """Kemeny and Snell 1957, as Ethier and Gamez print it (Games 2013, 4, 711-737, Model A1): 9/11, 859/2288, value."""
    found = free_banker(np.array([4] + [1] * 9, dtype=np.int64), put_back=True, by_cards=False)
    best = solve_points(found.payoffs)
    assert found.total == 13**6 and len(found.banker) == 88
    assert best.first == (Fraction(9, 11),)
    mixed = {cell: often for cell, often in zip(found.banker, best.second, strict=True) if often not in (0, 1)}
    assert mixed == {((6, 6), NO_THIRD): Fraction(859, 2288)}
    assert best.value / found.total == Fraction(-679568, 53094899)
    drawn = {(cards[0], third): often for (cards, third), often in zip(found.banker, best.second, strict=True)}
    assert [drawn[3, 9], drawn[4, 1], drawn[5, 4]] == [1, 0, 1], "the other cells that hang on the Player"


@pytest.mark.parametrize("decks", [6, 8])
def test_a_shoe_of_totals_is_solved_a_second_way(decks: int) -> None:
    """What the Player can be sure of is, over how often he draws on 5, a line with bends: its highest bend."""
    found = free_banker(shoe_of(decks), by_cards=False)
    best = solve_points(found.payoffs)
    lost = found.payoffs
    fixed = [int(lost[0, :, 0].sum() + lost[1, way, 0].sum()) for way in (0, 1)]
    cells = [
        [[int(lost[0, :, at, way].sum() + lost[1, player, at, way]) for way in (0, 1)] for player in (0, 1)]
        for at in range(1, lost.shape[2])
    ]

    def sure(often: Fraction) -> Fraction:
        mix = (1 - often, often)
        kept = sum((often * part for often, part in zip(mix, fixed, strict=True)), Fraction(0))
        return kept + sum(min(mix[0] * stay[way] + mix[1] * card[way] for way in (0, 1)) for stay, card in cells)

    bends = {Fraction(0), Fraction(1)}
    for stay, card in cells:
        rise = (card[1] - card[0]) - (stay[1] - stay[0])
        if rise:
            bends.add(Fraction(stay[0] - stay[1], rise))
    highest = max((often for often in bends if 0 <= often <= 1), key=sure)
    assert best.first == (highest,) and best.value == sure(highest)


def test_with_cards_seen_the_player_mixes_with_ace_and_four_and_the_banker_with_one_six() -> None:
    """Six decks, each side seeing its own cards: Model B3 of Ethier and Gamez, 2^5 strategies against 2^484."""
    found = free_banker(shoe_of(6))
    best = solve_points(found.payoffs)
    player = dict(zip(found.player, best.first, strict=True))
    assert [player[cards] for cards in ((0, 5), (6, 9), (7, 8), (2, 3))] == [1, 1, 1, 0]
    assert 0 < player[1, 4] < 1
    mixed = [cell for cell, often in zip(found.banker, best.second, strict=True) if often not in (0, 1)]
    assert mixed == [((0, 6), NO_THIRD)]
    assert f"{float(best.value / found.total):.6f}" == "-0.012841"
    assert best.value > solve_points(free_banker(shoe_of(6), by_cards=False).payoffs).value, (
        "cards tell the Player more"
    )


# -- the rulebooks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [CHAPTER4, MASSACHUSETTS])
@pytest.mark.parametrize("decks", [6, 8, 28, 60])
def test_by_the_tables_both_draw_and_the_edges_are_those_of_baccarat(name: str, decks: int) -> None:
    """Then the hands are drawn as in Baccarat, which another kernel counts: published 1.2374 % and 1.2351 %."""
    found = solved(name, decks=decks)
    game = "chapter4/mini-baccarat" if decks <= 8 else "massachusetts-2020/midi-baccarat"
    mini = analyze(Setup.of(load(game), {"decks": decks}))
    assert found.wagers["against_banker"].house_edge == mini.wagers["player"].house_edge
    assert found.wagers["banker"].house_edge == mini.wagers["banker"].house_edge
    if decks <= 8:
        assert f"{float(found.wagers['against_banker'].house_edge):.4%}" == {6: "1.2374%", 8: "1.2351%"}[decks]
    assert set(found.strategy["on_5"].values()) == {"card"}
    assert set(found.strategy.get("bankers_option", {"": "draw"}).values()) == {"draw"}


@pytest.mark.parametrize("decks", range(6, 17))
def test_the_equilibrium_is_pure_for_every_number_of_decks_and_stands_with_the_commission(decks: int) -> None:
    found = solved(CHAPTER4, decks=decks)
    assert found.strategy["rule"] == 'on 5 say "Card"; as Banker with 3 against a 9 draw'
    assert not [note for note in found.notes if "commission the Banker would" in note or "equilibrium is" in note]
    rules = found.strategy["simple_rules"]
    assert {name: float(rule["costs"]) > 0 for name, rule in rules.items()} == {
        "always Card on 5": False,
        "always Stay on 5": True,
        "as Banker always draw": False,
        "as Banker always stay": True,
    }


def test_what_the_parlour_game_would_be_is_told_beside_it() -> None:
    told = solved(CHAPTER4).strategy["were_the_banker_free_everywhere"]
    assert told["2 and 3"] == "stay" and told["ten or face and 5"] == "card"
    assert told["ace and 4"] == "card 35003/74880 of the time (46.7455%), else stay"
    assert told["value to the Player"] == "-0.012841013924"
    assert "as Banker ten or face and 6 against no third card" in told


def test_by_the_literal_table_staying_is_best_and_the_banker_is_behind() -> None:
    found = solved(MASSACHUSETTS, **LITERAL)
    assert found.strategy["rule"] == 'on 5 say "Stay"; the Banker has no choice'
    assert f"{float(found.wagers['against_banker'].house_edge):.4%}" == "-0.6839%"
    assert found.wagers["against_banker"].note == "" and found.wagers["against_banker"].exact is not None


def test_a_shoe_of_any_size_is_solved() -> None:
    """The rulebooks say at least six decks and name no most: above 27 what seven small shoes count says it."""
    found = solved(CHAPTER4, decks=28)
    cards = 28 * 52
    assert found.wagers["banker"].total == prod(cards - gone for gone in range(6))
    before, after = solved(CHAPTER4, decks=27), solved(CHAPTER4, decks=400)
    edges = [each.wagers["against_banker"].house_edge for each in (before, found, after)]
    assert edges == sorted(edges, reverse=True) and edges[0] - edges[1] < Fraction(1, 10**6)
    assert {each.strategy["rule"] for each in (before, found, after)} == {before.strategy["rule"]}


def test_counts_through_seven_small_shoes_are_those_of_the_shoe_itself() -> None:
    seven = [free_banker(shoe_of(decks)).counts for decks in SEVEN]
    assert (through_seven(27, seven) == free_banker(shoe_of(27)).counts).all()


class InOrder(WrittenDraws):
    """Deals the cards of a list one after another, whatever hand they go to."""

    def __init__(self, order: tuple[str, ...]) -> None:
        super().__init__({})
        self.order = iter(order)

    def card(self, hand: str) -> Card:
        return Card(next(self.order))


def test_script_and_counts_agree_on_every_order_of_a_small_shoe_and_every_choice() -> None:
    """Six cards in every order at the table, once for every answer; where no choice comes, all answers count alike."""
    setup = Setup.of(load(CHAPTER4))
    cards = ["Kc", "Ad", "2h", "3s", "5d", "9h"]
    shoe = np.zeros(10, dtype=np.int64)
    for card in cards:
        shoe[value(Card(card))] += 1
    found = count(shoe, [5], DRAWS, lambda score, third: bankers_cell(setup, score, None if third == 10 else third))
    won: dict[tuple[int, int], int] = dict.fromkeys(((0, 0), (0, 1), (1, 0), (1, 1)), 0)
    chosen = 0
    for order in permutations(cards):
        for pair, net, free in _played(setup, order):
            won[pair] += net
            chosen += free
    for (player, banker), net in won.items():
        results = found.results((player,) * len(found.player), (banker,) * len(found.banker))
        assert net == results[0] - results[1], (player, banker)
    assert chosen and {(0, 5), (2, 3)} <= {*found.player}


def _played(setup: Setup, order: tuple[str, ...]) -> list[tuple[tuple[int, int], int, bool]]:
    """By what the Player and the Banker say where they are free, what the Player's side wins, in units."""
    rows = []
    known: dict[tuple[int, ...], int] = {}
    for pair in ((0, 0), (0, 1), (1, 0), (1, 1)):
        if () in known or (pair[0],) in known:
            rows.append((pair, known.get((), known.get((pair[0],), 0)), False))
            continue
        table = Table(setup, game_of(setup.entry), seed=0, carry={"banker": 1})
        played = table.deal({1: {}, 2: {}}, draws=InOrder(order))
        asked: list[int] = []
        for said in ("stake 1", "banco"):
            played.act(said)
        while played.asking:
            names = played.asking[0].names
            if len(names) == 1:
                played.act(names[0])
                continue
            by_banker = "draw" in names
            asked.append(int(by_banker))
            played.act((("stay", "draw") if by_banker else ("stay", "card"))[pair[int(by_banker)]])
        net = played.net[2] // 100
        if not asked:
            known[()] = net
        elif asked == [0]:
            known[pair[0],] = net
        rows.append((pair, net, bool(asked)))
    return rows


# -- matrix games -----------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(
    st.integers(1, 5).flatmap(
        lambda wide: st.lists(st.lists(st.integers(-9, 9), min_size=wide, max_size=wide), min_size=1, max_size=5)
    )
)
def test_neither_side_of_a_solved_matrix_game_can_do_better(matrix: list[list[int]]) -> None:
    game_value, rows, columns = solve_matrix(matrix)
    assert sum(rows) == sum(columns) == 1 and min(*rows, *columns) >= 0
    against_rows = [sum(often * row[at] for often, row in zip(rows, matrix, strict=True)) for at in range(len(columns))]
    against_columns = [sum(often * cell for often, cell in zip(columns, row, strict=True)) for row in matrix]
    assert min(against_rows) == game_value == max(against_columns)


# -- simulation -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "wager", "strategy", "rule"),
    [
        (CHAPTER4, "against_banker", "best", "always Card on 5"),
        (CHAPTER4, "banker", "banker_stays", "as Banker always stay"),
        (MASSACHUSETTS, "against_banker", "stay_on_five", "always Stay on 5"),
    ],
)
def test_the_kernel_deals_what_the_solver_says_of_each_strategy(
    name: str, wager: str, strategy: str, rule: str
) -> None:
    found = solved(name)
    plan = plan_of(name, rounds=4_000_000, seed=2, wagers={wager: 100}, strategy=strategy)
    figures = simulate(plan, "kernel", workers=1).wagers[wager]
    exact = Fraction(found.strategy["simple_rules"][rule]["house_edge"])
    assert figures.standard_error is not None
    assert abs(float(figures.house_edge - exact)) < 4 * float(figures.standard_error)


@pytest.mark.parametrize("wager", ["banker", "against_banker"])
def test_the_script_engine_is_within_four_standard_errors_of_exact(wager: str) -> None:
    found = simulate(plan_of(CHAPTER4, rounds=1_000, seed=4, wagers={wager: 100}), "script", workers=1).wagers[wager]
    exact = solved(CHAPTER4).wagers[wager].house_edge
    assert found.standard_error is not None
    assert abs(float(found.house_edge - exact)) < 4 * float(found.standard_error)


def test_a_simulation_is_of_one_side() -> None:
    for wrong in ({"banker": 10, "against_banker": 10}, {"tie": 10}):
        with pytest.raises(PitbossError, match="name one wager: against_banker or banker"):
            plan_of(CHAPTER4, rounds=10, seed=1, wagers=wrong)
