"""Flop Poker and Colorado Hold 'Em: published figures, closed forms, and small decks played out through the script.

Published for Flop Poker with a straight at 11 to 1, 888casino.com/blog/novelty-games/flop-poker-hole-card-play: an edge
of 5.4237 %, four of a kind or better once in about 1,607 hands, and over 8.3 % of the return. That the pot has no edge:
wizardofodds.com/games/flop-poker/. We know of nothing that is published of Colorado Hold 'Em.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from house_fixtures import dear
from pitboss import settle
from pitboss.engine.round import Round
from pitboss.games.poker import colorado_holdem, flop_poker
from pitboss.games.poker.kit import names_with_jacks
from pitboss.hands.evaluator import card_number, card_of
from pitboss.rulebook import Setup, load
from pitboss.simulation import simulate
from pitboss.simulation.plan import plan_of
from pitboss.solve import analyze
from pitboss.solve.poker import colorado_holdem as colorado
from pitboss.solve.poker import flop_poker as flop
from pitboss.solve.poker import three_and_three_kernel as kernels
from pitboss.solve.poker.three_and_three import best_with_two, classes_of, kept_with_three
from pitboss.solve.prices import Prices

FLOP, COLORADO = "massachusetts-2020/flop-poker", "massachusetts-2020/colorado-holdem"
PERMISSIBLE = {"version": "permissible_bet"}
TENS_PAY = PERMISSIBLE | {"permissible_pair_of_tens": "pay_1_to_1"}
SEVEN_CARDS = [card_number(card) for card in map(card_of, (32, 36, 37, 38, 40, 44, 48))]
"""Ten to ace of one suit, and two more jacks."""
RARE = ("four of a kind", "straight flush", "royal flush")


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few cards are counted before a kernel would be compiled."""
    for name in ("best_with_two", "kept_with_three", "equal_hands"):
        monkeypatch.setattr(kernels, name, getattr(kernels, name).py_func)


# -- Flop Poker --------------------------------------------------------------------------------------------------------


def test_the_published_figures_of_flop_poker_come_out() -> None:
    ante = analyze(Setup.of(load(FLOP), None, {"PT1": {"straight": "11 to 1"}})).wagers["ante"]
    rare = [outcome for outcome in ante.outcomes if outcome.result in RARE]
    assert round(ante.house_edge, 6) == Fraction("0.054237") and ante.house_edge == Fraction(2_760_479, 50_896_300)
    assert int(ante.total / sum(outcome.combinations for outcome in rare)) == 1607
    assert (
        Fraction("0.083") < sum(outcome.combinations * outcome.net for outcome in rare) / ante.total < Fraction("0.084")
    )


def test_the_rulebook_with_straights_at_ten_to_one_has_an_edge_of_its_own() -> None:
    ante = analyze(Setup.of(load(FLOP))).wagers["ante"]
    assert ante.exact == "3300677/50896300" and ante.total == comb(52, 3) * comb(49, 3)
    royal = next(outcome for outcome in ante.outcomes if outcome.result == "royal flush")
    assert royal.combinations == 4 * comb(5, 3) * 47, "three of five own, the other two on the board with any third"


def test_the_whole_strategy_of_flop_poker_is_one_sentence() -> None:
    strategy = analyze(Setup.of(load(FLOP))).strategy
    assert strategy is not None
    chart = strategy["with_three_cards"]
    assert Fraction(chart["cost"]) == 0 and chart["situations"] == comb(52, 3)
    assert [row["hand"] for row in chart["rows"] if row["decision"] == "surrender"] == ["none of these"]
    costs = {rule: f"{float(row['costs']):.4%}" for rule, row in strategy["simple_rules"].items()}
    assert costs["place the Flop wager with every hand"] == "4.1157%"


def test_the_pot_has_no_edge_and_two_hands_tie_once_in_812() -> None:
    wagers = analyze(Setup.of(load(FLOP))).wagers
    pots = {title: wager for title, wager in wagers.items() if title.startswith("pot")}
    assert [*pots] == [f"pot, {players} players" for players in range(2, 8)]
    assert {pot.exact for pot in pots.values()} == {"0/1"}
    two = pots["pot, 2 players"]
    assert two.sampled is None and two.total == comb(52, 3) * comb(49, 3) * comb(46, 3)
    ties = next(outcome.combinations for outcome in two.outcomes if outcome.result == "tie of 2")
    assert ties == 7_614_466_560 and round(two.total / ties) == 812


def test_equal_hands_are_counted_as_a_table_ranks_them(uncompiled: None) -> None:
    """Nine cards: after the board, two players hold all that is left."""
    deck = [0, 1, 4, 5, 8, 9, 12, 13, 22]
    ties = total = 0
    for board in combinations(deck, 3):
        left = [card for card in deck if card not in board]
        for first in combinations(left, 3):
            second = [card for card in left if card not in first]
            held = [[card_of(card) for card in some] for some in (first, second, board)]
            ties += flop_poker.best_with_two(held[0], held[2]) == flop_poker.best_with_two(held[1], held[2])
            total += 1
    found = flop.pot_of_two(deck)
    assert found.total == total and ties
    assert next(row.combinations for row in found.outcomes if row.result == "tie of 2") == ties


def test_seven_cards_of_flop_poker_played_out_at_a_table(uncompiled: None) -> None:
    price = Prices(Setup.of(load(FLOP)))
    lost = deals = 0
    for own in combinations(SEVEN_CARDS, 3):
        boards = list(combinations([card for card in SEVEN_CARDS if card not in own], 3))
        record = {"rulebook": "massachusetts-2020", "game": "flop-poker"}
        won = sum(_settled(record, own, board, ["flop"], {"ante": 1}) for board in boards)
        lost, deals = lost - max(won, -100 * len(boards)), deals + len(boards)
    assert flop.best_edge(price, SEVEN_CARDS) == Fraction(lost, 100 * deals)


# -- Colorado Hold 'Em -------------------------------------------------------------------------------------------------


def test_the_edges_of_both_versions() -> None:
    required, permissible, paid = (analyze(Setup.of(load(COLORADO), o)).wagers for o in ({}, PERMISSIBLE, TENS_PAY))
    assert required["ante"].exact == "2858741/50896300" and required["bonus"].exact == "4885007/25448150"
    assert permissible["ante"].exact == "11099/363545" and permissible["bonus"].exact == "493999/2908360"
    assert paid["ante"].exact == "-20754/978775", "with tens paid, as the table has it, the house would lose"
    for wagers in (required, permissible):
        by_ante, alone, beside_5, beside_25 = wagers["bonus"].quotes.values()
        assert by_ante == wagers["bonus"].house_edge and alone == Fraction(13_091_903, 101_792_600)
        assert alone < beside_5 < beside_25 < by_ante, "the larger the Ante, the less it pays to play for the Bonus"


def test_every_five_cards_are_as_likely_as_any_where_nobody_chooses() -> None:
    """Whichever card is discarded, kept cards and board are any five: the known counts of all 2,598,960 hands."""
    dealt, (classes, _) = kept_with_three(colorado_holdem.names_of), classes_of(colorado_holdem.names_of)
    counts = dict(zip(classes, (dealt.counts * dealt.weights[:, None, None]).sum(axis=(0, 1)).tolist(), strict=True))
    times = Fraction(3 * dealt.total, comb(52, 5))
    known = {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pair": 123_552,
        "pair_of_jacks_or_better": 337_920,
        "pair_of_tens": 84_480,
        "pair_of_nines": 84_480,
        "pair_of_sevens_to_nines": 2 * 84_480,
        "pair": 5 * 84_480,
        "high_card": 1_302_540,
    }
    assert {names[0]: count for names, count in counts.items()} == {name: times * n for name, n in known.items()}


@pytest.mark.parametrize(
    ("options", "rule", "cost"),
    [
        ({}, "keep by points, and fold what comes to less than 6", "0.0117%"),
        (PERMISSIBLE, "keep by points, and bet with a pair only", "0.0028%"),
    ],
)
def test_a_list_tells_what_to_keep_and_points_cost_little(options: dict[str, str], rule: str, cost: str) -> None:
    strategy = analyze(Setup.of(load(COLORADO), options)).strategy
    assert strategy is not None
    costs = {each: row["costs"] for each, row in strategy["simple_rules"].items()}
    assert Fraction(costs["keep what comes first in the list, and decide best"]) == 0
    assert f"{float(costs[rule]):.4%}" == cost
    assert Fraction(strategy["with_three_cards"]["cost"]) < Fraction("0.00002")


@pytest.mark.parametrize("options", [{}, PERMISSIBLE], ids=["required", "permissible"])
def test_seven_cards_of_colorado_played_out_at_a_table(options: dict[str, str], uncompiled: None) -> None:
    """Everything that a player can do with every three cards, on every board, settled by the table."""
    setup = Setup.of(load(COLORADO), options)
    price, dealt = Prices(setup), kept_with_three(colorado_holdem.names_of, SEVEN_CARDS)
    play = colorado.best_play(price, dealt)
    record = {"rulebook": "massachusetts-2020", "game": "colorado-holdem", "options": options}
    ante = bonus = both = 0
    for own in dealt.own.tolist():
        boards = list(combinations([card for card in SEVEN_CARDS if card not in own], 3))
        ways = [_sums(record, own, boards, actions) for actions in _everything(setup, own)]
        best = max(ways)
        ante, bonus, both = ante + best[0], bonus + best[1], both + max(5 * way[0] + way[1] for way in ways)
    deals = 100 * dealt.total
    assert colorado.played(price, dealt, play).house_edge == Fraction(-ante, deals)
    assert colorado.bonus(price, dealt, play).house_edge == Fraction(-bonus, deals)
    assert colorado.added_by_bonus(price, dealt, play, 5) == Fraction(5 * ante - both, deals)


def _everything(setup: Setup, own: list[int]) -> Iterator[list[str]]:
    for decision in setup.term("decide"):
        if decision == "fold":
            yield [decision]
        elif decision != "play_without_bet":  # that is worth half as much, and never more with these cards
            yield from ([decision, f"discard {card_of(card)}"] for card in own)
    if colorado_holdem.instant_names(setup, [card_of(card) for card in own]):
        yield ["declare_instant_winner"]


def _sums(record: dict[str, Any], own: list[int], boards: list[Any], actions: list[str]) -> tuple[int, int]:
    """What the Ante with its Bet and what the Bonus win over some boards, in cents."""
    ante = bonus = 0
    for board in boards:
        for row in _round(record, own, board, actions, {"ante": 1, "bonus": 1}).settlements:
            if row.wager == "bonus":
                bonus += row.net
            else:
                ante += row.net
    return ante, bonus


# -- Both --------------------------------------------------------------------------------------------------------------


@dear
@pytest.mark.parametrize(
    ("name", "options", "wagers", "rounds"),
    [(FLOP, {}, {"ante": 10}, 1_500), (COLORADO, {}, {"ante": 10, "bonus": 1}, 1_500)],
    ids=["flop", "colorado"],
)
def test_a_table_agrees_with_the_mathematics(name: str, options: Any, wagers: Any, rounds: int) -> None:
    """The script's own rounds by the best strategy, within four standard errors."""
    exact = analyze(Setup.of(load(name), options)).wagers
    figures = simulate(plan_of(name, options, rounds=rounds, seed=5, wagers=wagers), engine="script", workers=1)
    for wager in wagers:
        played = figures.wagers[wager]
        error = float(exact[wager].variance) ** 0.5 / rounds**0.5
        assert abs(float(played.house_edge) - float(exact[wager].house_edge)) < 4 * error


def test_some_hands_are_counted_anew(uncompiled: None) -> None:
    """What is kept of all boards, against one hand that is counted now."""
    for names_of, counted, count in (
        (names_with_jacks, best_with_two, kernels.best_with_two),
        (colorado_holdem.names_of, kept_with_three, kernels.kept_with_three),
    ):
        dealt, (_, class_of) = counted(names_of), classes_of(names_of)
        found = np.zeros_like(dealt.counts[:1])
        row = 777
        count(dealt.own[row : row + 1], np.arange(52, dtype=np.int8), class_of, flop.ranking(5), found)
        assert (found[0] == dealt.counts[row]).all()


def _settled(record: dict[str, Any], own: Any, board: Any, actions: list[str], wagers: dict[str, int]) -> int:
    """What a table settles a round for, in cents."""
    return _round(record, own, board, actions, wagers).net[1]


def _round(record: dict[str, Any], own: Any, board: Any, actions: list[str], wagers: dict[str, int]) -> Round:
    seat = {"wagers": wagers, "cards": " ".join(map(card_of, own)), "actions": actions}
    given = {**record, "seats": {"1": seat}, "community": {"cards": " ".join(map(card_of, board))}}
    [(_, played)] = settle(given).rounds
    return played
